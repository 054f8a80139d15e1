"""From joint angles to where segments are (forward kinematics), and back for a limb whose end is given. Lengths in millimetres.

Coordinates have the names, axes and signs of OpenSim's full-body model (Rajagopal et al. 2016): flexion is positive at hip,
knee, elbow and arm, dorsiflexion at the ankle, extension at the lumbar spine, adduction at hip and arm. Of our own are
`neck_extension`, `neck_bending`, and `clavicle_elevation`, which lifts the shoulder.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from sportlore.drawing.motion.vectors import (
    IDENTITY,
    Matrix,
    Vector,
    added,
    angles,
    dot,
    length,
    less,
    rotation,
    scaled,
    times,
    transposed,
    turned,
)
from sportlore.model import Angles, Body, Skeleton

BodySide = Literal["r", "l"]
SIDES: tuple[BodySide, ...] = ("r", "l")

OF_LIMBS = (
    *("hip_flexion", "hip_adduction", "hip_rotation", "knee_angle", "ankle_angle", "subtalar_angle", "mtp_angle"),
    *("clavicle_elevation", "arm_flex", "arm_add", "arm_rot", "elbow_flex", "wrist_flex", "wrist_dev", "pro_sup"),
)
"""The coordinates of which there are two, with `_r` and `_l` behind them."""
OF_TRUNK = (
    *("pelvis_tilt", "pelvis_list", "pelvis_rotation", "lumbar_extension", "lumbar_bending", "lumbar_rotation"),
    *("neck_extension", "neck_bending"),
)
COORDINATES = (*OF_TRUNK, *(f"{name}_{side}" for name in OF_LIMBS for side in SIDES))

TRUNK = ("pelvis", "abdomen", "thorax", "head")
LEG = ("thigh", "shank", "foot", "toes")
ARM = ("upper-arm", "forearm", "hand")
SEGMENTS = (*TRUNK, *LEG, *ARM)
JOINTS = ("lower-spine", "upper-spine", "neck", "shoulder", "hip", "ball")
LANDMARKS = ("feet", "toes", "hands", "palms")
"""Those that limbs are bent to."""

BONES = ("upper-arm", "forearm", "thigh", "shank")
"""The lengths that the table of the body gives."""
_ARM_BONES = ("shoulder", "upper-arm", "forearm", "arm_flex", "arm_add", "arm_rot", "elbow_flex")
_LEG_BONES = ("hip", "thigh", "shank", "hip_flexion", "hip_adduction", "hip_rotation", "knee_angle")

MILLIMETRES = 1000.0


class Placed(Struct, frozen=True):
    """A segment: how it is turned, and where its upper joint is."""

    turn: Matrix
    at: Vector

    def point(self, local: Vector) -> Vector:
        """A point of the segment, as the figure stands."""
        return added(self.at, turned(self.turn, local))


Figure = Mapping[str, Placed]
"""The segments by name: "pelvis", "thigh_r"."""


class Frame(Struct, frozen=True):
    """The measures of the figure that moves."""

    skeleton: Skeleton
    lengths: Mapping[str, float]

    def joint(self, name: str, side: BodySide | None = None) -> Vector:
        """Where a joint lies, on the side that is asked for."""
        x, y, z = self.skeleton.joints[name]
        return x, y, -z if side == "l" else z

    def landmark(self, figure: Figure, name: str) -> tuple[Vector, ...]:
        """Where a landmark is: "knees" of both sides, "knee_r" or "belly" one point."""
        base, _, side = name.partition("_")
        mark = self.skeleton.landmarks[base]
        if mark.segment in TRUNK:
            return (figure[mark.segment].point(mark.at),)
        sides = (side,) if side else SIDES
        x, y, z = mark.at
        return tuple(figure[f"{mark.segment}_{s}"].point((x, y, -z if s == "l" else z)) for s in sides)


def frame(body: Body, skeleton: Skeleton) -> Frame:
    """The measures of a figure: lengths of limbs from the body's shares of the stature."""
    return Frame(skeleton, {name: body.lengths[name] * skeleton.stature * MILLIMETRES for name in BONES})


