"""What a request asks for: parameters, media types, codings, conditions."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.server.negotiation import (
    BadRequest,
    ListRequest,
    accepts,
    codings,
    combined,
    list_request,
    matches,
    parameters,
    search_request,
    shown,
    variants,
)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (None, ["identity"]),
        ("", ["identity"]),
        ("gzip", ["gzip", "identity"]),
        ("gzip, br", ["br", "gzip", "identity"]),
        ("gzip, br;q=0.9", ["gzip", "br", "identity"]),
        ("gzip;q=0", ["identity"]),
        ("gzip;q=0, *", ["br", "zstd", "identity"]),
        ("*", ["br", "zstd", "gzip", "identity"]),
        ("*;q=0", []),
        ("*;q=0, identity", ["identity"]),
        ("identity;q=0", []),
        ("identity;q=0, gzip", ["gzip"]),
        ("br;q=0.5, identity;q=0.8", ["identity", "br"]),
        ("GZIP ; Q=1.0", ["gzip", "identity"]),
        ("gzip;q=nonsense", ["identity"]),
        ("deflate, compress", ["identity"]),
    ],
)
def test_codings(header: str | None, expected: list[str]) -> None:
    assert codings(header) == expected


def test_variants_are_the_endings_of_keys() -> None:
    assert variants("gzip, br;q=0.9") == (b"\0g", b"\0b", b"\0i")


@pytest.mark.parametrize(
    ("header", "admitted"),
    [
        (None, True),
        ("", True),
        ("*/*", True),
        ("*/*;q=0", False),
        ("application/json", True),
        ("Application/JSON; charset=utf-8", True),
        ("application/*;q=0.1", True),
        ("text/html", False),
        ("text/html, */*;q=0.1", True),
        ("application/json;q=0, */*", False),
        ("application/*;q=0, application/json", True),
    ],
)
def test_accepts(header: str | None, admitted: bool) -> None:
    assert accepts(header, "application/json") is admitted


@pytest.mark.parametrize(
    ("header", "holds"),
    [
        (None, False),
        ('"a"', True),
        ('W/"a"', True),
        ('"b", W/"a"', True),
        ('"b"', False),
        ("*", True),
        (" * ", True),
        ("a", False),
        ("", False),
        ('"a-gzip"', False),
    ],
)
def test_matches(header: str | None, holds: bool) -> None:
    assert matches(header, '"a"') is holds


def test_parameters_ignores_others_and_refuses_repetition() -> None:
    assert parameters(b"page=2&utm=x&utm=y&%70ageSize=5", ("page", "pageSize")) == {"page": "2", "pageSize": "5"}
    assert parameters(b"q=a+b%20c", ("q",)) == {"q": "a b c"}
    for query in (b"page=1&page=1", b"page=1&%70age=2", b"page=%ff"):
        with pytest.raises(BadRequest):
            parameters(query, ("page",))


def test_list_request() -> None:
    assert list_request(b"") == ListRequest(1, 20)
    assert list_request(b"page=3&pageSize=100&lang=en-GB") == ListRequest(3, 100)
    for query in (
        b"page=0",
        b"page=-1",
        b"page=1.0",
        b"page=+1",
        b"page=",
        b"page=1000001",
        b"pageSize=101",
        b"lang=de",
        b"lang=en_GB",
    ):
        with pytest.raises(BadRequest):
            list_request(query)


def test_search_request() -> None:
    asked = search_request(b"q=%20re%CC%81sistance&type=sport", ("sport",))
    assert (asked.q, asked.words, asked.type) == (" re\u0301sistance", "r\u00e9sistance", "sport")
    for query in (b"", b"q=", b"q=%20", b"q=" + b"x" * 201, b"q=a&type=sprot"):
        with pytest.raises(BadRequest):
            search_request(query, ("sport",))


def test_combined_joins_repeated_fields() -> None:
    assert combined([(b"accept", b"a/b"), (b"Accept", b"c/d"), (b"x", b"\xff")]) == {"accept": "a/b, c/d", "x": "\xff"}


def test_shown_is_printable_and_short() -> None:
    assert shown("a\r\nb\x00") == "a��b�"
    assert shown("x" * 61) == "x" * 60 + "…"


@given(st.text(), st.text(max_size=30))
def test_no_header_is_too_strange(header: str, tag: str) -> None:
    codings(header)
    accepts(header, "application/json")
    matches(header, f'"{tag}"')


@given(st.binary())
def test_no_query_is_too_strange(query: bytes) -> None:
    for read in (list_request, lambda query: search_request(query, ("sport",))):
        with contextlib.suppress(BadRequest):
            read(query)
