"""The body with chosen muscles, in words and as SVG.

Choices are told apart without colour: solid for what is targeted, hatched for what assists, outlined for what stabilises. What
lies deep has a dashed edge and shows through. Each half is written once and mirrored, unless the sides differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import svg
from msgspec import Struct

from sportlore.drawing.frame import framed
from sportlore.drawing.splines import Spline
from sportlore.model import Body, Curve, Region, View
from sportlore.text import listed

Fill = Literal["solid", "hatched", "outlined"]
"""How a chosen muscle is drawn."""

Side = Literal["left", "right"]
"""The side of the body that is drawn, as the person says it."""

FILLS: tuple[Fill, ...] = ("solid", "hatched", "outlined")
VIEWS: tuple[View, ...] = ("front", "back")

Links = Mapping[str, tuple[str, str]]
"""Address and name of each muscle, by its id."""

STYLE = (
    "svg{--ground:#f4f5f0;--skin:#eceee7;--muscle:#c6d1c8;--line:#1b211e;--edge:#68766e;--accent:#0b5a3c}"
    "@media(prefers-color-scheme:dark){svg{--ground:#1c221f;--skin:#29312c;--muscle:#46544c;--line:#e4e8e3;--edge:#94a49a;"
    "--accent:#84d3ac}}"
    ".ground{fill:var(--ground)}.skin{fill:var(--skin);stroke:var(--edge);stroke-width:4.5;stroke-linejoin:round}"
    ".seam{fill:none;stroke:var(--edge);stroke-width:3;stroke-linecap:round}"
    ".resting{fill:var(--muscle);stroke:var(--edge);stroke-width:2.5}"
    ".solid{fill:var(--accent);stroke:var(--skin);stroke-width:4}"
    ".hatched{stroke:var(--accent);stroke-width:5.5}.stripe{fill:var(--accent)}.bare{fill:var(--skin)}"
    ".outlined{fill:var(--muscle);stroke:var(--accent);stroke-width:8}"
    ".deep{stroke:var(--accent);stroke-dasharray:16 11;stroke-width:5.5;fill-opacity:.72}"
    "text{font:57px system-ui,sans-serif;fill:var(--line)}.name{text-anchor:middle}"
)
"""The style of a file. The site's style sheet has the same rules for figures in pages."""

_CENTRE, _TOP, _LINE = 414, 24, 84
"""Of a view, in units of the page: from its edge to its middle line, above its crown, and a line of words."""
_ADVANCE = 31
"""The width of a letter, about."""
_SWATCH = 92


class Muscle(Struct, frozen=True):
    """A muscle group that is chosen, on both sides or on one."""

    id: str
    name: str
    side: Side | None = None

    @property
    def words(self) -> str:
        """The name with its side: "left quadriceps"."""
        name = self.name[:1].lower() + self.name[1:]
        return f"{self.side} {name}" if self.side else name


class Layer(Struct, frozen=True):
    """Muscles that are drawn alike; `label` says what that means: "Target"."""

    fill: Fill
    label: str
    muscles: tuple[Muscle, ...]


class BodyMap(Struct, frozen=True):
    """A figure with chosen muscles; `id` ends its address: "exercise/back-squat"."""

    id: str
    title: str
    description: str
    layers: tuple[Layer, ...]
    views: tuple[View, ...] = VIEWS


class MuscleInWords(Struct, frozen=True):
    """A muscle in words: its label, and its parts as they are seen on each view, with what lies deep."""

    muscle: Muscle
    label: str
    parts: Mapping[View, str]


def body_map(body: Body, id: str, title: str, layers: Sequence[Layer], views: tuple[View, ...] = VIEWS) -> BodyMap:
    """A figure with chosen muscles, described in words; layers without muscles are left out."""
    filled = tuple(layer for layer in layers if layer.muscles)
    seen = "The body from the front and from the back." if len(views) > 1 else f"The body from the {views[0]}."
    roles = [_role(layer) for layer in filled]
    chosen = [region for layer in filled for m in layer.muscles for view in views for region in _regions(body, m, view)]
    deep = [region.name for region in chosen if region.deep]
    hidden = [f"Deep, with a dashed edge: {listed(deep)}."] if deep else []
    return BodyMap(id, title, " ".join((seen, *roles, *hidden)), filled, views)


