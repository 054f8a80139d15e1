"""The facts of an entity, as answers, pages and the search index state them."""

from __future__ import annotations

from msgspec import Struct

from sportlore.model import Entity, Vocabulary, plain
from sportlore.text import value_text


class FactStatement(Struct, frozen=True):
    """A fact as an answer states it; `value` as authored, `text` in words with its unit."""

    key: str
    label: str
    value: object
    unit: str | None
    text: str


def fact_statements(entity: Entity, vocabulary: Vocabulary) -> tuple[FactStatement, ...]:
    """The facts of an entity in the vocabulary's order."""
    facts = vocabulary.facts
    return tuple(
        FactStatement(key, facts[key].label, plain(value), facts[key].unit, value_text(value, facts[key], vocabulary))
        for key, value in entity.facts.items()
    )
