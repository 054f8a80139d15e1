"""The header lines of every kind of answer."""

from __future__ import annotations

import pytest

from sportlore.contract.headers import (
    BRIEFLY,
    NEVER,
    alternate,
    error_head,
    header_lines,
    health_head,
    preflight_head,
    record_head,
    redirect_head,
)

HEADS = {
    "record": record_head("public, max-age=5", '"a"', ("<b>",), "text/html; charset=utf-8", "br", 7),
    "error": error_head(BRIEFLY, "application/json", 7, {"allow": "GET"}),
    "redirect": redirect_head("/v1/entities"),
    "preflight": preflight_head(),
    "health": health_head(7),
}


def fields(head: bytes) -> dict[str, str]:
    """The fields of a head, each of which must stand once and end its line."""
    lines = head.decode("latin-1").split("\r\n")
    assert lines.pop() == ""
    found = dict(line.split(": ", 1) for line in lines)
    assert len(found) == len(lines)
    return found


@pytest.mark.parametrize("kind", HEADS)
def test_every_answer_is_open_to_other_origins_and_not_sniffed(kind: str) -> None:
    found = fields(HEADS[kind])
    assert found["access-control-allow-origin"] == "*"
    assert found["access-control-expose-headers"] == "ETag, Link, Content-Location"
    assert found["x-content-type-options"] == "nosniff"


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
)


def test_a_page_takes_nothing_from_elsewhere_and_is_framed_by_nobody() -> None:
    found = fields(HEADS["record"])
    assert found["content-security-policy"] == f"{POLICY}base-uri 'none'; frame-ancestors 'none'"
    assert found["referrer-policy"] == "strict-origin-when-cross-origin"
    assert found["permissions-policy"] == "camera=(), geolocation=(), microphone=()"
    assert found["cross-origin-opener-policy"] == "same-origin"
    assert "cross-origin-resource-policy" not in found


@pytest.mark.parametrize("kind", ["error", "redirect", "health"])
def test_an_answer_of_the_interface_may_be_read_from_everywhere_and_do_nothing(kind: str) -> None:
    found = fields(HEADS[kind])
    assert found["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert found["cross-origin-resource-policy"] == "cross-origin"
    assert "referrer-policy" not in found


@pytest.mark.parametrize("kind", sorted(HEADS.keys() - {"preflight"}))
def test_every_answer_says_how_long_it_may_be_kept_and_how_long_it_is(kind: str) -> None:
    found = fields(HEADS[kind])
    expected = {"record": "public, max-age=5", "error": BRIEFLY, "redirect": BRIEFLY, "health": NEVER}
    assert found["cache-control"] == expected[kind]
    assert found["content-length"] == ("0" if kind == "redirect" else "7")


def test_what_a_304_repeats_comes_before_what_describes_the_body() -> None:
    names = list(fields(HEADS["record"]))
    at = names.index("content-type")
    assert set(names[:at]) >= {"cache-control", "vary", "etag", "link"}
    assert names[at:] == ["content-type", "content-encoding", "content-length"]
    assert "content-encoding" not in fields(record_head("", "", (), "", "identity", 0))
    assert "link" not in fields(record_head("", "", (), "", "identity", 0))


def test_further_fields_of_an_error() -> None:
    assert fields(HEADS["error"])["allow"] == "GET"
    assert header_lines({"a": "b", "c": "d"}) == "a: b\r\nc: d\r\n"


def test_alternate() -> None:
    assert alternate("/a") == '</a>; rel="alternate"; type="text/html"'
    assert alternate("/a", "application/json") == '</a>; rel="alternate"; type="application/json"'
