"""Pages of lists, put together from ready bytes."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from sportlore.contract.paging import compose, page_links


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
