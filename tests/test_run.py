"""How a server is set up and started: sockets, limits of the system, settings of uvicorn, signals, rebuilding."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import uvloop
from conftest import PATIENCE, SITE

from sportlore.contract.record import resource as ready
from sportlore.server import run, workers
from sportlore.server.app import App
from sportlore.server.connection import LimitedConnection
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.fast_path import FastPath, FastPathConnection
from sportlore.server.limits import Limits
from sportlore.server.local import MappedFiles, SnapshotFolder
from sportlore.server.ports import GenerationSource
from sportlore.server.run import Server
from sportlore.snapshot import Index, Info, SnapshotError
from sportlore.snapshot.writer import write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A snapshot with one address."""
    info = Info(version="1", site_url=SITE, base_url=f"{SITE}/v1", lists={}, redirects={})
    write(tmp_path / "snapshot", [ready("/", "text/plain", b"home")], info, Index(dict, []), lambda _: b"")
    return tmp_path / "snapshot"


@pytest.fixture
def app(folder: Path) -> Iterator[App]:
    opened = App(folder, Limits(stop_timeout=3.0, max_connections=7))
    yield opened
    opened.responder.close()


@pytest.mark.parametrize(
    ("host", "family"), [("127.0.0.1", socket.AF_INET), ("localhost", socket.AF_INET), ("::1", socket.AF_INET6)]
)
def test_listening(host: str, family: int) -> None:
    with run.listening(host, 0) as listener:
        assert listener.family == family
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT) == 0
        with pytest.raises(OSError, match="in use"):
            run.listening(host, listener.getsockname()[1])
        with socket.create_connection(listener.getsockname()[:2], timeout=PATIENCE):
            pass


def test_shared_sockets_have_one_address() -> None:
    with run.listening("127.0.0.1", 0, shared=True) as first:
        port = first.getsockname()[1]
        with run.listening("127.0.0.1", port, True) as second:
            assert second.getsockname() == first.getsockname()


def test_connections_that_come_at_once_are_accepted_at_once(app: App) -> None:
    async def turns() -> int:
        """Turns of the loop until all connections that were there before are accepted."""
        sockets = run._several(run.listening("127.0.0.1", 0))
        clients = [
            socket.create_connection(sockets[0].getsockname(), timeout=PATIENCE)
            for _ in range(app.limits.max_connections)
        ]
        server = uvicorn.Server(run.config(app))
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        await server.startup(sockets)
        taken = 0
        while len(server.server_state.connections) < len(clients) and taken < 100:
            await asyncio.sleep(0)
            taken += 1
        for client in clients:
            client.close()
        await server.shutdown(sockets)
        return taken

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(turns()) < 4


def test_many_connections_wait_until_they_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr(socket, "create_server", lambda *args, **named: given.append((args, named)))
    run.listening("127.0.0.1", 7, shared=True)
    named = {"family": socket.AF_INET, "backlog": 2_048, "reuse_port": True}
    assert given == [((("127.0.0.1", 7),), named)]


NONE = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("count", "limits", "expected"),
    [
        (100, (50, 200), (100, 200)),
        (100, (50, 80), (80, 80)),
        (100, (50, NONE), (100, NONE)),
        (100, (50, 50), (50, 50)),
        (100, (100, 200), None),
        (100, (101, 200), None),
        (100, (NONE, NONE), None),
    ],
)
def test_as_many_files_as_the_system_permits(
    monkeypatch: pytest.MonkeyPatch, count: int, limits: tuple[int, int], expected: tuple[int, int] | None
) -> None:
    changes: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: limits if which == resource.RLIMIT_NOFILE else (0, 0))
    monkeypatch.setattr(resource, "setrlimit", lambda *given: changes.append(given))
    run.allow_files(count)
    assert changes == ([(resource.RLIMIT_NOFILE, expected)] if expected else [])


def test_a_system_without_such_a_limit_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    run.allow_files(10**9)


