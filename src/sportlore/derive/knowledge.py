"""The stage between the checked catalogue and everything that is published: the knowledge, whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial

import msgspec
from msgspec import Struct

from sportlore import graph as graphs
from sportlore.comparison import Comparison, compare
from sportlore.derive.atlas import AtlasDimension, atlas_dimension
from sportlore.derive.facts import FactStatement, fact_statements
from sportlore.derive.quizzes import works_of_course
from sportlore.derive.recommendation import GoalRecommendations, recommend
from sportlore.drawing import (
    BodyMap,
    Chart,
    ComposedBoard,
    Drawing,
    Side,
    Strip,
    Team,
    boards_of,
    charts_of,
    collections,
    drawings,
    muscle_map,
    pair,
    side,
    strip_of,
    teams_of,
)
from sportlore.graph import Graph
from sportlore.memo import Forgetful, Memo
from sportlore.model import (
    COMPARES,
    INCLUDES,
    OF_SPORT,
    PLAYED_AT,
    SCOPES,
    About,
    Calculator,
    ChangeNote,
    Course,
    Entity,
    Redirect,
    Release,
    Role,
    Vocabulary,
    fold,
)
from sportlore.registry import Registry


class Knowledge(Struct, frozen=True):
    """All that the catalogue knows. What is derived is keyed by the id of its entity.

    `facts` has every entity; `drawings`, `figures`, `charts`, `strips`, `boards` and `teams` those that are drawn;
    `collections` the drawings of many things by their id, `sides` what stands for an entity beside another one. `courses`
    are ordered by sport, `atlas` as the vocabulary is, calculators by title.
    """

    about: About
    graph: Graph
    facts: Mapping[str, tuple[FactStatement, ...]]
    drawings: Mapping[str, tuple[Drawing, ...]]
    collections: Mapping[str, Drawing]
    sides: Mapping[str, Side]
    figures: Mapping[str, BodyMap]
    charts: Mapping[str, tuple[Chart, ...]]
    strips: Mapping[str, Strip]
    boards: Mapping[str, tuple[ComposedBoard, ...]]
    teams: Mapping[str, tuple[Team, ...]]
    comparisons: Mapping[str, Comparison]
    recommendations: Mapping[str, GoalRecommendations]
    atlas: Mapping[str, AtlasDimension]
    courses: Mapping[str, Course]
    calculators: tuple[Calculator, ...]
    redirects: tuple[Redirect, ...]
    releases: tuple[Release, ...]
    notes: tuple[ChangeNote, ...]

    def noted(self, memo: Memo) -> Knowledge:
        """The same knowledge, whose reads a memo notes."""
        vocabulary = self.graph.vocabulary
        sourced = msgspec.structs.replace(vocabulary, sources=memo.mapping("sources", vocabulary.sources))
        return msgspec.structs.replace(
            self,
            graph=msgspec.structs.replace(self.graph.noted(memo), vocabulary=sourced),
            facts=memo.mapping("facts", self.facts),
            drawings=memo.mapping("drawings", self.drawings),
            collections=memo.mapping("collections", self.collections),
            sides=memo.mapping("sides", self.sides),
            figures=memo.mapping("figures", self.figures),
            charts=memo.mapping("charts", self.charts),
            strips=memo.mapping("strips", self.strips),
            boards=memo.mapping("boards", self.boards),
            teams=memo.mapping("teams", self.teams),
            comparisons=memo.mapping("comparisons", self.comparisons),
            recommendations=memo.mapping("recommendations", self.recommendations),
            atlas=memo.mapping("atlas", self.atlas),
            courses=memo.mapping("courses", self.courses),
        )


def authored_graph(registry: Registry, further: Iterable[Entity] = ()) -> Graph:
    """The graph of what is authored, with the names that derivation gives, and of `further` entities."""
    named = (_named(entity, registry) for entity in registry.entities.values())
    return graphs.build(registry.vocabulary, [*named, *further])


def derive(registry: Registry, memo: Memo | None = None, authored: Graph | None = None) -> Knowledge:
    """The knowledge of a catalogue without findings.

    With a memo, what reads nothing that has changed is not derived again. `authored` is what `authored_graph` gives, if the
    caller has it.
    """
    if registry.about is None:
        raise ValueError("a catalogue with findings has no knowledge to derive: run `sportlore check`")
    memo = memo or Forgetful()
    memo.begin(registry.frame)
    vocabulary = registry.vocabulary
    authored = authored or authored_graph(registry)
    atlas = _atlas(authored)
    courses = _courses(registry)
    recommendations = _recommendations(authored.noted(memo, "authored"), memo)
    graph = graphs.extended(
        authored,
        [
            *(_dimension_entity(id, dimension) for id, dimension in atlas.items()),
            *(_course_entity(id, course, vocabulary) for id, course in courses.items()),
            *(_recommending(authored.entities[id], recommended) for id, recommended in recommendations.items()),
        ],
    )
    noted = graph.noted(memo)

    def facts(id: str) -> tuple[FactStatement, ...]:
        return fact_statements(noted.entities[id], vocabulary)

    drawn, many, sides = _drawings(noted, memo)
    knowledge = Knowledge(
        about=registry.about,
        graph=graph,
        facts={id: memo.result(("facts", id), partial(facts, id)) for id in graph.entities},
        drawings=drawn,
        collections=many,
        sides=sides,
        figures=_figures(noted, memo),
        charts=_charts(noted, memo),
        strips=_strips(noted, memo),
        boards=_boards(noted, memo),
        teams=_teams(noted, memo),
        comparisons=_comparisons(noted, memo),
        recommendations=recommendations,
        atlas=atlas,
        courses=courses,
        calculators=tuple(sorted(registry.calculators.values(), key=lambda c: (fold(c.title), c.slug))),
        redirects=registry.redirects,
        releases=registry.releases,
        notes=registry.notes,
    )
    memo.end()
    return knowledge


def _named(entity: Entity, registry: Registry) -> Entity:
    """Comparisons are named after their pair, recommendations after their goal, where these exist."""
    entities, vocabulary = registry.entities, registry.vocabulary
    match vocabulary.role_of(entity.type):
        case "comparison":
            pair = [entities[id] for id in entity.links.get(COMPARES, ()) if id in entities]
            if len(pair) != 2:
                return entity
            a, b = pair
            return msgspec.structs.replace(entity, name=f"{a.name} vs {b.inline_name}")
        case "recommendation":
            goals = (entities.get(f"{type}/{entity.slug}") for type in vocabulary.with_role("goal"))
            goal = next(goals, None)
            return msgspec.structs.replace(entity, name=f"Recommendations: {goal.inline_name}") if goal else entity
        case _:
            return entity


def _of_role(vocabulary: Vocabulary, role: Role, slug: str) -> str:
    """The id of a slug in the type that has a role: "goal", "get-stronger" -> "goal/get-stronger"."""
    return f"{vocabulary.with_role(role)[0]}/{slug}"


def _drawings(graph: Graph, memo: Memo) -> tuple[dict[str, tuple[Drawing, ...]], dict[str, Drawing], dict[str, Side]]:
    """The drawings of each entity that is drawn, with the scopes in words; those of many; and what stands for each."""
    labels = {key: term.label for key, term in graph.vocabulary.terms.get(SCOPES, {}).items()}

    @cache
    def composed(id: str) -> tuple[Drawing, ...]:
        return drawings(graph.entities[id], labels)

    def drawn(id: str) -> tuple[Drawing, ...]:
        return memo.result(("drawings", id), partial(composed, id))

    def side_of(id: str) -> Side | None:
        """What stands for a side of a comparison: its own field, that of the first venue of a sport, or itself as a thing."""
        entity = graph.entities[id]
        is_sport = graph.vocabulary.role_of(entity.type) == "sport"
        fields = (entity, *(graph.objects(entity.id, PLAYED_AT) if is_sport else ()))
        shown = (field for field in fields if any(item.kind in ("plan", "section") for item in drawn(field.id)))
        of = next(shown, entity)
        piece = side(of, drawn(of.id), labels)
        return Side(of.id, piece) if piece is not None else None

    def side_known(id: str) -> Side | None:
        return memo.result(("side", id), partial(side_of, id))

    def compared(id: str) -> tuple[Drawing, ...]:
        a, b = (side_known(entity.id) for entity in graph.objects(id, COMPARES))
        item = pair(id, a.piece, b.piece) if a is not None and b is not None else None
        return (item,) if item is not None else ()

    def many() -> tuple[Drawing, ...]:
        every = {id: items for id in graph.entities if (items := drawn(id))}
        return collections((graph.entities[id] for id in every), every, labels)

    pairs = {entity.id for type in graph.vocabulary.with_role("comparison") for entity in graph.of_type(type)}
    every = (
        (id, memo.result(("pair", id), partial(compared, id)) if id in pairs else drawn(id)) for id in graph.entities
    )
    sides = {id: known for id in graph.entities if (known := side_known(id)) is not None}
    collected = {item.id: item for item in memo.result("collections", many)}
    return {id: items for id, items in every if items}, collected, sides


def _figures(graph: Graph, memo: Memo) -> dict[str, BodyMap]:
    """The figure of each entity that has to do with muscles."""
    composed = ((id, memo.result(("figure", id), partial(muscle_map, graph, id))) for id in graph.entities)
    return {id: item for id, item in composed if item is not None}


def _charts(graph: Graph, memo: Memo) -> dict[str, tuple[Chart, ...]]:
    """The charts of each entity that has some."""
    composed = ((id, memo.result(("charts", id), partial(charts_of, graph, id))) for id in graph.entities)
    return {id: items for id, items in composed if items}


def _strips(graph: Graph, memo: Memo) -> dict[str, Strip]:
    """The key poses of each exercise that states them."""

    def composed(id: str) -> Strip | None:
        return strip_of(graph.entities[id], graph.entities, graph.vocabulary)

    strips = ((id, memo.result(("strip", id), partial(composed, id))) for id in graph.entities)
    return {id: strip for id, strip in strips if strip is not None}


def _boards(graph: Graph, memo: Memo) -> dict[str, tuple[ComposedBoard, ...]]:
    def composed(id: str) -> tuple[ComposedBoard, ...]:
        return boards_of(graph.entities[id], graph.entities)

    composed_boards = ((id, memo.result(("boards", id), partial(composed, id))) for id in graph.entities)
    return {id: items for id, items in composed_boards if items}


def _teams(graph: Graph, memo: Memo) -> dict[str, tuple[Team, ...]]:
    composed_teams = ((id, memo.result(("teams", id), partial(teams_of, graph, id))) for id in graph.entities)
    return {id: items for id, items in composed_teams if items}


def _comparisons(graph: Graph, memo: Memo) -> dict[str, Comparison]:
    def compared(id: str) -> Comparison:
        a, b = graph.objects(id, COMPARES)
        return compare(graph.vocabulary, a, b, graph.entities[id])

    return {
        entity.id: memo.result(("comparison", entity.id), partial(compared, entity.id))
        for type in graph.vocabulary.with_role("comparison")
        for entity in graph.of_type(type)
    }


def _recommendations(graph: Graph, memo: Memo) -> dict[str, GoalRecommendations]:
    """The list of each goal, by the id of the recommendation entity, in the order of the goals."""

    def recommended(id: str) -> GoalRecommendations:
        return recommend(graph, graph.entities[id])

    return {
        f"{type}/{goal.slug}": memo.result(("recommendations", goal.id), partial(recommended, goal.id))
        for type in graph.vocabulary.with_role("recommendation")
        for goals in graph.vocabulary.with_role("goal")
        for goal in graph.of_type(goals)
    }


def _recommending(entity: Entity, recommended: GoalRecommendations) -> Entity:
    """A recommendation includes its goal and what it recommends, best first."""
    ids = (recommended.goal.id, *(recommendation.entity.id for recommendation in recommended.items))
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
    drawn = [id for module in course.modules for lesson in module.lessons for id in lesson.entities]
    drawn += (id for drill in course.drills for id in drill.trains)
    return Entity(
        type=id.partition("/")[0],
        slug=course.sport,
        name=course.title,
        description=course.description,
        origin=f"courses/{course.sport}.toml",
        keywords=course.keywords,
        sources=works_of_course(course),
        boards=tuple(board for drill in course.drills if (board := drill.drawn)),
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
