"""From a build to the machines that serve it: publishing, fetching, and all that may fail on the way."""

from __future__ import annotations

import http.client
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import hypothesis.strategies as st
import msgspec
import pytest
from conftest import (
    BUCKET,
    LONG_TIMEOUTS,
    PATIENCE,
    ROOT,
    WORLD,
    command,
    free_port,
    missing,
    nginx,
    numbered,
    start,
    wait,
)
from hypothesis import given

from sportlore.cli import main
from sportlore.replication import progress, publish, stores
from sportlore.replication.fetch import FetchError, drop_damaged, fetch, fetched, read_local, read_pointer
from sportlore.replication.files import CHANGING, FileOrigin, FileTarget, Writable
from sportlore.replication.pointer import POINTER, Pointer, PointerError, decoded, digest_of
from sportlore.replication.replicas import lacking
from sportlore.replication.store import Destination, Missing, StoreError, TooLarge
from sportlore.replication.stores import Bucket, Folder, Site, origin_at, target_at
from sportlore.snapshot import SnapshotError, read_manifest, verify
from sportlore.snapshot.format import part

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}
A, B, C, D = "a" * 16, "b" * 16, "c" * 16, "d" * 16


@pytest.fixture(scope="module")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Five generations of the miniature world."""
    return numbered(tmp_path_factory, 5)


def generation(snapshot: Path) -> str:
    return read_manifest(snapshot).generation


class Published:
    """A store as its publisher and its readers name it, and the named bytes in it, which can be damaged."""

    def __init__(self, address: str, source: str) -> None:
        self.address = address
        self.source = source

    @property
    def store(self) -> Destination:
        return target_at(self.address)

    @property
    def names(self) -> Writable:
        return Bucket(self.address) if self.address.startswith("s3:") else Folder(Path(self.address))

    def change(self, name: str, content: bytes) -> None:
        self.names.write(name, [content], CHANGING)


@pytest.fixture(params=["s3", "nginx", "folder"])
def target(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Published]:
    """An empty store: a bucket, a folder that nginx serves, or a folder."""
    if request.param == "s3":
        for name, value in (KEYS | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{request.getfixturevalue('s3')}"}).items():
            monkeypatch.setenv(name, value)
        address = f"s3://{BUCKET}/{tmp_path.name}/{time.monotonic_ns()}"
        yield Published(address, address)
    elif request.param == "folder":
        yield Published(str(tmp_path / "store"), str(tmp_path / "store"))
    else:
        if shutil.which("nginx") is None:
            missing("nginx is not installed (apt-get install nginx-light)")
        folder, port = tmp_path / "store", free_port()
        folder.mkdir()
        settings = f"server {{ listen 127.0.0.1:{port}; location / {{ root {folder}; }} }}"
        with nginx(tmp_path / "nginx", settings, port):
            yield Published(str(folder), f"http://127.0.0.1:{port}")


def put(snapshot: Path, target: Published, at: float | None = None) -> str:
    """Publish a snapshot, active at once or at an instant."""
    manifest = publish.upload(snapshot, target.store)
    pointer = publish.staged(publish.published(target.store), manifest.generation, digest_of(manifest), time.time())
    if pointer.next is not None:
        pointer = publish.activated(pointer, time.time() if at is None else at, 0.0)
    publish.write_pointer(target.store, pointer, time.time())
    return manifest.generation


def get(target: Published, cache: Path) -> list[str]:
    return list(fetch(origin_at(target.source), cache, time.time()))


def served_from(cache: Path) -> Path:
    pointer = read_local(cache)
    assert pointer is not None
    return fetched(cache, pointer, time.time())[0]


# The way there and back, over each kind of store.


def test_what_is_published_is_fetched_byte_for_byte(
    target: Published, snapshots: tuple[Path, ...], tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    name = put(snapshots[0], target)
    assert get(target, cache) == [f"fetched generation {name}, {size_of(snapshots[0])}"]
    assert get(target, cache) == [], "what is there is not fetched again"
    assert served_from(cache) == cache / name
    assert list(verify(cache / name)) == []
    for file in read_manifest(snapshots[0]).named():
        assert (cache / name / name / file).read_bytes() == (snapshots[0] / name / file).read_bytes()


def size_of(snapshot: Path) -> str:
    return progress.megabytes(sum(read_manifest(snapshot).sizes.values()))


def test_the_last_generations_are_kept_here_and_in_the_store(
    target: Published, snapshots: tuple[Path, ...], tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    names = []
    for snapshot in snapshots:
        names.append(put(snapshot, target))
        get(target, cache)
    assert {place.name for place in cache.iterdir() if place.is_dir()} == set(names[-2:])
    assert read_pointer(target.store).earlier == (names[2], names[1])
    assert [target.names.size(f"{name}/manifest.json") is not None for name in names] == [False] + 4 * [True]
    put(snapshots[1], target)  # the way back, to one that would be removed otherwise
    assert get(target, cache) == [f"fetched generation {names[1]}, {size_of(snapshots[1])}"]
    assert served_from(cache) == cache / names[1]


# What may fail while it is published.


class Counting:
    """Named bytes that note what is written and from where it is read, and fail when they are told to."""

    def __init__(self, names: Writable) -> None:
        self._names = names
        self.written: list[str] = []
        self.parts: list[tuple[str, int]] = []
        self.writes_left = self.parts_left = 1_000

    def read(self, name: str, largest: int) -> bytes:
        return self._names.read(name, largest)

    def read_range(self, name: str, start: int, length: int) -> bytes:
        self.parts_left -= 1
        if self.parts_left < 0:
            raise StoreError("the store is away")
        self.parts.append((name.rpartition("/")[2], start))
        return self._names.read_range(name, start, min(length, 100_000))

    def size(self, name: str) -> int | None:
        return self._names.size(name)

    def write(self, name: str, pieces: Iterable[bytes], cache: str) -> None:
        self.writes_left -= 1
        if self.writes_left < 0:
            raise StoreError("the store is away")
        self.written.append(name.rpartition("/")[2])
        self._names.write(name, pieces, cache)

    def remove(self, name: str) -> None:
        self._names.remove(name)

    def listed(self) -> Iterator[tuple[str, float]]:
        return self._names.listed()


def test_half_an_upload_is_continued_and_seen_by_nobody(
    target: Published, snapshots: tuple[Path, ...], tmp_path: Path
) -> None:
    first = put(snapshots[0], target)
    half = Counting(target.names)
    half.writes_left = 2
    with pytest.raises(StoreError, match="the store is away"):
        publish.upload(snapshots[1], FileTarget(half))
    names = read_manifest(snapshots[1]).named()
    assert half.written == names[:2]
    get(target, tmp_path / "cache")
    assert served_from(tmp_path / "cache").name == first
    rest = Counting(target.names)
    publish.upload(snapshots[1], FileTarget(rest))
    assert rest.written == [*names[2:], "manifest.json"]
    assert put(snapshots[1], target) == generation(snapshots[1])
    get(target, tmp_path / "cache")
    assert served_from(tmp_path / "cache").name == generation(snapshots[1])


def test_what_a_killed_publish_left_is_removed_by_a_later_one(
    target: Published, snapshots: tuple[Path, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = put(snapshots[0], target)
    half = Counting(target.names)
    half.writes_left = 2
    with pytest.raises(StoreError, match="the store is away"):
        publish.upload(snapshots[1], FileTarget(half))
    left = f"{generation(snapshots[1])}/"
    other = [f"notes/{A}.txt", "readme.txt", f"{A}x/index", f".writing-{A}"]
    for name in other:
        target.change(name, b"x")
    publish.upload(snapshots[2], target.store)
    assert sum(name.startswith(left) for name, _ in target.names.listed()) == 2, "somebody may be at it"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 7_200)
    publish.upload(snapshots[1], target.store)  # whoever goes on finds what is there
    publish.upload(snapshots[3], target.store)
    names = {name for name, _ in target.names.listed()}
    assert {name.partition("/")[0] for name in names if re.fullmatch(r"[0-9a-f]{16}/.*", name)} == {
        first,
        generation(snapshots[3]),
    }
    assert names >= {name for name in other if not name.startswith(".")}
    assert f".writing-{A}" not in names


def test_nothing_is_removed_beside_a_damaged_pointer(
    snapshots: tuple[Path, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    first = put(snapshots[0], target)
    target.change(POINTER, b"{")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 7_200)
    publish.upload(snapshots[1], target.store)
    assert target.names.size(f"{first}/manifest.json") is not None


def test_an_empty_name_is_no_store(snapshots: tuple[Path, ...], capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["publish", str(snapshots[0]), ""], ["fetch", ""]):
        with pytest.raises(SystemExit):
            main(arguments)
        assert "an empty name would be the current folder" in capsys.readouterr().err


def test_a_damaged_snapshot_is_not_published(snapshots: tuple[Path, ...], tmp_path: Path) -> None:
    copy = tmp_path / "snapshot"
    shutil.copytree(snapshots[0], copy)
    records = copy / generation(copy) / part(0)
    records.write_bytes(b"x" + records.read_bytes()[1:])
    with pytest.raises(SnapshotError, match="differs from its digest"):
        publish.upload(copy, FileTarget(Folder(tmp_path / "store")))
    assert not (tmp_path / "store").exists()


def test_nothing_is_published_while_an_exchange_is_under_way(
    snapshots: tuple[Path, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "store")
    assert main(["publish", str(snapshots[0]), store]) == 0
    assert main(["publish", str(snapshots[1]), store, "--activate-in", "3600"]) == 0
    before = (tmp_path / "store" / POINTER).read_bytes()
    assert main(["publish", str(snapshots[2]), store]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"the replicas change to generation {generation(snapshots[1])} at 20")
    assert said.endswith(" UTC; publish after that\n")
    assert (tmp_path / "store" / POINTER).read_bytes() == before


def test_a_generation_is_not_activated_that_a_replica_has_not_staged(
    snapshots: tuple[Path, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "store")
    assert main(["publish", str(snapshots[0]), store]) == 0
    port = free_port()
    assert main(["publish", str(snapshots[1]), store, "--replicas", f"http://127.0.0.1:{port}", "--wait", "0"]) == 1
    assert f"not all replicas have staged it: 127.0.0.1:{port} does not say" in capsys.readouterr().err
    pointer = decoded((tmp_path / "store" / POINTER).read_bytes())
    assert (pointer.active, pointer.next, pointer.at) == (generation(snapshots[0]), generation(snapshots[1]), None)


@pytest.mark.parametrize("address", ["https://127.0.0.1:1", "127.0.0.1:1", "http://no-such-host.invalid:1"])
def test_an_address_that_is_no_replica_is_refused(address: str) -> None:
    with pytest.raises(StoreError):
        list(lacking([address], lambda health: True))


# What may fail while it is fetched: it is said in one line, and what was there before is still served.


@pytest.fixture
def behind(target: Published, snapshots: tuple[Path, ...], tmp_path: Path) -> Path:
    """A cache with the first generation, while the store has the second."""
    put(snapshots[0], target)
    get(target, tmp_path / "cache")
    put(snapshots[1], target)
    return tmp_path / "cache"


def test_a_file_that_differs_from_its_digest_is_not_served(
    target: Published, behind: Path, snapshots: tuple[Path, ...]
) -> None:
    name = generation(snapshots[1])
    content = (snapshots[1] / name / part(0)).read_bytes()
    for damaged in (bytes([content[0] ^ 1]) + content[1:], content[:-1] + bytes([content[-1] ^ 1])):
        target.change(f"{name}/{part(0)}", damaged)
        with pytest.raises(
            FetchError, match=f"^{name}/{part(0)} in the store differs from its digest: delete it there"
        ):
            get(target, behind)
        assert served_from(behind).name == generation(snapshots[0])
    target.names.remove(f"{name}/{part(0)}")
    put(snapshots[1], target)
    get(target, behind)
    assert served_from(behind).name == name


def test_a_file_that_is_too_short_is_not_served(target: Published, behind: Path, snapshots: tuple[Path, ...]) -> None:
    name = generation(snapshots[1])
    content = (snapshots[1] / name / part(0)).read_bytes()
    target.change(f"{name}/{part(0)}", content[:-10])
    with pytest.raises(FetchError):
        get(target, behind)
    assert served_from(behind).name == generation(snapshots[0])
    target.change(f"{name}/{part(0)}", content)
    get(target, behind)
    assert served_from(behind).name == name


def test_a_manifest_that_is_missing_of_another_generation_or_damaged_is_refused(
    target: Published, behind: Path, snapshots: tuple[Path, ...]
) -> None:
    name = generation(snapshots[1])
    manifest = json.loads((snapshots[1] / "manifest.json").read_bytes())
    for content in (
        (snapshots[0] / "manifest.json").read_bytes(),
        b"{",
        json.dumps({**manifest, "records": 1}).encode(),
        json.dumps({**manifest, "format": 999}).encode(),
    ):
        target.change(f"{name}/manifest.json", content)
        with pytest.raises(FetchError):
            get(target, behind)
        assert served_from(behind).name == generation(snapshots[0])
    target.names.remove(f"{name}/manifest.json")
    with pytest.raises(FetchError, match=r"manifest\.json"):
        get(target, behind)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b'{"active": "../../../etc/x1"}',
        b'{"active": ""}',
        b'{"active": "0123456789abcdef", "at": 5}',
        b'{"active": "0123456789abcdef", "pause": 3600}',
        b'{"active": "0123456789abcdef\\n"}',
        b'{"active": "0123456789abcdef", "serial": -1}',
        b'{"active": "0123456789abcdef", "earlier": ["' + b'", "'.join(20 * [b"0123456789abcdef"]) + b'"]}',
        b"[" * 60_000,
    ],
)
def test_a_damaged_pointer_changes_nothing(tmp_path: Path, snapshots: tuple[Path, ...], content: bytes) -> None:
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    name = put(snapshots[0], target)
    get(target, tmp_path / "cache")
    target.change(POINTER, content)
    with pytest.raises(FetchError, match=r"^current\.json is damaged .*: publish again with `sportlore publish`$"):
        get(target, tmp_path / "cache")
    assert served_from(tmp_path / "cache").name == name
    assert put(snapshots[1], target) == generation(snapshots[1]), "publishing again repairs it"


def test_a_pointer_or_a_manifest_that_is_too_large_is_not_read(
    target: Published, behind: Path, snapshots: tuple[Path, ...]
) -> None:
    name = generation(snapshots[1])
    manifest = (snapshots[1] / "manifest.json").read_bytes()
    target.change(f"{name}/manifest.json", manifest + b" " * 1_000_000)
    with pytest.raises(FetchError, match=rf"{name}/manifest\.json is larger than 1,000,000 bytes"):
        get(target, behind)
    pointer = target.store.pointer()
    target.change(POINTER, pointer + b" " * 64_000)
    with pytest.raises(FetchError, match=r"current\.json is larger than 64,000 bytes: publish again"):
        get(target, behind)
    assert served_from(behind).name == generation(snapshots[0])
    assert put(snapshots[1], target) == name, "publishing again repairs it"
    get(target, behind)
    assert served_from(behind).name == name


class Careless(BaseHTTPRequestHandler):
    """A server that answers a range with more than was asked for, and says that all is well."""

    def do_GET(self) -> None:
        self.send_response(206)
        self.end_headers()
        with suppress(OSError):  # the client has gone, as it should
            for _ in range(1_000):
                self.wfile.write(bytes(1_000_000))

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


def test_no_more_than_was_asked_for_is_read() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Careless) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = Site(f"http://127.0.0.1:{server.server_port}")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with pytest.raises(TooLarge, match=r"/a is larger than 10 bytes"):
            site.read_range("a", 0, 10)
        with pytest.raises(TooLarge, match=r"/a is larger than 64,000 bytes"):
            site.read("a", 64_000)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000, "kilobytes, of a gigabyte"
        server.shutdown()


def test_a_pipe_in_a_folder_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / POINTER)
    with pytest.raises(FetchError, match=r"current\.json is not a file$"):
        list(fetch(origin_at(str(tmp_path)), tmp_path / "cache", time.time()))


def test_a_pointer_that_is_put_back_is_not_followed_unless_it_is_told_to(
    target: Published, snapshots: tuple[Path, ...], tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    old = put(snapshots[0], target)
    first = target.store.pointer()
    new = put(snapshots[1], target)
    get(target, cache)
    assert decoded(target.store.pointer()).serial > decoded(first).serial
    target.change(POINTER, first)
    with pytest.raises(
        FetchError, match=r"has the serial number \d+, and \d+ was there before: an older one was put back"
    ):
        get(target, cache)
    assert served_from(cache).name == new
    assert main(["fetch", target.source, "--cache", str(cache)]) == 1
    assert main(["fetch", target.source, "--cache", str(cache), "--go-back"]) == 0
    assert served_from(cache).name == old


def test_serial_numbers_grow_also_where_the_last_one_is_lost_or_ahead_of_the_clock(tmp_path: Path) -> None:
    store = target_at(str(tmp_path))
    assert publish.write_pointer(store, Pointer(A, serial=5), 2.0).serial == 2_000
    ahead = publish.write_pointer(store, Pointer(A, serial=9_000), 2.0)
    assert ahead.serial == 9_001
    assert publish.published(store) == ahead


def test_a_manifest_that_the_pointer_does_not_mean_is_refused(
    target: Published, behind: Path, snapshots: tuple[Path, ...]
) -> None:
    pointer = decoded(target.store.pointer())
    name = generation(snapshots[1])
    forged = msgspec.structs.replace(pointer, digests={name: DIGEST})
    target.change(POINTER, forged.encoded())
    with pytest.raises(FetchError, match=f"^{name}/manifest.json in the store differs from its digest in the pointer"):
        get(target, behind)
    assert served_from(behind).name == generation(snapshots[0])


def test_what_was_fetched_in_part_is_continued(snapshots: tuple[Path, ...], tmp_path: Path) -> None:
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    name = put(snapshots[0], target)
    cut = Counting(target.names)
    cut.parts_left = 5
    with pytest.raises(FetchError, match="the store is away"):
        list(fetch(FileOrigin(cut), tmp_path / "cache", time.time()))
    assert read_local(tmp_path / "cache") is not None
    assert not (tmp_path / "cache" / name).exists()
    rest = Counting(target.names)
    list(fetch(FileOrigin(rest), tmp_path / "cache", time.time()))
    assert not set(rest.parts) & set(cut.parts), "nothing is fetched twice"
    assert list(verify(tmp_path / "cache" / name)) == []


def test_a_full_disk_leaves_what_is_there_and_is_not_left_full(snapshots: tuple[Path, ...], tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk, as in test_build.py."""
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    cache = tmp_path / "cache"
    put(snapshots[0], target)
    get(target, cache)
    put(snapshots[1], target)
    asked = command("fetch", target.source, "--cache", str(cache))
    run = subprocess.run(
        asked,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "File too large" in run.stderr
    assert served_from(cache).name == generation(snapshots[0])
    assert not list(cache.glob(".fetching-*"))


def test_too_little_space_is_said_before_anything_is_fetched(
    snapshots: tuple[Path, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    put(snapshots[0], target)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100_000))
    with pytest.raises(FetchError, match=f"has 0.1 MB free, and {size_of(snapshots[0])} are to be fetched$"):
        get(target, tmp_path / "cache")


def test_what_is_damaged_here_is_fetched_again(snapshots: tuple[Path, ...], tmp_path: Path) -> None:
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    cache = tmp_path / "cache"
    name = put(snapshots[0], target)
    get(target, cache)
    assert drop_damaged(cache, whole=True) == []
    with (cache / name / name / "items").open("r+b") as file:
        file.write(b"x")
    assert drop_damaged(cache, whole=False) == [], "only the store is compared"
    (said,) = drop_damaged(cache, whole=True)
    assert said.endswith(f"items differs from its checksum; generation {name} is fetched again")
    get(target, cache)
    assert list(verify(cache / name)) == []
    (cache / name / "manifest.json").unlink()
    assert len(drop_damaged(cache, whole=True)) == 1


def test_what_belongs_to_others_stays(snapshots: tuple[Path, ...], tmp_path: Path) -> None:
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    cache = tmp_path / "cache"
    others = [cache / name for name in ("lost+found", "abc", ".fetching-notes", "0123")]
    for place in others:
        place.mkdir(parents=True)
    for snapshot in snapshots[:3]:
        put(snapshot, target)
        get(target, cache)
        assert drop_damaged(cache, whole=True) == []
    assert all(place.is_dir() for place in others)


def test_a_next_generation_that_is_broken_does_not_keep_a_replica_from_the_current_one(
    snapshots: tuple[Path, ...], tmp_path: Path
) -> None:
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    name = put(snapshots[0], target)
    upcoming = put(snapshots[1], target, at=time.time() + 3_600)
    target.change(f"{upcoming}/{part(0)}", b"")
    with pytest.raises(FetchError):
        get(target, tmp_path / "cache")
    assert served_from(tmp_path / "cache").name == name


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://127.0.0.1:1/store", r"^http://127\.0\.0\.1:1/store/current\.json: \[Errno \d+\] Connection refused$"),
        ("ftp://127.0.0.1/store", r"^ftp://127\.0\.0\.1/store is no store; name s3://BUCKET/PREFIX"),
        ("s3://", "is no store"),
        ("", "^an empty address is no store"),
        ("http://[::1", r"^http://\[::1/current\.json: Invalid IPv6 URL$"),
        ("http://a b/", r"^http://a b/current\.json: URL can't contain control characters"),
        (f"http://127.0.0.1:1/{'x' * 9_000}", "Connection refused$"),
        ("x" * 300, "File name too long$"),
    ],
)
def test_a_store_that_is_not_there_is_said_in_a_line(tmp_path: Path, address: str, words: str) -> None:
    with pytest.raises((FetchError, StoreError), match=words):
        list(fetch(origin_at(address), tmp_path / "cache", time.time()))


