"""The search for the request that costs the server most: processor time of one request, every cache empty."""

from __future__ import annotations

import asyncio
import functools
import gc
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from uvicorn.server import ServerState

from sportlore.filters.fields import Field
from sportlore.server.app import App
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.fast_path import FastPath, FastPathConnection
from sportlore.server.run import config

_REPEATED = 5
_KEPT = 12
"""Requests of each kind that are measured again."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ODD = "é ñ % ٣ ﷺ 😀 \u0344 \u1e9b\u0323".split()


class Worst(NamedTuple):
    """A request and the milliseconds of processor time that it takes."""

    milliseconds: float
    request: bytes


class _Transport(asyncio.Transport):
    """Takes whatever is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += len(data)

    def write_eof(self) -> None: ...

    def close(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


class Meter:
    """Measures requests in this process: everything from the arrival of the bytes to the writing of the answer."""

    def __init__(self, folder: Path) -> None:
        self.app = App(folder)
        self.types = {type: names for type in self.app.responder.info.lists if (names := sorted(self._fields(type)))}
        self.words = list(self.app.responder.searcher._index.corrections.known_words)
        info = self.app.responder.info
        pages = (index.page.removeprefix(info.site_url) for index in info.lists.values())
        self.parents = [
            *(f"/v1/entities/{type}" for type in info.lists),
            *pages,
            "/v1/calculators",
            "/v1/learning/courses",
        ]
        self._settings = config(self.app)
        self._settings.load()
        self._loop = asyncio.new_event_loop()
        sportlore = (found for found in gc.get_objects() if isinstance(found, functools._lru_cache_wrapper))
        self._caches = [cache for cache in sportlore if str(cache.__module__).startswith("sportlore")]

    def names(self, parent: str) -> list[str]:
        """The names below a path."""
        return self.app.responder.snapshot.names(parent)

    def _fields(self, type: str) -> dict[str, Field]:
        return self.app.responder._filters.fields(type)

    def milliseconds(self, request: bytes) -> float:
        """The least of some measurements, each with empty caches: what is more is the machine's."""
        return min(self._once(request) for _ in range(_REPEATED))

    def _once(self, request: bytes) -> float:
        for cache in self._caches:
            cache.cache_clear()
        watcher = DeadlineWatcher(self.app.limits)
        return self._loop.run_until_complete(self._measured(watcher, FastPath(self.app), request))

    async def _measured(self, watcher: DeadlineWatcher, fast_path: FastPath, request: bytes) -> float:
        connection = FastPathConnection(
            fast_path, watcher, config=self._settings, server_state=ServerState(), app_state={}
        )
        transport = _Transport()
        connection.connection_made(transport)
        start = time.thread_time()
        connection.data_received(request)
        while not transport.written:
            await asyncio.sleep(0)
        taken = time.thread_time() - start
        await asyncio.sleep(0)
        connection.connection_lost(None)
        return 1e3 * taken

    def close(self) -> None:
        """Close the loop and the snapshot."""
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.close()
        self.app.responder.close()


def search(meter: Meter, seed: int, seconds: float) -> Iterator[Worst]:
    """The most expensive request of each kind, among as many random ones of growing size as the time allows."""
    chance = random.Random(seed)
    for kind in KINDS:
        found: list[Worst] = []
        end = time.monotonic() + seconds / len(KINDS)
        while not found or time.monotonic() < end:
            request = kind(chance, meter)
            found = sorted([*found, Worst(meter._once(request), request)], reverse=True)[:_KEPT]
        # The worst at first sight may have met a pause of the machine: they are measured again.
        yield max(Worst(meter.milliseconds(request), request) for _, request in found)


def _request(target: str, *fields: str) -> bytes:
    lines = (f"GET {target} HTTP/1.1", "Host: a", *fields, "\r\n")
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")


def _word(chance: random.Random, longest: int = 12) -> str:
    letters = chance.choice((_LETTERS, _LETTERS, "ae", "s", "-'’" + _LETTERS))
    return "".join(chance.choices(letters, k=chance.randint(1, longest)))


def _size(chance: random.Random) -> int:
    return int(chance.choice((3, 10, 30, 100, 1_000, 5_000)) * chance.uniform(0.5, 1))


def _searches(chance: random.Random, meter: Meter) -> bytes:
    """Searches of many words: known, unknown, with typos, prefixes, letters that are written in many bytes."""
    words = [
        chance.choice(
            (_word(chance), chance.choice(meter.words), chance.choice(meter.words)[:-1] + "q", chance.choice(_ODD))
        )
        for _ in range(chance.randint(1, 100))
    ]
    text = chance.choice((" ", " ", "-")).join(words)[: chance.choice((20, 100, 200))]
    extra = chance.choice(("", "&pageSize=100", f"&page={chance.randint(1, 1_000_000)}", "&type=exercise"))
    return _request(f"/v1/search?q={quote(text)}{extra}", chance.choice(("Accept-Encoding: gzip", "Accept: */*")))


def _filters(chance: random.Random, meter: Meter) -> bytes:
    """Lists with many filters and many values."""
    type = chance.choice(sorted(meter.types))
    names = chance.sample(meter.types[type], min(len(meter.types[type]), chance.randint(1, 40)))
    fields = meter._fields(type)
    pairs = []
    for name in names:
        field = fields[name]
        there = field.values or [slug for other in field.types for slug in meter.names(f"/v1/entities/{other}")]
        some = [chance.choice(there) if there else f"0..{chance.randint(1, 99)}" for _ in range(_size(chance))]
        pairs.append(f"{name}={','.join(some)}"[: chance.choice((100, 1_000, 7_000))])
    return _request(f"/v1/entities/{type}?pageSize=100&{'&'.join(pairs)}"[:7_900], "Accept-Encoding: gzip")


def _addresses(chance: random.Random, meter: Meter) -> bytes:
    """Addresses at which nothing is, near to what there is or far from it."""
    parent = chance.choice(meter.parents)
    near = chance.choice(meter.names(parent) or ["a"])
    at = chance.randint(0, len(near))
    name = chance.choice((near[:at] + "q" + near[at:], _word(chance, 60), quote(chance.choice(_ODD)) * _size(chance)))
    tail = chance.choice(("", "", "/", "/a" * _size(chance), "%00", "?" + "a=b&" * _size(chance)))
    return _request(f"{parent}/{name}{tail}"[:7_900])


def _queries(chance: random.Random, meter: Meter) -> bytes:
    """Query strings of many parameters, or of long ones."""
    path = chance.choice(("/v1/search", "/v1/entities/sport", "/v1/entities", "/"))
    pairs = [
        f"{chance.choice(('q', 'page', 'utm_' + _word(chance), _word(chance, 40), quote(chance.choice(_ODD))))}"
        f"={chance.choice(('1', _word(chance, 200), '%41' * _size(chance), quote(chance.choice(_ODD)) * _size(chance)))}"
        for _ in range(_size(chance))
    ]
    return _request(f"{path}?{'&'.join(pairs)}"[:7_900])


def _headers(chance: random.Random, meter: Meter) -> bytes:
    """Headers of preferences and conditions, long or many."""
    member = chance.choice(
        ("br;q=0.1", "a", ",", ";", "*/*;q=0.001", '"a"', 'W/"', "a/b;c=d;q=1", ";q=", "identity;q=0")
    )
    name = chance.choice(("Accept", "Accept-Encoding", "If-None-Match", "Host", "X-Any", "Cookie"))
    value = chance.choice((", ", ",", "")).join([member, _word(chance)] * _size(chance))[
        : chance.choice((1_000, 31_000))
    ]
    field = f"{name}: {value}"
    fields = [field] if chance.random() < 0.6 else [f"{name}: {value[:300]}"] * 90
    target = chance.choice(("/v1/entities", "/", "/v1/entities/sport?pageSize=100", "/nothing", "/v1/search?q=tennis"))
    return _request(target, *fields)


KINDS: tuple[Callable[[random.Random, Meter], bytes], ...] = (_searches, _filters, _addresses, _queries, _headers)
