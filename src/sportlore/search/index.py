"""The search index: for each word, name and type the set of entities that have it, as keys and values of the store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from sportlore.search.bitmaps import pack
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
    names = [words(document.name) for document in documents]
    terms = _holders(
        [words_and_compounds(document.name) for document in documents],
        [[word for keyword in document.keywords for word in words_and_compounds(keyword)] for document in documents],
        [words_and_compounds(document.description) for document in documents],
        [words_and_compounds(document.text) for document in documents],
    )
    phrases = _holders(
        [[" ".join(name)] for name in names],
        [[" ".join(words(keyword)) for keyword in document.keywords] for document in documents],
        [[" ".join(sorted(name))] for name in names],
    )
    yield from _with_unions(WORD, terms)
    yield from _with_unions(PHRASE, phrases)
    for type, numbers in _holders([[document.type] for document in documents]).items():
        yield TYPE + type.encode(), pack(numbers)
    yield VOCABULARY, " ".join(sorted(terms)).encode()


def _holders(*fields: Sequence[Iterable[str]]) -> dict[str, list[int]]:
    """For each term that stands somewhere, where it does, in ascending order; a field has the terms of each document."""
    found: dict[str, list[int]] = defaultdict(list)
    place = 0
    for field in fields:
        for terms in field:
            for term in dict.fromkeys(terms):
                found[term].append(place)
            place += 1
    return found


def _with_unions(family: bytes, terms: Mapping[str, Sequence[int]]) -> Iterator[tuple[bytes, bytes]]:
    """Every term, and for the beginnings of many terms the union of these."""
    for term, members in terms.items():
        yield family + term.encode(), pack(members)
    unions: dict[str, set[int]] = {}
    _unite(unions, terms, sorted(terms), 0)
    for start, union in unions.items():
        yield family.upper() + start.encode(), pack(sorted(union))


def _unite(unions: dict[str, set[int]], terms: Mapping[str, Sequence[int]], found: list[str], length: int) -> set[int]:
    """The union of sorted terms that begin alike for `length` letters; those of longer beginnings are put into `unions`."""
    whole: set[int] = set()
    for start, some in groupby(found, key=lambda term: term[: length + 1]):
        alike = list(some)
        if len(alike) <= _COMPLETIONS:
            whole.update(*(terms[term] for term in alike))
            continue
        longer = alike[1:] if alike[0] == start else alike
        unions[start] = _unite(unions, terms, longer, length + 1) | set(terms.get(start, ()))
        whole |= unions[start]
    return whole
