"""The fast path and the ASGI app give the same bytes, and the comparison notices when they do not."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import NamedTuple

import hypothesis.strategies as st
import pytest
import uvicorn
from conftest import PATIENCE, publish, wait
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyFailure
from test_connection import InProcess
from test_connection import Transport as Output
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from sportlore.contract.headers import BRIEFLY, error_head
from sportlore.contract.record import Buffer, Record, entity_tag_of, unmodified
from sportlore.replication.fetch import INDEX_ALONE
from sportlore.replication.postgres.lookups import Lookups
from sportlore.replication.postgres.settings import Settings
from sportlore.replication.postgres.storage import DatabaseStorage
from sportlore.server import fast_path as module
from sportlore.server.answer import Request, Responder
from sportlore.server.app import App
from sportlore.server.connection import LimitedConnection
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.fast_path import FastPath, FastPathConnection, Preferences
from sportlore.server.limits import Limits
from sportlore.server.negotiation import variants
from sportlore.server.run import config, listening
from sportlore.snapshot import read_manifest

PAUSE = 0.002
SEND_BUFFER = 1 << 16
"""Bytes of answers that the system keeps for a client, so that few fill it."""
EXAMPLES = 800
ATTEMPTS = 20
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

    def __init__(self, folder: Path, lookups: Lookups | None = None) -> None:
        storage = DatabaseStorage(lookups) if lookups is not None else None
        self.app = App(folder, Limits(request_timeout=600, idle_timeout=600, send_timeout=600), storage)
        self._loop = asyncio.new_event_loop()
        self._servers: list[tuple[uvicorn.Server, Future[None]]] = []
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
        self._servers.append((server, asyncio.run_coroutine_threadsafe(server.serve([listener]), self._loop)))
        wait(lambda: server.started, "the start of a server")
        return port

    def stop(self) -> None:
        for server, _ in self._servers:
            server.should_exit = True
        for _, ended in self._servers:
            ended.result(PATIENCE)
        self._loop.call_soon_threadsafe(self.app.storage.close)
        asyncio.run_coroutine_threadsafe(settled(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self.app.responder.close()


@pytest.fixture(scope="module")
def servers(world_snapshot: Path) -> Iterator[Servers]:
    """The servers."""
    started = Servers(world_snapshot)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def database_servers(
    world_snapshot: Path, database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Servers]:
    """The same with the records in a database, most of which the cache does not hold."""
    small = tmp_path_factory.mktemp("small") / "snapshot"
    shutil.copytree(world_snapshot, small)
    publish(small, database)
    manifest = read_manifest(small)
    for name in set(manifest.named()) - set(INDEX_ALONE):
        (small / manifest.generation / name).unlink()
    started = Servers(small, Lookups(database, Settings(records_cache=0.1, records_timeout=PATIENCE)))
    yield started
    started.stop()


class Said(NamedTuple):
    """What a server said, `Date` aside, and whether it reset the connection."""

    text: bytes
    reset: bool


def talk(port: int, packets: Conversation) -> Said:
    """All that a server says to these packets; the client then says that it is done."""
    said, reset = b"", False
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
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
            record = servers.app.responder.snapshot.get(path, letter)
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


@pytest.mark.parametrize("records", ["mapped", "postgres"])
def test_the_fast_path_gives_the_same_bytes(servers: Servers, records: str, request: pytest.FixtureRequest) -> None:
    """Compared with the application on mapped records, whether the fast path has these or a database."""
    asked: Servers = servers if records == "mapped" else request.getfixturevalue("database_servers")
    before = asked.sound.answered
    compare(servers, asked.fast, EXAMPLES)
    assert asked.sound.answered - before > 200, "the fast path must have answered, or nothing was compared"


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
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", port))
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(asked):
            client.sendall(request)
            time.sleep(PAUSE)
        wait(lambda: fast_path.answered > 0, "the first fast answers")
        size = len(servers.app.responder.snapshot.get("/api/openapi.json", b"i") or b"")
        fast_before = fast_path.answered
        assert fast_before < 10 + 4 * (SEND_BUFFER + (1 << 16)) // size < asked
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


@pytest.fixture(scope="module")
def app(world_snapshot: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """An application on a copy, since a process opens a snapshot once and the servers above have it open."""
    opened = App(shutil.copytree(world_snapshot, tmp_path_factory.mktemp("copy") / "snapshot"))
    yield opened
    opened.responder.close()


@pytest.fixture
def path(app: App) -> FastPath:
    """A fast path that remembers nothing yet."""
    made = FastPath(app)
    made.set_date_headers([(b"date", b"today"), (b"via", b"b")])
    return made


LINES = b"date: today\r\nvia: b\r\n"
OK, UNCHANGED = b"HTTP/1.1 200 OK\r\n" + LINES, b"HTTP/1.1 304 Not Modified\r\n" + LINES
TENNIS = "/v1/entities/sport/tennis"


def get(target: str = TENNIS, *fields: str, host: str = "Host: a") -> bytes:
    return "\r\n".join((f"GET {target} HTTP/1.1", *filter(None, (host, *fields)), "", "")).encode("latin-1")


def record_of(app: App, target: str, coding: bytes = b"i") -> bytes:
    found = app.responder.snapshot.get(target, coding)
    assert found is not None
    return found


def whole(answer: Record | None) -> bytes:
    assert answer is not None
    return b"".join(answer)


@pytest.fixture
def counted(app: App, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The targets that are looked up or composed."""
    calls: list[bytes] = []
    lookup, find = Responder.lookup, Responder.find

    def noted_lookup(self: Responder, target: bytes, variants: Sequence[bytes]) -> Buffer | None:
        calls.append(target)
        return lookup(self, target, variants)

    def noted_find(self: Responder, path: str, query: bytes, variants: Sequence[bytes]) -> Record | None:
        calls.append(f"{path}?".encode() + query)
        return find(self, path, query, variants)

    monkeypatch.setattr(Responder, "lookup", noted_lookup)
    monkeypatch.setattr(Responder, "find", noted_find)
    return calls


