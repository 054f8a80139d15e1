"""The edges of HTTP: one answer to what is not well framed, and then the connection ends."""

from __future__ import annotations

import re
import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from conftest import LONG_TIMEOUTS, PATIENCE, connect, free_port, open_connections, rest, serve, stop, wait

from sportlore.server.framing import RefusedRequest, check_host, check_version, is_chunked, is_host, origin_form

GET = b"GET /v1/entities HTTP/1.1\r\nHost: a\r\n"
CHUNKED = GET + b"Transfer-Encoding: chunked\r\n\r\n"
CLOSE = GET + b"Connection: close\r\n\r\n"


@pytest.fixture(scope="module")
def process(world_snapshot: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server that has time, and its port."""
    with served(world_snapshot) as started:
        yield started


@contextmanager
def served(snapshot: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server with these options, and its port."""
    port = free_port()
    started = serve("--snapshot", str(snapshot), *LONG_TIMEOUTS, *options, port=port)
    try:
        yield started, port
    finally:
        stop(started)


def statuses(said: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", said)]


REFUSED = {
    "a coding that is not chunked": GET + b"Transfer-Encoding: gzip\r\n\r\n",
    "a coding that does not end in chunked": GET + b"Transfer-Encoding: chunked, gzip\r\n\r\n",
    "chunked twice": GET + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunked and a length": GET + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    "chunked in HTTP/1.0": b"GET / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a chunk size that is none": CHUNKED + b"x\r\nabc\r\n0\r\n\r\n",
    "a chunk that is longer than its size": CHUNKED + b"3\r\nabcdef\r\n0\r\n\r\n",
    "a chunk size without end": CHUNKED + b"f" * 40,
    "trailers too large": CHUNKED + b"0\r\na: " + b"b" * 33_000 + b"\r\n\r\n",
    "too many trailers": CHUNKED + b"0\r\n" + b"a: b\r\n" * 120 + b"\r\n",
    "two lengths": GET + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "a negative length": GET + b"Content-Length: -1\r\n\r\n",
    "no Host": b"GET / HTTP/1.1\r\n\r\n",
    "an empty Host": b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "a Host with a path": b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
    "a Host with two names": b"GET / HTTP/1.1\r\nHost: a, b\r\n\r\n",
    "a Host with a space": b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
    "a Host with a user": b"GET / HTTP/1.1\r\nHost: u@a\r\n\r\n",
    "a Host with a port beyond the last": b"GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n",
    "a Host with half an address": b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    "HTTP/2.0": b"GET / HTTP/2.0\r\nHost: a\r\n\r\n",
    "HTTP/0.9": b"GET / HTTP/0.9\r\nHost: a\r\n\r\n",
    "another scheme": b"GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "a scheme without an authority": b"GET urn:a HTTP/1.1\r\nHost: a\r\n\r\n",
}


@pytest.mark.parametrize("packets", ["one", "many"])
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_well_framed_is_refused_once(client: socket.socket, case: str, packets: str) -> None:
    sent = REFUSED[case]
    pieces = [sent] if packets == "one" else [sent[:20], sent[20:50], sent[50:]]
    with suppress(OSError):  # the end of the connection may come before the last packet
        for piece in pieces:
            client.sendall(piece)
            time.sleep(0.01)
    said = rest(client)
    assert statuses(said) == [400], said
    assert b"\r\nconnection: close" in said
    assert b"\r\ncache-control: no-store" in said


@pytest.mark.parametrize("before", [1, 3])
def test_answers_that_are_due_come_before_the_refusal(client: socket.socket, before: int) -> None:
    client.sendall((GET + b"\r\n") * before + REFUSED["a chunk size that is none"])
    assert statuses(rest(client)) == [200] * before + [400]


ADMITTED = {
    "chunked": (CHUNKED + b"3\r\nabc\r\n0\r\n\r\n", 200),
    "chunked in capitals": (GET + b"TRANSFER-ENCODING: Chunked\r\n\r\n0\r\n\r\n", 200),
    "chunked with extensions and trailers": (CHUNKED + b"3;a=b\r\nabc\r\n0\r\nc: d\r\n\r\n", 200),
    "a trailer that would be a preference": (CHUNKED + b"0\r\nAccept: text/html\r\n\r\n", 200),
    "a length": (GET + b"Content-Length: 3\r\n\r\nabc", 200),
    "a chunked body where none is taken": (CHUNKED.replace(b"GET", b"POST") + b"3\r\nabc\r\n0\r\n\r\n", 405),
    "a name and a port": (b"GET /v1/entities HTTP/1.1\r\nHost: sport.example:8000\r\n\r\n", 200),
    "an address": (b"GET /v1/entities HTTP/1.1\r\nHost: [::1]:8000\r\n\r\n", 200),
    "an absolute target": (b"GET http://b/v1/entities HTTP/1.1\r\nHost: b\r\n\r\n", 200),
    "an absolute target in capitals": (b"GET HTTPS://b/v1/entities HTTP/1.1\r\nHost: b\r\n\r\n", 200),
}


@pytest.mark.parametrize("case", ADMITTED)
def test_what_is_well_framed_is_answered_and_the_next_request_too(client: socket.socket, case: str) -> None:
    sent, status = ADMITTED[case]
    client.sendall(sent + CLOSE)
    assert statuses(rest(client)) == [status, 200]


def test_a_chunked_body_without_end_is_refused(client: socket.socket) -> None:
    client.sendall(CHUNKED)
    try:
        for _ in range(300):
            client.sendall(b"400\r\n" + b"a" * 1_024 + b"\r\n")
    except OSError:
        pass
    assert statuses(rest(client)) in ([413], [])


@pytest.mark.slow
def test_a_chunked_body_that_stops_is_timed_out(world_snapshot: Path) -> None:
    with served(world_snapshot, "--request-timeout=1") as process, connect(process, CHUNKED + b"5\r\nab") as client:
        assert statuses(rest(client)) == [408]


@pytest.mark.parametrize(
    ("target", "location"),
    [
        (b"/v1/a%2fb/", b"/v1/a%2fb"),
        (b"/v1/a%2Fb/", b"/v1/a%2Fb"),
        (b"/v1/a%252fb/", b"/v1/a%252fb"),
        (b"/v1/entities/?page=2", b"/v1/entities?page=2"),
        (b"/caf%C3%A9/", b"/caf%C3%A9"),
        (b"/%2f%2fevil.example/", b"/%2f%2fevil.example"),
        (b"/a%0d%0ab/", b"/a%0d%0ab"),
    ],
)
def test_a_redirect_escapes_nothing_twice(client: socket.socket, target: bytes, location: bytes) -> None:
    client.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    said = rest(client)
    assert statuses(said) == [308]
    assert re.findall(rb"\r\nlocation: ([^\r]*)", said) == [location]


@pytest.mark.parametrize(
    "value", [b"a", b"a.b", b"127.0.0.1:1", b"[::1]", b"[::1]:65535", b"a:", b"xn--a", b"a_b", b"a%20b"]
)
def test_hosts(value: bytes) -> None:
    assert is_host(value)


@pytest.mark.parametrize(
    "value",
    [b"", b":1", b"a/b", b"a b", b"u@a", b"[::1", b"::1", b"[::1]a", b"[g]", b"a:65536", b"a:1a", b"a:123456", b"a:-1"],
)
def test_what_is_no_host(value: bytes) -> None:
    assert not is_host(value)


def test_versions() -> None:
    for version in ("1.0", "1.1"):
        check_version(version)
    for version in ("0.9", "1.2", "2.0", "11.1"):
        with pytest.raises(RefusedRequest) as refused:
            check_version(version)
        assert (refused.value.status, str(refused.value)) == (400, f"HTTP/{version} is not spoken here; use HTTP/1.1")


NO_HOST = "the Host field is not a host, or a host and a port; send one such as `Host: example.org:8000`"


@pytest.mark.parametrize(
    ("version", "hosts", "message"),
    [
        ("1.1", [b"a"], None),
        ("1.0", [b"a"], None),
        ("1.0", [], None),
        ("1.1", [], "there is no Host field; send one"),
        ("1.1", [b"a", b"a"], "there are 2 Host fields; send one"),
        ("1.0", [b"a", b"b", b"c"], "there are 3 Host fields; send one"),
        ("1.1", [b""], NO_HOST),
        ("1.0", [b"a/b"], NO_HOST),
    ],
)
def test_the_host_of_a_request(version: str, hosts: list[bytes], message: str | None) -> None:
    headers = [(b"accept", b"x/y"), *((b"host", host) for host in hosts), (b"x-host", b"z")]
    if message is None:
        check_host(version, headers)
        return
    with pytest.raises(RefusedRequest) as refused:
        check_host(version, headers)
    assert (refused.value.status, str(refused.value)) == (400, message)


@pytest.mark.parametrize(
    ("version", "values", "chunked"),
    [
        ("1.1", [], False),
        ("1.0", [], False),
        ("1.1", [b"chunked"], True),
        ("1.1", [b" CHUNKED "], True),
        ("1.0", [b"chunked"], None),
        ("1.1", [b"gzip"], None),
        ("1.1", [b"gzip, chunked"], None),
        ("1.1", [b"chunked", b"chunked"], None),
        ("1.1", [b""], None),
    ],
)
def test_the_only_transfer_coding_is_chunked(version: str, values: list[bytes], chunked: bool | None) -> None:
    headers = [(b"host", b"chunked"), *((b"transfer-encoding", value) for value in values)]
    if chunked is not None:
        assert is_chunked(version, headers) is chunked
        return
    with pytest.raises(RefusedRequest) as refused:
        is_chunked(version, headers)
    message = "the only Transfer-Encoding is `chunked`, once, in HTTP/1.1; send no body at all"
    assert (refused.value.status, str(refused.value)) == (400, message)


@pytest.mark.parametrize(
    ("method", "url", "target"),
    [
        (b"GET", b"http://a", b"/"),
        (b"GET", b"http://a/b/c", b"/b/c"),
        (b"GET", b"http://a?b=c", b"/?b=c"),
        (b"GET", b"HTTPS://a:1/b?c?d", b"/b?c?d"),
        (b"GET", b"http://a/b#c", b"/b"),
        (b"OPTIONS", b"*", b"/"),
        (b"OPTIONS", b"http://a/b", b"/b"),
        (b"CONNECT", b"a:1", b"/"),
    ],
)
def test_targets_in_other_forms(method: bytes, url: bytes, target: bytes) -> None:
    assert origin_form(method, url) == target


@pytest.mark.parametrize(("method", "url"), [(b"GET", b"ftp://a/b"), (b"GET", b"httpx://a/b"), (b"GET", b"/b")])
def test_targets_that_are_no_address(method: bytes, url: bytes) -> None:
    with pytest.raises(RefusedRequest) as refused:
        origin_form(method, url)
    message = "the request target is neither a path nor an address that begins with http:// or https://"
    assert (refused.value.status, str(refused.value)) == (400, message)


OPENAPI = b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"


def slow_client(port: int) -> socket.socket:
    """A client whose system takes little for it."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    client.settimeout(PATIENCE)
    client.connect(("127.0.0.1", port))
    return client


@pytest.mark.slow
def test_a_client_that_reads_nothing_is_cut_at_the_send_timeout(world_snapshot: Path) -> None:
    """Not only after the other timeouts, which are longer than this waits."""
    with served(world_snapshot, "--send-timeout=2") as (_, port), slow_client(port) as client:
        client.sendall(OPENAPI * 400)
        wait(lambda: not _is_open(client), "the end of the connection")


@pytest.mark.slow
def test_a_client_that_reads_steadily_is_not_cut(world_snapshot: Path) -> None:
    """For twice the send timeout, and so slowly that the server's own buffer stays full for longer than that."""
    with served(world_snapshot, "--send-timeout=5") as (_, port), slow_client(port) as client:
        client.sendall(OPENAPI * 400)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            assert client.recv(4_096), "the connection was closed"
            time.sleep(0.05)


def _is_open(client: socket.socket) -> bool:
    """Whether the connection is established, as the system sees it."""
    return client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1) == b"\x01"


@pytest.mark.slow
def test_nothing_is_logged_of_clients_that_leave(world_snapshot: Path) -> None:
    """In the middle of pipelined requests, of an answer, and of a refusal; politely and by a reset."""
    port = free_port()
    process = serve("--snapshot", str(world_snapshot), *LONG_TIMEOUTS, port=port)
    slow = OPENAPI[:-2] + b"Range: bytes=0-1\r\n\r\n"
    for sent in (OPENAPI, OPENAPI * 200, slow * 200, slow * 3 + b"nonsense\r\n\r\n", CHUNKED + b"3\r\nab"):
        for pause in (0, 0.005, 0.05):
            for linger in (False, True):
                client = slow_client(port)
                if linger:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.sendall(sent)
                time.sleep(pause)
                client.close()
    wait(lambda: open_connections(port) == 0, "the end of all connections")
    process.terminate()
    _, said = process.communicate(timeout=PATIENCE)
    assert said == ""
