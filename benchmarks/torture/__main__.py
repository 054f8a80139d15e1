"""`make torture`: the hostile runs in their long form, each bounded in time and seeded. Exit 1 if a target is missed.

The attacks on memory and the search for the worst request, the same for nginx where it can be compared, the tests with more
kills, conversations and variations, coverage-guided fuzzing where atheris is installed, and the soak.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.machine import ROOT, WORK
from benchmarks.nginx import command, export
from benchmarks.servers import free_port, running, sportlore
from benchmarks.torture import pipelining, soak
from benchmarks.torture.costs import Meter, search
from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.snapshot import Snapshot

_SNAPSHOT = WORK / "torture" / "snapshot"
_SECONDS = 10.0
"""Of each attack."""
_SEARCH = 120.0
_MOST_MILLISECONDS = 3.0
_FUZZING = int(os.environ.get("FUZZ_SECONDS", "300"))
"""Seconds of each target."""
_SOAK = float(os.environ.get("SOAK_SECONDS", "1800"))
_RATE = 250.0
_MOST_GROWTH = 100.0
"""Kilobytes a minute in the last third of the soak."""
_LARGEST_PROCESS = 60_000
_TESTS = ("test_damage", "test_locks", "test_framing", "test_nginx", "test_fuzz", "test_swap", "test_fast_path")
_LONGER = {"TORTURE_KILLS": "60", "TORTURE_EXAMPLES": "3000", "TORTURE_VARIATIONS": "2000"}


def main() -> int:
    """Run everything, say what was seen, and return 1 if anything was not as it should be."""
    build(ROOT / "catalogue", _SNAPSHOT, addresses("http://localhost:8000"))
    missed = [line for part in (attacks, requests, tests, fuzzing, soaking) for line in part()]
    for line in missed:
        print(f"MISSED: {line}")
    return 1 if missed else 0


def attacks() -> Iterator[str]:
    """What connections cost that send without end, here and at nginx."""
    port = free_port()
    with running("torture", sportlore(_SNAPSHOT, port), port) as process:
        for measured in _attacked("sportlore", process.pid, port):
            if measured.kilobytes > pipelining.LARGEST * measured.connections:
                yield f"{measured.connections} connections cost {measured.kilobytes:,} kB"
            if measured.p99 > 20:
                yield f"others wait {measured.p99:.1f} ms"
    if shutil.which("nginx") is None:
        print("nginx is not installed: not compared")
        return
    root, port = WORK / "torture" / "www", free_port()
    snapshot = Snapshot(_SNAPSHOT)
    paths = {"/index.html": "/", "/v1/entities": "/v1/entities"}
    export({file: (snapshot.body(path) or b"", None) for file, path in paths.items()}, root)
    snapshot.close()
    with running("nginx", command(WORK / "torture" / "nginx", root, port), port) as process:
        worker = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0]
        list(_attacked("nginx", int(worker), port))


def _attacked(name: str, pid: int, port: int) -> Iterator[pipelining.Cost]:
    for attack in (pipelining.reading_nothing, pipelining.reading_everything):
        for connections in (1, 20):
            found = pipelining.cost(pid, port, attack, connections, _SECONDS)
            words = attack.__name__.replace("_", " ")
            times = f"others wait {found.median:.1f} ms, p99 {found.p99:.1f} ms"
            print(f"{name}: {connections} connections {words}: {found.kilobytes:,} kB; {times}", flush=True)
            yield found


def requests() -> Iterator[str]:
    """The request that costs most."""
    meter = Meter(_SNAPSHOT)
    for worst in search(meter, 1, _SEARCH):
        print(f"{worst.milliseconds:.2f} ms: {worst.request[:120]!r}", flush=True)
        if worst.milliseconds > _MOST_MILLISECONDS:
            yield f"a request takes {worst.milliseconds:.1f} ms: {worst.request!r}"
    meter.close()


def tests() -> Iterator[str]:
    """The tests of the gate, with more of everything that they repeat."""
    files = [f"tests/{name}.py" for name in _TESTS]
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *files], cwd=ROOT, env=os.environ | _LONGER, check=False
    )
    if tested.returncode:
        yield "the tests failed"


def fuzzing() -> Iterator[str]:
    """Coverage-guided runs of each target; what they find stays in build/bench/torture."""
    if importlib.util.find_spec("atheris") is None:
        print("atheris cannot be installed here: nothing is fuzzed with coverage")
        return
    for name in ("requests", "queries", "catalogue"):
        folder = WORK / "torture" / "fuzz" / name
        folder.mkdir(parents=True, exist_ok=True)
        arguments = [sys.executable, "-m", "fuzz", name, str(_FUZZING), str(folder / "corpus")]
        environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
        if subprocess.run(arguments, cwd=folder, env=environment, check=False).returncode:
            yield f"fuzzing of {name} found something: see {folder}"


def soaking() -> Iterator[str]:
    """The soak: whether memory reaches a plateau."""
    meter, port = Meter(_SNAPSHOT), free_port()
    with running("soak", sportlore(_SNAPSHOT, port), port) as process:
        samples = []
        for sample in soak.run(meter, process.pid, port, _SOAK, _RATE, seed=7):
            samples.append(sample)
            print(f"{sample.seconds:.0f} s: {sample.requests:,} requests, {sample.anonymous:,} kB", flush=True)
    meter.close()
    if soak.growth(samples) > _MOST_GROWTH:
        yield f"memory still grows by {soak.growth(samples):.0f} kB a minute"
    if samples[-1].anonymous > _LARGEST_PROCESS:
        yield f"the process takes {samples[-1].anonymous:,} kB"


if __name__ == "__main__":
    sys.exit(main())
