"""What the real catalogue promises, beyond the rules."""

from __future__ import annotations

import csv
import re
from collections import Counter

from conftest import REFERENCE

from sportlore.model import ByScope, Span
from sportlore.publication import Publication

SPORTS = {
    "sport": 66,
    "category": 14,
    "discipline": 46,
    "position": 56,
    "rule": 60,
    "scoring": 30,
    "officiating": 20,
    "facility": 33,
    "surface": 14,
}
"""The types about sports themselves, which are complete."""

IN_DEPTH = (
    "football basketball volleyball cricket tennis badminton table-tennis athletics swimming cycling golf rugby-union "
    "baseball field-hockey handball ice-hockey boxing judo american-football gymnastics"
).split()
"""The 20 most played sports, which are covered in depth."""


def test_the_types_about_sports_are_complete(catalogue: Publication) -> None:
    counts = Counter(entity.type for entity in catalogue.graph.entities.values())
    assert {type: counts[type] for type in SPORTS} == SPORTS
    assert all(counts[type] for type in catalogue.vocabulary.types)


def test_the_starter_is_one_connected_world(catalogue: Publication) -> None:
    whole = catalogue.graph
    assert len(whole.entities) >= 150
    assert len(whole.of_type("exercise")) >= 30
    assert whole.reached_from(["sport/tennis"]) == frozenset(whole.entities)
    assert len(catalogue.knowledge.comparisons) >= 24
    assert len(catalogue.knowledge.calculators) == 42
    assert len(catalogue.knowledge.courses) >= 2


def test_the_most_played_sports_are_covered_in_depth(catalogue: Publication) -> None:
    whole = catalogue.graph
    for slug in IN_DEPTH:
        around = Counter(entity.type for entity in whole.neighbours(f"sport/{slug}"))
        assert around["rule"] >= 3, slug
        assert around["scoring"] >= 1, slug
        assert around["officiating"] >= 1, slug
        assert around["facility"] + around["surface"] >= 1, slug
        assert around["equipment"] >= 1, slug


def test_energy_costs_stand_in_the_compendium(catalogue: Publication) -> None:
    """The MET values of an entity are those of the codes that it cites, in the Compendium of 2024 or of 2011."""
    known = {work: _met_by_code(year) for work, year in (("herrmann-2024", 2024), ("ainsworth-2011", 2011))}
    checked = 0
    for entity in catalogue.graph.entities.values():
        if "met" not in entity.facts:
            continue
        listed = {
            known[citation.source][code]
            for citation in entity.citations["met"]
            for code in re.findall(r"\d{5}", citation.clause or "")
        }
        assert _numbers(entity.facts["met"]) == listed, entity.id
        checked += 1
    assert checked >= 100


def _met_by_code(year: int) -> dict[str, float]:
    with (REFERENCE / "compendium" / f"met-{year}.csv").open(encoding="utf-8") as file:
        return {row["code"]: float(row["met"]) for row in csv.DictReader(file)}


def _numbers(value: object) -> set[float]:
    """The numbers of a fact: those of its scopes, both ends of a range."""
    if isinstance(value, ByScope):
        return {number for _, scoped in value.values for number in _numbers(scoped)}
    if isinstance(value, Span):
        return {value.low, value.high}
    assert isinstance(value, int | float)
    return {float(value)}


def test_years_make_sense(catalogue: Publication) -> None:
    for entity in catalogue.graph.entities.values():
        for key, first in (("olympic-since", 1896), ("paralympic-since", 1960)):
            value = entity.facts.get(key)
            years = [year for _, year in value.values] if isinstance(value, ByScope) else [value]
            for year in years:
                assert year is None or (isinstance(year, int) and year >= first and year % 2 == 0), entity.id
        sections = " ".join(section.text or "" for section in entity.sections)
        assert "TODO" not in sections


def test_every_calculator_says_where_it_holds(catalogue: Publication) -> None:
    for tool in catalogue.knowledge.calculators:
        assert len(tool.validity.split()) >= 8, tool.slug
        assert tool.informs
        assert any(example.source for example in tool.examples), tool.slug


def test_safety_is_stated_where_it_matters(catalogue: Publication) -> None:
    for plan in catalogue.graph.of_type("training-plan"):
        assert any(section.title == "Safety" for section in plan.sections), plan.id
