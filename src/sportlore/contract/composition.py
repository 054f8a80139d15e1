"""Answers that are composed at request from items: searches, filtered lists and list pages of any size.

No item is compressed at request. Each was compressed at build as raw deflate that ends in a full flush: it ends on a byte
boundary and refers to nothing before it, so items can be joined in any order. What precedes and follows them is added as stored
blocks, and the CRC-32 is computed over the uncompressed body (RFC 1951, 3.2.4; RFC 1952, 2.3).
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from isal.isal_zlib import compress, crc32

from sportlore.contract.headers import record_head
from sportlore.contract.record import CACHE, GZIP, IDENTITY, Buffer, Record

_LARGEST_JOINED = 16_384
"""Bytes of the largest body that is joined. The pieces of a larger one stay views of the snapshot and take no memory."""
_GZIP_HEADER = b"\x1f\x8b\x08\0\0\0\0\0\x02\xff"
"""Deflate, no flags, no time, best compression, unknown system."""


def deflated(data: bytes) -> bytes:
    """Raw deflate that may be joined with other blocks in any order."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return compressor.compress(data) + compressor.flush(zlib.Z_FULL_FLUSH)


COMMA = deflated(b",")
"""The separator of compressed items."""


class Items(NamedTuple):
    """Items with the commas between them, uncompressed and each compressed, and a digest of them."""

    plain: Sequence[Buffer]
    compressed: Sequence[Buffer]
    digest: bytes

    def each(self) -> Iterator[bytes]:
        """The items one by one, without commas."""
        return (bytes(item).removesuffix(b",") for item in self.plain)


_NO_ITEMS = Items((), (), b"")


def composed(
    before: bytes,
    items: Items,
    after: bytes,
    links: Sequence[str],
    variants: Sequence[bytes],
    content_type: str = "application/json",
) -> Record | None:
    """The record of a body: `before`, the items, `after`, in the first variant that can be composed; None if none can."""
    for variant in variants:
        if variant == GZIP:
            return _gzip(before, items, after, links, content_type)
        if variant == IDENTITY:
            return _identity(before, items, after, links, content_type)
    return None


def composed_body(
    body: bytes, links: Sequence[str], variants: Sequence[bytes], content_type: str = "application/json"
) -> Record | None:
    """The record of a body that is rendered at request, in the first variant that can be composed; None if none can."""
    for variant in variants:
        if variant == GZIP:
            compressed, tag = compress(body, 1, 31), _tag(body, _NO_ITEMS, b"", "-gzip")
            head = record_head(CACHE, tag, links, content_type, "gzip", len(compressed))
            return (b"".join((head, b"\r\n", compressed)),)
        if variant == IDENTITY:
            return _identity(body, _NO_ITEMS, b"", links, content_type)
    return None


def _identity(before: bytes, items: Items, after: bytes, links: Sequence[str], content_type: str) -> Record:
    length = len(before) + sum(map(len, items.plain)) + len(after)
    head = record_head(CACHE, _tag(before, items, after, ""), links, content_type, "identity", length)
    return _record((head, b"\r\n", before), items.plain, after, length)


def _gzip(before: bytes, items: Items, after: bytes, links: Sequence[str], content_type: str) -> Record:
    check, size = crc32(before), len(before)
    for item in items.plain:
        check, size = crc32(item, check), size + len(item)
    check, size = crc32(after, check), size + len(after)
    start = _GZIP_HEADER + _stored(before, last=False)
    end = _stored(after, last=True) + struct.pack("<II", check, size & 0xFFFFFFFF)
    length = len(start) + sum(map(len, items.compressed)) + len(end)
    head = record_head(CACHE, _tag(before, items, after, "-gzip"), links, content_type, "gzip", length)
    return _record((head, b"\r\n", start), items.compressed, end, length)


def _record(start: Sequence[bytes], items: Sequence[Buffer], end: bytes, length: int) -> Record:
    """Small records in one piece, since each piece costs more than a copy; the items of larger ones are not copied."""
    if length <= _LARGEST_JOINED:
        return (b"".join((*start, *items, end)),)
    return (b"".join(start), *items, end)


def _stored(data: bytes, last: bool) -> bytes:
    """A stored block of deflate: at most 65,535 bytes, not compressed."""
    return struct.pack("<BHH", last, len(data), 0xFFFF ^ len(data)) + data


def _tag(before: bytes, items: Items, after: bytes, ending: str) -> str:
    """The entity tag, from the digest of the items: no need to read the items themselves."""
    return f'"{hashlib.sha256(b"".join((before, items.digest, after))).hexdigest()[:20]}{ending}"'
