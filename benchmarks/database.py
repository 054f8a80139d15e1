"""Records from PostgreSQL beside mapped files, by how many of them a server has in its cache.

`python -m benchmarks.database SNAPSHOT postgresql://HOST/DATABASE` publishes the snapshot (`python -m benchmarks.synthetic 150000
FOLDER` makes one) and prints a table. Server and `wrk` have a core each; the database takes its time of both.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path

from msgspec import Struct

from benchmarks import load
from benchmarks.load import Load
from benchmarks.machine import WORK
from benchmarks.servers import cpu_seconds, free_port, running
from sportlore.replication.fetch import INDEX_ALONE
from sportlore.snapshot import Snapshot, read_manifest
from sportlore.snapshot.format import MANIFEST

_SECONDS = 8
_ROUNDS = 3
_HOT = 500
"""Targets that are asked for again and again, as the popular part of a catalogue is: they stay in the cache."""
_REQUESTS = 300_000
"""More than are sent in one run, so that what is meant to be a miss is one."""
_HEADERS = {"Accept-Encoding": "gzip, deflate, br, zstd", "Accept": "*/*", "User-Agent": "wrk"}


class Case(Struct, frozen=True):
    """What is asked: a name, the requests, the share of them that the cache has, and megabytes for the cache."""

    name: str
    file: Path
    cache: str


def cases(snapshot: Path) -> Iterator[Case]:
    """Entities at three hit rates, then lists and searches of which nothing is in the cache."""
    opened = Snapshot(snapshot, whole=False)
    slugs = {type: opened.names(f"/v1/entities/{type}") for type in opened.info.lists}
    opened.close()
    chance = random.Random(1)
    targets = [f"/v1/entities/{type}/{slug}" for type, found in slugs.items() for slug in found if slug]
    chance.shuffle(targets)
    hot, cold = targets[:_HOT], targets[_HOT:]
    for rate in (0, 65, 95):
        cold_ones = cycle(cold)
        asked = [
            chance.choice(hot) if chance.random() < rate / 100 else next(cold_ones)
            for _ in range(_REQUESTS if rate else len(cold))
        ]
        yield _case(f"one entity, {rate} % hits", asked, "64" if rate else "0")
    types = sorted(slugs)
    pages = [f"/v1/entities/{chance.choice(types)}?pageSize=100&page={chance.randrange(1, 30)}" for _ in range(5_000)]
    yield _case("a list of 100, 0 % hits", pages, "0")
    words = [slug.split("-")[0] for found in slugs.values() for slug in found[:200] if slug]
    yield _case("a search, 0 % hits", [f"/v1/search?q={chance.choice(words)}" for _ in range(20_000)], "0")


def _case(name: str, targets: Sequence[str], cache: str) -> Case:
    file = WORK / "database" / f"{name}.requests"
    return Case(name, load.save((load.raw_request(target, _HEADERS) for target in targets), file), cache)


def without_large_files(snapshot: Path) -> Path:
    """A copy of a snapshot that has what a server with a database needs."""
    small = WORK / "database" / "snapshot"
    manifest = read_manifest(snapshot)
    (small / manifest.generation).mkdir(parents=True, exist_ok=True)
    (small / MANIFEST).write_bytes((snapshot / MANIFEST).read_bytes())
    for name in INDEX_ALONE:
        place = small / manifest.generation / name
        place.unlink(missing_ok=True)
        place.symlink_to((snapshot / manifest.generation / name).resolve())
    return small


def measured(name: str, options: Sequence[str], case: Case) -> Load:
    """One run of a server with these options."""
    port = free_port()
    command = [sys.executable, "-m", "sportlore", "serve", "--port", str(port), "--verify", "index", *options]
    with running(name, command, port) as process:
        load.run(port, case.file, 2, in_order=True)
        before = cpu_seconds(process.pid)
        found = load.run(port, case.file, _SECONDS, in_order=True)
        return Load(
            found.requests, found.microseconds, found.bytes, found.p50, found.p99, cpu=cpu_seconds(process.pid) - before
        )


def median(runs: Sequence[Load]) -> Load:
    """The run in the middle by requests a second."""
    return sorted(runs, key=lambda run: run.per_second)[len(runs) // 2]


def shown(run: Load) -> str:
    """One cell of the table."""
    return f"{run.per_second:,.0f} | {run.p50 / 1000:.2f}, {run.p99 / 1000:.2f} ms | {run.cpu_each:.0f} µs"


def main(snapshot: Path, url: str) -> None:
    """Publish, measure, print."""
    began = time.monotonic()
    command = [sys.executable, "-m", "sportlore", "publish", str(snapshot), url, "--activate-in", "0"]
    subprocess.run(command, check=True)
    print(f"published in {time.monotonic() - began:.0f} s; load {statistics.mean(os.getloadavg()):.1f}\n")
    small = without_large_files(snapshot)
    print("| | mapped: a second | p50, p99 | processor | database: a second | p50, p99 | processor |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for case in cases(snapshot):
        mapped, remote = [], []
        for _ in range(_ROUNDS):
            mapped.append(measured("mapped", ["--snapshot", str(snapshot)], case))
            options = ["--snapshot", str(small), "--records", url, "--records-cache", case.cache]
            remote.append(measured("database", options, case))
        print(f"| {case.name} | {shown(median(mapped))} | {shown(median(remote))} |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
