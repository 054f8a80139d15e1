"""The tools at `/mcp` of a server, by HTTP: the SDK is imported when the first request comes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from sportlore.contract.headers import NEVER
from sportlore.server.answer import Responder, error_in_json
from sportlore.server.app import send_answer
from sportlore.server.ports import Application, Mount, Receive, Scope, Send

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

Composed = TypeVar("Composed")

PATH = "/mcp"
_LOOPBACK = re.compile(r"https?://(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?")
"""The origins of pages of this machine, whoever serves them."""
_HEADERS = [(b"x-content-type-options", b"nosniff"), (b"cache-control", NEVER.encode())]


def mounts() -> Mapping[str, Mount]:
    """What a server mounts for agents: nothing where the SDK is not installed."""
    return {PATH: ProtocolMount()} if find_spec("mcp") is not None else {}


class ProtocolMount:
    """Answers requests of the protocol. Those of pages of other sites are refused, as the protocol asks against DNS rebinding."""

    def __init__(self) -> None:
        self._opening: asyncio.Task[StreamableHTTPSessionManager] | None = None
        self._running: asyncio.Task[None] | None = None

    async def __call__(self, app: Application, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, answered as JSON."""
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        site_url = app.responder.info.site_url
        if any(origin != site_url and not _LOOPBACK.fullmatch(origin) for origin in origins):
            message = f"this origin may not use {PATH}; ask from a program, or from a page of {site_url}"
            await send_answer(error_in_json(403, message, NEVER), send)
            return
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._open(app))
        sessions = await asyncio.shield(self._opening)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *_HEADERS]}
            await send(message)

        await sessions.handle_request(scope, receive, send_with_headers)

    async def _open(self, app: Application) -> StreamableHTTPSessionManager:
        """Import the SDK, in a thread since that takes most of a second, and start what answers."""
        sessions = await asyncio.to_thread(_sessions, app)
        started = asyncio.Event()

        async def run() -> None:
            async with sessions.run():
                started.set()
                await asyncio.Event().wait()  # until the loop ends

        self._running = asyncio.get_running_loop().create_task(run())
        await started.wait()
        return sessions


def _sessions(app: Application) -> StreamableHTTPSessionManager:
    from sportlore.agents.protocol import http_sessions  # noqa: PLC0415

    async def complete(compose: Callable[[Responder], Composed]) -> Composed:
        return await app.storage.complete(lambda: compose(app.responder))

    return http_sessions(lambda: app.responder, complete)
