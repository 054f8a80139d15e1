"""The records and items of a generation whose store is on this machine, and whose bytes are in a database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sportlore.contract.composition import Items
from sportlore.contract.record import Buffer
from sportlore.replication.fetch import INDEX_ALONE
from sportlore.replication.postgres.lookups import Lookups
from sportlore.replication.postgres.schema import starts
from sportlore.snapshot import Generation, MissingBytes
from sportlore.snapshot.format import ITEMS, LOCATION
from sportlore.snapshot.generation import Location, without_last_comma


class DatabaseGeneration(Generation):
    """A generation whose parts are answered if the process has them; MissingBytes says which it lacks."""

    mapped = False

    def __init__(self, folder: Path, lookups: Lookups, verify_all: bool = True) -> None:
        """Open the store; raises SnapshotError."""
        super().__init__(folder, verify_all, files=INDEX_ALONE)
        self._lookups = lookups
        start = starts(self.manifest)
        self._records, self._items = [start[name] for name in self.manifest.parts], start[ITEMS]

    def best(self, path: bytes, variants: Sequence[bytes]) -> bytes | None:
        """The record of the first variant that there is, or None; raises MissingBytes."""
        span = self.span(path, variants)
        if span is None:
            return None
        part, first, _ = span
        offset = self._records[part] + first
        record = self._lookups.get((self.generation, offset))
        if record is None:
            raise MissingBytes(self.generation, (offset,))
        return record

    def _pieces(self, locations: Sequence[Location]) -> tuple[list[Buffer], list[Buffer]]:
        get, plain, compressed, absent = self._lookups.get, list[Buffer](), list[Buffer](), list[int]()
        for start, end, _, _, _ in locations:
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
        """Consecutive items of a type's list; raises MissingBytes."""
        part = self._locations(type, first, count)
        return without_last_comma(*self._pieces(list(LOCATION.iter_unpack(part))), part)
