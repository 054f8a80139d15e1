"""The records and items of a generation whose store is on this machine, and whose bytes are in a database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sportlore.contract.composition import Items
from sportlore.contract.record import Buffer
from sportlore.database.lookups import Lookups
from sportlore.database.schema import starts
from sportlore.snapshot import Absent, Records
from sportlore.snapshot.format import ITEMS, PLACE, STORE
from sportlore.snapshot.records import Place, without_last_comma

NEEDED = (STORE,)
"""The files of a generation that a server needs beside its manifest when it has a database."""


class DatabaseRecords(Records):
    """What Snapshot is, from parts that the process has, and Absent for those that it has not."""

    mapped = False

    def __init__(self, folder: Path, lookups: Lookups, whole: bool = True) -> None:
        """As Records has it, of the store alone."""
        super().__init__(folder, whole, files=NEEDED)
        self._lookups = lookups
        start = starts(self.manifest)
        self._records, self._items = [start[name] for name in self.manifest.parts], start[ITEMS]

    def best(self, path: bytes, variants: Sequence[bytes]) -> bytes | None:
        """As Records has it."""
        span = self.span(path, variants)
        if span is None:
            return None
        part, first, _ = span
        place = self._records[part] + first
        record = self._lookups.get((self.generation, place))
        if record is None:
            raise Absent(self.generation, (place,))
        return record

    def _pieces(self, places: Sequence[Place]) -> tuple[list[Buffer], list[Buffer]]:
        get, plain, compressed, absent = self._lookups.get, list[Buffer](), list[Buffer](), list[int]()
        for start, end, _, _, _ in places:
            part = get((self.generation, self._items + start))
            if part is None:
                absent.append(self._items + start)
            else:
                plain.append(part[: end + 1 - start])
                compressed.append(part[end + 1 - start :])
        if absent:
            raise Absent(self.generation, absent)
        return plain, compressed

    def stretch(self, type: str, first: int, count: int) -> Items:
        """As Records has it."""
        part = self._places(type, first, count)
        return without_last_comma(*self._pieces(list(PLACE.iter_unpack(part))), part)
