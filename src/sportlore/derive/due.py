"""Which entities are to be compared with their sources again: rules change, and facts go out of date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from sportlore.model import Entity, Vocabulary


class Due(Struct, frozen=True):
    """An entity that is due: when it was checked last, None if never, and how many links of others lead to it."""

    id: str
    checked: str | None
    links: int


def due(entities: Mapping[str, Entity], vocabulary: Vocabulary, month: str) -> tuple[Due, ...]:
    """The entities with facts that are due in a month ("2026-11") or were never checked; what most others link to comes first.

    The age at which the facts of a type are due is its `due_months`. ValueError if the month of an entity is none.
    """
    links = Counter(id for entity in entities.values() for ids in entity.links.values() for id in ids)
    matches = (
        Due(id, entity.checked, links[id])
        for id, entity in entities.items()
        if entity.facts and _is_due(entity.checked, month, vocabulary.types[entity.type].due_months)
    )
    return tuple(sorted(matches, key=lambda item: (-item.links, item.id)))


def _is_due(checked: str | None, month: str, months: int) -> bool:
    """_is_due("2024-11", "2026-11", 24) -> True."""
    return checked is None or _ordinal(month) - _ordinal(checked) >= months


def _ordinal(month: str) -> int:
    """The months since the year 0, for differences."""
    year, _, number = month.partition("-")
    return int(year) * 12 + int(number)
