"""Formulas in sentences as MathML."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from sportlore.site.mathematics import mathematics


def test_a_formula_in_a_sentence_is_set_and_the_words_around_it_stay() -> None:
    set_ = mathematics("Expected result E = 1 / (1 + 10^(−d/400)), where d is the lead <in rating>.")
    before, _, rest = set_.partition("<math")
    math, _, after = rest.partition("</math>")
    assert before == "Expected result E = "
    assert after == ", where d is the lead &lt;in rating&gt;."
    drawn = ET.fromstring(f"<math{math}</math>")
    assert [name.text for name in drawn.findall(".//{*}mi")] == ["d"]
    assert len([*drawn.findall(".//{*}mfrac")]) == 2
    assert drawn.get("alttext") == "1 / (1 + 10^(-d / 400))"


def test_names_keep_their_capitals_and_spaces() -> None:
    set_ = mathematics("Course handicap = Index × slope rating / 113, in many countries.")
    assert all(f"<mi>{name}</mi>" in set_ for name in ("Index", "slope rating"))
    assert set_.endswith("</math>, in many countries.")


@pytest.mark.parametrize(
    "text",
    [
        "A game with K = 40.",
        "New rating = old rating + K × (result − E), with result 1 or 0.",
        "Score differential = (adjusted gross score − course rating) × 113 / slope rating, corrected.",
        "Fatigue fell (g = −0.37) and energy rose.",
        "Handicap index = mean of the lowest eight of the last 20, rounded.",
        "It gains 40 × 0.76 = 30 points.",
        "Nothing to <compute>.",
    ],
)
def test_what_is_no_formula_stays_as_it_is(text: str) -> None:
    assert mathematics(text) == text.replace("<", "&lt;").replace(">", "&gt;")
