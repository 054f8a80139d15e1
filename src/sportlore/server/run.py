"""Running the server: its settings, its signals, and the taking up of new snapshots."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import uvicorn
import watchfiles
from msgspec import Struct

from sportlore.server import workers
from sportlore.server.app import App
from sportlore.server.connection import DeadlineWatcher
from sportlore.server.fast_path import FastPath, FastPathConnection
from sportlore.server.limits import Limits
from sportlore.snapshot import Snapshot

HAS_HANGUP = hasattr(signal, "SIGHUP")
"""Whether the system has SIGHUP, signal masks and the loop's signal handlers; Windows has none of them."""

_BACKLOG = 2_048
_SPARE_FILES = 64


class Rebuild(Struct, frozen=True):
    """What `--reload` does: on a change below `watched`, `run` builds the snapshot again and says whether it could.

    `seen` is what `stamps` told of `watched` before the first build, so that no change is missed that came since.
    """

    watched: Path
    run: Callable[[], bool]
    seen: Mapping[str, int]


def stamps(folder: Path) -> dict[str, int]:
    """The files below a folder and when each was last written, in nanoseconds."""
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def serve(
    folder: Path, host: str, port: int, count: int = 1, rebuild: Rebuild | None = None, limits: Limits | None = None
) -> None:
    """Serve a snapshot until SIGTERM or SIGINT; requests under way are finished first. SIGHUP takes up a new snapshot.

    Raises SnapshotError for a snapshot that cannot be opened, and OSError for an address that cannot be listened on.
    """
    bounds = limits or Limits()
    allow_files(bounds.max_connections + _SPARE_FILES)
    # Until a worker can handle it, a SIGHUP waits instead of ending the process.
    if HAS_HANGUP:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    if count == 1 or rebuild is not None:
        Server(App(folder, bounds), rebuild=rebuild).run([listening(host, port)])
        return
    Snapshot(folder).close()
    with listening(host, port) as probe:  # so that an address that is in use is refused, not shared
        bound = probe.getsockname()[1]
    listeners = [listening(host, bound, shared=True) for _ in range(count)]
    workers.run(
        listeners, lambda listener, lifeline: Server(App(folder, bounds), lifeline).run([listener]), bounds.stop_timeout
    )


def listening(host: str, port: int, shared: bool = False) -> socket.socket:
    """A listening socket; `shared` ones may have the same address, and the kernel deals new connections out to them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=_BACKLOG, reuse_port=shared)


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
    """The settings of uvicorn: the fast lane (or another protocol), no access log, no Server header, a bounded stop."""
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
    """A worker: uvicorn's server, that also takes up snapshots and does not outlive its parent."""

    def __init__(self, app: App, lifeline: int | None = None, rebuild: Rebuild | None = None) -> None:
        super().__init__(config(app))
        self.app = app
        self.lifeline = lifeline
        self.rebuild = rebuild

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen; then let the signals in that waited."""
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        if HAS_HANGUP:
            loop.add_signal_handler(signal.SIGHUP, self.app.swap)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, workers.SIGNALS)
        if self.lifeline is not None:
            loop.add_reader(self.lifeline, self._orphaned, loop, self.lifeline)
        if self.rebuild is not None:
            threading.Thread(target=_watch, args=(loop, self.app, self.rebuild), daemon=True).start()

    def _orphaned(self, loop: asyncio.AbstractEventLoop, lifeline: int) -> None:
        """The parent is gone, for it holds the other end: stop."""
        loop.remove_reader(lifeline)
        self.should_exit = True


def _watch(loop: asyncio.AbstractEventLoop, app: App, rebuild: Rebuild) -> None:
    """Build again on every change; while the catalogue has errors, the last good snapshot stays."""
    seen = rebuild.seen
    for _ in watchfiles.watch(rebuild.watched, rust_timeout=1_000, yield_on_timeout=True):
        found = stamps(rebuild.watched)
        if found != seen and rebuild.run():
            loop.call_soon_threadsafe(app.swap)
        seen = found
