"""`get`: an entity of the catalogue, in short or the parts of it that are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Annotated, Any
from urllib.parse import urlencode

from msgspec import UNSET, Meta, Struct, UnsetType

from sportlore.agents.changes import PART as CHANGES_PART
from sportlore.agents.changes import change_lines
from sportlore.agents.results import (
    MOST,
    Cited,
    Drawn,
    Output,
    Result,
    ToolRefusal,
    cited,
    cut,
    drawn,
    fitted,
    meant,
    read,
    source_lines,
)
from sportlore.contract import schemas
from sportlore.contract.operations import ENTITY
from sportlore.diagnostics import did_you_mean
from sportlore.server.answer import Responder

_SHORT = 60
"""Tokens of the facts of an entity in short."""
_SHORT_SOURCES = 1
_LONGEST_DESCRIPTION, _LONGEST_MORE = 220, 260
_ALL = "all"


class GetInput(Struct, frozen=True, forbid_unknown_fields=True):
    """An entity, and which parts of it."""

    id: Annotated[
        str, Meta(min_length=1, max_length=120, description="`TYPE/SLUG`, as in `sport/badminton`, or a name.")
    ]
    parts: Annotated[
        list[str],
        Meta(
            description="Parts to give in full: `facts`, `facts.KEY`, `sections`, `sections.TITLE`, `links`, `links.RELATION`, "
            "`evidence`, `schedule`, `sources`, `drawings`, `names`, `all`; or `changes`, what the last release "
            "changed. Without any: what it is, its first facts, and which parts there are."
        ),
    ] = []
    scope: Annotated[str, Meta(description="The values of a scope, such as `women`.")] | None = None
    as_of: Annotated[str, Meta(description="The values of a year, such as `1999`.")] | None = None


class FactOutput(Output, frozen=True):
    """A fact: `text` for quoting, `value` with `unit` for computing."""

    key: str
    text: str
    value: Any
    unit: Annotated[str, Meta(description="UCUM unit of `value`.")] | UnsetType = UNSET


class GetOutput(Output, frozen=True):
    """An entity; `more` names the parts that are not in the text."""

    id: str
    name: str
    url: str
    facts: list[FactOutput] = []
    sources: list[Cited] = []
    drawings: list[Drawn] = []
    more: list[str] = []


Lines = Iterator[str]


def get(responder: Responder, asked: GetInput) -> Result:
    """An entity: what it is and its first facts, or the parts that are asked for."""
    type, _, slug = meant(responder, asked.id).partition("/")
    given = {"scope": asked.scope, "asOf": asked.as_of}
    query = urlencode({name: value for name, value in given.items() if value}, safe=",")
    entity = read(responder, ENTITY.at(type=type, slug=slug), schemas.Resource, query.encode())
    facts = [fact for fact in entity.facts or [] if not asked.parts or _is_asked("facts", fact.key, asked.parts)]
    heading = f"{entity.name} ({entity.id}): {cut(entity.description or '', _LONGEST_DESCRIPTION)}"
    if asked.parts:
        parts = (*_PARTS, CHANGES_PART, _ALL)
        unknown = [part for part in asked.parts if part.partition(".")[0] not in parts]
        if unknown:
            there = f"there are {', '.join(parts)}"
            raise ToolRefusal(f"no part `{unknown[0]}`; {did_you_mean(unknown[0], parts, there)}")
        lines = [line for part, of in _PARTS.items() for line in of(entity, asked.parts) if _wants(part, asked.parts)]
        if CHANGES_PART in asked.parts:
            lines += change_lines(responder, entity.id)
        if not lines:
            raise ToolRefusal(f"{entity.id} has no {', '.join(asked.parts)}; it has {', '.join(_there(entity))}")
        kept, left = fitted([heading, *lines], MOST)
        if left:
            kept.append(f"({left} lines left out: ask for single parts)")
        sources = cited(_ids_of(facts), entity.sources)
        more = list[str]()
    else:
        kept_facts, _ = fitted(map(_fact_line, facts), _SHORT)
        facts = facts[: len(kept_facts)]
        sources = cited(_ids_of(facts)[:_SHORT_SOURCES], entity.sources)
        more = _there(entity)
        kept = [heading, *kept_facts, *source_lines(sources), cut(f"more parts: {', '.join(more)}", _LONGEST_MORE)]
    drawings = drawn(entity.drawings)
    data = GetOutput(
        id=entity.id,
        name=entity.name,
        url=entity.url,
        facts=[FactOutput(key=fact.key, text=fact.text, value=fact.value, unit=fact.unit) for fact in facts],
        sources=sources,
        drawings=list(drawings),
        more=more,
    )
    return Result("\n".join([*kept, entity.url]), data, drawings)


def _wants(part: str, parts: Sequence[str]) -> bool:
    return any(asked.partition(".")[0] in (part, _ALL) for asked in parts)


def _is_asked(part: str, key: str, parts: Sequence[str]) -> bool:
    """Whether one item of a part is asked for: by itself, with its part, or with all."""
    names = [asked.lower() for asked in parts]
    return _ALL in names or part in names or f"{part}.{key}".lower() in names


def _ids_of(facts: Sequence[schemas.Fact]) -> list[str]:
    return list(dict.fromkeys(id for fact in facts for id in fact.sources or []))


def _there(entity: schemas.Resource) -> list[str]:
    """The parts that an entity has, with how many or which: ["facts (17)", "sections.How it is played", "links.uses"]."""
    counted = {
        "facts": entity.facts,
        "evidence": entity.evidence,
        "schedule": entity.schedule,
        "sources": entity.sources,
        "drawings": entity.drawings,
        "names": entity.names,
    }
    return [
        *(f"{name} ({len(items)})" for name, items in counted.items() if items),
        *(f"sections.{section.title}" for section in entity.sections or []),
        *(f"links.{relation}" for relation in sorted({link.relation or "" for link in entity.relationships})),
    ]


def _fact_line(fact: schemas.Fact) -> str:
    scope = f" ({', '.join(fact.scope)})" if fact.scope else ""
    return f"- {fact.label}{scope}: {fact.text}"


def _facts(entity: schemas.Resource, parts: Sequence[str]) -> Lines:
    facts = [fact for fact in entity.facts or [] if _is_asked("facts", fact.key, parts)]
    for fact in facts:
        clause = f", {fact.clause}" if fact.clause else ""
        rests = f" [{', '.join(fact.sources)}{clause}]" if fact.sources else ""
        doubt = f" In doubt: {fact.doubt}" if fact.doubt else ""
        yield f"{_fact_line(fact)}{rests}{doubt}"
        for variant in fact.variants or []:
            years = f"{variant.since or ''}–{variant.until or ''}" if variant.since or variant.until else ""
            where = ", ".join(filter(None, [*(variant.scope or []), years]))
            yield f"  - {where}: {variant.text} [{variant.source}]"
    yield from source_lines(cited(_ids_of(facts), entity.sources))


def _sections(entity: schemas.Resource, parts: Sequence[str]) -> Lines:
    for section in entity.sections or []:
        if _is_asked("sections", section.title, parts):
            yield f"{section.title}: {section.text or ''}".rstrip()
            yield from (f"{number}. {step}" for number, step in enumerate(section.steps or [], 1))
            yield from (f"- {item}" for item in section.items or [])
            yield from source_lines(cited(section.sources or [], entity.sources))


def _links(entity: schemas.Resource, parts: Sequence[str]) -> Lines:
    by_relation = sorted(entity.relationships, key=lambda link: link.relation or "")
    for relation, links in groupby(by_relation, key=lambda link: link.relation or ""):
        if _is_asked("links", relation, parts):
            yield f"{relation}: {', '.join(f'{link.name} ({link.id})' for link in links)}"


def _evidence(entity: schemas.Resource, parts: Sequence[str]) -> Lines:
    for item in entity.evidence or []:
        whom = f" ({item.population})" if item.population else ""
        yield f"- {item.outcome}{whom}: {item.grade}; {item.effect}"
        yield from source_lines(cited([item.source], entity.sources), "  Source")


def _schedule(entity: schemas.Resource, parts: Sequence[str]) -> Lines:
    for block in entity.schedule or []:
        first, last = block.weeks
        yield f"Weeks {first}–{last}: {block.focus}" if first != last else f"Week {first}: {block.focus}"
        for session in block.sessions:
            yield f"- Session {session.day}, {session.name}: {'; '.join(part.text for part in session.parts)}"


def _sources(entity: schemas.Resource, parts: Sequence[str]) -> Lines:
    works = entity.sources or []
    yield from source_lines(cited([work.id for work in works], works))


def _drawings(entity: schemas.Resource, parts: Sequence[str]) -> Lines:
    for drawing in entity.drawings or []:
        yield f"- {drawing.title}: {drawing.url}"


def _names(entity: schemas.Resource, parts: Sequence[str]) -> Lines:
    for language, names in (entity.names or {}).items():
        yield f"- {language}: {', '.join(names)}"


_PARTS: dict[str, Callable[[schemas.Resource, Sequence[str]], Lines]] = {
    "facts": _facts,
    "sections": _sections,
    "links": _links,
    "evidence": _evidence,
    "schedule": _schedule,
    "sources": _sources,
    "drawings": _drawings,
    "names": _names,
}
