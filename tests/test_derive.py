"""Comparisons, recommendations and the atlas follow from facts and links, and from nothing else."""

from __future__ import annotations

import itertools
import re

import msgspec
from conftest import WORLD
from hypothesis import given
from hypothesis import strategies as st

from sportlore import graph, registry
from sportlore.derive import derive
from sportlore.derive.comparison import compare, contrast, mention
from sportlore.model import BySex, Entity, FactKey, FactValue, Span
from sportlore.publication import Publication
from sportlore.text import listed, number, sentence, value_text

VOCABULARY = registry.read(WORLD).vocabulary


def test_a_comparison_says_what_differs_and_what_does_not(world: Publication) -> None:
    tennis, badminton = (world.graph.entities[f"sport/{slug}"] for slug in ("tennis", "badminton"))
    compared = compare(world.graph, tennis, badminton)
    assert compared.differences == (
        "The court is 23.77 m long in tennis and 13.4 m in badminton (tennis: 1.8 times as long).",
        "The net is 0.914 m high in tennis and 1.55 m in badminton (badminton: 1.7 times as high).",
        "Tennis comes from England, badminton from India and England.",
        "Tennis was codified in 1875, badminton in 1893.",
        "Tennis develops maximal strength as well.",
    )
    assert compared.similarities == (
        "Both are contested by individuals and in pairs.",
        "Both put 1–2 players on the field.",
        "Both use racket.",
        "Both develop agility.",
    )


def spans() -> st.SearchStrategy[Span]:
    numbers = st.floats(0.1, 400, allow_nan=False)
    return st.one_of(
        numbers.map(lambda x: Span(x, x)), st.tuples(numbers, numbers).map(lambda pair: Span(min(pair), max(pair)))
    )


VALUES: dict[str, st.SearchStrategy[FactValue]] = {
    "format": st.lists(st.sampled_from(["individual", "pairs"]), min_size=1, max_size=2, unique=True).map(tuple),
    "players": spans(),
    "court-length": spans(),
    "net-height": st.one_of(spans(), st.tuples(spans(), spans()).map(lambda pair: BySex(*pair))),
    "origin": st.sampled_from(["England", "India", "the 1870s {b}"]),
    "codified": st.integers(-3000, 2032),
}
OTHER_SIDE = {"{A}": "{B}", "{B}": "{A}", "{a}": "{b}", "{b}": "{a}"}
FACTS = st.fixed_dictionaries({}, optional=VALUES)
LINKS = st.fixed_dictionaries(
    {},
    optional={
        "uses": st.just(("equipment/racket",)),
        "develops": st.lists(
            st.sampled_from(["physical-quality/agility", "physical-quality/maximal-strength"]), unique=True
        ).map(tuple),
    },
)


@given(FACTS, FACTS, LINKS, LINKS)
def test_swapping_the_sides_swaps_the_words_and_nothing_else(
    facts_a: dict[str, FactValue],
    facts_b: dict[str, FactValue],
    links_a: dict[str, tuple[str, ...]],
    links_b: dict[str, tuple[str, ...]],
) -> None:
    base = registry.read(WORLD).entities
    a = Entity("sport", "a", "Alpha", "", "a", facts=facts_a, links=links_a)
    b = Entity("sport", "b", "Beta", "", "b", facts=facts_b, links=links_b)
    whole = graph.build(VOCABULARY, [*base.values(), a, b])
    for here, there in zip(contrast(whole, a, b), contrast(whole, b, a), strict=True):
        swapped = msgspec.structs.replace(here, left=here.right, right=here.left)
        if not (here.left and here.right):  # one side alone says more, and the sentence names that side
            template = re.sub(r"{[ABab]}", lambda blank: OTHER_SIDE[blank.group()], here.template)
            swapped = msgspec.structs.replace(swapped, template=template)
        assert swapped == there


def test_every_contrast_of_the_catalogue_is_a_sentence(catalogue: Publication) -> None:
    for compared in catalogue.knowledge.comparisons.values():
        for text in (*compared.differences, *compared.similarities):
            assert text[0].isupper() or not text[0].isalpha(), text
            assert text.endswith("."), text
            assert "{" not in text, text
            assert "  " not in text, text
            assert not re.search(r"\b1 players", text), text


def test_every_comparison_of_the_catalogue_says_something(catalogue: Publication) -> None:
    for id, compared in catalogue.knowledge.comparisons.items():
        assert compared.differences, id
        assert len(compared.differences) + len(compared.similarities) >= 3, id


def test_recommendations_name_the_path_that_they_follow(world: Publication) -> None:
    found = {r.entity.id: r for r in world.knowledge.recommendations["recommendation/get-stronger"].items}
    assert list(found) == ["training-plan/strength-base", "exercise/back-squat", "exercise/front-squat", "sport/tennis"]
    plan = found["training-plan/strength-base"]
    assert plan.reasons[0].text == "Strength base serves the goal “Get stronger”."
    assert plan.reasons[1].text == (
        "Strength base includes back squat, which develops maximal strength, which the goal “Get stronger” rests on better."
    )
    squat = found["exercise/back-squat"]
    assert squat.score == round(0.7 * 0.8 * 0.8, 3)
    assert found["sport/tennis"].score == round(0.7 * 0.9 * 0.8 * 0.8, 3)  # the quality is its second


