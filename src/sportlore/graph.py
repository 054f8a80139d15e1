"""The frozen graph: entities by id, links in both directions, walks. Every order is fixed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sportlore.model import Entity, Link, Vocabulary, fold


class Graph(Struct, frozen=True):
    """`out[id]` are the links that the entity states, `into[id]` those that others state of it.

    Links out come in the vocabulary's order of relations, then as authored (the order may be a rank);
    links in come in the vocabulary's order of relations, then by the name of the other side.
    """

    vocabulary: Vocabulary
    entities: Mapping[str, Entity]
    out: Mapping[str, tuple[Link, ...]]
    into: Mapping[str, tuple[Link, ...]]

    def of_type(self, type: str) -> tuple[Entity, ...]:
        """The entities of a type in list order."""
        found = (entity for entity in self.entities.values() if entity.type == type)
        return tuple(sorted(found, key=list_order))

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
    rank = {relation: i for i, relation in enumerate(vocabulary.relations)}
    out: dict[str, tuple[Link, ...]] = {}
    into: dict[str, list[Link]] = {id: [] for id in by_id}
    for id, entity in by_id.items():
        out[id] = tuple(link for link in _links(entity, vocabulary) if link.object in by_id)
        for link in out[id]:
            into[link.object].append(link)

    def inward(link: Link) -> tuple[int, tuple[str, str], str]:
        subject = by_id[link.subject]
        return rank[link.relation], list_order(subject), subject.id

    return Graph(vocabulary, by_id, out, {id: tuple(sorted(links, key=inward)) for id, links in into.items()})


def _links(entity: Entity, vocabulary: Vocabulary) -> Iterator[Link]:
    for relation in vocabulary.relations:
        for target in entity.links.get(relation, ()):
            yield Link(entity.id, relation, target)