def is_whole(body: Body, skeleton: Skeleton) -> bool:
    """Whether a figure has all that it takes to move it."""
    outlined = all({*SEGMENTS, "fist"} <= set(skeleton.outlines.get(view, ())) for view in ("side", "front"))
    known = all(mark.segment in SEGMENTS for mark in skeleton.landmarks.values())
    named = {*LANDMARKS} <= set(skeleton.landmarks) and {*JOINTS} <= set(skeleton.joints)
    return outlined and known and named and {*BONES} <= set(body.lengths)


def complete(stated: Angles) -> dict[str, float]:
    """Every coordinate: a name without a side counts for both, what is not stated is 0."""
    values = dict.fromkeys(COORDINATES, 0.0)
    for name, value in stated.items():
        if name in OF_LIMBS:
            values |= {f"{name}_{side}": value for side in SIDES if f"{name}_{side}" not in stated}
        else:
            values[name] = value
    return values


def forward(frame: Frame, q: Angles, at: Vector = (0.0, 0.0, 0.0), turn: Matrix | None = None) -> dict[str, Placed]:
    """Where every segment is; `at` is the middle between the hips, `turn` another direction of the pelvis than `q` says."""
    if turn is None:
        turn = rotation(q["pelvis_tilt"], q["pelvis_list"], q["pelvis_rotation"])
    pelvis = Placed(turn, at)
    bend = rotation(q["lumbar_extension"] / 2, q["lumbar_bending"] / 2, q["lumbar_rotation"] / 2)
    lower, upper, neck = (frame.joint(name) for name in ("lower-spine", "upper-spine", "neck"))
    abdomen = Placed(times(pelvis.turn, bend), pelvis.point(lower))
    thorax = Placed(times(abdomen.turn, bend), abdomen.point(less(upper, lower)))
    nod = rotation(q["neck_extension"], q["neck_bending"])
    head = Placed(times(thorax.turn, nod), thorax.point(less(neck, upper)))
    figure = {"pelvis": pelvis, "abdomen": abdomen, "thorax": thorax, "head": head}
    for side in SIDES:
        figure |= _leg(frame, q, side, pelvis)
        figure |= _arm(frame, q, side, thorax)
    return figure


def _leg(frame: Frame, q: Angles, side: BodySide, pelvis: Placed) -> dict[str, Placed]:
    sign = 1 if side == "r" else -1
    hip = rotation(q[f"hip_flexion_{side}"], sign * q[f"hip_adduction_{side}"], sign * q[f"hip_rotation_{side}"])
    thigh = Placed(times(pelvis.turn, hip), pelvis.point(frame.joint("hip", side)))
    shank = Placed(
        times(thigh.turn, rotation(-q[f"knee_angle_{side}"])), thigh.point((0.0, -frame.lengths["thigh"], 0.0))
    )
    ankle = rotation(q[f"ankle_angle_{side}"], sign * q[f"subtalar_angle_{side}"])
    foot = Placed(times(shank.turn, ankle), shank.point((0.0, -frame.lengths["shank"], 0.0)))
    toes = Placed(times(foot.turn, rotation(q[f"mtp_angle_{side}"])), foot.point(frame.joint("ball")))
    return {f"thigh_{side}": thigh, f"shank_{side}": shank, f"foot_{side}": foot, f"toes_{side}": toes}


def _shoulder(frame: Frame, q: Angles, side: BodySide, thorax: Placed) -> Vector:
    """The shoulder joint, which the collar bone lifts about the breastbone."""
    x, y, z = less(frame.joint("shoulder", side), frame.joint("upper-spine"))
    lift = math.radians(q[f"clavicle_elevation_{side}"])
    return thorax.point((x, y + abs(z) * math.sin(lift), z * math.cos(lift)))


