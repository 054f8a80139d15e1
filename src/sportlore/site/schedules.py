"""The schedule of a plan on its page: weeks, days, and each part with a link to what is done."""

from __future__ import annotations

import re

from msgspec import Struct

from sportlore.model import ScheduleBlock, SessionPart
from sportlore.publication import Publication
from sportlore.site.page import Ref, ref


class PartRow(Struct, frozen=True):
    """A part of a session: its text around the name of what is done, which leads to its page."""

    before: str
    linked: str
    after: str
    activity: Ref | None


class SessionRow(Struct, frozen=True):
    """A session of a week, with the page of its type."""

    day: int
    name: str
    type: Ref | None
    parts: tuple[PartRow, ...]


class BlockRow(Struct, frozen=True):
    """Weeks of a plan that have the same sessions: ("Weeks 1–4", "base", …)."""

    weeks: str
    anchor: str
    focus: str
    sessions: tuple[SessionRow, ...]


def block_row(publication: Publication, block: ScheduleBlock) -> BlockRow:
    """The weeks as the page of a plan shows them."""
    first, last = block.weeks
    sessions = (
        SessionRow(
            session.day,
            session.name,
            _known(publication, session.session),
            tuple(part_row(publication, part) for part in session.parts),
        )
        for session in block.sessions
    )
    weeks = f"Week {first}" if first == last else f"Weeks {first}–{last}"
    return BlockRow(weeks, f"week-{first}", block.focus, tuple(sessions))


def part_row(publication: Publication, part: SessionPart) -> PartRow:
    """The text with what it calls the activity as the link; before one that names no activity stands its name.

    ("bench press, 2 × 10", Bench press) -> "", "bench press", ", 2 × 10"
    ("4 km, talking possible", Easy running) -> "", "Easy running", ": 4 km, talking possible"
    """
    activity = _known(publication, part.activity)
    if activity is None or part.activity is None:
        return PartRow(part.text, "", "", None)
    entity = publication.graph.entities[part.activity]
    for name in (entity.name, *sorted(entity.keywords, key=len, reverse=True)):
        pattern = re.escape(name).replace("'", "['’]")
        if match := re.search(rf"(?<!\w){pattern}", part.text, re.IGNORECASE):
            return PartRow(part.text[: match.start()], match[0], part.text[match.end() :], activity)
    return PartRow("", activity.name, f": {part.text}", activity)


def _known(publication: Publication, id: str | None) -> Ref | None:
    return ref(publication, publication.graph.entities[id]) if id else None
