"""Recommendations rest on what entities state that they do for a goal, and their scores tell them apart."""

from __future__ import annotations

import itertools

import pytest
from conftest import WORLD
from msgspec.structs import replace

from sportlore import graph, registry
from sportlore.derive import GoalRecommendations
from sportlore.derive.recommendation import recommend
from sportlore.model import Entity, Evidence, Service
from sportlore.publication import Publication

MINIATURE = registry.read(WORLD)
GOAL = "goal/get-stronger"
DOABLE = {
    "adaptive-sports", "beginners", "coaching", "exercise", "healthy-lifestyle", "recovery-method", "session-type", "sport",
    "training-guide", "training-method", "training-plan",
}  # fmt: skip


def recommended(*entities: Entity) -> GoalRecommendations:
    """What is recommended where these are the only entities that serve the goal."""
    others = [entity for entity in MINIATURE.entities.values() if not entity.serves]
    whole = graph.build(MINIATURE.vocabulary, [*others, *entities])
    return recommend(whole, whole.entities[GOAL])


def exercise(
    slug: str, strength: str, evidence: str | None = None, links: dict[str, tuple[str, ...]] | None = None
) -> Entity:
    """An exercise that serves the goal."""
    service = Service(GOAL, strength, "Do it.")  # type: ignore[arg-type]
    grades = (Evidence("strength", evidence, "more", "nsca-essentials-4", bears_on=(GOAL,)),) if evidence else ()  # type: ignore[arg-type]
    return Entity(
        "exercise",
        slug,
        slug.capitalize(),
        "",
        slug,
        serves=(service,),
        evidence=grades,
        links={"serves": (GOAL,), **(links or {})},
    )


def test_reasons_say_what_to_do_what_studies_say_and_what_it_rests_on(world: Publication) -> None:
    items = world.knowledge.recommendations["recommendation/get-stronger"].items
    assert [item.entity.id for item in items] == [
        "exercise/back-squat", "training-plan/strength-base", "exercise/front-squat",
    ]  # fmt: skip
    squat = items[0]
    assert squat.score == 1
    assert [reason.text for reason in squat.reasons] == [
        "Three sets of five, twice a week, raise the load of the squat most.",
        "Evidence on one-repetition maximum (untrained adults): strong; a moderate effect: 0.59 standard deviations better "
        "(0.3 to 0.88), after twelve weeks.",
        "Back squat develops maximal strength, on which “Get stronger” rests.",
    ]
    assert [entity.id for entity in squat.reasons[2].path] == [
        "exercise/back-squat",
        "physical-quality/maximal-strength",
        GOAL,
    ]
    assert squat.reasons[2].relations == ("develops", "improved-for")


def test_strength_outweighs_evidence() -> None:
    scores = {
        item.entity.slug: item.score
        for item in recommended(exercise("main", "main"), exercise("strong-proved", "strong", "strong")).items
    }
    assert scores["main"] == pytest.approx(0.85 + 0.15 * 0.7, abs=0.001)
    assert scores["strong-proved"] == pytest.approx(0.8, abs=0.001)
    assert [
        item.entity.slug for item in recommended(exercise("a", "strong"), exercise("b", "strong", "strong")).items
    ] == ["b", "a"]


def test_of_equal_scores_the_one_with_a_path_comes_first_then_what_more_leads_to() -> None:
    path: dict[str, tuple[str, ...]] = {"develops": ("physical-quality/maximal-strength",)}
    items = recommended(exercise("a", "main"), exercise("b", "main", links=path)).items
    assert [item.entity.slug for item in items] == ["b", "a"]
    harder = exercise("c", "slight", "none", {"related": ("exercise/b",)})
    items = recommended(exercise("a", "main"), exercise("b", "main"), harder).items
    assert [item.entity.slug for item in items] == ["b", "a"]


