"""Queries of large catalogues: only the few documents that a query can find are numbered, and bitmaps are of these alone.

A document is found if it has enough of the weight of a query. The commonest words together often do not weigh enough, so that
each document that is found has one of the others (the essential ones of MaxScore; Turtle and Flood 1995). Where these
others have few holders, the same search runs over these holders, and what it costs hardly depends on the size of the catalogue.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sportlore.contract.record import Buffer
from sportlore.index.bitmaps import Narrowing, fewest, from_numbers, listed, members, unpack
from sportlore.index.store import IndexStore
from sportlore.search.matching import OpenIndex, rarity
from sportlore.search.reading import QueryWord, SetReader

LEAST = 32_768
"""Documents of the smallest index of which queries are narrowed: in a smaller one all bitmaps are quick enough."""
_MOST_CANDIDATES, _SHARE = 256, 256
"""The documents that are numbered at most: as many, or the share of all with this divisor."""
_MEMORY = 16_000_000
"""Bytes of holders that are remembered, at most."""
_MOST_REMEMBERED = 1_024


class Postings(NamedTuple):
    """What must be known of a word before documents are numbered; None stands for too many holders."""

    asked: QueryWord
    rarity: int
    read_as: str
    compared: int
    surely: array[int] | None
    perhaps: array[int] | None

    @property
    def stands(self) -> bool:
        """Whether any document has it, however loosely."""
        return bool(self.surely is None or self.perhaps is None or self.surely or self.perhaps)

    @property
    def most(self) -> int:
        """What a document can gain by it for its coverage."""
        return self.rarity if self.surely is not None and not self.surely else 2 * self.rarity


class PostingsReader(SetReader[bytes]):
    """Reads the index as it is packed."""

    def __init__(self, store: IndexStore, index: OpenIndex) -> None:
        super().__init__(store, index.corrections)
        self._count = index.count
        self._most = max(_MOST_CANDIDATES, index.count // _SHARE)
        self.of = lru_cache(min(_MOST_REMEMBERED, _MEMORY // (8 * self._most + 1)))(self._of)

    def read(self, packed: Buffer) -> bytes:
        """The bytes of a set."""
        return bytes(packed)

    def _of(self, asked: QueryWord) -> Postings:
        sets = self.sets(asked)
        sure = [packed for _, fields in sets.sure for _, packed in fields]
        loose = [packed for _, fields in sets.loose for _, packed in fields]
        surely, perhaps = _members(sure, self._most), _members(loose, self._most)
        holders, packed = (surely, sure) if sure else (perhaps, loose)
        count = len(holders) if holders is not None else _count(packed)
        return Postings(asked, rarity(self._count, count), sets.read_as, sets.compared, surely, perhaps)

    def candidates(
        self, postings: Sequence[Postings], phrases: Iterable[tuple[bytes, str]], asked: str, least: int
    ) -> list[int] | None:
        """All documents that a query can find, in order, and maybe others; None if there may be too many.

        `phrases` are the names and keywords that stand in it, if there are such; `asked` are all of its words, which may be a
        search; `least` is the weight that a document must have.
        """
        numbers: set[int] = set()
        spare = least - 1
        # First what most documents have, as long as no document can be found by such words alone.
        for word in sorted(postings, key=lambda word: word.most):
            if word.most <= spare:
                spare -= word.most
                continue
            if word.surely is None:
                return None
            numbers.update(word.surely)
            if word.perhaps is not None:
                numbers.update(word.perhaps)
            elif word.rarity <= spare:
                spare -= word.rarity
            else:
                return None
        searched = self.searched(asked)
        sets = (packed for phrase in phrases for _, packed in self.rare_term(*phrase))
        called = _members(sets if searched is None else (*sets, searched), self._most)
        if called is None:
            return None
        numbers.update(called)
        return sorted(numbers) if len(numbers) <= self._most else None


class NarrowIndex(OpenIndex):
    """An index of a few of the documents, numbered anew in the same order."""

    def __init__(
        self, store: IndexStore, index: OpenIndex, numbers: Sequence[int], postings: dict[QueryWord, Postings]
    ) -> None:
        SetReader.__init__(self, store, index.corrections)
        self.count = len(numbers)
        self.all = (1 << self.count) - 1
        self.numbers = self._numbers = numbers
        self.match = self.matched
        self._term = self.rare_term
        self._postings = postings
        self._narrowing = Narrowing(numbers)
        self.name_lengths = self._name_lengths()

    def read(self, packed: Buffer) -> int:
        """The bitmap of those of the documents that are in a set."""
        return self._narrowing(packed)

    def below(self, number: int) -> int:
        """The bitmap of the documents below a number."""
        return (1 << bisect_left(self._numbers, number)) - 1

    def rarity(self, asked: QueryWord, holders: int) -> int:
        """The rarity of a word among all documents."""
        return self._postings[asked].rarity

    def has_any(self, asked: QueryWord, holders: int) -> bool:
        """Whether any document at all has a word."""
        return self._postings[asked].stands


def _members(sets: Iterable[bytes], most: int) -> array[int] | None:
    """The members of all sets together, or None if they are many."""
    numbers: set[int] = set()
    for packed in sets:
        if fewest(packed) > most:
            return None
        numbers.update(members(packed))
        if len(numbers) > most:
            return None
    return array("I", numbers)


def _count(sets: Iterable[bytes]) -> int:
    """How many members sets have together."""
    many, few = 0, set[int]()
    for packed in sets:
        numbers = listed(packed)
        if numbers is None:
            many |= unpack(packed)
        else:
            few.update(numbers)
    return (many | from_numbers(list(few))).bit_count()
