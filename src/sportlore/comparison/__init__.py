"""Two entities side by side: what tells them apart and what they share, from a graph or from the store of a snapshot."""

from sportlore.comparison.statements import Comparison, Links, Statement, compare, contrasts, mention, statements
from sportlore.comparison.stored import StoredLinks, entries

__all__ = [
    "Comparison",
    "Links",
    "Statement",
    "StoredLinks",
    "compare",
    "contrasts",
    "entries",
    "mention",
    "statements",
]
