"""Drawings of many things at one scale: all balls, all rackets and sticks, all goals, all fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sportlore.drawing.composition import distance
from sportlore.drawing.geometry import bounds
from sportlore.drawing.model import Dimension, Drawing
from sportlore.drawing.objects import Piece, pieces, row
from sportlore.model import Entity, Form

BALLS: frozenset[Form] = frozenset(("ball", "oval-ball", "pointed-ball", "shuttle", "disc"))
STICKS: frozenset[Form] = frozenset(("racket", "paddle", "bat", "blade", "hook", "stick", "crosse"))
GOALS = frozenset(("goal", "posts", "post", "basket"))
"""The keys of elevations that are goals."""
_LONGEST_FIELD = 250.0
"""A rowing course is left out, beside which a court would be a dot."""


def collections(
    entities: Iterable[Entity], drawn: Mapping[str, Sequence[Drawing]], labels: Mapping[str, str]
) -> tuple[Drawing, ...]:
    """The drawings of many things at one scale, as far as there are any; `drawn` are those of single entities."""
    shaped = [entity for entity in entities if entity.shape is not None]
    goals = [
        item
        for items in drawn.values()
        for item in items
        if item.kind == "elevation" and item.id.rpartition("-")[2] in GOALS
    ]
    fields = [items[0] for items in drawn.values() if items and items[0].kind == "plan" and items[0].scope is None]
    fields = [item for item in fields if bounds(item.features[0].shapes).width < _LONGEST_FIELD]
    made = (
        _row("balls", "Balls, pucks and shuttles at one scale", _of_form(shaped, BALLS, labels), (420, 330), False),
        _row(
            "rackets-and-sticks",
            "Rackets, bats and sticks at one scale",
            _of_form(shaped, STICKS, labels),
            (200, 150),
            True,
        ),
        _row("goals", "Goals at one scale", [_piece(item, "high") for item in goals], (46, 40), True),
        _row("fields", "Fields and courts at one scale", [_piece(item, "long") for item in fields], (2.4, 1.4), False),
    )
    return tuple(item for item in made if item is not None)


def _row(id: str, title: str, things: Sequence[Piece], scales: tuple[float, float], person: bool) -> Drawing | None:
    if len(things) < 2:
        return None
    beside = " Beside them stands a person of 1.75 m." if person else ""
    description = f"{title}: {', '.join(sorted(piece.name for piece in things))}.{beside}"
    return row(id, title, description, things, scales, person=person)


def _of_form(entities: Iterable[Entity], forms: frozenset[Form], labels: Mapping[str, str]) -> list[Piece]:
    """The first size of each thing of some forms."""
    return [
        drawn[0]
        for entity in entities
        if entity.shape and entity.shape.form in forms and (drawn := pieces(entity, labels))
    ]


def _piece(item: Drawing, up: str) -> Piece:
    """A composed drawing as one of several things: its outline, its lines, and its measures over all."""
    outline, *marks = item.features
    lines = tuple(shape for mark in marks if mark.layer in ("line", "area") for shape in mark.shapes)
    posts = tuple(shape for mark in marks if mark.layer == "object" for shape in mark.shapes)
    dimensions = outline.dimensions or tuple(d for mark in marks for d in mark.dimensions if d.text == up)[:1]
    name = item.title.replace(": Goal posts", "").replace(": Goal post", "").replace(": Goal", "")
    floor = 0.0 if item.kind == "elevation" else bounds((*outline.shapes, *lines, *posts)).bottom
    return Piece(name, outline.shapes, lines, (), (), _sizes(dimensions), outline.citation, floor, posts)


def _sizes(dimensions: Sequence[Dimension]) -> tuple[str, ...]:
    return (" by ".join(distance(d) for d in dimensions),) if dimensions else ()
