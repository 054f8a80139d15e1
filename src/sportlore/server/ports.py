"""What a server is given: where its generations come from, and where the bytes of their records are.

The server knows these protocols alone. local.py implements them for a snapshot of this machine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from enum import Enum
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType

from sportlore.server.answer import Responder
from sportlore.snapshot import Generation, SnapshotError

Composed = TypeVar("Composed")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Unavailable(Exception):
    """The bytes of an answer could not be had in time: it is 503."""


class NotReady(SnapshotError):
    """A generation whose records are not all there yet."""


class Purpose(Enum):
    """What a generation is opened for, and so how much of it must be there."""

    START = "to begin with: nothing else can be served"
    CHANGE = "to be served instead of another"
    STAGE = "to be served later: until all of it is there, the other goes on"


class StorageCondition(Struct, frozen=True):
    """How a storage is: `status` as health checks state it, and a detail where that is not "ok" or not all is well."""

    status: str = "ok"
    records: str | UnsetType = UNSET


class Storage(Protocol):
    """Where the bytes of records and items are."""

    def open(self, folder: Path, purpose: Purpose, verified: str | None = None) -> Generation:
        """Open the generation that the manifest in a folder names; `verified` is that of Snapshot. Raises SnapshotError."""

    def complete(self, compose: Callable[[], Composed]) -> Awaitable[Composed]:
        """Compose an answer, with what must be brought for it; raises Unavailable."""

    def condition(self) -> StorageCondition:
        """How the storage is at the moment."""

    async def watch(self, generation: Callable[[], str]) -> None:
        """Keep the condition up to date for the generation that is served, until this is cancelled."""

    def close(self) -> None:
        """Close what is open. To be called on the event loop."""


class Application(Protocol):
    """What a source of generations sees of the server."""

    responder: Responder
    """What answers at the moment."""
    storage: Storage
    """Where the bytes of its answers are."""
    staged: Responder | None
    """What is ready to answer next."""
    behind: bool
    """Whether another generation should be served and cannot."""

    def opened(self, folder: Path, purpose: Purpose) -> Responder:
        """Open a generation; raises SnapshotError."""

    def stage(self, responder: Responder | None) -> None:
        """Have a generation ready, instead of any other. To be called on the event loop."""

    def replace(self, newer: Responder) -> None:
        """Answer from this generation from now on. To be called on the event loop."""

    def swap(self) -> None:
        """Change to what the manifest names now. To be called on the event loop."""


class Mount(Protocol):
    """What answers the POST requests at a path of its own, as an ASGI application that knows in which it is mounted."""

    async def __call__(self, app: Application, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, whose body is whole and bounded."""


class GenerationSource(Protocol):
    """Where generations come from."""

    def current(self) -> Path:
        """The snapshot to begin with; raises SnapshotError."""

    def follow(self, loop: asyncio.AbstractEventLoop, app: Application) -> None:
        """Have the server change to each new generation. For a thread of its own, as long as the process lives."""
