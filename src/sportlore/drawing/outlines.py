"""What outlines of things are made of: in metres, standing on y = 0 around x = 0."""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec import Struct

from sportlore.drawing.model import Circle, Path, Point, Shape, Vertex

Measures = Mapping[str, float]
"""The measures of a thing by their names, in metres."""


class Outline(Struct, frozen=True):
    """A thing as it is drawn: its outline, the lines on it, and between which points each measure is seen."""

    outline: tuple[Shape, ...]
    details: tuple[Shape, ...] = ()
    across: Mapping[str, tuple[Point, Point]] = {}


def polygon(*corners: tuple[float, ...]) -> Path:
    """A closed path; a third number at a corner is the radius of the arc that comes to it."""
    return Path(tuple(Vertex(*corner) for corner in corners), closed=True)


def line(*corners: tuple[float, ...]) -> Path:
    """An open path."""
    return Path(tuple(Vertex(*corner) for corner in corners))


def rectangle(left: float, bottom: float, right: float, top: float) -> Path:
    """An upright rectangle."""
    return polygon((left, bottom), (right, bottom), (right, top), (left, top))


def oval(x: float, y: float, width: float, height: float) -> Shape:
    """An ellipse as an oval of four arcs, which is within 1 % of it at the ratios of balls and rackets."""
    a, b = max(width, height) / 2, min(width, height) / 2
    if math.isclose(a, b):
        return Circle(x, y, a)
    diagonal, rest = math.hypot(a, b), a - b
    small, large = (diagonal - rest) / 2 * diagonal / a, (diagonal + rest) / 2 * diagonal / b
    along = (a - small) * large / (large - small)
    across = small * (large - b) / (large - small)
    if width >= height:
        return polygon(
            (x + along, y + across, small),
            (x - along, y + across, large),
            (x - along, y - across, small),
            (x + along, y - across, large),
        )
    return polygon(
        (x + across, y + along, large),
        (x - across, y + along, small),
        (x - across, y - along, large),
        (x + across, y - along, small),
    )


def upright(length: float) -> tuple[Point, Point]:
    """From the ground up."""
    return (0.0, 0.0), (0.0, length)


def level(length: float, y: float = 0.0) -> tuple[Point, Point]:
    """Across the middle, at a height."""
    return (-length / 2, y), (length / 2, y)


def chord(x: float, y: float, width: float, height: float, share: float, *, level: bool = False) -> Path:
    """A string across an oval, at a share of the way from its middle to its edge."""
    reach = math.sqrt(1 - share * share) / 2
    if level:
        return line((x - width * reach, y + share * height / 2), (x + width * reach, y + share * height / 2))
    return line((x + share * width / 2, y - height * reach), (x + share * width / 2, y + height * reach))


PERSON: tuple[Shape, ...] = (
    Circle(0.0, 1.635, 0.115),
    Path(
        tuple(
            Vertex(x, y)
            for x, y in (
                *((0.06, 1.48), (0.22, 1.42), (0.26, 0.82), (0.20, 0.82), (0.17, 1.2), (0.16, 0.85), (0.15, 0.0)),
                *((0.04, 0.0), (0.0, 0.78), (-0.04, 0.0), (-0.15, 0.0), (-0.16, 0.85), (-0.17, 1.2), (-0.20, 0.82)),
                *((-0.26, 0.82), (-0.22, 1.42), (-0.06, 1.48)),
            )
        ),
        closed=True,
    ),
)
"""An outline of a standing person of 1.75 m, for scale."""
