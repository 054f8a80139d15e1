"""The stage between the checked catalogue and everything that is published: the knowledge, whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from sportlore import graph as graphs
from sportlore.derive.atlas import AtlasDimension, atlas_dimension
from sportlore.derive.comparison import Comparison, compare
from sportlore.derive.facts import FactStatement, fact_statements
from sportlore.derive.recommendation import GoalRecommendations, recommend
from sportlore.graph import Graph
from sportlore.model import (
    COMPARES,
    INCLUDES,
    OF_SPORT,
    About,
    Calculator,
    Course,
    Entity,
    Redirect,
    Role,
    Vocabulary,
    fold,
)
from sportlore.registry import Registry


class Knowledge(Struct, frozen=True):
    """All that the catalogue knows. What a derived entity stands for is found by the id of that entity.

    `facts` has every entity, `courses` are ordered by sport and `atlas` as the vocabulary is; calculators by title.
    """

    about: About
    graph: Graph
    facts: Mapping[str, tuple[FactStatement, ...]]
    comparisons: Mapping[str, Comparison]
    recommendations: Mapping[str, GoalRecommendations]
    atlas: Mapping[str, AtlasDimension]
    courses: Mapping[str, Course]
    calculators: tuple[Calculator, ...]
    redirects: tuple[Redirect, ...]


def derive(registry: Registry) -> Knowledge:
    """The knowledge of a catalogue without findings."""
    if registry.about is None:
        raise ValueError("a catalogue with findings has no knowledge to derive: run `sportlore check`")
    vocabulary = registry.vocabulary
    authored = graphs.build(vocabulary, [_named(entity, registry) for entity in registry.entities.values()])
    atlas = _atlas(authored)
    courses = _courses(registry)
    recommendations = _recommendations(authored)
    graph = graphs.extended(
        authored,
        [
            *(_dimension_entity(id, dimension) for id, dimension in atlas.items()),
            *(_course_entity(id, course, vocabulary) for id, course in courses.items()),
            *(_recommending(authored.entities[id], found) for id, found in recommendations.items()),
        ],
    )
    return Knowledge(
        about=registry.about,
        graph=graph,
        facts={id: fact_statements(entity, vocabulary) for id, entity in graph.entities.items()},
        comparisons=dict(_comparisons(graph)),
        recommendations=recommendations,
        atlas=atlas,
        courses=courses,
        calculators=tuple(sorted(registry.calculators.values(), key=lambda c: (fold(c.title), c.slug))),
        redirects=registry.redirects,
    )


def _named(entity: Entity, registry: Registry) -> Entity:
    """Comparisons are named after their pair, recommendations after their goal."""
    match registry.vocabulary.role_of(entity.type):
        case "comparison":
            a, b = (registry.entities[id] for id in entity.links[COMPARES])
            return msgspec.structs.replace(entity, name=f"{a.name} vs {b.inline_name}")
        case "recommendation":
            goal = registry.entities[_of_role(registry.vocabulary, "goal", entity.slug)]
            return msgspec.structs.replace(entity, name=f"Recommendations: {goal.inline_name}")
        case _:
            return entity


def _of_role(vocabulary: Vocabulary, role: Role, slug: str) -> str:
    """The id of a slug in the type that has a role: "goal", "get-stronger" -> "goal/get-stronger"."""
    return f"{vocabulary.with_role(role)[0]}/{slug}"


def _comparisons(graph: Graph) -> Iterator[tuple[str, Comparison]]:
    for type in graph.vocabulary.with_role("comparison"):
        for entity in graph.of_type(type):
            a, b = graph.objects(entity.id, COMPARES)
            yield entity.id, compare(graph, a, b, entity)


def _recommendations(graph: Graph) -> dict[str, GoalRecommendations]:
    """The list of each goal, by the id of the recommendation entity, in the order of the goals."""
    return {
        f"{type}/{goal.slug}": recommend(graph, goal)
        for type in graph.vocabulary.with_role("recommendation")
        for goals in graph.vocabulary.with_role("goal")
        for goal in graph.of_type(goals)
    }


def _recommending(entity: Entity, found: GoalRecommendations) -> Entity:
    """A recommendation includes its goal and what it recommends, best first."""
    ids = (found.goal.id, *(recommendation.entity.id for recommendation in found.items))
    return msgspec.structs.replace(entity, links={INCLUDES: ids})


def _courses(registry: Registry) -> dict[str, Course]:
    """The courses by the ids of their entities, ordered by the names of their sports."""
    vocabulary = registry.vocabulary

    def order(course: Course) -> tuple[str, str]:
        return fold(registry.entities[_of_role(vocabulary, "sport", course.sport)].name), course.sport

    return {
        f"{type}/{course.sport}": course
        for type in vocabulary.with_role("course")
        for course in sorted(registry.courses.values(), key=order)
    }


def _course_entity(id: str, course: Course, vocabulary: Vocabulary) -> Entity:
    sport = _of_role(vocabulary, "sport", course.sport)
    drawn = (id for module in course.modules for lesson in module.lessons for id in lesson.entities)
    return Entity(
        type=id.partition("/")[0],
        slug=course.sport,
        name=course.title,
        description=course.description,
        origin=f"courses/{course.sport}.toml",
        keywords=course.keywords,
        links={OF_SPORT: (sport,), INCLUDES: tuple(id for id in dict.fromkeys(drawn) if id != sport)},
    )


def _atlas(graph: Graph) -> dict[str, AtlasDimension]:
    return {
        f"{type}/{slug}": atlas_dimension(graph, dimension)
        for type in graph.vocabulary.with_role("dimension")
        for slug, dimension in graph.vocabulary.dimensions.items()
    }


def _dimension_entity(id: str, atlas: AtlasDimension) -> Entity:
    type, _, slug = id.partition("/")
    members = (entity.id for value in atlas.values for entity in value.entities)
    return Entity(
        type=type,
        slug=slug,
        name=atlas.dimension.title,
        description=atlas.dimension.description,
        origin="vocabulary/atlas.toml",
        keywords=atlas.dimension.keywords,
        links={INCLUDES: tuple(dict.fromkeys(members))},
    )
