"""The facts of an entity as flat claims: one value, for one scope, of one time, with what it rests on.

A fact may state values by scope and have variants; tables and triples have a row for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct

from sportlore.contract.schemas import Fact, FactVariant
from sportlore.kinds import fact_value, value_text
from sportlore.model import SCOPES, Absent, ByScope, FactKey, FactValue, Span, Vocabulary


class Claim(Struct, frozen=True):
    """One value of a fact."""

    key: str
    label: str
    text: str
    """In words, with the unit."""
    value: FactValue
    unit: str | None = None
    scope: tuple[str, ...] = ()
    """The keys of the scopes in which it holds; all where there are none."""
    since: int | None = None
    until: int | None = None
    is_variant: bool = False
    sources: tuple[str, ...] = ()
    clause: str | None = None
    checked: str | None = None
    basis: str | None = None
    doubt: str | None = None

    @property
    def span(self) -> Span | None:
        """The number or range that it states."""
        match self.value:
            case Span():
                return self.value
            case int():
                return Span(self.value, self.value)
            case _:
                return None


def claims(facts: Sequence[Fact], vocabulary: Vocabulary) -> Iterator[Claim]:
    """All claims of an entity, in the order of its facts: the values in force, then the variants of each."""
    scopes = {term.label: key for key, term in vocabulary.terms.get(SCOPES, {}).items()}
    for fact in facts:
        described = vocabulary.facts[fact.key]
        for scope, value in _by_scope(fact.value, described):
            yield Claim(
                key=fact.key,
                label=fact.label,
                text=fact.text if not scope else value_text(value, described, vocabulary),
                value=value,
                unit=fact.unit or None,
                scope=scope,
                sources=tuple(fact.sources or ()),
                clause=fact.clause or None,
                checked=fact.checked or None,
                basis=fact.basis or None,
                doubt=fact.doubt or None,
            )
        for variant in fact.variants or ():
            yield from _variant(fact, variant, described, scopes)


def _variant(fact: Fact, variant: FactVariant, described: FactKey, scopes: dict[str, str]) -> Iterator[Claim]:
    for scope, value in _by_scope(variant.value, described):
        yield Claim(
            key=fact.key,
            label=fact.label,
            text=variant.text,
            value=value,
            unit=fact.unit or None,
            scope=(*(scopes[label] for label in variant.scope or ()), *scope),
            since=None if variant.since is UNSET else variant.since,
            until=None if variant.until is UNSET else variant.until,
            is_variant=True,
            sources=(variant.source,),
        )


def _by_scope(raw: object, described: FactKey) -> Iterator[tuple[tuple[str, ...], FactValue]]:
    value = fact_value(raw, described)
    assert value is not None  # as the rules of the catalogue saw to
    if isinstance(value, ByScope):
        for scope, scoped in value.values:
            yield (scope,), scoped
    else:
        yield (), value


def words(value: FactValue) -> tuple[str, ...]:
    """The keys of the terms, or the text, that a claim states; none for numbers: words(("indoors", "outdoors")) -> both."""
    match value:
        case str():
            return (value,)
        case tuple():
            return value
        case Absent():
            return ("none",)
        case _:
            return ()
