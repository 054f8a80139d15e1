"""The snapshot: everything that the server answers, as bytes, with a manifest of digests.

A snapshot is a folder. `manifest.json` names one generation, a folder beside it. In that, one file holds the records, one
after the other, and the store (LMDB) says where each representation and variant is; it holds the search index as well. Writing
makes a new generation and then replaces the manifest in one
step, so that a crash or a full disk leaves the old snapshot as it was. Nothing is ever changed in place, so that a
running server keeps the generation that it has mapped.

Another file holds the body of every entity once, type by type in the order of the lists, and the store says where each
of them is: any page of a list is one stretch of that file.
"""

from __future__ import annotations

import hashlib
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

from sportlore.contract.record import LONGEST_KEY, LONGEST_PATH, VARIANTS, Buffer, Draft, key, records

FORMAT = 3
"""Raised when the layout of the store changes; a server refuses other formats."""

_MANIFEST = "manifest.json"
_STORE, _RECORDS, _BODIES = "store.mdb", "records", "bodies"
_INFO, _INPUTS, _PLACES, _RANKED = b"\0info", b"\0inputs", b"\0places\0", b"\0ranked"
_SPAN = struct.Struct("<QQ")
"""Where a record is: its first byte, and the byte after its last."""
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
    redirects: dict[str, tuple[str, ...]]
    error_page: str = ""
    """The HTML of an error, with {status}, {message} (text) and {advice} (HTML) to fill in."""
    names: dict[str, tuple[str, ...]] = {}
    """The last segments of the paths below each path, {"/sports": ("tennis",)}; filled in when the snapshot is written."""


class Manifest(Struct, frozen=True):
    """What stands in the snapshot, and the SHA-256 of each of its files."""

    format: int
    generation: str
    version: str
    site_url: str
    base_url: str
    recipe: str
    """What the representations were made with; one of the same recipe and inputs is the same."""
    records: int
    digests: dict[str, str]


class Index(Struct, frozen=True):
    """A search index: its keys and values, and the ids of the entities in the order of their numbers."""

    entries: Mapping[bytes, bytes]
    ids: Sequence[str]


