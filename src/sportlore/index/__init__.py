"""What the indexes of search and of the filters share: sets as bitmaps, packed arrays, and the store of both."""
