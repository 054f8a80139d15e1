"""Searches find what people type: the judged sets, and the figures that were reached on the one that search is tuned with.

The other one is looked at before a release only: `python -m benchmarks.relevance --held-back`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.relevance import HELD_BACK, NOTHING, TUNING, MemoryIndex, by_class, judged
from sportlore.derive import Documents
from sportlore.publication import Publication

REACHED = {"first": 0.86, "three": 0.965, "ten": 0.98, "reciprocal": 0.91, "recall": 0.9}
"""A little below what the tuning set reached in November 2026."""
EACH_CLASS = 0.8
"""The least success at three of each class."""
FOUND_NOTHING = 0.65


@pytest.fixture(scope="module")
def index(catalogue: Publication) -> MemoryIndex:
    return MemoryIndex(Documents(catalogue.knowledge), catalogue.vocabulary)


def test_the_judged_sets_are_large_and_share_no_search() -> None:
    tuning, held_back = ({one.text.casefold() for one in judged(path)} for path in (TUNING, HELD_BACK))
    assert len(tuning) == len(judged(TUNING)) >= 900
    assert len(held_back) == len(judged(HELD_BACK)) >= 150
    assert not tuning & held_back


@pytest.mark.parametrize("path", [TUNING, HELD_BACK], ids=lambda path: path.stem)
def test_judged_searches_name_entities(catalogue: Publication, path: Path) -> None:
    searches = judged(path)
    unknown = {id for one in searches for id in one.ids} - set(catalogue.graph.entities)
    assert not unknown, f"no entities of these ids, which {path.name} names: {sorted(unknown)}"
    assert all(bool(one.ids) is (one.group != NOTHING) for one in searches)


def test_searches_reach_what_they_reached(index: MemoryIndex) -> None:
    scores = by_class(index.search, judged(TUNING))
    whole = scores.pop("all")
    assert {name: value for name in REACHED if (value := getattr(whole, name)) < REACHED[name]} == {}
    assert scores.pop(NOTHING).first >= FOUND_NOTHING
    assert {group: score.three for group, score in scores.items() if score.three < EACH_CLASS} == {}
