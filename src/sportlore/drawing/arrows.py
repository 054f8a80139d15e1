"""Arrows in the conventions of coaches: solid for the ball, dashed for a run, wavy with the ball, double for a shot.

All lengths are units of the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import svg
from msgspec import Struct

from sportlore.drawing.frame import short
from sportlore.drawing.model import Point
from sportlore.model import MoveKind

_NEAR = 3.0
"""From a player to the arrow that begins or ends there."""
_HEAD = 8.0


class Arrow(Struct, frozen=True):
    """A move and the number of its step."""

    number: int
    kind: MoveKind
    start: Point
    end: Point
    via: Point | None = None


class Way:
    """An arrow on the page: the chain of points between the players that it joins."""

    def __init__(self, arrow: Arrow, at: Callable[[Point], Point], players: Sequence[Point], radius: float) -> None:
        self.arrow = arrow
        chain = _curve([at(point) for point in (arrow.start, arrow.via, arrow.end) if point is not None])
        ends = []
        for point in (chain[0], chain[-1]):
            is_player = any(math.dist(point, player) < 2 for player in players)
            ends.append(radius + _NEAR if is_player else 0.0)
        room = max(0.0, along(chain) - 6)
        if sum(ends) > room:
            ends = [end * room / sum(ends) for end in ends]
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


def along(chain: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(chain))


def _cut(chain: Sequence[Point], first: float, last: float) -> list[Point]:
    """The chain without its first and last units."""
    whole = along(chain)
    inner = [p for p, d in zip(chain, _distances(chain), strict=True) if first < d < whole - last]
    return [point_at(chain, first), *inner, point_at(chain, whole - last)]


def _distances(chain: Sequence[Point]) -> list[float]:
    sums = [0.0]
    for a, b in pairwise(chain):
        sums.append(sums[-1] + math.dist(a, b))
    return sums


def point_at(chain: Sequence[Point], distance: float) -> Point:
    for (a, b), first in zip(pairwise(chain), _distances(chain), strict=False):
        span = math.dist(a, b)
        if span and distance <= first + span + 1e-9:
            share = (distance - first) / span
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    return chain[-1]


def drawn(ways: Sequence[Way]) -> Iterator[svg.Element]:
    """The lines of each kind, then all heads."""
    heads: list[svg.PathData] = []
    for way in ways:
        move = way.arrow.kind
        classes = ["move", move] if move in ("run", "screen", "press") else ["move"]
        yield svg.Path(class_=classes, d=list(_line(way)))
        heads += _head(way)
    if heads:
        yield svg.Path(class_=["head"], d=heads)


def _line(way: Way) -> Iterator[svg.PathData]:
    (dx, dy), move = way.direction, way.arrow.kind
    head = 0.0 if move == "screen" else _HEAD - 1
    room = along(way.chain)
    chain = _cut(way.chain, 0.0, min(head, room / 2))
    if move == "dribble":
        chain = _wave(chain)
    for aside in (2.0, -2.0) if move == "shot" else (0.0,):
        nx, ny = -dy * aside, dx * aside
        yield svg.MoveTo(short(chain[0][0] + nx), short(chain[0][1] + ny))
        for x, y in chain[1:]:
            yield svg.LineTo(short(x + nx), short(y + ny))
    if move == "screen":
        (x, y) = way.tip
        yield svg.MoveTo(short(x - dy * 8), short(y + dx * 8))
        yield svg.LineTo(short(x + dy * 8), short(y - dx * 8))


def _wave(chain: Sequence[Point]) -> list[Point]:
    """A chain that swings to both sides of the line."""
    length = along(chain)
    swings = max(2, round(length / 12))
    steps = swings * 4
    points = []
    for i in range(steps + 1):
        at, after = point_at(chain, length * i / steps), point_at(chain, min(length, length * (i + 0.5) / steps))
        span = math.dist(at, after) or 1.0
        swing = 3.5 * math.sin(2 * math.pi * i / 4) if i < steps else 0.0
        points.append((at[0] - (after[1] - at[1]) / span * swing, at[1] + (after[0] - at[0]) / span * swing))
    return points


def _head(way: Way) -> Iterator[svg.PathData]:
    """A triangle at the tip; a screen ends in its bar."""
    if way.arrow.kind == "screen":
        return
    (x, y), (dx, dy) = way.tip, way.direction
    back, half = _HEAD, _HEAD * 0.5
    yield svg.MoveTo(short(x), short(y))
    yield svg.LineTo(short(x - dx * back - dy * half), short(y - dy * back + dx * half))
    yield svg.LineTo(short(x - dx * back + dy * half), short(y - dy * back - dx * half))
    yield svg.ClosePath()
