"""A week made of what is recommended: each dose spread over the days there are, no muscle hard at work on two days running.

Placed is the least of each dose, best first, so that the sums of the week are what the sentence of the goal states. What does not
fit is said with the reason. The same list, days and minutes give the same week.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from msgspec import Struct

from sportlore.recommendation.choice import Candidate
from sportlore.recommendation.dose import Dose

DAYS = 3
"""Days of a week where nobody says how many."""
MOST_DAYS = 6
"""Days at most: one is for rest."""
_HEAVY, _HEAVY_SET, _SET = 6, 4, 3
"""Minutes of a set with its rest: four of six repetitions or fewer, else three. The authors' own, within the rests of two to five
minutes, and of one to two, that the sessions of the catalogue state."""
_OF_A_KIND = 2
"""Exercises of one movement pattern in a week."""
_OUTING = 10
"""Minutes from which something without sets is a session of its own."""
_BOUT = 2
"""A bout takes its minutes, and as long again for the rest after it."""


class PlannedPart(Struct, frozen=True):
    """What is done on a day: in sets, or only in minutes."""

    id: str
    sets: int | None
    minutes: int


class PlannedDay(Struct, frozen=True):
    """A day of the week, from 1, and what is done on it."""

    day: int
    parts: tuple[PlannedPart, ...]

    @property
    def minutes(self) -> int:
        """How long it takes."""
        return sum(part.minutes for part in self.parts)


class Week(Struct, frozen=True):
    """The sessions; what each part adds up to, with the dose that is stated; and what is not placed, by the reason."""

    days: int
    minutes: float | None
    sessions: tuple[PlannedDay, ...]
    totals: tuple[tuple[PlannedPart, int, Dose], ...]
    """Of each part its sets and minutes in the week, how often it is done, and its dose."""
    not_placed: Mapping[str, tuple[str, ...]]

    @property
    def rest(self) -> tuple[int, ...]:
        """The days without a session."""
        taken = {session.day for session in self.sessions}
        return tuple(day for day in range(1, 8) if day not in taken)


def week(candidates: Sequence[Candidate], days: int | None = None, minutes: float | None = None) -> Week:
    """The week of candidates that stand in order, on some days of some minutes at most."""
    asked = min(days or DAYS, MOST_DAYS)
    planner = _Planner([i * 7 // asked + 1 for i in range(asked)], minutes)
    not_placed: dict[str, list[str]] = {}
    totals = []
    for candidate in candidates:
        reason = planner.assign(candidate)
        if reason:
            not_placed.setdefault(reason, []).append(candidate.id)
        elif candidate.dose:
            part, times = visit(candidate, candidate.dose), candidate.dose.times[0]
            sets = part.sets * times if part.sets else None
            totals.append((PlannedPart(part.id, sets, part.minutes * times), times, candidate.dose))
    sessions = (PlannedDay(day, tuple(parts)) for day, parts in planner.parts.items() if parts)
    return Week(asked, minutes, tuple(sessions), tuple(totals), {why: tuple(ids) for why, ids in not_placed.items()})


def visit(candidate: Candidate, dose: Dose) -> PlannedPart:
    """What the least of a dose comes to on one day; no minutes where it says neither sets nor minutes."""
    if candidate.minutes is not None:
        return PlannedPart(candidate.id, None, round(candidate.minutes))
    if dose.sets is None:
        return PlannedPart(candidate.id, None, dose.minutes[0] if dose.minutes else 0)
    sets = dose.sets[0]
    if dose.each:
        return PlannedPart(candidate.id, sets, sets * dose.each[0] * _BOUT)
    heavy = dose.repetitions is not None and dose.repetitions[1] <= _HEAVY
    return PlannedPart(candidate.id, sets, sets * (_HEAVY_SET if heavy else _SET))


class _Planner:
    """Places one candidate after the other."""

    def __init__(self, days: Sequence[int], minutes: float | None) -> None:
        self.parts: dict[int, list[PlannedPart]] = {day: [] for day in days}
        self._minutes = minutes
        self._worked: dict[int, set[str]] = {day: set() for day in days}
        self._placed: list[Candidate] = []

    def assign(self, candidate: Candidate) -> str:
        """Place a candidate on its days; else the reason why not."""
        if not candidate.is_done:
            return "is not done in a session"
        if candidate.dose is None:
            return "its dose says no times a week"
        part, times = visit(candidate, candidate.dose), candidate.dose.times[0]
        if not part.minutes:
            return "its dose says no sets or minutes"
        if times > len(self.parts):
            return f"asks for {times} days a week"
        if any(_overlap(candidate, other) or _overlap(other, candidate) for other in self._placed):
            return "what it consists of stands in the week already"
        if candidate.group and sum(other.group == candidate.group for other in self._placed) == _OF_A_KIND:
            return "others of its movement pattern come first"
        free = [days for days in combinations(self.parts, times) if all(self._has_room(day, part) for day in days)]
        if not free:
            return "the days have no room for it"
        rested = [days for days in free if self._is_rested(candidate, days)]
        if not rested:
            return "its muscles would work hard on two days running"
        for day in min(rested, key=self._burden):
            self.parts[day].append(part)
            self._worked[day] |= {*candidate.muscles}
        self._placed.append(candidate)
        return ""

    def _has_room(self, day: int, part: PlannedPart) -> bool:
        """Whether a day has the minutes, and no outing yet where this is one: they can stand for each other."""
        alone = not _is_outing(part) or not any(map(_is_outing, self.parts[day]))
        return alone and (self._minutes is None or self._load(day) + part.minutes <= self._minutes)

    def _load(self, day: int) -> int:
        return sum(part.minutes for part in self.parts[day])

    def _is_rested(self, candidate: Candidate, days: Sequence[int]) -> bool:
        """Whether no muscle of a candidate works hard the day before or after, by itself or by what is placed."""
        muscles = {*candidate.muscles}
        neighbours = {day % 7 + 1 for day in days} | {(day - 2) % 7 + 1 for day in days}
        return not muscles or not (
            neighbours & {*days} or any(muscles & self._worked.get(day, set()) for day in neighbours)
        )

    def _burden(self, days: tuple[int, ...]) -> tuple[int, int, int, tuple[int, ...]]:
        """Of days that fit, the emptiest, then those that lie furthest apart, then the first."""
        gaps = [b - a for a, b in pairwise((*days, days[0] + 7))]
        loads = [self._load(day) for day in days]
        return max(loads), sum(loads), -min(gaps), days


def _is_outing(part: PlannedPart) -> bool:
    """Whether it is a run, a ride or a session of its own."""
    return part.sets is None and part.minutes >= _OUTING


def _overlap(whole: Candidate, part: Candidate) -> bool:
    """Whether a session includes a candidate, or an exercise of its movement pattern where both are of strength."""
    return part.id in whole.includes or bool(part.group and part.group in whole.patterns)
