"""One authored entity: as it was written, and the well-formed part of it as a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from sportlore.diagnostics import Location
from sportlore.kinds import fact_value
from sportlore.model import (
    PRACTICE,
    SCHEDULE,
    SERVES,
    Board,
    Citation,
    Condition,
    Contrast,
    Detail,
    Doubt,
    Entity,
    Evidence,
    FactValue,
    Identifier,
    Motion,
    Plan,
    ScheduleBlock,
    Section,
    Service,
    Signal,
    Similarity,
    Solid,
    Stand,
    Token,
    Variant,
    Vocabulary,
)

Record = TypeVar("Record")


class Document(Struct, frozen=True):
    """One authored entity as it was written, before its form is checked."""

    file: str
    type: str
    slug: str
    data: Mapping[str, object]

    @property
    def id(self) -> str:
        """`sport/tennis`."""
        return f"{self.type}/{self.slug}"

    def location(self, *path: str | int, on_key: bool = False) -> Location:
        """A location in the file of the entity: location("links", "targets", 0)."""
        return Location(self.file, path, on_key)


def entity_of(
    document: Document,
    vocabulary: Vocabulary,
    searches: tuple[str, ...] = (),
    identifiers: tuple[Identifier, ...] = (),
) -> Entity:
    """The well-formed part of a document, and what stands beside it; what is malformed is left out (a rule has reported it)."""
    data = document.data

    def text(field: str) -> str:
        value = data.get(field)
        return value if isinstance(value, str) else ""

    facts = data.get("facts")
    links = data.get("links")
    names = data.get("names")
    sections = data.get("sections")
    services = tuple(_well_formed(data.get("serves"), Service))
    return Entity(
        type=document.type,
        slug=document.slug,
        name=text("name"),
        description=text("description"),
        origin=document.file,
        keywords=_strings(data.get("keywords")),
        searches=searches,
        identifiers=identifiers,
        names={key: _strings(value) for key, value in sorted(names.items())} if isinstance(names, dict) else {},
        sources=_strings(data.get("sources")),
        proper=data.get("proper") is True,
        article=article if isinstance(article := data.get("article"), bool) else None,
        facts=_facts(facts, vocabulary) if isinstance(facts, dict) else {},
        links=_links(links if isinstance(links, dict) else {}, services, vocabulary),
        sections=tuple(_section(item) for item in sections if isinstance(item, dict))
        if isinstance(sections, list)
        else (),
        evidence=tuple(_well_formed(data.get("evidence"), Evidence)),
        serves=services,
        schedule=tuple(_well_formed(data.get("schedule"), ScheduleBlock)),
        citations=_citations(data.get("cite"), vocabulary),
        practice=_strings(cite.get(PRACTICE)) if isinstance(cite := data.get("cite"), dict) else (),
        doubts=tuple(_well_formed(data.get("doubts"), Doubt)),
        variants=tuple(_variants(data.get("variants"), vocabulary)),
        contrasts=tuple(_well_formed(data.get("contrasts"), Contrast)),
        similarities=tuple(_well_formed(data.get("similarities"), Similarity)),
        checked=text("checked") or None,
        verdict=text("verdict") or None,
        details=tuple(_well_formed(data.get("details"), Detail)),
        choose_if=tuple(_well_formed(data.get("choose_if"), Condition)),
        plan=next(_well_formed([data.get("plan")], Plan), None),
        stands=tuple(_well_formed(data.get("stands"), Stand)),
        boards=tuple(_well_formed(data.get("boards"), Board)),
        signals=tuple(_well_formed(data.get("signals"), Signal)),
        tokens=tuple(_well_formed(data.get("tokens"), Token)),
        shape=next(_well_formed([data.get("shape")], Solid), None),
        motion=next(_well_formed([data.get("motion")], Motion), None),
    )


def _links(
    raw: Mapping[str, object], services: tuple[Service, ...], vocabulary: Vocabulary
) -> dict[str, tuple[str, ...]]:
    """The targets by relation, in the vocabulary's order; the goals of `[[serves]]` are links as well."""
    links = {key: _strings(raw[key]) for key in vocabulary.relations if isinstance(raw.get(key), list)}
    if services:
        links[SERVES] = tuple(service.goal for service in services)
    return {key: links[key] for key in vocabulary.relations if key in links}


def _strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _facts(raw: Mapping[str, object], vocabulary: Vocabulary) -> dict[str, FactValue]:
    values = ((key, fact_value(raw[key], fact)) for key, fact in vocabulary.facts.items() if key in raw)
    return {key: value for key, value in values if value is not None}


def _citations(raw: object, vocabulary: Vocabulary) -> dict[str, tuple[Citation, ...]]:
    """The citations by fact, in the vocabulary's order, then those of the schedule, from [cite]: a work, and what it says."""
    cited: dict[str, list[Citation]] = {}
    for source, row in raw.items() if isinstance(raw, dict) else ():
        for written in _strings(row) if source != PRACTICE else ():
            fact, clause = cited_fact(written)
            cited.setdefault(fact, []).append(Citation(source, clause))
    return {key: tuple(cited[key]) for key in (*vocabulary.facts, SCHEDULE) if key in cited}


def cited_fact(written: str) -> tuple[str, str | None]:
    """The fact that a row of [cite] names, and the clause: "net-height (rule 1)" -> ("net-height", "rule 1")."""
    fact, bracket, clause = written.partition(" (")
    return fact, clause.removesuffix(")") if bracket else None


def _well_formed(raw: object, record: type[Record]) -> Iterator[Record]:
    """The elements of an array of tables that are records of a kind."""
    for item in raw if isinstance(raw, list) else ():
        try:
            yield msgspec.convert(item, record, strict=True)
        except msgspec.ValidationError:
            continue


class WrittenVariant(Struct, frozen=True, forbid_unknown_fields=True):
    """A variant as written: its value has not been read as the kind of its fact asks for."""

    fact: str
    value: object
    source: str
    scope: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None


def _variants(raw: object, vocabulary: Vocabulary) -> Iterator[Variant]:
    for written in _well_formed(raw, WrittenVariant):
        fact = vocabulary.facts.get(written.fact)
        value = fact_value(written.value, fact) if fact is not None else None
        if value is not None:
            yield Variant(written.fact, value, written.source, written.scope, written.since, written.until)


def _section(raw: Mapping[str, object]) -> Section:
    title, text = raw.get("title"), raw.get("text")
    return Section(
        title=title if isinstance(title, str) else "",
        text=text if isinstance(text, str) else None,
        steps=_strings(raw.get("steps")),
        items=_strings(raw.get("items")),
        sources=_strings(raw.get("sources")),
        basis=PRACTICE if raw.get("basis") == PRACTICE else None,
    )
