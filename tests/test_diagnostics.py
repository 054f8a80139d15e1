"""Findings as a person reads them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sportlore.diagnostics import Excerpt, Extent, Finding, Location, counted, did_you_mean, narrowed, nearest, render


def test_a_finding_is_rendered_with_its_line_and_a_caret() -> None:
    finding = Finding(
        "unknown-reference", "no muscle-group `quadricep`", Location("exercise/x.toml"), "did you mean `quadriceps`?"
    )
    line = 'targets = ["muscle-group/quadricep"]'
    assert render(finding, "catalogue/", [Excerpt(Extent(12, 12, 24), line)]).splitlines() == [
        "error[unknown-reference]: no muscle-group `quadricep`",
        "  --> catalogue/exercise/x.toml:12:12",
        "   |",
        '12 | targets = ["muscle-group/quadricep"]',
        "   |            ^^^^^^^^^^^^^^^^^^^^^^^^",
        "   = help: did you mean `quadriceps`?",
    ]


def test_a_second_place_is_shown_with_its_label() -> None:
    related = ((Location("a.toml"), "the other one"),)
    finding = Finding("duplicate-name", "`x/a` is called `A` too", Location("b.toml"), "merge them", related)
    excerpts = [Excerpt(Extent(9, 8, 3), 'name = "A"'), Excerpt(Extent(10, 8, 3), 'name = "A"')]
    assert render(finding, "catalogue/", excerpts).splitlines() == [
        "error[duplicate-name]: `x/a` is called `A` too",
        "  --> catalogue/b.toml:9:8",
        "   |",
        ' 9 | name = "A"',
        "   |        ^^^",
        "  ::: catalogue/a.toml:10:8",
        "   |",
        '10 | name = "A"',
        "   |        --- the other one",
        "   = help: merge them",
    ]


@given(st.integers(1, 400), st.integers(1, 400))
def test_a_long_line_is_shown_around_the_place(column: int, width: int) -> None:
    line = "".join(chr(97 + i % 26) for i in range(400))
    excerpt = Excerpt(Extent(1, column, width), line)
    shown = render(Finding("x", "y", Location("f"), "h"), "", [excerpt]).splitlines()
    assert len(shown[3]) <= 120
    caret = shown[4].index("^")
    assert shown[3][caret] == line[column - 1]


def test_an_extent_is_narrowed_to_words_inside_it() -> None:
    line, extent = 'text = "A Great and very big" # great and', Extent(3, 8, 22)
    assert narrowed(extent, line, "great and") == Extent(3, 11, 9)
    assert narrowed(extent, line, "small") is extent
    assert narrowed(extent, line, "") is extent


def test_nearest_words() -> None:
    assert nearest("tenis", ["table-tennis", "tennis"]) == "tennis"
    assert nearest("tensin", ["tennis"]) == "tennis"
    assert nearest("golf", ["tennis"]) is None
    assert nearest("ab", ["abcd", "abc", "abd"]) == "abc"
    assert did_you_mean("golf", ["tennis"], "see the list") == "see the list"


def edits(a: str, b: str) -> int:
    """The optimal string alignment distance as textbooks define it, row by row of the whole table."""
    table = [[i + j if i * j == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


@given(st.text("abc", max_size=7), st.lists(st.text("abc", max_size=7), max_size=6), st.integers(0, 3))
def test_the_nearest_word_is_the_first_with_the_fewest_edits(word: str, candidates: list[str], limit: int) -> None:
    within = [candidate for candidate in candidates if edits(word, candidate) <= limit]
    expected = min(within, key=lambda candidate: edits(word, candidate), default=None)
    assert nearest(word, candidates, limit) == expected


def test_counts() -> None:
    assert counted(1, "error") == "1 error"
    assert counted(1492, "entity", "entities") == "1,492 entities"
