"""What a worker does of what the pointer says, in the order in which its thread and its event loop may come to do it."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import PATIENCE, WORLD

from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.replication.pointer import POINTER, Pointer
from sportlore.replication.replica import Replica, _Follower
from sportlore.server.app import App
from sportlore.server.log import LOG
from sportlore.snapshot import SnapshotError, read_manifest
from sportlore.snapshot.format import part

Apply = Callable[..., Awaitable[None]]
"""Has the thread of a worker do what a pointer asks for, at the time of the clock or at which it looked at the clock."""


class Clock:
    """In the place of the module `time` and of the timers of an event loop: time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self._timers: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []

    def time(self) -> float:
        return self.now

    monotonic = time

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def call_later(self, delay: float, callback: Callable[..., None], *arguments: Any) -> None:
        self._timers.append((self.now + delay, callback, arguments))

    def pass_until(self, moment: float, held_up: bool = False) -> None:
        """Run what is due at each moment until this one, or, if the event loop was held up, all of it at the end."""
        while due := sorted((timer for timer in self._timers if timer[0] <= moment), key=lambda timer: timer[0]):
            self._timers.remove(due[0])
            self.now = max(self.now, moment if held_up else due[0][0])
            due[0][1](*due[0][2])
        self.now = max(self.now, moment)


Steps = Callable[[App, Apply, Clock], Awaitable[None]]


@pytest.fixture(autouse=True)
def _all_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, LOG.name)


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
    """Take steps with an application that serves a generation, what its thread does about a pointer, and the clock of both."""
    clock = Clock()

    async def steps_in_loop() -> App:
        app, loop = App(folder / served), asyncio.get_running_loop()
        follower = _Follower(Replica("", folder, 1.0), loop, app)

        async def apply(pointer: Pointer, looked_at: float | None = None) -> None:
            await asyncio.to_thread(follower._apply, pointer, clock.now if looked_at is None else looked_at)
            await asyncio.sleep(0)  # the event loop does what the thread has asked of it

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "call_later", clock.call_later)
            await steps(app, apply, clock)
        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sportlore.replication.replica.time", clock)
        app = asyncio.run(asyncio.wait_for(steps_in_loop(), PATIENCE))
    app.stage(None)
    app.responder.close()
    return app