def test_a_record_is_answered_and_remembered(app: App, path: FastPath, counted: list[bytes]) -> None:
    for _ in range(3):
        assert whole(path.answer(get())) == OK + record_of(app, TENNIS)
    assert counted == [TENNIS.encode()]
    assert whole(path.answer(get(TENNIS, "X: y"))) == OK + record_of(app, TENNIS)
    path.answer(get("/v1/atlas"))
    counted.clear()
    assert whole(path.answer(get("/v1/atlas", "X: y"))) == OK + record_of(app, "/v1/atlas")
    assert counted == [], "header blocks that ask for the same share what they remember"
    assert whole(path.answer(get(TENNIS, "Accept-Encoding: br"))) == OK + record_of(app, TENNIS, b"b")
    assert whole(path.answer(get("/v1/entities/sport"))) == OK + record_of(app, "/v1/entities/sport?page=1")
    path.set_date_headers([])
    assert whole(path.answer(get())) == b"HTTP/1.1 200 OK\r\n" + record_of(app, TENNIS)
    assert path.date_headers == []


def test_a_large_record_is_not_copied(app: App, path: FastPath) -> None:
    target = "/api/openapi.json"
    record = record_of(app, target)
    assert len(record) > 16_384
    for _ in range(2):
        answer = path.answer(get(target))
        assert answer is not None
        assert answer[0] == OK
        assert isinstance(answer[1], memoryview)
        assert whole(answer) == OK + record
    small = path.answer(get())
    assert small is not None
    assert len(small) == 1


