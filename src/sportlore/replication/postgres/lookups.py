"""Lookups in a database: all that is asked for while the event loop turns once, or while all queries are under way, is one query.

An answer is composed without a pause, from bytes that are in this process. Where some are not, composing it ends in MissingBytes;
they are brought, and it is composed again from the beginning, from the generation that is current then. So no answer mixes two
generations, and the server waits for bytes in one function (App.__call__), whatever storage it has.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sportlore.replication.postgres.hosts import DatabaseError, Host, NothingPublished, hosts
from sportlore.replication.postgres.schema import COMPLETE, PARTS, part_digest
from sportlore.replication.postgres.settings import Settings
from sportlore.server.log import LOG
from sportlore.server.ports import Composed, Unavailable
from sportlore.snapshot import MissingBytes

_MOST_PARTS = 1_000
"""Parts after which a query takes those of no further request."""
_PROBE = 1.0
"""Seconds between two questions to each host whether it is there and has the generation."""
_PAUSE = 0.05
"""Seconds before all hosts are asked again when none has answered."""
_MOST_LOGGED = 1_000
"""Altered parts that are logged; after these, the database is known to be damaged."""
_PER_KEY = 120
"""Bytes that a cached part takes beside its own."""

Key = tuple[str, int]
"""A generation and the offset of a part."""


class Availability(NamedTuple):
    """The hosts that have a generation, and what is wrong with those that lack it or do not answer."""

    having: list[str]
    lacking: list[str]
    away: list[str]


class Cache:
    """The parts that were used last, as many as fit into a number of bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._parts: OrderedDict[Key, bytes] = OrderedDict()
        self.size = 0

    def get(self, key: Key) -> bytes | None:
        """A part, or None."""
        part = self._parts.get(key)
        if part is not None:
            self._parts.move_to_end(key)
        return part

    def put(self, key: Key, part: bytes) -> None:
        """Keep a part instead of those that were not used for longest."""
        before = self._parts.pop(key, None)
        if before is not None:
            self.size -= len(before) + _PER_KEY
        self._parts[key] = part
        self.size += len(part) + _PER_KEY
        while self.size > self._most:
            _, dropped = self._parts.popitem(last=False)
            self.size -= len(dropped) + _PER_KEY


class _Query:
    """Parts that are asked for together: their offsets, the answer, and until when it may wait before it is asked."""

    def __init__(self, generation: str, parts: asyncio.Future[Mapping[int, bytes]], deadline: float) -> None:
        self.generation = generation
        self.offsets: list[int] = []
        self.parts = parts
        self.deadline = deadline


