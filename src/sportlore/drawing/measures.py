"""A drawing in words: the table of its measures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from msgspec import Struct

from sportlore.drawing.composition import distance
from sportlore.drawing.geometry import bounds, length
from sportlore.drawing.model import Circle, Citation, Drawing, Feature, Path


class MarkRow(Struct, frozen=True):
    """A mark in words; its number in the drawing, 0 for the outline."""

    number: int
    name: str
    text: str
    citation: Citation


def measures(drawing: Drawing) -> tuple[MarkRow, ...]:
    """A row for each mark, in the order of their numbers."""
    first = 1 if any(line.at for line in drawing.legend) else 0
    listed = (feature for feature in drawing.features if feature.listed)
    return tuple(
        MarkRow(i if drawing.kind != "overlay" else 0, feature.name, _text(feature), feature.citation)
        for i, feature in enumerate(listed, first)
    )


def _text(feature: Feature) -> str:
    """The size of a mark, unless each of its numbers is among the distances that are stated, and these."""
    numbers = {distance(d) for d in feature.dimensions}
    stated = [f"{distance(d)} {d.text}" for d in feature.dimensions]
    is_said = bool(stated) and all(number in numbers for number in re.findall(r"[\d.,]+ m", feature.size))
    return "; ".join(stated if is_said else [feature.size, *stated])


def lengths(drawing: Drawing) -> Iterator[float]:
    """Every length of a drawing: distances that are stated, radii and diameters, sizes and lengths of shapes."""
    for feature in drawing.features:
        yield from (math.dist(d.start, d.end) for d in feature.dimensions)
        for shape in feature.shapes:
            if isinstance(shape, Circle):
                yield from (shape.radius, 2 * shape.radius)
            elif isinstance(shape, Path):
                box = bounds([shape])
                yield from (length(shape), box.width, box.height)
                yield from (abs(vertex.radius) for vertex in shape.vertices if vertex.radius)
