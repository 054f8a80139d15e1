"""The snapshot: everything that the server answers, as bytes, with a manifest of digests.

A snapshot is a folder. `manifest.json` names one generation, a folder beside it that holds the store (LMDB: one key a
representation and variant) and the search index. Writing makes a new generation and then replaces the manifest in one
step, so that a crash or a full disk leaves the old snapshot as it was. Nothing is ever changed in place, so that a
running server keeps the generation that it has mapped.

A record of the store is the answer as it goes over the wire, without status line and `Date`: header lines, an empty
line, the body. Headers that a 304 repeats come first, those of the body from `content-type` on.

Beside the store, one file holds the body of every entity once, type by type in the order of the lists, and the store
says where each of them is: any page of a list is one stretch of that file.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import mmap
import os
import re
import shutil
import struct
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO, NamedTuple

import brotli
import lmdb
import msgspec
import zstandard
from msgspec import Struct

FORMAT = 2
"""Raised when the layout of the store changes; a server refuses other formats."""

CACHE = "public, max-age=3600, stale-while-revalidate=86400"
VARIANTS: Mapping[str, bytes] = {"br": b"b", "zstd": b"z", "gzip": b"g", "identity": b"i"}
"""Content codings in the order of preference, and the letter of each in a key of the store."""

_MANIFEST = "manifest.json"
_LONGEST_PATH = 500
_PLAIN_PATH = re.compile(r"/[A-Za-z0-9/._~-]*(\?page=[0-9]+)?")
_STORE, _BODIES = "store.mdb", "bodies"
_PLACE = struct.Struct("<QQ10s")
"""Where the body of an entity is: its first byte, the byte after its last, and the start of its digest."""
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


def _head(cache: str, tag: str, links: Sequence[str], content_type: str, coding: str, length: int) -> bytes:
    """The header lines of a variant. What a 304 repeats comes before `content-type`."""
    link = f"link: {', '.join(links)}\r\n" if links else ""
    encoding = f"content-encoding: {coding}\r\n" if coding != "identity" else ""
    return (
        f"cache-control: {cache}\r\nvary: Accept, Accept-Encoding\r\netag: {tag}\r\n"
        "access-control-allow-origin: *\r\naccess-control-expose-headers: ETag, Link\r\n"
        f"x-content-type-options: nosniff\r\n{link}"
        f"content-type: {content_type}\r\n{encoding}content-length: {length}\r\n"
    ).encode("latin-1")


class Item(NamedTuple):
    """A stretch of the mapped bodies, and bytes that differ when it does."""

    text: memoryview
    digest: bytes


class Found(NamedTuple):
    """A record, possibly in pieces: the first, which holds the whole head, and the rest."""

    first: bytes
    rest: tuple[bytes | memoryview, ...] = ()


def composed(before: bytes, items: Iterable[Item], after: bytes, links: Sequence[str]) -> Found:
    """The record of a JSON body that is put together at request: `before`, the items with commas between, `after`.

    The entity tag comes from the digests of the items: no need to read their bytes, nor to copy them.
    """
    digest = hashlib.sha256(before)
    pieces: list[bytes | memoryview] = []
    for item in items:
        digest.update(item.digest)
        pieces += (b",", item.text)
    digest.update(after)
    pieces = [*pieces[1:], after]
    tag = f'"{digest.hexdigest()[:20]}"'
    length = len(before) + sum(map(len, pieces))
    head = _head(CACHE, tag, links, "application/json", "identity", length)
    return Found(head + b"\r\n" + before, tuple(pieces))


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
    if len(representation.path) > _LONGEST_PATH or not _PLAIN_PATH.fullmatch(representation.path):
        raise ValueError(
            f"the path {representation.path[:60]} is too long, or holds more than letters, digits and ./_~-"
        )
    found = []
    for coding, body in _encoded(representation.body).items():
        tag = entity_tag(representation.body, coding)
        head = _head(representation.cache, tag, representation.links, representation.content_type, coding, len(body))
        found.append((key(representation.path, VARIANTS[coding]), head + b"\r\n" + body))
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
        count = _write_store(scratch, representations, info)
        digests = {name: _digest(scratch / name) for name in (_STORE, _BODIES)}
        if index is not None:
            shutil.copytree(index, scratch / "search")
        _sync(scratch)
        generation = digests[_STORE][:16]
        manifest = Manifest(FORMAT, generation, info.version, info.site_url, info.base_url, count, digests)
        place = folder / generation
        if place.exists():
            shutil.rmtree(place)
        scratch.rename(place)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    before = _current(folder)
    _replace(folder / _MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    _tidy(folder, {manifest.generation, before})
    return manifest


def _write_store(folder: Path, representations: Iterable[Representation], info: Info) -> int:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = sorted(pair for batch in pool.map(records, representations) for pair in batch)
    for earlier, later in itertools.pairwise(pairs):
        if earlier[0] == later[0]:
            raise ValueError(f"two representations at {later[0][:-2].decode()}")
    count = len(pairs)
    with (folder / _BODIES).open("wb") as bodies:
        pairs = sorted([(b"\0info", msgspec.json.encode(info)), *_write_bodies(bodies, dict(pairs), info)]) + pairs
    store = lmdb.open(str(folder / _STORE), subdir=False, map_size=1 << 40, lock=False, sync=True, metasync=True)
    try:
        with store.begin(write=True) as transaction:
            for name, value in pairs:
                transaction.put(name, value, append=True)
    except lmdb.Error as error:
        raise OSError(str(error)) from error  # a full disk, as any other file would report it
    finally:
        store.close()
    return count


def _write_bodies(file: BinaryIO, records: Mapping[bytes, bytes], info: Info) -> Iterator[tuple[bytes, bytes]]:
    """Write the bodies with commas between; yields the places of each list's bodies, and the place of each body."""
    for type, index in info.lists.items():
        places = []
        for slug in index.slugs:
            record = records[key(f"/v1/entities/{type}/{slug}", b"i")]
            body = record[record.index(b"\r\n\r\n") + 4 :]
            start = file.tell()
            file.write(body + b",")
            places.append(_PLACE.pack(start, start + len(body), hashlib.sha256(body).digest()[:10]))
            yield b"\0place\0" + f"{type}/{slug}".encode(), places[-1]
        yield b"\0places\0" + type.encode(), b"".join(places)
    file.write(b"\n")  # an empty file cannot be mapped


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
    temporary.replace(path)


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
            self._transaction = self._store.begin()
            self.info = msgspec.json.decode(self._transaction.get(b"\0info") or b"", type=Info)
            with (self.folder / _BODIES).open("rb") as bodies:
                self._bodies = memoryview(mmap.mmap(bodies.fileno(), 0, access=mmap.ACCESS_READ))
        except (lmdb.Error, msgspec.DecodeError, OSError, ValueError) as error:
            message = f"the snapshot at {folder}/ is damaged ({error}): build it again with `sportlore build`"
            raise SnapshotError(message) from None

    def get(self, path: str, variant: bytes) -> bytes | None:
        """The record of a variant, or None: header lines, empty line, body."""
        return self.best(path.encode(), (b"\0" + variant,))

    def best(self, path: bytes, endings: Sequence[bytes]) -> bytes | None:
        """The record of the first variant that there is, or None. `endings` are those of keys: b"\\0b", b"\\0i"."""
        found = self.locate(path, endings)
        return self.record(found) if found is not None else None

    def locate(self, path: bytes, endings: Sequence[bytes]) -> bytes | None:
        """The key of the first variant that there is, or None."""
        if len(path) <= _LONGEST_PATH:
            for ending in endings:
                if self._transaction.get(path + ending) is not None:
                    return path + ending
        return None

    def record(self, key: bytes) -> bytes:
        """The record at a key that `locate` gave."""
        return bytes(self._transaction.get(key) or b"")

    def body(self, path: str) -> bytes | None:
        """The identity body at a path, or None."""
        record = self.get(path, b"i")
        return record[record.index(b"\r\n\r\n") + 4 :] if record is not None else None

    def items(self, ids: Sequence[str]) -> Iterator[Item]:
        """The bodies of entities."""
        for id in ids:
            place = self._transaction.get(b"\0place\0" + id.encode())
            if place is None:
                raise SnapshotError(f"the search index finds {id}, which the snapshot does not hold: build it again")
            start, end, digest = _PLACE.unpack(place)
            yield Item(self._bodies[start:end], digest)

    def stretch(self, type: str, first: int, count: int) -> Item:
        """So many bodies of a type's list as one text with commas between, and a digest of them all."""
        places = self._transaction.get(b"\0places\0" + type.encode()) or b""
        part = places[first * _PLACE.size : (first + count) * _PLACE.size]
        if not part:
            return Item(self._bodies[:0], b"")
        start, end = _PLACE.unpack_from(part)[0], _PLACE.unpack_from(part, len(part) - _PLACE.size)[1]
        return Item(self._bodies[start:end], part)

    def close(self) -> None:
        """Unmap the store. The bodies stay mapped until the last answer that holds a view of them is sent."""
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
        places = sum(1 + len(index.slugs) for index in snapshot.info.lists.values())
        count = snapshot._transaction.stat()["entries"] - 1 - places
        if count != manifest.records:
            yield f"{count} records, and the manifest counts {manifest.records}"
    finally:
        snapshot.close()
