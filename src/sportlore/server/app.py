"""The ASGI application: it passes requests to the service and sends its answers, and changes to new snapshots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sportlore.contract.headers import health_head
from sportlore.database.lookups import Lookups, Unavailable
from sportlore.database.records import DatabaseRecords
from sportlore.server.answer import Answer, Request, Service
from sportlore.server.limits import Limits
from sportlore.server.negotiation import combined
from sportlore.snapshot import Snapshot, SnapshotError, read_manifest

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_ATTEMPTS = 5
"""How often a snapshot is opened that a build may be replacing at that moment."""
_PAUSE = 0.05
"""Seconds before the second attempt; twice as many before the third, and so on."""
_LAGGING_PAUSE = 1.0
"""Seconds before a database that lacks a generation is asked for it again."""


class Lagging(SnapshotError):
    """A generation whose records are not in the database, or not yet."""


class Health(Struct, frozen=True):
    """What a health check says: whether this replica serves what it should, and which generations it has open."""

    status: str
    version: str
    snapshot: str
    staged: str | None
    records: str | UnsetType = UNSET
    """How many hosts of the database have what is served, where some have not."""


class App:
    """Answers from the current service; `swap` changes to a new snapshot between two requests.

    A replica of a store changes in two steps instead (replica.py): `stage` has the next service ready, `replace` changes to it.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits | None = None,
        whole: bool = True,
        verified: str | None = None,
        lookups: Lookups | None = None,
    ) -> None:
        """`whole` and `verified` are those of Snapshot. With `lookups`, the bytes of records come from a database."""
        self.limits = limits or Limits()
        self.lookups = lookups
        self._whole = whole
        self.service = self.opened(folder, verified)
        self.staged: Service | None = None
        self.behind = False  # whether this replica knows that it should serve another generation and cannot
        self._folder = folder
        self._swapping: asyncio.Task[None] | None = None
        self._swap_requested = False

    def opened(self, folder: Path, verified: str | None = None, everywhere: bool = False) -> Service:
        """A service of a snapshot; raises SnapshotError.

        Where records come from a database, some host must have them, or, if `everywhere`, all hosts that answer; else Lagging.
        """
        if self.lookups is None:
            return Service(Snapshot(folder, self._whole, verified))
        records = DatabaseRecords(folder, self.lookups, self._whole)
        holders = self.lookups.holders(records.generation)
        if not holders.having or (everywhere and holders.lacking):
            records.close()
            problems = "; ".join((*holders.lacking, *holders.away))
            raise Lagging(f"the database is not ready for generation {records.generation} ({problems})")
        return Service(records)

    def swap(self) -> None:
        """Change to the snapshot that the manifest names now. To be called on the thread of the event loop."""
        self._swap_requested = True
        if self._swapping is None or self._swapping.done():
            self._swapping = asyncio.get_running_loop().create_task(self._swap())

    async def _swap(self) -> None:
        """Open the new snapshot in a thread, then replace the service between two requests.

        An answer is composed without a pause (no `await`) and owns its bytes. No answer therefore mixes two snapshots,
        and the old one can be closed as soon as it is replaced.
        """
        lagging = False
        while self._swap_requested:
            self._swap_requested = False
            try:
                newer = await asyncio.to_thread(self._open_newer)
            except Lagging as error:
                if not lagging:
                    logging.getLogger("uvicorn.error").error("%s, so the old one is still served", error)
                lagging = self.behind = self._swap_requested = True
                await asyncio.sleep(_LAGGING_PAUSE)
                continue
            except Exception as error:  # whatever it is, it must be said, and the old snapshot is sound
                reason = error if isinstance(error, SnapshotError) else repr(error)
                logging.getLogger("uvicorn.error").error(
                    "the new snapshot cannot be opened, so the old one is still served: %s", reason
                )
                continue
            if newer is not None:
                self.replace(newer)
            if lagging:
                lagging = self.behind = False

    def stage(self, newer: Service | None) -> None:
        """Have a service ready to change to, in the place of any other."""
        old, self.staged = self.staged, newer
        if old is not None and old is not newer:
            old.close()

    def replace(self, newer: Service) -> None:
        """Answer from this service from now on. To be called on the thread of the event loop."""
        old, self.service = self.service, newer
        if self.staged is newer:
            self.staged = None
        old.close()

    def _open_newer(self) -> Service | None:
        """The current snapshot, opened, or None when it is served already.

        A build that ends at this moment may remove the generation that the manifest named when it was read, so that
        opening is tried again, with the manifest as it is then.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                if read_manifest(self._folder).generation == self.service.generation:
                    return None
                return self.opened(self._folder)
            except SnapshotError as error:
                if attempt == _ATTEMPTS or isinstance(error, Lagging):
                    raise
                time.sleep(_PAUSE * attempt)
        return None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            raise RuntimeError(f"only http is served here, not {scope['type']}")
        request = _request(scope)
        await _send(await self._completed(request), send, bodiless=request.method == "HEAD")

    async def _completed(self, request: Request) -> Answer:
        """The answer, with what must be brought for it from a database."""
        if self.lookups is None:
            return self.answer(request)
        try:
            return await self.lookups.complete(lambda: self.answer(request))
        except Unavailable:
            return self.service.unavailable(request)

    def answer(self, request: Request, absent: bool = False) -> Answer:
        """The answer to any request, health checks included: alive (/healthz), and fit to answer (/readyz).

        `absent` is that of Service.answer.
        """
        if request.path == "/healthz":
            return self._health(200)
        if request.path == "/readyz":
            return self._health(200 if self._status() == "ok" else 503)
        return self.service.answer(request, absent)

    def _status(self) -> str:
        if self.behind:
            return "behind"
        return "ok" if self.lookups is None or self.lookups.well() else "without records"

    def _health(self, status: int) -> Answer:
        body = msgspec.json.encode(
            Health(
                status=self._status(),
                version=self.service.info.version,
                snapshot=self.service.generation,
                staged=self.staged.generation if self.staged else None,
                records=(self.lookups and self.lookups.shown()) or UNSET,
            )
        )
        return Answer(status, health_head(len(body)), body)


def _request(scope: Scope) -> Request:
    raw_path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
    # An escaped slash is part of a segment and does not separate two: it stays escaped, and so finds nothing.
    path = unquote(raw_path.replace("%2F", "%252F").replace("%2f", "%252f"))
    return Request(scope["method"], path, scope["query_string"], combined(scope["headers"]), raw_path)


async def _send(answer: Answer, send: Send, bodiless: bool) -> None:
    lines = answer.head.decode("latin-1").split("\r\n")[:-1]
    headers = [tuple(part.encode("latin-1") for part in line.split(": ", 1)) for line in lines]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if bodiless else answer.body})
