"""What a client may not do: send too much, too slowly, too many at once, or read nothing."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from conftest import PATIENCE, ROOT, free_port, rest, serve, stop

from sportlore.server.limits import Limits

LIMITS = Limits(
    max_target=1_000,
    max_headers=20,
    max_header_bytes=4_000,
    max_connections=20,
    request_timeout=1.5,
    idle_timeout=1.0,
    send_timeout=1.0,
    stop_timeout=3.0,
)
OPTIONS = [f"--{name.replace('_', '-')}={value}" for name, value in msgspec.structs.asdict(LIMITS).items()]
GET = b"GET /v1/entities HTTP/1.1\r\nHost: a\r\n"


@pytest.fixture(scope="module")
def process(world_snapshot: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server with narrow limits, and its port."""
    port = free_port()
    started = serve("--snapshot", str(world_snapshot), *OPTIONS, port=port)
    yield started, port
    stop(started)


def refusal(said: bytes) -> int:
    """The status of the one answer, which must be an Error that says the same and ends the connection."""
    head, _, body = said.partition(b"\r\n\r\n")
    status = int(head.split(b" ")[1])
    assert b"\r\nconnection: close" in head
    assert b"\r\ncontent-type: application/json" in head
    assert b"\r\ncache-control: no-store" in head, "another client at the same address is not refused"
    assert msgspec.json.decode(body).keys() == {"error", "status"}
    assert msgspec.json.decode(body)["status"] == status
    return status


def dribble(client: socket.socket, piece: bytes) -> float:
    """Send a piece again and again until the server has enough; the seconds that this took."""
    start = time.monotonic()
    client.settimeout(0.1)
    while time.monotonic() - start < PATIENCE:
        try:
            client.sendall(piece)
            if client.recv(1, socket.MSG_PEEK) is not None:
                break
        except TimeoutError:
            continue
        except OSError:
            break
    client.settimeout(PATIENCE)
    return time.monotonic() - start


