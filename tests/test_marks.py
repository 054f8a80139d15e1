"""What a query matched in a text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sportlore.search import HighlightTerms, best, marked

NET = HighlightTerms({"net": 11, "high": 7, "badminton": 14}, "badm")


@pytest.mark.parametrize(
    ("text", "words", "weight"),
    [
        ("The net is 1.55 m high.", ["net", "high"], 18),
        ("Nets, netting and ‘net’", ["Nets", "netting", "net"], 11),
        ("Badminton’s net", ["Badminton’s", "net"], 25),
        ("badmen play", ["badmen"], 0),
        ("golf and bad play", [], 0),
        ("BADMÍNTON", ["BADMÍNTON"], 14),
        ("net-play", ["net"], 11),
        ("", [], 0),
    ],
)
def test_words_of_the_families_are_marked(text: str, words: list[str], weight: int) -> None:
    found = marked(NET, "name", text)
    assert [text[start:end] for start, end in found.ranges] == words
    assert found.weight == weight


def test_what_an_unfinished_word_begins_is_marked_and_weighs_nothing() -> None:
    found = marked(HighlightTerms({}, "ten"), "name", "Ténnis, often")
    assert (found.ranges, found.weight) == ([(0, 6)], 0)


def test_the_best_text_has_most_of_what_was_asked_for() -> None:
    found = best(NET, "description", ["A net of cord.", "A net. A high net! High is relative."])
    assert found is not None
    assert (found.field, found.text, found.weight) == ("description", "A high net!", 18)


def test_of_equal_texts_the_first_is_best() -> None:
    found = best(NET, "keywords", ["golf", "Net", "nets"])
    assert found is not None
    assert found.text == "Net"


def test_further_texts_are_not_read_once_all_is_there() -> None:
    def texts() -> Iterator[str]:
        yield "high badminton net"
        raise AssertionError("read on")

    found = best(NET, "keywords", texts())
    assert found is not None
    assert found.weight == NET.weight


def test_without_any_word_there_is_no_best_text() -> None:
    assert best(NET, "name", ["Golf"]) is None
    assert best(HighlightTerms(), "name", ["Golf"]) is None
