"""A drawing in words: the table of its measures."""

from __future__ import annotations

import re

from msgspec import Struct

from sportlore.drawing.composition import distance
from sportlore.drawing.model import Citation, Drawing, Feature


class Row(Struct, frozen=True):
    """A mark in words; its number in the drawing, 0 for the outline."""

    number: int
    name: str
    text: str
    citation: Citation


def measures(drawing: Drawing) -> tuple[Row, ...]:
    """A row for each mark, in the order of their numbers."""
    first = 1 if any(line.at for line in drawing.legend) else 0
    listed = (feature for feature in drawing.features if feature.listed)
    return tuple(
        Row(i if drawing.kind != "overlay" else 0, feature.name, _text(feature), feature.citation)
        for i, feature in enumerate(listed, first)
    )


def _text(feature: Feature) -> str:
    """The size of a mark, unless each of its numbers is among the distances that are stated, and these."""
    numbers = {distance(d) for d in feature.dimensions}
    stated = [f"{distance(d)} {d.text}" for d in feature.dimensions]
    is_said = bool(stated) and all(number in numbers for number in re.findall(r"[\d.,]+ m", feature.size))
    return "; ".join(stated if is_said else [feature.size, *stated])
