"""Running the server: its settings, its signals, and the changes to new snapshots."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from sportlore.database.lookups import Lookups
from sportlore.server import workers
from sportlore.server.app import App
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.fast_path import FastPath, FastPathConnection
from sportlore.server.limits import Limits

if TYPE_CHECKING:  # what serves a snapshot of this machine loads no client of stores
    from sportlore.server.replica import Replica

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
    folder: Path,
    host: str,
    port: int,
    count: int = 1,
    builds: Iterator[bool] | None = None,
    limits: Limits | None = None,
    whole: bool = True,
    replica: Replica | None = None,
    lookups: Lookups | None = None,
) -> None:
    """Serve a snapshot until SIGTERM or SIGINT; requests under way are answered first. SIGHUP changes to a new snapshot.

    If not `whole`, only the sizes and the index of a snapshot are compared with its manifest. `builds` tells, for each attempt of
    a process that builds the catalogue again, whether a new snapshot stands. With a `replica`, what it has fetched is
    served in the place of `folder`, and its store is followed. With `lookups`, the bytes of records come from a database.

    Raises SnapshotError for a snapshot that cannot be opened, and OSError for an address that cannot be listened on.
    """
    bounds = limits or Limits()
    allow_files(bounds.max_connections + _SPARE_FILES)
    # Until a worker can handle it, a SIGHUP waits instead of ending the process.
    if HAS_HANGUP:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    current = replica.current if replica else lambda: folder
    if count == 1 or builds is not None:
        app = App(current(), bounds, whole and builds is None, lookups=lookups)
        gc.freeze()  # what stays for ever is not looked through again and again, which takes 20 ms
        Server(app, builds=builds, replica=replica).run(_several(listening(host, port)))
        return
    checked = App(current(), bounds, whole, lookups=lookups).service
    checked.close()
    verified = checked.generation  # the workers need not read all of its files again
    with listening(host, port) as probe:  # refuses an address that is in use, which a shared socket would not
        bound = probe.getsockname()[1]
    listeners = [listening(host, bound, shared=True) for _ in range(count)]
    workers.run(
        listeners,
        lambda listener, lifeline: Server(
            App(current(), bounds, whole, verified, lookups), lifeline, replica=replica
        ).run(_several(listener)),
        bounds.stop_timeout,
    )


def listening(host: str, port: int, shared: bool = False) -> socket.socket:
    """A listening socket; `shared` ones may have the same address, and the kernel distributes new connections to them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
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
        lifeline: int | None = None,
        builds: Iterator[bool] | None = None,
        replica: Replica | None = None,
    ) -> None:
        super().__init__(config(app))
        self.app = app
        self.lifeline = lifeline
        self.builds = builds
        self.replica = replica

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen; then unblock the signals that came meanwhile."""
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        if HAS_HANGUP:
            loop.add_signal_handler(signal.SIGHUP, self.app.swap)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, workers.SIGNALS)
        if self.lifeline is not None:
            loop.add_reader(self.lifeline, self._orphaned, loop, self.lifeline)
        if self.builds is not None:
            threading.Thread(target=_swap_on_build, args=(loop, self.app, self.builds), daemon=True).start()
        if self.app.lookups is not None:
            self._probing = loop.create_task(self.app.lookups.follow(lambda: self.app.service.generation))
        if self.replica is not None:
            threading.Thread(target=self.replica.follow, args=(loop, self.app), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what is under way, then leave the database."""
        await super().shutdown(sockets)
        if self.app.lookups is not None:
            self._probing.cancel()
            self.app.lookups.close()

    def _orphaned(self, loop: asyncio.AbstractEventLoop, lifeline: int) -> None:
        """Stop, since the parent is gone: it had the other end of the pipe open."""
        loop.remove_reader(lifeline)
        self.should_exit = True


def _swap_on_build(loop: asyncio.AbstractEventLoop, app: App, builds: Iterator[bool]) -> None:
    """Change to each new snapshot; while the catalogue has errors, the last good one stays."""
    for built in builds:
        if built and not loop.is_closed():
            loop.call_soon_threadsafe(app.swap)
