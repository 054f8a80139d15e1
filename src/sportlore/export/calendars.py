"""Training plans as calendars (iCalendar, RFC 5545): a day for each session."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from urllib.parse import urlsplit

from sportlore.export.bulk import EPOCH, Bulk, File
from sportlore.model import Entity, Session

_LONGEST = 75
"""Octets of a line; longer ones are folded."""


def calendars(bulk: Bulk) -> Iterator[File]:
    """A calendar for each plan whose weeks are stated. The first week begins on the export's Monday."""
    for type in bulk.publication.vocabulary.types:
        for entity in bulk.publication.graph.of_type(type):
            if entity.schedule:
                content = _calendar(bulk, entity)
                yield File(f"plans/{entity.slug}.ics", "text/calendar; charset=utf-8", content)


def _calendar(bulk: Bulk, plan: Entity) -> bytes:
    about, page = bulk.publication.about, bulk.publication.page(plan)
    host = urlsplit(page).hostname or "localhost"
    stamp = f"{(about.released or EPOCH):%Y%m%d}T000000Z"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{about.title}//{about.version}//EN", "CALSCALE:GREGORIAN"]
    lines.append(f"X-WR-CALNAME:{_escaped(plan.name)}")
    for week, session, day in sessions(plan, bulk.start):
        lines += [
            "BEGIN:VEVENT",
            f"UID:{plan.slug}-week-{week}-session-{session.day}@{host}",
            f"DTSTAMP:{stamp}",
            f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
            f"DTEND;VALUE=DATE:{day + datetime.timedelta(days=1):%Y%m%d}",
            f"SUMMARY:{_escaped(f'Week {week}: {session.name}')}",
            "DESCRIPTION:" + _escaped("\n".join(part.text for part in session.parts)),
            f"URL:{page}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line) for line in lines)


def sessions(plan: Entity, start: datetime.date) -> Iterator[tuple[int, Session, datetime.date]]:
    """Each session with its week, from 1, and its day.

    A plan says the order of the sessions of a week, not their days, so they are spread: three fall on Monday, Wednesday, Friday.
    """
    for block in plan.schedule:
        for week in range(block.weeks[0], block.weeks[1] + 1):
            ordinals = sorted({session.day for session in block.sessions})
            for session in block.sessions:
                weekday = ordinals.index(session.day) * 7 // len(ordinals)
                yield week, session, start + datetime.timedelta(days=7 * (week - 1) + weekday)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> bytes:
    """A line as octets with its line end, folded where it is long, never inside a character."""
    pieces, piece = [], b""
    for character in line:
        encoded = character.encode()
        if len(piece) + len(encoded) > _LONGEST:
            pieces.append(piece)
            piece = b" "
        piece += encoded
    return b"\r\n".join([*pieces, piece]) + b"\r\n"
