"""Charts: words, boxes and lines in pixels of a phone, written as SVG inline or as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

import svg
from msgspec import Struct

from sportlore.drawing.frame import framed, short

WIDTH = 350
"""Pixels of a chart: those of a phone, so that words keep their size there."""
TEXT = 12
"""Height of the words, in pixels."""
ADVANCE = 6.4
"""Width of a letter, about."""

STYLE = (
    "svg{--panel:#f4f5f0;--area:#dfe9df;--ink:#1b211e;--quiet:#57605b;--accent:#0b5a3c}"
    "@media(prefers-color-scheme:dark){svg{--panel:#1c221f;--area:#2b3a33;--ink:#e4e8e3;--quiet:#a4aea8;--accent:#84d3ac}}"
    ".ground{fill:var(--panel)}text{font:12px system-ui,sans-serif;fill:var(--ink);dominant-baseline:central}"
    ".quiet{fill:var(--quiet)}.middle{text-anchor:middle}.end{text-anchor:end}.box{fill:var(--area);stroke:var(--ink)}"
    ".free{fill:none;stroke:var(--quiet);stroke-width:.5}.bar{fill:var(--accent)}"
    ".span{fill:var(--panel);stroke:var(--accent);stroke-dasharray:3 2}"
    ".other{fill:var(--panel);stroke:var(--accent);stroke-width:1.5}"
    ".axis{fill:none;stroke:var(--quiet)}.grid{fill:none;stroke:var(--quiet);stroke-width:.5;stroke-dasharray:1 3}"
    ".curve{fill:none;stroke:var(--accent);stroke-width:2.5;stroke-linejoin:round}"
    ".second{fill:none;stroke:var(--ink);stroke-width:1.5;stroke-dasharray:6 3}"
    ".third{fill:none;stroke:var(--quiet);stroke-width:1.5;stroke-dasharray:1.5 3}.band{fill:var(--area)}"
    ".error{fill:var(--accent);fill-opacity:.15;stroke:var(--accent);stroke-dasharray:3 3;stroke-width:.75}"
    ".dot{fill:var(--panel);stroke:var(--ink);stroke-width:2.5}"
    ".trunk{fill:var(--area);stroke:var(--ink);stroke-linejoin:round}"
    ".limb{fill:none;stroke:var(--ink);stroke-width:8.5;stroke-linecap:round;stroke-linejoin:round}"
    ".sleeve{fill:none;stroke:var(--panel);stroke-width:6;stroke-linecap:round;stroke-linejoin:round}"
    ".hand{fill:var(--panel);stroke:var(--ink);stroke-linejoin:round}"
    ".finger{fill:none;stroke:var(--ink);stroke-width:2;stroke-linecap:round}"
    ".moved{fill:none;stroke:var(--accent);stroke-width:2;stroke-dasharray:4 3;stroke-linecap:round}"
    ".pole{fill:none;stroke:var(--ink);stroke-width:2.5}.swatch{stroke:var(--ink)}"
    ".etched{fill:#16181a;stroke:#16181a;stroke-width:.6;stroke-opacity:.55}"
    ".scored{fill:#fff;stroke:#fff;stroke-width:.6;stroke-opacity:.6}"
    ".sign{font-weight:700}.black{fill:#16181a}.white{fill:#fff}"
)
"""The style of a file. The site's style sheet has the same rules for charts in pages."""

Style = Literal[
    "box", "free", "bar", "span", "other", "axis", "grid", "curve", "second", "third", "band", "error",
    "quiet", "middle", "end", "tick",
    "trunk", "limb", "sleeve", "hand", "finger", "moved", "pole", "swatch", "etched", "scored", "sign", "black", "white",
]  # fmt: skip


class Text(Struct, frozen=True):
    """Words at a point: where they begin, or by their style their middle or their end."""

    x: float
    y: float
    text: str
    styles: tuple[Style, ...] = ()


class Letters(Struct, frozen=True):
    """Single letters, each at a point of its own, which is its middle."""

    points: tuple[tuple[float, float], ...]
    text: str


class Box(Struct, frozen=True):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    style: Style


class Line(Struct, frozen=True):
    """Straight pieces from point to point."""

    points: tuple[tuple[float, float], ...]
    style: Style


class Stretches(Struct, frozen=True):
    """Straight pieces with gaps between them, which a script of the page may draw again."""

    stretches: tuple[tuple[tuple[float, float], ...], ...]
    style: Style


class Dot(Struct, frozen=True):
    """A point that a script of the page may move, and show where it is hidden."""

    x: float
    y: float
    hidden: bool = False


