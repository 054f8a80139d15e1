"""The records and items of a generation whose store is on this machine, and whose bytes are in a database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sportlore.contract.composition import Items
from sportlore.contract.record import Buffer
from sportlore.database.lookups import Lookups
from sportlore.database.schema import starts
from sportlore.snapshot import Generation, MissingBytes
from sportlore.snapshot.format import ITEMS, LOCATION, STORE
from sportlore.snapshot.generation import Location, without_last_comma

NEEDED = (STORE,)
"""The files of a generation that a server needs beside its manifest when it has a database."""


class DatabaseRecords(Generation):
    """What Snapshot is, from parts that the process has, and MissingBytes for those that it has not."""

    mapped = False

    def __init__(self, folder: Path, lookups: Lookups, whole: bool = True) -> None:
        """As Generation has it, of the store alone."""
        super().__init__(folder, whole, files=NEEDED)
        self._lookups = lookups
        start = starts(self.manifest)
        self._records, self._items = [start[name] for name in self.manifest.parts], start[ITEMS]

    def best(self, path: bytes, variants: Sequence[bytes]) -> bytes | None:
        """As Generation has it."""
        span = self.span(path, variants)
        if span is None:
            return None
        part, first, _ = span
        place = self._records[part] + first
        record = self._lookups.get((self.generation, place))
        if record is None:
            raise MissingBytes(self.generation, (place,))
        return record

    def _pieces(self, places: Sequence[Location]) -> tuple[list[Buffer], list[Buffer]]:
        get, plain, compressed, absent = self._lookups.get, list[Buffer](), list[Buffer](), list[int]()
        for start, end, _, _, _ in places:
            part = get((self.generation, self._items + start))
            if part is None:
                absent.append(self._items + start)
            else:
                plain.append(part[: end + 1 - start])
                compressed.append(part[end + 1 - start :])
        if absent:
            raise MissingBytes(self.generation, absent)
        return plain, compressed

    def stretch(self, type: str, first: int, count: int) -> Items:
        """As Generation has it."""
        part = self._locations(type, first, count)
        return without_last_comma(*self._pieces(list(LOCATION.iter_unpack(part))), part)
