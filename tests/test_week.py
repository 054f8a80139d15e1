"""Doses as sentences state them, and weeks made of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.publication import Publication
from sportlore.recommendation import Candidate, Dose, Week, dose, week
from sportlore.recommendation.week import MOST_DAYS, visit


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "Two to three sets of three to six repetitions at 80 % of the maximum or more, twice a week, raise strength.",
            Dose((2, 2), (2, 3), (3, 6)),
        ),
        (
            "Three to four hard sets of six to twelve, twice a week, of the ten weekly sets.",
            Dose((2, 2), (3, 4), (6, 12)),
        ),
        ("Three holds of 20 to 60 seconds, two or three times a week, for grip.", Dose((2, 3), (3, 3))),
        ("Four holds of two minutes with two minutes of rest, three times a week.", Dose((3, 3), (4, 4), None, (2, 2))),
        ("Thirty to forty-five minutes three times a week, easy enough to talk.", Dose((3, 3), minutes=(30, 45))),
        ("Half an hour three times a week.", Dose((3, 3), minutes=(30, 30))),
        ("Three or more swims of 30 to 45 minutes a week; trials are few.", Dose((3, 3), minutes=(30, 45))),
        ("Three to five walks of 30 minutes a week are where a plan begins.", Dose((3, 5), minutes=(30, 30))),
        ("Two or three minutes on most days.", Dose((4, 7), minutes=(2, 3))),
        ("Once a week, from 10 km up; a longest run went with a finish 4 minutes faster.", Dose((1, 1))),
        ("Two or three sets three times a week.", Dose((3, 3), (2, 3))),
        ("Three sets of six to twelve, in place of the squat, twice a week.", None),
        ("Two to three sets of five to eight a week add thickness.", None),
        ("Two sets of ten a side; hip muscles catch a sway.", None),
        ("150 to 300 minutes a week, in proportion to the energy used.", None),
        ("Every other week in place of intervals, once a week at most.", None),
    ],
)
def test_the_dose_of_a_sentence(text: str, stated: Dose | None) -> None:
    assert dose(text) == stated


def test_most_exercises_that_are_recommended_state_a_dose(catalogue: Publication) -> None:
    """Where sentences are written in other words than these, fewer would."""
    chosen = [
        candidate
        for goal in catalogue.knowledge.recommendations.values()
        for candidate in goal.candidates
        if candidate.is_done and candidate.id in {item.entity.id for item in goal.items}
    ]
    placeable = [candidate for candidate in chosen if candidate.dose and visit(candidate, candidate.dose).minutes]
    assert len(placeable) > 0.6 * len(chosen) > 80


_RANGES = st.tuples(st.integers(1, 6), st.integers(0, 3)).map(lambda pair: (pair[0], pair[0] + pair[1]))
_DOSES = st.builds(
    Dose,
    times=st.tuples(st.integers(1, 5), st.integers(0, 2)).map(lambda pair: (pair[0], pair[0] + pair[1])),
    sets=st.none() | _RANGES,
    repetitions=st.none() | _RANGES,
    each=st.none() | _RANGES,
    minutes=st.none() | st.sampled_from([(5, 5), (20, 40), (30, 60)]),
)
_CANDIDATES = st.lists(
    st.builds(
        Candidate,
        id=st.integers(0, 30).map(lambda number: f"exercise/{number}"),
        score=st.just(1.0),
        group=st.sampled_from(["", "squat", "hinge", "push"]),
        minutes=st.none() | st.sampled_from([25.0, 40.0]),
        is_done=st.sampled_from([True, True, True, False]),
        dose=st.none() | _DOSES,
        muscles=st.lists(st.sampled_from(["thighs", "chest", "back", "calves"]), unique=True, max_size=2).map(tuple),
        includes=st.lists(st.integers(0, 30).map(lambda number: f"exercise/{number}"), max_size=1).map(tuple),
    ),
    unique_by=lambda candidate: candidate.id,
    max_size=12,
)
_LIMITS = {"days": st.none() | st.integers(1, 7), "minutes": st.none() | st.integers(5, 120)}


@given(candidates=_CANDIDATES, **_LIMITS)
def test_a_week_keeps_to_days_and_minutes_and_its_sums_are_the_doses(
    candidates: list[Candidate], days: int | None, minutes: int | None
) -> None:
    made = week(candidates, days, minutes)
    by_id = {candidate.id: candidate for candidate in candidates}
    assert len(made.sessions) <= made.days <= MOST_DAYS
    assert made.days <= (days or MOST_DAYS)
    assert len(made.rest) >= 1
    assert {session.day for session in made.sessions} | {*made.rest} == {*range(1, 8)}
    for session in made.sessions:
        assert minutes is None or session.minutes <= minutes
        assert len({part.id for part in session.parts}) == len(session.parts)
    placed = {part.id for session in made.sessions for part in session.parts}
    left = [id for ids in made.not_placed.values() for id in ids]
    assert sorted([*placed, *left]) == sorted(by_id)  # everything is placed or said, and nothing twice
    assert [total.id for total, _, _ in made.totals] == [c.id for c in candidates if c.id in placed]
    for total, times, stated in made.totals:
        parts = [part for session in made.sessions for part in session.parts if part.id == total.id]
        assert len(parts) == times == stated.times[0]
        assert sum(part.minutes for part in parts) == total.minutes > 0
        if total.sets is not None and stated.sets is not None:
            assert sum(part.sets or 0 for part in parts) == total.sets == times * stated.sets[0]
    assert hard_at_work_on_two_days_running(made, by_id) == set()


def hard_at_work_on_two_days_running(made: Week, by_id: dict[str, Candidate]) -> set[str]:
    worked = {s.day: {m for part in s.parts for m in by_id[part.id].muscles} for s in made.sessions}
    return {muscle for day, muscles in worked.items() for muscle in muscles & worked.get(day % 7 + 1, set())}


@given(candidates=_CANDIDATES, **_LIMITS)
def test_a_week_is_the_same_each_time_and_follows_the_order(
    candidates: list[Candidate], days: int | None, minutes: int | None
) -> None:
    """What comes first is placed as if nothing came after it."""
    made = week(candidates, days, minutes)
    assert week(candidates, days, minutes) == made
    fewer = week(candidates[:-1], days, minutes)
    assert made.totals[: len(fewer.totals)] == fewer.totals


def exercise(id: str, group: str = "", muscles: tuple[str, ...] = (), **further: object) -> Candidate:
    twice = Dose((2, 2), (3, 3), (8, 12))
    return Candidate(f"exercise/{id}", 1.0, group, is_done=True, dose=twice, muscles=muscles, **further)  # type: ignore[arg-type]


def test_legs_and_arms_take_turns_on_four_days() -> None:
    made = week([exercise("squat", muscles=("thighs",)), exercise("press", muscles=("chest",))], days=4)
    assert [(s.day, [part.id for part in s.parts]) for s in made.sessions] == [
        (1, ["exercise/squat"]),
        (2, ["exercise/press"]),
        (4, ["exercise/squat"]),
        (6, ["exercise/press"]),
    ]
    assert made.rest == (3, 5, 7)


def test_what_does_not_fit_says_why() -> None:
    session = exercise("session", includes=("exercise/squat",), minutes=40.0)
    daily = Candidate("exercise/walk", 1.0, is_done=True, dose=Dose((5, 5), minutes=(30, 30)))
    silent = Candidate("exercise/stretch", 1.0, is_done=True, dose=Dose((2, 2)))
    guide = Candidate("training-guide/zones", 1.0)
    made = week(
        [
            exercise("squat", "squat"),
            exercise("lunge", "squat"),
            exercise("jump", "squat"),
            session,
            daily,
            silent,
            guide,
        ],
        days=3,
        minutes=20,
    )
    assert made.not_placed == {
        "others of its movement pattern come first": ("exercise/jump",),
        "what it consists of stands in the week already": ("exercise/session",),
        "asks for 5 days a week": ("exercise/walk",),
        "its dose says no sets or minutes": ("exercise/stretch",),
        "is not done in a session": ("training-guide/zones",),
    }
    assert week([exercise("squat")], days=3, minutes=8).not_placed == {
        "the days have no room for it": ("exercise/squat",)
    }
    hard = week([exercise("squat", muscles=("thighs",)), exercise("leap", muscles=("thighs",))], days=2, minutes=9)
    assert list(hard.not_placed) == ["the days have no room for it"]
