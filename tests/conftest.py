"""What the tests share: the miniature world and its snapshot, real servers, and reference data."""

from __future__ import annotations

import fcntl
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from random import SystemRandom
from typing import Any, NoReturn

import httpx
import pytest
from hypothesis import settings

from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.derive import Knowledge, derive
from sportlore.publication import Publication
from sportlore.registry import Registry, read
from sportlore.replication.pointer import Pointer
from sportlore.replication.publish import upload, write_pointer
from sportlore.replication.stores import target_at
from sportlore.server.answer import Request, Responder, Response
from sportlore.snapshot import Snapshot

ROOT = Path(__file__).parent.parent
WORLD = ROOT / "tests" / "world"
CATALOGUE = ROOT / "catalogue"
REFERENCE = ROOT / "tests" / "reference"
SITE = "http://localhost:8000"
PATIENCE = 60.0
"""Seconds after which a test that waits has failed: far more than a slow and busy machine takes for anything here."""
LONG_TIMEOUTS = ("--request-timeout=600", "--idle-timeout=600", "--send-timeout=600")
"""The options of a server that ends no connection because a test is slow. A test that wants one of them short gives it again."""

# Hypothesis tries the same examples everywhere, remembers nothing, and lets each take as long as it takes. Others are tried with
# `pytest --hypothesis-profile=default`.
settings.load_profile("ci")

