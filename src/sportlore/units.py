"""Quantities as people write them: "70kg", "70,5", "220 lb", "5ft11in", "1h30min".

>>> amount("5ft11in", accepted("cm"))
180.34
>>> amount("70,5", accepted("kg"))
70.5

Factors are exact by definition (NIST Special Publication 811, appendix B).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_DIMENSIONS: Final[tuple[Mapping[str, float], ...]] = (
    {"kg": 1, "lb": 0.45359237, "lbs": 0.45359237, "st": 6.35029318, "g": 0.001, "oz": 0.028349523125},
    {"m": 1, "cm": 0.01, "km": 1000, "in": 0.0254, '"': 0.0254, "ft": 0.3048, "'": 0.3048, "mi": 1609.344}
    | {"yd": 0.9144, "mm": 0.001},
    {"s": 1, "sec": 1, "min": 60, "h": 3600, "hr": 3600},
    {"km/h": 1, "kph": 1, "mph": 1.609344, "m/s": 3.6},
    {"l": 1, "ml": 0.001},
    {"years": 1, "year": 1, "yr": 1, "y": 1},
)
"""Units that convert into each other: suffixes in small letters, and their size in the first one."""

NAMES: Final[Mapping[str, str]] = {
    "m": "metres",
    "cm": "centimetres",
    "km": "kilometres",
    "in": "inches",
    "ft": "feet",
    "mi": "miles",
    "kg": "kilograms",
    "lb": "pounds",
    "g": "grams",
    "min": "minutes",
    "h": "hours",
    "km/h": "kilometres per hour",
    "mph": "miles per hour",
    "ml": "millilitres",
}
"""The units in which a number is often given by mistake, as words."""

SMALLER: Final[Mapping[str, str]] = {"ft": "in", "'": "in", "st": "lb", "h": "min", "min": "s"}
"""The unit of a number without suffix that follows a number with one: the inches of "5ft11"."""

_TERM: Final = re.compile(r"(\d+\.?\d*|\.\d+)\s*([^\s\d.,:-]*)\s*", re.ASCII)
_COMMA: Final = re.compile(r"^(-?[\d:]*),(\d+)(?=\D*$)", re.ASCII)
_THOUSANDS: Final = re.compile(r"^-?[1-9]\d{0,2},\d{3}(?!\d)", re.ASCII)
_SIGNS: Final = str.maketrans({"\u2212": "-", "\u2032": "'", "\u2019": "'", "\u2033": '"', "\u201d": '"'})


def accepted(unit: str | None) -> dict[str, float]:
    """The suffixes that a quantity in this unit may have, each with its size in the unit; any unit accepts itself."""
    if unit is None:
        return {}
    wanted = unit.lower()
    sizes = next((sizes for sizes in _DIMENSIONS if wanted in sizes), {wanted: 1})
    return {suffix: size / sizes[wanted] for suffix, size in sizes.items()}


def normalized(text: str) -> str:
    """Small letters, plain signs, and a decimal comma as a point; "1,500" stays, since it may be 1500 or 1.5."""
    plain = text.strip().lower().translate(_SIGNS)
    return plain if _THOUSANDS.match(plain) else _COMMA.sub(r"\1.\2", plain)


def amount(text: str, units: Mapping[str, float]) -> float | None:
    """The number that a text gives in the unit of `units`; None for other texts and other units."""
    plain = normalized(text)
    sign, digits = (-1.0, plain[1:]) if plain.startswith("-") else (1.0, plain)
    total, end, before = 0.0, 0, ""
    while end < len(digits):
        term = _TERM.match(digits, end)
        if term is None:
            return None
        suffix = term[2] or SMALLER.get(before, "")
        if suffix not in units and (suffix or before or term.end() < len(digits)):
            return None
        total += float(term[1]) * units.get(suffix, 1.0)
        end, before = term.end(), suffix
    return sign * round(total, 9) if end else None
