"""Writing a snapshot: a new generation beside the current one, then the manifest that makes it current."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

import lmdb
import msgspec

from sportlore.contract.composition import COMMA, deflated
from sportlore.contract.record import Resource
from sportlore.snapshot.encoding import records
from sportlore.snapshot.format import (
    DEFLATED,
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
    file_digest,
    problems,
)
from sportlore.snapshot.reader import Snapshot, read_manifest


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
    scratch = Path(tempfile.mkdtemp(prefix=".writing-", dir=folder))
    try:
        pairs, inputs = _records_of(resources, _earlier(folder, recipe))
        info = msgspec.structs.replace(info, names=names(key.removeprefix(INPUTS).decode() for key in inputs))
        _write_store(scratch, pairs, {**inputs, **index.entries}, info, index.ids, items)
        digests = {name: file_digest(scratch / name) for name in (STORE, RECORDS, ITEMS, DEFLATED)}
        _sync(scratch)
        generation = hashlib.sha256("".join(digests.values()).encode()).hexdigest()[:16]
        manifest = Manifest(FORMAT, generation, info.version, info.site_url, info.base_url, recipe, len(pairs), digests)
        place = folder / generation
        if place.exists() and any(problems(place, digests)):
            shutil.rmtree(place)
        if place.exists():  # the same catalogue again: a server may have it mapped, so it stays
            shutil.rmtree(scratch)
        else:
            scratch.rename(place)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    before = _current(folder)
    _replace(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    _tidy(folder, {manifest.generation, before})
    return manifest


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
        if not recipe or manifest.recipe != recipe or any(problems(folder / manifest.generation, manifest.digests)):
            return None
        return Snapshot(folder)
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
    store = lmdb.open(str(folder / STORE), subdir=False, map_size=1 << 40, lock=False, sync=True, metasync=True)
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
        return str(json.loads((folder / MANIFEST).read_bytes())["generation"])
    except (OSError, ValueError, KeyError):
        return ""


def _tidy(folder: Path, kept: set[str]) -> None:
    """Take away older generations and what crashed builds left."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)
