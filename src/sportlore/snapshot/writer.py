"""Writing a snapshot: a new generation beside the current one, then the manifest that makes it current."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import lmdb
import msgspec

from sportlore.contract.composition import COMMA, deflated
from sportlore.contract.record import Resource
from sportlore.snapshot.encoding import records
from sportlore.snapshot.format import (
    DEFLATED,
    FILES,
    FORMAT,
    INFO,
    INPUTS,
    ITEMS,
    MANIFEST,
    PLACE,
    PLACES,
    RANKED,
    RECORDS,
    SPAN,
    STORE,
    Index,
    Info,
    Manifest,
    SnapshotError,
)
from sportlore.snapshot.reader import Snapshot
from sportlore.snapshot.soundness import file_digest, generation, problems, read_manifest

_SCRATCH = ".writing-"
"""How the names of what is not complete begin."""
_LONGEST_WAIT = 60.0
"""Seconds for which another build is waited for."""


def write(
    folder: Path,
    resources: Iterable[Resource],
    info: Info,
    index: Index,
    items: Mapping[str, bytes],
    recipe: str = "",
) -> Manifest:
    """Write a snapshot below `folder` and make it the current one. `items` are the entities by id, as lists state them.

    The records that the snapshot there has of the same resources, made by the same recipe from the same inputs, are reused.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        scratch = folder / f"{_SCRATCH}{secrets.token_hex(8)}"
        scratch.mkdir()
        try:
            return _write(folder, scratch, resources, info, index, items, recipe)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)


def _write(
    folder: Path,
    scratch: Path,
    resources: Iterable[Resource],
    info: Info,
    index: Index,
    items: Mapping[str, bytes],
    recipe: str,
) -> Manifest:
    """Write the files into `scratch`, then make them the current generation.

    Each step is on the disk before the next begins, so that after a power cut the manifest names a whole generation.
    """
    pairs, inputs = _records_of(resources, _earlier(folder, recipe))
    info = msgspec.structs.replace(info, names=names(key.removeprefix(INPUTS).decode() for key in inputs))
    _write_store(scratch, pairs, {**inputs, **index.entries}, info, index.ids, items)
    digests = {name: file_digest(scratch / name) for name in FILES}
    sizes = {name: (scratch / name).stat().st_size for name in FILES}
    manifest = Manifest(FORMAT, "", info.version, info.site_url, info.base_url, recipe, len(pairs), digests, sizes)
    manifest = msgspec.structs.replace(manifest, generation=generation(manifest))
    place = folder / manifest.generation
    if place.exists() and any(problems(place, manifest)):
        shutil.rmtree(place)
    if not place.exists():  # the same catalogue again: a server may have it mapped, so it stays
        for path in (*(scratch / name for name in FILES), scratch):
            _sync(path)
        scratch.rename(place)
        _sync(folder)
    before = _current(folder)
    _replace(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    _tidy(folder, {manifest.generation, before})
    return manifest


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """The folder for this build alone; while another one writes there, it is waited for. The lock ends with the process.

    Windows locks no folders: there, builds at the same time are not kept apart.
    """
    if os.name == "nt":
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + _LONGEST_WAIT
        while not _lock(descriptor):
            if time.monotonic() > end:
                raise BlockingIOError(errno.EAGAIN, "another build is writing here")
            time.sleep(0.1)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    import fcntl  # noqa: PLC0415  # Windows has none

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _records_of(
    resources: Iterable[Resource], earlier: Snapshot | None
) -> tuple[list[tuple[bytes, bytes]], dict[bytes, bytes]]:
    """The records by their keys in order, and a digest of what each resource was made from."""
    found: list[tuple[bytes, bytes]] = []
    inputs: dict[bytes, bytes] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        batches = []
        for resource in resources:
            name = INPUTS + resource.path.encode()
            if name in inputs:
                raise ValueError(f"two resources at {resource.path}")
            inputs[name] = resource.inputs
            if earlier is not None and earlier.value(name) == resource.inputs:
                found += earlier.variants(resource.path)
            else:
                batches.append(pool.submit(records, resource))
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
        return Snapshot(folder) if recipe and manifest.recipe == recipe else None
    except SnapshotError:
        return None


def _write_store(
    folder: Path,
    pairs: Sequence[tuple[bytes, bytes]],
    tables: Mapping[bytes, bytes],
    info: Info,
    ids: Sequence[str],
    items: Mapping[str, bytes],
) -> None:
    with (folder / ITEMS).open("wb") as plain, (folder / DEFLATED).open("wb") as deflated:
        places = _write_items(plain, deflated, items, info)
    lists = {PLACES + type.encode(): b"".join(found.values()) for type, found in places.items()}
    ranked = b"".join(places[type][slug] for type, _, slug in (id.partition("/") for id in ids))
    others = {INFO: msgspec.json.encode(info), RANKED: ranked, **lists, **tables}
    spans = []
    with (folder / RECORDS).open("wb") as file:
        for name, record in pairs:
            start = file.tell()
            spans.append((name, SPAN.pack(start, start + file.write(record))))
    ordered = [*sorted(others.items()), *spans]  # the keys of records begin with a slash, the others with a zero
    store = lmdb.open(
        str(folder / STORE), subdir=False, map_size=1 << 40, lock=False, mode=0o644, sync=True, metasync=True
    )
    try:
        with store.begin(write=True) as transaction:
            for name, value in ordered:
                transaction.put(name, value, append=True)
    except lmdb.Error as error:
        raise OSError(str(error)) from error  # a full disk, as any other file would report it
    finally:
        store.close()


def _write_items(
    plain: BinaryIO, compressed: BinaryIO, items: Mapping[str, bytes], info: Info
) -> dict[str, dict[str, bytes]]:
    """Write the items with commas between; the place of each, by type and slug in the order of the lists."""
    places: dict[str, dict[str, bytes]] = {}
    for type, index in info.lists.items():
        places[type] = {}
        for slug in index.slugs:
            item = items[f"{type}/{slug}"]
            start, compressed_start = plain.tell(), compressed.tell()
            part = deflated(item)
            plain.write(item + b",")
            compressed.write(part + COMMA)
            places[type][slug] = PLACE.pack(
                start,
                start + len(item),
                compressed_start,
                compressed_start + len(part),
                hashlib.sha256(item).digest()[:10],
            )
    for file in (plain, compressed):
        file.write(b"\n")  # an empty file cannot be mapped
    return places


def _sync(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk. Windows does not open folders, nor sync what is only read."""
    if path.is_dir() and os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(f"{_SCRATCH}{secrets.token_hex(8)}")
    temporary.write_bytes(content)
    _sync(temporary)
    temporary.replace(path)
    _sync(path.parent)


def _current(folder: Path) -> str:
    try:
        return str(json.loads((folder / MANIFEST).read_bytes())["generation"])
    except (OSError, ValueError, KeyError):
        return ""


def _tidy(folder: Path, kept: set[str]) -> None:
    """Take away older generations and what crashed builds left; no other build runs."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)
        elif path.name.startswith(_SCRATCH):
            path.unlink()
