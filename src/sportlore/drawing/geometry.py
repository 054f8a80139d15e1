"""Arcs, lengths, mirror images and containment of shapes in the plane, in metres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from sportlore.drawing.model import Bounds, Circle, Path, Point, Shape, Spot, Vertex

DEVIATION = 0.001
"""How far chords that stand for an arc lie from it at most, in metres."""
_REMEMBERED = 8_192
"""Shapes whose points are remembered: each is asked for by the rules, the layout, the file and the pages."""


def micrometres(value: float) -> float:
    """The value rounded to micrometres, so that half of 1.525 m is not half of 1.524 m, without a negative zero."""
    return round(value, 6) + 0.0


def segments(path: Path) -> Iterator[tuple[Vertex, Vertex]]:
    """The pieces of a path from corner to corner: (where it starts, where and how it arrives)."""
    corners = path.vertices
    yield from pairwise(corners)
    if path.closed:
        yield corners[-1], corners[0]


def centre(start: Vertex, end: Vertex) -> Point | None:
    """The centre of the arc that arrives at `end`; None where the two points lie further apart than a diameter."""
    dx, dy = end.x - start.x, end.y - start.y
    chord, radius = math.hypot(dx, dy), abs(end.radius)
    if chord == 0 or chord > 2 * radius + 0.001:
        return None
    rise = math.copysign(math.sqrt(max(0.0, radius * radius - chord * chord / 4)), end.radius)
    return (start.x + end.x) / 2 - rise * dy / chord, (start.y + end.y) / 2 + rise * dx / chord


def angle(start: Vertex, end: Vertex) -> float:
    """The angle of the arc that arrives at `end`, in radians, negative clockwise; 0 for a straight piece."""
    if not end.radius:
        return 0.0
    chord = math.hypot(end.x - start.x, end.y - start.y)
    return math.copysign(2 * math.asin(min(1.0, chord / 2 / abs(end.radius))), end.radius)


def quartered(path: Path) -> Path:
    """The path with a further corner in the middle of each arc of more than a right angle.

    The centre of a semicircle whose ends are rounded moves by much more than they do; that of a quarter circle does not.
    """
    corners = [path.vertices[0]]
    for start, end in segments(path):
        turn, middle = angle(start, end), centre(start, end) if end.radius else None
        if middle is not None and abs(turn) > math.pi / 2 + 0.01:
            half = math.atan2(start.y - middle[1], start.x - middle[0]) + turn / 2
            x, y = middle[0] + abs(end.radius) * math.cos(half), middle[1] + abs(end.radius) * math.sin(half)
            corners.append(Vertex(x, y, end.radius))
        corners.append(end)
    if path.closed:
        first = corners.pop()
        corners[0] = first
    return Path(tuple(corners), path.closed)


def length(path: Path) -> float:
    """The length along a path."""
    return sum(abs(angle(a, b) * b.radius) if b.radius else math.hypot(b.x - a.x, b.y - a.y) for a, b in segments(path))


@lru_cache(_REMEMBERED)
def points(shape: Shape, deviation: float = DEVIATION) -> tuple[Point, ...]:
    """The shape as a chain of points that lie on it; a closed one ends where it begins."""
    match shape:
        case Spot(x, y):
            return ((x, y),)
        case Circle(x, y, radius):
            steps = _chords(2 * math.pi, radius, deviation)
            turns = (2 * math.pi * (i % steps) / steps for i in range(steps + 1))
            return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)
        case Path():
            first = shape.vertices[0]
            return ((first.x, first.y), *(point for a, b in segments(shape) for point in _along(a, b, deviation)))


def _chords(turn: float, radius: float, deviation: float) -> int:
    """How many chords stand for an arc of an angle and a radius."""
    widest = 2 * math.acos(max(0.0, 1 - deviation / abs(radius)))
    return math.ceil(abs(turn) / widest)


def _along(start: Vertex, end: Vertex, deviation: float) -> Iterator[Point]:
    """The points of one piece after its start."""
    middle = centre(start, end) if end.radius else None
    if middle is not None:
        turn = angle(start, end)
        first = math.atan2(start.y - middle[1], start.x - middle[0])
        steps = _chords(turn, end.radius, deviation)
        for i in range(1, steps):
            at = first + turn * i / steps
            yield middle[0] + abs(end.radius) * math.cos(at), middle[1] + abs(end.radius) * math.sin(at)
    yield end.x, end.y


def bounds(shapes: Iterable[Shape]) -> Bounds:
    """The rectangle around some shapes."""
    lefts, bottoms, rights, tops = zip(*map(_box, shapes), strict=True)
    return Bounds(min(lefts), min(bottoms), max(rights), max(tops))


@lru_cache(_REMEMBERED)
def _box(shape: Shape) -> tuple[float, float, float, float]:
    """The left, lower, right and upper end of a shape."""
    every = tuple(_extremes(shape))
    xs, ys = [x for x, _ in every], [y for _, y in every]
    return min(xs), min(ys), max(xs), max(ys)


def _extremes(shape: Shape) -> Iterator[Point]:
    """The points among which are those that lie furthest in a direction of the axes: corners, and points of arcs."""
    if not isinstance(shape, Path):
        reach = shape.radius if isinstance(shape, Circle) else 0.0
        yield from ((shape.x + x * reach, shape.y + y * reach) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)))
        return
    yield from ((corner.x, corner.y) for corner in shape.vertices)
    for start, end in segments(shape):
        middle = centre(start, end) if end.radius else None
        if middle is not None:
            turn, radius = angle(start, end), abs(end.radius)
            first = math.atan2(start.y - middle[1], start.x - middle[0])
            for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                along = (math.atan2(y, x) - first) * math.copysign(1.0, turn) % (2 * math.pi)
                if along <= abs(turn):
                    yield middle[0] + x * radius, middle[1] + y * radius


def mirrored(shape: Shape, x: int, y: int) -> Shape:
    """The mirror image: mirrored(shape, -1, 1) is that at the other end, (1, -1) that on the other side."""
    match shape:
        case Spot():
            return Spot(shape.x * x + 0.0, shape.y * y + 0.0)
        case Circle():
            return Circle(shape.x * x + 0.0, shape.y * y + 0.0, shape.radius)
        case Path():
            return Path(
                tuple(Vertex(v.x * x + 0.0, v.y * y + 0.0, v.radius * x * y) for v in shape.vertices), shape.closed
            )


def moved(shape: Shape, x: float, y: float = 0.0) -> Shape:
    """The shape moved across, and up."""
    if isinstance(shape, Path):
        return Path(tuple(Vertex(v.x + x, v.y + y, v.radius) for v in shape.vertices), shape.closed)
    return msgspec.structs.replace(shape, x=shape.x + x, y=shape.y + y)


def covers(ring: Sequence[Point], point: Point) -> bool:
    """Whether a closed chain of points contains a point, its edge included, to a millimetre."""
    inside = False
    x, y = point
    for (ax, ay), (bx, by) in pairwise(ring):
        near = min(ax, bx) - 0.01 <= x <= max(ax, bx) + 0.01 and min(ay, by) - 0.01 <= y <= max(ay, by) + 0.01
        if near and _distance(point, (ax, ay), (bx, by)) <= DEVIATION * 1.5:
            return True
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the nearest of a straight piece."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)
