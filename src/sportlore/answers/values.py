"""The value of a fact in the scope and the unit that are asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from math import floor, log10
from typing import NamedTuple

from msgspec import Struct

from sportlore import units
from sportlore.answers.reading import AND
from sportlore.model import Version, of_scope

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
    sources: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()


class Value(NamedTuple):
    """A value that answers: with its unit (UCUM), the scope in which it holds, and the source that this scope names."""

    value: Stated
    text: str
    unit: str | None = None
    scope: tuple[str, ...] = ()
    source: str | None = None


Phrases = Mapping[str, tuple[str, str]]
"""The slug of a scope, and how it follows a value, by its label: {"women": ("women", "for women")}."""
_ANYWHERE = frozenset(["olympic-games", "international", "world-championships"])
_OF_EVERYBODY = _ANYWHERE | {"men", "women", "singles", "doubles"}
"""Scopes in which a measure holds that is not told apart by them."""

_LISTED = re.compile(", | and ")
"""What stands between the parts of a value by scope."""

_WORDS = {
    "ft": "ft foot feet",
    "in": "inch inches",
    "yd": "yd yds yard yards",
    "mi": "mile miles",
    "m": "m metre metres meter meters",
    "cm": "cm centimetre centimetres centimeters",
    "mm": "mm millimetre millimetres millimeters",
    "km": "km kilometre kilometres kilometers",
    "kg": "kg kilos kilogram kilograms",
    "g": "g gram grams",
    "lb": "lb lbs pound pounds",
    "oz": "oz ounce ounces",
    "s": "s second seconds",
    "min": "min minute minutes",
    "h": "hour hours",
}
UNITS = {word: unit for unit, words in _WORDS.items() for word in words.split()}
"""The units that are asked for, by what they are called."""
_CODES = {"ft": "[ft_i]", "in": "[in_i]", "yd": "[yd_i]", "mi": "[mi_i]", "lb": "[lb_av]", "oz": "[oz_av]"}
"""UCUM codes that differ from the usual signs."""
_SIGNS = {code: sign for sign, code in _CODES.items()}
_FEET_AND_INCHES = ("ft", "in")
_INCHES_OF_FOOT = 12
_EXACT = 9
"""Decimal places within which floating-point numbers are exact."""
_UNIT_AFTER_NUMBER = re.compile(r"\d ([^\W\d]+)")
_NAMES = "|".join(sorted({*UNITS} - {"in"}, key=len, reverse=True))
"""What units are called in texts, where "in" is a preposition."""
_QUANTITY = re.compile(rf"(\d(?: to | and | or |–))?(\d[\d,]*(?:\.\d+)?)[ -]({_NAMES})\b")
"""A number with its unit, perhaps the end of a range: "5 to 7 kg"."""
_STATED_UNIT = re.compile(rf"(?:\d|\w[ -])({_NAMES})\b")
_ALTERNATIVES = re.compile(r"\d ([^\W\d]+)(?: and |, | or )\d[\d.,]* \1\b")


def value_of(fact: Fact, scopes: Collection[str], phrases: Phrases) -> Value | None:
    """The value of a fact in all of some scopes, by their labels, or None where it states none for them.

    Without scopes it is the value in force. A measure that is not told apart by a scope of everybody holds in it.
    """
    source = fact.sources[0] if fact.sources else None
    scopes = [scope for scope in scopes if not _holds_everywhere(fact, scope, phrases)]
    in_force = Value(fact.value, fact.text, fact.unit, source=source)
    if not scopes:
        return in_force
    version = of_scope([*_in_force(fact, phrases, source), *_variants(fact)], {*scopes}, None)
    if version is not None and version.value is not None and {*scopes} <= {*version.scope}:
        return version.value
    of_all = all(phrases.get(scope, (scope,))[0] in _OF_EVERYBODY for scope in scopes)
    told_apart = isinstance(fact.value, dict) or any(not {*scopes}.isdisjoint(v.scope) for v in fact.variants)
    return in_force if of_all and fact.unit and not told_apart else None


def _holds_everywhere(fact: Fact, scope: str, phrases: Phrases) -> bool:
    """Whether a measure is that of every competition, so that one of them need not be told apart.

    That of a sport holds in its leagues, unless it is told apart for any of them: baskets hang as high in the NBA.
    """
    slug = phrases.get(scope, (scope,))[0]
    by_scope = isinstance(fact.value, dict) and slug in fact.value
    if by_scope or not fact.unit:
        return False
    if scope.isupper():
        return fact.unit[0] != "{" and not any(
            other.isupper() for v in fact.variants if v.until is None for other in v.scope
        )
    return slug in _ANYWHERE and not any(scope in v.scope for v in fact.variants)


def _in_force(fact: Fact, phrases: Phrases, source: str | None) -> Iterator[Version[Value | None]]:
    """The parts of a value that the rules set apart by scope, each with its part of the text: "2.24 m" of "… for women"."""
    if not isinstance(fact.value, dict):
        return
    labels = {slug: label for label, (slug, _) in phrases.items()}
    stated = _LISTED.split(fact.text)
    for slug, part in fact.value.items():
        label = labels.get(slug, slug)
        phrase = f" {phrases.get(label, (slug, ''))[1]}"
        phrased = next((text.removesuffix(phrase) for text in stated if text.endswith(phrase)), "")
        value = (
            Value([*part] if isinstance(part, list) else part, phrased, fact.unit, (label,), source)
            if phrased
            else None
        )
        yield Version(value, (label,))


def _variants(fact: Fact) -> Iterator[Version[Value | None]]:
    for variant in fact.variants:
        value = Value(variant.value, variant.text, variant.unit, variant.scope, variant.source)
        yield Version(value, variant.scope, None, variant.until)


def converted(value: Value, asked: str, phrases: Phrases) -> Value | None:
    """A value in the unit that is asked for, told beside its own: 2.24 m -> "7.35 ft (2.24 m)"; None if it has no such unit.

    Of two units that are asked for it is told in the first that is not its own; feet and inches are told as in 7 ft 4.2 in.
    """
    names = asked.split(AND)
    signs = [UNITS[name] for name in names]
    if {*signs} >= {*_FEET_AND_INCHES}:
        return _in_feet_and_inches(value, phrases)
    results = [_converted(value, sign, phrases) for sign in signs]
    return next((result for result in results if result not in (None, value)), results[0])


def has_alternatives(text: str) -> bool:
    """Whether a text states several values of a unit side by side and not for whom: "800 g and 600 g"."""
    return bool(_ALTERNATIVES.search(text))


def text_in(text: str, asked: str) -> str | None:
    """A text in the unit that is asked for: as it is where it states that unit, else with what converts told in it.

    text_in("stones of up to 19.96 kg", "pounds") -> "stones of up to 44 lb (19.96 kg)". None where nothing converts, and where
    ranges or values side by side would have to.
    """
    signs = [UNITS[name] for name in asked.split(AND)]
    if {*signs} & {UNITS[name] for name in _STATED_UNIT.findall(text)}:
        return text
    return next((result for sign in signs if (result := _text_in(text, sign))), None)


def _text_in(text: str, sign: str) -> str | None:
    factors = units.accepted(sign)
    stated = [quantity for quantity in _QUANTITY.finditer(text) if UNITS[quantity[3]] in factors]
    if not stated or any(quantity[1] for quantity in stated) or has_alternatives(text):
        return None
    parts, end = list[str](), 0
    for quantity in stated:
        number = _rounded_number(float(quantity[2].replace(",", "")), factors[UNITS[quantity[3]]])
        parts.append(f"{text[end : quantity.start()]}{_shown(number)} {_called(sign)} ({quantity[0]})")
        end = quantity.end()
    return "".join(parts) + text[end:]


def _called(sign: str) -> str:
    """How a unit is shown."""
    return "miles" if sign == "mi" else sign


def _in_feet_and_inches(value: Value, phrases: Phrases) -> Value | None:
    """A length in feet, told in feet and inches; below a foot in inches, and where it is no single number in feet."""
    result = _converted(value, "ft", phrases)
    if result is None or not isinstance(value.value, (int, float)):
        return result
    inches = round(value.value * units.accepted("in")[_unit_of(value)], 1)
    if inches < _INCHES_OF_FOOT:
        return _converted(value, "in", phrases)
    rest = f" {inches % _INCHES_OF_FOOT:.3g} in" if inches % _INCHES_OF_FOOT else ""
    return result._replace(text=f"{int(inches // _INCHES_OF_FOOT)} ft{rest} ({value.text})")


def _unit_of(value: Value) -> str:
    """The sign of the unit of a value."""
    return _SIGNS.get(value.unit or "", value.unit or "")


def _converted(value: Value, sign: str, phrases: Phrases) -> Value | None:
    factor = units.accepted(sign).get(_unit_of(value))
    if factor is None:
        return None
    unit, shown = _CODES.get(sign, sign), _called(sign)
    if {*_UNIT_AFTER_NUMBER.findall(value.text)} == {shown}:  # it is told in that unit
        return value
    result = _scaled(value.value, factor)
    if result is None:
        return None
    if isinstance(result, dict):
        parts = [f"{_shown(part)} {shown} {_phrase(scope, phrases)}" for scope, part in result.items()]
        return value._replace(value=result, text=f"{' and '.join(parts)} ({value.text})", unit=unit)
    return value._replace(value=result, text=f"{_shown(result)} {shown} ({value.text})", unit=unit)


def _phrase(slug: str, phrases: Phrases) -> str:
    """How a scope follows a value: women -> "for women"."""
    return next((phrase for other, phrase in phrases.values() if other == slug and phrase), f"({slug})")


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
    """To three significant digits: 7.3491 -> 7.35, 114.83 -> 115; as it is where only the point moves: 0.1525 m -> 15.25 cm."""
    product = value * factor
    digits = 2 - floor(log10(abs(product))) if product else 0
    result = round(product, _EXACT if log10(factor).is_integer() else max(0, digits))
    return int(result) if result == int(result) else result


def _shown(value: Measure | Stated) -> str:
    return "–".join(f"{end:,}" for end in value) if isinstance(value, list) else f"{value:,}"
