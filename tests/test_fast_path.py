"""The fast path and the ASGI app give the same bytes, and the comparison notices when they do not."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import hypothesis.strategies as st
import pytest
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyFailure

from sportlore.contract.record import Record, entity_tag_of
from sportlore.server.app import App
from sportlore.server.connection import LimitedConnection
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.fast_path import FastPath, FastPathConnection, Preferences
from sportlore.server.limits import Limits
from sportlore.server.negotiation import variants
from sportlore.server.run import config, listening

PAUSE = 0.002
SEND_BUFFER = 1 << 16
"""Bytes of answers that the system keeps for a client, so that few fill it."""
EXAMPLES = 800
ATTEMPTS = 3
Conversation = list[bytes]
"""The packets of one connection."""


class Counting(FastPath):
    """The fast path as it is, with a count of what it answered."""

    answered = 0

    def answer(self, data: bytes) -> Record | None:
        answer = super().answer(data)
        self.answered += answer is not None
        return answer


class Servers:
    """Servers of one application in one thread: without the fast path, and with sound or broken ones."""

    def __init__(self, folder: Path) -> None:
        self.app = App(folder, Limits(request_timeout=5.0))
        self._loop = asyncio.new_event_loop()
        self._servers: list[uvicorn.Server] = []
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.sound = Counting(self.app)
        self.without = self.start(partial(LimitedConnection, DeadlineWatcher(self.app.limits)))
        self.fast = self.start_fast(self.sound)

    def start_fast(self, fast_path: FastPath) -> int:
        return self.start(partial(FastPathConnection, fast_path, DeadlineWatcher(self.app.limits)))

    def start(self, protocol: Callable[..., asyncio.Protocol]) -> int:
        """The port of a new server."""
        listener = listening("127.0.0.1", 0)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        port = int(listener.getsockname()[1])
        server = uvicorn.Server(config(self.app, protocol))
        asyncio.run_coroutine_threadsafe(server.serve([listener]), self._loop)
        self._servers.append(server)
        while not server.started:
            time.sleep(0.01)
        return port

    def stop(self) -> None:
        for server in self._servers:
            server.should_exit = True
        while any(server.servers and server.servers[0].is_serving() for server in self._servers):
            time.sleep(0.05)
        time.sleep(0.3)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self.app.service.close()


@pytest.fixture(scope="module")
def servers(world_snapshot: Path) -> Iterator[Servers]:
    """The servers."""
    started = Servers(world_snapshot)
    yield started
    started.stop()


class Said(NamedTuple):
    """What a server said, `Date` aside, and whether it reset the connection."""

    text: bytes
    reset: bool


def talk(port: int, packets: Conversation) -> Said:
    """All that a server says to these packets; the client then says that it is done."""
    said, reset = b"", False
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for packet in packets:
                client.sendall(packet)
                time.sleep(PAUSE)
            client.shutdown(socket.SHUT_WR)
        except OSError:
            reset = True  # the server has closed already, and what it said is still to be read
        try:
            while received := client.recv(1 << 20):
                said += received
        except ConnectionResetError:
            reset = True
    return Said(re.sub(rb"\r\ndate: [^\r]*", b"", said), reset)


def same(servers: Servers, port: int, packets: Conversation) -> None:
    """Compare what two servers say.

    A server that ends a connection on which a client still sends resets it, and then the system may drop the end of the
    last answer on its way. So a difference in a conversation that was reset counts only if it comes every time; without
    a reset it counts at once.
    """
    for _ in range(ATTEMPTS):
        fast, without = talk(port, packets), talk(servers.without, packets)
        if fast.text == without.text or not (fast.reset or without.reset):
            break
    assert fast.text == without.text, packets


PATHS = (
    "/v1/entities",
    "/v1/entities/sport",
    "/v1/entities/sport/tennis",
    "/v1/entities/exercise",
    "/v1/calculators",
    "/v1/atlas",
    "/v1/learning/courses",
    "/v1/search",
    "/api/openapi.json",
    "/api/schema",
    "/healthz",
    "/",
)
QUERIES = (
    "page=1", "page=2", "page=01", "page=0", "page=1&page=1", "pageSize=1", "pageSize=2&page=2", "page=999999&pageSize=100",
    "pageSize=20", "q=tennis", "q=ten%6eis&pageSize=1", "q=", "q=a&type=sport", "q=%ff", "lang=en", "lang=de", "utm=x", "",
    "%70age=1", "page=1;2", "q=a+b", "q=a%0d%0aX:y", "page=1#x", "=", "&&",
)  # fmt: skip
TARGETS = st.one_of(
    st.sampled_from(PATHS),
    st.builds("{}?{}".format, st.sampled_from(PATHS), st.sampled_from(QUERIES)),
    st.builds("/v1{}".format, st.sampled_from(PATHS)),
    st.builds("{}/".format, st.sampled_from(PATHS)),
    st.builds("http://a.example{}".format, st.sampled_from(PATHS)),
    st.sampled_from((
        "/v1/entities/sport/tenn%69s", "/v1/entities%2Fsport", "/v1/entities/sport%3Fpage=1",
        "/v1/entities/sport/tennis%00", "/v1/entities/sport/%ff",
        "//evil.example/", "/%2f%2fevil.example/", "/v1/%0d%0aset-cookie:a/", "/v1/entities/sport/tennis#top", "*", "",
        "/v1/entities/sport/" + "x" * 600, "/v1/../v1/entities", "http://a.example", "http://a.example?b", "/v1/v1", "/a b",
        "a.example:80", "/v1/entities/sport/TENNIS", "/v1/entities/sport/t\\ennis", "/v1/entities/sport/tennis?" + "u" * 5000,
    )),
)  # fmt: skip
METHODS = st.sampled_from(("GET",) * 12 + ("HEAD", "HEAD", "OPTIONS", "POST", "DELETE", "get", "CONNECT", "BREW"))
VERSIONS = st.sampled_from(("HTTP/1.1",) * 12 + ("HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1"))
CODINGS = st.lists(
    st.builds(
        "{}{}".format,
        st.sampled_from(("br", "gzip", "zstd", "identity", "*", "deflate", "BR")),
        st.sampled_from(("", "", ";q=0", ";q=0.5", "; q=0.9", ";q=1", ";q=x", ";Q=0.3")),
    ),
    max_size=4,
).map(", ".join)
TYPES = st.sampled_from((
    "*/*", "application/json", "application/*", "text/html", "*/*;q=0", "application/json;q=0, */*", "text/html, */*;q=0.1",
    "", "application/schema+json", "nonsense",
))  # fmt: skip
NAMES: dict[str, st.SearchStrategy[str]] = {
    "Host": st.sampled_from(("a.example", "", "b")),
    "User-Agent": st.sampled_from(("curl/8", "é", "a\tb")),
    "Accept": TYPES,
    "Accept-Encoding": CODINGS,
    "Connection": st.sampled_from(("keep-alive", "close", "Keep-Alive", "upgrade", "close, x", "TE")),
    "Range": st.just("bytes=0-3"),
    "Expect": st.just("100-continue"),
    "Upgrade": st.sampled_from(("h2c", "websocket")),
    "Content-Length": st.sampled_from(("0", "3", "x", "-1")),
    "Transfer-Encoding": st.just("chunked"),
    "X-Long": st.integers(1, 5000).map("x".__mul__),
}


def tags(servers: Servers) -> list[str]:
    """The entity tags of some records in all variants, so that a condition may be met."""
    found = []
    for path in ("/v1/entities/sport/tennis", "/v1/entities/sport?page=1", "/v1/entities"):
        for letter in (b"i", b"g", b"b", b"z"):
            record = servers.app.service.snapshot.get(path, letter)
            found += [entity_tag_of(record)] if record is not None else []
    return found


def spelled(name: str) -> st.SearchStrategy[str]:
    return st.sampled_from((name, name, name.lower(), name.upper(), f"{name} "))


def conditions(known: Sequence[str]) -> st.SearchStrategy[str]:
    form = st.sampled_from(("{}", "{}", "W/{}", '"a", {}', "{} ", "{},"))
    return st.builds(str.format, form, st.sampled_from((*known, '"stale"', "*", "nonsense", "")))


@st.composite
def plain(draw: st.DrawFn, known: Sequence[str]) -> bytes:
    """A GET such as browsers and programs send it."""
    path = draw(st.sampled_from(PATHS))
    target = path if draw(st.booleans()) else f"{path}?{draw(st.sampled_from(QUERIES))}"
    kinds = {"Accept": TYPES, "Accept-Encoding": CODINGS, "If-None-Match": conditions(known)}
    kinds |= {"Host": NAMES["Host"], "Connection": st.sampled_from(("keep-alive", "close"))}
    others = draw(st.lists(st.sampled_from(sorted(kinds.keys() - {"Host"})), max_size=3, unique=True))
    names = draw(st.permutations(["Host", *others]))
    method = draw(st.sampled_from(("GET",) * 8 + ("HEAD",)))
    lower = draw(st.integers(0, 2)) == 0
    return "\r\n".join(
        (f"{method} {target} HTTP/1.1", *(f"{n.lower() if lower else n}: {draw(kinds[n])}" for n in names), "\r\n")
    ).encode()


@st.composite
def strange(draw: st.DrawFn, known: Sequence[str]) -> bytes:
    """A request with something unusual about it, well formed or not."""
    lines = [f"{draw(METHODS)} {draw(TARGETS)} {draw(VERSIONS)}"]
    if draw(st.integers(0, 7)):
        lines.append("Host: a.example")
    kinds = NAMES | {"If-None-Match": conditions(known)}  # a second Host among them
    for name in draw(st.lists(st.sampled_from(sorted(kinds)), max_size=5)):
        label = draw(spelled(name)) if draw(st.integers(0, 3)) == 0 else name
        lines.append(f"{label}: {draw(kinds[name])}")
    if draw(st.integers(0, 20)) == 0:
        lines.append(draw(st.sampled_from((" folded", "no colon", "a: b\x01", "\x00: b", "a: b\nc: d"))))
    chunked, counted = "Transfer-Encoding: chunked" in lines, "Content-Length: 3" in lines
    body = b"abc" if counted else b"3\r\nabc\r\n0\r\n\r\n" if chunked else b""
    end = "\r\n" if draw(st.integers(0, 20)) else "\n"
    return (end.join(lines) + end * 2).encode() + body


@st.composite
def conversations(draw: st.DrawFn, known: Sequence[str]) -> Conversation:
    """The packets of some requests: one each, all in one, or cut anywhere."""
    asked = draw(
        st.lists(plain(known) if draw(st.booleans()) else strange(known) | plain(known), min_size=1, max_size=4)
    )
    form = draw(st.integers(0, 5))
    if form == 0:
        return [b"".join(asked)]
    if form == 1:
        whole = b"".join(asked)
        cuts = sorted(draw(st.sets(st.integers(0, len(whole)), max_size=4)))
        return [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True) if a < b]
    return asked


def compare(servers: Servers, port: int, examples: int) -> None:
    """Compare many conversations; the same ones in every run."""

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        report_multiple_bugs=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(conversations(tags(servers)))
    def both(packets: Conversation) -> None:
        same(servers, port, packets)

    both()


def test_the_fast_path_gives_the_same_bytes(servers: Servers) -> None:
    before = servers.sound.answered
    compare(servers, servers.fast, EXAMPLES)
    assert servers.sound.answered - before > 200, "the fast path must have answered, or nothing was compared"


class Weightless(Counting):
    """Takes no notice of q-values."""

    def classify(self, header_block: bytes) -> Preferences:
        return super().classify(re.sub(rb";\s*[qQ]=[^,\r]*", b"", header_block))


class AlwaysIdentity(Counting):
    """Serves identity whatever is accepted."""

    def classify(self, header_block: bytes) -> Preferences:
        preferences = super().classify(header_block)
        return Preferences(variants("identity"), preferences.accept) if preferences.variants else preferences


class OneTag(Counting):
    """Takes the entity tags of all variants for the same."""

    def is_current(self, condition: str, record: bytes) -> bool:
        return condition.split("-", maxsplit=1)[0].strip('"') == entity_tag_of(record).split("-")[0].strip('"')


class Unconditional(Counting):
    """Drops If-None-Match."""

    def is_current(self, condition: str, record: bytes) -> bool:
        return False


class HeadWithBody(Counting):
    """Forgets that HEAD has no body."""

    def answer(self, data: bytes) -> Record | None:
        return super().answer(b"GET" + data[4:] if data.startswith(b"HEAD ") else data)


class Omnivorous(Counting):
    """Takes no notice of Accept."""

    def classify(self, header_block: bytes) -> Preferences:
        return Preferences(super().classify(header_block).variants)


class NeverCloses(Counting):
    """Keeps a connection that the client wants closed."""

    def classify(self, header_block: bytes) -> Preferences:
        return super().classify(header_block.replace(b"Connection: close\r\n", b""))


class FirstOnly(Counting):
    """Answers the first of several requests in a packet, and forgets the others."""

    def answer(self, data: bytes) -> Record | None:
        return super().answer(data.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")


class FirstPage(Counting):
    """Answers every page of a list with the first."""

    def answer(self, data: bytes) -> Record | None:
        return super().answer(re.sub(rb"([?&])page=\d+", rb"\1page=1", data))


@pytest.mark.parametrize(
    "broken",
    [Weightless, AlwaysIdentity, OneTag, Unconditional, HeadWithBody, Omnivorous, NeverCloses, FirstOnly, FirstPage],
    ids=lambda broken: broken.__name__,
)
def test_the_comparison_notices_a_broken_fast_path(servers: Servers, broken: type[Counting]) -> None:
    port = servers.start_fast(broken(servers.app))
    # A difference that depends on what a connection was asked before is reported as flaky; it is a difference all the same.
    with pytest.raises((AssertionError, FlakyFailure)):
        compare(servers, port, EXAMPLES)


def test_a_client_that_does_not_read_gets_no_further_fast_answers(servers: Servers) -> None:
    """Otherwise its answers would pile up in the server, faster than any deadline could end the connection."""
    request = b"GET /api/openapi.json HTTP/1.1\r\nHost: a.example\r\n\r\n"
    asked = 200
    fast_path = Counting(servers.app)
    port = servers.start_fast(fast_path)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.settimeout(10)
        client.connect(("127.0.0.1", port))
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(asked):
            client.sendall(request)
            time.sleep(PAUSE)
        size = len(servers.app.service.snapshot.get("/api/openapi.json", b"i") or b"")
        fast_before = fast_path.answered
        assert 0 < fast_before < 10 + 4 * (SEND_BUFFER + (1 << 16)) // size < asked
        client.shutdown(socket.SHUT_WR)
        said = b""
        while received := client.recv(1 << 20):
            said += received
    assert said.count(b"HTTP/1.1 200 OK\r\n") == asked, "every request is answered once the client reads"
    assert len(re.findall(rb"HTTP/1.1 200 OK", said)) * size <= len(said)


class Transport(asyncio.Transport):
    """A transport whose buffer is full when one answer is in it, head and body."""

    def __init__(self) -> None:
        super().__init__()
        self.protocol: FastPathConnection
        self.buffer = b""
        self._paused = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.buffer += data
        if not self._paused and self.buffer.endswith(b"]}"):
            self._paused = True
            self.protocol.pause_writing()

    def read(self) -> bytes:
        """What the client reads, so that there is room again."""
        said, self.buffer, self._paused = self.buffer, b"", False
        self.protocol.resume_writing()
        return said

    def get_write_buffer_size(self) -> int:
        return len(self.buffer)

    def is_closing(self) -> bool:
        return False

    def close(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


FAST = b"GET /v1/entities HTTP/1.1\r\nHost: a\r\n\r\n"
SLOW = FAST[:-2] + b"Range: bytes=0-3\r\n\r\n"


@pytest.mark.parametrize("first", [FAST, SLOW], ids=["fast", "slow"])
def test_no_fast_answer_while_another_is_unread(servers: Servers, first: bytes) -> None:
    """Whichever way the first answer went, the second waits until it is read; then the fast path is taken again."""
    fast_path = Counting(servers.app)

    async def scenario() -> None:
        settings = config(servers.app)
        settings.load()
        watcher, state = DeadlineWatcher(servers.app.limits), uvicorn.server.ServerState()
        connection = FastPathConnection(fast_path, watcher, config=settings, server_state=state, app_state={})
        transport = connection_transport(connection)
        connection.data_received(first)
        await settled()
        assert transport.buffer.count(b"HTTP/1.1 200 OK") == 1
        answered = fast_path.answered
        connection.data_received(FAST)
        await settled()
        assert transport.buffer.count(b"HTTP/1.1 200 OK") == 1, "nothing further before the first is read"
        transport.read()
        await settled()
        assert transport.read().count(b"HTTP/1.1 200 OK") == 1
        assert fast_path.answered == answered
        connection.data_received(FAST)
        assert fast_path.answered == answered + 1
        transport.read()
        connection.data_received(FAST)
        assert fast_path.answered == answered + 2, "once it is read, the fast path is taken again"
        connection.connection_lost(None)

    asyncio.run(scenario())


def connection_transport(connection: FastPathConnection) -> Transport:
    transport = Transport()
    transport.protocol = connection
    connection.connection_made(transport)
    return transport


async def settled() -> None:
    """Let the application run until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)
