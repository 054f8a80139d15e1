"""From a request to its answer: a look-up in the snapshot, and all the rules of HTTP around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from urllib.parse import quote

from msgspec import Struct

from sportlore.contract.paging import PAGE_SIZE, frame, page_links
from sportlore.contract.record import Record, composed, entity_tag_of, media_type_of, unmodified
from sportlore.contract.schemas import Error, encode
from sportlore.diagnostics import did_you_mean
from sportlore.search import Searcher
from sportlore.server.negotiation import (
    BadRequest,
    ListRequest,
    accepts,
    list_request,
    matches,
    search_request,
    shown,
    variants,
)
from sportlore.snapshot import Snapshot

METHODS = "GET, HEAD, OPTIONS"
ERROR_CACHE = "public, max-age=60"
IDENTITY = b"\0i"

_MOST_PAGES = 1_024
"""Pages of lists of which it is remembered what they are put together from."""


class Request(Struct, frozen=True):
    """What an answer depends on. `path` is decoded, except that an escaped slash stays escaped; header names are lower-case."""

    method: str
    path: str
    query: bytes
    headers: dict[str, str]


class Answer(Struct, frozen=True):
    """A status, the header lines (each with its line end), and the body."""

    status: int
    head: bytes
    body: bytes


class Service:
    """A snapshot with its search index, ready to answer."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.info = snapshot.info
        self.searcher = Searcher(snapshot, snapshot.entities)
        self._types = {f"/v1/entities/{type}": type for type in self.info.lists}
        self._page = lru_cache(_MOST_PAGES)(self._find_page)
        self._first_pages = {path.encode(): f"{path}?page=1".encode() for path in self._types}

    def close(self) -> None:
        """Unmap the snapshot."""
        self.snapshot.close()

    def ready(self, target: bytes, variants: Sequence[bytes]) -> memoryview | None:
        """The record that lies ready at a plain target, in the first of the variants that there is."""
        return self.snapshot.best(self._first_pages.get(target, target), variants)

    def find(self, path: str, query: bytes, variants: Sequence[bytes]) -> Record | None:
        """The record at a path, stored or put together for this query, or None; raises BadRequest."""
        if path == "/v1/search":
            return self._search(query) if IDENTITY in variants else None
        type = self._types.get(path)
        if type is not None:
            return self._page(type, list_request(query), tuple(variants))
        # An escaped question mark is part of the path; in the keys of the store it begins the query of a list's page.
        return self._stored(path, variants) if "?" not in path else None

    def _stored(self, path: str, variants: Sequence[bytes]) -> Record | None:
        record = self.snapshot.best(path.encode(), variants)
        return (record,) if record is not None else None

    def _find_page(self, type: str, asked: ListRequest, variants: Sequence[bytes]) -> Record | None:
        """A page of a list. At the default size it lies ready; at others it is a stretch of all bodies."""
        index = self.info.lists[type]
        path, total = f"/v1/entities/{type}", len(index.slugs)
        if asked.size == PAGE_SIZE and asked.page <= max(1, -(-total // PAGE_SIZE)):
            return self._stored(f"{path}?page={asked.page}", variants)
        if IDENTITY not in variants:
            return None
        items, digest = self.snapshot.stretch(type, (asked.page - 1) * asked.size, asked.size)
        before, after = frame(total, asked.page, asked.size, meta=index.meta)
        links = page_links(path, "", total, asked.page, asked.size)
        return composed(before, items, digest, after, (*links, _alternate(index.page)))

    def _search(self, query: bytes) -> Record:
        asked = search_request(query, self.info.lists)
        hits = self.searcher.search(asked.words, asked.type, (asked.page - 1) * asked.size, asked.size)
        before, after = frame(hits.total, asked.page, asked.size, query=asked.q)
        given = f"q={quote(asked.q, safe='')}&"
        links = page_links(
            "/v1/search", given + f"type={asked.type}&" * bool(asked.type), hits.total, asked.page, asked.size
        )
        items, digest = self.snapshot.items(hits.numbers)
        return composed(before, items, digest, after, (*links, _alternate(f"{self.info.site_url}/search?{given[:-1]}")))

    def answer(self, request: Request) -> Answer:
        """The answer to any request; never raises for what a client sent."""
        if request.method == "OPTIONS":
            return _options()
        if request.method not in ("GET", "HEAD"):
            allow = f"allow: {METHODS}\r\n".encode()
            return self.error(request, 405, f"no method {shown(request.method)}; use {METHODS}", allow)
        path = request.path
        if path != "/" and path.endswith("/") and not path.startswith("//"):
            return _redirect(path.rstrip("/") or "/", request.query)
        if not path.startswith("/v1/v1/"):
            return self._get(request, path)
        canonical = path.removeprefix("/v1")
        found = self._get(request, canonical)
        if found.status not in (200, 304):
            return found
        query = b"?" + request.query if request.query else b""
        return Answer(
            found.status, b"content-location: " + canonical.encode() + query + b"\r\n" + found.head, found.body
        )

    def _get(self, request: Request, path: str) -> Answer:
        wanted = variants(request.headers.get("accept-encoding"))
        try:
            found = self.find(path, request.query, wanted)
            if found is None and (wanted == (IDENTITY,) or self.find(path, request.query, (IDENTITY,)) is None):
                return self._missing(request, path)
        except BadRequest as error:
            return self.error(request, 400, str(error))
        if found is None:
            return self.error(request, 406, "none of the accepted content codings is available; accept `identity` too")
        record = b"".join(found)
        media_type = media_type_of(record)
        if not accepts(request.headers.get("accept"), media_type):
            return self.error(request, 406, f"this is available as {media_type} only; send `Accept: {media_type}`")
        if matches(request.headers.get("if-none-match"), entity_tag_of(record)):
            return Answer(304, unmodified(record), b"")
        end = record.index(b"\r\n\r\n") + 2
        return Answer(200, record[:end], record[end + 2 :])

    def _missing(self, request: Request, path: str) -> Answer:
        """404, with the nearest known name; a retired id leads to where it went."""
        message, location = self._advice(path)
        if location:
            return _redirect(location, b"")
        return self.error(request, 404, message)

    def _advice(self, path: str) -> tuple[str, str | None]:
        parts = path.strip("/").split("/")
        lists = self.info.lists
        match parts:
            case ["v1", "entities", type] if type not in lists:
                return _nothing("type", type, lists, "see /v1/entities for all types"), None
            case ["v1", "entities", type, _] if type not in lists:
                return _nothing("type", type, lists, "see /v1/entities for all types"), None
            case ["v1", "entities", type, slug]:
                moved = self.info.redirects.get(f"{type}/{slug}", ())
                if len(moved) == 1:
                    return "", f"/v1/entities/{moved[0]}"
                if moved:
                    return f"`{type}/{slug}` was split; see {' and '.join(f'/v1/entities/{id}' for id in moved)}", None
                return _nothing(type, slug, lists[type].slugs, f"see /v1/entities/{type} for all"), None
            case ["v1", "compare", slug]:
                known = [*lists["comparison"].slugs, *lists["movement-comparison"].slugs]
                a, _, b = slug.partition("-vs-")
                if f"{b}-vs-{a}" in known:
                    return f"no comparison `{slug}`; did you mean `{b}-vs-{a}`?", None
                return _nothing("comparison", slug, known, "see /v1/entities/comparison for all"), None
            case ["v1", "calculators", slug]:
                return _nothing("calculator", slug, self.info.calculators, "see /v1/calculators for all"), None
            case ["v1", "learning", "courses", sport]:
                return _nothing("course", sport, lists["curriculum"].slugs, "see /v1/learning/courses for all"), None
            case ["v1", "recommendations", goal]:
                return _nothing("goal", goal, lists["goal"].slugs, "see /v1/entities/goal for all"), None
            case ["v1", *_]:
                return f"nothing at `{shown(path)}`; see /api/openapi.json for the 11 endpoints", None
            case _:
                return f"no page at `{shown(path)}`; begin at / or search at /search", None

    def error(self, request: Request, status: int, message: str, extra: bytes = b"") -> Answer:
        """An error in the form of the place: JSON below /v1 and /api, else a page."""
        if request.path.startswith(("/v1", "/api")) or not self.info.error_page:
            return error_in_json(status, message, extra)
        # The message goes in last, so that no braces of a client are taken for a blank.
        page = self.info.error_page.replace("{status}", str(status)).replace("{message}", escape(message))
        return _error(status, "text/html; charset=utf-8", page.encode(), extra)


def error_in_json(status: int, message: str, extra: bytes = b"") -> Answer:
    """An error as the interface declares it; `extra` are further header lines."""
    return _error(status, "application/json", encode(Error(error=message, status=status)), extra)


def _error(status: int, content_type: str, body: bytes, extra: bytes) -> Answer:
    lines = (
        f"cache-control: {ERROR_CACHE}\r\nvary: Accept, Accept-Encoding\r\naccess-control-allow-origin: *\r\n"
        f"access-control-expose-headers: ETag, Link\r\nx-content-type-options: nosniff\r\n"
        f"content-type: {content_type}\r\ncontent-length: {len(body)}\r\n"
    )
    return Answer(status, extra + lines.encode(), body)


def _nothing(kind: str, name: str, known: Iterable[str], otherwise: str) -> str:
    return f"no {kind} `{shown(name)}`; {did_you_mean(name, known, otherwise)}"


def _alternate(page: str) -> str:
    return f'<{page}>; rel="alternate"; type="text/html"'


def _options() -> Answer:
    lines = (
        f"allow: {METHODS}\r\naccess-control-allow-origin: *\r\naccess-control-allow-methods: {METHODS}\r\n"
        "access-control-allow-headers: *\r\naccess-control-max-age: 86400\r\nx-content-type-options: nosniff\r\n"
    )
    return Answer(204, lines.encode(), b"")


def _redirect(path: str, query: bytes) -> Answer:
    """308 to another path of this service; never to another host."""
    location = quote("/" + path.lstrip("/")).encode() + (b"?" + query if query else b"")
    safe = location.replace(b"\r", b"").replace(b"\n", b"")
    lines = (
        b"location: " + safe + b"\r\ncache-control: public, max-age=60\r\naccess-control-allow-origin: *\r\n"
        b"x-content-type-options: nosniff\r\ncontent-length: 0\r\n"
    )
    return Answer(308, lines, b"")
