"""The fast lane: a complete, plain GET whose answer lies ready is answered where it arrives.

A client sends the same block of headers with each of its requests. What a block asks for is therefore worked out once,
by the same parser and the same rules as on the ordinary road, and remembered: from then on an answer is two look-ups, what
the block wants and the record of the target in the best variant. A whole request that was met before is one look-up
nearer: it leads to the key of its record. Whatever is in doubt takes the ordinary road, which gives the same bytes:
tests/test_lane.py holds the two against each other.
"""

from __future__ import annotations

import re
from typing import Any

import httptools
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from sportlore.representation import Found, entity_tag_of, media_type_of, unmodified
from sportlore.server.answer import Service
from sportlore.server.app import App
from sportlore.server.guard import Guarded, Watch
from sportlore.server.request import BadRequest, accepts, combined, matches, variants

_LARGEST_REQUEST = 4_096
_LARGEST_REMEMBERED = 1_024
_MOST_BLOCKS = 1_024
_MOST_REQUESTS = 4_096

_PLAIN_TARGET = re.compile(rb"/[A-Za-z0-9/._~-]*(\?[A-Za-z0-9/._~%&=+,:;@!$'()*?-]*)?")
"""Targets that mean the same to everyone: no escapes in the path, no fragment, nothing that a parser may refuse."""

_CONDITIONS = (b"\r\nif-none-match: ", b"\r\nIf-None-Match: ")
_TAGS = re.compile(rb"([!-~ ]*)(?=\r\n[^ \t])")
"""If-None-Match as clients write it. The tag differs from target to target, so it is taken out of the block."""

_OFF_LANE = frozenset((b"content-length", b"transfer-encoding", b"expect", b"upgrade", b"range", b"if-none-match"))
_CONTENT_TYPE = b"\r\ncontent-type: "


Answer = bytes | tuple[bytes | memoryview, ...]
"""An answer as it goes over the wire, in one piece or several."""


class Want(Struct, frozen=True):
    """What a block of headers asks for. No `variants`: it is not for the lane."""

    variants: tuple[bytes, ...] = ()
    accept: str | None = None
    admitted: dict[bytes, bool] = {}

    def admits(self, record: bytes) -> bool:
        """Whether the client takes the media type of a record."""
        start = record.index(_CONTENT_TYPE)
        line = record[start : record.index(b"\r\n", start + 2)]
        admitted = self.admitted.get(line)
        if admitted is None:
            admitted = self.admitted[line] = accepts(self.accept, media_type_of(record))
        return admitted


