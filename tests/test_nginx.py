"""Beside nginx: as a cache in front, which must keep no refusal, and as a server of the same bytes, which must say the same."""

from __future__ import annotations

import os
import re
import shutil
import socket
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import hypothesis.strategies as st
import pytest
from conftest import LONG_TIMEOUTS, PATIENCE, free_port, nginx, open_connections, serve, stop, wait
from hypothesis import HealthCheck, Phase, given, settings

from sportlore.snapshot import Snapshot

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed (apt-get install nginx-light)"),
]

CACHE = """
  large_client_header_buffers 8 32k;
  proxy_cache_path {folder}/cache keys_zone=cache:1m;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://127.0.0.1:{upstream};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header Transfer-Encoding $http_x_coding;
      proxy_set_header Accept-Encoding $http_accept_encoding;
      proxy_cache cache;
      add_header X-Cache $upstream_cache_status always;
    }}
  }}
"""


LIMITS = ("--max-target=1000", "--max-header-bytes=2000", "--max-connections=4", *LONG_TIMEOUTS)


@pytest.fixture(scope="module")
def cached(world_snapshot: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """The address of a caching nginx in front of a server with narrow limits, and the port of that server."""
    folder, port, upstream = tmp_path_factory.mktemp("cache"), free_port(), free_port()
    process = serve("--snapshot", str(world_snapshot), *LIMITS, port=upstream)
    with nginx(folder, CACHE.format(folder=folder, port=port, upstream=upstream), port):
        yield f"http://127.0.0.1:{port}", upstream
    stop(process)


def get(address: str, headers: Mapping[str, str] = {}) -> httpx.Response:
    return httpx.get(address, headers=headers, timeout=PATIENCE)


REFUSALS = [
    (431, {"X-Long": "x" * 3_000}),
    (431, {f"X-{n}": "x" for n in range(120)}),
    (400, {"X-Coding": "gzip"}),
    (406, {"Accept": "image/png"}),
]


@pytest.mark.parametrize(("status", "headers"), REFUSALS)
def test_a_refusal_is_served_to_nobody_else(cached: tuple[str, int], status: int, headers: dict[str, str]) -> None:
    address = f"{cached[0]}/v1/entities/sport?page=1&_={status}{len(headers)}"
    refused = get(address, headers)
    assert (refused.status_code, refused.headers["X-Cache"]) == (status, "MISS")
    after = get(address)
    assert (after.status_code, after.headers["X-Cache"]) == (200, "MISS")
    again = get(address)
    assert (again.status_code, again.headers["X-Cache"], again.content) == (200, "HIT", after.content)
    assert get(address, headers).status_code in (status, 200), "a cache may answer what it has"


def test_a_target_that_is_too_long_is_refused_each_time(cached: tuple[str, int]) -> None:
    for _ in range(2):
        refused = get(f"{cached[0]}/v1/{'x' * 1_000}")
        assert (refused.status_code, refused.headers["X-Cache"]) == (414, "MISS")


def test_a_method_that_is_refused_is_not_what_get_answers(cached: tuple[str, int]) -> None:
    address = f"{cached[0]}/v1/entities?_=method"
    assert httpx.post(address, timeout=PATIENCE).status_code == 405
    assert get(address).status_code == 200


def test_a_full_server_is_not_remembered_as_full(cached: tuple[str, int]) -> None:
    address = f"{cached[0]}/v1/entities?_=full"
    wait(lambda: open_connections(cached[1]) == 0, "the end of the connections of other tests")
    clients = [socket.create_connection(("127.0.0.1", cached[1])) for _ in range(4)]  # accepted before that of nginx
    try:
        full = get(address)
        assert (full.status_code, full.headers["X-Cache"]) == (503, "MISS")
    finally:
        for client in clients:
            client.close()
    wait(lambda: open_connections(cached[1]) == 0, "the end of all connections")
    assert get(address).status_code == 200


@pytest.mark.parametrize(("path", "status"), [("/v1/entities/sport/tenis", 404), ("/v1/entities/sport?page=0", 400)])
def test_an_error_of_the_address_may_be_kept_for_a_minute(cached: tuple[str, int], path: str, status: int) -> None:
    answers = [get(f"{cached[0]}{path}") for _ in range(2)]
    assert [(answer.status_code, answer.headers["X-Cache"]) for answer in answers] == [
        (status, "MISS"),
        (status, "HIT"),
    ]
    assert answers[0].headers["Cache-Control"] == "public, max-age=60"


def test_each_coding_is_kept_by_itself(cached: tuple[str, int]) -> None:
    address = f"{cached[0]}/v1/entities/sport/tennis?_=codings"
    for _ in range(2):
        for coding in ("br", "gzip", "identity"):
            answer = get(address, {"Accept-Encoding": coding})
            assert answer.headers.get("Content-Encoding", "identity") == coding
            assert answer.json()["id"] == "sport/tennis"


# The fast path beside nginx, serving the same bodies.

ATTEMPTS = 20

PATHS = (
    "/v1/entities",
    "/v1/entities/sport/tennis",
    "/v1/calculators",
    "/v1/atlas",
    "/api/openapi.json",
    "/api/schema",
)
Exchange = tuple[int, bytes]
"""Status and body; of an error the status alone."""


@pytest.fixture(scope="module")
def both(
    world_snapshot: Path, world_server: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[int, int]]:
    """The ports of Sportlore and of nginx, which serve the same bodies."""
    folder, port = tmp_path_factory.mktemp("same"), free_port()
    snapshot = Snapshot(world_snapshot)
    places = []
    for number, path in enumerate(PATHS):
        body = snapshot.body(path)
        assert body is not None
        (folder / str(number)).write_bytes(body)
        places.append(f"location = {path} {{ alias {folder}/{number}; }}")
    snapshot.close()
    keep = "keepalive_requests 1000000; lingering_close off; sendfile off;"
    # nginx answers 404 to any method where nothing is; like the application, this one refuses the method first.
    missing = "location / { if ($request_method !~ ^(GET|HEAD)$) { return 405; } return 404; }"
    server = f"server {{ listen 127.0.0.1:{port}; {' '.join(places)} {missing} }}"
    with nginx(folder, keep + server, port):
        yield int(world_server.rpartition(":")[2]), port


REQUESTS = st.builds(
    lambda method, path, version, lines, body: (
        f"{method} {path} {version}\r\nHost: a.example\r\n{''.join(lines)}{body[0]}\r\n{body[1]}".encode()
    ),
    st.sampled_from(("GET",) * 8 + ("HEAD", "HEAD", "POST", "DELETE")),
    st.sampled_from((*PATHS, *PATHS, "/nothing", "/v1/entities?page", "/v1/entities/sport/tenn%69s", "http://a.example/v1/atlas")),
    st.sampled_from(("HTTP/1.1",) * 12 + ("HTTP/1.0", "HTTP/1.1x")),
    st.lists(
        st.sampled_from((
            "User-Agent: a\r\n", "Accept: */*\r\n", 'If-None-Match: "stale"\r\n', "Accept-Encoding: identity\r\n",
            "Connection: close\r\n", "X-A: b\r\n", "no colon\r\n",
        )),
        max_size=3,
        unique=True,
    ),
    st.sampled_from((("", ""),) * 9 + (
        ("Content-Length: 3\r\n", "abc"), ("Content-Length: x\r\n", ""),
        ("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n"),
    )),
)  # fmt: skip


@st.composite
def conversations(draw: st.DrawFn) -> list[bytes]:
    """The packets of some requests, each in one, all in one, or cut anywhere."""
    asked = draw(st.lists(REQUESTS, min_size=1, max_size=4))
    whole = b"".join(asked)
    cuts = sorted(draw(st.sets(st.integers(1, len(whole) - 1), max_size=3))) if draw(st.booleans()) else []
    if not cuts and draw(st.booleans()):
        return asked
    return [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True) if a < b]


