"""The ordinary road: uvicorn's own protocol, with limits on what a client may send and on how long it may take.

uvicorn bounds the time between requests and nothing else: a client that sends half a request, or that never reads its
answer, would hold its connection for ever. Here every connection has a deadline, and a watch looks twice a second for
those that are past theirs, which costs an answer no timer of its own. Whatever is refused before the application sees it
is answered as the application answers errors.
"""

from __future__ import annotations

import asyncio
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from sportlore.server.answer import METHODS, refusal
from sportlore.server.limits import Limits

_TICK = 0.5
_LINGER = 2.0
"""Seconds for which a refused client may still send: closing at once would reset the connection under its answer."""


class Watch:
    """Ends the connections of a process that are past their deadline. `now` is the loop's time at the last look."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.now = 0.0
        self._watched: set[Any] | None = None

    def over(self, connections: set[Any], loop: asyncio.AbstractEventLoop) -> None:
        """Begin to watch; further calls change nothing."""
        if self._watched is None:
            self._watched = connections
            self._look(loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self.now = loop.time()
        for connection in [c for c in self._watched or () if c.deadline < self.now]:
            connection.expire()
        loop.call_later(_TICK, self._look, loop)


class Refused(Exception):
    """Raised inside the parser to stop it: the status and the words to answer with."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Guarded(HttpToolsProtocol):
    """One connection. `free` says that nothing is under way on it: no half request, no answer owed or unread."""

    def __init__(self, watch: Watch, **settings: Any) -> None:
        super().__init__(**settings)
        self.watch = watch
        self.limits = watch.limits
        self.deadline = 0.0
        self.free = True
        self._incoming = False
        self._in_head = False
        self._head_bytes = 0
        self._unread = 0
        self._refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client came: it has the time of a request to send one."""
        super().connection_made(transport)
        self.watch.over(self.connections, self.loop)
        self._due(self.limits.request_timeout)
        if len(self.connections) > self.limits.max_connections:
            self.refuse(503, "too many connections; try again in a few seconds", b"retry-after: 5\r\n")

    def data_received(self, data: bytes) -> None:
        """Feed the parser, and refuse what is not HTTP or too much of it."""
        while data and not self._refused:
            in_head = self._in_head
            try:
                self.parser.feed_data(data)
                data = b""
            except httptools.HttpParserUpgrade as ended:
                # The offer to change protocols is declined by an ordinary answer; what follows is the next request.
                data = data[ended.args[0] :]
                continue
            except httptools.HttpParserInvalidMethodError:
                self.refuse(405, f"no such method; use {METHODS}", f"allow: {METHODS}\r\n".encode())
            except httptools.HttpParserError as error:
                reason = error.__context__
                if isinstance(reason, Refused):
                    self.refuse(reason.status, str(reason))
                else:
                    self.refuse(400, "this is not a well-formed HTTP request")
            else:
                self._measure_head(in_head)

    def _measure_head(self, in_head: bool, size: int = 0) -> None:
        """Cut a head that grows from packet to packet without end; whole heads are measured when they are complete."""

    def on_message_begin(self) -> None:
        """The first byte of a request: from now on it has its time to arrive."""
        super().on_message_begin()
        self.free = False
        self._incoming = self._in_head = True
        self._head_bytes = 0
        if self.cycle is None or self.cycle.response_complete:
            self._due(self.limits.request_timeout)