def _arm(frame: Frame, q: Angles, side: BodySide, thorax: Placed) -> dict[str, Placed]:
    sign = 1 if side == "r" else -1
    turn = rotation(q[f"arm_flex_{side}"], sign * q[f"arm_add_{side}"], sign * q[f"arm_rot_{side}"])
    upper = Placed(times(thorax.turn, turn), _shoulder(frame, q, side, thorax))
    fore = Placed(
        times(upper.turn, rotation(q[f"elbow_flex_{side}"])), upper.point((0.0, -frame.lengths["upper-arm"], 0.0))
    )
    wrist = rotation(q[f"wrist_flex_{side}"], sign * q[f"wrist_dev_{side}"], sign * q[f"pro_sup_{side}"])
    hand = Placed(times(fore.turn, wrist), fore.point((0.0, -frame.lengths["forearm"], 0.0)))
    return {f"upper-arm_{side}": upper, f"forearm_{side}": fore, f"hand_{side}": hand}


def bent(
    frame: Frame, limb: Literal["arm", "leg"], side: BodySide, figure: Figure, end: Vector, beyond: float = 0.0
) -> tuple[dict[str, float], bool]:
    """The angles of a limb whose wrist or ankle is at `end`, bent as it was; and whether it is long enough.

    The law of cosines gives the angle of the middle joint; elbow and knee point to where upper arm and thigh were turned. What is
    `beyond` the wrist continues the forearm: a fist.
    """
    _, upper_name, lower_name, flexion, adduction, turn_name, bend_name = _ARM_BONES if limb == "arm" else _LEG_BONES
    a, b = frame.lengths[upper_name], frame.lengths[lower_name] + beyond
    upper = figure[f"{upper_name}_{side}"]
    base = figure["thorax" if limb == "arm" else "pelvis"]
    way = less(end, upper.at)
    distance = min(max(length(way), abs(a - b) + 1.0), a + b - 0.01)
    along = scaled(way, 1 / (length(way) or 1.0))
    # The way to the middle joint, and where it points to: the elbow back, the knee ahead, which tells when a limb is straight.
    out = turned(upper.turn, (-1.0 if limb == "arm" else 1.0, -3.0, 0.0))
    out = less(out, scaled(along, dot(out, along)))
    if length(out) < 1e-3:
        out = turned(upper.turn, (0.0, 0.0, 1.0))
    ahead = (a * a + distance * distance - b * b) / (2 * distance)
    aside = math.sqrt(max(0.0, a * a - ahead * ahead))
    middle = added(scaled(along, ahead), scaled(out, aside / length(out)))
    sign = 1 if side == "r" else -1
    x, y, z = turned(transposed(base.turn), scaled(middle, 1 / a))
    flex, add = math.degrees(math.atan2(x, -y)), math.degrees(math.asin(max(-1.0, min(1.0, -z * sign))))
    rest = turned(transposed(times(base.turn, rotation(flex, sign * add))), less(scaled(along, distance), middle))
    forward_sign = 1 if limb == "arm" else -1
    bend = math.degrees(math.acos(max(-1.0, min(1.0, -rest[1] / b))))
    turn = math.degrees(math.atan2(-rest[2] * forward_sign, rest[0] * forward_sign)) * sign if bend > 1e-3 else 0.0
    solved = {flexion: flex, adduction: add, turn_name: turn, bend_name: bend}
    return {f"{name}_{side}": value for name, value in solved.items()}, length(way) < a + b + 0.5


def ankle_of(shank: Placed, foot: Matrix, side: BodySide) -> dict[str, float]:
    """The angles of an ankle between a shank and a foot that is turned in a known way."""
    sign = 1 if side == "r" else -1
    z, x, _ = angles(times(transposed(shank.turn), foot))
    return {f"ankle_angle_{side}": z, f"subtalar_angle_{side}": sign * x}


def wrist_of(forearm: Placed, hand: Matrix, side: BodySide) -> dict[str, float]:
    """The angles of a wrist between a forearm and a hand that is turned in a known way."""
    sign = 1 if side == "r" else -1
    z, x, y = angles(times(transposed(forearm.turn), hand))
    return {f"wrist_flex_{side}": z, f"wrist_dev_{side}": sign * x, f"pro_sup_{side}": sign * y}


FLAT = IDENTITY
"""A foot that stands on its sole."""
