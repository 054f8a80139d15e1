"""Rules about the schedules of training plans: what a plan's text promises stands in its weeks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sportlore.diagnostics import Finding
from sportlore.model import INCLUDES, Entity, ScheduleBlock, SessionPart
from sportlore.rules.context import Context, rule

_WEEKS = re.compile(r"Weeks? (\d+)(?:(?:–| to | and )(\d+))?")
"""How a line begins that says what is done in some weeks: "Weeks 5–7: 4 × 4 at 84"."""

_DOSE = re.compile(r"(\d+) × (\d+)(?: at (\d+))?")
_TIME = re.compile(r"\b(\d+) (minutes|min|seconds|s)\b")
_LIGHTER = "lighter"
_TEST = "test"
_EXERCISE = "exercise"


@rule()
def unscheduled_text(context: Context) -> Iterator[Finding]:
    """What a line on weeks of a plan names stands in them: sets and repetitions, loads, minutes, tests, lighter weeks."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        if not entity.schedule:
            continue
        for i, section in enumerate(entity.sections):
            for field in ("items", "steps"):
                for j, line in enumerate(getattr(section, field)):
                    for message in _missing(entity, line):
                        help = "write it into `schedule`, or correct the line"
                        location = document.location("sections", i, field, j)
                        yield Finding("unscheduled-text", message, location, help)


def _missing(entity: Entity, line: str) -> Iterator[str]:
    """What a line promises of its weeks and the schedule has not."""
    weeks = _WEEKS.match(line)
    if weeks is None:
        return
    first, last = int(weeks[1]), int(weeks[2] or weeks[1])
    blocks = [block for block in entity.schedule if block.weeks[0] <= last and block.weeks[1] >= first]
    if not blocks or blocks[-1].weeks[1] < last:
        yield f"the schedule has no week {last}"
        return
    parts = [part for block in blocks for session in block.sessions for part in session.parts]
    for sets, number, load in _DOSE.findall(line):
        dosed = [part for part in parts if _is_dose(part, int(sets), int(number))]
        if not dosed and not _is_each_session(blocks, int(sets), int(number)):
            yield f"no session of {weeks[0].lower()} has {sets} × {number}"
        elif load and not any(_has_load(part, int(load)) for part in dosed):
            yield f"{sets} × {number} of {weeks[0].lower()} is never at {load}"
    for number, unit in _TIME.findall(line):
        if not any(_has(part, int(number)) for part in parts):
            yield f"no session of {weeks[0].lower()} has {number} {unit}"
    names = " ".join(
        (*(b.focus for b in blocks), *(s.name for b in blocks for s in b.sessions), *(p.text for p in parts))
    )
    if re.search(rf"\b{_TEST}", line) and _TEST not in names.lower():
        yield f"no session of {weeks[0].lower()} is a test"
    if (_LIGHTER in line.partition(":")[0]) != any(_LIGHTER in block.focus for block in blocks):
        yield f"text and schedule disagree on whether {weeks[0].lower()} is {_LIGHTER}"


def _is_dose(part: SessionPart, sets: int, number: int) -> bool:
    """Whether a part is this number of sets of this number of repetitions or minutes."""
    return f"{sets} × {number}" in part.text or (part.sets == sets and number in (part.repetitions, part.minutes))


def _is_each_session(blocks: Iterable[ScheduleBlock], sessions: int, minutes: int) -> bool:
    """Whether this number of sessions of a week have this number of minutes: "5 × 30 minutes" of walking."""
    return any(
        sum(any(part.minutes == minutes for part in session.parts) for session in block.sessions) == sessions
        for block in blocks
    )


def _has_load(part: SessionPart, load: int) -> bool:
    return part.load == load or _says(part, load)


def _has(part: SessionPart, number: int) -> bool:
    return number in (part.minutes, part.rest) or _says(part, number)


def _says(part: SessionPart, number: int) -> bool:
    return re.search(rf"\b{number}\b", part.text) is not None


@rule()
def unscheduled_exercise(context: Context) -> Iterator[Finding]:
    """The exercises that a plan includes stand in its schedule, and those of its schedule are included."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        if not entity.schedule:
            continue
        parts = [part for block in entity.schedule for session in block.sessions for part in session.parts]
        included, texts = entity.links.get(INCLUDES, ()), " ".join(part.text.lower() for part in parts)
        scheduled = dict.fromkeys(part.activity for part in parts if part.activity)
        for i, id in enumerate(included):
            exercise = context.graph.entities.get(id)
            if exercise is None or exercise.type != _EXERCISE or id in scheduled:
                continue
            *_, noun = (word for word in exercise.name.lower().split() if not word.isdigit())
            if noun not in texts:
                help = "write it into a session, or take the link out"
                location = document.location("links", INCLUDES, i)
                yield Finding("unscheduled-exercise", f"no session has `{id}`", location, help)
        for id in scheduled:
            exercise = context.graph.entities.get(id)
            if exercise and exercise.type == _EXERCISE and id not in included:
                location = document.location("links", INCLUDES)
                yield Finding("unscheduled-exercise", f"a session has `{id}`", location, f'add "{id}"')
