"""Signals of officials and tokens of fixed colours: the poses, the colours, and the drawings of the catalogue."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from functools import cache

import pytest
from conftest import CATALOGUE, ask, body
from test_charts import all_of_entities, registry

from sportlore.drawing import Chart, charts
from sportlore.drawing.charts import Mark, Shape, Text
from sportlore.drawing.signals import MEASURES, in_words, signals_chart
from sportlore.drawing.tokens import COLOURS, on_colour, tokens_chart
from sportlore.model import Arm, Body, Entity, Signal, Token
from sportlore.server.answer import Responder

LARGEST = 9_000
"""Bytes of an inline picture of signals or tokens."""
SPORTS_WITH_SIGNALS = 16
SIGNALS_OF_A_SPORT = 6


@cache
def figure() -> Body:
    found = registry().vocabulary.body
    assert found is not None
    return found


def official(*signals: Signal, tokens: tuple[Token, ...] = ()) -> Entity:
    return Entity("officiating", "umpire", "Umpire", "An official.", "umpire.toml", signals=signals, tokens=tokens)


def drawn(right: Arm, left: Arm | None = None) -> Chart:
    item = signals_chart(official(Signal("Wide", "arms", "laws", "law 1", right=right, left=left)), figure())
    assert item is not None
    return item


def arms(item: Chart) -> list[tuple[tuple[float, float], ...]]:
    """The left and the right arm of a single figure: shoulder, elbow, wrist."""
    (limbs,) = (mark for mark in item.marks if isinstance(mark, Shape) and mark.style == "sleeve")
    return list(limbs.lines)


def angle(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Degrees from hanging, outwards for an arm on the left of the picture."""
    return math.degrees(math.atan2(start[0] - end[0], end[1] - start[1]))


def test_an_arm_stands_at_the_angles_that_are_stated() -> None:
    _, (shoulder, elbow, wrist) = arms(drawn(Arm(60, 80)))
    assert angle(shoulder, elbow) == pytest.approx(60)
    assert angle(elbow, wrist) == pytest.approx(140)
    assert math.dist(shoulder, elbow) / math.dist(elbow, wrist) == pytest.approx(
        figure().lengths["upper-arm"] / figure().lengths["forearm"]
    )


def test_right_is_that_of_the_official_who_faces_the_reader() -> None:
    left, right = arms(drawn(Arm(90)))
    assert right[2][0] < right[0][0] < left[0][0]
    assert left[2][1] > left[0][1]


def test_both_arms_alike_are_mirror_images() -> None:
    left, right = arms(drawn(Arm(30, -100), Arm(30, -100)))
    middle = (left[0][0] + right[0][0]) / 2
    for a, b in zip(left, right, strict=True):
        assert a[0] - middle == pytest.approx(middle - b[0])
        assert a[1] == pytest.approx(b[1])


def test_an_arm_that_points_forward_is_shorter() -> None:
    _, flat = arms(drawn(Arm(90)))
    _, forward = arms(drawn(Arm(90, forward=60, reach=60)))
    assert math.dist(forward[0], forward[2]) == pytest.approx(math.dist(flat[0], flat[2]) / 2)


def test_a_card_has_its_colour_and_a_letter() -> None:
    item = drawn(Arm(165, hand="fist", holds="card", colour="yellow"))
    (card,) = (mark for mark in item.marks if isinstance(mark, Shape) and mark.style == "swatch")
    assert card.fill == COLOURS["yellow"]
    assert any(isinstance(mark, Text) and mark.text == "Y" and "black" in mark.styles for mark in item.marks)


def test_where_an_arm_moves_is_dashed_and_what_is_behind_comes_first() -> None:
    signal = Signal(
        "Four", "arm waved", "laws", "law 1", right=Arm(20, -110), right_to=Arm(70), left=Arm(120, behind=True)
    )
    item = signals_chart(official(signal), figure())
    assert item is not None
    styles = [mark.style for mark in item.marks if isinstance(mark, Shape)]
    assert styles == ["limb", "sleeve", "trunk", "moved", "limb", "sleeve", "hand"]


def test_signals_are_numbered_and_said() -> None:
    two = (Signal("Wide", "both arms level", "laws", "law 1", right=Arm(90)),) * 2
    item = signals_chart(official(*two), figure())
    assert item is not None
    assert item.description == "1. Wide: both arms level. 2. Wide: both arms level."
    assert in_words(Signal("Matte", "arm level", "laws", "1", meaning="stop")) == "Matte (stop): arm level."


