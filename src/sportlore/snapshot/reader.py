"""Reading a snapshot: records by path and variant, items for lists and searches, and whether it is sound."""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import lmdb
import msgspec

from sportlore.contract.composition import COMMA, Items
from sportlore.contract.record import LONGEST_KEY, LONGEST_PATH, Buffer
from sportlore.snapshot.format import (
    DEFLATED,
    INFO,
    INPUTS,
    ITEMS,
    PLACE,
    PLACES,
    RANKED,
    RECORDS,
    SPAN,
    STORE,
    Info,
    SnapshotError,
    names_key,
)
from sportlore.snapshot.soundness import CURE, problems, read_manifest

_ITEMS = 4_096
"""Views of items that are remembered for searches: some 500 bytes each."""
_NEAR = (0, -1, 1, -2, 2)
"""How much longer a name may be that is within two edits of another."""

_NAMES = 20_000
"""How many names are remembered as strings, some 2 MB: to split them takes longer than to compare them."""

Item = tuple[memoryview, memoryview, bytes]
"""An item of a list with the comma after it: as it is and compressed, and the start of its digest."""


class Snapshot:
    """An open snapshot: `get` looks a record up, `info` tells of lists and settings. Shared pages, mapped once."""

    def __init__(self, folder: Path, whole: bool = True, verified: str | None = None) -> None:
        """Open a snapshot that is sound, else raise SnapshotError with the first thing that is wrong.

        All files are compared with their digests (72 MB take 60 ms), or, if not `whole`, only the store is. `verified` is a
        generation of which the caller has compared them already.
        """
        self.manifest = read_manifest(folder)
        self._names: dict[tuple[str, int], list[str]] = {}
        self._names_remembered = 0
        self.folder = folder / self.manifest.generation
        for problem in problems(self.folder, self.manifest, whole and self.manifest.generation != verified):
            raise SnapshotError(f"{problem}: {CURE}")
        path = self.folder / STORE
        try:
            self._store = lmdb.open(str(path), subdir=False, readonly=True, lock=False, create=False, max_spare_txns=1)
            self._transaction = self._store.begin()
            self._views = self._store.begin(buffers=True)
            self.info = msgspec.json.decode(self._transaction.get(INFO) or b"", type=Info)
            self._ranked = self._views.get(RANKED, b"")
            self._records = _mapped(self.folder / RECORDS)
            self._items, self._deflated = _mapped(self.folder / ITEMS), _mapped(self.folder / DEFLATED)
            self._item = lru_cache(_ITEMS)(self._ranked_item)
            misplaced = not self._is_placed_well()
        except (lmdb.Error, msgspec.DecodeError, struct.error, OSError, ValueError) as error:
            raise SnapshotError(f"{path} is damaged ({error}): {CURE}") from None
        if misplaced:
            self.close()
            raise SnapshotError(f"{path} does not fit the files beside it: {CURE}")

    def _is_placed_well(self) -> bool:
        """Whether all records and items that the store places lie inside their files, and are as many as they should be."""
        most, count = len(self._records), 0
        cursor = self._views.cursor()
        for value in cursor.iternext(keys=False) if cursor.set_range(b"/") else ():
            start, end = SPAN.unpack(value)
            count += 1
            if not start < end <= most:
                return False
        places = {type: self._views.get(PLACES + type.encode(), b"") for type in self.info.lists}
        return (
            count == self.manifest.records
            and all(len(places[type]) == index.total * PLACE.size for type, index in self.info.lists.items())
            and all(self._holds(table) for table in (self._ranked, *places.values()))
        )

    def _holds(self, table: Buffer) -> bool:
        plain, compressed = len(self._items), len(self._deflated)
        return all(a < b < plain and c < d < compressed for a, b, c, d, _ in PLACE.iter_unpack(table))

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
                    start, end = SPAN.unpack(span)
                    return self._records[start:end]
        return None

    def entry(self, path: str) -> bytes:
        """What the resource at a path was made from, and where its records are; empty where there is none."""
        return self._transaction.get(INPUTS + path.encode()) or b"" if len(path) <= LONGEST_PATH else b""

    def copy_records(self, part: range, file: BinaryIO) -> None:
        """Append some bytes of the file of the records to another file."""
        start = part.start
        if hasattr(os, "copy_file_range"):  # Linux: a third of the time
            file.flush()
            with (self.folder / RECORDS).open("rb") as records, suppress(OSError):  # not on every file system
                while count := os.copy_file_range(records.fileno(), file.fileno(), part.stop - start, start):
                    start += count
        file.write(self._records[start : part.stop])

    def compressed_items(self) -> dict[bytes, memoryview]:
        """The compressed items by the starts of the digests of the items."""
        places = PLACE.iter_unpack(self._ranked)
        return {digest: self._deflated[start:end] for _, _, start, end, digest in places}

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

    def near(self, parent: str, name: str) -> list[str]:
        """The last segments of the paths below a path that may be within two edits of a name, those of its length first.

        near("/sports", "tenis") -> ["rugby", "tennis", ...]
        """
        if len(parent) > LONGEST_PATH:
            return []
        return [other for offset in _NEAR for other in self._names_of(parent, len(name) + offset)]

    def _names_of(self, parent: str, length: int) -> list[str]:
        """The last segments of a length of the paths below a path; all are forgotten when there are too many."""
        names = self._names.get((parent, length))
        if names is None:
            found = self._transaction.get(names_key(parent, length)) if 0 < length <= LONGEST_PATH else None
            names = found.decode().split("\n") if found is not None else []
            if found is not None and len(names) < _NAMES:
                if self._names_remembered + len(names) > _NAMES:
                    self._names.clear()
                    self._names_remembered = 0
                self._names_remembered += len(names)
                self._names[parent, length] = names
        return names

    def names(self, parent: str) -> list[str]:
        """The last segments of all paths below a path, the shortest first."""
        start = names_key(parent, 0)[:-2]
        return [name for names in self.values_from(start) for name in bytes(names).decode().split("\n")]

    def items(self, numbers: Sequence[int]) -> Items:
        """The items of entities by their numbers in the search index."""
        return _joined([self._item(number) for number in numbers])

    def list_items(self, type: str, positions: Sequence[int]) -> Items:
        """The items of entities by their positions in the list of their type."""
        places = self._views.get(PLACES + type.encode(), b"")
        return _joined([self._item_at(places, position) for position in positions])

    def _ranked_item(self, number: int) -> Item:
        return self._item_at(self._ranked, number)

    def _item_at(self, table: Buffer, position: int) -> Item:
        start, end, compressed_start, compressed_end, digest = PLACE.unpack_from(table, position * PLACE.size)
        return self._items[start : end + 1], self._deflated[compressed_start : compressed_end + len(COMMA)], digest

    @property
    def entities(self) -> int:
        """How many entities the search index numbers."""
        return len(self._ranked) // PLACE.size

    def stretch(self, type: str, first: int, count: int) -> Items:
        """Consecutive items of a type's list, in one piece."""
        places = self._views.get(PLACES + type.encode(), b"")
        part = bytes(places[first * PLACE.size : (first + count) * PLACE.size])
        if not part:
            return Items((), (), b"")
        start, _, compressed_start, _, _ = PLACE.unpack_from(part)
        _, end, _, compressed_end, _ = PLACE.unpack_from(part, len(part) - PLACE.size)
        return Items([self._items[start:end]], [self._deflated[compressed_start:compressed_end]], part)

    def close(self) -> None:
        """Unmap the store. The other files stay mapped as long as anything holds a view of them."""
        self._item.cache_clear()
        self._ranked = memoryview(b"")
        self._views.abort()
        self._transaction.abort()
        self._store.close()


def verify(folder: Path) -> Iterator[str]:
    """What is wrong with a snapshot; raises SnapshotError where its manifest is, or the store does not fit the files."""
    manifest = read_manifest(folder)
    found = list(problems(folder / manifest.generation, manifest))
    yield from found
    if not found:
        Snapshot(folder).close()


def _joined(items: Sequence[Item]) -> Items:
    """Items with commas between them: the last loses its own."""
    plain, compressed = [item[0] for item in items], [item[1] for item in items]
    if items:
        plain[-1] = plain[-1][:-1]
        compressed[-1] = compressed[-1][: -len(COMMA)]
    return Items(plain, compressed, b"".join([item[2] for item in items]))


def _mapped(path: Path) -> memoryview:
    with path.open("rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