def write(folder: Path, drafts: Iterable[Draft], info: Info, index: Index, recipe: str = "") -> Manifest:
    """Write a snapshot below `folder` and make it the current one.

    Representations that the snapshot there holds already, made by the same recipe from the same inputs, are taken over.
    """
    folder.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".writing-", dir=folder))
    try:
        pairs, inputs = _pairs(drafts, _earlier(folder, recipe))
        info = msgspec.structs.replace(info, names=names(key.removeprefix(_INPUTS).decode() for key in inputs))
        _write_store(scratch, pairs, {**inputs, **index.entries}, info, index.ids)
        digests = {name: _digest(scratch / name) for name in (_STORE, _RECORDS, _BODIES)}
        _sync(scratch)
        generation = hashlib.sha256("".join(digests.values()).encode()).hexdigest()[:16]
        manifest = Manifest(FORMAT, generation, info.version, info.site_url, info.base_url, recipe, len(pairs), digests)
        place = folder / generation
        if place.exists() and any(_problems(place, digests)):
            shutil.rmtree(place)
        if place.exists():  # the same catalogue again: a server may have it mapped, so it stays
            shutil.rmtree(scratch)
        else:
            scratch.rename(place)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    before = _current(folder)
    _replace(folder / _MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    _tidy(folder, {manifest.generation, before})
    return manifest


def _pairs(drafts: Iterable[Draft], earlier: Snapshot | None) -> tuple[list[tuple[bytes, bytes]], dict[bytes, bytes]]:
    """The records by their keys in order, and of what each representation was made."""
    found: list[tuple[bytes, bytes]] = []
    inputs: dict[bytes, bytes] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        batches = []
        for draft in drafts:
            name = _INPUTS + draft.path.encode()
            if name in inputs:
                raise ValueError(f"two representations at {draft.path}")
            inputs[name] = draft.inputs
            if earlier is not None and earlier.value(name) == draft.inputs:
                found += earlier.variants(draft.path)
            else:
                batches.append(pool.submit(records, draft.make()))
        for batch in batches:
            found += batch.result()
    if earlier is not None:
        earlier.close()
    return sorted(found), inputs


def names(paths: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The last segments of paths by what stands before them, in their order.

    names(["/", "/sports", "/sports/tennis", "/sports/tennis?page=1"]) -> {"": ("", "sports"), "/sports": ("tennis",)}
    """
    found: dict[str, dict[str, None]] = {}
    for path in paths:
        parent, _, name = path.partition("?")[0].rpartition("/")
        found.setdefault(parent, {})[name] = None
    return {parent: tuple(below) for parent, below in found.items()}


def _earlier(folder: Path, recipe: str) -> Snapshot | None:
    """The snapshot that is there, if it is whole and was made by the same recipe."""
    try:
        manifest = read_manifest(folder)
        if not recipe or manifest.recipe != recipe or any(_problems(folder / manifest.generation, manifest.digests)):
            return None
        return Snapshot(folder)
    except SnapshotError:
        return None


def _write_store(
    folder: Path, pairs: Sequence[tuple[bytes, bytes]], tables: Mapping[bytes, bytes], info: Info, ids: Sequence[str]
) -> None:
    with (folder / _BODIES).open("wb") as bodies:
        places = _write_bodies(bodies, dict(pairs), info)
    lists = {_PLACES + type.encode(): b"".join(found.values()) for type, found in places.items()}
    ranked = b"".join(places[type][slug] for type, _, slug in (id.partition("/") for id in ids))
    others = {_INFO: msgspec.json.encode(info), _RANKED: ranked, **lists, **tables}
    spans = []
    with (folder / _RECORDS).open("wb") as file:
        for name, record in pairs:
            start = file.tell()
            spans.append((name, _SPAN.pack(start, start + file.write(record))))
    ordered = [*sorted(others.items()), *spans]  # the keys of records begin with a slash, the others with a zero
    store = lmdb.open(str(folder / _STORE), subdir=False, map_size=1 << 40, lock=False, sync=True, metasync=True)
    try:
        with store.begin(write=True) as transaction:
            for name, value in ordered:
                transaction.put(name, value, append=True)
    except lmdb.Error as error:
        raise OSError(str(error)) from error  # a full disk, as any other file would report it
    finally:
        store.close()


def _write_bodies(file: BinaryIO, records: Mapping[bytes, bytes], info: Info) -> dict[str, dict[str, bytes]]:
    """Write the bodies with commas between; the place of each body, by type and slug in the order of the lists."""
    places: dict[str, dict[str, bytes]] = {}
    for type, index in info.lists.items():
        places[type] = {}
        for slug in index.slugs:
            record = records[key(f"/v1/entities/{type}/{slug}", b"i")]
            body = record[record.index(b"\r\n\r\n") + 4 :]
            start = file.tell()
            file.write(body + b",")
            places[type][slug] = _PLACE.pack(start, start + len(body), hashlib.sha256(body).digest()[:10])
    file.write(b"\n")  # an empty file cannot be mapped
    return places


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


def _mapped(path: Path) -> memoryview:
    with path.open("rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


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
                str(self.folder / _STORE), subdir=False, readonly=True, lock=False, create=False, max_spare_txns=1
            )
            self._transaction = self._store.begin()
            self._views = self._store.begin(buffers=True)
            self.info = msgspec.json.decode(self._transaction.get(_INFO) or b"", type=Info)
            self._ranked = self._views.get(_RANKED, b"")
            self._records, self._bodies = _mapped(self.folder / _RECORDS), _mapped(self.folder / _BODIES)
        except (lmdb.Error, msgspec.DecodeError, OSError, ValueError) as error:
            message = f"the snapshot at {folder}/ is damaged ({error}): build it again with `sportlore build`"
            raise SnapshotError(message) from None

    def get(self, path: str, variant: bytes) -> bytes | None:
        """The record of a variant, or None: header lines, empty line, body."""
        found = self.best(path.encode(), (b"\0" + variant,))
        return bytes(found) if found is not None else None

    def best(self, path: bytes, endings: Sequence[bytes]) -> memoryview | None:
        """The record of the first variant that there is, or None. `endings` are those of keys: b"\\0b", b"\\0i"."""
        if len(path) <= LONGEST_PATH:
            for ending in endings:
                span = self._transaction.get(path + ending)
                if span is not None:
                    start, end = _SPAN.unpack(span)
                    return self._records[start:end]
        return None

    def variants(self, path: str) -> list[tuple[bytes, bytes]]:
        """The keys and records of all variants at a path."""
        found = ((letter, self.get(path, letter)) for letter in VARIANTS.values())
        return [(key(path, letter), record) for letter, record in found if record is not None]

    def count(self) -> int:
        """How many records there are: the keys from the first path on."""
        cursor = self._views.cursor()
        return sum(1 for _ in cursor.iternext(values=False)) if cursor.set_range(b"/") else 0

    def body(self, path: str) -> bytes | None:
        """The identity body at a path, or None."""
        record = self.get(path, b"i")
        return record[record.index(b"\r\n\r\n") + 4 :] if record is not None else None

    def value(self, key: bytes) -> Buffer | None:
        """What the search index holds at a key."""
        found: memoryview | None = self._views.get(key) if len(key) <= LONGEST_KEY else None
        return found

    def values_from(self, start: bytes) -> Iterator[Buffer]:
        """What the search index holds at the keys that begin so, in their order."""
        cursor = self._views.cursor()
        more = len(start) <= LONGEST_KEY and cursor.set_range(start)
        while more and bytes(cursor.key()).startswith(start):
            yield cursor.value()
            more = cursor.next()

    def items(self, numbers: Sequence[int]) -> tuple[list[Buffer], bytes]:
        """The bodies of entities by their numbers in the search index, with commas between, and a digest of them all."""
        places = [_PLACE.unpack_from(self._ranked, number * _PLACE.size) for number in numbers]
        bodies = self._bodies
        found: list[Buffer] = [bodies[start : end + 1] for start, end, _ in places]  # each with the comma after it
        if found:
            found[-1] = found[-1][:-1]
        return found, b"".join([digest for _, _, digest in places])

    @property
    def entities(self) -> int:
        """How many entities the search index numbers."""
        return len(self._ranked) // _PLACE.size

    def stretch(self, type: str, first: int, count: int) -> tuple[list[Buffer], bytes]:
        """So many bodies of a type's list, with commas between, and a digest of them all."""
        places = self._views.get(_PLACES + type.encode(), b"")
        part = bytes(places[first * _PLACE.size : (first + count) * _PLACE.size])
        if not part:
            return [], b""
        start, end = _PLACE.unpack_from(part)[0], _PLACE.unpack_from(part, len(part) - _PLACE.size)[1]
        return [self._bodies[start:end]], part

    def close(self) -> None:
        """Unmap the store. The other files stay mapped as long as anything holds a view of them."""
        self._ranked = memoryview(b"")
        self._views.abort()
        self._transaction.abort()
        self._store.close()


def verify(folder: Path) -> Iterator[str]:
    """What is wrong with a snapshot: files that are missing or differ from their digests, or another number of records."""
    manifest = read_manifest(folder)
    problems = list(_problems(folder / manifest.generation, manifest.digests))
    yield from problems
    if problems:
        return
    snapshot = Snapshot(folder)
    try:
        count = snapshot.count()
        if count != manifest.records:
            yield f"{count} records, and the manifest counts {manifest.records}"
    finally:
        snapshot.close()


def _problems(folder: Path, digests: Mapping[str, str]) -> Iterator[str]:
    """The files of a generation that are missing or differ from their digests."""
    for name, digest in digests.items():
        path = folder / name
        if not path.is_file():
            yield f"{path} is missing"
        elif _digest(path) != digest:
            yield f"{path} differs from its digest"
