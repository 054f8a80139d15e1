"""The facts of an entity, as answers, pages and the search index state them."""

from __future__ import annotations

from msgspec import Struct

from sportlore.kinds import value_text
from sportlore.model import SCOPES, Citation, Entity, Variant, Vocabulary, plain


class VariantStatement(Struct, frozen=True):
    """The value of a fact in another scope, in words, or at another time."""

    value: object
    text: str
    scope: tuple[str, ...]
    since: int | None
    until: int | None
    source: str


class FactStatement(Struct, frozen=True):
    """A fact as an answer states it; `value` as authored, `text` in words with its unit."""

    key: str
    label: str
    value: object
    unit: str | None
    text: str
    citations: tuple[Citation, ...] = ()
    practice: bool = False
    """Whether the value is the authors' own choice or classification, which no work says."""
    doubt: str | None = None
    variants: tuple[VariantStatement, ...] = ()


def fact_statements(entity: Entity, vocabulary: Vocabulary) -> tuple[FactStatement, ...]:
    """The facts of an entity in the vocabulary's order."""
    facts = vocabulary.facts
    return tuple(
        FactStatement(
            key,
            facts[key].label,
            plain(value),
            facts[key].unit,
            value_text(value, facts[key], vocabulary),
            citations=entity.citations.get(key, ()),
            practice=key in entity.practice or (facts[key].practice and key not in entity.citations),
            doubt=next((doubt.text for doubt in entity.doubts if doubt.fact == key), None),
            variants=tuple(_variant(variant, vocabulary) for variant in entity.variants if variant.fact == key),
        )
        for key, value in entity.facts.items()
    )


def _variant(variant: Variant, vocabulary: Vocabulary) -> VariantStatement:
    fact = vocabulary.facts[variant.fact]
    return VariantStatement(
        value=plain(variant.value),
        text=value_text(variant.value, fact, vocabulary),
        scope=tuple(vocabulary.terms[SCOPES][word].label for word in variant.scope),
        since=variant.since,
        until=variant.until,
        source=variant.source,
    )
