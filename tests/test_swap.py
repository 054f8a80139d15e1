"""A change to a new snapshot under load: no request fails, no answer mixes the old and the new, no cache keeps the old."""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from conftest import LONG_TIMEOUTS, PATIENCE, SITE, WORLD, free_port, next_line, publish, serve, stop, wait

from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.contract.record import entity_tag_of
from sportlore.server.answer import Request, Responder
from sportlore.server.app import App
from sportlore.server.fast_path import FastPath
from sportlore.server.negotiation import variants
from sportlore.snapshot import Snapshot, read_manifest

SWAPS = 50
CLIENTS = 6
TARGETS = (
    "/v1/entities/sport",
    "/v1/entities/sport/tennis",
    "/v1/entities/sport?pageSize=1&page=2",
    "/v1/entities/sport?pageSize=100",
    "/v1/search?q=tennis",
    "/v1/search?q=racket",
    "/v1/v1/entities/sport/tennis",
)
ENCODINGS = ("identity", "br", "gzip")
Digest = tuple[str, str]
"""An entity tag and the SHA-256 of the bytes that came with it."""


class Worlds:
    """Two snapshots in one folder, either of which can be made the current one."""

    def __init__(self, folder: Path, catalogues: tuple[Path, Path]) -> None:
        self.folder = folder / "snapshot"
        self.generations: list[str] = []
        self.built: list[Path] = []
        self.expected: dict[tuple[str, str], set[Digest]] = {}
        self.ids: dict[str, list[str]] = {}
        self._manifests = []
        for number, catalogue in enumerate(catalogues):
            built = folder / str(number)
            generation = build(catalogue, built, addresses(SITE)).manifest.generation
            self._expect(built)
            shutil.copytree(built / generation, self.folder / generation)
            self.generations.append(generation)
            self.built.append(built)
            self._manifests.append((built / "manifest.json").read_bytes())
        self.choose(0)

    def choose(self, number: int) -> None:
        """Make one of the two current, in one step."""
        new = self.folder / "manifest.new"
        new.write_bytes(self._manifests[number])
        new.replace(self.folder / "manifest.json")

    def _expect(self, folder: Path) -> None:
        service = Responder(Snapshot(folder))
        for target in TARGETS:
            path, _, query = target.replace("/v1/v1/", "/v1/").partition("?")
            for encoding in ENCODINGS:
                found = service.find(path, query.encode(), variants(f"{encoding}, identity;q=0.1"))
                assert found is not None
                record = b"".join(found)
                body = record.partition(b"\r\n\r\n")[2]
                digest = (entity_tag_of(record), hashlib.sha256(body).hexdigest())
                self.expected.setdefault((target, encoding), set()).add(digest)
                if encoding == "identity" and (data := json.loads(body).get("data")):
                    self.ids[target] = [item["id"] for item in data]
        service.close()


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """The miniature world, and the same with another description of a sport."""
    folder = tmp_path_factory.mktemp("worlds")
    other = folder / "other"
    shutil.copytree(WORLD, other)
    tennis = other / "entities" / "sport" / "tennis.toml"
    text = tennis.read_text(encoding="utf-8")
    changed = text.replace('keywords = ["', 'keywords = ["a word that only this world has", "', 1)
    assert changed != text
    tennis.write_text(changed, encoding="utf-8")
    worlds = Worlds(folder, (WORLD, other))
    for digests in worlds.expected.values():
        assert len({body for _, body in digests}) == 2, "every target must tell the worlds apart"
    return worlds


class Client(threading.Thread):
    """Asks without pause on a connection that it keeps, and notes whatever is wrong."""

    def __init__(self, port: int, worlds: Worlds, offset: int) -> None:
        super().__init__()
        self._port = port
        self._worlds = worlds
        self._offset = offset
        self.done = threading.Event()
        self.answers = 0
        self.problems: list[str] = []
        self.seen: set[Digest] = set()

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        asked = list(self._worlds.expected)
        try:
            while not self.done.is_set():
                target, encoding = asked[(self.answers + self._offset) % len(asked)]
                connection.request("GET", target, headers={"Accept-Encoding": f"{encoding}, identity;q=0.1"})
                answer = connection.getresponse()
                digest = (answer.headers["ETag"], hashlib.sha256(answer.read()).hexdigest())
                if answer.status != 200 or digest not in self._worlds.expected[target, encoding]:
                    self.problems.append(f"{target} {encoding}: {answer.status} {digest}")
                self.seen.add(digest)
                self.answers += 1
        except (OSError, http.client.HTTPException) as error:
            self.problems.append(f"after {self.answers} answers: {error!r}")
        finally:
            connection.close()


