"""What the catalogue recommends for a goal: paths through the graph, each with its reason in words.

The score of a path is the product of the weights of its relations (vocabulary/relations.toml), where a ranked relation
counts 0.9 of the rank before it, and each step beyond the first 0.8 of the step before it. An entity's score is
1 - product(1 - path score) over its three best paths, which are the reasons given: several outweigh one, and no score
exceeds 1. What scores below 0.3
has too thin a reason to be called a recommendation.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import prod

from msgspec import Struct

from sportlore.graph import Graph
from sportlore.model import SERVES, Entity, Link, Vocabulary

_RANK = 0.9
_STEP = 0.8
_REASONS = 3
_LEAST = 0.3


class Reason(Struct, frozen=True):
    """Why an entity is recommended: the path from it to the goal, both ends included, its score, and its words."""

    text: str
    path: tuple[Entity, ...]
    score: float


class Recommendation(Struct, frozen=True):
    """A recommended entity, its score (0-1, three decimals) and its best reasons."""

    entity: Entity
    score: float
    reasons: tuple[Reason, ...]


class GoalRecommendations(Struct, frozen=True):
    """What is recommended for a goal, best first."""

    goal: Entity
    items: tuple[Recommendation, ...]


def recommend(graph: Graph, goal: Entity, without: tuple[str, ...] = ()) -> GoalRecommendations:
    """What serves a goal, best first (ties by id), no type beyond its `recommended` in vocabulary/types.toml.

    `without` leaves types out altogether.
    """
    reasons = sorted(_reasons(graph, goal), key=lambda r: (r.path[0].id, -r.score, [e.id for e in r.path]))
    found = [_recommendation(entity, list(group)) for entity, group in groupby(reasons, key=lambda r: r.path[0])]
    left = {type: 0 if type in without else kind.recommended for type, kind in graph.vocabulary.types.items()}
    chosen = []
    for recommendation in sorted(found, key=lambda r: (-r.score, r.entity.id)):
        type = recommendation.entity.type
        served = goal.id in recommendation.entity.links.get(SERVES, ())
        if (
            left[type] > 0
            and recommendation.score >= _LEAST
            and (served or not graph.vocabulary.types[type].must_serve)
        ):
            left[type] -= 1
            chosen.append(recommendation)
    return GoalRecommendations(goal, tuple(chosen))


def _recommendation(entity: Entity, reasons: list[Reason]) -> Recommendation:
    best = reasons[:_REASONS]
    return Recommendation(entity, round(1 - prod(1 - reason.score for reason in best), 3), tuple(best))


def _reasons(graph: Graph, goal: Entity) -> Iterator[Reason]:
    """Every path of every form that ends at the goal, walked from the goal backwards."""
    for form in graph.vocabulary.paths.values():
        for trail in _walk(graph, goal.id, form.steps):
            ends = [trail[0][1], *(end for _, _, end in trail)]
            start = graph.entities[ends[0]]
            if graph.vocabulary.types[start.type].recommended and len(set(ends)) == len(ends):
                links = [link for link, _, _ in trail]
                path = tuple(graph.entities[id] for id in ends)
                yield Reason(_words(graph.vocabulary, links, path), path, _score(graph, links))


Trail = tuple[tuple[Link, str, str], ...]
"""The steps of a path in order: (link, where the step starts, where it ends)."""


def _walk(graph: Graph, end: str, steps: tuple[str, ...]) -> Iterator[Trail]:
    """The trails of a form that end at `end`; a step "-relation" runs against the direction of its links."""
    if not steps:
        yield ()
        return
    against = steps[-1].startswith("-")
    for link in graph.out[end] if against else graph.into[end]:
        if link.relation == steps[-1].removeprefix("-"):
            start = link.object if against else link.subject
            for trail in _walk(graph, start, steps[:-1]):
                yield (*trail, (link, start, end))


def _score(graph: Graph, links: list[Link]) -> float:
    return prod(_strength(graph, link) for link in links) * _STEP ** (len(links) - 1)


def _strength(graph: Graph, link: Link) -> float:
    relation = graph.vocabulary.relations[link.relation]
    rank = graph.entities[link.subject].links[link.relation].index(link.object) if relation.ranked else 0
    return float(relation.weight * _RANK**rank)


def _words(vocabulary: Vocabulary, links: list[Link], path: tuple[Entity, ...]) -> str:
    """ "Back squat develops maximal strength, which the goal “Get stronger” requires."""
    text = path[0].name
    for i, link in enumerate(links):
        verb = vocabulary.relations[link.relation].verb
        joint = " " if i == 0 else ", which "
        last = i == len(links) - 1
        if link.object == path[i + 1].id:
            target = f"“{path[-1].name}”" if last else path[i + 1].inline_name
            text += f"{joint}{verb} {target}"
        else:
            subject = f"the goal “{path[-1].name}”" if last else path[i + 1].inline_name
            text += f"{joint}{subject} {verb}"
    return f"{text}."
