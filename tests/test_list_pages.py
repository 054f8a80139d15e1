"""The pages of filtered and sorted lists on the miniature world: what stays, where each link leads and what it counts."""

from __future__ import annotations

import re

import html5lib
import pytest
from conftest import ask, body

from sportlore.server.answer import Responder


def page(responder: Responder, target: str) -> str:
    response = ask(responder, target)
    assert response.status == 200, response.body
    return response.body.decode()


def listed(html: str) -> list[str]:
    """The paths of the lines."""
    entries = html.partition('<div id="entries">')[2].partition("</div><!-- entries -->")[0]
    return re.findall(r'<li><a href="([^"]*)">', entries)


def chips(html: str) -> dict[str, tuple[str, int | None]]:
    """Where each link of a filter or an order leads, and what it counts, by its words."""
    links = re.findall(
        r'<li><a rel="nofollow" href="([^"]*)"[^>]*>([^<]*)(?: <span class="count">(\d+)</span>)?</a>', html
    )
    return {words: (href.replace("&amp;", "&"), int(count) if count else None) for href, words, count in links}


def test_the_list_without_a_query_has_every_line_and_counts_each_value(responder: Responder) -> None:
    html = page(responder, "/sports")
    assert listed(html) == ["/sports/badminton", "/sports/tennis"]
    assert chips(html)["Maximal strength"] == ("/sports?develops=maximal-strength", 1)
    assert "Agility" not in chips(html)  # all have it


def test_every_chip_leads_to_as_many_as_it_counts(responder: Responder) -> None:
    counted = [(href, count) for href, count in chips(page(responder, "/sports")).values() if count is not None]
    assert counted
    for href, count in counted:
        assert len(listed(page(responder, href))) == count


def test_a_filter_leaves_lines_and_can_be_taken_away(responder: Responder) -> None:
    html = page(responder, "/sports?develops=maximal-strength")
    assert listed(html) == ["/sports/tennis"]
    assert '<p class="count" id="total">1 of 2 sports</p>' in html
    assert '<link rel="canonical" href="http://localhost:8000/sports">' in html
    active = re.findall(r'<li><a rel="nofollow" href="/sports" aria-label="Take away ([^"]*)">', html)
    assert active == ["Physical qualities: Maximal strength"]
    assert (
        '<a rel="nofollow" href="/sports" aria-current="true">Maximal strength <span class="count">1</span></a>' in html
    )


def test_values_of_one_name_are_either_and_names_are_both(responder: Responder) -> None:
    either = page(responder, "/sports?develops=maximal-strength,agility")
    assert len(listed(either)) == 2
    assert listed(page(responder, "/sports?develops=maximal-strength&develops=agility")) == listed(either)
    assert listed(page(responder, "/sports?develops=maximal-strength&uses=racket")) == ["/sports/tennis"]


def test_none_left_says_what_to_do(responder: Responder) -> None:
    html = page(responder, "/sports?develops=maximal-strength&uses=none")
    assert listed(html) == []
    assert "None of 2 sports has all of these. Take one away." in html
    assert html.count("Take away ") == 2


def test_an_order_shows_the_values_that_it_goes_by(responder: Responder) -> None:
    html = page(responder, "/sports?sort=-court-length")
    assert listed(html) == ["/sports/tennis", "/sports/badminton"]
    assert 'Tennis</a> <span class="count">23.77</span>' in html
    assert "Length of the court, highest first" in re.findall(r'aria-label="Take away ([^"]*)"', html)
    assert listed(page(responder, "/sports?sort=-name")) == ["/sports/tennis", "/sports/badminton"]


def test_links_keep_what_else_is_asked_for(responder: Responder) -> None:
    links = chips(page(responder, "/sports?uses=racket&sort=-name"))
    assert links["Maximal strength"] == ("/sports?uses=racket&develops=maximal-strength&sort=-name", 1)
    assert links["A to Z"][0] == "/sports?uses=racket&sort=name"


def test_the_page_names_the_same_as_data(responder: Responder) -> None:
    response = ask(responder, "/sports?develops=maximal-strength&sort=-name")
    address = "/v1/entities/sport?develops=maximal-strength&sort=-name"
    assert f'<{address}>; rel="alternate"; type="application/json"'.encode() in response.head
    assert f'href="{address.replace("&", "&amp;")}"'.encode() in response.body
    assert [item["slug"] for item in body(responder, address)["data"]] == ["tennis"]


@pytest.mark.parametrize("query", ["", "fbclid=1", "page=2", "develops=", "sort=", "colour=red"])
def test_what_asks_for_nothing_is_the_list_itself(responder: Responder, query: str) -> None:
    assert page(responder, f"/sports?{query}") == page(responder, "/sports")


@pytest.mark.parametrize(
    ("query", "advice"),
    [("develops=agilty", "agility"), ("sort=court-lenth", "court-length"), ("format=solo", "it takes")],
)
def test_a_value_that_is_unknown_is_refused_with_advice(responder: Responder, query: str, advice: str) -> None:
    response = ask(responder, f"/sports?{query}")
    assert response.status == 400
    assert advice in response.body.decode()


def test_filtered_pages_are_html(responder: Responder) -> None:
    for target in ("/sports?develops=maximal-strength&sort=-name", "/sports?develops=maximal-strength&uses=none"):
        html5lib.HTMLParser(strict=True).parse(page(responder, target))


def test_a_value_cannot_write_into_the_page(responder: Responder) -> None:
    response = ask(responder, "/sports?origin=%22%3E%3Cscript%3E")
    assert response.status == 200
    assert b'"><script>' not in response.body
    assert b"&quot;&gt;&lt;script&gt;" in response.body
