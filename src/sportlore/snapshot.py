"""The snapshot: everything that the server answers, as bytes, with a manifest of digests.

A snapshot is a folder. `manifest.json` names one generation, a folder beside it that holds the store (LMDB: one key a
representation and variant) and the search index. Writing makes a new generation and then replaces the manifest in one
step, so that a crash or a full disk leaves the old snapshot as it was. Nothing is ever changed in place, so that a
running server keeps the generation that it has mapped.

Beside the store, one file holds the body of every entity once, type by type in the order of the lists, and the store
says where each of them is: any page of a list is one stretch of that file.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import mmap
import os
import shutil
import struct
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

import lmdb
import msgspec
from msgspec import Struct

from sportlore.representation import LONGEST_PATH, Item, Representation, key, records

FORMAT = 2
"""Raised when the layout of the store changes; a server refuses other formats."""

_MANIFEST = "manifest.json"
_STORE, _BODIES = "store.mdb", "bodies"
_PLACE = struct.Struct("<QQ10s")
"""Where the body of an entity is: its first byte, the byte after its last, and the start of its digest."""


class SnapshotError(Exception):
    """A snapshot that cannot be opened or is damaged: what is wrong and what to do."""


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
        if len(path) <= LONGEST_PATH:
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
