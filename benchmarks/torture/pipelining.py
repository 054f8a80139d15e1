"""Clients that send requests without end and read nothing, or read everything: what they cost the server and the others."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from msgspec import Struct

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LARGEST = 2_000
"""Kilobytes that one connection may cost."""
_BATCH = REQUEST * 4_000
_PAUSE = 0.01
Attack = Callable[[int, threading.Event], None]
"""What one connection to a port does until the event is set."""


class Cost(Struct, frozen=True):
    """What hostile connections cost: kilobytes of memory at the worst, and the others' waiting times in milliseconds.

    `answered` is how many requests of another client were answered meanwhile.
    """

    connections: int
    kilobytes: int
    answered: int
    median: float
    p99: float


def anonymous_memory(pid: int) -> int:
    """Kilobytes that a process has to itself: what it maps of files is shared, and can be dropped."""
    fields = dict(line.split(":") for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(fields["RssAnon"].split()[0])


def cost(pid: int, port: int, attack: Attack, connections: int, seconds: float) -> Cost:
    """Run an attack on so many connections at once, while another client asks a hundred times a second."""
    before = most = anonymous_memory(pid)
    waits: list[float] = []
    # In a process of their own, so that only the server is waited for and not the clients' own threads.
    attackers = get_context("spawn").Process(
        target=attack_all, args=(attack, port, connections, seconds + 1), daemon=True
    )
    with _client(port) as client:
        _asked(client)
        attackers.start()
        time.sleep(1)
        end = time.monotonic() + seconds
        while not waits or time.monotonic() < end:
            waits.append(_asked(client))
            most = max(most, anonymous_memory(pid))
            time.sleep(_PAUSE)
    attackers.join(60)
    waits.sort()
    return Cost(
        connections, most - before, len(waits), 1e3 * waits[len(waits) // 2], 1e3 * waits[int(0.99 * len(waits))]
    )


def attack_all(attack: Attack, port: int, connections: int, seconds: float) -> None:
    """Attack on so many connections for so long."""
    ended = threading.Event()
    threads = [threading.Thread(target=attack, args=(port, ended), daemon=True) for _ in range(connections)]
    for thread in threads:
        thread.start()
    ended.wait(seconds)
    ended.set()
    for thread in threads:
        thread.join(5)


def reading_nothing(port: int, ended: threading.Event) -> None:
    """Send requests for as long as they are taken, and leave every answer unread."""
    with _client(port) as client:
        client.settimeout(0.2)
        while not ended.is_set():
            _send(client, ended)


def reading_everything(port: int, ended: threading.Event) -> None:
    """Send requests without waiting for answers, and read these in another thread as fast as they come."""
    with _client(port) as client:
        client.settimeout(0.2)
        reader = threading.Thread(target=_read, args=(client, ended), daemon=True)
        reader.start()
        while not ended.is_set():
            _send(client, ended)
        reader.join(10)


def _send(client: socket.socket, ended: threading.Event) -> None:
    try:
        client.send(_BATCH)
    except TimeoutError:
        return
    except OSError:
        ended.wait(0.1)


def _read(client: socket.socket, ended: threading.Event) -> None:
    while not ended.is_set():
        try:
            client.recv(1 << 20)
        except TimeoutError:
            continue
        except OSError:
            ended.wait(0.1)


def _asked(client: socket.socket) -> float:
    """Seconds until an answer is there."""
    start = time.perf_counter()
    client.sendall(b"HEAD /v1/entities HTTP/1.1\r\nHost: a\r\n\r\n")
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        said += client.recv(1 << 16)
    return time.perf_counter() - start


@contextmanager
def _client(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield client
