"""Charts: the weeks of plans, paired bars, a sport among its peers, and the curves of calculators."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import msgspec
import pytest
from conftest import ROOT, ask, real_catalogue

from sportlore import calculation, curves, graph
from sportlore.drawing import Chart, bars, charts, charts_of, muscle_map, weeks
from sportlore.drawing.charts import ADVANCE, TEXT, WIDTH, Box, Dot, Line, Stretches, Text
from sportlore.drawing.sheet import charts_sheet
from sportlore.graph import Graph
from sportlore.model import Calculator, Entity, ScheduleBlock, Session, SessionPart, Span
from sportlore.registry import Registry
from sportlore.server.answer import Responder

LARGEST = 9_000
"""Bytes of an inline chart before compression."""
SITE_CSS = (ROOT / "src" / "sportlore" / "site" / "static" / "site.css").read_text(encoding="utf-8")


@cache
def registry() -> Registry:
    return real_catalogue()


@cache
def authored() -> Graph:
    return graph.build(registry().vocabulary, registry().entities.values())


@cache
def of_entities() -> dict[str, Chart]:
    """The first chart of each entity that has one."""
    return {id: items[0] for id, items in all_of_entities().items()}


@cache
def all_of_entities() -> dict[str, tuple[Chart, ...]]:
    composed = ((id, charts_of(authored(), id)) for id in authored().entities)
    return {id: items for id, items in composed if items}


@cache
def of_calculators() -> dict[str, Chart]:
    known = dict(registry().calculators)
    items = ((slug, curves.curve(calculator, known)) for slug, calculator in known.items())
    return {slug: item for slug, item in items if item is not None}


def every() -> Iterable[Chart]:
    return (*(item for items in all_of_entities().values() for item in items), *of_calculators().values())


def plan(*blocks: ScheduleBlock) -> Entity:
    return Entity("training-plan", "base", "Base", "A plan.", "base.toml", schedule=blocks)


def block(first: int, last: int, *sessions: tuple[int, str, tuple[SessionPart, ...]]) -> ScheduleBlock:
    return ScheduleBlock((first, last), "base", tuple(Session(day, name, parts) for day, name, parts in sessions))


SQUAT = SessionPart("squat, 3 × 5", "exercise/back-squat", sets=3)
ROW = SessionPart("row, 2 to 4 × 8", "exercise/barbell-row", sets=(2, 4))
WARM_UP = SessionPart("5 min warm-up", minutes=5)


def words(item: Chart) -> list[str]:
    return [mark.text for mark in item.marks if isinstance(mark, Text)]


def boxes(item: Chart, style: str) -> list[Box]:
    return [mark for mark in item.marks if isinstance(mark, Box) and mark.style == style]


# All charts


def test_charts_are_small_well_formed_and_without_style_of_their_own() -> None:
    for item in every():
        svg = charts.inline(item, "chart")
        assert len(svg.encode()) <= LARGEST, item.id
        assert " style=" not in svg
        assert "<style" not in svg
        ET.fromstring(svg)
        ET.fromstring(charts.file(item))
        assert item.description.endswith(".")


def test_words_lie_within_the_chart_at_a_size_that_a_phone_can_show() -> None:
    assert TEXT * 350 / WIDTH >= 11
    for item in every():
        for mark in item.marks:
            if isinstance(mark, Text):
                half = len(mark.text) * ADVANCE * 0.5
                left = mark.x - (2 * half if "end" in mark.styles else half if "middle" in mark.styles else 0)
                assert left >= -10, (item.id, mark.text)
                assert left + 1.7 * half <= WIDTH, (item.id, mark.text)
                assert 0 <= mark.y <= item.height, item.id


def test_ids_of_charts_are_their_own() -> None:
    ids = [item.id for item in every()]
    assert len(set(ids)) == len(ids)


def test_files_and_pages_have_the_same_style() -> None:
    def styles(css: str, before: str) -> dict[str, str]:
        rules = re.findall(rf"(?<![\w-]){re.escape(before)}\.([a-z]+) ?\{{([^}}]*)\}}", css)
        return {name: re.sub(r"[\s]|;\s*$", "", text) for name, text in rules}

    of_files = styles(charts.STYLE, "")
    of_pages = styles(SITE_CSS, ".chart ")
    assert of_files.pop("ground") == of_pages.pop("ground")
    assert of_files == of_pages


# Weeks


def test_each_week_has_a_box_for_each_session() -> None:
    item = weeks.calendar(plan(block(1, 2, (1, "Session A", (SQUAT,)), (4, "Session B", (SQUAT, ROW)))))
    assert item is not None
    assert len(boxes(item, "box")) == 4
    assert words(item)[:8] == ["Week", "1", "2", "3", "4", "5", "6", "7"]
    assert weeks.letters(plan(block(1, 1, (1, "Run", ()), (2, "Walk", ()), (3, "Run", ())))) == {
        "Run": "A",
        "Walk": "B",
    }
    assert "Weeks 1 to 2: Session A on day 1 and Session B on day 4, 8–10 sets." in item.description


def test_bars_are_as_long_as_what_is_stated_and_open_over_a_range() -> None:
    item = weeks.calendar(plan(block(1, 1, (1, "A", (SQUAT,))), block(2, 2, (1, "A", (SQUAT, ROW)))))
    assert item is not None
    first, second = boxes(item, "bar")
    (span,) = boxes(item, "span")
    assert second.width / first.width == pytest.approx(5 / 3)
    assert span.width / first.width == pytest.approx(2 / 3)
    assert "5–7" in words(item)


def test_what_is_not_stated_by_all_parts_is_said() -> None:
    mixed = plan(block(1, 1, (1, "A", (WARM_UP, SQUAT, ROW))))
    assert weeks.quantity(mixed) == "sets"
    assert weeks.stated(mixed, "sets") == (2, 3)
    item = weeks.calendar(mixed)
    assert item is not None
    assert "Sets stated" in words(item)
    silent = plan(block(1, 1, (1, "A", (SQUAT, SessionPart("stretch as you like")))))
    assert weeks.quantity(silent) is None
    without = weeks.calendar(silent)
    assert without is not None
    assert not boxes(without, "bar")


def test_sets_of_muscles_are_those_of_what_targets_them() -> None:
    week, longer = weeks.muscle_sets(
        authored(),
        plan(block(1, 1, (1, "A", (SQUAT, WARM_UP))), block(2, 2, (1, "A", (SQUAT,)), (3, "B", (SQUAT, ROW)))),
    )
    assert {id: item.text for id, item in week.sets.items()} == {
        "muscle-group/quadriceps": "3",
        "muscle-group/gluteals": "3",
    }
    assert (week.stated, week.parts) == (1, 1)
    assert longer.sets["muscle-group/quadriceps"].text == "6"
    assert longer.sets["muscle-group/latissimus-dorsi"].text == "2–4"


def test_every_plan_has_its_weeks_and_those_in_sets_their_muscles() -> None:
    plans = authored().of_type("training-plan")
    assert len(plans) == 24
    for entity in plans:
        item = of_entities()[entity.id]
        sessions = sum(len(each.sessions) * (each.weeks[1] - each.weeks[0] + 1) for each in entity.schedule)
        assert len(boxes(item, "box")) == sessions, entity.id
        assert (muscle_map(authored(), entity.id) is not None) == weeks.is_of_sets(authored(), entity)
    assert not weeks.is_of_sets(authored(), authored().entities["training-plan/couch-to-5k"])


# Bars and peers


def test_paired_bars_share_a_zero_and_the_scale_of_their_fact() -> None:
    comparison = authored().entities["comparison/american-football-vs-rugby-union"]
    item = bars.paired(authored(), comparison)
    assert item is not None
    solid, other = boxes(item, "bar")[1:], boxes(item, "other")[1:]
    assert {box.x for box in (*solid, *other)} == {8.0}
    rows = [
        row
        for row in bars.pairs(authored().vocabulary, *authored().objects(comparison.id, "compares"))
        if row.a != row.b
    ]
    for row, a, b in zip(rows, solid, other, strict=True):
        assert a.width / b.width == pytest.approx(row.a.low / row.b.low), row.label


def test_values_by_scope_are_compared_in_one_scope() -> None:
    a, b = authored().entities["sport/tennis"], authored().entities["sport/badminton"]
    labels = [row.label for row in bars.pairs(authored().vocabulary, a, b)]
    assert any(label.endswith(", singles") for label in labels)
    assert len(set(labels)) == len(labels)


def test_a_changed_fact_changes_its_bar_and_no_other() -> None:
    comparison = authored().entities["comparison/american-football-vs-rugby-union"]
    entities = dict(authored().entities)
    side = entities["sport/rugby-union"]
    entities[side.id] = msgspec.structs.replace(side, facts={**side.facts, "periods": Span(3, 3)})
    changed = bars.paired(graph.build(authored().vocabulary, entities.values()), comparison)
    before = bars.paired(authored(), comparison)
    assert changed is not None
    assert before is not None
    different = [(a, b) for a, b in zip(before.marks, changed.marks, strict=True) if a != b]
    assert 0 < len(different) <= 2
    assert "3 periods" in words(changed)


def test_comparisons_that_differ_in_a_number_have_bars() -> None:
    compared = [id for id, item in of_entities().items() if item.kind == "bars"]
    assert len(compared) >= 88


def test_peers_stand_at_their_logarithms() -> None:
    tennis = authored().entities["sport/tennis"]
    length = next(item for item in bars.locations(authored(), tennis) if item.key == "field-length")
    assert length.peers == tuple(sorted(length.peers))
    assert length.rank == 1 + sum(value > length.value for value in length.peers)
    item = bars.among_peers(authored(), tennis)
    assert item is not None
    axis = [mark for mark in item.marks if isinstance(mark, Line)]
    dots = [mark for mark in item.marks if isinstance(mark, Dot)]
    position = [each.key for each in bars.locations(authored(), tennis)].index("field-length")
    (left, _), (right, _) = axis[position].points
    share = (dots[position].x - left) / (right - left)
    least, greatest = length.peers[0], length.peers[-1]
    assert share == pytest.approx(math.log(length.value / least) / math.log(greatest / least))


# Curves


def calculator(slug: str) -> Calculator:
    return registry().calculators[slug]


def value_at(item: Chart, y: float) -> float:
    """What the scale of a chart says at a height."""
    ticks = [mark for mark in item.marks if isinstance(mark, Text) and "tick" in mark.styles]
    low, high = ticks[0], ticks[-1]
    return float(low.text) + (float(high.text) - float(low.text)) * (y - low.y) / (high.y - low.y)


def test_about_32_calculators_have_a_curve() -> None:
    assert len(of_calculators()) >= 32


@pytest.mark.parametrize("slug", ["one-rep-max-epley", "body-mass-index", "us-navy-body-fat", "sinclair-total"])
def test_the_curve_is_what_the_calculator_gives(slug: str) -> None:
    item, stated = of_calculators()[slug], calculator(slug)
    assert stated.curve is not None
    low, high = stated.curve.extent
    defaults = {each.name: each.default for each in stated.inputs if each.default is not None}
    lines = [mark for mark in item.marks if isinstance(mark, Stretches) and mark.style == "curve"]
    assert len(lines) == 1
    for x, y in (point for stretch in lines[0].stretches for point in stretch):
        at = low + (high - low) * (x - curves.LEFT) / (curves.RIGHT - curves.LEFT)
        assert value_at(item, y) == pytest.approx(
            calculation.result(stated, {**defaults, stated.curve.x: at}), rel=1e-6
        )
    (dot,) = (mark for mark in item.marks if isinstance(mark, Dot))
    assert value_at(item, dot.y) == pytest.approx(calculation.result(stated, defaults), rel=1e-6)


def test_other_formulas_for_the_same_quantity_are_drawn_and_named() -> None:
    item = of_calculators()["one-rep-max-epley"]
    assert [mark.style for mark in item.marks if isinstance(mark, Stretches)] == ["third", "second", "curve"]
    assert [text for text in words(item) if text.startswith("One-repetition")] == [
        "One-repetition maximum (Epley)",
        "One-repetition maximum (Brzycki)",
        "One-repetition maximum (Wathan)",
    ]
    # Points of different scores are no common quantity.
    assert curves.beside(calculator("dots-score"), registry().calculators) == ()


def test_a_curve_has_gaps_where_there_is_no_result() -> None:
    rockport = calculator("rockport-walk-test")
    assert rockport.curve is not None
    defaults = {each.name: each.default for each in rockport.inputs if each.default is not None}
    xs = [600.0, 900.0, 1500.0]
    (stretch,) = curves.points(rockport, rockport.curve.x, xs, defaults)
    assert [x for x, _ in stretch] == [600.0, 900.0]


def test_validity_is_a_band_and_the_error_lies_on_both_sides() -> None:
    (band,) = boxes(of_calculators()["acsm-walking-vo2"], "band")
    share = (band.x - curves.LEFT) / (curves.RIGHT - curves.LEFT)
    assert share == pytest.approx((3 - 2) / (8 - 2))
    tanaka = of_calculators()["max-heart-rate-tanaka"]
    (around,) = (mark for mark in tanaka.marks if isinstance(mark, Stretches) and mark.style == "error")
    (points,) = around.stretches
    half = len(points) // 2
    for above, below in zip(points[:half], reversed(points[half:]), strict=True):
        assert value_at(tanaka, above[1]) - value_at(tanaka, below[1]) == pytest.approx(20)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([100, 150], (100, 120, 140, 160, 180)),
        ([0, 1], (0, 0.25, 0.5, 0.75, 1)),
        ([-3, 42], (-20, 0, 20, 40, 60)),
        ([5, 5], (5, 5.001, 5.002, 5.003, 5.004)),
    ],
)
def test_scales_have_round_numbers(values: list[float], ticks: tuple[float, ...]) -> None:
    scale = curves.axis(values)
    assert scale.ticks[0] <= min(values)
    assert scale.ticks[-1] >= max(values)
    if values != [5, 5]:
        assert scale.ticks == pytest.approx(ticks)


def test_scales_of_durations_have_whole_minutes() -> None:
    ticks = curves.axis([310.0, 7000.0], duration=True).ticks
    assert all(tick % 60 == 0 for tick in ticks)
    assert len({round(b - a) for a, b in pairwise(ticks)}) == 1


def test_charts_stand_at_their_addresses(responder: Responder) -> None:
    for path in (
        "/drawings/training-plan/strength-base-weeks.svg",
        "/drawings/comparison/tennis-vs-badminton-numbers.svg",
        "/drawings/calculator/one-rep-max.svg",
    ):
        answer = ask(responder, path)
        assert answer.status == 200, path
        assert b"content-type: image/svg+xml" in answer.head


def test_the_sheet_shows_every_chart() -> None:
    assert charts_sheet(authored()).count("<figure>") == sum(map(len, all_of_entities().values()))
