"""The page of a search on the miniature world: what it says, lists and links."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest

from sportlore.contract.parameters import BadRequest
from sportlore.contract.record import GZIP, IDENTITY
from sportlore.search import Hits
from sportlore.server import search_page as module
from sportlore.server.answer import Responder
from sportlore.server.search_page import search_page
from sportlore.snapshot import Snapshot


@pytest.fixture(scope="module")
def service(world_snapshot: Path) -> Iterator[Responder]:
    opened = Responder(Snapshot(world_snapshot))
    yield opened
    opened.close()


def page(service: Responder, query: str, variant: bytes = IDENTITY) -> tuple[dict[str, str], str]:
    """The header fields and the HTML."""
    record = search_page(
        service.snapshot, service.searcher, service.searcher.search, service.answers, query.encode(), (variant,)
    )
    assert record is not None
    head, _, body = b"".join(record).partition(b"\r\n\r\n")
    return dict(line.split(": ", 1) for line in head.decode().split("\r\n")), body.decode("utf-8", "replace")


def results(html: str) -> list[tuple[str, ...]]:
    """Path, name and kind of each result."""
    return re.findall(r'<li><a href="([^"]*)">([^<]*)</a> <span class="kind">([^<]*)</span><p>[^<]+</p></li>\n', html)


def template(service: Responder, query: str, status: str, listed: str, more: str) -> str:
    """The page with its blanks filled in."""
    blanks = {"query": query, "status": status, "answers": "", "results": listed, "more": more}
    html = service.info.search_page
    for name, text in blanks.items():
        assert f"{{{name}}}" in html
        html = html.replace(f"{{{name}}}", text)
    return html


@pytest.mark.parametrize("query", ["", "q=", "q=%20+", "type=sport", "page=2"])
def test_without_words_there_is_no_such_page(service: Responder, query: str) -> None:
    assert (
        search_page(
            service.snapshot, service.searcher, service.searcher.search, service.answers, query.encode(), (IDENTITY,)
        )
        is None
    )


@pytest.mark.parametrize("query", ["q=a&q=b", "q=a&page=0", "q=%ff", "q=" + "x" * 201])
def test_bad_parameters_are_refused(service: Responder, query: str) -> None:
    with pytest.raises(BadRequest):
        search_page(
            service.snapshot, service.searcher, service.searcher.search, service.answers, query.encode(), (IDENTITY,)
        )


def test_nothing_found(service: Responder) -> None:
    head, html = page(service, "q=+zz%26%3Cb%3E/zz+")
    asked = escape("zz&<b>/zz")
    assert html == template(service, asked, f"Nothing found for “{asked}”.", "", "")
    assert head["content-type"] == "text/html; charset=utf-8"
    assert head["link"] == '</v1/search?q=zz%26%3Cb%3E%2Fzz>; rel="alternate"; type="application/json"'
    assert int(head["content-length"]) == len(html.encode())
    coded, _ = page(service, "q=zz", GZIP)
    assert coded["content-encoding"] == "gzip"


def test_entities_are_listed_with_their_type_and_description(service: Responder) -> None:
    head, html = page(service, "q=racket&type=equipment&page=&unknown=x")
    body = service.snapshot.body("/v1/entities/equipment/racket")
    assert body is not None
    description = escape(json.loads(body)["description"])
    kind = service.info.singular["equipment"]
    line = f'<li><a href="/equipment/racket">Racket</a> <span class="kind">{kind}</span><p>{description}</p></li>\n'
    expected = template(service, "racket", "1 result for “racket”.", line, "")
    assert html == expected.replace('<option value="equipment"', '<option value="equipment" selected')
    assert html.count(" selected") == 1
    assert head["link"] == '</v1/search?q=racket&type=equipment>; rel="alternate"; type="application/json"'


def test_a_type_that_is_unknown_is_no_type(service: Responder) -> None:
    head, html = page(service, "q=racket&type=nothing")
    assert html == page(service, "q=racket")[1]
    assert " selected" not in html
    assert head["link"].startswith("</v1/search?q=racket>; ")


def test_what_is_no_entity_is_listed_too(service: Responder) -> None:
    _, html = page(service, "q=one-rep+max")
    (other,) = [other for other in service.searcher.others if other.page == "/calculators/one-rep-max"]
    assert (other.page, escape(other.name), escape(other.type)) in results(html)


def test_a_typo_is_told(service: Responder) -> None:
    _, html = page(service, "q=tenis!")
    found = results(html)
    counted = f"{len(found)} result{'s' if len(found) > 1 else ''}"
    assert f"Showing {counted} for “tennis!”: nothing here is called “tenis”." in html
    assert ("/sports/tennis", "Tennis", service.info.singular["sport"]) in found


def test_further_pages_are_linked(service: Responder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE_SIZE", 1)
    _, first = page(service, "q=squat&type=exercise")
    address = "/search?q=squat&amp;type=exercise&amp;page=2"
    assert f'<a id="more" rel="next" href="{address}">Show more</a>' in first
    _, second = page(service, "q=squat&type=exercise&page=2")
    assert 'id="more"' not in second
    assert "2 results for “squat”." in first
    assert "2 results for “squat”." in second
    assert [path for path, _, _ in results(first) + results(second)] == [
        "/exercises/front-squat",
        "/exercises/back-squat",
    ]
    _, beyond = page(service, "q=squat&type=exercise&page=3")
    assert results(beyond) == []
    assert 'id="more"' not in beyond


@pytest.mark.parametrize(
    ("text", "total", "corrections", "status"),
    [
        ("a", 0, (), "Nothing found for “a”."),
        ("a", 1, (), "1 result for “a”."),
        ("a", 1_234, (), "1,234 results for “a”."),
        ("tenis", 1, (("tenis", "tennis"),), "Showing 1 result for “tennis”: nothing here is called “tenis”."),
        (
            "Skwat, or tenis-bal",
            2,
            (("skwat", "squat"), ("bal", "ball")),
            "Showing 2 results for “squat, or tenis-ball”: nothing here is called “skwat” or “bal”.",
        ),
    ],
)
def test_the_status_says_how_much_was_found_and_for_what(
    text: str, total: int, corrections: tuple[tuple[str, str], ...], status: str
) -> None:
    assert module._status(text, Hits((), total, corrections)) == status


def test_a_direct_answer_stands_above_the_list(service: Responder) -> None:
    _, html = page(service, "q=how+high+is+a+tennis+net")
    answer = re.search(r'<p class="answer"><strong>([^<]*)</strong> <a href="([^"]*)">([^<]*)</a></p>', html)
    assert answer is not None
    assert answer.groups() == ("0.914 m", "http://localhost:8000/sports/tennis", "Tennis")
    assert 'class="answer"' not in page(service, "q=how+high+is+a+tennis+net&page=2")[1]
    assert 'class="answer"' not in page(service, "q=tennis")[1]
