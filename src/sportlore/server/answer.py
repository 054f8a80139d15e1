"""From a request to its answer: a look-up in the snapshot, and all the rules of HTTP around it."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from msgspec import Struct

from sportlore.bodies import Error, encode
from sportlore.diagnostics import did_you_mean
from sportlore.pages import PAGE_SIZE, compose, page_links
from sportlore.search import Searcher
from sportlore.server.request import (
    BadRequest,
    accepts,
    codings,
    list_request,
    matches,
    search_request,
    shown,
)
from sportlore.snapshot import VARIANTS, Representation, Snapshot, head

METHODS = "GET, HEAD, OPTIONS"
LONGEST_TARGET = 8_000
LARGEST_HEADERS = 32_000
ERROR_CACHE = "public, max-age=60"


class Request(Struct, frozen=True):
    """What an answer depends on. `target` is the raw path, percent-encoded; header names are lower-case."""

    method: str
    target: bytes
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
        self.searcher = Searcher(snapshot.folder / "search")

    def close(self) -> None:
        """Unmap the snapshot."""
        self.snapshot.close()

    def answer(self, request: Request) -> Answer:
        """The answer to any request; never raises for what a client sent."""
        if len(request.target) + len(request.query) > LONGEST_TARGET:
            return self.error(request, 414, f"the request target is longer than {LONGEST_TARGET:,} bytes; shorten it")
        if sum(len(name) + len(value) for name, value in request.headers.items()) > LARGEST_HEADERS:
            return self.error(request, 431, f"the headers are larger than {LARGEST_HEADERS:,} bytes; send fewer")
        if request.method == "OPTIONS":
            return _options()
        if request.method not in ("GET", "HEAD"):
            allow = f"allow: {METHODS}\r\n".encode()
            return self.error(request, 405, f"no method {shown(request.method)}; use {METHODS}", allow)
        return self._get(request)

    def _get(self, request: Request) -> Answer:
        path = request.path
        if path != "/" and path.endswith("/") and not path.startswith("//"):
            return _redirect(path.rstrip("/") or "/", request.query)
        canonical = path.startswith("/v1/v1/")
        if canonical:
            path = path.removeprefix("/v1")
        type = path.removeprefix("/v1/entities/")
        try:
            if path == "/v1/search":
                found = self._search(request)
            elif type != path and type in self.info.lists:
                found = self._list(request, type)
            else:
                found = self._fixed(request, path)
        except BadRequest as error:
            return self.error(request, 400, str(error))
        if canonical and found.status in (200, 304):
            location = f"content-location: {path}{_query(request)}\r\n".encode("ascii", "replace")
            return Answer(found.status, location + found.head, found.body)
        return found

    def _fixed(self, request: Request, path: str) -> Answer:
        if "\0" not in path:
            for coding in codings(request.headers.get("accept-encoding")):
                record = self.snapshot.get(path, VARIANTS[coding])
                if record is not None:
                    return self._conditional(request, record)
            if self.snapshot.get(path, b"i") is not None:
                return self._unencoded(request)
        return self._missing(request, path)

    def _list(self, request: Request, type: str) -> Answer:
        asked = list_request(request.query)
        index = self.info.lists[type]
        path = f"/v1/entities/{type}"
        last = max(1, -(-len(index.slugs) // PAGE_SIZE))
        if asked.size == PAGE_SIZE and asked.page <= last:
            return self._fixed(request, f"{path}?page={asked.page}")
        start = (asked.page - 1) * asked.size
        items = [self._item(f"{type}/{slug}") for slug in index.slugs[start : start + asked.size]]
        body = compose(items, len(index.slugs), asked.page, asked.size, meta=index.meta)
        links = page_links(path, {}, len(index.slugs), asked.page, asked.size)
        return self._composed(request, body, [*links, _alternate(index.page)])

    def _search(self, request: Request) -> Answer:
        asked = search_request(request.query, self.info.lists)
        hits = self.searcher.search(asked.words, asked.type, (asked.page - 1) * asked.size, asked.size)
        body = compose([self._item(id) for id in hits.ids], hits.total, asked.page, asked.size, query=asked.q)
        given = {"q": asked.q} | ({"type": asked.type} if asked.type else {})
        links = page_links("/v1/search", given, hits.total, asked.page, asked.size)
        page = f"{self.info.site_url}/search?q={quote(asked.q)}"
        return self._composed(request, body, [*links, _alternate(page)])

    def _item(self, id: str) -> bytes:
        body = self.snapshot.body(f"/v1/entities/{id}")
        if body is None:
            raise RuntimeError(f"the snapshot lists {id} and does not hold it")
        return body

    def _composed(self, request: Request, body: bytes, links: list[str]) -> Answer:
        """An answer that was put together for this request: never compressed."""
        if "identity" not in codings(request.headers.get("accept-encoding")):
            return self._unencoded(request)
        representation = Representation("", "application/json", body, tuple(links))
        return self._conditional(request, head(representation, "identity", len(body)) + b"\r\n" + body)

    def _conditional(self, request: Request, record: bytes) -> Answer:
        """A record as 200, as 304 if the client holds it, or as 406 if the client does not want its media type."""
        end = record.index(b"\r\n\r\n") + 2
        lines = record[:end]
        start = lines.index(b"content-type: ")
        media_type = lines[start + 14 : lines.index(b"\r\n", start)].partition(b";")[0].decode()
        if not accepts(request.headers.get("accept"), media_type):
            return self.error(request, 406, f"this is available as {media_type} only; send `Accept: {media_type}`")
        at = lines.index(b"etag: ") + 6
        tag = lines[at : lines.index(b"\r\n", at)].decode()
        if matches(request.headers.get("if-none-match"), tag):
            return Answer(304, lines[:start], b"")
        return Answer(200, lines, record[end + 2 :])

    def _unencoded(self, request: Request) -> Answer:
        return self.error(request, 406, "none of the accepted content codings is available; accept `identity` too")

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
            media_type, body = "application/json", encode(Error(error=message, status=status))
        else:
            words = {"{status}": str(status), "{message}": escape(message)}
            page = self.info.error_page
            for blank, word in words.items():
                page = page.replace(blank, word)
            media_type, body = "text/html; charset=utf-8", page.encode()
        lines = (
            f"cache-control: {ERROR_CACHE}\r\nvary: Accept, Accept-Encoding\r\naccess-control-allow-origin: *\r\n"
            f"access-control-expose-headers: ETag, Link\r\nx-content-type-options: nosniff\r\n"
            f"content-type: {media_type}\r\ncontent-length: {len(body)}\r\n"
        )
        return Answer(status, extra + lines.encode(), body)


def _nothing(kind: str, name: str, known: object, otherwise: str) -> str:
    return f"no {kind} `{shown(name)}`; {did_you_mean(name, known, otherwise)}"  # type: ignore[arg-type]


def _alternate(page: str) -> str:
    return f'<{page}>; rel="alternate"; type="text/html"'


def _query(request: Request) -> str:
    return f"?{request.query.decode('latin-1')}" if request.query else ""


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
