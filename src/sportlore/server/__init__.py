"""The HTTP face: it opens a snapshot and answers from it. It never reads the catalogue."""
