"""What answers read of an open generation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import and_, or_

import msgspec
from msgspec import Struct

from sportlore import calculation
from sportlore.answers.subjects import Item, Listed, Section
from sportlore.contract.operations import ENTITY_LIST
from sportlore.contract.record import Buffer
from sportlore.contract.schemas import Relationship
from sportlore.filters.fields import NONE, VALUE
from sportlore.filters.fields import key as filter_key
from sportlore.filters.query import Filters
from sportlore.index.bitmaps import numbers
from sportlore.model import Calculator
from sportlore.snapshot import Generation

_ITEMS = 256
"""Entities that are remembered as they were read, some 10 kB each."""
_CALCULATORS = 64
_ITEM = msgspec.json.Decoder(Item)
_LINKS = b',"relationships":['
_LONGEST_HEAD = 2048
"""Bytes in which what stands before the links mostly ends."""
_REFERENCE = msgspec.json.Decoder(Relationship)


class _Body(Struct, frozen=True):
    """The body of an entity, as far as answers read it."""

    sections: tuple[Section, ...] = ()


_BODY = msgspec.json.Decoder(_Body)


def _head(item: Buffer) -> bytes:
    """An item up to what it is linked with, which is most of it: its id, name and address stand before."""
    head, links, _ = bytes(item[:_LONGEST_HEAD]).partition(_LINKS)
    if not links:
        head, links, _ = bytes(item).rstrip(b",").partition(_LINKS)
    return head + b"}" if links else head


class Opened:
    """The entities of a generation, by their names and numbers."""

    def __init__(self, generation: Generation) -> None:
        self.site_url = generation.info.site_url
        self.value = generation.value
        self._generation = generation
        self._filters = Filters(
            generation, {type: index.total for type, index in generation.info.lists.items()}, lambda name, types: ()
        )
        self.item = lru_cache(_ITEMS)(self._item)
        self.relations = lru_cache(_CALCULATORS)(self._relations)
        self.terms = lru_cache(_CALCULATORS)(self._terms)
        self.calculator = lru_cache(_CALCULATORS)(self._calculator)

    def _item(self, number: int) -> Item:
        (plain,) = self._generation.items([number]).plain
        return _ITEM.decode(plain)

    def sections(self, item: Item) -> Sequence[Section]:
        """The sections of an entity."""
        body = self._generation.body(item.api_url)
        return _BODY.decode(body).sections if body is not None else ()

    def _calculator(self, slug: str) -> Calculator:
        calculator = calculation.stored(self.value, slug)
        if calculator is None:
            raise LookupError(f"no calculator {slug}, which the lexicon names")
        return calculator

    def _relations(self, type: str, target: str) -> Sequence[str]:
        """The relations by which lists of a type can be filtered with entities of another."""
        fields = self._filters.fields(type)
        return [name for name, field in fields.items() if field.kind == "relation" and target in field.types]

    def _meeting(self, type: str, key: str, value: str) -> int:
        """The positions that meet a condition. Its values are known ones, so that nothing near them is looked for."""
        if value == NONE or value.isdecimal():
            return self._filters.positions(type, [(key, (value,))])
        values = (filter_key(VALUE, type, key, each) for each in value.split(","))
        return reduce(or_, map(self._filters.bitmap, values))

    def _terms(self, type: str) -> frozenset[tuple[str, str]]:
        """The facts and terms by which lists of a type can be filtered."""
        return frozenset(
            (name, term)
            for name, field in self._filters.fields(type).items()
            if field.kind == "term"
            for term in field.values
        )

    def listed(self, type: str, conditions: Sequence[tuple[str, str]], most: int) -> Listed:
        """The entities of a type that meet conditions, each the key of a fact or relation and its value."""
        positions = reduce(and_, (self._meeting(type, key, value) for key, value in conditions))
        plain = self._generation.list_items(type, numbers(positions, most)).plain if positions else ()
        first = [_REFERENCE.decode(_head(item)) for item in plain]
        query = "&".join(f"{key}={value}" for key, value in conditions)
        url = first[0].url.rpartition("/")[0] if first else ""
        return Listed(positions.bit_count(), first, url, f"{ENTITY_LIST.at(type=type)}?{query}")
