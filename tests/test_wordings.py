"""What documents gain by their wordings, against a plain count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from sportlore.search.wordings import gains, pack, positions

FAMILIES = st.sampled_from("abcdef")
WORDING = st.lists(FAMILIES, max_size=5, unique=True).map(tuple)
DOCUMENTS = st.lists(st.lists(WORDING, max_size=20), min_size=1, max_size=6)


def packed(documents: Sequence[Sequence[tuple[str, ...]]]) -> dict[str, bytes]:
    """Where each family stands."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, wordings in enumerate(documents):
        for position, wording in positions(number, wordings):
            for family in wording:
                found[family].append(position)
    return {family: pack(sorted(some)) for family, some in found.items()}


def nearest(wordings: Sequence[tuple[str, ...]], rarities: dict[str, int]) -> int:
    """Eight times the best wording that shares a family: the rarities of what is shared, less eight for each that is not."""
    shared = [wording for wording in wordings if rarities.keys() & set(wording)]
    gains = [sum(rarities.get(family, -8) for family in wording) for wording in shared]
    return 8 * max(0, *gains) if gains else 0


def often(wordings: Sequence[tuple[str, ...]], rarities: dict[str, int]) -> int:
    """Twice the rarity of each family for each time that the number of wordings with it doubles: 1, 2, 4, 8."""
    held = {family: sum(family in wording for wording in wordings) for family in rarities}
    return sum(
        2 * rarities[family] * len([size for size in (1, 2, 4, 8) if count >= size]) for family, count in held.items()
    )


@given(DOCUMENTS, st.dictionaries(FAMILIES, st.integers(5, 25), max_size=4))
def test_the_nearest_wording_counts_and_words_in_many(
    documents: list[list[tuple[str, ...]]], rarities: dict[str, int]
) -> None:
    stands = packed(documents)
    asked = [(stands[family], rarity) for family, rarity in rarities.items() if family in stands]
    numbers = list(range(len(documents)))[::-1]
    assert gains(asked, numbers) == (
        [nearest(documents[number], rarities) for number in numbers],
        [often(documents[number], rarities) for number in numbers],
    )


def test_wordings_beyond_the_last_that_has_a_number_do_not_count() -> None:
    wordings = [("a",)] * 64 + [("b",)]
    assert packed([wordings]).keys() == {"a"}


def test_a_long_wording_counts_as_one_of_fifteen() -> None:
    long = tuple(f"w{i}" for i in range(20))
    assert gains([(packed([[long]])["w3"], 25 + 8 * 14)], [0])[0] == [8 * 25]
