"""A drawing as SVG: inline in a page, whose style sheet it uses, or as a file that stands alone and follows dark mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import svg

from sportlore.drawing.frame import framed, short
from sportlore.drawing.geometry import quartered, segments
from sportlore.drawing.layout import CONTINUED, NARROW, SAMPLE, Layout
from sportlore.drawing.model import Circle, Feature, Path, Shape, Spot

STYLE = (
    "svg{--ground:#f4f5f0;--area:#dfe9df;--line:#1b211e;--accent:#0b5a3c;--dimension:#57605b}"
    "@media(prefers-color-scheme:dark){svg{--ground:#1c221f;--area:#2b3a33;--line:#e4e8e3;--accent:#84d3ac;"
    "--dimension:#a4aea8}}"
    ".ground{fill:var(--ground)}.area{fill:var(--area);stroke:var(--line)}.surface{fill:var(--line);fill-opacity:.12}"
    ".line,.surface,.area,.clearance,.spot,.object{stroke:var(--line);stroke-width:1.25;stroke-linejoin:round}"
    ".line,.clearance,.object,.dimension{fill:none}.dashed{stroke-dasharray:4 3}"
    ".clearance{stroke:var(--dimension);stroke-width:1;stroke-dasharray:1.5 2.5}.object{stroke:var(--accent);stroke-width:2.5}"
    ".person{fill:var(--dimension);stroke:var(--dimension);fill-opacity:.5}"
    ".spot{stroke-width:4;stroke-linecap:round}.dimension{stroke:var(--dimension);stroke-width:.75}"
    "text{font:12px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:var(--line);"
    "stroke:var(--area);stroke-width:3;paint-order:stroke;stroke-linejoin:round}"
    ".outer{stroke:var(--ground)}.number{font-weight:700;fill:var(--accent)}.legend{stroke:none;text-anchor:start}"
    ".other{stroke:var(--accent);stroke-width:2}.other.b{stroke-dasharray:7 3}.other.c{stroke-dasharray:2 3}"
    ".other.d{stroke-dasharray:9 3 2 3}"
)
"""The style of a file. The site's style sheet has the same rules for drawings in pages."""

_CLASSES: Mapping[str, str] = {
    "line": "line",
    "area": "surface",
    "object": "object",
    "clearance": "clearance",
    "ground": "area",
}
_VARIANTS = (["line", "other"], ["line", "other", "b"], ["line", "other", "c"], ["line", "other", "d"])
"""The lines of further rules over those of the first."""
_TICK = 3.0


def inline(page: Layout, id: str) -> str:
    """The drawing as part of a page; `id` is unique in it."""
    return str(_document(page, id, alone=False))


def file(page: Layout) -> bytes:
    """The drawing as a file of its own; the title of each mark names its clause."""
    return str(_document(page, "drawing", alone=True)).encode()


def _document(page: Layout, id: str, *, alone: bool) -> svg.SVG:
    drawing = page.drawing
    outline, *marks = drawing.features
    elements = [
        *_background(page),
        _feature(page, outline, ["area"], titled=alone),
        *(_feature(page, mark, _classes(mark), titled=alone) for mark in marks),
        svg.Path(class_=["dimension"], d=list(_extensions(page))),
        *_samples(page),
        *_labels(page),
    ]
    classes = ["plan", "compact"] if page.width <= NARROW else ["plan"]
    size = (page.width, page.height)
    return framed(id, drawing.title, drawing.description, size, elements, alone=alone, classes=classes, style=STYLE)


def _background(page: Layout) -> Iterator[svg.Element]:
    """What is there for scale alone."""
    if page.drawing.background:
        commands = [command for shape in page.drawing.background for command in _commands(page, shape)]
        yield svg.Path(class_=["person"], d=commands)


def _classes(feature: Feature) -> list[str]:
    if feature.variant:
        return _VARIANTS[(feature.variant - 1) % len(_VARIANTS)]
    spot = all(isinstance(shape, Spot) for shape in feature.shapes)
    style = "spot" if spot and feature.layer == "line" else _CLASSES[feature.layer]
    return [style, "dashed"] if feature.dashed else [style]


