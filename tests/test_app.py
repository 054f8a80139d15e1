"""The ASGI application without a server: requests, health, and the change to a new snapshot."""

from __future__ import annotations

import asyncio
import logging
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import PATIENCE, SITE

from sportlore.contract.headers import health_head
from sportlore.contract.record import resource
from sportlore.server.app import App
from sportlore.server.limits import Limits
from sportlore.server.local import MappedFiles
from sportlore.snapshot import Index, Info, Snapshot, SnapshotError, read_manifest
from sportlore.snapshot.format import part
from sportlore.snapshot.writer import write


def put(folder: Path, text: str) -> str:
    """Write a snapshot with one address; its generation."""
    info = Info(version=text, site_url=SITE, base_url=f"{SITE}/v1", lists={}, redirects={})
    links = ('</b>; title="c: d: e"',)
    write(folder, [resource("/a", "text/plain", text.encode(), links)], info, Index(dict, []), lambda _: b"")
    return read_manifest(folder).generation


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    put(tmp_path / "snapshot", "old")
    opened = App(tmp_path / "snapshot")
    yield opened
    opened.responder.close()


def call(app: App, path: str, method: str = "GET", query: bytes = b"", **scope: Any) -> list[Any]:
    """The messages that the application sends."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing here takes a body")

    whole = {"type": "http", "method": method, "path": path, "query_string": query, "headers": []} | scope
    asyncio.run(app(whole, receive, send))
    return sent


def test_an_answer_is_sent_as_status_headers_and_body(app: App) -> None:
    start, body = call(app, "/a")
    record = app.responder.snapshot.get("/a", b"i")
    assert record is not None
    lines = record.partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert start == {
        "type": "http.response.start",
        "status": 200,
        "headers": [tuple(line.split(b": ", 1)) for line in lines],
    }
    assert (b"content-type", b"text/plain") in start["headers"]
    assert (b"link", b'</b>; title="c: d: e"') in start["headers"]
    assert body == {"type": "http.response.body", "body": b"old"}


def test_head_is_answered_without_a_body(app: App) -> None:
    (start, body), (head, nothing) = call(app, "/a"), call(app, "/a", "HEAD")
    assert head == start
    assert body["body"] == b"old"
    assert nothing == {"type": "http.response.body", "body": b""}


def test_the_request_is_read_from_the_scope(app: App) -> None:
    tag = dict(call(app, "/a")[0]["headers"])[b"etag"]
    assert call(app, "/a", headers=[(b"if-none-match", b'"x"'), (b"if-none-match", tag)])[0]["status"] == 304
    assert call(app, "/decoded", raw_path=b"/a")[1]["body"] == b"old"
    assert call(app, "/decoded", raw_path=b"/%61")[1]["body"] == b"old"
    assert dict(call(app, "/a/", query=b"b=c")[0]["headers"])[b"location"] == b"/a?b=c"
    assert dict(call(app, "/\xe9/", raw_path=b"/\xe9/")[0]["headers"])[b"location"] == b"/%C3%A9"
    assert call(app, "/a", "POST")[0]["status"] == 405


@pytest.mark.parametrize("slash", ["%2F", "%2f"])
def test_an_escaped_slash_separates_nothing(app: App, slash: str) -> None:
    start, body = call(app, "/v1/entities/a/b", raw_path=f"/v1/entities/a{slash}b".encode())
    assert start["status"] == 404
    assert body["body"] == f'{{"error":"no type `a{slash}b`; see /v1/entities for all","status":404}}'.encode()
    again = call(app, "/", raw_path=f"/v1/a{slash}b{slash}c".encode())[1]["body"]
    assert f"nothing at `/v1/a{slash}b{slash}c`".encode() in again


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_health(app: App, method: str) -> None:
    generation = app.responder.snapshot.manifest.generation
    said = f'{{"status":"ok","version":"old","snapshot":"{generation}","staged":null}}'.encode()
    start, body = call(app, "/healthz", method)
    head = b"".join(b"%b: %b\r\n" % field for field in start["headers"])
    assert (start["status"], head) == (200, health_head(len(said)))
    assert body["body"] == (said if method == "GET" else b"")


def test_readiness(app: App) -> None:
    """Alive is another question than up to date."""
    assert [call(app, path)[0]["status"] for path in ("/healthz", "/readyz")] == [200, 200]
    app.behind = True
    assert [call(app, path)[0]["status"] for path in ("/healthz", "/readyz")] == [200, 503]
    assert call(app, "/readyz")[1]["body"].startswith(b'{"status":"behind",')


def test_only_http_is_served(app: App) -> None:
    with pytest.raises(RuntimeError) as refused:
        call(app, "/a", type="websocket")
    assert str(refused.value) == "only http is served here, not websocket"


def test_the_limits_are_the_given_ones(app: App) -> None:
    assert app.limits == Limits()
    folder = app.responder.snapshot.folder.parent
    app.responder.close()
    narrow = App(folder, Limits(max_headers=7))
    assert narrow.limits == Limits(max_headers=7)
    narrow.responder.close()
    app.responder = App(folder).responder


@pytest.mark.parametrize("whole", [True, False])
def test_a_snapshot_is_opened_as_wholly_as_is_asked_for(
    tmp_path: Path, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not `whole`, a damaged record is noticed by nobody, at the start and at a change."""
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    for text in ("old", "new"):
        put(tmp_path / text, text)
        records = tmp_path / text / read_manifest(tmp_path / text).generation / part(0)
        records.write_bytes(records.read_bytes().replace(text.encode(), text.upper().encode()))
    if whole:
        with pytest.raises(SnapshotError):
            App(tmp_path / "old")
        put(tmp_path / "sound", "sound")
        sound = App(tmp_path / "sound")
        sound._folder = tmp_path / "new"
        swap(sound)
        assert call(sound, "/a")[1]["body"] == b"sound"
        sound.responder.close()
        return
    app = App(tmp_path / "old", None, MappedFiles(verify_all=False))
    assert call(app, "/a")[1]["body"] == b"OLD"
    app._folder = tmp_path / "new"
    swap(app)
    assert call(app, "/a")[1]["body"] == b"NEW"
    app.responder.close()


