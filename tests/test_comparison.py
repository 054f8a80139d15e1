"""Comparisons state what is signed, and facts that cannot mislead; the most telling comes first."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from conftest import WORLD
from hypothesis import given
from hypothesis import strategies as st

from sportlore import registry
from sportlore.comparison import Comparison, compare, mention
from sportlore.model import Absent, ByScope, Contrast, Entity, FactValue, Similarity, Span
from sportlore.publication import Publication

MINIATURE = registry.read(WORLD)
VOCABULARY = MINIATURE.vocabulary
REFERENCE = Path(__file__).parent / "reference"


def texts(compared: Comparison) -> tuple[list[str], list[str]]:
    """The sentences of a comparison: differences, similarities."""
    return [s.text for s in compared.differences], [s.text for s in compared.similarities]


def sides(facts_a: dict[str, FactValue], facts_b: dict[str, FactValue]) -> tuple[list[str], list[str]]:
    """The sentences on two entities that state these facts."""
    a = Entity("sport", "a", "Alpha", "", "a", proper=True, facts=facts_a)
    b = Entity("sport", "b", "Beta", "", "b", proper=True, facts=facts_b)
    return texts(compare(VOCABULARY, a, b))


def test_a_comparison_says_what_differs_and_what_does_not(world: Publication) -> None:
    differences, similarities = texts(world.knowledge.comparisons["comparison/tennis-vs-badminton"])
    assert differences == [
        "In tennis the ball may bounce once before it is struck; in badminton the shuttle must not touch the floor.",
        "The net is 0.914 m high in tennis and 1.55 m in badminton (badminton: 1.7 times as high).",
        "The court is 23.77 m long in tennis and 13.4 m in badminton (tennis: 1.8 times as long).",
    ]
    assert similarities == [
        "Both begin each rally with a serve into the court diagonally opposite.",
        "Both put 1–2 players on the field.",
    ]


def test_what_one_side_does_not_state_is_not_compared() -> None:
    assert sides({"net-height": Span(1, 1)}, {}) == ([], [])


def test_facts_without_a_sentence_are_left_to_the_table() -> None:
    assert sides({"origin": "England", "codified": 1875}, {"origin": "India", "codified": 1893}) == ([], [])
    assert sides({"format": ("pairs",)}, {"format": ("pairs",)}) == ([], [])


def test_what_one_side_states_to_have_none_of_is_a_difference() -> None:
    assert sides({"net-height": Span(1, 1)}, {"net-height": Absent()})[0] == [
        "Alpha is played over a net 1 m high; Beta has none."
    ]
    assert sides({"net-height": Absent()}, {"net-height": Span(1, 1)})[0] == [
        "Beta is played over a net 1 m high; Alpha has none."
    ]
    assert sides({"net-height": Absent()}, {"net-height": Absent()}) == ([], [])


@pytest.mark.parametrize(
    ("here", "there", "differ"),
    [
        (Span(13.4, 13.4), Span(13.41, 13.41), False),  # 44 feet, converted twice
        (Span(13.4, 13.4), Span(13.6, 13.6), False),  # 1.5 %
        (Span(13.4, 13.4), Span(13.7, 13.7), True),  # 2.2 %
        (Span(4.9, 4.9), Span(5, 5), False),  # 5 may be a rounded 4.9
        (Span(2, 2), Span(2.44, 2.44), False),
        (Span(2, 2), Span(3, 3), True),
        (Span(4.88, 7.32), Span(4.9, 7.3), False),  # ranges that overlap
        (Span(90, 120), Span(130, 145), True),
        (Span(90, 120), Span(121, 145), False),
    ],
)
def test_measures_differ_beyond_tolerance_and_rounding(here: Span, there: Span, differ: bool) -> None:
    for x, y in ((here, there), (there, here)):
        assert [bool(said) for said in sides({"court-length": x}, {"court-length": y})] == [differ, False]


def test_counts_are_exact() -> None:
    assert sides({"players": Span(6, 6)}, {"players": Span(7, 7)})[0] == [
        "Alpha has 6 players on the field, Beta 7 players."
    ]


def scoped(**values: float) -> ByScope:
    return ByScope(tuple((scope, Span(value, value)) for scope, value in values.items()))


def test_values_by_scope_are_compared_in_scopes_that_both_state() -> None:
    def said(here: FactValue, there: FactValue) -> tuple[list[str], list[str]]:
        return sides({"court-length": here}, {"court-length": there})

    assert said(scoped(men=20, women=18), Span(10, 10)) == ([], [])
    assert sides({"net-height": scoped(men=2.4, women=2.2)}, {"net-height": Absent()}) == ([], [])
    assert said(scoped(men=20, women=18), scoped(men=10, women=18))[0] == [
        "Length of the court: 20 m for men in Alpha; 10 m for men in Beta."
    ]
    assert said(scoped(men=20, women=18), scoped(women=18, men=20))[1] == [
        "Length of the court: 20 m for men and 18 m for women in both."
    ]


def test_a_ring_is_not_said_to_be_wide_and_long() -> None:
    length, width = (VOCABULARY.facts["court-length"], VOCABULARY.facts["net-height"])
    facts = {"court-length": length, "net-height": msgspec.structs.replace(width, beside="court-length")}
    vocabulary = msgspec.structs.replace(VOCABULARY, facts=facts)

    def keys(a: float, b: float) -> list[str]:
        square: list[dict[str, FactValue]] = [{key: Span(size, size) for key in facts} for size in (4, 9)]
        square[0]["net-height"], square[1]["net-height"] = Span(a, a), Span(b, b)
        alpha, beta = (
            Entity("sport", slug, slug, "", slug, facts=stated) for slug, stated in zip("ab", square, strict=True)
        )
        return sorted(str(statement.key) for statement in compare(vocabulary, alpha, beta).differences)

    assert keys(4, 9) == ["court-length"]
    assert keys(4, 8) == ["court-length", "net-height"]


@pytest.mark.parametrize(
    ("larger", "words"),
    [
        (1.06, ""),
        (1.49, ""),
        (1.5, " (Alpha: 1.5 times as high)"),
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
    ((difference,), _) = sides({"net-height": Span(larger * 100, larger * 100)}, {"net-height": Span(100, 100)})
    assert difference == f"The net is {larger * 100:g} m high in Alpha and 100 m in Beta{words}."


def test_an_entity_may_differ_from_its_type_in_the_article() -> None:
    types = {**VOCABULARY.types, "exercise": msgspec.structs.replace(VOCABULARY.types["exercise"], article=True)}
    vocabulary = msgspec.structs.replace(VOCABULARY, types=types)
    running = Entity("exercise", "running", "Running", "", "r", article=False)
    squat = Entity("exercise", "squat", "Squat", "", "s")
    assert [mention(vocabulary, entity) for entity in (running, squat)] == ["running", "the squat"]


def test_authored_statements_lead_and_turn_with_the_sides() -> None:
    tennis, badminton = (MINIATURE.entities[f"sport/{slug}"] for slug in ("tennis", "badminton"))
    pair = msgspec.structs.replace(
        MINIATURE.entities["comparison/tennis-vs-badminton"],
        contrasts=(Contrast("noise", "tennis is loud", "badminton is not", "itf-rules-2025", "body"),),
        similarities=(Similarity("rallies", "both have rallies", "itf-rules-2025"),),
    )
    there = compare(VOCABULARY, tennis, badminton, pair)
    back = compare(VOCABULARY, badminton, tennis, pair)
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
    "players": spans(),
    "court-length": st.one_of(spans(), st.tuples(spans(), spans()).map(by_sex)),
    "net-height": st.one_of(spans(), st.just(Absent()), st.tuples(spans(), spans()).map(by_sex)),
}
FACTS = st.fixed_dictionaries({}, optional=VALUES)


@given(FACTS, FACTS)
def test_swapping_the_sides_swaps_the_words_and_nothing_else(
    facts_a: dict[str, FactValue], facts_b: dict[str, FactValue]
) -> None:
    a, b = Entity("sport", "a", "Alpha", "", "a", facts=facts_a), Entity("sport", "b", "Beta", "", "b", facts=facts_b)

    def said(x: Entity, y: Entity) -> list[tuple[str | None, bool, float, str]]:
        compared = compare(VOCABULARY, x, y)
        every = (*compared.differences, *compared.similarities)
        return [(s.key, s.same, s.weight, "".join(sorted(s.text.casefold()))) for s in every]

    assert said(a, b) == said(b, a)


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


FALSE_CLASSES = [line.split("\t") for line in (REFERENCE / "false-classes.tsv").read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(("name", "pattern", "example", "why"), FALSE_CLASSES, ids=[row[0] for row in FALSE_CLASSES])
def test_no_comparison_has_a_sentence_of_a_class_that_was_struck_out(
    catalogue: Publication, name: str, pattern: str, example: str, why: str
) -> None:
    assert re.search(pattern, example), f"{name}: the pattern does not match its example"
    assert why
    unsigned = [
        statement.text
        for compared in catalogue.knowledge.comparisons.values()
        for statement in (*compared.differences, *compared.similarities)
        if statement.source is None
    ]
    assert unsigned
    assert [text for text in unsigned if re.search(pattern, text)] == []


def test_only_facts_of_the_short_list_have_sentences(catalogue: Publication) -> None:
    """What the playing area measures, players, the ball and time."""
    facts = catalogue.vocabulary.facts
    assert {key for key, fact in facts.items() if fact.difference} == {
        *(
            "players-per-side",
            "field-length",
            "field-width",
            "length",
            "width",
            "net-height",
            "goal-width",
            "goal-height",
        ),
        *("object-mass", "object-circumference", "object-girth", "object-diameter"),
        "duration",
    }
    assert [key for key, fact in facts.items() if fact.similarity and not fact.difference] == []
