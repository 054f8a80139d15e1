"""The catalogue as tables: what all entities are, state, link and cite; and one for each type, with its facts as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from sportlore.contract.schemas import Resource, Section
from sportlore.export.bulk import Bulk
from sportlore.linked.claims import Claim, claims, words
from sportlore.model import Vocabulary, whole

ColumnType = Literal["string", "integer", "number", "year"]
Cell = str | int | float | None
_SEPARATOR = "; "
"""What stands between several values in one cell."""


class Column(Struct, frozen=True):
    """A column: its name, the type of its values, and what they mean."""

    name: str
    type: ColumnType
    description: str


class Table(Struct, frozen=True):
    """A table in the order of the catalogue; `key` are the columns that tell rows apart, if any do."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    key: tuple[str, ...] = ()


def _columns(*described: tuple[str, ColumnType, str]) -> tuple[Column, ...]:
    return tuple(Column(*column) for column in described)


_ENTITY = _columns(
    ("id", "string", "<type>/<slug>"),
    ("type", "string", "Entity type"),
    ("slug", "string", "Identifier within the type"),
    ("name", "string", "Name"),
    ("description", "string", "What it is"),
    ("url", "string", "Public page"),
    ("keywords", "string", "Other names, separated by ;"),
    ("checked", "string", "Month in which the facts were last compared with their sources"),
)
_FACT = _columns(
    ("entity", "string", "Id of the entity"),
    ("key", "string", "Key of the fact"),
    ("label", "string", "What the fact is called"),
    ("scope", "string", "Where the value holds, keys separated by ;"),
    ("since", "integer", "First year in force"),
    ("until", "integer", "Last year in force"),
    ("low", "number", "The number, or the lower end of a range"),
    ("high", "number", "The number, or the upper end of a range"),
    ("words", "string", "TermAddresses separated by ;, or text"),
    ("unit", "string", "UCUM unit of the numbers"),
    ("text", "string", "The value in words, with its unit"),
    ("sources", "string", "Ids of the works that say it, separated by ;"),
    ("clause", "string", "Where in the first of them"),
    ("basis", "string", "`practice`: the authors' own choice"),
    ("doubt", "string", "Why the value is in doubt"),
)
_LINK = _columns(
    ("subject", "string", "Id of the entity that states the link"),
    ("relation", "string", "Key of the relation"),
    ("object", "string", "Id of the other entity"),
    ("position", "integer", "Place among the links of this relation, from 1"),
)
_SOURCE = _columns(
    ("id", "string", "Id of the work"),
    ("title", "string", "Title"),
    ("author", "string", "Author"),
    ("publisher", "string", "Publisher"),
    ("year", "integer", "Year of publication"),
    ("url", "string", "Address"),
    ("read", "string", "How far it was read"),
    ("read_in", "string", "Month in which it was read"),
    ("supports", "string", "What it was seen to support"),
)
_CITATION = _columns(("entity", "string", "Id of the entity"), ("source", "string", "Id of a work that it cites"))
_SECTION = _columns(
    ("entity", "string", "Id of the entity"),
    ("position", "integer", "Place in the entity, from 1"),
    ("title", "string", "Title"),
    ("text", "string", "The text; steps and items a line each"),
    ("sources", "string", "Ids of the works that it follows, separated by ;"),
)


def tables(bulk: Bulk) -> tuple[Table, ...]:
    """The tables of all entities: entities, facts, links, sources, citations, sections."""
    vocabulary, resources = bulk.publication.vocabulary, bulk.resources
    sources = {source.id: source for resource in resources for source in resource.sources or ()}
    return (
        Table("entities", "What there is", _ENTITY, tuple(map(_entity, resources)), ("id",)),
        Table("facts", "What is stated, a row for each value", _FACT, tuple(_facts(resources, vocabulary))),
        Table(
            "links",
            "How entities are linked, in the direction in which it is stated",
            _LINK,
            tuple(row for resource in resources for row in _links(resource, vocabulary)),
            ("subject", "relation", "object"),
        ),
        Table(
            "sources",
            "The works that entities rest on",
            _SOURCE,
            tuple(tuple(getattr(sources[id], column.name) or None for column in _SOURCE) for id in sorted(sources)),
            ("id",),
        ),
        Table(
            "citations",
            "Which entity cites which work",
            _CITATION,
            tuple((resource.id, source.id) for resource in resources for source in resource.sources or ()),
            ("entity", "source"),
        ),
        Table(
            "sections",
            "The texts of entities",
            _SECTION,
            tuple(
                (resource.id, order, section.title, section_text(section), _joined(section.sources or ()))
                for resource in resources
                for order, section in enumerate(resource.sections or (), 1)
            ),
            ("entity", "position"),
        ),
    )


