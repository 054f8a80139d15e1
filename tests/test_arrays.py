"""Arrays of whole numbers in the index."""

from __future__ import annotations

from array import array

import hypothesis.strategies as st
from hypothesis import given

from sportlore.index.arrays import packed, unpacked
from sportlore.search import Document, linked

NUMBERS = st.lists(st.integers(0, 0xFFFFFFFF))


@given(NUMBERS)
def test_an_array_is_read_as_it_was_written(numbers: list[int]) -> None:
    assert list(unpacked(packed(array("I", numbers)))) == numbers


@given(st.lists(st.lists(st.integers(0, 3), unique=True), min_size=4, max_size=4))
def test_the_links_of_each_document_are_read_as_they_were_written(links: list[list[int]]) -> None:
    documents = [
        Document(f"sport/{n}", "sport", "A", linked=tuple(f"sport/{other}" for other in others))
        for n, others in enumerate(links)
    ]
    stored = linked.pack(documents)
    assert [list(linked.of(stored, len(documents), number)) for number in range(len(documents))] == links
