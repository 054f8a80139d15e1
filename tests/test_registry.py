"""Reading, finding a place, and the canonical form."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from conftest import CATALOGUE, WORLD
from hypothesis import given
from hypothesis import strategies as st

from sportlore import registry
from sportlore.diagnostics import Place
from sportlore.model import BySex, FactKey, Span
from sportlore.registry.read import fact_value

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
        (("sections", 1, "title"), False, (16, 9, 5)),
        (("sections", 1, "steps", 2), False, (17, 20, 3)),
        (("nothing",), False, (1, 1, 1)),
    ],
)
def test_a_place_is_found(path: tuple[str | int, ...], on_key: bool, expected: tuple[int, int, int]) -> None:
    extent = registry.locate(TEXT, Place("sport/x.toml", path, on_key))
    assert (extent.line, extent.column, extent.width) == expected


def test_a_place_in_nested_arrays_of_tables_counts_within_its_parent() -> None:
    text = "".join(f"[[modules]]\nslug = 'm{m}'\n" + "[[modules.quiz]]\nanswer = 1\n" * 2 for m in range(3))
    extent = registry.locate(text, Place("courses/x.toml", ("modules", 2, "quiz", 1, "answer")))
    assert extent.line == 18


def test_a_place_in_a_json_line() -> None:
    line = json.dumps({"slug": "x", "links": {"targets": ["muscle-group/a", "muscle-group/b"]}})
    extent = registry.locate(f"{{}}\n{line}\n", Place("exercise.jsonl", ("links", "targets", 1), False, 2))
    assert (extent.line, line[extent.column - 1 :][: extent.width]) == (2, '"muscle-group/b"')


def test_an_entity_may_come_as_a_json_line(tmp_path: Path) -> None:
    here = registry.read(WORLD)
    for path in sorted(WORLD.rglob("*.toml")):
        target = tmp_path / path.relative_to(WORLD)
        if target.parent.name != "exercise":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    paths = sorted((WORLD / "entities" / "exercise").glob("*.toml"))
    lines = [json.dumps({"slug": path.stem, **tomllib.loads(path.read_text(encoding="utf-8"))}) for path in paths]
    (tmp_path / "exercise.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    there = registry.read(tmp_path)
    assert there.findings == ()
    assert there.entities["exercise/back-squat"].facts == here.entities["exercise/back-squat"].facts
    assert there.entities["exercise/back-squat"].links == here.entities["exercise/back-squat"].links


def fact(kind: str, by_sex: bool = False) -> FactKey:
    return FactKey("Label", kind, "{A} {a}, {B} {b}", "{a}", by_sex=by_sex)  # type: ignore[arg-type]


def test_values_take_the_form_of_their_kind() -> None:
    assert fact_value(3, fact("integer")) == Span(3, 3)
    assert fact_value([90, 120], fact("number")) == Span(90, 120)
    assert fact_value({"men": 2.43, "women": 2.24}, fact("number", by_sex=True)) == BySex(
        Span(2.43, 2.43), Span(2.24, 2.24)
    )
    assert fact_value(["a", "b"], fact("terms")) == ("a", "b")
    assert fact_value(-776, fact("year")) == -776


@pytest.mark.parametrize(
    ("raw", "kind"),
    [(3.5, "integer"), ([2, 1], "number"), ([1, 1], "number"), (True, "integer"), ("3", "number"), ([1, 2, 3], "number"),
     (1.0, "year"), ([], "terms"), (["a", 1], "terms"), (["a"], "term"), ({"men": 1, "women": 2}, "number")],
)  # fmt: skip
def test_values_of_another_form_are_refused(raw: object, kind: str) -> None:
    assert fact_value(raw, fact(kind)) is None


VOCABULARY = registry.read(WORLD).vocabulary


def test_the_canonical_form_orders_and_keeps_comments() -> None:
    text = (
        "# About this file.\nkeywords = ['b']\n# The name.\nname='B' # short\n\n"
        "[links]\n# why\nuses=['equipment/x']\n[facts]\norigin='here'\n# at the end\n"
    )
    assert registry.canonical(text, VOCABULARY) == (
        "# The name.\n"
        'name = "B" # short\n'
        "# About this file.\n"
        'keywords = ["b"]\n\n'
        '[facts]\norigin = "here"\n\n'
        '[links]\n# why\nuses = ["equipment/x"]\n# at the end\n'
    )


def test_a_comment_inside_a_value_is_refused_and_not_lost() -> None:
    with pytest.raises(registry.UnkeptComment, match="line 2"):
        registry.canonical('keywords = [\n  "a", # why\n]\n', VOCABULARY)


def test_every_authored_file_is_in_canonical_form() -> None:
    for root in (WORLD, CATALOGUE):
        vocabulary = registry.read(root).vocabulary
        paths = [path for type in vocabulary.types for path in sorted((root / "entities" / type).glob("*.toml"))]
        assert len(paths) >= 10
        for path in paths:
            text = path.read_text(encoding="utf-8")
            assert registry.canonical(text, vocabulary) == text, path


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)
COMMENTS = st.lists(st.sampled_from(["# one", "# two ü", "#"]), max_size=2)


@given(TEXTS, st.lists(TEXTS, max_size=5), st.integers(-5, 5), COMMENTS, COMMENTS)
def test_formatting_keeps_data_and_comments_and_settles(
    name: str, keywords: list[str], number: int, first: list[str], last: list[str]
) -> None:
    """For any values: the data stay, each comment stays, and formatting again changes nothing."""
    lines = [
        *first,
        f"keywords = {json.dumps(keywords, ensure_ascii=False)}",
        *last,
        f"name = {json.dumps(name, ensure_ascii=False)}",
        "[facts]",
        *first,
        f"players = {number} # behind",
    ]
    text = "\n".join(line.replace("\x7f", "\\u007f") for line in lines) + "\n"
    written = registry.canonical(text, VOCABULARY)
    assert tomllib.loads(written) == tomllib.loads(text)
    assert sorted(comment_lines(written)) == sorted(comment_lines(text))
    assert registry.canonical(written, VOCABULARY) == written


def comment_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.startswith("#")]
