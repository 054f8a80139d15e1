"""Arrays of whole numbers in the index."""

from __future__ import annotations

from array import array

import hypothesis.strategies as st
from hypothesis import given

from sportlore.search.arrays import Rows, packed, row, unpacked

NUMBERS = st.lists(st.integers(0, 0xFFFFFFFF))


@given(NUMBERS)
def test_an_array_is_read_as_it_was_written(numbers: list[int]) -> None:
    assert list(unpacked(packed(array("I", numbers)))) == numbers


@given(st.lists(NUMBERS, min_size=1, max_size=5))
def test_the_array_of_each_document_is_read_as_it_was_added(arrays: list[list[int]]) -> None:
    rows = Rows()
    for numbers in arrays:
        rows.add(packed(array("I", numbers)))
    assert [list(row(rows.value(), len(arrays), number)) for number in range(len(arrays))] == arrays
