"""What a worker does of what the pointer says, in the order in which its thread and its event loop may come to do it."""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from conftest import PATIENCE, WORLD

from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.distribution.pointer import POINTER, Pointer
from sportlore.server.app import App
from sportlore.server.replica import Replica, _Follower
from sportlore.snapshot import SnapshotError, read_manifest

Steps = Callable[[App, Callable[[Pointer, float], Awaitable[None]]], Awaitable[None]]


@pytest.fixture(scope="module")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A folder with two generations that were fetched, and their names."""
    folder, names = tmp_path_factory.mktemp("fetched"), []
    for number in range(2):
        place = folder / "new"
        build(WORLD, place, addresses(f"https://{number}.example"))
        names.append(read_manifest(place).generation)
        place.rename(folder / names[-1])
    return folder, names[0], names[1]


def pointer(active: str, next: str | None = None, at: float | None = None, pause: float = 0.0) -> Pointer:
    return Pointer(active, next, None if at is None else datetime.fromtimestamp(at, UTC), pause)


def run(folder: Path, served: str, steps: Steps) -> App:
    """Take steps with an application that serves a generation, and what its thread does about a pointer at a time."""

    async def steps_in_loop() -> App:
        app = App(folder / served)
        follower = _Follower(Replica("", folder, 1.0), asyncio.get_running_loop(), app)

        async def apply(pointer: Pointer, now: float) -> None:
            await asyncio.to_thread(follower._apply, pointer, now)

        await steps(app, apply)
        return app

    app = asyncio.run(asyncio.wait_for(steps_in_loop(), PATIENCE))
    app.stage(None)
    app.service.close()
    return app


def test_what_comes_next_is_staged_and_changed_to_at_its_instant(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Callable[[Pointer, float], Awaitable[None]]) -> None:
        await apply(pointer(old, new), time.time())
        assert (app.service.generation, app.staged and app.staged.generation) == (old, new)
        at = time.time() + 0.3
        named = pointer(old, new, at, 0.1)
        await apply(named, time.time())
        seen = [(time.time(), app.service.generation)]
        while app.service.generation == old:
            await asyncio.sleep(0.005)
            seen.append((time.time(), app.service.generation))
        assert [moment for moment, generation in seen if generation == new and moment < at + 0.1] == []
        assert app.staged is None
        await apply(named, time.time())
        assert not app.behind

    run(folder, old, steps)


def test_an_exchange_is_not_undone_by_a_thread_that_looked_before_it(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Callable[[Pointer, float], Awaitable[None]]) -> None:
        at = time.time() - 1
        await apply(pointer(old, new, at), at - 1)  # it knew no better: by now the instant is past
        assert app.service.generation == new
        assert app.staged is None

    run(folder, new, steps)


def test_what_was_withdrawn_is_never_changed_to(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Callable[[Pointer, float], Awaitable[None]]) -> None:
        await apply(pointer(old, new, time.time() + 1), time.time())
        await apply(pointer(old), time.time())
        await asyncio.sleep(1.5)
        assert (app.service.generation, app.staged) == (old, None)

    run(folder, old, steps)


def test_another_instant_replaces_the_first(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Callable[[Pointer, float], Awaitable[None]]) -> None:
        await apply(pointer(old, new, time.time() + 0.5), time.time())
        later = time.time() + 3
        await apply(pointer(old, new, later), time.time())
        while app.service.generation == old:
            await asyncio.sleep(0.05)
        assert time.time() >= later

    run(folder, old, steps)


def test_who_comes_late_changes_at_once_and_says_so(
    fetched: tuple[Path, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Callable[[Pointer, float], Awaitable[None]]) -> None:
        await apply(pointer(old, new, time.time() - 60), time.time())
        assert app.service.generation == new
        await apply(pointer(old), time.time())
        assert app.service.generation == old
        await apply(pointer(old, new, time.time() + 0.1), time.time())
        time.sleep(0.5)  # the event loop is held up across the instant
        await asyncio.sleep(0.05)
        assert app.service.generation == new

    run(folder, old, steps)
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == [f"changed to generation {name}, after the others perhaps" for name in (new, old)]
    words = rf"changed \d+\.\d{{3}} seconds after the others, which may have answered from {new} before"
    assert re.fullmatch(words, lines[2])


def test_what_is_missing_or_damaged_leaves_what_is_served(
    fetched: tuple[Path, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, old, new = fetched
    folder = tmp_path / "fetched"
    shutil.copytree(source, folder)

    async def steps(app: App, apply: Callable[[Pointer, float], Awaitable[None]]) -> None:
        await apply(pointer("0" * 16), time.time())
        assert (app.service.generation, app.behind) == (old, True)
        await apply(pointer(old), time.time())
        assert (app.service.generation, app.behind) == (old, False)
        with (folder / new / new / "records").open("r+b") as file:
            file.write(b"x")
        for _ in range(3):
            await apply(pointer(new), time.time())
            assert (app.service.generation, app.behind) == (old, True)

    run(folder, old, steps)
    (line,) = capsys.readouterr().err.splitlines()
    words = f"records differs from its digest: generation {new} is fetched again; generation {old} is still served"
    assert line.endswith(words)
    assert not (folder / new).exists()


def test_a_start_during_the_pause_waits_for_its_end(fetched: tuple[Path, str, str], tmp_path: Path) -> None:
    source, old, new = fetched
    folder = tmp_path / "fetched"
    shutil.copytree(source, folder)
    replica = Replica("https://store.example", folder, 1.0)
    with pytest.raises(SnapshotError, match=r"fetch one with `sportlore fetch https://store\.example`"):
        replica.current()
    at = time.time()
    (folder / POINTER).write_bytes(pointer(old, new, at, 0.5).encoded())
    assert replica.current() == folder / new
    assert time.time() >= at + 0.5
    (folder / POINTER).write_bytes(pointer(old, new, at + 60).encoded())
    assert replica.current() == folder / old
    (folder / POINTER).write_bytes(Pointer("0" * 16, earlier=("1" * 16, new)).encoded())
    assert replica.current() == folder / new, "the best that is here"
