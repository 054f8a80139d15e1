"""The records of a resource: one for each content coding that shortens its body."""

from __future__ import annotations

import gzip
import re

from sportlore.contract.headers import record_head
from sportlore.contract.record import LONGEST_PATH, VARIANTS, Resource, entity_tag

_SMALLEST_COMPRESSED = 256
_PLAIN_PATH = re.compile(r"/[A-Za-z0-9/._~-]*(\?page=[0-9]+)?")


def records(resource: Resource, body: bytes, compress: bool = True) -> list[tuple[bytes, bytes]]:
    """The records of a resource, one for each variant, by their letters; a coding that does not shorten the body is left out.

    If not `compress`, all codings are left out. Paths are plain, so that the address as a client sends it is the key, with
    nothing to decode.
    """
    if len(resource.path) > LONGEST_PATH or not _PLAIN_PATH.fullmatch(resource.path):
        raise ValueError(f"the path {resource.path[:60]} is too long, or holds more than letters, digits and ./_~-")
    by_letter = []
    codings = _encoded(body, resource.media_type) if compress else {"identity": body}
    for coding, encoded in codings.items():
        tag = entity_tag(body, coding)
        described = (resource.links, resource.media_type, coding, len(encoded), resource.modified)
        lines = record_head(resource.cache, tag, *described)
        by_letter.append((VARIANTS[coding], lines + b"\r\n" + encoded))
    return by_letter


def _encoded(body: bytes, media_type: str) -> dict[str, bytes]:
    if len(body) < _SMALLEST_COMPRESSED or media_type == "image/png":  # which is compressed
        return {"identity": body}
    # Only builds compress: what serves need not have these.
    import brotli  # noqa: PLC0415
    import zstandard  # noqa: PLC0415

    # Brotli 9 and zstd 12 need up to four times as long, for about 1 % fewer bytes.
    coded = {
        "br": brotli.compress(body, quality=5, lgwin=16),
        "zstd": zstandard.ZstdCompressor(level=6).compress(body),
        "gzip": gzip.compress(body, 6, mtime=0),
    }
    return {coding: code for coding, code in coded.items() if len(code) < len(body)} | {"identity": body}
