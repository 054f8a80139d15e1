"""What comparisons read of the catalogue, in the store of a snapshot: a server compares any two entities from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache, partial
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from sportlore.contract.record import Buffer
from sportlore.kinds import fact_value
from sportlore.memo import Memo
from sportlore.model import Entity, Vocabulary, plain

_ENTITY, _VOCABULARY = b"\0compared\0", b"\0comparing"
"""Keys of the store: what is compared of an entity, by its id; and the vocabulary, as far as comparisons read it."""
_REMEMBERED = 1_024
"""Entities that are remembered as they were read from the store."""


_NOTHING = Vocabulary(types={}, facts={}, relations={}, terms={}, dimensions={}, themes={}, paths={}, sources={})
"""The vocabulary of an empty store."""


class Catalogue(Protocol):
    """The vocabulary and the entities of each type."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The types, facts, relations and terms."""

    def of_type(self, type: str) -> tuple[Entity, ...]:
        """The entities of a type."""


class _Stored(Struct, frozen=True, array_like=True):
    """What a comparison reads of an entity, facts as JSON has them."""

    name: str
    proper: bool
    article: bool | None
    facts: dict[str, Any]


_DECODER = msgspec.msgpack.Decoder(_Stored)


def entries(catalogue: Catalogue, memo: Memo) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the store, made again only for types of which something has changed."""
    vocabulary = catalogue.vocabulary
    yield (
        _VOCABULARY,
        msgspec.msgpack.encode(
            msgspec.structs.replace(
                vocabulary, dimensions={}, themes={}, paths={}, sources={}, synonyms=(), body=None, sections=()
            )
        ),
    )
    for type in vocabulary.types:
        yield from memo.result(("compared", type), partial(_of_type, catalogue, type))


def _of_type(catalogue: Catalogue, type: str) -> tuple[tuple[bytes, bytes], ...]:
    vocabulary = catalogue.vocabulary
    facts = {key for key, fact in vocabulary.facts.items() if fact.difference}
    stored = (
        (
            _ENTITY + entity.id.encode(),
            _Stored(
                name=entity.name,
                proper=entity.proper,
                article=entity.article,
                facts={key: plain(value) for key, value in entity.facts.items() if key in facts},
            ),
        )
        for entity in catalogue.of_type(type)
    )
    return tuple((key, msgspec.msgpack.encode(value)) for key, value in stored)


class StoredComparisons:
    """What comparisons read of a catalogue, from the store of a snapshot by `value`."""

    def __init__(self, value: Callable[[bytes], Buffer | None]) -> None:
        self._value = value
        self.entity = lru_cache(_REMEMBERED)(self._entity)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The types, facts, relations and terms."""
        value = self._value(_VOCABULARY)
        return msgspec.msgpack.decode(value, type=Vocabulary) if value is not None else _NOTHING

    def _entity(self, id: str) -> Entity | None:
        """An entity, as far as it is compared; None where there is none of this id."""
        value = self._value(_ENTITY + id.encode())
        if value is None:
            return None
        stored = _DECODER.decode(value)
        type, _, slug = id.partition("/")
        read = ((key, fact_value(fact, self.vocabulary.facts[key])) for key, fact in stored.facts.items())
        return Entity(
            type=type,
            slug=slug,
            name=stored.name,
            description="",
            origin="",
            proper=stored.proper,
            article=stored.article,
            facts={key: fact for key, fact in read if fact is not None},
        )
