"""Finding a place in a file: every way in which TOML may write a key."""

from __future__ import annotations

import tomllib

import pytest
from conftest import CATALOGUE, WORLD
from hypothesis import given
from hypothesis import strategies as st

from sportlore import registry
from sportlore.diagnostics import Location

TEXT = """\
# A comment.
name = "Back squat"  # the lift
"keywords" = ["a", "b",
  "c"]

[facts]
codified = { men = 1, women = 2 }

[links]
targets = ["muscle-group/quadriceps"]

[[sections]]
title = "One"

[[sections]]
title = "Two"
steps = ["x", "é", "z"]
"""

OTHER_FORMS = """\
facts.contact = "é"
facts.length.men = 3
"dé\\u0061 d" = { 'b.c' = [[1], [2, 30]], x.y = "z" }

[facts.sub."x y"]
mass = 5

[[modules]]
[modules.place]
name = "a"
[[modules.quiz]]
answer = 1
[[modules]]
[[modules.quiz]]
answer = 2
[[modules.quiz]]
answer = 3
options = [
  "one", # a comment
  "two",
]
"""


@pytest.mark.parametrize(
    ("path", "on_key", "expected"),
    [
        ((), False, (1, 1, 1)),
        (("name",), False, (2, 8, 12)),
        (("name",), True, (2, 1, 4)),
        (("keywords",), True, (3, 1, 10)),
        (("keywords", 2), False, (4, 3, 3)),
        (("facts",), True, (6, 2, 5)),
        (("facts", "codified", "women"), False, (7, 31, 1)),
        (("facts", "missing"), False, (6, 2, 5)),
        (("links", "targets", 0), False, (10, 12, 25)),
        (("links", "targets", 7), False, (10, 1, 7)),
        (("sections", 1), False, (15, 3, 8)),
        (("sections", 1, "title"), False, (16, 9, 5)),
        (("sections", 1, "steps", 2), False, (17, 20, 3)),
        (("nothing",), False, (1, 1, 1)),
    ],
)
def test_a_place_is_found(path: tuple[str | int, ...], on_key: bool, expected: tuple[int, int, int]) -> None:
    extent = registry.locate(TEXT, Location("sport/x.toml", path, on_key))
    assert (extent.line, extent.column, extent.width) == expected


@pytest.mark.parametrize(
    ("path", "on_key", "expected"),
    [
        (("facts",), True, (1, 1, 5)),
        (("facts", "contact"), True, (1, 7, 7)),
        (("facts", "contact"), False, (1, 17, 3)),
        (("facts", "length"), False, (2, 7, 6)),
        (("facts", "length", "men"), False, (2, 20, 1)),
        (("facts", "length", "women"), False, (2, 7, 6)),
        (("déa d",), True, (3, 1, 12)),
        (("déa d", "b.c", 1, 1), False, (3, 36, 2)),
        (("déa d", "x", "y"), False, (3, 48, 3)),
        (("facts", "sub", "x y"), True, (5, 12, 5)),
        (("facts", "sub", "x y", "mass"), False, (6, 8, 1)),
        (("modules", 0, "place", "name"), False, (10, 8, 3)),
        (("modules", 0, "quiz", 0, "answer"), False, (12, 10, 1)),
        (("modules", 1, "quiz", 0, "answer"), False, (15, 10, 1)),
        (("modules", 1, "quiz", 1, "answer"), False, (17, 10, 1)),
        (("modules", 1, "quiz", 1, "options", 1), False, (20, 3, 5)),
        (("modules", 1, "quiz", 2), False, (14, 11, 4)),
    ],
)
def test_a_place_is_found_in_every_form_of_key(
    path: tuple[str | int, ...], on_key: bool, expected: tuple[int, int, int]
) -> None:
    extent = registry.locate(OTHER_FORMS, Location("courses/x.toml", path, on_key))
    assert (extent.line, extent.column, extent.width) == expected


def test_line_ends_of_windows_count_for_nothing() -> None:
    extent = registry.locate(TEXT.replace("\n", "\r\n"), Location("x.toml", ("keywords",)))
    assert (extent.line, extent.column, extent.width) == (3, 14, 10)


def test_every_value_of_the_authored_files_is_found_where_it_is_written() -> None:
    """What stands at the place of a value is that value: for every key and item of a file of each kind."""
    folders = [*(WORLD / "entities").iterdir(), *(WORLD / name for name in ("sources", "vocabulary", "courses"))]
    paths = [sorted(folder.glob("*.toml"))[0] for folder in [*folders, WORLD / "calculators", CATALOGUE / "courses"]]
    assert len(paths) >= 10
    for path in paths:
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        for steps, value in values(tomllib.loads(text)):
            extent = registry.locate(text, Location("x.toml", steps))
            written = lines[extent.line - 1][extent.column - 1 :][: extent.width]
            assert tomllib.loads(f"x = {written}")["x"] == value, (path, steps)


def values(data: object, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], object]]:
    """Every string and number of the data with its path."""
    if isinstance(data, dict):
        return [found for key, value in data.items() for found in values(value, (*path, key))]
    if isinstance(data, list):
        return [found for i, value in enumerate(data) for found in values(value, (*path, i))]
    return [(path, data)]


@given(
    st.text("[]{}=.\"'#\\,ab1 \n\r", max_size=60),
    st.lists(st.one_of(st.sampled_from(["a", "b", "ab", ""]), st.integers(0, 3)), max_size=4),
)
def test_a_place_lies_within_any_text(text: str, path: list[str | int]) -> None:
    extent = registry.locate(text, Location("x.toml", tuple(path)))
    lines = text.split("\n")
    assert 1 <= extent.line <= len(lines)
    assert 1 <= extent.column <= len(lines[extent.line - 1]) + 1
