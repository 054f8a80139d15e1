"""A connection: uvicorn's own protocol, with limits on what a client may send and on how long it may take.

uvicorn bounds the time between requests and nothing else: a client that sends half a request, or that never reads its
answer, would keep its connection for ever, and one that sends requests without waiting for answers would fill the memory.
Here a connection is always in one of three states, each with a deadline: a request is arriving (request timeout), an answer
is due or unread (send timeout), or nothing is under way (idle timeout). And it holds at most a handful of requests, with the
body where one is taken, one packet that is not parsed yet, and one buffer of answers. What is refused before the application
sees it is answered in the words and the form of the application's errors.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Container, Mapping
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from sportlore.contract.headers import METHODS, NEVER
from sportlore.server.answer import error_in_json
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.framing import RefusedRequest, check_host, check_version, is_chunked, origin_form

_SLICE = 1_024
"""Bytes that the parser gets at a time, so that few requests come of them: each takes about 2 kB until it is answered."""
_WAITING = 8
"""Requests of a connection that may wait for those before them. While there are as many, nothing is parsed or read."""
_LARGEST_BODY = 65_536
"""Bytes of a body that is read to its end before the answer, about: one that is taken, and a chunked one, since its framing may
turn out wrong."""
_LINGER = 2.0
"""Seconds for which a refused client may still send: closing at once would reset the connection under its answer."""


class LimitedConnection(HttpToolsProtocol):
    """One connection. `idle` says that nothing is under way on it: no part of a request, no answer due or unread."""

    def __init__(self, watcher: DeadlineWatcher, mounted: Container[str] = (), **settings: Any) -> None:
        """`mounted` are the paths where the bodies of POST requests are taken."""
        super().__init__(**settings)
        self.watcher = watcher
        self._mounted = mounted
        self.limits = watcher.limits
        self.deadline = 0.0
        self.idle = True
        self._arriving = False  # a request has begun and is not complete
        self._in_head = False
        self._in_body = False  # the head is there, and the request is answered when its body is
        self._body: bytearray | None = None  # what came of a body that the application takes
        self._unparsed = memoryview(b"")
        self._slice_bytes = 0
        self._request_bytes = 0
        self._fields = self._field_bytes = 0
        self._unread_bytes = 0  # of answers, when last looked at
        self._progress = 0.0  # when that was another number
        self._running: RequestResponseCycle | None = None
        self._refused = False
        self._pending_refusal: tuple[int, str, Mapping[str, str]] | None = None
        self._input_ended = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the request timeout, and refuse the connection if there are too many."""
        super().connection_made(transport)
        self._set_deadline(self.limits.request_timeout)
        self.watcher.start(self.connections, self.loop)  # type: ignore[arg-type]  # all are of this class
        if len(self.connections) > 2 * self.limits.max_connections:
            transport.abort()  # refusals of ever more, too, would take memory without end
        elif len(self.connections) > self.limits.max_connections:
            self.refuse(503, "too many connections; try again in a few seconds", {"retry-after": "5"})

    def data_received(self, data: bytes) -> None:
        """Parse what came, or keep it while requests wait."""
        self._unparsed = memoryview(b"".join((self._unparsed, data)) if self._unparsed else data)
        self._parse()

    def _parse(self) -> None:
        """Feed the parser slice by slice until enough requests wait. What is left is parsed when some are answered."""
        while self._unparsed and len(self.pipeline) < _WAITING:
            if self._refused or self.transport.is_closing():
                self._unparsed = memoryview(b"")
                return
            self._unparsed = self._unparsed[self._feed(self._unparsed[:_SLICE]) :]
        if self._unparsed:
            self.flow.pause_reading()

    def _feed(self, data: memoryview) -> int:
        """Feed the parser, and refuse what is not HTTP or too much of it; the number of bytes that were parsed."""
        self._slice_bytes = parsed = len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as ended:
            # An offer to change protocols is declined by an ordinary answer; what follows it is the next request.
            parsed = ended.args[0]
        except httptools.HttpParserInvalidMethodError:
            self.refuse(405, f"no such method; use {METHODS}", {"allow": METHODS})
        except httptools.HttpParserError as error:
            reason = error.__context__
            if not isinstance(reason, RefusedRequest):
                reason = RefusedRequest(400, "this is not well-formed HTTP")
            self.refuse(reason.status, str(reason))
        self._check_size()
        return parsed

    def _check_size(self) -> None:
        """Refuse a head, or a chunked body, that grows without end from packet to packet.

        The parser reports a field only when it is complete, so that one long field would never reach `on_header`.
        """
        self._request_bytes += self._slice_bytes
        largest = self.limits.max_target + self.limits.max_header_bytes + 4 * self.limits.max_headers
        if self._refused:
            return
        if self._in_head and self._request_bytes > largest:
            self.refuse(431, self._too_large())
        elif self._in_body and self._request_bytes > largest + _LARGEST_BODY:
            self.refuse(413, "the body is too large; send none, since nothing here takes one")

    def on_message_begin(self) -> None:
        """The first byte of a request: start the request timeout."""
        super().on_message_begin()
        self.idle = False
        self._arriving = self._in_head = True
        self._request_bytes = -self._slice_bytes  # this slice may begin with the end of another request
        self._fields = self._field_bytes = 0
        if self._is_answered():
            self._set_deadline(self.limits.request_timeout)

    def on_url(self, url: bytes) -> None:
        """A piece of the target."""
        super().on_url(url)
        if len(self.url) > self.limits.max_target:
            raise RefusedRequest(414, f"the request target is longer than {self.limits.max_target:,} bytes; shorten it")

    def on_header(self, name: bytes, value: bytes) -> None:
        """A complete header field, or one of the trailer of a chunked body, which is ignored."""
        if self._in_head:
            super().on_header(name, value)
        self._fields += 1
        self._field_bytes += len(name) + len(value)
        if self._fields > self.limits.max_headers:
            raise self._too_many(f"there are more than {self.limits.max_headers:,} header fields; send fewer")
        if self._field_bytes > self.limits.max_header_bytes:
            raise self._too_many(self._too_large())

    def _too_many(self, message: str) -> RefusedRequest:
        return RefusedRequest(431 if self._in_head else 400, message)

    def _too_large(self) -> str:
        return f"the headers are larger than {self.limits.max_header_bytes:,} bytes; send fewer"

    def on_headers_complete(self) -> None:
        """The whole head is there: it is answered now, whatever may follow as a body, unless that comes in chunks.

        Only what is mounted takes a body. Where another one with a length ends is known; the framing of a chunked one may turn
        out wrong, and then there must be one answer, which says so.
        """
        version, method = self.parser.get_http_version(), self.parser.get_method()
        check_version(version)
        check_host(version, self.headers)
        if not self.url.startswith(b"/"):
            self.url = origin_form(method, self.url)
        is_taken = method == b"POST" and self.url.partition(b"?")[0].decode("latin-1") in self._mounted
        self._body = bytearray() if is_taken else None
        self._in_body = is_chunked(version, self.headers) or is_taken
        self._in_head = False
        if is_taken and self.expect_100_continue and self._is_answered():
            self.expect_100_continue = False
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        if not self._in_body:
            self._begin()

    def _begin(self) -> None:
        """Pass the request to the application, or to those that wait."""
        self._in_body = False
        super().on_headers_complete()
        if self._body:
            self.cycle.body = self._body
        self._body = None
        self._set_deadline(self.limits.send_timeout)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Begin to answer, unless the client is gone."""
        self._running = cycle
        if not self.transport.is_closing():
            super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        """A piece of a body: kept where it is taken. Of any other, uvicorn would keep it until the request is answered."""
        if self._body is not None:
            self._body += body
            if len(self._body) > _LARGEST_BODY:
                raise RefusedRequest(413, "the body is too large; send a shorter one")

    def on_message_complete(self) -> None:
        """The whole request is there."""
        if self._in_body:
            self._begin()
        super().on_message_complete()
        self._arriving = False
        self._update_deadline()

    def on_response_complete(self) -> None:
        """An answer was passed to the transport. The watcher replaces uvicorn's own keep-alive timer."""
        super().on_response_complete()
        self._unset_keepalive_if_required()
        self._parse()
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

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: nothing more is written to it. uvicorn tells only the request that came last."""
        self._unparsed = memoryview(b"")
        self.pipeline.clear()
        if self._running is not None:
            self._running.disconnected = True
        super().connection_lost(exc)

    def check_deadline(self, now: float) -> None:
        """End the connection if it has taken too long: for its state, or to read its answer.

        A client reads steadily as long as the bytes that it has not received become fewer, here or in the system.
        """
        unread = self.transport.get_write_buffer_size()
        if unread:
            unread += _queued_in_system(self.transport)
            if unread != self._unread_bytes:
                self._progress = now
            elif now - self._progress > self.limits.send_timeout:
                self._reset()
        elif self.deadline < now:
            self._expire()
        self._unread_bytes = unread

    def _reset(self) -> None:
        """End the connection at once: otherwise the system would keep what it has taken until the client reads it."""
        connection = self.transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _expire(self) -> None:
        """The deadline is past: end the connection, with an answer if a request was arriving."""
        if (self._in_head or self._in_body) and not self._refused:
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
        bodiless = (self._in_head or self._in_body) and self.parser.get_method() == b"HEAD"
        answer = error_in_json(status, message, NEVER, {**fields, "connection": "close"})
        date = b"".join(b"%b: %b\r\n" % header for header in self.server_state.default_headers)
        body = b"" if bodiless else answer.body
        self.transport.write(b"".join((STATUS_LINE[status], date, answer.head, b"\r\n", body)))
        self.transport.write_eof()
        self._set_deadline(_LINGER)


def _queued_in_system(transport: asyncio.Transport) -> int:
    """Bytes that the system has taken and the client has not acknowledged; 0 where the system does not say."""
    try:
        import fcntl  # noqa: PLC0415
        import termios  # noqa: PLC0415
    except ImportError:  # Windows
        return 0
    try:
        queued = fcntl.ioctl(transport.get_extra_info("socket").fileno(), termios.TIOCOUTQ, bytes(4))
    except (OSError, AttributeError, ValueError):  # no socket, or one that is closed, whose number is -1
        return 0
    return int(struct.unpack("i", queued)[0])
