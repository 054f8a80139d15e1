"""Pages of lists, put together from ready bytes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.contract.paging import compose, frame, page_links


@given(st.lists(st.dictionaries(st.text(max_size=5), st.integers()), max_size=5), st.text(max_size=10))
def test_a_composed_page_is_what_an_encoder_would_write(items: list[dict[str, int]], query: str) -> None:
    encoded = [json.dumps(item).encode() for item in items]
    listed = json.loads(compose(encoded, 41, 3, 20, meta='{"lang":"en"}'))
    pagination = {"page": 3, "pageSize": 20, "total": 41, "totalPages": 3}
    assert listed == {"data": items, "pagination": pagination, "meta": {"lang": "en"}}
    found = json.loads(compose(encoded, 0, 1, 7, query=query))
    assert found == {
        "query": query,
        "data": items,
        "pagination": {"page": 1, "pageSize": 7, "total": 0, "totalPages": 0},
    }


@given(st.integers(0, 500), st.integers(1, 60), st.integers(1, 100))
def test_links_lead_only_to_pages_that_exist(total: int, page: int, size: int) -> None:
    last = max(1, -(-total // size))
    rels = {link.rpartition('rel="')[2][:-1]: link for link in page_links("/p", "q=a%20b&", total, page, size)}
    assert {"first", "last"} <= set(rels)
    assert ("next" in rels) == (page < last)
    assert ("prev" in rels) == (page > 1)
    assert all("q=a%20b" in link for link in rels.values())
    assert f"page={last}>" in rels["last"]


def test_a_page_is_framed_to_the_byte() -> None:
    assert compose([b'{"id":"a/b"}', b"{}"], 1, 1, 20, meta="{}") == (
        b'{"data":[{"id":"a/b"},{}],"pagination":{"page":1,"pageSize":20,"total":1,"totalPages":1},"meta":{}}'
    )
    assert frame(41, 3, 20, query='a"b') == (
        b'{"query":"a\\"b","data":[',
        b'],"pagination":{"page":3,"pageSize":20,"total":41,"totalPages":3}}',
    )


@pytest.mark.parametrize(
    ("total", "page", "size", "links"),
    [
        (60, 2, 20, ["first=page=1", "prev=page=1", "next=page=3", "last=page=3"]),
        (60, 1, 20, ["first=page=1", "next=page=2", "last=page=3"]),
        (60, 3, 20, ["first=page=1", "prev=page=2", "last=page=3"]),
        (61, 4, 20, ["first=page=1", "prev=page=3", "last=page=4"]),
        (60, 9, 20, ["first=page=1", "prev=page=3", "last=page=3"]),
        (0, 1, 20, ["first=page=1", "last=page=1"]),
        (3, 2, 1, [f"{rel}=pageSize=1&page={n}" for rel, n in (("first", 1), ("prev", 1), ("next", 3), ("last", 3))]),
    ],
)
def test_links_of_a_page(total: int, page: int, size: int, links: list[str]) -> None:
    found = page_links("/p", "q=a&", total, page, size)
    pairs = [link.split("=", 1) for link in links]
    assert found == [f'</p?q=a&{query}>; rel="{rel}"' for rel, query in pairs]