def _role(layer: Layer) -> str:
    """The muscles of a layer as a sentence; a muscle that is its own label stands alone."""
    if [muscle.name for muscle in layer.muscles] == [layer.label]:
        return f"{layer.label}."
    return f"{layer.label}: {listed([muscle.words for muscle in layer.muscles])}."


def rows(body: Body, layer: Layer) -> Iterator[MuscleInWords]:
    """The muscles of a layer in words."""
    for muscle in layer.muscles:
        parts = {view: "; ".join(_in_words(region) for region in _regions(body, muscle, view)) for view in VIEWS}
        yield MuscleInWords(muscle, layer.label, parts)


def _regions(body: Body, muscle: Muscle, view: View) -> list[Region]:
    return [region for region in body.regions.values() if region.muscle == muscle.id and region.view == view]


def _in_words(region: Region) -> str:
    """A part with what is said of its depth: "iliopsoas (deep)"."""
    deep = " (deep)" if region.deep else ""
    return f"{region.name}{deep}{f', over {listed(region.over)}' if region.over else ''}"


def size(item: BodyMap) -> tuple[int, int]:
    """Width and height of a figure, in units of its page."""
    width = 2 * _CENTRE * len(item.views)
    lines = len(list(_legend(item, width)))
    return width, _TOP + 1620 + _LINE * (1 + lines) + 24


def inline(body: Body, item: BodyMap, id: str, links: Links | None = None) -> str:
    """The figure as part of a page; `id` is unique in it.

    With `links`, by muscle, it is a map whose muscles lead there. It is hidden from screen readers and from the keyboard: the
    same links stand beside it as a list.
    """
    return str(_document(_Page(body, item, id, alone=False, links=links or {})))


def file(body: Body, item: BodyMap) -> bytes:
    """The figure as a file of its own, in which each region has its id."""
    return str(_document(_Page(body, item, "body", alone=True, links={}))).encode()


@dataclass(frozen=True)
class _Page:
    """What is drawn, and for where."""

    body: Body
    item: BodyMap
    id: str
    alone: bool
    links: Links

    def fill(self, muscle: str, side: Side) -> Fill | None:
        """How a muscle is drawn on a side, by the first layer that has it; None at rest."""
        return next(
            (
                layer.fill
                for layer in self.item.layers
                if any(other.id == muscle and other.side in (None, side) for other in layer.muscles)
            ),
            None,
        )

    @property
    def is_even(self) -> bool:
        """Whether both sides are drawn alike."""
        return all(muscle.side is None for layer in self.item.layers for muscle in layer.muscles)


def _document(page: _Page) -> svg.SVG:
    width, height = size(page.item)
    is_hatched = any(layer.fill == "hatched" for layer in page.item.layers)
    return framed(
        page.id,
        page.item.title,
        page.item.description,
        (width, height),
        [
            *(_view(page, view, _CENTRE * (2 * i + 1)) for i, view in enumerate(page.item.views)),
            *_captions(page, width),
        ],
        alone=page.alone,
        classes=["figure"],
        style=STYLE,
        labels="hidden" if page.links else "joined",
        definitions=[_hatch(page)] if is_hatched else [],
    )


def _hatch(page: _Page) -> svg.Element:
    """The pattern of what assists: stripes as wide as the gaps between them."""
    return svg.Pattern(
        id=f"{page.id}-hatch",
        width=16,
        height=16,
        patternUnits="userSpaceOnUse",
        patternTransform=[svg.Rotate(45)],
        elements=[
            svg.Rect(class_=["bare"], width=16, height=16),
            svg.Rect(class_=["stripe"], width=8, height=16),
        ],
    )


def _view(page: _Page, view: View, centre: int) -> svg.Element:
    """The figure from one side: its outline and its muscles, each half drawn, and mirrored or drawn again."""
    silhouette, key = page.body.silhouette(view), f"{page.id}-{view}"
    # Seen from the front, what is drawn right of the middle line is the person's left.
    right_of_middle: Side = "left" if view == "front" else "right"
    other: Side = "right" if view == "front" else "left"
    skin = svg.G(
        id=key,
        elements=[
            *(svg.Path(class_=["skin"], d=[_overlapping(curve)]) for curve in silhouette.contours),
            svg.Path(class_=["seam"], d=[Spline(curve, closed=False) for curve in silhouette.lines]),
        ],
    )
    mirror: list[svg.Transform] = [svg.Scale(-1, 1)]
    if page.links:
        muscles = list(_linked(page, view))
    elif page.is_even:
        half = svg.G(id=f"{key}-muscles", elements=list(_muscles(page, view, right_of_middle)))
        muscles = [half, svg.Use(href=f"#{key}-muscles", transform=mirror)]
    else:
        muscles = [
            *_muscles(page, view, right_of_middle),
            svg.G(transform=mirror, elements=list(_muscles(page, view, other))),
        ]
    return svg.G(
        transform=[svg.Translate(centre, _TOP)],
        elements=[skin, svg.Use(href=f"#{key}", transform=mirror), *muscles],
    )


