"""Rules about facts: which there are, what values they take, and how large these can be."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.kinds import KINDS, fact_value
from sportlore.model import SCOPES, Absent, ByScope, FactKey, FactValue, spans
from sportlore.registry import Document
from sportlore.rules.context import FIELDS, Context, elements, meant, rule, strings, table
from sportlore.rules.evidence import unknown_grades
from sportlore.text import listed

_SUBUNITS: Mapping[str, Sequence[tuple[str, float]]] = {
    "m": (("cm", 0.01), ("mm", 0.001), ("km", 1000)),
    "cm": (("mm", 0.1), ("m", 100)),
    "mm": (("cm", 10), ("m", 1000)),
    "g": (("kg", 1000),),
    "min": (("s", 1 / 60), ("h", 60)),
    "s": (("min", 60),),
}
"""Units that are mistaken for one another, and how much of the first one is in each."""


@rule(loses=True)
def unknown_fact(context: Context) -> Iterator[Finding]:
    """A fact is one that vocabulary/types.toml gives to the type."""
    vocabulary = context.vocabulary
    for document in context.documents:
        allowed = vocabulary.types[document.type].facts
        here = [
            (key, document.location("facts", key, on_key=True))
            for key in table(document, "facts")
            if key not in vocabulary.relations
        ]
        for i, variant in elements(document, "variants"):
            if isinstance(variant.get("fact"), str):
                here.append((str(variant["fact"]), document.location("variants", i, "fact")))
        for key, location in here:
            if key not in allowed and key not in FIELDS:
                otherwise = f"its facts: {', '.join(allowed)}" if allowed else "it takes no facts"
                known = key in vocabulary.facts
                message = f"`{key}` is no fact of {context.a(document.type)}" if known else f"no fact `{key}`"
                yield Finding("unknown-fact", message, location, did_you_mean(key, allowed, otherwise))


@rule()
def missing_fact(context: Context) -> Iterator[Finding]:
    """An entity states every fact that its type requires."""
    vocabulary = context.vocabulary
    for document in context.documents:
        entity_type = vocabulary.types[document.type]
        stated = table(document, "facts")
        elsewhere = {*document.data, *table(document, "links"), *meant(stated, entity_type.facts)}
        for key in entity_type.required_facts:
            if key not in stated and key not in elsewhere:
                fact = vocabulary.facts[key]
                label = fact.label.lower()
                message = f"the {entity_type.singular} does not state `{key}`" + (f" ({label})" if label != key else "")
                location = document.location("facts", on_key=True)
                yield Finding("missing-fact", message, location, f"add {_pattern(key, fact)} below [facts]")


def wrong_facts(context: Context, document: Document) -> Iterator[Finding]:
    """The values of a document's facts and variants that do not have the form of their kind."""
    facts = context.vocabulary.facts
    well_formed = context.registry.entities[document.id].facts
    for key, raw in table(document, "facts").items():
        if key in facts and key not in well_formed:
            yield _wrong_value(key, key, facts[key], raw, document.location("facts", key))
    for i, variant in elements(document, "variants"):
        fact = facts.get(str(variant.get("fact")))
        if fact is not None and "value" in variant and fact_value(variant["value"], fact) is None:
            location = document.location("variants", i, "value")
            yield _wrong_value(str(variant["fact"]), "value", fact, variant["value"], location)


def _wrong_value(key: str, written: str, fact: FactKey, raw: object, location: Location) -> Finding:
    """What is wrong with a value, and how it is to be written."""
    read = KINDS[fact.kind].read

    def wrong(message: str, help: str) -> Finding:
        return Finding("wrong-type", message, location, help)

    if isinstance(raw, list) and len(raw) == 2 and all(_is_number(item) for item in raw):
        low, high = raw
        if low > high and read([high, low]) is not None:
            return wrong(f"low is above high in `{key}`", f"write `[{high}, {low}]`")
        if low == high and read(low) is not None:
            return wrong(f"low and high of `{key}` are the same", f"write `{written} = {low}`")
    if isinstance(raw, str) and (digits := _digits(raw, read)):
        unit = _unit(fact)
        rest = re.sub(r"[\d.,\s\-–]", "", raw)
        help = f"write {digits} without quotes"
        if rest:
            help = f"write `{written} = {digits}`" + (f": the unit is {unit}" if unit else "")
        return wrong(f"`{key}` takes {_expected(fact)}, not text", help)
    if KINDS[fact.kind].scoped and isinstance(raw, dict) and len(raw) < 2:
        help = f"write `{written} = {{ men = …, women = … }}`, or one value for all"
        return wrong(f"`{key}` takes one value, or one for each of several scopes", help)
    if isinstance(raw, str) and read([raw]) is not None:
        return wrong(f"`{key}` takes {_expected(fact)}", f'write `{written} = ["{raw}"]`')
    if isinstance(raw, list) and len(raw) == 1 and isinstance(raw[0], str) and read(raw[0]) is not None:
        return wrong(f"`{key}` takes one value, not an array", f'write `{written} = "{raw[0]}"`')
    if isinstance(raw, float) and raw.is_integer() and read(int(raw)) is not None:
        return wrong(f"`{key}` takes whole numbers", f"write `{written} = {raw:.0f}`")
    return wrong(f"`{key}` takes {_expected(fact)}", f"write it as {_pattern(written, fact)}")