def test_the_largest_record_that_is_copied(app: App, path: FastPath, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(record_of(app, TENNIS))
    for largest, pieces in ((size, 1), (size - 1, 2)):
        monkeypatch.setattr(module, "_LARGEST_COPIED", largest)
        answer = path.answer(get())
        assert answer is not None
        assert len(answer) == pieces


def test_the_largest_record_of_many_pieces_that_is_joined(
    app: App, path: FastPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = [b"head", *(b"item" for _ in range(9))]
    monkeypatch.setattr(app.responder, "find", lambda *_: tuple(pieces))
    size = len(b"".join(pieces))
    for largest, count in ((size, 1), (size - 1, len(pieces))):
        monkeypatch.setattr(module, "_LARGEST_JOINED", largest)
        answer = path.answer(get("/v1/search?q=x"))
        assert answer is not None
        assert len(answer) == count
        assert b"".join(answer) == OK + b"".join(pieces)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET",
        get()[:-2],
        get() + b"x",
        get() * 2,
        get().replace(b"GET", b"HEAD"),
        get().replace(b"GET", b"get"),
        get().replace(b"GET ", b"GETS "),
        get().replace(b"HTTP/1.1", b"HTTP/1.0"),
        b" HTTP/1.1\r\nHost: a\r\n\r\n",
        get(host=""),
        get(TENNIS, "Host: a"),
        get(host="Host: a/b"),
        get(host="Host:"),
        get(TENNIS, "Content-Length: 0"),
        get(TENNIS, "Transfer-Encoding: chunked"),
        get(TENNIS, "Expect: 100-continue"),
        get(TENNIS, "Upgrade: h2c"),
        get(TENNIS, "Connection: upgrade", "Upgrade: h2c"),
        get(TENNIS, "Range: bytes=0-3"),
        get(TENNIS, "range: bytes=0-3"),
        get(TENNIS, "IF-NONE-MATCH: *"),
        get(TENNIS, "Connection: close"),
        get(TENNIS, "Connection: keep-alive, TE"),
        get(TENNIS, "Connection: TE"),
        get(TENNIS, "no colon"),
        get(TENNIS, "a: b\x01"),
        get(TENNIS, "Accept: text/html"),
        get(TENNIS, "Accept: */*;q=0"),
        get("/v1/nothing", "Accept-Encoding: identity;q=0"),
        get("/v1/entities/sport/tenn%69s"),
        get(f"{TENNIS}#a"),
        get(f"{TENNIS}?a#b"),
        get("/v1/entities/sport?a=|"),
        get("http://a/v1/entities"),
        get("*"),
        get("/v1/search?q=a", "Accept-Encoding: br, identity;q=0"),
    ],
)
def test_what_is_in_doubt_is_left_to_the_application(path: FastPath, data: bytes) -> None:
    for _ in range(2):
        assert path.answer(data) is None


@pytest.mark.parametrize(
    "fields",
    [
        ["Connection: keep-alive"],
        ["Connection: Keep-Alive"],
        ["connection: keep-alive"],
        ["Accept: */*"],
        ["Accept: application/json"],
        ["Accept: text/html, */*;q=0.1"],
        ["If-None-Match: W/"],
        ["X: a HTTP/1.1"],
    ],
)
def test_what_is_plain_is_answered(app: App, path: FastPath, fields: list[str]) -> None:
    for _ in range(2):
        assert whole(path.answer(get(TENNIS, *fields))) == OK + record_of(app, TENNIS)


def test_the_media_type_is_that_of_each_record(app: App, path: FastPath) -> None:
    for _ in range(2):
        assert path.answer(get(TENNIS, "Accept: text/html")) is None
        assert whole(path.answer(get("/sports/tennis", "Accept: text/html"))) == OK + record_of(app, "/sports/tennis")
        assert path.answer(get("/sports/badminton", "Accept: application/json")) is None


@pytest.mark.parametrize(
    ("limits", "most"),
    [
        (Limits(), 4_096),
        (Limits(max_target=100), 100),
        (Limits(max_header_bytes=100), 100),
    ],
)
def test_the_largest_request(app: App, monkeypatch: pytest.MonkeyPatch, limits: Limits, most: int) -> None:
    monkeypatch.setattr(app, "limits", limits)
    path = FastPath(app)
    room = most - len(get(TENNIS, "X: "))
    assert path.answer(get(TENNIS, "X: " + "x" * room)) is not None
    assert path.answer(get(TENNIS, "X: " + "x" * (room + 1))) is None