def test_what_comes_next_is_staged_and_changed_to_at_its_instant(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        await apply(pointer(old, new))
        assert (app.responder.generation, app.staged and app.staged.generation) == (old, new)
        at = clock.now + 5
        named = pointer(old, new, at, 0.5)
        await apply(named)
        clock.pass_until(at - 0.25)
        assert app.responder.generation == old
        clock.pass_until(at)
        assert (app.responder.generation, app.staged) == (new, None)
        assert clock.now == at + 0.5, "after the pause"
        await apply(named)
        assert not app.behind

    run(folder, old, steps)


@pytest.mark.parametrize("back", [0.1, 60.0, 86_400.0])
def test_an_exchange_is_not_undone_by_a_clock_that_is_set_back(fetched: tuple[Path, str, str], back: float) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        at = clock.now + 5
        named = pointer(old, new, at)
        await apply(named)
        clock.pass_until(at)
        assert app.responder.generation == new
        clock.now -= back
        for _ in range(3):
            await apply(named)
            clock.pass_until(clock.now + 1)
        assert (app.responder.generation, app.staged, app.behind) == (new, None, False)
        await apply(pointer(new, old, clock.now + 1))  # the way back, when it is asked for
        clock.pass_until(clock.now + 1)
        assert app.responder.generation == old

    run(folder, old, steps)


def test_a_clock_that_is_set_back_puts_the_exchange_off(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        at = clock.now + 5
        await apply(pointer(old, new, at))
        clock.pass_until(at - 1)
        clock.now -= 60
        await apply(pointer(old, new, at))
        clock.pass_until(at - 1)
        assert app.responder.generation == old
        clock.pass_until(at)
        assert app.responder.generation == new

    run(folder, old, steps)


def test_an_exchange_is_not_undone_by_a_thread_that_looked_before_it(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        at = clock.now - 1
        await apply(pointer(old, new, at), looked_at=at - 1)  # it knew no better: by now the instant is past
        assert app.responder.generation == new
        assert app.staged is None

    run(folder, new, steps)


def test_what_was_withdrawn_is_never_changed_to(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        await apply(pointer(old, new, clock.now + 1))
        await apply(pointer(old))
        clock.pass_until(clock.now + 5)
        assert (app.responder.generation, app.staged) == (old, None)

    run(folder, old, steps)


def test_another_instant_replaces_the_first(fetched: tuple[Path, str, str]) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        later = clock.now + 3
        await apply(pointer(old, new, clock.now + 0.5))
        await apply(pointer(old, new, later))
        clock.pass_until(later - 0.25)
        assert app.responder.generation == old
        clock.pass_until(later)
        assert app.responder.generation == new

    run(folder, old, steps)


def test_who_comes_late_changes_at_once_and_says_so(
    fetched: tuple[Path, str, str], caplog: pytest.LogCaptureFixture
) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        await apply(pointer(old, new, clock.now - 60))
        assert app.responder.generation == new
        await apply(pointer(old))
        assert app.responder.generation == old
        await apply(pointer(old, new, clock.now + 0.25))
        clock.pass_until(clock.now + 0.75, held_up=True)
        assert app.responder.generation == new

    run(folder, old, steps)
    assert caplog.messages == [
        *(f"changed to generation {name}, after the others perhaps" for name in (new, old)),
        f"changed 0.500 seconds after the others, which may have answered from {new} before",
    ]


def test_the_pause_that_a_pointer_asks_for_is_bounded_by_the_replica(
    fetched: tuple[Path, str, str], caplog: pytest.LogCaptureFixture
) -> None:
    folder, old, new = fetched

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        at = clock.now + 5
        await apply(pointer(old, new))
        await apply(pointer(old, new, at, 60))
        clock.pass_until(at)
        assert app.responder.generation == new
        assert clock.now == at + 2.0

    run(folder, old, steps)
    assert caplog.messages == [
        "the pointer asks for a pause of 60 seconds, and this replica pauses for 2 at most (--longest-pause)"
    ]


def test_what_is_missing_or_damaged_leaves_what_is_served(
    fetched: tuple[Path, str, str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source, old, new = fetched
    folder = tmp_path / "fetched"
    shutil.copytree(source, folder)

    async def steps(app: App, apply: Apply, clock: Clock) -> None:
        await apply(pointer("0" * 16))
        assert (app.responder.generation, app.behind) == (old, True)
        await apply(pointer(old))
        assert (app.responder.generation, app.behind) == (old, False)
        with (folder / new / new / part(0)).open("r+b") as file:
            file.write(b"x")
        for _ in range(3):
            await apply(pointer(new))
            assert (app.responder.generation, app.behind) == (old, True)

    run(folder, old, steps)
    (line,) = caplog.messages
    words = f"{part(0)} differs from its checksum: generation {new} is fetched again; generation {old} is still served"
    assert line.endswith(words)
    assert not (folder / new).exists()


def test_a_start_during_the_pause_waits_for_its_end(
    fetched: tuple[Path, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("sportlore.replication.replica.time", clock)
    source, old, new = fetched
    folder = tmp_path / "fetched"
    shutil.copytree(source, folder)
    replica = Replica("https://store.example", folder, 1.0)
    with pytest.raises(SnapshotError, match=r"fetch one with `sportlore fetch https://store\.example`"):
        replica.current()
    at = clock.now - 0.125
    (folder / POINTER).write_bytes(pointer(old, new, at, 0.5).encoded())
    assert replica.current() == folder / new
    assert clock.now == at + 0.5
    (folder / POINTER).write_bytes(pointer(old, new, at + 60).encoded())
    assert replica.current() == folder / old
    (folder / POINTER).write_bytes(Pointer("0" * 16, earlier=("1" * 16, new)).encoded())
    assert replica.current() == folder / new, "the best that is here"
