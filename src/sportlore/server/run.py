"""Running the server: its settings, its signals, and the changes to new snapshots."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import threading
from collections.abc import Callable, Mapping
from functools import partial

import uvicorn

from sportlore.server import workers
from sportlore.server.app import App
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.fast_path import FastPath, FastPathConnection
from sportlore.server.limits import Limits
from sportlore.server.ports import GenerationSource, Mount, Storage

HAS_HANGUP = hasattr(signal, "SIGHUP")
"""Whether the system has SIGHUP, signal masks and the loop's signal handlers; Windows has none of them."""

_BACKLOG = 2_048
"""Connections that the system accepts before the server does."""
_ACCEPTED = 16
"""Connections that are accepted in one turn of the loop: uvloop accepts one for each listening socket, and where answers take
long, as those of searches do, the last of many clients that come at once would wait for as many turns."""
_SPARE_FILES = 512
"""Open files beside those of connections: libraries, pipes, and the mapped files of two snapshots, some 150 each."""


def serve(
    source: GenerationSource,
    host: str,
    port: int,
    count: int = 1,
    limits: Limits | None = None,
    storage: Storage | None = None,
    started: Callable[[], None] = lambda: None,
    mounts: Mapping[str, Mount] = {},
) -> None:
    """Serve the generations of a source with `count` workers until SIGTERM or SIGINT; requests under way are answered first.

    SIGHUP changes to a new snapshot. Without a storage, records are mapped files. `started` is called once, as soon as a worker
    answers. `mounts` are those of App.

    Raises SnapshotError for a snapshot that cannot be opened, and OSError for an address that cannot be listened on.
    """
    bounds = limits or Limits()
    allow_files(bounds.max_connections + _SPARE_FILES)
    # Until a worker can handle it, a SIGHUP waits instead of ending the process.
    if HAS_HANGUP:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    if count == 1:
        app = App(source.current(), bounds, storage, mounts=mounts)
        gc.freeze()  # what stays for ever is not looked through again and again, which takes 20 ms
        Server(app, source, started=started).run(_several(listening(host, port)))
        return
    checked = App(source.current(), bounds, storage).responder
    checked.close()
    verified = checked.generation  # the workers need not read all of its files again
    with listening(host, port) as probe:  # refuses an address that is in use, which a shared socket would not
        bound = probe.getsockname()[1]
    listeners = [listening(host, bound, shared=True) for _ in range(count)]
    first = workers.by_the_first(started)

    def work(listener: socket.socket, lifeline: int) -> None:
        app = App(source.current(), bounds, storage, verified, mounts)
        Server(app, source, lifeline, first).run(_several(listener))

    workers.run(listeners, work, bounds.stop_timeout)


def listening(host: str, port: int, shared: bool = False) -> socket.socket:
    """A listening socket; `shared` ones may have the same address, and the kernel distributes new connections to them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if not host.isprintable():  # which the socket could not even encode
        raise OSError(0, "this is no name of a host")
    return socket.create_server((host, port), family=family, backlog=_BACKLOG, reuse_port=shared)


def _several(listener: socket.socket) -> list[socket.socket]:
    """A listening socket and duplicates of it, which accept from the same queue of connections."""
    return [listener, *(listener.dup() for _ in range(_ACCEPTED - 1))]


def allow_files(count: int) -> None:
    """Let this process have as many open files as its connections need, as far as the system permits."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        most = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def config(app: App, protocol: Callable[..., asyncio.Protocol] | None = None) -> uvicorn.Config:
    """The settings of uvicorn: the fast path (or another protocol), no access log, no Server header, a bounded stop."""
    return uvicorn.Config(
        app,
        http=protocol or partial(FastPathConnection, FastPath(app), DeadlineWatcher(app.limits)),  # type: ignore[arg-type]
        loop="auto",  # uvloop where there is one, else asyncio's
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=app.limits.stop_timeout,  # type: ignore[arg-type]
    )


class Server(uvicorn.Server):
    """A worker: uvicorn's server, which also changes to new snapshots and does not outlive its parent."""

    def __init__(
        self,
        app: App,
        source: GenerationSource,
        lifeline: int | None = None,
        started: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config(app))
        self.app = app
        self.source = source
        self.started_serving = started
        self.lifeline = lifeline

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen; then unblock the signals that came meanwhile."""
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        if HAS_HANGUP:
            loop.add_signal_handler(signal.SIGHUP, self.app.swap)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, workers.SIGNALS)
        if self.lifeline is not None:
            loop.add_reader(self.lifeline, self._orphaned, loop, self.lifeline)
        self._watching = loop.create_task(self.app.storage.watch(lambda: self.app.responder.generation))
        threading.Thread(target=self.source.follow, args=(loop, self.app), daemon=True).start()
        self.started_serving()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what is under way, then close the storage."""
        await super().shutdown(sockets)
        self._watching.cancel()
        self.app.storage.close()

    def _orphaned(self, loop: asyncio.AbstractEventLoop, lifeline: int) -> None:
        """Stop, since the parent is gone: it had the other end of the pipe open."""
        loop.remove_reader(lifeline)
        self.should_exit = True