def test_the_most_header_fields(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "limits", Limits(max_headers=4))
    path = FastPath(app)
    assert path.answer(get(TENNIS, "a: b", "c: d")) is not None
    assert path.answer(get(TENNIS, "a: b", "c: d", "e: f")) is None, "one more may be added to reach the limit"


@pytest.mark.parametrize("name", ["If-None-Match", "if-none-match"])
@pytest.mark.parametrize("form", ["{}", "W/{}", '"a", {}', "*"])
def test_a_condition_that_is_met(app: App, path: FastPath, counted: list[bytes], name: str, form: str) -> None:
    record = record_of(app, TENNIS)
    tag = entity_tag_of(record)
    asked = get(TENNIS, f"{name}: {form.format(tag)}", "X: y")
    for _ in range(3):
        assert whole(path.answer(asked)) == UNCHANGED + unmodified(record) + b"\r\n"
    assert counted == [TENNIS.encode()]
    for _ in range(2):
        assert whole(path.answer(get(TENNIS, f'{name}: "other"'))) == OK + record


def test_a_condition_is_compared_with_the_variant_that_would_be_sent(app: App, path: FastPath) -> None:
    tag = entity_tag_of(record_of(app, TENNIS))
    assert whole(path.answer(get(TENNIS, "Accept-Encoding: br", f"If-None-Match: {tag}"))).startswith(OK)
    assert whole(path.answer(get("/v1/entities", f"If-None-Match: {tag}"))).startswith(OK)


def test_a_long_request_is_not_remembered(app: App, path: FastPath, counted: list[bytes]) -> None:
    tag = entity_tag_of(record_of(app, TENNIS))
    start = len(get(TENNIS, f"If-None-Match: , {tag}"))
    for length, remembered in ((1_024, True), (1_025, False)):
        counted.clear()
        asked = get(TENNIS, f"If-None-Match: {'x' * (length - start)}, {tag}")
        assert len(asked) == length
        for _ in range(2):
            assert whole(path.answer(asked)).startswith(UNCHANGED)
        assert len(counted) == (1 if remembered else 2)


def test_the_service_is_mounted_at_its_base_path_as_well(app: App, path: FastPath, counted: list[bytes]) -> None:
    record = record_of(app, TENNIS)
    located = f"content-location: {TENNIS}\r\n".encode()
    for _ in range(2):
        assert whole(path.answer(get(f"/v1{TENNIS}"))) == OK + located + record
    assert counted == [TENNIS.encode()], "the second time it is remembered"
    tag = entity_tag_of(record)
    for _ in range(2):
        answer = whole(path.answer(get(f"/v1{TENNIS}", f"If-None-Match: {tag}")))
        assert answer == UNCHANGED + located + unmodified(record) + b"\r\n"
    assert whole(path.answer(get("/v1/v1/entities/sport?pageSize=1"))).startswith(
        OK + b"content-location: /v1/entities/sport?pageSize=1\r\n"
    )


def test_composed_list_pages_are_remembered_and_searches_are_not(path: FastPath, counted: list[bytes]) -> None:
    for target, times in (("/v1/entities/sport?pageSize=1", 1), ("/v1/search?q=tennis", 3)):
        counted.clear()
        answers = {whole(path.answer(get(target))) for _ in range(3)}
        assert len(answers) == 1
        assert counted == [target.encode()] * 2 * times, "each time looked up, and then composed"
        assert answers.pop().startswith(OK + b"cache-control: public, max-age=3600")


def test_what_is_not_there_is_said_by_the_application(app: App, path: FastPath) -> None:
    for target in (
        "/v1/entities/sport/tenis",
        "/v1/v1/entities/sport/tenis",
        "/v1/entities/sport?page=0",
        "/v1/search",
        "/sports/tenis",
        "/v1/entities/",
        "/v1/entities/?page=2",
        "/v1",
        "/healthz",
    ):
        raw, _, query = target.partition("?")
        said = app.answer(Request("GET", raw, query.encode(), {}, raw))
        expected = STATUS_LINE[said.status] + LINES + said.head + b"\r\n" + said.body
        assert whole(path.answer(get(target))) == expected
    body = b'{"error":"no sport `tenis`; did you mean `tennis`?","status":404}'
    head = error_head(BRIEFLY, "application/json", len(body), {})
    assert whole(path.answer(get("/v1/entities/sport/tenis"))) == (
        b"HTTP/1.1 404 Not Found\r\n" + LINES + head + b"\r\n" + body
    )


