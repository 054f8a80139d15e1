"""A damaged snapshot is never served: not at the start, not after SIGHUP, and `verify` names the file."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import lmdb
import msgspec
import pytest
from conftest import ROOT, WORLD, command, free_port, next_line, serve, stop

from sportlore.build import build
from sportlore.cli import main
from sportlore.contract.addresses import addresses
from sportlore.server import workers
from sportlore.server.app import App
from sportlore.snapshot import Manifest, Snapshot, SnapshotError, read_manifest, verify
from sportlore.snapshot.format import DEFLATED, ENTRY_DIGEST, ENTRY_VARIANT, FILES, FORMAT, ITEMS, MANIFEST, STORE, part
from sportlore.snapshot.soundness import file_sums, generation

pytestmark = pytest.mark.slow  # every file damaged in every way

Damage = Callable[[Path], None]
"""What is done to a file."""


def cut(share: float) -> Damage:
    def damage(path: Path) -> None:
        os.truncate(path, int(path.stat().st_size * share))

    return damage


def lengthen(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"\0")


def flip(share: float) -> Damage:
    """One bit is another: at this share of the file."""

    def damage(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[min(int(len(content) * share), len(content) - 1)] ^= 4
        path.write_bytes(content)

    return damage


def swap(path: Path) -> None:
    """The content of another file of the generation, or of one of them for the manifest."""
    others = [other for other in path.parent.rglob("*") if other.is_file() and other.name != path.name]
    path.write_bytes(sorted(others)[0].read_bytes())


def remove(path: Path) -> None:
    path.unlink()


def loop(path: Path) -> None:
    """Nobody can read it, not even root: a symbolic link to itself."""
    path.unlink()
    path.symlink_to(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


ANY_FILE: dict[str, Damage] = {
    "empty": cut(0),
    "cut after a third": cut(0.33),
    "cut by a little": cut(0.99),
    "longer": lengthen,
    "a bit in the first half": flip(0.3),
    "a bit in the second half": flip(0.8),
    "the last bit": flip(1),
    "another file": swap,
    "missing": remove,
    "unreadable": loop,
    "a folder": folder,
    "a pipe": pipe,
}
RECORDS = part(0)
"""The only part: the world is small."""
OF_FILES = {**ANY_FILE, "the first bit": flip(0)}


def edited(**fields: object) -> Damage:
    """A manifest with other fields, in its own form."""

    def damage(path: Path) -> None:
        path.write_bytes(msgspec.json.encode(msgspec.json.decode(path.read_bytes()) | fields))

    return damage


def text(content: str) -> Damage:
    def damage(path: Path) -> None:
        path.write_text(content)

    return damage


OF_MANIFEST: dict[str, Damage] = {
    "an older format": edited(format=FORMAT - 1),
    "no format": edited(format=None),
    "no digests": edited(digests={}),
    "no checksums": edited(checksums={}),
    "another generation": edited(generation="0" * 16),
    "a path as generation": edited(generation=".."),
    "other sizes": edited(sizes=dict.fromkeys(FILES, 1)),
    "a list": text("[]"),
    "too deep": text("[" * 100_000),
}
CASES = [
    *((name, damage, case) for name in (STORE, RECORDS, ITEMS, DEFLATED) for case, damage in OF_FILES.items()),
    *((MANIFEST, damage, case) for case, damage in (ANY_FILE | OF_MANIFEST).items()),
]


@pytest.fixture
def snapshot(world_snapshot: Path, tmp_path: Path) -> Path:
    """A sound snapshot of its own."""
    copy = tmp_path / "snapshot"
    shutil.copytree(world_snapshot, copy)
    return copy


def file(snapshot: Path, name: str) -> Path:
    return snapshot / name if name == MANIFEST else snapshot / read_manifest(snapshot).generation / name


@pytest.mark.parametrize(("name", "damage", "case"), CASES, ids=[f"{name}: {case}" for name, _, case in CASES])
def test_what_is_damaged_is_refused_and_named(
    snapshot: Path, name: str, damage: Damage, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(snapshot, name)
    damage(path)
    with pytest.raises(SnapshotError) as refused:
        Snapshot(snapshot)
    said = str(refused.value)
    assert "\n" not in said
    assert str(snapshot if (name, case) == (MANIFEST, "missing") else path) in said, said
    assert "`sportlore build`" in said
    assert main(["verify", str(snapshot)]) == 1
    assert str(snapshot if (name, case) == (MANIFEST, "missing") else path) in capsys.readouterr().err


@pytest.mark.parametrize("name", [STORE, RECORDS, MANIFEST])
@pytest.mark.parametrize("case", ["cut after a third", "a bit in the second half", "another file", "missing"])
def test_an_unsound_snapshot_is_not_swapped_in(
    snapshot: Path, tmp_path: Path, name: str, case: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = App(snapshot)
    before = app.responder
    build(WORLD, snapshot, addresses("https://other.example"))
    path = file(snapshot, name)
    OF_FILES[case](path)

    async def swapped() -> None:
        app.swap()
        assert app._swapping is not None
        await app._swapping

    with caplog.at_level(logging.ERROR):
        asyncio.run(swapped())
    assert app.responder is before
    assert str(path.parent) in caplog.text
    assert "Traceback" not in caplog.text
    assert len(caplog.records) == 1
    app.responder.close()


def test_a_failure_of_any_kind_leaves_the_old_snapshot(
    snapshot: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = App(snapshot)
    before = app.responder
    build(WORLD, snapshot, addresses("https://other.example"))

    def fail(*_: object) -> None:
        raise KeyError("unforeseen")

    monkeypatch.setattr("sportlore.server.app.Responder", fail)

    async def swapped() -> None:
        app.swap()
        assert app._swapping is not None
        await app._swapping

    asyncio.run(swapped())
    assert app.responder is before
    assert "the old one is still served: KeyError('unforeseen')" in caplog.text
    app.responder.close()


def resealed(snapshot: Path) -> None:
    """Write a manifest that fits the files as they are now."""
    manifest = msgspec.json.decode((snapshot / MANIFEST).read_bytes(), type=Manifest)
    place = snapshot / manifest.generation
    sums = {name: file_sums(place / name) for name in manifest.named()}
    digests, checksums = ({name: getattr(one, field) for name, one in sums.items()} for field in ("digest", "checksum"))
    sizes = {name: (place / name).stat().st_size for name in manifest.named()}
    changed = msgspec.structs.replace(manifest, digests=digests, checksums=checksums, sizes=sizes)
    changed = msgspec.structs.replace(changed, generation=generation(changed))
    place.rename(snapshot / changed.generation)
    (snapshot / MANIFEST).write_bytes(msgspec.json.encode(changed))


def entry(part: int, end: int) -> bytes:
    """The entry of a resource with one record."""
    return bytes(ENTRY_DIGEST) + ENTRY_VARIANT.pack(b"i", part, 0, end)


@pytest.mark.parametrize(
    "case",
    [
        "a record beyond the end",
        "a record in no part",
        "a record too few",
        "an entry cut short",
        "an item beyond the end",
        "no index",
    ],
)
def test_every_place_lies_inside_its_file(snapshot: Path, case: str) -> None:
    """Even if the digests fit: a store of one build with the records of another."""
    path = file(snapshot, STORE)
    store = lmdb.open(str(path), subdir=False, map_size=1 << 30, lock=False)
    with store.begin(write=True) as transaction:
        if case == "a record beyond the end":
            transaction.put(b"/v1/entities", entry(0, (1 << 32) - 1))
        elif case == "a record in no part":
            transaction.put(b"/v1/entities", entry(1, 9))
        elif case == "a record too few":
            transaction.delete(b"/v1/entities")
        elif case == "an entry cut short":
            transaction.put(b"/v1/entities", entry(0, 9)[:-1])
        elif case == "no index":
            transaction.delete(b"\0info")
    store.close()
    if case == "an item beyond the end":
        cut(0.5)(path.with_name(ITEMS))
    resealed(snapshot)
    with pytest.raises(SnapshotError, match=r"store\.mdb (does not fit the files beside it|is damaged)"):
        Snapshot(snapshot)


def test_only_the_store_is_compared_when_that_is_asked_for(snapshot: Path) -> None:
    flip(0.5)(file(snapshot, RECORDS))
    Snapshot(snapshot, whole=False).close()
    flip(0.5)(file(snapshot, STORE))
    with pytest.raises(SnapshotError, match="differs from its checksum"):
        Snapshot(snapshot, whole=False)


def test_only_the_digest_finds_a_change_that_keeps_the_checksum(snapshot: Path) -> None:
    """A CRC leaves the same remainder if a multiple of its polynomial is added; that of CRC-32 has 33 bits."""
    polynomial = 0x1_DB71_0641
    path = file(snapshot, ITEMS)
    content = path.read_bytes()
    forged = int.from_bytes(content[100:105], "little") ^ polynomial
    path.write_bytes(content[:100] + forged.to_bytes(5, "little") + content[105:])
    Snapshot(snapshot).close()
    assert [str(path) in problem and problem.endswith("from its digest") for problem in verify(snapshot)] == [True]


def test_a_generation_that_was_verified_is_not_read_again_but_any_other_is(snapshot: Path) -> None:
    generation = read_manifest(snapshot).generation
    flip(0.5)(file(snapshot, RECORDS))
    Snapshot(snapshot, verified=generation).close()
    with pytest.raises(SnapshotError, match="differs from its checksum"):
        Snapshot(snapshot, verified="0" * len(generation))


@pytest.mark.slow
@pytest.mark.parametrize("count", ["1", "2"])
@pytest.mark.parametrize("name", [STORE, RECORDS])
def test_a_server_does_not_start_on_a_damaged_snapshot(snapshot: Path, name: str, count: str) -> None:
    path = file(snapshot, name)
    flip(0.5)(path)
    asked = command("serve", "--snapshot", str(snapshot), "--port", "0", "--workers", count)
    ended = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert str(path) in ended.stderr


@pytest.mark.slow
def test_a_worker_that_dies_by_a_signal_is_logged_with_it(snapshot: Path) -> None:
    process = serve("--snapshot", str(snapshot), "--workers", "2", port=free_port())
    first = int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0])
    os.kill(first, signal.SIGBUS)
    said = next_line(process)
    stop(process)
    assert said == f"worker {first} ended by signal 7 (Bus error); another is started now\n"


def test_a_crash_loop_backs_off() -> None:
    worker = workers.Worker(None)  # type: ignore[arg-type]
    now, pauses = 100.0, []
    for _ in range(9):
        worker.pid, worker.start_at = 1, now
        now += 0.1
        assert "ended with status 1" in worker.ended(1 << 8, now)
        pauses.append(worker.start_at - now)
        now = worker.start_at
    assert pauses == pytest.approx([0, 1, 2, 4, 8, 16, 32, 60, 60])
    worker.pid, worker.start_at = 1, now
    assert worker.ended(0, now + 61).endswith("another is started now")