def test_a_long_target_is_refused(client: socket.socket) -> None:
    client.sendall(b"GET /v1/" + b"x" * 1_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n")
    assert refusal(rest(client)) == 414


@pytest.mark.parametrize(("hosts", "status"), [(0, 400), (1, 200), (2, 400)])
def test_a_request_names_one_host(client: socket.socket, hosts: int, status: int) -> None:
    client.sendall(b"GET /v1/entities HTTP/1.1\r\n" + b"Host: a\r\n" * hosts + b"Connection: close\r\n\r\n")
    assert rest(client).startswith(f"HTTP/1.1 {status} ".encode())


def test_a_request_of_http_1_0_needs_no_host(client: socket.socket) -> None:
    client.sendall(b"GET /v1/entities HTTP/1.0\r\n\r\n")
    assert rest(client).startswith(b"HTTP/1.1 200 ")


def test_a_target_without_end_is_refused(client: socket.socket) -> None:
    client.sendall(b"GET /v1/")
    assert dribble(client, b"x" * 200) < PATIENCE
    assert refusal(rest(client)) == 414


def test_many_headers_are_refused(client: socket.socket) -> None:
    client.sendall(GET + b"a: b\r\n" * 20 + b"\r\n")
    assert refusal(rest(client)) == 431


def test_large_headers_are_refused(client: socket.socket) -> None:
    client.sendall(GET + b"a: " + b"b" * 4_000 + b"\r\n\r\n")
    assert refusal(rest(client)) == 431


@pytest.mark.parametrize("piece", [b"a: b\r\n", b"a"], ids=["fields", "one field"])
def test_headers_without_end_are_refused(client: socket.socket, piece: bytes) -> None:
    client.sendall(GET + b"x: ")
    assert dribble(client, piece * (4_000 // len(piece))) < PATIENCE
    assert refusal(rest(client)) == 431


def test_head_has_no_body_when_refused(client: socket.socket) -> None:
    client.sendall(b"HEAD /v1/" + b"x" * 1_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n")
    head, _, body = rest(client).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 414 ")
    assert body == b""


def test_a_client_that_dribbles_its_headers_is_cut_off(client: socket.socket) -> None:
    client.sendall(GET + b"x: ")
    assert dribble(client, b"a") < PATIENCE
    assert refusal(rest(client)) == 408


def test_a_client_that_dribbles_after_a_fast_answer_is_cut_off(client: socket.socket) -> None:
    client.sendall(GET + b"\r\n")
    while b"\r\n\r\n" not in client.recv(1 << 20):
        pass
    client.sendall(b"G")
    assert dribble(client, b"") < PATIENCE
    assert b"HTTP/1.1 408 " in rest(client)


def test_a_client_that_dribbles_a_body_is_cut_off(client: socket.socket) -> None:
    client.sendall(GET + b"Content-Length: 1000000\r\n\r\n")
    start = time.monotonic()
    try:
        while time.monotonic() - start < PATIENCE:
            client.sendall(b"a")
            time.sleep(0.05)
    except OSError:
        pass
    assert time.monotonic() - start < PATIENCE
    assert rest(client).count(b"HTTP/1.1") <= 1, "the request was answered once, when its head was there"


@pytest.mark.parametrize(
    "before",
    [b"", b"\r\n", GET + b"\r\n", b"HEAD /v1/entities HTTP/1.1\r\nHost: a\r\n\r\n"],
    ids=["nothing", "an empty line", "the fast path", "the ASGI app"],
)
def test_an_idle_connection_is_closed(client: socket.socket, before: bytes) -> None:
    client.sendall(before)
    assert rest(client).count(b"HTTP/1.1") == (1 if b"HTTP" in before else 0)


def test_requests_keep_a_connection_open_beyond_the_idle_time(client: socket.socket) -> None:
    for _ in range(8):
        client.sendall(GET + b"If-None-Match: *\r\n\r\n")
        assert client.recv(1 << 16).startswith(b"HTTP/1.1 304 ")
        time.sleep(0.3)


def test_a_client_that_never_reads_is_cut_off(process: tuple[subprocess.Popen[str], int]) -> None:
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.connect(("127.0.0.1", process[1]))
        client.setblocking(False)
        start = time.monotonic()
        asked = 0
        while time.monotonic() - start < PATIENCE:
            try:
                client.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n")
                asked += 1
            except BlockingIOError:
                pass
            except OSError:
                break
            time.sleep(0.01)
        assert time.monotonic() - start < PATIENCE
        assert asked > 1


def test_connections_beyond_the_limit_are_refused_and_others_served(process: tuple[subprocess.Popen[str], int]) -> None:
    port = process[1]
    clients = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(LIMITS.max_connections)]
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as late:
            assert refusal(rest(late)) == 503
        clients[0].sendall(GET + b"\r\n")
        assert clients[0].recv(1 << 16).startswith(b"HTTP/1.1 200 ")
    finally:
        for connection in clients:
            connection.close()
    time.sleep(0.5)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x00\xa5", 405),
        (b"BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
        (b"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET http://a:99999/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ],
)
def test_what_is_not_http_is_answered_as_an_error(client: socket.socket, sent: bytes, status: int) -> None:
    client.sendall(sent)
    assert refusal(rest(client)) == status


def test_a_refusal_waits_for_the_answers_before_it(client: socket.socket) -> None:
    client.sendall((GET + b"\r\n") * 3 + b"nonsense\r\n\r\n")
    assert re.findall(rb"HTTP/1.1 (\d+) ", rest(client)) == [b"200", b"200", b"200", b"405"]


def test_requests_under_way_are_answered_at_a_stop(world_snapshot: Path) -> None:
    port = free_port()
    started = serve("--snapshot", str(world_snapshot), "--stop-timeout=2", port=port)
    answers = []

    def ask() -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
            client.sendall(b"HEAD /v1/entities HTTP/1.1\r\nHost: a\r\n\r\n")
            started.send_signal(signal.SIGTERM)
            answers.append(rest(client))

    asking = threading.Thread(target=ask)
    asking.start()
    stop(started)
    asking.join()
    assert answers[0].startswith(b"HTTP/1.1 200 ")


def test_a_port_in_use_is_said_plainly(process: tuple[subprocess.Popen[str], int], world_snapshot: Path) -> None:
    for workers in ("1", "2"):
        command = [
            sys.executable,
            "-m",
            "sportlore",
            "serve",
            "--snapshot",
            str(world_snapshot),
            "--port",
            str(process[1]),
        ]
        second = subprocess.run(
            [*command, "--workers", workers], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
        )
        assert second.returncode == 1
        assert "cannot listen on 127.0.0.1" in second.stderr
        assert "Traceback" not in second.stderr


def test_every_limit_is_documented() -> None:
    documented = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for name, default in msgspec.structs.asdict(Limits()).items():
        assert re.search(rf"`--{name.replace('_', '-')}` *\| *{default:,g} *\|", documented), name


def test_limits_are_validated(world_snapshot: Path) -> None:
    command = [sys.executable, "-m", "sportlore", "serve", "--snapshot", str(world_snapshot), "--max-headers", "0"]
    refused = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode != 0
    assert "out of range" in refused.stderr