def problems(clients: Sequence[Client]) -> list[str]:
    return [problem for client in clients for problem in client.problems]


def serves(port: int) -> str:
    """The generation that the worker of a new connection serves."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/healthz")
    generation = json.loads(connection.getresponse().read())["snapshot"]
    connection.close()
    return str(generation)


def wait_for(port: int, generation: str, times: int) -> None:
    """Wait until so many new connections in a row meet the generation."""
    wait(lambda: all(serves(port) == generation for _ in range(times)), f"generation {generation}")


@pytest.fixture(params=["mapped", "postgres"])
def records(worlds: Worlds, request: pytest.FixtureRequest) -> list[str]:
    """The options with which a server finds the records: in mapped files, or in a database, and hardly any in its cache."""
    if request.param == "mapped":
        return []
    database: str = request.getfixturevalue("database")
    for built in worlds.built:
        publish(built, database)
    return ["--records", database, "--records-cache", "0.02", f"--records-timeout={PATIENCE}"]


@pytest.fixture(params=[1, 2], ids=["one worker", "two workers"])
def server(
    worlds: Worlds, records: list[str], request: pytest.FixtureRequest
) -> Iterator[tuple[subprocess.Popen[str], int, int]]:
    """A server, its port, and how many workers it has."""
    port = free_port()
    worlds.choose(0)
    options = ["--workers", str(request.param), *records, *LONG_TIMEOUTS]
    process = serve("--snapshot", str(worlds.folder), *options, port=port)
    yield process, port, request.param
    stop(process)


def test_fifty_swaps_under_load(worlds: Worlds, server: tuple[subprocess.Popen[str], int, int]) -> None:
    process, port, workers = server
    clients = [Client(port, worlds, offset) for offset in range(CLIENTS)]
    for client in clients:
        client.start()

    def is_met() -> bool:
        """Whether every answer of both worlds was met, and each client had more answers than there are exchanges at least."""
        met = set[Digest]().union(*(client.seen.copy() for client in clients))
        return met >= set[Digest]().union(*worlds.expected.values()) and all(
            client.answers > SWAPS for client in clients
        )

    def exchange(number: int) -> None:
        worlds.choose(number)
        process.send_signal(signal.SIGHUP)
        wait_for(port, worlds.generations[number], times=1 if workers == 1 else 12)

    def is_enough() -> bool:
        """After both exchanges again: on a slow machine fifty are over before everything was asked for."""
        exchange(1)
        exchange(0)
        return is_met() or bool(problems(clients))

    try:
        for swap in range(1, SWAPS + 1):
            exchange(swap % 2)
        wait(is_enough, "every answer of both worlds")
    finally:
        for client in clients:
            client.done.set()
        for client in clients:
            client.join()
    assert problems(clients) == []


def test_a_damaged_snapshot_leaves_the_old_one(worlds: Worlds, server: tuple[subprocess.Popen[str], int, int]) -> None:
    process, port, workers = server
    wait_for(port, worlds.generations[0], times=12)  # from each worker: one that has not opened it yet would find none
    manifest = worlds.folder / "manifest.json"
    manifest.write_text("{")
    process.send_signal(signal.SIGHUP)
    said = 0
    while said < workers:
        said += "the old one is still served" in next_line(process)
    assert [serves(port) for _ in range(12)] == [worlds.generations[0]] * 12
    worlds.choose(1)
    process.send_signal(signal.SIGHUP)
    wait_for(port, worlds.generations[1], times=12)
    assert read_manifest(worlds.folder).generation == worlds.generations[1]


def test_an_entity_tag_depends_on_every_item(worlds: Worlds) -> None:
    """The worlds differ in one entity, which is not the first of its list or of the search for rackets."""
    for target in ("/v1/entities/sport?pageSize=100", "/v1/search?q=racket"):
        assert "sport/tennis" in worlds.ids[target][1:]
    for (target, encoding), digests in worlds.expected.items():
        assert len({tag for tag, _ in digests}) == 2, (target, encoding)


class InProcess:
    """An application and its fast path, without a network."""

    def __init__(self, folder: Path) -> None:
        self.app = App(folder)
        self.fast_path = FastPath(self.app)
        self.fast_path.set_date_headers([])

    def swap(self) -> None:
        async def swapped() -> None:
            before = self.app.responder
            self.app.swap()
            while self.app.responder is before:
                await asyncio.sleep(0.01)

        asyncio.run(asyncio.wait_for(swapped(), PATIENCE))

    def fast(self, target: str, tag: str = "") -> tuple[int, bytes]:
        """Status and body of what the fast path answers."""
        condition = f"If-None-Match: {tag}\r\n" if tag else ""
        pieces = self.fast_path.answer(f"GET {target} HTTP/1.1\r\nHost: a\r\n{condition}\r\n".encode())
        assert pieces is not None
        answer = b"".join(pieces)
        return int(answer[9:12]), answer.partition(b"\r\n\r\n")[2]

    def slow(self, target: str, tag: str = "") -> tuple[int, bytes]:
        """Status and body of what the ASGI app answers."""
        path, _, query = target.partition("?")
        answer = self.app.responder.answer(
            Request("GET", path, query.encode(), {"if-none-match": tag} if tag else {}, path)
        )
        return answer.status, answer.body

    def tag(self, target: str) -> str:
        path, _, query = target.partition("?")
        found = self.app.responder.find(path, query.encode(), variants(None))
        assert found is not None
        return entity_tag_of(b"".join(found))


@pytest.mark.parametrize("target", [target for target in TARGETS if not target.startswith("/v1/v1/")])
def test_no_cache_outlives_its_snapshot(worlds: Worlds, target: str) -> None:
    worlds.choose(0)
    running = InProcess(worlds.folder)
    old_tag, old = running.tag(target), running.slow(target)[1]
    for ask in (running.fast, running.slow):
        for _ in range(3):  # the second time from the caches
            assert ask(target) == (200, old)
            assert ask(target, old_tag) == (304, b"")
    worlds.choose(1)
    running.swap()
    new_tag, new = running.tag(target), running.slow(target)[1]
    assert (new_tag, new) != (old_tag, old)
    for ask in (running.fast, running.slow):
        assert ask(target) == (200, new)
        assert ask(target, old_tag) == (200, new), "a client with the old answer must get the new one"
        assert ask(target, new_tag) == (304, b"")
    running.app.responder.close()


def test_a_conditional_request_that_was_remembered_is_forgotten_first(worlds: Worlds) -> None:
    """The first request after a swap may be one of which a 304 is remembered, with no other in between."""
    worlds.choose(0)
    running = InProcess(worlds.folder)
    tags = {target: running.tag(target) for target in TARGETS[:2]}
    assert [running.fast(target, tag)[0] for target, tag in tags.items() for _ in range(2)] == [304] * 4
    worlds.choose(1)
    running.swap()
    assert [running.fast(target, tag)[0] for target, tag in tags.items()] == [200, 200]
    running.app.responder.close()


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def ended(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def test_a_worker_that_dies_is_replaced_and_none_outlives_the_parent(worlds: Worlds) -> None:
    port = free_port()
    process = serve("--snapshot", str(worlds.folder), "--workers", "2", port=port)
    try:
        first = children(process.pid)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        wait(lambda: len(found := children(process.pid)) == 2 and first[0] not in found, "another worker")
        assert all(serves(port) for _ in range(12))
        second = children(process.pid)
    finally:
        process.kill()
        process.communicate()
    wait(lambda: all(ended(pid) for pid in second), f"the end of {second}")
