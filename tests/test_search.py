"""Search as the contract says: what matches, in which order, and the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore import search
from sportlore.contract.schemas import Facet
from sportlore.derive import Documents
from sportlore.model import fold
from sportlore.publication import Publication
from sportlore.search import FILLER, Document, Hits, Searcher, family, linked, narrowing, query, singular, words
from sportlore.search.document import counted
from sportlore.search.keys import LINKED
from sportlore.search.known_words import KnownWords
from sportlore.search.leading import by_links
from sportlore.search.reading import QueryWord
from sportlore.snapshot import Snapshot


class Index:
    """An index in memory, searched by ids."""

    def __init__(
        self, documents: list[Document], synonyms: Mapping[str, Sequence[str]] = {}, foreign: Sequence[str] = ()
    ) -> None:
        ranked = search.ranked(documents)
        self.ids = [document.id for document in ranked]
        self.entries = dict(sorted(search.entries(ranked, synonyms, foreign).items()))
        self.searcher = Searcher(self, sum(not document.page for document in ranked))

    def value(self, key: bytes) -> bytes | None:
        return self.entries.get(key)

    def values_from(self, start: bytes) -> Iterator[bytes]:
        return (value for key, value in self.entries.items() if key.startswith(start))

    def search(self, text: str, limit: int = 20, offset: int = 0) -> list[str]:
        return [self.ids[n] for n in self.searcher.search(text, None, offset, limit).numbers]


@pytest.fixture(scope="module")
def opened(catalogue_snapshot: Path) -> Iterator[Snapshot]:
    found = Snapshot(catalogue_snapshot)
    yield found
    found.close()


@pytest.fixture(scope="module")
def searcher(opened: Snapshot) -> Searcher:
    return Searcher(opened, opened.entities)


def ids(opened: Snapshot, searcher: Searcher, text: str, limit: int = 1, type: str | None = None) -> list[str]:
    """The ids that a search finds."""
    items = opened.items(searcher.search(text, type, 0, limit).numbers).plain
    return [entity["id"] for entity in msgspec.json.decode(b"".join((b"[", *items, b"]")))]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Tennis", "sport/tennis"),
        ("tennis", "sport/tennis"),
        ("TENNIS ", "sport/tennis"),
        ("football", "sport/football"),
        ("soccer", "sport/football"),
        ("press-up", "exercise/push-up"),
        ("press-ups", "exercise/push-up"),
        ("pressups", "exercise/push-up"),
        ("push up", "exercise/push-up"),
        ("squat back", "exercise/back-squat"),
        ("back squats", "exercise/back-squat"),
        ("back squ", "exercise/back-squat"),
        ("épée", "discipline/epee"),
        ("epee", "discipline/epee"),
        ("tenis", "sport/tennis"),
        ("basketbal", "sport/basketball"),
        ("baksetball", "sport/basketball"),
        ("vollebyall", "sport/volleyball"),
        ("what is the offside rule", "rule/offside"),
        ("quads", "muscle-group/quadriceps"),
        ("how many players in a volleyball team", "sport/volleyball"),
        ("how high is the net in badminton", "facility/badminton-court"),
        ("how long is a marathon", "discipline/marathon"),
        ("soccer field size", "facility/football-pitch"),
        ("volleybal team players", "sport/volleyball"),
    ],
)
def test_the_best_answer_comes_first(opened: Snapshot, searcher: Searcher, query: str, expected: str) -> None:
    assert ids(opened, searcher, query) == [expected]


def test_an_exact_name_is_always_first(opened: Snapshot, searcher: Searcher) -> None:
    """Every name of the catalogue finds an entity of that very name before all others."""
    names = 0
    for type in opened.info.lists:
        for slug in opened.names(f"/v1/entities/{type}"):
            name = name_of(opened, f"{type}/{slug}")
            (best,) = ids(opened, searcher, name)
            assert words(name_of(opened, best)) == words(name), name
            assert f"{type}/{slug}" in ids(opened, searcher, name, type=type)
            names += 1
    assert names >= 150


def name_of(opened: Snapshot, id: str) -> str:
    body = opened.body(f"/v1/entities/{id}")
    assert body is not None
    return str(msgspec.json.decode(body)["name"])


def test_what_has_more_of_the_words_leads(opened: Snapshot, searcher: Searcher) -> None:
    assert ids(opened, searcher, "tennis racket") == ["equipment/tennis-racket"]
    both = set(ids(opened, searcher, "tennis", 200)) & set(ids(opened, searcher, "racket", 200))
    assert set(ids(opened, searcher, "tennis racket", 10)) <= both
    assert ids(opened, searcher, "tennis xylophone") == ["sport/tennis"]


@pytest.mark.parametrize("text", ["xqzyjk qqzzww", "sourdough bread recipe", "divorce lawyer", "javascript promise"])
def test_where_fewer_than_half_of_the_words_are_known_nothing_is_found(searcher: Searcher, text: str) -> None:
    assert searcher.search(text, None, 0, 10).total == 0


def test_known_words_that_no_entity_has_together_match_in_part() -> None:
    index = Index([Document("sport/a", "sport", "Alpha"), Document("sport/b", "sport", "Beta")])
    assert index.search("alpha beta") == ["sport/a", "sport/b"]


def test_a_type_limits_the_results(opened: Snapshot, searcher: Searcher) -> None:
    everything = ids(opened, searcher, "ball", 1000)
    of_type = ids(opened, searcher, "ball", 1000, "equipment")
    assert 0 < len(of_type) < len(everything)
    # Those that lead are put in order once more, and so the order may be another.
    assert sorted(of_type) == sorted(id for id in everything if id.startswith("equipment/"))
    assert searcher.search("tennis", "no-such-type", 0, 20).total == 0


def test_pages_join(searcher: Searcher) -> None:
    whole = searcher.search("player", None, 0, 60).numbers
    parts = [n for offset in range(0, 60, 7) for n in searcher.search("player", None, offset, 7).numbers]
    assert tuple(parts[:60]) == whole
    assert len(set(whole)) == 60
    assert searcher.search("player", None, 10_000, 20).numbers == ()


def test_ties_fall_to_the_better_connected_and_then_to_the_order_of_ids() -> None:
    index = Index(
        [Document(f"sport/s{i:03}", "sport", "Same", ("also",), description="Same text.") for i in range(300, 0, -1)]
    )
    assert index.search("same", 300) == [f"sport/s{i:03}" for i in range(1, 301)]
    known, other = Document("sport/t", "sport", "Same", linked=("sport/u",)), Document("sport/u", "sport", "Other")
    assert Index([Document("sport/s", "sport", "Same"), known, other]).search("same") == ["sport/t", "sport/s"]


def test_a_word_counts_where_it_stands() -> None:
    documents = [
        Document("sport/name", "sport", "Net"),
        Document("sport/kept", "sport", "A", ("net",)),
        Document("sport/type", "sport", "B", types="net"),
        Document("sport/part", "sport", "Net play"),
        Document("sport/keyword", "sport", "C", ("net play",)),
        Document("sport/definition", "sport", "D", description="A net."),
        Document("sport/description", "sport", "E", description="A thing. It has a net."),
        Document("sport/search", "sport", "D", searches=("over a net",)),
        Document("sport/link", "sport", "F", links="net"),
        Document("sport/text", "sport", "G", text="Over the net."),
    ]
    assert Index(documents).search("net ") == [document.id for document in documents]


def test_words_that_stand_together_in_a_search_lead_those_of_several() -> None:
    apart = Document("sport/apart", "sport", "A", searches=("pain in the knee", "run in sand"), linked=("sport/apart",))
    together = Document("sport/together", "sport", "B", searches=("knee hurts", "pain when I run"))
    assert Index([apart, together]).search("run pain") == ["sport/together", "sport/apart"]


def test_two_words_together_count_by_the_rarity_of_the_commoner_one() -> None:
    """Of 8 documents one has "knee" (rarity 11) and all have "pain" (rarity 5), which is the bound for what the pair adds."""
    knee = Document("sport/0", "sport", "A", searches=("knee pain",), text="A knee pain.")
    others = [Document(f"sport/{number}", "sport", "B", searches=("pain",), text="Pain.") for number in range(1, 8)]
    shares = Index([knee, *others]).searcher.explain("knee pain ", None, 0)
    pairs = {share.reason: share.points for share in shares if not share.word}
    assert (pairs["together"], pairs["side by side"]) == (5 * 5, 10 * 5)


def test_what_has_the_words_in_one_wording_leads_what_has_them_in_several() -> None:
    text = "Sprint, hurdle, throw."
    several = Document("sport/a", "sport", "A", ("sprint plan", "throw plan"), description=text, linked=("sport/a",))
    one = Document("sport/b", "sport", "B", ("sprint throw", "good plan"), description=text)
    index = Index([several, one])
    assert index.search("throw and sprint ") == ["sport/b", "sport/a"]
    shares = {share.reason: share.points for share in index.searcher.explain("throw and sprint ", None, 1)}
    assert shares["nearest wording"] > 0


def test_what_has_a_word_in_many_wordings_leads_what_has_it_in_one() -> None:
    once = Document("sport/a", "sport", "A", ("hard surface", "long jump"), linked=("sport/a",))
    often = Document("sport/b", "sport", "B", ("hard court", "hard ball"))
    index = Index([once, often])
    assert index.search("hard one ") == ["sport/b", "sport/a"]
    gained = [
        {share.reason: share.points for share in index.searcher.explain("hard one ", None, number)}
        for number in range(2)
    ]
    assert gained[1]["in many wordings"] == 2 * gained[0]["in many wordings"] > 0


def test_what_is_linked_with_the_first_leads_what_is_not() -> None:
    first = Document("sport/a", "sport", "Racket", linked=("sport/d",))
    others = [Document(f"sport/{letter}", "sport", letter, ("racket game",)) for letter in "bcd"]
    hub = [Document(f"sport/x{number}", "sport", "Else") for number in range(1_025)]
    index = Index([first, *others, *hub])
    assert index.search("rackets ") == ["sport/a", "sport/d", "sport/b", "sport/c"]
    shares = {
        share.reason: share.points for share in index.searcher.explain("rackets ", None, index.ids.index("sport/d"))
    }
    assert shares["linked with the first"] > 0
    linked_with_all = Document("sport/a", "sport", "Racket", linked=("sport/d", *(one.id for one in hub)))
    assert Index([linked_with_all, *others, *hub]).search("rackets ")[1:] == ["sport/b", "sport/c", "sport/d"]


def test_links_with_each_of_the_first_five_add_a_share_of_its_points_and_no_others_do() -> None:
    links = {0: [1, 6], 1: [0], 2: [], 3: [], 4: [0], 5: [6], 6: [0, 5]}
    documents = [
        Document(f"sport/{number}", "sport", "A", linked=tuple(f"sport/{other}" for other in others))
        for number, others in links.items()
    ]
    index = Index([])
    index.entries[LINKED] = linked.pack(documents)
    ordered = [(0, 100), (1, 90), (2, 80), (3, 70), (4, 60), (5, 50), (6, 40)]
    gains = by_links(index, len(documents), ordered)
    assert gains[0] == 90 // 25 + 60 // 25, "of the second and of the fifth, as they were before any gain"
    assert gains[1] == 100 // 25
    assert gains[6] == 100 // 25, "of the first, and not of the sixth"
    assert [gains[number] for number in (2, 3, 4, 5)] == [0, 0, 0, 0]


def test_a_word_for_a_type_alone_answers_nothing_else() -> None:
    catching = Document("skill/catching", "skill", "Catching", types="skill", linked=("skill/catching",))
    keeper = Document("role/keeper", "role", "Keeper", description="A keeper.")
    assert Index([catching, keeper]).search("skills for keepers") == ["role/keeper"]
    assert Index([catching, keeper]).search("skills") == ["skill/catching"]
    both = Document("skill/diving", "skill", "Diving", searches=("save of a keeper",), types="skill")
    assert Index([catching, keeper, both]).search("skills for keepers")[:2] == ["skill/diving", "role/keeper"]


def test_a_word_for_a_type_that_is_meant_otherwise_finds_none_of_the_type() -> None:
    excuse = Document("barrier/no-time", "barrier", "No time", types="barrier", text="As the steeplechase shows.")
    race = Document("sport/athletics", "sport", "Athletics", searches=("barriers in the steeplechase",))
    hurdle = Document("equipment/hurdle", "equipment", "Hurdle", description="A barrier.", text="For the steeplechase.")
    assert Index([excuse, race, hurdle]).search("steeplechase how many barriers") == [
        "sport/athletics",
        "equipment/hurdle",
    ]
    racing = Document("barrier/fear", "barrier", "Fear", types="barrier", links="Steeplechase")
    assert "barrier/fear" in Index([excuse, race, racing]).search("steeplechase barriers")
    assert Index([excuse, hurdle]).search("barriers") == ["barrier/no-time", "equipment/hurdle"]


def test_two_typos_find_what_has_both_words() -> None:
    bouncing = Document("sport/bouncing", "sport", "Trampoline", description="Jumps with somersaults.")
    assert Index([bouncing, Document("sport/b", "sport", "Other")]).search("trampolene somersalt") == ["sport/bouncing"]


def test_who_types_a_whole_search_means_what_has_it() -> None:
    boxing = Document("sport/boxing", "sport", "Boxing", ("box",), description="Box and box.", linked=("sport/boxing",))
    out = Document("strategy/out", "strategy", "Out-boxing")
    rebound = Document("skill/rebounding", "skill", "Rebounding", searches=("box out", "catch the ball"))
    index = Index([boxing, out, rebound])
    assert index.search("box out")[0] == "skill/rebounding"
    assert index.search("box")[0] == "sport/boxing"
    assert index.search("out box")[0] == "strategy/out"
    assert Index([rebound, Document("technique/box-out", "technique", "Box out")]).search("box out") == [
        "technique/box-out",
        "skill/rebounding",
    ]


def test_an_unusual_question_is_answered_by_a_search_with_two_of_its_words() -> None:
    goals = Document("coaching/goals", "coaching", "Goal setting", searches=("what you want to reach this season",))
    other = Document("coaching/other", "coaching", "Other", searches=("arms that reach far",))
    documents = [goals, other, *(Document(f"sport/{n}", "sport", f"Sport {n}") for n in range(50))]
    assert Index(documents).search("agreeing on something to reach in a season ") == ["coaching/goals"]


def test_what_has_its_whole_name_in_the_query_is_found_whatever_else_stands_there() -> None:
    documents = [Document("sport/padel", "sport", "Padel"), Document("sport/b", "sport", "Ball hockey", ("padl",))]
    index = Index([*documents, *(Document(f"sport/{n}", "sport", f"Sport {n}") for n in range(50))])
    assert index.search("quantas parejas juegan padel ") == ["sport/padel"]
    assert index.search("quantas parejas juegan ball hockey ") == ["sport/b"]
    assert index.search("quantas parejas juegan padl ") == []
    assert index.search("quantas parejas juegan hockey ") == []


def test_a_comparison_is_asked_for_by_what_both_sides_are_called(catalogue: Publication) -> None:
    documents = {document.id: document for document in Documents(catalogue.knowledge)}
    assert "Boxing MMA" in documents["comparison/boxing-vs-mixed-martial-arts"].wordings
    assert documents["sport/boxing"].wordings == ()


def test_each_filler_word_is_one_that_texts_are_read_as() -> None:
    assert {word for word in FILLER if words(word) != [word]} == set()


def test_a_figure_counts() -> None:
    assert counted(words("1 minute plank")) == ["1", "minute", "plank"]


def test_a_formation_or_score_is_one_word() -> None:
    assert words("5-1 vs 6-2, 4-2-3-1, 10-8 and 8-12") == ["5-1", "vs", "6-2", "4-2-3-1", "10", "8", "and", "8", "12"]
    index = Index([Document("tactic/a", "tactic", "6-0 defence"), Document("tactic/b", "tactic", "Zone, 6 or 0")])
    assert index.search("6-0 ") == ["tactic/a"]
    assert set(index.search("6 0 ")) == {"tactic/a", "tactic/b"}
    assert index.search("6-1 ") == []  # a figure is no typo of another
    assert index.search("6-1 zone ") == index.search("zone ") == ["tactic/b"]


def test_the_word_itself_leads_its_family() -> None:
    names = ["Boxing", "Boxer", "Box"]
    index = Index([Document(f"sport/{i}", "sport", name) for i, name in enumerate(names)])
    assert index.search("boxers ") == ["sport/1", "sport/0", "sport/2"]
    assert index.search("box ") == ["sport/2", "sport/0", "sport/1"]


def test_a_rare_word_outweighs_a_common_one() -> None:
    common = [Document(f"sport/{i:02}", "sport", f"Ball {'abcdefghijklmnopqrst'[i]}") for i in range(20)]
    index = Index([*common, Document("sport/hoop", "sport", "Other", ("hoop",))])
    assert index.search("ball hoop ")[0] == "sport/hoop"


def test_a_name_counts_in_any_order_and_a_question_around_it_does_no_harm() -> None:
    index = Index(
        [Document("rule/serve", "rule", "Table tennis service"), Document("sport/t", "sport", "Table tennis")]
    )
    assert index.search("who serves in table tennis ") == ["rule/serve", "sport/t"]
    assert index.search("what is table tennis ") == ["sport/t", "rule/serve"]


def test_a_name_in_brackets_and_a_name_that_begins_so() -> None:
    index = Index(
        [
            Document("tactic/trap", "tactic", "Offside trap", linked=("tactic/trap",)),
            Document("rule/o", "rule", "Offside (football)"),
        ]
    )
    assert index.search("offside") == ["rule/o", "tactic/trap"]
    index = Index(
        [Document("plan/x", "plan", "Strong in ten weeks", linked=("plan/x",)), Document("sport/t", "sport", "Tennis")]
    )
    assert index.search("ten") == ["sport/t", "plan/x"]
    assert index.search("ten ") == ["plan/x"]


def test_a_synonym_finds_what_it_means_and_not_the_other_way_round() -> None:
    documents = search.ranked([Document("fact/h", "fact", "Height"), Document("fact/t", "fact", "Tall")])
    index = Index(documents, {"tall": ["height"]})
    assert index.search("tall ") == ["fact/t", "fact/h"]
    assert index.search("height ") == ["fact/h"]


def test_compounds_are_found_in_one_word_and_in_two() -> None:
    index = Index([Document("sport/w", "sport", "Weightlifting"), Document("sport/b", "sport", "Bench press")])
    assert index.search("weight lifting ") == ["sport/w"]
    assert index.search("benchpress ") == ["sport/b"]
    assert index.search("lifting ") == []


def test_an_unknown_word_may_be_two_that_stand_together_in_a_search() -> None:
    marking = Document("tactic/close", "tactic", "Close defence", searches=("marking one man",))
    index = Index([marking, Document("tactic/far", "tactic", "Far", searches=("a man", "marking"))])
    assert index.search("manmarking ") == ["tactic/close", "tactic/far"]
    assert index.search("manmarkers of") == ["tactic/close", "tactic/far"]
    assert index.search("manmaking ") == []


def test_a_double_l_is_british_only_behind_a_second_syllable() -> None:
    index = Index([Document("sport/a", "sport", "Sculling"), Document("sport/b", "sport", "Traveling")])
    assert index.search("sculler ") == index.search("scull ") == ["sport/a"]
    assert index.search("travelling ") == index.search("travelled ") == ["sport/b"]


def test_words_that_may_be_a_part_of_a_name_count() -> None:
    index = Index(
        [Document("glossary/a", "glossary", "Priority", ("right of way",)), Document("sport/b", "sport", "Sabre")]
    )
    assert index.search("right of way in sabre ")[0] == "glossary/a"


def test_spelling_numbers_and_units() -> None:
    texts = {"colour": "color", "centre": "center", "defence": "defense", "organised": "organized", "100 m": "100m"}
    texts |= {
        "three metres": "3 meters",
        "Fußball": "fussball",
        "føtball": "fotball",
        "10 km": "10k",
        "programme": "program",
    }
    for one, other in texts.items():
        assert words(one) == words(other)
        assert Index([Document("sport/s", "sport", one)]).search(f"{other} ") == ["sport/s"]


def test_documents_that_are_no_entities_are_found_on_pages_alone() -> None:
    calculator = Document("calculator/bmi", "calculator", "Body mass index", ("BMI",), page="/calculators/bmi")
    index = Index([calculator, Document("sport/body", "sport", "Body building", ("mass",))])
    assert index.ids == ["sport/body", "calculator/bmi"]
    assert index.search("bmi") == []
    assert index.search("body mass") == ["sport/body"]
    found = index.searcher.search("body mass index", None, 0, 20, pages=True).numbers
    assert [index.ids[n] for n in found] == ["calculator/bmi", "sport/body"]
    assert [other.page for other in index.searcher.others] == ["/calculators/bmi"]


def test_function_words_of_other_languages_do_not_count() -> None:
    volleyball = Document("sport/volleyball", "sport", "Volleyball", names=("Pallavolo",), searches=("partita lunga",))
    index = Index([volleyball, Document("sport/a", "sport", "A", searches=("della dei",))])
    assert index.search("quanto dura la partita della pallavolo") == ["sport/volleyball"]
    assert index.search("volleyball della ") == ["sport/volleyball"]


def test_in_another_language_what_people_type_is_known_and_what_nothing_has_does_not_count() -> None:
    deadlift = Document("exercise/deadlift", "exercise", "Deadlift", searches=("kreuzheben",), text="Form.")
    others = [Document(f"exercise/{n}", "exercise", "Form", searches=("bread",)) for n in range(8)]
    index = Index([deadlift, *others], {"technik": ("form",)}, ["technik"])
    assert index.search("kreuzheben technik")[0] == "exercise/deadlift"
    assert index.search("kreuzheben technik verbessern")[0] == "exercise/deadlift"
    assert index.search("kreuzheben of improving ") == [], "in English such a word may be said of anything"


def test_a_word_of_another_language_may_be_a_name_and_a_known_word() -> None:
    handball = Document("sport/handball", "sport", "Handball", description="Two teams play.")
    index = Index([handball, Document("sport/a", "sport", "A")], {"mannschaft": ("team",)}, ["mannschaft"])
    assert index.search("die handballmannschaft und der Ball") == ["sport/handball"]


def test_only_words_side_by_side_are_one_word() -> None:
    defender = Document("position/defender", "position", "Defender", ("defenseman",))
    zone = Document("tactic/zone", "tactic", "Zone defence", text="Man to man.")
    index = Index([defender, zone])
    assert index.search("zone defence vs man to man")[0] == "tactic/zone"
    assert index.search("defense man")[0] == "position/defender"


def test_a_formation_is_known_wherever_it_stands() -> None:
    football = Document("sport/football", "sport", "Football", searches=("4-3-3 formation",), text="Formations.")
    index = Index([football, *(Document(f"sport/{n}", "sport", "A", text="Formations; a list.") for n in range(8))])
    assert index.search("formations 4-3-3 3-5-2 list of them ")[0] == "sport/football"


def test_a_word_for_a_type_in_another_sense_draws_nothing_of_the_type() -> None:
    race = Document("sport/race", "sport", "Steeplechase", text="28 barriers.")
    excuses = [Document(f"barrier/{n}", "barrier", "Excuse", text="Many.", types="barrier") for n in range(3)]
    assert Index([race, *excuses]).search("steeplechase how many barriers")[0] == "sport/race"


def test_words_that_nothing_has_are_told_as_they_were_typed() -> None:
    searcher = Index([Document("sport/tennis", "sport", "Tennis", ("racket",))]).searcher
    assert searcher.search("Tennis at Wimbledon's", None, 0, 20).not_found == ("Wimbledon's",)
    assert searcher.search("tenis rackets", None, 0, 20).not_found == ()
    assert searcher.search("Zzqx", None, 0, 20) == Hits((), 0, (), ("Zzqx",))


def by_value(facets: list[Facet]) -> list[dict[str, int]]:
    return [{count.value: count.count for count in facet.counts} for facet in facets]


def test_results_are_counted_by_type_and_sport() -> None:
    tennis = Document("sport/tennis", "sport", "Tennis", sports=("sport/tennis",))
    serve = Document("skill/serve", "skill", "Tennis serve", sports=("sport/tennis",))
    other = Document("skill/bump", "skill", "Bump", description="No tennis.")
    searcher = Index([tennis, serve, other, Document("x", "calculator", "Tennis", page="/x")]).searcher
    facets = searcher.facets("tennis", None)
    assert by_value(facets) == [{"skill": 2, "sport": 1}, {"sport/tennis": 2}]
    assert [(facet.key, facet.stated) for facet in facets] == [("type", 3), ("sport", 2)]
    assert by_value(searcher.facets("tennis", "skill")) == [{"skill": 2, "sport": 1}, {"sport/tennis": 1}]
    assert by_value(searcher.facets("zzqx", None)) == [{}, {}]


def test_results_of_a_narrowed_query_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [Document(f"skill/{n}", "skill", "Ball", sports=("sport/tennis",)) for n in range(20)]
    documents += [Document("sport/tennis", "sport", "Tennis hoop", sports=("sport/tennis",))]
    expected = Index(documents).searcher.facets("hoop", None)
    monkeypatch.setattr(narrowing, "LEAST", 0)
    monkeypatch.setattr(narrowing, "_MOST_CANDIDATES", 5)
    assert Index(documents).searcher.facets("hoop", None) == expected
    assert by_value(expected) == [{"sport": 1}, {"sport/tennis": 1}]


def test_what_was_corrected_is_told() -> None:
    index = Index([Document("sport/t", "sport", "Tennis"), Document("sport/b", "sport", "Badminton")])
    assert index.searcher.search("tenis badminton ", None, 0, 20).corrections == (("tenis", "tennis"),)
    assert index.searcher.search("tennis", None, 0, 20).corrections == ()


def test_a_name_in_another_language_may_be_a_typo_as_well() -> None:
    racket = Document("equipment/r", "equipment", "Tennis racket")
    index = Index([Document("sport/t", "sport", "Tennis", names=("tenis", "庭球")), racket])
    assert index.search("庭球 ") == ["sport/t"]
    assert index.search("tenis ") == ["sport/t", "equipment/r"]
    assert index.searcher.search("tenis ", None, 0, 20).corrections == ()
    assert index.search("tenis racket ")[0] == "equipment/r"


def test_an_explanation_adds_up_to_the_order(opened: Snapshot, searcher: Searcher) -> None:
    text = "how high is the net in badminton"
    numbers = searcher.search(text, None, 0, 30).numbers
    scores = [sum(share.points for share in searcher.explain(text, None, number)) for number in numbers]
    assert scores == sorted(scores, reverse=True)
    assert {"badminton", "net"} <= {share.word for share in searcher.explain(text, None, numbers[0])}


def test_the_last_word_may_be_unfinished_and_no_other() -> None:
    documents = [Document(f"sport/{i:02}", "sport", f"Back squat{'abcdefghijklmnop'[i]}") for i in range(16)]
    index = Index([*documents, Document("sport/x", "sport", "Squid")])
    assert len(index.search("back squat")) == 16
    assert index.search("squata ba") == ["sport/00"]
    assert index.search("squ backsquata") == ["sport/00"]
    assert index.search("bac, squ!") == []


def test_slips_of_the_pen_are_forgiven_by_length() -> None:
    index = Index([Document(f"sport/{i}", "sport", name) for i, name in enumerate(["abc", "bodies", "abcdefgh"])])
    assert index.search("abx ") == []
    assert index.search("bosy ") == index.search("obdy ") == ["sport/1"]
    assert index.search("abcdexgx ") == ["sport/2"]
    assert index.search("abxdexgx ") == []


def test_a_query_of_which_little_is_found_asks_for_something_else() -> None:
    named = [Document(f"sport/{name}", "sport", name) for name in ("alpha", "bravo", "charlie", "delta")]
    texts = [
        Document("sport/x", "sport", "xray", text="alpha bravo"),
        Document("sport/y", "sport", "yoke", text="charlie delta"),
    ]
    index = Index([*named, *texts])
    assert "sport/x" in index.search("alpha bravo charlie"), "two thirds of it"
    assert index.search("alpha bravo charlie delta") != [], "whole names"
    named = [Document(f"sport/{name}", "sport", f"{name} one two") for name in ("alpha", "bravo", "charlie", "delta")]
    assert Index([*named, *texts]).search("alpha bravo charlie delta") == []


def test_a_word_of_searches_alone_may_be_a_typo_of_what_something_is_called_by() -> None:
    foreign = Document("sport/f", "sport", "Vaulting", searches=("gymnastik",))
    index = Index([foreign, Document("sport/g", "sport", "Gymnastic")])
    assert sorted(index.search("gymnastik ")) == ["sport/f", "sport/g"]


def test_every_slip_of_a_query_is_corrected(searcher: Searcher) -> None:
    """However many words of the length of the first one there are."""
    found = searcher.search("excercises for tricpes ", None, 0, 20)
    assert dict(found.corrections) == {"excercize": "exercize", "tricpe": "tricep"}
    assert found.total > 20


WORDS = st.sampled_from("ant bee beetle box boxer boxing cow cows dog run runner running the".split())
TEXT = st.lists(WORDS, max_size=4).map(" ".join)
DOCUMENTS = st.lists(st.tuples(TEXT, st.lists(TEXT, max_size=2), TEXT, TEXT, TEXT), min_size=1, max_size=12)


@given(DOCUMENTS, st.lists(WORDS | st.just("xylem"), min_size=1, max_size=4), st.booleans())
def test_what_matches_is_what_a_scan_of_all_texts_finds(
    texts: list[tuple[str, list[str], str, str, str]], asked: list[str], finished: bool
) -> None:
    """An entity is found by enough of the weight of the words, or by a name or keyword in the query; see docs/search.md."""
    documents = [
        Document(f"sport/{i:02}", "sport", name, tuple(keywords), description=description, links=links, text=text)
        for i, (name, keywords, description, links, text) in enumerate(texts)
    ]
    query = " ".join(asked) + " " * finished
    sought = words(query)
    terms = [word for word in sought if word not in search.FILLER] or sought
    unfinished = not finished and terms[-1] == sought[-1]
    terms = list({family(word): word for word in terms}.values())

    def share(document: Document, word: str, may_go_on: bool, called: bool = False) -> int:
        """2 for a document that has the word or its family, 1 for one that has what the word begins."""
        parts = (
            (document.name, *document.keywords) if called else (document.name, *document.keywords, document.description)
        )
        known = words(" ".join(parts if called else (*parts, document.links, document.text)))
        if any(family(other) == family(word) for other in known):
            return 2
        return int(may_go_on and any(other.startswith(asked[-1]) for other in known))

    ends = [unfinished and i == len(terms) - 1 for i in range(len(terms))]
    holders = [[share(document, word, end) for document in documents] for word, end in zip(terms, ends, strict=True)]
    rarities = [rarity(len(documents), found.count(2) or found.count(1)) for found in holders]
    called = [
        max(share(document, word, end, True) for document in documents) for word, end in zip(terms, ends, strict=True)
    ]
    weights = [sum(r * found[i] for r, found in zip(rarities, holders, strict=True)) for i in range(len(documents))]
    stems = f" {' '.join(map(family, terms))} "

    def is_named(document: Document) -> bool:
        phrases = ([family(word) for word in words(text)] for text in (document.name, *document.keywords))
        return any(phrase and len(phrase) <= 4 and f" {' '.join(phrase)} " in stems for phrase in phrases)

    def nearest(document: Document) -> int:
        """What the words of the query have of the wording that comes nearest, less what is left over of it."""
        wordings = (set(map(family, counted(words(text)))) for text in (document.name, *document.keywords))
        gains = {family(word): r + 8 for word, r in zip(terms, rarities, strict=True)}
        return max(sum(gains.get(stem, 0) for stem in wording) - 8 * len(wording) for wording in wordings)

    found = {
        document.id
        for document, weight in zip(documents, weights, strict=True)
        if weight == 2 * sum(rarities)
        or (sum(called) >= len(terms) and (5 * weight >= 2 * 2 * sum(rarities) or is_named(document)))
    }
    if 0 < len(found) < 10:
        less = zip(documents, weights, strict=True)
        found |= {document.id for document, weight in less if 10 * weight >= 3 * 2 * sum(rarities)}
    if len(terms) >= 3 and all(
        20 * weight < 11 * 2 * sum(rarities) and 4 * nearest(document) < sum(rarities)
        for document, weight in zip(documents, weights, strict=True)
        if document.id in found
    ):
        found = set()
    index = Index(documents)
    assert set(index.search(query, 100)) == found
    assert index.searcher.search(query, None, 0, 1).total == len(found)


def rarity(count: int, holders: int) -> int:
    return 4 + (count**2 // max(1, holders) ** 2).bit_length()


@given(st.text(max_size=80))
def test_any_text_can_be_searched(searcher: Searcher, text: str) -> None:
    hits = searcher.search(text, None, 0, 20)
    assert len(hits.numbers) == min(hits.total, 20)
    assert hits == searcher.search(text, None, 0, 20)


def test_a_text_may_fold_to_more_than_a_key_can_hold(searcher: Searcher) -> None:
    text = "㎯" * 200
    assert len(" ".join(words(text))) > 511
    assert searcher.search(text, None, 0, 20) == searcher.search(fold(text), None, 0, 20)


@pytest.mark.parametrize(
    "text", ["a AND", "name:", "*", '"', "(", "a OR b", "-tennis", "~", "\\", "tennis^2", "[a TO b]", "+"]
)
def test_no_text_is_read_as_a_query_language(searcher: Searcher, text: str) -> None:
    searcher.search(text, None, 0, 20)


def test_words_have_contractions_and_irregular_forms() -> None:
    assert words("can't don’t player's I'm you've we'll he'd") == ["cant", "dont", "player", "i", "you", "we", "he"]
    assert words("rock 'n' roll, o'clock") == ["rock", "n", "roll", "o", "clock"]
    assert family("swam") == family("swum") == family("swimmer") == family("swim")
    assert [family(word) for word in ("feet", "children", "threw")] == ["foot", "child", "throw"]


def test_words_fold_case_accents_and_plurals() -> None:
    assert words("what does, goes, has and was") == ["what", "do", "go", "have", "and", "be"]
    assert words("1st down, 2nd serve") == words("first down, second serve")
    assert words("Players’ Press-Ups, naïve") == ["player", "press", "up", "naive"]
    pairs = {"bodies": "body", "passes": "pass", "crosses": "cross", "tennis": "tennis", "biceps": "bicep", "ups": "up"}
    assert {word: singular(word) for word in pairs} == pairs


def test_unknown_words_are_compared_with_so_many_known_ones_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each costs a look at a part of the vocabulary, and a query can have a hundred."""
    monkeypatch.setattr(query, "_MOST_COMPARED", 30)
    texts = " ".join(f"known{letter}{other}" for letter in "abcde" for other in "fghij")
    index = Index([Document("sport/tennis", "sport", "Tennis", ("racket",), description="A game.", text=texts)])
    compared: list[int] = []
    near = KnownWords.near

    def counting(known: KnownWords, word: str) -> int:
        compared.append(near(known, word))
        return compared[-1]

    monkeypatch.setattr(KnownWords, "near", counting)
    unknown = " ".join(f"unkno{letter}{other}" for letter in "abcde" for other in "fghij")
    assert index.searcher.search(f"{unknown} tenis ", None, 0, 20).total == 0
    assert sum(compared[:-1]) < 30 <= sum(compared)
    compared.clear()
    assert index.searcher.search(f"raket racet {unknown}", None, 0, 20).total == 0
    assert index.searcher._index.match(QueryWord("tenis", "", True)).read_as == "tennis", "the first ones are corrected"


