"""How an exercise moves, and how one stands: poses as joint angles, contacts, and what is held, in metres and degrees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from sportlore.model.body import Curve

MotionView = Literal["side", "front"]
"""Seen from the person's right, looking to the right of the page; or from the front."""

Angles = Mapping[str, float]
"""Angles by OpenSim's names of coordinates; `hip_flexion` is that of both sides, `hip_flexion_r` that of one."""

Support = Literal["box", "bench", "chair", "bar", "wall", "pad", "pulley"]
"""What the body stands, lies, hangs or leans on, or what a cable comes from."""

Implement = Literal["barbell", "dumbbell", "kettlebell", "ball", "handle", "pad", "plate", "band", "stick"]
"""What moves with the body. A `handle` is that of a cable, a `pad` the roller of a machine, a `plate` what feet press, a `band`
goes from side to side, a `stick` is a bat, a club, a racket or a limb of a bow."""


class Pose(Struct, frozen=True, forbid_unknown_fields=True):
    """A pose that is drawn: `step` is the number of the step of the text that it shows.

    `share` is the part of the motion's time that the way to it takes, from the pose before; `offset` how far the contact has
    moved ahead and up from where it was at first: a jump, a step back.
    """

    name: str
    step: int
    angles: Angles = {}
    share: Annotated[float, Meta(gt=0, lt=1)] | None = None
    offset: tuple[float, float] = (0.0, 0.0)


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands there: `of` is the equipment that it is, whose stated sizes are drawn.

    `at` is the middle of its top; `size` its length and height. A pad has an `angle` against the level.
    """

    form: Support
    at: tuple[float, float]
    size: tuple[float, float] = (0.0, 0.0)
    angle: float = 0.0
    of: str | None = None


class Held(Struct, frozen=True, forbid_unknown_fields=True):
    """What moves with a landmark of the body (`hands`, `back`, `hips`); `size` where the equipment states none.

    `along` turns a dumbbell so that it is seen from the side. `grip` is how far from its middle each hand holds what rests
    elsewhere on the body, or both hands hold together. `angle` turns a stick against the hand that it continues.
    """

    form: Implement
    at: str
    of: str | None = None
    size: Annotated[float, Meta(gt=0)] | None = None
    along: bool = False
    grip: Annotated[float, Meta(ge=0, lt=1)] | None = None
    angle: float = 0.0


class Motion(Struct, frozen=True, forbid_unknown_fields=True):
    """How an exercise moves, or why that is not drawn (`none`).

    `contact` are the landmarks that stay where they are, with their heights; the first one places the figure, and limbs are
    bent so that the others keep theirs. `path` is how the load moves: straight up and down, or along an arc. `returns` says
    whether the way back is the way there; `still` that the pose is held.
    """

    none: str = ""
    sources: tuple[str, ...] = ()
    """The works that say where feet, knees and hands are in a stance; the poses of an exercise rest on its steps."""
    view: MotionView = "side"
    seconds: Annotated[float, Meta(gt=0, le=20)] = 2.0
    returns: bool = True
    still: bool = False
    contact: Mapping[str, float] = {}
    path: Literal["", "vertical", "straight", "arc"] = ""
    angles: Angles = {}
    """The angles that all poses share."""
    poses: tuple[Pose, ...] = ()
    held: tuple[Held, ...] = ()
    things: tuple[Thing, ...] = ()


class Range(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a joint goes, and where that is stated."""

    low: float
    high: float
    source: str
    note: str = ""


class Landmark(Struct, frozen=True, forbid_unknown_fields=True):
    """A point of a segment, in millimetres from its upper joint: ahead, up, and outwards."""

    segment: str
    at: tuple[float, float, float]


class Skeleton(Struct, frozen=True, forbid_unknown_fields=True):
    """What moves: `stature` in metres, joints and landmarks in millimetres, ranges in degrees, outlines of segments by view.

    Lengths of segments are those of the body's table.
    """

    stature: float
    sources: tuple[str, ...]
    joints: Mapping[str, tuple[float, float, float]]
    landmarks: Mapping[str, Landmark]
    ranges: Mapping[str, Range]
    outlines: Mapping[MotionView, Mapping[str, Curve]]
