"""Writing the files of a generation: each record and each item as it is made, then the store that says where they are.

What an earlier snapshot of the same recipe has of the same inputs is copied from it.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

import lmdb
import msgspec

from sportlore.contract.composition import COMMA, deflated
from sportlore.contract.record import Buffer, Resource
from sportlore.snapshot.disk import sync
from sportlore.snapshot.encoding import records
from sportlore.snapshot.format import (
    DEFLATED,
    ENTRY_DIGEST,
    ENTRY_VARIANT,
    INFO,
    ITEMS,
    LOCATION,
    LOCATIONS,
    RANKED,
    STORE,
    Index,
    Info,
    names_key,
    resources_in_a_part,
)
from sportlore.snapshot.parts import Parts
from sportlore.snapshot.reader import Snapshot
from sportlore.snapshot.soundness import Sums, file_sums

_BATCH = 25_000
"""Keys put into the store at once."""
_AHEAD = 256
"""How many resources are encoded before the first of them is written: enough for all cores, and few in memory."""

Pair = tuple[bytes, Buffer]


def write_files(
    folder: Path,
    resources: Iterable[Resource],
    info: Info,
    index: Index,
    item: Callable[[str], bytes],
    earlier: Snapshot | None,
    compress: bool = True,
) -> tuple[int, dict[str, Sums]]:
    """Write the files; the number of records, and the digest and checksum of each file.

    `item` makes the item of an entity from its id. While one file is written, another core reads the one before for its sums, and
    has it on the disk.
    """
    with ThreadPoolExecutor(2) as pool:
        written, known = _write_records(folder, resources, earlier, resources_in_a_part(len(index.ids)), compress)
        saved: list[Future[None]] = []

        def sums_of(name: str) -> Future[Sums]:
            saved.append(pool.submit(sync, folder / name))
            return pool.submit(file_sums, folder / name)

        parts = {name: sums or sums_of(name) for name, sums in known.items()}
        with (folder / ITEMS).open("wb") as plain, (folder / DEFLATED).open("wb") as compressed:
            locations = _write_items(plain, compressed, item, index.slugs, earlier)
        _write_tables(folder / STORE, written, info, index, locations)
        others = {name: sums_of(name) for name in (STORE, ITEMS, DEFLATED)}
        sums = {STORE: others[STORE], **parts, ITEMS: others[ITEMS], DEFLATED: others[DEFLATED]}
        count = sum((len(entry) - ENTRY_DIGEST) // ENTRY_VARIANT.size for entry in written.values())
        known_sums = {name: part if isinstance(part, Sums) else part.result() for name, part in sums.items()}
        for sync_done in saved:
            sync_done.result()
        return count, known_sums


def _write_tables(
    path: Path, written: Mapping[str, bytes], info: Info, index: Index, locations: Mapping[str, Mapping[str, bytes]]
) -> None:
    """Write the store: what queries read, and where everything is."""
    tables = {
        **names(written),
        INFO: msgspec.json.encode(info),
        RANKED: b"".join(locations[of][slug] for of, _, slug in (id.partition("/") for id in index.ids)),
        **{LOCATIONS + of.encode(): b"".join(by_slug.values()) for of, by_slug in locations.items()},
    }
    entries = index.entries()
    entries.update(tables)
    keys = sorted(entries)  # of the keys alone: pairs would take more memory than most of the values
    pairs = zip(keys, map(entries.__getitem__, keys), strict=True)
    _write_store(path, chain(pairs, ((path.encode(), written[path]) for path in sorted(written))))


def names(paths: Iterable[str]) -> dict[bytes, bytes]:
    """The last segments of paths by what stands before them and by their length, so that the few that are like another are
    found without reading all.

    names(["/sports/tennis", "/sports/tennis?page=1", "/sports/boxing"]) -> {names_key("/sports", 6): b"tennis\\nboxing"}
    """
    by_parent: dict[tuple[str, int], dict[str, None]] = {}
    for path in paths:
        parent, _, name = path.partition("?")[0].rpartition("/")
        by_parent.setdefault((parent, len(name)), {})[name] = None
    return {names_key(parent, length): "\n".join(below).encode() for (parent, length), below in by_parent.items()}


def _write_records(
    folder: Path, resources: Iterable[Resource], earlier: Snapshot | None, in_a_part: int, compress: bool
) -> tuple[dict[str, bytes], dict[str, Sums | None]]:
    """Write the records in the order of their resources, encoded on all cores.

    The entries by path, and the digests and checksums of the parts, as far as they are known.
    """
    written, complete = dict[str, bytes](), 0
    waiting: deque[tuple[Resource, Future[list[tuple[bytes, bytes]]] | bytes]] = deque()

    def write_first() -> None:
        nonlocal complete
        resource, source = waiting.popleft()
        if isinstance(source, Future):
            spans = sorted((letter, *parts.write(record)) for letter, record in source.result())
            written[resource.path] = b"".join((resource.inputs, *(ENTRY_VARIANT.pack(*span) for span in spans)))
        else:
            written[resource.path] = parts.copy(source)
        complete += 1
        if complete % in_a_part == 0:
            parts.end_part()

    with ThreadPoolExecutor(os.cpu_count()) as pool, Parts(folder, earlier, pool) as parts:
        for resource in resources:
            if resource.path in written:
                raise ValueError(f"two resources at {resource.path}")
            written[resource.path] = b""
            if (
                earlier is not None
                and (entry := earlier.entry(resource.path.encode()))[:ENTRY_DIGEST] == resource.inputs
            ):
                waiting.append((resource, entry))
            elif resource.media_type == "image/png":  # which is drawn without the interpreter's lock
                waiting.append((resource, pool.submit(_rendered, resource)))
            else:
                waiting.append((resource, pool.submit(records, resource, resource.render(), compress)))
            while waiting and (len(waiting) > _AHEAD or not isinstance(waiting[0][1], Future) or waiting[0][1].done()):
                write_first()
        while waiting:
            write_first()
    return written, parts.sums


def _rendered(resource: Resource) -> list[tuple[bytes, bytes]]:
    return records(resource, resource.render())


def _write_items(
    plain: BinaryIO,
    compressed: BinaryIO,
    item: Callable[[str], bytes],
    slugs: Mapping[str, Sequence[str]],
    earlier: Snapshot | None,
) -> Mapping[str, Mapping[str, bytes]]:
    """Write the items with commas between; the location of each, by type and slug in the order of the lists."""
    known = earlier.compressed_items() if earlier is not None else {}
    locations: dict[str, dict[str, bytes]] = {}
    start = compressed_start = 0
    for entity_type, listed in slugs.items():
        locations[entity_type] = {}
        for slug in listed:
            content = item(f"{entity_type}/{slug}")
            digest = hashlib.sha256(content).digest()[:10]
            part = known.get(digest) or deflated(content)
            end, compressed_end = start + len(content), compressed_start + len(part)
            locations[entity_type][slug] = LOCATION.pack(start, end, compressed_start, compressed_end, digest)
            start = end + plain.write(content + b",") - len(content)
            compressed_start = compressed_end + compressed.write(b"".join((part, COMMA))) - len(part)
    for file in (plain, compressed):
        file.write(b"\n")  # an empty file cannot be mapped
    return locations


def _write_store(path: Path, pairs: Iterator[Pair]) -> None:
    """Write keys and values in ascending order: the keys of entries begin with a slash, all others with a zero."""
    store = lmdb.open(str(path), subdir=False, map_size=1 << 40, lock=False, mode=0o644, sync=False)
    try:
        # What a transaction has written stays in memory until its end.
        while batch := list(islice(pairs, _BATCH)):
            with store.begin(write=True) as transaction, transaction.cursor() as cursor:
                cursor.putmulti(batch, append=True)
    except lmdb.Error as error:
        raise OSError(str(error)) from error  # a full disk, as any other file would report it
    finally:
        store.close()