class Desk:
    """What the connections of a process share: the application, and what was worked out before."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.stamped: list[tuple[bytes, bytes]] | None = None
        self._ok = self._unmodified = b""
        self._blocks: dict[bytes, Want] = {}
        self._service = app.service
        self._keys: dict[bytes, bytes] = {}
        self._held: dict[bytes, bytes] = {}
        # A request that is no longer than this breaks none of the limits on bytes.
        self._largest = min(_LARGEST_REQUEST, app.limits.max_target, app.limits.max_header_bytes)

    def stamp(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Renew the lines before a record, as the server renews its headers once a second for `Date`."""
        lines = b"".join(b"%b: %b\r\n" % header for header in headers)
        self._ok, self._unmodified = STATUS_LINE[200] + lines, STATUS_LINE[304] + lines
        self.stamped = headers

    def answer(self, data: bytes) -> Answer | None:
        """The whole answer to one complete plain GET, or None: it takes the ordinary road."""
        service = self.app.service
        if service is not self._service:
            self._forget(service)
        key = self._keys.get(data)
        if key is not None:
            return self._ok + service.snapshot.record(key)
        held = self._held.get(data)
        if held is not None:
            return self._unmodified + held
        return self.work_out(data) if data.startswith(b"GET ") and len(data) <= self._largest else None

    def _forget(self, service: Service) -> None:
        """Another snapshot: the requests that were met before have other answers. What blocks ask for stays the same."""
        self._keys.clear()
        self._held.clear()
        self._service = service

    def work_out(self, data: bytes) -> Answer | None:
        """The answer to b"GET <target> HTTP/1.1<block>", where the block runs from the first line end to the last."""
        end = data.find(b" HTTP/1.1\r\n", 4)
        if end < 0:
            return None
        target, block, condition = data[4:end], data[end + 9 :], None
        want = self._blocks.get(block)
        if want is None:
            block, condition = self.condition(block)
            want = self._blocks.get(block) or self.learn(block)
        if not want.variants:
            return None
        key = self._service.locate(target, want.variants)
        found = Found(self._service.snapshot.record(key)) if key is not None else self.composed(target, want)
        if found is None or not (want.accept is None or want.admits(found.first)):
            return None
        if condition is not None and self.holds(condition, found.first):
            lines = unmodified(found.first) + b"\r\n"
            self.remember(self._held, data, lines)
            return self._unmodified + lines
        if key is not None:
            self.remember(self._keys, data, key)
        return self._ok + found.first if not found.rest else (self._ok + found.first, *found.rest)

    def remember(self, memory: dict[bytes, bytes], data: bytes, outcome: bytes) -> None:
        """Keep what a request led to. The memory is bounded: when full, it begins anew."""
        if len(data) <= _LARGEST_REMEMBERED:
            if len(memory) >= _MOST_REQUESTS:
                memory.clear()
            memory[data] = outcome

    def composed(self, target: bytes, want: Want) -> Found | None:
        """The record of a target that takes more than a look-up: a page of a list, a search, or a query to be ignored."""
        if not _PLAIN_TARGET.fullmatch(target):
            return None
        path, _, query = target.partition(b"?")
        try:
            return self._service.find(path.decode(), query, want.variants)
        except BadRequest:
            return None

    def condition(self, block: bytes) -> tuple[bytes, str | None]:
        """A block without its If-None-Match line, and the value of that."""
        for name in _CONDITIONS:
            at = block.find(name)
            if at >= 0 and (found := _TAGS.match(block, at + len(name))):
                return block[:at] + block[found.end() :], found[1].decode()
        return block, None

    def holds(self, condition: str, record: bytes) -> bool:
        """Whether the client has the record already."""
        tag = entity_tag_of(record)
        return condition == tag or matches(condition, tag)

    def learn(self, block: bytes) -> Want:
        """Work out what a block asks for, and remember it. The memory is bounded: when full, it begins anew."""
        if len(self._blocks) >= _MOST_BLOCKS:
            self._blocks.clear()
        self._blocks[block] = want = self.judge(block)
        return want

    def judge(self, block: bytes) -> Want:
        """What a block asks for; the parser of the ordinary road decides whether it is one complete head."""
        if block.find(b"\r\n\r\n") != len(block) - 4:
            return Want()
        head = _Head()
        parser = httptools.HttpRequestParser(head)
        try:
            parser.feed_data(b"GET / HTTP/1.1" + block)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade):
            return Want()
        connection = dict(head.fields).get(b"connection", b"keep-alive").lower()
        if not head.complete or not parser.should_keep_alive() or connection != b"keep-alive":
            return Want()
        if not _OFF_LANE.isdisjoint(name for name, _ in head.fields) or len(head.fields) >= self.app.limits.max_headers:
            return Want()
        headers = combined(head.fields)
        accept = headers.get("accept")
        return Want(variants(headers.get("accept-encoding")), None if accept == "*/*" else accept)


class _Head:
    """What the parser tells of one head."""

    def __init__(self) -> None:
        self.fields: list[tuple[bytes, bytes]] = []
        self.complete = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self.fields.append((name.lower(), value))

    def on_message_complete(self) -> None:
        self.complete = True


class Lane(Guarded):
    """One connection of a server with the fast lane."""

    def __init__(self, desk: Desk, watch: Watch, **settings: Any) -> None:
        super().__init__(watch, **settings)
        self.desk = desk

    def data_received(self, data: bytes) -> None:
        """Answer at once if nothing else is under way and the answer lies ready, else take the ordinary road."""
        if self.free:
            if self.desk.stamped is not self.server_state.default_headers:
                self.desk.stamp(self.server_state.default_headers)
            answer = self.desk.answer(data)
            if answer is not None:
                if isinstance(answer, bytes):
                    self.transport.write(answer)
                else:
                    self.transport.writelines(answer)
                self.deadline = self.watch.now + self.limits.idle_timeout
                return
        super().data_received(data)
