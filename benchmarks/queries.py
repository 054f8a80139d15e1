"""Searches as people type them: one to three words of the catalogue's names, the last one often unfinished."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

_SEED = 2026
_SHORTEST_START = 3
_TRIES = 20


def queries(names: Sequence[str], count: int) -> list[str]:
    """So many distinct queries, a third each of one, two and three words as long as there are new ones."""
    chance = random.Random(_SEED)
    words = sorted({word for name in names for word in split(name)})
    found: dict[str, None] = {}
    while len(found) < count:
        length = chance.randint(1, 3)
        for _ in range(_TRIES):
            query = _query(chance, names, words, length)
            if query not in found:
                found[query] = None
                break
            length = min(3, length + 1)
    return list(found)


def split(name: str) -> list[str]:
    """The words of a name: "Back squat (low bar)" -> ["back", "squat", "low", "bar"]."""
    return "".join(c if c.isalnum() else " " for c in name.lower()).split()


def _query(chance: random.Random, names: Sequence[str], words: Sequence[str], length: int) -> str:
    """Mostly words of one name; one query in four puts together words of the whole catalogue, as people do too."""
    own = split(chance.choice(names))
    chosen = list(_taken(chance, own, length)) if chance.random() < 0.75 else chance.sample(words, length)
    last = chosen[-1]
    if len(last) > _SHORTEST_START and chance.random() < 0.5:
        chosen[-1] = last[: chance.randint(_SHORTEST_START, len(last) - 1)]
    return " ".join(chosen)


def _taken(chance: random.Random, own: Sequence[str], length: int) -> Iterator[str]:
    yield from chance.sample(own, min(length, len(own)))
