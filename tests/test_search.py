"""Search as the contract says: what matches, in which order, and the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore import search
from sportlore.model import fold
from sportlore.search import Document, Searcher, query, singular, words
from sportlore.snapshot import Snapshot


class Index:
    """An index in memory, searched by ids."""

    def __init__(self, documents: list[Document]) -> None:
        ranked = search.ranked(documents)
        self.ids = [document.id for document in ranked]
        self.entries = dict(sorted(search.entries(ranked)))
        self.searcher = Searcher(self, len(ranked))

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
        ("how high is the net in badminton", "sport/badminton"),
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
    for type, index in opened.info.lists.items():
        for slug in index.slugs:
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


def test_all_words_must_match_and_else_the_best_partial_matches_come(opened: Snapshot, searcher: Searcher) -> None:
    assert "equipment/tennis-racket" in ids(opened, searcher, "tennis racket", 100)
    both = searcher.search("tennis racket", None, 0, 100)
    assert both.total < searcher.search("tennis", None, 0, 100).total
    assert ids(opened, searcher, "tennis xylophone") == ["sport/tennis"]
    assert searcher.search("xqzyjk qqzzww", None, 0, 10).total == 0


def test_known_words_that_no_entity_has_together_match_in_part() -> None:
    index = Index([Document("sport/a", "sport", "Alpha", (), ""), Document("sport/b", "sport", "Beta", (), "")])
    assert index.search("alpha beta") == ["sport/a", "sport/b"]


def test_a_type_limits_the_results(opened: Snapshot, searcher: Searcher) -> None:
    everything = ids(opened, searcher, "ball", 1000)
    of_type = ids(opened, searcher, "ball", 1000, "equipment")
    assert 0 < len(of_type) < len(everything)
    assert of_type == [id for id in everything if id.startswith("equipment/")]
    assert searcher.search("tennis", "no-such-type", 0, 20).total == 0


def test_pages_join(searcher: Searcher) -> None:
    whole = searcher.search("player", None, 0, 60).numbers
    parts = [n for offset in range(0, 60, 7) for n in searcher.search("player", None, offset, 7).numbers]
    assert tuple(parts[:60]) == whole
    assert searcher.search("player", None, 10_000, 20).numbers == ()


def test_ties_fall_to_the_better_connected_and_then_to_the_order_of_ids() -> None:
    index = Index([Document(f"sport/s{i:03}", "sport", "Same", ("also",), "Same text.") for i in range(300, 0, -1)])
    assert index.search("same", 300) == [f"sport/s{i:03}" for i in range(1, 301)]
    known = Document("sport/t", "sport", "Same", (), "", neighbours=2)
    assert Index([Document("sport/s", "sport", "Same", (), ""), known]).search("same") == ["sport/t", "sport/s"]


def test_a_word_counts_where_it_stands() -> None:
    names = {"name": ("Net", (), "", ""), "word": ("Net play", (), "", "")}
    others = {
        "keyword": ("A", ("net play",), "", ""),
        "told": ("B", (), "A net.", ""),
        "fact": ("C", (), "", "Net 1 m"),
    }
    documents = [Document(f"sport/{id}", "sport", *parts) for id, parts in {**others, **names}.items()]
    assert Index(documents).search("net ") == [f"sport/{id}" for id in ("name", "word", "keyword", "told", "fact")]


def test_the_last_word_may_be_unfinished_and_no_other() -> None:
    documents = [Document(f"sport/{i:02}", "sport", f"Back squat{'abcdefghijklmnop'[i]}", (), "") for i in range(16)]
    index = Index([*documents, Document("sport/x", "sport", "Squid", (), "")])
    assert len(index.search("back squat")) == 16
    assert index.search("squata ba") == ["sport/00"]
    assert index.search("squ back") == [document.id for document in documents]
    assert index.search("bac, squ!") == []


def test_slips_of_the_pen_are_forgiven_by_length() -> None:
    index = Index(
        [Document(f"sport/{i}", "sport", name, (), "") for i, name in enumerate(["abc", "bodies", "abcdefgh"])]
    )
    assert index.search("abx ") == []
    assert index.search("bosy ") == index.search("obdy ") == ["sport/1"]
    assert index.search("abcdexgx ") == ["sport/2"]
    assert index.search("abxdexgx ") == []


LETTERS = st.text("ab", min_size=1, max_size=3)
TEXT = st.lists(LETTERS, max_size=4).map(" ".join)
DOCUMENTS = st.lists(st.tuples(TEXT, st.lists(TEXT, max_size=2), TEXT, TEXT), min_size=1, max_size=12)


@given(DOCUMENTS, st.lists(LETTERS, min_size=1, max_size=3), st.booleans())
def test_what_matches_is_what_a_scan_of_all_texts_finds(
    texts: list[tuple[str, list[str], str, str]], asked: list[str], finished: bool
) -> None:
    documents = [
        Document(f"sport/{i:02}", "sport", name, tuple(keywords), told, text)
        for i, (name, keywords, told, text) in enumerate(texts)
    ]
    query = " ".join(asked) + " " * finished
    sought = words(query)
    counted = [word for word in sought if word not in search.FILLER] or sought
    unfinished = not finished and counted[-1] == sought[-1]

    def has(document: Document, word: str, may_go_on: bool) -> bool:
        known = words(" ".join((document.name, *document.keywords, document.description, document.text)))
        return any(other == word or (may_go_on and other.startswith(word)) for other in known)

    def matches(document: Document) -> list[bool]:
        return [has(document, word, unfinished and i == len(counted) - 1) for i, word in enumerate(counted)]

    every = {document.id for document in documents if all(matches(document))}
    some = {document.id for document in documents if any(matches(document))}
    index = Index(documents)
    assert set(index.search(query, 100)) == (every or some)
    assert index.searcher.search(query, None, 0, 1).total == len(every or some)


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


def test_words_fold_case_accents_and_plurals() -> None:
    assert words("Players’ Press-Ups, naïve") == ["player", "press", "up", "naive"]
    pairs = {"bodies": "body", "passes": "pass", "crosses": "cross", "tennis": "tennis", "biceps": "bicep", "ups": "up"}
    assert {word: singular(word) for word in pairs} == pairs


def test_unknown_words_are_compared_with_so_many_known_ones_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each costs a look at a part of the vocabulary, and a query can have a hundred."""
    monkeypatch.setattr(query, "_MOST_COMPARED", 30)
    texts = " ".join(f"known{letter}{other}" for letter in "abcde" for other in "fghij")
    index = Index([Document("sport/tennis", "sport", "Tennis", ("racket",), "A game.", texts)])
    compared: list[int] = []
    near = Searcher._near

    def counting(searcher: Searcher, word: str) -> list[str]:
        found = near(searcher, word)
        compared.append(len(found))
        return found

    monkeypatch.setattr(Searcher, "_near", counting)
    unknown = " ".join(f"unkno{letter}{other}" for letter in "abcde" for other in "fghij")
    assert index.searcher.search(f"{unknown} tenis ", None, 0, 20).total == 0
    assert sum(compared[:-1]) < 30 <= sum(compared)
    assert index.searcher.search(f"tenis {unknown} ", None, 0, 20).numbers == (0,), "the first ones are corrected"


def test_only_the_first_words_of_a_long_query_count() -> None:
    index = Index([Document("sport/tennis", "sport", "Tennis", (), "A game.")])
    assert index.searcher.search("x " * 31 + "tennis ", None, 0, 20).total == 1
    assert index.searcher.search("x " * 32 + "tennis ", None, 0, 20).total == 0
