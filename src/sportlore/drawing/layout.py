"""Where the marks, dimensions and words of a drawing stand on a page, in units of which a phone shows one a pixel.

No word lies over another or leaves the page: what finds no room is left out, the least important first, and stands in the
table of measures.
"""

from __future__ import annotations

import itertools
import math
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec import Struct

from sportlore.drawing.composition import distance
from sportlore.drawing.geometry import DEVIATION, bounds, points
from sportlore.drawing.model import Bounds, Dimension, Drawing, Feature, Point, Shape

Orientation = Literal["landscape", "portrait"]

Line = tuple[Point, Point]
"""A straight piece on a page."""

NARROW, WIDE = 360.0, 720.0
"""Widths of a page: on a phone, and beside it for areas more than twice as long as wide."""
TALLEST = 600.0
TALLEST_OBJECT = 380.0
TEXT = 12.0
"""The height of letters: at least 11 pixels where 360 units are shown on 350 pixels."""
_ADVANCE = 0.6 * TEXT
"""The width of a letter or figure, at most, on average."""
SAMPLE = 34.0
"""Room for a sample of a line before the words for it."""
CONTINUED = "\u2003"
"""What the further lines of a legend's entry begin with."""
_LEGEND_ADVANCE = 6.4
"""The same in a line of words, where narrow letters make up for wide ones."""
_EDGE = 8.0
_SMOOTH = 0.1
"""Units that chords, over which no word shall lie, deviate from their arc at most."""
_BESIDE = 26.0
"""Room for the dimensions over all."""
_FARTHER = 8.0
"""How much farther from its line a word may stand where it would lie over others."""
_SHORTEST = 10.0
"""A dimension shorter than this is not drawn."""
_REMEMBERED = 512
"""Pages that are remembered: one drawing stands in its file, in its answer and on the pages of its venue and sports."""
LONG = 2.0
"""An area of a greater ratio of length to width is drawn twice: wide, and upright for phones."""


class Label(Struct, frozen=True):
    """Words around a point; `upright` words are read from the right."""

    text: str
    x: float
    y: float
    style: Literal["measure", "number", "legend"]
    upright: bool = False

    @property
    def box(self) -> Bounds:
        """The room that the words take."""
        across, along = len(self.text) * _ADVANCE / 2 + 2, TEXT / 2 + 1
        if self.style == "legend":
            return Bounds(self.x, self.y - along, self.x + len(self.text) * _LEGEND_ADVANCE, self.y + along)
        x, y = (along, across) if self.upright else (across, along)
        return Bounds(self.x - x, self.y - y, self.x + x, self.y + y)


class Extension(Struct, frozen=True):
    """A dimension line from end to end, in units of the page."""

    start: Point
    end: Point


class Layout(Struct, frozen=True):
    """A page: its size, the scale in units a metre, and what stands beside the shapes."""

    drawing: Drawing
    orientation: Orientation
    width: float
    height: float
    scale: float
    origin: Point
    extensions: tuple[Extension, ...]
    labels: tuple[Label, ...]

    def to_page(self, point: Point) -> Point:
        """From metres to units of the page; upright, the length runs down."""
        x, y = (point[0], -point[1]) if self.orientation == "landscape" else (point[1], point[0])
        return self.origin[0] + x * self.scale, self.origin[1] + y * self.scale


def is_long(drawing: Drawing) -> bool:
    """Whether the area is drawn upright for phones."""
    if drawing.narrow is not None:
        return True
    box = bounds(_everything(drawing))
    return drawing.kind in ("plan", "section", "overlay") and box.width > LONG * box.height


def _everything(drawing: Drawing) -> Iterator[Shape]:
    """All shapes, with those that are there for scale alone."""
    yield from (shape for feature in drawing.features for shape in feature.shapes)
    yield from drawing.background


def arranged(drawing: Drawing, orientation: Orientation = "landscape") -> Layout:
    """The page of a drawing."""
    if orientation == "portrait" and drawing.narrow is not None:
        return _arranged(drawing.narrow, "landscape")
    return _arranged(drawing, orientation)


@lru_cache(_REMEMBERED)
def _arranged(drawing: Drawing, orientation: Orientation) -> Layout:
    box = bounds(_everything(drawing))
    across, down = (box.width, box.height) if orientation == "landscape" else (box.height, box.width)
    page = WIDE if orientation == "landscape" and is_long(drawing) else NARROW
    tallest = TALLEST_OBJECT if drawing.kind == "object" else TALLEST
    scale = drawing.scale or min((page - _BESIDE - _EDGE) / across, (tallest - _BESIDE - _EDGE) / down)
    left, top = (box.left, -box.top) if orientation == "landscape" else (box.bottom, box.left)
    slack = (page - _BESIDE - _EDGE - across * scale) / 2
    origin = (_BESIDE + slack - left * scale, _EDGE - top * scale)
    legend = tuple(_legend(drawing, page, down * scale + _EDGE + _BESIDE))
    height = max(label.box.top for label in legend) + _EDGE if legend else down * scale + _BESIDE + _EDGE
    return _annotated(Layout(drawing, orientation, page, height, scale, origin, (), legend))