def _digits(text: str, read: Callable[[object], object]) -> str | None:
    """The number or range that a fact takes, as TOML writes it: "16.6 m" -> 16.6, "1,200" -> 1200, "2-4" -> [2, 4]."""
    number = r"(\d+(?:,\d{3})*(?:\.\d+)?)"
    match = re.fullmatch(rf"\s*{number}\s*(?:[-–]\s*{number})?\s*[^\d]*", text)
    if match is None:
        return None
    low, high = (group and group.replace(",", "") for group in match.groups())
    if high and read([_value(low), _value(high)]) is not None:
        return f"[{low}, {high}]"
    return low if read(_value(low)) is not None else None


def _value(digits: str) -> float:
    return float(digits) if "." in digits else int(digits)


@rule()
def unknown_term(context: Context) -> Iterator[Finding]:
    """The value of a term is a word of its closed list."""
    for document in context.documents:
        for called, terms, word, location in _terms(context, document):
            known = context.vocabulary.terms.get(terms, {})
            if word not in known:
                otherwise = (
                    f"the terms of `{terms}`: {', '.join(known)}" if known else "define it in vocabulary/terms.toml"
                )
                help = did_you_mean(word, known, otherwise)
                yield Finding("unknown-term", f"no {called} `{word}`", location, help)
        yield from unknown_grades(document)


def _terms(context: Context, document: Document) -> Iterator[tuple[str, str, str, Location]]:
    """(what it is called, name of its list, word, location) of each word of a closed list that a document states."""
    for key, fact, value, location in _valued(context, document):
        for scope in _scopes(value):
            yield SCOPES, SCOPES, scope, document.location(*location.path, scope, on_key=True)
        if fact.terms is None or isinstance(value, Absent):
            continue
        if isinstance(value, tuple):
            for i, word in enumerate(value):
                yield key, fact.terms, word, document.location(*location.path, i)
        else:
            yield key, fact.terms, str(value), location
    for i, variant in elements(document, "variants"):
        for j, scope in strings(variant.get("scope")):
            yield SCOPES, SCOPES, scope, document.location("variants", i, "scope", j)


def _scopes(value: FactValue) -> tuple[str, ...]:
    return tuple(scope for scope, _ in value.values) if isinstance(value, ByScope) else ()


@rule()
def value_out_of_range(context: Context) -> Iterator[Finding]:
    """A number lies within the limits that vocabulary/facts.toml sets for its fact, or for its kind of thing."""
    for document in context.documents:
        for key, fact, value, location in _valued(context, document):
            numbers = [number for span in spans(value) for number in (span.low, span.high)]
            if not numbers:
                continue
            low, high, of = _limits(context, document, fact)
            outside = [number for number in numbers if not low <= number <= high]
            if outside:
                unit = _unit(fact)
                shown = f"{outside[0]:g} {unit}".strip()
                message = f"{shown} is outside {low:g} to {high:g} for `{key}`{of}"
                yield Finding("value-out-of-range", message, location, _range_help(outside[0], fact, low, high))


def _limits(context: Context, document: Document, fact: FactKey) -> tuple[float, float, str]:
    """(lowest, highest, of what): what the groups of the entity allow together, else its type, else the fact."""
    low = fact.minimum if fact.minimum is not None else -math.inf
    high = fact.maximum if fact.maximum is not None else math.inf
    if not fact.ranges:
        return low, high, ""
    belongs = [id for id in context.registry.entities[document.id].links.get("broader", ()) if id in fact.ranges]
    groups = belongs or [document.type] * (document.type in fact.ranges)
    if groups:
        names = [context.graph.entities[id].inline_name for id in belongs] or [context.a(document.type)]
        low, high = min(fact.ranges[group][0] for group in groups), max(fact.ranges[group][1] for group in groups)
        return low, high, f" of {listed(names)}"
    return low, high, ""


def _range_help(number: float, fact: FactKey, low: float, high: float) -> str:
    for unit, factor in _SUBUNITS.get(fact.unit or "", ()):
        if low <= number * factor <= high:
            return f"write it in {fact.unit}: {number:g} {unit} is {number * factor:g}"
    unit = _unit(fact)
    return f"check the value and its unit ({unit})" if unit else "check the value"


def _valued(context: Context, document: Document) -> Iterator[tuple[str, FactKey, FactValue, Location]]:
    """(fact key, fact, typed value, location) of every well-formed fact and variant of a document."""
    facts = context.vocabulary.facts
    for key, value in context.registry.entities[document.id].facts.items():
        yield key, facts[key], value, document.location("facts", key)
    for i, variant in elements(document, "variants"):
        fact = facts.get(str(variant.get("fact")))
        value_of_variant = fact_value(variant.get("value"), fact) if fact else None
        if fact is not None and value_of_variant is not None:
            yield str(variant["fact"]), fact, value_of_variant, document.location("variants", i, "value")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _expected(fact: FactKey) -> str:
    return KINDS[fact.kind].expected + (", or { men = …, women = … }" if KINDS[fact.kind].scoped else "")


def _pattern(key: str, fact: FactKey) -> str:
    unit = _unit(fact)
    return f"`{key} = {KINDS[fact.kind].example}`" + (f" in {unit}" if unit else "")


def _unit(fact: FactKey) -> str:
    """The unit in words; nothing for mere counts, whose UCUM unit is 1 or an annotation in braces ({players})."""
    if fact.unit is None or fact.unit == "1" or re.fullmatch(r"\{[^}]*\}", fact.unit):
        return ""
    return fact.unit_text or fact.unit
