"""The bodies of the 11 operations, from the publication."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import msgspec
from msgspec import UNSET, UnsetType

from sportlore.api import drawings
from sportlore.contract import schemas
from sportlore.contract.addresses import api_path
from sportlore.derive import (
    AtlasDimension,
    Comparison,
    FactStatement,
    GoalRecommendations,
    Reason,
    Statement,
    VariantStatement,
)
from sportlore.model import (
    Calculator,
    CalculatorInput,
    Course,
    Dose,
    Entity,
    Evidence,
    Module,
    ScheduleBlock,
    Session,
)
from sportlore.publication import Publication, cited, json_ld


def relationship(publication: Publication, entity: Entity) -> schemas.Relationship:
    """How one body names another entity."""
    return schemas.Relationship(type=entity.type, id=entity.id, name=entity.name, url=publication.page(entity))


def _relationships(publication: Publication, entities: Iterable[Entity]) -> list[schemas.Relationship]:
    return [relationship(publication, entity) for entity in entities]


def _linked(publication: Publication, entity: Entity) -> list[schemas.Relationship]:
    """One item for each link: first those that the entity states, then those that others state of it."""
    graph, relations = publication.graph, publication.vocabulary.relations
    stated = ((link.object, link.relation) for link in graph.out[entity.id])
    received = ((link.subject, relations[link.relation].inverse) for link in graph.into[entity.id])
    return [
        msgspec.structs.replace(relationship(publication, graph.entities[id]), relation=relation)
        for id, relation in (*stated, *received)
    ]


def list_item(publication: Publication, entity: Entity) -> schemas.Resource:
    """One entity, as lists and searches state it."""
    return schemas.Resource(
        id=entity.id,
        type=entity.type,
        slug=entity.slug,
        name=entity.name,
        description=entity.description,
        url=publication.page(entity),
        api_url=api_path(entity),
        keywords=list(entity.keywords),
        relationships=_linked(publication, entity),
        json_ld=json_ld(publication, entity),
        meta=schemas.ResourceMeta(version=publication.about.version, generated_from=entity.origin),
        facts=_facts(publication, entity),
    )


def resource(publication: Publication, entity: Entity) -> schemas.Resource:
    """One entity, as endpoint 3 answers it: with its sections, schedule, evidence and sources."""
    return msgspec.structs.replace(
        list_item(publication, entity),
        sections=[
            schemas.Section(
                title=section.title,
                text=section.text or UNSET,
                steps=list(section.steps) or UNSET,
                items=list(section.items) or UNSET,
                sources=list(section.sources) or UNSET,
            )
            for section in entity.sections
        ],
        schedule=[_schedule_block(block) for block in entity.schedule] or UNSET,
        serves=[schemas.Service(goal=s.goal, strength=s.strength, text=s.text) for s in entity.serves] or UNSET,
        evidence=[_evidence(item) for item in entity.evidence] or UNSET,
        sources=[_source(publication, id) for id in cited(entity)],
        checked=entity.checked or UNSET,
        names={language: list(names) for language, names in entity.names.items()} or UNSET,
        drawings=drawings.described(publication, entity) or UNSET,
    )


def _facts(publication: Publication, entity: Entity) -> list[schemas.Fact]:
    return [
        schemas.Fact(
            key=fact.key,
            label=fact.label,
            value=cast("Any", fact.value),
            unit=fact.unit or UNSET,
            text=fact.text,
            variants=[_variant(variant, fact) for variant in fact.variants] or UNSET,
        )
        for fact in publication.knowledge.facts[entity.id]
    ]


def _variant(variant: VariantStatement, fact: FactStatement) -> schemas.FactVariant:
    return schemas.FactVariant(
        value=cast("Any", variant.value),
        unit=fact.unit or UNSET,
        text=variant.text,
        scope=list(variant.scope) or UNSET,
        since=UNSET if variant.since is None else variant.since,
        until=UNSET if variant.until is None else variant.until,
        source=variant.source,
    )


def _evidence(evidence: Evidence) -> schemas.Evidence:
    return schemas.Evidence(
        outcome=evidence.outcome,
        grade=evidence.grade,
        effect=evidence.effect,
        population=evidence.population or UNSET,
        source=evidence.source,
        bears_on=list(evidence.bears_on) or UNSET,
    )


def _schedule_block(block: ScheduleBlock) -> schemas.ScheduleBlock:
    return schemas.ScheduleBlock(
        weeks=list(block.weeks), focus=block.focus, sessions=[_session(session) for session in block.sessions]
    )


def _session(session: Session) -> schemas.Session:
    parts = [
        schemas.SessionPart(
            text=part.text,
            activity=part.activity or UNSET,
            sets=_dose(part.sets),
            repetitions=_dose(part.repetitions),
            load=_dose(part.load),
            effort=_dose(part.effort),
            minutes=_dose(part.minutes),
            distance=_dose(part.distance),
            rest=_dose(part.rest),
        )
        for part in session.parts
    ]
    return schemas.Session(day=session.day, name=session.name, session=session.session or UNSET, parts=parts)


def _dose(dose: Dose | None) -> float | int | list[float | int] | UnsetType:
    if dose is None:
        return UNSET
    return [_whole(bound) for bound in dose] if isinstance(dose, tuple) else _whole(dose)


def _source(publication: Publication, id: str) -> schemas.Source:
    source = publication.vocabulary.sources[id]
    return schemas.Source(
        id=id,
        title=source.title,
        author=source.author or UNSET,
        publisher=source.publisher,
        year=UNSET if source.year is None else source.year,
        url=source.url or UNSET,
        read=source.read or UNSET,
        read_in=source.read_in or UNSET,
        supports=source.supports or UNSET,
    )


def type_list(publication: Publication) -> schemas.TypeList:
    """Every type with its count, in the specification's order."""
    return schemas.TypeList(
        data=[
            schemas.TypeCount(type=type, count=len(publication.graph.of_type(type)), route_base=described.route_base)
            for type, described in publication.vocabulary.types.items()
        ]
    )


