"""A machine whose clock is set back by a day: its server goes on, whatever store it follows, also with records in a database."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cluster import Generations
from conftest import BUCKET, LONG_TIMEOUTS, PATIENCE, free_port, missing, nginx, start, stop, wait
from postgres import address, postgres

from sportlore.cli import main

DAY = 86_400
PATIENT = (*LONG_TIMEOUTS, f"--records-timeout={PATIENCE}", "--records-cache=0", "--poll=0.2")
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}
TARGETS = ("/v1/entities/sport/tennis", "/v1/entities/sport?pageSize=9", "/v1/search?q=tennis")

_SPORTLORE = """
import sys, time
from pathlib import Path
real, clock = time.time, Path(sys.argv.pop(1))
time.time = lambda: real() + float(clock.read_text())
from sportlore.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""`sportlore` on a machine whose clock is wrong by the seconds that a file has at the moment."""


class Machine:
    """A machine with a clock that can be set."""

    def __init__(self, folder: Path) -> None:
        self._clock = folder / "clock"
        self.set(0)

    def set(self, seconds: float) -> None:
        """Set the clock this far from the right time."""
        new = self._clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._clock)

    def command(self, *arguments: str) -> list[str]:
        """`sportlore` on this machine."""
        return [sys.executable, "-c", _SPORTLORE, str(self._clock), *arguments]


@pytest.fixture(scope="module")
def generations(tmp_path_factory: pytest.TempPathFactory) -> Generations:
    """Snapshots that differ in every answer."""
    return Generations(tmp_path_factory, 3)


@pytest.fixture(params=["nginx", "s3", "database"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """A store as its publisher and as its replicas name it."""
    if request.param == "s3":
        for name, value in (KEYS | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{request.getfixturevalue('s3')}"}).items():
            monkeypatch.setenv(name, value)
        yield (f"s3://{BUCKET}/clocks",) * 2
    elif request.param == "database":
        with postgres() as server:
            yield (address(server),) * 2
    else:
        if shutil.which("nginx") is None:
            missing("nginx is not installed (apt-get install nginx-light)")
        folder, port = tmp_path / "store", free_port()
        folder.mkdir()
        settings = f"server {{ listen 127.0.0.1:{port}; location / {{ root {folder}; }} }}"
        with nginx(tmp_path / "nginx", settings, port):
            yield str(folder), f"http://127.0.0.1:{port}"


def test_a_server_goes_on_when_its_clock_is_set_back(
    store: tuple[str, str], generations: Generations, tmp_path: Path
) -> None:
    target, source = store
    machine, port = Machine(tmp_path), free_port()

    def publish(number: int) -> None:
        assert main(["publish", str(generations.folders[number]), target, "--activate-in", "0"]) == 0

    def answers(number: int) -> None:
        """Everything is answered, by this generation."""
        for path in TARGETS:
            answer = httpx.get(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE)
            assert answer.status_code == 200, answer.text
            assert f"https://{number}.example" in answer.text

    def wait_for(field: str, number: int) -> None:
        name = generations.names[number]
        wait(lambda: health(port)[field] == name, f"{field} {name}")

    publish(0)
    options = ["--snapshot", source, "--cache", str(tmp_path / "cache"), "--port", str(port), *PATIENT]
    process = start(machine.command("serve", *options), port)
    try:
        answers(0)
        machine.set(-DAY)
        publish(1)
        wait_for("staged", 1)  # it goes on looking at the store; the instant is still to come
        answers(0)
        machine.set(0)
        wait_for("snapshot", 1)
        answers(1)
        machine.set(-DAY)
        publish(2)
        wait_for("staged", 2)
        answers(1)  # the exchange that was made is not undone
        too_early = machine.command("publish", str(generations.folders[0]), target)
        refused = subprocess.run(too_early, capture_output=True, text=True, check=False, env=os.environ)
        assert refused.returncode == 1
        (line,) = refused.stderr.splitlines()
        assert line.startswith(f"the replicas change to generation {generations.names[2]} at ")
        machine.set(0)
        wait_for("snapshot", 2)
        answers(2)
    finally:
        stop(process)


def health(port: int) -> dict[str, str]:
    """What /healthz says."""
    said: dict[str, str] = httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).json()
    return said
