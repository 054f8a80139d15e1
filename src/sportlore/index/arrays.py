"""Arrays of whole numbers of 32 bits in the index, the lowest byte first: of millions no objects are made."""

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