def exchanges(port: int, packets: list[bytes]) -> list[Exchange]:
    """What a server answers to these packets, one after the other, until it or the client ends the connection."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for packet in packets:
                client.sendall(packet)
                time.sleep(0.002)
            client.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the server has closed already, and what it said is still to be read
        try:
            while received := client.recv(1 << 20):
                said += received
        except OSError:
            pass
    found: list[Exchange] = []
    methods = re.findall(rb"(?:^|\r\n\r\n|abc)(GET|HEAD|POST|DELETE) ", b"".join(packets))
    while said:
        head, _, said = said.partition(b"\r\n\r\n")
        fields = dict(re.findall(rb"\r\n([A-Za-z-]+): ([^\r]*)", head))
        fields = {name.lower(): value for name, value in fields.items()}
        method = methods[len(found)] if len(found) < len(methods) else b"GET"
        length = 0 if method == b"HEAD" else int(fields.get(b"content-length", b"0"))
        status, body, said = int(head[9:12]), said[:length], said[length:]
        found.append((status, body if status == 200 else b""))
    return found


@settings(
    max_examples=int(os.environ.get("TORTURE_EXAMPLES", "150")),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(packets=conversations())
def test_the_fast_path_says_what_nginx_says(both: tuple[int, int], packets: list[bytes]) -> None:
    # A server that ends a connection on which the client still sends resets it, and the end of its answer may be lost.
    for _ in range(ATTEMPTS):
        sportlore, other = (exchanges(port, packets) for port in both)
        if sportlore == other:
            return
    assert sportlore == other, b"".join(packets)
