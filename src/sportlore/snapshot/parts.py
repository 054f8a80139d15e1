"""Writing the records in parts: what an earlier snapshot has of the same inputs is linked or copied from it."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from sportlore.snapshot.format import ENTRY_DIGEST, ENTRY_VARIANT, part
from sportlore.snapshot.reader import Snapshot
from sportlore.snapshot.soundness import Sums


class Parts:
    """The parts of the records, written one after the other.

    A part that is the same in the earlier snapshot becomes a further name of that file, where the file system has such. Of
    others, records that stand one after the other there are copied at once, by another thread of the pool.
    """

    def __init__(self, folder: Path, earlier: Snapshot | None, pool: ThreadPoolExecutor) -> None:
        self._folder = folder
        self._earlier = earlier
        self._pool = pool
        self._number = 0
        self._file: BinaryIO | None = None
        self._end = 0
        self._source = 0
        """The part of the earlier snapshot that is copied from."""
        self._copied = range(0)
        """The bytes of it that are still to be copied to the end of this one."""
        self._copies: list[Future[None]] = []
        self._open = ExitStack()
        self.sums: dict[str, Sums | None] = {}
        """The digest and checksum of each part that is complete, if they are known."""

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """Have everything written."""
        with self._open:
            if error is None:
                self.end_part()
                for copy in self._copies:
                    copy.result()

    def write(self, record: bytes) -> tuple[int, int, int]:
        """Write a record; where it stands."""
        self._flush()
        self._opened().write(record)
        start = self._advance(len(record))
        return self._number, start, self._end

    def copy(self, entry: bytes) -> bytes:
        """Take over the records of an entry, which stand one after the other; the entry that they have here."""
        spans = list(ENTRY_VARIANT.iter_unpack(entry[ENTRY_DIGEST:]))
        source, first, last = spans[0][1], min(span[2] for span in spans), max(span[3] for span in spans)
        if (source, first) != (self._source, self._copied.stop):
            self._flush()
            self._source, self._copied = source, range(first, first)
        self._copied = range(self._copied.start, last)
        by = self._advance(last - first) - first
        if by == 0 and source == self._number:
            return entry
        moved = (ENTRY_VARIANT.pack(letter, self._number, start + by, end + by) for letter, _, start, end in spans)
        return b"".join((entry[:ENTRY_DIGEST], *moved))

    def end_part(self) -> None:
        """Have the part complete, and begin the next."""
        if self._end:
            name = part(self._number)
            sums = self._linked(name)
            if sums is None:
                self._flush()
                self._open.close()
            self.sums[name] = sums
            self._number += 1
        self._file, self._end, self._source, self._copied = None, 0, 0, range(0)

    def _linked(self, name: str) -> Sums | None:
        """The digest and checksum of a part that is the same in the earlier snapshot, and has its name here now; else None."""
        earlier = self._earlier
        if earlier is None or self._file is not None or self._source != self._number:
            return None
        if self._copied != range(earlier.manifest.sizes[name]):
            return None
        try:
            (self._folder / name).hardlink_to(earlier.folder / name)
        except OSError:  # not on every file system
            return None
        return Sums(earlier.manifest.digests[name], earlier.manifest.checksums[name])

    def _flush(self) -> None:
        """Have what is still to be copied copied."""
        if self._copied and self._earlier is not None:
            self._opened().seek(self._end)
            path, start = self._folder / part(self._number), self._end - len(self._copied)
            copied = self._pool.submit(self._earlier.copy_records, self._source, self._copied, path, start)
            self._copies.append(copied)
        self._copied = range(0)

    def _opened(self) -> BinaryIO:
        if self._file is None:
            self._file = self._open.enter_context((self._folder / part(self._number)).open("wb"))
        return self._file

    def _advance(self, size: int) -> int:
        """Where the next bytes begin, which are of this `size`."""
        start, self._end = self._end, self._end + size
        return start
