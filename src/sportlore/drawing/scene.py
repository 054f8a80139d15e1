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

from sportlore.drawing.geometry import bounds
from sportlore.drawing.ground import Ground
from sportlore.drawing.layout import NARROW, TEXT, Layout, crosses, overlap
from sportlore.drawing.model import Bounds, Drawing, Feature, Point, Shape
from sportlore.drawing.vector import STYLE, marking
from sportlore.model import MoveKind


class Zone(Struct, frozen=True):
    """An ellipse where a position stands; `own` is the one that the picture is about."""

    label: str
    at: Point
    half: tuple[float, float]
    own: bool = False


class Token(Struct, frozen=True):
    """A player."""

    label: str
    at: Point
    side: str


class Arrow(Struct, frozen=True):
    """A move and the number of its step."""

    number: int
    kind: MoveKind
    start: Point
    end: Point
    via: Point | None = None


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
    tokens: tuple[Token, ...] = ()
    ball: tuple[Point, bool] | None = None
    arrows: tuple[Arrow, ...] = ()
    lines: tuple[Guide, ...] = ()
    zones: tuple[Guide, ...] = ()


TALLEST = 480.0
EDGE = 13.0
RADIUS = 10.0
"""Of a player, in units of the page."""
_NEAR = 3.0
"""From a player to the arrow that begins or ends there."""
_HEAD = 8.0

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
    "text.of{stroke:none;font-weight:700}text.name{font-weight:700}"
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
    arrows = [_Drawn(page, scene, arrow) for arrow in scene.arrows]
    elements: list[svg.Element] = [
        svg.Title(id=f"{id}-title", text=svg.escape(scene.title)),
        svg.Desc(id=f"{id}-desc", text=svg.escape(scene.description)),
        *([svg.Style(text=STYLE + SCENE_STYLE)] if alone else []),
        svg.Rect(class_=["ground"], width=page.width, height=page.height),
        marking(layout, ground.features[0], outline=True),
        *(marking(layout, seen) for f in ground.features[1:] if (seen := _seen(f, layout)).shapes),
        *_guides(page, scene),
        *_zones(page, scene),
        *_arrows(arrows),
        *_tokens(page, scene),
        *_words(page, scene, arrows),
    ]
    return svg.SVG(
        xmlns="http://www.w3.org/2000/svg" if alone else None,
        class_=None if alone else ["plan", "scene"],
        viewBox=svg.ViewBoxSpec(0, 0, page.width, page.height),
        extra={"role": "img", "aria-labelledby": f"{id}-title {id}-desc"},
        elements=elements,
    )


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
        yield svg.Path(class_=["guide"], d=[svg.MoveTo(_short(ax), _short(ay)), svg.LineTo(_short(bx), _short(by))])


def _hatching(left: float, right: float, top: float, bottom: float) -> Iterator[svg.PathData]:
    """Lines at 45 degrees within a rectangle, and its edge."""
    offset, step = left + top + 8.0, 8.0
    while offset < right + bottom:
        ax, bx = max(left, offset - bottom), min(right, offset - top)
        yield svg.MoveTo(_short(ax), _short(offset - ax))
        yield svg.LineTo(_short(bx), _short(offset - bx))
        offset += step
    yield svg.MoveTo(_short(left), _short(top))
    yield svg.HorizontalLineTo(_short(right))
    yield svg.VerticalLineTo(_short(bottom))
    yield svg.HorizontalLineTo(_short(left))
    yield svg.ClosePath()


def _zones(page: _Page, scene: Scene) -> Iterator[svg.Element]:
    for zone in scene.zones_of:
        x, y = page.at(zone.at)
        across, down = zone.half[::-1] if page.upright else zone.half
        classes = ["area", "zone", "own"] if zone.own else ["zone"]
        yield svg.Ellipse(
            class_=classes[-2:],
            cx=_short(x),
            cy=_short(y),
            rx=_short(across * page.scale),
            ry=_short(down * page.scale),
        )


