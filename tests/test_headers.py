"""The header lines of every kind of answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sportlore.contract.headers import (
    BRIEFLY,
    JAVASCRIPT,
    NEVER,
    alternate,
    error_head,
    header_lines,
    health_head,
    preflight_head,
    record_head,
    redirect_head,
)

HEADS: dict[str, Callable[[], bytes]] = {
    "record": lambda: record_head("public, max-age=5", '"a"', ("<b>", "<c>"), "text/html; charset=utf-8", "br", 7),
    "error": lambda: error_head(BRIEFLY, "application/json", 7, {"allow": "GET"}),
    "redirect": lambda: redirect_head("/v1/entities"),
    "preflight": preflight_head,
    "health": lambda: health_head(7),
}
"""The head of each kind of answer, made in the test."""


def fields(head: bytes) -> dict[str, str]:
    """The fields of a head, each of which must stand once and end its line."""
    lines = head.decode("latin-1").split("\r\n")
    assert lines.pop() == ""
    found = dict(line.split(": ", 1) for line in lines)
    assert len(found) == len(lines)
    return found


@pytest.mark.parametrize("kind", HEADS)
def test_every_answer_is_open_to_other_origins_and_not_sniffed(kind: str) -> None:
    found = fields(HEADS[kind]())
    assert found["access-control-allow-origin"] == "*"
    assert found["access-control-expose-headers"] == "ETag, Link, Content-Location"
    assert found["x-content-type-options"] == "nosniff"


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; "
    "connect-src 'self'; form-action 'self'; "
)


def test_a_page_takes_nothing_from_elsewhere_and_is_framed_by_nobody() -> None:
    found = fields(HEADS["record"]())
    assert found["content-security-policy"] == f"{POLICY}base-uri 'none'; frame-ancestors 'none'"
    assert found["referrer-policy"] == "strict-origin-when-cross-origin"
    assert found["permissions-policy"] == "camera=(), geolocation=(), microphone=()"
    assert found["cross-origin-opener-policy"] == "same-origin"
    assert "cross-origin-resource-policy" not in found


def test_a_script_may_ask_its_own_origin_as_a_service_worker_does() -> None:
    found = fields(record_head(BRIEFLY, '"x"', (), JAVASCRIPT, "identity", 1))
    assert found["content-security-policy"] == "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"


@pytest.mark.parametrize("kind", ["error", "redirect", "health"])
def test_an_answer_of_the_interface_may_be_read_from_everywhere_and_do_nothing(kind: str) -> None:
    found = fields(HEADS[kind]())
    assert found["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert found["cross-origin-resource-policy"] == "cross-origin"
    assert "referrer-policy" not in found


@pytest.mark.parametrize("kind", sorted(HEADS.keys() - {"preflight"}))
def test_every_answer_says_how_long_it_may_be_kept_and_how_long_it_is(kind: str) -> None:
    found = fields(HEADS[kind]())
    expected = {"record": "public, max-age=5", "error": BRIEFLY, "redirect": BRIEFLY, "health": NEVER}
    assert found["cache-control"] == expected[kind]
    assert found["content-length"] == ("0" if kind == "redirect" else "7")


def test_what_a_304_repeats_comes_before_what_describes_the_body() -> None:
    names = list(fields(HEADS["record"]()))
    at = names.index("content-type")
    assert set(names[:at]) >= {"cache-control", "vary", "etag", "link"}
    assert names[at:] == ["content-type", "content-encoding", "content-length"]
    assert fields(HEADS["record"]())["link"] == "<b>, <c>"
    assert "content-encoding" not in fields(record_head("", "", (), "", "identity", 0))
    assert "link" not in fields(record_head("", "", (), "", "identity", 0))


def test_further_fields_of_an_error() -> None:
    assert fields(HEADS["error"]())["allow"] == "GET"
    assert header_lines({"a": "b", "c": "d"}) == "a: b\r\nc: d\r\n"


WHOLE = {
    "error": (
        "allow: GET\r\ncache-control: public, max-age=60\r\nvary: Accept, Accept-Encoding\r\n{always}{data}"
        "content-type: application/json\r\ncontent-length: 7\r\n"
    ),
    "redirect": "location: /v1/entities\r\ncache-control: public, max-age=60\r\n{always}{data}content-length: 0\r\n",
    "preflight": (
        "allow: GET, HEAD, OPTIONS\r\n{always}access-control-allow-methods: GET, HEAD, OPTIONS\r\n"
        "access-control-allow-headers: *\r\naccess-control-max-age: 86400\r\n"
    ),
    "health": "cache-control: no-store\r\n{always}{data}content-type: application/json\r\ncontent-length: 7\r\n",
}
ALWAYS = (
    "access-control-allow-origin: *\r\naccess-control-expose-headers: ETag, Link, Content-Location\r\n"
    "x-content-type-options: nosniff\r\n"
)
DATA = (
    "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n"
    "cross-origin-resource-policy: cross-origin\r\n"
)


@pytest.mark.parametrize("kind", WHOLE)
def test_whole_heads(kind: str) -> None:
    assert HEADS[kind]().decode("latin-1") == WHOLE[kind].format(always=ALWAYS, data=DATA)


def test_what_is_beyond_ascii_goes_out_as_latin_1() -> None:
    """As it came in; error messages stand in bodies."""
    for head in (
        record_head("", "", ("</\xe9>",), "a/b", "identity", 0),
        error_head(NEVER, "a/b", 0, {"allow": "\xe9"}),
        redirect_head("/\xe9"),
    ):
        assert b"\xe9" in head


def test_alternate() -> None:
    assert alternate("/a") == '</a>; rel="alternate"; type="text/html"'
    assert alternate("/a", "application/json") == '</a>; rel="alternate"; type="application/json"'
