"""The short form of what `make torture` does for longer: one connection does not fill the memory, nor stop the others."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import free_port, serve, stop

from benchmarks.torture.costs import KINDS, Meter, search
from benchmarks.torture.pipelining import LARGEST, cost, reading_everything, reading_nothing


@pytest.mark.slow
@pytest.mark.parametrize("connections", [1, 20])
@pytest.mark.parametrize("attack", [reading_nothing, reading_everything])
def test_requests_without_end_do_not_fill_the_memory(
    world_snapshot: Path, attack: Callable[[int, threading.Event], None], connections: int
) -> None:
    port = free_port()
    process = serve("--snapshot", str(world_snapshot), port=port)
    try:
        measured = cost(process.pid, port, attack, connections, seconds=2)
    finally:
        stop(process)
    assert measured.kilobytes < LARGEST * connections
    assert measured.answered > 0, "the others are answered meanwhile"


@pytest.mark.slow
def test_the_search_for_the_worst_request_finds_one_of_each_kind(world_snapshot: Path) -> None:
    meter = Meter(world_snapshot)
    worst = list(search(meter, seed=3, seconds=1))
    meter.close()
    assert len(worst) == len(KINDS)
    assert all(found.milliseconds > 0 and found.request.startswith(b"GET /") for found in worst)
