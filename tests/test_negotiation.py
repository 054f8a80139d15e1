"""What the headers of a request admit: media types, codings, conditions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.server.negotiation import accepts, codings, combined, matches, variants


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
        ("gzip;q=.5, br;q=.2", ["gzip", "br", "identity"]),
        ("br;q=2, gzip;q=-1, zstd;q=", ["identity"]),
        ("identity;q=x", ["identity"]),
        ("gzip;q=1.5, br;q=1.0", ["br", "identity"]),
        ("gzip;q=0.5=1", ["identity"]),
        ("br;q=1, gzip", ["br", "gzip", "identity"]),
        ("gzip;a=b;q=0.1;q=1, br;q=0.2", ["br", "gzip", "identity"]),
        ("gzip;q=0.1, gzip;q=1, br;q=0.5", ["br", "gzip", "identity"]),
        ("deflate, compress", ["identity"]),
    ],
)
def test_codings(header: str | None, expected: list[str]) -> None:
    assert codings(header) == expected


def test_what_is_beyond_the_largest_size_of_a_header_is_left_out() -> None:
    assert codings("a, " * 31 + "gzip") == ["gzip", "identity"]
    assert codings("a, " * 32 + "gzip") == ["identity"]
    assert codings("gzip" + " " * 2_000 + ", br") == ["identity"], "a member that is cut is left out"
    assert codings("gzip, " + "x" * 2_000) == ["gzip", "identity"]
    assert codings("gzip," + "x" * 1_016 + ",br") == ["br", "gzip", "identity"], "all of 1,024 bytes are read"
    assert codings("gzip," + "x" * 1_017 + ",br") == ["gzip", "identity"]
    assert codings("br" + ", a" * 32 + ", gzip") == ["br", "identity"], "the first members are read"


def test_variants_are_letters() -> None:
    assert variants("gzip, br;q=0.9") == (b"g", b"b", b"i")


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
        ("*/*; q=.2", True),
        ("text/html, image/gif, *; q=.2", True),
        ("text/html, *;q=0", False),
        ("*/*; q=.", True),
        ("application/json;q=nonsense", True),
        ("application/json;q=1.5", True),
        ("nonsense", True),
        ("*/json", True),
        ("application/", True),
        ("text/ht ml, ;q=0, /, //", True),
        ("nonsense, text/html", False),
        ("application/json;q=x, text/html", False),
    ],
)
def test_accepts(header: str | None, admitted: bool) -> None:
    assert accepts(header, "application/json") is admitted


@pytest.mark.parametrize(
    ("header", "expected"),
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
        ('"a', False),
        ('x"a"', True),
        ('"b"a"c"', False),
        ('"b", "a"', True),
    ],
)
def test_matches(header: str | None, expected: bool) -> None:
    assert matches(header, '"a"') is expected


def test_the_family_of_a_media_type_is_before_its_first_slash() -> None:
    assert accepts("application/*", "application/a/b") is True


def test_combined_joins_repeated_fields() -> None:
    assert combined([(b"accept", b"a/b"), (b"Accept", b"c/d"), (b"x", b"\xff")]) == {"accept": "a/b, c/d", "x": "\xff"}


@given(st.text(), st.text(max_size=30))
def test_no_header_is_too_strange(header: str, tag: str) -> None:
    codings(header)
    accepts(header, "application/json")
    matches(header, f'"{tag}"')


MALFORMED = st.text(st.characters(codec="latin-1", exclude_characters="\r\n,")).filter(
    lambda member: member.strip() not in ("*",) and "/" not in member
)


@given(st.lists(MALFORMED))
def test_malformed_members_alone_refuse_nothing(members: list[str]) -> None:
    assert accepts(", ".join(members), "application/json")