def _tokens(page: _Page, scene: Scene) -> Iterator[svg.Element]:
    for token in scene.tokens:
        x, y = page.at(token.at)
        if token.side == "ours":
            yield svg.Circle(class_=["us"], cx=_short(x), cy=_short(y), r=_short(RADIUS))
        else:
            side = RADIUS - 1
            yield svg.Rect(class_=["them"], x=_short(x - side), y=_short(y - side), width=2 * side, height=2 * side)
        style = "in" if token.side == "ours" else "of"
        yield svg.Text(x=_short(x), y=_short(y), text=token.label, class_=[style])
    if scene.ball is not None:
        (x, y), is_held = page.at(scene.ball[0]), scene.ball[1]
        aside = RADIUS * 0.9 if is_held else 0.0
        yield svg.Circle(class_=["ball"], cx=_short(x + aside), cy=_short(y + aside), r=4.5)


class _Drawn:
    """An arrow on the page: the chain of points between the players that it joins."""

    def __init__(self, page: _Page, scene: Scene, arrow: Arrow) -> None:
        self.arrow = arrow
        chain = _curve([page.at(p) for p in (arrow.start, arrow.via, arrow.end) if p is not None])
        tokens = [page.at(token.at) for token in scene.tokens]
        ends = []
        for point in (chain[0], chain[-1]):
            is_player = any(math.dist(point, token) < 2 for token in tokens)
            ends.append(RADIUS + _NEAR if is_player else 0.0)
        room = _along(chain) - 6
        if sum(ends) > room:
            ends = [end * max(0.0, room) / sum(ends) for end in ends]
        self.chain = _cut(chain, *ends)
        last, tip = self.chain[-2], self.chain[-1]
        span = math.dist(last, tip) or 1.0
        self.tip = tip
        self.direction = ((tip[0] - last[0]) / span, (tip[1] - last[1]) / span)


def _curve(corners: Sequence[Point]) -> list[Point]:
    """A straight line, or a soft curve through the point on the way."""
    if len(corners) == 2:
        return list(corners)
    (ax, ay), (vx, vy), (bx, by) = corners
    cx, cy = 2 * vx - (ax + bx) / 2, 2 * vy - (ay + by) / 2
    shares = [i / 16 for i in range(17)]
    return [
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by)
        for t in shares
    ]


def _along(chain: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(chain))


def _cut(chain: Sequence[Point], first: float, last: float) -> list[Point]:
    """The chain without its first and last units."""
    whole = _along(chain)
    inner = [p for p, d in zip(chain, _distances(chain), strict=True) if first < d < whole - last]
    return [_point_at(chain, first), *inner, _point_at(chain, whole - last)]


def _distances(chain: Sequence[Point]) -> list[float]:
    sums = [0.0]
    for a, b in pairwise(chain):
        sums.append(sums[-1] + math.dist(a, b))
    return sums


def _point_at(chain: Sequence[Point], distance: float) -> Point:
    for (a, b), first in zip(pairwise(chain), _distances(chain), strict=False):
        span = math.dist(a, b)
        if span and distance <= first + span + 1e-9:
            share = (distance - first) / span
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    return chain[-1]


def _arrows(arrows: Sequence[_Drawn]) -> Iterator[svg.Element]:
    """The lines of each kind, then all heads."""
    heads: list[svg.PathData] = []
    for drawn in arrows:
        kind = drawn.arrow.kind
        classes = ["move", kind] if kind in ("run", "screen", "press") else ["move"]
        yield svg.Path(class_=classes, d=list(_line(drawn)))
        heads += _head(drawn)
    if heads:
        yield svg.Path(class_=["head"], d=heads)


def _line(drawn: _Drawn) -> Iterator[svg.PathData]:
    (dx, dy), kind = drawn.direction, drawn.arrow.kind
    short = 0.0 if kind == "screen" else _HEAD - 1
    room = _along(drawn.chain)
    chain = _cut(drawn.chain, 0.0, min(short, room / 2))
    if kind == "dribble":
        chain = _wave(chain)
    for aside in (2.0, -2.0) if kind == "shot" else (0.0,):
        nx, ny = -dy * aside, dx * aside
        yield svg.MoveTo(_short(chain[0][0] + nx), _short(chain[0][1] + ny))
        for x, y in chain[1:]:
            yield svg.LineTo(_short(x + nx), _short(y + ny))
    if kind == "screen":
        (x, y) = drawn.tip
        yield svg.MoveTo(_short(x - dy * 8), _short(y + dx * 8))
        yield svg.LineTo(_short(x + dy * 8), _short(y - dx * 8))


