"""Three replicas of one store behind a balancer of deploy/, and clients that note what each answer was."""

from __future__ import annotations

import hashlib
import http.client
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import LONG_TIMEOUTS, PATIENCE, ROOT, await_listener, free_port, missing, nginx, numbered, start, wait
from msgspec import Struct

from sportlore.contract.record import entity_tag_of
from sportlore.server.answer import Responder
from sportlore.server.negotiation import variants
from sportlore.snapshot import Snapshot, read_manifest

TARGETS = (
    "/v1/entities/sport/tennis",
    "/v1/entities/sport",
    "/v1/entities/sport?pageSize=1&page=2",
    "/v1/search?q=tennis",
    "/sports/tennis",
    "/api/openapi.json",
)
CODINGS = ("identity", "gzip", "br", "zstd")
RECIPES = ROOT / "deploy"

_REPLICA = """
import sys, time
real, skew = time.time, float(sys.argv.pop(1))
time.time = lambda: real() + skew
from sportlore.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""`sportlore` on a machine whose clock is wrong by so many seconds."""


class Generations:
    """Snapshots of the miniature world that differ in every answer, and what each of them answers."""

    def __init__(self, factory: pytest.TempPathFactory, count: int) -> None:
        self.folders = numbered(factory, count)
        self.names: list[str] = []
        self._known: dict[tuple[str, str, str, str], int] = {}
        for number, place in enumerate(self.folders):
            self.names.append(read_manifest(place).generation)
            self._learn(number, place)

    def _learn(self, number: int, place: Path) -> None:
        service = Responder(Snapshot(place))
        for target in TARGETS:
            for coding in CODINGS:
                path, _, query = target.partition("?")
                record = service.find(path, query.encode(), variants(accepted(coding)))
                assert record is not None
                joined = b"".join(record)
                body = joined.partition(b"\r\n\r\n")[2]
                self._known[target, coding, entity_tag_of(joined), _digest(body)] = number
        service.close()
        assert len(self._known) == (number + 1) * len(TARGETS) * len(CODINGS), (
            "each answer must tell the generations apart"
        )

    def number(self, target: str, coding: str, tag: str, body: bytes) -> int:
        """Which generation gave an answer; -1 for one that none gives, or a mixture of two."""
        return self._known.get((target, coding, tag, _digest(body)), -1)


def accepted(coding: str) -> str:
    """The Accept-Encoding that leads to a coding where there is one."""
    return f"{coding}, identity;q=0.1"


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


class Observation(Struct, frozen=True):
    """One answer: by the clock of the client, when it was asked for and when it was there; and of which generation it was."""

    asked: float
    there: float
    generation: int


BETWEEN_REQUESTS = 0.003
"""Seconds that a client waits before it asks again: a tenth of its requests, and the processor is left to what is tested."""


class Client(threading.Thread):
    """Asks again and again on a connection that it keeps, and notes every answer and whatever is wrong."""

    def __init__(self, port: int, generations: Generations, offset: int) -> None:
        super().__init__()
        self._port = port
        self._generations = generations
        self._offset = offset
        self.done = threading.Event()
        self.observations: list[Observation] = []
        self.problems: list[str] = []

    def run(self) -> None:
        """Ask until `done`."""
        asked = [(target, coding) for target in TARGETS for coding in CODINGS]
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        number = self._offset
        while not self.done.wait(BETWEEN_REQUESTS):
            target, coding = asked[number % len(asked)]
            number += 1
            begun = time.monotonic()
            try:
                connection.request("GET", target, headers={"Accept-Encoding": accepted(coding)})
                answer = connection.getresponse()
                body = answer.read()
            except (OSError, http.client.HTTPException) as error:
                self.problems.append(f"{target} {coding}: {error!r}")
                connection.close()
                continue
            there = time.monotonic()
            generation = self._generations.number(target, coding, answer.headers["ETag"] or "", body)
            if answer.status != 200 or generation < 0:
                self.problems.append(f"{target} {coding}: {answer.status}, {len(body)} bytes of no generation")
            self.observations.append(Observation(begun, there, generation))
        connection.close()


@contextmanager
def load(port: int, generations: Generations, count: int = 4) -> Iterator[list[Client]]:
    """So many clients that ask for as long as this lasts."""
    clients = [Client(port, generations, 7 * number) for number in range(count)]
    for client in clients:
        client.start()
    try:
        yield clients
    finally:
        for client in clients:
            client.done.set()
        for client in clients:
            client.join()


def wait_for_answers(clients: Sequence[Client], count: int) -> None:
    """Wait until each client has got so many answers more, or one has a problem."""
    before = [len(client.observations) for client in clients]
    wait(
        lambda: (
            problems(clients)
            or all(len(client.observations) >= n + count for client, n in zip(clients, before, strict=True))
        ),
        f"{count} answers to each client",
    )


def problems(clients: Sequence[Client]) -> list[str]:
    """What failed, and what was a mixture."""
    return [problem for client in clients for problem in client.problems]


