"""The snapshot: everything that the server answers, as bytes, with a manifest of digests.

A snapshot is a folder. `manifest.json` names one generation, a folder beside it that holds the store (LMDB: one key a
representation and variant) and the search index. Writing makes a new generation and then replaces the manifest in one
step, so that a crash or a full disk leaves the old snapshot as it was. Nothing is ever changed in place, so that a
running server keeps the generation that it has mapped.

A record of the store is the answer as it goes over the wire, without status line and `Date`: header lines, an empty
line, the body. Headers that a 304 repeats come first, those of the body from `content-type` on.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli
import lmdb
import msgspec
import zstandard
from msgspec import Struct

FORMAT = 1
"""Raised when the layout of the store changes; a server refuses other formats."""

CACHE = "public, max-age=3600, stale-while-revalidate=86400"
VARIANTS: Mapping[str, bytes] = {"br": b"b", "zstd": b"z", "gzip": b"g", "identity": b"i"}
"""Content codings in the order of preference, and the letter of each in a key of the store."""

_MANIFEST = "manifest.json"
_LONGEST_KEY = 500
_SMALLEST_COMPRESSED = 256


class SnapshotError(Exception):
    """A snapshot that cannot be opened or is damaged: what is wrong and what to do."""


class Representation(Struct, frozen=True):
    """One answer: `path` with its query if any, `links` the values of its Link header."""

    path: str
    content_type: str
    body: bytes
    links: tuple[str, ...] = ()
    cache: str = CACHE


class ListIndex(Struct, frozen=True):
    """What the pages of a list are put together from: slugs in order, the list's `meta` as JSON, its page's address."""

    slugs: tuple[str, ...]
    meta: str
    page: str


class Info(Struct, frozen=True):
    """What a server must know beside the records."""

    version: str
    site_url: str
    base_url: str
    lists: dict[str, ListIndex]
    calculators: tuple[str, ...]
    redirects: dict[str, tuple[str, ...]]
    error_page: str = ""
    """The HTML of an error, with {status} and {message} to fill in."""


class Manifest(Struct, frozen=True):
    """What stands in the snapshot, and the SHA-256 of each of its files (the search index aside, whose bytes may vary)."""

    format: int
    generation: str
    version: str
    site_url: str
    base_url: str
    records: int
    digests: dict[str, str]


def entity_tag(body: bytes, coding: str) -> str:
    """The strong entity tag of a variant, from the bytes of the representation."""
    digest = hashlib.sha256(body).hexdigest()[:20]
    return f'"{digest}"' if coding == "identity" else f'"{digest}-{coding}"'


def head(representation: Representation, coding: str, length: int) -> bytes:
    """The header lines of a variant. What a 304 repeats comes before `content-type`."""
    lines = [
        f"cache-control: {representation.cache}",
        "vary: Accept, Accept-Encoding",
        f"etag: {entity_tag(representation.body, coding)}",
        "access-control-allow-origin: *",
        "access-control-expose-headers: ETag, Link",
        "x-content-type-options: nosniff",
    ]
    if representation.links:
        lines.append(f"link: {', '.join(representation.links)}")
    lines.append(f"content-type: {representation.content_type}")
    if coding != "identity":
        lines.append(f"content-encoding: {coding}")
    lines.append(f"content-length: {length}")
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1")


def records(representation: Representation) -> list[tuple[bytes, bytes]]:
    """The keys and values of a representation, one a variant; a coding that does not shorten the body is left out."""
    found = []
    for coding, body in _encoded(representation.body).items():
        record = head(representation, coding, len(body)) + b"\r\n" + body
        found.append((key(representation.path, VARIANTS[coding]), record))
    return found


def _encoded(body: bytes) -> dict[str, bytes]:
    if len(body) < _SMALLEST_COMPRESSED:
        return {"identity": body}
    coded = {
        # Quality 9 with a 64 KiB window costs a tenth of quality 10 and 11 % more bytes.
        "br": brotli.compress(body, quality=9, lgwin=16),
        "zstd": zstandard.ZstdCompressor(level=19).compress(body),
        "gzip": gzip.compress(body, 9, mtime=0),
    }
    return {coding: code for coding, code in coded.items() if len(code) < len(body)} | {"identity": body}


def key(path: str, variant: bytes) -> bytes:
    """The key of a variant in the store."""
    return path.encode() + b"\0" + variant


def write(folder: Path, representations: Iterable[Representation], info: Info, index: Path | None = None) -> Manifest:
    """Write a snapshot below `folder` and make it the current one; `index` is a built search index to move into it."""
    folder.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".writing-", dir=folder))
    try:
        count = _write_store(scratch / "store.mdb", representations, info)
        digest = _digest(scratch / "store.mdb")
        if index is not None:
            shutil.copytree(index, scratch / "search")
        _sync(scratch)
        manifest = Manifest(
            FORMAT, digest[:16], info.version, info.site_url, info.base_url, count, {"store.mdb": digest}
        )
        generation = folder / manifest.generation
        if generation.exists():
            shutil.rmtree(generation)
        scratch.rename(generation)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    before = _current(folder)
    _replace(folder / _MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    _tidy(folder, {manifest.generation, before})
    return manifest


def _write_store(path: Path, representations: Iterable[Representation], info: Info) -> int:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = sorted(pair for batch in pool.map(records, representations) for pair in batch)
    pairs.insert(0, (b"\0info", msgspec.json.encode(info)))
    for earlier, later in zip(pairs, pairs[1:], strict=False):
        if earlier[0] == later[0]:
            raise ValueError(f"two representations at {later[0][:-2].decode()}")
    store = lmdb.open(str(path), subdir=False, map_size=1 << 40, lock=False, sync=True, metasync=True)
    with store.begin(write=True) as transaction:
        for name, value in pairs:
            if len(name) > _LONGEST_KEY:
                raise ValueError(f"the path {name[:60].decode()}… is too long for the store")
            transaction.put(name, value, append=True)
    store.close()
    return len(pairs) - 1


def _sync(folder: Path) -> None:
    """Flush every file below `folder`, so that the manifest never names what a power cut can lose."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_suffix(".new")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def _current(folder: Path) -> str:
    try:
        return str(json.loads((folder / _MANIFEST).read_bytes())["generation"])
    except (OSError, ValueError, KeyError):
        return ""


