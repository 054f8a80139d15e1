"""Several things at one scale: all balls, all rackets and sticks, all goals, all fields, and the two sides of a comparison."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from sportlore.drawing.composition import distance
from sportlore.drawing.geometry import bounds
from sportlore.drawing.model import Drawing, Feature, Kind
from sportlore.drawing.objects import pieces
from sportlore.drawing.pieces import Piece
from sportlore.drawing.rows import NARROW_ROOM, WIDE_ROOM, rows
from sportlore.model import Entity, Form

BALLS: frozenset[Form] = frozenset(("ball", "oval-ball", "pointed-ball", "shuttle", "disc"))
STICKS: frozenset[Form] = frozenset(("racket", "paddle", "bat", "blade", "hook", "stick", "crosse"))
GOALS = frozenset(("goal", "posts", "post", "basket"))
"""The keys of elevations that are goals."""
_LONGEST_FIELD = 250.0
"""A rowing course is left out, beside which a court would be a dot."""
_MOST_UNLIKE = 30.0
"""How many times larger one side of a comparison may be than the other."""
_HIGHEST_PAIR = 420.0
"""Units that the two sides of a comparison are high at most."""


def collections(
    entities: Iterable[Entity], drawn: Mapping[str, Sequence[Drawing]], labels: Mapping[str, str]
) -> tuple[Drawing, ...]:
    """The drawings of many things at one scale, the largest first; `drawn` are those of single entities."""
    shaped = [entity for entity in entities if entity.shape is not None]
    balls, sticks = (_of_form(shaped, forms, labels) for forms in (BALLS, STICKS))
    every = [item for items in drawn.values() for item in items]
    goals = [_piece(item) for item in every if item.kind == "elevation" and item.id.rpartition("-")[2] in GOALS]
    plans = [items[0] for items in drawn.values() if items and items[0].kind == "plan" and items[0].scope is None]
    fields = [_piece(item) for item in plans if bounds(item.features[0].shapes).width < _LONGEST_FIELD]
    collected = (
        _collection("balls", "Balls, pucks and shuttles at one scale", balls, 420, 330),
        _collection("rackets-and-sticks", "Rackets, bats and sticks at one scale", sticks, 200, 150, person=True),
        _collection("goals", "Goals at one scale", goals, 30, 24, person=True),
        _collection("fields", "Fields and courts at one scale", fields, 2.4, 1.4),
    )
    return tuple(item for item in collected if item is not None)


def _collection(
    id: str, title: str, things: Sequence[Piece], wide: float, narrow: float, *, person: bool = False
) -> Drawing | None:
    if len(things) < 2:
        return None
    ordered = sorted(things, key=lambda piece: (-max(piece.box.width, piece.box.height), piece.name))
    beside = " Beside them stands a person of 1.75 m." if person else ""
    description = f"{title}: {', '.join(piece.name for piece in ordered)}.{beside}"
    return rows(_head(id, title, description, "row"), ordered, wide, narrow, person=person)


def _head(id: str, title: str, description: str, drawing_kind: Kind) -> Drawing:
    """A drawing of which only the words are known."""
    return Drawing(id, title, description, drawing_kind, None, ())


def _of_form(entities: Iterable[Entity], forms: frozenset[Form], labels: Mapping[str, str]) -> list[Piece]:
    """The first size of each thing of some forms."""
    of_form = (pieces(entity, labels) for entity in entities if entity.shape and entity.shape.form in forms)
    return [sizes[0] for sizes in of_form if sizes]


_BESIDE_A_GOAL = 0.6
"""How far something may stand beside a goal, in metres, to be drawn with it."""


def _piece(item: Drawing) -> Piece:
    """A composed drawing as one of several things: its outline, its lines, and its measures over all."""
    outline, *marks = item.features
    box = bounds(outline.shapes)
    reach = _BESIDE_A_GOAL if item.kind == "elevation" else math.inf
    near = [
        (mark.layer, shape)
        for mark in marks
        for shape in mark.shapes
        if box.left - reach <= bounds([shape]).left and bounds([shape]).right <= box.right + reach
    ]
    lines = tuple(shape for layer, shape in near if layer in ("line", "area"))
    posts = tuple(shape for layer, shape in near if layer == "object")
    name = item.title.replace(": Goal posts", "").replace(": Goal post", "").replace(": Goal", "")
    floor = 0.0 if item.kind == "elevation" else bounds((*outline.shapes, *lines, *posts)).bottom
    return Piece(name, outline.shapes, lines, (), (), _sizes(outline, marks), outline.citation, floor, posts)


def _sizes(outline: Feature, marks: Sequence[Feature]) -> tuple[str, ...]:
    """The measures over all, or the first that is stated: ("13.40 m by 6.10 m",), ("4 m wide",)."""
    dimensions = outline.dimensions or tuple(d for mark in marks for d in mark.dimensions)[:1]
    if len(dimensions) == 1:
        return (f"{distance(dimensions[0])} {dimensions[0].text}",)
    return (" by ".join(distance(d) for d in dimensions),) if dimensions else ()


def side(entity: Entity, drawn: Sequence[Drawing], labels: Mapping[str, str]) -> Piece | None:
    """What stands for an entity in a comparison: its field, or itself as a thing; `drawn` are its drawings."""
    plan = next((item for item in drawn if item.kind in ("plan", "section")), None)
    if plan is not None:
        return _piece(plan)
    return next(iter(pieces(entity, labels)), None) if any(item.kind == "object" for item in drawn) else None


def _scale(a: Piece, b: Piece, room: float) -> float:
    """The greatest scale at which two things fit on a page, beside or below one another."""
    widths, heights = [a.box.width, b.box.width], [a.box.height, b.box.height]
    beside = min((room - 30) / sum(widths), _HIGHEST_PAIR / max(heights))
    below = min(room / max(widths), _HIGHEST_PAIR / sum(heights))
    return max(beside, below)


def pair(id: str, a: Piece, b: Piece) -> Drawing | None:
    """Two things at one scale, for the comparison of what they belong to.

    None where that shows nothing: the same thing twice, or one so much larger that the other would be a dot.
    """
    sizes = [max(thing.box.width, thing.box.height) for thing in (a, b)]
    if a == b or max(sizes) > _MOST_UNLIKE * min(sizes):
        return None
    wide, narrow = (_scale(a, b, room) for room in (WIDE_ROOM, NARROW_ROOM))
    title = f"{a.name} and {b.name[:1].lower()}{b.name[1:]} at one scale"
    said = "; ".join(", ".join((thing.name, *thing.sizes[:1])) for thing in (a, b))
    return rows(_head(id, title, f"{title}: {said}.", "pair"), (a, b), wide, narrow)
