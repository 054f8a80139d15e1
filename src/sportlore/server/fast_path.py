"""The fast path: a complete, plain GET of a pre-rendered answer is answered as soon as its bytes arrive.

A client sends the same block of header lines with each of its requests. What a block asks for is therefore worked out
once, by the same parser and the same rules as in the ASGI app, and remembered: from then on an answer takes two
lookups, one of the header block and one of the target. Where nothing is, or a parameter is refused, the application itself
says so, without uvicorn's work around it. Whatever is in doubt is left to the ASGI app, which gives the same bytes:
tests/test_fast_path.py compares the two.

What may be remembered, and why it stays right: the meaning of a header block depends on the block alone, and so for ever;
a record depends on the target, the preferences and the snapshot, and so until the next snapshot (`_forget_records`). Searches
are not remembered, since hardly one comes twice while it is; composed list pages are, as views of the mapped items. Bytes that
are not mapped are not remembered, since that would take memory, and what is not in this process is left to the application,
which waits for it.
"""

from __future__ import annotations

import re
from typing import Any

import httptools
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from sportlore.contract.operations import ROOT
from sportlore.contract.queries import BadRequest
from sportlore.contract.record import IDENTITY, Record, entity_tag_of, media_type_of, unmodified
from sportlore.linked.forms import names_form
from sportlore.server.answer import Request, located
from sportlore.server.app import App
from sportlore.server.connection import LimitedConnection
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.framing import is_host
from sportlore.server.negotiation import accepts, combined, matches, variants
from sportlore.snapshot import MissingBytes

_LARGEST_REQUEST = 4_096
_LARGEST_REMEMBERED = 1_024
_HEADER_BLOCKS = 512
"""Size of the cache of header blocks."""
_ANSWERS = 4_096
"""Size of the caches of records and of 304s together."""
_WEIGHT_OF_PAGE = 32
"""What a composed list page counts in them: it is made of up to a hundred views."""
_LISTS = f"{ROOT}/entities/".encode()
"""How the targets of list pages begin."""

_LARGEST_COPIED, _LARGEST_JOINED = 16_384, 131_072
"""Bytes of the largest record that is copied behind its status line, and of the largest that is put together from many pieces: a
piece costs more than its copy. Larger ones are written as they lie."""
_ALIAS = f"{ROOT}{ROOT}/".encode()
"""How targets begin for which the service is mounted a second time."""

_PLAIN_TARGET = re.compile(rb"/[A-Za-z0-9/._~-]*(\?[A-Za-z0-9/._~%&=+,:;@!$'()*?-]*)?")
"""Targets that mean the same to everyone: no escapes in the path, no fragment, nothing that a parser may refuse."""

_CONDITION_NAMES = (b"\r\nif-none-match: ", b"\r\nIf-None-Match: ")
_CONDITION = re.compile(rb"([!-~ ]*)(?=\r\n[^ \t])")
"""The value of If-None-Match as clients write it."""

_EXCLUDED = frozenset((b"content-length", b"transfer-encoding", b"expect", b"upgrade", b"range", b"if-none-match"))
"""Header fields of requests that are left to the ASGI app."""


class Preferences(Struct, frozen=True):
    """What a header block asks for. Without `variants` its requests are left to the ASGI app."""

    variants: tuple[bytes, ...] = ()
    accept: str | None = None


