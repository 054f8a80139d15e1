"""The search index: for each word, name and type the set of documents that have it, as keys and values of the store."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import TypeAlias

import msgspec
from msgspec import Struct

from sportlore.index.bitmaps import pack, pack_fields, pack_group
from sportlore.search import facets, known_words, linked, wordings
from sportlore.search.document import ByField, Document, Terms, terms_of
from sportlore.search.keys import (
    FACETS,
    FAMILY,
    FIRST_WORD,
    FOREIGN,
    LINKED,
    LOOSE_PHRASE,
    NAME_LENGTHS,
    NEIGHBOURS,
    OTHERS,
    PAIR,
    PHRASE,
    SEARCHED,
    SPORT,
    SYNONYM,
    TYPE,
    WORD,
    WORDING,
    group_of_pair,
    group_of_search,
    starting,
)
from sportlore.search.names import name_entries
from sportlore.search.suggestions import Completions
from sportlore.search.words import family, words

_COMPLETIONS = 3
"""A prefix of more terms than this has their union stored in the index; of fewer, the query joins them."""


class Other(Struct, frozen=True):
    """A document that is no entity, as a result shows it."""

    type: str
    name: str
    description: str
    page: str


def entries(
    documents: Sequence[Document], synonyms: Mapping[str, Sequence[str]] = {}, foreign: Sequence[str] = ()
) -> dict[bytes, bytes]:
    """The keys and values of the index of ranked documents.

    `synonyms` are the words that the documents use, by what people type instead: {"tall": ("height",)}; `foreign`
    are words that show that a query is not in English.
    """
    return Indexer().entries(documents, synonyms, foreign=foreign)


Positions: TypeAlias = "tuple[int, ...] | array[int]"
"""Where a term stands: number of the field * number of documents + number of the document, in any order.

