"""The ASGI application: it carries requests to the service and answers to the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

from sportlore.server.answer import Answer, Request, Service
from sportlore.snapshot import Snapshot

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class App:
    """Answers from the current service; `swap` takes up a new snapshot between two requests."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.service = Service(Snapshot(folder))

    def swap(self) -> None:
        """Take up the snapshot that is current now. Answers hold their bytes, so the old one can go at once."""
        before = self.service
        self.service = Service(Snapshot(self._folder))
        before.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI connection."""
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        elif scope["type"] == "http":
            answer = self._health() if scope["path"] == "/healthz" else self.service.answer(_request(scope))
            await _send(answer, send, bodiless=scope["method"] == "HEAD")

    def _health(self) -> Answer:
        body = f'{{"status":"ok","version":"{self.service.info.version}","snapshot":"{self.service.snapshot.manifest.generation}"}}'
        lines = f"cache-control: no-store\r\nx-content-type-options: nosniff\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        return Answer(200, lines.encode(), body.encode())


def _request(scope: Scope) -> Request:
    headers: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        # Repeated list headers mean the same as one with commas (RFC 9110, 5.3).
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    raw_path = scope.get("raw_path") or scope["path"].encode()
    return Request(scope["method"], raw_path, scope["path"], scope["query_string"], headers)


async def _send(answer: Answer, send: Send, bodiless: bool) -> None:
    lines = answer.head.decode("latin-1").split("\r\n")[:-1]
    headers = [tuple(part.encode("latin-1") for part in line.split(": ", 1)) for line in lines]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if bodiless else answer.body})


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            await asyncio.sleep(0)
            return
