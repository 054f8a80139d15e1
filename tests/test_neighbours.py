"""Families that stand side by side in the texts of documents."""

from __future__ import annotations

from itertools import pairwise

import hypothesis.strategies as st
from hypothesis import given
from test_search import Index

from sportlore.search import Document, terms_of
from sportlore.search.document import neighbours

FAMILIES = st.sampled_from(["box", "kick", "goal", "attack", "net"])


@given(st.lists(FAMILIES, max_size=6), st.lists(st.lists(FAMILIES, min_size=1, max_size=6), max_size=4))
def test_a_document_has_the_neighbours_of_its_name_keywords_and_parts_of_sentences(
    name: list[str], sentences: list[list[str]]
) -> None:
    text = "; ".join(map(" ".join, sentences))
    terms = terms_of(Document("skill/one", "skill", " ".join(name), text=text))
    pairs = {pair for part in (name, *sentences) for pair in pairwise(part)}
    assert set(terms.neighbours[0]) == {neighbours(*pair) for pair in pairs}


def test_the_order_of_two_neighbours_matters() -> None:
    assert neighbours("box", "kick") != neighbours("kick", "box")


def test_words_of_a_query_that_stand_side_by_side_come_before_the_same_words_apart() -> None:
    texts = ["A kick. The box.", "Out of the box: he may kick.", "A box kick gains ground."]
    index = Index([Document(f"position/{n}", "position", f"Player {n}", text=text) for n, text in enumerate(texts)])
    assert index.search("box kick ")[0] == "position/2"
    shares = [{share.reason for share in index.searcher.explain("box kick ", None, number)} for number in range(3)]
    assert ["side by side" in places for places in shares] == [False, False, True]


def test_who_has_one_of_two_neighbours_alone_gains_nothing() -> None:
    same = neighbours("box", "kick")  # another pair may have the same name of 65,536
    other = next(f"a{n} b{n}" for n in range(10**6) if neighbours(f"a{n}", f"b{n}") == same)
    texts = [f"Box. {other}", f"Box, kick. {other}", "Kick a box kick."]
    index = Index([Document(f"position/{n}", "position", f"Player {n}", text=text) for n, text in enumerate(texts)])
    shares = [{share.reason for share in index.searcher.explain("box kick ", None, number)} for number in range(3)]
    assert ["side by side" in places for places in shares] == [False, True, True]