def tables_by_type(bulk: Bulk) -> Iterator[Table]:
    """A table for each type: its entities, their facts in words and as numbers, and what they are linked with."""
    vocabulary = bulk.publication.vocabulary
    for type, described in vocabulary.types.items():
        resources = tuple(bulk.of_type(type))
        relations = [
            key
            for key in vocabulary.relations
            if any(related.relation == key for r in resources for related in r.relationships)
        ]
        columns = [*_ENTITY]
        for key in described.facts:
            fact = vocabulary.facts[key]
            columns.append(Column(_name(key), "string", f"{fact.label}, in words"))
            if fact.kind in ("integer", "number"):
                unit = f" ({fact.unit})" if fact.unit else ""
                columns.append(Column(f"{_name(key)}_low", "number", f"{fact.label}{unit}: the least value in force"))
                columns.append(
                    Column(f"{_name(key)}_high", "number", f"{fact.label}{unit}: the greatest value in force")
                )
        columns += [Column(_name(key), "string", f"{vocabulary.relations[key].label}: ids") for key in relations]
        rows = tuple(tuple(_wide(resource, described.facts, relations, vocabulary)) for resource in resources)
        yield Table(_name(type), described.plural, tuple(columns), rows, ("id",))


def section_text(section: Section) -> str:
    """The text of a section; steps and items are lines."""
    return section.text or "\n".join((*(section.steps or ()), *(section.items or ())))


def _entity(resource: Resource) -> tuple[Cell, ...]:
    checked = resource.checked or None
    keywords = _joined(resource.keywords or ())
    named = (resource.id, resource.type, resource.slug, resource.name)
    return (*named, resource.description or None, resource.url, keywords, checked)


def _facts(resources: Iterable[Resource], vocabulary: Vocabulary) -> Iterator[tuple[Cell, ...]]:
    for resource in resources:
        for claim in claims(resource.facts or (), vocabulary):
            yield (
                resource.id,
                claim.key,
                claim.label,
                _joined(claim.scope),
                claim.since,
                claim.until,
                *_ends(claim),
                _joined(words(claim.value)),
                claim.unit,
                claim.text,
                _joined(claim.sources),
                claim.clause,
                claim.basis,
                claim.doubt,
            )


def _ends(claim: Claim) -> tuple[Cell, Cell]:
    span = claim.span
    return (whole(span.low), whole(span.high)) if span else (None, None)


def _links(resource: Resource, vocabulary: Vocabulary) -> Iterator[tuple[Cell, ...]]:
    count: dict[str, int] = {}
    for related in resource.relationships:
        relation = str(related.relation)
        if relation in vocabulary.relations:
            count[relation] = count.get(relation, 0) + 1
            yield resource.id, relation, related.id, count[relation]


def _wide(resource: Resource, facts: Iterable[str], relations: Iterable[str], vocabulary: Vocabulary) -> Iterator[Cell]:
    yield from _entity(resource)
    stated = {fact.key: fact for fact in resource.facts or ()}
    in_force: dict[str, list[Claim]] = {}
    for claim in claims(resource.facts or (), vocabulary):
        if not claim.is_variant:
            in_force.setdefault(claim.key, []).append(claim)
    for key in facts:
        yield stated[key].text if key in stated else None
        if vocabulary.facts[key].kind in ("integer", "number"):
            spans = [claim.span for claim in in_force.get(key, ()) if claim.span]
            yield whole(min(span.low for span in spans)) if spans else None
            yield whole(max(span.high for span in spans)) if spans else None
    for relation in relations:
        yield _joined([related.id for related in resource.relationships if related.relation == relation])


def _joined(values: Iterable[str]) -> str | None:
    return _SEPARATOR.join(values) or None


def _name(key: str) -> str:
    """A key as a name in SQL: "net-height" -> "net_height"."""
    return key.replace("-", "_")


def json_line(value: object) -> bytes:
    """A line of NDJSON."""
    return msgspec.json.encode(value) + b"\n"