class Shape(Struct, frozen=True):
    """Polygons, open lines and circles (x, y, radius) as one path; `fill` is a colour of its own, where its style has none."""

    style: Style
    polygons: tuple[tuple[tuple[float, float], ...], ...] = ()
    lines: tuple[tuple[tuple[float, float], ...], ...] = ()
    circles: tuple[tuple[float, float, float], ...] = ()
    fill: str | None = None


Mark = Text | Letters | Box | Line | Stretches | Dot | Shape


class Chart(Struct, frozen=True):
    """A drawing of quantities, in pixels; `id` ends its address."""

    id: str
    kind: Literal["weeks", "curve", "bars", "peers", "evidence", "signals", "tokens"]
    title: str
    description: str
    height: float
    marks: tuple[Mark, ...]


def inline(chart: Chart, id: str) -> str:
    """The chart as part of a page; `id` is unique in it."""
    return str(_document(chart, id, alone=False))


def file(chart: Chart) -> bytes:
    """The chart as a file of its own."""
    return str(_document(chart, "chart", alone=True)).encode()


def _document(chart: Chart, id: str, *, alone: bool) -> svg.SVG:
    size, elements = (WIDTH, chart.height), _elements(chart)
    return framed(
        id, chart.title, chart.description, size, elements, alone=alone, classes=["chart"], style=STYLE, labels="apart"
    )


def _elements(chart: Chart) -> Iterator[svg.Element]:
    """The marks in their order, all boxes of a style as one path, behind the rest."""
    boxes: dict[Style, list[svg.PathData]] = {}
    for mark in chart.marks:
        if isinstance(mark, Box):
            boxes.setdefault(mark.style, []).extend(_sides(mark))
    yield from (svg.Path(class_=[style], d=sides) for style, sides in boxes.items())
    for mark in chart.marks:
        match mark:
            case Text():
                yield svg.Text(
                    class_=[*mark.styles] or None, x=short(mark.x), y=short(mark.y), text=svg.escape(mark.text)
                )
            case Letters():
                xs, ys = (" ".join(str(short(point[axis])) for point in mark.points) for axis in (0, 1))
                yield svg.Text(class_=["middle"], extra={"x": xs, "y": ys}, text=mark.text)
            case Line():
                yield svg.Path(class_=[mark.style], d=list(_pieces(mark.points)))
            case Stretches():
                yield svg.Path(class_=[mark.style], d=[piece for points in mark.stretches for piece in _pieces(points)])
            case Shape():
                yield svg.Path(class_=[mark.style], fill=mark.fill, d=list(_outlines(mark)))
            case Dot():
                hidden: Literal["hidden"] | None = "hidden" if mark.hidden else None
                yield svg.Circle(class_=["dot"], cx=short(mark.x), cy=short(mark.y), r=5, visibility=hidden)


def _sides(box: Box) -> tuple[svg.PathData, ...]:
    """The outline of a rectangle, of one without height the line."""
    width, height = short(box.width), short(box.height)
    if not height:
        return (svg.MoveTo(short(box.x), short(box.y)), svg.HorizontalLineToRel(width))
    return (
        svg.MoveTo(short(box.x), short(box.y)),
        svg.HorizontalLineToRel(width),
        svg.VerticalLineToRel(height),
        svg.HorizontalLineToRel(-width),
        svg.ClosePath(),
    )


def _outlines(shape: Shape) -> Iterator[svg.PathData]:
    for polygon in shape.polygons:
        yield from _steps(polygon)
        yield svg.ClosePath()
    for line in shape.lines:
        yield from _steps(line)
    for x, y, radius in shape.circles:
        r = short(radius)
        yield svg.MoveTo(short(x - radius), short(y))
        yield svg.ArcRel(r, r, 0, False, True, short(2 * radius), 0)
        yield svg.ArcRel(r, r, 0, False, True, short(-2 * radius), 0)


def _steps(points: Sequence[tuple[float, float]]) -> Iterator[svg.PathData]:
    """Straight pieces from point to point, each from where the last one ends: shorter than `_pieces` where they are short."""
    placed = [(short(x), short(y)) for x, y in points]
    yield svg.MoveTo(*placed[0])
    for (ax, ay), (bx, by) in pairwise(placed):
        yield svg.LineToRel(short(bx - ax), short(by - ay))


def _pieces(points: Sequence[tuple[float, float]]) -> Iterator[svg.PathData]:
    """Straight pieces from point to point."""
    for i, (x, y) in enumerate(points):
        yield (svg.LineTo if i else svg.MoveTo)(short(x), short(y))
