"""Builds at the same time, and builds that are killed: the snapshot is always sound, and readable."""

from __future__ import annotations

import fcntl
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from conftest import PATIENCE, ROOT, SITE, WORLD, command, free_port, serve, stop, wait

from sportlore.build import build
from sportlore.cli import main
from sportlore.contract.addresses import addresses
from sportlore.snapshot import Snapshot, contents, disk, verify, writer
from sportlore.snapshot.format import MANIFEST

KILLS = int(os.environ.get("TORTURE_KILLS", "6"))
BUILDER = """
import sys
from pathlib import Path
from sportlore.build import build
from sportlore.contract.addresses import addresses
print("ready", flush=True)
for number in range(1_000):
    build(Path(sys.argv[1]), Path(sys.argv[2]), addresses(f"https://{number % 3}.example"))
    print(number, flush=True)
"""


def builder(out: Path) -> subprocess.Popen[str]:
    """A process that builds one snapshot after the other; it has begun when this returns."""
    building = [sys.executable, "-c", BUILDER, str(WORLD), str(out)]
    process = subprocess.Popen(building, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE)


def is_sound(out: Path) -> bool:
    """Whether a snapshot was read that is sound. One that another replaces meanwhile may be gone, which is no fault of it."""
    before = (out / MANIFEST).stat()
    problems = list(verify(out))
    after = (out / MANIFEST).stat()
    assert problems == [] or (before.st_ino, before.st_mtime_ns) != (after.st_ino, after.st_mtime_ns), problems
    return problems == []


@pytest.mark.slow
def test_a_build_that_is_killed_leaves_a_sound_snapshot(tmp_path: Path) -> None:
    """At any moment; and the next build takes away what the killed one left."""
    out, chance = tmp_path / "out", random.Random(7)
    build(WORLD, out, addresses(SITE))
    for _ in range(KILLS):
        process = builder(out)
        time.sleep(chance.uniform(0, 1.5))
        kill(process)
        assert list(verify(out)) == []
    build(WORLD, out, addresses(SITE))
    left = [path.name for path in out.iterdir() if path.name.startswith(".")]
    assert left == []
    assert len(list(out.iterdir())) <= 3


@pytest.mark.slow
def test_builders_at_the_same_time_wait_for_each_other(tmp_path: Path) -> None:
    out = tmp_path / "out"
    builders = [builder(out) for _ in range(2)]
    try:
        done: list[list[str]] = [[], []]
        for process, lines in zip(builders, done, strict=True):
            assert process.stdout is not None
            while len(lines) < 3:
                lines.append(process.stdout.readline())
                assert lines[-1], "a builder ended"
                wait(lambda: is_sound(out), "a snapshot that is not replaced while it is read")
    finally:
        for process in builders:
            kill(process)
    assert list(verify(out)) == []


@pytest.mark.slow
def test_a_build_beside_a_server_that_reloads(tmp_path: Path) -> None:
    """Both write into the folder that is served, again and again, and no answer fails."""
    catalogue = tmp_path / "catalogue"
    shutil.copytree(WORLD, catalogue)
    port = free_port()
    process = serve("--catalogue", str(catalogue), "--reload", port=port, cwd=tmp_path)
    out = tmp_path / "build" / "snapshot"
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            for number in range(5):
                with (catalogue / "catalogue.toml").open("a", encoding="utf-8") as about:
                    about.write(f"# {number}\n")
                built = command("build", "--catalogue", str(catalogue), "--out", str(out))
                subprocess.run([*built, "--site-url", f"https://{number}.example"], check=True, capture_output=True)
                assert client.get("/v1/entities/sport/tennis").status_code == 200
                assert client.get("/v1/search?q=tennis").status_code == 200
    finally:
        stop(process)
    assert list(verify(out)) == []


def test_another_build_is_waited_for_and_then_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(writer, "_LONGEST_WAIT", 0.2)
    out = tmp_path / "out"
    out.mkdir()
    descriptor = os.open(out, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    assert main(["build", "--catalogue", str(WORLD), "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert said == f"cannot write {out}: another build is writing here; the snapshot there is as it was\n"
    assert list(out.iterdir()) == []
    monkeypatch.setattr(writer, "_LONGEST_WAIT", PATIENCE)
    threading.Timer(0.3, os.close, [descriptor]).start()
    assert main(["build", "--catalogue", str(WORLD), "--out", str(out)]) == 0


def test_the_user_of_the_service_can_read_what_another_built(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        out = tmp_path / "out"
        build(WORLD, out, addresses(SITE))
    finally:
        os.umask(before)
    for path in (out, *out.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o755 if path.is_dir() else 0o644), path


def test_twenty_builds_in_a_row_keep_two_generations(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for number in range(20):
        build(WORLD, out, addresses(f"https://{number}.example"))
        Snapshot(out).close()
        assert len(list(out.iterdir())) <= 3, "two generations and the manifest"


def test_names_are_on_the_disk_before_the_manifest_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    sync = disk.sync

    def noted(path: Path) -> None:
        sync(path)
        synced.append(path.name if not path.name.startswith(".writing-") else "scratch")

    for module in (contents, writer):
        monkeypatch.setattr(module, "sync", noted)
    out = tmp_path / "out"
    build(WORLD, out, addresses(SITE))
    assert sorted(synced[:4]) == ["items", "items.deflate", "records-0000", "store.mdb"]
    assert synced[4:] == ["scratch", "out", "scratch", "out"]