def test_only_the_first_words_of_a_long_query_count() -> None:
    index = Index([Document("sport/tennis", "sport", "Tennis"), Document("sport/a", "sport", "Ant")])
    assert index.searcher.search("ant " * 15 + "tennis ", None, 0, 20).total == 2
    assert index.searcher.search("ant " * 16 + "tennis ", None, 0, 20).total == 1


@given(DOCUMENTS, st.lists(WORDS | st.just("xylem"), min_size=1, max_size=4), st.booleans(), st.integers(0, 6))
def test_narrowed_queries_find_the_same(
    texts: list[tuple[str, list[str], str, str, str]], asked: list[str], finished: bool, most: int
) -> None:
    """Over the few documents that a query can find as over all of them, in the same order, with the same total.

    But for lists of a few results, which are filled up where no query is narrowed.
    """
    documents = [
        Document(
            f"sport/{i:02}", "sport", name, tuple(keywords), description=text, links=links, page="/x" * (i % 5 == 4)
        )
        for i, (name, keywords, text, links, _) in enumerate(texts)
    ]
    query_text = " ".join(asked) + " " * finished
    whole = Index(documents, {"dog": ["cow"]}).searcher
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(query, "_FEW", 0)
        patch.setattr(narrowing, "LEAST", 0)
        patch.setattr(narrowing, "_MOST_CANDIDATES", most)
        narrow = Index(documents, {"dog": ["cow"]}).searcher
        for type in (None, "sport", "rule"):
            for pages in (False, True):
                assert narrow.search(query_text, type, 1, 5, pages) == whole.search(query_text, type, 1, 5, pages)


