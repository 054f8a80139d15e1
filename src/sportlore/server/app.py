"""The ASGI application: it carries requests to the service and answers to the wire, and takes up new snapshots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sportlore.server.answer import Answer, Request, Service
from sportlore.server.limits import Limits
from sportlore.server.negotiation import combined
from sportlore.snapshot import Snapshot, SnapshotError, read_manifest

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_TRIES = 5


class App:
    """Answers from the current service; `swap` takes up a new snapshot between two requests."""

    def __init__(self, folder: Path, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.service = Service(Snapshot(folder))
        self._folder = folder
        self._swapping: asyncio.Task[None] | None = None
        self._asked = False

    def swap(self) -> None:
        """Take up the snapshot that is current now. To be called on the thread of the event loop."""
        self._asked = True
        if self._swapping is None or self._swapping.done():
            self._swapping = asyncio.get_running_loop().create_task(self._swap())

    async def _swap(self) -> None:
        """Open the new snapshot off the loop, then exchange the two between two requests.

        An answer is put together without a pause and holds its own bytes. No answer therefore mixes two snapshots, and
        the old one can be closed as soon as it is exchanged.
        """
        while self._asked:
            self._asked = False
            try:
                taken = await asyncio.to_thread(self._newer)
            except (SnapshotError, OSError, ValueError) as error:
                logging.getLogger("uvicorn.error").error("the snapshot stays as it was: %s", error)
                continue
            if taken is not None:
                before, self.service = self.service, taken
                before.close()

    def _newer(self) -> Service | None:
        """The current snapshot, opened, or None when it is the one that is served already."""
        for attempt in range(1, _TRIES + 1):
            try:
                if read_manifest(self._folder).generation == self.service.snapshot.manifest.generation:
                    return None
                return Service(Snapshot(self._folder))
            except (SnapshotError, OSError, ValueError):
                # A build that ends now may take away what the manifest named a moment ago.
                if attempt == _TRIES:
                    raise
                time.sleep(0.05 * attempt)
        return None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            raise RuntimeError(f"only http is served here, not {scope['type']}")
        request = _request(scope)
        answer = self._health() if request.path == "/healthz" else self.service.answer(request)
        await _send(answer, send, bodiless=request.method == "HEAD")

    def _health(self) -> Answer:
        service = self.service
        body = (
            f'{{"status":"ok","version":"{service.info.version}","snapshot":"{service.snapshot.manifest.generation}"}}'
        )
        lines = "cache-control: no-store\r\nx-content-type-options: nosniff\r\ncontent-type: application/json\r\n"
        return Answer(200, f"{lines}content-length: {len(body)}\r\n".encode(), body.encode())


def _request(scope: Scope) -> Request:
    raw_path = scope.get("raw_path") or scope["path"].encode()
    # An escaped slash is part of a segment, not a border between two: it stays as it is, and finds nothing.
    path = unquote(raw_path.decode("latin-1").replace("%2F", "%252F").replace("%2f", "%252f"))
    return Request(scope["method"], path, scope["query_string"], combined(scope["headers"]))


async def _send(answer: Answer, send: Send, bodiless: bool) -> None:
    lines = answer.head.decode("latin-1").split("\r\n")[:-1]
    headers = [tuple(part.encode("latin-1") for part in line.split(": ", 1)) for line in lines]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if bodiless else answer.body})
