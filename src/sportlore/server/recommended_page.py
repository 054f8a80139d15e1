"""The page that recommends for somebody, as HTML that needs no scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import parse_qsl, urlencode

import msgspec
from msgspec import Struct

from sportlore.contract.composition import Items, composed
from sportlore.contract.headers import alternate
from sportlore.contract.operations import RECOMMENDATIONS
from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.record import Record
from sportlore.server.recommendations import Recommendations
from sportlore.snapshot import Generation
from sportlore.text import listed

PATH = "/recommended"

_BLANK = re.compile(r"\{(status|safety|results|left_out)\}")
"""What the HTML of the page leaves to be filled in."""


class _Entity(Struct, frozen=True):
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


class _Answer(Struct, frozen=True, rename="camel"):
    """What the page says of an answer of the interface."""

    data: list[_Item]
    safety: list[_Safety]
    left_out: list[_LeftOut]


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
        "results": "".join(_line(item, snapshot) for item in answer.data),
        "left_out": "".join(_left_out(answer.left_out, site)),
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


def _left_out(groups: Sequence[_LeftOut], site: str) -> Iterator[str]:
    if groups:
        yield "<h2>Left out</h2>\n"
        for group in groups:
            names = listed([_link(entity, site) for entity in group.entities])
            reason = escape(group.reason[:1].upper() + group.reason[1:])
            yield f"<details><summary>{reason} ({len(group.entities)})</summary><p>{names}</p></details>\n"


def _link(entity: _Entity, site: str) -> str:
    return f'<a href="{escape(entity.url.removeprefix(site))}">{escape(entity.name)}</a>'