class Lookups:
    """What one worker asks the hosts of a database for. All but `holders` runs on its event loop."""

    def __init__(self, url: str, settings: Settings | None = None) -> None:
        """Raises DatabaseError for an address that is none, or without the client library."""
        self.settings = settings or Settings()
        self.hosts = hosts(url)
        self._url = url
        self._cache = Cache(round(self.settings.records_cache * 1_000_000))
        self._brought: Mapping[Key, bytes] = {}
        """What the answer that is being composed had to wait for: it is here, whatever the cache has dropped."""
        self._bringing: dict[Key, _Query] = {}
        """What is being brought, and by which query."""
        self._waiting: deque[_Query] = deque()
        """Queries that are not under way yet."""
        self._logged: set[tuple[str, str, int]] = set()
        """The altered parts that were logged."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn: asyncio.Handle | None = None

    def get(self, key: Key) -> bytes | None:
        """A part that is in this process, or None."""
        part = self._cache.get(key)
        return part if part is not None else self._brought.get(key)

    async def complete(self, compose: Callable[[], Composed]) -> Composed:
        """Compose an answer, as often as bytes for it must be brought first; raises Unavailable."""
        brought: dict[Key, bytes] = {}
        while True:
            self._brought = brought
            try:
                return compose()
            except MissingBytes as missing:
                generation, offsets = missing.generation, missing.offsets
            finally:
                self._brought = {}
            for query in self._queries_for(generation, offsets):
                parts = await query.parts
                brought |= {(generation, offset): parts[offset] for offset in offsets if offset in parts}
            if any((generation, offset) not in brought for offset in offsets):
                raise Unavailable("parts of the answer differ from their digests")

    def _queries_for(self, generation: str, offsets: Sequence[int]) -> set[_Query]:
        """The queries that bring some parts. Other requests may wait for the same."""
        queries = set()
        for offset in offsets:
            query = self._bringing.get((generation, offset))
            if query is None:
                query = self._bringing[generation, offset] = self._next(generation)
                query.offsets.append(offset)
            queries.add(query)
        return queries

    def _next(self, generation: str) -> _Query:
        """The last of the queries that wait, or another one where that is full or of another generation."""
        if (
            self._waiting
            and self._waiting[-1].generation == generation
            and len(self._waiting[-1].offsets) < _MOST_PARTS
        ):
            return self._waiting[-1]
        loop = asyncio.get_running_loop()
        query = _Query(generation, loop.create_future(), loop.time() + self.settings.records_timeout)
        self._waiting.append(query)
        if self._turn is None:
            self._turn = loop.call_soon(self._ask_waiting)
        return query

    def _ask_waiting(self) -> None:
        """Begin as many queries as may be under way at a time; those that waited too long are given up."""
        self._turn = None
        loop = asyncio.get_running_loop()
        while self._waiting and len(self._tasks) < self.settings.records_queries:
            query = self._waiting.popleft()
            if query.deadline < loop.time():
                self._deliver(query, {})
                continue
            task = loop.create_task(self._ask(query))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._ask_waiting()

    async def _ask(self, query: _Query) -> None:
        """Bring the parts of a query to those who wait for them, or tell these that there are none."""
        parts: Mapping[int, bytes] = {}
        try:
            async with asyncio.timeout(self.settings.records_timeout):
                parts = await self._fetched(query.generation, query.offsets)
        except TimeoutError:
            pass
        finally:
            self._deliver(query, parts)

    def _deliver(self, query: _Query, parts: Mapping[int, bytes]) -> None:
        for offset in query.offsets:
            del self._bringing[query.generation, offset]
        for offset, part in parts.items():
            self._cache.put((query.generation, offset), part)
        if query.parts.done():  # the server is being stopped
            return
        if parts:
            query.parts.set_result(parts)
        else:
            query.parts.set_exception(Unavailable("no host of the database has answered"))
            query.parts.exception()  # nobody may wait for it any more, which is no error

    async def _fetched(self, generation: str, offsets: Sequence[int]) -> dict[int, bytes]:
        """The parts, from as many hosts as it takes; those that no host has undamaged are left out.

        Hosts that were well when last asked are asked first.
        """
        intact: dict[int, bytes] = {}
        has_answered = False
        share = self.settings.records_timeout / (len(self.hosts) + 1)
        while True:
            for host in sorted(self.hosts, key=lambda host: bool(host.problem)):
                try:
                    rows = await host.fetch(PARTS, generation, offsets, timeout=share)
                except DatabaseError as error:
                    self._note(host, str(error))
                    continue
                if {offset for offset, _, _ in rows} != set(offsets):
                    self._note(host, _lacks(host, generation))
                    continue
                self._note(host, "")
                intact |= self._intact(host, generation, rows)
                if len(intact) == len(offsets):
                    return intact
                has_answered = True
            if has_answered:  # asking again would not help
                return intact
            await asyncio.sleep(_PAUSE)

    def _intact(self, host: Host, generation: str, rows: Sequence[tuple[int, bytes, bytes]]) -> dict[int, bytes]:
        """The parts that are what was published. Others are logged, each once."""
        intact = {}
        for offset, content, digest in rows:
            if digest == part_digest(generation, offset, content):
                intact[offset] = content
                continue
            part = (host.name, generation, offset)
            if part not in self._logged and len(self._logged) < _MOST_LOGGED:
                self._logged.add(part)
                words = "database: %s: part %d of generation %s differs from its digest: publish it again"
                LOG.error(words, host.name, offset, generation)
        return intact

    def _note(self, host: Host, problem: str) -> None:
        """Keep what is wrong with a host; log when it begins and when it ends."""
        if problem and problem != host.problem:
            LOG.warning("database: %s; the next host is asked", problem)
        elif host.problem and not problem:
            LOG.info("database: %s: answers again", host.name)
        host.problem = problem

    async def follow(self, generation: Callable[[], str]) -> None:
        """Ask each host every second whether it has the generation that is served, as long as the process lives."""
        while True:
            await asyncio.gather(*(self._probe(host, generation()) for host in self.hosts))
            await asyncio.sleep(_PROBE)

    async def _probe(self, host: Host, generation: str) -> None:
        try:
            ((complete,),) = await host.fetch(COMPLETE, generation, timeout=self.settings.records_timeout)
            self._note(host, "" if complete else _lacks(host, generation))
        except DatabaseError as error:
            self._note(host, str(error))

    def well(self) -> int:
        """How many hosts were there, with the generation, when last asked."""
        return sum(not host.problem for host in self.hosts)

    def holders(self, generation: str) -> Availability:
        """Which hosts have a generation. For a thread without an event loop."""
        return asyncio.run(_holders(hosts(self._url), generation, self.settings.records_timeout))

    def close(self) -> None:
        """Close all connections."""
        for host in self.hosts:
            host.close()


async def _holders(asked: Iterable[Host], generation: str, timeout: float) -> Availability:
    holders = Availability([], [], [])

    async def ask(host: Host) -> None:
        try:
            ((complete,),) = await host.fetch(COMPLETE, generation, timeout=timeout)
            if complete:
                holders.having.append(host.name)
            else:
                holders.lacking.append(_lacks(host, generation))
        except NothingPublished as error:
            holders.lacking.append(str(error))
        except DatabaseError as error:
            holders.away.append(str(error))
        host.close()

    await asyncio.gather(*(ask(host) for host in asked))
    return holders


def _lacks(host: Host, generation: str) -> str:
    return f"{host.name}: lacks generation {generation}"
