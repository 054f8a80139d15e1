"""Comparisons that nobody wrote: of any two of one type, and of more, composed by a server."""

from __future__ import annotations

import itertools
import json

import pytest
from conftest import ask, body
from hypothesis import given
from hypothesis import strategies as st

from sportlore.comparison import StoredComparisons, compare, entries
from sportlore.memo import Forgetful
from sportlore.publication import Publication
from sportlore.server.answer import Responder

PAIR = "/v1/compare/agility-vs-maximal-strength"


def test_a_store_compares_as_the_graph_does(catalogue: Publication) -> None:
    """Any two entities of one type, from the keys and values that a build writes."""
    graph = catalogue.graph
    stored = StoredComparisons(dict(entries(graph, Forgetful())).get)
    compared = 0
    for type in graph.vocabulary.types:
        for a, b in itertools.islice(itertools.combinations(graph.of_type(type), 2), 60):
            left, right = stored.entity(a.id), stored.entity(b.id)
            assert left is not None
            assert right is not None
            wanted, given_ = compare(graph.vocabulary, a, b), compare(stored.vocabulary, left, right)
            assert (given_.differences, given_.similarities) == (wanted.differences, wanted.similarities)
            compared += bool(wanted.differences)
    assert compared > 50
    assert stored.entity("sport/nothing") is None


def test_a_pair_that_nobody_wrote_says_so(responder: Responder) -> None:
    answer = body(responder, PAIR)
    assert list(answer) == [
        *("slug", "title", "a", "b", "differences", "similarities", "description", "statements"),
        *("signed", "table", "links"),
    ]
    assert answer["signed"] is False
    assert answer["title"] == "Agility vs Maximal strength"
    assert answer["slug"] == "agility-vs-maximal-strength"
    for side, slug in (("a", "agility"), ("b", "maximal-strength")):
        (item,) = body(responder, f"/v1/entities/physical-quality?slug={slug}")["data"]
        assert answer[side] == {name: item[name] for name in answer[side]}
    assert [item["text"] for item in answer["statements"]] == answer["differences"] + answer["similarities"]


def test_both_orders_are_answered(responder: Responder) -> None:
    turned = body(responder, "/v1/compare/maximal-strength-vs-agility")
    assert turned["a"] == body(responder, PAIR)["b"]


def test_what_the_catalogue_has_stays_as_it_is(responder: Responder) -> None:
    stored = responder.snapshot.body("/v1/compare/tennis-vs-badminton")
    assert ask(responder, "/v1/compare/tennis-vs-badminton").body == stored
    assert ask(responder, "/v1/compare/tennis-vs-badminton?type=sport").body == stored
    assert ask(responder, "/v1/compare/badminton-vs-tennis").status == 308
    assert body(responder, "/v1/compare/tennis-vs-badminton?fields=differences,title") == {
        name: json.loads(stored or b"")[name] for name in ("title", "differences")
    }


def test_the_table_and_the_links_of_both_sides(responder: Responder) -> None:
    table = body(responder, "/v1/compare/tennis-vs-badminton?type=sport&fields=table")
    assert table == {}  # of what is written, the facts stand with the sides
    pair = body(responder, PAIR)
    texts = {row["key"]: row["texts"] for row in pair["table"]}
    for i, side in enumerate(("a", "b")):
        stated = {fact["key"]: fact["text"] for fact in pair[side]["facts"]}
        assert {key: row[i] for key, row in texts.items() if row[i] is not None} == stated
    for links in pair["links"]:
        assert len(links["apart"]) == 2
        apart = [link["id"] for side in links["apart"] for link in side]
        assert not {link["id"] for link in links["common"]} & {*apart}


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (
            "/v1/compare/tennis-vs-back-squat",
            "tennis is a sport and back-squat is an exercise; compare entities of one",
        ),
        ("/v1/compare/agility-vs-agility", "a side is given twice; compare different entities"),
        ("/v1/compare/a-vs-b-vs-c-vs-d-vs-e-vs-f-vs-g", "there are 7 sides; compare 6 at most"),
        (f"{PAIR}?type=quality", "no type `quality`; see /v1/entities for all types"),
        (f"{PAIR}?fields=titel", "no field `titel`; did you mean `title`?"),
        (f"{PAIR}?colour=red", "no parameter `colour`; there are `type` and `fields`"),
    ],
)
def test_what_cannot_be_compared_is_refused(responder: Responder, target: str, message: str) -> None:
    response = ask(responder, target)
    assert response.status == 400
    assert json.loads(response.body)["error"].startswith(message)


@pytest.mark.parametrize("slug", ["tennis", "tennis-vs-nothing", "tennis-vs-", f"{PAIR[12:]}-vs-nothing"])
def test_what_is_not_there_is_not_compared(responder: Responder, slug: str) -> None:
    assert ask(responder, f"/v1/compare/{slug}").status == 404


def test_a_type_has_both_slugs_or_nothing_is_compared(responder: Responder) -> None:
    assert ask(responder, f"{PAIR}?type=sport").status == 404
    assert body(responder, f"{PAIR}?type=physical-quality") == body(responder, PAIR)


def test_a_comparison_has_a_tag(responder: Responder) -> None:
    tag = ask(responder, PAIR).head.decode().partition("etag: ")[2].partition("\r\n")[0]
    assert ask(responder, PAIR, **{"if-none-match": tag}).status == 304


@given(st.text(st.sampled_from("abv-s."), max_size=30))
def test_no_slug_is_too_strange(responder: Responder, slug: str) -> None:
    assert ask(responder, f"/v1/compare/{slug}").status in (308, 400, 404)