def swap(app: App, times: int = 1) -> None:
    """Ask for so many changes at once, and wait until they are done."""

    async def swapped() -> None:
        for _ in range(times):
            app.swap()
        while app._swapping is not None and not app._swapping.done():
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(swapped(), PATIENCE))


def test_a_new_snapshot_replaces_the_old_one_which_is_closed(app: App, tmp_path: Path) -> None:
    old = app.responder
    generation = put(tmp_path / "snapshot", "new")
    swap(app)
    assert app.responder.snapshot.manifest.generation == generation
    assert call(app, "/a")[1]["body"] == b"new"
    put(tmp_path / "snapshot", "old")
    Snapshot(tmp_path / "snapshot").close()  # which would fail while the old one is open
    assert app.responder is not old


def test_the_same_snapshot_is_not_opened_again(app: App) -> None:
    before = app.responder
    swap(app)
    assert app.responder is before


def test_a_change_that_is_asked_for_during_another_is_made_after_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    asked = threading.Event()

    def ask() -> None:
        app.swap()
        asked.set()

    def open_newer() -> None:
        opened.append(len(opened))
        if len(opened) == 1:
            app._loop_of_test.call_soon_threadsafe(ask)  # type: ignore[attr-defined]
            asked.wait(PATIENCE)

    monkeypatch.setattr(app, "_open_newer", open_newer)

    async def swapped() -> None:
        app._loop_of_test = asyncio.get_running_loop()  # type: ignore[attr-defined]
        app.swap()
        first = app._swapping
        app.swap()
        assert app._swapping is first, "one change at a time"
        assert first is not None
        await first

    asyncio.run(swapped())
    assert opened == [0, 1]
    swap(app)
    assert opened == [0, 1, 2], "and again after that"


def test_a_change_that_fails_does_not_swallow_the_next(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []

    def open_newer() -> None:
        opened.append(len(opened))
        if len(opened) == 1:
            app._swap_requested = True  # as `swap` notes it while a change is under way
            raise SnapshotError("it is damaged")

    monkeypatch.setattr(app, "_open_newer", open_newer)
    swap(app)
    assert opened == [0, 1]


@pytest.mark.parametrize(
    ("failure", "reason"),
    [(SnapshotError("it is damaged"), "it is damaged"), (MemoryError("no room"), "MemoryError('no room')")],
)
def test_a_snapshot_that_cannot_be_opened_leaves_the_old_one(
    app: App, failure: Exception, reason: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise failure

    before = app.responder
    monkeypatch.setattr(app, "_open_newer", fail)
    with caplog.at_level(logging.ERROR):
        swap(app)
    assert app.responder is before
    words = f"the new snapshot cannot be opened, so the old one is still served: {reason}"
    assert caplog.record_tuples == [("sportlore", logging.ERROR, words)]


def test_a_snapshot_that_a_build_replaces_at_that_moment_is_tried_again(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generation = put(tmp_path / "snapshot", "new")
    missing = tmp_path / "snapshot" / generation
    shutil.move(missing, tmp_path / "elsewhere")
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            shutil.move(tmp_path / "elsewhere", missing)

    monkeypatch.setattr(time, "sleep", pause)
    newer = app._open_newer()
    assert newer is not None
    assert newer.snapshot.manifest.generation == generation
    assert pauses == pytest.approx([0.05, 0.1, 0.15])
    newer.close()


def test_a_snapshot_that_stays_damaged_is_given_up(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "snapshot" / "manifest.json").write_text("{")
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    with pytest.raises(SnapshotError):
        app._open_newer()
    assert len(pauses) == 4