def _overlapping(curve: Curve) -> Spline:
    """The curve with its ends a little beyond the middle line, so that no seam shows between the halves."""
    first, *inner, last = curve
    ends = [(-1 if x == 0 else x, y) for x, y in (first, last)]
    return Spline((ends[0], *inner, ends[1]), closed=False)


def _muscles(page: _Page, view: View, side: Side) -> Iterator[svg.Element]:
    """The muscles of one half: those at rest first, then the chosen ones, what lies deep above what covers it."""
    seen = [(id, region) for id, region in page.body.regions.items() if region.view == view]
    for fill in (None, *reversed(FILLS)):
        alike = [(id, region) for id, region in seen if page.fill(region.muscle, side) == fill]
        for deep in (False, True) if fill else (False,):
            if chosen := [(id, region) for id, region in alike if region.deep == deep]:
                yield from _painted(page, fill, side, chosen, deep=deep)


def _painted(
    page: _Page, fill: Fill | None, side: Side, regions: Sequence[tuple[str, Region]], *, deep: bool
) -> Iterator[svg.Element]:
    """Regions that are drawn alike: one path, in a file one for each, with its id and its name."""
    classes = [fill or "resting", *(["deep"] if deep else [])]
    paint = f"url(#{page.id}-hatch)" if fill == "hatched" else None
    if not page.alone:
        yield svg.Path(class_=classes, fill=paint, d=list(_closed(region for _, region in regions)))
        return
    for id, region in regions:
        yield svg.Path(
            id=id if page.is_even else f"{id}-{side}",
            class_=classes,
            fill=paint,
            d=list(_closed([region])),
            elements=[svg.Title(text=svg.escape(region.name))],
        )


def _linked(page: _Page, view: View) -> Iterator[svg.Element]:
    """The muscles as links, each with both of its halves, which the style sheet mirrors; what lies deep has none of its own."""
    by_muscle: dict[str, list[Region]] = {}
    for region in page.body.regions.values():
        if region.view == view and not region.deep:
            by_muscle.setdefault(region.muscle, []).append(region)
    for i, (muscle, regions) in enumerate(by_muscle.items()):
        address, name = page.links[muscle]
        key = f"{page.id}-{view[0]}{i}"
        yield svg.A(
            href=address,
            extra={"tabindex": "-1"},
            elements=[
                svg.Title(text=svg.escape(name)),
                svg.Path(id=key, d=list(_closed(regions))),
                svg.Use(href=f"#{key}"),
            ],
        )


def _closed(regions: Iterable[Region]) -> Iterator[svg.PathData]:
    return (Spline(curve, closed=True) for region in regions for curve in region.shapes)


def _captions(page: _Page, width: int) -> Iterator[svg.Element]:
    """The names of the views, and below them what the fills mean."""
    first = _TOP + 1620 + _LINE // 2 + 16
    for i, view in enumerate(page.item.views):
        yield svg.Text(class_=["name"], x=_CENTRE * (2 * i + 1), y=first, text=view.capitalize())
    for line, entries in enumerate(_legend(page.item, width), 1):
        y = first + line * _LINE
        for x, layer in entries:
            fill = f"url(#{page.id}-hatch)" if layer.fill == "hatched" else None
            yield svg.Rect(class_=[layer.fill], fill=fill, x=x, y=y - 44, width=_SWATCH - 28, height=46, rx=8)
            yield svg.Text(x=x + _SWATCH, y=y, text=svg.escape(layer.label))


def _legend(item: BodyMap, width: int) -> Iterator[list[tuple[int, Layer]]]:
    """The lines of the legend: where each layer stands in them."""
    entries, x = list[tuple[int, Layer]](), 40
    for layer in item.layers:
        end = x + _SWATCH + len(layer.label) * _ADVANCE
        if entries and end > width:
            yield entries
            entries, x, end = [], 40, 40 + _SWATCH + len(layer.label) * _ADVANCE
        entries.append((x, layer))
        x = end + 60
    if entries:
        yield entries