def _tidy(folder: Path, kept: set[str]) -> None:
    """Take away older generations and what crashed builds left."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a snapshot; SnapshotError says what is wrong and how to mend it."""
    path = folder / _MANIFEST
    try:
        raw = path.read_bytes()
    except OSError:
        raise SnapshotError(f"no snapshot at {folder}/: build one with `sportlore build`") from None
    try:
        format = json.loads(raw).get("format")
        if format != FORMAT:
            what = f"format {format}, and this version of sportlore reads format {FORMAT}"
            raise SnapshotError(f"the snapshot at {folder}/ has {what}: build it again with `sportlore build`")
        return msgspec.json.decode(raw, type=Manifest)
    except (ValueError, AttributeError):
        raise SnapshotError(f"{path} is damaged: build the snapshot again with `sportlore build`") from None


class Snapshot:
    """An open snapshot: `get` looks a record up, `info` tells of lists and settings. Shared pages, mapped once."""

    def __init__(self, folder: Path) -> None:
        self.manifest = read_manifest(folder)
        self.folder = folder / self.manifest.generation
        try:
            self._store = lmdb.open(
                str(self.folder / "store.mdb"), subdir=False, readonly=True, lock=False, create=False, max_spare_txns=1
            )
            self._transaction = self._store.begin(buffers=False)
            raw = self._transaction.get(b"\0info")
            self.info = msgspec.json.decode(raw or b"", type=Info)
        except (lmdb.Error, msgspec.DecodeError) as error:
            message = f"the snapshot at {folder}/ is damaged ({error}): build it again with `sportlore build`"
            raise SnapshotError(message) from None

    def get(self, path: str, variant: bytes) -> bytes | None:
        """The record of a variant, or None: header lines, empty line, body."""
        name = key(path, variant)
        return self._transaction.get(name) if len(name) <= _LONGEST_KEY else None

    def body(self, path: str) -> bytes | None:
        """The identity body at a path, or None."""
        record = self.get(path, b"i")
        return record[record.index(b"\r\n\r\n") + 4 :] if record is not None else None

    def close(self) -> None:
        """Unmap the store; only when no answer from it is under way."""
        self._transaction.abort()
        self._store.close()


def verify(folder: Path) -> Iterator[str]:
    """What is wrong with a snapshot: files whose bytes differ from the manifest, records whose entity tag is not theirs."""
    manifest = read_manifest(folder)
    for name, digest in manifest.digests.items():
        path = folder / manifest.generation / name
        if not path.is_file():
            yield f"{path} is missing"
            return
        if _digest(path) != digest:
            yield f"{path} differs from its digest"
            return
    snapshot = Snapshot(folder)
    try:
        count = snapshot._transaction.stat()["entries"] - 1
        if count != manifest.records:
            yield f"{count} records, and the manifest counts {manifest.records}"
    finally:
        snapshot.close()
