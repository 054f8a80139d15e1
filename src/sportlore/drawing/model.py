"""Shapes in metres, with what they are and where that is stated; no style."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sportlore.model import Layer

Kind = Literal["plan", "section", "elevation", "object", "row", "pair", "overlay"]
"""What a drawing shows: a playing area or what stands there, a thing beside a hand or a person, several things at one scale,
the two sides of a comparison, or an area under several rules one over the other."""

Point = tuple[float, float]


class Vertex(Struct, frozen=True):
    """A corner of a path. The path comes to it straight, or along a minor arc: anticlockwise for a positive radius."""

    x: float
    y: float
    radius: float = 0.0


class Path(Struct, frozen=True, cache_hash=True, tag=True):
    """Lines and arcs from corner to corner; the radius of the first corner of an open path says nothing."""

    vertices: tuple[Vertex, ...]
    closed: bool = False


class Circle(Struct, frozen=True, tag=True):
    """A circle by its centre and radius."""

    x: float
    y: float
    radius: float


class Spot(Struct, frozen=True, tag=True):
    """A point that is marked."""

    x: float
    y: float


Shape = Path | Circle | Spot


class Dimension(Struct, frozen=True):
    """A distance that is stated: ("from the net", (0, 0), (1.98, 0))."""

    text: str
    start: Point
    end: Point
    stated: str = ""
    """The distance in words, where it is not what its ends make: a range, or centimetres."""


class Citation(Struct, frozen=True):
    """The clause of a work."""

    source: str
    clause: str


class Feature(Struct, frozen=True, cache_hash=True):
    """One marking, wherever it is repeated: `size` says its own measures in words ("radius 1.80 m").

    `ground` is the outline of one of several things; `variant` tells rules apart that are drawn over one another, from 1.
    """

    name: str
    layer: Layer | Literal["ground"]
    shapes: tuple[Shape, ...]
    size: str
    dimensions: tuple[Dimension, ...]
    citation: Citation
    dashed: bool = False
    listed: bool = True
    """Whether the table of measures has it: not what belongs to another feature."""
    variant: int = 0


class Legend(Struct, frozen=True):
    """A line of words below a drawing; numbered, if it stands for something at a point."""

    text: str
    at: Point | None = None


class Bounds(Struct, frozen=True):
    """The smallest rectangle around something."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom


class Drawing(Struct, frozen=True, cache_hash=True):
    """A composed drawing. The first feature is the outline of the area."""

    id: str
    title: str
    description: str
    kind: Kind
    scope: str | None
    features: tuple[Feature, ...]
    background: tuple[Shape, ...] = ()
    """The ground, and a person or a hand, for scale alone."""
    legend: tuple[Legend, ...] = ()
    scale: float | None = None
    """Units of the page a metre, where the drawing is composed for them."""
    narrow: Drawing | None = None
    """The same for phones, where it is composed anew."""