def test_the_best_of_several_grades_of_evidence_counts() -> None:
    """Strong is 1, limited 0.8: the score is that of the strong one, in whichever order they stand."""
    for grades in (("strong", "limited"), ("limited", "strong"), ("none", "strong", "limited")):
        evidence = [item for grade in grades for item in exercise("x", "main", grade).evidence]
        several = replace(exercise("several", "main"), evidence=tuple(evidence))
        (score,) = (item.score for item in recommended(several).items if item.entity.slug == "several")
        assert score == 1


def test_of_paths_that_lead_equally_well_the_one_through_what_the_goal_names_first_is_told() -> None:
    """First and second on one side, second and first on the other: each path counts 0.85."""
    qualities = ("physical-quality/agility", "physical-quality/maximal-strength")
    goal = replace(MINIATURE.entities[GOAL], links={"improves": qualities[::-1]})
    (item,) = (
        item
        for item in recommended(exercise("press", "main", links={"develops": qualities}), goal).items
        if item.entity.slug == "press"
    )
    assert [entity.id for entity in item.reasons[-1].path] == [
        "exercise/press",
        "physical-quality/maximal-strength",
        GOAL,
    ]


def test_other_goals_take_nothing_away() -> None:
    both = replace(
        exercise("second", "main"), serves=(Service("goal/other", "main", "x"), Service(GOAL, "main", "Do it."))
    )
    (score,) = (item.score for item in recommended(both).items if item.entity.slug == "second")
    assert score == pytest.approx(0.85 + 0.15 * 0.7, abs=0.001)


def test_a_path_that_leads_there_badly_is_not_told() -> None:
    third = ("physical-quality/agility", "physical-quality/balance", "physical-quality/maximal-strength")
    (item,) = (
        i for i in recommended(exercise("press", "main", links={"develops": third})).items if i.entity.slug == "press"
    )
    assert [reason.text for reason in item.reasons] == ["Do it."]


def test_what_serves_least_is_left_out_and_no_type_fills_the_list() -> None:
    assert "slight" not in {item.entity.slug for item in recommended(exercise("slight", "slight", "none")).items}
    many = [exercise(f"press-{n}", "main") for n in range(5)]
    limit = MINIATURE.vocabulary.types["exercise"].recommended
    assert sum(item.entity.type == "exercise" for item in recommended(*many).items) == limit == 2


def test_contraindications_are_carried_along(catalogue: Publication) -> None:
    for found in catalogue.knowledge.recommendations.values():
        for item in found.items:
            assert item.not_for == catalogue.graph.objects(item.entity.id, "not-for")
    assert any(item.not_for for found in catalogue.knowledge.recommendations.values() for item in found.items)


def test_what_every_coach_expects_leads_to_strength(catalogue: Publication) -> None:
    items = catalogue.knowledge.recommendations["recommendation/get-stronger"].items
    exercises = [item.entity.slug for item in items if item.entity.type == "exercise"]
    expected = {"back-squat", "bench-press", "conventional-deadlift", "overhead-press", "pull-up", "barbell-row"}
    assert expected <= set(exercises)


def test_every_list_of_the_catalogue_can_be_acted_on(catalogue: Publication) -> None:
    whole = catalogue.graph
    assert len(catalogue.knowledge.recommendations) == 16
    for id, found in catalogue.knowledge.recommendations.items():
        items = found.items
        assert len(items) >= 12, id
        assert len({item.entity.type for item in items}) >= 5, id
        assert {item.entity.type for item in items} <= DOABLE, id
        assert [-item.score for item in items] == sorted(-item.score for item in items)
        assert items[0].score - items[min(9, len(items) - 1)].score > 0.1, id
        for item in items:
            assert 0.27 <= item.score <= 1
            assert len(item.reasons[0].text.split()) >= 6, item.entity.id
            for reason in item.reasons:
                assert (reason.path[0], reason.path[-1]) == (item.entity, found.goal)
                assert len(reason.relations) == len(reason.path) - 1
                for here, there in itertools.pairwise(reason.path):
                    assert there in whole.neighbours(here.id)
