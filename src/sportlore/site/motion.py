"""How an exercise moves and how one stands, on its page: key poses in words, and what the script needs to move the figure."""

from __future__ import annotations

from collections.abc import Sequence

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
    """Key poses on a page; `data` is where the script reads the motion, None where a pose is held.

    `citations` are the numbers of the works that say a stance; a motion of an exercise has none.
    """

    heading: str
    inline: Markup
    rows: tuple[tuple[int, str], ...]
    """The number of a step, and the pose that shows it in words."""
    path: str
    data: str | None
    files: tuple[tuple[str, str], ...]
    citations: tuple[int, ...]
    json_ld: Markup


def motion_view(publication: Publication, entity: Entity, works: Sequence[str]) -> MotionView | None:
    """What the page of an entity shows of its motion or stance; `works` is the page's bibliography."""
    item = publication.strip(entity)
    if item is None:
        return None
    path, steps = drawing_path(item.id), [pose.step for pose in item.motion.poses]
    moves = publication.vocabulary.types[entity.type].moves
    return MotionView(
        heading="How one stands" if not moves else "How it is held" if item.motion.still else "How it moves",
        inline=Markup(strip.inline(item, "m")),
        rows=tuple(zip(steps, compose.in_words(item), strict=True)),
        path=path,
        data=None if item.motion.still else drawing_path(item.id, "json"),
        files=tuple((ending.upper(), drawing_path(item.id, ending)) for ending in _ENDINGS),
        citations=tuple(sorted(works.index(id) + 1 for id in item.motion.sources)),
        json_ld=island(image(publication, item.title, item.description, path)),
    )
