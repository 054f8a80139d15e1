"""Latency at a constant rate: each request is sent when it is due, whether or not those before it are answered.

A client that waits for its answers asks less while a server is slow, and so hides what others would wait for. Here the time of
each request runs from the moment at which it was due.
"""

from __future__ import annotations

import re
import select
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.load import CONNECTIONS, BenchmarkError
from benchmarks.machine import ROOT, pinned

_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
_LONGEST_WAIT = 5.0
"""Seconds after the last request for which answers are waited for."""


class Steady(Struct, frozen=True):
    """What came of a rate of requests a second: microseconds that half, 99 %, 99.9 % and all of them took at most."""

    rate: int
    p50: float
    p99: float
    p999: float
    longest: float


def run(port: int, requests: Path, rate: int, seconds: int) -> Steady:
    """Send the requests in their order, in a process on a core of its own."""
    command = [sys.executable, "-m", __name__, str(port), str(requests), str(rate), str(seconds)]
    done = subprocess.run(
        pinned(command, 1), cwd=ROOT, capture_output=True, text=True, timeout=seconds + 30, check=False
    )
    if done.returncode:
        raise BenchmarkError(f"the client with a constant rate failed: {done.stderr.strip()[-300:]}")
    return msgspec.json.decode(done.stdout, type=Steady)


class Connection:
    """One connection: what is to be answered on it, and what has been read of the next answer."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), _LONGEST_WAIT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.due: deque[float] = deque()
        self._read = bytearray()

    def send(self, request: bytes, due: float) -> None:
        """Send a request that was due at a time."""
        self.due.append(due)
        self.socket.sendall(request)

    def receive(self) -> list[float]:
        """Read what has come; the seconds that each answer took that is whole now."""
        data = self.socket.recv(1 << 20)
        now = time.perf_counter()
        if not data:
            raise BenchmarkError("the server closed a connection")
        self._read += data
        took = []
        while (end := self._read.find(b"\r\n\r\n")) >= 0:
            found = _LENGTH.search(self._read, 0, end + 2)
            if found is None or not self._read.startswith(b"HTTP/1.1 200"):
                raise BenchmarkError(f"not an answer: {bytes(self._read[:60])!r}")
            whole = end + 4 + int(found[1])
            if len(self._read) < whole:
                break
            del self._read[:whole]
            took.append(now - self.due.popleft())
        return took


def measure(port: int, requests: Sequence[bytes], rate: int, seconds: int) -> Steady:
    """Send so many requests a second over all connections in turn; the socket is asked without pause, so that no time is lost."""
    took: list[float] = []
    total, sent = rate * seconds, 0
    with ExitStack() as stack:
        connections = [Connection(port) for _ in range(CONNECTIONS)]
        poll = stack.enter_context(closing(select.epoll()))
        by_descriptor = {connection.socket.fileno(): connection for connection in connections}
        for descriptor, connection in by_descriptor.items():
            stack.enter_context(closing(connection.socket))
            poll.register(descriptor, select.EPOLLIN)
        began = time.perf_counter()
        while len(took) < total:
            now = time.perf_counter()
            if sent < total and (due := began + sent / rate) <= now:
                connections[sent % CONNECTIONS].send(requests[sent % len(requests)], due)
                sent += 1
            elif now > began + seconds + _LONGEST_WAIT:
                raise BenchmarkError(f"{total - len(took)} of {total} requests were not answered")
            for descriptor, _ in poll.poll(0):
                took += by_descriptor[descriptor].receive()
    took.sort()
    at = [1e6 * took[min(total - 1, int(share * total))] for share in (0.5, 0.99, 0.999, 1)]
    return Steady(rate, *at)


def main(port: str, requests: str, rate: str, seconds: str) -> None:
    """Measure, and print what was measured as JSON."""
    found = [part + b"\r\n\r\n" for part in Path(requests).read_bytes().split(b"\r\n\r\n") if part]
    print(msgspec.json.encode(measure(int(port), found, int(rate), int(seconds))).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
