"""Comparisons, recommendations and the atlas follow from facts and links, and from nothing else."""

from __future__ import annotations

import msgspec
from conftest import WORLD

from sportlore import graph, registry
from sportlore.comparison import mention
from sportlore.derive import derive
from sportlore.kinds import value_text
from sportlore.model import ByScope, Entity, FactKey, Span
from sportlore.publication import Publication
from sportlore.text import listed, number, sentence

VOCABULARY = registry.read(WORLD).vocabulary


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
    metres = FactKey("Length", "number", unit="m", unit_text="m")
    players = FactKey("Players", "integer", unit="{players}", unit_text="players")
    share = FactKey("Load", "number", unit="%", unit_text="% of 1RM")
    year = FactKey("Year", "year")
    assert value_text(Span(90, 120), metres, VOCABULARY) == "90–120 m"
    assert value_text(Span(1, 1), players, VOCABULARY) == "1 player"
    assert value_text(Span(85, 95), share, VOCABULARY) == "85–95% of 1RM"
    assert (
        value_text(ByScope((("men", Span(2.43, 2.43)), ("women", Span(2.24, 2.24)))), metres, VOCABULARY)
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
    assert mention(whole.vocabulary, whole.entities["exercise/back-squat"]) == "the back squat"


def test_facts_are_stated_with_value_unit_and_words(world: Publication) -> None:
    facts = {f.key: f for f in world.knowledge.facts["sport/tennis"]}
    assert (facts["court-length"].value, facts["court-length"].unit, facts["court-length"].text) == (
        23.77,
        "m",
        "23.77 m",
    )
    assert (facts["players"].value, facts["players"].text) == ([1, 2], "1–2 players")
    assert (facts["format"].value, facts["format"].text) == (["individual", "pairs"], "by individuals and in pairs")