def list_meta(publication: Publication, type: str) -> schemas.ListMeta:
    """The `meta` of every page of a type's list."""
    return schemas.ListMeta(version=publication.about.version, generated_from=f"entities/{type}/", lang="en")


def comparison(publication: Publication, entity: Entity, compared: Comparison) -> schemas.Comparison:
    """The two sides of a comparison entity, and what follows from their facts and links."""
    return schemas.Comparison(
        slug=entity.slug,
        title=entity.name,
        a=_side(publication, compared.a),
        b=_side(publication, compared.b),
        differences=[statement.text for statement in compared.differences],
        similarities=[statement.text for statement in compared.similarities],
        description=entity.description,
        verdict=entity.verdict or UNSET,
        statements=[_statement(item) for item in (*compared.differences, *compared.similarities)],
        sources=[_source(publication, id) for id in cited(entity)],
    )


def _statement(statement: Statement) -> schemas.Statement:
    return schemas.Statement(
        text=statement.text,
        same=statement.same,
        group=statement.group,
        weight=round(statement.weight, 3),
        key=statement.key or UNSET,
        source=statement.source or UNSET,
    )


def _side(publication: Publication, entity: Entity) -> schemas.ComparisonSide:
    return schemas.ComparisonSide(
        type=entity.type,
        id=entity.id,
        name=entity.name,
        description=entity.description,
        url=publication.page(entity),
        api_url=api_path(entity),
        facts=_facts(publication, entity),
    )


def calculator(publication: Publication, calculator: Calculator) -> schemas.Calculator:
    """A calculator with its formula and examples."""
    return schemas.Calculator(
        slug=calculator.slug,
        title=calculator.title,
        description=f"{calculator.description} {calculator.validity}",
        inputs=[_input(item) for item in calculator.inputs],
        formula=schemas.Formula(
            name=calculator.formula.name,
            expression=calculator.formula.expression,
            source=calculator.formula.source,
        ),
        output=schemas.CalculatorOutput(
            label=calculator.output.label,
            unit=calculator.output.unit or UNSET,
            precision=calculator.output.precision,
            format=calculator.output.format or UNSET,
        ),
        examples=[
            schemas.CalculatorExample(inputs=_tidy(e.inputs), result=_whole(e.result), source=e.source or UNSET)
            for e in calculator.examples
        ],
        url=f"{publication.addresses.site_url}/calculators/{calculator.slug}",
        keywords=list(calculator.keywords),
        informs=_relationships(publication, (publication.graph.entities[id] for id in calculator.informs)),
        sources=[_source(publication, id) for id in calculator.sources],
        alternatives=list(calculator.alternatives),
        requires=[schemas.Requirement(expression=r.expression, message=r.message) for r in calculator.requires],
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
        format=item.format or UNSET,
        when=item.when or UNSET,
    )


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _tidy(inputs: dict[str, float | str]) -> dict[str, float | int | str]:
    return {name: value if isinstance(value, str) else _whole(value) for name, value in inputs.items()}


def calculator_list(publication: Publication) -> schemas.CalculatorList:
    return schemas.CalculatorList(data=[calculator(publication, item) for item in publication.knowledge.calculators])


def course(publication: Publication, course: Course) -> schemas.Course:
    """A course with its modules in learning order."""
    sport = f"{publication.vocabulary.with_role('sport')[0]}/{course.sport}"
    return schemas.Course(
        sport_slug=course.sport,
        sport_name=publication.graph.entities[sport].name,
        modules=[_module(publication, module, order) for order, module in enumerate(course.modules, 1)],
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
    return schemas.CourseList(data=[course(publication, item) for item in publication.knowledge.courses.values()])


def atlas_list(publication: Publication) -> schemas.AtlasList:
    """Every dimension with its values, in the vocabulary's order."""
    return schemas.AtlasList(
        data=[_dimension(publication, id, atlas) for id, atlas in publication.knowledge.atlas.items()]
    )


def _dimension(publication: Publication, id: str, atlas: AtlasDimension) -> schemas.AtlasDimension:
    entity = publication.graph.entities[id]
    return schemas.AtlasDimension(
        slug=entity.slug,
        title=entity.name,
        description=entity.description,
        url=publication.page(entity),
        values=[
            schemas.AtlasValue(
                slug=value.slug,
                label=value.label,
                count=len(value.entities),
                entities=_relationships(publication, value.entities),
            )
            for value in atlas.values
        ],
    )


def recommendation_list(publication: Publication, found: GoalRecommendations) -> schemas.RecommendationList:
    """What is recommended for a goal, in order of score, each with its reasons."""
    return schemas.RecommendationList(
        goal=found.goal.slug,
        data=[
            schemas.Recommendation(
                entity=relationship(publication, item.entity),
                score=item.score,
                reasons=[schemas.Reason(text=reason.text, path=_path(publication, reason)) for reason in item.reasons],
                not_for=_relationships(publication, item.not_for) or UNSET,
            )
            for item in found.items
        ],
    )


def _path(publication: Publication, reason: Reason) -> list[schemas.Relationship]:
    """The entities of a path, each with the relation by which the one before leads to it."""
    first, *rest = _relationships(publication, reason.path)
    steps = zip(rest, reason.relations, strict=True)
    return [first, *(msgspec.structs.replace(item, relation=relation) for item, relation in steps)]
