"""Generations that a process of its own inspects: whatever is wrong with a store, its reader says it in one line."""

from __future__ import annotations

import shutil
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import lmdb
import msgspec
import pytest
from conftest import LONG_TIMEOUTS, free_port, next_line, publish, serve, stop

from sportlore.cli import main
from sportlore.replication.fetch import INDEX_ALONE, FetchError, fetch, read_local
from sportlore.replication.pointer import Pointer
from sportlore.replication.publish import write_pointer
from sportlore.replication.replica import Replica
from sportlore.replication.stores import Folder, origin_at, target_at
from sportlore.server.inspection import Malformed, inspect
from sportlore.snapshot import SnapshotError, read_manifest
from sportlore.snapshot.format import MANIFEST, NAMES, STORE
from sportlore.snapshot.soundness import file_sums, generation

Damage = Callable[[Path], None]
Malformer = Callable[[Damage], Path]


PAGE = 4_096
_HEADER = struct.Struct("<QHHHH")
"""Of a page of LMDB: its number, two bytes that are not used, its flags, and where its free space begins and ends."""
_BRANCH, _LEAF = 1, 2


def _pages(content: bytearray, flag: int) -> Iterator[tuple[int, int]]:
    """Where each page of a kind begins, and how many entries it has."""
    for start in range(2 * PAGE, len(content), PAGE):
        number, _, flags, lower, _ = _HEADER.unpack_from(content, start)
        if number == start // PAGE and flags & flag:
            yield start, (lower - _HEADER.size) // 2


def branches_without_entries(store: Path) -> None:
    """LMDB asserts that there are two at least."""
    content = bytearray(store.read_bytes())
    for start, _ in _pages(content, _BRANCH):
        struct.pack_into("<H", content, start + 12, _HEADER.size)
    store.write_bytes(content)


def values_beyond_the_end(store: Path) -> None:
    """LMDB believes what an entry says of the size of its value."""
    content = bytearray(store.read_bytes())
    for start, count in _pages(content, _LEAF):
        for number in range(count):
            (entry,) = struct.unpack_from("<H", content, start + _HEADER.size + 2 * number)
            struct.pack_into("<HH", content, start + entry, 0xFFFF, 0x7FFF)
    store.write_bytes(content)


def a_name_that_is_no_text(store: Path) -> None:
    environment = lmdb.open(str(store), subdir=False, map_size=1 << 30, lock=False)
    with environment.begin(write=True) as transaction:
        transaction.put(NAMES + b"/a\0\1\0", b"\xff")
    environment.close()


def resealed(folder: Path) -> str:
    """Give a snapshot a manifest that fits its files; the generation."""
    manifest = read_manifest(folder)
    files = folder / manifest.generation
    sums = {name: file_sums(files / name) for name in manifest.named()}
    manifest = msgspec.structs.replace(
        manifest,
        digests={name: one.digest for name, one in sums.items()},
        checksums={name: one.checksum for name, one in sums.items()},
        sizes={name: (files / name).stat().st_size for name in sums},
    )
    manifest = msgspec.structs.replace(manifest, generation=generation(manifest))
    files.rename(folder / manifest.generation)
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    return manifest.generation


@pytest.fixture
def sound(tmp_path: Path, world_snapshot: Path) -> Path:
    return Path(shutil.copytree(world_snapshot, tmp_path / "sound"))


@pytest.fixture
def malformed(tmp_path: Path, world_snapshot: Path) -> Malformer:
    """A function that makes a snapshot whose digests are right and whose store is not."""

    def made(damage: Damage) -> Path:
        folder = Path(shutil.copytree(world_snapshot, tmp_path / "snapshot"))
        damage(folder / read_manifest(folder).generation / STORE)
        resealed(folder)
        return folder

    return made


DAMAGES = pytest.mark.parametrize(
    ("damage", "words"),
    [
        (
            branches_without_entries,
            r"store\.mdb (ended the process that read it by signal \d+ \(.+\)|is damaged \(.+\)): build the",
        ),
        (a_name_that_is_no_text, r"store\.mdb is malformed \(UnicodeDecodeError.+\): build the snapshot again"),
    ],
)


