"""A database as a store (sportlore/replication/store.py): the parts of generations, for replicas and for lookups.

A generation is added in one transaction, so that what is interrupted leaves nothing; adding it again begins from the start. The
pointer is one row.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sportlore.contract.composition import COMMA
from sportlore.replication.pointer import LARGEST_POINTER, POINTER
from sportlore.replication.postgres.hosts import DatabaseError, Host, NothingPublished, client, failures, hosts, line
from sportlore.replication.postgres.schema import (
    COMPLETE,
    CREATE,
    IS_CREATED,
    PIECE,
    STRETCH,
    WITHOUT_DIGESTS,
    part_digest,
    partition,
    starts,
)
from sportlore.replication.progress import Step, transfer
from sportlore.replication.store import LARGEST_MANIFEST, Missing, StoreError, TooLarge
from sportlore.replication.targets import without_password
from sportlore.snapshot import Manifest, Snapshot
from sportlore.snapshot.format import DEFLATED, ITEMS, MANIFEST, STORE, part

_TIMEOUT = 10.0
"""Seconds in which a host must answer a question. Adding a generation takes as long as it takes."""
_LOCK = 0x53504F52
"""The advisory lock of whoever adds a generation."""
_WRITE_POINTER = """
INSERT INTO sportlore.pointer (changes, pointer) VALUES (1, $1)
ON CONFLICT (single) DO UPDATE SET changes = sportlore.pointer.changes + 1, pointer = excluded.pointer
"""
_UNLISTED = """
SELECT relname FROM pg_class WHERE relnamespace = 'sportlore'::regnamespace AND relkind = 'r'
AND relname ~ '^parts_[0-9a-f]{16}$' AND substr(relname, 7) NOT IN (SELECT generation FROM sportlore.generations)
"""

_Result = TypeVar("_Result")


class Database:
    """A database of PostgreSQL, to publish to and to fetch from."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._shown = without_password(address)
        self._changes = 0
        """How often the pointer had been changed when it was read last."""
        try:
            self._hosts = hosts(address)
        except DatabaseError as error:
            raise StoreError(str(error)) from None

    def pointer(self) -> bytes:
        """The pointer of the host that is ahead of the others."""
        return self._bounded(self._run(self._pointer()), POINTER, LARGEST_POINTER)

    def write_pointer(self, content: bytes) -> None:
        """Replace the row of the pointer."""
        self._run(self._connected(lambda connection: connection.execute(_WRITE_POINTER, content)))

    def manifest(self, generation: str) -> bytes:
        """The manifest of a generation, from the first host that has it."""
        query = f"SELECT substr(manifest, 1, {LARGEST_MANIFEST + 1}) AS manifest FROM sportlore.generations WHERE generation = $1"
        rows = self._run(self._first(query, generation))
        if not rows:
            raise Missing(f"{self._shown}: there is no generation {generation}")
        return self._bounded(rows[0]["manifest"], f"{generation}/{MANIFEST}", LARGEST_MANIFEST)

    def read(self, generation: str, file: str, start: int, length: int) -> bytes:
        """Some bytes of the store, which every replica needs; Missing for other files, which are there in parts only."""
        if file != STORE:
            raise Missing(f"{self._shown}: {generation}/{file} is there in parts only")
        size = msgspec.json.decode(self.manifest(generation), type=Manifest).sizes[STORE]
        begin, end = start - start % PIECE, min(start + length, size)
        rows = self._run(self._first(STRETCH, generation, begin, end))  # the store is the first of the files
        return b"".join(row["bytes"] for row in rows)[start - begin : end - begin]

    def add(self, snapshot: Path, manifest: Manifest) -> None:
        """Add the generation of a snapshot, unless it is there. Other generations are not touched."""
        self._run(self._connected(lambda connection: _add(connection, snapshot, manifest)))

    def remove(self, generation: str) -> None:
        """Remove a generation; what is read at the moment goes with the next removal."""
        self._run(self._connected(lambda connection: _remove(connection, generation)))

    def _bounded(self, content: bytes, name: str, largest: int) -> bytes:
        if len(content) > largest:
            raise TooLarge(f"{self._shown}: {name}", largest)
        return bytes(content)

    def _run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Do something on an event loop of its own, since a store is used from threads and commands."""
        try:
            return asyncio.run(work)
        except failures() as error:
            raise StoreError(f"{self._shown}: {line(error)}") from None

    async def _connected(self, work: Callable[[Any], Awaitable[_Result]]) -> _Result:
        """Do something on a connection to the host that can be written to."""
        connection = await client().connect(self._address, timeout=_TIMEOUT, target_session_attrs="read-write")
        try:
            return await work(connection)
        finally:
            connection.terminate()

    async def _first(self, query: str, *arguments: object) -> list[Any]:
        """The rows of the first host that has some: others may lag behind. Those that failed are asked last the next time."""
        answers = 0
        for host in sorted(self._hosts, key=lambda host: bool(host.problem)):
            try:
                rows, host.problem = await _rows(host, query, *arguments), ""
            except DatabaseError as error:
                host.problem = str(error)
                continue
            answers += 1
            if rows:
                return rows
        if not answers:
            raise StoreError("; ".join(host.problem for host in self._hosts))
        return []

    async def _pointer(self) -> bytes:
        """The pointer of the host that is ahead of the others, but no earlier one than was read before."""
        query = f"SELECT changes, substr(pointer, 1, {LARGEST_POINTER + 1}) AS pointer FROM sportlore.pointer"
        answers = await asyncio.gather(*(_rows(host, query) for host in self._hosts), return_exceptions=True)
        rows = [(row["changes"], row["pointer"]) for answer in answers if isinstance(answer, list) for row in answer]
        problems = [str(answer) for answer in answers if isinstance(answer, DatabaseError)]
        empty = any(isinstance(answer, NothingPublished) for answer in answers)
        changes, pointer = max(rows, default=(0, b""))
        if changes < self._changes:
            problems.append("the hosts that answer lag behind those that answered before")
        elif changes:
            self._changes = changes
            return bytes(pointer)
        if problems and not empty:
            raise StoreError("; ".join(problems))
        raise Missing(f"{self._shown}: nothing was published here")


async def _rows(host: Host, query: str, *arguments: object) -> list[Any]:
    try:
        return list(await host.fetch(query, *arguments, timeout=_TIMEOUT))
    finally:
        host.close()


async def _add(connection: Any, folder: Path, manifest: Manifest) -> None:
    if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK):
        raise StoreError("another snapshot is being published here at the moment")
    if not await connection.fetchval(IS_CREATED):
        async with connection.transaction():
            await connection.execute(CREATE)
    await _drop_unlisted(connection)
    if await connection.fetchval(WITHOUT_DIGESTS, manifest.generation):  # an earlier version published it
        await _remove(connection, manifest.generation)
    if not await connection.fetchval(COMPLETE, manifest.generation):
        snapshot = Snapshot(folder, whole=False)
        try:
            async with connection.transaction():
                await _fill(connection, snapshot, (folder / MANIFEST).read_bytes())
        finally:
            snapshot.close()
    # Without this, the first to read each page would write it again; it halves the time of lookups.
    await connection.execute(f"VACUUM (FREEZE, ANALYZE) sportlore.{partition(manifest.generation)}")


async def _fill(connection: Any, snapshot: Snapshot, manifest: bytes) -> None:
    """Write the partition of a generation as a table of its own, which nobody waits for, and attach it in the end."""
    generation, table = snapshot.generation, partition(snapshot.generation)
    await connection.execute(
        f"CREATE TABLE sportlore.{table} (LIKE sportlore.parts INCLUDING STORAGE, CHECK (generation = '{generation}'))"
    )
    with transfer(f"publishing {generation}", sum(snapshot.manifest.sizes.values())) as step:
        await connection.copy_records_to_table(
            table,
            schema_name="sportlore",
            columns=("generation", "place", "bytes", "digest"),
            records=(
                (generation, offset, content, part_digest(generation, offset, content))
                for offset, content in _parts(snapshot, step)
            ),
        )
    await connection.execute(f"CREATE UNIQUE INDEX ON sportlore.{table} (place)")
    await connection.execute(
        f"ALTER TABLE sportlore.parts ATTACH PARTITION sportlore.{table} FOR VALUES IN ('{generation}')"
    )
    await connection.execute("INSERT INTO sportlore.generations VALUES ($1, $2)", generation, manifest)


def _parts(snapshot: Snapshot, step: Step) -> Iterator[tuple[int, bytes]]:
    """The parts of a generation, by their offsets."""
    start, sizes = starts(snapshot.manifest), snapshot.manifest.sizes
    with ExitStack() as until_read:
        names = snapshot.manifest.named()
        opened = {file: until_read.enter_context((snapshot.folder / file).open("rb")) for file in names}

        def read(file: str, begin: int, end: int) -> bytes:
            opened[file].seek(begin)
            step(end - begin)
            return opened[file].read(end - begin)

        for begin in range(0, sizes[STORE], PIECE):
            yield start[STORE] + begin, read(STORE, begin, min(begin + PIECE, sizes[STORE]))
        for number, begin, end in snapshot.all_spans():
            yield start[part(number)] + begin, read(part(number), begin, end)
        for begin, end, compressed, compressed_end, _ in snapshot.all_locations():
            item = read(ITEMS, begin, end + 1) + read(DEFLATED, compressed, compressed_end + len(COMMA))
            yield start[ITEMS] + begin, item


async def _remove(connection: Any, generation: str) -> None:
    await connection.execute("DELETE FROM sportlore.generations WHERE generation = $1", generation)
    await _drop_unlisted(connection)


async def _drop_unlisted(connection: Any) -> None:
    """Drop what belongs to no generation that is listed. What is in use at the moment is dropped the next time."""
    await connection.execute("SET lock_timeout = '500ms'")
    for (table,) in await connection.fetch(_UNLISTED):
        try:
            await connection.execute(f"DROP TABLE sportlore.{table}")
        except client().LockNotAvailableError:
            continue
    await connection.execute("RESET lock_timeout")
