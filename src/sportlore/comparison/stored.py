"""What comparisons read of the catalogue, in the store of a snapshot: a server compares any two entities from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache, partial
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from sportlore.comparison.statements import Links
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


class Catalogue(Links, Protocol):
    """The links of all entities, by type."""

    def of_type(self, type: str) -> tuple[Entity, ...]:
        """The entities of a type."""


class _Stored(Struct, frozen=True, array_like=True):
    """What a comparison reads of an entity, facts as JSON has them; `named_by` are ids of what links to it, by relation."""

    name: str
    proper: bool
    article: bool | None
    facts: dict[str, Any]
    links: dict[str, tuple[str, ...]]
    named_by: dict[str, tuple[str, ...]]


_DECODER = msgspec.msgpack.Decoder(_Stored)


def entries(catalogue: Catalogue, memo: Memo) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the store, made again only for types of which something has changed."""
    vocabulary = catalogue.vocabulary
    yield (
        _VOCABULARY,
        msgspec.msgpack.encode(
            msgspec.structs.replace(vocabulary, dimensions={}, themes={}, paths={}, sources={}, synonyms=())
        ),
    )
    for type in vocabulary.types:
        yield from memo.result(("compared", type), partial(_of_type, catalogue, type))


def _of_type(catalogue: Catalogue, type: str) -> tuple[tuple[bytes, bytes], ...]:
    vocabulary = catalogue.vocabulary
    facts = {key for key, fact in vocabulary.facts.items() if fact.compared}
    relations = {key: bool(relation.shared_by) for key, relation in vocabulary.relations.items() if relation.compared}
    stored = (
        (
            _ENTITY + entity.id.encode(),
            _Stored(
                name=entity.name,
                proper=entity.proper,
                article=entity.article,
                facts={key: plain(value) for key, value in entity.facts.items() if key in facts},
                links={key: _ids(catalogue.objects(entity.id, key)) for key in relations if key in entity.links},
                named_by={key: _ids(catalogue.subjects(entity.id, key)) for key, shared in relations.items() if shared},
            ),
        )
        for entity in catalogue.of_type(type)
    )
    return tuple((key, msgspec.msgpack.encode(value)) for key, value in stored)


def _ids(entities: tuple[Entity, ...]) -> tuple[str, ...]:
    return tuple(entity.id for entity in entities)


class StoredLinks:
    """The links of a catalogue, read from the store of a snapshot by `value`."""

    def __init__(self, value: Callable[[bytes], Buffer | None]) -> None:
        self._value = value
        self._read = lru_cache(_REMEMBERED)(self._read_entity)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The types, facts, relations and terms."""
        value = self._value(_VOCABULARY)
        return msgspec.msgpack.decode(value, type=Vocabulary) if value is not None else _NOTHING

    def entity(self, id: str) -> Entity | None:
        """An entity, as far as it is compared; None where there is none of this id."""
        read = self._read(id)
        return read[0] if read else None

    def objects(self, id: str, relation: str) -> tuple[Entity, ...]:
        """What an entity is linked to by a relation, as authored."""
        read = self._read(id)
        return self._entities(read[0].links.get(relation, ())) if read else ()

    def subjects(self, id: str, relation: str) -> tuple[Entity, ...]:
        """What is linked to an entity by a relation, by name."""
        read = self._read(id)
        return self._entities(read[1].get(relation, ())) if read else ()

    def _entities(self, ids: tuple[str, ...]) -> tuple[Entity, ...]:
        return tuple(entity for id in ids if (entity := self.entity(id)) is not None)

    def _read_entity(self, id: str) -> tuple[Entity, dict[str, tuple[str, ...]]] | None:
        value = self._value(_ENTITY + id.encode())
        if value is None:
            return None
        stored = _DECODER.decode(value)
        type, _, slug = id.partition("/")
        read = ((key, fact_value(fact, self.vocabulary.facts[key])) for key, fact in stored.facts.items())
        entity = Entity(
            type=type,
            slug=slug,
            name=stored.name,
            description="",
            origin="",
            proper=stored.proper,
            article=stored.article,
            facts={key: fact for key, fact in read if fact is not None},
            links=stored.links,
        )
        return entity, stored.named_by
