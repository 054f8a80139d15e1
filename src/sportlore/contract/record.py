"""A representation: one answer as bytes, in every content coding, in the form in which it goes over the wire.

A record is an answer without status line and `Date`: header lines, an empty line, the body. Headers that a 304 repeats
come first, those of the body from `content-type` on.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence

import brotli
import msgspec
import zstandard
from msgspec import Struct

from sportlore.contract.headers import record_head

CACHE = "public, max-age=3600, stale-while-revalidate=86400"
VARIANTS: Mapping[str, bytes] = {"br": b"b", "zstd": b"z", "gzip": b"g", "identity": b"i"}
"""Content codings in the order of preference, and the letter of each in a key of the store."""

LONGEST_KEY = 511
"""Bytes of the longest key that the store can have."""
LONGEST_PATH = 500
"""Bytes of the longest path, which leaves room in the key for the variant."""

Buffer = bytes | memoryview
Found = tuple[Buffer, ...]
"""A record as it is found, in one piece or several; the first holds the whole head."""

_SMALLEST_COMPRESSED = 256
_PLAIN_PATH = re.compile(r"/[A-Za-z0-9/._~-]*(\?page=[0-9]+)?")


class Representation(Struct, frozen=True):
    """One answer: `path` with its query if any, `links` the values of its Link header."""

    path: str
    content_type: str
    body: bytes
    links: tuple[str, ...] = ()
    cache: str = CACHE


class Draft(Struct, frozen=True):
    """A representation that may not have been made yet. `inputs` is a digest of all that it is made from."""

    path: str
    inputs: bytes
    make: Callable[[], Representation]


def finished(made: Representation) -> Draft:
    """The draft of a representation that is there already."""
    return Draft(made.path, digest(made), lambda: made)


def digest(*parts: object) -> bytes:
    """A digest of plain data, order of members included: what a draft is made from."""
    return hashlib.sha256(msgspec.msgpack.encode(parts, enc_hook=str)).digest()[:16]


def entity_tag(body: bytes, coding: str) -> str:
    """The strong entity tag of a variant, from the bytes of the representation."""
    digest = hashlib.sha256(body).hexdigest()[:20]
    return f'"{digest}"' if coding == "identity" else f'"{digest}-{coding}"'


def composed(before: bytes, items: Sequence[Buffer], digest: bytes, after: bytes, links: Sequence[str]) -> Found:
    """The record of a JSON body that is put together at request: `before`, the items, `after`.

    The entity tag comes from `digest`, bytes that differ when the items do: no need to read the items themselves.
    """
    tag = f'"{hashlib.sha256(b"".join((before, digest, after))).hexdigest()[:20]}"'
    length = len(before) + sum(map(len, items)) + len(after)
    head = record_head(CACHE, tag, links, "application/json", "identity", length)
    return (b"".join((head, b"\r\n", before)), *items, after)


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


def records(representation: Representation) -> list[tuple[bytes, bytes]]:
    """The keys and values of a representation, one a variant; a coding that does not shorten the body is left out.

    Paths are plain, so that the address as a client sends it is the key, with nothing to decode.
    """
    if len(representation.path) > LONGEST_PATH or not _PLAIN_PATH.fullmatch(representation.path):
        raise ValueError(
            f"the path {representation.path[:60]} is too long, or holds more than letters, digits and ./_~-"
        )
    found = []
    for coding, body in _encoded(representation.body).items():
        tag = entity_tag(representation.body, coding)
        head = record_head(
            representation.cache, tag, representation.links, representation.content_type, coding, len(body)
        )
        found.append((key(representation.path, VARIANTS[coding]), head + b"\r\n" + body))
    return found


def _encoded(body: bytes) -> dict[str, bytes]:
    if len(body) < _SMALLEST_COMPRESSED:
        return {"identity": body}
    coded = {
        # Quality 9 with a 64 KiB window costs a tenth of quality 10 and 11 % more bytes.
        "br": brotli.compress(body, quality=9, lgwin=16),
        # Level 19 takes 4 to 10 times as long as level 12, for 1 to 4 % fewer bytes.
        "zstd": zstandard.ZstdCompressor(level=12).compress(body),
        "gzip": gzip.compress(body, 9, mtime=0),
    }
    return {coding: code for coding, code in coded.items() if len(code) < len(body)} | {"identity": body}


def key(path: str, variant: bytes) -> bytes:
    """The key of a variant in the store."""
    return path.encode() + b"\0" + variant
