"""A resource, its entity tag, and what is read back from the head of a record."""

from __future__ import annotations

import hashlib

import pytest

from sportlore.contract.headers import record_head
from sportlore.contract.record import (
    CACHE,
    Resource,
    digest,
    entity_tag,
    entity_tag_of,
    media_type_of,
    resource,
    unmodified,
)

BODY = b"etag: no\r\n\r\ncontent-type: no; no\r\n"
"""A body that looks like a head: what is read must come from the head, which is the first."""
RECORD = record_head(CACHE, '"a-br"', ("</a>",), "text/html; charset=utf-8; v=1", "br", len(BODY)) + b"\r\n" + BODY


def test_a_resource_of_a_ready_body() -> None:
    made = resource("/a", "text/plain", b"A", ("</b>",), "no-store")
    assert (made.path, made.media_type, made.render(), made.links, made.cache) == (
        "/a",
        "text/plain",
        b"A",
        ("</b>",),
        "no-store",
    )
    assert (resource("/a", "text/plain", b"A").links, resource("/a", "text/plain", b"A").cache) == ((), CACHE)
    assert Resource("/a", "text/plain", lambda: b"A", b"").cache == CACHE


def test_the_inputs_of_a_ready_body_are_all_that_it_is_made_from() -> None:
    given = ("/a", "text/plain", b"A", ("</b>",), "no-store")
    assert resource(*given).inputs == digest(*given)
    others = [
        resource("/b", *given[1:]),
        resource(given[0], "text/html", *given[2:]),
        resource(*given[:2], b"B", *given[3:]),
        resource(*given[:3], (), given[4]),
        resource(*given[:4], "public"),
    ]
    assert len({made.inputs for made in (resource(*given), *others)}) == 1 + len(others)


def test_a_digest_depends_on_every_part_and_on_their_order() -> None:
    assert digest("a", 1) == hashlib.sha256(b"\x92\xa1a\x01").digest()[:16]
    assert digest(ValueError("a")) == digest("a"), "what is no plain data counts as its text"
    assert len({digest("a", "b"), digest("b", "a"), digest("ab"), digest("a"), digest()}) == 5


@pytest.mark.parametrize(
    ("coding", "tag"),
    [
        ("identity", '"ca978112ca1bbdcafac2"'),
        ("br", '"ca978112ca1bbdcafac2-br"'),
        ("gzip", '"ca978112ca1bbdcafac2-gzip"'),
    ],
)
def test_an_entity_tag_names_bytes_and_coding(coding: str, tag: str) -> None:
    assert entity_tag(b"a", coding) == tag


def test_the_head_of_a_record_is_read_and_not_its_body() -> None:
    assert entity_tag_of(RECORD) == '"a-br"'
    assert media_type_of(RECORD) == "text/html"
    assert unmodified(RECORD) == RECORD[: RECORD.index(b"content-type: text/html")]
    assert unmodified(RECORD).endswith(b"\r\nlink: </a>\r\n")
