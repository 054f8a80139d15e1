"""The search index: for each word, name and type the set of entities that have it, as keys and values of the store."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from sys import intern
from typing import NamedTuple

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


class Terms(NamedTuple):
    """What a document is found by: the terms of each field, each once."""

    words: tuple[tuple[str, ...], ...]
    phrases: tuple[tuple[str, ...], ...]


def terms_of(document: Document) -> Terms:
    """The terms of a document."""
    name = words(document.name)
    keywords = [word for keyword in document.keywords for word in words_and_compounds(keyword)]
    return Terms(
        tuple(
            tuple(dict.fromkeys(map(intern, found)))
            for found in (
                words_and_compounds(document.name),
                keywords,
                words_and_compounds(document.description),
                words_and_compounds(document.text),
            )
        ),
        (
            (" ".join(name),),
            tuple(dict.fromkeys(" ".join(words(keyword)) for keyword in document.keywords)),
            (" ".join(sorted(name)),),
        ),
    )


def entries(
    documents: Sequence[Document], terms_of: Callable[[Document], Terms] = terms_of
) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index of ranked documents. A set of field f holds f * count + number for each entity.

    `terms_of` may be one that remembers.
    """
    holders: tuple[dict[str, array[int]], ...] = tuple(defaultdict(lambda: array("I")) for _ in range(3))
    for number, document in enumerate(documents):
        terms = terms_of(document)
        for found, fields in zip(holders, (*terms, ((document.type,),)), strict=True):
            for field, some in enumerate(fields):
                for term in some:
                    found[term].append(field * len(documents) + number)
    of_word, of_phrase, of_type = holders
    yield from _with_unions(WORD, of_word)
    yield from _with_unions(PHRASE, of_phrase)
    for type, numbers in of_type.items():
        yield TYPE + type.encode(), pack(numbers)
    yield VOCABULARY, " ".join(sorted(of_word)).encode()


def _with_unions(family: bytes, terms: Mapping[str, array[int]]) -> Iterator[tuple[bytes, bytes]]:
    """Every term, and for the beginnings of many terms the union of these."""
    for term, members in terms.items():
        yield family + term.encode(), pack(sorted(members))
    for start, union in _unions(terms, sorted(terms), 0):
        yield family.upper() + start.encode(), pack_bitmap(union)


def _unions(
    terms: Mapping[str, array[int]], found: Sequence[str], length: int
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
        union |= bitmap(terms[start]) if start in terms else 0
        yield start, union
        whole |= union
    return whole | bitmap(list(chain.from_iterable(terms[term] for term in few)))
