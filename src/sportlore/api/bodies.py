"""The bodies of the 11 operations, from the publication."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from msgspec import UNSET, UnsetType

from sportlore.contract import schemas
from sportlore.contract.addresses import api_path
from sportlore.derive import atlas_values, compare, fact_statements, recommend
from sportlore.model import Calculator, CalculatorInput, Course, Entity, Module
from sportlore.publication import Publication, json_ld


def relationship(publication: Publication, entity: Entity) -> schemas.Relationship:
    """How one body names another entity."""
    return schemas.Relationship(type=entity.type, id=entity.id, name=entity.name, url=publication.page(entity))


def _relationships(publication: Publication, entities: Iterable[Entity]) -> list[schemas.Relationship]:
    return [relationship(publication, entity) for entity in entities]


def resource(publication: Publication, entity: Entity) -> schemas.Resource:
    """One entity, as endpoint 3 answers it and lists repeat it."""
    return schemas.Resource(
        id=entity.id,
        type=entity.type,
        slug=entity.slug,
        name=entity.name,
        description=entity.description,
        url=publication.page(entity),
        api_url=api_path(entity),
        keywords=list(entity.keywords),
        relationships=_relationships(publication, publication.graph.neighbours(entity.id)),
        json_ld=json_ld(publication, entity),
        meta=schemas.ResourceMeta(version=publication.about.version, generated_from=entity.origin),
    )


def type_list(publication: Publication) -> schemas.TypeList:
    """Every type with its count, in the specification's order."""
    counts = dict.fromkeys(publication.vocabulary.types, 0)
    for entity in publication.graph.entities.values():
        counts[entity.type] += 1
    types = publication.vocabulary.types
    return schemas.TypeList(
        data=[schemas.TypeCount(type=type, count=n, route_base=types[type].route_base) for type, n in counts.items()]
    )


def list_meta(publication: Publication, type: str) -> schemas.ListMeta:
    """The `meta` of every page of a type's list."""
    return schemas.ListMeta(version=publication.about.version, generated_from=f"{type}/", lang="en")


def comparison(publication: Publication, entity: Entity) -> schemas.Comparison:
    """The two sides of a comparison entity, and what follows from their facts and links."""
    a, b = publication.graph.objects(entity.id, "compares")
    differences, similarities = compare(publication.graph, a, b)
    return schemas.Comparison(
        slug=entity.slug,
        title=entity.name,
        a=_side(publication, a),
        b=_side(publication, b),
        differences=list(differences),
        similarities=list(similarities),
    )


def _side(publication: Publication, entity: Entity) -> schemas.ComparisonSide:
    return schemas.ComparisonSide(
        type=entity.type,
        id=entity.id,
        name=entity.name,
        description=entity.description,
        url=publication.page(entity),
        api_url=api_path(entity),
        facts=[
            schemas.Fact(key=f.key, label=f.label, value=cast("Any", f.value), unit=f.unit or UNSET, text=f.text)
            for f in fact_statements(publication.graph, entity)
        ],
    )


def calculator(publication: Publication, tool: Calculator) -> schemas.Calculator:
    """A calculator with its formula and examples."""
    return schemas.Calculator(
        slug=tool.slug,
        title=tool.title,
        description=f"{tool.description} {tool.validity}",
        inputs=[_input(item) for item in tool.inputs],
        formula=schemas.Formula(name=tool.formula.name, expression=tool.formula.expression, source=tool.formula.source),
        output=schemas.CalculatorOutput(
            label=tool.output.label, unit=tool.output.unit or UNSET, precision=tool.output.precision
        ),
        examples=[schemas.CalculatorExample(inputs=_tidy(e.inputs), result=_whole(e.result)) for e in tool.examples],
        url=f"{publication.addresses.site_url}/calculators/{tool.slug}",
    )


def _input(item: CalculatorInput) -> schemas.CalculatorInput:
    default: float | int | str | UnsetType
    default = item.default if isinstance(item.default, str) else UNSET if item.default is None else _whole(item.default)
    return schemas.CalculatorInput(
        name=item.name,
        label=item.label,
        type=item.type,
        unit=item.unit or UNSET,
        minimum=UNSET if item.minimum is None else _whole(item.minimum),
        maximum=UNSET if item.maximum is None else _whole(item.maximum),
        default=default,
        choices=[schemas.Choice(value=c.value, label=c.label) for c in item.choices] or UNSET,
        description=item.description or UNSET,
    )


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _tidy(inputs: dict[str, float | str]) -> dict[str, float | int | str]:
    return {name: value if isinstance(value, str) else _whole(value) for name, value in inputs.items()}


def calculator_list(publication: Publication) -> schemas.CalculatorList:
    return schemas.CalculatorList(data=[calculator(publication, tool) for tool in publication.calculators])


def course(publication: Publication, taught: Course) -> schemas.Course:
    """A course with its modules in learning order."""
    return schemas.Course(
        sport_slug=taught.sport,
        sport_name=publication.sport_name(taught),
        modules=[_module(publication, module, order) for order, module in enumerate(taught.modules, 1)],
    )


def _module(publication: Publication, module: Module, order: int) -> schemas.CourseModule:
    entities = publication.graph.entities
    return schemas.CourseModule(
        slug=module.slug,
        title=module.title,
        summary=module.summary,
        order=order,
        minutes=module.minutes,
        lessons=[
            schemas.Lesson(
                slug=lesson.slug,
                title=lesson.title,
                text=lesson.text,
                entities=_relationships(publication, (entities[id] for id in lesson.entities)),
            )
            for lesson in module.lessons
        ],
        quiz=[
            schemas.Question(question=q.question, options=list(q.options), answer=q.answer, explanation=q.explanation)
            for q in module.quiz
        ],
    )


def course_list(publication: Publication) -> schemas.CourseList:
    return schemas.CourseList(data=[course(publication, taught) for taught in publication.courses])


def atlas_list(publication: Publication) -> schemas.AtlasList:
    """Every dimension with its values, in the vocabulary's order."""
    return schemas.AtlasList(
        data=[
            schemas.AtlasDimension(
                slug=slug,
                title=dimension.title,
                description=dimension.description,
                url=publication.page(publication.graph.entities[f"atlas/{slug}"]),
                values=[
                    schemas.AtlasValue(
                        slug=value.slug,
                        label=value.label,
                        count=len(value.entities),
                        entities=_relationships(publication, value.entities),
                    )
                    for value in atlas_values(publication.graph, dimension)
                ],
            )
            for slug, dimension in publication.vocabulary.dimensions.items()
        ]
    )


def recommendation_list(publication: Publication, goal: Entity) -> schemas.RecommendationList:
    """What is recommended for a goal, in order of score, each with its reasons."""
    return schemas.RecommendationList(
        goal=goal.slug,
        data=[
            schemas.Recommendation(
                entity=relationship(publication, found.entity),
                score=found.score,
                reasons=[
                    schemas.Reason(text=reason.text, path=_relationships(publication, reason.path))
                    for reason in found.reasons
                ],
            )
            for found in recommend(publication.graph, goal)
        ],
    )
