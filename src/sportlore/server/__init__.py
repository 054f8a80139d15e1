"""The HTTP server: it opens a snapshot and answers from it, and never reads the catalogue."""
