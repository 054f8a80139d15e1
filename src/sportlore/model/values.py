"""The values of facts, and text folded for ordering and matching."""

from __future__ import annotations

import unicodedata

from msgspec import Struct


class Span(Struct, frozen=True):
    """A quantity: exact when `low == high`, else a closed range. `[90, 120]` -> Span(90, 120)."""

    low: float
    high: float


class BySex(Struct, frozen=True):
    """A value that the rules set apart: `{ men = 2.43, women = 2.24 }`."""

    men: Span | int
    women: Span | int


class Absent(Struct, frozen=True):
    """The value of a fact that the entity states to have none of: `net-height = "none"`."""


NONE = "none"
"""How a fact that an entity has none of is written."""

FactValue = Span | BySex | Absent | int | str | tuple[str, ...]
"""integer/number -> Span or BySex of Spans; year -> int or BySex of ints; term, text -> str; terms -> tuple of
keys; "none" -> Absent."""


def plain(value: FactValue) -> object:
    """A fact's value for JSON: Span(3, 3) -> 3, Span(90, 120) -> [90, 120], BySex -> {"men": ..., "women": ...}."""
    match value:
        case Span(low, high):
            return whole(low) if low == high else [whole(low), whole(high)]
        case BySex(men, women):
            return {"men": plain(men), "women": plain(women)}
        case tuple():
            return list(value)
        case Absent():
            return NONE
        case _:
            return value


def whole(value: float) -> float | int:
    """A whole number as an integer, as JSON and people write it: 5.0 -> 5, 2.5 -> 2.5."""
    return int(value) if value == int(value) else value


def fold(text: str) -> str:
    """Case- and accent-folded text for ordering and matching: `Pétanque` -> `petanque`."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join([c for c in decomposed if not unicodedata.combining(c)]).casefold()
