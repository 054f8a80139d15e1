"""A picture of people on a field, as SVG: their zones, themselves, the ball, and arrows in the conventions of coaches.

A solid line is the ball's way, a dashed one a run, a wavy one a run with the ball, a double one a shot, a T a screen, dots a
press. Our side are discs, the other side squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
import svg
from msgspec import Struct

from sportlore.drawing.arrows import Arrow, Way, along, point_at
from sportlore.drawing.arrows import drawn as drawn_arrows
from sportlore.drawing.frame import framed, short
from sportlore.drawing.geometry import bounds
from sportlore.drawing.ground import Ground
from sportlore.drawing.layout import NARROW, Layout, crosses, overlap
from sportlore.drawing.model import Bounds, Drawing, Feature, Point, Shape
from sportlore.drawing.vector import STYLE, marking


class Zone(Struct, frozen=True):
    """An ellipse where a position stands; `own` is the one that the picture is about."""

    label: str
    at: Point
    half: tuple[float, float]
    own: bool = False


class PlayerToken(Struct, frozen=True):
    """A player."""

    label: str
    at: Point
    side: str


class Guide(Struct, frozen=True):
    """A named line by its ends, or a named rectangle by its corners."""

    name: str
    start: Point
    end: Point


class Scene(Struct, frozen=True):
    """All that a picture shows, in metres. `ball` is where it is, and whether somebody has it."""

    id: str
    title: str
    description: str
    ground: Ground
    area: Bounds
    upright: bool = False
    zones_of: tuple[Zone, ...] = ()
    tokens: tuple[PlayerToken, ...] = ()
    ball: tuple[Point, bool] | None = None
    arrows: tuple[Arrow, ...] = ()
    lines: tuple[Guide, ...] = ()
    zones: tuple[Guide, ...] = ()


TALLEST = 480.0
TEXT = 13.0
"""The height of letters: at least 11 pixels on a phone of 350 pixels, whose pages have margins."""
EDGE = 13.0
RADIUS = 10.5
"""Of a player, in units of the page."""
_INNER = 17
"""The width of two letters on a player, in any font."""

SCENE_STYLE = (
    ".us{fill:var(--accent);stroke:var(--ground)}.them{fill:var(--ground);stroke:var(--line);stroke-width:2}"
    ".ball{fill:var(--line);stroke:var(--ground);stroke-width:1.5}"
    ".move{fill:none;stroke:var(--line);stroke-width:1.75}.run{stroke-dasharray:6 4}.screen{stroke-width:2.5}"
    ".press{stroke-width:2.5;stroke-dasharray:.1 5;stroke-linecap:round}.head{fill:var(--line)}"
    ".zone{fill:var(--accent);fill-opacity:.16;stroke:var(--accent);stroke-dasharray:3 3}"
    ".own{fill-opacity:.42;stroke-width:3;stroke-dasharray:none}"
    ".guide{fill:none;stroke:var(--accent);stroke-width:2;stroke-dasharray:9 3 2 3}"
    ".hatch{fill:none;stroke:var(--accent);stroke-width:1}"
    ".leader{stroke:var(--line);stroke-width:.75}text.in{fill:var(--ground);stroke:none;font-weight:700}"
    "text{font-size:13px}text.of{stroke:none;font-weight:700}text.name{font-weight:700}"
)
"""The style of a file, besides that of plans. The site's style sheet has the same rules."""


def stopping(start: Point, end: Point, area: Bounds) -> Point:
    """The point before another player where one who goes to him stands, so that both can be seen."""
    apart = 2.4 * RADIUS / _scale(area, upright=False)
    distance = math.dist(start, end)
    share = max(0.0, distance - apart) / distance if distance else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _scale(area: Bounds, *, upright: bool) -> float:
    across, down = (area.height, area.width) if upright else (area.width, area.height)
    return min((NARROW - 2 * EDGE) / across, (TALLEST - 2 * EDGE) / down)


def scene_size(scene: Scene) -> tuple[int, int]:
    """Width and height in units of the page."""
    _, down = _extent(scene)
    scale = _scale(scene.area, upright=scene.upright)
    return round(NARROW), round(down * scale + 2 * EDGE)


def _extent(scene: Scene) -> tuple[float, float]:
    width, height = scene.area.width, scene.area.height
    return (height, width) if scene.upright else (width, height)


def scene_inline(scene: Scene, id: str) -> str:
    """The picture as part of a page; `id` is unique in it."""
    return str(_document(scene, id, alone=False))


def scene_file(scene: Scene) -> bytes:
    """The picture as a file of its own."""
    return str(_document(scene, "drawing", alone=True)).encode()


