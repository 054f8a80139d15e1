"""Several workers on one address: what the parent does when they end, and what each is left with."""

from __future__ import annotations

import gc
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from sportlore.server import workers
from sportlore.server.log import log_to_standard_error
from sportlore.server.workers import Worker


class Ended(Exception):
    """In the place of the end of a process."""


@pytest.fixture(autouse=True)
def _log() -> None:
    """What workers log goes to standard error, as a server has it."""
    log_to_standard_error()


@pytest.fixture
def listeners() -> Iterator[list[socket.socket]]:
    made = [socket.socket() for _ in range(3)]
    yield made
    for listener in made:
        listener.close()


@pytest.fixture
def worker(listeners: list[socket.socket]) -> Worker:
    made = Worker(listeners[0])
    made.pid = 7
    return made


EXIT_3, KILLED = 3 << 8, int(signal.SIGKILL)
"""What `os.waitpid` says of an end with a status, and of one by a signal."""


def test_a_worker_that_was_not_started_is_due_at_once(listeners: list[socket.socket]) -> None:
    fresh = Worker(listeners[0])
    assert (fresh.listener, fresh.pid, fresh.start_at) == (listeners[0], None, 0.0)


def test_a_worker_that_dies_young_is_started_later_each_time(worker: Worker) -> None:
    now = 100.0
    worker.start_at = now
    for wait in (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0):
        worker.pid = 7
        now = worker.start_at + 59.9
        when = f"in {wait:g} seconds" if wait else "now"
        assert worker.ended(EXIT_3, now) == f"worker 7 ended with status 3; another is started {when}"
        state: tuple[int | None, float] = (worker.pid, worker.start_at)
        assert state == (None, now + wait)


def test_a_worker_that_ran_long_is_started_at_once(worker: Worker) -> None:
    worker.start_at = 0.0
    worker.ended(EXIT_3, 10.0)
    worker.pid = 8
    assert worker.ended(KILLED, 10.0).endswith("in 1 seconds")
    worker.pid, worker.start_at = 9, 20.0
    assert worker.ended(KILLED, 80.0) == "worker 9 ended by signal 9 (Killed); another is started now"
    assert worker.start_at == 80.0
    worker.pid = 10
    assert worker.ended(0, 81.0) == "worker 10 ended with status 0; another is started in 1 seconds"


