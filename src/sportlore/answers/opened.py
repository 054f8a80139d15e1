"""What answers read of an open generation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct

from sportlore.answers.answer import Item, Section
from sportlore.contract.operations import ENTITY
from sportlore.contract.record import Buffer
from sportlore.search import Searcher
from sportlore.snapshot import Generation

_ITEMS = 256
"""Entities that are remembered as they were read, some 10 kB each."""
_ITEM = msgspec.json.Decoder(Item)


class _Body(Struct, frozen=True):
    """The body of an entity, as far as answers read it."""

    sections: tuple[Section, ...] = ()


_BODY = msgspec.json.Decoder(_Body)


class Opened:
    """The entities of a generation, by their names and numbers."""

    def __init__(self, generation: Generation, searcher: Searcher) -> None:
        self._generation = generation
        self._searcher = searcher
        self.item = lru_cache(_ITEMS)(self._item)

    def value(self, key: bytes) -> Buffer | None:
        """What the index holds at a key."""
        return self._generation.value(key)

    def called(self, words: Sequence[str], most: int) -> tuple[list[int], list[int]]:
        """The numbers of the entities with these words as their name, and of those with them as a keyword; of many, none."""
        return self._searcher.called(" ".join(words), most)

    def _item(self, number: int) -> Item:
        (plain,) = self._generation.items([number]).plain
        return _ITEM.decode(plain)

    def entity(self, id: str) -> Item:
        """An entity by its id."""
        body = self._generation.body(ENTITY.path.format(type=id.partition("/")[0], slug=id.partition("/")[2]))
        if body is None:
            raise LookupError(f"no entity {id}, which another one names")
        return _ITEM.decode(body)

    def sections(self, item: Item) -> Sequence[Section]:
        """The sections of an entity."""
        body = self._generation.body(item.api_url)
        return _BODY.decode(body).sections if body is not None else ()