def test_nothing_is_drawn_of_what_is_not_stated() -> None:
    assert signals_chart(official(), figure()) is None
    assert signals_chart(official(Signal("Wide", "arms", "laws", "law 1", right=Arm(90))), None) is None
    assert tokens_chart(official()) is None


def test_the_figure_has_the_measures_that_are_drawn() -> None:
    for table, names in MEASURES.items():
        assert set(names) <= set(getattr(figure(), table))


# Tokens


def areas(token: Token) -> list[Shape]:
    item = tokens_chart(official(tokens=(token,)))
    assert item is not None
    return [mark for mark in item.marks if isinstance(mark, Shape) and mark.style == "swatch"]


def token(layout: str, *colours: str) -> Token:
    return Token("Flag", "flag", colours, "stop", "laws", "law 1", layout)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("layout", "colours", "parts"),
    [
        ("plain", ("red",), ["red"]),
        ("halves", ("red", "yellow"), ["red", "yellow"]),
        ("bands", ("red", "white", "red"), ["red", "white", "red"]),
        ("quarters", ("black", "white"), ["black", "white", "white", "black"]),
        ("diagonal", ("red", "black"), ["red", "black"]),
        ("framed", ("blue", "white"), ["blue", "white"]),
        ("cross", ("white", "blue"), ["white", "blue", "blue"]),
    ],
)
def test_colours_lie_as_their_layout_says(layout: str, colours: tuple[str, ...], parts: list[str]) -> None:
    named = {code: name for name, code in COLOURS.items()}
    assert [named[shape.fill or ""] for shape in areas(token(layout, *colours))] == parts


def test_red_lies_over_yellow() -> None:
    red, yellow = areas(token("halves", "red", "yellow"))
    assert max(y for _, y in red.polygons[0]) == pytest.approx(min(y for _, y in yellow.polygons[0]))


def test_no_colour_stands_alone() -> None:
    seen = set[tuple[Mark, ...]]()
    for colour in COLOURS:
        item = tokens_chart(official(tokens=(Token(colour, "card", (colour,), "stop", "laws", "law 1"),)))
        assert item is not None
        pattern = tuple(mark for mark in item.marks if isinstance(mark, Shape) and mark.style in ("etched", "scored"))
        lines = tuple(Shape("etched", lines=mark.lines, circles=mark.circles) for mark in pattern)
        assert lines not in seen, colour
        seen.add(lines)
        assert any(isinstance(mark, Text) and mark.text == colour for mark in item.marks)


def test_letters_can_be_read_on_their_colour() -> None:
    def luminance(code: str) -> float:
        parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour, code in COLOURS.items():
        pair = sorted((luminance(code), luminance("#16181a" if on_colour(colour) == "black" else "#ffffff")))
        assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5, colour


# The catalogue


def of_kind(kind: str) -> dict[str, Chart]:
    return {id: item for id, items in all_of_entities().items() for item in items if item.kind == kind}


def test_as_many_sports_as_were_asked_for_have_signals() -> None:
    assert CATALOGUE.is_dir()
    counts = {id: len(registry().entities[id].signals) for id in of_kind("signals")}
    assert len(counts) >= SPORTS_WITH_SIGNALS
    assert all(count >= SIGNALS_OF_A_SPORT for count in counts.values()), counts


@pytest.mark.parametrize("kind", ["signals", "tokens", "evidence"])
def test_pictures_are_small_and_well_formed(kind: str) -> None:
    for id, item in of_kind(kind).items():
        svg = charts.inline(item, f"chart-{kind}")
        assert len(svg.encode()) <= (8_000 if kind == "evidence" else LARGEST), id
        assert " style=" not in svg
        ET.fromstring(charts.file(item))


def test_signals_stand_in_the_answer_with_their_angles_and_in_the_page(responder: Responder) -> None:
    answer = body(responder, "/v1/entities/sport/tennis")
    out, violation = answer["signals"]
    assert out["right"]["shoulder"] == 90
    assert violation["right"]["holds"] == "card"
    assert [item["kind"] for item in answer["drawings"] if item["kind"] in ("signals", "tokens")] == [
        "signals",
        "tokens",
    ]
    assert [item["layout"] for item in answer["tokens"]] == ["halves", "plain"]
    page = ask(responder, "/sports/tennis").body.decode()
    assert "Out (the ball lands beyond the line): one arm held out level to the side, the hand open." in page
    assert "Red and white flag" in page
    assert ask(responder, "/drawings/sport/tennis-signals.svg").status == 200
