"""Search: an index of words, and the queries that it answers."""

from sportlore.search.index import Document, entries, ranked
from sportlore.search.query import Hits, Searcher
from sportlore.search.words import FILLER, singular, words

__all__ = ["FILLER", "Document", "Hits", "Searcher", "entries", "ranked", "singular", "words"]
