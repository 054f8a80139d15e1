"""What an author waits for, from saving a file until it is served by `serve --reload`; and what readers wait for meanwhile."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct

from benchmarks import costs
from benchmarks.load import BenchmarkError
from benchmarks.servers import SPORTLORE, free_port, running

_SERVED_WITHIN = 300.0
_PAUSE = 0.005


class Edits(Struct, frozen=True):
    """Seconds until each edit was served; milliseconds of the requests of one client while edits were built."""

    served: list[float]
    p99: float
    longest: float


def edits(catalogue: Path, snapshot: Path, count: int) -> Edits:
    """Edit the keywords of so many sports of a catalogue, one after the other, while its snapshot is served.

    The first build of a builder reads everything; so the first edit is not counted.
    """
    port = free_port()
    command = [str(SPORTLORE), "serve", "--reload", "--catalogue", str(catalogue), "--snapshot", str(snapshot)]
    files = sorted((catalogue / "entities" / "sport").glob("*.toml"))[: count + 1]
    with running("reload", [*command, "--port", str(port)], port, pin=False):
        _served(port, files[0])
        waits: list[float] = []
        served = []
        for file in files[1:]:
            with _asking(port, waits):
                served.append(_served(port, file))
    waits.sort()
    return Edits(served, 1_000 * waits[int(0.99 * len(waits))], 1_000 * waits[-1])


def _served(port: int, file: Path) -> float:
    """Edit an entity; the seconds until its answer is another."""
    path = f"/v1/entities/sport/{file.stem}"
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as client:
        before = _answer(client, path)
        costs.edit(file)
        began = time.perf_counter()
        while _answer(client, path) == before:
            if time.perf_counter() - began > _SERVED_WITHIN:
                raise BenchmarkError(f"the edit of {file.name} was not served within {_SERVED_WITHIN:.0f} seconds")
            time.sleep(_PAUSE)
        return time.perf_counter() - began


@contextmanager
def _asking(port: int, waits: list[float]) -> Iterator[None]:
    """A client that asks for an entity and searches, all the while; `waits` gets the seconds of each request."""
    done = threading.Event()

    def ask() -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", port)) as client:
            while not done.wait(_PAUSE):
                for path in ("/v1/entities/exercise/back-squat", "/v1/search?q=squat"):
                    began = time.perf_counter()
                    _answer(client, path)
                    waits.append(time.perf_counter() - began)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _answer(client: http.client.HTTPConnection, path: str) -> bytes:
    client.request("GET", path)
    return client.getresponse().read()
