"""Several processes that answer on one address.

The parent listens on one socket a worker (SO_REUSEPORT: the kernel distributes the connections) and forks the workers. When one
dies, it starts another on the same socket, so that connections which wait there are not lost; if that dies young as well, after
a pause that doubles each time. The parent opens no snapshot and runs no thread, which makes forking safe and cheap: imported
modules are shared, so that a further worker takes less memory than a process of its own. In speed, no difference from one socket
shared by all could be measured.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence

from sportlore.server.log import LOG

Work = Callable[[socket.socket, int], None]
"""What a worker does with its listening socket and its lifeline: the end of a pipe that closes when the parent ends."""

SUPPORTED = hasattr(os, "fork") and hasattr(socket, "SO_REUSEPORT")
"""Whether the system can run several processes on one address; Windows cannot."""

SIGNALS = (
    frozenset((signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGCHLD, signal.SIGALRM))
    if SUPPORTED
    else frozenset()
)
_GRACE = 2.0
"""Seconds beyond the stop timeout before a worker is killed."""
_POLL = 0.02
"""Seconds between two looks at which workers have ended."""
_LONG_LIFE = 60.0
"""Seconds after which a worker is taken to run well. One that ends before is started again at once the first time."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
"""Seconds before it is started the second time, then twice as many each time, up to the longest."""


class Worker:
    """The process on one listening socket: its number, or None while none runs, and when it was or is to be started."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.pid: int | None = None
        self.start_at = 0.0
        self._pause = 0.0

    def ended(self, status: int, now: float) -> str:
        """Set the time of the next start; a line for the log. `status` is that of `os.waitpid`."""
        wait = self._pause if now - self.start_at < _LONG_LIFE else 0.0
        self._pause = min(max(_FIRST_PAUSE, 2 * wait), _LONGEST_PAUSE)
        code = os.waitstatus_to_exitcode(status)
        how = f"by signal {-code} ({signal.strsignal(-code)})" if code < 0 else f"with status {code}"
        line = f"worker {self.pid} ended {how}; another is started {f'in {wait:g} seconds' if wait else 'now'}"
        self.pid, self.start_at = None, now + wait
        return line


def run(listeners: Sequence[socket.socket], work: Work, stop_timeout: float) -> None:
    """Keep one worker running on each listener until SIGTERM or SIGINT; SIGHUP is passed on to all."""
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    gc.collect()
    gc.freeze()  # the collector writes to no imported object, so that their pages stay shared by all workers
    lifeline, parent_end = os.pipe()
    workers = [Worker(listener) for listener in listeners]
    received: signal.Signals | int | None = None
    while received not in (signal.SIGTERM, signal.SIGINT):
        now = time.monotonic()
        for worker in workers:
            if worker.pid is None and worker.start_at <= now:
                worker.pid, worker.start_at = _forked(work, worker.listener, listeners, lifeline, parent_end), now
        due = [worker.start_at - now for worker in workers if worker.pid is None]
        if due:  # an alarm ends the wait, since macOS has no sigtimedwait
            signal.setitimer(signal.ITIMER_REAL, max(0.001, min(due)))
        received = signal.sigwait(SIGNALS)
        if received == signal.SIGHUP:
            _signal_all(workers, signal.SIGHUP)
        for worker, status in _ended(workers):
            LOG.error(worker.ended(status, time.monotonic()))
    _stop(workers, stop_timeout + _GRACE)


def by_the_first(act: Callable[[], None]) -> Callable[[], None]:
    """What each of several processes may call, and only the first call does: they share a pipe that holds one byte."""
    token, writer = os.pipe()
    os.write(writer, b"1")
    os.close(writer)

    def first() -> None:
        if os.read(token, 1):
            act()

    return first


def _forked(
    work: Work, listener: socket.socket, listeners: Sequence[socket.socket], lifeline: int, parent_end: int
) -> int:
    """Start a worker; its process number. In the worker itself this does not return."""
    pid = os.fork()
    if pid == 0:
        os.close(parent_end)
        for other in listeners:
            if other is not listener:
                other.close()
        _work_and_exit(work, listener, lifeline)
    return pid


def _work_and_exit(work: Work, listener: socket.socket, lifeline: int) -> None:
    """Work in the new process, and end it without running what the parent would run at its end."""
    status = 1
    try:
        work(listener, lifeline)
        status = 0
    except KeyboardInterrupt:
        status = 0
    except BaseException as error:
        LOG.error("worker %d: %s", os.getpid(), error)
    finally:
        os._exit(status)


def _ended(workers: Sequence[Worker]) -> Iterator[tuple[Worker, int]]:
    """The workers that have ended, with their status."""
    for worker in workers:
        if worker.pid is not None:
            pid, status = os.waitpid(worker.pid, os.WNOHANG)
            if pid:
                yield worker, status


def _signal_all(workers: Sequence[Worker], number: signal.Signals) -> None:
    for worker in workers:
        if worker.pid is not None:
            os.kill(worker.pid, number)


def _stop(workers: Sequence[Worker], seconds: float) -> None:
    """Let the workers finish the requests under way; kill those that take too long."""
    _signal_all(workers, signal.SIGTERM)
    end = time.monotonic() + seconds
    while any(worker.pid for worker in workers) and time.monotonic() < end:
        time.sleep(_POLL)  # macOS has no sigtimedwait
        for worker, _ in _ended(workers):
            worker.pid = None
    _signal_all(workers, signal.SIGKILL)
