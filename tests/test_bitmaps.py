"""Bitmaps and bit-sliced scores against sets and sums."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from sportlore.index.bitmaps import (
    Narrowing,
    add,
    add_planes,
    at_least,
    best,
    equal,
    numbers,
    of_group,
    pack,
    pack_fields,
    pack_group,
    scores_of,
    split_fields,
    unpack,
)

SETS = st.sets(st.integers(0, 5_000), max_size=60) | st.sets(st.integers(0, 80), max_size=60)
SCORES = st.lists(st.tuples(st.integers(0, 5), st.sets(st.integers(0, 40))), max_size=12)


@given(SETS)
def test_a_set_comes_back_from_its_bytes(members: set[int]) -> None:
    assert numbers(unpack(pack(sorted(members))), 10_000) == sorted(members)
    assert unpack(memoryview(pack(sorted(members)))) == unpack(pack(sorted(members)))


@given(st.dictionaries(st.integers(0, 8), SETS))
def test_sets_come_back_with_their_fields(sets: dict[int, set[int]]) -> None:
    packed = pack_fields({field: sorted(members) for field, members in sets.items()})
    unpacked = [(field, unpack(members)) for field, members in split_fields(packed)]
    assert unpacked == [(field, of(members)) for field, members in sorted(sets.items()) if members]


NAMES = st.text(st.sampled_from("ab1é"), min_size=1, max_size=3)


@given(st.dictionaries(NAMES, st.binary(max_size=9)), NAMES)
def test_a_set_comes_back_from_its_group(sets: dict[str, bytes], name: str) -> None:
    group = memoryview(pack_group(sets))
    assert {name: of_group(group, name) for name in sets} == sets
    assert of_group(group, name) == sets.get(name)


def test_what_looks_like_a_name_in_a_set_is_none() -> None:
    assert of_group(pack_group({"a": b"\nb 0 1\n"}), "b") is None


@given(SETS)
def test_a_set_takes_no_more_bytes_than_its_bits(members: set[int]) -> None:
    assert len(pack(sorted(members))) <= max(members, default=0) // 8 + 2


@given(SETS, st.sets(st.integers(0, 5_000), max_size=80))
def test_a_set_is_narrowed_to_some_numbers(members: set[int], some: set[int]) -> None:
    kept = sorted(some)
    assert Narrowing(kept)(pack(sorted(members))) == of(kept.index(number) for number in members & some)


@given(st.sets(st.integers(0, 60_000), max_size=60), st.integers(0, 70))
def test_the_first_numbers_of_a_large_set_are_read(members: set[int], most: int) -> None:
    assert numbers(of(members), most) == sorted(members)[:most]


def added_up(added: list[tuple[int, set[int]]]) -> tuple[list[int], dict[int, int]]:
    """The same scores bit-sliced and number by number."""
    planes: list[int] = []
    scores = dict.fromkeys(range(41), 0)
    for bit, members in added:
        add(planes, 2**bit, of(members))
        for n in members:
            scores[n] += 2**bit
    return planes, scores


def of(members: Iterable[int]) -> int:
    """A set as bits."""
    return sum(1 << n for n in members)


@given(SCORES, st.sets(st.integers(0, 40)), st.integers(0, 45), st.integers(1, 45))
def test_the_best_are_those_of_a_stable_sort_by_sums(
    added: list[tuple[int, set[int]]], candidates: set[int], offset: int, limit: int
) -> None:
    planes, scores = added_up(added)
    expected = sorted(sorted(candidates), key=lambda n: -scores[n])
    assert best(planes, of(candidates), offset, limit) == expected[offset : offset + limit]


@given(st.sets(st.integers(0, 400)), st.integers(0, 400), st.integers(0, 9))
def test_of_equal_scores_any_page_is_read(candidates: set[int], offset: int, limit: int) -> None:
    planes = [of(candidates), 0, of(range(400))]
    assert (
        best(planes, of(candidates), offset, limit)
        == (sorted(candidates - {400}) + sorted(candidates & {400}))[offset : offset + limit]
    )


@given(SCORES, SCORES, st.integers(0, 100), st.sets(st.integers(0, 40)))
def test_scores_add_up(
    first: list[tuple[int, set[int]]], second: list[tuple[int, set[int]]], constant: int, members: set[int]
) -> None:
    (planes, scores), (others, further) = added_up(first), added_up(second)
    add_planes(planes, others)
    add(planes, constant, of(members))
    expected = {n: scores[n] + further[n] + constant * (n in members) for n in scores}
    assert dict(zip(scores, scores_of(planes, list(scores)), strict=True)) == expected


@given(SCORES, st.integers(0, 200))
def test_scores_are_compared_with_a_number(added: list[tuple[int, set[int]]], least: int) -> None:
    planes, scores = added_up(added)
    assert at_least(planes, least, of(scores)) == of(n for n in scores if scores[n] >= least)


@given(SCORES, SCORES)
def test_scores_are_compared_with_each_other(
    first: list[tuple[int, set[int]]], second: list[tuple[int, set[int]]]
) -> None:
    (planes, scores), (others, further) = added_up(first), added_up(second)
    assert equal(planes, others, of(scores)) == of(n for n in scores if scores[n] == further[n])
