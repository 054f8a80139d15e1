"""Families that stand side by side in the texts of documents."""

from __future__ import annotations

from array import array
from itertools import pairwise

import hypothesis.strategies as st
from hypothesis import given
from test_search import Index

from sportlore.search import Document
from sportlore.search.adjacent import gains, number_of, numbers_of
from sportlore.search.arrays import Rows, packed, unpacked

TEXTS = st.lists(st.lists(st.sampled_from(["box", "kick", "goal", "attack", "net"]), max_size=6), max_size=4)


@given(st.lists(st.integers(0, 0xFFFF)))
def test_arrays_are_read_as_they_were_written(numbers: list[int]) -> None:
    assert list(unpacked(packed(array("H", numbers)), "H")) == numbers
    assert list(unpacked(packed(array("I", numbers)), "I")) == numbers


@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_each_document_gains_by_the_neighbours_that_it_has(documents: list[list[list[str]]]) -> None:
    rows = Rows()
    for texts in documents:
        rows.add(numbers_of(texts))
    asked = [("box", "kick"), ("kick", "box"), ("goal", "attack")]
    numbered = [(number_of(*pair), points) for pair, points in zip(asked, (1, 10, 100), strict=True)]
    found = gains(rows.value(), len(documents), numbered, range(len(documents)))
    pairs = [{pair for text in texts for pair in pairwise(text)} for texts in documents]
    expected = [sum(points for pair, points in zip(asked, (1, 10, 100), strict=True) if pair in some) for some in pairs]
    assert found == expected
    assert gains(rows.value(), len(documents), [], range(len(documents))) == [0] * len(documents)


def test_words_of_a_query_that_stand_side_by_side_come_before_the_same_words_apart() -> None:
    texts = ["A kick. The box.", "Out of the box: he may kick.", "A box kick gains ground."]
    index = Index([Document(f"position/{n}", "position", f"Player {n}", text=text) for n, text in enumerate(texts)])
    assert index.search("box kick ")[0] == "position/2"
    shares = [{share.place for share in index.searcher.explain("box kick ", None, number)} for number in range(3)]
    assert ["side by side" in places for places in shares] == [False, False, True]
