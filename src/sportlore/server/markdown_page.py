"""The Markdown twin of a page, at its address with `.md` behind it: what the answers say that the page names as its data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from sportlore.contract import schemas
from sportlore.contract.operations import ATLAS, ENTITY_LIST
from sportlore.contract.paging import LARGEST_PAGE_SIZE
from sportlore.contract.record import IDENTITY, media_type_of
from sportlore.contract.routes import route
from sportlore.markdown import markdown
from sportlore.snapshot import Generation

_HOME = "/index"
_API = re.compile(rb'<(/v1/[^>]+)>; rel="alternate"; type="application/json"')

Body = Callable[[str, bytes], bytes]
"""The body of the interface at a path, for a query."""


def markdown_page(snapshot: Generation, body: Body, path: str) -> bytes | None:
    """The twin of the page at a path without its ending; None where there is no page, or none that has data."""
    page = snapshot.get("/" if path == _HOME else path, IDENTITY)
    if page is None or media_type_of(page) != "text/html":
        return None
    answers = _API.findall(page[: page.index(b"\r\n\r\n")])
    texts = [text for answer in answers for text in _texts(body, answer.decode(), path.rpartition("/")[2])]
    return "\n".join(texts).encode() if texts else None


def _texts(body: Body, path: str, name: str) -> Iterator[str]:
    """The texts of an answer, of a list all of its pages; of the atlas only the dimension of this name, if it is one."""
    matched = route(path)
    if matched is None:
        return
    if matched.operation is ENTITY_LIST:
        total, page = 1, 0
        while page * LARGEST_PAGE_SIZE < total:
            page += 1
            listed = body(path, f"page={page}&pageSize={LARGEST_PAGE_SIZE}".encode())
            total = msgspec.json.decode(listed, type=schemas.ResourceList).pagination.total
            yield markdown(listed, schemas.ResourceList)
        return
    answer = body(path, b"")
    if matched.operation is ATLAS:
        dimensions = msgspec.json.decode(answer, type=schemas.AtlasList).data or []
        named = [dimension for dimension in dimensions if dimension.slug == name]
        answer = schemas.encode(schemas.AtlasList(data=named or dimensions))
    yield markdown(answer, matched.operation.body)
