"""What is drawn of a figure: the segments as flat parts with their placement, turn and foreshortening, and what is held."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from sportlore.drawing.motion.poses import Shown
from sportlore.drawing.motion.skeleton import ARM, LEG, MILLIMETRES, SIDES, TRUNK, Frame
from sportlore.drawing.motion.vectors import Vector
from sportlore.model import Held, Motion, MotionView

Layer = Literal["far-arm", "far-leg", "trunk", "near-leg", "near-arm"]
TURNING = ("kettlebell", "dumbbell", "plate", "stick")
"""What turns with the segment that holds it."""
LAYERS: tuple[Layer, ...] = ("far-arm", "far-leg", "trunk", "near-leg", "near-arm")
"""From behind: what is nearer is drawn over what is farther."""

_HIDDEN = 8
"""Millimetres by which a limb may lie beside the nearer one and still be hidden."""
_FLATTEST = 0.3
"""How far a segment that points at us is shortened at most, so that it keeps a body."""


class Part(Struct, frozen=True):
    """A part of the page in millimetres: where, turned by how many degrees against the clock, and how long it is seen."""

    x: float
    y: float
    turn: float
    long: float = 1.0
    mirrored: bool = False


def flat(view: MotionView, point: Vector) -> tuple[float, float]:
    """A point as it is seen: from the side ahead and up, from the front to the person's left and up."""
    return (point[0], point[1]) if view == "side" else (-point[2], point[1])


def layers(motion: Motion, poses: Sequence[Shown]) -> dict[Layer, tuple[str, ...]]:
    """The names of the parts of each layer; from the side the farther limbs only where a pose shows them."""
    legs, arms = ({side: tuple(f"{name}_{side}" for name in limb) for side in SIDES} for limb in (LEG, ARM))
    if motion.view == "front":
        return {"trunk": TRUNK, "near-leg": legs["r"] + legs["l"], "near-arm": arms["r"] + arms["l"]}
    far: dict[Layer, tuple[str, ...]] = {"far-arm": arms["l"], "far-leg": legs["l"]}
    seen = {
        layer: names for layer, names in far.items() if any(_apart(shown, name) for shown in poses for name in names)
    }
    return {**seen, "trunk": TRUNK, "near-leg": legs["r"], "near-arm": arms["r"]}


def _apart(shown: Shown, name: str) -> bool:
    """Whether a segment of the left is seen apart from that of the right."""
    left, right = shown.figure[name], shown.figure[f"{name.partition('_')[0]}_r"]
    return math.dist(left.at[:2], right.at[:2]) > _HIDDEN or math.dist(left.turn[1][:2], right.turn[1][:2]) > 0.05


def part(view: MotionView, shown: Shown, name: str) -> Part:
    """How a segment is seen: its own upward axis gives the turn."""
    placed = shown.figure[name]
    x, y = flat(view, placed.at)
    up_x, up_y = flat(view, (placed.turn[0][1], placed.turn[1][1], placed.turn[2][1]))
    long = math.hypot(up_x, up_y)
    mirrored = view == "front" and name.endswith("_r")
    return Part(x, y, _turn(up_x, up_y), max(long, _FLATTEST), mirrored)


def _turn(up_x: float, up_y: float) -> float:
    return math.degrees(math.atan2(-up_x, up_y))


def carried(frame: Frame, motion: Motion, shown: Shown) -> Iterator[tuple[Held, Part]]:
    """What moves with the body, and where: once in the middle of both sides, a dumbbell in each hand.

    A cable is as long as its part is: from the hand to the pulley.
    """
    for item in (item for item in motion.held if item.form != "band"):
        base, _, side = item.at.partition("_")
        segment = frame.skeleton.landmarks[base].segment
        sides = [s for s in SIDES if side in ("", s)]
        points = [flat(motion.view, frame.landmark(shown.figure, f"{base}_{s}")[0]) for s in sides]
        turns = [part(motion.view, shown, segment if segment in TRUNK else f"{segment}_{s}").turn for s in sides]
        apart = item.form in ("dumbbell", "handle") and item.grip is None
        if not apart or (motion.view == "side" and math.dist(points[0], points[-1]) < _HIDDEN):
            x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
            points, turns = [(x, y)], turns[:1]
        for (x, y), turn in zip(points, turns, strict=True):
            yield item, Part(x, y, turn if item.form in TURNING else 0.0)


def wires(frame: Frame, motion: Motion, shown: Shown) -> Iterator[Part]:
    """Cables from pulleys to what is held, and bands from side to side: lines of a metre that are turned and stretched."""
    ends = [(thing.at[0] * MILLIMETRES, thing.at[1] * MILLIMETRES) for thing in motion.things if thing.form == "pulley"]
    for item, placement in carried(frame, motion, shown):
        if item.form == "handle":
            for x, y in ends:
                dx, dy = x - placement.x, y - placement.y
                yield Part(placement.x, placement.y, _turn(dx, dy), math.hypot(dx, dy) / MILLIMETRES)
    for item in (item for item in motion.held if item.form == "band"):
        (ax, ay), (bx, by) = (flat(motion.view, point) for point in frame.landmark(shown.figure, item.at))
        yield Part(ax, ay, _turn(bx - ax, by - ay), math.dist((ax, ay), (bx, by)) / MILLIMETRES)


def outline_name(motion: Motion, name: str) -> str:
    """The outline of a part: a hand that holds something is a fist."""
    base, _, side = name.partition("_")
    held = (item.at for item in motion.held if item.grip is None)
    grips = any(item.grip is not None for item in motion.held)
    gripped = any(key in ("hands", f"hands_{side}") for key in (*motion.contact, *held))
    return "fist" if base == "hand" and (grips or gripped) else base


def points(frame: Frame, motion: Motion, shown: Shown) -> Iterator[tuple[float, float]]:
    """The control points of all outlines, as the figure stands: what bounds it."""
    for name in (name for names in layers(motion, [shown]).values() for name in names):
        placement = part(motion.view, shown, name)
        curve = frame.skeleton.outlines[motion.view][outline_name(motion, name)]
        cos, sin = math.cos(math.radians(placement.turn)), math.sin(math.radians(placement.turn))
        middles = [
            ((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(curve, (*curve[1:], curve[0]), strict=True)
        ]
        for x, y in middles:
            across, along = (-x if placement.mirrored else x), y * placement.long
            yield placement.x + across * cos - along * sin, placement.y + across * sin + along * cos
