"""Things as they are drawn, one beside the other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from sportlore.drawing.geometry import bounds, moved
from sportlore.drawing.model import Bounds, Citation, Dimension, Feature, Point, Shape


class Piece(Struct, frozen=True):
    """A thing as it is drawn, standing on y = 0: its outline, the least outline where a range is allowed, lines on it."""

    name: str
    outline: tuple[Shape, ...]
    details: tuple[Shape, ...]
    least: tuple[Shape, ...]
    dimensions: tuple[Dimension, ...]
    sizes: tuple[str, ...]
    """Its measures in words: ("diameter 21.6 to 22.3 cm",)."""
    citation: Citation
    floor: float = 0.0
    """The height on which it stands."""
    posts: tuple[Shape, ...] = ()
    """What stands there, of a goal or a court."""

    @property
    def box(self) -> Bounds:
        """The room that it takes above its floor."""
        box = bounds((*self.outline, *self.details, *self.posts))
        return Bounds(box.left, self.floor, box.right, box.top)

    @property
    def foot(self) -> Point:
        """Below its middle, where its number stands."""
        return (self.box.left + self.box.right) / 2, self.floor


def placed(piece: Piece, x: float, y: float = 0.0) -> Piece:
    """The thing elsewhere."""

    def all_moved(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
        return tuple(moved(shape, x, y) for shape in shapes)

    return msgspec.structs.replace(
        piece,
        outline=all_moved(piece.outline),
        details=all_moved(piece.details),
        least=all_moved(piece.least),
        floor=piece.floor + y,
        posts=all_moved(piece.posts),
        dimensions=tuple(
            Dimension(d.text, (d.start[0] + x, d.start[1] + y), (d.end[0] + x, d.end[1] + y), d.stated)
            for d in piece.dimensions
        ),
    )


def features(pieces: Sequence[Piece]) -> Iterator[Feature]:
    """The outlines, of which the table of measures says the sizes; then what is drawn on them."""
    for piece in pieces:
        along = _first(d for d in piece.dimensions if d.start[1] == d.end[1])
        up = _first(d for d in piece.dimensions if d.start[0] == d.end[0])
        outer = (*along, *up)
        yield Feature(piece.name, "ground", piece.outline, "; ".join(piece.sizes), outer, piece.citation)
    for piece in pieces:
        if piece.least:
            yield Feature("Least size", "line", piece.least, "", (), piece.citation, dashed=True, listed=False)
        if piece.details:
            yield Feature("Lines", "line", piece.details, "", (), piece.citation, listed=False)
        if piece.posts:
            yield Feature("Posts and nets", "object", piece.posts, "", (), piece.citation, listed=False)


def _first(dimensions: Iterable[Dimension]) -> tuple[Dimension, ...]:
    """The longest of some dimensions."""
    longest = max(dimensions, key=lambda d: math.dist(d.start, d.end), default=None)
    return (longest,) if longest else ()
