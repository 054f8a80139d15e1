"""The kinds of facts, in one table: how a value is written, read, told, described to clients and filtered.

A kind is a row of `KINDS`. Nothing else in the package asks of which kind a fact is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from sportlore.model import NONE, SCOPES, Absent, ByScope, FactKey, FactKind, FactValue, Span, Vocabulary
from sportlore.text import listed, number


class Kind(Struct, frozen=True):
    """What the values of one kind of fact are."""

    expected: str
    """What a message asks for: "an integer, or [low, high]"."""
    example: str
    """A value in TOML."""
    empty: str
    """What a new file has where the value is to stand."""
    read: Callable[[object], FactValue | None]
    """The value of what TOML gives, or None if that has another form."""
    text: Callable[[FactValue, FactKey, Vocabulary], str]
    """A value in words, with its unit."""
    schema: Callable[[FactKey, Vocabulary], dict[str, Any]]
    """The JSON Schema of a value."""
    scoped: bool
    """Whether an entity may state a value for each of several scopes: `{ men = 2.43, women = 2.24 }`."""
    filtered_by: Literal["term", "number", "text"]
    """How lists are filtered by it; `term` means that the fact names the list of terms that its values are words of."""
    is_amount: bool = False
    """Whether its numbers are amounts, which can be drawn on a scale from zero."""
    measured: bool = False
    """Whether values are measured, and so as exact as their last digit; others are counted."""


def fact_value(raw: object, fact: FactKey) -> FactValue | None:
    """The typed value of a fact as written, or None if it does not have the form of its kind."""
    if raw == NONE and fact.absent:
        return Absent()
    row = KINDS[fact.kind]
    if row.scoped and isinstance(raw, dict):
        values = [(scope, row.read(value)) for scope, value in raw.items()]
        scoped = tuple((scope, value) for scope, value in values if isinstance(value, Span | int))
        return ByScope(scoped) if len(scoped) == len(raw) > 1 else None
    return row.read(raw)


def value_text(value: FactValue, fact: FactKey, vocabulary: Vocabulary) -> str:
    """A fact's value in words: Span(90, 120) in m -> "90–120 m"; ByScope -> "2.43 m for men and 2.24 m for women"."""
    match value:
        case ByScope(values):
            return listed(
                [
                    f"{value_text(scoped, fact, vocabulary)} {scope_phrase(scope, vocabulary)}"
                    for scope, scoped in values
                ]
            )
        case Absent():
            return NONE
        case _:
            return KINDS[fact.kind].text(value, fact, vocabulary)


def scope_phrase(scope: str, vocabulary: Vocabulary) -> str:
    """How a scope follows a value: "women" -> "for women"; in parentheses where the vocabulary states no phrase."""
    term = vocabulary.terms[SCOPES][scope]
    return term.phrase or f"({term.label})"


def fact_schema(fact: FactKey, vocabulary: Vocabulary) -> dict[str, Any]:
    """The JSON Schema of a fact's value, in which `Scope` is defined; `"none"` where an entity may state that it has none."""
    described: dict[str, Any] = {"title": fact.label}
    if fact.unit:
        described["x-unit"] = fact.unit
    value = KINDS[fact.kind].schema(fact, vocabulary)
    if KINDS[fact.kind].scoped:
        scopes = {"$ref": "#/$defs/Scope"}
        by_scope = {"type": "object", "propertyNames": scopes, "additionalProperties": value, "minProperties": 2}
        value = {"anyOf": [value, by_scope]}
    if fact.absent:
        value = {"anyOf": [value, {"const": NONE}]}
    return described | value


def _read_integers(raw: object) -> Span | None:
    return _span(raw, (int,))


def _read_numbers(raw: object) -> Span | None:
    return _span(raw, (int, float))


def _span(raw: object, accepted: tuple[type, ...]) -> Span | None:
    """A number, or a range of two of which the first is the lower one."""

    def is_number(value: object) -> bool:
        return isinstance(value, accepted) and not isinstance(value, bool)

    if is_number(raw):
        return Span(float(raw), float(raw))  # type: ignore[arg-type]
    if isinstance(raw, list) and len(raw) == 2 and all(is_number(v) for v in raw) and raw[0] < raw[1]:
        return Span(float(raw[0]), float(raw[1]))
    return None


def _read_year(raw: object) -> int | None:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None


