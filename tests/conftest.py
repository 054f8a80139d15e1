"""What the tests share: the miniature world and its snapshot, real servers, and reference data."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import httpx
import pytest

from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.derive import derive
from sportlore.distribution.pointer import Pointer
from sportlore.distribution.publish import upload, write_pointer
from sportlore.distribution.stores import store_at
from sportlore.publication import Publication
from sportlore.registry import read

ROOT = Path(__file__).parent.parent
WORLD = ROOT / "tests" / "world"
CATALOGUE = ROOT / "catalogue"
REFERENCE = ROOT / "tests" / "reference"
SITE = "http://localhost:8000"
PATIENCE = 20.0
"""Seconds that a test waits for an answer or an end: far more than any limit that a server is started with."""

_SLOW_MODULES = {
    "test_builder",
    "test_formula",
    "test_relevance",
    "test_browser",
    "test_database",
    "test_deploy",
    "test_distribution",
    "test_locks",
    "test_replica",
    "test_rolling",
    "test_serving",
    "test_setup",
    "test_swap",
    "test_wheel",
}
_SLOW_FIXTURES = {"database", "world_server", "catalogue_server", "catalogue_snapshot", "node", "process", "servers"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow the tests that need a server, a browser or another program, beside those marked where they stand."""
    for item in items:
        if isinstance(item, pytest.Function) and (
            item.module.__name__ in _SLOW_MODULES or not _SLOW_FIXTURES.isdisjoint(item.fixturenames)
        ):
            item.add_marker("slow")


@pytest.fixture
def client(process: tuple[subprocess.Popen[str], int]) -> Iterator[socket.socket]:
    """A connection to the server of the module's own fixture `process`."""
    with socket.create_connection(("127.0.0.1", process[1]), timeout=PATIENCE) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield connection


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


@pytest.fixture(scope="session")
def world() -> Publication:
    """The miniature world, ready to render."""
    return Publication(derive(read(WORLD)), addresses(SITE))


@pytest.fixture(scope="session")
def catalogue() -> Publication:
    """The real catalogue, ready to render."""
    return Publication(derive(read(CATALOGUE)), addresses(SITE))


@pytest.fixture(scope="session")
def world_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of the miniature world."""
    folder = tmp_path_factory.mktemp("world") / "snapshot"
    build(WORLD, folder, addresses(SITE))
    return folder


@pytest.fixture(scope="session")
def catalogue_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of the real catalogue."""
    folder = tmp_path_factory.mktemp("catalogue") / "snapshot"
    build(CATALOGUE, folder, addresses(SITE))
    return folder


def free_port() -> int:
    """A port on the loopback interface that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(*arguments: str, port: int, cwd: Path = ROOT) -> subprocess.Popen[str]:
    """`sportlore serve` as a process of its own, answering when this returns."""
    return start([sys.executable, "-m", "sportlore", "serve", "--port", str(port), *arguments], port, cwd)


def start(command: list[str], port: int, cwd: Path = ROOT) -> subprocess.Popen[str]:
    """A command that serves, as a process of its own, answering on the port when this returns."""
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise AssertionError(f"the server ended: {process.communicate()}")
        try:
            if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                return process
        except httpx.TransportError:
            time.sleep(0.05)
    process.kill()
    raise AssertionError(f"the server did not answer: {process.communicate()}")


def stop(process: subprocess.Popen[str]) -> None:
    """Stop a server as an operator does, and see that it ends well."""
    process.terminate()
    assert process.wait(timeout=30) in (0, -15)
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of an empty database."""
    from postgres import address, postgres  # noqa: PLC0415  # it needs what this module defines

    with postgres() as server:
        yield address(server)


def publish(snapshot: Path, target: str) -> None:
    """Put a snapshot into a store, and make it the active one."""
    store = store_at(target)
    manifest = upload(snapshot, store)
    write_pointer(store, Pointer(manifest.generation))


@pytest.fixture(scope="session")
def world_server(world_snapshot: Path) -> Iterator[str]:
    """The address of a server on the miniature world."""
    port = free_port()
    process = serve("--snapshot", str(world_snapshot), port=port)
    yield f"http://127.0.0.1:{port}"
    stop(process)


@pytest.fixture(scope="session")
def catalogue_server(catalogue_snapshot: Path) -> Iterator[str]:
    """The address of a server on the real catalogue."""
    port = free_port()
    process = serve("--snapshot", str(catalogue_snapshot), port=port)
    yield f"http://127.0.0.1:{port}"
    stop(process)


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
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, (folder / "error.log").read_text()
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(30)
