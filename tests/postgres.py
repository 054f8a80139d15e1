"""Temporary servers of PostgreSQL, from the packages of the system, which run as a user that is not root."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from conftest import PATIENCE, free_port, missing, wait

_SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "32MB",
    "max_connections": "40",
    "max_wal_senders": "4",
    "restart_after_crash": "off",
    "autovacuum": "off",  # what it works on cannot be dropped at that moment
}


def programs() -> Path:
    """The folder of the newest PostgreSQL; a test without one skips, and fails in CI."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    anywhere = shutil.which("initdb")
    if not found and not anywhere:
        missing("PostgreSQL is not installed (apt-get install postgresql)")
    try:
        import asyncpg  # noqa: F401, PLC0415
    except ImportError:
        missing("the client for PostgreSQL is not installed (pip install 'sportlore[postgres]')")
    return found[-1].parent if found else Path(str(anywhere)).resolve().parent


def _user() -> dict[str, Any]:
    """As whom to run it: it refuses to run as root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


class Postgres:
    """One server with a database in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def host(self) -> str:
        """As it stands in addresses."""
        return f"127.0.0.1:{self.port}"

    def initialise(self) -> None:
        """Make the files of an empty database that lets everybody in."""
        self._run("initdb", "-D", "data", "-A", "trust", "-U", "sportlore", "-E", "UTF8", "--locale=C", "--no-sync")

    def create(self) -> None:
        """Make an empty database: a copy of one, which takes a fifth of the time."""
        copy = ["cp", "-a", str(_initialised() / "data"), "data"]
        subprocess.run(copy, cwd=self.folder, check=True, **_user())

    def copy(self, primary: Postgres) -> None:
        """Make a standby, which follows a primary."""
        source = ["-h", "127.0.0.1", "-p", str(primary.port), "-U", "sportlore"]
        self._run("pg_basebackup", *source, "-D", "data", "-R", "-X", "stream", "-c", "fast", "--no-sync")

    def start(self) -> None:
        """Start the server; it answers when this returns."""
        settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
        command = [str(programs() / "postgres"), "-D", "data", "-p", str(self.port), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **_user())
        self._process = process
        ready = [str(programs() / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]

        def is_ready() -> bool:
            assert process.poll() is None, (self.folder / "log").read_text()
            return subprocess.run(ready, check=False).returncode == 0

        wait(is_ready, f"PostgreSQL on port {self.port}")

    def signal(self, number: int) -> list[int]:
        """Send a signal to the server and all of its processes, as if the machine were away; these processes."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        pids = [self._process.pid, *map(int, children)]
        for pid in pids:
            with suppress(
                ProcessLookupError
            ):  # the process of a client ends with its connection, and all end with the first
                os.kill(pid, number)
        return pids

    def kill(self) -> None:
        """End it as a power cut does."""
        _, *children = self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait(PATIENCE)
        self._process = None
        # As long as one of them is there, the memory that they share is in use, and the server does not start again.
        wait(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children), f"the end of {children}")
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """End it without waiting for its clients."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    def query(self, text: str) -> str:
        """What psql prints of a query."""
        options = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "sportlore", "-d", "postgres"]
        command = [str(programs() / "psql"), *options, "-v", "ON_ERROR_STOP=1", "-qAtc", text]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(programs() / program), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, **_user())
        assert done.returncode == 0, done.stderr


@cache
def _initialised() -> Path:
    """A folder with an empty database, which is made once by each process of a run."""
    folder = Path(tempfile.mkdtemp(prefix="sportlore-postgres-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _give_away(folder)
    Postgres(folder).initialise()
    return folder


def _give_away(folder: Path) -> None:
    """Make a folder that of the user as whom the server runs."""
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")


def address(*servers: Postgres) -> str:
    """The address of a database on these hosts."""
    return f"postgresql://sportlore@{','.join(server.host for server in servers)}/postgres"


@contextmanager
def postgres(primary: Postgres | None = None) -> Iterator[Postgres]:
    """A server with an empty database, or a standby of another; it is stopped and removed in the end."""
    programs()
    with tempfile.TemporaryDirectory(prefix="sportlore-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _give_away(folder)
        server = Postgres(folder)
        server.copy(primary) if primary else server.create()
        try:
            server.start()
            yield server
        finally:
            server.stop()
