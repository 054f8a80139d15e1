"""A motion as data: its poses, and figures at even times, which the script of the page draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sportlore.drawing.motion.parts import Part, part
from sportlore.drawing.motion.poses import PER_SECOND, Shown
from sportlore.drawing.motion.skeleton import COORDINATES
from sportlore.drawing.motion.strip import Page, Strip, page_of, part_names
from sportlore.drawing.motion.things import before, behind


def json(strip: Strip, licence: str, sources: Sequence[object]) -> bytes:
    """The poses with all their angles, and figures at even times: of each part of the drawing x, y, turn and length.

    `sources` are the works that the figure and its ranges rest on. Lengths are millimetres, angles degrees; parts turn against
    the clock, and `1` is a part that is seen in its whole length.
    """
    page = page_of(strip)
    motion = strip.motion
    names = part_names(page)
    back, front = (list(drawn(page.frame, motion, page.poses[0])) for drawn in (behind, before))
    return msgspec.json.encode(
        {
            "id": strip.id,
            "title": strip.title,
            "licence": licence,
            "sources": sources,
            "view": motion.view,
            "perSecond": PER_SECOND,
            "poses": [
                {
                    "name": pose.name,
                    "step": pose.step,
                    "time": round(page.mover.times[i], 3),
                    "angles": {name: round(page.poses[i].q[name], 1) for name in COORDINATES},
                }
                for i, pose in enumerate(motion.poses)
            ],
            "parts": [
                *(f"behind-{i}" for i, _ in enumerate(back)),
                *names,
                *(f"before-{i}" for i, _ in enumerate(front)),
            ],
            "figures": [[_numbers(placement) for placement in _placed(page, shown, names)] for shown in page.moving],
        }
    )


def _placed(page: Page, shown: Shown, names: Sequence[str]) -> Iterator[Part]:
    """Every part that moves, in the order in which the drawing has it."""
    yield from (placement for _, placement in behind(page.frame, page.motion, shown))
    yield from (part(page.motion.view, shown, name) for name in names)
    yield from (placement for _, placement in before(page.frame, page.motion, shown))


def _numbers(placement: Part) -> list[float]:
    return [round(placement.x), round(placement.y), round(placement.turn, 1), round(placement.long, 3)]