def _feature(page: Layout, feature: Feature, classes: list[str], *, titled: bool) -> svg.Element:
    title = svg.Title(text=svg.escape(f"{feature.name} · {feature.citation.clause}"))
    commands = [command for shape in feature.shapes for command in _commands(page, shape)]
    return svg.Path(class_=classes, d=commands, elements=[title] if titled and feature.listed else None)


def marking(page: Layout, feature: Feature, *, outline: bool = False) -> svg.Element:
    """A mark as part of another picture."""
    return _feature(page, feature, ["area"] if outline else _classes(feature), titled=False)


def _commands(page: Layout, shape: Shape) -> Iterator[svg.PathData]:
    """The shape as commands of a path; both orientations keep the sense of rotation, with y down the page."""
    match shape:
        case Spot(x, y):
            yield svg.MoveTo(*_at(page, x, y))
            yield svg.HorizontalLineToRel(0)
        case Circle(x, y, radius):
            r = short(radius * page.scale)
            across, down = _at(page, x, y)
            yield svg.MoveTo(short(across - r), down)
            yield svg.ArcRel(r, r, 0, True, False, short(2 * r), 0)
            yield svg.ArcRel(r, r, 0, True, False, short(-2 * r), 0)
        case Path():
            yield svg.MoveTo(*_at(page, shape.vertices[0].x, shape.vertices[0].y))
            for _, end in segments(quartered(shape)):
                to = _at(page, end.x, end.y)
                r = short(abs(end.radius) * page.scale)
                yield svg.Arc(r, r, 0, False, end.radius < 0, *to) if end.radius else svg.LineTo(*to)
            if shape.closed:
                yield svg.ClosePath()


def _extensions(page: Layout) -> Iterator[svg.PathData]:
    """Each dimension line with a short stroke across it at both ends."""
    for extension in page.extensions:
        (ax, ay), (bx, by) = extension.start, extension.end
        span = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        nx, ny = (ay - by) / span * _TICK, (bx - ax) / span * _TICK
        yield svg.MoveTo(short(ax), short(ay))
        yield svg.LineTo(short(bx), short(by))
        for x, y in ((ax, ay), (bx, by)):
            yield svg.MoveTo(short(x - nx), short(y - ny))
            yield svg.LineTo(short(x + nx), short(y + ny))


def _samples(page: Layout) -> Iterator[svg.Element]:
    """A piece of each line before the words for it, where rules are drawn over one another."""
    if page.drawing.kind == "overlay":
        marks = (feature for feature in page.drawing.features if feature.listed)
        legend = (label for label in page.labels if label.style == "legend")
        words = (label for label in legend if not label.text.startswith(CONTINUED))
        for feature, label in zip(marks, words, strict=False):
            piece: list[svg.PathData] = [
                svg.MoveTo(short(label.x - SAMPLE + 4), short(label.y)),
                svg.HorizontalLineToRel(short(SAMPLE - 10)),
            ]
            yield svg.Path(class_=_classes(feature), d=piece)


def _labels(page: Layout) -> Iterable[svg.Element]:
    outside = sum(label.style == "legend" for label in page.labels) + len(page.drawing.features[0].dimensions)
    for i, label in enumerate(page.labels):
        x, y = short(label.x), short(label.y)
        turned: list[svg.Transform] | None = [svg.Rotate(-90, x, y)] if label.upright else None
        outer: list[str] = ["outer"] if label.style == "measure" and i < outside else []
        classes: list[str] = [label.style] if label.style != "measure" else outer
        yield svg.Text(x=x, y=y, text=svg.escape(label.text), class_=classes or None, transform=turned)


def _at(page: Layout, x: float, y: float) -> tuple[float, float]:
    across, down = page.to_page((x, y))
    return short(across), short(down)


__all__ = ["STYLE", "file", "inline", "marking"]