def test_the_settings_of_uvicorn(app: App) -> None:
    made = run.config(app)
    assert made.app is app
    assert (made.loop, made.ws, made.lifespan, made.log_level) == ("auto", "none", "off", "error")
    assert (made.access_log, made.server_header, made.proxy_headers) == (False, False, False)
    assert made.timeout_graceful_shutdown == 3.0
    protocol: Any = made.http
    assert isinstance(protocol, partial)
    assert protocol.func is FastPathConnection
    fast_path, watcher = protocol.args
    assert isinstance(fast_path, FastPath)
    assert fast_path.app is app
    assert isinstance(watcher, DeadlineWatcher)
    assert watcher.limits is app.limits


def test_another_protocol_may_be_given(app: App) -> None:
    other = partial(LimitedConnection, DeadlineWatcher(app.limits))
    given: Any = run.config(app, other).http
    assert given is other


class Started:
    """What `serve` starts, noted in its place."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.servers: list[tuple[App, Any, Any, list[socket.socket]]] = []
        self.workers: list[Any] = []
        self.files: list[int] = []
        self.masks: list[Any] = []
        started = self

        class Noted:
            def __init__(
                self,
                app: App,
                source: GenerationSource,
                lifeline: int | None = None,
                started: Callable[[], None] = lambda: None,
            ) -> None:
                self.given = (app, source, lifeline)

            def run(self, sockets: list[socket.socket]) -> None:
                started.servers.append((*self.given, sockets))

        patch.setattr(run, "Server", Noted)
        patch.setattr(workers, "run", lambda *given: self.workers.append(given))
        patch.setattr(run, "allow_files", self.files.append)
        patch.setattr(signal, "pthread_sigmask", lambda *given: self.masks.append(given))

    def close(self) -> None:
        for app, _, _, sockets in self.servers:
            app.responder.close()
            for listener in sockets:
                listener.close()
        for listeners, _, _ in self.workers:
            for listener in listeners:
                listener.close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    made = Started(monkeypatch)
    yield made
    made.close()


def test_one_server_serves_in_this_process(folder: Path, started: Started) -> None:
    source = SnapshotFolder(folder)
    run.serve(source, "127.0.0.1", 0)
    ((app, given, lifeline, sockets),) = started.servers
    assert (app.limits, given, lifeline) == (Limits(), source, None)
    assert app.responder.snapshot.folder.parent == folder
    assert len(sockets) == 16
    assert len({listener.getsockname() for listener in sockets}) == 1
    assert sockets[0].getsockname()[0] == "127.0.0.1"
    assert started.files == [2_512]
    assert started.masks == [(signal.SIG_BLOCK, {signal.SIGHUP})]
    assert started.workers == []


def test_a_server_has_the_limits_the_port_and_the_storage_it_is_given(folder: Path, started: Started) -> None:
    storage = MappedFiles(verify_all=False)
    limits = Limits(max_connections=5)
    with run.listening("127.0.0.1", 0) as probe:
        port = probe.getsockname()[1]
    run.serve(SnapshotFolder(folder), "127.0.0.1", port, 1, limits, storage)
    ((app, _, _, sockets),) = started.servers
    assert (app.limits, app.storage) == (limits, storage)
    assert {listener.getsockname() for listener in sockets} == {("127.0.0.1", port)}
    assert started.files == [517]
    assert started.workers == []


def test_several_workers_share_an_address(folder: Path, started: Started) -> None:
    limits = Limits(stop_timeout=4.0)
    source = SnapshotFolder(folder)
    run.serve(source, "127.0.0.1", 0, 3, limits)
    ((listeners, work, stop_timeout),) = started.workers
    assert len({listener.getsockname() for listener in listeners}) == 1
    assert [listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT) for listener in listeners] == [1, 1, 1]
    assert listeners[0].getsockname()[0] == "127.0.0.1"
    assert stop_timeout == 4.0
    assert started.servers == []
    (records,) = folder.glob("*/records-*")
    records.write_bytes(records.read_bytes().replace(b"home", b"HOME"))
    work(listeners[1], 9)  # which need not read again what the parent has verified
    ((app, given, lifeline, sockets),) = started.servers
    assert (app.limits, given, lifeline, sockets[0]) == (limits, source, 9, listeners[1])
    assert len(sockets) == 16


def test_an_address_that_is_in_use_is_refused_before_workers_are_started(folder: Path, started: Started) -> None:
    with run.listening("127.0.0.1", 0, shared=True) as other, pytest.raises(OSError, match="in use"):
        run.serve(SnapshotFolder(folder), "127.0.0.1", other.getsockname()[1], 2)
    assert started.workers == []


@pytest.mark.parametrize("count", [1, 2])
def test_a_damaged_snapshot_is_noticed_before_anything_is_started(folder: Path, started: Started, count: int) -> None:
    (records,) = folder.glob("*/records-*")
    records.write_bytes(records.read_bytes().replace(b"home", b"HOME"))
    with pytest.raises(SnapshotError):
        run.serve(SnapshotFolder(folder), "127.0.0.1", 0, count)
    assert (started.servers, started.workers) == ([], [])
    run.serve(SnapshotFolder(folder), "127.0.0.1", 0, count, storage=MappedFiles(verify_all=False))
    assert len(started.servers) + len(started.workers) == 1
    for _, work, _ in started.workers:
        work(socket.socket(), 1)
    assert len(started.servers) == 1


def test_without_hangups_no_signal_is_blocked(folder: Path, started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "HAS_HANGUP", False)
    run.serve(SnapshotFolder(folder), "127.0.0.1", 0)
    assert started.masks == []


class Loop:
    """In the place of the event loop: what a server asks of it when it starts."""

    def __init__(self) -> None:
        self.handlers: list[Any] = []
        self.readers: list[Any] = []

    def add_signal_handler(self, number: int, handler: Callable[[], None]) -> None:
        self.handlers.append((number, handler))

    def add_reader(self, *given: Any) -> None:
        self.readers.append(given)

    def remove_reader(self, number: int) -> None:
        self.readers.append(("removed", number))

    def create_task(self, watch: Coroutine[Any, Any, None]) -> None:
        watch.close()


def start(server: Server, patch: pytest.MonkeyPatch) -> tuple[Loop, list[Any]]:
    """The loop and the changes of the signal mask when a server starts."""
    loop, events = Loop(), []

    async def startup(self: uvicorn.Server, sockets: list[socket.socket] | None = None) -> None:
        events.append(("startup", sockets))

    patch.setattr(uvicorn.Server, "startup", startup)
    patch.setattr(asyncio, "get_running_loop", lambda: loop)
    patch.setattr(signal, "pthread_sigmask", lambda *given: events.append(given))
    asyncio.run(server.startup(["sockets"]))  # type: ignore[list-item]
    return loop, events


def server_of(app: App, lifeline: int | None = None) -> Server:
    return Server(app, SnapshotFolder(Path()), lifeline)


def test_a_server_listens_and_then_handles_hangups(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(app)
    assert (server.app, server.config.app, server.lifeline) == (app, app, None)
    loop, events = start(server, monkeypatch)
    assert events == [("startup", ["sockets"]), (signal.SIG_UNBLOCK, workers.SIGNALS)]
    assert loop.handlers == [(signal.SIGHUP, app.swap)]
    assert loop.readers == []


def test_a_server_without_hangups_handles_none(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "HAS_HANGUP", False)
    loop, events = start(server_of(app), monkeypatch)
    assert (loop.handlers, events) == ([], [("startup", ["sockets"])])


def test_a_worker_whose_parent_is_gone_stops(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(app, 9)
    loop, _ = start(server, monkeypatch)
    ((lifeline, orphaned, *arguments),) = loop.readers
    assert (lifeline, server.should_exit) == (9, False)
    orphaned(*arguments)
    assert loop.readers[1:] == [("removed", 9)]
    assert server.should_exit is True


def test_a_server_follows_its_source_in_a_thread(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[Any] = []
    source = SnapshotFolder(Path())
    monkeypatch.setattr(source, "follow", lambda *given: followed.append(given))
    threads: list[threading.Thread] = []

    thread = threading.Thread

    def note(**given: Any) -> threading.Thread:
        threads.append(thread(**given))
        return threads[-1]

    monkeypatch.setattr(threading, "Thread", note)
    loop, _ = start(Server(app, source), monkeypatch)
    threads[0].join()
    assert followed == [(loop, app)]
    assert threads[0].daemon