class RecordCache:
    """The records for one set of preferences, by the start of the request (b"GET /v1/entities")."""

    def __init__(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self.records: dict[bytes, Record] = {}
        self._admitted: dict[str, bool] = {}

    def admits(self, record: bytes) -> bool:
        """Whether the media type of a record is accepted."""
        media_type = media_type_of(record)
        admitted = self._admitted.get(media_type)
        if admitted is None:
            admitted = self._admitted[media_type] = accepts(self.preferences.accept, media_type)
        return admitted


class FastPath:
    """What the connections of a process share: the application, and the caches."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.date_headers: list[tuple[bytes, bytes]] | None = None
        self._lines = self._start_of_200 = self._start_of_304 = b""
        self._responder = app.responder  # that the caches below were filled from
        self._by_header_block: dict[bytes, RecordCache] = {}
        self._by_preferences: dict[Preferences, RecordCache] = {}
        self._not_modified: dict[bytes, bytes] = {}
        self._remembered = 0
        # A request that is no longer than this is within all of the limits on bytes.
        self._largest = min(_LARGEST_REQUEST, app.limits.max_target, app.limits.max_header_bytes)

    def set_date_headers(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Take over the server's headers, which it replaces once a second for `Date`: they precede every record."""
        self._lines = b"".join(b"%b: %b\r\n" % header for header in headers)
        self._start_of_200, self._start_of_304 = STATUS_LINE[200] + self._lines, STATUS_LINE[304] + self._lines
        self.date_headers = headers

    def answer(self, data: bytes) -> Record | None:
        """The whole answer to one complete plain GET, or None to leave the request to the ASGI app.

        A request is b"GET <target> HTTP/1.1<header block>", where the block runs from the first line end to the last.
        """
        if self._responder is not self.app.responder:
            self._forget_records()
        if self._not_modified and (lines := self._not_modified.get(data)) is not None:
            return (self._start_of_304 + lines,)
        end = data.find(b" HTTP/1.1\r\n")
        cache = self._by_header_block.get(data[end + 9 :])
        if cache is not None and (record := cache.records.get(data[:end])) is not None:
            return _behind(self._start_of_200, record)
        plain = end > 0 and data.startswith(b"GET ") and len(data) <= self._largest
        try:
            return self._find(data, end, cache) if plain else None
        except MissingBytes:
            return None

    def _forget_records(self) -> None:
        """Drop what depends on the snapshot. What header blocks ask for stays the same."""
        self._responder = self.app.responder
        self._not_modified.clear()
        for cache in self._by_preferences.values():
            cache.records.clear()
        self._remembered = 0

    def _find(self, data: bytes, end: int, cache: RecordCache | None) -> Record | None:
        """The answer to a request whose target ends at `end`; `cache` is that of its header block, if it is known."""
        condition = None
        if cache is None:
            # An entity tag differs from target to target: with it, hardly any block would be met again.
            header_block, condition = _without_condition(data[end + 9 :])
            cache = self._by_header_block.get(header_block) or self._add_header_block(header_block)
        preferences = cache.preferences
        if not preferences.variants:
            return None
        alias = data.startswith(_ALIAS, 4)
        target = data[4 + len(ROOT) : end] if alias else data[4:end]
        stored = self._responder.lookup(target, preferences.variants)
        try:
            record = (stored,) if stored is not None else self._composed(target, preferences)
        except BadRequest as error:
            return self._without_record(data[4:end], preferences, refused=error)
        if not record:
            return self._without_record(data[4:end], preferences, absent=record is None)
        if preferences.accept is not None and not cache.admits(bytes(record[0])):
            return None
        location = (located(target),) if alias else ()
        if condition is not None and self.is_current(condition, bytes(record[0])):
            lines = b"".join((*location, unmodified(bytes(record[0])), b"\r\n"))
            self._remember(self._not_modified, data, lines)
            return (self._start_of_304 + lines,)
        answer = (*location, *record)
        if self._responder.snapshot.mapped and (stored is not None or target.startswith(_LISTS)):
            self._remember(cache.records, data[:end], answer, 1 if stored is not None else _WEIGHT_OF_PAGE)
        return _behind(self._start_of_200, answer)

    def _without_record(
        self, target: bytes, preferences: Preferences, absent: bool = False, refused: BadRequest | None = None
    ) -> Record | None:
        """What the application answers where there is no record: an error, a redirect, or its health.

        Where identity is acceptable, none of these depends on the headers of the request.
        """
        if IDENTITY not in preferences.variants or not _PLAIN_TARGET.fullmatch(target):
            return None
        path, _, query = target.partition(b"?")
        request = Request("GET", path.decode(), query, {}, path.decode())
        answer = self._responder.refused(request, refused) if refused else self.app.answer(request, absent)
        return (b"".join((STATUS_LINE[answer.status], self._lines, answer.head, b"\r\n", answer.body)),)

    def _remember(self, memory: dict[bytes, Any], request: bytes, outcome: bytes | Record, weight: int = 1) -> None:
        """Keep an outcome; all are dropped when there are too many, which is simpler than an order of age, and rare."""
        if len(request) <= _LARGEST_REMEMBERED:
            if self._remembered >= _ANSWERS:
                self._forget_records()
            self._remembered += weight
            memory[request] = outcome

    def _composed(self, target: bytes, preferences: Preferences) -> Record | None:
        """The record of a target that takes more than a lookup: a list page, a search, or a query that is ignored.

        None where nothing is; empty where the application has to look; raises BadRequest.
        """
        if not _PLAIN_TARGET.fullmatch(target):
            return ()
        path, _, query = target.partition(b"?")
        return self._responder.find(path.decode(), query, preferences.variants)

    def is_current(self, condition: str, record: bytes) -> bool:
        """Whether If-None-Match names the record, so that the answer is 304."""
        tag = entity_tag_of(record)
        return condition == tag or matches(condition, tag)

    def _add_header_block(self, header_block: bytes) -> RecordCache:
        """Classify a header block and remember the outcome; blocks that ask for the same share their records."""
        if len(self._by_header_block) >= _HEADER_BLOCKS:
            self._forget_records()
            self._by_header_block.clear()
            self._by_preferences.clear()
        preferences = self.classify(header_block)
        cache = self._by_preferences.setdefault(preferences, RecordCache(preferences))
        self._by_header_block[header_block] = cache
        return cache

    def classify(self, header_block: bytes) -> Preferences:
        """What a header block asks for; the ASGI app's parser decides whether it is one complete head."""
        if header_block.find(b"\r\n\r\n") != len(header_block) - 4:
            return Preferences()
        head = _Head()
        parser = httptools.HttpRequestParser(head)
        try:
            parser.feed_data(b"GET / HTTP/1.1" + header_block)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade):
            return Preferences()
        connection = dict(head.fields).get(b"connection", b"keep-alive").lower()
        if not head.complete or not parser.should_keep_alive() or connection != b"keep-alive":
            return Preferences()
        names = [name for name, _ in head.fields]
        if not _EXCLUDED.isdisjoint(names) or names.count(b"host") != 1 or len(names) >= self.app.limits.max_headers:
            return Preferences()
        headers = combined(head.fields)
        if not is_host(headers["host"].encode("latin-1")):
            return Preferences()
        accept = headers.get("accept")
        if accept is not None and names_form(accept):
            return Preferences()  # another form may be preferred: the application decides
        return Preferences(variants(headers.get("accept-encoding")), None if accept == "*/*" else accept)