class _Page:
    """From metres to units of the page."""

    def __init__(self, scene: Scene) -> None:
        self.scale = _scale(scene.area, upright=scene.upright)
        self.upright, self.area = scene.upright, scene.area
        across, _ = _extent(scene)
        self.left = (NARROW - across * self.scale) / 2
        self.width, self.height = scene_size(scene)

    def at(self, point: Point) -> Point:
        """Upright, what is attacked is at the top; otherwise at the right."""
        x, y = point
        if self.upright:
            return (self.area.top - y) * self.scale + self.left, (self.area.right - x) * self.scale + EDGE
        return (x - self.area.left) * self.scale + self.left, (self.area.top - y) * self.scale + EDGE

    def layout(self, drawing: Drawing) -> Layout:
        """The page as marks know it: upright, they are turned."""
        if self.upright:
            origin = (self.left + self.area.top * self.scale, EDGE + self.area.right * self.scale)
        else:
            origin = (self.left - self.area.left * self.scale, EDGE + self.area.top * self.scale)
        orientation = "portrait" if self.upright else "landscape"
        return Layout(drawing, orientation, self.width, self.height, self.scale, origin, (), ())  # type: ignore[arg-type]


def _document(scene: Scene, id: str, *, alone: bool) -> svg.SVG:
    page = _Page(scene)
    ground = scene.ground.turned if scene.upright else scene.ground
    layout = page.layout(Drawing("", "", "", "plan", None, ground.features))
    players = [page.at(token.at) for token in scene.tokens]
    arrows = [Way(arrow, page.at, players, RADIUS) for arrow in scene.arrows]
    elements = [
        marking(layout, ground.features[0], outline=True),
        *(marking(layout, seen) for f in ground.features[1:] if (seen := _seen(f, layout)).shapes),
        *_guides(page, scene),
        *_zones(page, scene),
        *drawn_arrows(arrows),
        *_tokens(page, scene),
        *_words(page, scene, arrows),
    ]
    size, classes, style = (page.width, page.height), ["plan", "scene"], STYLE + SCENE_STYLE
    return framed(id, scene.title, scene.description, size, elements, alone=alone, classes=classes, style=style)


def _seen(feature: Feature, layout: Layout) -> Feature:
    """A mark with those of its shapes that lie on the page."""
    page = Bounds(0, 0, layout.width, layout.height)
    shapes = tuple(shape for shape in feature.shapes if overlap(_on_page(shape, layout), page))
    return msgspec.structs.replace(feature, shapes=shapes)


def _on_page(shape: Shape, layout: Layout) -> Bounds:
    box = bounds([shape])
    (ax, ay), (bx, by) = layout.to_page((box.left, box.bottom)), layout.to_page((box.right, box.top))
    return Bounds(min(ax, bx) - 1, min(ay, by) - 1, max(ax, bx) + 1, max(ay, by) + 1)


def _guides(page: _Page, scene: Scene) -> Iterator[svg.Element]:
    """Hatched rectangles, then lines that the words name."""
    for zone in scene.zones:
        (ax, ay), (bx, by) = page.at(zone.start), page.at(zone.end)
        left, right, top, bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        yield svg.Path(class_=["hatch"], d=list(_hatching(left, right, top, bottom)))
    for line in scene.lines:
        (ax, ay), (bx, by) = page.at(line.start), page.at(line.end)
        yield svg.Path(class_=["guide"], d=[svg.MoveTo(short(ax), short(ay)), svg.LineTo(short(bx), short(by))])


def _hatching(left: float, right: float, top: float, bottom: float) -> Iterator[svg.PathData]:
    """Lines at 45 degrees within a rectangle, and its edge."""
    offset, step = left + top + 8.0, 8.0
    while offset < right + bottom:
        ax, bx = max(left, offset - bottom), min(right, offset - top)
        yield svg.MoveTo(short(ax), short(offset - ax))
        yield svg.LineTo(short(bx), short(offset - bx))
        offset += step
    yield svg.MoveTo(short(left), short(top))
    yield svg.HorizontalLineTo(short(right))
    yield svg.VerticalLineTo(short(bottom))
    yield svg.HorizontalLineTo(short(left))
    yield svg.ClosePath()


def _zones(page: _Page, scene: Scene) -> Iterator[svg.Element]:
    for zone in scene.zones_of:
        x, y = page.at(zone.at)
        across, down = zone.half[::-1] if page.upright else zone.half
        yield svg.Ellipse(
            class_=["zone", "own"] if zone.own else ["zone"],
            cx=short(x),
            cy=short(y),
            rx=short(across * page.scale),
            ry=short(down * page.scale),
        )


