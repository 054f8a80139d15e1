"""The values of facts, and text folded for ordering and matching."""

from __future__ import annotations

import unicodedata

from msgspec import Struct


class Span(Struct, frozen=True):
    """A quantity: exact when `low == high`, else a closed range. `[90, 120]` -> Span(90, 120)."""

    low: float
    high: float


class ByScope(Struct, frozen=True):
    """Values that the rules set apart: `{ men = 2.43, women = 2.24 }` -> ByScope((("men", Span(2.43, 2.43)), …)).

    At least two, each for a scope of the vocabulary, in the order in which they are authored.
    """

    values: tuple[tuple[str, Span | int], ...]


class Absent(Struct, frozen=True):
    """The value of a fact that the entity states to have none of: `net-height = "none"`."""


NONE = "none"
"""How a fact that an entity has none of is written."""

FactValue = Span | ByScope | Absent | int | str | tuple[str, ...]
"""integer/number -> Span or ByScope of Spans; year -> int or ByScope of ints; term, text -> str; terms -> tuple of
keys; "none" -> Absent."""


def plain(value: FactValue) -> object:
    """A fact's value for JSON: Span(3, 3) -> 3, Span(90, 120) -> [90, 120], ByScope -> {"men": 2.43, "women": 2.24}."""
    match value:
        case Span(low, high):
            return whole(low) if low == high else [whole(low), whole(high)]
        case ByScope(values):
            return {scope: plain(scoped) for scope, scoped in values}
        case tuple():
            return list(value)
        case Absent():
            return NONE
        case _:
            return value


def spans(value: FactValue | None) -> tuple[Span, ...]:
    """The numbers that a fact states, of every scope: `{ men = 2.43, women = 2.24 }` -> (Span(2.43, 2.43), Span(2.24, 2.24))."""
    match value:
        case Span():
            return (value,)
        case ByScope(values):
            return tuple(span for _, scoped in values for span in spans(scoped))
        case int():
            return (Span(value, value),)
        case _:
            return ()


def hull(value: FactValue | None) -> Span | None:
    """From the least to the greatest number that a fact states; None where it states none."""
    stated = spans(value)
    return Span(min(span.low for span in stated), max(span.high for span in stated)) if stated else None


def whole(value: float) -> float | int:
    """A whole number as an integer, as JSON and people write it: 5.0 -> 5, 2.5 -> 2.5."""
    return int(value) if value == int(value) else value


def fold(text: str) -> str:
    """Case- and accent-folded text for ordering and matching: `Pétanque` -> `petanque`."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join([c for c in decomposed if not unicodedata.combining(c)]).casefold()
