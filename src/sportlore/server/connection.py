"""The ordinary road: uvicorn's own protocol, with limits on what a client may send and on how long it may take.

uvicorn bounds the time between requests and nothing else: a client that sends half a request, or that never reads its
answer, would hold its connection for ever. Here every connection has a deadline, and a watch looks twice a second for
those that are past theirs, which costs an answer no timer of its own. What is refused before the application sees it is
answered in the words and the form of the application's errors.
"""

from __future__ import annotations

import asyncio
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from sportlore.server.answer import METHODS, error_in_json
from sportlore.server.limits import Limits

_TICK = 0.5
_LINGER = 2.0
"""Seconds for which a refused client may still send: closing at once would reset the connection under its answer."""


class DeadlineWatcher:
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


class LimitedConnection(HttpToolsProtocol):
    """One connection. `free` says that nothing is under way on it: no half request, no answer owed or unread."""

    def __init__(self, watch: DeadlineWatcher, **settings: Any) -> None:
        super().__init__(**settings)
        self.watch = watch
        self.limits = watch.limits
        self.deadline = 0.0
        self.free = True
        self._incoming = False
        self._in_head = False
        self._packet = 0
        self._head_bytes = 0
        self._field_bytes = 0
        self._unread = 0
        self._refused = False
        self._owed: tuple[int, str, bytes] | None = None
        self._ended = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client came: it has the time of a request to send one."""
        super().connection_made(transport)
        self._due(self.limits.request_timeout)
        self.watch.over(self.connections, self.loop)
        if len(self.connections) > 2 * self.limits.max_connections:
            transport.abort()
        elif len(self.connections) > self.limits.max_connections:
            self.refuse(503, "too many connections; try again in a few seconds", b"retry-after: 5\r\n")

    def data_received(self, data: bytes) -> None:
        """Feed the parser, and refuse what is not HTTP or too much of it."""
        while data and not self._refused:
            self._packet = len(data)
            rest = b""
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as ended:
                # An offer to change protocols is declined by an ordinary answer; what follows it is the next request.
                rest = data[ended.args[0] :]
            except httptools.HttpParserInvalidMethodError:
                self.refuse(405, f"no such method; use {METHODS}", f"allow: {METHODS}\r\n".encode())
            except httptools.HttpParserError as error:
                reason = error.__context__
                if not isinstance(reason, Refused):
                    reason = Refused(400, "this is not well-formed HTTP")
                self.refuse(reason.status, str(reason))
            self._measure()
            data = rest

    def _measure(self) -> None:
        """Cut a head that grows from packet to packet without end; a field is measured only when it is complete."""
        self._head_bytes += self._packet
        largest = self.limits.max_target + self.limits.max_header_bytes + 4 * self.limits.max_headers
        if self._in_head and self._head_bytes > largest and not self._refused:
            self.refuse(431, self._too_large())

    def on_message_begin(self) -> None:
        """The first byte of a request: from now on it has its time to arrive."""
        super().on_message_begin()
        self.free = False
        self._incoming = self._in_head = True
        self._head_bytes = -self._packet  # this packet may hold the end of another request
        self._field_bytes = 0
        if self._answered():
            self._due(self.limits.request_timeout)

    def on_url(self, url: bytes) -> None:
        """A piece of the target."""
        super().on_url(url)
        if len(self.url) > self.limits.max_target:
            raise Refused(414, f"the request target is longer than {self.limits.max_target:,} bytes; shorten it")

    def on_header(self, name: bytes, value: bytes) -> None:
        """A complete header field."""
        super().on_header(name, value)
        self._field_bytes += len(name) + len(value)
        if len(self.headers) > self.limits.max_headers:
            raise Refused(431, f"there are more than {self.limits.max_headers:,} header fields; send fewer")
        if self._field_bytes > self.limits.max_header_bytes:
            raise Refused(431, self._too_large())

    def _too_large(self) -> str:
        return f"the headers are larger than {self.limits.max_header_bytes:,} bytes; send fewer"

    def on_headers_complete(self) -> None:
        """The whole head is there: it is answered now, whatever may follow as a body."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts != 1 and self.parser.get_http_version() != "1.0":  # RFC 9112, 3.2
            raise Refused(
                400, f"there are {hosts} Host fields; send one" if hosts else "there is no Host field; send one"
            )
        self._in_head = False
        if not self.url.startswith(b"/"):
            self.url = _origin_form(self.parser.get_method(), self.url)
        super().on_headers_complete()
        self._due(self.limits.send_timeout)

    def on_message_complete(self) -> None:
        """The whole request is there."""
        super().on_message_complete()
        self._incoming = False
        self._settle()

    def on_response_complete(self) -> None:
        """An answer was handed to the transport. The watch takes the place of uvicorn's timer."""
        super().on_response_complete()
        self._unset_keepalive_if_required()
        self._settle()
        if self._answered() and self._owed is not None:
            self.refuse(*self._owed)
        elif self._answered() and self._ended:
            self.transport.close()

    def _settle(self) -> None:
        """Say how long what comes next may take, and whether the connection is free for it."""
        if not self._answered():
            self._due(self.limits.send_timeout)
        elif self._incoming:
            self._due(self.limits.request_timeout)
        else:
            self._due(self.limits.idle_timeout)
            self.free = not (self.flow.write_paused or self._refused)

    def _answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _due(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds

    def pause_writing(self) -> None:
        """The client reads more slowly than it asks."""
        super().pause_writing()
        self.free = False

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        self._settle()

    def eof_received(self) -> bool:  # type: ignore[override]
        """The client sends no more; what it still waits for, it gets."""
        self._ended = True
        return not self._answered()

    def expire(self) -> None:
        """The deadline is past: end the connection, with an answer if a request was on its way."""
        unread = self.transport.get_write_buffer_size()
        if unread:
            if unread == self._unread:
                self.transport.abort()
            else:
                self._unread = unread
                self._due(self.limits.send_timeout)
        elif self._in_head and not self._refused:
            self.refuse(408, f"the request did not arrive within {self.limits.request_timeout:g} seconds")
        elif self.transport.is_closing():
            self.transport.abort()
        elif self._answered():
            self.transport.close()
            self._due(_LINGER)

    def refuse(self, status: int, message: str, extra: bytes = b"") -> None:
        """Answer before the application can, and end the connection."""
        self._refused = True
        self.free = False
        if self.transport.is_closing():
            return
        if not self._answered():
            self._owed = (status, message, extra)  # earlier requests come first
            return
        bodiless = self._in_head and self.parser.get_method() == b"HEAD"
        answer = error_in_json(status, message, extra + b"connection: close\r\n")
        stamp = b"".join(b"%b: %b\r\n" % header for header in self.server_state.default_headers)
        self.transport.write(
            b"".join((STATUS_LINE[status], stamp, answer.head, b"\r\n", b"" if bodiless else answer.body))
        )
        self.transport.write_eof()
        self._due(_LINGER)


def _origin_form(method: bytes, url: bytes) -> bytes:
    """The path and query of a target that is written otherwise: absolute, of OPTIONS *, or of CONNECT.

    _origin_form(b"GET", b"http://sportlore.example?a=b") -> b"/?a=b"
    """
    if method == b"CONNECT" or (method == b"OPTIONS" and url == b"*"):
        return b"/"
    parsed = httptools.parse_url(url)
    if parsed.schema is None:
        raise Refused(400, "the request target is not a path")
    return (parsed.path or b"/") + (b"?" + parsed.query if parsed.query is not None else b"")