@DAMAGES
def test_what_is_malformed_is_said_in_one_line_and_not_published(
    tmp_path: Path, malformed: Malformer, damage: Damage, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = malformed(damage)
    for store_alone in (False, True):
        with pytest.raises(Malformed, match=words):
            inspect(folder, store_alone)
    for arguments in (["verify", str(folder)], ["publish", str(folder), str(tmp_path / "store")]):
        assert main(arguments) == 1
        line = capsys.readouterr().err
        assert line.count("\n") == 1
        assert str(folder) in line
    assert not (tmp_path / "store").exists()


def test_what_is_sound_passes_also_without_its_records(sound: Path) -> None:
    inspect(sound)
    assert main(["verify", str(sound)]) == 0
    files = sound / read_manifest(sound).generation
    for path in files.iterdir():
        if path.name not in INDEX_ALONE:
            path.unlink()
    inspect(sound, store_alone=True)
    with pytest.raises(Malformed, match="is missing"):
        inspect(sound)


@pytest.mark.parametrize("failure", [subprocess.TimeoutExpired("python", 1), OSError("no process")])
def test_what_could_not_be_found_out_is_no_verdict(
    sound: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(SnapshotError, match="could not be inspected") as refused:
        inspect(sound)
    assert not isinstance(refused.value, Malformed)


@pytest.mark.parametrize(("code", "verdict"), [(-9, False), (1, False), (3, True), (-6, True)])
def test_only_a_verdict_is_remembered(sound: Path, monkeypatch: pytest.MonkeyPatch, code: int, verdict: bool) -> None:
    """A process that the system kills where memory is short says nothing of the generation."""
    ended = subprocess.CompletedProcess[str]([], code, "", "a line\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: ended)
    with pytest.raises(SnapshotError) as refused:
        inspect(sound)
    assert isinstance(refused.value, Malformed) == verdict


class Counting(Folder):
    """A folder that counts what is read of files."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.ranges = 0

    def read_range(self, name: str, start: int, length: int) -> bytes:
        self.ranges += name.endswith(STORE)
        return super().read_range(name, start, length)


def smuggled(folder: Path, store: Path) -> str:
    """Put a malformed snapshot into a store as its active generation, past `publish`; the generation."""
    target, manifest = target_at(str(store)), read_manifest(folder)
    before = read_local(store)
    target.add(folder, manifest)
    pointer = read_local(store)
    assert pointer == before
    assert pointer is not None
    changed = msgspec.structs.replace(pointer, active=manifest.generation, earlier=(pointer.active,))
    write_pointer(target, changed, time.time())
    return manifest.generation


def test_a_malformed_generation_is_fetched_once_and_not_served(
    sound: Path, malformed: Malformer, tmp_path: Path
) -> None:
    store, cache = tmp_path / "store", tmp_path / "cache"
    publish(sound, str(store))
    list(fetch(origin_at(str(store)), cache, time.time()))
    bad = smuggled(malformed(branches_without_entries), store)
    origin = origin_at(str(store))
    counting = Counting(store)
    origin._readable = counting  # type: ignore[attr-defined]
    for _ in range(3):
        with pytest.raises(
            FetchError, match=f"^generation {bad} in the store is malformed, and nothing of it is served"
        ):
            list(fetch(origin, cache, time.time()))
    assert counting.ranges == 1
    assert not [path.name for path in cache.iterdir() if bad in path.name]
    assert (cache / read_manifest(sound).generation).is_dir()
    pointer = read_local(store)
    assert pointer is not None
    write_pointer(target_at(str(store)), pointer, time.time())
    with pytest.raises(FetchError, match="malformed"):
        list(fetch(origin, cache, time.time()))
    assert counting.ranges == 2, "another pointer is another try"


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_replica_goes_on_and_starts_with_an_older_sound_generation(
    sound: Path, malformed: Malformer, tmp_path: Path, workers: str
) -> None:
    store, cache = tmp_path / "store", tmp_path / "cache"
    publish(sound, str(store))
    good = read_manifest(sound).generation
    list(fetch(origin_at(str(store)), cache, time.time()))
    folder = malformed(branches_without_entries)
    bad = smuggled(folder, store)
    # As an earlier version fetched it, which inspected nothing.
    shutil.copytree(folder, cache / bad)
    shutil.copy(store / "current.json", cache)
    port = free_port()
    options = ["--snapshot", "http://127.0.0.1:1/store", "--cache", str(cache), "--workers", workers]
    process = serve(*options, *LONG_TIMEOUTS, port=port)
    lines = [next_line(process) for _ in range(3)]
    stop(process)
    assert f"generation {bad} is malformed and not served" in "".join(lines)
    assert not (cache / bad).exists()
    assert (cache / good).is_dir()


def test_what_is_malformed_and_cannot_be_removed_is_not_served_either(
    sound: Path, malformed: Malformer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache = tmp_path / "cache"
    good = read_manifest(sound).generation
    bad_snapshot = malformed(branches_without_entries)
    bad = read_manifest(bad_snapshot).generation
    shutil.copytree(sound, cache / good)
    shutil.copytree(bad_snapshot, cache / bad)
    (cache / "current.json").write_bytes(Pointer(bad, earlier=(good,)).encoded())
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    replica = Replica("http://127.0.0.1:1", cache, 1.0)
    for _ in range(2):
        assert replica.current() == cache / good
    assert (replica.is_refused(bad), replica.is_refused(good)) == (True, False)
    (message,) = caplog.messages
    assert message.startswith(f"generation {bad} is malformed and not served: {cache / bad}")
