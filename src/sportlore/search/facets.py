"""How many of the entities that a query finds are of each type, and how many belong to each sport."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from sportlore.contract.schemas import Facet, FacetCount
from sportlore.search.document import Document

MOST = 20
"""Sports that are counted in an answer: those with the most results."""


class Counted(Struct, frozen=True):
    """What is counted: the types and the ids of the sports."""

    types: tuple[str, ...] = ()
    sports: tuple[str, ...] = ()


def pack(documents: Iterable[Document]) -> bytes:
    """What is counted of documents, as bytes."""
    entities = [document for document in documents if not document.page]
    sports = {id for document in entities for id in document.sports}
    return msgspec.json.encode(Counted(tuple(sorted({d.type for d in entities})), tuple(sorted(sports))))


def counts(
    counted: Counted, of_type: Callable[[str], int], of_sport: Callable[[str], int], any_type: int, results: int
) -> list[Facet]:
    """The counts; `any_type` are the results of whatever type, `results` those of the type that was asked for."""
    types = _facet("type", "Type", ((value, any_type & of_type(value)) for value in counted.types))
    sports = _facet("sport", "Sport", ((id, results & of_sport(id)) for id in counted.sports))
    return [types, sports]


def _facet(key: str, label: str, having: Iterable[tuple[str, int]]) -> Facet:
    sets = [(value, documents) for value, documents in having if documents]
    stated = 0
    for _, documents in sets:
        stated |= documents
    ranked = sorted((-documents.bit_count(), value) for value, documents in sets)
    most = ranked if key == "type" else ranked[:MOST]
    return Facet(
        key=key,
        label=label,
        stated=stated.bit_count(),
        counts=[FacetCount(value=value, count=-less) for less, value in most],
    )
