"""From a request to its answer, on the miniature world and without a network."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import SITE

from sportlore.contract.headers import BRIEFLY, METHODS, NEVER, error_head, preflight_head, redirect_head
from sportlore.contract.record import IDENTITY, entity_tag_of, media_type_of, resource, unmodified
from sportlore.server.answer import Request, Responder, Response, error_in_json
from sportlore.snapshot import Index, Info, Snapshot, SnapshotError
from sportlore.snapshot.writer import write

HTML = "text/html; charset=utf-8"


@pytest.fixture(scope="module")
def service(world_snapshot: Path) -> Iterator[Responder]:
    opened = Responder(Snapshot(world_snapshot))
    yield opened
    opened.close()


def ask(service: Responder, target: str, method: str = "GET", **headers: str) -> Response:
    """The answer to a target; `accept_encoding` is the header of that name, and so on."""
    raw_path, _, query = target.partition("?")
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return service.answer(Request(method, raw_path, query.encode("latin-1"), named, raw_path))


def fields(answer: Response) -> dict[str, str]:
    """The header fields of an answer, whose lines all end."""
    *lines, rest = answer.head.decode("latin-1").split("\r\n")
    assert rest == ""
    return dict(line.split(": ", 1) for line in lines)


def ids(answer: Response) -> list[str]:
    """The ids of the items of a list."""
    assert answer.status == 200, answer.body
    return [item["id"] for item in json.loads(answer.body)["data"]]


def error(answer: Response) -> tuple[int, str]:
    """Status and text of an error of the interface, whose head says no more than it should."""
    body: dict[str, Any] = json.loads(answer.body)
    assert list(body) == ["error", "status"]
    assert body["status"] == answer.status
    cache, extra = (NEVER, {"allow": METHODS}) if answer.status == 405 else (BRIEFLY, {})
    assert answer.head == error_head(cache, "application/json", len(answer.body), extra)
    return answer.status, body["error"]


def test_a_stored_record_is_answered_as_it_is(service: Responder) -> None:
    record = service.snapshot.get("/v1/entities/sport/tennis", b"i")
    assert record is not None
    head, _, body = record.partition(b"\r\n\r\n")
    assert ask(service, "/v1/entities/sport/tennis") == Response(200, head + b"\r\n", body)
    assert ask(service, "/v1/entities/sport/tennis", "HEAD") == Response(200, head + b"\r\n", body)
    assert ask(service, "/v1/entities/sport/tennis?_=0&utm_source=red") == Response(200, head + b"\r\n", body)
    assert json.loads(body)["id"] == "sport/tennis"


def test_an_answer_is_in_the_best_coding_that_is_accepted(service: Responder) -> None:
    whole = ask(service, "/v1/entities/sport/tennis")
    compressed = ask(service, "/v1/entities/sport/tennis", accept_encoding="gzip")
    assert gzip.decompress(compressed.body) == whole.body
    assert fields(compressed)["content-encoding"] == "gzip"
    assert fields(ask(service, "/v1/entities/sport/tennis", accept_encoding="gzip, br"))["content-encoding"] == "br"
    refused = ask(service, "/v1/entities/sport/tennis", accept_encoding="identity;q=0")
    words = "none of the accepted content codings is available; accept `identity` too"
    assert error(refused) == (406, words)
    assert error(ask(service, "/v1/entities/sport/tenis", accept_encoding="identity;q=0"))[0] == 404


def test_an_answer_is_of_a_media_type_that_is_accepted(service: Responder) -> None:
    words = "this is available as application/json only; send `Accept: application/json`"
    assert error(ask(service, "/v1/atlas", accept="text/html")) == (406, words)
    assert ask(service, "/v1/entities/sport/tennis", accept="application/json").status == 200
    page = ask(service, "/sports/tennis", accept="application/json")
    assert (page.status, fields(page)["content-type"]) == (406, HTML)


def test_a_condition_that_is_met_is_answered_with_304(service: Responder) -> None:
    for target in ("/v1/entities/sport/tennis", "/v1/entities/sport?pageSize=1"):
        for coding in ("identity", "gzip"):
            whole = ask(service, target, accept_encoding=coding)
            tag = fields(whole)["etag"]
            kept = ask(service, target, accept_encoding=coding, if_none_match=tag)
            assert kept == Response(304, unmodified(whole.head + b"\r\n"), b"")
            assert ask(service, target, accept_encoding=coding, if_none_match='"other"') == whole


def test_pages_of_the_default_size_are_stored_and_others_composed(service: Responder) -> None:
    stored = ask(service, "/v1/entities/sport")
    assert stored == ask(service, "/v1/entities/sport?page=1") == ask(service, "/v1/entities/sport?pageSize=20&_=1")
    assert ids(stored) == ["sport/badminton", "sport/tennis"]
    assert fields(stored)["etag"] == entity_tag_of(service.snapshot.get("/v1/entities/sport?page=1", b"i") or b"")
    for number, expected in ((1, ["sport/badminton"]), (2, ["sport/tennis"]), (3, [])):
        page = ask(service, f"/v1/entities/sport?pageSize=1&page={number}")
        assert ids(page) == expected
        body = json.loads(page.body)
        assert body["pagination"] == {"page": number, "pageSize": 1, "total": 2, "totalPages": 2}
        assert body["meta"] == json.loads(stored.body)["meta"]
    assert ids(ask(service, "/v1/entities/sport?pageSize=100")) == ids(stored)
    beyond = ask(service, "/v1/entities/sport?page=2")
    assert ids(beyond) == []
    assert json.loads(beyond.body)["pagination"] == {"page": 2, "pageSize": 20, "total": 2, "totalPages": 1}


def test_a_composed_page_links_others_and_its_html(service: Responder) -> None:
    alternate = f'<{SITE}/sports>; rel="alternate"; type="text/html"'
    assert fields(ask(service, "/v1/entities/sport?pageSize=1"))["link"] == (
        '</v1/entities/sport?pageSize=1&page=1>; rel="first", </v1/entities/sport?pageSize=1&page=2>; rel="next", '
        f'</v1/entities/sport?pageSize=1&page=2>; rel="last", {alternate}'
    )
    filtered = ask(service, "/v1/entities/sport?uses=racket&develops=agility,none&pageSize=1&page=2")
    kept = "uses=racket&develops=agility%2Cnone&pageSize=1&page"
    assert fields(filtered)["link"] == ", ".join((
        *(f'</v1/entities/sport?{kept}={n}>; rel="{rel}"' for rel, n in (("first", 1), ("prev", 1), ("last", 2))),
        alternate,
    ))  # fmt: skip
    assert ids(filtered) == ["sport/tennis"]


def test_a_filtered_list_has_the_entities_that_match(service: Responder) -> None:
    assert ids(ask(service, "/v1/entities/sport?compared-in=tennis-vs-badminton")) == [
        "sport/badminton",
        "sport/tennis",
    ]
    none = ask(service, "/v1/entities/exercise?develops=agility&targets=none")
    assert ids(none) == []
    assert json.loads(none.body)["pagination"] == {"page": 1, "pageSize": 20, "total": 0, "totalPages": 0}
    status, words = error(ask(service, "/v1/entities/sport?usess=racket"))
    assert status == 400
    assert words.startswith("no filter `usess` on the type `sport`; did you mean `uses`?")


def test_a_page_of_a_search(service: Responder) -> None:
    found = ask(service, "/v1/search?q=%20squat%20&type=exercise&pageSize=1")
    body = json.loads(found.body)
    assert list(body) == ["query", "data", "pagination", "facets"]
    assert body["query"] == " squat "
    assert body["pagination"] == {"page": 1, "pageSize": 1, "total": 2, "totalPages": 2}
    assert [item["id"] for item in body["data"]] == ["exercise/front-squat"]
    kept = "/v1/search?q=%20squat%20&type=exercise&pageSize=1&page"
    assert fields(found)["link"] == (
        f'<{kept}=1>; rel="first", <{kept}=2>; rel="next", <{kept}=2>; rel="last", '
        f'<{SITE}/search?q=%20squat%20>; rel="alternate"; type="text/html"'
    )
    second = ask(service, "/v1/search?q=%20squat%20&type=exercise&pageSize=1&page=2")
    assert ids(second) == ["exercise/back-squat"]
    assert f'<{kept}=1>; rel="prev"' in fields(second)["link"]


def test_a_search_says_what_was_corrected_what_nothing_has_and_what_there_is_of_each_type(service: Responder) -> None:
    body = json.loads(ask(service, "/v1/search?q=raket%20Zzqx").body)
    assert body["corrections"] == [{"typed": "raket", "readAs": "racket"}]
    assert body["notFound"] == ["Zzqx"]
    types, sports = body["facets"]
    assert sum(count["count"] for count in types["counts"]) == types["stated"] == body["pagination"]["total"] > 0
    assert (types["key"], sports["key"]) == ("type", "sport")
    assert json.loads(ask(service, "/v1/search?q=zzqx").body).keys() == {"query", "data", "pagination", "notFound"}


def test_a_search_that_asks_for_a_fact_is_answered(service: Responder) -> None:
    (answer,) = json.loads(ask(service, "/v1/search?q=how%20high%20is%20a%20tennis%20net").body)["answers"]
    assert (answer["kind"], answer["key"], answer["text"]) == ("fact", "net-height", "0.914 m")
    assert answer["entity"]["id"] == "sport/tennis"
    assert answer["apiUrl"] == "/v1/entities/sport/tennis"
    assert "answers" not in json.loads(ask(service, "/v1/search?q=why%20is%20a%20tennis%20net%20high").body)


def test_a_search_of_all_types_escapes_its_words_in_links(service: Responder) -> None:
    found = ask(service, "/v1/search?q=zz%2Fz%26zz")
    assert ids(found) == []
    assert fields(found)["link"] == (
        '</v1/search?q=zz%2Fz%26zz&page=1>; rel="first", </v1/search?q=zz%2Fz%26zz&page=1>; rel="last", '
        f'<{SITE}/search?q=zz%2Fz%26zz>; rel="alternate"; type="text/html"'
    )
    assert ids(ask(service, "/v1/search?q=racket"))[0] == "equipment/racket"
    assert gzip.decompress(ask(service, "/v1/search?q=racket", accept_encoding="gzip").body) == (
        ask(service, "/v1/search?q=racket").body
    )
    words = "none of the accepted content codings is available; accept `identity` too"
    assert error(ask(service, "/v1/search?q=racket", accept_encoding="br, identity;q=0")) == (406, words)


@pytest.mark.parametrize(
    ("target", "status", "words"),
    [
        ("/v1/search", 400, "`q` is missing; write /v1/search?q=WORDS"),
        ("/v1/search?q=a&type=sprot", 400, "no type `sprot`; did you mean `sport`?"),
        ("/v1/entities/sport?page=0", 400, "`page` is `0`; it takes an integer from 1 to 1,000,000"),
        ("/v1/entities/sport/tenis", 404, "no sport `tenis`; did you mean `tennis`?"),
        ("/v1/entities/sport\x00", 404, "no type `sport\ufffd`; did you mean `sport`?"),
        ("/v1/v1/entities/sport?page=0", 400, "`page` is `0`; it takes an integer from 1 to 1,000,000"),
        ("/v1/v1/entities/sport/tenis", 404, "no sport `tenis`; did you mean `tennis`?"),
        ("/api/nothing", 404, "nothing at `/api/nothing`; see /api/openapi.json for the 11 endpoints"),
    ],
)
def test_errors_of_the_interface(service: Responder, target: str, status: int, words: str) -> None:
    assert error(ask(service, target)) == (status, words)


def test_an_escaped_question_mark_begins_no_query(service: Responder) -> None:
    """The pages of lists are stored with their query; a path that looks like one is another address."""
    asked = Request("GET", "/v1/entities/sport?page=1", b"", {}, "/v1/entities/sport%3Fpage=1")
    assert error(service.answer(asked)) == (404, "no type `sport?page=1`; see /v1/entities for all")


@pytest.mark.parametrize("path", ["/v1/entities/sport", "/sports", "/v1/v1/entities"])
@pytest.mark.parametrize("method", ["POST", "get", "x" * 61])
def test_other_methods_are_refused(service: Responder, path: str, method: str) -> None:
    shown = method if len(method) < 61 else "x" * 60 + "…"
    answer = ask(service, path, method)
    if path == "/sports":
        assert (answer.status, fields(answer)["content-type"]) == (405, HTML)
        assert fields(answer)["allow"] == METHODS
        assert fields(answer)["cache-control"] == NEVER
    else:
        assert error(answer) == (405, f"no method {shown}; use GET, HEAD, OPTIONS")


def test_options_are_the_same_everywhere(service: Responder) -> None:
    for path in ("/v1/entities", "/nothing", "/", "*"):
        assert ask(service, path, "OPTIONS") == Response(204, preflight_head(), b"")


@pytest.mark.parametrize(
    ("target", "location"),
    [
        ("/v1", "/v1/entities"),
        ("/v1/", "/v1/entities"),
        ("/v1?a=b", "/v1/entities"),
        ("/v1/v1", "/v1/entities"),
        ("/v1/v1/", "/v1/entities"),
        ("/v1/entities/", "/v1/entities"),
        ("/v1/entities/sport/?page=2", "/v1/entities/sport?page=2"),
        ("/sports//", "/sports"),
        ("/v1/X/", "/v1/X"),
        ("/X/", "/X"),
        ("/a//b/", "/a//b"),
        ("/a%2f/", "/a%2f"),
        ("/%2f%2fevil.example/", "/%2f%2fevil.example"),
        ('/a b<c>"/', "/a%20b%3Cc%3E%22"),
        ("/%:@!$&'()*+,;=~-._/", "/%:@!$&'()*+,;=~-._"),
        ("/a/?b\r\nc: d", "/a?bc: d"),
        ("/v1/compare/badminton-vs-tennis", "/v1/compare/tennis-vs-badminton"),
        ("/v1/v1/compare/badminton-vs-tennis?_=1", "/v1/compare/tennis-vs-badminton?_=1"),
        ("/v1/compare/badminton-vs-tennis?fields=title", "/v1/compare/tennis-vs-badminton?fields=title"),
    ],
)
def test_redirects(service: Responder, target: str, location: str) -> None:
    assert ask(service, target) == Response(308, redirect_head(location), b"")


def test_no_redirect_leads_to_another_host(service: Responder) -> None:
    for path in ("//evil.example/", "///"):
        assert ask(service, path).status == 404
    assert ask(service, "/").status == 200
    raw = Request("GET", "/a/", b"", {}, "//evil.example/")
    assert service.answer(raw) == Response(308, redirect_head("/evil.example"), b"")
    assert service.answer(Request("GET", "/ /", b"", {}, "/")) == Response(308, redirect_head("/"), b"")


@pytest.mark.parametrize(
    "target", ["/v1/entities/sport/tennis", "/v1/entities/sport?pageSize=1&page=2", "/v1/search?q=a%20b"]
)
def test_the_declared_base_path_says_where_the_answer_stands(service: Responder, target: str) -> None:
    here, there = ask(service, target), ask(service, f"/v1{target}")
    line = f"content-location: {target}\r\n".encode()
    assert there == Response(200, line + here.head, here.body)
    kept = ask(service, f"/v1{target}", if_none_match=fields(here)["etag"])
    assert kept == Response(304, line + unmodified(here.head + b"\r\n"), b"")


def test_errors_of_pages_are_pages(service: Responder) -> None:
    answer = ask(service, "/sports/tennis<b>")
    page = answer.body.decode()
    assert answer.head == error_head(BRIEFLY, HTML, len(answer.body), {})
    assert answer.status == 404
    assert "<title>" in page
    assert "no sport `tennis&lt;b&gt;`; see /sports for all" in page
    assert 'did you mean <a href="/sports/tennis">tennis</a>?' in ask(service, "/sports/tenis").body.decode()
    for left in ("{status}", "{message}", "{advice}"):
        assert left in service.info.error_page
        assert left not in page


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Any]:
    """A function that opens a service with the given HTML of errors on one page."""
    opened: list[Responder] = []

    def open_with(error_page: str, paths: Mapping[str, bytes] = {"/": b"home"}) -> Responder:
        folder = tmp_path / str(len(opened))
        info = Info(version="1", site_url=SITE, base_url=f"{SITE}/v1", lists={}, redirects={}, error_page=error_page)
        write(
            folder,
            [resource(path, "text/plain", body) for path, body in paths.items()],
            info,
            Index(dict, []),
            lambda _: b"",
        )
        opened.append(Responder(Snapshot(folder)))
        return opened[-1]

    yield open_with
    for service in opened:
        service.close()


def test_an_error_page_is_filled_in_once(tiny: Any) -> None:
    service = tiny("<{status}|{message}|{advice}|{other}>")
    assert ask(service, "/{status}").body.decode() == (
        "<404|no page at `/{status}`; begin at / or search at /search|no page at “/{status}”.|{other}>"
    )
    assert ask(service, "/<i>", "POST<").body.decode() == (
        "<405|no method POST&lt;; use GET, HEAD, OPTIONS|no method POST&lt;; use GET, HEAD, OPTIONS|{other}>"
    )


def test_without_an_error_page_errors_are_json(tiny: Any) -> None:
    assert error(ask(tiny(""), "/nothing")) == (404, "no page at `/nothing`; begin at / or search at /search")


def test_a_body_may_hold_an_empty_line(tiny: Any) -> None:
    assert ask(tiny("", {"/": b"a\r\n\r\nb"}), "/").body == b"a\r\n\r\nb"


def test_an_error_in_json() -> None:
    answer = error_in_json(431, "é", NEVER, {"connection": "close"})
    body = '{"error":"é","status":431}'.encode()
    assert answer == Response(431, error_head(NEVER, "application/json", len(body), {"connection": "close"}), body)
    assert error_in_json(400, "a", BRIEFLY).head == error_head(BRIEFLY, "application/json", 26, {})


def test_lookup_takes_a_list_for_its_first_page(service: Responder) -> None:
    first = service.snapshot.get("/v1/entities/sport?page=1", b"i")
    assert first is not None
    found = service.lookup(b"/v1/entities/sport", (b"b", IDENTITY))
    assert found is not None
    assert bytes(service.lookup(b"/v1/entities/sport", (IDENTITY,)) or b"") == first
    assert bytes(service.lookup(b"/v1/entities/sport?page=1", (IDENTITY,)) or b"") == first
    assert b"content-encoding: br\r\n" in bytes(found)
    assert service.lookup(b"/v1/entities/sprot", (IDENTITY,)) is None
    assert media_type_of(bytes(service.lookup(b"/sports/tennis", (IDENTITY,)) or b"")) == "text/html"


def test_a_service_closes_its_snapshot(tmp_path: Path) -> None:
    info = Info(version="1", site_url=SITE, base_url=f"{SITE}/v1", lists={}, redirects={})
    write(tmp_path, [resource("/", "text/plain", b"home")], info, Index(dict, []), lambda _: b"")
    service = Responder(Snapshot(tmp_path))
    with pytest.raises(SnapshotError, match="already open"):
        Snapshot(tmp_path)
    service.close()
    Snapshot(tmp_path).close()
