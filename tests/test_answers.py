"""Direct answers: how questions are read, which value answers, what must stay silent, and the figures of the tuning set."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from benchmarks.machine import ROOT
from benchmarks.relevance_answers import FACT, NONE, Asked, measure, opened, questions
from sportlore.answers import Answerer, AskedPassage, Named, Passage, Wordings, answers, entries, explain, title_of
from sportlore.answers.phrasings import phrasings
from sportlore.answers.reading import question, tokens
from sportlore.answers.subjects import Item, Listed, Section
from sportlore.answers.values import Fact, Value, Variant, converted, text_in, value_of
from sportlore.contract.schemas import DirectAnswer
from sportlore.derive.passages import passages
from sportlore.model import Calculator
from sportlore.publication import Publication
from sportlore.snapshot import Snapshot

PRECISION, COVERAGE, FALSE_TRIGGERS = 0.97, 0.85, 0.01
"""Of the answers that are given, of the questions that ask for a single fact, of questions that have no answer here."""

PHRASES = {"men": ("men", "for men"), "women": ("women", "for women"), "doubles": ("doubles", "in doubles")}
NET = Fact(
    "net-height",
    "Height of the net",
    {"men": 2.43, "women": 2.24},
    "2.43 m for men and 2.24 m for women",
    "m",
    variants=(
        Variant(2.1, "2.1 m", "m", ("under 12",), source="guide"),
        Variant(2.35, "2.35 m", "m", ("men",), until=1990),
        Variant(2, "2 periods", None, ("NCAA", "men"), source="guide"),
    ),
)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("How tall is the net?", "height of the net"),
        ("how many people are there in a team", "number of players on a side"),
        ("what is it made of", "made from"),
        ("when did it originate", "what year did it start"),
        ("how does it work", "how it works"),
    ],
)
def test_questions_that_mean_the_same_have_the_same_tokens(text: str, same: str) -> None:
    assert tokens(text) == tokens(same) != frozenset()


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("how high is the net", "how wide is the net"),
        ("why is the net high", "how high is the net"),
        ("when was it invented", "who invented it"),
        ("how many players", "how many matches"),
        ("how do you play", "how many play"),
    ],
)
def test_questions_that_ask_for_something_else_have_not(text: str, other: str) -> None:
    assert tokens(text) != tokens(other)


@pytest.mark.parametrize(
    ("text", "unit", "rest"),
    [
        ("how high is the net in feet?", "feet", "how high is the net"),
        ("length in yards of a lane", "yards", "length of a lane"),
        ("net height feet and inches", "feet and inches", "net height"),
        ("weight of the bar in lbs/kg", "lbs and kg", "weight of the bar"),
        ("weight of a puck grams", "grams", "weight of a puck"),
        ("how many miles is a marathon", "", "how far is a marathon"),
        ("how many kilograms is the bar", "", "how heavy is the bar"),
        ("how many feet high is the net", "", "how high is the net"),
        ("how long is it in the pool", "", "how long is it in the pool"),
    ],
)
def test_the_unit_that_is_asked_for_is_taken_out(text: str, unit: str, rest: str) -> None:
    asked = question(text)
    assert asked.rest(()) == tokens(rest)
    assert asked.unit == unit or (not unit and asked.unit in text)


def test_a_corrected_word_stands_as_it_is_meant_and_never_becomes_a_question() -> None:
    assert question("badmiton net", [("badmiton", "badminton")]).words == ("badminton", "net")
    assert question("free thow", [("thow", "how")]).words == ("free", "thow")


@pytest.mark.parametrize(
    ("scopes", "expected"),
    [
        ((), Value({"men": 2.43, "women": 2.24}, "2.43 m for men and 2.24 m for women", "m")),
        (("women",), Value(2.24, "2.24 m", "m", ("women",))),
        (("under 12",), Value(2.1, "2.1 m", "m", ("under 12",), "guide")),
        (("NCAA",), Value(2, "2 periods", None, ("NCAA", "men"), "guide")),
        (("NBA",), None),
        (("men", "under 12"), None),
    ],
)
def test_the_value_of_a_scope(scopes: Sequence[str], expected: Value | None) -> None:
    assert value_of(NET, scopes, PHRASES) == expected


def test_a_measure_holds_at_the_games_and_a_text_does_not() -> None:
    phrases = {"Olympic Games": ("olympic-games", "at the Olympic Games")}
    gloves = Fact("mass", "Mass", {"amateur": 284, "professional": 227}, "227 g to 284 g", "g")
    start = Fact("origin-period", "Period of origin", "the 19th century", "the 19th century")
    assert value_of(gloves, ("Olympic Games",), phrases) == Value(gloves.value, gloves.text, "g")
    assert value_of(start, ("Olympic Games",), phrases) is None


@pytest.mark.parametrize(
    ("pattern", "all_of_them"),
    [
        ("how high is it", ["how high is it"]),
        ("how (high|tall) is it", ["how high is it", "how tall is it"]),
        ("net [in the (middle|centre)] height", ["net height", "net in the middle height", "net in the centre height"]),
    ],
)
def test_questions_have_alternatives_and_parts_that_may_be_left_out(pattern: str, all_of_them: Sequence[str]) -> None:
    assert sorted(set(phrasings(pattern))) == sorted(all_of_them)


def test_a_measure_holds_for_both_sexes_and_a_text_for_neither_alone() -> None:
    width = Fact("width", "Width", 9, "9 m", "m")
    start = Fact("origin-period", "Period of origin", "the 19th century", "the 19th century")
    assert value_of(width, ("women",), PHRASES) == Value(9, "9 m", "m")
    assert value_of(start, ("women",), PHRASES) is None, "when women began is another question"


def test_values_are_set_apart_by_any_scope() -> None:
    told = "8.23 m in singles and 10.97 m in doubles"
    width = Fact("width", "Width", {"singles": 8.23, "doubles": 10.97}, told, "m", ("itf-rules",))
    assert value_of(width, ("doubles",), PHRASES) == Value(10.97, "10.97 m", "m", ("doubles",), "itf-rules")
    assert value_of(width, (), PHRASES) == Value(width.value, told, "m", source="itf-rules")
    assert value_of(width, ("women",), PHRASES) is None


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (Value(2.24, "2.24 m", "m"), "feet", "7.35 ft (2.24 m)"),
        (Value([90, 120], "90–120 m", "m"), "yards", "98.4–131 yd (90–120 m)"),
        (Value({"men": 2.43, "women": 2.24}, "…", "m"), "inches", "95.7 in for men and 88.2 in for women (…)"),
        (Value(42195, "42.195 km", "m"), "miles", "26.2 miles (42.195 km)"),
        (Value(3.048, "3.05 m", "m"), "feet and inches", "10 ft (3.05 m)"),
        (Value(0.1, "10 cm", "m"), "feet and inches", "3.94 in (10 cm)"),
        (Value([1, 2], "1–2 m", "m"), "feet and inches", "3.28–6.56 ft (1–2 m)"),
        (Value(0.914, "0.914 m", "m"), "metres and feet", "3 ft (0.914 m)"),
        (Value(42195, "42.195 km", "m"), "km", "42.195 km"),
        (Value(425, "425 g", "g"), "pounds", "0.937 lb (425 g)"),
        (Value(90, "90 min", "min"), "hours", "1.5 h (90 min)"),
        (Value(0.1525, "0.1525 m", "m"), "cm", "15.25 cm (0.1525 m)"),
        (
            Value({"men": 24, "women": 22}, "24 g for men and 22 g for women", "g"),
            "grams",
            "24 g for men and 22 g for women",
        ),
    ],
)
def test_a_value_in_another_unit(value: Value, unit: str, expected: str) -> None:
    result = converted(value, unit, PHRASES)
    assert result is not None
    assert result.text == expected


@pytest.mark.parametrize("value", [Value(2, "2 periods", "{periods}"), Value("a ball", "a ball"), Value(9, "9 m", "m")])
def test_a_value_has_no_other_unit_than_those_of_its_kind(value: Value) -> None:
    assert converted(value, "pounds", PHRASES) is None


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("stones of up to 19.96 kg", "lbs", "stones of up to 44 lb (19.96 kg)"),
        ("a 400-metre oval", "yards", "a 437 yd (400-metre) oval"),
        ("2 kg and 22 cm across", "pounds", "4.41 lb (2 kg) and 22 cm across"),
        ("a zone seven feet deep", "feet", "a zone seven feet deep"),
        ("2 to 3 mg per kilogram", "kg", "2 to 3 mg per kilogram"),
        ("108 mm (4¼ inches) across", "inches", "108 mm (4¼ inches) across"),
        ("3.8 km, 180 km, 42.2 km", "miles", None),
        ("5 to 7 kg", "pounds", None),
        ("at most 737 g", "cm", None),
        ("stages in 3 days", "inches", None),
    ],
)
def test_a_text_in_another_unit(text: str, unit: str, expected: str | None) -> None:
    assert text_in(text, unit) == expected


class World:
    """Entities in memory, by what they are called."""

    site_url = "http://x"

    def __init__(
        self,
        items: Sequence[Item],
        keywords: Mapping[str, Sequence[str]],
        wordings: Wordings,
        sections: Mapping[str, Sequence[Section]] = {},
    ) -> None:
        self._items = items
        self._keywords = keywords
        self._sections = sections
        self._index = dict(entries(wordings, map(self._named, items)))
        self._exercises = [item for item in items if item.type == "exercise"]

    def _named(self, item: Item) -> Named:
        numbers = {other.id: number for number, other in enumerate(self._items)}
        linked: dict[str, list[int]] = {}
        for link in item.links:
            linked.setdefault(link.relation, []).append(numbers[link.id])
        compared = linked.get("compares", [])
        return Named(
            name=item.name,
            keywords=self._keywords.get(item.id, ()),
            titles=[section.title for section in self._sections.get(item.id, ())],
            compares=(compared[0], compared[1]) if compared else None,
            within=linked.get("of-sport", ()),
            facts=[fact.key for fact in item.facts if fact.value != "none"],
            tellers=[("part", number) for number in linked.get("has-part", ())],
            told=[fact.text for fact in item.facts],
            divided=[fact.text for fact in item.facts],
            is_sport=item.type == "sport",
        )

    def value(self, key: bytes) -> bytes | None:
        return self._index.get(key)

    def item(self, number: int) -> Item:
        return self._items[number]

    def sections(self, item: Item) -> Sequence[Section]:
        return self._sections.get(item.id, ())

    def calculator(self, slug: str) -> Calculator:
        return CALCULATORS[slug]

    def relations(self, type: str, target: str) -> Sequence[str]:
        return {"muscle-group": ["targets"], "equipment": ["uses"]}.get(target, ()) if type == "exercise" else ()

    def terms(self, type: str) -> frozenset[tuple[str, str]]:
        return frozenset([("level", "beginner")]) if type == "exercise" else frozenset()

    def listed(self, type: str, conditions: Sequence[tuple[str, str]], most: int) -> Listed:
        found = [exercise for exercise in self._exercises if all(self._meets(exercise, *pair) for pair in conditions)]
        query = "&".join(map("=".join, conditions))
        return Listed(len(found), [item.reference for item in found[:most]], "http://x", f"/v1/{type}?{query}")

    def _meets(self, item: Item, key: str, value: str) -> bool:
        linked = [link.id for link in item.links if link.relation == key]
        stated = [fact.value for fact in item.facts if fact.key == key]
        return not linked and not stated if value == "none" else value in (*linked, *stated)


def item(id: str, name: str, *facts: Fact, description: str = "", links: Mapping[str, str] = {}) -> Item:
    relationships = [
        {"id": target, "name": target.partition("/")[2].title(), "relation": rel} for target, rel in links.items()
    ]
    raw = msgspec.Raw(msgspec.json.encode(relationships))
    return Item(id, id.partition("/")[0], name, description, f"http://x/{id}", f"/v1/{id}", raw, facts)


def players(number: int) -> Fact:
    return Fact("players", "Players", number, f"{number} players")


WORLD = [
    item("sport/volleyball", "Volleyball", NET, links={"scoring/rally": "has-part", "equipment/ball": "uses"}),
    item(
        "sport/tennis",
        "Tennis",
        Fact("net-height", "Height of the net", 0.914, "0.914 m", "m"),
        Fact("duration-format", "How long it lasts", "three sets of six games", "three sets of six games"),
        description="A game.",
    ),
    item("scoring/rally", "Rally point scoring", Fact("points-to-win", "Points to win", 25, "25")),
    item("rule/let", "Let", description="A stroke again. It is rare.", links={"sport/tennis": "of-sport"}),
    item("rule/other-let", "Let", description="Another.", links={"sport/volleyball": "of-sport"}),
    item(
        "comparison/tennis-vs-volleyball",
        "Tennis vs volleyball",
        description="Two net games.",
        links={"sport/tennis": "compares", "sport/volleyball": "compares"},
    ),
    item(
        "facility/court",
        "Volleyball court",
        Fact("length", "Length", 18, "18 m", "m"),
        Fact("width", "Width", 9, "9 m", "m"),
    ),
    item("facility/ghost", "Ghost court", Fact("length", "Length", "none", "none", "m")),
    item("officiating/var", "Video assistant referee"),
    item("equipment/ball", "Volleyball ball"),
    item("equipment/racket", "Tennis racket", Fact("length", "Length", 73.7, "73.7 cm", "cm")),
    item("muscle-group/calves", "Calves"),
    item(
        "exercise/raise",
        "Calf raise",
        Fact("level", "Level", "beginner", "beginner"),
        links={"muscle-group/calves": "targets"},
    ),
    item("exercise/press", "Calf press", links={"muscle-group/calves": "targets", "equipment/ball": "uses"}),
    item("sport/field-hockey", "Field hockey", players(11), Fact("environment", "Played", "outdoors", "outdoors")),
    item("sport/ice-hockey", "Ice hockey", players(6), Fact("environment", "Played", "ice", "indoors and on ice")),
    item("sport/football", "Football", Fact("governing-body", "Governed by", "FIFA", "FIFA")),
    item("equipment/football", "Football", Fact("governing-body", "Governed by", "a firm", "a firm")),
    item("facility/pool", "Olympic swimming pool", Fact("length", "Length", 50, "50 m", "m")),
    item(
        "sport/curling",
        "Curling",
        Fact("length", "Length", 45, "45 m", "m"),
        Fact("field-length", "Length of the playing area", 45, "45 m", "m"),
        Fact("players-per-side", "Players per side", 4, "4 players"),
        description="Stones slide on an oval ring.",
        links={"facility/pool": "played-at"},
    ),
    item("discipline/luge", "Luge"),
    item("knowledge/draft", "Player draft", description="Clubs choose by turns. The last one chooses first."),
]
CURLING, LUGE = (next(index for index, each in enumerate(WORLD) if each.name == name) for name in ("Curling", "Luge"))
FOLLOWS = {"rule/let": [Section("What follows", text="The point is played again.")]}
CALCULATORS = {
    slug: msgspec.structs.replace(
        msgspec.convert(
            tomllib.loads((ROOT / "catalogue" / "calculators" / f"{slug}.toml").read_text("utf-8")), Calculator
        ),
        slug=slug,
    )
    for slug in ("one-rep-max-epley", "body-mass-index", "riegel-race-time", "wilks-2020")
}


@pytest.fixture(scope="module")
def world() -> Answerer:
    wordings = Wordings(
        facts={
            "net-height": ["how high is the (net|hoop)"],
            "points-to-win": ["how many points to win"],
            "length": ["how long is it", "how big is it"],
            "width": ["how wide is it", "how big is it"],
            "duration-format": ["how long is a match"],
            "purpose": ["what is it"],
            "players": ["how many players [on the (ice|field)]"],
            "players-per-side": ["how many players"],
            "classification": ["players"],
            "field-length": ["how long is the oval", "how long is the court"],
            "governing-body": ["who governs it"],
        },
        relations={"uses": ["what equipment do you need"]},
        sections={"What follows": ["what happens then"]},
        scopes={"women": ["women", "ladies"], "under 12": ["under 12", "u12"], "NBA": ["NBA"], "AVP": ["AVP"]},
        phrases=PHRASES,
        sports={"AVP": 0},
        types={"exercise": ["exercise", "exercises"], "sport": ["sport"]},
        terms={("level", "beginner"): ["beginner", "easy"]},
        calculators={
            slug: (calculator.title, *calculator.keywords, *calculator.asked)
            for slug, calculator in CALCULATORS.items()
        },
        texts=["duration-format"],
        bodies={"FIVB": 0},
        passages=[
            AskedPassage(
                Passage(6, "Attack lines", "3 m from the net", (6, 0), 3.0, "rules"),
                ["how far is the attack line [from the net]"],
                alone=True,
            ),
            AskedPassage(
                Passage(1, "Rallies", "A rally ends when the ball bounces twice.", (1,)), ["when does a rally end"]
            ),
            AskedPassage(Passage(1, "Strokes", "A slice spins backwards.", (1,)), [], defines=["slice"]),
            AskedPassage(Passage(0, "Serves", "A float does not spin.", (0,)), [], defines=["float serve", "float"]),
            *(
                AskedPassage(Passage(CURLING, "Play", text, (CURLING,)), [asked])
                for text, asked in (
                    ("Stones of 19.96 kg slide.", "how heavy is the stone"),
                    ("Brushes of 800 g and 600 g.", "how heavy is the brush [for women]"),
                    ("It aims at five rings.", "how many (rings|sweeps) [per stage]"),
                    ("A hit counts two or three.", "(hit|bonus) points"),
                )
            ),
            AskedPassage(
                Passage(6, "Ring for the hammer", "2 m across", (6, LUGE), 2.0, "rules"),
                ["luge circle diameter"],
                alone=True,
            ),
            AskedPassage(Passage(LUGE, "Start", "From a circle 3 m across.", (LUGE,)), ["circle diameter"]),
        ],
    )
    keywords = {"officiating/var": ["var"], "sport/field-hockey": ["hockey"]}
    return Answerer(World(WORLD, keywords, wordings, FOLLOWS))


@pytest.mark.parametrize(
    ("text", "kind", "answer"),
    [
        ("how high is a volleyball net", "fact", "2.43 m for men and 2.24 m for women"),
        ("volleyball net height ladies", "fact", "2.24 m"),
        ("under 12 volleyball net height", "fact", "2.1 m"),
        ("volleyball net height women feet and inches", "fact", "7 ft 4.2 in (2.24 m)"),
        ("tennis net height feet or metres", "fact", "3 ft (0.914 m)"),
        ("how many sets in tennis", "fact", "three sets of six games"),
        ("good volleyball net height women", "fact", "2.24 m"),
        ("How tall is the net in tennis in inches", "fact", "36 in (0.914 m)"),
        ("how many points to win a volleyball match", "fact", "25"),
        ("how big is a volleyball court", "fact", "length 18 m, width 9 m"),
        ("what equipment do you need for volleyball", "list", "Ball"),
        ("how long is a tennis set", "fact", "three sets of six games"),
        ("how long is the racket in tennis", "fact", "73.7 cm"),
        ("what is a let in tennis", "section", "A stroke again."),
        ("tennis let what happens then", "section", "The point is played again."),
        ("what follows a let in tennis", "section", "The point is played again."),
        ("what does VAR stand for", "section", "Video assistant referee"),
        ("tennis or volleyball, what is the difference", "comparison", "Two net games."),
        ("volleyball vs tennis", "comparison", "Two net games."),
        ("which is better tennis or volleyball", "comparison", "Two net games."),
        ("is tennis easier than volleyball", "comparison", "Two net games."),
        ("exercises for the calves", "list", "Calf raise, Calf press"),
        ("calves exercises without equipment", "list", "Calf raise"),
        ("easy exercises for calves", "list", "Calf raise"),
        ("bodyweight exercises", "list", "Calf raise"),
        ("1rm 100 kg 5 reps", "calculator", "116.7 kg"),
        ("what is my one rep max if i lift 225 lbs for 5 reps", "calculator", "119.1 kg"),
        ("bmi 5ft 11 180 pounds", "calculator", "25.1 kg/m² (overweight)"),
        ("bmi 70 175", "calculator", "22.9 kg/m² (normal range)"),
        ("race predictor 10k 50:00 half marathon", "calculator", "1:50:19"),
        ("wilks male 80kg 500 kg total", "calculator", "409.57"),
        ("predict 10k from 5k 25:00", "calculator", "52:07"),
        ("how far is the attack line in volleyball", "fact", "3 m from the net"),
        ("volleyball court attack line how far in feet", "fact", "9.84 ft (3 m from the net)"),
        ("how far is the attack line from the net", "fact", "3 m from the net"),
        ("when does a rally end in tennis", "section", "A rally ends when the ball bounces twice."),
        ("what is a slice", "section", "A slice spins backwards."),
        ("what is a float in volleyball", "section", "A float does not spin."),
        ("what does slice mean in tennis", "section", "A slice spins backwards."),
        ("olympic pool in feet", "fact", "164 ft (50 m)"),
        ("FIVB volleyball net height women", "fact", "2.24 m"),
        ("how many players on the ice in hockey", "fact", "6 players"),
        ("hockey how many players", "fact", "11 players"),
        ("who governs football", "fact", "FIFA"),
        ("olympic pool length", "fact", "50 m"),
        ("how does the player draft work", "section", "Clubs choose by turns. The last one chooses first."),
        ("explain the let in tennis in simple terms", "section", "A stroke again."),
        ("calves exercises without weights", "list", "Calf raise"),
        ("how heavy is the curling stone in pounds", "section", "Stones of 44 lb (19.96 kg) slide."),
        ("how heavy is the curling brush", "section", "Brushes of 800 g and 600 g."),
        ("how many curling rings per stage", "section", "It aims at five rings."),
        ("curling hit points", "section", "A hit counts two or three."),
        ("luge circle diameter", "section", "From a circle 3 m across."),  # not that of the hammer at the same venue
        ("how long is the curling court", "fact", "45 m"),
        ("curling players", "fact", "4 players"),
        ("let in tennis what is it", "section", "A stroke again."),
        ("tennis let what is", "section", "A stroke again."),
        ("tennis let rule", "section", "A stroke again."),
    ],
)
def test_what_is_asked_for_is_answered(world: Answerer, text: str, kind: str, answer: str) -> None:
    (given,) = answers(world, text)
    assert (given.kind, given.text) == (kind, answer)


@pytest.mark.parametrize(
    "text",
    [
        "why is the volleyball net high",
        "how high can a volleyball net player jump",
        "highest volleyball net",
        "how high is the net",
        "how high is a badminton net",
        "how high is an nba volleyball net",
        "how high is a volleyball net in pounds",
        "how high is the hoop in tennis",  # it has none
        "how many innings in tennis",
        "who won tennis",
        "tennis",
        "tennis volleyball",
        "what is a let",  # two are called so
        "what is tennis shoes",
        "which is the best tennis or volleyball player",
        "how long is a tennis quarter",
        "how long is a ghost court",
        "exercises without",
        "exercises for the biceps",
        "which exercise did the champion do for the calves",
        "exercises for calves in the nba",
        "advanced exercises without tennis",
        "1rm",
        "1rm 100 kg",
        "1rm world record 500 kg 1 reps",
        "bmi 300 kg 20 cm",
        "bmi of a footballer 2024",
        "10k in 45 minutes",
        "wilks 80kg 500 kg total",
        "what does tennis stand for today",
        "how far is the attack line in tennis",
        "when does a rally end",  # of which sport
        "when does a rally end in volleyball",
        "what is a slice of cake",
        "slice",
        "what is a slice in volleyball",
        "player draft",
        "can you score from the player draft",
        "how heavy is the curling stone in feet",
        "how heavy is the curling brush for women",  # which of two is theirs
        "how many curling sweeps per stage",
        "curling bonus points",
        "attack line volleyball how far in pounds",
        "how long is the curling oval",  # it lies on the playing area
        "50 m in feet",
    ],
)
def test_what_is_not_sure_stays_silent(world: Answerer, text: str) -> None:
    assert answers(world, text) == []


def test_a_long_section_is_cut_at_the_end_of_a_sentence() -> None:
    court = Section("Steps", steps=("Stand upright and still.",) * 40)
    source = World([item("rule/let", "Let")], {}, Wordings(), {"rule/let": [court]})
    (given,) = answers(Answerer(source), "let steps")
    assert len(given.text) < 330
    assert given.text.endswith("still. …")


@pytest.fixture(scope="module")
def snapshot(catalogue_snapshot: Path) -> Iterator[Snapshot]:
    with_catalogue = Snapshot(catalogue_snapshot)
    yield with_catalogue
    with_catalogue.close()


def test_the_tuning_set_is_answered_rightly_or_not_at_all(snapshot: Snapshot) -> None:
    scores = measure(opened(snapshot), questions())
    assert scores["all"].right / scores["all"].answered >= PRECISION
    assert scores[FACT].right / scores[FACT].asked >= COVERAGE
    assert scores[NONE].answered / scores[NONE].asked <= FALSE_TRIGGERS


def test_a_question_of_the_tuning_set_is_judged_by_its_text_or_by_what_it_is_about() -> None:
    fact = Asked("how high", "fact", "sport/tennis", "net-height", "0.914 m")
    section = Asked("what is it", "section", "sport/tennis", "description", "")
    (given,) = answers(Answerer(World([WORLD[1]], {}, Wordings(facts={"net-height": ["high"]}))), "tennis high")
    assert isinstance(given, DirectAnswer)
    assert fact.is_answered_by(given)
    assert not section.is_answered_by(given)


KINDS = {
    "how many": {"integer", "number"},
    "how high": {"number", "text"},
    "how wide": {"number"},
    "how heavy": {"number"},
    "how deep": {"number"},
    "how far": {"number"},
    "how often": {"number"},
    "how long": {"number", "integer", "text"},
    "where": {"text", "term", "terms"},
    "who": {"text"},
    "when": {"year", "text", "term", "terms"},
    "what year": {"year", "text"},
    "in which year": {"year", "text"},
}
"""What a question begins with, and the kinds of facts that give such a value: "where" asks for no year."""
AMOUNTS = {"duration-format", "time-available", "volume", "dose", "prevalence", "unit"}
"""Facts whose texts state numbers: "two halves of 40 minutes"."""


def test_questions_ask_for_the_kind_of_value_that_the_fact_has(catalogue: Publication) -> None:
    asked = [
        (start, key, fact.kind, text)
        for key, fact in catalogue.vocabulary.facts.items()
        for question in fact.questions
        for text in phrasings(question)
        for start in KINDS
        if text.startswith(f"{start} ")
    ]
    assert len(asked) > 100
    other = [(key, text) for start, key, kind, text in asked if kind not in KINDS[start]]
    assert [(key, text) for key, text in other if not (key in AMOUNTS and text.startswith("how many "))] == []


def test_passages_quote_sentences_and_measure_marks(catalogue: Publication) -> None:
    ids = list(catalogue.graph.entities)
    numbers = {id: number for number, id in enumerate(ids)}
    asked = list(passages(catalogue.knowledge, numbers, {id: [7] for id in ids}))
    by_key = {(ids[item.passage.entity], item.passage.key): item.passage for item in asked}
    mark = by_key["facility/football-pitch", "Penalty marks"]
    assert (mark.text, mark.metres, mark.about[1:]) == ("11 m from the goal line", 11, (7,))
    assert by_key["facility/football-pitch", "Penalty areas"].metres is None
    goals = by_key["discipline/beach-handball", "What differs"]
    assert goals.text.endswith("are worth two points.")
    assert goals.about == (goals.entity,), "a form of a sport is not that sport"


def test_every_fact_states_the_questions_that_ask_for_it(catalogue: Publication) -> None:
    assert [key for key, fact in catalogue.vocabulary.facts.items() if not fact.questions] == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("how high is a women's volleyball net", "Volleyball, height of the net (women)"),
        ("how big is a volleyball court", "Volleyball court, size"),
        ("what is a let in tennis", "Let"),
        ("calves exercises without equipment", "Calves"),
        ("bodyweight exercises", ""),
        ("bmi 70 175", "Body mass index"),
    ],
)
def test_an_answer_is_told_with_what_it_is_of(world: Answerer, text: str, title: str) -> None:
    (given,) = answers(world, text)
    assert title_of(given) == title


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("how far is a marathon", "no fact, relation or section is asked for by just the words beside a name"),
        ("why is the volleyball net high", "no fact, relation or section is asked for by just the words beside a name"),
        ("how high is an nba volleyball net", "what is asked for is not stated of it, or of several that differ"),
    ],
)
def test_why_there_is_no_answer(world: Answerer, text: str, reason: str) -> None:
    assert explain(world, text)[-1] == reason


def test_what_is_calculated_can_be_asked_for_by_its_address(world: Answerer) -> None:
    (given,) = answers(world, "1rm 220lb x 5")
    assert given.api_url == "/v1/calculators/one-rep-max-epley?load=220lb&repetitions=5"
    assert given.url == "http://x/calculators/one-rep-max-epley"
    assert (given.value, given.unit) == (116.4, "kg")
