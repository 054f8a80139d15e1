"""The weeks of a plan: its sessions by day, the quantity that it is about, and the sets that each muscle gets in a week."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from sportlore.drawing.charts import WIDTH, Box, Chart, Letters, Mark, Text
from sportlore.graph import Graph
from sportlore.model import TARGETS, Dose, Entity, ScheduleBlock, SessionPart
from sportlore.text import listed

Quantity = Literal["minutes", "sets", "distance"]

_UNITS: Mapping[Quantity, tuple[str, float]] = {
    "minutes": ("minutes", 1),
    "sets": ("sets", 1),
    "distance": ("km", 1000),
}
_DAYS = 7
_ROW, _CELL, _LEFT, _TOP = 22, 26, 46, 26
_BAR = _LEFT + _DAYS * _CELL + 10
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Total(Struct, frozen=True):
    """A sum of doses, from the least to the greatest."""

    low: float
    high: float

    @property
    def text(self) -> str:
        """The sum in words: "30" or "30–35"."""
        low, high = (f"{round(value, 1):g}" for value in (self.low, self.high))
        return low if low == high else f"{low}–{high}"


class MuscleSets(Struct, frozen=True):
    """The sets that the muscles get in each week of a block, by their ids: of `parts` that target muscles, `stated` say sets."""

    weeks: tuple[int, int]
    sets: Mapping[str, Total]
    stated: int
    parts: int


def unit(measure: Quantity) -> str:
    """What a quantity is counted in."""
    return _UNITS[measure][0]


def letters(plan: Entity) -> dict[str, str]:
    """The letter of each kind of session by its name, in the order in which they occur: {"Session A": "A", …}."""
    names = dict.fromkeys(session.name for block in plan.schedule for session in block.sessions)
    return dict(zip(names, _LETTERS, strict=False))


def quantity(plan: Entity) -> Quantity | None:
    """What most parts of a plan are stated in; None where a part states neither minutes nor sets nor a distance."""
    parts = _parts(plan)
    if any(all(_dose(part, name) is None for name in _UNITS) for part in parts):
        return None
    return max(_UNITS, key=lambda name: stated(plan, name)[0])


def stated(plan: Entity, measure: Quantity) -> tuple[int, int]:
    """How many parts state a quantity, and how many there are."""
    parts = _parts(plan)
    return sum(_dose(part, measure) is not None for part in parts), len(parts)


def _parts(plan: Entity) -> list[SessionPart]:
    return [part for block in plan.schedule for session in block.sessions for part in session.parts]


def _dose(part: SessionPart, name: Quantity) -> Dose | None:
    dose: Dose | None = getattr(part, name)
    return dose


def is_of_sets(graph: Graph, plan: Entity) -> bool:
    """Whether most parts of a plan are stated in sets, and most of these target muscles."""
    parts = _parts(plan)
    with_sets = [part for part in parts if part.sets is not None]
    targeting = [part for part in with_sets if part.activity and graph.objects(part.activity, TARGETS)]
    return 2 * len(with_sets) > len(parts) and 2 * len(targeting) > len(with_sets)


def total(doses: Sequence[Dose]) -> Total:
    """The sum of some doses, of which some may be ranges."""
    ends = [dose if isinstance(dose, tuple) else (dose, dose) for dose in doses]
    return Total(sum(low for low, _ in ends), sum(high for _, high in ends))


def calendar(plan: Entity) -> Chart | None:
    """A row for each week: a box to tick on each day with a session, and a bar of what the plan is stated in."""
    if not plan.schedule:
        return None
    names, measure = letters(plan), quantity(plan)
    totals = {block.weeks: _week(block, measure) for block in plan.schedule} if measure else {}
    greatest = max((item.high for item in totals.values()), default=0) or 1
    marks: list[Mark] = [Text(8, 14, "Week", ("quiet",))]
    marks += (Text(_LEFT + (day - 0.5) * _CELL, 14, str(day), ("quiet", "middle")) for day in range(1, _DAYS + 1))
    if measure:
        count, among = stated(plan, measure)
        marks.append(
            Text(_BAR, 14, f"{unit(measure).capitalize()} {'a week' if count == among else 'stated'}", ("quiet",))
        )
    y = float(_TOP)
    for block in plan.schedule:
        weeks = range(block.weeks[0], block.weeks[1] + 1)
        marks += _rows(block, weeks, y, names)
        if measure:
            marks += _bars(totals[block.weeks], greatest, [y + i * _ROW for i in range(len(weeks))])
        y += _ROW * len(weeks) + 4
    return Chart(
        f"{plan.id}-weeks", "weeks", f"{plan.name}: the weeks", _in_words(plan, measure, totals), y + 4, tuple(marks)
    )


def _week(block: ScheduleBlock, measure: Quantity) -> Total:
    doses = [_dose(part, measure) for session in block.sessions for part in session.parts]
    scale = _UNITS[measure][1]
    whole = total([dose for dose in doses if dose is not None])
    return Total(whole.low / scale, whole.high / scale)


def _rows(block: ScheduleBlock, weeks: range, y: float, names: Mapping[str, str]) -> Iterator[Mark]:
    """The weeks of a block: a number each, and on the line of its days a box with a letter for each session."""
    lefts = [_LEFT + (session.day - 1) * _CELL for session in block.sessions]
    middles = [y + (i + 0.5) * _ROW for i in range(len(weeks))]
    for week, middle in zip(weeks, middles, strict=True):
        yield Text(36, middle, str(week), ("end",))
        yield Box(_LEFT, middle, _DAYS * _CELL, 0, "free")
        yield from (Box(x + 2, middle - _ROW / 2 + 2, _CELL - 4, _ROW - 4, "box") for x in lefts)
    letter = "".join(names[session.name] for session in block.sessions)
    yield Letters(tuple((x + _CELL / 2, middle) for middle in middles for x in lefts), letter * len(weeks))


def _bars(item: Total, greatest: float, tops: Sequence[float]) -> Iterator[Mark]:
    """A bar for each week to the least, an open one from there to the greatest; the number stands behind the first."""
    room = WIDTH - _BAR - 48
    low, high = (room * value / greatest for value in (item.low, item.high))
    for y in tops:
        if low:
            yield Box(_BAR, y + 5, low, _ROW - 10, "bar")
        if high > low:
            yield Box(_BAR + low, y + 5, high - low, _ROW - 10, "span")
    yield Text(_BAR + high + 5, tops[0] + _ROW / 2, item.text)


def _in_words(plan: Entity, measure: Quantity | None, totals: Mapping[tuple[int, int], Total]) -> str:
    """The weeks as sentences: their days, and what is done in them."""
    sentences = []
    for block in plan.schedule:
        first, last = block.weeks
        weeks = f"Week {first}" if first == last else f"Weeks {first} to {last}"
        days = listed([f"{session.name} on day {session.day}" for session in block.sessions])
        amount = f", {totals[block.weeks].text} {_UNITS[measure][0]}" if measure else ""
        sentences.append(f"{weeks}: {days}{amount}.")
    return " ".join(sentences)


def muscle_sets(graph: Graph, plan: Entity) -> Iterator[MuscleSets]:
    """The sets of each muscle that the parts of a week target, block by block; a part that states no sets adds none."""
    for block in plan.schedule:
        doses: dict[str, list[Dose]] = {}
        stated = parts = 0
        for part in (part for session in block.sessions for part in session.parts):
            muscles = graph.objects(part.activity, TARGETS) if part.activity else ()
            if not muscles:
                continue
            parts += 1
            if part.sets is None:
                continue
            stated += 1
            for muscle in muscles:
                doses.setdefault(muscle.id, []).append(part.sets)
        yield MuscleSets(block.weeks, {id: total(sets) for id, sets in doses.items()}, stated, parts)
