"""The figure of the body: outlines and regions, authored once, from which drawings of muscles are computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

View = Literal["front", "back"]
"""The figure is seen from the front, in the anatomical position, or from the back."""

GridPoint = tuple[int, int]
"""Units of the figure's grid: to the side of the middle line, and down from the crown."""

Curve = Annotated[tuple[GridPoint, ...], Meta(min_length=2)]
"""The control points of a quadratic B-spline; one that is stated twice is a corner."""


class Silhouette(Struct, frozen=True, forbid_unknown_fields=True):
    """Half of a view without its muscles: `contours` are filled and open at the middle line, `lines` are not filled."""

    contours: tuple[Curve, ...]
    lines: tuple[Curve, ...] = ()


class Views(Struct, frozen=True, forbid_unknown_fields=True):
    """The figure without its muscles, from both sides."""

    front: Silhouette
    back: Silhouette


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    """What is seen of a muscle on one half of a view; what lies `deep` is drawn where it lies, through what covers it.

    `muscle` is the id of the muscle group that it is part of, `name` that of the muscle or the head itself; `over` are further
    muscles of the group that lie beneath it and are not drawn.
    """

    muscle: str
    name: str
    view: View
    shapes: tuple[Curve, ...]
    deep: bool = False
    over: tuple[str, ...] = ()


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """The figure: `stature` is its height in units of the grid; heights, lengths and breadths are shares of that.

    Regions are keyed by ids that stay as they are. `sources` are the works that the shares are taken from.
    """

    stature: Annotated[int, Meta(gt=0)]
    sources: tuple[str, ...]
    heights: Mapping[str, float]
    lengths: Mapping[str, float]
    breadths: Mapping[str, float]
    views: Views
    regions: Mapping[str, Region]

    def silhouette(self, view: View) -> Silhouette:
        """The figure without its muscles, from one side."""
        return self.views.front if view == "front" else self.views.back
