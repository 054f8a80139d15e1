"""Between a replica and its store or database stands what fails: a proxy that goes away or hangs, a network with faults."""

from __future__ import annotations

import http.client
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random

import httpx
import pytest
from cluster import Generations, load, problems, wait_for_answers
from conftest import LONG_TIMEOUTS, PATIENCE, await_listener, free_port, missing, publish, serve, stop, wait
from postgres import Postgres, address, postgres

from sportlore.cli import main
from sportlore.replication.store import StoreError
from sportlore.replication.stores import target_at
from sportlore.snapshot import verify

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}
SPORT = "/v1/entities/sport/tennis"


@pytest.fixture(scope="module")
def generations(tmp_path_factory: pytest.TempPathFactory) -> Generations:
    """Snapshots that differ in every answer."""
    return Generations(tmp_path_factory, 2)


# HAProxy in front of PostgreSQL.


@pytest.fixture
def primary() -> Iterator[Postgres]:
    """A server with an empty database."""
    with postgres() as server:
        yield server


@contextmanager
def tcp_proxy(folder: Path, port: int, behind: int) -> Iterator[subprocess.Popen[bytes]]:
    """HAProxy, which passes on the connections to a port."""
    if shutil.which("haproxy") is None:
        missing("HAProxy is not installed (apt-get install haproxy)")
    folder.mkdir(exist_ok=True)
    (folder / "haproxy.cfg").write_text(
        "defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 60s\n  timeout server 60s\n"
        f"listen database\n  bind 127.0.0.1:{port}\n  server one 127.0.0.1:{behind}\n"
    )
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(["haproxy", "-db", "-f", str(folder / "haproxy.cfg")], stdout=log, stderr=log)
    try:
        await_listener(process, port, folder / "log")
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)


def test_records_come_through_a_proxy_that_goes_away_hangs_and_comes_back(
    generations: Generations, primary: Postgres, tmp_path: Path
) -> None:
    port = free_port()
    through = address(primary).replace(str(primary.port), str(port))
    with tcp_proxy(tmp_path / "proxy", port, primary.port):
        publish(generations.folders[0], through)
        options = ["--records", through, "--records-cache", "0", "--records-timeout", "2", *LONG_TIMEOUTS]
        process = serve("--snapshot", str(generations.folders[0]), *options, port=(own := free_port()))
    try:
        wait(lambda: status(own) == 503)
        with tcp_proxy(tmp_path / "proxy", port, primary.port) as proxy:
            wait(lambda: status(own) == 200)
            with load(own, generations) as clients:
                wait_for_answers(clients, 30)
            assert problems(clients) == []
            proxy.send_signal(signal.SIGSTOP)
            wait(lambda: status(own) == 503)
            proxy.send_signal(signal.SIGCONT)
            wait(lambda: status(own) == 200)
            with load(own, generations) as clients:
                wait_for_answers(clients, 30)
            assert problems(clients) == []
    finally:
        stop(process)


def status(port: int) -> int:
    return httpx.get(f"http://127.0.0.1:{port}{SPORT}", timeout=PATIENCE).status_code


# S3 behind a network with faults.


class Faulty(ThreadingHTTPServer):
    """Passes requests on to a server, and spoils some: it refuses, breaks off in the middle of an answer, or says nothing."""

    daemon_threads = True

    def __init__(self, behind: int, faults: tuple[str, ...], share: float, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.behind = behind
        self.spoilt = 0
        self._faults = faults
        self._share = share
        self._chance = Random(seed)
        self._lock = threading.Lock()

    def fault(self) -> str:
        """What is to become of the next request; "" for nothing."""
        with self._lock:
            if not self._faults or self._chance.random() >= self._share:
                return ""
            self.spoilt += 1
            return self._chance.choice(self._faults)

    def heal(self) -> None:
        """Spoil nothing from now on."""
        self._faults = ()

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that leave are part of it."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Faulty

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fault = self.server.fault()
        if fault == "drop":
            self.close_connection = True
            return
        if fault == "refuse":
            self._answer(503, [("Content-Type", "application/xml")], b"<Error><Code>SlowDown</Code></Error>")
            return
        connection = http.client.HTTPConnection("127.0.0.1", self.server.behind, timeout=PATIENCE)
        connection.request(self.command, self.path, body, dict(self.headers.items()))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        own = {"transfer-encoding", "connection", "content-length", "date", "server"}
        fields = [(name, value) for name, value in answer.getheaders() if name.lower() not in own]
        length = int(answer.headers.get("Content-Length") or len(content)) if self.command == "HEAD" else len(content)
        self._answer(answer.status, fields, content[: len(content) // 2] if fault == "break" else content, length)
        self.close_connection = fault == "break"

    def _answer(self, status: int, fields: list[tuple[str, str]], content: bytes, length: int | None = None) -> None:
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(content)

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _pass_on  # noqa: N815


@contextmanager
def faulty(port: int, faults: tuple[str, ...], share: float, seed: int = 0) -> Iterator[Faulty]:
    """What passes requests on to a port, and spoils a share of them."""
    server = Faulty(port, faults, share, seed)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("faults", [("refuse",), ("drop",), ("break",), ("refuse", "drop", "break")])
def test_a_bucket_behind_faults_is_published_to_and_fetched_from_whole(
    faults: tuple[str, ...], generations: Generations, s3: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each attempt succeeds or ends in one line; repeated, it goes on where it was, and what arrives is what was sent."""
    store = f"s3://catalogue/{tmp_path.name}"
    with faulty(s3, faults, 0.15) as network:
        for name, value in (KEYS | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{network.server_port}"}).items():
            monkeypatch.setenv(name, value)
        for number, folder in enumerate(generations.folders):
            repeat(["publish", str(folder), store, "--activate-in", "0"])
            cache = tmp_path / "cache"
            repeat(["fetch", store, "--cache", str(cache)])
            assert list(verify(cache / generations.names[number])) == []
        assert network.spoilt > 3


def repeat(command: list[str]) -> None:
    """Give a command again until it succeeds."""
    wait(lambda: main(command) == 0, " ".join(command))


def test_a_bucket_that_is_away_is_said_in_one_line(s3: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with faulty(s3, ("drop",), 1.0) as network:
        for name, value in (KEYS | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{network.server_port}"}).items():
            monkeypatch.setenv(name, value)
        with pytest.raises(StoreError) as away:
            target_at(f"s3://catalogue/{tmp_path.name}").pointer()
        assert "\n" not in str(away.value)
        network.heal()
        with pytest.raises(StoreError, match=r"current\.json"):
            target_at(f"s3://catalogue/{tmp_path.name}").pointer()