def _read_string(raw: object) -> str | None:
    return raw if isinstance(raw, str) else None


def _read_strings(raw: object) -> tuple[str, ...] | None:
    return tuple(raw) if isinstance(raw, list) and raw and all(isinstance(item, str) for item in raw) else None


def _span_text(value: FactValue, fact: FactKey, _: Vocabulary) -> str:
    assert isinstance(value, Span)
    factor, unit = 1.0, fact.unit_text
    if fact.large and value.low >= fact.large.factor:
        factor, unit = fact.large.factor, fact.large.unit_text
    low, high = number(value.low / factor), number(value.high / factor)
    return _with_unit(low if low == high else f"{low}–{high}", unit)


def _with_unit(amount: str, unit: str | None) -> str:
    if unit is None:
        return amount
    if unit.startswith("%"):
        return f"{amount}{unit}"
    first, space, rest = unit.partition(" ")
    if amount == "1" and first.endswith("s") and len(first) > 2:
        first = first[:-1]
    return f"{amount} {first}{space}{rest}"


def _year_text(value: FactValue, _: FactKey, __: Vocabulary) -> str:
    assert isinstance(value, int)
    return str(value) if value >= 0 else f"{-value} BC"


def _terms_text(value: FactValue, fact: FactKey, vocabulary: Vocabulary) -> str:
    words = value if isinstance(value, tuple) else (str(value),)
    return listed([vocabulary.terms[fact.terms][word].label if fact.terms else word for word in words])


def _plain_text(value: FactValue, _: FactKey, __: Vocabulary) -> str:
    return str(value)


def _integers_schema(fact: FactKey, _: Vocabulary) -> dict[str, Any]:
    return _spans({"type": "integer"} | _bounds(fact))


def _numbers_schema(fact: FactKey, _: Vocabulary) -> dict[str, Any]:
    return _spans({"type": "number"} | _bounds(fact))


def _spans(value: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [value, {"type": "array", "items": value, "minItems": 2, "maxItems": 2}]}


def _year_schema(fact: FactKey, _: Vocabulary) -> dict[str, Any]:
    return {"type": "integer"} | _bounds(fact)


def _bounds(fact: FactKey) -> dict[str, float]:
    bounds = {"minimum": fact.minimum, "maximum": fact.maximum}
    return {name: limit for name, limit in bounds.items() if limit is not None}


def _term_schema(fact: FactKey, vocabulary: Vocabulary) -> dict[str, Any]:
    return {"enum": list(vocabulary.terms[fact.terms or ""])}


def _terms_schema(fact: FactKey, vocabulary: Vocabulary) -> dict[str, Any]:
    return {"type": "array", "items": _term_schema(fact, vocabulary), "minItems": 1}


def _text_schema(_: FactKey, __: Vocabulary) -> dict[str, Any]:
    return {"type": "string", "minLength": 1}


KINDS: Mapping[FactKind, Kind] = {
    "integer": Kind(
        expected="an integer, or [low, high]",
        example="3",
        empty="0",
        read=_read_integers,
        text=_span_text,
        schema=_integers_schema,
        scoped=True,
        filtered_by="number",
        is_amount=True,
    ),
    "number": Kind(
        expected="a number, or [low, high]",
        example="2.5",
        empty="0.0",
        read=_read_numbers,
        text=_span_text,
        schema=_numbers_schema,
        scoped=True,
        filtered_by="number",
        is_amount=True,
        measured=True,
    ),
    "year": Kind(
        expected="a year",
        example="1950",
        empty="0",
        read=_read_year,
        text=_year_text,
        schema=_year_schema,
        scoped=True,
        filtered_by="number",
    ),
    "term": Kind(
        expected="a term in quotation marks",
        example='"…"',
        empty='""',
        read=_read_string,
        text=_terms_text,
        schema=_term_schema,
        scoped=False,
        filtered_by="term",
    ),
    "terms": Kind(
        expected="an array of terms",
        example='["…"]',
        empty="[]",
        read=_read_strings,
        text=_terms_text,
        schema=_terms_schema,
        scoped=False,
        filtered_by="term",
    ),
    "text": Kind(
        expected="a string",
        example='"…"',
        empty='""',
        read=_read_string,
        text=_plain_text,
        schema=_text_schema,
        scoped=False,
        filtered_by="text",
    ),
}
