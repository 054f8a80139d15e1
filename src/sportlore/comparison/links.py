"""What two entities are linked with, by each relation: in common, and the one only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from sportlore.model import Entity, Vocabulary


class Links(Protocol):
    """The vocabulary and the links of a catalogue."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The types, facts, relations and terms."""

    def objects(self, id: str, relation: str) -> tuple[Entity, ...]:
        """What an entity is linked to by a relation, as authored."""


class LinkRow(Struct, frozen=True):
    """What two entities are linked with by a relation: both, and each alone, as authored."""

    relation: str
    label: str
    common: tuple[Entity, ...]
    apart: tuple[tuple[Entity, ...], tuple[Entity, ...]]


def link_rows(graph: Links, a: Entity, b: Entity) -> Iterator[LinkRow]:
    """A row for each relation by which either side is linked, in the vocabulary's order.

    Lists are selections: what stands on one side only need not be untrue of the other.
    """
    for key, relation in graph.vocabulary.relations.items():
        left, right = graph.objects(a.id, key), graph.objects(b.id, key)
        if relation.compared and (left or right):
            yield LinkRow(
                key,
                relation.label,
                tuple(entity for entity in left if entity in right),
                (
                    tuple(entity for entity in left if entity not in right),
                    tuple(entity for entity in right if entity not in left),
                ),
            )
