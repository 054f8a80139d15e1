"""A connection: uvicorn's own protocol, with limits on what a client may send and on how long it may take.

uvicorn bounds the time between requests and nothing else: a client that sends half a request, or that never reads its
answer, would keep its connection for ever. Here a connection is always in one of three states, each with a deadline: a
request is arriving (request timeout), an answer is due or unread (send timeout), or nothing is under way (idle timeout).
What is refused before the application sees it is answered in the words and the form of the application's errors.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from sportlore.contract.headers import METHODS, NEVER
from sportlore.server.answer import error_in_json
from sportlore.server.deadlines import DeadlineWatcher

_LINGER = 2.0
"""Seconds for which a refused client may still send: closing at once would reset the connection under its answer."""


class Refused(Exception):
    """Raised inside the parser to stop it: the status and the words to answer with."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class LimitedConnection(HttpToolsProtocol):
    """One connection. `idle` says that nothing is under way on it: no part of a request, no answer due or unread."""

    def __init__(self, watcher: DeadlineWatcher, **settings: Any) -> None:
        super().__init__(**settings)
        self.watcher = watcher
        self.limits = watcher.limits
        self.deadline = 0.0
        self.idle = True
        self._arriving = False  # a request has begun and is not complete
        self._in_head = False
        self._packet_bytes = 0
        self._head_bytes = 0
        self._field_bytes = 0
        self._unread_bytes = 0  # of the answer, when the deadline last passed
        self._refused = False
        self._pending_refusal: tuple[int, str, Mapping[str, str]] | None = None
        self._input_ended = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the request timeout, and refuse the connection if there are too many."""
        super().connection_made(transport)
        self._set_deadline(self.limits.request_timeout)
        self.watcher.start(self.connections, self.loop)  # type: ignore[arg-type]  # all are of this class
        if len(self.connections) > 2 * self.limits.max_connections:
            transport.abort()  # so many that refusals, too, would take memory without end
        elif len(self.connections) > self.limits.max_connections:
            self.refuse(503, "too many connections; try again in a few seconds", {"retry-after": "5"})

    def data_received(self, data: bytes) -> None:
        """Feed the parser, and refuse what is not HTTP or too much of it."""
        while data and not self._refused:
            self._packet_bytes = len(data)
            rest = b""
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as ended:
                # An offer to change protocols is declined by an ordinary answer; what follows it is the next request.
                rest = data[ended.args[0] :]
            except httptools.HttpParserInvalidMethodError:
                self.refuse(405, f"no such method; use {METHODS}", {"allow": METHODS})
            except httptools.HttpParserError as error:
                reason = error.__context__
                if not isinstance(reason, Refused):
                    reason = Refused(400, "this is not well-formed HTTP")
                self.refuse(reason.status, str(reason))
            self._check_head_size()
            data = rest

    def _check_head_size(self) -> None:
        """Refuse a head that grows without end from packet to packet.

        The parser reports a field only when it is complete, so that one long field would never reach `on_header`.
        """
        self._head_bytes += self._packet_bytes
        largest = self.limits.max_target + self.limits.max_header_bytes + 4 * self.limits.max_headers
        if self._in_head and self._head_bytes > largest and not self._refused:
            self.refuse(431, self._too_large())

    def on_message_begin(self) -> None:
        """The first byte of a request: start the request timeout."""
        super().on_message_begin()
        self.idle = False
        self._arriving = self._in_head = True
        self._head_bytes = -self._packet_bytes  # this packet may begin with the end of another request
        self._field_bytes = 0
        if self._is_answered():
            self._set_deadline(self.limits.request_timeout)

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
        self._set_deadline(self.limits.send_timeout)

    def on_message_complete(self) -> None:
        """The whole request is there."""
        super().on_message_complete()
        self._arriving = False
        self._update_deadline()

    def on_response_complete(self) -> None:
        """An answer was passed to the transport. The watcher replaces uvicorn's own keep-alive timer."""
        super().on_response_complete()
        self._unset_keepalive_if_required()
        self._update_deadline()
        if self._is_answered() and self._pending_refusal is not None:
            self.refuse(*self._pending_refusal)
        elif self._is_answered() and self._input_ended:
            self.transport.close()

    def _update_deadline(self) -> None:
        """Set the deadline of the state that the connection is in now, and whether it is idle.

        A connection whose write buffer is over the high-water mark is not idle: its next request goes to uvicorn, which
        sends no answer and reads no more until the client has caught up, so that one buffer of answers is kept at most.
        """
        if not self._is_answered():
            self._set_deadline(self.limits.send_timeout)
        elif self._arriving:
            self._set_deadline(self.limits.request_timeout)
        else:
            self._set_deadline(self.limits.idle_timeout)
            self.idle = not (self.flow.write_paused or self._refused)

    def _is_answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _set_deadline(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds

    def pause_writing(self) -> None:
        """The write buffer is over its high-water mark: the client reads more slowly than it asks."""
        super().pause_writing()
        self.idle = False

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        self._update_deadline()

    def eof_received(self) -> bool:  # type: ignore[override]
        """The client sends no more; answers that are due are still sent."""
        self._input_ended = True
        return not self._is_answered()

    def expire(self) -> None:
        """The deadline is past: end the connection, with an answer if a request was arriving.

        An unread answer gets more time as long as the client has read some of it since the deadline before.
        """
        unread = self.transport.get_write_buffer_size()
        if unread:
            if unread == self._unread_bytes:
                self.transport.abort()
            else:
                self._unread_bytes = unread
                self._set_deadline(self.limits.send_timeout)
        elif self._in_head and not self._refused:
            self.refuse(408, f"the request did not arrive within {self.limits.request_timeout:g} seconds")
        elif self.transport.is_closing():
            self.transport.abort()
        elif self._is_answered():
            self.transport.close()
            self._set_deadline(_LINGER)

    def refuse(self, status: int, message: str, fields: Mapping[str, str] = {}) -> None:
        """Answer before the application can, and end the connection; `fields` are further header fields."""
        self._refused = True
        self.idle = False
        if self.transport.is_closing():
            return
        if not self._is_answered():
            self._pending_refusal = (status, message, fields)  # earlier requests come first
            return
        bodiless = self._in_head and self.parser.get_method() == b"HEAD"
        answer = error_in_json(status, message, NEVER, {**fields, "connection": "close"})
        date = b"".join(b"%b: %b\r\n" % header for header in self.server_state.default_headers)
        body = b"" if bodiless else answer.body
        self.transport.write(b"".join((STATUS_LINE[status], date, answer.head, b"\r\n", body)))
        self.transport.write_eof()
        self._set_deadline(_LINGER)


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
