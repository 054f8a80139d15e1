"""`make bench`: build, serve, check, measure in turns, write the report."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

import msgspec

from benchmarks import costs, growth, load, machine, nginx, peers, report, rounds, servers, steady
from benchmarks.catalogue import Catalogue
from benchmarks.load import BenchmarkError, Load
from benchmarks.machine import WORK, pinned
from benchmarks.report import Results
from benchmarks.rounds import Outcome
from benchmarks.scenarios import Ports, scenarios
from benchmarks.searching import Searching
from benchmarks.steady import Steady

SNAPSHOT = WORK / "snapshot"
RESULTS = WORK / "results.json"
_SEARCHES_A_SECOND = 20_000
_ENTITIES_A_SECOND, _SEARCHES_AT_CONSTANT_RATE = 5_000, 500
_LONGEST = 30 * 60


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each scenario (default: 5)")
    parser.add_argument("--seconds", type=int, default=2, help="seconds of each run (default: 2)")
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[1_500, 15_000, 150_000], help="sizes of the synthetic catalogues"
    )
    parser.add_argument(
        "--copies", type=int, nargs="*", default=[1, 10], help="times that the real catalogue is copied (default: 1 10)"
    )
    parser.add_argument("--render", action="store_true", help="write the report of the last run anew, measure nothing")
    return parser.parse_args()


def main() -> None:
    given = options()
    if not given.render:
        signal.signal(signal.SIGTERM, _end)
        signal.signal(signal.SIGALRM, _end)
        signal.alarm(_LONGEST)
        machine.install()
        WORK.mkdir(parents=True, exist_ok=True)
        try:
            measured = run(given.rounds, given.seconds, given.sizes, given.copies)
        except BenchmarkError as error:
            raise SystemExit(f"the benchmark stopped: {error}") from None
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(measured)))
    results = msgspec.json.decode(RESULTS.read_bytes(), type=Results)
    text = report.render(results)
    report.README.write_text(report.insert(text, report.README.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"\n{text}\nwritten to {report.README.relative_to(machine.ROOT)}")


def _end(number: int, frame: FrameType | None) -> None:
    """Leave by an exception, so that every server is stopped on the way."""
    raise SystemExit(f"the benchmark was ended by {signal.Signals(number).name}")


def run(count: int, seconds: int, sizes: Sequence[int], copies: Sequence[int]) -> Results:
    """The whole benchmark."""
    began, busy, about = time.monotonic(), os.getloadavg()[0], machine.facts()
    say("building the catalogue")
    built = costs.builds(SNAPSHOT, full=2, edits=3)
    catalogue = Catalogue(SNAPSHOT)
    outcomes, lone, constant = serve_and_measure(catalogue, count, seconds)
    say("searches and other composed answers, in process")
    searched = _searching()
    entities = _requests_of(catalogue)
    say("starting, memory")
    started = costs.starts(SNAPSHOT, catalogue.entities[0], runs=max(3, count + 2))
    held = costs.memory(SNAPSHOT, entities, seconds)
    say(f"synthetic catalogues of {', '.join(f'{size:,}' for size in sizes)} entities")
    grown = growth.grow(sizes, copies, rounds=min(3, count))
    return Results(
        date=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        machine=about,
        load_average=busy,
        entities=len(catalogue.entities),
        rounds=count,
        seconds=seconds,
        took=time.monotonic() - began,
        outcomes=outcomes,
        lone_search=lone,
        constant=constant,
        starts=started,
        memory=held,
        builds=built,
        growth=grown,
        searching=searched,
    )


def _searching() -> Searching:
    """Measured on core 0 by a process of its own, whose imports and caches touch nothing else."""
    output, _ = costs.spent(pinned([sys.executable, "-m", "benchmarks.searching", str(SNAPSHOT)], 0), machine.ROOT, 600)
    return msgspec.json.decode(output, type=Searching)


def serve_and_measure(
    catalogue: Catalogue, count: int, seconds: int
) -> tuple[list[Outcome], list[Load], dict[str, list[Steady]]]:
    """Start every server, measure every scenario; also search with one connection, and at constant rates.

    The peers stop after theirs.
    """
    files = WORK / "files"
    lists = [*catalogue.list_pages, *catalogue.odd_pages, *catalogue.largest_pages, *catalogue.filtered]
    fixed = [*catalogue.entities, *lists, *catalogue.tools]
    nginx.export(catalogue.exported([*fixed, "/v1/calculators", "/v1/atlas"]), files)
    peers.prepare([catalogue.body(path) for path in catalogue.entities], WORK)
    ports = Ports(*(servers.free_port() for _ in range(4)))
    started = {servers.free_port(): peer for peer in peers.peers(WORK)}
    outcomes: list[Outcome] = []
    with ExitStack() as stack, ExitStack() as passing:
        processes = _start_main(stack, files, ports)
        for port, peer in started.items():
            environment = peers.environment(WORK)
            server = servers.running(peer.name, peer.command(port), port, environment=environment)
            processes[port] = passing.enter_context(server).pid
        for scenario in scenarios(catalogue, ports, started, _SEARCHES_A_SECOND * seconds):
            say(scenario.title)
            outcome = rounds.measure(scenario, count, seconds, processes)
            say("   " + ", ".join(f"{name} {outcome.rate(name):,.0f}" for name in outcome.runs))
            outcomes.append(outcome)
            passing.close()
        searches = WORK / "requests" / "search.http"
        lone = [load.run(ports.sportlore, searches, seconds, in_order=True, connections=1) for _ in range(count)]
        say("constant rates")
        entities = _requests_of(catalogue)
        asked = {
            "entity, Sportlore": (ports.sportlore, entities, _ENTITIES_A_SECOND),
            "entity, nginx": (ports.nginx, entities, _ENTITIES_A_SECOND),
            "search, Sportlore": (ports.sportlore, searches, _SEARCHES_AT_CONSTANT_RATE),
        }
        constant: dict[str, list[Steady]] = {title: [] for title in asked}
        for _ in range(count):
            for title, (port, requests, rate) in asked.items():
                constant[title].append(steady.run(port, requests, rate, seconds))
    return outcomes, lone, constant


def _start_main(stack: ExitStack, files: Path, ports: Ports) -> dict[int, int]:
    """Start Sportlore and nginx, pinned with one process and unpinned with two; the process of each port."""
    found = {}
    for workers, ours, theirs in ((1, ports.sportlore, ports.nginx), (2, ports.sportlore_pair, ports.nginx_pair)):
        commands = {
            "sportlore": (servers.sportlore(SNAPSHOT, ours, workers), ours),
            "nginx": (nginx.command(WORK / "nginx", files, theirs, workers), theirs),
        }
        for name, (command, port) in commands.items():
            server = servers.running(f"{name}-{workers}", command, port, pin=workers == 1)
            found[port] = stack.enter_context(server).pid
    return found


def _requests_of(catalogue: Catalogue) -> Path:
    return load.save((load.raw_request(path, {}) for path in catalogue.entities), WORK / "requests" / "entities.http")


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


if __name__ == "__main__":
    main()
