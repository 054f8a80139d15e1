"""What the service costs beside requests: the time to start, memory, and the time to build."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from benchmarks import load
from benchmarks.load import BenchmarkError
from benchmarks.machine import ROOT, WORK, pinned
from benchmarks.servers import SPORTLORE, family, free_port, running, sportlore, stop

_READY_WITHIN = 30.0


class Starts(Struct, frozen=True):
    """Seconds from exec to the first answer, and of an interpreter that only imports uvicorn, taking turns."""

    serve: list[float]
    uvicorn: list[float]

    @property
    def ratios(self) -> list[float]:
        return [a / b for a, b in zip(self.serve, self.uvicorn, strict=True)]


class Memory(Struct, frozen=True):
    """Proportional set sizes in MB of all processes with one, two and three workers, under load; the parent comes first."""

    sizes: list[list[float]]

    @property
    def totals(self) -> list[float]:
        return [sum(sizes) for sizes in self.sizes]

    @property
    def further(self) -> list[float]:
        """What the second and the third worker add."""
        return [b - a for a, b in zip(self.totals, self.totals[1:], strict=False)]


class Spent(Struct, frozen=True):
    """What a command took: seconds, seconds of processors, and MB of memory at most, mapped files included."""

    seconds: float
    cpu_seconds: float
    peak_mb: float


def spent(command: Sequence[str], cwd: Path, timeout: int) -> tuple[bytes, Spent]:
    """Run a command; its output, and what it took."""
    began = time.perf_counter()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(["timeout", str(timeout), *command], stdout=output, stderr=errors, cwd=cwd)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        took = Spent(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1_000)
        if process.returncode:
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip() or f"exit status {process.returncode}"
            raise BenchmarkError(said.splitlines()[-1])
        output.seek(0)
        return output.read(), took


class Builds(Struct, frozen=True):
    """Seconds of a full build with nothing cached, and of builds after one edit."""

    full: list[float]
    after_edit: list[float]
    store_mb: float


def starts(snapshot: Path, path: str, runs: int) -> Starts:
    """Start both in turns, each on core 0."""
    found = Starts([], [])
    for _ in range(runs):
        found.serve.append(first_answer(snapshot, path))
        _, took = spent(pinned([sys.executable, "-c", "import uvicorn"], 0), ROOT, 60)
        found.uvicorn.append(took.seconds)
    return found


def first_answer(snapshot: Path, path: str) -> float:
    """Seconds from exec of `sportlore serve` to the last byte of its first answer."""
    port = free_port()
    began = time.perf_counter()
    process = subprocess.Popen(
        pinned(sportlore(snapshot, port), 0),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while time.perf_counter() - began < _READY_WITHIN and process.poll() is None:
            with closing(socket.socket()) as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    client.sendall(load.raw_request(path, {"Connection": "close"}))
                    answer = b"".join(iter(lambda: client.recv(65_536), b""))
                    if answer.startswith(b"HTTP/1.1 200 "):
                        return time.perf_counter() - began
                    raise BenchmarkError(f"the first answer of a fresh server was {answer[:80]!r}")
            time.sleep(0.001)
        raise BenchmarkError("sportlore serve did not start")
    finally:
        stop(process)


def memory(snapshot: Path, requests: Path, seconds: int) -> Memory:
    """Load all entities with one, two and three workers, then read what each process holds."""
    return Memory([sizes(snapshot, requests, seconds, count) for count in (1, 2, 3)])


def sizes(snapshot: Path, requests: Path, seconds: int, workers: int) -> list[float]:
    """MB of each process of a server after some load, the parent first."""
    port = free_port()
    with running(f"memory-{workers}", sportlore(snapshot, port, workers), port) as process:
        time.sleep(0.3)
        load.run(port, requests, seconds)
        return [proportional(pid) for pid in family(process.pid)]


def held(snapshot: Path, requests: Path, seconds: int) -> tuple[float, float]:
    """MB of a server of one process after some load: all of it, and what of it is private."""
    port = free_port()
    with running("held", sportlore(snapshot, port), port) as process:
        time.sleep(0.3)
        load.run(port, requests, seconds)
        server = family(process.pid)[0]
        return proportional(server), private(server)


def private(pid: int) -> float:
    """The memory of a process in MB that is no part of a file: what a further worker adds."""
    found = re.search(r"^Pss_Anon:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    return int(found[1]) / 1_000 if found else 0.0


def proportional(pid: int) -> float:
    """The proportional set size of a process in MB."""
    found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    return int(found[1]) / 1_000 if found else 0.0


def builds(snapshot: Path, full: int, edits: int) -> Builds:
    """Build a copy of the catalogue from nothing, then again after single edits."""
    catalogue = WORK / "catalogue"
    shutil.rmtree(catalogue, ignore_errors=True)
    shutil.copytree(ROOT / "catalogue", catalogue)
    fresh = [timed_build(catalogue, snapshot, fresh=True) for _ in range(full)]
    scratch = WORK / "edited"
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(snapshot, scratch)
    again = []
    for file in sorted((catalogue / "entities" / "sport").glob("*.toml"))[:edits]:
        edit(file)
        again.append(timed_build(catalogue, scratch))
    return Builds(fresh, again, folder_mb(snapshot))


def edit(file: Path) -> None:
    """A small edit that keeps the catalogue sound: the first two keywords change places."""
    text = file.read_text(encoding="utf-8")
    swapped = re.sub(r'^(keywords = \[\s*)("[^"]*")(,\s+)("[^"]*")', r"\1\4\3\2", text, count=1, flags=re.MULTILINE)
    if swapped == text:
        raise BenchmarkError(f"{file} has no two keywords to exchange")
    file.write_text(swapped, encoding="utf-8")


def timed_build(catalogue: Path, out: Path, fresh: bool = False) -> float:
    """Seconds of `sportlore build`, as a command on all cores."""
    if fresh:
        shutil.rmtree(out, ignore_errors=True)
    command: Sequence[str] = [str(SPORTLORE), "build", "--catalogue", str(catalogue), "--out", str(out)]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=WORK)
    if done.returncode:
        raise SystemExit(f"the catalogue cannot be built:\n{done.stderr[-2_000:]}")
    return time.perf_counter() - began


def folder_mb(folder: Path) -> float:
    """What the files of a folder take on the disk, in MB (LMDB's file is sparse)."""
    return sum(path.stat().st_blocks for path in folder.rglob("*") if path.is_file()) * 512 / 1e6
