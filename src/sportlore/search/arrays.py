"""Arrays of whole numbers of 32 bits in the index, the lowest byte first: of millions no objects are made.

Arrays of all documents stand in one value: at which byte the array of each document starts (of the last one also where it
ends), then the arrays, one behind the other.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Sequence

from sportlore.contract.record import Buffer

_SIZE = struct.calcsize("<I")


def packed(numbers: array[int]) -> bytes:
    """An array as bytes."""
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def unpacked(stored: Buffer) -> Sequence[int]:
    """The numbers of an array, not copied where the machine has them in the same form."""
    if sys.byteorder == "little":
        return memoryview(stored).cast("I")
    return struct.unpack(f"<{len(stored) // _SIZE}I", stored)


class Rows:
    """Puts the packed arrays of all documents together, in the order of their numbers."""

    def __init__(self) -> None:
        self._starts = array("I", [0])
        self._rows = bytearray()

    def add(self, row: bytes) -> None:
        """Add the packed array of the next document."""
        self._rows += row
        self._starts.append(len(self._rows))

    def value(self) -> bytes:
        """The value of all documents."""
        return packed(self._starts) + self._rows


def row(stored: Buffer, count: int, document: int) -> Sequence[int]:
    """The array of one of so many documents in the value that `Rows` made."""
    start, end = struct.unpack_from("<2I", stored, document * _SIZE)
    first = (count + 1) * _SIZE
    return unpacked(memoryview(stored)[first + start : first + end])
