"""A drawing as a small picture without words, for lists of many: inline in a page, or as a file."""

from __future__ import annotations

import svg

from sportlore.drawing.geometry import bounds
from sportlore.drawing.layout import Layout
from sportlore.drawing.model import Drawing
from sportlore.drawing.vector import STYLE, marking

_WIDTH, _HEIGHT, _EDGE = 120.0, 76.0, 3.0


_STYLE = (
    STYLE
    + ".line,.surface,.area,.spot,.object{vector-effect:non-scaling-stroke;stroke-width:.75}.object{stroke-width:1.5}"
)


def miniature(item: Drawing) -> str:
    """The lines of a drawing as part of a page, in the middle of a box of 120 by 76; the name beside it says what it is."""
    return str(_document(item, alone=False))


def miniature_file(item: Drawing) -> bytes:
    """The same as a file of its own."""
    return str(_document(item, alone=True)).encode()


def _document(item: Drawing, *, alone: bool) -> svg.SVG:
    marks = [feature for feature in item.features if feature.layer != "clearance"]
    box = bounds(shape for feature in marks for shape in feature.shapes)
    scale = min((_WIDTH - 2 * _EDGE) / box.width, (_HEIGHT - 2 * _EDGE) / box.height)
    origin = (_WIDTH / 2 - (box.left + box.right) / 2 * scale, _HEIGHT / 2 + (box.bottom + box.top) / 2 * scale)
    page = Layout(item, "landscape", _WIDTH, _HEIGHT, scale, origin, (), ())
    outline, *others = marks
    return svg.SVG(
        xmlns="http://www.w3.org/2000/svg" if alone else None,
        class_=None if alone else ["plan", "mini"],
        viewBox=svg.ViewBoxSpec(0, 0, int(_WIDTH), int(_HEIGHT)),
        extra={"aria-hidden": "true"},
        elements=[
            *([svg.Style(text=_STYLE)] if alone else []),
            marking(page, outline, outline=True),
            *(marking(page, mark) for mark in others),
        ],
    )
