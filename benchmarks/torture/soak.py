"""A long run of varied requests at a steady rate: whether the memory of the server reaches a plateau, and where."""

from __future__ import annotations

import http.client
import random
import re
import socket
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from benchmarks.torture.costs import KINDS, Meter

_LOOK = 10.0
"""Seconds between two looks at the memory."""


class Sample(Struct, frozen=True):
    """Seconds since the start, requests answered, and kilobytes: of the process alone, and with what it maps of files."""

    seconds: float
    requests: int
    anonymous: int
    resident: int


def growth(samples: Sequence[Sample]) -> float:
    """Kilobytes a minute by which the process grew in the last third of a run."""
    last = samples[2 * len(samples) // 3 :]
    return (last[-1].anonymous - last[0].anonymous) / ((last[-1].seconds - last[0].seconds) / 60)


def run(meter: Meter, pid: int, port: int, seconds: float, rate: float, seed: int) -> Iterator[Sample]:
    """Ask a server for so long, so many times a second; a sample every ten seconds. Raises AssertionError at a 5xx."""
    chance = random.Random(seed)
    paths = [f"{parent}/{name}" for parent in meter.parents for name in meter.names(parent)]
    start = time.monotonic()
    looked, asked = 0.0, 0
    client = socket.create_connection(("127.0.0.1", port), timeout=30)
    while (now := time.monotonic() - start) < seconds:
        request = chance.choice(KINDS)(chance, meter) if chance.random() < 0.5 else _plain(chance, paths)
        status, closes = _answer(client, request)
        assert status < 500, request
        asked += 1
        if closes:
            client.close()
            client = socket.create_connection(("127.0.0.1", port), timeout=30)
        if now - looked >= _LOOK:
            looked = now
            yield _sample(pid, now, asked)
        time.sleep(max(0.0, asked / rate - (time.monotonic() - start)))
    client.close()


def _plain(chance: random.Random, paths: list[str]) -> bytes:
    codings = chance.choice(("br", "gzip", "zstd", "gzip, deflate, br", "identity"))
    agent = f"client/{chance.randint(1, 2_000)}"
    condition = f'If-None-Match: "{chance.randbytes(10).hex()}"\r\n' if chance.random() < 0.2 else ""
    lines = f"Host: a\r\nUser-Agent: {agent}\r\nAccept-Encoding: {codings}\r\n{condition}\r\n"
    return f"GET {chance.choice(paths)} HTTP/1.1\r\n{lines}".encode()


def _answer(client: socket.socket, request: bytes) -> tuple[int, bool]:
    """Send a request; the status of its answer, and whether the server closes the connection."""
    client.sendall(request)
    answer = http.client.HTTPResponse(client)
    answer.begin()
    answer.read()
    return answer.status, answer.will_close


def _sample(pid: int, seconds: float, requests: int) -> Sample:
    fields = dict(re.findall(r"(\w+):\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()))
    return Sample(round(seconds, 1), requests, int(fields["RssAnon"]), int(fields["VmRSS"]))
