"""Entities and lists in the forms of linked data and text, by ending or as `Accept` prefers: composed of the stored answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import msgspec

from sportlore.contract.composition import composed_body
from sportlore.contract.headers import alternate
from sportlore.contract.operations import ENTITY, ENTITY_LIST
from sportlore.contract.paging import page_links
from sportlore.contract.parameters import list_request
from sportlore.contract.record import IDENTITY, Record
from sportlore.contract.routes import route
from sportlore.contract.schemas import Resource, ResourceList
from sportlore.linked.forms import CSV_TYPE, ENDINGS, FORMS, MARKDOWN, MARKDOWN_TYPE, Publisher, names_form, publisher
from sportlore.linked.table import csv_text, type_table
from sportlore.markdown import markdown
from sportlore.model import Vocabulary
from sportlore.server.lists import Lists
from sportlore.server.markdown_page import Body, markdown_page
from sportlore.server.negotiation import preferred
from sportlore.snapshot import Generation

_RESOURCE, _LIST = msgspec.json.Decoder(Resource), msgspec.json.Decoder(ResourceList)


class LinkedData:
    """The other forms of what a snapshot holds."""

    def __init__(self, snapshot: Generation, vocabulary: Callable[[], Vocabulary], lists: Lists, body: Body) -> None:
        """`body` is that of the interface at a path, for a query."""
        self._snapshot = snapshot
        self._vocabulary = vocabulary
        self._lists = lists
        self._body = body
        self._types = {
            index.page.removeprefix(snapshot.info.site_url): type for type, index in snapshot.info.lists.items()
        }

    @cached_property
    def _publisher(self) -> Publisher:
        return publisher(self._vocabulary(), self._snapshot.info.site_url)

    def preferred(self, path: str, accept: str | None) -> str:
        """The path of the form that a request prefers; empty where it is the one at the path itself.

        preferred("/sports/tennis", "text/turtle, text/html;q=0.5") -> "/sports/tennis.ttl"
        """
        if accept is None or not names_form(accept):
            return ""
        usual = "application/json" if route(path) is not None else "text/html"
        chosen = preferred(accept, usual, self.offered(path))
        return "" if chosen == usual else f"{path}.{ENDINGS[chosen]}"

    def offered(self, path: str) -> list[str]:
        """The media types of the other forms of what is at a path."""
        matched = route(path)
        if matched is not None and matched.operation is ENTITY_LIST:
            return [CSV_TYPE.partition(";")[0]]
        if self._entity(path):
            return [media_type for media_type, ending in ENDINGS.items() if ending in (*FORMS, MARKDOWN)]
        return [type for type, ending in ENDINGS.items() if self._snapshot.entry(f"{path}.{ending}".encode())]

    def record(self, path: str, query: bytes, variants: Sequence[bytes]) -> Record | None:
        """The record of a form by its ending; None where the path has none, or nothing is there; raises BadRequest."""
        stem, _, ending = path.rpartition(".")
        if ending == MARKDOWN:
            text = self._markdown(stem)
            return composed_body(text, (alternate(stem),), variants, MARKDOWN_TYPE) if text is not None else None
        if ending in FORMS and (address := self._entity(stem)):
            body = self._snapshot.body(address)
            if body is None:
                return None
            written, form = FORMS[ending].write(_RESOURCE.decode(body), self._publisher), FORMS[ending]
            return composed_body(written, (alternate(stem),), variants, form.media_type)
        matched = route(stem)
        if ending == "csv" and matched is not None and matched.operation is ENTITY_LIST:
            return self._table(matched.values["type"], query, variants)
        return None

    def _markdown(self, path: str) -> bytes | None:
        """The text of a page, or of the answer for an entity."""
        matched = route(path)
        if matched is None:
            return markdown_page(self._snapshot, self._body, path)
        body = self._snapshot.body(path) if matched.operation is ENTITY else None
        return markdown(body, Resource).encode() if body is not None else None

    def _table(self, type: str, query: bytes, variants: Sequence[bytes]) -> Record | None:
        """A page of a list as CSV: the same entities as in JSON, with all facts and links as columns."""
        asked = msgspec.structs.replace(list_request(query), selection=None, facets=())
        listed = type in self._snapshot.info.lists and self._lists.list_page(type, asked, (IDENTITY,))
        if not listed:
            return None
        page = _LIST.decode(b"".join(listed).partition(b"\r\n\r\n")[2])
        path = f"{ENTITY_LIST.at(type=type)}.csv"
        links = page_links(path, asked.others, page.pagination.total, asked.page, asked.size)
        written = csv_text(type_table(type, page.data, self._publisher.vocabulary)).encode()
        return composed_body(written, links, variants, CSV_TYPE)

    def _entity(self, path: str) -> str:
        """The path of the answer for the entity of a page or of an answer; empty for other paths."""
        parent, _, slug = path.rpartition("/")
        if (type := self._types.get(parent)) is not None:
            return ENTITY.at(type=type, slug=slug)
        matched = route(path)
        return path if matched is not None and matched.operation is ENTITY else ""
