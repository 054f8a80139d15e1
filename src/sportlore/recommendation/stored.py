"""What recommendations for somebody read of the catalogue, in the store of a snapshot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from msgspec import Raw, Struct

from sportlore.contract.record import Buffer
from sportlore.recommendation.choice import Candidate

_ENTRY = b"\0recommended\0"
"""How the key of a goal in the store of a snapshot begins."""


class StoredGoal(Struct, frozen=True, array_like=True):
    """All that serves a goal, best first.

    `bodies` are the items of the answer in the order of the candidates, `names` those of the ids and terms that limits name,
    `places` the terms for where something is done, and `safety` what the pages of the goal and of conditions say of it, by id.
    """

    id: str
    candidates: tuple[Candidate, ...]
    bodies: tuple[Raw, ...]
    limits: Mapping[str, int]
    names: Mapping[str, str]
    places: tuple[str, ...]
    safety: Mapping[str, Raw]


_DECODER = msgspec.json.Decoder(StoredGoal)


def entries(goals: Iterable[tuple[str, StoredGoal]]) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the store, for goals by slug."""
    for slug, goal in goals:
        yield _ENTRY + slug.encode(), msgspec.json.encode(goal)


def stored(value: Callable[[bytes], Buffer | None], slug: str) -> StoredGoal | None:
    """What the store holds of a goal; `value` reads the store."""
    entry = value(_ENTRY + slug.encode())
    return _DECODER.decode(entry) if entry is not None else None
