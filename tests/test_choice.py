"""What is chosen for somebody, from what serves a goal."""

from __future__ import annotations

import pytest

from sportlore.recommendation import Candidate, Person, choose

NAMES = {
    "equipment/barbell": "barbell",
    "equipment/dumbbell": "dumbbell",
    "equipment/squat-rack": "squat rack",
    "experience-level/newcomer": "newcomer",
    "experience-level/beginner": "beginner",
    "experience-level/intermediate": "intermediate",
    "experience-level/advanced": "advanced",
    "persona/older-adult": "older adult",
    "intermediate": "intermediate",
    "home": "at home",
    "gym": "in a gym",
}


def candidate(id: str, score: float = 0.9, group: str = "", **rest: object) -> Candidate:
    return Candidate(f"exercise/{id}", score, group, **rest)  # type: ignore[arg-type]


def chosen(*candidates: Candidate, limit: int = 4, person: Person | None = None) -> list[str]:
    choice = choose(candidates, {"exercise": limit}, NAMES, person or Person())
    return [item.id.partition("/")[2] for item in choice.chosen]


def reason(one: Candidate, **person: object) -> str | None:
    """Why the only candidate is left out; None where it is recommended."""
    choice = choose([one], {"exercise": 4}, NAMES, Person(**person))  # type: ignore[arg-type]
    return next(iter(choice.left_out), None)


def test_a_list_covers_before_it_repeats_and_stays_in_order() -> None:
    squats = [candidate("back-squat", group="squat"), candidate("front-squat", group="squat")]
    others = [candidate("row", 0.8, "pull"), candidate("press", 0.7, "push")]
    assert chosen(*squats, *others, limit=3) == ["back-squat", "row", "press"]
    assert chosen(*squats, *others, limit=4) == ["back-squat", "front-squat", "row", "press"]


def test_what_scores_less_than_half_of_the_best_covers_nothing() -> None:
    candidates = [candidate("a", 0.9, "squat"), candidate("b", 0.8, "squat"), candidate("carry", 0.44, "carry")]
    assert chosen(*candidates, limit=2) == ["a", "b"]


def test_what_comes_after_the_limit_is_said_to() -> None:
    choice = choose([candidate("a"), candidate("b")], {"exercise": 1}, NAMES)
    assert {key: [c.id for c in value] for key, value in choice.left_out.items()} == {
        "others of its type come first": ["exercise/b"]
    }


@pytest.mark.parametrize(
    ("equipment", "expected"),
    [
        (None, None),
        ((), "needs barbell or dumbbell"),
        (("equipment/dumbbell",), "needs squat rack"),
        (("equipment/dumbbell", "equipment/squat-rack"), None),
        (("equipment/barbell", "equipment/squat-rack"), None),
    ],
)
def test_one_of_the_alternatives_is_enough_and_all_needs_are_met(
    equipment: tuple[str, ...] | None, expected: str | None
) -> None:
    one = candidate("squat", needs=(("equipment/barbell", "equipment/dumbbell"), ("equipment/squat-rack",)))
    assert reason(one, equipment=equipment) == expected


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("experience-level/newcomer", "suits intermediate and advanced"),
        ("experience-level/beginner", "suits intermediate and advanced"),
        ("experience-level/intermediate", None),
        ("experience-level/advanced", None),
    ],
)
def test_levels_that_it_suits_come_before_its_own(level: str, expected: str | None) -> None:
    suits = ("experience-level/intermediate", "experience-level/advanced", "persona/older-adult")
    assert reason(candidate("clean", level="intermediate", suits=suits), level=level) == expected


def test_without_levels_that_it_suits_its_own_counts() -> None:
    beginner = "experience-level/beginner"
    assert reason(candidate("clean", level="intermediate"), level=beginner) == "is of intermediate level"
    assert reason(candidate("plank", level="any"), level=beginner) is None


def test_whom_guidance_excludes_is_left_out() -> None:
    one = candidate("jump", not_for=("persona/older-adult", "experience-level/newcomer"))
    assert reason(one, conditions=("persona/older-adult",)) == "is not for older adult"
    assert reason(one, level="experience-level/newcomer") == "is not for newcomer"
    assert reason(one, level="experience-level/beginner") is None


def test_place_and_time_are_limits_where_they_are_stated() -> None:
    one = candidate("class", places=("gym",), minutes=40, days=3)
    assert reason(one, place="home") == "is done in a gym"
    assert reason(one, minutes=39) == "takes 40 minutes or more"
    assert reason(one, days=2) == "takes 3 days a week or more"
    assert reason(one, place="gym", minutes=40, days=3) is None
    assert reason(candidate("walk"), place="home", minutes=1, days=1) is None


@pytest.mark.parametrize("name", ["exercise/jump", "exercise", "movement-pattern/jump"])
def test_an_entity_a_type_or_a_group_is_excluded(name: str) -> None:
    assert reason(candidate("jump", group="movement-pattern/jump"), exclude=(name,)) == "is excluded"
