"""Running the server: one or several workers, signals, and the taking up of new snapshots."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
import watchfiles
from msgspec import Struct

from sportlore.server.app import App

FOLDER = "SPORTLORE_SNAPSHOT"
"""The environment variable by which worker processes learn which snapshot to serve."""


class Rebuild(Struct, frozen=True):
    """What `--reload` does: on a change below `watched`, `run` builds the snapshot again and says whether it could."""

    watched: Path
    run: Callable[[], bool]


def serve(folder: Path, host: str, port: int, workers: int, rebuild: Rebuild | None = None) -> None:
    """Serve a snapshot until SIGTERM or SIGINT; requests under way are finished first. SIGHUP takes up a new snapshot."""
    if workers > 1 and rebuild is None:
        os.environ[FOLDER] = str(folder)
        uvicorn.run("sportlore.server.run:worker", factory=True, workers=workers, **settings(host, port))
        return
    app = App(folder)
    signal.signal(signal.SIGHUP, lambda *_: app.swap())
    if rebuild is not None:
        threading.Thread(target=_watch, args=(app, rebuild), daemon=True).start()
    uvicorn.Server(uvicorn.Config(app, **settings(host, port))).run()


def worker() -> App:
    """The application of a worker process."""
    app = App(Path(os.environ[FOLDER]))
    signal.signal(signal.SIGHUP, lambda *_: app.swap())
    return app


def _watch(app: App, rebuild: Rebuild) -> None:
    """Build again on every change; while the catalogue has errors, the last good snapshot stays."""
    for _ in watchfiles.watch(rebuild.watched):
        if rebuild.run():
            app.swap()


def settings(host: str, port: int) -> dict[str, Any]:
    """The settings of uvicorn: no access log, no Server header, a bounded stop."""
    return {
        "host": host,
        "port": port,
        "http": "httptools",
        "loop": "uvloop",
        "ws": "none",
        "access_log": False,
        "log_level": "warning",
        "server_header": False,
        "timeout_keep_alive": 15,
        "timeout_graceful_shutdown": 10,
    }
