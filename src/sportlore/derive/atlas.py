"""The atlas: the entities of some types, grouped by one fact or one relation."""

from __future__ import annotations

from msgspec import Struct

from sportlore.graph import Graph
from sportlore.model import Dimension, Entity, list_order


class AtlasValue(Struct, frozen=True):
    """One value of a dimension and the entities that have it, in list order."""

    slug: str
    label: str
    entities: tuple[Entity, ...]


class AtlasDimension(Struct, frozen=True):
    """A dimension with its values."""

    dimension: Dimension
    values: tuple[AtlasValue, ...]


def atlas_dimension(graph: Graph, dimension: Dimension) -> AtlasDimension:
    """A dimension with the entities that have each of its values."""
    return AtlasDimension(dimension, _values(graph, dimension))


def _values(graph: Graph, dimension: Dimension) -> tuple[AtlasValue, ...]:
    """The values that something has: terms in the vocabulary's order, entities by name."""
    members = sorted((e for type in dimension.types for e in graph.of_type(type)), key=list_order)
    if dimension.fact:
        return _by_fact(graph, dimension.fact, members)
    targets: dict[str, list[Entity]] = {}
    for entity in members:
        for target in graph.objects(entity.id, dimension.relation or ""):
            targets.setdefault(target.id, []).append(entity)
    values = sorted((graph.entities[id] for id in targets), key=list_order)
    return tuple(AtlasValue(value.slug, value.name, tuple(targets[value.id])) for value in values)


def _by_fact(graph: Graph, key: str, members: list[Entity]) -> tuple[AtlasValue, ...]:
    terms = graph.vocabulary.terms[graph.vocabulary.facts[key].terms or ""]
    groups: dict[str, list[Entity]] = {word: [] for word in terms}
    for entity in members:
        value = entity.facts.get(key, ())
        for word in value if isinstance(value, tuple) else (str(value),):
            groups[word].append(entity)
    return tuple(
        AtlasValue(word, term.label[0].upper() + term.label[1:], tuple(groups[word]))
        for word, term in terms.items()
        if groups[word]
    )
