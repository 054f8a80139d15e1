"""How an exercise moves, on its page: key poses, each in words, and what the script needs to move the figure."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from sportlore.contract.addresses import drawing_path
from sportlore.drawing.motion import compose, strip
from sportlore.model import Entity
from sportlore.publication import Publication
from sportlore.site.drawings import image
from sportlore.site.html import island

SCRIPT = "motion.js"
"""What moves the figure, on pages that have one."""
_ENDINGS = ("svg", "json", "bvh")


class MotionView(Struct, frozen=True):
    """Key poses on a page; `data` is where the script reads the motion, None where a pose is held."""

    inline: Markup
    rows: tuple[tuple[int, str], ...]
    """The number of a step, and the pose that shows it in words."""
    path: str
    data: str | None
    files: tuple[tuple[str, str], ...]
    json_ld: Markup


def motion_view(publication: Publication, entity: Entity) -> MotionView | None:
    """What the page of an exercise shows of its motion."""
    item = publication.strip(entity)
    if item is None:
        return None
    path, steps = drawing_path(item.id), [pose.step for pose in item.motion.poses]
    return MotionView(
        inline=Markup(strip.inline(item, "m")),
        rows=tuple(zip(steps, compose.in_words(item), strict=True)),
        path=path,
        data=None if item.motion.still else drawing_path(item.id, "json"),
        files=tuple((ending.upper(), drawing_path(item.id, ending)) for ending in _ENDINGS),
        json_ld=island(image(publication, item.title, item.description, path)),
    )
