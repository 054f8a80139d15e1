"""How many of the entities that a query finds are of each type, and how many belong to each sport."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from sportlore.search.document import Document

MOST = 20
"""Sports that are counted in an answer: those with the most results."""


class FacetNames(Struct, frozen=True):
    """What can be counted: the types, and the names of the sports by their ids."""

    types: tuple[str, ...] = ()
    sports: dict[str, str] = {}


class Facet(Struct, frozen=True):
    """How many results have a value: Facet("sport/tennis", "Tennis", 12)."""

    value: str
    label: str
    count: int


class Facets(Struct, frozen=True):
    """The values that any result has, the most frequent first. Types are counted as if none had been asked for."""

    type: tuple[Facet, ...] = ()
    sport: tuple[Facet, ...] = ()


def names_of(documents: Iterable[Document]) -> FacetNames:
    """The types and sports of documents that are entities."""
    entities = [document for document in documents if not document.page]
    names = {document.id: document.name for document in entities}
    sports = sorted({id for document in entities for id in document.sports} & names.keys())
    return FacetNames(tuple(sorted({document.type for document in entities})), {id: names[id] for id in sports})


def pack(documents: Iterable[Document]) -> bytes:
    """What can be counted of documents, as bytes."""
    return msgspec.json.encode(names_of(documents))


def counted(
    names: FacetNames, of_type: Callable[[str], int], of_sport: Callable[[str], int], any_type: int, results: int
) -> Facets:
    """The counts; `any_type` are the results of whatever type, `results` those of the type that was asked for."""
    types = [Facet(value, value, (any_type & of_type(value)).bit_count()) for value in names.types]
    sports = [Facet(id, name, (results & of_sport(id)).bit_count()) for id, name in names.sports.items()]
    return Facets(_ordered(types), _ordered(sports)[:MOST])


def _ordered(facets: Iterable[Facet]) -> tuple[Facet, ...]:
    return tuple(sorted((facet for facet in facets if facet.count), key=lambda facet: (-facet.count, facet.value)))
