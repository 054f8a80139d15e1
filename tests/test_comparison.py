"""Comparisons follow from what both sides state: silence is not denial, and the most telling comes first."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec
import pytest
from conftest import WORLD
from hypothesis import given
from hypothesis import strategies as st

from sportlore import graph, registry
from sportlore.comparison import Comparison, compare, contrasts, mention
from sportlore.graph import Graph
from sportlore.model import Absent, ByScope, Contrast, Entity, FactValue, Similarity, Span
from sportlore.publication import Publication

MINIATURE = registry.read(WORLD)
VOCABULARY = MINIATURE.vocabulary


def texts(compared: Comparison) -> tuple[list[str], list[str]]:
    """The sentences of a comparison: differences, similarities."""
    return [s.text for s in compared.differences], [s.text for s in compared.similarities]


def graph_of(*entities: Entity) -> Graph:
    return graph.build(VOCABULARY, [*MINIATURE.entities.values(), *entities])


def sides(
    facts_a: dict[str, FactValue],
    facts_b: dict[str, FactValue],
    links_a: dict[str, tuple[str, ...]] | None = None,
    links_b: dict[str, tuple[str, ...]] | None = None,
    type: str = "sport",
) -> tuple[list[str], list[str]]:
    """The sentences on two entities that state these facts and links."""
    a = Entity(type, "a", "Alpha", "", "a", proper=True, facts=facts_a, links=links_a or {})
    b = Entity(type, "b", "Beta", "", "b", proper=True, facts=facts_b, links=links_b or {})
    return texts(compare(graph_of(a, b), a, b))


def test_a_comparison_says_what_differs_and_what_does_not(world: Publication) -> None:
    differences, similarities = texts(world.knowledge.comparisons["comparison/tennis-vs-badminton"])
    assert differences == [
        "In tennis the ball may bounce once before it is struck; in badminton the shuttle must not touch the floor.",
        "The net is 0.914 m high in tennis and 1.55 m in badminton (badminton: 1.7 times as high).",
        "The court is 23.77 m long in tennis and 13.4 m in badminton (tennis: 1.8 times as long).",
        "Tennis comes from England, badminton from India and England.",
        "Tennis was codified in 1875, badminton in 1893.",
    ]
    assert similarities == [
        "Both begin each rally with a serve into the court diagonally opposite.",
        "Both are contested by individuals and in pairs.",
        "Both put 1–2 players on the field.",
        "Both use racket.",
        "Both develop agility.",
    ]


def test_what_one_side_does_not_state_is_not_compared() -> None:
    assert sides({"net-height": Span(1, 1), "codified": 1900}, {}) == ([], [])
    assert sides({}, {}, {"uses": ("equipment/racket",)}, {}) == ([], [])


def test_what_one_side_states_to_have_none_of_is_a_difference() -> None:
    assert sides({"net-height": Span(1, 1)}, {"net-height": Absent()})[0] == [
        "Alpha is played over a net 1 m high; Beta has none."
    ]
    assert sides({"net-height": Absent()}, {"net-height": Span(1, 1)})[0] == [
        "Beta is played over a net 1 m high; Alpha has none."
    ]
    assert sides({"net-height": Absent()}, {"net-height": Absent()}) == ([], ["Neither is played over a net."])
    assert sides({}, {}, {"uses": ("equipment/racket",)}, {"uses": ()})[0] == [
        "Alpha uses racket; Beta needs no equipment."
    ]


def test_selections_share_and_differ_in_what_stands_first() -> None:
    agility, strength = "physical-quality/agility", "physical-quality/maximal-strength"
    assert sides({}, {}, {"develops": (agility, strength)}, {"develops": (strength,)}) == (
        ["What they develop first differs: agility in Alpha, maximal strength in Beta."],
        ["Both develop maximal strength."],
    )
    assert sides({}, {}, {"develops": (agility, strength)}, {"develops": (agility,)}) == ([], ["Both develop agility."])


def test_complete_lists_differ_item_by_item() -> None:
    thigh = Entity("muscle-group", "thigh", "Thigh", "", "t")
    calf = Entity("muscle-group", "calf", "Calf", "", "c")

    def differences(left: tuple[str, ...], right: tuple[str, ...]) -> list[str]:
        a = Entity("exercise", "a", "Alpha", "", "a", proper=True, links={"targets": left})
        b = Entity("exercise", "b", "Beta", "", "b", proper=True, links={"targets": right})
        return texts(compare(graph_of(thigh, calf, a, b), a, b))[0]

    assert differences(("muscle-group/thigh", "muscle-group/calf"), ("muscle-group/thigh",)) == [
        "Only Alpha targets calf."
    ]
    assert differences(("muscle-group/thigh",), ("muscle-group/thigh", "muscle-group/calf")) == [
        "Only Beta targets calf."
    ]
    assert differences(("muscle-group/calf",), ("muscle-group/thigh",)) == [
        "Alpha works chiefly calf; Beta works chiefly thigh."
    ]


def test_what_names_both_sides_is_shared() -> None:
    thigh, calf = (Entity("muscle-group", slug, slug.capitalize(), "", slug) for slug in ("thigh", "calf"))
    links = {"targets": ("muscle-group/thigh", "muscle-group/calf")}
    lunges = [Entity("exercise", f"lunge-{n}", f"Lunge {n}", "", "l", links=links) for n in range(9)]
    compared = compare(graph_of(thigh, calf, *lunges), thigh, calf)
    names = ", ".join(f"lunge {n}" for n in range(7))
    assert texts(compared)[1] == [f"Both are worked by {names} and 2 others."]


def test_one_that_is_left_over_is_no_plural() -> None:
    thigh, calf = (Entity("muscle-group", slug, slug.capitalize(), "", slug) for slug in ("thigh", "calf"))
    links = {"targets": ("muscle-group/thigh", "muscle-group/calf")}
    lunges = [Entity("exercise", f"lunge-{n}", f"Lunge {n}", "", "l", links=links) for n in range(8)]
    compared = compare(graph_of(thigh, calf, *lunges), thigh, calf)
    assert texts(compared)[1][0].endswith("lunge 6 and 1 other.")


def test_one_measure_converted_twice_is_no_difference() -> None:
    def stated(length: float) -> dict[str, FactValue]:
        return {"court-length": Span(length, length)}

    assert sides(stated(13.4), stated(13.41)) == ([], [])
    assert len(sides(stated(13.4), stated(13.5))[0]) == 1


@pytest.mark.parametrize(
    ("larger", "words"),
    [
        (1.04, ""),
        (1.06, " (Alpha: 1.1 times as high)"),
        (1.96, " (Alpha: twice as high)"),
        (2.04, " (Alpha: twice as high)"),
        (2.06, " (Alpha: 2.1 times as high)"),
        (9.94, " (Alpha: 9.9 times as high)"),
        (9.96, " (Alpha: 10 times as high)"),
        (10.4, " (Alpha: 10 times as high)"),
        (12.6, " (Alpha: 13 times as high)"),
    ],
)
def test_a_ratio_has_one_decimal_below_ten_and_none_from_there(larger: float, words: str) -> None:
    ((difference,), _) = sides({"net-height": Span(larger, larger)}, {"net-height": Span(1, 1)})
    assert difference == f"The net is {larger:g} m high in Alpha and 1 m in Beta{words}."


def test_the_same_terms_in_another_order_are_the_same() -> None:
    assert sides({"format": ("pairs", "individual")}, {"format": ("individual", "pairs")}) == (
        [],
        ["Both are contested by individuals and in pairs."],
    )


def test_an_entity_may_differ_from_its_type_in_the_article() -> None:
    types = {**VOCABULARY.types, "exercise": msgspec.structs.replace(VOCABULARY.types["exercise"], article=True)}
    thigh = Entity("muscle-group", "thigh", "Thigh", "", "t")
    running = Entity(
        "exercise", "running", "Running", "", "r", article=False, links={"targets": ("muscle-group/thigh",)}
    )
    squat = Entity("exercise", "squat", "Squat", "", "s", links={"targets": ()})
    linked = graph.build(msgspec.structs.replace(VOCABULARY, types=types), [thigh, running, squat])
    assert [mention(linked, entity) for entity in (running, squat)] == ["running", "the squat"]


def test_authored_statements_lead_and_turn_with_the_sides() -> None:
    tennis, badminton = (MINIATURE.entities[f"sport/{slug}"] for slug in ("tennis", "badminton"))
    pair = msgspec.structs.replace(
        MINIATURE.entities["comparison/tennis-vs-badminton"],
        contrasts=(Contrast("noise", "tennis is loud", "badminton is not", "itf-rules-2025", "body"),),
        similarities=(Similarity("rallies", "both have rallies", "itf-rules-2025"),),
    )
    whole = graph.build(VOCABULARY, [e for e in MINIATURE.entities.values() if e.id != pair.id] + [pair])
    there = compare(whole, tennis, badminton, pair)
    back = compare(whole, badminton, tennis, pair)
    assert (there.differences[0].text, there.differences[0].source) == (
        "Tennis is loud; badminton is not.",
        "itf-rules-2025",
    )
    assert back.differences[0].text == "Badminton is not; tennis is loud."
    assert (there.similarities[0].text, there.similarities[0].group) == ("Both have rallies.", "play")


def spans() -> st.SearchStrategy[Span]:
    numbers = st.floats(0.1, 400, allow_nan=False)
    return st.one_of(
        numbers.map(lambda x: Span(x, x)), st.tuples(numbers, numbers).map(lambda pair: Span(min(pair), max(pair)))
    )


def by_sex(pair: tuple[Span, Span]) -> ByScope:
    return ByScope((("men", pair[0]), ("women", pair[1])))


VALUES: dict[str, st.SearchStrategy[FactValue]] = {
    "format": st.lists(st.sampled_from(["individual", "pairs"]), min_size=1, max_size=2, unique=True).map(tuple),
    "players": spans(),
    "court-length": spans(),
    "net-height": st.one_of(spans(), st.just(Absent()), st.tuples(spans(), spans()).map(by_sex)),
    "origin": st.sampled_from(["England", "India", "the 1870s {b}"]),
    "codified": st.integers(-3000, 2032),
}
OTHER_SIDE = {"{A}": "{B}", "{B}": "{A}", "{a}": "{b}", "{b}": "{a}"}
FACTS = st.fixed_dictionaries({}, optional=VALUES)
LINKS = st.fixed_dictionaries(
    {},
    optional={
        "uses": st.sampled_from([(), ("equipment/racket",)]),
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
    a = Entity("sport", "a", "Alpha", "", "a", facts=facts_a, links=links_a)
    b = Entity("sport", "b", "Beta", "", "b", facts=facts_b, links=links_b)
    whole = graph_of(a, b)
    for here, there in zip(contrasts(whole, a, b), contrasts(whole, b, a), strict=True):
        one_sided = here.turned != there.turned
        swapped = msgspec.structs.replace(here, left=here.right, right=here.left, turned=here.turned != one_sided)
        assert swapped == there
        assert one_sided == ("{b}" not in here.template and not here.same)


def test_the_most_telling_comes_first(catalogue: Publication) -> None:
    assert len(catalogue.knowledge.comparisons) >= 28
    for compared in catalogue.knowledge.comparisons.values():
        for statements in (compared.differences, compared.similarities):
            assert all(first.weight >= second.weight for first, second in pairwise(statements))


def test_every_statement_of_the_catalogue_is_a_sentence(catalogue: Publication) -> None:
    for compared in catalogue.knowledge.comparisons.values():
        for statement in (*compared.differences, *compared.similarities):
            text = statement.text
            assert text[0].isupper() or not text[0].isalpha(), text
            assert text.endswith("."), text
            assert "{" not in text, text
            assert "  " not in text, text
            assert not re.search(r"\b1 players", text), text
