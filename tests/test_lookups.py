"""Lookups: how many queries they become, what is kept of them, and what happens when a host does not answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
from conftest import PATIENCE

from sportlore.replication.postgres import hosts as module
from sportlore.replication.postgres.hosts import DatabaseError, Host, hosts
from sportlore.replication.postgres.lookups import Cache, Lookups
from sportlore.replication.postgres.schema import part_digest
from sportlore.replication.postgres.settings import Settings
from sportlore.replication.postgres.storage import DatabaseStorage
from sportlore.server.ports import StorageCondition, Unavailable
from sportlore.snapshot import MissingBytes

OLD, NEW = "0" * 16, "1" * 16


class Database:
    """What the hosts answer, in the place of a real one: the parts of a generation are named after it and their places."""

    def __init__(self) -> None:
        self.queries: list[tuple[str, list[int]]] = []
        self.away: set[str] = set()
        self.lacking: set[str] = set()
        self.altered: set[tuple[str, int]] = set()
        self.open = asyncio.Event()
        self.open.set()

    async def fetch(self, host: Host, query: str, *arguments: Any, timeout: float) -> Sequence[Any]:
        generation, places = arguments
        self.queries.append((host.name, list(places)))
        if host.name in self.away:
            raise DatabaseError(f"{host.name}: away")
        try:
            async with asyncio.timeout(timeout):
                await self.open.wait()
        except TimeoutError:
            raise DatabaseError(f"{host.name}: no answer in time") from None
        if host.name in self.lacking:
            return []
        rows = [(place, part(generation, place)) for place in places]
        digests = [part_digest(generation, *row) for row in rows]
        return [
            (place, b"altered" if (host.name, place) in self.altered else content, digest)
            for (place, content), digest in zip(rows, digests, strict=True)
        ]


def part(generation: str, place: int) -> bytes:
    return f"{generation[0]}:{place}".encode()


def run(
    monkeypatch: pytest.MonkeyPatch,
    steps: Callable[[Lookups, Database], Awaitable[None]],
    url: str = "postgresql://a",
    **settings: Any,
) -> None:
    """Take steps with lookups on an event loop."""

    async def steps_in_loop() -> None:
        database = Database()

        async def fetch(host: Host, query: str, *arguments: Any, timeout: float) -> Sequence[Any]:
            return await database.fetch(host, query, *arguments, timeout=timeout)

        monkeypatch.setattr(Host, "fetch", fetch)
        await steps(Lookups(url, Settings(**{"records_timeout": 2 * PATIENCE, **settings})), database)

    monkeypatch.setattr(module, "client", lambda: None)
    asyncio.run(asyncio.wait_for(steps_in_loop(), PATIENCE))


async def settled() -> None:
    """Let everything run until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)


def answer(lookups: Lookups, *places: int, generation: str = OLD) -> Callable[[], bytes]:
    """What composes an answer of some parts."""

    def compose() -> bytes:
        found = {place: lookups.get((generation, place)) for place in places}
        if absent := [place for place, known in found.items() if known is None]:
            raise MissingBytes(generation, absent)
        return b" ".join(known for known in found.values() if known is not None)

    return compose


