"""Arrays of whole numbers in the index, the lowest byte first: of millions no objects are made."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Sequence

from sportlore.contract.record import Buffer


def packed(numbers: array[int]) -> bytes:
    """An array as bytes."""
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def unpacked(stored: Buffer, typecode: str) -> Sequence[int]:
    """The numbers of an array of such a type, not copied where the machine has them in the same form."""
    if sys.byteorder == "little":
        numbers: Sequence[int] = memoryview(stored).cast(typecode)  # type: ignore[call-overload]
        return numbers
    return struct.unpack(f"<{len(stored) // struct.calcsize(f'<{typecode}')}{typecode}", stored)
