"""Bitmaps and bit-sliced scores against sets and sums."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sportlore.search.bitmaps import add, best, numbers, pack, unpack

SETS = st.sets(st.integers(0, 5_000), max_size=60) | st.sets(st.integers(0, 80), max_size=60)
SCORES = st.lists(st.tuples(st.integers(0, 5), st.sets(st.integers(0, 40))), max_size=12)


@given(SETS)
def test_a_set_comes_back_from_its_bytes(members: set[int]) -> None:
    assert numbers(unpack(pack(sorted(members))), 10_000) == sorted(members)
    assert unpack(memoryview(pack(sorted(members)))) == unpack(pack(sorted(members)))


@given(SETS)
def test_a_set_takes_no_more_bytes_than_its_bits(members: set[int]) -> None:
    assert len(pack(sorted(members))) <= max(members, default=0) // 8 + 2


@given(SCORES, st.sets(st.integers(0, 40)), st.integers(0, 45), st.integers(1, 45))
def test_the_best_are_those_of_a_stable_sort_by_sums(
    added: list[tuple[int, set[int]]], candidates: set[int], offset: int, limit: int
) -> None:
    planes: list[int] = []
    scores = dict.fromkeys(range(41), 0)
    for bit, members in added:
        add(planes, bit, sum(1 << n for n in members))
        for n in members:
            scores[n] += 2**bit
    expected = sorted(sorted(candidates), key=lambda n: -scores[n])
    assert best(planes, sum(1 << n for n in candidates), offset, limit) == expected[offset : offset + limit]
