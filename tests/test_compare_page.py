"""The page that compares any two or three entities, on the miniature world."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import html5lib
import pytest
from conftest import SITE

from sportlore.contract.schemas import ComparedFact, ComparedLinks, Comparison, ComparisonSide, Relationship
from sportlore.server import compare_page as module
from sportlore.server.answer import Request, Responder
from sportlore.snapshot import Snapshot


@pytest.fixture(scope="module")
def service(world_snapshot: Path) -> Iterator[Responder]:
    opened = Responder(Snapshot(world_snapshot))
    yield opened
    opened.close()


def page(service: Responder, query: str) -> str:
    answer = service.answer(Request("GET", "/compare", query.encode(), {}, "/compare"))
    assert answer.status == 200
    assert b"content-type: text/html; charset=utf-8\r\n" in answer.head
    return answer.body.decode()


def status(html: str) -> str:
    found = re.search(r'<p id="status" role="status">(.*)</p>', html)
    assert found is not None
    return found[1]


def test_any_two_of_one_type_stand_side_by_side(service: Responder) -> None:
    html = page(service, "a=agility&b=maximal-strength")
    assert "<h1>Agility vs Maximal strength</h1>" in html
    assert "<title>Agility vs Maximal strength · " in html
    assert 'name="a" maxlength="200" autocomplete="off" data-suggest value="Agility"' in html
    sides = html.partition('<div class="sides">')[2].partition("</div>")[0]
    assert re.findall(r'<h2><a href="([^"]*)">', sides) == [
        "/physical-qualities/agility",
        "/physical-qualities/maximal-strength",
    ]
    assert '<table class="versus' not in html  # they state no facts and no links
    tennis = page(service, "a=tennis&b=badminton")
    assert '<thead><tr><td></td><th scope="col">Tennis</th><th scope="col">Badminton</th></tr></thead>' in tennis
    assert status(html) == "By their facts and links alone: nobody has written of them."
    assert "{" not in html.partition("<main")[2].partition("</main>")[0]


def test_the_answer_of_the_interface_is_linked(service: Responder) -> None:
    answer = service.answer(Request("GET", "/compare", b"a=agility&b=maximal-strength", {}, "/compare"))
    link = '</v1/compare/agility-vs-maximal-strength?type=physical-quality>; rel="alternate"; type="application/json"'
    assert f"link: {link}\r\n" in answer.head.decode()
    path, _, query = link[1:].partition(">")[0].partition("?")
    body = service.answer(Request("GET", path, query.encode(), {}, path))
    assert body.status == 200
    assert (
        b'<http://localhost:8000/compare?a=agility&b=maximal-strength>; rel="alternate"; type="text/html"' in body.head
    )


def test_an_id_says_which_one_is_meant(service: Responder) -> None:
    html = page(service, "a=sport%2Ftennis&b=Badminton")
    assert "<h1>Tennis vs Badminton</h1>" in html
    html5lib.HTMLParser(strict=True).parse(html)


def test_what_the_catalogue_has_more_on_is_linked(service: Responder) -> None:
    for query in ("a=tennis&b=badminton", "a=badminton&b=tennis"):
        assert '<a href="/compare/tennis-vs-badminton">The catalogue has more on the two.</a>' in status(
            page(service, query)
        )


def test_three_stand_side_by_side() -> None:
    sides = [
        ComparisonSide(
            type="sport", id=f"sport/{n}", name=f"<{n}>", description="", url=f"{SITE}/{n}", api_url="", facts=[]
        )
        for n in "abc"
    ]
    rows = [ComparedFact(key="net", label="Net", texts=["1 m", None, "2 m"])]
    link = Relationship(type="ball", id="ball/x", name="Ball", url=f"{SITE}/balls/x")
    linked = [ComparedLinks(relation="uses", label="Uses", common=[link], apart=[[], [link, link], []])]
    html = "".join(module._compared(SITE, Comparison(sides=sides, table=rows, links=linked)))
    assert html.count("<section><h2><a href=") == 3
    assert '<a href="/a">&lt;a&gt;</a>' in html
    assert (
        '<tr><th scope="row">Net</th><td>1 m</td><td><span class="none">not stated</span></td><td>2 m</td></tr>' in html
    )
    assert '<th scope="col">All</th>' in html
    ball = '<a href="/balls/x">Ball</a>'
    assert f'<tr><th scope="row">Uses</th><td>{ball}</td><td></td><td>{ball}, {ball}</td><td></td></tr>' in html
    assert "Differences" not in html


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("a=sport/tennis", "Name what to compare Tennis with."),
        ("a=tennis&b=tennis", "Name what to compare Tennis with."),
        ("b=zzqx&a=tennis", "Nothing that can be compared is called “zzqx”."),
        ("a=zz<b>&b=qqx", "Nothing that can be compared is called “zz&lt;b&gt;” or “qqx”."),
        ("a=tennis&b=back-squat", "Tennis is a sport and Back squat is an exercise; compare what is of one type."),
    ],
)
def test_what_cannot_be_compared_is_said(service: Responder, query: str, words: str) -> None:
    html = page(service, query)
    assert status(html) == words
    assert "<h1>Compare</h1>" in html
    assert 'class="sides"' not in html


def test_a_name_with_a_typo_is_read_as_the_nearest(service: Responder) -> None:
    assert "<h1>Tennis vs Badminton</h1>" in page(service, "a=tenis&b=badmington")


def test_without_names_it_is_the_list_of_comparisons(service: Responder) -> None:
    html = page(service, "a=+&utm_source=x")
    assert html == page(service, "")
    assert '<form class="finder pair" action="/compare">' in html


@pytest.mark.parametrize("query", ["a=x&a=y", "a=%ff", "a=" + "x" * 201])
def test_bad_parameters_are_refused(service: Responder, query: str) -> None:
    answer = service.answer(Request("GET", "/compare", query.encode(), {}, "/compare"))
    assert answer.status == 400
    assert answer.body.startswith(b"<!doctype html>")


def test_an_unknown_comparison_leads_to_the_page_that_makes_it(service: Responder) -> None:
    answer = service.answer(
        Request("GET", "/compare/agility-vs-front-squat", b"", {}, "/compare/agility-vs-front-squat")
    )
    assert answer.status == 404
    assert b'did you mean <a href="/compare?a=agility&amp;b=front-squat">agility vs front-squat</a>?' in answer.body


def test_an_entity_leads_there(service: Responder) -> None:
    body = service.snapshot.body("/exercises/front-squat")
    assert body is not None
    assert '<form action="/compare">\n<input type="hidden" name="a" value="exercise/front-squat">' in body.decode()
    derived = service.snapshot.body("/courses/tennis")
    assert derived is not None
    assert b'action="/compare"' not in derived
