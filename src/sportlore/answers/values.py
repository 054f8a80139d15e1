"""The value of a fact in the scope and the unit that are asked for."""

from __future__ import annotations

import re
from collections.abc import Collection
from math import floor, log10
from typing import NamedTuple

from msgspec import Struct

Number = int | float
Measure = Number | list[Number]
Stated = Number | str | list[Number | str] | dict[str, Measure]


class Variant(Struct, frozen=True):
    """The value of a fact in another scope or at another time, as the interface states it."""

    value: Stated
    text: str
    unit: str | None = None
    scope: tuple[str, ...] = ()
    until: int | None = None
    source: str | None = None


class Fact(Struct, frozen=True):
    """A fact of an entity, as the interface states it."""

    key: str
    label: str
    value: Stated
    text: str
    unit: str | None = None
    variants: tuple[Variant, ...] = ()


class Value(NamedTuple):
    """A value that answers: with its unit (UCUM), the scope in which it holds, and the source that this scope names."""

    value: Stated
    text: str
    unit: str | None = None
    scope: tuple[str, ...] = ()
    source: str | None = None


SEXES = ("men", "women")
_BY_SEX = re.compile(r"(.+) for men and (.+) for women")

_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0, "[ft_i]": 0.3048, "[in_i]": 0.0254, "[yd_i]": 0.9144}
_METRES["[mi_i]"] = 1609.344
_GRAMS = {"g": 1.0, "kg": 1000.0, "[lb_av]": 453.59237, "[oz_av]": 28.349523125}
_SECONDS = {"s": 1.0, "min": 60.0, "h": 3600.0}
"""Units by their UCUM codes: the international foot, inch, yard and mile, and the avoirdupois pound (NIST SP 811)."""
_ASKED = {
    "ft foot feet": ("[ft_i]", "ft"),
    "inch inches": ("[in_i]", "in"),
    "yd yds yard yards": ("[yd_i]", "yd"),
    "mile miles": ("[mi_i]", "miles"),
    "m metre metres meter meters": ("m", "m"),
    "cm centimetres centimeters": ("cm", "cm"),
    "mm millimetres millimeters": ("mm", "mm"),
    "km kilometres kilometers": ("km", "km"),
    "kg kilos kilograms": ("kg", "kg"),
    "g gram grams": ("g", "g"),
    "lb lbs pound pounds": ("[lb_av]", "lb"),
    "oz ounce ounces": ("[oz_av]", "oz"),
    "s seconds": ("s", "s"),
    "min minutes": ("min", "min"),
    "hour hours": ("h", "h"),
}
_UNITS = {word: unit for words, unit in _ASKED.items() for word in words.split()}


def value_of(fact: Fact, scopes: Collection[str]) -> Value | None:
    """The value of a fact in all of some scopes, or None where it states none for them.

    Without scopes it is the value in force. A measure that is not told apart by sex holds for both.
    """
    if not scopes:
        return Value(fact.value, fact.text, fact.unit)
    current = [v for v in fact.variants if v.until is None and set(scopes) <= set(v.scope)]
    exact = [v for v in current if set(v.scope) == set(scopes)] or current
    if len(exact) == 1:
        (variant,) = exact
        return Value(variant.value, variant.text, variant.unit, variant.scope, variant.source)
    if exact or len(scopes) > 1 or not set(scopes) <= set(SEXES):
        return None
    (sex,) = scopes
    texts = _BY_SEX.fullmatch(fact.text)
    if isinstance(fact.value, dict) and texts:
        part = fact.value[sex]
        of_sex: Stated = [*part] if isinstance(part, list) else part
        return Value(of_sex, texts[1 + SEXES.index(sex)], fact.unit, (sex,))
    return Value(fact.value, fact.text, fact.unit) if fact.unit else None


def converted(value: Value, asked: str) -> Value | None:
    """A value in the unit that is asked for, told beside its own: 2.24 m -> "7.35 ft (2.24 m)"; None if it has no such unit."""
    unit, shown = _UNITS[asked]
    for table in (_METRES, _GRAMS, _SECONDS):
        if unit in table and value.unit in table:
            factor = table[value.unit] / table[unit]
            break
    else:
        return None
    if value.text.endswith(f" {shown}"):  # it is told in that unit
        return value
    result = _scaled(value.value, factor)
    if result is None:
        return None
    if isinstance(result, dict):
        parts = [f"{_shown(part)} {shown} for {sex}" for sex, part in result.items()]
        return value._replace(value=result, text=f"{' and '.join(parts)} ({value.text})", unit=unit)
    return value._replace(value=result, text=f"{_shown(result)} {shown} ({value.text})", unit=unit)


def _scaled(value: Stated, factor: float) -> Stated | None:
    match value:
        case str():
            return None
        case dict():
            return {sex: _rounded(part, factor) for sex, part in value.items()}
        case list():
            ends: list[Number | str] = [_rounded_number(end, factor) for end in value if not isinstance(end, str)]
            return ends if len(ends) == len(value) else None
        case _:
            return _rounded_number(value, factor)


def _rounded(value: Measure, factor: float) -> Measure:
    if isinstance(value, list):
        return [_rounded_number(end, factor) for end in value]
    return _rounded_number(value, factor)


def _rounded_number(value: float, factor: float) -> Number:
    """To three significant digits: 7.3491 -> 7.35, 114.83 -> 115."""
    product = value * factor
    digits = 2 - floor(log10(abs(product))) if product else 0
    result = round(product, max(0, digits))
    return int(result) if result == int(result) else result


def _shown(value: Measure | Stated) -> str:
    return "–".join(f"{end:,}" for end in value) if isinstance(value, list) else f"{value:,}"
