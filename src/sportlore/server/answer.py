"""From a request to its answer: a lookup in the snapshot, and all the rules of HTTP around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from urllib.parse import quote

from msgspec import UNSET, Struct

from sportlore.answers import Answerer, Opened, answers, chunks, name_of, unknown_words
from sportlore.comparison import StoredComparisons
from sportlore.contract.addresses import (
    BODY_PATH,
    COMPARE_PAGE,
    CURVES,
    SEARCH_PAGE,
    SUGGESTIONS,
    SUGGESTIONS_TYPE,
    calculator_path,
    compare_path,
)
from sportlore.contract.composition import composed_body
from sportlore.contract.headers import (
    BRIEFLY,
    HTML,
    METHODS,
    NEVER,
    alternate,
    error_head,
    preflight_head,
    redirect_head,
)
from sportlore.contract.operations import (
    CALCULATOR,
    COMPARISON,
    ENTITY,
    ENTITY_LIST,
    RECOMMENDATIONS,
    ROOT,
    SEARCH,
    TYPE_LIST,
)
from sportlore.contract.paging import frame, page_links
from sportlore.contract.parameters import (
    MATCHED,
    EntityRequest,
    SearchRequest,
    entity_request,
    list_request,
    search_request,
)
from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.record import IDENTITY, Buffer, Record, entity_tag_of, media_type_of, unmodified
from sportlore.contract.routes import route
from sportlore.contract.schemas import (
    Correction,
    DirectAnswer,
    Error,
    SearchAdditions,
    encode,
)
from sportlore.filters.query import Filters
from sportlore.search import Hits, Marked, NameIndex, Searcher
from sportlore.server.advice import Adviser, in_html, is_api
from sportlore.server.calculations import Calculations
from sportlore.server.compare_page import compare_page
from sportlore.server.comparisons import BETWEEN, Comparisons
from sportlore.server.figures import Figures
from sportlore.server.linked import LinkedData
from sportlore.server.list_pages import ListPages
from sportlore.server.lists import Lists
from sportlore.server.matched import matched
from sportlore.server.negotiation import accepts, matches, variants
from sportlore.server.pairs import Pairs
from sportlore.server.recommendations import Recommendations
from sportlore.server.recommended_page import PATH as RECOMMENDED_PAGE
from sportlore.server.recommended_page import recommended_page
from sportlore.server.search_page import SearchPage
from sportlore.server.selections import Selections
from sportlore.server.suggestions import suggestion_body
from sportlore.server.versions import Versions
from sportlore.snapshot import Generation

_UNESCAPED = "/%:@!$&'()*+,;=~"
"""What stands in a path as it is, beside letters, digits and ._-; a percent sign begins an escape."""

_SEARCHES = 512
"""Searches that are remembered where records are not mapped."""

_BLANK = re.compile(r"\{(status|heading|message|advice|others|query)\}")
"""What the HTML of an error leaves to be filled in."""


class Request(Struct, frozen=True):
    """What an answer depends on. `path` is decoded, except that an escaped slash stays escaped; header names are lower-case.

    `raw_path` is the path as the client wrote it.
    """

    method: str
    path: str
    query: bytes
    headers: dict[str, str]
    raw_path: str


class Response(Struct, frozen=True):
    """A status, the header lines (each with its line end), and the body."""

    status: int
    head: bytes
    body: bytes


class NotThere(BadRequest):
    """Nothing is at a path; the text says what is near."""


class Responder:
    """An open generation with its search index, ready to answer."""

    def __init__(self, snapshot: Generation) -> None:
        self.snapshot = snapshot
        self.generation = snapshot.generation
        self.info = snapshot.info
        self.searcher = Searcher(snapshot, snapshot.entities)
        # Where an answer may be composed twice, since its items must be brought first, it is searched for once.
        search = self.searcher.search
        self._hits = search if snapshot.mapped else lru_cache(_SEARCHES)(search)
        self._answerer = Answerer(Opened(snapshot))
        names = NameIndex(self.searcher, snapshot.value)
        self.meant = names.meant
        self._adviser = Adviser(self.info, snapshot.near, names.called, names.meant)
        totals = {type: index.total for type, index in self.info.lists.items()}
        self._filters = Filters(snapshot, totals, names.meant)
        self._selections = Selections(snapshot, self._filters)
        stored = StoredComparisons(snapshot.value)
        self._versions = Versions(stored)
        self._lists = Lists(snapshot, self._filters, self._selections, self._versions)
        self._list_pages = ListPages(snapshot, self._filters)
        self._pairs = Pairs(snapshot)
        self._comparisons = Comparisons(snapshot, self._filters, stored, self._pairs)
        self._calculations = Calculations(snapshot)
        self._search_page = SearchPage(snapshot, self.searcher, self._hits, self.answers)
        self._recommendations = Recommendations(snapshot)
        self._figures = Figures(snapshot)
        self._linked = LinkedData(snapshot, lambda: stored.vocabulary, self._lists, self.body)
        self._types = {ENTITY_LIST.path.format(type=type): type for type in self.info.lists}
        self._first_pages = {path.encode(): f"{path}?page=1".encode() for path in self._types}

    def close(self) -> None:
        """Unmap the snapshot."""
        self.snapshot.close()

    def lookup(self, target: bytes, variants: Sequence[bytes]) -> Buffer | None:
        """The pre-rendered record of a plain target, in the first of the variants that there is."""
        return self.snapshot.best(self._first_pages.get(target, target), variants)

    def find(self, path: str, query: bytes, variants: Sequence[bytes]) -> Record | None:
        """The record at a path, stored or composed for this query, or None; raises BadRequest."""
        if path == SEARCH.path:
            return self._search(query, variants)
        if path == SUGGESTIONS:
            return composed_body(suggestion_body(self.snapshot, query), (), variants, SUGGESTIONS_TYPE)
        if path == SEARCH_PAGE:
            page = self._search_page.record(query, variants)
            if page is not None:
                return page
        if path == COMPARE_PAGE:
            page = compare_page(self.snapshot, self.searcher, self._comparisons, self._pairs, query, variants)
            if page is not None:
                return page
        if path == RECOMMENDED_PAGE:
            page = recommended_page(self.snapshot, self._recommendations, query, variants)
            if page is not None:
                return page
        if (page := self._list_pages.record(path, query, variants)) is not None:
            return page
        type = self._types.get(path)
        if type is not None:
            return self._lists.list_page(type, list_request(query), variants)
        if (query or BETWEEN in path) and (record := self._composed(path, query, variants)) is not None:
            return record
        if "." in path and (record := self._linked.record(path, query, variants)) is not None:
            return record
        # An escaped question mark is part of the path; in the keys of the store it begins the query of a list's page.
        return self._stored(path, variants) if "?" not in path else None

    def _composed(self, path: str, query: bytes, variants: Sequence[bytes]) -> Record | None:
        """The record at a path whose answer depends on the query; None where it is the stored one; raises BadRequest."""
        if path == BODY_PATH or path.startswith(CURVES):
            drawn = self._figures.file(query) if path == BODY_PATH else self._calculations.drawing(path, query)
            return composed_body(drawn, (), variants, "image/svg+xml") if drawn is not None else None
        if (drawn := self._pairs.file(path, query)) is not None:
            return composed_body(drawn, (), variants, "image/svg+xml")
        matched = route(path)
        if matched is None:
            return None
        values, links = matched.values, tuple[str, ...]()
        body: bytes | None = None
        if matched.operation is CALCULATOR:
            body = self._calculations.body(values["slug"], query)
            links = (alternate(f"{self.info.site_url}{calculator_path(values['slug'])}"),)
        elif matched.operation is COMPARISON:
            body = self._comparisons.body(values["slug"], query)
            links = (alternate(f"{self.info.site_url}{compare_path(values['slug'].split(BETWEEN))}"),)
        elif matched.operation is RECOMMENDATIONS:
            body = self._recommendations.body(values["goal"], query)
        elif matched.operation is ENTITY and values["type"] in self.info.lists:
            body = self._entity(path, values["type"], query)
            links = (alternate(f"{self.info.lists[values['type']].page}/{values['slug']}"),)
        return composed_body(body, links, variants) if body is not None else None

    def _entity(self, path: str, type: str, query: bytes) -> bytes | None:
        """What is asked for of an entity: its values in a scope and year, its fields, the facts of what it is linked with."""
        asked = entity_request(query)
        body = self.snapshot.body(path) if asked != EntityRequest() else None
        if body is None:
            return None
        if asked.scope or asked.as_of:
            body = self._versions.body(body, asked)
        if asked.selection:
            self._selections.check(asked.selection, (type,))
            body = self._selections.items((body,), asked.selection)[1:-1]
        return body

    def _stored(self, path: str, variants: Sequence[bytes]) -> Record | None:
        record = self.snapshot.best(path.encode(), variants)
        return (record,) if record is not None else None

    def _search(self, query: bytes, variants: Sequence[bytes]) -> Record | None:
        asked = search_request(query, self.info.lists)
        hits = self._hits(asked.words, asked.type, (asked.page - 1) * asked.size, asked.size)
        additions = self._additions(asked, hits)
        before, after = frame(hits.total, asked.page, asked.size, query=asked.q, additions=additions)
        words = f"q={quote(asked.q, safe='')}"
        links = page_links(SEARCH.path, f"{words}{asked.others}&", hits.total, asked.page, asked.size)
        page = alternate(f"{self.info.site_url}{SEARCH_PAGE}?{words}")
        items = self.snapshot.items(hits.numbers)
        types = (asked.type,) if asked.type else ()
        marks: Iterable[Marked | None] = ()
        if asked.selection and MATCHED in asked.selection.fields:
            texts = matched(self.snapshot, self.searcher, hits.asked, hits.numbers, items)
            marks = (text for _, text in texts)
        return self._lists.page((before, after), items, (*links, page), asked.selection, types, variants, marks)

    def answers(self, words: str, hits: Hits) -> list[DirectAnswer]:
        """The direct answers to the words of a search."""
        return answers(self._answerer, words, hits.corrections)

    def unknown(self, words: str, hits: Hits) -> tuple[str, ...]:
        """The words of a search that name nothing and ask for nothing, so that no answer can be to them."""
        return unknown_words(self._answerer, words, hits.corrections)

    def calculator_called(self, name: str) -> str | None:
        """The slug of the calculator of a name, as questions name it, or None."""
        return self._answerer.lexicon.calculators.get(name_of(chunks(name)))

    def filter_names(self, type: str) -> list[str]:
        """The facts and relations by which a list is filtered."""
        return [*self._filters.keys((type,), relations=False), *self._filters.keys((type,), relations=True)]

    def body(self, path: str, query: bytes = b"") -> bytes:
        """What is answered at a path, without HTTP around it; raises BadRequest, and NotThere with the advice of a 404."""
        pieces = self.find(path, query, (IDENTITY,))
        if pieces is None:
            advice = self._adviser.advise(path)
            if advice.location:
                return self.body(advice.location, query)
            raise NotThere(advice.text())
        record = b"".join(pieces)
        return record[record.index(b"\r\n\r\n") + 4 :]

    def _additions(self, asked: SearchRequest, hits: Hits) -> SearchAdditions:
        """What a search says beside its results; where it is asked for some fields of these only, just the counts asked for."""
        counted_by = asked.facets or (() if asked.selection else ("type", "sport"))
        facets = self.searcher.facets(asked.words, asked.type) if hits.total and counted_by else []
        return SearchAdditions(
            answers=self.answers(asked.words, hits) or UNSET,
            corrections=[Correction(typed=typed, read_as=read_as) for typed, read_as in hits.corrections] or UNSET,
            not_found=list(hits.not_found) or UNSET,
            facets=[facet for facet in facets if facet.key in counted_by] or UNSET,
        )

    def answer(self, request: Request, absent: bool = False) -> Response:
        """The answer to any request; never raises for what a client sent. `absent` says that `find` has returned None for it."""
        if request.method == "OPTIONS":
            return Response(204, preflight_head(), b"")
        if request.method not in ("GET", "HEAD"):
            message = f"no method {shown(request.method)}; use {METHODS}"
            return self._error(request, 405, message, cache=NEVER, fields={"allow": METHODS})
        path = request.path
        if path.rstrip("/") in (ROOT, f"{ROOT}{ROOT}"):
            return _redirect(TYPE_LIST.path, b"")
        if path != "/" and path.endswith("/") and not path.startswith("//"):
            return _redirect(request.raw_path.rstrip("/") or "/", request.query)
        if not path.startswith(f"{ROOT}{ROOT}/"):
            form = self._linked.preferred(path, request.headers.get("accept"))
            return self._at(request, form) if form else self._get(request, path, absent)
        # The service is mounted at its base path as well, where a client ends up that joins it with an operation's path.
        return self._at(request, path.removeprefix(ROOT), absent)

    def _at(self, request: Request, canonical: str, absent: bool = False) -> Response:
        """The answer at another path than the one asked for, which it names."""
        answer = self._get(request, canonical, absent)
        if answer.status not in (200, 304):
            return answer
        query = "?" + request.query.decode("latin-1") if request.query else ""
        return Response(answer.status, located((canonical + query).encode("latin-1")) + answer.head, answer.body)

    def _get(self, request: Request, path: str, absent: bool) -> Response:
        if absent:
            return self._missing(request, path)
        admitted = variants(request.headers.get("accept-encoding"))
        try:
            pieces = self.find(path, request.query, admitted)
            if pieces is None and (admitted == (IDENTITY,) or self.find(path, request.query, (IDENTITY,)) is None):
                return self._missing(request, path)
        except BadRequest as error:
            return self.refused(request, error)
        if pieces is None:
            return self._error(request, 406, "none of the accepted content codings is available; accept `identity` too")
        record = b"".join(pieces)
        media_type = media_type_of(record)
        if not accepts(request.headers.get("accept"), media_type):
            others = "".join(f" or {other}" for other in self._linked.offered(path))
            message = f"this is available as {media_type}{others} only; send `Accept: {media_type}`"
            return self._error(request, 406, message)
        if matches(request.headers.get("if-none-match"), entity_tag_of(record)):
            return Response(304, unmodified(record), b"")
        end = record.index(b"\r\n\r\n") + 2
        return Response(200, record[:end], record[end + 2 :])

    def refused(self, request: Request, error: BadRequest) -> Response:
        """400, to a request with a parameter that is missing, malformed or out of range."""
        return self._error(request, 400, str(error))

    def unavailable(self, request: Request) -> Response:
        """503, while the bytes of an answer cannot be had."""
        message = "the records are not available at the moment; try again in a few seconds"
        return self._error(request, 503, message, cache=NEVER, fields={"retry-after": "5"})

    def _missing(self, request: Request, path: str) -> Response:
        """404 with the nearest known name; an address that has moved leads to where it went."""
        advice = self._adviser.advise(path)
        if advice.location:
            return _redirect(advice.location, request.query)
        words = path.rpartition("/")[2].replace("-", " ")
        page = {
            "heading": "Nothing here",
            "advice": advice.html(),
            "others": advice.list_html(),
            "query": escape(words),
        }
        return self._error(request, 404, advice.text(), page)

    def _error(
        self,
        request: Request,
        status: int,
        message: str,
        page: Mapping[str, str] = {},
        cache: str = BRIEFLY,
        fields: Mapping[str, str] = {},
    ) -> Response:
        """An error in the form of its address: JSON in the interface, else a page, which may say more, as HTML."""
        if is_api(request.path) or not self.info.error_page:
            return error_in_json(status, message, cache, fields)
        said = {
            "status": str(status),
            "heading": f"Error {status}",
            "message": escape(message),
            "advice": in_html(message),
        }
        said |= {"others": "", "query": "", **page}
        html = _BLANK.sub(lambda blank: said[blank[1]], self.info.error_page).encode()
        return Response(status, error_head(cache, HTML, len(html), fields), html)


def located(target: bytes) -> bytes:
    """The header line that names the canonical target of what was asked for by another."""
    return b"content-location: %b\r\n" % target


def error_in_json(status: int, message: str, cache: str, fields: Mapping[str, str] = {}) -> Response:
    """An error as the interface declares it; `fields` are further header fields."""
    body = encode(Error(error=message, status=status))
    return Response(status, error_head(cache, "application/json", len(body), fields), body)


def _redirect(path: str, query: bytes) -> Response:
    """308 to another path of this service, which is escaped as far as it must be; never to another host."""
    # Two slashes at the start would name a host, and a line end in the query would begin a header field of the client's.
    location = quote("/" + path.lstrip("/"), safe=_UNESCAPED) + ("?" + query.decode("latin-1") if query else "")
    return Response(308, redirect_head(location.replace("\r", "").replace("\n", "")), b"")
