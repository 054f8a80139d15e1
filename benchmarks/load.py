"""One run of wrk: many connections that send prepared requests for some seconds, and what came of it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.machine import pinned

SCRIPT = Path(__file__).with_name("wrk.lua")
CONNECTIONS = 32


class BenchmarkError(Exception):
    """A run that cannot be believed: a wrong answer, an error of wrk, a server that does not start."""


class Load(Struct, frozen=True):
    """What one run of wrk measured; latencies in microseconds, then the errors that it counted."""

    requests: int
    microseconds: int
    bytes: int
    p50: float
    p99: float
    connect: int = 0
    read: int = 0
    write: int = 0
    status: int = 0
    timeout: int = 0
    cpu: float = 0.0
    """Seconds of processor time that the server took meanwhile."""

    @property
    def per_second(self) -> float:
        return self.requests / self.microseconds * 1e6

    @property
    def cpu_each(self) -> float:
        """Microseconds of the server's processor time a request."""
        return self.cpu / self.requests * 1e6

    @property
    def errors(self) -> int:
        return self.connect + self.read + self.write + self.status + self.timeout


def parse(output: str, failing: bool = False) -> Load:
    """What wrk.lua printed last; raises BenchmarkError for a run without answers or with errors.

    If `failing`, each answer must be a 4xx or 5xx, which wrk counts as an error of status.
    """
    lines = [line for line in output.splitlines() if line.startswith("{")]
    if not lines:
        raise BenchmarkError(f"wrk measured nothing: {output.strip()[-300:]}")
    load = msgspec.json.decode(lines[-1], type=Load)
    if load.errors != (load.requests if failing else 0) or not load.requests:
        raise BenchmarkError(f"wrk counted errors: {lines[-1]}")
    return load


def raw_request(path: str, headers: Mapping[str, str]) -> bytes:
    """A GET as it goes over the wire: b"GET /v1/atlas HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode()


def save(requests: Iterable[bytes], file: Path) -> Path:
    """Write requests where wrk.lua reads them."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"".join(requests))
    return file


def run(
    port: int,
    requests: Path,
    seconds: int,
    in_order: bool = False,
    connections: int = CONNECTIONS,
    pin: bool = True,
    failing: bool = False,
) -> Load:
    """Send the requests in random order (or in theirs) for so many seconds."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "5s", "-s", str(SCRIPT)]
    command += [f"http://127.0.0.1:{port}", "--", str(requests), "in-order" if in_order else "random"]
    command = pinned(command, 1) if pin else command
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 20, check=False)
    if done.returncode:
        raise BenchmarkError(f"wrk failed: {done.stderr.strip() or done.stdout.strip()}")
    return parse(done.stdout, failing)
