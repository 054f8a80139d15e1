"""The search index: for each word, name and type the set of documents that have it, as keys and values of the store."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import TypeAlias
from zlib import crc32

import msgspec
from msgspec import Struct

from sportlore.search import linked, vocabulary, wordings
from sportlore.search.bitmaps import pack, pack_group, pack_places
from sportlore.search.document import Document, Fields, Terms, terms_of
from sportlore.search.words import family, words

WORD, FAMILY, SYNONYM, PHRASE, LOOSE_PHRASE, TYPE = b"\0sw", b"\0sf", b"\0ss", b"\0sn", b"\0sl", b"\0st"
FIRST, PAIR, NEIGHBOURS, WORDING, SEARCHED = b"\0sb", b"\0sp", b"\0sa", b"\0sg", b"\0sx"
"""Keys of the index begin so: words, families, families by synonyms, names and keywords in exact words and in families, types,
first words of names, pairs of families that stand together in a search, those that stand side by side in a text, families in the
wordings of documents, searches.

What stands there are sets by place (`pack_places`). Those of a word or family are numbered as in PLACES; those of a phrase are
of the documents with this name (0) and with this keyword (1). Unions of what many terms begin with have the capital letters.
Pairs and searches stand in groups (`pack_group`, `group_of_pair`, `group_of_search`); where families stand in wordings is told in
wordings.py.
"""
NAME_LENGTHS, LINKED, OTHERS = b"\0lengths", b"\0linked", b"\0others"
"""How many families the name of each document has, bit by bit; what documents are linked with; those that are no entities."""

_COMPLETIONS = 3
"""A prefix of more terms than this has their union stored in the index; of fewer, the query joins them."""


class Other(Struct, frozen=True):
    """A document that is no entity, as a result shows it."""

    type: str
    name: str
    description: str
    page: str


def entries(documents: Sequence[Document], synonyms: Mapping[str, Sequence[str]] = {}) -> dict[bytes, bytes]:
    """The keys and values of the index of ranked documents.

    `synonyms` are the words that the documents use, by what people type instead: {"tall": ("height",)}.
    """
    return Indexer().entries(documents, synonyms)


Positions: TypeAlias = "tuple[int, ...] | array[int]"
"""Where a term stands: place * number of documents + number of the document, in any order.

