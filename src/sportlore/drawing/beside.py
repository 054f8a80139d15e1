"""What stands for an entity beside another one, in the store of a snapshot: a server draws any two at one scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from sportlore.contract.record import SIDE, Buffer
from sportlore.drawing.collections import pair
from sportlore.drawing.model import Drawing
from sportlore.drawing.pieces import Piece

_PIECE = b"\0piece "
"""What begins the key of something drawn, whose value is its piece."""
_REMEMBERED = 64
"""Pairs that are remembered: an answer, its page and both pictures of it ask for the same one."""

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Piece)


class Side(Struct, frozen=True):
    """What stands for an entity, and what it belongs to: a court for the sports that are played on it."""

    of: str
    piece: Piece


def side_entries(sides: Mapping[str, Side]) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the store, those of one piece once."""
    for id, side in sides.items():
        yield SIDE + id.encode(), side.of.encode()
    for of, piece in {side.of: side.piece for side in sides.values()}.items():
        yield _PIECE + of.encode(), _ENCODER.encode(piece)


class StoredSides:
    """The sides in a store, which `value` reads."""

    def __init__(self, value: Callable[[bytes], Buffer | None]) -> None:
        self._value = value
        self.pair = lru_cache(_REMEMBERED)(self._pair)

    def _pair(self, a: str, b: str) -> Drawing | None:
        """Two entities at one scale; None where one has no side, or where that shows nothing."""
        pieces = [self._piece(id) for id in (a, b)]
        first, second = pieces
        return pair("pair", first, second) if first is not None and second is not None else None

    def _piece(self, id: str) -> Piece | None:
        of = self._value(SIDE + id.encode())
        stored = self._value(_PIECE + bytes(of)) if of is not None else None
        return _DECODER.decode(stored) if stored is not None else None
