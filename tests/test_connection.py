"""What a client may not do: send too much, too slowly, too many at once, or read nothing."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn
from conftest import (
    LONG_TIMEOUTS,
    PATIENCE,
    ROOT,
    command,
    connect,
    free_port,
    open_connections,
    rest,
    serve,
    stop,
    wait,
)
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from sportlore.contract.headers import METHODS, NEVER
from sportlore.server import connection as connection_module
from sportlore.server.answer import error_in_json
from sportlore.server.connection import LimitedConnection
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.limits import Limits

MAX_CONNECTIONS = 20
SIZES = ("--max-target=1000", "--max-headers=20", "--max-header-bytes=4000", f"--max-connections={MAX_CONNECTIONS}")
GET = b"GET /v1/entities HTTP/1.1\r\nHost: a\r\n"
Process = tuple[subprocess.Popen[str], int]
"""A server and its port."""


@contextmanager
def served(snapshot: Path, *options: str) -> Iterator[Process]:
    """A server with narrow limits of sizes, and with these options."""
    port = free_port()
    started = serve("--snapshot", str(snapshot), *SIZES, *LONG_TIMEOUTS, *options, port=port)
    try:
        yield started, port
    finally:
        stop(started)


@pytest.fixture(scope="module")
def process(world_snapshot: Path) -> Iterator[Process]:
    """A server that has time."""
    with served(world_snapshot) as started:
        yield started


@pytest.fixture(scope="module")
def short_request_timeout(world_snapshot: Path) -> Iterator[Process]:
    """A server in which a request must have arrived within a second."""
    with served(world_snapshot, "--request-timeout=1") as started:
        yield started


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


@pytest.mark.slow
def test_a_client_that_dribbles_its_headers_is_cut_off(short_request_timeout: Process) -> None:
    with connect(short_request_timeout, GET + b"x: ") as client:
        assert dribble(client, b"a") < PATIENCE
        assert refusal(rest(client)) == 408


@pytest.mark.slow
def test_a_client_that_dribbles_after_a_fast_answer_is_cut_off(short_request_timeout: Process) -> None:
    with connect(short_request_timeout, GET + b"\r\n") as client:
        while b"\r\n\r\n" not in client.recv(1 << 20):
            pass
        client.sendall(b"G")
        assert dribble(client, b"") < PATIENCE
        assert b"HTTP/1.1 408 " in rest(client)


@pytest.mark.slow
def test_a_client_that_dribbles_a_body_is_cut_off(short_request_timeout: Process) -> None:
    with connect(short_request_timeout, GET + b"Content-Length: 1000000\r\n\r\n") as client:
        start = time.monotonic()
        try:
            while time.monotonic() - start < PATIENCE:
                client.sendall(b"a")
                time.sleep(0.05)
        except OSError:
            pass
        assert time.monotonic() - start < PATIENCE
        assert rest(client).count(b"HTTP/1.1") <= 1, "the request was answered once, when its head was there"


@pytest.fixture(scope="module")
def short_timeouts(world_snapshot: Path) -> Iterator[Process]:
    """A server that waits a second for a request, and as long for another one."""
    with served(world_snapshot, "--request-timeout=1", "--idle-timeout=1") as started:
        yield started


@pytest.mark.slow
@pytest.mark.parametrize(
    "before",
    [b"", b"\r\n", GET + b"\r\n", b"HEAD /v1/entities HTTP/1.1\r\nHost: a\r\n\r\n"],
    ids=["nothing", "an empty line", "the fast path", "the ASGI app"],
)
def test_an_idle_connection_is_closed(short_timeouts: Process, before: bytes) -> None:
    with connect(short_timeouts, before) as client:
        assert rest(client).count(b"HTTP/1.1") == (1 if b"HTTP" in before else 0)


@pytest.mark.slow
def test_a_client_that_never_reads_is_cut_off(world_snapshot: Path) -> None:
    with served(world_snapshot, "--send-timeout=1") as process, socket.socket() as client:
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


def test_connections_beyond_the_limit_are_refused_and_others_served(process: Process) -> None:
    port = process[1]
    wait(lambda: open_connections(port) == 0, "the end of the connections of other tests")
    clients = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(MAX_CONNECTIONS)]
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as late:
            assert refusal(rest(late)) == 503
        clients[0].sendall(GET + b"\r\n")
        assert clients[0].recv(1 << 16).startswith(b"HTTP/1.1 200 ")
    finally:
        for connection in clients:
            connection.close()
    wait(lambda: open_connections(port) == 0, "the end of these connections")


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


@pytest.mark.slow
def test_requests_under_way_are_answered_at_a_stop(world_snapshot: Path) -> None:
    """The first of many that the system does not take for the client, which reads when the server has been told to stop."""
    with socket.socket() as client, served(world_snapshot, f"--stop-timeout={PATIENCE}") as (started, port):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * 400)
        said = client.recv(1)
        started.send_signal(signal.SIGTERM)
        wait(lambda: not is_listening(port), "the stop of the server")
        said += rest(client)
    heads = re.findall(rb"HTTP/1\.1 200 OK\r\n.*?\r\n\r\n", said, re.DOTALL)
    assert b"\r\nconnection: close\r\n" in heads[-1]
    assert len(said) == sum(len(head) + int(re.findall(rb"content-length: (\d+)", head)[0]) for head in heads)


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_a_port_in_use_is_said_plainly(process: Process, world_snapshot: Path) -> None:
    for workers in ("1", "2"):
        asked = command("serve", "--snapshot", str(world_snapshot), "--port", str(process[1]))
        second = subprocess.run(
            [*asked, "--workers", workers], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
        )
        assert second.returncode == 1
        assert "cannot listen on 127.0.0.1" in second.stderr
        assert "Traceback" not in second.stderr


def test_every_limit_is_documented() -> None:
    documented = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for name, default in msgspec.structs.asdict(Limits()).items():
        assert re.search(rf"`--{name.replace('_', '-')}` *\| *{default:,g} *\|", documented), name


@pytest.mark.slow
def test_limits_are_validated(world_snapshot: Path) -> None:
    asked = command("serve", "--snapshot", str(world_snapshot), "--max-headers", "0")
    refused = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode != 0
    assert "out of range" in refused.stderr


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time is set by the test, and whose timers never run."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 1_000.0

    def time(self) -> float:
        return self.seconds

    def call_later(self, delay: float, callback: Any, *arguments: Any, context: Any = None) -> Any:  # type: ignore[override]
        return asyncio.TimerHandle(self.seconds + delay, callback, arguments, self, context)


class Transport(asyncio.Transport):
    """What a connection does with its transport. `unread` bytes have not gone out."""

    def __init__(self, connection: socket.socket | None = None) -> None:
        super().__init__({"socket": connection})
        self.written = b""
        self.unread = 0
        self.events: list[str] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_closing(), "nothing is written to a closed connection"
        self.written += data

    def write_eof(self) -> None:
        self.events.append("end of output")

    def close(self) -> None:
        self.events.append("close")

    def abort(self) -> None:
        self.events.append("abort")

    def pause_reading(self) -> None:
        self.events.append("pause")

    def resume_reading(self) -> None:
        self.events.append("resume")

    def is_closing(self) -> bool:
        return "close" in self.events or "abort" in self.events

    def get_write_buffer_size(self) -> int:
        return self.unread


NARROW = Limits(
    max_target=40,
    max_headers=3,
    max_header_bytes=60,
    max_connections=2,
    request_timeout=10.0,
    idle_timeout=20.0,
    send_timeout=30.0,
)
LARGEST_HEAD = 40 + 60 + 4 * 3
"""Bytes that a head may have after the packet in which it begins, however it is divided."""


class InProcess:
    """Connections without a network, to an application that answers when it is told to."""

    def __init__(self) -> None:
        self.loop = Clock()
        self.watcher = DeadlineWatcher(NARROW)
        self.asked: list[dict[str, Any]] = []
        self.delays: list[asyncio.Future[None]] = []
        self.delayed = False
        self.state = uvicorn.server.ServerState()
        self.state.default_headers = [(b"date", b"today"), (b"via", b"b")]
        self.config = uvicorn.Config(
            self.answer, interface="asgi3", ws="none", lifespan="off", log_config=None, proxy_headers=False
        )
        self.config.load()

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append(scope)
        if self.delayed:
            self.delays.append(self.loop.create_future())
            await self.delays[-1]
        body = scope["path"].encode()
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def connect(self, connection: socket.socket | None = None) -> tuple[LimitedConnection, Transport]:
        made = LimitedConnection(
            self.watcher, config=self.config, server_state=self.state, app_state={}, _loop=self.loop
        )
        transport = Transport(connection)
        made.connection_made(transport)
        return made, transport

    def settle(self) -> None:
        """Let the application run until it waits."""

        async def turns() -> None:
            for _ in range(30):
                await asyncio.sleep(0)

        self.loop.run_until_complete(turns())

    def release(self) -> None:
        """Let the request that came first be answered."""
        self.delays.pop(0).set_result(None)
        self.settle()

    def send(self, connection: LimitedConnection, *packets: bytes) -> None:
        for packet in packets:
            connection.data_received(packet)
            self.settle()


@pytest.fixture
def server() -> Iterator[InProcess]:
    made = InProcess()
    yield made
    for delay in made.delays:
        delay.cancel()
    made.settle()
    made.loop.close()


def ok(path: str, close: bool = False) -> bytes:
    """The whole answer of the application above."""
    end = "connection: close\r\n" if close else ""
    return f"HTTP/1.1 200 OK\r\ndate: today\r\nvia: b\r\ncontent-length: {len(path)}\r\n{end}\r\n{path}".encode()


def refused(status: int, message: str, fields: Mapping[str, str] = {}, body: bool = True) -> bytes:
    """The whole answer of a connection that is refused."""
    answer = error_in_json(status, message, NEVER, {**fields, "connection": "close"})
    start = STATUS_LINE[status] + b"date: today\r\nvia: b\r\n"
    return start + answer.head + b"\r\n" + (answer.body if body else b"")


def request(path: str = "/a", *fields: str, method: str = "GET", host: str = "Host: a") -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", *filter(None, (host, *fields)), "", "")).encode()


CODINGS = "the only Transfer-Encoding is `chunked`, once, in HTTP/1.1; send no body at all"


def test_a_new_connection_has_the_time_of_a_request(server: InProcess) -> None:
    connection, transport = server.connect()
    assert (connection.deadline, connection.idle) == (1_010.0, True)
    assert (transport.written, transport.events) == (b"", [])
    assert server.watcher.now == 1_000.0, "the watcher has begun"
    server.loop.seconds = 1_011.0
    server.watcher._check_deadlines(server.loop)
    assert transport.events == ["close"], "it looks at this connection"


def test_connections_beyond_the_limit_are_refused_and_beyond_twice_it_dropped(server: InProcess) -> None:
    transports = [server.connect()[1] for _ in range(5)]
    said = refused(503, "too many connections; try again in a few seconds", {"retry-after": "5"})
    assert [transport.written for transport in transports] == [b"", b"", said, said, b""]
    assert [transport.events for transport in transports] == [[], [], *[["end of output"]] * 2, ["abort"]]


def test_a_request_is_answered_and_the_connection_idle_again(server: InProcess) -> None:
    connection, transport = server.connect()
    server.loop.seconds += 5
    server.send(connection, request("/a"))
    assert transport.written == ok("/a")
    assert (connection.idle, connection.deadline) == (True, 1_025.0)
    assert server.asked[0]["headers"] == [(b"host", b"a")]
    server.loop.seconds += 5
    server.send(connection, request("/b")[:20])
    assert (connection.idle, connection.deadline) == (False, 1_020.0), "the time of a request"
    server.loop.seconds += 5
    server.send(connection, request("/b")[20:])
    assert transport.written == ok("/a") + ok("/b")
    assert connection.deadline == 1_035.0
    assert transport.events == []


def test_requests_keep_a_connection_open_beyond_the_idle_time(server: InProcess) -> None:
    connection, transport = server.connect()
    for number in range(1, 8):
        server.loop.seconds += NARROW.idle_timeout / 2
        server.send(connection, request("/a"))
        server.watcher._check_deadlines(server.loop)
        assert (transport.written, transport.events) == (ok("/a") * number, [])
    server.loop.seconds += NARROW.idle_timeout + 1
    server.watcher._check_deadlines(server.loop)
    assert transport.events == ["close"], "and without requests it is closed"


def test_a_request_under_way_has_the_time_to_send(server: InProcess) -> None:
    server.delayed = True
    connection, transport = server.connect()
    server.send(connection, request("/a"))
    assert (connection.idle, connection.deadline) == (False, 1_030.0)
    server.loop.seconds += 5
    server.send(connection, request("/b")[:20])
    assert connection.deadline == 1_030.0, "the next one does not change that"
    server.release()
    assert transport.written == ok("/a")
    assert (connection.idle, connection.deadline) == (False, 1_015.0), "now the next request is awaited"


@pytest.mark.parametrize(("length", "said"), [(40, None), (41, 414)])
@pytest.mark.parametrize("cut", [10, 50])
def test_the_longest_target(server: InProcess, length: int, said: int | None, cut: int) -> None:
    connection, transport = server.connect()
    target = "/" + "x" * (length - 1)
    whole = request(target)
    server.send(connection, whole[:cut], whole[cut:])
    message = "the request target is longer than 40 bytes; shorten it"
    assert transport.written == (refused(414, message) if said else ok(target))


@pytest.mark.parametrize(("count", "said"), [(3, None), (4, 431)])
def test_the_most_fields(server: InProcess, count: int, said: int | None) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a", *["b: c"] * (count - 1)))
    message = "there are more than 3 header fields; send fewer"
    assert transport.written == (refused(431, message) if said else ok("/a"))
    server.send(connection, request("/b", *["b: c"] * 2))
    assert transport.written == (refused(431, message) if said else ok("/a") + ok("/b")), "each request anew"


@pytest.mark.parametrize(("length", "said"), [(60, None), (61, 431)])
def test_the_largest_fields(server: InProcess, length: int, said: int | None) -> None:
    connection, transport = server.connect()
    fields = f"bb: {'x' * (length - len('Hosta') - len('bb'))}"
    server.send(connection, request("/a", fields))
    message = "the headers are larger than 60 bytes; send fewer"
    assert transport.written == (refused(431, message) if said else ok("/a"))
    server.send(connection, request("/b", fields))
    assert transport.written == (refused(431, message) if said else ok("/a") + ok("/b")), "each request anew"


def test_a_head_without_end_is_refused(server: InProcess) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a") + b"GET /b HTTP/1.1\r\nb: ", b"x" * 100, b"x" * (LARGEST_HEAD - 100))
    assert transport.written == ok("/a")
    server.send(connection, b"x")
    assert transport.written == ok("/a") + refused(431, "the headers are larger than 60 bytes; send fewer")


def test_a_chunked_body_without_end_is_refused(server: InProcess) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a", "Transfer-Encoding: chunked") + b"%x\r\n" % 1_000_000)
    most = LARGEST_HEAD + 65_536
    server.send(connection, *[b"x" * 1_024] * (most // 1_024), b"x" * (most % 1_024))
    assert (transport.written, connection.idle) == (b"", False)
    server.send(connection, b"x")
    assert transport.written == refused(413, "the body is too large; send none, since nothing here takes one")


def test_a_body_that_is_not_chunked_may_be_long(server: InProcess) -> None:
    """It is answered at its head, and passed over."""
    connection, transport = server.connect()
    server.send(connection, request("/a", "Content-Length: 200000"))
    assert transport.written == ok("/a")
    assert (connection.idle, connection.deadline) == (False, 1_010.0)
    server.send(connection, *[b"x" * 100_000] * 2, request("/b"))
    assert transport.written == ok("/a") + ok("/b")
    assert connection.cycle.body == b""
    assert transport.events == []


def test_a_chunked_request_is_answered_at_its_end(server: InProcess) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a", "Transfer-Encoding: chunked"), b"3\r\nabc\r\n")
    assert transport.written == b""
    server.send(connection, b"0\r\nb: c\r\n\r\n")
    assert transport.written == ok("/a")
    assert (connection.idle, connection.deadline) == (True, 1_020.0)
    assert server.asked[0]["headers"] == [(b"host", b"a"), (b"transfer-encoding", b"chunked")], "trailers are left out"
    server.send(connection, request("/b"))
    assert transport.written == ok("/a") + ok("/b")


@pytest.mark.parametrize(
    ("trailer", "message"),
    [
        ("b: c\r\n" * 2, "there are more than 3 header fields; send fewer"),
        (f"b: {'c' * 40}\r\n", "the headers are larger than 60 bytes; send fewer"),
    ],
)
def test_a_trailer_counts_as_headers(server: InProcess, trailer: str, message: str) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a", "Transfer-Encoding: chunked"), f"0\r\n{trailer}\r\n".encode())
    assert transport.written == refused(400, message)


@pytest.mark.parametrize(
    ("sent", "status", "message", "fields"),
    [
        (b"BREW / HTTP/1.1\r\n", 405, f"no such method; use {METHODS}", {"allow": METHODS}),
        (b"\x16\x03\x01", 405, f"no such method; use {METHODS}", {"allow": METHODS}),
        (b"GET / HTTX\r\n", 400, "this is not well-formed HTTP", {}),
        (request("/a", "no colon"), 400, "this is not well-formed HTTP", {}),
        (request("/a", host=""), 400, "there is no Host field; send one", {}),
        (request("/a", "Host: b"), 400, "there are 2 Host fields; send one", {}),
        (b"GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400, CODINGS, {}),
        (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400, "HTTP/2.0 is not spoken here; use HTTP/1.1", {}),
    ],
)
def test_what_is_refused_ends_the_connection(
    server: InProcess, sent: bytes, status: int, message: str, fields: dict[str, str]
) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a"), sent, request("/b"))
    assert transport.written == ok("/a") + refused(status, message, fields)
    assert transport.events == ["end of output"]
    assert (connection.idle, connection.deadline) == (False, 1_002.0), "the client may still send for a moment"
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "sent",
    [
        request("/" + "x" * 40, method="HEAD"),
        request("/a", "Host: b", method="HEAD"),
        request("/a", "Transfer-Encoding: chunked", method="HEAD") + b"x",
    ],
)
def test_a_refusal_of_head_has_no_body(server: InProcess, sent: bytes) -> None:
    connection, transport = server.connect()
    server.send(connection, sent)
    assert transport.written.startswith(b"HTTP/1.1 4")
    assert transport.written.endswith(b"\r\n\r\n")


def test_a_refusal_after_head_was_answered_has_a_body(server: InProcess) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a", method="HEAD"))
    before = transport.written
    connection.refuse(400, "no")
    assert transport.written == before + refused(400, "no")


def test_a_refusal_waits_for_the_answers_that_are_due(server: InProcess) -> None:
    server.delayed = True
    connection, transport = server.connect()
    server.send(connection, request("/a") + request("/b") + b"nonsense\r\n\r\n", request("/c"))
    assert transport.written == b""
    server.release()
    assert transport.written == ok("/a")
    server.release()
    assert transport.written == ok("/a") + ok("/b") + refused(405, f"no such method; use {METHODS}", {"allow": METHODS})
    assert transport.events[-1] == "end of output"


def test_nothing_is_said_on_a_connection_that_is_closing(server: InProcess) -> None:
    connection, transport = server.connect()
    transport.close()
    connection.refuse(400, "no")
    server.send(connection, request("/a"))
    assert (transport.written, server.asked) == (b"", [])
    assert connection.idle is False


def test_an_offer_of_another_protocol_is_declined_and_the_next_request_read(server: InProcess) -> None:
    connection, transport = server.connect()
    offer = request("/a", "Connection: Upgrade", "Upgrade: h2c")
    server.send(connection, offer + request("/b"), request("/c"))
    assert transport.written == ok("/a") + ok("/b") + ok("/c")


@pytest.mark.parametrize(
    ("start", "path"),
    [
        (b"GET http://b/c?d HTTP/1.1", "/c"),
        (b"OPTIONS * HTTP/1.1", "/"),
        (b"GET http://b HTTP/1.1", "/"),
        (b"GET /c HTTP/1.1", "/c"),
    ],
)
def test_the_target_is_brought_into_its_plain_form(server: InProcess, start: bytes, path: str) -> None:
    connection, transport = server.connect()
    server.send(connection, start + b"\r\nHost: a\r\n\r\n")
    assert transport.written == ok(path)
    assert server.asked[0]["query_string"] == (b"d" if b"?" in start else b"")


def test_few_requests_wait_and_the_others_are_read_later(server: InProcess) -> None:
    server.delayed = True
    connection, transport = server.connect()
    sent = b"".join(request(f"/{number:02}") for number in range(99))
    per_slice = 1_024 // len(request("/00"))
    server.send(connection, sent)
    assert len(connection.pipeline) == per_slice - 1
    assert transport.events == ["pause"]
    for number in range(99):
        server.release()
        assert transport.written == b"".join(ok(f"/{done:02}") for done in range(number + 1))
        assert len(connection.pipeline) < 8 + per_slice
    assert connection.idle
    assert transport.events.count("pause") == transport.events.count("resume")


def test_while_few_requests_wait_more_are_read(server: InProcess) -> None:
    server.delayed = True
    connection, transport = server.connect()
    server.send(connection, *[request(f"/{number}") for number in range(9)])
    assert len(connection.pipeline) == 8, "one is being answered, and eight wait"
    server.send(connection, request("/9")[:10], request("/9")[10:])
    assert len(connection.pipeline) == 8, "what comes now is kept, but not read"
    for _ in range(10):
        server.release()
    assert transport.written == b"".join(ok(f"/{number}") for number in range(10))


def test_a_connection_that_sends_nothing_more_is_closed_at_its_deadline(server: InProcess) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a"))
    connection.check_deadline(1_020.0)
    assert transport.events == []
    server.loop.seconds = 1_020.5
    connection.check_deadline(1_020.5)
    assert transport.events == ["close"]
    assert connection.deadline == 1_022.5
    connection.check_deadline(1_022.5)
    assert transport.events == ["close"]
    connection.check_deadline(1_023.0)
    assert transport.events == ["close", "abort"]


@pytest.mark.parametrize(
    "sent",
    [
        request("/a")[:10],
        request("/a", "Transfer-Encoding: chunked"),
        request("/a", "Transfer-Encoding: chunked") + b"5\r\na",
    ],
)
def test_a_request_that_does_not_arrive_is_answered_at_its_deadline(server: InProcess, sent: bytes) -> None:
    connection, transport = server.connect()
    server.send(connection, sent)
    deadline = connection.deadline
    server.loop.seconds = deadline + 1
    connection.check_deadline(deadline)
    assert transport.written == b""
    connection.check_deadline(deadline + 1)
    assert transport.written == refused(408, "the request did not arrive within 10 seconds")
    server.loop.seconds += 3
    connection.check_deadline(server.loop.seconds)
    assert transport.events == ["end of output", "close"], "one refusal, then the end"


def test_a_body_that_does_not_arrive_ends_the_connection(server: InProcess) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a", "Content-Length: 5") + b"x")
    assert transport.written == ok("/a")
    connection.check_deadline(1_011.0)
    assert (transport.written, transport.events) == (ok("/a"), ["close"])


def test_an_answer_that_is_due_is_waited_for(server: InProcess) -> None:
    server.delayed = True
    connection, transport = server.connect()
    server.send(connection, request("/a"))
    connection.check_deadline(2_000.0)
    assert (transport.written, transport.events) == (b"", [])


def test_a_client_that_does_not_read_is_cut_off(server: InProcess) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        connection, transport = server.connect(ours)
        server.send(connection, request("/a"))
        transport.unread = 100
        for now in (1_100.0, 1_130.0):
            connection.check_deadline(now)
            assert transport.events == []
        transport.unread = 99
        for now in (1_131.0, 1_161.0):
            connection.check_deadline(now)
            assert transport.events == [], "it reads, if slowly"
        connection.check_deadline(1_161.5)
        assert transport.events == ["abort"]
        assert ours.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8) == struct.pack("ii", 1, 0)


def test_what_the_system_has_not_delivered_counts_as_unread(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    queued = [50]
    monkeypatch.setattr(connection_module, "_queued_in_system", lambda transport: queued[0])
    connection, transport = server.connect()
    server.send(connection, request("/a"))
    transport.unread = 100
    connection.check_deadline(1_100.0)
    queued[0] = 49
    connection.check_deadline(1_131.0)
    assert transport.events == []
    transport.unread, queued[0] = 99, 50
    connection.check_deadline(1_162.0)
    assert transport.events == ["abort"], "as many as before, wherever they are"


def test_a_client_whose_system_takes_everything_is_cut_off_as_well(server: InProcess) -> None:
    """Of the server's own buffer the same number of bytes is left, but the system has delivered some."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        connection, transport = server.connect(ours)
        ours.sendall(b"x" * 1_000)
        transport.unread = 100
        connection.check_deadline(1_100.0)
        theirs.recv(2_000)
        connection.check_deadline(1_131.0)
        assert transport.events == []
        connection.check_deadline(1_162.0)
        assert transport.events == ["abort"]


