"""The curve of a calculator: its result over one of its inputs, the others at their defaults, beside other formulas for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from sportlore import calculation
from sportlore.drawing.charts import ADVANCE, WIDTH, Box, Chart, Dot, Line, Mark, Stretches, Style, Text
from sportlore.model import Calculator, CalculatorInput, Plot

LEFT, RIGHT, TOP, BOTTOM = 52, WIDTH - 18, 28, 190
"""The edges of the plot, in pixels."""
SAMPLES, DIVISIONS = 48, 4
"""Pieces of a curve, and of the scale of its results."""
LINES: tuple[Style, ...] = ("curve", "second", "third")
STEPS = (1.0, 2.0, 2.5, 5.0)
SECONDS = (60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0)

Point = tuple[float, float]


class Axis(Struct, frozen=True):
    """A scale of results: numbers at equal steps from `start` on."""

    start: float
    step: float

    @property
    def ticks(self) -> tuple[float, ...]:
        """The numbers from the bottom to the top."""
        return tuple(self.start + i * self.step for i in range(DIVISIONS + 1))

    def down(self, value: float) -> float:
        """The height of a value on the page."""
        return BOTTOM - (BOTTOM - TOP) * (value - self.start) / (DIVISIONS * self.step)


def beside(calculator: Calculator, known: Mapping[str, Calculator]) -> tuple[Calculator, ...]:
    """The other formulas for the same quantity that are drawn with a calculator: over the same input, in the same unit."""
    plot = calculator.curve
    others = (known[slug] for slug in calculator.alternatives) if plot else ()
    return tuple(
        other
        for other in others
        if other.curve
        and plot
        and other.curve.x == plot.x
        and other.output.unit == calculator.output.unit
        and other.output.unit
    )[: len(LINES) - 1]


def samples(item: CalculatorInput, plot: Plot) -> tuple[float, ...]:
    """The values of the input at which a curve is computed; of an integer whole ones."""
    low, high = plot.extent
    count = min(SAMPLES, int(high - low)) if item.type == "integer" else SAMPLES
    values = (low + (high - low) * i / count for i in range(count + 1))
    return tuple(dict.fromkeys(float(round(value)) if item.type == "integer" else value for value in values))


def points(
    calculator: Calculator, x: str, xs: Sequence[float], given: Mapping[str, float | str]
) -> Iterator[list[Point]]:
    """The stretches of a curve without a gap: the points at which the calculator has a result."""
    defaults = {item.name: item.default for item in calculator.inputs if item.default is not None}
    names = defaults.keys()
    values = {**defaults, **{name: value for name, value in given.items() if name in names}}
    stretch: list[Point] = []
    for at in xs:
        try:
            stretch.append((at, calculation.result(calculator, {**values, x: at})))
        except calculation.RefusedError:
            if stretch:
                yield stretch
            stretch = []
    if stretch:
        yield stretch


def axis(values: Sequence[float], *, duration: bool = False) -> Axis:
    """The scale with the smallest round steps that reach from below the least value to above the greatest.

    The script of the page computes it in the same way.
    """
    low, high = min(values), max(values)
    power = math.floor(math.log10(max(high - low, abs(high) * 1e-3, 1e-9))) - 1
    for step in (
        SECONDS if duration else (digit * 10.0**exponent for exponent in range(power, power + 4) for digit in STEPS)
    ):
        start = math.floor(low / step + 1e-9) * step
        if start + DIVISIONS * step >= high - 1e-9:
            return Axis(start, step)
    return Axis(low, max(high - low, 1.0) / DIVISIONS)


def curve(
    calculator: Calculator, known: Mapping[str, Calculator], given: Mapping[str, float | str] | None = None
) -> Chart | None:
    """The chart of a calculator; None where it has no curve.

    With `given`, the inputs of a reader, the curve and its dot are theirs; else those of the defaults.
    """
    plot = calculator.curve
    if plot is None:
        return None
    item = next(item for item in calculator.inputs if item.name == plot.x)
    defaults = {other.name: other.default for other in calculator.inputs if other.default is not None}
    values = {**defaults, **(given or {})}
    formulas = (calculator, *beside(calculator, known))
    xs = samples(item, plot)
    curves = [list(points(formula, plot.x, xs, values)) for formula in formulas]
    error = plot.error or 0.0
    heights = [y + sign * error for stretch in curves[0] for _, y in stretch for sign in (-1, 1)]
    heights += [y for other in curves[1:] for stretch in other for _, y in stretch]
    if not heights:
        return None
    scale = axis(heights, duration=calculator.output.format == "duration")
    low, high = plot.extent

    def across(value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (value - low) / (high - low)

    marks: list[Mark] = []
    if plot.valid:
        left, right = map(across, plot.valid)
        marks.append(Box(left, TOP, right - left, BOTTOM - TOP, "band"))
    unit = f" ({calculator.output.unit})" if calculator.output.unit and not calculator.output.format else ""
    marks.append(Text(8, 13, f"{calculator.output.label}{unit}", ("quiet",)))
    for tick in scale.ticks:
        y = scale.down(tick)
        marks += [Line(((LEFT, y), (RIGHT, y)), "grid"), Text(LEFT - 5, y, _result(calculator, tick), ("end", "tick"))]
    marks += [
        Text(across(tick), BOTTOM + 13, calculation.written(item, tick), ("middle",))
        for tick in _ticks(item, low, high)
    ]
    marks.append(Line(((LEFT, BOTTOM), (RIGHT, BOTTOM)), "axis"))
    marks.append(Text((LEFT + RIGHT) / 2, BOTTOM + 31, _label(item), ("quiet", "middle")))
    placed = [[[(across(x), scale.down(y)) for x, y in stretch] for stretch in curve] for curve in curves]
    if error:
        rise = scale.down(0) - scale.down(error)
        around = ([*((x, y - rise) for x, y in s), *((x, y + rise) for x, y in reversed(s))] for s in placed[0])
        marks.append(Stretches(tuple(map(tuple, around)), "error"))
    for style, lines in reversed(list(zip(LINES, placed, strict=False))):
        marks.append(Stretches(tuple(map(tuple, lines)), style))
    marks.append(_dot(calculator, plot, values, across, scale))
    marks += _legend(formulas)
    return Chart(
        f"calculator/{calculator.slug}",
        "curve",
        f"{calculator.title}: the curve",
        _in_words(calculator, item, curves[0], formulas[1:], given or {}),
        BOTTOM + 46 + 18 * len(formulas) if len(formulas) > 1 else BOTTOM + 44,
        tuple(marks),
    )


def _legend(formulas: Sequence[Calculator]) -> Iterator[Mark]:
    """A piece of each line before the formula that it is of, where there are several."""
    if len(formulas) > 1:
        for i, (style, formula) in enumerate(zip(LINES, formulas, strict=False)):
            y = BOTTOM + 52.0 + 18 * i
            yield Line(((LEFT, y), (LEFT + 26, y)), style)
            yield Text(LEFT + 34, y, _cut(formula.title))


def _dot(
    calculator: Calculator,
    plot: Plot,
    values: Mapping[str, float | str],
    across: Callable[[float], float],
    scale: Axis,
) -> Dot:
    """The result of some values; hidden where they give none, and where it lies beside the chart."""
    x = values.get(plot.x)
    if not isinstance(x, (int, float)) or not plot.extent[0] <= x <= plot.extent[1]:
        return Dot(LEFT, BOTTOM, hidden=True)
    result = list(points(calculator, plot.x, [x], values))
    return Dot(across(result[0][0][0]), scale.down(result[0][0][1])) if result else Dot(LEFT, BOTTOM, hidden=True)


def _cut(title: str) -> str:
    """A title that has room on its line."""
    most = int((RIGHT - LEFT - 34) / ADVANCE)
    return title if len(title) <= most else f"{title[: most - 1]}…"


def _label(item: CalculatorInput) -> str:
    return f"{item.label} ({item.unit})" if item.unit and not item.format else item.label


def _result(calculator: Calculator, value: float) -> str:
    """A number of the scale: as many digits as it needs."""
    return calculation.duration(value) if calculator.output.format == "duration" else f"{round(value, 6):g}"


def _ticks(item: CalculatorInput, low: float, high: float) -> Iterator[float]:
    """Round values of the input, at most six."""
    power = math.floor(math.log10(high - low)) - 1
    steps = (digit * 10.0**exponent for exponent in range(power, power + 3) for digit in STEPS)
    choices = (
        SECONDS if item.format == "duration" else (step for step in steps if item.type != "integer" or step % 1 == 0)
    )
    step = next((step for step in choices if (high - low) / step <= 5), high - low)
    first = math.ceil(low / step - 1e-9)
    while first * step <= high + 1e-9:
        yield round(first * step, 6)
        first += 1


def _in_words(
    calculator: Calculator,
    item: CalculatorInput,
    stretches: Sequence[Sequence[Point]],
    others: Sequence[Calculator],
    given: Mapping[str, float | str],
) -> str:
    """The curve at its ends and in its middle, for what it is meant, what else is drawn, and the inputs of a reader."""
    every = [point for stretch in stretches for point in stretch]
    chosen = [every[0], every[len(every) // 2], every[-1]] if len(every) > 2 else every
    at = [f"{_written(item, x)}: {calculation.shown(calculator.output, y)}" for x, y in chosen]
    plot = calculator.curve
    meant = f" Meant for {_span(item, plot.valid)}." if plot and plot.valid else ""
    error = f" A single result is {plot.error:g} off either way." if plot and plot.error else ""
    beside = f" Beside it: {', '.join(other.title for other in others)}." if others else ""
    used = [other for other in calculation.needed(calculator, given) if other.name in given]
    stated = "; ".join(f"{other.label} {_written(other, given[other.name])}" for other in used)
    inputs = f"The dot: {stated}." if stated else "Other inputs at their defaults."
    return f"{item.label} {'; '.join(at)}.{meant}{error}{beside} {inputs}"


def _written(item: CalculatorInput, value: float | str) -> str:
    number = calculation.written(item, value if isinstance(value, str) else round(value, 2))
    return f"{number} {item.unit}" if item.unit and not item.format else number


def _span(item: CalculatorInput, ends: tuple[float, float]) -> str:
    return f"{calculation.written(item, ends[0])} to {_written(item, ends[1])}"
