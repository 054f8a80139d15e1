"""Reading a snapshot: records by path and variant, items for lists and searches, and whether it is sound."""

from __future__ import annotations

import json
import mmap
from collections.abc import Iterator, Sequence
from pathlib import Path

import lmdb
import msgspec

from sportlore.contract.composition import COMMA, Items
from sportlore.contract.record import LONGEST_KEY, LONGEST_PATH, VARIANTS, Buffer, key
from sportlore.snapshot.format import (
    DEFLATED,
    FORMAT,
    INFO,
    ITEMS,
    MANIFEST,
    PLACE,
    PLACES,
    RANKED,
    RECORDS,
    SPAN,
    STORE,
    Info,
    Manifest,
    SnapshotError,
    problems,
)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a snapshot; SnapshotError says what is wrong and how to mend it."""
    path = folder / MANIFEST
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
                str(self.folder / STORE), subdir=False, readonly=True, lock=False, create=False, max_spare_txns=1
            )
            self._transaction = self._store.begin()
            self._views = self._store.begin(buffers=True)
            self.info = msgspec.json.decode(self._transaction.get(INFO) or b"", type=Info)
            self._ranked = self._views.get(RANKED, b"")
            self._records = _mapped(self.folder / RECORDS)
            self._items, self._deflated = _mapped(self.folder / ITEMS), _mapped(self.folder / DEFLATED)
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
                    start, end = SPAN.unpack(span)
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

    def items(self, numbers: Sequence[int]) -> Items:
        """The items of entities by their numbers in the search index."""
        return self._joined([PLACE.unpack_from(self._ranked, number * PLACE.size) for number in numbers])

    def list_items(self, type: str, positions: Sequence[int]) -> Items:
        """The items of entities by their positions in the list of their type."""
        places = self._views.get(PLACES + type.encode(), b"")
        return self._joined([PLACE.unpack_from(places, position * PLACE.size) for position in positions])

    def _joined(self, places: Sequence[tuple[int, int, int, int, bytes]]) -> Items:
        # Each with the comma after it, the last without.
        plain = [self._items[start : end + 1] for start, end, _, _, _ in places]
        compressed = [self._deflated[start : end + len(COMMA)] for _, _, start, end, _ in places]
        if places:
            plain[-1] = plain[-1][:-1]
            compressed[-1] = compressed[-1][: -len(COMMA)]
        return Items(plain, compressed, b"".join([digest for _, _, _, _, digest in places]))

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
        self._ranked = memoryview(b"")
        self._views.abort()
        self._transaction.abort()
        self._store.close()


def verify(folder: Path) -> Iterator[str]:
    """What is wrong with a snapshot: files that are missing or differ from their digests, or another number of records."""
    manifest = read_manifest(folder)
    found = list(problems(folder / manifest.generation, manifest.digests))
    yield from found
    if found:
        return
    snapshot = Snapshot(folder)
    try:
        count = snapshot.count()
        if count != manifest.records:
            yield f"{count} records, and the manifest counts {manifest.records}"
    finally:
        snapshot.close()


def _mapped(path: Path) -> memoryview:
    with path.open("rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