def _wave(chain: Sequence[Point]) -> list[Point]:
    """A chain that swings to both sides of the line."""
    length = _along(chain)
    swings = max(2, round(length / 12))
    steps = swings * 4
    points = []
    for i in range(steps + 1):
        at, after = _point_at(chain, length * i / steps), _point_at(chain, min(length, length * (i + 0.5) / steps))
        span = math.dist(at, after) or 1.0
        swing = 3.5 * math.sin(2 * math.pi * i / 4) if i < steps else 0.0
        points.append((at[0] - (after[1] - at[1]) / span * swing, at[1] + (after[0] - at[0]) / span * swing))
    return points


def _head(drawn: _Drawn) -> Iterator[svg.PathData]:
    """A triangle at the tip; a screen ends in its bar."""
    if drawn.arrow.kind == "screen":
        return
    (x, y), (dx, dy) = drawn.tip, drawn.direction
    back, half = _HEAD, _HEAD * 0.5
    yield svg.MoveTo(_short(x), _short(y))
    yield svg.LineTo(_short(x - dx * back - dy * half), _short(y - dy * back + dx * half))
    yield svg.LineTo(_short(x - dx * back + dy * half), _short(y - dy * back - dx * half))
    yield svg.ClosePath()


def _words(page: _Page, scene: Scene, arrows: Sequence[_Drawn]) -> Iterator[svg.Element]:
    """Letters of zones, numbers of steps, and names of lines and rectangles, each where it lies over nothing else."""
    taken = [_box(page.at(token.at), 2 * RADIUS, 2 * RADIUS) for token in scene.tokens]
    if scene.ball is not None and not scene.ball[1]:
        taken.append(_box(page.at(scene.ball[0]), 10, 10))
    for zone in scene.zones_of:
        yield from _letter(page, zone, taken)
    several = len({drawn.arrow.number for drawn in arrows}) > 1
    for drawn in arrows if several else ():
        length = _along(drawn.chain)
        dx, dy = drawn.direction
        asides = (0.0, 9.0, -9.0) if length > 3 * TEXT else (10.0, -10.0)
        beside = ((share, aside) for aside in asides for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2))
        spots = (
            (x - dy * aside, y + dx * aside)
            for share, aside in beside
            for x, y in (_point_at(drawn.chain, length * share),)
        )
        if (at := _free(page, spots, _width(str(drawn.arrow.number)), taken)) is not None:
            yield svg.Text(x=_short(at[0]), y=_short(at[1]), text=str(drawn.arrow.number), class_=["number"])
    ways = [pair for drawn in arrows for pair in pairwise(drawn.chain)]
    for guide in (*scene.zones, *scene.lines):
        a, b = page.at(guide.start), page.at(guide.end)
        width = _width(guide.name)
        clear = (spot for spot in _about(a, b) if not any(crosses(way, _box(spot, width, TEXT)) for way in ways))
        if (at := _free(page, clear, width, taken) or _free(page, _about(a, b), width, taken)) is not None:
            yield svg.Text(x=_short(at[0]), y=_short(at[1]), text=svg.escape(guide.name), class_=["name"])


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
        path: list[svg.PathData] = [svg.MoveTo(_short(x), _short(y)), svg.LineTo(_short(tip[0]), _short(tip[1]))]
        yield svg.Path(class_=["leader"], d=path)
    yield svg.Text(x=_short(at[0]), y=_short(at[1]), text=zone.label, class_=["name"])


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


def _short(value: float) -> float:
    """A coordinate to a tenth of a unit: 3.0 -> 3."""
    value = round(value, 1)
    return int(value) if value == int(value) else value
