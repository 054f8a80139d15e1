"""Several processes that answer on one address.

The parent listens on one socket a worker (SO_REUSEPORT: the kernel distributes the connections), forks the workers, and
starts a new one on the same socket when one dies, so that connections which wait there are not lost. It opens no snapshot
and runs no thread, which makes forking safe and cheap: imported modules are shared, so that a further worker takes less
memory than a process of its own. In speed, no difference from one socket shared by all could be measured.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence

Work = Callable[[socket.socket, int], None]
"""What a worker does with its listening socket and its lifeline: the end of a pipe that closes when the parent ends."""

SUPPORTED = hasattr(os, "fork") and hasattr(socket, "SO_REUSEPORT")
"""Whether the system can run several processes on one address; Windows cannot."""

SIGNALS = frozenset((signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)) if SUPPORTED else frozenset()
_GRACE = 2.0
"""Seconds beyond the stop timeout before a worker is killed."""
_POLL = 0.02
"""Seconds between two looks at which workers have ended."""
_SHORTEST_LIFE = 1.0
"""Seconds between two starts of a worker at least, so that one that fails at its start is not started without pause."""


def run(listeners: Sequence[socket.socket], work: Work, stop_timeout: float) -> None:
    """Keep one worker running on each listener until SIGTERM or SIGINT; SIGHUP is passed on to all."""
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    gc.collect()
    gc.freeze()  # the collector writes to no imported object, so that their pages stay shared by all workers
    lifeline, parent_end = os.pipe()
    alive: dict[int, socket.socket] = {}
    started: dict[int, float] = {}

    def start(listener: socket.socket) -> None:
        pid = os.fork()
        if pid == 0:
            os.close(parent_end)
            for other in listeners:
                if other is not listener:
                    other.close()
            _work_and_exit(work, listener, lifeline)
        alive[pid], started[pid] = listener, time.monotonic()

    for listener in listeners:
        start(listener)
    while (received := signal.sigwait(SIGNALS)) not in (signal.SIGTERM, signal.SIGINT):
        if received == signal.SIGHUP:
            _signal_all(alive, signal.SIGHUP)
        for pid in _ended(alive):
            print(f"worker {pid} ended; another is started", file=sys.stderr, flush=True)
            time.sleep(max(0.0, _SHORTEST_LIFE - (time.monotonic() - started.pop(pid))))
            start(alive.pop(pid))
    _stop(alive, stop_timeout + _GRACE)


def _work_and_exit(work: Work, listener: socket.socket, lifeline: int) -> None:
    """Work in the new process, and end it without running what the parent would run at its end."""
    status = 1
    try:
        work(listener, lifeline)
        status = 0
    except KeyboardInterrupt:
        status = 0
    except BaseException as error:
        print(f"worker {os.getpid()}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(status)


def _ended(alive: dict[int, socket.socket]) -> list[int]:
    return [pid for pid in alive if os.waitpid(pid, os.WNOHANG)[0] == pid]


def _signal_all(alive: dict[int, socket.socket], number: signal.Signals) -> None:
    for pid in alive:
        os.kill(pid, number)


def _stop(alive: dict[int, socket.socket], seconds: float) -> None:
    """Let the workers finish the requests under way; kill those that take too long."""
    _signal_all(alive, signal.SIGTERM)
    end = time.monotonic() + seconds
    while alive and time.monotonic() < end:
        time.sleep(_POLL)  # macOS has no sigtimedwait
        for pid in _ended(alive):
            del alive[pid]
    _signal_all(alive, signal.SIGKILL)