Most terms stand in one place alone: for these it is a tuple, which those of the same place share."""


class Indexer:
    """Makes an index, or one after the other: then what has the same members as before keeps its value."""

    def __init__(self, again: bool = False) -> None:
        """`again`: more than one index is made, and so what the first is made of is kept, in twice the memory."""
        self._again = again
        self._ids: list[str] = []
        self._terms: dict[str, Terms] = {}
        self._lengths: list[int] = []
        self._vocabulary: set[str] = set()
        self._vocabulary_entries = dict(vocabulary.entries(()))
        self._values = values = dict[bytes, bytes]()
        prefixes = (WORD, FAMILY, PHRASE, LOOSE_PHRASE, FIRST)
        self._kinds = (
            *(_Kind(prefix, values, unions=prefix in (WORD, FIRST)) for prefix in prefixes),
            _Grouped(PAIR, values, group_of_pair),
            _Kind(NEIGHBOURS, values),
            _Wordings(WORDING, values),
            _Grouped(SEARCHED, values, group_of_search),
        )
        self._types, self._synonyms = _Kind(TYPE, values), _Kind(SYNONYM, values)

    def entries(
        self,
        documents: Sequence[Document],
        synonyms: Mapping[str, Sequence[str]] = {},
        terms_of: Callable[[Document], Terms] = terms_of,
    ) -> dict[bytes, bytes]:
        """The keys and values of the index of these documents; `terms_of` may be one that remembers."""
        links = linked.pack(documents)  # before the terms take their memory
        ids = [document.id for document in documents]
        if self._again and ids == self._ids:  # the numbers of all documents are as they were
            self._edit(map(terms_of, documents))
        else:
            self._take(documents, terms_of)
        self._ids = ids
        self._synonyms.take(_meant(synonyms, self._kinds[1].holders), len(documents))
        found = dict(self._values) if self._again else self._values
        if self._kinds[0].holders.keys() != self._vocabulary:
            self._vocabulary = set(self._kinds[0].holders)
            self._vocabulary_entries = dict(vocabulary.entries(self._vocabulary))
        found.update(self._vocabulary_entries)
        others = [Other(d.type, d.name, d.description, d.page) for d in documents if d.page]
        found[NAME_LENGTHS] = msgspec.msgpack.encode(_name_lengths(self._lengths))
        found[LINKED] = links
        found[OTHERS] = msgspec.json.encode(others)
        return found

    def _take(self, documents: Sequence[Document], terms_of: Callable[[Document], Terms]) -> None:
        """Take all documents, the terms of one after those of the other."""
        kinds, count = (*self._kinds, self._types), len(documents)
        holders = [dict[str, Positions]() for _ in kinds]
        self._terms, self._lengths = {}, []
        for number, document in enumerate(documents):
            terms = terms_of(document)
            if self._again:
                self._terms[document.id] = terms
            self._lengths.append(terms.length)
            for which, found, fields in zip(kinds, holders, (*terms.kinds, ((document.type,),)), strict=True):
                _add(found, which.positions(number, fields, count))
        for which in reversed(kinds):
            which.take(holders.pop(), count)
            if not self._again and which not in self._kinds[:2]:  # the words and families, which are read once more
                which.holders = {}

    def _edit(self, terms: Iterable[Terms]) -> None:
        """Take the terms that the same documents have now."""
        now = dict(zip(self._ids, terms, strict=True))
        edits = [(n, self._terms[id], found) for n, (id, found) in enumerate(now.items()) if self._terms[id] != found]
        for kind, which in enumerate(self._kinds):
            which.edit([(number, before.kinds[kind], after.kinds[kind]) for number, before, after in edits])
        for number, _, after in edits:
            self._lengths[number] = after.length
        self._terms = now


def _add(holders: dict[str, Positions], found: Iterable[tuple[str, int]]) -> None:
    """Add where terms stand, the terms of one place after those of the other."""
    single = (-1,)
    for term, position in found:
        before = holders.get(term)
        if before is None:
            if position != single[0]:
                single = (position,)
            holders[term] = single
        elif isinstance(before, tuple):
            holders[term] = array("I", (*before, position))
        else:
            before.append(position)


def _meant(synonyms: Mapping[str, Sequence[str]], stems: Mapping[str, Positions]) -> dict[str, Positions]:
    """Where what is meant stands, by the families of what is typed."""
    meant: dict[str, set[str]] = defaultdict(set)
    for typed, texts in synonyms.items():
        for word in words(typed):
            meant[family(word)] |= {family(one) for text in texts for one in words(text)} - {family(word)}
    return {
        typed: array("I", sorted({position for stem in found for position in stems.get(stem, ())}))
        for typed, found in meant.items()
    }


class _Kind:
    """The terms of one kind, where they stand, and the unions of those that begin alike."""

    def __init__(self, prefix: bytes, values: dict[bytes, bytes], unions: bool = False) -> None:
        """`values` are the packed sets of all kinds by their keys."""
        self._prefix = prefix
        self._values = values
        self._with_unions = unions
        self._count = 0
        self.holders: dict[str, Positions] = {}

    def take(self, holders: dict[str, Positions], count: int) -> None:
        """Take the terms of so many documents."""
        before, same = self.holders, count == self._count
        self.holders, self._count = holders, count
        terms = holders.keys() | before.keys()
        self._pack({term for term in terms if not same or holders.get(term) != before.get(term)})

    def edit(self, edits: Iterable[tuple[int, Fields, Fields]]) -> None:
        """Put other terms in the place of those that a document had: its number, those before, those now."""
        changed: set[str] = set()
        for number, before, now in edits:
            old, new = (set(self.positions(number, fields, self._count)) for fields in (before, now))
            for term, position in old - new:
                left = array("I", self.holders.pop(term))
                left.remove(position)
                if left:
                    self.holders[term] = left
            _add(self.holders, new - old)
            changed |= {term for term, _ in old ^ new}
        self._pack(changed)

    def positions(self, number: int, fields: Fields, count: int) -> Iterator[tuple[str, int]]:
        """The terms of one of so many documents, each with where it stands."""
        for place, terms in enumerate(fields):
            position = place * count + number
            for term in terms:
                yield term, position

    def _pack(self, changed: Set[str]) -> None:
        """Make the values of these terms, and of what they begin with.

        In the order of the keys, so that to sort those of all kinds takes little.
        """
        for term in sorted(changed):
            self._set(self._prefix, term, self.holders.get(term, ()))
        if self._with_unions and changed:
            starts = {term[:length] for term in changed for length in range(1, len(term) + 1)}
            for start in starts:
                self._set(self._prefix.upper(), start, ())
            for _, some in groupby(sorted(self.holders), key=lambda term: term[:1]):
                self._unite(list(some), 1, starts)

    def _unite(self, alike: Sequence[str], length: int, changed: Set[str]) -> set[int]:
        """The union of sorted terms that begin alike for so many letters; it is kept where they are many.

        So are the unions of those that begin alike for more letters. Where nothing has changed, all are as they were.
        """
        start = alike[0][:length]
        if length == 1 and start not in changed:
            return set()
        if len(alike) <= _COMPLETIONS or start not in changed:
            return set().union(*(self.holders[term] for term in alike))
        longer = alike[1:] if alike[0] == start else alike
        groups = (list(some) for _, some in groupby(longer, key=lambda term: term[: length + 1]))
        union = set(self.holders.get(start, ())).union(*(self._unite(some, length + 1, changed) for some in groups))
        self._set(self._prefix.upper(), start, union)
        return union

    def _set(self, prefix: bytes, term: str, positions: Collection[int]) -> None:
        """Set the value of a term; where it stands nowhere, it has none."""
        key = prefix + term.encode()
        if not positions:
            self._values.pop(key, None)
            return
        found = sorted(positions)
        places: dict[int, list[int]] = {}
        start = 0
        while start < len(found):
            place = found[start] // self._count
            first = place * self._count
            end = bisect_left(found, first + self._count, start)
            places[place] = [position - first for position in found[start:end]] if place else found[:end]
            start = end
        self._values[key] = pack_places(places)


def group_of_pair(pair: str) -> tuple[str, str]:
    """The group of a pair of families, and its name there: "knee pain" -> "knee", "pain"."""
    first, _, second = pair.partition(" ")
    return first, second


def group_of_search(search: str) -> tuple[str, str]:
    """The group of a search in exact words, one of 4,096, and its name there: "knee pain" -> "6cb", "knee-pain"."""
    return f"{crc32(search.encode()) & 0xFFF:03x}", search.replace(" ", "-")


class _Grouped(_Kind):
    """Terms of which most stand in one document alone, so that they are kept in groups."""

    def __init__(self, prefix: bytes, values: dict[bytes, bytes], group_of: Callable[[str], tuple[str, str]]) -> None:
        super().__init__(prefix, values)
        self._group_of = group_of
        self._groups = defaultdict[str, dict[str, bytes]](dict)

    def _pack(self, changed: Set[str]) -> None:
        """Make the values of the groups of these terms."""
        groups = set[str]()
        for term in changed:
            group_name, name = self._group_of(term)
            groups.add(group_name)
            positions = self.holders.get(term)
            if positions:
                self._groups[group_name][name] = pack(sorted(positions))
            else:
                self._groups[group_name].pop(name, None)
        for group_name in sorted(groups):
            key = self._prefix + group_name.encode()
            if group := self._groups[group_name]:
                self._values[key] = pack_group(group)
            else:
                self._values.pop(key, None)


class _Wordings(_Kind):
    """Families by the wordings in which they stand."""

    def positions(self, number: int, fields: Fields, count: int) -> Iterator[tuple[str, int]]:
        """The families of the wordings of a document, each with its wording."""
        for position, wording in wordings.positions(number, fields):
            for term in wording:
                yield term, position

    def _set(self, prefix: bytes, term: str, positions: Collection[int]) -> None:
        """Set the value of a family; where it stands nowhere, it has none."""
        key = prefix + term.encode()
        if positions:
            self._values[key] = wordings.pack(sorted(positions))
        else:
            self._values.pop(key, None)


def _name_lengths(lengths: Sequence[int]) -> list[bytes]:
    """How many families each name has among the words that count, as packed planes."""
    bits = max(lengths, default=0).bit_length()
    return [pack([number for number, length in enumerate(lengths) if length >> bit & 1]) for bit in range(bits)]