def backward(clients: Sequence[Client]) -> int:
    """How many answers were of an older generation than one that was there, with any client, before they were asked for.

    Generations are numbered in the order in which they are activated.
    """
    by_start = sorted((seen for client in clients for seen in client.observations), key=lambda seen: seen.asked)
    by_end = sorted(by_start, key=lambda seen: seen.there)
    count = newest = place = 0
    for seen in by_start:
        while by_end[place].there < seen.asked:
            newest = max(newest, by_end[place].generation)
            place += 1
        count += 0 <= seen.generation < newest
    return count


class Cluster:
    """Replicas that follow a folder which nginx serves, each with its own cache of what it fetched."""

    def __init__(self, folder: Path, source: str, skews: Sequence[float]) -> None:
        self._folder = folder
        self._source = source
        self._skews = skews
        self.ports = [free_port() for _ in skews]
        self._processes: list[subprocess.Popen[str]] = []

    def start(self, number: int) -> None:
        """Start a replica; it answers when this returns."""
        port = self.ports[number]
        options = ["--snapshot", self._source, "--cache", str(self._folder / f"cache-{number}"), "--poll", "0.3"]
        options += ["--port", str(port), "--workers", "2" if number == 0 else "1", *LONG_TIMEOUTS]
        command = [sys.executable, "-c", _REPLICA, str(self._skews[number]), "serve", *options]
        process = start(command, port)
        if number < len(self._processes):
            self._processes[number] = process
        else:
            self._processes.append(process)

    def kill(self, number: int) -> None:
        """End a replica as a power cut does."""
        process = self._processes[number]
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.kill()
        process.communicate()
        wait_until_gone(workers)

    def stop(self) -> str:
        """End all replicas; what they said on standard error."""
        for process in self._processes:
            process.terminate()
        return "".join(process.communicate(timeout=PATIENCE)[1] for process in self._processes)


def wait_until_gone(pids: Sequence[str]) -> None:
    """Wait until none of some processes is there."""
    wait(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), f"the end of {pids}")


@contextmanager
def cluster(folder: Path, store: Path, skews: Sequence[float] = (0.0, 0.0, 0.0)) -> Iterator[Cluster]:
    """A replica for each skew of a clock, on a store that nginx serves."""
    if shutil.which("nginx") is None:
        missing("nginx is not installed (apt-get install nginx-light)")
    port = free_port()
    settings = f"server {{ listen 127.0.0.1:{port}; location / {{ root {store}; }} }}"
    with nginx(folder / "store-server", settings, port):
        replicas = Cluster(folder, f"http://127.0.0.1:{port}", skews)
        try:
            for number in range(len(skews)):
                replicas.start(number)
            yield replicas
        finally:
            replicas.stop()


@contextmanager
def balancer(kind: str, folder: Path, ports: Sequence[int], cached: bool = True) -> Iterator[int]:
    """nginx (perhaps without its cache) or HAProxy, with the recipe of deploy/ for these replicas; its port."""
    port = free_port()
    if kind == "nginx":
        recipe = nginx_recipe(folder, port, ports)
        text = recipe if cached else _replaced(recipe, {"proxy_cache sportlore;": "proxy_cache off;"})
        with nginx(folder, text, port):
            yield port
    else:
        with haproxy(folder, port, ports):
            yield port


def nginx_recipe(folder: Path, port: int, ports: Sequence[int]) -> str:
    """deploy/nginx/sportlore.conf with the addresses and folders of a test."""
    folder.mkdir(parents=True, exist_ok=True)
    generation = folder / "generation"
    if not generation.exists():
        generation.write_text('default "none";\n')
    text = _addressed((RECIPES / "nginx" / "sportlore.conf").read_text(), port, ports)
    return _replaced(
        text, {"/var/cache/nginx/sportlore": str(folder / "cache"), "/etc/nginx/sportlore-generation": str(generation)}
    )


@contextmanager
def haproxy(folder: Path, port: int, ports: Sequence[int], own: Mapping[str, str] = {}) -> Iterator[None]:
    """HAProxy with deploy/haproxy/haproxy.cfg and changes of one's own, listening."""
    if shutil.which("haproxy") is None:
        missing("HAProxy is not installed (apt-get install haproxy)")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "haproxy.cfg"
    file.write_text(_replaced(_addressed((RECIPES / "haproxy" / "haproxy.cfg").read_text(), port, ports), own))
    with (folder / "haproxy.log").open("w") as log:
        process = subprocess.Popen(["haproxy", "-db", "-f", str(file)], stdout=log, stderr=log)
    try:
        await_listener(process, port, folder / "haproxy.log")
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _addressed(text: str, port: int, ports: Sequence[int]) -> str:
    replicas = {f"192.0.2.{11 + number}:8000": f"127.0.0.1:{replica}" for number, replica in enumerate(ports)}
    listeners = (
        {"listen 80;": f"listen 127.0.0.1:{port};"} if "listen 80;" in text else {"bind :80": f"bind 127.0.0.1:{port}"}
    )
    return _replaced(text, replicas | listeners)


def _replaced(text: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        assert old in text, f"the recipe has no {old}"
        text = text.replace(old, new)
    return text
