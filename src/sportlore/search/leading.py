"""The documents that lead, in order once more: by their wordings and by what they are linked with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sportlore.index.store import IndexStore
from sportlore.search import linked, wordings
from sportlore.search.bonuses import MOST_PAIRED
from sportlore.search.keys import LINKED, WORDING
from sportlore.search.matching import Match
from sportlore.search.words import family

MOST = 24
"""Documents that are compared with the query once more: those that lead by all else."""
_LINKING, _SHARE = 5, 25
"""What is linked with one of the first 5 documents gains a 25th of that one's points."""
GAINS = "nearest wording", "in many wordings", "linked with the first"
"""What is gained, in the order of the numbers of `Leading`."""


class Leading(NamedTuple):
    """The numbers of the documents that lead, in their order, and what each gains."""

    numbers: Sequence[int]
    gained: Mapping[int, tuple[int, int, int]]

    @property
    def nearest(self) -> int:
        """The most that one gains by the wording that comes nearest."""
        return max(nearest for nearest, *_ in self.gained.values())


def in_order(
    store: IndexStore,
    count: int,
    matches: Sequence[Match],
    numbers: Sequence[int],
    ranks: Sequence[int],
    points: Sequence[int],
) -> Leading:
    """Documents in order: each with the rank of the set that it is in, and the points of its words."""
    asked = [
        (value, match.rarity)
        for match in matches[:MOST_PAIRED]
        if (value := store.value(WORDING + family(match.read_as).encode())) is not None
    ]
    nearest, often = wordings.gains(asked, numbers)
    # so that the best comes first: -rank, -points, number
    worded = sorted(
        [
            (-rank, -sum(gained), number)
            for number, rank, *gained in zip(numbers, ranks, points, nearest, often, strict=True)
        ]
    )
    gain_by_links = by_links(store, count, [(number, -less) for _, less, number in worded])
    order = sorted([(rank, less - gain_by_links[number], number) for rank, less, number in worded])
    gained = zip(nearest, often, map(gain_by_links.__getitem__, numbers), strict=True)
    return Leading([number for *_, number in order], dict(zip(numbers, gained, strict=True)))


def by_links(store: IndexStore, count: int, ordered: Sequence[tuple[int, int]]) -> dict[int, int]:
    """What documents gain by links with the first five of them, by their numbers: what belongs together comes together.

    `ordered` are their numbers and points, best first. Each gains a 25th of the points of every one of the first five that it is
    linked with, as these stood before any gain: of [(7, 100), (2, 50)], linked with each other, 7 gains 2 and 2 gains 4.
    A document that is linked with the sixth alone gains nothing.
    """
    gains = dict.fromkeys([number for number, _ in ordered], 0)
    packed = store.value(LINKED)
    if packed is not None:
        for first, points in ordered[:_LINKING]:
            for number in gains.keys() & linked.of(packed, count, first):
                gains[number] += points // _SHARE
    return gains
