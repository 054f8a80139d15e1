"""The fast lane: a complete, plain GET whose answer lies ready is answered where it arrives.

A client sends the same block of headers with each of its requests. What a block asks for is therefore worked out once,
by the same parser and the same rules as on the ordinary road, and remembered: from then on an answer is two look-ups, what
the block wants and the record of the target in the best variant. Whatever is in doubt takes the ordinary road, which gives
the same bytes: tests/test_lane.py holds the two against each other.
"""

from __future__ import annotations

import re
from typing import Any

import httptools
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from sportlore.contract.record import Record, entity_tag_of, media_type_of, unmodified
from sportlore.server.app import App
from sportlore.server.connection import DeadlineWatcher, LimitedConnection
from sportlore.server.negotiation import BadRequest, accepts, combined, matches, variants

_LARGEST_REQUEST = 4_096
_LARGEST_REMEMBERED = 1_024
_MOST_BLOCKS = 1_024
_MOST_REMEMBERED = 8_192

_PLAIN_TARGET = re.compile(rb"/[A-Za-z0-9/._~-]*(\?[A-Za-z0-9/._~%&=+,:;@!$'()*?-]*)?")
"""Targets that mean the same to everyone: no escapes in the path, no fragment, nothing that a parser may refuse."""

_CONDITIONS = (b"\r\nif-none-match: ", b"\r\nIf-None-Match: ")
_TAGS = re.compile(rb"([!-~ ]*)(?=\r\n[^ \t])")
"""If-None-Match as clients write it. The tag differs from target to target, so it is taken out of the block."""

_OFF_LANE = frozenset((b"content-length", b"transfer-encoding", b"expect", b"upgrade", b"range", b"if-none-match"))


class Preferences(Struct, frozen=True):
    """What a block of headers asks for. No `variants`: it is not for the lane. `known` are the records of requests met before."""

    variants: tuple[bytes, ...] = ()
    accept: str | None = None
    known: dict[bytes, memoryview] = {}
    admitted: dict[str, bool] = {}

    def admits(self, record: bytes) -> bool:
        """Whether the client takes the media type of a record."""
        media_type = media_type_of(record)
        admitted = self.admitted.get(media_type)
        if admitted is None:
            admitted = self.admitted[media_type] = accepts(self.accept, media_type)
        return admitted


