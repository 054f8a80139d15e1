"""Interleaved rounds: A B C A B C …, so that whatever disturbs the machine disturbs all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct

from benchmarks import load
from benchmarks.load import BenchmarkError, Load
from benchmarks.machine import WORK
from benchmarks.scenarios import Contestant, Scenario, check
from benchmarks.servers import cpu_seconds


class Outcome(Struct, frozen=True):
    """What a scenario measured: the runs of each contestant, in the order of the rounds."""

    title: str
    target: float | None
    runs: dict[str, list[Load]]

    def rate(self, name: str) -> float:
        """The median of requests a second."""
        return median(run.per_second for run in self.runs[name])

    def cpu_each(self, name: str) -> float:
        """The median of the server's processor time a request, in microseconds."""
        return median(run.cpu_each for run in self.runs[name])

    def ratios(self, name: str, other: str) -> list[float]:
        """`name` relative to `other`, round by round."""
        return [a.per_second / b.per_second for a, b in zip(self.runs[name], self.runs[other], strict=True)]


def measure(scenario: Scenario, rounds: int, seconds: int, processes: Mapping[int, int]) -> Outcome:
    """Check every contestant, warm it up, then let them take turns; `processes` tells who listens on a port."""
    runs: dict[str, list[Load]] = {contestant.name: [] for contestant in scenario.contestants}
    files = {}
    for number, contestant in enumerate(scenario.contestants):
        check(contestant)
        asks = [load.raw_request(ask.path, ask.headers) for ask in contestant.asks]
        name = "search" if contestant.in_order else str(number)
        files[contestant.name] = load.save(asks, WORK / "requests" / f"{name}.http")
        _run(contestant, files[contestant.name], 1)
    for _ in range(rounds):
        for contestant in scenario.contestants:
            before = cpu_seconds(processes[contestant.port])
            run = _run(contestant, files[contestant.name], seconds)
            cpu = cpu_seconds(processes[contestant.port]) - before
            _believe(contestant, run)
            runs[contestant.name].append(msgspec.structs.replace(run, cpu=cpu))
    return Outcome(scenario.title, scenario.target, runs)


def _run(contestant: Contestant, requests: Path, seconds: int) -> Load:
    failing = contestant.asks[0].status >= 400
    return load.run(contestant.port, requests, seconds, contestant.in_order, pin=contestant.pin, failing=failing)


def _believe(contestant: Contestant, run: Load) -> None:
    """The bytes that wrk read must be those of the right answers, and no search may have come twice."""
    if contestant.in_order and run.requests > len(contestant.asks):
        raise BenchmarkError(f"{len(contestant.asks)} queries did not suffice for a run of {run.requests}")
    bodies = [len(ask.body) for ask in contestant.asks if ask.body is not None]
    each = run.bytes / run.requests
    if (
        bodies
        and contestant.agrees is bytes.__eq__
        and not 0.9 * sum(bodies) / len(bodies) < each < max(bodies) + 1_000
    ):
        raise BenchmarkError(f"{contestant.name} answered {each:.0f} bytes a request, which cannot be right")