def test_the_caches_are_bounded(path: FastPath, counted: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ANSWERS", 3)
    targets = ["/v1/entities", "/v1/atlas", "/v1/calculators"]
    for target in targets * 2:
        path.answer(get(target))
    assert len(counted) == 3
    path.answer(get(TENNIS))  # one too many: all are dropped, and it is the first of the next ones
    path.answer(get(TENNIS))
    assert len(counted) == 4
    for target in targets:
        path.answer(get(target))
    assert len(counted) == 7


def test_a_composed_page_counts_as_many_records(
    path: FastPath, counted: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_ANSWERS", 33)
    for target in ("/v1/entities/sport?pageSize=1", "/v1/atlas", "/v1/calculators"):
        path.answer(get(target))
    counted.clear()
    path.answer(get("/v1/calculators"))
    assert counted == []
    path.answer(get("/v1/atlas"))
    assert counted == [b"/v1/atlas"], "the third of them emptied the cache"


def test_header_blocks_are_bounded(path: FastPath, monkeypatch: pytest.MonkeyPatch) -> None:
    classified: list[bytes] = []
    classify = FastPath.classify

    def noted(self: FastPath, header_block: bytes) -> Preferences:
        classified.append(header_block)
        return classify(self, header_block)

    monkeypatch.setattr(FastPath, "classify", noted)
    monkeypatch.setattr(module, "_HEADER_BLOCKS", 2)
    blocks = [get(TENNIS, f"X: {number}") for number in range(3)]
    for number in (0, 1, 0, 1):
        path.answer(blocks[number])
    assert len(classified) == 2
    for number in (2, 2, 0, 0):
        path.answer(blocks[number])
    assert len(classified) == 4
    path.answer(get("/v1/atlas", "X: 2"))
    path.answer(get(TENNIS, 'If-None-Match: "a"', "X: 2"))
    assert len(classified) == 4, "a condition is no part of a block"


def test_nothing_outlives_its_snapshot(app: App, counted: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    path = FastPath(app)
    path.set_date_headers([])
    tag = entity_tag_of(record_of(app, TENNIS))
    asked = [get(), get(TENNIS, f"If-None-Match: {tag}")]
    for data in asked * 2:
        path.answer(data)
    assert len(counted) == 2
    other = Responder.__new__(Responder)
    other.__dict__.update(app.responder.__dict__)
    monkeypatch.setattr(app, "responder", other)
    for data in asked:
        path.answer(data)
    assert len(counted) == 4
    for data in asked:
        path.answer(data)
    assert len(counted) == 4


@pytest.fixture
def network() -> Iterator[InProcess]:
    made = InProcess()
    yield made
    made.loop.close()


def test_a_connection_takes_the_fast_path_while_it_is_idle(app: App, network: InProcess) -> None:
    fast_path = FastPath(app)
    connection = FastPathConnection(
        fast_path, network.watcher, config=network.config, server_state=network.state, app_state={}, _loop=network.loop
    )
    output = Output()
    connection.connection_made(output)
    network.loop.seconds += 3
    network.send(connection, get())
    assert output.written == OK + record_of(app, TENNIS)
    assert connection.deadline == network.watcher.now + network.watcher.limits.idle_timeout == 1_020.0
    assert network.asked == []
    network.state.default_headers = [(b"date", b"tomorrow")]
    output.written = b""
    network.send(connection, get("/api/openapi.json"))
    assert output.written == b"HTTP/1.1 200 OK\r\ndate: tomorrow\r\n" + record_of(app, "/api/openapi.json")
    output.written = b""
    network.send(connection, get()[:20])
    assert (output.written, connection.idle) == (b"", False)
    network.send(connection, get()[20:])
    assert [scope["path"] for scope in network.asked] == [TENNIS], "what is not whole goes to the application"
    assert connection.idle