def _tokens(page: _Page, scene: Scene) -> Iterator[svg.Element]:
    for token in scene.tokens:
        x, y = page.at(token.at)
        if token.side == "ours":
            yield svg.Circle(class_=["us"], cx=short(x), cy=short(y), r=short(RADIUS))
        else:
            side = RADIUS - 1
            yield svg.Rect(class_=["them"], x=short(x - side), y=short(y - side), width=2 * side, height=2 * side)
        yield svg.Text(
            x=short(x),
            y=short(y),
            text=token.label,
            class_=["in" if token.side == "ours" else "of"],
            textLength=_INNER if len(token.label) > 1 else None,
            lengthAdjust="spacingAndGlyphs" if len(token.label) > 1 else None,
        )
    if scene.ball is not None:
        (x, y), is_held = page.at(scene.ball[0]), scene.ball[1]
        aside = RADIUS * 0.9 if is_held else 0.0
        yield svg.Circle(class_=["ball"], cx=short(x + aside), cy=short(y + aside), r=4.5)


def _words(page: _Page, scene: Scene, arrows: Sequence[Way]) -> Iterator[svg.Element]:
    """Letters of zones, numbers of steps, and names of lines and rectangles, each where it lies over nothing else."""
    taken = [_box(page.at(token.at), 2 * RADIUS, 2 * RADIUS) for token in scene.tokens]
    if scene.ball is not None and not scene.ball[1]:
        taken.append(_box(page.at(scene.ball[0]), 10, 10))
    for zone in scene.zones_of:
        yield from _letter(page, zone, taken)
    if len({drawn.arrow.number for drawn in arrows}) > 1:
        for drawn in arrows:
            yield from _number(page, drawn, taken)
    ways = [pair for drawn in arrows for pair in pairwise(drawn.chain)]
    for guide in (*scene.zones, *scene.lines):
        a, b = page.at(guide.start), page.at(guide.end)
        width = _width(guide.name)
        clear = (spot for spot in _about(a, b) if not any(crosses(way, _box(spot, width, TEXT)) for way in ways))
        if (at := _free(page, clear, width, taken) or _free(page, _about(a, b), width, taken)) is not None:
            yield svg.Text(x=short(at[0]), y=short(at[1]), text=svg.escape(guide.name), class_=["name"])


def _number(page: _Page, way: Way, taken: list[Bounds]) -> Iterator[svg.Element]:
    """The number of a step on its arrow or beside it."""
    text, length, (dx, dy) = str(way.arrow.number), along(way.chain), way.direction
    spots = []
    for aside in (0.0, 9.0, -9.0) if length > 3 * TEXT else (10.0, -10.0):
        for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2):
            x, y = point_at(way.chain, length * share)
            spots.append((x - dy * aside, y + dx * aside))
    if (at := _free(page, spots, _width(text), taken)) is not None:
        yield svg.Text(x=short(at[0]), y=short(at[1]), text=text, class_=["number"])


def _about(a: Point, b: Point) -> Iterator[Point]:
    """Where the name of a line or rectangle may stand: over it, beside it."""
    for share in (0.5, 0.2, 0.8, 0.05, 0.95, 0.35, 0.65):
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        yield x, y
        yield x, y + 14
        yield x, y - 14
        for aside in (24, 40, 56, 72):
            yield x + aside, y
            yield x - aside, y


def _letter(page: _Page, zone: Zone, taken: list[Bounds]) -> Iterator[svg.Element]:
    """The letters of a zone in its middle, or beside it at the end of a thin line."""
    x, y = page.at(zone.at)
    across, down = zone.half[::-1] if page.upright else zone.half
    rx, ry = across * page.scale, down * page.scale
    around = [
        (x + math.cos(turn) * (rx + out), y + math.sin(turn) * (ry + out))
        for out in (10.0, 18.0, 28.0, 40.0, 54.0)
        for turn in (i * math.pi / 6 for i in range(12))
    ]
    inside = [(x, y), *((x + a * rx, y + b * ry) for a, b in ((0, 0.45), (0, -0.45), (0.45, 0), (-0.45, 0)))]
    at = _free(page, [*inside, *around], _width(zone.label), taken)
    if at is None:
        return
    if at not in inside:
        share = max(0.0, 1 - 8 / (math.dist(at, (x, y)) or 1.0))
        tip = (x + (at[0] - x) * share, y + (at[1] - y) * share)
        path: list[svg.PathData] = [svg.MoveTo(short(x), short(y)), svg.LineTo(short(tip[0]), short(tip[1]))]
        yield svg.Path(class_=["leader"], d=path)
    yield svg.Text(x=short(at[0]), y=short(at[1]), text=zone.label, class_=["name"])


def _width(text: str) -> float:
    return len(text) * 0.62 * TEXT + 3


def _box(at: Point, width: float, height: float) -> Bounds:
    return Bounds(at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2)


def _free(page: _Page, spots: Iterator[Point] | Sequence[Point], width: float, taken: list[Bounds]) -> Point | None:
    """The first place where a word lies over no other and no player, which it takes; None if there is none."""
    for spot in spots:
        box = _box(spot, width, TEXT + 1)
        inside = box.left >= 1 and box.bottom >= 1 and box.right <= page.width - 1 and box.top <= page.height - 1
        if inside and not any(overlap(box, other) for other in taken):
            taken.append(box)
            return spot
    return None
