"""A motion as Biovision hierarchy (BVH): what programs for animation and biomechanics read."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.drawing.motion.poses import PER_SECOND, Shown
from sportlore.drawing.motion.skeleton import SIDES, Figure, complete, forward
from sportlore.drawing.motion.strip import Strip, page_of
from sportlore.drawing.motion.vectors import Vector, angles, less, times, transposed

_CHILDREN: dict[str, tuple[str, ...]] = {
    "pelvis": ("abdomen", "thigh_r", "thigh_l"),
    "abdomen": ("thorax",),
    "thorax": ("head", "upper-arm_r", "upper-arm_l"),
    **{f"thigh_{side}": (f"shank_{side}",) for side in SIDES},
    **{f"shank_{side}": (f"foot_{side}",) for side in SIDES},
    **{f"foot_{side}": (f"toes_{side}",) for side in SIDES},
    **{f"upper-arm_{side}": (f"forearm_{side}",) for side in SIDES},
    **{f"forearm_{side}": (f"hand_{side}",) for side in SIDES},
}
_PARENT = {child: parent for parent, children in _CHILDREN.items() for child in children}
_ENDS: dict[str, Vector] = {"head": (0.0, 282.0, 0.0), "toes": (70.0, 0.0, 0.0), "hand": (0.0, -180.0, 0.0)}
"""Where the last segments end, in millimetres."""


def bvh(strip: Strip) -> bytes:
    """The motion in centimetres, x ahead, y up, z to the right; rotations in degrees about z, x and y, in that order."""
    rest = forward(strip.frame, complete({}))
    shown = page_of(strip).moving
    order = list(_hierarchy("pelvis"))
    rows = (" ".join(map(_rounded, _row(item, order))) for item in shown)
    head = ["HIERARCHY", *_joint("pelvis", rest, ""), "MOTION", f"Frames: {len(shown)}"]
    return "\n".join((*head, f"Frame Time: {1 / PER_SECOND:.6f}", *rows, "")).encode()


def _hierarchy(name: str) -> Iterator[str]:
    """The joints in the order in which they are declared."""
    yield name
    for child in _CHILDREN.get(name, ()):
        yield from _hierarchy(child)


def _joint(name: str, rest: Figure, indent: str) -> Iterator[str]:
    """The declaration of a joint with all below it."""
    parent = _PARENT.get(name)
    offset = less(rest[name].at, rest[parent].at) if parent else (0.0, 0.0, 0.0)
    channels = "Zrotation Xrotation Yrotation"
    yield f"{indent}{'JOINT' if parent else 'ROOT'} {name}"
    yield f"{indent}{{"
    yield f"{indent}  OFFSET {_centimetres(offset)}"
    yield f"{indent}  CHANNELS {f'3 {channels}' if parent else f'6 Xposition Yposition Zposition {channels}'}"
    if children := _CHILDREN.get(name, ()):
        for child in children:
            yield from _joint(child, rest, f"{indent}  ")
    else:
        end = _centimetres(_ENDS[name.partition("_")[0]])
        yield from (f"{indent}  End Site", f"{indent}  {{", f"{indent}    OFFSET {end}", f"{indent}  }}")
    yield f"{indent}}}"


def _centimetres(offset: Vector) -> str:
    return " ".join(_rounded(value / 10) for value in offset)


def _rounded(value: float) -> str:
    """Two decimals, and no negative zero, whose sign would be noise."""
    return f"{round(value, 2) + 0.0:.2f}"


def _row(shown: Shown, order: list[str]) -> Iterator[float]:
    """Where the hips are, then the rotations of each joint against its parent."""
    yield from (value / 10 for value in shown.figure["pelvis"].at)
    for name in order:
        turn = shown.figure[name].turn
        if name in _PARENT:
            turn = times(transposed(shown.figure[_PARENT[name]].turn), turn)
        yield from angles(turn)
