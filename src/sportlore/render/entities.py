"""The bodies of the 11 operations, from the world."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from msgspec import UNSET, UnsetType

from sportlore import bodies
from sportlore.derive import atlas_values, compare, fact_statements, recommend
from sportlore.model import Calculator, CalculatorInput, Course, Entity, Module
from sportlore.render.addresses import api_path
from sportlore.render.world import World


def relationship(world: World, entity: Entity) -> bodies.Relationship:
    """How one body names another entity."""
    return bodies.Relationship(type=entity.type, id=entity.id, name=entity.name, url=world.page(entity))


def _relationships(world: World, entities: Iterable[Entity]) -> list[bodies.Relationship]:
    return [relationship(world, entity) for entity in entities]


def resource(world: World, entity: Entity) -> bodies.Resource:
    """One entity, as endpoint 3 answers it and lists repeat it."""
    return bodies.Resource(
        id=entity.id,
        type=entity.type,
        slug=entity.slug,
        name=entity.name,
        description=entity.description,
        url=world.page(entity),
        api_url=api_path(entity),
        keywords=list(entity.keywords),
        relationships=_relationships(world, world.graph.neighbours(entity.id)),
        json_ld=json_ld(world, entity),
        meta=bodies.ResourceMeta(version=world.about.version, generated_from=entity.origin),
    )


def json_ld(world: World, entity: Entity) -> bodies.JsonLd:
    """What an entity's answer and its page say of the page in Schema.org's terms."""
    url = world.page(entity)
    return bodies.JsonLd(
        id=f"{url}#webpage",
        name=entity.name,
        description=entity.description,
        url=url,
        about=bodies.About(name=entity.name),
    )


def type_list(world: World) -> bodies.TypeList:
    """Every type with its count, in the specification's order."""
    counts = dict.fromkeys(world.vocabulary.types, 0)
    for entity in world.graph.entities.values():
        counts[entity.type] += 1
    types = world.vocabulary.types
    return bodies.TypeList(
        data=[bodies.TypeCount(type=type, count=n, route_base=types[type].route_base) for type, n in counts.items()]
    )


def list_meta(world: World, type: str) -> bodies.ListMeta:
    """The `meta` of every page of a type's list."""
    return bodies.ListMeta(version=world.about.version, generated_from=f"{type}/", lang="en")


def comparison(world: World, entity: Entity) -> bodies.Comparison:
    """The two sides of a comparison entity, and what follows from their facts and links."""
    a, b = world.graph.objects(entity.id, "compares")
    differences, similarities = compare(world.graph, a, b)
    return bodies.Comparison(
        slug=entity.slug,
        title=entity.name,
        a=_side(world, a),
        b=_side(world, b),
        differences=list(differences),
        similarities=list(similarities),
    )


def _side(world: World, entity: Entity) -> bodies.ComparisonSide:
    return bodies.ComparisonSide(
        type=entity.type,
        id=entity.id,
        name=entity.name,
        description=entity.description,
        url=world.page(entity),
        api_url=api_path(entity),
        facts=[
            bodies.Fact(key=f.key, label=f.label, value=cast("Any", f.value), unit=f.unit or UNSET, text=f.text)
            for f in fact_statements(world.graph, entity)
        ],
    )


def calculator(world: World, tool: Calculator) -> bodies.Calculator:
    """A calculator with its formula and examples."""
    return bodies.Calculator(
        slug=tool.slug,
        title=tool.title,
        description=f"{tool.description} {tool.validity}",
        inputs=[_input(item) for item in tool.inputs],
        formula=bodies.Formula(name=tool.formula.name, expression=tool.formula.expression, source=tool.formula.source),
        output=bodies.CalculatorOutput(
            label=tool.output.label, unit=tool.output.unit or UNSET, precision=tool.output.precision
        ),
        examples=[bodies.CalculatorExample(inputs=_tidy(e.inputs), result=_whole(e.result)) for e in tool.examples],
        url=f"{world.addresses.site_url}/calculators/{tool.slug}",
    )


def _input(item: CalculatorInput) -> bodies.CalculatorInput:
    default: float | int | str | UnsetType
    default = item.default if isinstance(item.default, str) else UNSET if item.default is None else _whole(item.default)
    return bodies.CalculatorInput(
        name=item.name,
        label=item.label,
        type=item.type,
        unit=item.unit or UNSET,
        minimum=UNSET if item.minimum is None else _whole(item.minimum),
        maximum=UNSET if item.maximum is None else _whole(item.maximum),
        default=default,
        choices=[bodies.Choice(value=c.value, label=c.label) for c in item.choices] or UNSET,
        description=item.description or UNSET,
    )


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _tidy(inputs: dict[str, float | str]) -> dict[str, float | int | str]:
    return {name: value if isinstance(value, str) else _whole(value) for name, value in inputs.items()}


def calculator_list(world: World) -> bodies.CalculatorList:
    return bodies.CalculatorList(data=[calculator(world, tool) for tool in world.calculators])


def course(world: World, taught: Course) -> bodies.Course:
    """A course with its modules in learning order."""
    return bodies.Course(
        sport_slug=taught.sport,
        sport_name=world.sport_name(taught),
        modules=[_module(world, module, order) for order, module in enumerate(taught.modules, 1)],
    )


def _module(world: World, module: Module, order: int) -> bodies.CourseModule:
    entities = world.graph.entities
    return bodies.CourseModule(
        slug=module.slug,
        title=module.title,
        summary=module.summary,
        order=order,
        minutes=module.minutes,
        lessons=[
            bodies.Lesson(
                slug=lesson.slug,
                title=lesson.title,
                text=lesson.text,
                entities=_relationships(world, (entities[id] for id in lesson.entities)),
            )
            for lesson in module.lessons
        ],
        quiz=[
            bodies.Question(question=q.question, options=list(q.options), answer=q.answer, explanation=q.explanation)
            for q in module.quiz
        ],
    )


def course_list(world: World) -> bodies.CourseList:
    return bodies.CourseList(data=[course(world, taught) for taught in world.courses])


def atlas_list(world: World) -> bodies.AtlasList:
    """Every dimension with its values, in the vocabulary's order."""
    return bodies.AtlasList(
        data=[
            bodies.AtlasDimension(
                slug=slug,
                title=dimension.title,
                description=dimension.description,
                url=world.page(world.graph.entities[f"atlas/{slug}"]),
                values=[
                    bodies.AtlasValue(
                        slug=value.slug,
                        label=value.label,
                        count=len(value.entities),
                        entities=_relationships(world, value.entities),
                    )
                    for value in atlas_values(world.graph, dimension)
                ],
            )
            for slug, dimension in world.vocabulary.dimensions.items()
        ]
    )


def recommendation_list(world: World, goal: Entity) -> bodies.RecommendationList:
    """What is recommended for a goal, in order of score, each with its reasons."""
    return bodies.RecommendationList(
        goal=goal.slug,
        data=[
            bodies.Recommendation(
                entity=relationship(world, found.entity),
                score=found.score,
                reasons=[
                    bodies.Reason(text=reason.text, path=_relationships(world, reason.path)) for reason in found.reasons
                ],
            )
            for found in recommend(world.graph, goal)
        ],
    )