def _behind(start: bytes, record: Record) -> Record:
    """A record behind the start of its answer; what is large is not copied."""
    first, *others = record
    if others:
        length = sum(map(len, record))
        return (b"".join((start, *record)),) if length <= _LARGEST_JOINED else (start + first, *others)
    return (start + first,) if len(first) <= _LARGEST_COPIED else (start, first)


def _without_condition(header_block: bytes) -> tuple[bytes, str | None]:
    """A header block without its If-None-Match line, and the value of that line."""
    for name in _CONDITION_NAMES:
        at = header_block.find(name)
        if at >= 0 and (value := _CONDITION.match(header_block, at + len(name))):
            return header_block[:at] + header_block[value.end() :], value[1].decode()
    return header_block, None


class _Head:
    """What the parser reports of one head."""

    def __init__(self) -> None:
        self.fields: list[tuple[bytes, bytes]] = []
        self.complete = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self.fields.append((name.lower(), value))

    def on_message_complete(self) -> None:
        self.complete = True


class FastPathConnection(LimitedConnection):
    """One connection of a server with the fast path."""

    def __init__(self, fast_path: FastPath, watcher: DeadlineWatcher, **settings: Any) -> None:
        super().__init__(watcher, fast_path.app.mounts, **settings)
        self.fast_path = fast_path

    def data_received(self, data: bytes) -> None:
        """Answer at once if nothing else is under way and the fast path can, else leave the bytes to the parser.

        A write that fills the buffer makes the transport call `pause_writing`, and so the connection is no longer idle:
        a client that does not read gets no further answers here.
        """
        if self.idle:
            if self.fast_path.date_headers is not self.server_state.default_headers:
                self.fast_path.set_date_headers(self.server_state.default_headers)
            answer = self.fast_path.answer(data)
            if answer is not None:
                if len(answer) == 1:
                    self.transport.write(answer[0])
                else:
                    self.transport.writelines(answer)
                # The watcher's time is at most one interval old, and reading it is cheaper than asking the loop.
                self.deadline = self.watcher.now + self.limits.idle_timeout
                return
        super().data_received(data)
