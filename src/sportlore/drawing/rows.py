"""Things at one scale, in as many rows as a page needs, numbered as in the legend below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sportlore.drawing.geometry import moved
from sportlore.drawing.model import Drawing, Legend, Shape, Spot
from sportlore.drawing.outlines import PERSON
from sportlore.drawing.pieces import Piece, features, placed

NARROW_ROOM, WIDE_ROOM = 326.0, 686.0
"""Units across which things stand in a row, on a phone and beside it."""
_BETWEEN, _BELOW, _NUMBER = 10.0, 26.0, 18.0
"""Units between things, below a row for the numbers, and across a number."""
_PERSON_WIDTH = 0.52


def rows(head: Drawing, things: Sequence[Piece], wide: float, narrow: float, *, person: bool = False) -> Drawing:
    """Things at one scale; `head` has the id and the words, `wide` and `narrow` are units a metre on the two pages at most."""
    widest = max(thing.box.width for thing in things) + (2 * _PERSON_WIDTH if person else 0.0)
    on_phones = _on_page(head, things, min(narrow, NARROW_ROOM / widest), NARROW_ROOM, person=person)
    on_desks = _on_page(head, things, min(wide, WIDE_ROOM / widest), WIDE_ROOM, person=person)
    return msgspec.structs.replace(on_desks, narrow=on_phones)


def _on_page(head: Drawing, things: Sequence[Piece], scale: float, room: float, *, person: bool) -> Drawing:
    beside = _PERSON_WIDTH + _BETWEEN / scale if person else 0.0
    standing: list[Piece] = []
    companion: tuple[Shape, ...] = ()
    floor = 0.0
    for row in _divided(things, scale, room, beside):
        floor -= max(piece.box.height for piece in row)
        x = 0.0 if standing else beside
        if person and not standing:
            companion = tuple(moved(shape, _PERSON_WIDTH / 2, floor) for shape in PERSON)
        for piece in row:
            middle = x + _cell(piece, scale) / 2
            standing.append(placed(piece, middle - piece.foot[0], floor - piece.floor))
            x += _cell(piece, scale) + _BETWEEN / scale
        floor -= _BELOW / scale
    corners = (Spot(0.0, floor), Spot(room / scale, floor))
    legend = (Legend(", ".join((piece.name, *piece.sizes[:1])), piece.foot) for piece in standing)
    return msgspec.structs.replace(
        head,
        features=tuple(msgspec.structs.replace(feature, dimensions=()) for feature in features(standing)),
        background=(*companion, *corners),
        legend=tuple(legend),
        scale=scale,
    )


def _cell(piece: Piece, scale: float) -> float:
    """The room of a thing and its number, in metres."""
    return max(piece.box.width, _NUMBER / scale)


def _divided(things: Sequence[Piece], scale: float, room: float, beside: float) -> Iterator[list[Piece]]:
    """The things of each row."""
    row: list[Piece] = []
    x = beside
    for piece in things:
        if row and (x + _cell(piece, scale)) * scale > room:
            yield row
            row, x = [], 0.0
        row.append(piece)
        x += _cell(piece, scale) + _BETWEEN / scale
    if row:
        yield row
