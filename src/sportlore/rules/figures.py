"""A rule about figures in prose that a drawing has as well."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sportlore import drawing
from sportlore.diagnostics import Finding
from sportlore.model import Entity, spans
from sportlore.rules.context import Context, rule

_SECTION = "Markings"
_LENGTH = re.compile(r"(\d[\d,]*(?:\.\d+)?)(?: (?:to|by|and|or) (\d[\d,]*(?:\.\d+)?))? (m|cm)\b")
_UNITS = {"m": 1.0, "cm": 0.01}
_WIDEST_LINE = 0.15
"""Widths of lines are no marks, which are drawn along the middle."""


@rule()
def unmarked_figure(context: Context) -> Iterator[Finding]:
    """A length in the section “Markings” is that of a mark or of a fact of the entity; widths of lines aside."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        if entity.plan is None or entity.plan.unfixed:
            continue
        titled = [(i, section) for i, section in enumerate(entity.sections) if section.title == _SECTION]
        known = _known(entity) if titled else set[float]()
        for i, section in titled:
            for j, text in enumerate(section.items):
                for figure, length in _lengths(text):
                    if not any(abs(length - mark) < 0.0006 * max(1.0, length) for mark in known):
                        help = "add the mark to the plan, correct the figure, or say it in another section"
                        location = document.location("sections", i, "items", j)
                        yield Finding("unmarked-figure", f"no mark and no fact has {figure}", location, help)


def _lengths(text: str) -> Iterator[tuple[str, float]]:
    """The lengths that a text says, in metres: "5.80 by 4.90 m" -> ("5.80 m", 5.8), ("4.90 m", 4.9)."""
    for match in _LENGTH.finditer(text):
        first, second, unit = match.groups()
        for number in filter(None, (first, second)):
            length = float(number.replace(",", "")) * _UNITS[unit]
            if length > _WIDEST_LINE:
                yield f"{number} {unit}", length


def _known(entity: Entity) -> set[float]:
    """The lengths that are drawn or stated."""
    plans = (*((entity.plan,) if entity.plan else ()), *(detail.plan for detail in entity.details))
    constants = [value for plan in plans for value in plan.constants.values()]
    constants += [value for plan in plans for scope in plan.scopes for value in scope.constants.values()]
    stated = (*entity.facts.values(), *(variant.value for variant in entity.variants))
    facts = [end for value in stated for span in spans(value) for end in (span.low, span.high)]
    drawn = [length for item in drawing.drawings(entity) for length in drawing.lengths(item)]
    return {*map(float, constants), *facts, *drawn}