_SLOW_MODULES = {
    "test_builder",
    "test_formula",
    "test_relevance",
    "test_browser",
    "test_firefox",
    "test_page_pictures",
    "test_clocks",
    "test_database",
    "test_deploy",
    "test_replication",
    "test_locks",
    "test_proxies",
    "test_replica",
    "test_rolling",
    "test_serving",
    "test_setup",
    "test_swap",
    "test_wheel",
}
_LONGEST = (
    "rules replication types builder browser database build rolling swap deploy clocks benchmarks wheel clients proxies "
    "fast_path connection contract torture damage formula serving replica"
).split()
"""The modules that take longest, half of which wait for servers: they are begun first, so that none is left at the end."""
_SLOW_FIXTURES = {"database", "world_server", "catalogue_server", "catalogue_snapshot", "node", "process", "servers"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow the tests that need a server, a browser or another program, beside those marked where they stand.

    The longest modules come first.
    """
    for item in items:
        if isinstance(item, pytest.Function) and (
            item.module.__name__ in _SLOW_MODULES or not _SLOW_FIXTURES.isdisjoint(item.fixturenames)
        ):
            item.add_marker("slow")
    rank = {f"test_{name}": number for number, name in enumerate(_LONGEST)}
    items.sort(key=lambda item: rank.get(item.path.stem, len(rank)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Twice as many processes as there are cores: many tests wait for a server."""
    return max(2, (os.cpu_count() or 1) * 2)


@pytest.fixture
def client(process: tuple[subprocess.Popen[str], int]) -> Iterator[socket.socket]:
    """A connection to the server of the module's own fixture `process`."""
    with socket.create_connection(("127.0.0.1", process[1]), timeout=PATIENCE) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield connection


def connect(process: tuple[subprocess.Popen[str], int], sent: bytes) -> socket.socket:
    """A connection on which this is there when the server first looks at it, however late that is."""
    started, port = process
    started.send_signal(signal.SIGSTOP)
    try:
        client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall(sent)
    finally:
        started.send_signal(signal.SIGCONT)
    return client


def rest(client: socket.socket) -> bytes:
    """All that the server still says before it closes."""
    said = b""
    try:
        while received := client.recv(1 << 16):
            said += received
    except ConnectionResetError:
        pass
    return said


def missing(reason: str) -> NoReturn:
    """A test lacks a program: it skips with the reason, and fails in CI, which has every program."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@cache
def real_catalogue() -> Registry:
    """The real catalogue as it is authored, read once by each process of a run."""
    return read(CATALOGUE)


def real_types() -> Mapping[str, Mapping[str, object]]:
    """The types of the real catalogue as one file states them: enough to name tests by, and quickly read."""
    return tomllib.loads((CATALOGUE / "vocabulary" / "types.toml").read_text(encoding="utf-8"))


@cache
def real_knowledge() -> Knowledge:
    """What the real catalogue says, derived once by each process of a run."""
    return derive(real_catalogue())


@pytest.fixture(scope="session")
def world() -> Publication:
    """The miniature world, ready to render."""
    return Publication(derive(read(WORLD)), addresses(SITE))


@pytest.fixture(scope="session")
def catalogue() -> Publication:
    """The real catalogue, ready to render."""
    return Publication(real_knowledge(), addresses(SITE))


def snapshot_of(catalogue: Path, basetemp: Path, site: str = SITE) -> Path:
    """A snapshot that is built once in a run, by whichever process of it comes first: nobody changes it."""
    shared = basetemp.parent if "PYTEST_XDIST_WORKER" in os.environ else basetemp
    folder = shared / re.sub(r"\W+", "-", f"snapshot-{catalogue.name}-{site}")
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "manifest.json").exists():
            build(catalogue, folder, addresses(site))
    return folder


@pytest.fixture(scope="session")
def world_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of the miniature world."""
    return snapshot_of(WORLD, tmp_path_factory.getbasetemp())


@pytest.fixture(scope="module")
def responder(world_snapshot: Path) -> Iterator[Responder]:
    """An open snapshot of the miniature world."""
    opened = Responder(Snapshot(world_snapshot))
    yield opened
    opened.close()


def ask(responder: Responder, target: str, **headers: str) -> Response:
    """What an open snapshot answers to a target."""
    path, _, query = target.partition("?")
    return responder.answer(Request("GET", path, query.encode(), headers, path))


def body(responder: Responder, target: str) -> Any:
    """The JSON of an answer with status 200."""
    response = ask(responder, target)
    assert response.status == 200, response.body
    return json.loads(response.body)


def numbered(factory: pytest.TempPathFactory, count: int) -> tuple[Path, ...]:
    """Snapshots of the miniature world that differ in the addresses of their pages, which a test may spoil."""
    folder = factory.mktemp("generations")
    sites = (f"https://{number}.example" for number in range(count))
    built = (snapshot_of(WORLD, factory.getbasetemp(), site) for site in sites)
    return tuple(Path(shutil.copytree(snapshot, folder / str(i))) for i, snapshot in enumerate(built))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the miniature world that a test may spoil."""
    return Path(shutil.copytree(WORLD, tmp_path / "catalogue"))


@pytest.fixture(scope="session")
def catalogue_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of the real catalogue."""
    return snapshot_of(CATALOGUE, tmp_path_factory.getbasetemp())


class FilterIndex(dict[bytes, bytes]):
    """The index of filters in memory, as a snapshot has it."""

    slugs: Mapping[str, list[str]] = {}

    def value(self, key: bytes) -> bytes | None:
        return self.get(key)

    def pairs_from(self, start: bytes) -> Iterator[tuple[bytes, bytes]]:
        return iter(sorted((key, value) for key, value in self.items() if key.startswith(start)))

    def near(self, parent: str, name: str) -> list[str]:
        return self.slugs[parent.rpartition("/")[2]]


def free_port() -> int:
    """A port on the loopback interface that nothing listens on.

    It is below those that the system gives to connections: one of these might take it before the server is there. And it is
    drawn, since other processes look for ports at the same time.
    """
    while True:
        port = SystemRandom().randrange(10_000, 32_768)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                continue
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def wait(condition: Callable[[], object], what: str = "what the test waits for") -> None:
    """Ask again and again until a condition is met."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited too long for {what}"
        time.sleep(0.02)


def open_connections(port: int) -> int:
    """How many connections to a port a server has not closed, those included that it has not accepted yet."""
    sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    established, left_by_the_client = "01", "08"
    return sum(
        int(local.rpartition(":")[2], 16) == port and state in (established, left_by_the_client)
        for _, local, _, state, *_ in sockets
    )


def next_line(process: subprocess.Popen[str]) -> str:
    """The next line that a process writes to standard error. Only for one that this reads from its start to its end."""
    assert process.stderr is not None
    line = b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([process.stderr], [], [], PATIENCE)
        assert ready, f"waited too long for a line after {line!r}"
        read = os.read(process.stderr.fileno(), 1)
        assert read, f"the process ended after {line!r}"
        line += read
    return line.decode()


def command(*arguments: str) -> list[str]:
    """`sportlore` with these arguments, by the interpreter of the tests."""
    return [sys.executable, "-m", "sportlore", *arguments]


def serve(*arguments: str, port: int, cwd: Path = ROOT) -> subprocess.Popen[str]:
    """`sportlore serve` as a process of its own, answering when this returns."""
    return start(command("serve", "--port", str(port), *arguments), port, cwd)


def start(command: list[str], port: int, cwd: Path = ROOT, log: Path | None = None) -> subprocess.Popen[str]:
    """A command that serves, as a process of its own, answering on the port when this returns.

    What it says on standard error goes into the log, if there is one, where it can be read at any time.
    """
    with log.open("a") if log else nullcontext(subprocess.PIPE) as errors:
        process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=errors, text=True)
    deadline = time.monotonic() + 2 * PATIENCE  # it may read and compare a whole catalogue first
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise AssertionError(f"the server ended: {process.communicate()}")
        try:
            if httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).status_code == 200:
                return process
        except httpx.TransportError:
            time.sleep(0.05)
    process.kill()
    raise AssertionError(f"the server did not answer: {process.communicate()}")


def stop(process: subprocess.Popen[str]) -> None:
    """Stop a server as an operator does, and see that it ends well."""
    process.terminate()
    assert process.wait(PATIENCE) in (0, -15)
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


BUCKET = "catalogue"


@pytest.fixture(scope="session")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that speaks S3, with an empty bucket."""
    port = free_port()
    moto = [sys.executable, "-c", f"from moto.server import main; main(['-p', '{port}'])"]
    with (tmp_path_factory.mktemp("s3") / "log").open("w") as log:
        process = subprocess.Popen(moto, stdout=log, stderr=log)

    def has_bucket() -> bool:
        try:
            return httpx.put(f"http://127.0.0.1:{port}/{BUCKET}", timeout=PATIENCE).is_success
        except httpx.TransportError:
            return False

    wait(has_bucket, "the S3 server")
    yield port
    process.kill()
    process.wait()


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of an empty database."""
    from postgres import address, postgres  # noqa: PLC0415  # it needs what this module defines

    with postgres() as server:
        yield address(server)


def publish(snapshot: Path, target: str) -> None:
    """Put a snapshot into a store, and make it the active one."""
    store = target_at(target)
    manifest = upload(snapshot, store)
    write_pointer(store, Pointer(manifest.generation), time.time())


@pytest.fixture(scope="session")
def world_server(world_snapshot: Path) -> Iterator[str]:
    """The address of a server on the miniature world."""
    port = free_port()
    process = serve("--snapshot", str(world_snapshot), *LONG_TIMEOUTS, port=port)
    yield f"http://127.0.0.1:{port}"
    stop(process)


@pytest.fixture(scope="session")
def catalogue_server(catalogue_snapshot: Path) -> Iterator[str]:
    """The address of a server on the real catalogue."""
    port = free_port()
    process = serve("--snapshot", str(catalogue_snapshot), *LONG_TIMEOUTS, port=port)
    yield f"http://127.0.0.1:{port}"
    stop(process)


def await_listener(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until something listens on a port, as long as the process runs."""

    def listens() -> bool:
        assert process.poll() is None, log.read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    wait(listens, f"a listener on port {port}")


NGINX = """
daemon off;
master_process {master};
pid {folder}/pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 512; }}
http {{
  access_log off;
  default_type application/json;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {settings}
}}
"""


@contextmanager
def nginx(folder: Path, text: str, port: int, master: bool = False) -> Iterator[None]:
    """nginx with these settings, listening; with a master process it can be told to reload them."""
    user = "user root;" if os.geteuid() == 0 else ""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, user=user, settings=text, master="on" if master else "off"))
    process = subprocess.Popen(["nginx", "-c", str(file), "-e", str(folder / "error.log")])
    try:
        await_listener(process, port, folder / "error.log")
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
