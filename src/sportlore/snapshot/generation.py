"""What every server of a snapshot has open: the store of a generation, and through it the records and items.

The bytes of these are in files of this machine (reader.py), or in a database (sportlore/replication/postgres).
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import lmdb
import msgspec

from sportlore.contract.composition import COMMA, Items
from sportlore.contract.record import LONGEST_KEY, LONGEST_PATH, Buffer
from sportlore.snapshot.format import (
    DEFLATED,
    ENTRY_DIGEST,
    ENTRY_VARIANT,
    FILES,
    INFO,
    ITEMS,
    LOCATION,
    LOCATIONS,
    RANKED,
    STORE,
    Info,
    SnapshotError,
    names_key,
)
from sportlore.snapshot.soundness import CURE, problems, read_manifest

_NEAR = (0, -1, 1, -2, 2)
"""How much longer a name may be that is within two edits of another."""

_ENTRIES_AT_ONCE = 1_024
_NAMES = 20_000
"""How many names are remembered as strings, some 2 MB: to split them takes longer than to compare them."""

Span = tuple[int, int, int]
"""Where a record is, as an entry has it: part, first byte, byte after the last."""
Location = tuple[int, int, int, int, bytes]
"""Where an item is, as LOCATION has it."""


class MissingBytes(Exception):
    """An answer needs bytes that are not in this process: of which generation, and their offsets in the database."""

    def __init__(self, generation: str, offsets: Sequence[int]) -> None:
        super().__init__(generation, offsets)
        self.generation = generation
        self.offsets = offsets


class Generation(ABC):
    """An open generation: its records and items, and all that its store holds beside them.

    `best` looks a record up, `info` tells of lists and settings.

    Where the bytes are in a database, `best`, `items`, `list_items` and `stretch` raise MissingBytes for those not here yet.
    """

    mapped: bool
    """Whether the bytes are views of mapped files, so that keeping many of them takes no memory."""

    def __init__(
        self, folder: Path, whole: bool = True, verified: str | None = None, files: Sequence[str] = FILES
    ) -> None:
        """Open the store of a snapshot that is sound, else raise SnapshotError with the first thing that is wrong.

        The named files are compared with their checksums (103 MB take 20 ms), or, if not `whole`, only the store is. `verified`
        is a generation of which the caller has compared them already.
        """
        self.manifest = read_manifest(folder)
        self._names: dict[tuple[str, int], list[str]] = {}
        self._names_remembered = 0
        self.generation = self.manifest.generation
        self.folder = folder / self.generation
        for problem in problems(self.folder, self.manifest, whole and self.generation != verified, files):
            raise SnapshotError(f"{problem}: {CURE}")
        path = self.folder / STORE
        try:
            self._store = lmdb.open(str(path), subdir=False, readonly=True, lock=False, create=False, max_spare_txns=1)
            self._transaction = self._store.begin()
            self._views = self._store.begin(buffers=True)
            self.info = msgspec.json.decode(self._transaction.get(INFO) or b"", type=Info)
            self._ranked = self._views.get(RANKED, b"")
            is_misplaced = not self._is_located_well()
        except (lmdb.Error, msgspec.DecodeError, struct.error, OSError, ValueError) as error:
            raise SnapshotError(f"{path} is damaged ({error}): {CURE}") from None
        if is_misplaced:
            self.close()
            raise SnapshotError(f"{path} does not fit the files beside it: {CURE}")

    def _is_located_well(self) -> bool:
        """Whether all records and items that the store locates lie inside their files, and are as many as they should be."""
        sizes, count = [self.manifest.sizes[name] for name in self.manifest.parts], 0
        for part, start, end in self.all_spans():
            count += 1
            if not (part < len(sizes) and start < end <= sizes[part]):
                return False
        tables = {listed: self._views.get(LOCATIONS + listed.encode(), b"") for listed in self.info.lists}
        return (
            count == self.manifest.records
            and all(len(tables[listed]) == index.total * LOCATION.size for listed, index in self.info.lists.items())
            and all(self._holds(table) for table in (self._ranked, *tables.values()))
        )

    def _holds(self, table: Buffer) -> bool:
        plain, compressed = self.manifest.sizes[ITEMS], self.manifest.sizes[DEFLATED]
        return all(a < b < plain and c < d < compressed for a, b, c, d, _ in LOCATION.iter_unpack(table))

    @abstractmethod
    def best(self, path: bytes, variants: Sequence[bytes]) -> Buffer | None:
        """The record of the first variant that there is, or None: best(b"/v1/", (b"b", b"i"))."""

    def get(self, path: str, variant: bytes) -> bytes | None:
        """The record of a variant, or None: header lines, empty line, body."""
        record = self.best(path.encode(), (variant,))
        return bytes(record) if record is not None else None

    def body(self, path: str) -> bytes | None:
        """The identity body at a path, or None."""
        record = self.get(path, b"i")
        return record[record.index(b"\r\n\r\n") + 4 :] if record is not None else None

    @abstractmethod
    def stretch(self, type: str, first: int, count: int) -> Items:
        """Consecutive items of a type's list."""

    @abstractmethod
    def _pieces(self, locations: Sequence[Location]) -> tuple[list[Buffer], list[Buffer]]:
        """Items as they are and compressed, each with the comma after it."""

    def items(self, numbers: Sequence[int]) -> Items:
        """The items of entities by their numbers in the search index."""
        return self._joined([LOCATION.unpack_from(self._ranked, number * LOCATION.size) for number in numbers])

    def list_items(self, type: str, positions: Sequence[int]) -> Items:
        """The items of entities by their positions in the list of their type."""
        locations = self._views.get(LOCATIONS + type.encode(), b"")
        return self._joined([LOCATION.unpack_from(locations, position * LOCATION.size) for position in positions])

    def _joined(self, locations: Sequence[Location]) -> Items:
        return without_last_comma(*self._pieces(locations), b"".join([digest for _, _, _, _, digest in locations]))

    def _locations(self, type: str, first: int, count: int) -> bytes:
        """The locations of consecutive items of a type's list, one after the other."""
        return bytes(
            self._views.get(LOCATIONS + type.encode(), b"")[first * LOCATION.size : (first + count) * LOCATION.size]
        )

    def entry(self, path: bytes) -> bytes:
        """What the resource at a path was made from, and where its records are; empty where there is none."""
        if not path.startswith(b"/") or len(path) > LONGEST_PATH:  # other keys of the store are no paths
            return b""
        entry: bytes = self._transaction.get(path, b"")
        return entry

    def span(self, path: bytes, variants: Sequence[bytes]) -> Span | None:
        """Where the record of the first variant is that there is, or None."""
        entry = self.entry(path)
        letters = entry[ENTRY_DIGEST :: ENTRY_VARIANT.size]
        for variant in variants:
            number = letters.find(variant)
            if number >= 0:
                _, part, start, end = ENTRY_VARIANT.unpack_from(entry, ENTRY_DIGEST + number * ENTRY_VARIANT.size)
                return part, start, end
        return None

    def all_spans(self) -> Iterator[Span]:
        """Where each record is, in the order of the paths."""
        cursor = self._views.cursor()
        entries = cursor.iternext(keys=False) if cursor.set_range(b"/") else iter(())
        while tables := b"".join([entry[ENTRY_DIGEST:] for entry in islice(entries, _ENTRIES_AT_ONCE)]):
            for _, part, start, end in ENTRY_VARIANT.iter_unpack(tables):
                yield part, start, end

    def all_locations(self) -> Iterator[Location]:
        """Where each item is, in the order of the lists."""
        for listed in self.info.lists:
            yield from LOCATION.iter_unpack(self._views.get(LOCATIONS + listed.encode(), b""))

    def value(self, key: bytes) -> Buffer | None:
        """What the search index holds at a key."""
        value: memoryview | None = self._views.get(key) if len(key) <= LONGEST_KEY else None
        return value

    def pairs_from(self, start: bytes) -> Iterator[tuple[bytes, Buffer]]:
        """The keys of the search index that begin so, in their order, with what it holds at them."""
        cursor = self._views.cursor()
        more = len(start) <= LONGEST_KEY and cursor.set_range(start)
        while more and (key := bytes(cursor.key())).startswith(start):
            yield key, cursor.value()
            more = cursor.next()

    def values_from(self, start: bytes) -> Iterator[Buffer]:
        """What the search index holds at the keys that begin so, in their order."""
        for _, value in self.pairs_from(start):
            yield value

    def near(self, parent: str, name: str) -> list[str]:
        """The last segments of the paths below a path that may be within two edits of a name, those of its length first.

        near("/sports", "tenis") -> ["rugby", "tennis", ...]
        """
        if len(parent) > LONGEST_PATH:
            return []
        names: list[str] = []
        for offset in _NEAR:
            names += self._names_of(parent, len(name) + offset)
        return names

    def _names_of(self, parent: str, length: int) -> list[str]:
        """The last segments of a length of the paths below a path; all are forgotten when there are too many."""
        names = self._names.get((parent, length))
        if names is None:
            packed = self._transaction.get(names_key(parent, length)) if 0 < length <= LONGEST_PATH else None
            names = packed.decode().split("\n") if packed is not None else []
            if packed is not None and len(names) < _NAMES:
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

    @property
    def entities(self) -> int:
        """How many entities the search index numbers."""
        return len(self._ranked) // LOCATION.size

    def close(self) -> None:
        """Unmap the store."""
        self._ranked = memoryview(b"")
        self._views.abort()
        self._transaction.abort()
        self._store.close()


def without_last_comma(plain: list[Buffer], compressed: list[Buffer], digest: bytes) -> Items:
    """Items from pieces that each have the comma after them: the last loses its own."""
    if plain:
        plain[-1] = plain[-1][:-1]
        compressed[-1] = compressed[-1][: -len(COMMA)]
    return Items(plain, compressed, digest)
