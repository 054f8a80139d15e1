"""Writing the files of a generation: each record and each item as it is made, then the store that says where they are.

What an earlier snapshot of the same recipe has of the same inputs is copied from it.
"""

from __future__ import annotations

import hashlib
import os
from bisect import bisect
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

import lmdb
import msgspec

from sportlore.contract.composition import COMMA, deflated
from sportlore.contract.record import Buffer, Resource, key
from sportlore.snapshot.disk import sync
from sportlore.snapshot.encoding import records
from sportlore.snapshot.format import (
    DEFLATED,
    ENTRY_DIGEST,
    ENTRY_VARIANT,
    FILES,
    INFO,
    INPUTS,
    ITEMS,
    PLACE,
    PLACES,
    RANKED,
    RECORDS,
    STORE,
    Index,
    Info,
    names_key,
)
from sportlore.snapshot.reader import Snapshot
from sportlore.snapshot.soundness import file_digest

_BATCH = 100_000
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
) -> tuple[int, dict[str, str]]:
    """Write the four files; the number of records, and the digest of each file.

    `item` makes the item of an entity from its id. While one file is written, another core has the one before on the disk.
    """
    with ThreadPoolExecutor(2) as pool:
        written = _write_records(folder / RECORDS, resources, earlier)
        digests = {RECORDS: pool.submit(_saved, folder / RECORDS)}
        with (folder / ITEMS).open("wb") as plain, (folder / DEFLATED).open("wb") as compressed:
            places = _write_items(plain, compressed, item, index.slugs, earlier)
        _write_tables(folder / STORE, written, info, index, places)
        digests |= {name: pool.submit(_saved, folder / name) for name in (ITEMS, DEFLATED, STORE)}
        count = sum((len(entry) - ENTRY_DIGEST) // ENTRY_VARIANT.size for entry in written.values())
        return count, {name: digests[name].result() for name in FILES}


def _saved(path: Path) -> str:
    """Have a file on the disk; its digest."""
    sync(path)
    return file_digest(path)


def _write_tables(
    path: Path, written: Mapping[str, bytes], info: Info, index: Index, places: Mapping[str, Mapping[str, bytes]]
) -> None:
    """Write the store: what queries read, and where everything is."""
    tables = {
        **names(written),
        INFO: msgspec.json.encode(info),
        RANKED: b"".join(places[type][slug] for type, _, slug in (id.partition("/") for id in index.ids)),
        **{PLACES + type.encode(): b"".join(found.values()) for type, found in places.items()},
    }
    paths = sorted(written)
    inputs = ((INPUTS + path.encode(), written[path]) for path in paths)
    keys = sorted(
        chain(tables, index.entries)
    )  # of the keys alone: pairs would take more memory than most of the values
    found = ((key, tables[key] if key in tables else index.entries[key]) for key in keys)
    before_inputs = islice(found, bisect(keys, INPUTS))
    spans = (span for path in paths for span in _spans(path, written[path]))
    _write_store(path, chain(before_inputs, inputs, found, spans))


def _spans(path: str, entry: bytes) -> Iterator[Pair]:
    """The keys and spans of the records of a path, in the order of the keys: a path ends in a zero, and no path holds one."""
    for at in range(ENTRY_DIGEST, len(entry), ENTRY_VARIANT.size):
        yield key(path, entry[at : at + 1]), entry[at + 1 : at + ENTRY_VARIANT.size]


def names(paths: Iterable[str]) -> dict[bytes, bytes]:
    """The last segments of paths by what stands before them and by their length, so that the few that are like another are
    found without reading all.

    names(["/sports/tennis", "/sports/tennis?page=1", "/sports/boxing"]) -> {names_key("/sports", 6): b"tennis\\nboxing"}
    """
    found: dict[tuple[str, int], dict[str, None]] = {}
    for path in paths:
        parent, _, name = path.partition("?")[0].rpartition("/")
        found.setdefault((parent, len(name)), {})[name] = None
    return {names_key(parent, length): "\n".join(below).encode() for (parent, length), below in found.items()}


def _write_records(path: Path, resources: Iterable[Resource], earlier: Snapshot | None) -> dict[str, bytes]:
    """Write the records in the order of their resources, encoded on all cores; the entries by path."""
    written = dict[str, bytes]()
    waiting: deque[tuple[Resource, Future[list[tuple[bytes, bytes]]] | bytes]] = deque()

    def write_first() -> None:
        resource, source = waiting.popleft()
        if isinstance(source, Future):
            spans = sorted((name[-1:], *records_file.write(record)) for name, record in source.result())
            written[resource.path] = b"".join((resource.inputs, *(ENTRY_VARIANT.pack(*span) for span in spans)))
        else:
            written[resource.path] = records_file.copy(source)

    with ThreadPoolExecutor(os.cpu_count()) as pool, _RecordsFile(path, earlier, pool) as records_file:
        for resource in resources:
            if resource.path in written:
                raise ValueError(f"two resources at {resource.path}")
            written[resource.path] = b""
            if earlier is not None and (entry := earlier.entry(resource.path))[:ENTRY_DIGEST] == resource.inputs:
                waiting.append((resource, entry))
            else:
                waiting.append((resource, pool.submit(records, resource, resource.render())))
            while waiting and (len(waiting) > _AHEAD or not isinstance(waiting[0][1], Future) or waiting[0][1].done()):
                write_first()
        while waiting:
            write_first()
    return written


class _RecordsFile:
    """The file of the records. Those that stand one after the other in an earlier one are copied at once, by another thread."""

    def __init__(self, path: Path, earlier: Snapshot | None, pool: ThreadPoolExecutor) -> None:
        self._path = path
        self._earlier = earlier
        self._pool = pool
        self._file = path.open("wb")
        self._copied = range(0)
        """The bytes of the earlier file that are still to be copied to the end of this one."""
        self._copies: list[Future[None]] = []
        self._end = 0

    def __enter__(self) -> _RecordsFile:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """Have everything written."""
        with self._file:
            if error is None:
                self._flush()
                for copy in self._copies:
                    copy.result()

    def write(self, record: bytes) -> tuple[int, int]:
        """Write a record; where it stands."""
        self._flush()
        self._file.write(record)
        return self._advance(len(record))

    def copy(self, entry: bytes) -> bytes:
        """Copy the records of an entry, which stand one after the other, from the earlier file; the entry that they have here."""
        spans = list(ENTRY_VARIANT.iter_unpack(entry[ENTRY_DIGEST:]))
        first, last = min(start for _, start, _ in spans), max(end for _, _, end in spans)
        if first != self._copied.stop:
            self._flush()
            self._copied = range(first, first)
        self._copied = range(self._copied.start, last)
        by = self._advance(last - first)[0] - first
        if by == 0:
            return entry
        moved = (ENTRY_VARIANT.pack(letter, start + by, end + by) for letter, start, end in spans)
        return b"".join((entry[:ENTRY_DIGEST], *moved))

    def _flush(self) -> None:
        """Have what is still to be copied copied."""
        if self._copied and self._earlier is not None:
            start = self._end - len(self._copied)
            self._copies.append(self._pool.submit(self._earlier.copy_records, self._copied, self._path, start))
            self._file.seek(self._end)
        self._copied = range(0)

    def _advance(self, size: int) -> tuple[int, int]:
        start, self._end = self._end, self._end + size
        return start, self._end


def _write_items(
    plain: BinaryIO,
    compressed: BinaryIO,
    item: Callable[[str], bytes],
    slugs: Mapping[str, Sequence[str]],
    earlier: Snapshot | None,
) -> Mapping[str, Mapping[str, bytes]]:
    """Write the items with commas between; the place of each, by type and slug in the order of the lists."""
    known = earlier.compressed_items() if earlier is not None else {}
    places: dict[str, dict[str, bytes]] = {}
    start = compressed_start = 0
    for type, listed in slugs.items():
        places[type] = {}
        for slug in listed:
            content = item(f"{type}/{slug}")
            digest = hashlib.sha256(content).digest()[:10]
            part = known.get(digest) or deflated(content)
            end, compressed_end = start + len(content), compressed_start + len(part)
            places[type][slug] = PLACE.pack(start, end, compressed_start, compressed_end, digest)
            start = end + plain.write(content + b",") - len(content)
            compressed_start = compressed_end + compressed.write(b"".join((part, COMMA))) - len(part)
    for file in (plain, compressed):
        file.write(b"\n")  # an empty file cannot be mapped
    return places


def _write_store(path: Path, pairs: Iterator[Pair]) -> None:
    """Write keys and values in ascending order: the keys of records begin with a slash, all others with a zero."""
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