def _legend(drawing: Drawing, page: float, top: float) -> Iterator[Label]:
    """The lines of words below a drawing, in as many columns as they fit in."""
    numbers = itertools.count(1)
    texts = [f"{next(numbers)} {line.text}" if line.at else line.text for line in drawing.legend]
    left = _EDGE + (SAMPLE if drawing.kind == "overlay" else 0)
    room = int((page - _EDGE - left) / _LEGEND_ADVANCE)
    columns = max(1, room // (max(map(len, texts), default=room) + 2))
    wrapped = [piece for text in texts for piece in textwrap.wrap(text, room, subsequent_indent=CONTINUED)]
    rows = math.ceil(len(wrapped) / columns)
    for i, text in enumerate(wrapped):
        column, row = divmod(i, rows)
        x = left + column * (page - 2 * _EDGE) / columns
        yield Label(text, x, top + (row + 0.5) * (TEXT + 4), "legend")


def _annotated(page: Layout) -> Layout:
    """The page with dimensions and the numbers of the marks, as far as they find room."""
    labels = list(page.labels)
    extensions: list[Extension] = []
    dimensions: list[Line] = []
    features = page.drawing.features
    everything = tuple(_everything(page.drawing))
    edge = _on_page(page, bounds(features[0].shapes if page.drawing.kind == "object" else everything))
    fine = max(DEVIATION, _SMOOTH / page.scale)
    lines = tuple(pair for shape in everything for pair in pairwise(map(page.to_page, points(shape, fine))))
    for dimension in features[0].dimensions:
        extension, label = _over_all(page, dimension, edge)
        extensions.append(extension)
        dimensions.append((extension.start, extension.end))
        labels.append(label)
    for feature in features[1:]:
        for dimension in feature.dimensions:
            start, end = page.to_page(dimension.start), page.to_page(dimension.end)
            if math.dist(start, end) >= _SHORTEST:
                text = distance(dimension)
                candidates = (Label(text, x, y, "measure") for x, y in _beside_line(start, end, text))
                if (chosen := _first_free(candidates, labels, page, (*lines, *dimensions))) is not None:
                    labels.append(chosen)
                    extensions.append(Extension(start, end))
                    dimensions.append((start, end))
    for beside in _numbered(page):
        if (chosen := _first_free(beside, labels, page, (*lines, *dimensions))) is not None:
            labels.append(chosen)
    return Layout(
        page.drawing,
        page.orientation,
        page.width,
        page.height,
        page.scale,
        page.origin,
        tuple(extensions),
        tuple(labels),
    )


def _numbered(page: Layout) -> Iterator[Iterator[Label]]:
    """Where the number of each mark may stand, or that of each line of the legend."""
    points_of_legend = [line.at for line in page.drawing.legend if line.at]
    if points_of_legend:
        for number, at in enumerate(points_of_legend, 1):
            x, y = page.to_page(at)
            beside = ((x, y + 10), (x + 10, y), (x - 10, y), (x, y - 10))
            yield (Label(str(number), *point, "number") for point in beside)
        return
    if page.drawing.kind == "overlay":
        return
    listed = (feature for feature in page.drawing.features if feature.listed)
    for number, feature in enumerate(listed):
        if number:
            yield (Label(str(number), x, y, "number") for x, y in _beside_feature(page, feature))


def _over_all(page: Layout, dimension: Dimension, edge: Bounds) -> tuple[Extension, Label]:
    """A dimension of the whole area, below or to the left of everything."""
    (ax, ay), (bx, by) = page.to_page(dimension.start), page.to_page(dimension.end)
    text = distance(dimension)
    if abs(ax - bx) > abs(ay - by):
        y = edge.top + 7
        label = Label(text, (ax + bx) / 2, y + 10, "measure")
        half = (label.box.right - label.box.left) / 2 + 1
        within = min(max(label.x, half), page.width - half)
        return Extension((ax, y), (bx, y)), msgspec.structs.replace(label, x=within)
    x = edge.left - 7
    label = Label(text, x - 10, (ay + by) / 2, "measure", upright=True)
    half = (label.box.top - label.box.bottom) / 2 + 1
    within = min(max(label.y, half), page.height - half)
    return Extension((x, ay), (x, by)), msgspec.structs.replace(label, y=within)


def _on_page(page: Layout, box: Bounds) -> Bounds:
    """A rectangle in units of the page."""
    (ax, ay), (bx, by) = page.to_page((box.left, box.bottom)), page.to_page((box.right, box.top))
    return Bounds(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def _beside_line(start: Point, end: Point, text: str) -> Iterator[Point]:
    """Where the words of a dimension may stand: on its line, then on either side of it."""
    (ax, ay), (bx, by) = start, end
    span = math.dist(start, end)
    nx, ny = (ay - by) / span, (bx - ax) / span
    across = len(text) * _ADVANCE / 2 + 4
    aside = abs(nx) * across + abs(ny) * (TEXT / 2 + 4)
    fits = span > 2 * (across * abs(bx - ax) / span + TEXT * abs(by - ay) / span) + 4
    for offset in (0.0, aside, -aside) if fits else (aside, -aside):
        for share in (0.5, 0.35, 0.65, 0.2, 0.8):
            yield ax + (bx - ax) * share + nx * offset, ay + (by - ay) * share + ny * offset
    past = (across + 2) * abs(bx - ax) / span + (TEXT / 2 + 4) * abs(by - ay) / span
    for (x, y), sign in ((end, 1), (start, -1)):
        yield x + sign * (bx - ax) / span * past, y + sign * (by - ay) / span * past
    for offset in (aside + _FARTHER, -aside - _FARTHER):
        for share in (0.5, 0.2, 0.8):
            yield ax + (bx - ax) * share + nx * offset, ay + (by - ay) * share + ny * offset


def _beside_feature(page: Layout, feature: Feature) -> Iterator[Point]:
    """Where the number of a mark may stand: beside its shapes, near the middle and then elsewhere along them."""
    chains = [[page.to_page(point) for point in points(shape)] for shape in feature.shapes]
    for away in (11.0, 11.0 + _FARTHER):
        for share in (0.4, 0.6, 0.25, 0.75, 0.5, 0.12, 0.88):
            for chain in chains:
                yield from _beside_chain(chain, share, away)


def _beside_chain(chain: Sequence[Point], share: float, away: float) -> Iterator[Point]:
    """Where words may stand at a share of the way along straight pieces, or around a point."""
    if len(chain) == 1:
        ((x, y),) = chain
        yield from ((x + dx * (away - 2), y + dy * (away - 2)) for dx in (1, -1) for dy in (-1, 1))
        return
    i = min(int(share * (len(chain) - 1)), len(chain) - 2)
    (ax, ay), (bx, by) = chain[i], chain[i + 1]
    span = math.dist(chain[i], chain[i + 1]) or 1.0
    rest = share * (len(chain) - 1) - i
    x, y = ax + (bx - ax) * rest, ay + (by - ay) * rest
    nx, ny = (ay - by) / span, (bx - ax) / span
    for aside in (away, -away):
        yield x + nx * aside, y + ny * aside


def _first_free(
    candidates: Iterable[Label], labels: Iterable[Label], page: Layout, lines: Sequence[Line]
) -> Label | None:
    """The first label that lies on the page, over no other, and over as few lines as can be."""
    taken = [label.box for label in labels]
    free: list[tuple[int, int, Label]] = []
    for i, label in enumerate(candidates):
        box = label.box
        inside = box.left >= 1 and box.bottom >= 1 and box.right <= page.width - 1 and box.top <= page.height - 1
        if inside and not any(overlap(box, other) for other in taken):
            crossed = sum(crosses(line, box) for line in lines)
            if not crossed:
                return label
            free.append((crossed, i, label))
    return min(free, key=lambda entry: entry[:2])[2] if free else None


def crosses(line: Line, box: Bounds) -> bool:
    """Whether a straight piece touches a rectangle (the algorithm of Liang and Barsky)."""
    (ax, ay), (bx, by) = line
    # Most lie to one side of it.
    if (ax < box.left and bx < box.left) or (ax > box.right and bx > box.right):
        return False
    if (ay < box.bottom and by < box.bottom) or (ay > box.top and by > box.top):
        return False
    first, last = 0.0, 1.0
    for delta, low, high in ((bx - ax, box.left - ax, box.right - ax), (by - ay, box.bottom - ay, box.top - ay)):
        if delta == 0:
            if low > 0 or high < 0:
                return False
            continue
        entry, leave = sorted((low / delta, high / delta))
        first, last = max(first, entry), min(last, leave)
    return first <= last


def overlap(a: Bounds, b: Bounds) -> bool:
    """Whether two rectangles share more than an edge."""
    return a.left < b.right and b.left < a.right and a.bottom < b.top and b.bottom < a.top
