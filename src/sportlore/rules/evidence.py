"""Rules about evidence and variants: what studies say of an outcome, and further values of a fact."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import get_args

from sportlore.diagnostics import Finding, did_you_mean
from sportlore.model import Effect, Grade
from sportlore.registry import Document
from sportlore.rules.context import Context, elements, meant, rule, strings, table

EVIDENCE: Mapping[str, type | None] = {
    "outcome": str,
    "bears_on": list,
    "grade": str,
    "effect": None,
    "population": str,
    "source": str,
}
"""The fields of [[evidence]] and their types; an effect is a table or words."""

VARIANT: Mapping[str, type | None] = {
    "fact": str,
    "value": None,
    "scope": list,
    "since": int,
    "until": int,
    "source": str,
}
"""The fields of [[variants]]; the type of `value` is that of the fact."""

_KINDS = {"evidence": EVIDENCE, "variants": VARIANT}
_NEEDED = {"evidence": ("outcome", "grade", "effect", "source"), "variants": ("fact", "value", "source")}
_ONE = {"evidence": "the evidence", "variants": "the variant"}

_EXAMPLES = {
    "outcome": '"maximal strength"',
    "grade": '"moderate"',
    "effect": '"8 % more in ten weeks"',
    "source": '"…"',
    "fact": '"…"',
    "value": "…",
}


def missing_fields(document: Document) -> Iterator[Finding]:
    """What the evidence and variants of a document leave out."""
    for name, needed in _NEEDED.items():
        for i, element in elements(document, name):
            misspelt = meant(element, tuple(_KINDS[name]))
            for field in needed:
                if field not in element and field not in misspelt:
                    help = f"add `{field} = {_EXAMPLES[field]}`"
                    yield Finding("missing-field", f"{_ONE[name]} has no {field}", document.location(name, i), help)


def wrong_tables(document: Document) -> Iterator[Finding]:
    """The fields of evidence and variants whose value has the wrong type."""
    for name, types in _KINDS.items():
        value = document.data.get(name)
        for i, element in enumerate(value if isinstance(value, list) else ()):
            if not isinstance(element, dict):
                help = f"write it below `[[{name}]]`"
                yield Finding("wrong-type", f"{_ONE[name]} is a table", document.location(name, i), help)
                continue
            for field, raw in element.items():
                expected = types.get(field)
                if (name, field) == ("evidence", "effect") and not isinstance(raw, dict):
                    expected = str
                yield from _wrong_field(document, name, i, field, raw, expected)


def unknown_grades(document: Document) -> Iterator[Finding]:
    """Grades that are none of the five."""
    grades = get_args(Grade)
    for i, evidence in elements(document, "evidence"):
        grade = evidence.get("grade")
        if isinstance(grade, str) and grade.strip() and grade not in grades:
            help = did_you_mean(grade, grades, f"the grades: {', '.join(grades)}")
            yield Finding("unknown-term", f"no grade `{grade}`", document.location("evidence", i, "grade"), help)


def _wrong_field(
    document: Document, name: str, i: int, field: str, raw: object, expected: type | None
) -> Iterator[Finding]:
    location = document.location(name, i, field)
    if expected is None:
        return
    if expected is str and not (isinstance(raw, str) and raw.strip()):
        yield Finding("wrong-type", f"`{field}` takes a string", location, f'write `{field} = "…"`')
    elif expected is int and (not isinstance(raw, int) or isinstance(raw, bool)):
        year = raw if isinstance(raw, str) and raw.isdecimal() else "2023"
        yield Finding("wrong-type", f"`{field}` takes a year", location, f"write `{field} = {year}`")
    elif expected is list and not (isinstance(raw, list) and all(isinstance(item, str) for item in raw)):
        item = raw if isinstance(raw, str) else "…"
        yield Finding("wrong-type", f"`{field}` takes an array of strings", location, f'write `{field} = ["{item}"]`')


@rule()
def bad_effect(context: Context) -> Iterator[Finding]:
    """The size of an effect lies in its interval, a ratio is positive, and a difference has a unit, as nothing else does."""
    for document in context.documents:
        for i, evidence in enumerate(context.registry.entities[document.id].evidence):
            if isinstance(evidence.effect, Effect):
                for field, message, help in _effect_faults(evidence.effect):
                    yield Finding("bad-effect", message, document.location("evidence", i, "effect", field), help)


def _effect_faults(effect: Effect) -> Iterator[tuple[str, str, str]]:
    """(field, message, help) of what does not fit."""
    least, most = effect.value if isinstance(effect.value, tuple) else (effect.value, effect.value)
    if least > most or (effect.low is None) != (effect.high is None):
        yield "value", "a range or an interval has two ends, the lower first", "write `[14, 22]`, or `low` and `high`"
    elif effect.low is not None and effect.high is not None and not effect.low <= least <= most <= effect.high:
        help = "a change downwards is negative, and so are its ends: value = -0.4, low = -0.8, high = -0.1"
        yield "low", f"{least:g} does not lie between {effect.low:g} and {effect.high:g}", help
    if effect.measure.endswith("ratio") and least <= 0:
        yield "value", "a ratio is positive", "write that of the two groups: 0.49 for 51 % less"
    if (effect.unit is None) is (effect.measure == "difference"):
        help = 'add `unit = "kg"`' if effect.unit is None else "take it out: the measure has its own"
        yield "measure", f"a {effect.measure} has {'a' if effect.unit is None else 'no'} unit", help


@rule()
def unstated_value(context: Context) -> Iterator[Finding]:
    """A variant stands beside the value of its fact that is in force, or a fact that states none of it."""
    for document in context.documents:
        stated = table(document, "facts")
        known = context.vocabulary.types[document.type].facts
        # What is misspelt or misplaced has a finding of its own.
        stated_somewhere = {*stated, *meant(stated, known), *document.data, *table(document, "links")}
        for i, variant in elements(document, "variants"):
            fact = variant.get("fact")
            if isinstance(fact, str) and fact in known and fact not in stated_somewhere:
                help = f'state `{fact}` in [facts], or as `{fact} = "none"` where there is none now'
                message = f"`{fact}` has a variant, and no value in force"
                yield Finding("unstated-value", message, document.location("variants", i, "fact"), help)


@rule()
def variant_period(context: Context) -> Iterator[Finding]:
    """A variant begins before it ends, and no two values of one fact and scope hold at the same time."""
    for document in context.documents:
        seen: list[tuple[int, str, frozenset[str], float, float]] = []
        for i, variant in elements(document, "variants"):
            fact, scope = str(variant.get("fact")), frozenset(word for _, word in strings(variant.get("scope")))
            since, until = _year(variant.get("since"), -math.inf), _year(variant.get("until"), math.inf)
            location = document.location("variants", i)
            if since > until:
                at = document.location("variants", i, "until")
                help = "years are inclusive: `until` is the last year in which the value held"
                yield Finding("variant-period", f"it ends in {until:g}, before it begins in {since:g}", at, help)
                continue
            if not scope and not {"since", "until"} & variant.keys():
                message = f"the variant of `{fact}` does not say for whom or when it holds"
                yield Finding("variant-period", message, location, "add `scope`, `since` or `until`")
                continue
            for j, other, others, start, end in seen:
                if (fact, scope) == (other, others) and since <= end and start <= until:
                    message = f"two values of `{fact}` hold at the same time"
                    related = ((document.location("variants", j), "the other one"),)
                    help = "let one end before the next begins, or tell their scopes apart"
                    yield Finding("variant-period", message, location, help, related)
                    break
            seen.append((i, fact, scope, since, until))


def _year(value: object, otherwise: float) -> float:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise
