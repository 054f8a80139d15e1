"""Servers as processes on loopback: started, waited for, and always stopped."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks.load import BenchmarkError
from benchmarks.machine import ROOT, WORK, pinned

SPORTLORE = ROOT / ".venv" / "bin" / "sportlore"
_READY_WITHIN = 60.0


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])


def sportlore(snapshot: Path, port: int, workers: int = 1) -> list[str]:
    """The command that serves a snapshot."""
    command = [str(SPORTLORE), "serve", "--snapshot", str(snapshot), "--port", str(port)]
    return [*command, "--workers", str(workers)] if workers > 1 else command


@contextmanager
def running(
    name: str, command: Sequence[str], port: int, pin: bool = True, environment: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A server that listens, on core 0 if pinned; it is stopped with all its processes at the end."""
    full = pinned(command, 0) if pin else list(command)
    if setpriv := shutil.which("setpriv"):  # it ends with the benchmark even if that is killed
        full = [setpriv, "--pdeathsig", "TERM", *full]
    log = WORK / "logs" / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            full, stdout=output, stderr=output, env=os.environ | (environment or {}), start_new_session=True
        )
    try:
        await_port(process, port, name)
        yield process
    finally:
        stop(process)


def await_port(process: subprocess.Popen[bytes], port: int, name: str) -> None:
    """Wait until the port accepts; BenchmarkError when the process ends or takes too long."""
    end = time.monotonic() + _READY_WITHIN
    while time.monotonic() < end and process.poll() is None:
        with closing(socket.socket()) as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise BenchmarkError(f"{name} did not start; see {WORK / 'logs' / f'{name}.log'}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process and its whole group: politely, then not."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            break
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            continue


def cpu_seconds(pid: int) -> float:
    """The processor time that a process and its descendants have taken."""
    fields = (Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(pid))
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and its descendants, the oldest first."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found
