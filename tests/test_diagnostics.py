"""Findings as a person reads them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sportlore.diagnostics import Extent, Finding, Place, counted, did_you_mean, edit_distance, nearest, render


def test_a_finding_is_rendered_with_its_line_and_a_caret() -> None:
    finding = Finding(
        "unknown-reference", "no muscle-group `quadricep`", Place("exercise/x.toml"), "did you mean `quadriceps`?"
    )
    line = 'targets = ["muscle-group/quadricep"]'
    assert render(finding, "catalogue/", Extent(12, 12, 24), line).splitlines() == [
        "error[unknown-reference]: no muscle-group `quadricep`",
        "  --> catalogue/exercise/x.toml:12:12",
        "   |",
        '12 | targets = ["muscle-group/quadricep"]',
        "   |            ^^^^^^^^^^^^^^^^^^^^^^^^",
        "   = help: did you mean `quadriceps`?",
    ]


@given(st.integers(1, 400), st.integers(1, 400))
def test_a_long_line_is_shown_around_the_place(column: int, width: int) -> None:
    line = "".join(chr(97 + i % 26) for i in range(400))
    shown = render(Finding("x", "y", Place("f"), "h"), "", Extent(1, column, width), line).splitlines()
    assert len(shown[3]) <= 120
    caret = shown[4].index("^")
    assert shown[3][caret] == line[column - 1]


def test_nearest_words() -> None:
    assert nearest("tenis", ["table-tennis", "tennis"]) == "tennis"
    assert nearest("tensin", ["tennis"]) == "tennis"
    assert nearest("golf", ["tennis"]) is None
    assert did_you_mean("golf", ["tennis"], "see the list") == "see the list"


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_edit_distance_is_a_distance(a: str, b: str) -> None:
    distance = edit_distance(a, b, 99)
    assert distance == edit_distance(b, a, 99)
    assert (distance == 0) == (a == b)
    assert abs(len(a) - len(b)) <= distance <= max(len(a), len(b))
    for limit in range(4):
        assert min(edit_distance(a, b, limit), limit + 1) == min(distance, limit + 1)


def test_counts() -> None:
    assert counted(1, "error") == "1 error"
    assert counted(1492, "entity", "entities") == "1,492 entities"