def test_a_client_that_has_read_all_begins_again(server: InProcess) -> None:
    connection, transport = server.connect()
    server.send(connection, request("/a"))
    for now, unread in ((1_001.0, 100), (1_002.0, 0), (1_040.0, 100), (1_069.0, 100)):
        connection.deadline = now
        transport.unread = unread
        connection.check_deadline(now)
    assert transport.events == []


def test_without_a_socket_the_connection_is_reset_all_the_same(server: InProcess) -> None:
    connection, transport = server.connect()
    connection._reset()
    assert transport.events == ["abort"]


def test_bytes_that_the_system_has_taken() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert connection_module._queued_in_system(Transport(ours)) == 0
        ours.sendall(b"x" * 1_000)
        assert connection_module._queued_in_system(Transport(ours)) >= 1_000
        theirs.recv(2_000)
        assert connection_module._queued_in_system(Transport(ours)) == 0
    assert connection_module._queued_in_system(Transport(ours)) == 0, "a closed socket"
    assert connection_module._queued_in_system(Transport()) == 0, "no socket"


def test_where_the_system_does_not_say_nothing_is_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert connection_module._queued_in_system(Transport()) == 0


def test_a_slow_reader_is_not_idle(server: InProcess) -> None:
    connection, transport = server.connect()
    connection.pause_writing()
    assert (connection.idle, connection.flow.write_paused) == (False, True)
    server.send(connection, request("/a"))
    assert connection.idle is False
    server.loop.seconds += 7
    connection.resume_writing()
    assert (connection.idle, connection.flow.write_paused) == (False, False)
    assert (connection.idle, connection.deadline) == (False, 1_037.0), "the answer is due"
    server.settle()
    assert transport.written == ok("/a")
    assert (connection.idle, connection.deadline) == (True, 1_027.0)
    connection.pause_writing()
    connection.resume_writing()
    assert connection.idle is True


