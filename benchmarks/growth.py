"""The cost as the catalogue grows: synthetic catalogues of several sizes, built, started and asked in turns."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from urllib.parse import quote

import msgspec
from msgspec import Struct

from benchmarks import authored, costs, load
from benchmarks.costs import Spent
from benchmarks.edits import Edits
from benchmarks.edits import edits as measure_edits
from benchmarks.load import BenchmarkError, Load
from benchmarks.machine import ROOT, WORK
from benchmarks.queries import queries
from benchmarks.scenarios import Ask, Contestant, check
from benchmarks.servers import SPORTLORE, free_port, running, sportlore
from benchmarks.synthetic import Cost
from sportlore.snapshot import ListIndex, Snapshot

KINDS = ("entity", "entity at /v1/v1/", "404", "page of 20", "page of 37", "page of 100", "search")
_SAMPLE = 20_000


class Grown(Struct, frozen=True):
    """What one size costs: build, disk, start, memory; and per kind of request its runs with many connections and with one."""

    cost: Cost
    build: Spent
    store_mb: float
    start: list[float]
    memory_mb: float
    private_mb: float
    many: dict[str, list[Load]]
    lone: dict[str, list[Load]]

    def rate(self, kind: str) -> float:
        return median(run.per_second for run in self.many[kind])

    def latency(self, kind: str) -> tuple[float, float]:
        """The medians of p50 and p99 in microseconds, one client at a time."""
        runs = self.lone[kind]
        return median(run.p50 for run in runs), median(run.p99 for run in runs)


class Authored(Struct, frozen=True):
    """What copies of the real catalogue cost, through the whole pipeline: a build from nothing, disk, edits."""

    entities: int
    build: Spent
    disk_mb: float
    edits: Edits


class Growth(Struct, frozen=True):
    """The sizes and copies that could be measured, and why the others could not."""

    grown: list[Grown]
    failed: dict[int, str]
    authored: list[Authored]
    failed_copies: dict[int, str]


def grow(sizes: Sequence[int], copies: Sequence[int], rounds: int) -> Growth:
    """Build every size, then measure all of them in turns; also so many copies of the real catalogue."""
    built: dict[int, tuple[Cost, Spent]] = {}
    failed: dict[int, str] = {}
    for size in sizes:
        try:
            built[size] = build(size, WORK / "synthetic" / str(size))
        except BenchmarkError as error:
            failed[size] = str(error)
    grown, of_copies, failed_copies = _measured(built, rounds), list[Authored](), dict[int, str]()
    for count in copies:
        try:
            of_copies.append(copied(count, edits=4))
        except BenchmarkError as error:
            failed_copies[count] = str(error)
    return Growth(grown, failed, of_copies, failed_copies)


def copied(count: int, edits: int) -> Authored:
    """Build so many copies of the real catalogue from nothing, then edit them while they are served."""
    folder = WORK / "authored" / str(count)
    shutil.rmtree(folder, ignore_errors=True)
    catalogue, snapshot = folder / "catalogue", folder / "snapshot"
    folder.mkdir(parents=True)
    authored.write(count, catalogue)
    command = [str(SPORTLORE), "build", "--catalogue", str(catalogue), "--out", str(snapshot)]
    _, took = costs.spent(command, folder, timeout=900)
    opened = Snapshot(snapshot)
    entities = opened.entities
    opened.close()
    return Authored(entities, took, costs.folder_mb(snapshot), measure_edits(catalogue, snapshot, edits))


def _measured(built: Mapping[int, tuple[Cost, Spent]], rounds: int) -> list[Grown]:
    folders = {size: WORK / "synthetic" / str(size) for size in built}
    asked = {size: questions(size, folder) for size, folder in folders.items()}
    grown = {}
    for size, folder in folders.items():
        start = [costs.first_answer(folder, asked[size]["entity"][0].path) for _ in range(3)]
        requests = _saved(size, "entity", asked[size]["entity"])
        memory, private = costs.held(folder, requests, 2)
        kinds: list[dict[str, list[Load]]] = [{kind: [] for kind in KINDS} for _ in range(2)]
        grown[size] = Grown(*built[size], costs.folder_mb(folder), start, memory, private, *kinds)
    with ExitStack() as stack:
        ports = {size: free_port() for size in folders}
        for size, port in ports.items():
            stack.enter_context(running(f"synthetic-{size}", sportlore(folders[size], port), port))
            for kind in KINDS:
                check(Contestant(f"Sportlore with {size} entities", port, asked[size][kind]), most=500)
        for _ in range(rounds):
            for size, port in ports.items():
                _turn(grown[size], size, port, asked[size])
    return list(grown.values())


def build(size: int, folder: Path) -> tuple[Cost, Spent]:
    """Build a synthetic snapshot in a process of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "benchmarks.synthetic", str(size), str(folder)]
    said, took = costs.spent(command, ROOT, timeout=900)
    return msgspec.json.decode(said, type=Cost), took


def questions(size: int, folder: Path) -> dict[str, list[Ask]]:
    """A sample of entities, of slugs with a letter too many, of pages of lists, and distinct searches."""
    chance = random.Random(size)
    snapshot = Snapshot(folder)
    lists = snapshot.info.lists
    ids = [(type, slug) for type in lists for slug in snapshot.names(f"/v1/entities/{type}")]
    some = chance.sample(ids, min(_SAMPLE, len(ids)))
    entities = [Ask(path, body=snapshot.body(path)) for path in (f"/v1/entities/{type}/{slug}" for type, slug in some)]
    snapshot.close()
    names = [slug.rpartition("-")[0].replace("-", " ") for _, slug in some]
    asked = [Ask(f"/v1/search?q={quote(q)}") for q in queries(names, _SAMPLE)]
    return {
        "entity": entities,
        "entity at /v1/v1/": [Ask(f"/v1{ask.path}", body=ask.body) for ask in entities],
        "404": [Ask(f"{ask.path[:-1]}q{ask.path[-1]}", status=404) for ask in entities],
        **{f"page of {size}": _pages(lists, size) for size in (20, 37, 100)},
        "search": asked,
    }


def _pages(lists: Mapping[str, ListIndex], size: int) -> list[Ask]:
    """All pages of a size."""
    return [
        Ask(f"/v1/entities/{type}?page={page}&pageSize={size}")
        for type, index in lists.items()
        for page in range(1, -(-index.total // size) + 1)
    ]


def _turn(grown: Grown, size: int, port: int, asked: dict[str, list[Ask]]) -> None:
    for kind in KINDS:
        requests = _saved(size, kind, asked[kind])
        in_order, failing = kind == "search", kind == "404"
        grown.many[kind].append(load.run(port, requests, 1, in_order, failing=failing))
        grown.lone[kind].append(load.run(port, requests, 1, in_order, connections=1, failing=failing))


def _saved(size: int, kind: str, asked: Sequence[Ask]) -> Path:
    file = WORK / "requests" / f"{size}-{kind}.http"
    return load.save((load.raw_request(ask.path, ask.headers) for ask in asked), file)
