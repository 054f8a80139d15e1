"""What can be wrong with a motion: joints out of range, slipping contacts, loads that leave the foot, limbs in the floor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from sportlore.drawing.composition import Fault
from sportlore.drawing.motion.parts import points
from sportlore.drawing.motion.poses import FLAT_CONTACTS, Mover, Shown, contact_sides
from sportlore.drawing.motion.skeleton import COORDINATES, MILLIMETRES, OF_LIMBS, OF_TRUNK, TRUNK, Frame, frame
from sportlore.drawing.once import once
from sportlore.model import Body, Entity, Motion, Pose, Skeleton, Span, hull

SLIP = 5.0
"""Millimetres that a contact may move."""
HAND = 90.0
"""Millimetres before and behind the middle of the foot in which a load stays: a hand's width."""
SWAY = 70.0
"""Millimetres by which a vertical path may leave its line."""
GIVE = 15.0
"""Millimetres that flesh gives way where it lies on something, and that soles and palms are rounded."""
CORRECTION = 6.0
"""Degrees by which a contact may correct what a pose states."""
MOST_POSES = 4
_SAMPLES = 8
"""Figures between the poses that are looked at."""

Faults = Iterator[Fault]


@once
def faults(body: Body, skeleton: Skeleton, motion: Motion, steps: int) -> tuple[Fault, ...]:
    """All that is wrong with a motion beside a text of this many steps; what cannot be drawn is not looked at further."""
    measures = frame(body, skeleton)
    form = tuple(_form(measures, motion, steps))
    if form or motion.none:
        return form
    mover = Mover(measures, motion)
    keys = [mover.key(i) for i in range(len(motion.poses))]
    samples = [*keys, *(mover.at((i + 0.5) / _SAMPLES) for i in range(0 if motion.still else _SAMPLES))]
    if unreached := tuple(_unreached(samples)):
        return unreached
    return (
        *_ranges(measures, motion, keys),
        *_corrections(mover, keys),
        *_contacts(measures, motion, samples),
        *_floor(measures, motion, keys, samples),
        *_load(measures, motion, samples),
    )


def _fault(rule: str, path: tuple[str | int, ...], message: str, help: str) -> Fault:
    return Fault(path, rule, message, help)


def _form(frame: Frame, motion: Motion, steps: int) -> Faults:
    """Names, numbers and steps."""
    if motion.none:
        if motion.poses:
            yield _fault("bad-motion", ("none",), "what has no motion has no poses", "take `none` out, or the poses")
        return
    if not motion.poses or (motion.still and len(motion.poses) > 1) or len(motion.poses) > MOST_POSES:
        few = "one pose that is held" if motion.still else f"two to {MOST_POSES} poses"
        yield _fault("bad-motion", ("poses",), f"there are {len(motion.poses)} poses", f"write {few}")
        return
    if len(motion.poses) == 1 and not motion.still:
        yield _fault("bad-motion", ("poses",), "one pose is no motion", "add a pose, or `still = true`")
    if not motion.contact:
        yield _fault("bad-motion", (), "nothing is in contact", "add `contact = { feet = 0 }`")
    for name in motion.contact:
        if name.partition("_")[0] not in frame.skeleton.landmarks:
            help = f"the landmarks are {', '.join(frame.skeleton.landmarks)}"
            yield _fault("bad-motion", ("contact", name), f"no landmark `{name}`", help)
    for i, item in enumerate(motion.held):
        if item.at.partition("_")[0] not in frame.skeleton.landmarks:
            help = f"the landmarks are {', '.join(frame.skeleton.landmarks)}"
            yield _fault("bad-motion", ("held", i, "at"), f"no landmark `{item.at}`", help)
    yield from _names(("angles",), motion.angles)
    for i, pose in enumerate(motion.poses):
        yield from _names(("poses", i, "angles"), pose.angles)
        if steps and not 1 <= pose.step <= steps:
            message = f"the text has {steps} steps, and no step {pose.step}"
            yield _fault("bad-motion", ("poses", i, "step"), message, "name the step that the pose shows")
    yield from _shares(motion.poses)


def _names(path: tuple[str | int, ...], angles: Mapping[str, float]) -> Faults:
    for name in angles:
        if name not in COORDINATES and name not in OF_LIMBS:
            help = f"the coordinates are {', '.join((*OF_TRUNK, *OF_LIMBS))}, these with `_r` or `_l` for one side"
            yield _fault("bad-motion", (*path, name), f"no coordinate `{name}`", help)


def _shares(poses: tuple[Pose, ...]) -> Faults:
    stated = [pose.share for pose in poses if pose.share is not None]
    if stated and (poses[0].share is not None or len(stated) < len(poses) - 1 or abs(sum(stated) - 1) > 0.001):
        message = f"the shares add up to {sum(stated):g}"
        help = "each pose but the first has a share of the time, and together they are 1"
        yield _fault("bad-motion", ("poses",), message, help)
    if any(b.step < a.step for a, b in pairwise(poses)):
        yield _fault("bad-motion", ("poses",), "the steps go back", "order the poses as the steps of the text are")


def _base(name: str) -> str:
    return name[:-2] if name not in OF_TRUNK and name[-2:] in ("_r", "_l") else name


