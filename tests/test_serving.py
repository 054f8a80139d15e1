"""`serve` and `search` on the command line: where they listen, what they serve, what they load."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from conftest import PATIENCE, WORLD, free_port, start, stop

from sportlore.cli import main, serving
from sportlore.server.local import SnapshotFolder
from sportlore.snapshot import Snapshot


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to run in."""
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def installed(empty: Path, world_snapshot: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As in a folder of a user who installed the package: what there is lies in the package."""
    bundle = empty.parent / "bundled"
    shutil.copytree(world_snapshot, bundle / "snapshot")
    for module in ("sportlore.cli.serving", "sportlore.cli.paths"):
        monkeypatch.setattr(f"{module}.bundle", lambda: bundle)
    return bundle


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str]]:
    """In the place of servers: the folder of each snapshot that would be served, and the page of tennis in it."""
    calls: list[tuple[Path, str]] = []

    def note(source: SnapshotFolder, *_: object, started: Callable[[], None], **__: object) -> None:
        folder = source.current()
        opened = Snapshot(folder)
        calls.append((folder, json.loads(opened.body("/v1/entities/sport/tennis") or b"{}")["url"]))
        opened.close()
        started()

    monkeypatch.setattr("sportlore.cli.serving.run.serve", note)
    return calls


@pytest.mark.parametrize(
    ("host", "port", "expected"),
    [
        ("127.0.0.1", 8000, "http://localhost:8000"),
        ("0.0.0.0", 80, "http://localhost:80"),
        ("::", 8000, "http://localhost:8000"),
        ("::1", 8000, "http://[::1]:8000"),
        ("192.0.2.1", 8001, "http://192.0.2.1:8001"),
        ("sport.example", 8001, "http://sport.example:8001"),
    ],
)
def test_pages_are_addressed_where_the_server_listens(host: str, port: int, expected: str) -> None:
    assert serving.origin(host, port) == expected


def test_without_a_site_url_the_addresses_follow_host_and_port(
    empty: Path, served: list[tuple[Path, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    assert main(["serve", "--catalogue", str(WORLD), "--port", str(port)]) == 0
    assert served == [(Path("build/snapshot"), f"http://localhost:{port}/sports/tennis")]
    assert f"serving build/snapshot on http://localhost:{port}\n" in capsys.readouterr().out
    arguments = ["--site-url", "https://sport.example", "--port", "0"]
    assert main(["serve", "--catalogue", str(WORLD), *arguments]) == 0
    assert served[1][1] == "https://sport.example/sports/tennis"


def test_port_0_is_a_free_one(empty: Path, served: list[tuple[Path, str]]) -> None:
    assert main(["serve", "--catalogue", str(WORLD), "--port", "0"]) == 0
    assert re.fullmatch(r"http://localhost:[1-9]\d{3,4}/sports/tennis", served[0][1])


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_in_use_is_refused_before_anything_is_built(
    empty: Path, capsys: pytest.CaptureFixture[str], workers: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["serve", "--catalogue", str(WORLD), "--port", port, "--workers", workers]) == 1
    reason = f"{os.strerror(errno.EADDRINUSE)}; choose another port with --port"
    assert capsys.readouterr().err == f"cannot listen on 127.0.0.1:{port}: {reason}\n"
    assert list(empty.iterdir()) == []


def test_an_address_of_another_machine_is_refused(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--catalogue", str(WORLD), "--host", "192.0.2.1"]) == 1
    reason = f"{os.strerror(errno.EADDRNOTAVAIL)}; choose another host with --host"
    assert capsys.readouterr().err == f"cannot listen on 192.0.2.1:8000: {reason}\n"


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--port", "65536", "`65536` is no port; give a number from 0 to 65535"),
        ("--port", "-1", "no port"),
        ("--port", "http", "no port"),
        ("--port", "٨", "no port"),
        ("--workers", "0", "`0` is no number of processes; give 1 or more"),
        ("--workers", "two", "no number of processes"),
        ("--send-timeout", "inf", "`inf` is no bound; give a number"),
        ("--send-timeout", "nan", "no bound"),
        ("--status", "x", "invalid choice: 'x'"),
        ("--host", "", "an empty name would be every address; write 0.0.0.0 or :: if that is meant"),
    ],
)
def test_values_out_of_range_are_refused(
    empty: Path, capsys: pytest.CaptureFixture[str], option: str, value: str, words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", f"{option}={value}"])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["verify", "no\nsuch"], ["fetch", "ftp://no\r\nsuch"], ["search", "--snapshot=x\u2028", "net"], ["new", "a/\n"]],
)
def test_a_name_with_a_line_end_is_refused_in_one_line(
    empty: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    *_, line = capsys.readouterr().err.splitlines()
    assert line.endswith("has a line end: write it as one line")
    assert line.startswith("sportlore: error: '")


def test_it_serves_when_it_says_so(empty: Path, world_snapshot: Path, capfd: pytest.CaptureFixture[str]) -> None:
    damaged = empty / "snapshot"
    shutil.copytree(world_snapshot, damaged)
    next(damaged.glob("*/records-*")).write_bytes(b"")
    assert main(["serve", "--snapshot", str(damaged), "--port", "0"]) == 1
    printed = capfd.readouterr()
    assert "serving" not in printed.out
    assert printed.err


@pytest.mark.slow
@pytest.mark.parametrize("count", ["1", "3"])
def test_it_says_once_that_it_serves(world_snapshot: Path, count: str) -> None:
    port = free_port()
    command = [sys.executable, "-m", "sportlore", "serve", "--snapshot", str(world_snapshot), "--workers", count]
    process = subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == f"serving {world_snapshot} on http://localhost:{port}\n"
    assert httpx.get(f"http://localhost:{port}/healthz", timeout=PATIENCE).status_code == 200
    process.terminate()
    assert process.communicate(timeout=PATIENCE)[0] == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--host", "a\0b"], ":0: this is no name of a host; choose another host with --host\n"),
        (["--snapshot", "http://127.0.0.1:1", "--cache", "x" * 300], "File name too long\n"),
    ],
)
def test_what_no_system_takes_is_one_line(
    empty: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["serve", "--catalogue", str(WORLD), "--port", "0", *arguments]) == 1
    line = capsys.readouterr().err
    assert line.endswith(words)
    assert line.count("\n") == 1


def test_an_installed_package_serves_its_snapshot_at_any_address_and_leaves_nothing_behind(
    installed: Path,
    served: list[tuple[Path, str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sportlore.cli.serving.SITE_URL", f"http://localhost:{(port := free_port())}")
    assert main(["serve", "--port", str(port)]) == 0
    assert capsys.readouterr().err == ""
    assert main(["serve", "--port", str(port), "--site-url", "https://sport.example"]) == 0
    assert capsys.readouterr().err == "preparing the bundled snapshot for https://sport.example\n"
    (bundled, _), (moved, url) = served
    assert bundled == installed / "snapshot"
    assert url == "https://sport.example/sports/tennis"
    assert not moved.exists()
    with pytest.raises(SystemExit, match="no catalogue at catalogue/"):
        main(["serve", "--port", "0", "--status", "live"])
    assert list(Path.cwd().iterdir()) == []


def test_reload_needs_a_catalogue_to_watch(installed: Path, served: list[tuple[Path, str]]) -> None:
    with pytest.raises(SystemExit, match="no catalogue at catalogue/ to reload; name it with --catalogue"):
        main(["serve", "--reload", "--port", "0"])
    assert served == []


def test_search_takes_the_bundled_snapshot_when_there_is_none_at_hand(
    installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "tenis"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "sport/tennis"
    Path("build/snapshot").mkdir(parents=True)
    assert main(["search", "tenis"]) == 1
    assert "build/snapshot" in capsys.readouterr().err


def test_a_snapshot_is_served_without_what_builds_one(world_snapshot: Path) -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED, str(world_snapshot)], capture_output=True, text=True, check=True
    ).stdout.splitlines()[-1]
    assert "sportlore.server.run" in loaded.split()
    builders = {"jinja2", "tree_sitter", "tree_sitter_toml", "tomli", "tqdm", "sportlore.build", "sportlore.registry"}
    assert builders & set(loaded.split()) == set()
    of_many_machines = {"asyncpg", "obstore", "sportlore.replication.replica", "sportlore.replication.postgres.lookups"}
    assert of_many_machines & set(loaded.split()) == set()


LOADED = """
import sys
from sportlore.cli import main, serving
serving.run.serve = lambda *_, **__: None
assert main(["serve", "--snapshot", sys.argv[1], "--port", "0"]) == 0
print(*sys.modules)
"""


def test_one_worker_serves_where_there_is_no_uvloop_no_fork_and_no_hangup(world_snapshot: Path) -> None:
    """As on Windows: asyncio's own loop, and several workers are refused."""
    arguments = ["--snapshot", str(world_snapshot), "--port", str(port := free_port())]
    command = [sys.executable, "-c", ELSEWHERE, *arguments]
    several = subprocess.run([*command, "--workers", "2"], capture_output=True, text=True, timeout=60, check=False)
    assert several.returncode == 1
    assert several.stderr == "sportlore: this system cannot share an address among processes; leave --workers out\n"
    process = start(command, port)
    assert httpx.get(f"http://127.0.0.1:{port}/v1/entities/sport/tennis", timeout=PATIENCE).json()["name"] == "Tennis"
    stop(process)


ELSEWHERE = """
import asyncio, os, signal, socket, sys
sys.modules["uvloop"] = sys.modules["resource"] = None
for name in ("SIGHUP", "SIGCHLD", "SIG_BLOCK", "SIG_UNBLOCK", "pthread_sigmask", "sigwait", "sigtimedwait"):
    delattr(signal, name)
del os.fork, socket.SO_REUSEPORT
from sportlore.cli import main
sys.exit(main(["serve", *sys.argv[1:]]))
"""
