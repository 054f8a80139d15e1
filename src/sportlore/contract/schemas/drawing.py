"""Drawings, as answers name them."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sportlore.contract.schemas.body import Body, Uri


class DrawnMark(Body, frozen=True, kw_only=True):
    """A mark of a drawing with its measures in words, and where they are stated."""

    name: str
    text: str | UnsetType = UNSET
    source: Annotated[str, Meta(description="The id of a work of `sources`.")]
    clause: str


class Drawing(Body, frozen=True, kw_only=True):
    """A drawing that is computed from stated values."""

    kind: Annotated[
        str,
        Meta(
            description="To scale `plan`, `section`, `elevation`, `object`, `overlay`, `pair`; "
            "else `board`, `positions`, `body`, `motion`, `weeks`, `bars`, `peers`, `curve`, `evidence`, `signals`, `tokens`."
        ),
    ]
    title: str
    description: str
    url: Annotated[Uri, Meta(description="The drawing as SVG.")]
    width: int
    height: int
    scope: Annotated[str, Meta(description="The rules that it is drawn by, as in variants of facts.")] | UnsetType = (
        UNSET
    )
    marks: Annotated[list[DrawnMark], Meta(description="What is drawn to scale, in words.")] | UnsetType = UNSET
    formats: Annotated[
        dict[str, Uri],
        Meta(
            description="Addresses by ending: `svg`; to scale and in metres `geojson` and `dxf`; a preview, `png`, of the first; "
            "of a motion `json` and `bvh`."
        ),
    ]