def test_a_bucket_that_cannot_be_reached_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (KEYS | {"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(stores, "_RETRIES", 0)
    with pytest.raises(FetchError, match=r"^s3://bucket/a/current\.json: .*127\.0\.0\.1:1.*"):
        list(fetch(FileOrigin(Bucket("s3://bucket/a")), tmp_path / "cache", time.time()))


def test_a_server_that_answers_no_ranges_is_said(tmp_path: Path) -> None:
    if shutil.which("nginx") is None:
        missing("nginx is not installed (apt-get install nginx-light)")
    (tmp_path / "file").write_bytes(b"0123456789")
    port = free_port()
    settings = f"server {{ listen 127.0.0.1:{port}; max_ranges 0; location / {{ root {tmp_path}; }} }}"
    with nginx(tmp_path / "nginx", settings, port):
        site = Site(f"http://127.0.0.1:{port}/")
        assert site.read("file", 10) == b"0123456789"
        with pytest.raises(StoreError, match="file: the server does not answer ranges of bytes"):
            site.read_range("file", 2, 3)
        with pytest.raises(Missing):
            site.read("none", 10)


def test_a_bucket_needs_its_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(StoreError, match=r"^s3://a needs a client for S3: pip install 'sportlore\[s3\]'$"):
        Bucket("s3://a")


def test_nothing_is_published_to_an_http_server(
    snapshots: tuple[Path, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["publish", str(snapshots[0]), "https://store.example"]) == 1
    words = "nothing can be published to an HTTP server; name the bucket or the folder that it serves\n"
    assert capsys.readouterr().err == words


def test_a_terminal_is_shown_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.transfer("fetching", 10_000_000) as step:
        step(5_000_000)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    clock = iter((0.0, 0.9, 1.1, 1.1, 1.1))
    monkeypatch.setattr("tqdm.std.time", lambda: next(clock))
    with progress.transfer("fetching", 10_000_000, 2_000_000) as step:
        step(1_000_000)
        assert capsys.readouterr().err == "", "a transfer of less than a second"
        step(2_000_000)
        said = capsys.readouterr().err
    assert "fetching:  50%" in said
    assert "5.00M/10.0M" in said


# The pointer.

INSTANT = 1_800_000_000
DIGEST = "0" * 64
GENERATIONS = st.sampled_from((A, B, C, D))


@given(
    active=GENERATIONS,
    next=st.none() | GENERATIONS,
    at=st.none() | st.integers(-5, 5),
    earlier=st.lists(GENERATIONS, unique=True),
    now=st.integers(-5, 5),
)
def test_a_pointer_names_one_generation_at_each_time(
    active: str, next: str | None, at: int | None, earlier: list[str], now: int
) -> None:
    instant = None if at is None else datetime.fromtimestamp(INSTANT + at, UTC)
    pointer = Pointer(active, next, instant, 0.1, tuple(earlier))
    assert decoded(pointer.encoded()) == pointer
    time = INSTANT + now
    current = next if next is not None and at is not None and now >= at else active
    assert pointer.current(time) == current
    assert pointer.upcoming(time) == (None if next == current else next)
    assert pointer.by_preference(time)[0] == current
    settled = pointer.settled(time)
    assert (settled.active, settled.next, settled.at) == (current, None, None)
    assert set(settled.earlier) == {active, *earlier, *([next] if next else [])} - {current}
    assert len(set(settled.earlier)) == len(settled.earlier)


def test_publishing_what_is_active_changes_nothing_more() -> None:
    def staged(before: Pointer | None, generation: str, now: float = INSTANT) -> Pointer:
        pointer = publish.staged(before, generation, DIGEST, now)
        assert pointer.digests[generation] == DIGEST
        return msgspec.structs.replace(pointer, digests={})

    assert staged(None, A) == Pointer(A)
    assert staged(Pointer(A, earlier=(B,)), A) == Pointer(A, earlier=(B,))
    assert staged(Pointer(A, earlier=(B,)), B) == Pointer(A, B, earlier=(B,))
    assert staged(Pointer(A, B), C) == Pointer(A, C, earlier=(B,))
    exchanged = publish.activated(Pointer(A, B), INSTANT, 0.5)
    assert (exchanged.current(INSTANT - 1), exchanged.current(INSTANT)) == (A, B)
    with pytest.raises(publish.ExchangeUnderWay, match="at 2027-01-15 08:00:00 UTC"):
        staged(exchanged, C, INSTANT - 1)
    assert staged(exchanged, C) == Pointer(B, C, earlier=(A,))


def test_a_pointer_without_a_time_zone_is_refused() -> None:
    with pytest.raises(PointerError):
        decoded(b'{"active": "0123456789abcdef", "next": "0123456789abcdee", "at": "2026-11-22T04:00:00"}')


# A server that follows a store.


def health(port: int) -> dict[str, str | None]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return dict(json.loads(connection.getresponse().read()))
    finally:
        connection.close()


def wait_for(port: int, **expected: str | None) -> None:
    """Wait until forty new connections in a row meet what is expected: no worker is left out then."""
    wait(lambda: all(expected.items() <= health(port).items() for _ in range(40)), f"{expected}")


def replica(target: Published, cache: Path, port: int, *options: str, log: Path | None = None) -> subprocess.Popen[str]:
    asked = command("serve", "--snapshot", target.source, "--cache", str(cache))
    return start([*asked, "--poll", "0.2", "--port", str(port), *LONG_TIMEOUTS, *options], port, ROOT, log)


@pytest.mark.parametrize("target", ["s3", "nginx"], indirect=True)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_follows_its_store_and_goes_on_when_it_fails(
    target: Published, snapshots: tuple[Path, ...], tmp_path: Path, workers: str
) -> None:
    first = put(snapshots[0], target)
    cache, port, log = tmp_path / "cache", free_port(), tmp_path / "log"
    process = replica(target, cache, port, "--workers", workers, log=log)
    try:
        wait_for(port, status="ok", snapshot=first, staged=None)
        second = put(snapshots[1], target, at=time.time() + 3_600)
        wait_for(port, status="ok", snapshot=first, staged=second)
        publish.write_pointer(target.store, Pointer(first), time.time())
        wait_for(port, status="ok", snapshot=first, staged=None)
        publish.write_pointer(
            target.store, Pointer(first, second, datetime.fromtimestamp(time.time() + 2, UTC), 0.05), time.time()
        )
        wait_for(port, status="ok", snapshot=second, staged=None)
        content = (snapshots[2] / generation(snapshots[2]) / part(0)).read_bytes()
        third = generation(snapshots[2])
        publish.upload(snapshots[2], target.store)
        target.change(f"{third}/{part(0)}", content[:-1] + b"x")
        publish.write_pointer(target.store, Pointer(third, earlier=(second,)), time.time())
        wait_for(port, status="behind", snapshot=second)
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).status == 200
        with pytest.raises(urllib.error.HTTPError, match="503"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE)
        target.change(f"{third}/{part(0)}", content)
        wait_for(port, status="ok", snapshot=third)
        target.change(POINTER, b"{")
        wait(lambda: "current.json is damaged" in log.read_text(), "a word on the pointer")
        wait_for(port, status="ok", snapshot=third)
    finally:
        ended(process)
    said = log.read_text()
    lines = said.splitlines()
    assert f"{third}/{part(0)} in the store differs from its digest: delete it there and publish again; " in said
    assert said.count("differs from its digest") == 1, "each problem is said once"
    assert lines[-1].startswith("current.json is damaged")
    assert lines[-1].endswith(f"; generation {third} is still served")
    fetched = [line.split()[2].rstrip(",") for line in lines if line.startswith("fetched")]
    assert fetched == [second, second, third], "what was withdrawn is not kept"
    assert "Traceback" not in said


def ended(process: subprocess.Popen[str]) -> str:
    """What a server said on standard error, unless that went into a log, until it was stopped."""
    process.terminate()
    _, said = process.communicate(timeout=PATIENCE)
    return said


@contextmanager
def failing_store() -> Iterator[tuple[str, list[str]]]:
    """The address of a store that answers 503 to everything, and the paths that it was asked for so far."""
    asked: list[str] = []

    class Failing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(503)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Failing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/store", asked
        server.shutdown()


def test_a_server_starts_without_its_store_if_it_has_fetched_before(
    snapshots: tuple[Path, ...], tmp_path: Path
) -> None:
    target = Published(str(tmp_path / "store"), str(tmp_path / "store"))
    name = put(snapshots[0], target)
    with failing_store() as (source, looks):
        asked = command("serve", "--snapshot", source, "--cache", str(tmp_path / "cache"))
        run = subprocess.run([*asked, "--port", "0"], capture_output=True, text=True, timeout=60, check=False)
        assert run.returncode == 1
        assert run.stderr.splitlines()[-1] == f"nothing was fetched from {source}, so there is nothing to serve"
        get(target, tmp_path / "cache")
        port, log = free_port(), tmp_path / "log"
        process = replica(Published(target.address, source), tmp_path / "cache", port, log=log)
        wait_for(port, status="ok", snapshot=name)
        before = len(looks)
        wait(lambda: len(looks) >= before + 4, "further looks at the store, which must say nothing")
        ended(process)
    lines = log.read_text().splitlines()
    assert f"what was fetched from {source} before is served" in lines
    problem = f"{source}/current.json: "
    assert sum(problem in line for line in lines) == 2, "at the start and, once, by what follows the store"


def test_a_server_goes_on_while_its_store_is_away(snapshots: tuple[Path, ...], tmp_path: Path) -> None:
    if shutil.which("nginx") is None:
        missing("nginx is not installed (apt-get install nginx-light)")
    store, port, number = tmp_path / "store", free_port(), free_port()
    target = Published(str(store), f"http://127.0.0.1:{number}")
    settings = f"server {{ listen 127.0.0.1:{number}; location / {{ root {store}; }} }}"
    first, log = put(snapshots[0], target), tmp_path / "log"
    with nginx(tmp_path / "nginx", settings, number):
        process = replica(target, tmp_path / "cache", port, log=log)
    second = put(snapshots[1], target)
    refused = f"{target.source}/current.json: [Errno 111] Connection refused; generation {first} is still served"
    wait(lambda: refused in log.read_text().splitlines(), "a look at the store")
    wait_for(port, status="ok", snapshot=first)
    with nginx(tmp_path / "nginx", settings, number):
        wait_for(port, status="ok", snapshot=second)
    ended(process)
    said = log.read_text().splitlines()
    assert f"changed to generation {second}, after the others perhaps" in said


@pytest.mark.parametrize("target", ["nginx"], indirect=True)
def test_two_replicas_of_one_machine_share_what_is_fetched(
    target: Published, snapshots: tuple[Path, ...], tmp_path: Path
) -> None:
    put(snapshots[0], target)
    ports = free_port(), free_port()
    killed, other = (replica(target, tmp_path / "cache", port, "--workers", "2") for port in ports)
    second = put(snapshots[1], target)
    for port in ports:
        wait_for(port, status="ok", snapshot=second)
    killed.kill()
    third = put(snapshots[2], target)
    wait_for(ports[1], status="ok", snapshot=third)
    said = killed.communicate(timeout=PATIENCE)[1] + ended(other)
    fetched = [line for line in said.splitlines() if line.startswith("fetched")]
    assert fetched == [f"fetched generation {name}, {size_of(snapshots[1])}" for name in (second, third)]


def test_reload_and_a_store_exclude_each_other() -> None:
    with pytest.raises(SystemExit, match="--reload builds from a catalogue; leave it out to serve what a store has"):
        main(["serve", "--snapshot", "https://store.example", "--reload", "--catalogue", str(WORLD), "--port", "0"])


@pytest.mark.parametrize("option", ["--pause=61", "--pause=-1", "--activate-in=soon", "--activate-in=nan", "--wait=-1"])
def test_seconds_out_of_range_are_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["publish", "build/snapshot", "store", option])
    assert "seconds" in capsys.readouterr().err
