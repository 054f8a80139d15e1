"""Search."""

from sportlore.search.index import Document, Other, entries, ranked
from sportlore.search.query import Hits, Searcher, Share
from sportlore.search.words import FILLER, family, singular, words

__all__ = [
    "FILLER",
    "Document",
    "Hits",
    "Other",
    "Searcher",
    "Share",
    "entries",
    "family",
    "ranked",
    "singular",
    "words",
]
