"""From an exercise to its strip: sizes of the equipment that it names, and every pose in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from sportlore.drawing.motion.checks import stated_size
from sportlore.drawing.motion.poses import Shown
from sportlore.drawing.motion.skeleton import frame
from sportlore.drawing.motion.strip import Strip, page_of
from sportlore.model import Entity, Motion, Vocabulary
from sportlore.text import listed


def resolved(motion: Motion, entities: Mapping[str, Entity]) -> Motion:
    """The motion with the sizes that its equipment states."""
    held = tuple(
        msgspec.structs.replace(item, size=stated_size(entities[item.of], item.form) or item.size)
        if item.of is not None and item.of in entities
        else item
        for item in motion.held
    )
    return msgspec.structs.replace(motion, held=held)


def strip_of(entity: Entity, entities: Mapping[str, Entity], vocabulary: Vocabulary) -> Strip | None:
    """The key poses of a checked exercise; None where no motion is drawn."""
    motion, body, skeleton = entity.motion, vocabulary.body, vocabulary.skeleton
    if motion is None or motion.none or body is None or skeleton is None:
        return None
    motion = resolved(motion, entities)
    count = "The pose" if len(motion.poses) == 1 else f"{_COUNTS[len(motion.poses)]} poses"
    view = "from the side" if motion.view == "side" else "from the front"
    said = "; ".join(f"step {pose.step}, {pose.name[:1].lower()}{pose.name[1:]}" for pose in motion.poses)
    title = f"{entity.name}: {count.lower()} {view}"
    return Strip(f"{entity.id}-motion", title, f"Seen {view}: {said}.", frame(body, skeleton), motion)


_COUNTS = ("", "One", "Two", "Three", "Four")

_WORDS: Mapping[str, tuple[str, str]] = {
    "hip_flexion": ("hip bent", "hip stretched back"),
    "hip_adduction": ("leg across", "leg out"),
    "knee_angle": ("knee bent", ""),
    "ankle_angle": ("foot drawn up", "foot pointed"),
    "lumbar_extension": ("back arched", "back rounded"),
    "lumbar_bending": ("trunk bent right", "trunk bent left"),
    "arm_flex": ("upper arm ahead", "upper arm back"),
    "arm_add": ("upper arm across", "upper arm out"),
    "elbow_flex": ("elbow bent", ""),
}
"""What an angle is called, positive and negative."""
_LEAST = 5
"""Degrees that are worth a word."""


def in_words(strip: Strip) -> tuple[str, ...]:
    """Each pose in words: "Thighs parallel: hip bent 118°, knee bent 116°"."""
    poses = zip((pose.name for pose in strip.motion.poses), page_of(strip).poses, strict=True)
    return tuple(f"{name}: {said}" if (said := listed([*_joints(shown)])) else name for name, shown in poses)


def _joints(shown: Shown) -> Iterator[str]:
    for name, (positive, negative) in _WORDS.items():
        if name in shown.q:
            values = [("", shown.q[name])]
        else:
            right, left = (shown.q[f"{name}_{side}"] for side in "rl")
            values = [("", right)] if abs(right - left) < _LEAST else [("right ", right), ("left ", left)]
        for side, value in values:
            word = positive if value > 0 else negative
            if abs(value) >= _LEAST and word:
                yield f"{side}{word} {abs(value):.0f}°"
