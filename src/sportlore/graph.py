"""The frozen graph: entities by id and by type, links in both directions, walks. Every order is fixed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import chain

from msgspec import Struct

from sportlore.model import Entity, Link, Vocabulary, fold


class Graph(Struct, frozen=True):
    """`out[id]` are the links that the entity states, `into[id]` those that others state of it.

    Links out come in the vocabulary's order of relations, then as authored (the order may be a rank);
    links in come in the vocabulary's order of relations, then by the name of the other side.
    `by_type` has every type of the vocabulary, with its entities in list order.
    """

    vocabulary: Vocabulary
    entities: Mapping[str, Entity]
    out: Mapping[str, tuple[Link, ...]]
    into: Mapping[str, tuple[Link, ...]]
    by_type: Mapping[str, tuple[Entity, ...]]

    def of_type(self, type: str) -> tuple[Entity, ...]:
        """The entities of a type in list order."""
        return self.by_type.get(type, ())

    def neighbours(self, id: str) -> tuple[Entity, ...]:
        """Each entity linked with this one, once: first those that it names, then those that name it."""
        ids = dict.fromkeys([link.object for link in self.out[id]] + [link.subject for link in self.into[id]])
        return tuple(self.entities[i] for i in ids)

    def objects(self, id: str, relation: str) -> tuple[Entity, ...]:
        """What `id` is linked to by `relation`, as authored."""
        return tuple(self.entities[link.object] for link in self.out[id] if link.relation == relation)

    def subjects(self, id: str, relation: str) -> tuple[Entity, ...]:
        """What is linked to `id` by `relation`, by name."""
        return tuple(self.entities[link.subject] for link in self.into[id] if link.relation == relation)

    def reached_from(self, starts: Iterable[str]) -> frozenset[str]:
        """Every id that can be reached from `starts` along links of either direction."""
        seen = set(starts)
        queue = deque(sorted(seen))
        while queue:
            for entity in self.neighbours(queue.popleft()):
                if entity.id not in seen:
                    seen.add(entity.id)
                    queue.append(entity.id)
        return frozenset(seen)


def list_order(entity: Entity) -> tuple[str, str]:
    """The order of lists: by name, case and accents folded, then slug."""
    return fold(entity.name), entity.slug


def build(vocabulary: Vocabulary, entities: Iterable[Entity]) -> Graph:
    """The graph of these entities; a link to an unknown id is left out (the rule `unknown-reference` reports it)."""
    by_id = {entity.id: entity for entity in sorted(entities, key=lambda e: e.id)}
    out = {id: _links(entity, vocabulary, by_id) for id, entity in by_id.items()}
    into: dict[str, list[Link]] = {id: [] for id in by_id}
    for links in out.values():
        for link in links:
            into[link.object].append(link)
    inward = {id: _sorted(links, vocabulary, by_id) for id, links in into.items()}
    return Graph(vocabulary, by_id, out, inward, _by_type(vocabulary, by_id))


def extended(graph: Graph, entities: Iterable[Entity]) -> Graph:
    """The graph with more entities, or with others in the place of those of the same ids.

    The same as built from all at once, provided that no entity of `graph` links to one that is only now added.
    """
    added = {entity.id: entity for entity in entities}
    by_id = dict(sorted({**graph.entities, **added}.items()))
    stated = {id: _links(entity, graph.vocabulary, by_id) for id, entity in added.items()}
    received: dict[str, list[Link]] = {id: [] for id in added}
    for link in chain.from_iterable(stated.values()):
        received.setdefault(link.object, []).append(link)
    for link in chain.from_iterable(graph.out.get(id, ()) for id in added):
        received.setdefault(link.object, [])
    into = {
        id: _sorted(
            [*(link for link in graph.into.get(id, ()) if link.subject not in added), *links], graph.vocabulary, by_id
        )
        for id, links in received.items()
    }
    return Graph(
        graph.vocabulary,
        by_id,
        {id: stated[id] if id in stated else graph.out[id] for id in by_id},
        {**graph.into, **into},
        _by_type(graph.vocabulary, by_id),
    )


def _links(entity: Entity, vocabulary: Vocabulary, known: Mapping[str, Entity]) -> tuple[Link, ...]:
    return tuple(
        Link(entity.id, relation, target)
        for relation in vocabulary.relations
        for target in entity.links.get(relation, ())
        if target in known
    )


def _sorted(links: Iterable[Link], vocabulary: Vocabulary, entities: Mapping[str, Entity]) -> tuple[Link, ...]:
    """Links into an entity in their order."""
    rank = {relation: i for i, relation in enumerate(vocabulary.relations)}
    return tuple(
        sorted(links, key=lambda link: (rank[link.relation], list_order(entities[link.subject]), link.subject))
    )


def _by_type(vocabulary: Vocabulary, entities: Mapping[str, Entity]) -> dict[str, tuple[Entity, ...]]:
    found: dict[str, list[Entity]] = {type: [] for type in vocabulary.types}
    for entity in sorted(entities.values(), key=list_order):
        found.setdefault(entity.type, []).append(entity)
    return {type: tuple(members) for type, members in found.items()}
