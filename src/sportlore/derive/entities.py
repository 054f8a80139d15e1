"""The whole graph: the authored entities, and those that stand for courses, the atlas, comparisons and recommendations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from sportlore import graph as graphs
from sportlore.derive.atlas import atlas_values
from sportlore.derive.recommendation import recommend
from sportlore.graph import Graph
from sportlore.model import COMPARISON_TYPES, Course, Entity
from sportlore.registry import Registry


def complete(registry: Registry) -> Graph:
    """The graph of a sound catalogue with everything that is derived from it."""
    authored = registry.entities
    named = [_named(entity, authored) for entity in authored.values()]
    first = graphs.build(registry.vocabulary, named)
    derived = [*_curricula(registry.courses), *_atlas(first)]
    entities = [_recommending(entity, first) if entity.type == "recommendation" else entity for entity in named]
    return graphs.build(registry.vocabulary, [*entities, *derived])


def _named(entity: Entity, authored: Mapping[str, Entity]) -> Entity:
    """Comparisons are named after their pair, recommendations after their goal."""
    if entity.type in COMPARISON_TYPES:
        a, b = (authored[id] for id in entity.links["compares"])
        return msgspec.structs.replace(entity, name=f"{a.name} vs {b.inline_name}")
    if entity.type == "recommendation":
        goal = authored[f"goal/{entity.slug}"]
        return msgspec.structs.replace(entity, name=f"Recommendations: {goal.inline_name}")
    return entity


def _recommending(entity: Entity, graph: Graph) -> Entity:
    """A recommendation includes its goal and what it recommends, best first."""
    goal = graph.entities[f"goal/{entity.slug}"]
    ids = (goal.id, *(recommendation.entity.id for recommendation in recommend(graph, goal)))
    return msgspec.structs.replace(entity, links={"includes": ids})


def _curricula(courses: Mapping[str, Course]) -> Iterator[Entity]:
    for sport, course in courses.items():
        drawn = (id for module in course.modules for lesson in module.lessons for id in lesson.entities)
        includes = tuple(id for id in dict.fromkeys(drawn) if id != f"sport/{sport}")
        yield Entity(
            type="curriculum",
            slug=sport,
            name=course.title,
            description=course.description,
            origin=f"courses/{sport}.toml",
            keywords=course.keywords,
            links={"of-sport": (f"sport/{sport}",), "includes": includes},
        )


def _atlas(graph: Graph) -> Iterator[Entity]:
    for slug, dimension in graph.vocabulary.dimensions.items():
        members = (entity.id for value in atlas_values(graph, dimension) for entity in value.entities)
        yield Entity(
            type="atlas",
            slug=slug,
            name=dimension.title,
            description=dimension.description,
            origin="vocabulary/atlas.toml",
            keywords=dimension.keywords,
            links={"includes": tuple(dict.fromkeys(members))},
        )
