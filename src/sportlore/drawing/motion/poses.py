"""From an authored motion to figures: poses are completed, placed by their contact, and joined by curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate

from msgspec import Struct

from sportlore.drawing.motion.curves import between
from sportlore.drawing.motion.skeleton import (
    COORDINATES,
    FLAT,
    MILLIMETRES,
    SIDES,
    BodySide,
    Figure,
    Frame,
    ankle_of,
    bent,
    complete,
    forward,
    wrist_of,
)
from sportlore.drawing.motion.vectors import Vector, added, angles, less, rotation, scaled, turned
from sportlore.model import Motion

FLAT_CONTACTS = ("feet",)
"""Contacts in which the whole sole stands on its support."""
TOE_CONTACTS = ("toes",)
PALM_DOWN = rotation(90.0)
"""A hand that lies flat, with the fingers ahead."""
PER_SECOND = 12
"""Figures of a second of motion; the script goes evenly from one to the next."""


class Shown(Struct, frozen=True):
    """A figure at a time: all coordinates, where the hips are, and where the segments are.

    `missed` are contacts that a limb is too short for.
    """

    time: float
    q: Mapping[str, float]
    at: Vector
    figure: Figure
    missed: tuple[str, ...] = ()


def contact_sides(name: str) -> tuple[str, tuple[BodySide, ...]]:
    """The landmark of a contact and its sides: "feet" -> ("feet", ("r", "l")), "feet_r" -> ("feet", ("r",))."""
    base, _, side = name.partition("_")
    return base, SIDES if not side else tuple(s for s in SIDES if s == side)


def pose_times(motion: Motion) -> tuple[float, ...]:
    """When each pose is reached, as a share of the way there; poses without shares are evenly apart."""
    count = len(motion.poses)
    stated = [pose.share for pose in motion.poses[1:]]
    shares = [share if share is not None else 1 / max(1, count - 1) for share in stated]
    total = sum(shares) or 1.0
    return (0.0, *(value / total for value in accumulate(shares)))


class Mover:
    """Places the figures of a motion: the first pose says where what is in contact stays."""

    def __init__(self, frame: Frame, motion: Motion) -> None:
        self.frame, self.motion = frame, motion
        self.times = pose_times(motion)
        self.keys = [complete({**motion.angles, **pose.angles}) for pose in motion.poses]
        self.anchors: dict[str, Vector] = {}
        self.ways: list[tuple[Vector, ...]] = []
        first = self._shown(0.0)
        self._anchor(first)
        if motion.path in ("vertical", "straight") and "hands" in {held.at for held in motion.held}:
            self.ways = [frame.landmark(self._shown(time).figure, "hands") for time in self.times]

    def _anchor(self, first: Shown) -> None:
        """Where contacts stay that do not place the figure: below where they are at first, on their support."""
        for name, height in list(self.motion.contact.items())[1:]:
            base, sides = contact_sides(name)
            for side in sides:
                for x, _, z in self.frame.landmark(first.figure, f"{base}_{side}"):
                    self.anchors[f"{base}_{side}"] = (x, height * MILLIMETRES, z)

    def key(self, index: int) -> Shown:
        """The figure of a pose."""
        return self._shown(self.times[index])

    def at(self, time: float) -> Shown:
        """The figure at a share of the way there."""
        return self._shown(time)

    def _shown(self, time: float) -> Shown:
        q = {name: between(self.times, [key[name] for key in self.keys], time) for name in COORDINATES}
        offset = tuple(
            between(self.times, [pose.offset[i] for pose in self.motion.poses], time) * MILLIMETRES for i in (0, 1)
        )
        q, at = self._placed(q, (offset[0], offset[1], 0.0))
        missed = list[str]()
        for name in self.anchors:
            base, (side,) = contact_sides(name)
            q, reached = self._reaching(q, at, base, side)
            missed += [] if reached else [name]
        if self.ways:
            q = self._carrying(q, at, time)
        q = self._holding(q, at)
        return Shown(time, q, at, forward(self.frame, q, at), tuple(missed))

    def _placed(self, q: dict[str, float], offset: Vector) -> tuple[dict[str, float], Vector]:
        """The coordinates with the tilt that a flat foot asks for, and where the hips are when the contact is in its place."""
        if not self.motion.contact:
            return q, offset
        name, height = next(iter(self.motion.contact.items()))
        base, sides = contact_sides(name)
        first = f"_{sides[0]}" if self.frame.skeleton.landmarks[base].segment not in ("pelvis", "thorax") else ""
        if base in FLAT_CONTACTS:
            foot = forward(self.frame, {**q, "pelvis_tilt": 0.0})[f"foot_{sides[0]}"].turn
            q = {**q, "pelvis_tilt": -angles(foot)[0]}
            q = self._flat(q, sides)
        if base in TOE_CONTACTS:
            q = self._toes(q, sides)
        x, y, _ = self.frame.landmark(forward(self.frame, q), f"{base}{first}")[0]
        return q, added((-x, height * MILLIMETRES - y, 0.0), offset)

    def _flat(self, q: dict[str, float], sides: tuple[BodySide, ...]) -> dict[str, float]:
        """Feet that stand on their soles, whatever the shank does."""
        figure = forward(self.frame, q)
        for side in sides:
            q = {**q, **ankle_of(figure[f"shank_{side}"], FLAT, side)}
        return q

    def _toes(self, q: dict[str, float], sides: tuple[BodySide, ...]) -> dict[str, float]:
        """Toes that lie on the ground, whatever the foot does."""
        figure = forward(self.frame, q)
        return {**q, **{f"mtp_angle_{side}": -angles(figure[f"foot_{side}"].turn)[0] for side in sides}}

    def _reaching(self, q: dict[str, float], at: Vector, base: str, side: BodySide) -> tuple[dict[str, float], bool]:
        """A limb that keeps its contact."""
        target, mark = self.anchors[f"{base}_{side}"], self.frame.skeleton.landmarks[base]
        if base in TOE_CONTACTS:
            q = self._toes(q, (side,))
        figure = forward(self.frame, q, at)
        if mark.segment in ("foot", "toes"):
            foot = FLAT if base in FLAT_CONTACTS else figure[f"foot_{side}"].turn
            (mark_at,) = self.frame.landmark(figure, f"{base}_{side}")
            way = turned(foot, mark.at) if base in FLAT_CONTACTS else less(mark_at, figure[f"foot_{side}"].at)
            solved, reached = bent(self.frame, "leg", side, figure, less(target, way))
            q = {**q, **solved}
            q = {**q, **ankle_of(forward(self.frame, q, at)[f"shank_{side}"], foot, side)}
            return (self._toes(q, (side,)) if base in TOE_CONTACTS else q), reached
        if base == "palms":
            solved, reached = bent(self.frame, "arm", side, figure, less(target, turned(PALM_DOWN, mark.at)))
            q = {**q, **solved}
            fore = forward(self.frame, q, at)[f"forearm_{side}"]
            return {**q, **wrist_of(fore, PALM_DOWN, side)}, reached
        if base == "hands":
            return self._gripping(q, figure, side, target)
        return q, True

    def _gripping(
        self, q: dict[str, float], figure: Figure, side: BodySide, target: Vector
    ) -> tuple[dict[str, float], bool]:
        """An arm whose fist, in line with the forearm, is at a point."""
        beyond = -self.frame.skeleton.landmarks["hands"].at[1]
        solved, reached = bent(self.frame, "arm", side, figure, target, beyond)
        return {**q, **solved, **dict.fromkeys((f"wrist_flex_{side}", f"wrist_dev_{side}"), 0.0)}, reached

    def _holding(self, q: dict[str, float], at: Vector) -> dict[str, float]:
        """Arms whose hands hold what rests on the body."""
        for item in self.motion.held:
            if item.grip is None:
                continue
            figure = forward(self.frame, q, at)
            marks = self.frame.landmark(figure, item.at)
            middle = scaled(added(marks[0], marks[-1]), 0.5)
            for side in SIDES:
                out = item.grip * MILLIMETRES * (1 if side == "r" else -1)
                target = added(middle, turned(figure["thorax"].turn, (0.0, 0.0, out)))
                q, _ = self._gripping(q, figure, side, target)
        return q

    def _carrying(self, q: dict[str, float], at: Vector, time: float) -> dict[str, float]:
        """Arms that carry a load straight from pose to pose."""
        figure = forward(self.frame, q, at)
        for i, side in enumerate(SIDES):
            target = [between(self.times, [way[i][axis] for way in self.ways], time) for axis in range(3)]
            q, _ = self._gripping(q, figure, side, (target[0], target[1], target[2]))
        return q


def frames(mover: Mover) -> Iterator[Shown]:
    """The figures of the whole motion at even times, from the first pose back to it; of a held pose, one."""
    motion = mover.motion
    if motion.still:
        yield mover.key(0)
        return
    count = max(2, round(motion.seconds * PER_SECOND))
    there = [mover.at(i / count) for i in range(count + 1)]
    yield from there
    if motion.returns:
        yield from there[-2::-1]
