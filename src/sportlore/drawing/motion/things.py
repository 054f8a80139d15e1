"""What stands there and what is held: benches, boxes, bars, walls, discs, dumbbells, as plain shapes in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator

import svg

from sportlore.drawing.motion.parts import Part, carried, wires
from sportlore.drawing.motion.poses import Shown
from sportlore.drawing.motion.skeleton import MILLIMETRES, Frame
from sportlore.model import Held, Motion, Thing

_PAD = 80
"""How thick the pad of a bench is drawn."""
_HUB = 30


def things(motion: Motion, *, bars: bool) -> Iterator[svg.Element]:
    """What does not move: bars, which hands are round and are seen before them, or all else, which is behind."""
    for thing in motion.things:
        if (thing.form == "bar") == bars:
            yield from _thing(thing, motion)


def _thing(thing: Thing, motion: Motion) -> Iterator[svg.Element]:
    x, y = (value * MILLIMETRES for value in thing.at)
    wide, high = (value * MILLIMETRES for value in thing.size)
    match thing.form:
        case "box":
            yield _rect(x - wide / 2, 0 if not high else y - high, wide, high or y)
        case "bench" | "chair":
            for leg in (x - wide / 2 + 60, x + wide / 2 - 60):
                yield _line((leg, y - _PAD), (leg, 0))
            yield _rect(x - wide / 2, y - _PAD, wide, _PAD)
            if thing.form == "chair":
                back = x - wide / 2
                yield _line((back, y - _PAD), (back, y + high))
        case "bar":
            if motion.view == "front" and wide:
                yield _line((x - wide / 2, y), (x + wide / 2, y))
            else:
                yield svg.Circle(class_=["load"], cx=round(x), cy=round(y), r=_HUB)
        case "wall":
            yield _rect(x if wide > 0 else x + wide, 0, abs(wide) or 40, y)
        case "pad":
            turn = math.radians(thing.angle)
            dx, dy = wide / 2 * math.cos(turn), wide / 2 * math.sin(turn)
            yield svg.Path(
                class_=["thing"],
                d=list(_slab((x - dx, y - dy), (x + dx, y + dy), high or _PAD)),
            )
        case "pulley":
            yield svg.Circle(class_=["thing"], cx=round(x), cy=round(y), r=50)


def _slab(a: tuple[float, float], b: tuple[float, float], thick: float) -> Iterator[svg.PathData]:
    """A board from a to b, of which this is the upper side."""
    length = math.dist(a, b) or 1.0
    nx, ny = (b[1] - a[1]) / length * thick, -(b[0] - a[0]) / length * thick
    corners = (a, b, (b[0] + nx, b[1] + ny), (a[0] + nx, a[1] + ny))
    yield svg.MoveTo(*map(round, corners[0]))
    for corner in corners[1:]:
        yield svg.LineTo(*map(round, corner))
    yield svg.ClosePath()


def _rect(x: float, y: float, wide: float, high: float) -> svg.Element:
    return svg.Rect(class_=["thing"], x=round(x), y=round(y), width=round(wide), height=round(high))


def _line(a: tuple[float, float], b: tuple[float, float]) -> svg.Element:
    return svg.Path(class_=["wire"], d=[svg.MoveTo(*map(round, a)), svg.LineTo(*map(round, b))])


def size_of(item: Held) -> float:
    """The diameter of a held thing, in millimetres."""
    return (item.size or 0.1) * MILLIMETRES


def behind(frame: Frame, motion: Motion, shown: Shown) -> Iterator[tuple[svg.Element, Part]]:
    """What moves and is seen behind the figure: cables, and the disc of a barbell, open so that it hides nothing."""
    for placement in wires(frame, motion, shown):
        yield svg.Path(class_=["wire"], d=[svg.MoveTo(0, 0), svg.V(int(MILLIMETRES))]), placement
    for item, placement in carried(frame, motion, shown):
        if item.form == "barbell" and motion.view == "side":
            yield svg.Circle(class_=["rim"], r=round(size_of(item) / 2)), placement


def before(frame: Frame, motion: Motion, shown: Shown) -> Iterator[tuple[svg.Element, Part]]:
    """What moves and is seen before the figure."""
    for item, placement in carried(frame, motion, shown):
        yield _held(item, motion), placement


def _held(item: Held, motion: Motion) -> svg.Element:
    """A held thing around its grip."""
    size = round(size_of(item))
    match item.form:
        case "barbell" if motion.view == "front":
            return _bar_from_front(size)
        case "dumbbell" if item.along:
            head = round(size * 0.3)
            return svg.Path(
                class_=["load"],
                d=[
                    *_box(-size / 2, -14, size, 28),
                    *_box(-size / 2, -60, head, 120),
                    *_box(size / 2 - head, -60, head, 120),
                ],
            )
        case "dumbbell":
            return svg.Circle(class_=["load"], r=60)
        case "kettlebell":
            bell = svg.Circle(class_=["load"], cy=-round(size * 0.62), r=round(size / 2))
            handle: list[svg.PathData] = [svg.MoveTo(-58, -70), svg.LineTo(-44, 14), svg.H(44), svg.LineTo(58, -70)]
            return svg.G(elements=[svg.Path(class_=["rim"], d=handle), bell])
        case "stick":
            x, y = _end(item)
            return svg.Path(class_=["rim"], d=[svg.MoveTo(0, 0), svg.LineTo(round(x), round(y))])
        case "ball":
            return svg.Circle(class_=["rim"], r=round(size / 2))
        case "plate":
            return svg.Path(class_=["load"], d=list(_box(-200, -40, 400, 50)))
        case _:
            return svg.Circle(class_=["load"], r=_HUB if item.form == "barbell" else round(size / 2))


def _end(item: Held, turn: float = 0.0) -> tuple[float, float]:
    """Where a stick ends, from the hand that is turned by some degrees."""
    angle = math.radians(item.angle + turn)
    return size_of(item) * math.sin(angle), -size_of(item) * math.cos(angle)


_BETWEEN_COLLARS = 1310
"""Millimetres between the inner collars of a barbell (IPF Technical Rules)."""


def _bar_from_front(disc: int) -> svg.Element:
    inner = _BETWEEN_COLLARS // 2
    discs = (box for x in (-inner - 50, inner) for box in _box(x, -disc / 2, 50, disc))
    return svg.Path(class_=["load"], d=[*_box(-inner - 200, -14, 2 * inner + 400, 28), *discs])


def _box(x: float, y: float, wide: float, high: float) -> Iterator[svg.PathData]:
    yield svg.MoveTo(round(x), round(y))
    yield svg.h(round(wide))
    yield svg.v(round(high))
    yield svg.h(round(-wide))
    yield svg.ClosePath()


def thing_box(frame: Frame, motion: Motion, shown: Shown) -> Iterator[tuple[float, float]]:
    """Points that bound what stands there and what is held, besides the figure."""
    for thing in motion.things:
        x, y = (value * MILLIMETRES for value in thing.at)
        wide, high = (abs(value) * MILLIMETRES for value in thing.size)
        yield x - wide / 2 - 20, y
        yield x + wide / 2 + 20, y + (high if thing.form == "chair" else 20)
    for item, placement in carried(frame, motion, shown):
        if item.form == "stick":
            x, y = _end(item, placement.turn)
            yield placement.x + x, placement.y + y
            continue
        wide = _BETWEEN_COLLARS / 2 + 200 if item.form == "barbell" and motion.view == "front" else size_of(item) / 2
        yield placement.x - wide, placement.y - size_of(item) / 2
        yield placement.x + wide, placement.y + size_of(item) / 2