Most terms stand once: for these it is a tuple, which all that stand at the same position share."""


class Indexer:
    """Makes an index, or one after the other: then what has the same members as before keeps its value."""

    def __init__(self, again: bool = False) -> None:
        """`again`: more than one index is made, and so what the first is made of is kept, in twice the memory."""
        self._again = again
        self._completions = Completions()
        self._ids: list[str] = []
        self._terms: dict[str, Terms] = {}
        self._lengths: list[int] = []
        self._known_words: set[str] = set()
        self._known_word_entries = dict(known_words.entries(()))
        self._values = values = dict[bytes, bytes]()
        prefixes = (WORD, FAMILY, PHRASE, LOOSE_PHRASE, FIRST_WORD)
        self._term_sets = (
            *(_TermSets(prefix, values, unions=prefix in (WORD, FIRST_WORD)) for prefix in prefixes),
            _Grouped(PAIR, values, group_of_pair),
            _TermSets(NEIGHBOURS, values),
            _Wordings(WORDING, values),
            _Grouped(SEARCHED, values, group_of_search),
            _TermSets(SPORT, values),
        )
        self._types, self._synonyms = _TermSets(TYPE, values), _TermSets(SYNONYM, values)

    def entries(
        self,
        documents: Sequence[Document],
        synonyms: Mapping[str, Sequence[str]] = {},
        terms_of: Callable[[Document], Terms] = terms_of,
        foreign: Sequence[str] = (),
    ) -> dict[bytes, bytes]:
        """The keys and values of the index of these documents; `terms_of` may be one that remembers."""
        links = linked.pack(documents)  # before the terms take their memory
        ids = [document.id for document in documents]
        if self._again and ids == self._ids:  # the numbers of all documents are as they were
            self._edit(map(terms_of, documents))
        else:
            self._take(documents, terms_of)
        self._ids = ids
        self._synonyms.take(_meant(synonyms, self._term_sets[1].holders), len(documents))
        values = dict(self._values) if self._again else self._values
        if self._term_sets[0].holders.keys() != self._known_words:
            self._known_words = set(self._term_sets[0].holders)
            self._known_word_entries = dict(known_words.entries(self._known_words))
        values.update(self._known_word_entries)
        others = [Other(d.type, d.name, d.description, d.page) for d in documents if d.page]
        values[NAME_LENGTHS] = msgspec.msgpack.encode(_name_lengths(self._lengths))
        values[LINKED] = links
        values[FACETS] = facets.pack(documents)
        values[FOREIGN] = msgspec.json.encode(sorted({word for text in foreign for word in words(text)}))
        values[OTHERS] = msgspec.json.encode(others)
        values.update(name_entries(documents))
        return values

    def completions(
        self, documents: Sequence[Document], types: Mapping[str, tuple[str, str]]
    ) -> Iterator[tuple[bytes, bytes]]:
        """The keys and values of what completes a search, of ranked documents; `types` is that of Completions."""
        return self._completions.entries(documents, types)

    def _take(self, documents: Sequence[Document], terms_of: Callable[[Document], Terms]) -> None:
        """Take all documents, the terms of one after those of the other."""
        term_sets, count = (*self._term_sets, self._types), len(documents)
        holders = [dict[str, Positions]() for _ in term_sets]
        self._terms, self._lengths = {}, []
        for number, document in enumerate(documents):
            terms = terms_of(document)
            if self._again:
                self._terms[document.id] = terms
            self._lengths.append(terms.length)
            by_prefix = (*terms.by_prefix, ((document.type,),))
            for term_set, positions, by_field in zip(term_sets, holders, by_prefix, strict=True):
                _add(positions, term_set.positions(number, by_field, count))
        for term_set in reversed(term_sets):
            term_set.take(holders.pop(), count)
            if not self._again and term_set not in self._term_sets[:2]:  # words and families are read once more
                term_set.holders = {}

    def _edit(self, terms: Iterable[Terms]) -> None:
        """Take the terms that the same documents have now."""
        now = dict(zip(self._ids, terms, strict=True))
        edits = [(n, self._terms[id], after) for n, (id, after) in enumerate(now.items()) if self._terms[id] != after]
        for n, term_set in enumerate(self._term_sets):
            term_set.edit([(number, before.by_prefix[n], after.by_prefix[n]) for number, before, after in edits])
        for number, _, after in edits:
            self._lengths[number] = after.length
        self._terms = now


def _add(holders: dict[str, Positions], terms: Iterable[tuple[str, int]]) -> None:
    """Add terms with their positions, in the order of the positions."""
    single = (-1,)
    for term, position in terms:
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
            meant[family(word)] |= {family(word) for text in texts for word in words(text)} - {family(word)}
    return {
        typed: array("I", sorted({position for stem in families for position in stems.get(stem, ())}))
        for typed, families in meant.items()
    }


class _TermSets:
    """The terms of one prefix, where they stand, and the unions of those that begin alike."""

    def __init__(self, prefix: bytes, values: dict[bytes, bytes], unions: bool = False) -> None:
        """`values` are the packed sets of all prefixes by their keys."""
        self._prefix = prefix
        self._values = values
        self._with_unions = unions
        self._count = 0
        self.holders: dict[str, Positions] = {}

    def take(self, holders: dict[str, Positions], count: int) -> None:
        """Take the terms of `count` documents."""
        before, same = self.holders, count == self._count
        self.holders, self._count = holders, count
        terms = holders.keys() | before.keys()
        self._pack({term for term in terms if not same or holders.get(term) != before.get(term)})

    def edit(self, edits: Iterable[tuple[int, ByField, ByField]]) -> None:
        """Replace terms of documents: number of the document, its terms before, its terms now."""
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

    def positions(self, number: int, fields: ByField, count: int) -> Iterator[tuple[str, int]]:
        """The terms of a document, each with where it stands."""
        for field, terms in enumerate(fields):
            position = field * count + number
            for term in terms:
                yield term, position

    def _pack(self, changed: Set[str]) -> None:
        """Make the values of these terms, and of what they begin with.

        In the order of the keys, so that sorting those of all prefixes takes little.
        """
        for term in sorted(changed):
            self._set(self._prefix + term.encode(), self.holders.get(term, ()))
        if self._with_unions and changed:
            starts = {term[:length] for term in changed for length in range(1, len(term) + 1)}
            for start in starts:
                self._set(starting(self._prefix, start), ())
            for _, alike in groupby(sorted(self.holders), key=lambda term: term[:1]):
                self._unite(list(alike), 1, starts)

    def _unite(self, alike: Sequence[str], length: int, changed: Set[str]) -> set[int]:
        """The union of sorted terms that begin alike for `length` letters; it is kept where they are many.

        So are the unions of those that begin alike for more letters. Where nothing has changed, all are as they were.
        """
        start = alike[0][:length]
        if length == 1 and start not in changed:
            return set()
        if len(alike) <= _COMPLETIONS or start not in changed:
            return set().union(*(self.holders[term] for term in alike))
        longer = alike[1:] if alike[0] == start else alike
        groups = (list(group) for _, group in groupby(longer, key=lambda term: term[: length + 1]))
        union = set(self.holders.get(start, ())).union(*(self._unite(group, length + 1, changed) for group in groups))
        self._set(starting(self._prefix, start), union)
        return union

    def _set(self, key: bytes, positions: Collection[int]) -> None:
        """Set the value at a key; what stands nowhere has none."""
        if not positions:
            self._values.pop(key, None)
            return
        ordered = sorted(positions)
        numbers_by_field: dict[int, list[int]] = {}
        start = 0
        while start < len(ordered):
            field = ordered[start] // self._count
            first = field * self._count
            end = bisect_left(ordered, first + self._count, start)
            numbers_by_field[field] = [position - first for position in ordered[start:end]] if field else ordered[:end]
            start = end
        self._values[key] = pack_fields(numbers_by_field)


class _Grouped(_TermSets):
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


class _Wordings(_TermSets):
    """Families by the wordings in which they stand."""

    def positions(self, number: int, fields: ByField, count: int) -> Iterator[tuple[str, int]]:
        """The families of the wordings of a document, each with its wording."""
        for position, wording in wordings.positions(number, fields):
            for term in wording:
                yield term, position

    def _set(self, key: bytes, positions: Collection[int]) -> None:
        """Set the value at a key; what stands nowhere has none."""
        if positions:
            self._values[key] = wordings.pack(sorted(positions))
        else:
            self._values.pop(key, None)


def _name_lengths(lengths: Sequence[int]) -> list[bytes]:
    """How many families each name has among the words that count, as packed planes."""
    bits = max(lengths, default=0).bit_length()
    return [pack([number for number, length in enumerate(lengths) if length >> bit & 1]) for bit in range(bits)]