def test_the_parent_keeps_the_number_of_a_worker(
    listeners: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fork", lambda: 12)
    assert workers._forked(no_work, listeners[0], listeners, 5, 6) == 12
    assert all(listener.fileno() != -1 for listener in listeners)


def no_work(listener: socket.socket, lifeline: int) -> None:
    raise AssertionError("the parent does not work")


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The statuses with which this process would have ended."""
    statuses: list[int] = []

    def note(status: int) -> None:
        statuses.append(status)
        raise Ended

    monkeypatch.setattr(os, "_exit", note)
    return statuses


def test_a_worker_is_left_with_its_own_socket_and_the_lifeline(
    listeners: list[socket.socket], ended: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    lifeline, parent_end = os.pipe()
    calls: list[tuple[socket.socket, int]] = []
    monkeypatch.setattr(os, "fork", lambda: 0)
    with pytest.raises(Ended):
        workers._forked(lambda *given: calls.append(given), listeners[1], listeners, lifeline, parent_end)
    assert calls == [(listeners[1], lifeline)]
    assert [listener.fileno() == -1 for listener in listeners] == [True, False, True]
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(parent_end)
    assert os.read(lifeline, 1) == b"", "nothing holds the other end"
    os.close(lifeline)
    assert ended == [0]


@pytest.mark.parametrize(
    ("failure", "status", "said"),
    [
        (None, 0, ""),
        (KeyboardInterrupt(), 0, ""),
        (OSError("no room"), 1, "worker 77: no room\n"),
        (SystemExit(3), 1, "worker 77: 3\n"),
    ],
)
def test_how_a_worker_ends(
    listeners: list[socket.socket],
    ended: list[int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    failure: BaseException | None,
    status: int,
    said: str,
) -> None:
    def work(listener: socket.socket, lifeline: int) -> None:
        assert (listener, lifeline) == (listeners[0], 5)
        if failure is not None:
            raise failure

    monkeypatch.setattr(os, "getpid", lambda: 77)
    with pytest.raises(Ended):
        workers._work_and_exit(work, listeners[0], 5)
    assert ended == [status]
    assert capsys.readouterr() == ("", said)


class System:
    """In the place of the system: workers get the numbers 1, 2, …, signals come as listed, time passes with each."""

    def __init__(self, patch: pytest.MonkeyPatch, signals: Sequence[tuple[float, int, dict[int, int]]]) -> None:
        self.now = 1_000.0
        self.signals = list(signals)
        self.log: list[tuple[Any, ...]] = []
        self.zombies: dict[int, int] = {}
        self.alive: set[int] = set()
        self.deaf = False
        patch.setattr(workers, "_forked", self.fork)
        patch.setattr(time, "monotonic", lambda: self.now)
        patch.setattr(time, "sleep", self.sleep)
        patch.setattr(signal, "pthread_sigmask", lambda how, mask: self.log.append(("mask", how, mask)))
        patch.setattr(signal, "setitimer", lambda which, seconds: self.log.append(("alarm", which, seconds)))
        patch.setattr(signal, "sigwait", self.wait)
        patch.setattr(gc, "collect", lambda: self.log.append(("collect",)))
        patch.setattr(gc, "freeze", lambda: self.log.append(("freeze",)))
        patch.setattr(os, "kill", self.kill)
        patch.setattr(os, "waitpid", self.waitpid)

    def fork(self, work: Callable[..., None], listener: Any, listeners: Any, lifeline: int, parent_end: int) -> int:
        number = 1 + len(self.of("fork"))
        os.write(parent_end, b"x")
        assert os.read(lifeline, 1) == b"x", "the two ends of one pipe"
        self.log.append(("fork", work, listener, tuple(listeners)))
        self.alive.add(number)
        return number

    def wait(self, signals: frozenset[int]) -> int:
        assert signals == workers.SIGNALS
        seconds, number, ended = self.signals.pop(0)
        self.now += seconds
        self.zombies |= ended
        self.alive -= ended.keys()
        return number

    def kill(self, pid: int, number: int) -> None:
        assert pid in self.alive, "only workers that run are signalled"
        self.log.append(("kill", pid, number))
        if number == signal.SIGKILL or (number == signal.SIGTERM and not self.deaf):
            self.zombies[pid] = 0
            self.alive -= {pid}

    def waitpid(self, pid: int, options: int) -> tuple[int, int]:
        assert options == os.WNOHANG
        if pid in self.zombies:
            return pid, self.zombies.pop(pid)
        assert pid in self.alive, "only workers that run are waited for"
        return 0, 0

    def sleep(self, seconds: float) -> None:
        self.log.append(("sleep", seconds))
        self.now += seconds

    def of(self, *kinds: str) -> list[tuple[Any, ...]]:
        return [entry for entry in self.log if entry[0] in kinds]


def test_one_worker_a_listener_until_the_parent_is_told_to_stop(
    listeners: list[socket.socket], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for last in (signal.SIGTERM, signal.SIGINT):
        with monkeypatch.context() as patch:
            system = System(patch, [(1.0, signal.SIGHUP, {}), (1.0, signal.SIGCHLD, {}), (1.0, last, {})])
            workers.run(listeners, no_work, 3.0)
        assert system.log[:3] == [("mask", signal.SIG_BLOCK, workers.SIGNALS), ("collect",), ("freeze",)]
        assert system.of("fork") == [("fork", no_work, listener, tuple(listeners)) for listener in listeners]
        assert system.of("kill") == [
            *(("kill", pid, signal.SIGHUP) for pid in (1, 2, 3)),
            *(("kill", pid, signal.SIGTERM) for pid in (1, 2, 3)),
        ]
        assert system.of("alarm") == []
    assert capsys.readouterr() == ("", "")


def test_a_worker_that_ends_is_started_again_on_its_listener(
    listeners: list[socket.socket], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    signals = [
        (5.0, signal.SIGCHLD, {2: KILLED}),  # at once
        (5.0, signal.SIGCHLD, {4: EXIT_3}),  # after a second
        (0.25, signal.SIGCHLD, {}),
        (0.75, signal.SIGALRM, {}),
        (5.0, signal.SIGTERM, {}),
    ]
    system = System(monkeypatch, signals)
    workers.run(listeners, no_work, 3.0)
    assert [entry[2] for entry in system.of("fork")] == [*listeners, listeners[1], listeners[1]]
    assert system.of("alarm") == [("alarm", signal.ITIMER_REAL, 1.0), ("alarm", signal.ITIMER_REAL, 0.75)]
    assert [entry[1] for entry in system.of("kill")] == [1, 5, 3]
    assert capsys.readouterr() == (
        "",
        "worker 2 ended by signal 9 (Killed); another is started now\n"
        "worker 4 ended with status 3; another is started in 1 seconds\n",
    )


def test_the_alarm_is_for_the_first_worker_that_is_due(
    listeners: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    signals = [
        (5.0, signal.SIGCHLD, {1: 0, 2: 0}),
        (1.0, signal.SIGCHLD, {4: 0}),
        (0.5, signal.SIGCHLD, {5: 0}),
        (0.4999, signal.SIGCHLD, {}),
        (9.0, signal.SIGTERM, {}),
    ]
    system = System(monkeypatch, signals)
    workers.run(listeners, no_work, 3.0)
    assert [seconds for _, _, seconds in system.of("alarm")] == pytest.approx([1.0, 0.5, 0.001])
    assert [entry[1] for entry in system.of("kill")] == [3], "no worker that is not running is signalled"


def test_a_worker_that_does_not_stop_is_killed(listeners: list[socket.socket], monkeypatch: pytest.MonkeyPatch) -> None:
    system = System(monkeypatch, [(1.0, signal.SIGTERM, {})])
    system.deaf = True
    monkeypatch.setattr(workers, "_POLL", 0.5)
    workers.run(listeners[:2], no_work, 3.0)
    assert system.of("kill") == [
        ("kill", 1, signal.SIGTERM),
        ("kill", 2, signal.SIGTERM),
        ("kill", 1, signal.SIGKILL),
        ("kill", 2, signal.SIGKILL),
    ]
    assert system.of("sleep") == [("sleep", 0.5)] * 10, "for the stop timeout and two seconds more"


def test_workers_that_stop_in_time_are_not_killed(
    listeners: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    system = System(monkeypatch, [(1.0, signal.SIGTERM, {})])
    workers.run(listeners, no_work, 3.0)
    assert system.of("sleep") == [("sleep", 0.02)]
    assert [number for _, _, number in system.of("kill")] == [signal.SIGTERM] * 3
