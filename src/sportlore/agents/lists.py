"""`list`: the entities of a type that have some properties, some of their facts, or counts of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from msgspec import Meta, Struct

from sportlore.agents.results import LISTED, Output, Reference, Result, fitted, read
from sportlore.contract import schemas
from sportlore.contract.operations import ENTITY_LIST, TYPE_LIST
from sportlore.server.answer import Responder


class ListInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A type, and what its entities must have."""

    type: (
        Annotated[str, Meta(description="An entity type, such as `sport` or `exercise`; without it, all types.")] | None
    ) = None
    filters: Annotated[
        dict[str, str],
        Meta(
            description="Facts and relations of the type with what they must be: a term, a number or range `5..7`, a slug, "
            "`none`; a comma means or, `!` excludes: `{'targets': 'calves', 'uses': 'none'}`."
        ),
    ] = {}
    fields: Annotated[list[str], Meta(description="Keys of facts to state of each: `net-height`.")] = []
    sort: Annotated[str, Meta(description="`name` or a number fact, `-` before it for descending.")] | None = None
    count_by: Annotated[list[str], Meta(description="Count by these facts or relations instead of listing.")] = []
    page: Annotated[int, Meta(ge=1, le=1_000)] = 1
    limit: Annotated[int, Meta(ge=1, le=40, description="Entities on a page.")] = 20


class ListedEntity(Reference, frozen=True):
    """An entity with the facts asked for, by key."""

    facts: dict[str, Any] = {}


class ListOutput(Output, frozen=True):
    """A page of a list, or counts by value for each key of `count_by`."""

    total: int
    entities: list[ListedEntity] = []
    counts: dict[str, dict[str, int]] = {}
    filters: Annotated[list[str], Meta(description="What the list can be filtered by, where nothing was asked.")] = []


class _Fact(Struct, frozen=True):
    key: str
    label: str
    text: str
    value: Any = None


class _Row(Struct, frozen=True):
    id: str
    name: str
    url: str
    facts: list[_Fact] = []


class _Page(Struct, frozen=True):
    total: int


class _List(Struct, frozen=True):
    pagination: _Page
    data: list[_Row] = []
    facets: list[schemas.Facet] = []


def list_entities(responder: Responder, asked: ListInput) -> Result:
    """A page of the entities of a type, counts of them, or all types."""
    if asked.type is None:
        return _types(responder)
    listed = read(responder, ENTITY_LIST.at(type=asked.type), _List, urlencode(_query(asked), safe=",").encode())
    if asked.count_by:
        return _counts(responder, asked.type, listed)
    rows = [f"- {row.name} ({row.id}){_facts(row)}" for row in listed.data]
    filters = [] if asked.filters or asked.fields or asked.page > 1 else responder.filter_names(asked.type)
    below = [f"filters: {', '.join(filters)}"] if filters else []
    kept, left = fitted(rows, LISTED - sum(len(line) for line in below) // 4) if rows else ([], 0)
    entities = [
        ListedEntity(id=row.id, name=row.name, url=row.url, facts={fact.key: fact.value for fact in row.facts})
        for row in listed.data
    ]
    first, total = (asked.page - 1) * asked.limit, listed.pagination.total
    where = f"{first + 1}–{first + len(kept)} of {total:,}" if kept else f"none of {total:,}" if total else "none"
    heading = f"{responder.info.plural[asked.type]}{_conditions(asked.filters)}: {where}"
    text = "\n".join([heading, *kept, *below, f"{responder.info.lists[asked.type].page}"])
    return Result(text, ListOutput(total=total, entities=entities[: len(entities) - left], filters=filters))


def _query(asked: ListInput) -> dict[str, str | int]:
    fields = ",".join(["id", "name", "url", *(f"facts.{key}" for key in asked.fields)])
    paging = {"page": asked.page, "pageSize": 1 if asked.count_by else asked.limit}
    ordered = {"sort": asked.sort} if asked.sort else {}
    counted = {"facets": ",".join(asked.count_by)} if asked.count_by else {}
    return {**asked.filters, **ordered, **counted, **paging, "fields": fields}


def _conditions(filters: Mapping[str, str]) -> str:
    return f" ({', '.join(f'{name} {value}' for name, value in filters.items())})" if filters else ""


def _facts(row: _Row) -> str:
    return f": {'; '.join(f'{fact.label} {fact.text}' for fact in row.facts)}" if row.facts else ""


def _counts(responder: Responder, type: str, listed: _List) -> Result:
    lines = [f"{listed.pagination.total:,} {responder.info.plural[type]}"]
    for facet in listed.facets:
        counts = ", ".join(f"{item.value} {item.count:,}" for item in facet.counts)
        lines.append(f"by {facet.label} ({facet.key}), {facet.stated:,} state it: {counts}")
    kept, _ = fitted(lines, LISTED)
    by_key = {facet.key: {str(item.value): item.count for item in facet.counts} for facet in listed.facets}
    return Result("\n".join(kept), ListOutput(total=listed.pagination.total, counts=by_key))


def _types(responder: Responder) -> Result:
    types: Sequence[schemas.TypeCount] = read(responder, TYPE_LIST.path, schemas.TypeList).data or []
    counts = {str(item.type): int(item.count or 0) for item in types}
    total = sum(counts.values())
    text = (
        f"{total:,} entities of {len(counts)} types: {', '.join(f'{type} {count:,}' for type, count in counts.items())}"
    )
    return Result(text, ListOutput(total=total, counts={"type": counts}))
