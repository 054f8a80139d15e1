"""Search as the contract says: what matches, in which order, and the same on every machine."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore import search, snapshot
from sportlore.search import Document, Searcher, singular, words


@pytest.fixture(scope="module")
def searcher(catalogue_snapshot: Path) -> Searcher:
    return Searcher(catalogue_snapshot / snapshot.read_manifest(catalogue_snapshot).generation / "search")


def first(searcher: Searcher, text: str, n: int = 1, type: str | None = None) -> list[str]:
    return list(searcher.search(text, type, 0, n).ids)


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
    ],
)
def test_the_best_answer_comes_first(searcher: Searcher, query: str, expected: str) -> None:
    assert first(searcher, query) == [expected]


def test_an_exact_name_is_always_first(searcher: Searcher, catalogue_snapshot: Path) -> None:
    """Every name of the catalogue finds an entity of that very name before all others."""
    opened = snapshot.Snapshot(catalogue_snapshot)
    names = 0
    for type, index in opened.info.lists.items():
        for slug in index.slugs:
            name = name_of(opened, f"{type}/{slug}")
            (best,) = first(searcher, name)
            assert words(name_of(opened, best)) == words(name), name
            assert f"{type}/{slug}" in searcher.search(name, type, 0, 1).ids
            names += 1
    assert names >= 150


def name_of(opened: snapshot.Snapshot, id: str) -> str:
    body = opened.body(f"/v1/entities/{id}")
    assert body is not None
    return str(msgspec.json.decode(body)["name"])


def test_all_words_must_match_and_else_the_best_partial_matches_come(searcher: Searcher) -> None:
    both = searcher.search("tennis racket", None, 0, 100)
    either = searcher.search("tennis xylophone", None, 0, 100)
    assert "equipment/tennis-racket" in both.ids
    assert both.total < searcher.search("tennis", None, 0, 100).total
    assert either.ids[0] == "sport/tennis"
    assert searcher.search("xqzyjk qqzzww", None, 0, 10).total == 0


def test_a_type_limits_the_results(searcher: Searcher) -> None:
    everything = searcher.search("ball", None, 0, 1000)
    of_type = searcher.search("ball", "equipment", 0, 1000)
    assert 0 < of_type.total < everything.total
    assert list(of_type.ids) == [id for id in everything.ids if id.startswith("equipment/")]


def test_pages_join(searcher: Searcher) -> None:
    whole = searcher.search("player", None, 0, 60).ids
    parts = [id for offset in range(0, 60, 7) for id in searcher.search("player", None, offset, 7).ids]
    assert tuple(parts[:60]) == whole


def test_ties_fall_to_the_order_of_ids(tmp_path: Path) -> None:
    documents = [Document(f"sport/s{i:03}", "sport", "Same", ("also",), "Same text.") for i in range(300)]
    search.build(tmp_path / "index", documents)
    found = Searcher(tmp_path / "index").search("same", None, 0, 300)
    assert list(found.ids) == [document.id for document in documents]
    assert found.total == 300


def test_slips_of_the_pen_are_forgiven_by_length(tmp_path: Path) -> None:
    names = ["abc", "bodies", "abcdefgh"]
    documents = [Document(f"sport/{i}", "sport", name, (), "") for i, name in enumerate(names)]
    search.build(tmp_path / "index", documents)
    searcher = Searcher(tmp_path / "index")
    assert searcher.search("abx ", None, 0, 9).ids == ()
    assert searcher.search("bosy ", None, 0, 9).ids == ("sport/1",)
    assert searcher.search("abcdexgx ", None, 0, 9).ids == ("sport/2",)
    assert searcher.search("abxdexgx ", None, 0, 9).ids == ()


@given(st.text(max_size=80))
def test_any_text_can_be_searched(searcher: Searcher, text: str) -> None:
    hits = searcher.search(text, None, 0, 20)
    assert len(hits.ids) == min(hits.total, 20)
    assert hits == searcher.search(text, None, 0, 20)


@pytest.mark.parametrize(
    "text", ["a AND", "name:", "*", '"', "(", "a OR b", "-tennis", "~", "\\", "tennis^2", "[a TO b]", "+"]
)
def test_no_text_is_read_as_a_query_language(searcher: Searcher, text: str) -> None:
    searcher.search(text, None, 0, 20)


def test_words_fold_case_accents_and_plurals() -> None:
    assert words("Players’ Press-Ups, naïve") == ["player", "press", "up", "naive"]
    pairs = {"bodies": "body", "passes": "pass", "crosses": "cross", "tennis": "tennis", "biceps": "bicep", "ups": "up"}
    assert {word: singular(word) for word in pairs} == pairs
