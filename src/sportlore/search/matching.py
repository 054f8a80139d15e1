"""What one word of a query matches in the index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from sportlore.contract.record import Buffer
from sportlore.index.bitmaps import union, unpack
from sportlore.index.store import IndexStore
from sportlore.search.document import FIELDS, OTHER_LANGUAGE, SEARCH
from sportlore.search.keys import FAMILY, LOOSE_PHRASE, NAME_LENGTHS, PHRASE
from sportlore.search.reading import CALLED, EXACT, Corrections, QueryWord, SetReader
from sportlore.search.words import family

_WEIGHTS: Mapping[str, int] = {
    "type": 24,
    "name": 18,
    "keyword": 16,
    OTHER_LANGUAGE: 16,
    "definition": 14,
    "description": 11,
    SEARCH: 10,
    "link": 9,
    "fact": 8,
    "text": 6,
}
"""What a word adds in each field, times its rarity."""
_POINTS = [[_WEIGHTS[field] * share for field in FIELDS] for share in range(EXACT + 1)]
"""Eighths of what a word adds, by its share and field, for a rarity of one."""
_NAME, _TYPE, _SEARCH = FIELDS.index("name"), FIELDS.index("type"), FIELDS.index(SEARCH)
_TEXT = FIELDS.index("text")
_MEMORY = 16_000_000
"""Bytes of what words match that are remembered, at most, and half as many of the sets of terms."""
_MOST_REMEMBERED, _LEAST_REMEMBERED = 4_096, 16
_BITMAPS = 16
"""Bitmaps of what a word matches, at most."""


class Scored(NamedTuple):
    """A set of documents that gains points for one reason: the field in which it has a word, or "whole name" and the like."""

    reason: str
    points: int
    documents: int


class Holders(NamedTuple):
    """The documents that have a word, by the way in which they have it; all but `anywhere` are parts of it."""

    anywhere: int
    """In any field, however loosely."""
    types: int
    """As one of the words for their type."""
    named: int
    """In the name, however loosely."""
    called: int
    """Its family in a name or keyword, of which it can be a part."""
    searched: int
    """Its family in one of the `searches`, where it may stand together with another word."""
    whole_name: int
    """Its family alone is the name."""
    whole_keyword: int
    """Its family alone is a keyword."""


class Match(NamedTuple):
    """What one word of a query matches.

    `points` are what documents gain by the word, and `weights` what it counts for their coverage, as bit-sliced scores: twice the
    rarity for those that have the word or its family, once for those that have what it may become, mean or be a typo of.
    """

    asked: QueryWord
    read_as: str
    rarity: int
    known: int
    """2 if documents are called by the word, 1 if by what it may become, mean or be a typo of, else 0."""
    compared: int
    """With how many known words it was compared."""
    points: tuple[int, ...]
    weights: tuple[int, ...]
    holders: Holders
    stands: bool
    """Whether any document has it, however loosely; of a narrowed index, any document of the whole."""


SetsByField = tuple[tuple[int, int], ...]
"""Sets of documents by the numbers of the fields."""


class OpenIndex(SetReader[int]):
    """The open index as bitmaps of its documents. What words match is remembered, within a bound."""

    def __init__(self, store: IndexStore, count: int) -> None:
        super().__init__(store, Corrections(store))
        self.count = count
        self.all = (1 << count) - 1
        self.name_lengths = self._name_lengths()
        self.numbers: Sequence[int] | None = None
        """The numbers of its documents, if it has only a part of them."""
        remembered = _MEMORY // (_BITMAPS * (count // 7 + 32))  # an integer has 30 bits in 4 bytes
        remembered = max(_LEAST_REMEMBERED, min(_MOST_REMEMBERED, remembered))
        self.match: Callable[[QueryWord], Match] = lru_cache(remembered)(self.matched)
        self._term: Callable[[bytes, str], SetsByField] = lru_cache(remembered)(self.rare_term)

    def read(self, packed: Buffer) -> int:
        """The bitmap of a set."""
        return unpack(packed)

    def _name_lengths(self) -> tuple[int, ...]:
        """How many families the name of each document has among the words that count, as a bit-sliced score."""
        lengths = msgspec.msgpack.decode(bytes(self._store.value(NAME_LENGTHS) or b"\x90"), type=list[bytes])
        return tuple(map(self.read, lengths))

    def below(self, number: int) -> int:
        """The bitmap of the documents below a number."""
        return (1 << number) - 1

    def term(self, prefix: bytes, term: str) -> SetsByField:
        """The documents that have a term."""
        return self._term(prefix, term)

    def matched(self, asked: QueryWord) -> Match:
        """What a word matches, not remembered."""
        sets = self.sets(asked)
        all_sets = (*sets.sure, *sets.loose)
        surely, perhaps = joined(sets.sure), joined(sets.loose)
        rarity = self.rarity(asked, surely or perhaps)
        stem = family(sets.read_as)
        by_field = self.term(FAMILY, stem)
        whole_name, whole_keyword = self.phrase(LOOSE_PHRASE, stem)
        return Match(
            asked=asked,
            read_as=sets.read_as,
            rarity=rarity,
            known=sets.known,
            compared=sets.compared,
            points=_sliced(_by_best_field(all_sets, rarity)),
            weights=_sliced(((2 * rarity, surely), (rarity, perhaps ^ (perhaps & surely)))),
            holders=Holders(
                anywhere=surely | perhaps,
                types=dict(sets.sure[0][1]).get(_TYPE, 0),
                named=_named(all_sets),
                called=called_by(by_field),
                searched=dict(by_field).get(_SEARCH, 0),
                whole_name=whole_name,
                whole_keyword=whole_keyword,
            ),
            stands=self.has_any(asked, surely | perhaps),
        )

    def rarity(self, asked: QueryWord, holders: int) -> int:
        """The rarity of a word with these holders."""
        return rarity(self.count, holders.bit_count())

    def has_any(self, asked: QueryWord, holders: int) -> bool:
        """Whether any document has a word with these holders."""
        return holders > 0

    def outside_texts(self, match: Match) -> int:
        """The documents with a word in another field than the texts of sections and the like, however loosely."""
        sets = self.sets(match.asked)
        return union(
            documents for _, fields in (*sets.sure, *sets.loose) for field, documents in fields if field != _TEXT
        )

    def scored(self, match: Match) -> Iterator[Scored]:
        """Each document that a word matches once, by the best field in which it has it."""
        sets = self.sets(match.asked)
        by_field = [
            Scored(FIELDS[field], _POINTS[share][field] * match.rarity // 8, documents)
            for share, fields in (*sets.sure, *sets.loose)
            for field, documents in fields
        ]
        taken = 0
        for field, points, documents in sorted(by_field, key=lambda scored: -scored.points):
            yield Scored(field, points, documents & ~taken)
            taken |= documents

    def calls_whole(self, words: str) -> bool:
        """Whether anything has these words as its name or as a keyword."""
        return any(self.phrase(PHRASE, words))

    def phrase(self, prefix: bytes, phrase: str) -> tuple[int, int]:
        """The documents with a phrase as their name, and those with it as a keyword."""
        by_field = dict(self.rare_term(prefix, phrase))
        return by_field.get(0, 0), by_field.get(1, 0)


def joined(sets: Iterable[tuple[int, SetsByField]]) -> int:
    """The documents of sets, whatever the field."""
    return union(documents for _, fields in sets for _, documents in fields)


def called_by(sets: SetsByField) -> int:
    """The documents that are called by it: they have it in a name, a keyword or the words for their type."""
    return union(documents for field, documents in sets if field < CALLED)


def _named(sets: Iterable[tuple[int, SetsByField]]) -> int:
    """The documents with it in their name."""
    named = 0
    for _, fields in sets:
        if fields and fields[0][0] == _NAME:
            named |= fields[0][1]
    return named


def _by_best_field(sets: Iterable[tuple[int, SetsByField]], rarity: int) -> Iterator[tuple[int, int]]:
    """The points of the best field in which documents have a word, and these documents, each once."""
    by_points: dict[int, int] = {}
    for share, fields in sets:
        table = _POINTS[share]
        for field, documents in fields:
            points = table[field] * rarity // 8
            by_points[points] = by_points.get(points, 0) | documents
    taken = 0
    for points in sorted(by_points, reverse=True):
        documents = by_points[points]
        yield points, documents ^ (documents & taken)
        taken |= documents


def _sliced(scored: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The points of disjoint sets as bit-sliced scores, those of the most points first."""
    planes: list[int] = []
    for points, documents in scored:
        if documents:
            bits = _bits(points)
            planes += [0] * (bits[-1] + 1 - len(planes))
            for bit in bits:
                planes[bit] = planes[bit] | documents if planes[bit] else documents  # one bitmap for several planes
    return tuple(planes)


@lru_cache(4_096)
def _bits(number: int) -> tuple[int, ...]:
    """Which bits of a number are set: 5 -> (0, 2)."""
    return tuple(bit for bit in range(number.bit_length()) if number >> bit & 1)


def rarity(count: int, holders: int) -> int:
    """How telling a word is: 4, and twice the number of times that its holders could be doubled to be all documents.

    A whole number, so that scores are the same on every machine: 5 if all have the word, 25 if one of 1,300 has it, or none.
    """
    least = max(1, holders)
    return 4 + (count * count // (least * least)).bit_length()