def test_every_recommendation_of_the_catalogue_rests_on_links_that_exist(catalogue: Publication) -> None:
    whole = catalogue.graph
    lengths = {len(form.steps) for form in whole.vocabulary.paths.values()}
    for id, recommendations in catalogue.knowledge.recommendations.items():
        found = recommendations.items
        assert len({r.entity.type for r in found}) >= 5, id
        assert [(-r.score, r.entity.id) for r in found] == sorted((-r.score, r.entity.id) for r in found)
        for recommendation in found:
            assert 0.3 <= recommendation.score <= 1
            assert recommendation.reasons
            for reason in recommendation.reasons:
                assert len(reason.path) - 1 in lengths
                for here, there in itertools.pairwise(reason.path):
                    assert there in whole.neighbours(here.id)


def test_a_plan_is_recommended_only_for_goals_that_it_serves(catalogue: Publication) -> None:
    for recommendations in catalogue.knowledge.recommendations.values():
        for recommendation in recommendations.items:
            if recommendation.entity.type in ("training-plan", "session-type", "training-guide"):
                assert recommendations.goal.id in recommendation.entity.links["serves"]


def test_the_atlas_groups_by_term_and_by_target(world: Publication) -> None:
    by_format = world.knowledge.atlas["atlas/format"].values
    assert [(value.slug, value.label, len(value.entities)) for value in by_format] == [
        ("individual", "By individuals", 2),
        ("pairs", "In pairs", 2),
    ]
    (by_muscle,) = world.knowledge.atlas["atlas/muscle"].values
    assert [entity.name for entity in by_muscle.entities] == ["Back squat", "Front squat"]


def test_every_value_of_the_atlas_has_a_slug_of_its_own(catalogue: Publication) -> None:
    assert len(catalogue.knowledge.atlas) == len(catalogue.vocabulary.dimensions)
    for id, atlas in catalogue.knowledge.atlas.items():
        slugs = [value.slug for value in atlas.values]
        assert slugs
        assert len(slugs) == len(set(slugs)), id


def test_entities_stand_for_courses_dimensions_goals_and_pairs(world: Publication) -> None:
    entities = world.graph.entities
    assert entities["curriculum/tennis"].links["of-sport"] == ("sport/tennis",)
    assert entities["atlas/muscle"].links["includes"] == ("exercise/back-squat", "exercise/front-squat")
    assert entities["recommendation/get-stronger"].name == "Recommendations: get stronger"
    assert entities["recommendation/get-stronger"].links["includes"][0] == "goal/get-stronger"
    assert entities["comparison/tennis-vs-badminton"].name == "Tennis vs badminton"


def test_deriving_twice_gives_the_same(world: Publication) -> None:
    assert derive(registry.read(WORLD)) == world.knowledge


def test_the_graph_is_the_same_as_one_built_from_all_its_entities(catalogue: Publication) -> None:
    whole = catalogue.graph
    assert graph.build(whole.vocabulary, whole.entities.values()) == whole


def test_values_in_words() -> None:
    metres = FactKey("Length", "number", "", "", unit="m", unit_text="m")
    players = FactKey("Players", "integer", "", "", unit="{players}", unit_text="players")
    share = FactKey("Load", "number", "", "", unit="%", unit_text="% of 1RM")
    year = FactKey("Year", "year", "", "")
    assert value_text(Span(90, 120), metres, VOCABULARY) == "90–120 m"
    assert value_text(Span(1, 1), players, VOCABULARY) == "1 player"
    assert value_text(Span(85, 95), share, VOCABULARY) == "85–95% of 1RM"
    assert (
        value_text(BySex(Span(2.43, 2.43), Span(2.24, 2.24)), metres, VOCABULARY)
        == "2.43 m for men and 2.24 m for women"
    )
    assert value_text(-776, year, VOCABULARY) == "776 BC"
    heavy = VOCABULARY.facts["mass"]
    assert value_text(Span(7260, 7260), heavy, VOCABULARY) == "7.26 kg"
    assert value_text(Span(80, 340), heavy, VOCABULARY) == "80–340 g"


def test_lists_numbers_and_sentences() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert [number(x) for x in (23.77, 0.5, 3.0, 42195.0, 9999.0)] == ["23.77", "0.5", "3", "42,195", "9999"]
    assert sentence("tennis wins") == "Tennis wins."


def test_names_inside_a_sentence(world: Publication) -> None:
    def inline(name: str, proper: bool = False) -> str:
        return Entity("sport", "x", name, "", "", proper=proper).inline_name

    assert inline("Back squat") == "back squat"
    assert inline("VO2max") == "VO2max"
    assert inline("T-bar row") == "T-bar row"
    assert inline("Fosbury flop", proper=True) == "Fosbury flop"
    with_article = msgspec.structs.replace(VOCABULARY.types["exercise"], article=True)
    vocabulary = msgspec.structs.replace(VOCABULARY, types={**VOCABULARY.types, "exercise": with_article})
    whole = msgspec.structs.replace(world.graph, vocabulary=vocabulary)
    assert mention(whole, whole.entities["exercise/back-squat"]) == "the back squat"


def test_facts_are_stated_with_value_unit_and_words(world: Publication) -> None:
    facts = {f.key: f for f in world.knowledge.facts["sport/tennis"]}
    assert (facts["court-length"].value, facts["court-length"].unit, facts["court-length"].text) == (
        23.77,
        "m",
        "23.77 m",
    )
    assert (facts["players"].value, facts["players"].text) == ([1, 2], "1–2 players")
    assert (facts["format"].value, facts["format"].text) == (["individual", "pairs"], "by individuals and in pairs")
