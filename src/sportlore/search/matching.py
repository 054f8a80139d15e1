"""What one word of a query matches in the index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from sportlore.contract.record import Buffer
from sportlore.search.bitmaps import union, unpack
from sportlore.search.document import OTHER_LANGUAGE, PLACES, SEARCH
from sportlore.search.index import FAMILY, LOOSE_PHRASE, NAME_LENGTHS, PHRASE
from sportlore.search.reading import CALLED, EXACT, Corrections, Reader
from sportlore.search.store import Store
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
"""What a word adds in each place, times its rarity."""
_POINTS = [[_WEIGHTS[place] * share for place in PLACES] for share in range(EXACT + 1)]
"""Eighths of what a word adds, by its share and place, for a rarity of one."""
_NAME, _TYPE, _SEARCH = PLACES.index("name"), PLACES.index("type"), PLACES.index(SEARCH)
_MEMORY = 16_000_000
"""Bytes of what words match that are remembered, at most, and half as many of the sets of terms."""
_MOST_REMEMBERED, _LEAST_REMEMBERED = 4_096, 16
_BITMAPS = 16
"""Bitmaps of what a word matches, at most."""


class Scored(NamedTuple):
    """A set of documents that gains by a word, or by a whole name, for one reason."""

    place: str
    points: int
    documents: int


class Match(NamedTuple):
    """What one word of a query matches.

    `points` are what documents gain by the word, and `weights` what it counts for their coverage, as bit-sliced scores: twice the
    rarity for those that have the word or its family, once for those that have what it may become, mean or be a typo of.
    """

    word: str
    read_as: str
    corrected: bool
    """Whether it was compared with known words."""
    rarity: int
    points: tuple[int, ...]
    weights: tuple[int, ...]
    holders: int
    """The documents with it in any place, however loosely."""
    types: int
    """Those with the very word as one for their type."""
    named: int
    """The documents with the word in the name, however loosely."""
    called: int
    """Those with its family in a name or keyword, of which it can be a part."""
    searched: int
    """Those with its family in a search, where it may stand together with another word."""
    whole_name: int
    whole_keyword: int
    """Those of which its family alone is the name, or a keyword."""
    known: int
    """2 if documents are called by the word, 1 if by what it may become, mean or be a typo of, else 0."""
    compared: int
    """With how many words it was compared."""


Places = tuple[tuple[int, int], ...]
"""Sets of documents by the numbers of their places."""


class Index(Reader[int]):
    """The open index of so many documents, as bitmaps. What words match is remembered, within a bound."""

    def __init__(self, store: Store, count: int) -> None:
        super().__init__(store, Corrections(store))
        self.count = count
        self.all = (1 << count) - 1
        self.name_lengths = self._name_lengths()
        self.numbers: Sequence[int] | None = None
        """The numbers of its documents, if it has only some of them."""
        remembered = _MEMORY // (_BITMAPS * (count // 7 + 32))  # an integer has 30 bits in 4 bytes
        remembered = max(_LEAST_REMEMBERED, min(_MOST_REMEMBERED, remembered))
        self.match: Callable[[str, str, bool], Match] = lru_cache(remembered)(self.matched)
        self._term: Callable[[bytes, str], Places] = lru_cache(remembered)(self.rare_term)

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

    def term(self, kind: bytes, term: str) -> Places:
        """The documents that have a term."""
        return self._term(kind, term)

    def matched(self, word: str, typed: str, correct: bool) -> Match:
        """What a word matches, not remembered; the parameters are those of `sets`."""
        sets = self.sets(word, typed, correct)
        surely, perhaps = joined(sets.sure), joined(sets.loose)
        rarity = self.rarity(word, typed, correct, surely or perhaps)
        stem = family(sets.read_as)
        places = self.term(FAMILY, stem)
        whole_name, whole_keyword = self.phrase(LOOSE_PHRASE, stem)
        return Match(
            word=word,
            read_as=sets.read_as,
            corrected=correct,
            rarity=rarity,
            points=_sliced(_by_best_place((*sets.sure, *sets.loose), rarity)),
            weights=_sliced(((2 * rarity, surely), (rarity, perhaps ^ (perhaps & surely)))),
            holders=surely | perhaps,
            types=dict(sets.sure[0][1]).get(_TYPE, 0),
            named=_named((*sets.sure, *sets.loose)),
            called=called_by(places),
            searched=dict(places).get(_SEARCH, 0),
            whole_name=whole_name,
            whole_keyword=whole_keyword,
            known=sets.known,
            compared=sets.compared,
        )

    def rarity(self, word: str, typed: str, correct: bool, holders: int) -> int:
        """The rarity of a word with these holders."""
        return rarity(self.count, holders.bit_count())

    def scored(self, match: Match, typed: str) -> Iterator[Scored]:
        """Each document that a word matches once, by the best place in which it has it; `typed` as it was for the match."""
        sets = self.sets(match.word, typed, match.corrected)
        found = [
            Scored(PLACES[place], _POINTS[share][place] * match.rarity // 8, documents)
            for share, places in (*sets.sure, *sets.loose)
            for place, documents in places
        ]
        taken = 0
        for place, points, documents in sorted(found, key=lambda one: -one.points):
            yield Scored(place, points, documents & ~taken)
            taken |= documents

    def calls_whole(self, words: str) -> bool:
        """Whether anything has these words as its name or as a keyword."""
        return any(self.phrase(PHRASE, words))

    def phrase(self, kind: bytes, phrase: str) -> tuple[int, int]:
        """The documents with a phrase as their name, and those with it as a keyword."""
        by_place = dict(self.rare_term(kind, phrase))
        return by_place.get(0, 0), by_place.get(1, 0)


def joined(sets: Iterable[tuple[int, Places]]) -> int:
    """The documents of sets, whatever the place."""
    return union(documents for _, places in sets for _, documents in places)


def called_by(places: Places) -> int:
    """The documents of which something that they are called by has it."""
    return union(documents for place, documents in places if place < CALLED)


def _named(sets: Iterable[tuple[int, Places]]) -> int:
    """The documents with it in their name."""
    found = 0
    for _, places in sets:
        if places and places[0][0] == _NAME:
            found |= places[0][1]
    return found


def _by_best_place(sets: Iterable[tuple[int, Places]], rarity: int) -> Iterator[tuple[int, int]]:
    """The points of the best place in which documents have a word, and these documents, each once."""
    by_points: dict[int, int] = {}
    for share, places in sets:
        table = _POINTS[share]
        for place, documents in places:
            points = table[place] * rarity // 8
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
