"""The frozen graph: entities by id and by type, links in both directions, walks. Every order is fixed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import chain

from msgspec import Struct, structs

from sportlore.memo import Memo
from sportlore.model import Entity, Link, Vocabulary, list_order


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

    def noted(self, memo: Memo, name: str = "graph") -> Graph:
        """The same graph, whose reads a memo notes under this name."""
        return structs.replace(
            self,
            entities=memo.mapping(f"{name} entities", self.entities),
            out=memo.mapping(f"{name} out", self.out),
            into=memo.mapping(f"{name} into", self.into),
            by_type=memo.mapping(f"{name} by type", self.by_type),
        )

    def settled(self, memo: Memo, name: str = "graph") -> Graph:
        """The same graph; its links are the objects of the last run that a memo noted, as far as they are equal."""
        out, into = memo.settled(f"{name} out", self.out), memo.settled(f"{name} into", self.into)
        return structs.replace(self, out=out, into=into)

    def of_type(self, type: str) -> tuple[Entity, ...]:
        """The entities of a type in list order."""
        return self.by_type.get(type, ())

    def neighbours(self, id: str) -> tuple[Entity, ...]:
        """The entities linked with this one, each once: the objects of its links, then the subjects of links to it."""
        ids = dict.fromkeys([link.object for link in self.out[id]] + [link.subject for link in self.into[id]])
        return tuple(self.entities[i] for i in ids)

    def is_linked(self, id: str) -> bool:
        """Whether an entity has neighbours."""
        return bool(self.out[id] or self.into[id])

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
            id = queue.popleft()
            for other in (*(link.object for link in self.out[id]), *(link.subject for link in self.into[id])):
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        return frozenset(seen)


def build(vocabulary: Vocabulary, entities: Iterable[Entity]) -> Graph:
    """The graph of these entities; a link to an unknown id is left out (the rule `unknown-reference` reports it)."""
    by_id = {entity.id: entity for entity in sorted(entities, key=lambda e: e.id)}
    order = _Order(vocabulary, by_id)
    out = {id: order.links(entity) for id, entity in by_id.items()}
    into: dict[str, list[Link]] = {id: [] for id in by_id}
    for links in out.values():
        for link in links:
            into[link.object].append(link)
    inward = {id: order.sorted(links) for id, links in into.items()}
    return Graph(vocabulary, by_id, out, inward, order.by_type())


def extended(graph: Graph, entities: Iterable[Entity]) -> Graph:
    """The graph with more entities, or with others in the place of those of the same ids.

    The same as built from all at once, provided that no entity of `graph` links to one that is only now added.
    """
    added = {entity.id: entity for entity in entities}
    by_id = dict(sorted({**graph.entities, **added}.items()))
    order = _Order(graph.vocabulary, by_id)
    stated = {id: order.links(entity) for id, entity in added.items()}
    received: dict[str, list[Link]] = {id: [] for id in added}
    for link in chain.from_iterable(stated.values()):
        received.setdefault(link.object, []).append(link)
    for link in chain.from_iterable(graph.out.get(id, ()) for id in added):
        received.setdefault(link.object, [])
    into = {
        id: order.sorted([*(link for link in graph.into.get(id, ()) if link.subject not in added), *links])
        for id, links in received.items()
    }
    return Graph(
        graph.vocabulary,
        by_id,
        {id: stated[id] if id in stated else graph.out[id] for id in by_id},
        {**graph.into, **into},
        order.by_type(),
    )


class _Order:
    """The order of the links and lists of some entities, which come in order of id."""

    def __init__(self, vocabulary: Vocabulary, entities: Mapping[str, Entity]) -> None:
        self._types = vocabulary.types
        self._rank = {relation: i for i, relation in enumerate(vocabulary.relations)}
        self._listed = sorted(entities.values(), key=list_order)
        self._position = {entity.id: i for i, entity in enumerate(self._listed)}

    def links(self, entity: Entity) -> tuple[Link, ...]:
        """The links that an entity states: by relation, then as authored."""
        id, rank = entity.id, self._rank
        relations = sorted((relation for relation in entity.links if relation in rank), key=rank.__getitem__)
        return tuple(
            Link(id, relation, target)
            for relation in relations
            for target in entity.links[relation]
            if target in self._position
        )

    def sorted(self, links: Iterable[Link]) -> tuple[Link, ...]:
        """Links into an entity: by relation, then by the name of the other side."""
        return tuple(sorted(links, key=lambda link: (self._rank[link.relation], self._position[link.subject])))

    def by_type(self) -> dict[str, tuple[Entity, ...]]:
        """The entities of each type in list order."""
        members: dict[str, list[Entity]] = {type: [] for type in self._types}
        for entity in self._listed:
            members.setdefault(entity.type, []).append(entity)
        return {type: tuple(listed) for type, listed in members.items()}
