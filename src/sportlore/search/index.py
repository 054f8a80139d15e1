"""The search index: for each word, name and type the set of entities that have it, as keys and values of the store."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from msgspec import Struct

from sportlore.search.bitmaps import bitmap, pack, pack_bitmap
from sportlore.search.words import words, words_and_compounds

WORD, PHRASE, TYPE = b"\0w", b"\0n", b"\0t"
"""Keys of the index begin so: words, names and keywords, types. Unions of what many of them begin with have the capital.

A word has four sets, one above the other: of the entities with it in the name, in a keyword, in the description, elsewhere.
A phrase has three: of the entities with this name, with this keyword, with a name of these words in alphabetical order.
"""
VOCABULARY = b"\0vocabulary"
_COMPLETIONS = 3
"""A prefix of more terms than this has their union stored in the index; of fewer, the query joins them."""


class Document(Struct, frozen=True):
    """What the index knows of an entity."""

    id: str
    type: str
    name: str
    keywords: tuple[str, ...]
    description: str
    text: str = ""
    """What else the entity states: facts and sections."""
    neighbours: int = 0
    """How well connected it is."""


def ranked(documents: Iterable[Document]) -> list[Document]:
    """The documents in the order of their numbers."""
    return sorted(documents, key=lambda document: (-document.neighbours, document.id))


def entries(documents: Sequence[Document]) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index of ranked documents. A set of field f holds f * count + number for each entity."""
    terms = _holders(
        (words_and_compounds(document.name) for document in documents),
        ((word for keyword in document.keywords for word in words_and_compounds(keyword)) for document in documents),
        (words_and_compounds(document.description) for document in documents),
        (words_and_compounds(document.text) for document in documents),
    )
    yield from _with_unions(WORD, terms)
    yield VOCABULARY, " ".join(sorted(terms)).encode()
    phrases = _holders(
        ([" ".join(words(document.name))] for document in documents),
        ([" ".join(words(keyword)) for keyword in document.keywords] for document in documents),
        ([" ".join(sorted(words(document.name)))] for document in documents),
    )
    yield from _with_unions(PHRASE, phrases)
    for type, numbers in _holders([document.type] for document in documents).items():
        yield TYPE + type.encode(), pack(numbers)


def _holders(*fields: Iterable[Iterable[str]]) -> dict[str, array[int]]:
    """For each term that stands somewhere, where it does, in ascending order; a field has the terms of each document."""
    found: dict[str, array[int]] = defaultdict(lambda: array("I"))
    for place, terms in enumerate(chain.from_iterable(fields)):
        for term in dict.fromkeys(terms):
            found[term].append(place)
    return found


def _with_unions(family: bytes, terms: Mapping[str, Sequence[int]]) -> Iterator[tuple[bytes, bytes]]:
    """Every term, and for the beginnings of many terms the union of these."""
    for term, members in terms.items():
        yield family + term.encode(), pack(members)
    for start, union in _unions(terms, sorted(terms), 0):
        yield family.upper() + start.encode(), pack_bitmap(union)


def _unions(
    terms: Mapping[str, Sequence[int]], found: Sequence[str], length: int
) -> Generator[tuple[str, int], None, int]:
    """The unions of sorted terms that begin alike for more than `length` letters; returns that of all of them."""
    whole, few = 0, list[str]()
    for start, some in groupby(found, key=lambda term: term[: length + 1]):
        alike = list(some)
        if len(alike) <= _COMPLETIONS:
            few += alike
            continue
        longer = alike[1:] if alike[0] == start else alike
        union = yield from _unions(terms, longer, length + 1)
        union |= bitmap(terms.get(start, ()))
        yield start, union
        whole |= union
    return whole | bitmap(list(chain.from_iterable(terms[term] for term in few)))
