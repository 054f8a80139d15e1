"""A snapshot of this machine as the server asks for it: mapped files, and folders that are built again or not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sportlore.server.local import MappedFiles, RebuiltFolder, SnapshotFolder
from sportlore.server.ports import Purpose, StorageCondition
from sportlore.snapshot import read_manifest


class Loop:
    """In the place of the event loop: what a source asks of it."""

    def __init__(self, closed: bool = False) -> None:
        self.closed = closed
        self.calls: list[Any] = []

    def is_closed(self) -> bool:
        return self.closed

    def call_soon_threadsafe(self, call: Callable[[], None]) -> None:
        self.calls.append(call)


class App:
    """In the place of the application: what a source of this machine asks of it."""

    def swap(self) -> None:
        raise AssertionError("the loop calls it, not the thread")


def test_mapped_files_have_all_that_an_answer_needs(world_snapshot: Path) -> None:
    storage = MappedFiles()
    for purpose in Purpose:
        generation = storage.open(world_snapshot, purpose)
        assert generation.generation == read_manifest(world_snapshot).generation
        assert generation.mapped
        generation.close()
    assert asyncio.run(storage.complete(lambda: 7)) == 7
    asyncio.run(storage.watch(lambda: ""))
    assert storage.condition() == StorageCondition("ok")


def test_only_a_good_build_is_served() -> None:
    app: Any = App()
    loop: Any = Loop()
    source = RebuiltFolder(Path("a"), iter([False, True, False, True]))
    source.follow(loop, app)
    assert loop.calls == [app.swap, app.swap]
    assert source.current() == Path("a")


def test_a_build_that_ends_after_the_loop_is_left() -> None:
    loop: Any = Loop(closed=True)
    app: Any = App()
    RebuiltFolder(Path(), iter([True])).follow(loop, app)
    assert loop.calls == []


def test_a_folder_that_nobody_builds_is_left_to_hangups() -> None:
    loop: Any = Loop()
    app: Any = App()
    SnapshotFolder(Path()).follow(loop, app)
    assert loop.calls == []
