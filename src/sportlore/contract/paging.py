"""Pages of a list, put together from ready bytes: the same bytes at build and at request."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sportlore.contract.schemas import Pagination, SearchAdditions, encode

PAGE_SIZE = 20
LARGEST_PAGE_SIZE = 100
LAST_PAGE = 1_000_000


def compose(
    items: Sequence[bytes], total: int, page: int, size: int, meta: str | None = None, query: str | None = None
) -> bytes:
    """The body of a page: a ResourceList with `meta`, or a SearchResult with `query`.

    compose([b'{"id":"a/b"}'], 1, 1, 20, meta="{}") ->
    b'{"data":[{"id":"a/b"}],"pagination":{"page":1,"pageSize":20,"total":1,"totalPages":1},"meta":{}}'
    """
    before, after = frame(total, page, size, meta, query)
    return before + b",".join(items) + after


def frame(
    total: int,
    page: int,
    size: int,
    meta: str | None = None,
    query: str | None = None,
    additions: SearchAdditions | None = None,
) -> tuple[bytes, bytes]:
    """What stands before and after the items of a page."""
    pagination = encode(Pagination(page=page, page_size=size, total=total, total_pages=-(-total // size)))
    head = b'{"query":' + msgspec.json.encode(query) + b"," if query is not None else b"{"
    tail = b',"meta":' + meta.encode() if meta is not None else b""
    more = encode(additions)[1:-1] if additions is not None else b""
    return head + b'"data":[', b'],"pagination":' + pagination + tail + (b"," + more if more else b"") + b"}"


def page_links(path: str, others: str, total: int, page: int, size: int) -> list[str]:
    """The Link values first, prev, next and last of a page; `others` are its other parameters, each with `&` after it.

    page_links("/v1/entities/sport", "", 60, 2, 20)[1] -> '</v1/entities/sport?page=1>; rel="prev"'
    """
    last = max(1, -(-total // size))
    numbers = {"first": 1, "prev": min(page - 1, last), "next": page + 1, "last": last}
    sized = "" if size == PAGE_SIZE else f"pageSize={size}&"
    return [f'<{path}?{others}{sized}page={n}>; rel="{rel}"' for rel, n in numbers.items() if 1 <= n <= last]
