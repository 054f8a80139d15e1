"""The evidence of entities as charts: the ladder of grades, and effects on an axis of their measure."""

from __future__ import annotations

import pytest

from sportlore.drawing.charts import Box, Chart, Line, Text
from sportlore.drawing.evidence import LADDER, axis, evidence_chart
from sportlore.effects import signed_text
from sportlore.model import Effect, Entity, Evidence, Grade


def chart(*rows: Evidence) -> Chart:
    entity = Entity("training-method", "drills", "Drills", "Drills.", "drills.toml", evidence=rows)
    item = evidence_chart(entity)
    assert item is not None
    return item


def row(effect: Effect | str, grade: Grade = "strong", outcome: str = "strength") -> Evidence:
    return Evidence(outcome, grade, effect, "a-study")


def words(item: Chart) -> list[str]:
    return [mark.text for mark in item.marks if isinstance(mark, Text)]


def squares(item: Chart) -> list[float]:
    """The middles of the squares at the values."""
    return [mark.x + 4 for mark in item.marks if isinstance(mark, Box) and mark.width == mark.height == 8]


def tick(item: Chart, text: str) -> float:
    return next(mark.x for mark in item.marks if isinstance(mark, Text) and mark.text == text)


@pytest.mark.parametrize(("grade", "filled"), list(zip(LADDER, range(5), strict=True)))
def test_a_grade_fills_the_steps_up_to_its_own(grade: Grade, filled: int) -> None:
    item = chart(row("no size", grade))
    assert sum(isinstance(mark, Box) and mark.style == "bar" for mark in item.marks) == filled
    assert sum(isinstance(mark, Box) for mark in item.marks) == 4
    assert ("no effect" if grade == "none" else grade) in words(item)


def test_effects_of_a_measure_share_an_axis_and_those_in_words_follow() -> None:
    percent = Effect(4.0, "percent")
    item = chart(
        row(percent, outcome="speed"),
        row("more", outcome="skill"),
        row(Effect(0.5, "standardised difference"), outcome="power"),
        row(Effect(-2.0, "percent"), outcome="time"),
    )
    assert [text for text in words(item) if text in ("Percent (%)", "Speed", "Skill", "Power", "Time")] == [
        "Percent (%)", "Speed", "Time", "Power", "Skill",
    ]  # fmt: skip
    up, down, _ = squares(item)
    assert (up - tick(item, "0")) / (tick(item, "0") - down) == pytest.approx(2)


def test_an_interval_lies_on_the_axis_with_its_value_and_its_numbers() -> None:
    item = chart(row(Effect(-0.87, "standardised difference", low=-1.58, high=-0.16, direction="faster")))
    assert "−0.87 (−1.58 to −0.16), faster" in words(item)
    assert item.description == "Strength: strong, a large effect: 0.87 standard deviations faster (0.16 to 1.58)."
    (interval,) = (mark for mark in item.marks if isinstance(mark, Line) and mark.style == "curve")
    (none,) = (mark for mark in item.marks if isinstance(mark, Line) and mark.style == "second")
    low, high = interval.points[0][0], interval.points[-1][0]
    assert (squares(item)[0] - low) / (high - low) == pytest.approx(0.71 / 1.42)
    assert none.points[0][0] == tick(item, "0")


def test_ratios_have_a_scale_of_equal_ratios_around_one() -> None:
    scale = axis(("risk ratio", ""), [Effect(0.5, "risk ratio", low=0.25, high=2.0)])
    assert (scale.ticks[0], scale.ticks[-1], scale.none) == (0.2, 2.0, 1.0)
    assert scale.across(1.0) - scale.across(0.5) == pytest.approx(scale.across(2.0) - scale.across(1.0))


def test_a_range_is_a_bar_without_a_square() -> None:
    item = chart(row(Effect((14.0, 22.0), "percent", direction="more")))
    assert squares(item) == []
    assert "14 to 22, more" in words(item)
    assert signed_text(Effect((14.0, 22.0), "percent", direction="more")) == "14 to 22, more"


def test_an_entity_without_evidence_has_no_chart() -> None:
    assert evidence_chart(Entity("sport", "tennis", "Tennis", "A game.", "tennis.toml")) is None
