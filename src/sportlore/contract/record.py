"""A resource, and its records: what is sent for it, one for each content coding.

A record is an answer without status line and `Date`: header lines, an empty line, the body. Headers that a 304 repeats
come first, then those of the body, from `content-type` on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

CACHE = "public, max-age=3600, stale-while-revalidate=86400"
VARIANTS: Mapping[str, bytes] = {"br": b"b", "zstd": b"z", "gzip": b"g", "identity": b"i"}
"""Content codings in the order of preference, and the letter of each variant in the store."""

GZIP, IDENTITY = VARIANTS["gzip"], VARIANTS["identity"]
"""The variants that can be composed at request."""

SIDE = b"\0side "
"""What begins the key, in the store, of what stands for an entity beside another one."""
LONGEST_KEY = 511
"""Bytes of the longest key that the store can have."""
LONGEST_PATH = 500
"""Bytes of the longest path, which is a key of the store."""

Buffer = bytes | memoryview
Record = tuple[Buffer, ...]
"""A record in one piece or several; the first holds the whole head."""


class Resource(Struct, frozen=True):
    """What is rendered at a URL: its `path` with the query if any, and `links`, the values of its Link header.

    `render` makes the body. `inputs` is a digest of all that the answer is made from: where it is that of an earlier build, its
    records are reused and nothing is rendered.
    """

    path: str
    media_type: str
    render: Callable[[], bytes]
    inputs: bytes
    links: tuple[str, ...] = ()
    cache: str = CACHE
    modified: str = ""
    """Its Last-Modified, which is the day of the release; none where the catalogue states none."""


def resource(path: str, media_type: str, body: bytes, links: tuple[str, ...] = (), cache: str = CACHE) -> Resource:
    """The resource of a body that is rendered already."""
    return Resource(path, media_type, lambda: body, digest(path, media_type, body, links, cache), links, cache)


def digest(*parts: object) -> bytes:
    """A digest of plain data, the order of members included."""
    return hashlib.sha256(msgspec.msgpack.encode(parts, enc_hook=str)).digest()[:16]


def entity_tag(body: bytes, coding: str) -> str:
    """The strong entity tag of a variant, from the bytes of the body."""
    digest = hashlib.sha256(body).hexdigest()[:20]
    return f'"{digest}"' if coding == "identity" else f'"{digest}-{coding}"'


def entity_tag_of(record: bytes) -> str:
    """The entity tag of a record."""
    start = record.index(b"etag: ") + 6
    return record[start : record.index(b"\r\n", start)].decode()


def media_type_of(record: bytes) -> str:
    """The media type of a record, without parameters."""
    start = record.index(b"\r\ncontent-type: ") + 16
    return record[start : record.index(b"\r\n", start)].partition(b";")[0].decode()


def unmodified(record: bytes) -> bytes:
    """The header lines that a 304 repeats."""
    return record[: record.index(b"\r\ncontent-type: ") + 2]
