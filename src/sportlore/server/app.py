"""The ASGI application: it passes requests to the service and sends its answers, and changes to new snapshots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sportlore.contract.headers import NEVER, health_head
from sportlore.server.answer import Request, Responder, Response, error_in_json
from sportlore.server.limits import Limits
from sportlore.server.local import MappedFiles
from sportlore.server.log import LOG
from sportlore.server.negotiation import combined
from sportlore.server.ports import Mount, NotReady, Purpose, Receive, Scope, Send, Storage, Unavailable
from sportlore.snapshot import SnapshotError, read_manifest

_ATTEMPTS = 5
"""How often a snapshot is opened that a build may be replacing at that moment."""
_PAUSE = 0.05
"""Seconds before the second attempt; twice as many before the third, and so on."""
_NOT_READY_PAUSE = 1.0
"""Seconds before a generation that is not ready is tried again."""


class Health(Struct, frozen=True):
    """What a health check says: whether this server answers what it should, and which generations it has open."""

    status: str
    version: str
    snapshot: str
    staged: str | None
    records: str | UnsetType = UNSET
    """What is missing of the storage of records, if anything is."""


class App:
    """Answers from the current generation; `swap` changes to the one that the manifest names between two requests.

    A change may also be made in two steps: `stage` has the next generation ready, `replace` changes to it.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits | None = None,
        storage: Storage | None = None,
        verified: str | None = None,
        mounts: Mapping[str, Mount] = {},
    ) -> None:
        """`verified` is that of Snapshot. Without a storage, records are mapped files. Raises SnapshotError.

        `mounts` are what takes POST requests, by path: all else is GET.
        """
        self.mounts = mounts
        self.limits = limits or Limits()
        self.storage: Storage = storage or MappedFiles()
        self.responder = Responder(self.storage.open(folder, Purpose.START, verified))
        self.staged: Responder | None = None
        self.behind = False  # whether another generation should be served and cannot
        self._folder = folder
        self._swapping: asyncio.Task[None] | None = None
        self._swap_requested = False

    def opened(self, folder: Path, purpose: Purpose) -> Responder:
        """Open a generation beside the current one; raises SnapshotError."""
        return Responder(self.storage.open(folder, purpose))

    def swap(self) -> None:
        """Change to the snapshot that the manifest names now. To be called on the thread of the event loop."""
        self._swap_requested = True
        if self._swapping is None or self._swapping.done():
            self._swapping = asyncio.get_running_loop().create_task(self._swap())

    async def _swap(self) -> None:
        """Open the new generation in a thread, then change to it between two requests.

        An answer is composed without a pause (no `await`) and owns its bytes. No answer therefore mixes two generations,
        and the old one can be closed as soon as it is replaced.
        """
        waiting = False
        while self._swap_requested:
            self._swap_requested = False
            try:
                newer = await asyncio.to_thread(self._open_newer)
            except NotReady as error:
                if not waiting:
                    LOG.error("%s, so the old one is still served", error)
                waiting = self.behind = self._swap_requested = True
                await asyncio.sleep(_NOT_READY_PAUSE)
                continue
            except Exception as error:  # whatever it is, it must be logged, and the old snapshot is sound
                reason = error if isinstance(error, SnapshotError) else repr(error)
                LOG.error("the new snapshot cannot be opened, so the old one is still served: %s", reason)
                continue
            if newer is not None:
                self.replace(newer)
            if waiting:
                waiting = self.behind = False

    def stage(self, responder: Responder | None) -> None:
        """Have a generation ready to change to, instead of any other. To be called on the thread of the event loop."""
        old, self.staged = self.staged, responder
        if old is not None and old is not responder:
            old.close()

    def replace(self, newer: Responder) -> None:
        """Answer from this generation from now on. To be called on the thread of the event loop."""
        old, self.responder = self.responder, newer
        if self.staged is newer:
            self.staged = None
        old.close()

    def _open_newer(self) -> Responder | None:
        """The current snapshot, opened, or None when it is served already.

        A build that ends at this moment may remove the generation that the manifest named when it was read, so that
        opening is tried again, with the manifest as it is then.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                if read_manifest(self._folder).generation == self.responder.generation:
                    return None
                return self.opened(self._folder, Purpose.CHANGE)
            except SnapshotError as error:
                if attempt == _ATTEMPTS or isinstance(error, NotReady):
                    raise
                time.sleep(_PAUSE * attempt)
        return None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            raise RuntimeError(f"only http is served here, not {scope['type']}")
        mount = self.mounts.get(scope["path"])
        if mount is not None and scope["method"] == "POST":
            await mount(self, scope, receive, send)
            return
        request = _request(scope)
        await send_answer(await self._completed(request), send, bodiless=request.method == "HEAD")

    async def _completed(self, request: Request) -> Response:
        """The answer, with what must be brought for it, or 503."""
        try:
            return await self.storage.complete(lambda: self.answer(request))
        except Unavailable:
            return self.responder.unavailable(request)

    def answer(self, request: Request, absent: bool = False) -> Response:
        """The answer to any request, health checks included: alive (/healthz), and fit to answer (/readyz).

        `absent` is that of Responder.answer.
        """
        if request.path == "/healthz":
            return self._health(200)
        if request.path == "/readyz":
            return self._health(200 if self._status() == "ok" else 503)
        if request.path in self.mounts and request.method != "OPTIONS":
            return error_in_json(405, f"only POST is taken at {request.path}; see /llms.txt", NEVER, {"allow": "POST"})
        return self.responder.answer(request, absent)

    def _status(self) -> str:
        return "behind" if self.behind else self.storage.condition().status

    def _health(self, status: int) -> Response:
        body = msgspec.json.encode(
            Health(
                status=self._status(),
                version=self.responder.info.version,
                snapshot=self.responder.generation,
                staged=self.staged.generation if self.staged else None,
                records=self.storage.condition().records,
            )
        )
        return Response(status, health_head(len(body)), body)


def _request(scope: Scope) -> Request:
    raw_path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
    # An escaped slash is part of a segment and does not separate two: it stays escaped, and so finds nothing.
    path = unquote(raw_path.replace("%2F", "%252F").replace("%2f", "%252f"))
    return Request(scope["method"], path, scope["query_string"], combined(scope["headers"]), raw_path)


async def send_answer(answer: Response, send: Send, bodiless: bool = False) -> None:
    """Send an answer as ASGI has it."""
    lines = answer.head.decode("latin-1").split("\r\n")[:-1]
    headers = [tuple(part.encode("latin-1") for part in line.split(": ", 1)) for line in lines]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if bodiless else answer.body})
