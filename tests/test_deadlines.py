"""The watcher expires the connections that are past their deadline, and no others."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.limits import Limits


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time is set by the test, and whose timers run when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 100.0
        self.timers: list[Any] = []
        self.delays: list[float] = []

    def time(self) -> float:
        return self.seconds

    def call_later(self, delay: float, callback: Any, *arguments: Any, context: Any = None) -> Any:  # type: ignore[override]
        self.delays.append(delay)
        self.timers.append((callback, arguments))

    def tick(self, seconds: float) -> None:
        self.seconds += seconds
        due, self.timers = self.timers, []
        for callback, arguments in due:
            callback(*arguments)


class Connection:
    """A connection that notes when it was expired, and then has more time if `further` says so."""

    def __init__(self, clock: Clock, deadline: float, further: float = 1e9) -> None:
        self.deadline = deadline
        self.expired: list[float] = []
        self._clock = clock
        self._further = further

    def check_deadline(self, now: float) -> None:
        assert now == self._clock.seconds
        if self.deadline < now:
            self.expired.append(now)
            self.deadline = now + self._further


def test_connections_past_their_deadline_are_expired() -> None:
    clock = Clock()
    watcher = DeadlineWatcher(Limits())
    early, late, again = Connection(clock, 105), Connection(clock, 115), Connection(clock, 105, further=5)
    connections: set[Any] = {early, late}
    watcher.start(connections, clock)
    connections.add(again)  # one that is opened later
    for _ in range(3):
        clock.tick(10)
        assert watcher.now == clock.seconds
    assert (early.expired, late.expired) == ([110.0], [120.0])
    assert again.expired == [110.0, 120.0, 130.0]
    clock.close()


def test_there_is_one_watcher_for_all_connections() -> None:
    clock = Clock()
    watcher = DeadlineWatcher(Limits())
    connections: set[Any] = set()
    for _ in range(3):
        watcher.start(connections, clock)
    assert len(clock.timers) == 1
    clock.tick(1)
    assert len(clock.timers) == 1
    clock.close()


def test_the_watcher_looks_twice_a_second_from_the_start() -> None:
    clock = Clock()
    watcher = DeadlineWatcher(Limits(max_headers=7))
    assert (watcher.now, watcher.limits) == (0.0, Limits(max_headers=7))
    watcher._check_deadlines(clock)  # of no connections
    assert watcher.now == 100.0
    clock.tick(0.5)
    assert clock.delays == [0.5, 0.5]
    clock.close()


def test_the_watcher_outlives_a_connection_that_fails() -> None:
    class Failing(Connection):
        def check_deadline(self, now: float) -> None:
            raise OSError("no such socket")

    clock = Clock()
    watcher = DeadlineWatcher(Limits())
    connections: set[Any] = set()
    watcher.start(connections, clock)
    failing, late = Failing(clock, 0), Connection(clock, 105)
    connections.add(failing)
    with pytest.raises(OSError, match="no such socket"):
        clock.tick(1)
    connections.remove(failing)
    connections.add(late)
    clock.tick(10)
    assert late.expired == [111.0]
    clock.close()
