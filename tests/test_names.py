"""Whom a name may mean at which nothing is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sportlore import search
from sportlore.search import Document, Meant, NameIndex, Searcher

FOOTBALL = Document("sport/football", "sport", "Football", keywords=("soccer",), description="A game of two goals.")
RACKET = Document("equipment/tennis-racket", "equipment", "Tennis racket", description="What a ball is struck with.")
WICKET = Document("equipment/wicket", "equipment", "Wicket", description="Three stumps, not a racket.")
GOAL = Document("sport/hockey", "sport", "Hockey", description="A game with sticks and soccer's goals.")
PAGE = Document("calculators/bmi", "page", "Soccer", description="No entity.", page="/calculators/bmi")


class Store:
    """An index in memory."""

    def __init__(self, documents: list[Document]) -> None:
        ranked = search.ranked(documents)
        self.entries = search.entries(ranked)
        self.count = sum(not document.page for document in ranked)

    def value(self, key: bytes) -> bytes | None:
        return self.entries.get(key)

    def values_from(self, start: bytes) -> Iterator[bytes]:
        return (value for key, value in sorted(self.entries.items()) if key.startswith(start))


STORE = Store([FOOTBALL, RACKET, WICKET, GOAL, PAGE])
NAMES = NameIndex(Searcher(STORE, STORE.count), STORE.value)


def test_what_is_called_so_leads() -> None:
    football = Meant("sport", "football", "Football", certain=True)
    assert NAMES.meant("soccer")[0] == football
    assert [item.certain for item in NAMES.meant("soccer")] == [True, False]
    assert NAMES.meant("soccer", ["sport"])[0] == football
    assert NAMES.called("soccer") == NAMES.called("soccer", ["sport"]) == [football]
    assert NAMES.called("socer") == []


def test_a_name_that_has_all_the_words_is_certain_and_a_text_that_has_them_is_not() -> None:
    assert [(item.slug, item.certain) for item in NAMES.meant("racket", ["equipment"])] == [
        ("tennis-racket", True),
        ("wicket", False),
    ]


@pytest.mark.parametrize("name", ["", "-", "soccer"])
def test_another_type_means_nothing(name: str) -> None:
    assert NAMES.meant(name, ["muscle-group"]) == NAMES.called(name, ["muscle-group"]) == []
