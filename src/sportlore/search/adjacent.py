"""Which families stand side by side in the texts of a document: "goal attack", "box kick".

What tells of a thing that has no page of its own has its words side by side, and what leads by all else may have one of them here
and one there. Two families have a number of 16 bits, so that one in 400 documents or so is taken to have a pair that it has not.
The numbers of a document are an array in ascending order (`arrays.Rows`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from zlib import crc32

from sportlore.contract.record import Buffer
from sportlore.search.arrays import packed, row

TIMES = 10
"""What two words side by side add, times the rarity of the commoner one."""


def number_of(one: str, other: str) -> int:
    """The number of two families in their order."""
    return crc32(f"{one} {other}".encode()) & 0xFFFF


def numbers_of(texts: Iterable[Sequence[str]]) -> bytes:
    """The numbers of all neighbours in texts of these families, packed."""
    found = {number_of(*two) for text in texts for two in pairwise(text)}
    return packed(array("H", sorted(found)))


def gains(stored: Buffer, count: int, asked: Sequence[tuple[int, int]], documents: Sequence[int]) -> list[int]:
    """What some of so many documents gain, by the numbers of the neighbours in a query and what each of them adds."""
    return [sum(_gained(row(stored, count, document, "H"), asked)) for document in documents]


def _gained(numbers: Sequence[int], asked: Iterable[tuple[int, int]]) -> Iterator[int]:
    """What is gained by each of the neighbours asked for that is among ascending numbers."""
    for number, points in asked:
        at = bisect_left(numbers, number)
        if at < len(numbers) and numbers[at] == number:
            yield points