def test_a_list_of_a_few_results_is_filled_up_with_what_has_less_of_the_query(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [
        Document("sport/a", "sport", "Ant", description="Bee and cow."),
        Document("sport/b", "sport", "Beetle", description="An ant."),
        *(Document(f"rule/{n}", "rule", f"Rule {n}", description="About dog and cow.") for n in range(20)),
    ]
    assert Index(documents).search("ant bee dog ") == ["sport/a", "sport/b"]
    assert Index(documents).searcher.search("dog cow ", None, 0, 20).total == 20, "what has half of it suffices at once"
    monkeypatch.setattr(query, "_FEW", 0)
    assert Index(documents).search("ant bee dog ") == ["sport/a"]


def test_a_narrowed_query_finds_what_is_asked_for_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the query is read in other words."""
    turn = Document("sport/t", "sport", "Turning", searches=("back stroke",))
    documents = [Document("sport/b", "sport", "Backstroke"), turn]
    whole = Index(documents).search("back stroke ")
    monkeypatch.setattr(narrowing, "LEAST", 0)
    assert sorted(whole) == ["sport/b", "sport/t"]
    assert Index(documents).search("back stroke ") == whole


def test_a_query_of_a_rare_word_is_narrowed_and_one_of_a_common_word_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrowing, "LEAST", 0)
    monkeypatch.setattr(narrowing, "_MOST_CANDIDATES", 5)
    names = [f"Ball {'abcdefghijklmnopqrst'[number]}" for number in range(20)]
    documents = [Document(f"sport/{name}", "sport", name) for name in names]
    searcher = Index([*documents, Document("sport/hoop", "sport", "Hoop ball")]).searcher
    assert searcher._ranking("hoop ball ", None, False).numbers == [20]
    assert searcher._ranking("hoop", None, False).numbers == [20]
    assert searcher._ranking("ball ", None, False).numbers is None
    assert searcher._ranking("nothing ", None, False).total == 0
    assert searcher.search("ball ", None, 0, 30).total == 21


def test_a_further_page_is_not_searched_for_again(searcher: Searcher) -> None:
    searcher._ranking.cache_clear()
    first = searcher.search("player", None, 0, 20)
    assert searcher.search("player", None, 20, 20).total == first.total
    assert searcher._ranking.cache_info().misses == 1
