"""A snapshot of this machine: where its generations come from, and the storage of its records, which is mapped files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

from sportlore.server.ports import Application, Composed, Purpose, StorageCondition
from sportlore.snapshot import Generation, Snapshot


class MappedFiles:
    """Generation in files of this machine: whatever an answer needs is here."""

    def __init__(self, verify_all: bool = True) -> None:
        """If not `verify_all`, only the store of a generation is compared with its checksum when it is opened."""
        self._verify_all = verify_all

    def open(self, folder: Path, purpose: Purpose, verified: str | None = None) -> Generation:
        """Map the files of a generation."""
        return Snapshot(folder, self._verify_all, verified)

    async def complete(self, compose: Callable[[], Composed]) -> Composed:
        """Compose an answer."""
        return compose()

    def condition(self) -> StorageCondition:
        """Always well."""
        return StorageCondition()

    async def watch(self, generation: Callable[[], str]) -> None:
        """Return at once: mapped files do not change."""

    def close(self) -> None:
        """Nothing is open but the generations themselves."""


class SnapshotFolder:
    """A snapshot that is served as it is, until SIGHUP says that it was built again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def current(self) -> Path:
        """The folder."""
        return self._folder

    def follow(self, loop: asyncio.AbstractEventLoop, app: Application) -> None:
        """Return at once: SIGHUP says when to change."""


class RebuiltFolder(SnapshotFolder):
    """A snapshot that another process builds again; `builds` yields for each attempt whether a new one stands."""

    def __init__(self, folder: Path, builds: Iterator[bool]) -> None:
        super().__init__(folder)
        self._builds = builds

    def follow(self, loop: asyncio.AbstractEventLoop, app: Application) -> None:
        """Change to each new snapshot; while the catalogue has errors, the last good one stays."""
        for built in self._builds:
            if built and not loop.is_closed():
                loop.call_soon_threadsafe(app.swap)
