"""The search index: for each word, name and type the set of entities that have it, as keys and values of the store."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from sys import intern
from typing import NamedTuple

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


def entries(documents: Sequence[Document]) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index of ranked documents. A set of field f holds f * count + number for each entity."""
    return Indexer().entries(documents)


class Indexer:
    """Makes an index again and again. What has the same members as before keeps its value."""

    def __init__(self) -> None:
        self._words, self._phrases, self._types = _Family(WORD), _Family(PHRASE), _Family(TYPE)

    def entries(
        self, documents: Sequence[Document], terms_of: Callable[[Document], Terms] = terms_of
    ) -> Iterator[tuple[bytes, bytes]]:
        """The keys and values of the index of these documents; `terms_of` may be one that remembers."""
        words, phrases, types = _holders(), _holders(), _holders()
        for number, document in enumerate(documents):
            terms = terms_of(document)
            for found, fields in ((words, terms.words), (phrases, terms.phrases), (types, ((document.type,),))):
                for field, some in enumerate(fields):
                    for term in some:
                        found[term].append(field * len(documents) + number)
        yield from self._words.entries(words)
        yield from self._phrases.entries(phrases)
        yield from self._types.entries(types, unions=False)
        yield VOCABULARY, " ".join(sorted(words)).encode()


def _holders() -> defaultdict[str, array[int]]:
    return defaultdict(lambda: array("I"))


class _Family:
    """The terms of one kind, and the unions of those that begin alike, as they were made last."""

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix
        self._holders: Mapping[str, array[int]] = {}
        self._terms: dict[str, bytes] = {}
        self._unions: dict[str, bytes] = {}

    def entries(self, holders: Mapping[str, array[int]], unions: bool = True) -> Iterator[tuple[bytes, bytes]]:
        """The keys and values of all terms, and of the beginnings of many terms."""
        before, self._holders = self._holders, holders
        changed = {term for term in holders.keys() | before.keys() if holders.get(term) != before.get(term)}
        self._terms = {
            term: pack(sorted(members)) if term in changed else self._terms[term] for term, members in holders.items()
        }
        yield from ((self._prefix + term.encode(), value) for term, value in self._terms.items())
        if unions:
            starts = {term[:length] for term in changed for length in range(1, len(term) + 1)}
            self._unions = {start: value for start, value in self._unions.items() if start not in starts}
            for _, some in groupby(sorted(holders), key=lambda term: term[:1]):
                self._unite(list(some), 1, starts)
            yield from ((self._prefix.upper() + start.encode(), value) for start, value in self._unions.items())

    def _unite(self, alike: Sequence[str], length: int, changed: Set[str]) -> set[int]:
        """The union of sorted terms that begin alike for so many letters; it is kept where they are many.

        So are the unions of those that begin alike for more letters, unless nothing has changed there.
        """
        start = alike[0][:length]
        if len(alike) <= _COMPLETIONS or start not in changed:
            return set().union(*(self._holders[term] for term in alike))
        longer = alike[1:] if alike[0] == start else alike
        groups = (list(some) for _, some in groupby(longer, key=lambda term: term[: length + 1]))
        union = set(self._holders.get(start, ())).union(*(self._unite(some, length + 1, changed) for some in groups))
        self._unions[start] = pack(sorted(union))
        return union
