"""The watcher expires the connections that are past their deadline, and no others."""

from __future__ import annotations

import asyncio
from typing import Any

from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.limits import Limits


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time is set by the test, and whose timers run when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 100.0
        self.timers: list[Any] = []

    def time(self) -> float:
        return self.seconds

    def call_later(self, delay: float, callback: Any, *arguments: Any, context: Any = None) -> Any:  # type: ignore[override]
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
