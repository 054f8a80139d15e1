"""The search index: for each word, name and type the set of entities that have it, as keys and values of the store."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
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
    """Makes an index again and again. Sets that have the same members as before are kept."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._terms: dict[str, Terms] = {}
        self._words, self._phrases, self._types = _Family(WORD), _Family(PHRASE), _Family(TYPE, unions=False)

    def entries(
        self, documents: Sequence[Document], terms_of: Callable[[Document], Terms] = terms_of
    ) -> Iterator[tuple[bytes, bytes]]:
        """The keys and values of the index of these documents; `terms_of` may be one that remembers."""
        ids = [document.id for document in documents]
        terms = {document.id: terms_of(document) for document in documents}
        if ids == self._ids:
            edits = [(n, self._terms[id], now) for n, (id, now) in enumerate(terms.items()) if self._terms[id] != now]
            self._words.edit([(n, before.words, now.words) for n, before, now in edits], len(ids))
            self._phrases.edit([(n, before.phrases, now.phrases) for n, before, now in edits], len(ids))
        else:
            self._words.fill(found.words for found in terms.values())
            self._phrases.fill(found.phrases for found in terms.values())
            self._types.fill(((document.type,),) for document in documents)
        self._ids, self._terms = ids, terms
        for family in (self._words, self._phrases, self._types):
            yield from family.values.items()
        yield VOCABULARY, " ".join(sorted(self._words.holders)).encode()


Fields = Sequence[Iterable[str]]
"""The terms of each field of a document."""


class _Family:
    """The terms of one kind, where they stand, and the unions of those that begin alike.

    A term stands at field * count + number, for each field of each document.
    """

    def __init__(self, prefix: bytes, unions: bool = True) -> None:
        self._prefix = prefix
        self._with_unions = unions
        self.holders: dict[str, array[int]] = {}
        self.values: dict[bytes, bytes] = {}
        """The packed sets by their keys."""

    def fill(self, documents: Iterable[Fields]) -> None:
        """Take these documents, in the order of their numbers."""
        numbered = list(enumerate(documents))
        holders: dict[str, array[int]] = defaultdict(lambda: array("I"))
        for number, fields in numbered:
            for term, place in _places(number, fields, len(numbered)):
                holders[term].append(place)
        before, self.holders = self.holders, dict(holders)
        self._pack({term for term in holders.keys() | before.keys() if holders.get(term) != before.get(term)})

    def edit(self, edits: Iterable[tuple[int, Fields, Fields]], count: int) -> None:
        """Put other fields in the place of those that a document had."""
        changed: set[str] = set()
        for number, before, now in edits:
            old, new = set(_places(number, before, count)), set(_places(number, now, count))
            for term, place in old - new:
                self.holders[term].remove(place)
            for term, place in new - old:
                self.holders.setdefault(term, array("I")).append(place)
            changed |= {term for term, _ in old ^ new}
        for term in changed:
            if not self.holders[term]:
                del self.holders[term]
        self._pack(changed)

    def _pack(self, changed: Set[str]) -> None:
        """Make the values of these terms, and of what they begin with."""
        for term in changed:
            self._set(self._prefix, term, sorted(self.holders.get(term, ())))
        if self._with_unions and changed:
            starts = {term[:length] for term in changed for length in range(1, len(term) + 1)}
            for start in starts:
                self._set(self._prefix.upper(), start, ())
            for _, some in groupby(sorted(self.holders), key=lambda term: term[:1]):
                self._unite(list(some), 1, starts)

    def _unite(self, alike: Sequence[str], length: int, changed: Set[str]) -> set[int]:
        """The union of sorted terms that begin alike for so many letters; it is kept where they are many.

        So are the unions of those that begin alike for more letters, unless nothing has changed there.
        """
        start = alike[0][:length]
        if start not in changed:
            return set()
        if len(alike) <= _COMPLETIONS:
            return set().union(*(self.holders[term] for term in alike))
        longer = alike[1:] if alike[0] == start else alike
        groups = [list(some) for _, some in groupby(longer, key=lambda term: term[: length + 1])]
        same = (self.holders[term] for some in groups if some[0][: length + 1] not in changed for term in some)
        union = set(self.holders.get(start, ())).union(*same)
        union.update(*(self._unite(some, length + 1, changed) for some in groups))
        self._set(self._prefix.upper(), start, sorted(union))
        return union

    def _set(self, prefix: bytes, term: str, members: Sequence[int]) -> None:
        """Set the value of a term; without members there is none."""
        if members:
            self.values[prefix + term.encode()] = pack(members)
        else:
            self.values.pop(prefix + term.encode(), None)


def _places(number: int, fields: Fields, count: int) -> Iterator[tuple[str, int]]:
    """Each term of a document, and where it stands."""
    return ((term, field * count + number) for field, terms in enumerate(fields) for term in terms)