def test_an_answer_that_fills_the_buffer_leaves_the_connection_busy(server: InProcess) -> None:
    connection, transport = server.connect()
    written = transport.write

    def write(data: bytes | bytearray | memoryview) -> None:
        written(data)
        if transport.written == ok("/a"):
            connection.pause_writing()

    transport.write = write  # type: ignore[method-assign]
    server.send(connection, request("/a"))
    assert transport.written == ok("/a")
    assert connection.idle is False
    connection.resume_writing()
    assert connection.idle is True


def test_a_request_of_http_1_0_needs_no_host_and_is_the_last(server: InProcess) -> None:
    connection, transport = server.connect()
    server.send(connection, b"GET /a HTTP/1.0\r\n\r\n")
    assert transport.written == ok("/a", close=True)
    assert transport.events == ["close"]


def test_a_connection_that_is_lost_is_closed_and_one_that_failed_is_not(server: InProcess) -> None:
    for failure, events in ((None, ["close"]), (ConnectionResetError(), [])):
        connection, transport = server.connect()
        connection.connection_lost(failure)
        assert transport.events == events


def test_the_end_of_input_is_the_end_of_the_connection_once_all_is_answered(server: InProcess) -> None:
    server.delayed = True
    connection, transport = server.connect()
    server.send(connection, request("/a") + request("/b"))
    assert connection.eof_received() is True
    server.release()
    assert (transport.written, transport.is_closing()) == (ok("/a"), False)
    server.release()
    assert transport.written == ok("/a") + ok("/b")
    assert transport.events[-1] == "close"
    idle, _ = server.connect()
    assert idle.eof_received() is False


def test_requests_of_a_client_that_left_are_dropped(server: InProcess) -> None:
    server.delayed = True
    connection, transport = server.connect()
    server.send(connection, request("/a") + request("/b") + request("/c"))
    running = connection._running
    assert running is not None
    transport.close()
    connection.connection_lost(None)
    assert running.disconnected
    assert not connection.pipeline
    server.release()
    assert (transport.written, len(server.asked)) == (b"", 1)
    assert connection not in server.state.connections


def test_no_answer_is_begun_for_a_client_that_left(server: InProcess) -> None:
    server.delayed = True
    connection, transport = server.connect()
    server.send(connection, request("/a") + request("/b"))
    transport.abort()
    cycle, _ = connection.pipeline[0]
    connection._start_asgi_task(cycle, server.answer)
    server.settle()
    assert len(server.asked) == 1
    assert connection._running is cycle


def test_uvicorn_s_own_timer_does_not_run(server: InProcess) -> None:
    connection, _ = server.connect()
    server.send(connection, request("/a"))
    assert connection.timeout_keep_alive_task is None
