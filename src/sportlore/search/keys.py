"""The keys of the search index in the store.

A key is one of the prefixes below and, unless it says otherwise, the term itself. Its value is a set of documents for each field
in which they have the term (`pack_fields`). Fields of words and families are numbered as in FIELDS; of phrases 0 is the name, and
1 a keyword.
"""

from __future__ import annotations

from zlib import crc32

WORD = b"\0sw"
"""Words in their exact form."""
FAMILY = b"\0sf"
"""Families of words."""
SYNONYM = b"\0ss"
"""Families that people type for others: the documents that have one of those meant."""
PHRASE = b"\0sn"
"""Whole names and keywords in exact words."""
LOOSE_PHRASE = b"\0sl"
"""Whole names and keywords in families."""
TYPE = b"\0st"
"""Types of documents."""
FIRST_WORD = b"\0sb"
"""First words of names."""
PAIR = b"\0sp"
"""Pairs of families that stand together in one of the `searches`: groups (`pack_group`), keyed by `group_of_pair`."""
NEIGHBOURS = b"\0sa"
"""Pairs of families side by side in a text, keyed by `neighbours`."""
WORDING = b"\0sg"
"""The wordings in which a family stands: a sorted array, see wordings.py."""
SEARCHED = b"\0sx"
"""Whole `searches` in exact words: groups (`pack_group`), keyed by `group_of_search`."""
NAME_LENGTHS = b"\0lengths"
"""A single value: how many families the name of each document has, as planes of a bit-sliced score."""
LINKED = b"\0linked"
"""A single value: what each document is linked with, see linked.py."""
SPORT = b"\0sc"
"""Sports that documents belong to, by their ids."""
FACETS = b"\0facets"
"""A single value: the types and sports by which results are counted, as JSON."""
FOREIGN = b"\0foreign"
"""A single value: the words that show that a query is not in English, as JSON."""
COMPLETED = b"\0sq"
"""What completes the beginning of a text, by that beginning: see suggestions.py."""
OTHERS = b"\0others"
"""A single value: the documents that are no entities, as JSON."""


def starting(prefix: bytes, start: str) -> bytes:
    """The key of the union of all terms of a prefix that begin alike: starting(WORD, "te") -> b"\\0SWte"."""
    return prefix.upper() + start.encode()


def group_of_pair(pair: str) -> tuple[str, str]:
    """The group of a pair of families, and its name there: "knee pain" -> "knee", "pain"."""
    first, _, second = pair.partition(" ")
    return first, second


def group_of_search(search: str) -> tuple[str, str]:
    """The group of a search in exact words, one of 4,096, and its name there: "knee pain" -> "6cb", "knee-pain"."""
    return f"{crc32(search.encode()) & 0xFFF:03x}", search.replace(" ", "-")


NAMES = b"\0names"
"""The id and the name of a document by its number, in decimal digits."""
