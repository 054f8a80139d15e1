"""Two entities side by side: what tells them apart and what they share, from a catalogue or from the store of a snapshot."""

from sportlore.comparison.links import LinkRow, link_rows
from sportlore.comparison.statements import Comparison, Statement, compare, mention, statements
from sportlore.comparison.stored import StoredComparisons, entries

__all__ = [
    "Comparison",
    "LinkRow",
    "Statement",
    "StoredComparisons",
    "compare",
    "entries",
    "link_rows",
    "mention",
    "statements",
]
