"""Shapes in metres, with what they are and where that is stated; no style."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sportlore.model import Layer

Point = tuple[float, float]


class Vertex(Struct, frozen=True):
    """A corner of a path. The path comes to it straight, or along a minor arc: anticlockwise for a positive radius."""

    x: float
    y: float
    radius: float = 0.0


class Path(Struct, frozen=True):
    """Lines and arcs from corner to corner; the radius of the first corner of an open path says nothing."""

    vertices: tuple[Vertex, ...]
    closed: bool = False


class Circle(Struct, frozen=True):
    """A circle by its centre and radius."""

    x: float
    y: float
    radius: float


class Spot(Struct, frozen=True):
    """A point that is marked."""

    x: float
    y: float


Shape = Path | Circle | Spot


class Dimension(Struct, frozen=True):
    """A distance that is stated: ("from the net", (0, 0), (1.98, 0))."""

    text: str
    start: Point
    end: Point


class Citation(Struct, frozen=True):
    """The clause of a work."""

    source: str
    clause: str


class Feature(Struct, frozen=True):
    """One marking, wherever it is repeated: `size` says its own measures in words ("radius 1.80 m")."""

    name: str
    layer: Layer
    shapes: tuple[Shape, ...]
    size: str
    dimensions: tuple[Dimension, ...]
    citation: Citation
    dashed: bool = False


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


class Drawing(Struct, frozen=True):
    """A composed drawing. The first feature is the outline of the area."""

    id: str
    title: str
    description: str
    kind: Literal["plan", "section", "elevation"]
    scope: str | None
    features: tuple[Feature, ...]
    background: tuple[Shape, ...] = ()
    """The ground and a person of 1.75 m beside an elevation, for scale alone."""
