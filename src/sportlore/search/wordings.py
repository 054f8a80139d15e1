"""How near a query comes to one wording of a document, a name, a keyword or a search, and in how many its words stand.

Words add to the score of a document wherever they stand, and so a document with many `searches` may have each word in a different
one. Prefer a document that has the words in one phrase with few others, or in many phrases. Only documents that lead already are
compared so.

Where a family stands is a sorted array of numbers: 22 bits of the document, 6 of the wording, 4 of how many families that has.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from sportlore.contract.record import Buffer
from sportlore.index.arrays import packed, unpacked

_WORDING_BITS, _LENGTH_BITS = 6, 4
_DOCUMENT_SHIFT = _WORDING_BITS + _LENGTH_BITS
_STEP = 1 << _DOCUMENT_SHIFT
_MOST_WORDINGS, _LONGEST = 1 << _WORDING_BITS, (1 << _LENGTH_BITS) - 1
_LEFT_OVER = 8
"""What each family of a wording takes away that the query does not have; those that it has add their rarity."""
TIMES = 8
"""What the nearest wording counts for, beside the points of words."""
_OFTEN, _MOST_DOUBLED = 2, 4
"""What a word adds, times its rarity, for each time that the number of the wordings with it doubles, from one on; and how many of
these times count: eight wordings and more count alike, since those of a comparison are all that its sides are called together."""

Wording = TypeVar("Wording", bound=Sequence[str])


def positions(document: int, wordings: Iterable[Wording]) -> Iterator[tuple[int, Wording]]:
    """The wordings of a document, each with the number of its families there; those beyond the 64th are left out."""
    for number, wording in islice(enumerate(wordings), _MOST_WORDINGS):
        length = min(len(wording), _LONGEST)
        yield document << _DOCUMENT_SHIFT | number << _LENGTH_BITS | length, wording


def pack(positions: Sequence[int]) -> bytes:
    """Where a family stands, in ascending order, as bytes."""
    return packed(array("I", positions))


def gains(asked: Iterable[tuple[Buffer, int]], documents: Sequence[int]) -> tuple[list[int], list[int]]:
    """Two gains of each of these documents: by its nearest wording, and by words that many of its wordings have.

    `asked` are the families of a query: where they stand, as `pack` wrote it, and their rarity.
    """
    by_wording: list[dict[int, int]] = [{} for _ in documents]
    often = [0] * len(documents)
    firsts = [(index, document << _DOCUMENT_SHIFT) for index, document in enumerate(documents)]
    for stored, rarity in asked:
        stands = unpacked(stored)
        count, gain = len(stands), rarity + _LEFT_OVER
        for index, first in firsts:
            start = bisect_left(stands, first)
            if start == count or stands[start] >= first + _STEP:
                continue
            positions = stands[start : bisect_left(stands, first + _STEP, start)]
            totals = by_wording[index]
            for position in positions:
                totals[position] = totals.get(position, -_LEFT_OVER * (position & _LONGEST)) + gain
            often[index] += _OFTEN * rarity * min(_MOST_DOUBLED, len(positions).bit_length())
    return [TIMES * max(0, *totals.values()) if totals else 0 for totals in by_wording], often
