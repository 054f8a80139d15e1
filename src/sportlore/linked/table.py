"""Entities of one type as a table: what they are, their facts in words and as numbers, and what they are linked with."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from sportlore.contract.schemas import Resource
from sportlore.linked.claims import Claim, claims
from sportlore.model import Vocabulary, whole

ColumnType = Literal["string", "integer", "number"]
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


ENTITY_COLUMNS = (
    Column("id", "string", "<type>/<slug>"),
    Column("type", "string", "Entity type"),
    Column("slug", "string", "Identifier within the type"),
    Column("name", "string", "Name"),
    Column("description", "string", "What it is"),
    Column("url", "string", "Public page"),
    Column("keywords", "string", "Other names, separated by ;"),
)


def type_table(type: str, resources: Iterable[Resource], vocabulary: Vocabulary) -> Table:
    """The table of entities of a type."""
    described = vocabulary.types[type]
    columns = [*ENTITY_COLUMNS]
    for key in described.facts:
        fact = vocabulary.facts[key]
        columns.append(Column(_name(key), "string", f"{fact.label}, in words"))
        if _is_number(key, vocabulary):
            unit = f" ({fact.unit})" if fact.unit else ""
            columns.append(Column(f"{_name(key)}_low", "number", f"{fact.label}{unit}: the least value in force"))
            columns.append(Column(f"{_name(key)}_high", "number", f"{fact.label}{unit}: the greatest value in force"))
    columns += [Column(_name(key), "string", f"{vocabulary.relations[key].label}: ids") for key in described.links]
    rows = tuple(tuple(_row(resource, described.facts, described.links, vocabulary)) for resource in resources)
    return Table(_name(type), described.plural, tuple(columns), rows, ("id",))


def csv_text(table: Table) -> str:
    """A table as CSV (RFC 4180), with its column names in the first line; an empty cell states nothing."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows(table.rows)
    return written.getvalue()


def entity_row(resource: Resource) -> tuple[Cell, ...]:
    """What an entity is."""
    named = (resource.id, resource.type, resource.slug, resource.name)
    return (*named, resource.description or None, resource.url, joined(resource.keywords or ()))


def joined(values: Iterable[str]) -> str | None:
    """Several values in one cell; nothing where there are none."""
    return _SEPARATOR.join(values) or None


def _row(resource: Resource, facts: Iterable[str], relations: Iterable[str], vocabulary: Vocabulary) -> Iterator[Cell]:
    yield from entity_row(resource)
    stated = {fact.key: fact for fact in resource.facts or ()}
    in_force: dict[str, list[Claim]] = {}
    for claim in claims(resource.facts or (), vocabulary):
        if not claim.is_variant:
            in_force.setdefault(claim.key, []).append(claim)
    for key in facts:
        yield stated[key].text if key in stated else None
        if _is_number(key, vocabulary):
            spans = [claim.span for claim in in_force.get(key, ()) if claim.span]
            yield whole(min(span.low for span in spans)) if spans else None
            yield whole(max(span.high for span in spans)) if spans else None
    for relation in relations:
        yield joined([related.id for related in resource.relationships if related.relation == relation])


def _is_number(key: str, vocabulary: Vocabulary) -> bool:
    return vocabulary.facts[key].kind in ("integer", "number")


def _name(key: str) -> str:
    """A key as a name in SQL: "net-height" -> "net_height"."""
    return key.replace("-", "_")