def test_what_is_asked_for_in_one_turn_goes_into_one_query(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(lookups: Lookups, database: Database) -> None:
        answers = await asyncio.gather(*(lookups.complete(answer(lookups, n, n + 1)) for n in range(50)))
        assert answers == [b"0:%d 0:%d" % (n, n + 1) for n in range(50)]
        assert database.queries == [("a", list(range(51)))], "each place once"
        assert await lookups.complete(answer(lookups, 3)) == b"0:3"
        assert len(database.queries) == 1, "from the cache"

    run(monkeypatch, steps)


def test_what_is_asked_for_while_all_queries_are_under_way_goes_into_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(lookups: Lookups, database: Database) -> None:
        database.open.clear()
        waiting = []
        for place in range(20):
            waiting.append(asyncio.ensure_future(lookups.complete(answer(lookups, place))))
            await settled()
        assert [places for _, places in database.queries] == [[0], [1]]
        again = asyncio.ensure_future(lookups.complete(answer(lookups, 0, 5)))
        await asyncio.sleep(0)
        database.open.set()
        assert await asyncio.gather(*waiting, again) == [part(OLD, n) for n in range(20)] + [b"0:0 0:5"]
        assert [places for _, places in database.queries] == [[0], [1], list(range(2, 20))]

    run(monkeypatch, steps, records_queries=2)


def test_two_generations_go_into_two_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(lookups: Lookups, database: Database) -> None:
        both = (lookups.complete(answer(lookups, 7, generation=generation)) for generation in (OLD, NEW))
        assert await asyncio.gather(*both) == [b"0:7", b"1:7"]
        assert len(database.queries) == 2

    run(monkeypatch, steps)


def test_an_answer_is_composed_again_by_what_is_current_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue is exchanged while the first parts are brought: nothing of them is in the answer."""

    async def steps(lookups: Lookups, database: Database) -> None:
        current = [answer(lookups, 1, 2)]
        database.open.clear()

        def compose() -> bytes:
            return current[0]()

        waiting = asyncio.ensure_future(lookups.complete(compose))
        await settled()
        current[0] = answer(lookups, 1, 2, generation=NEW)
        database.open.set()
        assert await waiting == b"1:1 1:2"

    run(monkeypatch, steps)


def test_without_a_cache_an_answer_still_gets_what_it_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(lookups: Lookups, database: Database) -> None:
        for _ in range(2):
            assert await lookups.complete(answer(lookups, 1, 2, 3)) == b"0:1 0:2 0:3"
        assert [places for _, places in database.queries] == [[1, 2, 3]] * 2
        with pytest.raises(MissingBytes):
            answer(lookups, 1)()

    run(monkeypatch, steps, records_cache=0)


def test_the_next_host_is_asked(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def steps(lookups: Lookups, database: Database) -> None:
        database.away, database.lacking = {"a"}, {"b"}
        assert await lookups.complete(answer(lookups, 1)) == b"0:1"
        assert await lookups.complete(answer(lookups, 2)) == b"0:2"
        assert [host for host, _ in database.queries] == ["a", "b", "c", "c"], "the one that is well comes first"
        assert DatabaseStorage(lookups).condition() == StorageCondition("ok", "1 of 3 hosts")
        database.away, database.lacking = {"c"}, set()
        assert await lookups.complete(answer(lookups, 3)) == b"0:3"
        assert DatabaseStorage(lookups).condition() == StorageCondition("ok", "1 of 3 hosts")

    with caplog.at_level(logging.INFO):
        run(monkeypatch, steps, url="postgresql://a,b,c")
    assert caplog.messages == [
        "database: a: away; the next host is asked",
        f"database: b: lacks generation {OLD}; the next host is asked",
        "database: c: away; the next host is asked",
        "database: a: answers again",
    ]


def test_an_altered_part_is_asked_of_the_next_host_and_is_unavailable_where_all_have_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def steps(lookups: Lookups, database: Database) -> None:
        database.altered = {("a", 1), ("a", 2), ("b", 2)}
        assert await lookups.complete(answer(lookups, 1)) == b"0:1"
        for _ in range(2):
            with pytest.raises(Unavailable):
                await lookups.complete(answer(lookups, 2, 3))
        other, altered = await asyncio.gather(
            lookups.complete(answer(lookups, 4)), lookups.complete(answer(lookups, 2)), return_exceptions=True
        )
        assert other == b"0:4", "who asks for other parts in the same query gets them"
        assert isinstance(altered, Unavailable)
        assert lookups.well() == 2
        assert lookups._bringing == {}

    run(monkeypatch, steps, url="postgresql://a,b")
    assert caplog.messages == [
        f"database: {host}: part {offset} of generation {OLD} differs from its digest: publish it again"
        for host, offset in (("a", 1), ("a", 2), ("b", 2))
    ]


@pytest.mark.parametrize("failure", ["away", "lacking", "silent", "broken"])
def test_without_an_answer_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch, failure: str) -> None:
    async def steps(lookups: Lookups, database: Database) -> None:
        if failure == "silent":
            database.open.clear()
        elif failure == "broken":
            monkeypatch.setattr(lookups, "_fetched", lambda *_: (_ for _ in ()).throw(RuntimeError("a mistake")))
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        else:
            getattr(database, failure).update("ab")
        for _ in range(2):
            with pytest.raises(Unavailable):
                await lookups.complete(answer(lookups, 1))
        monkeypatch.undo()
        assert lookups.well() == (2 if failure == "broken" else 0)
        assert (lookups._bringing, len(lookups._waiting)) == ({}, 0), "what failed is asked for again the next time"

    run(monkeypatch, steps, url="postgresql://a,b", records_timeout=0.2)


def test_the_cache_is_bounded_and_keeps_what_is_used() -> None:
    cache = Cache(2_000)
    for place in range(100):
        cache.put((OLD, place), bytes(100))
        assert cache.get((OLD, 0)) is not None
        assert cache.size <= 2_000
    kept = [place for place in range(100) if cache.get((OLD, place)) is not None]
    assert kept == [0, *range(100 - len(kept) + 1, 100)]
    cache.put((OLD, 0), bytes(200))
    assert cache.size <= 2_000
    cache.put((OLD, 1), bytes(5_000))
    assert (cache.size, cache.get((OLD, 1))) == (0, None), "what does not fit is not kept"


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "client", lambda: None)
    found = hosts("postgresql://me:secret@a,b:5433,[::1]:5434/data?sslmode=require")
    assert [(host.name, host.url) for host in found] == [
        ("a", "postgresql://me:secret@a/data?sslmode=require"),
        ("b:5433", "postgresql://me:secret@b:5433/data?sslmode=require"),
        ("[::1]:5434", "postgresql://me:secret@[::1]:5434/data?sslmode=require"),
    ]
    assert [host.name for host in hosts("postgres:///data?host=/run/postgresql")] == ["the local socket"]
    with pytest.raises(DatabaseError, match="s3://a is no address of a database"):
        hosts("s3://a")