def _ranges(frame: Frame, motion: Motion, keys: list[Shown]) -> Faults:
    """The joints of each pose; between poses they stay between them."""
    for i, shown in enumerate(keys):
        seen = set[str]()
        for name, value in shown.q.items():
            limits = frame.skeleton.ranges.get(_base(name))
            if limits is None or _base(name) in seen or limits.low - 0.5 <= value <= limits.high + 0.5:
                continue
            seen.add(_base(name))
            path = _stated_at(motion, i, name)
            message = f"`{name}` is {value:.0f} degrees, beyond {limits.low:g} to {limits.high:g}"
            yield _fault("joint-out-of-range", path, message, "correct the angle, or those of its neighbours")


def _stated_at(motion: Motion, index: int, name: str) -> tuple[str | int, ...]:
    """Where an angle is stated that a pose has."""
    for key in (name, _base(name)):
        if key in motion.poses[index].angles:
            return ("poses", index, "angles", key)
    return ("poses", index)


def _corrections(mover: Mover, keys: list[Shown]) -> Faults:
    """What a contact makes of a pose is what the pose states, but for a few degrees."""
    for i, shown in enumerate(keys):
        for name in (n for n in COORDINATES if _base(n) in ("hip_flexion", "knee_angle", "arm_flex", "elbow_flex")):
            stated, solved = mover.keys[i][name], shown.q[name]
            if abs(stated - solved) > CORRECTION:
                message = f"`{name}` is stated as {stated:.0f} degrees, where the contact asks for {solved:.0f}"
                yield _fault("contact-slips", _stated_at(mover.motion, i, name), message, f"write {solved:.0f}")
                break


def _unreached(samples: Sequence[Shown]) -> Faults:
    """Limbs that are too short for their contact."""
    short = next((item for item in samples if item.missed), None)
    if short is not None:
        message = f"`{short.missed[0]}` cannot be reached at {short.time:.0%} of the way"
        yield _fault("contact-slips", ("contact",), message, "bring the figure nearer to it")


def _contacts(frame: Frame, motion: Motion, samples: Sequence[Shown]) -> Faults:
    """What is in contact stays in its place."""
    for name, height in list(motion.contact.items())[1:]:
        base, sides = contact_sides(name)
        segment = frame.skeleton.landmarks[base].segment
        names = [base] if segment in TRUNK else [f"{base}_{side}" for side in sides]
        slip = SLIP if segment in ("foot", "toes", "hand") else SLIP + GIVE
        for key in names:
            points = [frame.landmark(item.figure, key)[0] for item in samples]
            away = max((y - height * MILLIMETRES for _, y, _ in points), key=abs)
            moved = max(x for x, _, _ in points) - min(x for x, _, _ in points)
            if abs(away) > GIVE or moved > slip:
                message = f"`{key}` is {away:.0f} mm above its contact, and moves by {moved:.0f} mm"
                help = "correct the angles, so that it stays where it is"
                yield _fault("contact-slips", ("contact", name), message, help)
                return


def _floor(frame: Frame, motion: Motion, keys: Sequence[Shown], samples: Sequence[Shown]) -> Faults:
    """Nothing lies below the floor."""
    depths = [-min(y for _, y in points(frame, motion, shown)) for shown in samples]
    for i, depth in enumerate(depths):
        if depth > (GIVE if i < len(keys) else 2 * GIVE):
            path: tuple[str | int, ...] = ("poses", i) if i < len(keys) else ("poses",)
            message = f"the figure reaches {depth:.0f} mm below the floor at {samples[i].time:.0%} of the way"
            yield _fault("below-floor", path, message, "correct the angles of what lies lowest, or add a pose")
            return


def _load(frame: Frame, motion: Motion, samples: Sequence[Shown]) -> Faults:
    """A load that is moved up and down keeps its line, and stays over the foot of who stands."""
    if motion.path != "vertical":
        return
    for i, held in enumerate(motion.held):
        ways = [[point[0] for point in frame.landmark(shown.figure, held.at)] for shown in samples]
        xs = [sum(way) / len(way) for way in ways]
        farthest = max(xs, key=abs)
        if contact_sides(next(iter(motion.contact)))[0] in FLAT_CONTACTS and abs(farthest) > HAND:
            message = f"the load is {farthest:.0f} mm ahead of the middle of the foot"
            yield _fault("load-off-path", ("held", i), message, f"keep it within {HAND:g} mm")
        elif max(xs) - min(xs) > SWAY:
            message = f"the load sways by {max(xs) - min(xs):.0f} mm"
            yield _fault("load-off-path", ("held", i), message, "correct the lean of the trunk, or name another `path`")


_SIZES = {"barbell": "disc", "kettlebell": "diameter", "ball": "diameter"}
"""The measure of an implement that its drawing has, in its shape or in its facts."""


def stated_size(entity: Entity, form: str) -> float | None:
    """The size in metres that equipment states, if it does: the disc of a barbell, the ball of a kettlebell."""
    name = _SIZES.get(form)
    if name is None:
        return None
    measure = entity.shape.measures.get(name) if entity.shape else None
    if isinstance(measure, int | float):
        return float(measure)
    fact = hull(entity.facts.get(name))
    return fact.low / MILLIMETRES if fact is not None else None


def stated_height(entity: Entity) -> Span | None:
    """The height in metres that equipment states, if it does: that of dip bars."""
    height = entity.shape.measures.get("height") if entity.shape else None
    if isinstance(height, tuple) and all(isinstance(value, int | float) for value in height):
        return Span(float(height[0]), float(height[1]))
    return Span(float(height), float(height)) if isinstance(height, int | float) else None
