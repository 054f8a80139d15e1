"""The page that recommends for somebody, as HTML that needs no scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from urllib.parse import parse_qsl, urlencode

import msgspec
from msgspec import Struct

from sportlore.contract.composition import Items, composed
from sportlore.contract.headers import alternate
from sportlore.contract.operations import RECOMMENDATIONS
from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.record import Record
from sportlore.diagnostics import counted
from sportlore.server.recommendations import Recommendations
from sportlore.snapshot import Generation
from sportlore.text import listed

PATH = "/recommended"

_BLANK = re.compile(r"\{(status|safety|week|results|left_out)\}")
"""What the HTML of the page leaves to be filled in."""


class _Entity(Struct, frozen=True):
    id: str
    type: str
    name: str
    url: str


class _Reason(Struct, frozen=True):
    text: str


class _Item(Struct, frozen=True):
    entity: _Entity
    reasons: list[_Reason]


class _Section(Struct, frozen=True):
    title: str
    text: str = ""
    items: list[str] = []
    steps: list[str] = []


class _Safety(Struct, frozen=True):
    entity: _Entity
    sections: list[_Section]


class _LeftOut(Struct, frozen=True):
    reason: str
    entities: list[_Entity]


class _Part(Struct, frozen=True):
    id: str
    minutes: int
    sets: int | None = None
    repetitions: list[int] | None = None
    times: int = 1


class _Session(Struct, frozen=True):
    day: int
    minutes: int
    parts: list[_Part]


class _Week(Struct, frozen=True, rename="camel"):
    days: int
    sessions: list[_Session]
    totals: list[_Part]
    rest: list[int]
    not_placed: list[_LeftOut]
    minutes: int | None = None


class _Answer(Struct, frozen=True, rename="camel"):
    """What the page says of an answer of the interface."""

    data: list[_Item]
    safety: list[_Safety]
    left_out: list[_LeftOut]
    week: _Week


def recommended_page(
    snapshot: Generation, recommendations: Recommendations, query: bytes, variants: Sequence[bytes]
) -> Record | None:
    """The record of the page for a query string with a goal, else None; raises BadRequest."""
    asked = _asked(query)
    goal = asked.pop("goal", None)
    if goal is None:
        return None
    address = urlencode(asked, safe=",")
    body = recommendations.chosen(goal, address.encode())
    if body is None:
        raise BadRequest(f"no goal `{shown(goal)}`; choose one of the list")
    answer = msgspec.json.decode(body, type=_Answer)
    site = snapshot.info.site_url
    counted = f"{len(answer.data)} recommended, best first; {sum(len(g.entities) for g in answer.left_out)} left out."
    blanks = {
        "status": counted,
        "safety": "".join(_safety(answer.safety, site)),
        "week": "".join(week_html(answer.week, {item.entity.id: item for item in answer.data}, site)),
        "results": "".join(_line(item, snapshot) for item in answer.data),
        "left_out": "".join(_groups("Left out", answer.left_out, site, level=2)),
    }
    page = _BLANK.sub(lambda blank: blanks[blank[1]], snapshot.info.recommended_page)
    page = _filled(page, {"goal": goal, **asked})
    link = alternate(RECOMMENDATIONS.at(goal=goal) + (f"?{address}" if address else ""), "application/json")
    return composed(page.encode(), Items((), (), b""), b"", (link,), variants, "text/html; charset=utf-8")


def _asked(query: bytes) -> dict[str, str]:
    """The parameters that have a value; what is ticked several times is put together with commas."""
    asked: dict[str, list[str]] = {}
    for name, value in parse_qsl(query.decode("utf-8", "replace"), max_num_fields=200):
        if value.strip():
            asked.setdefault(name, []).append(value.strip())
    return {name: ",".join(values) for name, values in asked.items()}


def _filled(page: str, asked: dict[str, str]) -> str:
    """The page with what was asked for chosen, ticked and written in its form."""
    for name in ("goal", "level", "place"):
        page = page.replace(f'<option value="{asked.get(name)}">', f'<option value="{asked.get(name)}" selected>')
    for name in ("minutes", "days"):
        page = re.sub(f'(<input id="{name}"[^>]* value=")', rf"\g<1>{escape(asked.get(name, ''))}", page)
    for name in ("equipment", "persona", "condition"):
        for value in filter(None, asked.get(name, "").split(",")):
            box = f'name="{name}" value="{value}"'
            page = page.replace(box, f"{box} checked")
    return page


def _safety(safety: Sequence[_Safety], site: str) -> Iterator[str]:
    for of in safety:
        yield f"<h2>Before you start: {_link(of.entity, site)}</h2>\n"
        for section in of.sections:
            lines = (*section.items, *section.steps)
            items = "".join(f"<li>{escape(line)}</li>" for line in lines)
            yield f"<h3>{escape(section.title)}</h3>\n"
            yield f"<ul>{items}</ul>\n" if lines else f"<p>{escape(section.text)}</p>\n"


def _line(item: _Item, snapshot: Generation) -> str:
    """One recommendation: the name as a link, its type, what it does for the goal."""
    type = snapshot.info.singular.get(item.entity.type, item.entity.type)
    return (
        f'<li>{_link(item.entity, snapshot.info.site_url)} <span class="kind">{escape(type)}</span>'
        f"<p>{escape(item.reasons[0].text)}</p></li>\n"
    )


def week_html(week: _Week, items: Mapping[str, _Item], site: str) -> Iterator[str]:
    """The week by its days, with boxes to tick where it is printed; what each thing adds up to; and what is not in it."""
    if not week.sessions:
        yield "<p>None of it states a dose that fits into a week of these days and minutes.</p>\n"
    else:
        limit = f" of {week.minutes} minutes at most" if week.minutes is not None else ""
        summary = f"{counted(len(week.sessions), 'session')} on {counted(week.days, 'day')}{limit}"
        yield f"<p>{summary}, with the least of each dose; warming up is extra.</p>\n"
        yield '<ol class="days">\n'
        for session in week.sessions:
            yield f'<li><p class="day">Day {session.day}, {session.minutes} min</p>\n<ul>'
            yield from (f"<li>{_linked(part, items, site)}: {_amount(part)}</li>" for part in session.parts)
            yield "</ul></li>\n"
        yield f"</ol>\n<p>Rest: {listed([f'day {day}' for day in week.rest])}.</p>\n"
        yield "<details><summary>The sums of the week, and the doses they follow</summary>\n<ul>"
        for part in week.totals:
            times = "once" if part.times == 1 else f"{part.times} times"
            said = escape(items[part.id].reasons[0].text)
            yield f"<li>{_linked(part, items, site)}: {times}, {_sum(part)}. <q>{said}</q></li>\n"
        yield "</ul></details>\n"
    yield from _groups("Not in the week", week.not_placed, site, level=3)


def _linked(part: _Part, items: Mapping[str, _Item], site: str) -> str:
    return _link(items[part.id].entity, site)


def _amount(part: _Part) -> str:
    """What is done on a day: "2 sets of 3 to 6", "30 min"."""
    if part.sets is None:
        return f"{part.minutes} min"
    low, high = part.repetitions or (0, 0)
    of = f" of {low}" + (f" to {high}" if high > low else "") if high else ""
    return f"{counted(part.sets, 'set')}{of}"


def _sum(part: _Part) -> str:
    return f"{part.minutes} min" if part.sets is None else f"{counted(part.sets, 'set')} in {part.minutes} min"


def _groups(heading: str, groups: Sequence[_LeftOut], site: str, *, level: int) -> Iterator[str]:
    """Entities by the reason why they are not there, folded."""
    if groups:
        yield f"<h{level}>{heading}</h{level}>\n"
        for group in groups:
            names = listed([_link(entity, site) for entity in group.entities])
            reason = escape(group.reason[:1].upper() + group.reason[1:])
            yield f"<details><summary>{reason} ({len(group.entities)})</summary><p>{names}</p></details>\n"


def _link(entity: _Entity, site: str) -> str:
    return f'<a href="{escape(entity.url.removeprefix(site))}">{escape(entity.name)}</a>'
