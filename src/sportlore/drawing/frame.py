"""What all drawings share as SVG: the frame with its name and ground, and coordinates in few digits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import svg

Labels = Literal["joined", "apart", "hidden"]
"""How a screen reader names a drawing: by title and description in one, by the title and then the description, not at all."""


def framed(
    id: str,
    title: str,
    description: str,
    size: tuple[float, float],
    elements: Iterable[svg.Element],
    *,
    alone: bool,
    classes: Sequence[str],
    style: str,
    labels: Labels = "joined",
    definitions: Iterable[svg.Element] = (),
) -> svg.SVG:
    """Elements on their ground with a title and a description, whose ids begin with `id`.

    A file (`alone`) carries its style; in a page a drawing has classes, to which the style sheet of the site applies.
    """
    width, height = map(short, size)
    named: list[svg.Element] = [
        svg.Title(id=f"{id}-title", text=svg.escape(title)),
        svg.Desc(id=f"{id}-desc", text=svg.escape(description)),
    ]
    return svg.SVG(
        xmlns="http://www.w3.org/2000/svg" if alone else None,
        class_=None if alone else [*classes],
        viewBox=svg.ViewBoxSpec(0, 0, width, height),
        extra=_labels(id, labels),
        elements=[
            *([] if labels == "hidden" else named),
            *([svg.Style(text=style)] if alone else []),
            *definitions,
            svg.Rect(class_=["ground"], width=width, height=height),
            *elements,
        ],
    )


def _labels(id: str, labels: Labels) -> dict[str, str]:
    match labels:
        case "joined":
            return {"role": "img", "aria-labelledby": f"{id}-title {id}-desc"}
        case "apart":
            return {"role": "img", "aria-labelledby": f"{id}-title", "aria-describedby": f"{id}-desc"}
        case "hidden":
            return {"aria-hidden": "true"}


def short(value: float, digits: int = 1) -> float:
    """A coordinate to a tenth of a unit or finer, a whole number without a decimal point: 3.0 -> 3."""
    value = round(value, digits)
    return int(value) if value == int(value) else value
