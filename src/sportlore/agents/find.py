"""`find`: what the catalogue has on some words."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

import msgspec
from msgspec import Meta, Struct

from sportlore.agents.results import LISTED, Output, Reference, Result, cut, fitted, not_known, read
from sportlore.contract.operations import SEARCH
from sportlore.server.answer import Responder

_LONGEST_DESCRIPTION = 140


class FindInput(Struct, frozen=True, forbid_unknown_fields=True):
    """Words, and which of the results."""

    words: Annotated[str, Meta(min_length=1, max_length=200, description="Names or words, in any order.")]
    type: Annotated[str, Meta(description="Only entities of this type, such as `sport` or `exercise`.")] | None = None
    page: Annotated[int, Meta(ge=1, le=1_000)] = 1
    limit: Annotated[int, Meta(ge=1, le=20, description="Results on a page.")] = 5


class FindOutput(Output, frozen=True):
    """The results, best first."""

    total: int
    results: list[Reference]
    not_found: Annotated[list[str], Meta(description="Words that nothing has.")] = []


class _Hit(Struct, frozen=True):
    id: str
    name: str
    url: str
    description: str = ""


class _Page(Struct, frozen=True):
    total: int


class _Hits(Struct, frozen=True, rename="camel"):
    data: list[_Hit]
    pagination: _Page
    not_found: list[str] = []


def find(responder: Responder, asked: FindInput) -> Result:
    """A page of the results of a search, each with its id and what it is."""
    fields = {"fields": "id,name,description,url", "page": asked.page, "pageSize": asked.limit}
    query = urlencode({"q": asked.words, **({"type": asked.type} if asked.type else {}), **fields})
    hits = read(responder, SEARCH.path, _Hits, query.encode())
    references = [Reference(id=hit.id, name=hit.name, url=hit.url) for hit in hits.data]
    data = FindOutput(total=hits.pagination.total, results=references, not_found=hits.not_found)
    if not hits.data:
        missing = hits.not_found or [asked.words]
        return Result(not_known(missing, ()) if asked.page == 1 else "no further results", data)
    lines = [f"{hit.name} ({hit.id}): {cut(hit.description, _LONGEST_DESCRIPTION)}" for hit in hits.data]
    kept, left = fitted(lines, LISTED)
    first = (asked.page - 1) * asked.limit + 1
    last = first + len(kept) - 1
    kept.insert(0, f"{first}–{last} of {hits.pagination.total:,}; read one with `get`:")
    return Result("\n".join(kept), msgspec.structs.replace(data, results=references[: len(references) - left]))
