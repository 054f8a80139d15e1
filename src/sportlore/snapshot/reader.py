"""Reading a snapshot of this machine: records by path and variant, items for lists and searches, and whether it is sound."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from sportlore.contract.composition import COMMA, Items
from sportlore.contract.record import Buffer
from sportlore.snapshot.format import DEFLATED, ITEMS, LOCATION, SnapshotError
from sportlore.snapshot.generation import Generation, Location, without_last_comma
from sportlore.snapshot.soundness import CURE, problems, read_manifest

_ITEMS = 4_096
"""Views of items that are remembered for searches: some 500 bytes each."""

Item = tuple[Buffer, Buffer, bytes]
"""An item with the comma after it, as it is and compressed, and the start of its digest."""


class Snapshot(Generation):
    """An open snapshot with all of its files. Shared pages, mapped once."""

    mapped = True

    def __init__(self, folder: Path, whole: bool = True, verified: str | None = None) -> None:
        """Open all files of a snapshot that is sound, else raise SnapshotError; the parameters are those of Generation."""
        self._item = lru_cache(_ITEMS)(self._ranked_item)
        super().__init__(folder, whole, verified)
        try:
            self._records = [_mapped(self.folder / name) for name in self.manifest.parts]
            self._items, self._deflated = _mapped(self.folder / ITEMS), _mapped(self.folder / DEFLATED)
        except (OSError, ValueError) as error:
            self.close()
            raise SnapshotError(f"{self.folder} is damaged ({error}): {CURE}") from None

    def best(self, path: bytes, variants: Sequence[bytes]) -> memoryview | None:
        """The record of the first variant that there is, as a view of the mapped file, or None."""
        span = self.span(path, variants)
        if span is None:
            return None
        part, start, end = span
        return self._records[part][start:end]

    def copy_records(self, part: int, stretch: range, path: Path, at: int) -> None:
        """Copy some bytes of a part of the records to an offset in another file."""
        start = stretch.start
        with (self.folder / self.manifest.parts[part]).open("rb") as records, path.open("r+b") as file:
            if hasattr(os, "copy_file_range"):  # Linux: a third of the time
                with suppress(OSError):  # not on every file system
                    while count := os.copy_file_range(records.fileno(), file.fileno(), stretch.stop - start, start, at):
                        start, at = start + count, at + count
            file.seek(at)
            file.write(self._records[part][start : stretch.stop])

    def compressed_items(self) -> dict[bytes, memoryview]:
        """The compressed items by the starts of the digests of the items."""
        locations = LOCATION.iter_unpack(self._ranked)
        return {digest: self._deflated[start:end] for _, _, start, end, digest in locations}

    def _pieces(self, locations: Sequence[Location]) -> tuple[list[Buffer], list[Buffer]]:
        plain: list[Buffer] = [self._items[start : end + 1] for start, end, _, _, _ in locations]
        compressed: list[Buffer] = [self._deflated[start : end + len(COMMA)] for _, _, start, end, _ in locations]
        return plain, compressed

    def items(self, numbers: Sequence[int]) -> Items:
        """The items of entities by their numbers; the views are remembered, since searches find the same items again."""
        items = [self._item(number) for number in numbers]
        digest = b"".join([digest for _, _, digest in items])
        return without_last_comma([plain for plain, _, _ in items], [coded for _, coded, _ in items], digest)

    def _ranked_item(self, number: int) -> Item:
        location: Location = LOCATION.unpack_from(self._ranked, number * LOCATION.size)
        (plain,), (compressed,) = self._pieces([location])
        return plain, compressed, location[4]

    def stretch(self, type: str, first: int, count: int) -> Items:
        """Consecutive items of a type's list, in one piece."""
        part = self._locations(type, first, count)
        if not part:
            return Items((), (), b"")
        start, _, compressed_start, _, _ = LOCATION.unpack_from(part)
        _, end, _, compressed_end, _ = LOCATION.unpack_from(part, len(part) - LOCATION.size)
        return Items([self._items[start:end]], [self._deflated[compressed_start:compressed_end]], part)

    def close(self) -> None:
        """Unmap the store. The other files stay mapped as long as anything holds a view of them."""
        self._item.cache_clear()
        super().close()


def verify(folder: Path) -> Iterator[str]:
    """The files of a snapshot that differ from their digests; raises SnapshotError where its manifest is damaged."""
    manifest = read_manifest(folder)
    yield from problems(folder / manifest.generation, manifest, digests=True)


def _mapped(path: Path) -> memoryview:
    with path.open("rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
