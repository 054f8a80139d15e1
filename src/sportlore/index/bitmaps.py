"""Sets of numbers as integers, and scores added to them bit by bit.

A bitmap is an integer whose bit n says that number n is in the set: intersections and unions of whole sets are single
operations. Scores are kept bit-sliced: plane k is the bitmap of the numbers whose score has bit k, so that one pass over
the planes adds to the scores of all numbers at once, and the best are found by halving the set from the highest plane
down. Source: Rinfret, O'Neil and O'Neil, "Bit-Sliced Index Arithmetic", SIGMOD 2001.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import compress, count, zip_longest
from operator import and_, itemgetter, or_

from sportlore.contract.record import Buffer

_LIST, _MAP = b"\0", b"\1"
_FIELD, _HEAD = struct.Struct("<BI"), struct.Struct("<I")
_LARGEST_SCANNED = 2_048
"""Bits of the largest set that is made and read number by number."""
_FEW = 4
"""So few numbers are added one by one to a set of any size."""
_DIGITS = [bytes(b"01"[byte >> bit & 1] for byte in range(256)) for bit in range(8)]
"""Bit 0 of each byte as a digit, bit 1, and so on."""


def numbers(bits: int, most: int) -> list[int]:
    """The first `most` numbers of a set, in ascending order: numbers(9, 5) -> [0, 3]."""
    members: list[int] = []
    waiting = [(0, bits)] if bits else []
    while waiting:
        start, part = waiting.pop()
        length = part.bit_length()
        if length > _LARGEST_SCANNED:  # each step of a scan passes over all of it
            half = length // 2
            low = part & (1 << half) - 1
            waiting.append((start + half, part >> half))
            if low:
                waiting.append((start, low))
            continue
        while part:
            if len(members) >= most:
                return members
            rest = part & (part - 1)
            members.append(start + (part ^ rest).bit_length() - 1)
            part = rest
    return members


def pack(members: Sequence[int]) -> bytes:
    """A set, given in ascending order, as bytes: a list if they are few, else a map of bits, which is the faster to read."""
    size = members[-1] // 8 + 1 if members else 0
    if 16 * len(members) <= size:
        return _LIST + struct.pack(f"<{len(members)}I", *members)
    return _MAP + _bytes(members, size)


def unpack(packed: Buffer) -> int:
    """The set that `pack` wrote."""
    few = listed(packed)
    if few is None:
        return int.from_bytes(packed[1:], "little")
    return from_numbers(few)


def pack_fields(sets: Mapping[int, Sequence[int]]) -> bytes:
    """Sets by the number of their field, each in ascending order, as bytes; a field without members takes none."""
    packed = ((field, pack(members)) for field, members in sorted(sets.items()) if members)
    return b"".join(_FIELD.pack(field, len(data)) + data for field, data in packed)


def split_fields(packed: Buffer) -> list[tuple[int, bytes]]:
    """The fields that `pack_fields` wrote, the lowest first, each with the bytes of its set."""
    data, fields, end = bytes(packed), [], 0
    while end < len(data):
        field, length = _FIELD.unpack_from(data, end)
        start = end + _FIELD.size
        end = start + length
        fields.append((field, data[start:end]))
    return fields


def pack_group(sets: Mapping[str, bytes]) -> bytes:
    """Packed sets by their names, which have neither space nor line end, as bytes of which one set can be read."""
    lines, end = ["\n"], 0
    for name, packed in sorted(sets.items()):
        start, end = end, end + len(packed)
        lines.append(f"{name} {start} {end}\n")
    head = "".join(lines).encode()
    return b"".join((_HEAD.pack(len(head)), head, *(packed for _, packed in sorted(sets.items()))))


def of_group(group: Buffer, name: str) -> bytes | None:
    """The bytes of a set by its name in a group that `pack_group` wrote."""
    data, (size,) = bytes(group), _HEAD.unpack_from(group)
    start = _HEAD.size + size
    line = f"\n{name} ".encode()
    at = data.find(line, _HEAD.size, start)
    if at < 0:
        return None
    first, last = data[at + len(line) : data.index(b"\n", at + 1)].split()
    return data[start + int(first) : start + int(last)]


def listed(packed: Buffer) -> tuple[int, ...] | None:
    """The members of a set that `pack` wrote as a list, else None: they are more."""
    return None if packed[0] else struct.unpack_from(f"<{len(packed) // 4}I", packed, 1)


def fewest(packed: Buffer) -> int:
    """How many members a set has at least, by its bytes: a map has more than a list of its size would."""
    return (len(packed) - 1) // 16 if packed[0] else len(packed) // 4


def members(packed: Buffer) -> Sequence[int]:
    """The members of a set that `pack` wrote, in ascending order."""
    few = listed(packed)
    return few if few is not None else numbers(unpack(packed), 8 * len(packed))


class Narrowing:
    """Some numbers, counted anew from 0 in ascending order, and what of sets remains of these alone.

    Narrowing([2, 3, 7])(pack([3, 5, 7])) -> 0b110
    """

    def __init__(self, kept: Sequence[int]) -> None:
        self._positions = {number: position for position, number in enumerate(kept)}
        self._size = kept[-1] // 8 + 1 if kept else 1
        self._masks = [1 << (number & 7) for number in kept]
        # One more, since with a single index there would be no tuple.
        self._bytes = itemgetter(*[number >> 3 for number in kept], 0, 0)

    def __call__(self, packed: Buffer) -> int:
        """The numbers that are in a set which `pack` wrote, as bits at their positions."""
        few = listed(packed)
        if few is not None:
            positions = self._positions
            return from_numbers([positions[number] for number in positions.keys() & few])
        data = bytes(packed[1:]).ljust(self._size, b"\0")
        return from_numbers(list(compress(count(), map(and_, self._bytes(data), self._masks))))


def union(sets: Iterable[int]) -> int:
    """The numbers that are in any of these sets: union([1, 4]) -> 0b101."""
    return reduce(or_, sets, 0)


def intersection(sets: Iterable[int]) -> int:
    """The numbers that are in all of these sets, of which there is one at least: intersection([3, 6]) -> 0b10."""
    return reduce(and_, sets)


def from_numbers(members: Sequence[int]) -> int:
    """A set from its members, each once, in any order: from_numbers([3, 0]) -> 0b1001."""
    largest = max(members, default=0)
    if largest < _LARGEST_SCANNED or len(members) <= _FEW:
        return sum([1 << number for number in members])
    return int.from_bytes(_bytes(members, largest // 8 + 1), "little")


def _bytes(members: Iterable[int], size: int) -> bytes:
    bits = bytearray(size)
    for number in members:
        bits[number >> 3] |= 1 << (number & 7)
    return bytes(bits)


def add(planes: list[int], constant: int, bits: int) -> None:
    """Add a number to the scores of a set; there are planes enough, or more come on top."""
    lowest = 0
    while constant:
        if constant & 1:
            carry, bit = bits, lowest
            while carry:
                if bit >= len(planes):
                    planes.append(0)
                plane = planes[bit]
                planes[bit] = plane ^ carry
                carry &= plane
                bit += 1
        elif lowest >= len(planes):
            planes.append(0)
        constant >>= 1
        lowest += 1


def add_planes(planes: list[int], others: Sequence[int]) -> None:
    """Add scores to scores, number by number: a ripple-carry adder."""
    carry = 0
    if len(planes) < len(others):
        planes += [0] * (len(others) - len(planes))
    for bit, other in enumerate(others):
        plane = planes[bit]
        either = plane ^ other
        planes[bit] = either ^ carry
        carry = plane & other | carry & either
    for bit in range(len(others), len(planes)):
        if not carry:
            return
        plane = planes[bit]
        planes[bit] = plane ^ carry
        carry &= plane
    if carry:
        planes.append(carry)


def at_least(planes: Sequence[int], least: int, everything: int) -> int:
    """The numbers of `everything` whose score is `least` or more.

    at_least([0b01, 0b10], 2, 0b111) -> 0b010
    """
    more, same = 0, everything
    for bit in reversed(range(max(len(planes), least.bit_length()))):
        plane = planes[bit] if bit < len(planes) else 0
        if least >> bit & 1:
            same &= plane
        else:
            more |= same & plane
            same &= ~plane
    return more | same


def equal(planes: Sequence[int], others: Sequence[int], everything: int) -> int:
    """The numbers of `everything` that have the same score in both."""
    for plane, other in zip_longest(planes, others, fillvalue=0):
        everything &= ~(plane ^ other)
    return everything


def scores_of(planes: Sequence[int], members: Sequence[int]) -> list[int]:
    """The scores of some numbers: scores_of([0b01, 0b11], [0, 1]) -> [3, 2]."""
    if not planes or not members:
        return [0] * len(members)
    # All planes as bytes behind one another, the highest first: one slice has the bytes of a member in all of them.
    size = max(*members, *[plane.bit_length() for plane in planes]) // 8 + 1
    data = b"".join([plane.to_bytes(size, "little") for plane in reversed(planes)])
    return [int(data[member >> 3 :: size].translate(_DIGITS[member & 7]), 2) for member in members]


def best(planes: Sequence[int], candidates: int, offset: int, limit: int) -> list[int]:
    """The candidates with the highest scores, then in their order; the first `offset` of them are left out.

    best([0b110, 0b100], 0b111, 0, 2) -> [2, 1]
    """
    ordered: list[int] = []
    relevant = [plane for plane in planes if plane & candidates]
    # A stack of groups, the best on top. All members of a group agree in the planes above `height`. A group is split by
    # the next plane: those with the bit score higher than those without, whatever the planes below say. So the half without
    # waits on the stack, and the half with the bit is split on, until one member or no plane is left. A half that lies
    # before the page is only counted, so that a deep page costs hardly more than the first one.
    waiting = [(len(relevant), candidates)] if candidates and limit else []
    while waiting:
        height, group = waiting.pop()
        while height:
            height -= 1
            higher = group & relevant[height]
            if not higher or higher == group:
                continue
            if offset and (passed := higher.bit_count()) <= offset:
                offset -= passed
                group ^= higher
            else:
                waiting.append((height, group ^ higher))
                group = higher
            if not group & (group - 1):  # a single member
                break
        if offset:
            passed = group.bit_count()
            if passed <= offset:
                offset -= passed
                continue
            group, offset = _without_first(group, offset), 0
        ordered += numbers(group, limit - len(ordered)) if group & (group - 1) else (group.bit_length() - 1,)
        if len(ordered) == limit:
            break
    return ordered


def _without_first(bits: int, members: int) -> int:
    """A set without its first `members`, of which it has more."""
    start, rest = 0, bits
    while members:
        half = rest.bit_length() // 2
        low = rest & (1 << half) - 1
        passed = low.bit_count()
        if passed <= members:
            members -= passed
            rest >>= half
            start += half
        else:
            rest = low
    return bits >> start << start
