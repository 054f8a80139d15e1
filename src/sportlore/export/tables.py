"""The catalogue as tables: what all entities are, state, link and cite; and one for each type, with its facts as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sportlore.contract.schemas import Resource, Section
from sportlore.export.bulk import Bulk
from sportlore.linked.claims import Claim, claims, words
from sportlore.linked.table import ENTITY_COLUMNS, Cell, Column, ColumnType, Table, entity_row, joined, type_table
from sportlore.model import Vocabulary, whole


def _columns(*described: tuple[str, ColumnType, str]) -> tuple[Column, ...]:
    return tuple(Column(*column) for column in described)


_ENTITY = (
    *ENTITY_COLUMNS,
    Column("checked", "string", "Month in which the facts were last compared with their sources"),
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
                (resource.id, order, section.title, section_text(section), joined(section.sources or ()))
                for resource in resources
                for order, section in enumerate(resource.sections or (), 1)
            ),
            ("entity", "position"),
        ),
    )


def tables_by_type(bulk: Bulk) -> Iterator[Table]:
    """A table for each type."""
    vocabulary = bulk.publication.vocabulary
    return (type_table(type, bulk.of_type(type), vocabulary) for type in vocabulary.types)


def section_text(section: Section) -> str:
    """The text of a section; steps and items are lines."""
    return section.text or "\n".join((*(section.steps or ()), *(section.items or ())))


def _entity(resource: Resource) -> tuple[Cell, ...]:
    return (*entity_row(resource), resource.checked or None)


def _facts(resources: Iterable[Resource], vocabulary: Vocabulary) -> Iterator[tuple[Cell, ...]]:
    for resource in resources:
        for claim in claims(resource.facts or (), vocabulary):
            yield (
                resource.id,
                claim.key,
                claim.label,
                joined(claim.scope),
                claim.since,
                claim.until,
                *_ends(claim),
                joined(words(claim.value)),
                claim.unit,
                claim.text,
                joined(claim.sources),
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


def json_line(value: object) -> bytes:
    """A line of NDJSON."""
    return msgspec.json.encode(value) + b"\n"
