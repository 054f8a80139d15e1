"""The tools of agents: fifty questions to the real catalogue, and each tool on the miniature world."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from conftest import REFERENCE

from sportlore.agents.results import Result, ToolRefusal, cut, fitted, tokens
from sportlore.agents.tools import TOOLS, call, schema
from sportlore.server.answer import Responder
from sportlore.snapshot import Snapshot

QUESTIONS = [
    (tool, json.loads(arguments), expected.split("|"))
    for tool, arguments, expected in (
        line.split("\t") for line in (REFERENCE / "agent-questions.tsv").read_text().splitlines() if line[:1] != "#"
    )
]
VALID = {name: jsonschema_rs.validator_for(schema(tool.output)) for name, tool in TOOLS.items()}


@pytest.fixture(scope="module")
def real(catalogue_snapshot: Path) -> Iterator[Responder]:
    opened = Responder(Snapshot(catalogue_snapshot, whole=False))
    yield opened
    opened.close()


def told(responder: Responder, tool: str, **arguments: Any) -> Result:
    """A result whose data are as the tool declares them, and whose text is short enough."""
    result = call(responder, TOOLS[tool], arguments)
    VALID[tool].validate(msgspec.to_builtins(result.data))
    assert tokens(result.text) <= 5_000
    return result


def text(responder: Responder, tool: str, **arguments: Any) -> str:
    """The text of a result or a refusal."""
    try:
        return told(responder, tool, **arguments).text
    except ToolRefusal as refusal:
        return str(refusal)


def test_fifty_questions_are_answered_in_few_tokens(real: Responder) -> None:
    texts = [text(real, tool, **arguments) for tool, arguments, _ in QUESTIONS]
    assert len(texts) == 50
    wrong = [
        f"{tool} {arguments}: no {part!r} in {said!r}"
        for (tool, arguments, expected), said in zip(QUESTIONS, texts, strict=True)
        for part in expected
        if part not in said
    ]
    assert not wrong, "\n".join(wrong)
    lengths = [tokens(said) for said in texts]
    assert median(lengths) <= 150
    assert max(lengths) <= 500  # of fifty, the longest is the 99th percentile
    assert texts == [text(real, tool, **arguments) for tool, arguments, _ in QUESTIONS]


def test_lists_and_what_is_asked_for_in_full_are_bounded(real: Responder) -> None:
    fields = ["contact", "format", "playing-object", "duration-format", "won-by", "scoring-unit"]
    for asked in ({"limit": 40}, {"limit": 40, "fields": fields}, {"count_by": ["contact", "has-part", "met"]}):
        assert tokens(text(real, "list", type="sport", **asked)) <= 2_000
    assert tokens(text(real, "find", words="how to train", limit=20)) <= 2_000
    assert "lines left out" in text(real, "get", id="sport/football", parts=["all"])
    assert 1_000 < tokens(text(real, "compare", things=["tennis", "golf"], whole=True)) + 1_000 <= 3_000
    assert tokens(text(real, "quiz", sport="football", limit=10)) <= 2_000


def test_tools_are_few_and_their_schemas_are_objects() -> None:
    assert len(TOOLS) <= 8
    for tool in TOOLS.values():
        for of in (tool.input, tool.output):
            assert schema(of)["type"] == "object"
            jsonschema_rs.meta.validate(schema(of))


def test_an_answer_says_value_scope_source_and_address(responder: Responder) -> None:
    result = told(responder, "answer", question="how high is a tennis net")
    assert result.text.splitlines() == [
        "Tennis, height of the net: 0.914 m",
        "Source: ITF Rules of Tennis 2025, rule 1",
        "http://localhost:8000/sports/tennis",
    ]
    data = msgspec.to_builtins(result.data)
    assert (data["answered"], data["value"], data["unit"]) == (True, 0.914, "m")
    assert data["about"]["id"] == "sport/tennis"


def test_what_is_not_known_is_said(responder: Responder) -> None:
    result = told(responder, "answer", question="what is racquetball")
    assert result.text.startswith("not known: racquetball is not in the catalogue")
    assert msgspec.to_builtins(result.data)["notKnown"] == ["racquetball"]
    assert text(responder, "find", words="qqqqqqq").startswith("not known: qqqqqqq")
    assert text(responder, "compare", things=["tennis", "racquetball"]).startswith("not known: racquetball")


def test_an_entity_is_given_in_short_and_in_parts(responder: Responder) -> None:
    short = told(responder, "get", id="tennis")
    assert tokens(short.text) <= 250
    assert "- Height of the net: 0.914 m" in short.text
    assert "more parts: facts (" in short.text
    part = told(responder, "get", id="sport/tennis", parts=["facts.net-height"])
    assert "- Height of the net: 0.914 m [itf-rules-2025" in part.text
    assert "Length" not in part.text
    whole = told(responder, "get", id="sport/tennis", parts=["all"])
    for asked in ("facts", "links", "sources"):
        assert set(text(responder, "get", id="sport/tennis", parts=[asked]).splitlines()) <= set(
            whole.text.splitlines()
        )
    assert "did you mean `facts`?" in text(responder, "get", id="sport/tennis", parts=["fcts"])
    assert "has no schedule; it has facts" in text(responder, "get", id="sport/tennis", parts=["schedule"])
    assert "Week" in text(responder, "get", id="training-plan/strength-base", parts=["schedule"])


@pytest.mark.parametrize(
    ("id", "line"),
    [
        (
            "sport/tennis",
            "- Height of the net: 0.914 m (before: 1.07 m). Measured at the centre, no longer at the posts.",
        ),
        ("exercise/back-squat", "Since 1.2.0: text. The steps were rewritten."),
        ("sport/badminton", "New since 1.2.0."),
    ],
)
def test_what_the_last_release_changed_is_a_part(responder: Responder, id: str, line: str) -> None:
    assert line in text(responder, "get", id=id, parts=["changes"]).splitlines()
    assert line not in text(responder, "get", id=id, parts=["all"]).splitlines()


def test_lists_are_filtered_sorted_and_counted(responder: Responder) -> None:
    assert "16 entities of 12 types" in text(responder, "list")
    every = told(responder, "list", type="sport")
    assert "filters: format, players" in every.text
    tall = text(responder, "list", type="sport", fields=["net-height"], sort="-net-height", limit=1)
    assert "- Badminton (sport/badminton): Height of the net 1.55 m" in tall
    assert "1–1 of 2" in tall
    counted = told(responder, "list", type="sport", count_by=["format"])
    assert counted.text.startswith("2 sports\nby Format (format)")
    assert "did you mean `sport`?" in text(responder, "list", type="sprot")
    assert text(responder, "list", type="sport", page=9).splitlines()[0] == "sports: none of 2"


def test_entities_of_one_type_are_compared(responder: Responder) -> None:
    signed = told(responder, "compare", things=["badminton", "tennis"])
    assert signed.text.startswith("Tennis vs badminton")  # in the order in which it was written
    assert "- differs: The net is 0.914 m high in tennis" in signed.text
    assert "compare different entities of one type" in text(responder, "compare", things=["tennis", "back squat"])
    assert "compare different entities of one type" in text(responder, "compare", things=["tennis", "tennis"])


def test_formulas_are_evaluated_and_say_what_they_take(responder: Responder) -> None:
    result = told(responder, "calculate", calculator="1rm", inputs={"load": "220lb", "repetitions": 5})
    assert "116.4 kg, from load 99.79, repetitions 5" in result.text
    assert "Source: Epley" in result.text
    assert "load: " in text(responder, "calculate", calculator="one-rep-max")
    assert "`repetitions` is missing" in text(responder, "calculate", calculator="one-rep-max", inputs={"load": 1})
    assert "did you mean `one-rep-max`?" in text(responder, "calculate", calculator="one-rep-mx")
    assert text(responder, "calculate").startswith("1 calculator\n")


def test_recommendations_and_quizzes(responder: Responder) -> None:
    chosen = told(responder, "recommend", goal="get-stronger", limit=2)
    assert "the best first (2 of 3)" in chosen.text
    assert "Back squat (exercise/back-squat)" in chosen.text
    assert "no level `x`" in text(responder, "recommend", goal="get-stronger", level="x")
    quiz = told(responder, "quiz", sport="tennis", first=2, limit=1)
    assert "2. Question 2 on the game?" in quiz.text
    assert "Question 3" not in quiz.text
    assert text(responder, "quiz") == "1 course with quizzes: tennis"


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("get", {"id": "tennis", "foo": 1}, "unknown field `foo`; `get` takes id, parts"),
        ("get", {}, "missing required field `id`"),
        ("compare", {"things": ["tennis"]}, "Expected `array` of length >= 2"),
        ("answer", {"question": "x" * 201}, "length <= 200"),
    ],
)
def test_input_that_does_not_fit_is_refused(
    responder: Responder, tool: str, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ToolRefusal, match=message):
        call(responder, TOOLS[tool], arguments)


def test_texts_are_cut_at_sentences_and_lists_at_lines() -> None:
    assert cut("One sentence here. Another one.", 25) == "One sentence here."
    assert cut("no sentence ends in here at all", 20) == "no sentence ends in …"
    assert fitted(["a" * 40, "b" * 40, "c"], 15) == (["a" * 40], 2)
    assert fitted(["a" * 400], 1) == (["a" * 400], 0)
