"""The page of a search on the miniature world: what it says, lists and links."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import html5lib
import pytest

from sportlore.contract.queries import BadRequest
from sportlore.contract.record import GZIP, IDENTITY
from sportlore.search import Hits, Marked
from sportlore.server import search_page as module
from sportlore.server.answer import Responder
from sportlore.server.search_page import SearchPage
from sportlore.snapshot import Snapshot


@pytest.fixture(scope="module")
def service(world_snapshot: Path) -> Iterator[Responder]:
    opened = Responder(Snapshot(world_snapshot))
    yield opened
    opened.close()


def search_page(service: Responder) -> SearchPage:
    return SearchPage(service.snapshot, service.searcher, service.searcher.search, service.answers)


def page(service: Responder, query: str, variant: bytes = IDENTITY) -> tuple[dict[str, str], str]:
    """The header fields and the HTML."""
    record = search_page(service).record(query.encode(), (variant,))
    assert record is not None
    head, _, body = b"".join(record).partition(b"\r\n\r\n")
    return dict(line.split(": ", 1) for line in head.decode().split("\r\n")), body.decode("utf-8", "replace")


def results(html: str) -> list[tuple[str, ...]]:
    """Path, name and kind of each result."""
    plain = re.sub('</?mark>|<p class="matched">.*?</p>', "", html)
    return re.findall(r'<li><a href="([^"]*)">([^<]*)</a> <span class="kind">([^<]*)</span><p>[^<]+</p></li>\n', plain)


def template(service: Responder, query: str, status: str, listed: str, more: str) -> str:
    """The page with its blanks filled in."""
    blanks = {"query": query, "status": status, "answers": "", "counts": "", "results": listed, "more": more}
    html = service.info.search_page
    for name, text in blanks.items():
        assert f"{{{name}}}" in html
        html = html.replace(f"{{{name}}}", text)
    return html


@pytest.mark.parametrize("query", ["", "q=", "q=%20+", "type=sport", "page=2"])
def test_without_words_there_is_no_such_page(service: Responder, query: str) -> None:
    assert search_page(service).record(query.encode(), (IDENTITY,)) is None


@pytest.mark.parametrize("query", ["q=a&q=b", "q=a&page=0", "q=%ff", "q=" + "x" * 201])
def test_bad_parameters_are_refused(service: Responder, query: str) -> None:
    with pytest.raises(BadRequest):
        search_page(service).record(query.encode(), (IDENTITY,))


def test_nothing_found(service: Responder) -> None:
    head, html = page(service, "q=+zz%26%3Cb%3E/zz+")
    asked = escape("zz&<b>/zz")
    missing = f"Nothing here has {' or '.join(f'“{word}”' for word in ('zz', 'b'))}."
    assert html == template(service, asked, f"Nothing found for “{asked}”. {missing}", "", "")
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
    line = f'<a href="/equipment/racket"><mark>Racket</mark></a> <span class="kind">{kind}</span><p>'
    assert line in html
    assert f"{line}{description}</p></li>\n" in re.sub("</?mark>", "", html).replace(
        "Racket</a>", "<mark>Racket</mark></a>"
    )
    assert "1 result for “racket”." in html
    assert html.count(" selected") == 1
    assert '<option value="equipment" selected>' in html
    assert head["link"] == '</v1/search?q=racket&type=equipment>; rel="alternate"; type="application/json"'


def test_results_are_counted_by_type_with_links_to_each(service: Responder) -> None:
    _, html = page(service, "q=racket&type=sport")
    counts = re.findall(
        r'<a href="(/search[^"]*)"( aria-current="true")?>(\w+)(?: <span class="count">(\d+)</span>)?</a>', html
    )
    assert counts[:2] == [
        ("/search?q=racket", "", "All", ""),
        ("/search?q=racket&amp;type=sport", ' aria-current="true"', "Sports", "2"),
    ]
    total = len(results(page(service, "q=racket")[1]))
    assert sum(int(count) for *_, count in counts[1:]) == total
    for address, _, _, count in counts[1:]:
        assert len(results(page(service, address.partition("?")[2].replace("&amp;", "&"))[1])) == int(count)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (Marked("name", "Net & <post>", [(0, 3), (7, 11)], 5), "<mark>Net</mark> &amp; &lt;<mark>post</mark>&gt;"),
        (Marked("name", "Net", [(0, 3)], 5), "<mark>Net</mark>"),
        (Marked("name", "Net", [], 0), "Net"),
    ],
)
def test_marks_stand_in_escaped_text(text: Marked, html: str) -> None:
    assert module._html(text) == html.replace("<mark></mark>", "")


def test_the_page_is_sound_html(service: Responder) -> None:
    for query in ("q=height+net+tenis", "q=racket&type=sport", "q=zz%26%3Cb%3E"):
        html5lib.HTMLParser(strict=True).parse(page(service, query)[1])


def test_a_text_that_matched_better_is_shown_below(service: Responder) -> None:
    _, html = page(service, "q=height+net+tennis")
    assert re.search(r'<p class="matched"><mark>Height</mark> of the <mark>net</mark>: [^<]+</p>', html)


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


def test_the_status_says_what_the_catalogue_does_not_have() -> None:
    missing = Hits((), 3, not_found=("korfbal", "quux"))
    assert module._status("korfbal quux net", missing) == (
        "3 results for “korfbal quux net”. Nothing here has “korfbal” or “quux”."
    )
    assert module._status("quux", Hits((), 0, not_found=("quux",))) == "Nothing found for “quux”."


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
    shown = r'<p class="answer"><a href="([^"]*)">([^<]*)</a>: <strong>([^<]*)</strong>(?: <cite>[^<]*</cite>)?</p>'
    answer = re.search(shown, html)
    assert answer is not None
    assert answer.groups() == ("http://localhost:8000/sports/tennis", "Tennis, height of the net", "0.914 m")
    assert 'class="answer"' not in page(service, "q=how+high+is+a+tennis+net&page=2")[1]
    assert 'class="answer"' not in page(service, "q=tennis")[1]
