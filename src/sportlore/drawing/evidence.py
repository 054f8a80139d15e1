"""What studies say of an entity: each outcome on the ladder of grades, and where its size is stated on an axis of its measure."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sportlore.drawing.charts import ADVANCE, WIDTH, Box, Chart, Line, Mark, Text
from sportlore.effects import RATIOS, UNITS, effect_text, signed_text
from sportlore.model import Effect, EffectMeasure, Entity, Evidence, Grade

LADDER: tuple[Grade, ...] = ("none", "conflicting", "limited", "moderate", "strong")
"""The grades from the lowest on."""

_EDGE, _LINE = 8.0, 16.0
_LEFT, _RIGHT = 20.0, WIDTH - 20.0
"""The ends of an axis."""
_RUNG, _STEP = 7.0, 9.0
_LETTERS = int((WIDTH - 2 * _EDGE) / ADVANCE)
"""Letters of a line."""
_STEPS = (1.0, 2.0, 2.5, 5.0)
_RATIOS = (0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)
"""The ticks of an axis of ratios."""
_APART = 40.0
"""Pixels between two ticks at least."""

Measure = tuple[EffectMeasure, str]
"""What effects on one axis have in common: their measure and its unit."""


class EffectAxis(Struct, frozen=True):
    """A scale of effects: its ticks, and whether it has equal ratios."""

    ticks: tuple[float, ...]
    is_ratio: bool

    @property
    def none(self) -> float:
        """The value of no effect."""
        return 1.0 if self.is_ratio else 0.0

    def across(self, value: float) -> float:
        """How far right a value lies, in pixels."""
        low, high, at = (math.log(x) if self.is_ratio else x for x in (self.ticks[0], self.ticks[-1], value))
        return _LEFT + (_RIGHT - _LEFT) * (at - low) / (high - low)


def evidence_chart(entity: Entity) -> Chart | None:
    """The evidence of an entity; None where it states none. Effects of one measure share an axis, those in words follow."""
    if not entity.evidence:
        return None
    marks: list[Mark] = []
    y = _EDGE
    for measure, rows in _by_measure(entity.evidence).items():
        scale = axis(measure, [row.effect for row in rows if isinstance(row.effect, Effect)]) if measure else None
        if measure and scale:
            marks += _scale(measure, scale, y)
            y += 2 * _LINE + 6
        for row in rows:
            drawn, height = _row(row, scale, y)
            marks += drawn
            y += height
        y += 4
    words = " ".join(
        f"{row.outcome[:1].upper()}{row.outcome[1:]}: {_grade(row)}, {effect_text(row.effect)}."
        for row in entity.evidence
    )
    return Chart(f"{entity.id}-evidence", "evidence", f"{entity.name}: evidence by outcome", words, y, tuple(marks))


def _by_measure(rows: Sequence[Evidence]) -> Mapping[Measure | None, list[Evidence]]:
    """The outcomes of each measure, in the order in which they are stated; those in words last."""
    groups: dict[Measure | None, list[Evidence]] = {}
    for row in rows:
        if isinstance(row.effect, Effect):
            groups.setdefault((row.effect.measure, row.effect.unit or ""), []).append(row)
    in_words = [row for row in rows if isinstance(row.effect, str)]
    return {**groups, None: in_words} if in_words else groups


def axis(measure: Measure, effects: Sequence[Effect]) -> EffectAxis:
    """The axis with the fewest round ticks that holds some effects, their intervals and the value of no effect."""
    ends = [end for effect in effects for end in _ends(effect)]
    if measure[0] in RATIOS:
        low = max((tick for tick in _RATIOS if tick <= min(*ends, 1.0)), default=_RATIOS[0])
        high = min((tick for tick in _RATIOS if tick >= max(*ends, 1.0)), default=_RATIOS[-1])
        return EffectAxis(tuple(tick for tick in _RATIOS if low <= tick <= high), is_ratio=True)
    low, high = min(*ends, 0.0), max(*ends, 0.0)
    power = math.floor(math.log10(high - low or 1.0)) - 1
    steps = (digit * 10.0**exponent for exponent in range(power, power + 3) for digit in _STEPS)
    step = next(step for step in steps if math.ceil(high / step - 1e-9) - math.floor(low / step + 1e-9) <= 5)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return EffectAxis(tuple(round(i * step, 6) for i in range(first, max(last, first + 1) + 1)), is_ratio=False)


def _ends(effect: Effect) -> tuple[float, ...]:
    values = effect.value if isinstance(effect.value, tuple) else (effect.value,)
    return (*values, *(end for end in (effect.low, effect.high) if end is not None))


def _scale(measure: Measure, scale: EffectAxis, y: float) -> Iterator[Mark]:
    """The head of an axis: what is measured, and its ticks with the value of no effect as a line of its own."""
    name, unit = measure
    words = unit or UNITS.get(name, "")
    label = f"{name[:1].upper()}{name[1:]}{f' ({words})' if words not in ('', name) else ''}"
    yield Text(_EDGE, y + 8, label)
    yield Line(((_LEFT, y + 36), (_RIGHT, y + 36)), "axis")
    labelled: list[float] = []
    for tick in sorted(scale.ticks, key=lambda tick: tick != scale.none):
        x = scale.across(tick)
        yield Line(((x, y + 32), (x, y + 36)), "axis")
        if all(abs(x - other) >= _APART for other in labelled):
            yield Text(x, y + 24, f"{tick:.3g}".replace("-", "−"), ("quiet", "middle"))
            labelled.append(x)


def _row(row: Evidence, scale: EffectAxis | None, y: float) -> tuple[list[Mark], float]:
    """An outcome, its grade on the ladder, and its effect with the interval, or in words; and how high that is."""
    grade = _grade(row)
    ladder_left = WIDTH - _EDGE - len(LADDER[1:]) * _STEP
    room = int((ladder_left - len(grade) * ADVANCE - 2 * _EDGE) / ADVANCE) - 1
    outcome = textwrap.wrap(f"{row.outcome[:1].upper()}{row.outcome[1:]}", room)
    marks: list[Mark] = [Text(_EDGE, y + 12 + i * _LINE, line) for i, line in enumerate(outcome)]
    marks.append(Text(ladder_left - 6, y + 12, grade, ("quiet", "end")))
    reached = LADDER.index(row.grade)
    for i in range(1, len(LADDER)):
        height = 3.0 * i + 1
        x = ladder_left + (i - 1) * _STEP
        marks.append(Box(x, y + 18 - height, _RUNG, height, "bar" if i <= reached else "other"))
    if scale is None or isinstance(row.effect, str):
        return marks, len(outcome) * _LINE + 12
    numbers = textwrap.wrap(signed_text(row.effect), _LETTERS)
    below = y + 12 + len(outcome) * _LINE
    marks += [Text(_EDGE, below + i * _LINE, line, ("quiet",)) for i, line in enumerate(numbers)]
    marks += _interval(row.effect, scale, below + len(numbers) * _LINE)
    return marks, (len(outcome) + len(numbers) + 1) * _LINE + 14


def _interval(effect: Effect, scale: EffectAxis, y: float) -> Iterator[Mark]:
    """The line of no effect, the interval with a stroke at both ends, and a square at the value; of a range a bar."""
    none = scale.across(scale.none)
    yield Line(((none, y - 8), (none, y + 8)), "second")
    if effect.low is not None and effect.high is not None:
        low, high = scale.across(effect.low), scale.across(effect.high)
        yield Line(((low, y - 4), (low, y + 4), (low, y), (high, y), (high, y - 4), (high, y + 4)), "curve")
    if isinstance(effect.value, tuple):
        low, high = sorted(scale.across(value) for value in effect.value)
        yield Box(low, y - 3, high - low, 6, "bar")
    else:
        yield Box(scale.across(effect.value) - 4, y - 4, 8, 8, "bar")


def _grade(row: Evidence) -> str:
    """The grade in words: "strong", "no effect"."""
    return "no effect" if row.grade == "none" else row.grade