class FastPath:
    """What the connections of a process share: the application, and what was worked out before."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.stamped: list[tuple[bytes, bytes]] | None = None
        self._ok = self._unmodified = b""
        self._blocks: dict[bytes, Preferences] = {}
        self._wants: dict[tuple[tuple[bytes, ...], str | None], Preferences] = {}
        self._service = app.service
        self._held: dict[bytes, bytes] = {}
        self._remembered = 0
        # A request that is no longer than this breaks none of the limits on bytes.
        self._largest = min(_LARGEST_REQUEST, app.limits.max_target, app.limits.max_header_bytes)

    def stamp(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Renew the lines before a record, as the server renews its headers once a second for `Date`."""
        lines = b"".join(b"%b: %b\r\n" % header for header in headers)
        self._ok, self._unmodified = STATUS_LINE[200] + lines, STATUS_LINE[304] + lines
        self.stamped = headers

    def answer(self, data: bytes) -> bytes | None:
        """The whole answer to one complete plain GET, or None: it takes the ordinary road.

        A request is b"GET <target> HTTP/1.1<block>", where the block runs from the first line end to the last.
        """
        if self._service is not self.app.service:
            self._forget()
        if self._held and (lines := self._held.get(data)) is not None:
            return self._unmodified + lines
        end = data.find(b" HTTP/1.1\r\n")
        want = self._blocks.get(data[end + 9 :])
        if want is not None and (record := want.known.get(data[:end])) is not None:
            return self._ok + record
        plain = end > 0 and data.startswith(b"GET ") and len(data) <= self._largest
        return self.work_out(data, end, want) if plain else None

    def _forget(self) -> None:
        """Another snapshot: what was met before has other answers. What blocks ask for stays the same."""
        self._service = self.app.service
        self._held.clear()
        for want in self._wants.values():
            want.known.clear()
        self._remembered = 0

    def work_out(self, data: bytes, end: int, want: Preferences | None) -> bytes | None:
        """The answer to a request whose target ends at `end`; `want` is what its block asks for, if that is known."""
        target, condition = data[4:end], None
        if want is None:
            block, condition = self.condition(data[end + 9 :])
            want = self._blocks.get(block) or self.learn(block)
        if not want.variants:
            return None
        ready = self._service.ready(target, want.variants)
        found = b"".join((ready,) if ready is not None else self.composed(target, want))
        if not found or not (want.accept is None or want.admits(found)):
            return None
        if condition is not None and self.holds(condition, found):
            lines = unmodified(found) + b"\r\n"
            self.remember(self._held, data, lines)
            return self._unmodified + lines
        if ready is not None:
            self.remember(want.known, data[:end], ready)
        return self._ok + found

    def remember(self, memory: dict[bytes, Any], asked: bytes, outcome: bytes | memoryview) -> None:
        """Keep what was worked out. The memory is bounded: when full, it begins anew."""
        if len(asked) <= _LARGEST_REMEMBERED:
            if self._remembered >= _MOST_REMEMBERED:
                self._forget()
            self._remembered += 1
            memory[asked] = outcome

    def composed(self, target: bytes, want: Preferences) -> Record:
        """The record of a target that takes more than a look-up: a page of a list, a search, or a query to be ignored."""
        if not _PLAIN_TARGET.fullmatch(target):
            return ()
        path, _, query = target.partition(b"?")
        try:
            return self._service.find(path.decode(), query, want.variants) or ()
        except BadRequest:
            return ()

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

    def learn(self, block: bytes) -> Preferences:
        """Work out what a block asks for, and remember it. The memory is bounded: when full, it begins anew."""
        if len(self._blocks) >= _MOST_BLOCKS:
            self._forget()
            self._blocks.clear()
            self._wants.clear()
        want = self.judge(block)
        # Blocks that ask for the same share what is known of targets.
        want = self._blocks[block] = self._wants.setdefault((want.variants, want.accept), want)
        return want

    def judge(self, block: bytes) -> Preferences:
        """What a block asks for; the parser of the ordinary road decides whether it is one complete head."""
        if block.find(b"\r\n\r\n") != len(block) - 4:
            return Preferences()
        head = _Head()
        parser = httptools.HttpRequestParser(head)
        try:
            parser.feed_data(b"GET / HTTP/1.1" + block)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade):
            return Preferences()
        connection = dict(head.fields).get(b"connection", b"keep-alive").lower()
        if not head.complete or not parser.should_keep_alive() or connection != b"keep-alive":
            return Preferences()
        names = [name for name, _ in head.fields]
        if not _OFF_LANE.isdisjoint(names) or names.count(b"host") != 1 or len(names) >= self.app.limits.max_headers:
            return Preferences()
        headers = combined(head.fields)
        accept = headers.get("accept")
        return Preferences(variants(headers.get("accept-encoding")), None if accept == "*/*" else accept)


class _Head:
    """What the parser tells of one head."""

    def __init__(self) -> None:
        self.fields: list[tuple[bytes, bytes]] = []
        self.complete = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self.fields.append((name.lower(), value))

    def on_message_complete(self) -> None:
        self.complete = True


class FastPathConnection(LimitedConnection):
    """One connection of a server with the fast lane."""

    def __init__(self, desk: FastPath, watch: DeadlineWatcher, **settings: Any) -> None:
        super().__init__(watch, **settings)
        self.desk = desk

    def data_received(self, data: bytes) -> None:
        """Answer at once if nothing else is under way and the answer lies ready, else take the ordinary road."""
        if self.free:
            if self.desk.stamped is not self.server_state.default_headers:
                self.desk.stamp(self.server_state.default_headers)
            answer = self.desk.answer(data)
            if answer is not None:
                self.transport.write(answer)
                self.deadline = self.watch.now + self.limits.idle_timeout
                return
        super().data_received(data)
