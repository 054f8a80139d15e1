"""The bodies of the 11 operations, from the publication."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from sportlore.api import drawings, people
from sportlore.comparison import Comparison, link_rows, statements
from sportlore.contract import schemas
from sportlore.contract.addresses import api_path
from sportlore.derive import (
    AtlasDimension,
    FactStatement,
    GoalRecommendations,
    Reason,
    Recommendation,
    recommended_types,
)
from sportlore.effects import effect_text
from sportlore.model import (
    PRACTICE,
    SCHEDULE,
    Calculator,
    Condition,
    Effect,
    Entity,
    Evidence,
    Section,
    cited,
)
from sportlore.publication import Publication, json_ld
from sportlore.recommendation import LEVELS, LIMITING_TYPES, PLACES, StoredGoal

Schema = TypeVar("Schema", bound=schemas.Body)


def body(schema: type[Schema], value: Struct, **fields: object) -> Schema:
    """The body of a struct of the catalogue: what is equal by name as it is stated, other `fields` as they are given.

    body(schemas.Section, Section("Scoring", text="To 21.")) -> schemas.Section(title="Scoring", text="To 21.")
    """
    equal = {name: getattr(value, name, None) for name in schema.__struct_fields__ if name not in fields}
    stated = {name: field for name, field in equal.items() if field not in _UNSTATED} | fields
    return msgspec.convert(
        {_camel(name): _stated(field) for name, field in stated.items() if field is not UNSET}, schema
    )


_UNSTATED: tuple[object, ...] = (None, "", (), {})
"""What a field of the catalogue holds that is left out of a body."""


def _stated(value: Any) -> Any:
    """A value as JSON has it: without fields that state nothing, whole numbers as integers."""
    match value:
        case schemas.Body():
            return msgspec.to_builtins(value)
        case Struct():
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            return {_camel(name): _stated(field) for name, field in fields if field not in _UNSTATED}
        case tuple() | list():
            return [_stated(item) for item in value]
        case dict():
            return {key: _stated(item) for key, item in value.items()}
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


@cache
def _camel(name: str) -> str:
    """_camel("bears_on") -> "bearsOn"."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def relationship(publication: Publication, entity: Entity) -> schemas.Relationship:
    """How one body names another entity."""
    return schemas.Relationship(type=entity.type, id=entity.id, name=entity.name, url=publication.page(entity))


def relationships(publication: Publication, entities: Iterable[Entity]) -> list[schemas.Relationship]:
    """The entities as relationships, in their order."""
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
    return _item(publication, entity, _facts(publication, entity))


def _item(publication: Publication, entity: Entity, facts: list[schemas.Fact]) -> schemas.Resource:
    """What every answer for an entity has, with facts as this one states them."""
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
        facts=facts,
    )


def resource(publication: Publication, entity: Entity) -> schemas.Resource:
    """One entity, as endpoint 3 answers it: with its sections, schedule, evidence and sources."""
    schemes = publication.vocabulary.schemes
    identified = [
        body(schemas.Identifier, item, url=schemes[item.scheme].address(item.id)) for item in entity.identifiers
    ]
    return msgspec.structs.replace(
        _item(publication, entity, _claims(publication, entity)),
        sections=[body(schemas.Section, section, doubt=_doubt(entity, section)) for section in entity.sections],
        schedule=[body(schemas.ScheduleBlock, block, **_schedule_basis(entity)) for block in entity.schedule] or UNSET,
        serves=[body(schemas.Service, service) for service in entity.serves] or UNSET,
        evidence=[_evidence(item) for item in entity.evidence] or UNSET,
        sources=[source(publication, id) for id in cited(entity)],
        checked=entity.checked or UNSET,
        names={language: list(names) for language, names in entity.names.items()} or UNSET,
        same_as=[item.url for item in identified if item.match == "exact"] or UNSET,
        identifiers=identified or UNSET,
        drawings=[*drawings.described(publication, entity), *people.described(publication, entity)] or UNSET,
        boards=people.boards(publication, entity) or UNSET,
        stands=people.stands(publication, entity) or UNSET,
        signals=[body(schemas.Signal, signal) for signal in entity.signals] or UNSET,
        tokens=[body(schemas.Token, token) for token in entity.tokens] or UNSET,
    )


def _evidence(item: Evidence) -> schemas.Evidence:
    size = body(schemas.EffectSize, item.effect) if isinstance(item.effect, Effect) else UNSET
    return body(schemas.Evidence, item, effect=effect_text(item.effect), size=size)


def _doubt(entity: Entity, section: Section) -> str | UnsetType:
    return next((doubt.text for doubt in entity.doubts if doubt.section == section.title), UNSET)


def _schedule_basis(entity: Entity) -> dict[str, object]:
    """What all weeks of a plan rest on."""
    works = [citation.source for citation in entity.citations.get(SCHEDULE, ())]
    return {"sources": works or UNSET, "basis": PRACTICE if SCHEDULE in entity.practice else UNSET}


def _facts(publication: Publication, entity: Entity) -> list[schemas.Fact]:
    """The facts of an entity; each variant repeats the unit of its fact."""
    return [
        body(
            schemas.Fact,
            fact,
            variants=[body(schemas.FactVariant, variant, **unit) for variant in fact.variants] or UNSET,
        )
        for fact in publication.knowledge.facts[entity.id]
        for unit in ({"unit": fact.unit} if fact.unit else {},)
    ]


def _claims(publication: Publication, entity: Entity) -> list[schemas.Fact]:
    """The facts of an entity with what each rests on: the works that say it, or that it is the authors' own choice."""
    return [
        msgspec.structs.replace(fact, **_basis(entity, statement))
        for fact, statement in zip(_facts(publication, entity), publication.knowledge.facts[entity.id], strict=True)
    ]


def _basis(entity: Entity, fact: FactStatement) -> dict[str, object]:
    """The fields of a claim; the work that a clause belongs to stands first."""
    works = sorted(fact.citations, key=lambda citation: citation.clause is None)
    return {
        "sources": list(dict.fromkeys(citation.source for citation in works)) or UNSET,
        "clause": works[0].clause or UNSET if works else UNSET,
        "checked": entity.checked or UNSET if works else UNSET,
        "basis": PRACTICE if fact.practice else UNSET,
    }


def source(publication: Publication, id: str) -> schemas.Source:
    """A work of the bibliography."""
    return body(schemas.Source, publication.vocabulary.sources[id], id=id)


def type_list(publication: Publication) -> schemas.TypeList:
    """Every type with its count, in the specification's order."""
    return schemas.TypeList(
        data=[
            schemas.TypeCount(
                type=entity_type, count=len(publication.graph.of_type(entity_type)), route_base=described.route_base
            )
            for entity_type, described in publication.vocabulary.types.items()
        ]
    )


def list_meta(publication: Publication, type: str) -> schemas.ListMeta:
    """The `meta` of every page of a type's list."""
    return schemas.ListMeta(version=publication.about.version, generated_from=f"entities/{type}/", lang="en")


def comparison(publication: Publication, entity: Entity, compared: Comparison) -> schemas.Comparison:
    """The two sides of a comparison entity, what is said of both, and what they are linked with."""
    return schemas.Comparison(
        slug=entity.slug,
        title=entity.name,
        a=_side(publication, compared.a),
        b=_side(publication, compared.b),
        differences=[statement.text for statement in compared.differences],
        similarities=[statement.text for statement in compared.similarities],
        description=entity.description,
        verdict=entity.verdict or UNSET,
        choose_if=[_condition(compared, item) for item in entity.choose_if] or UNSET,
        statements=statements(compared),
        drawings=drawings.described(publication, entity) or UNSET,
        sources=[source(publication, id) for id in dict.fromkeys((*cited(entity), *_works_of_facts(compared)))],
        links=[
            schemas.ComparedLinks(
                relation=row.relation,
                label=row.label,
                common=relationships(publication, row.common),
                apart=[relationships(publication, side) for side in row.apart],
            )
            for row in link_rows(publication.graph, compared.a, compared.b)
        ],
    )


def _condition(compared: Comparison, item: Condition) -> schemas.Condition:
    side = compared.a if item.side == "a" else compared.b
    return schemas.Condition(id=side.id, about=item.about, text=item.text)


def _works_of_facts(compared: Comparison) -> Iterable[str]:
    """The works that say the facts of both sides."""
    for side in (compared.a, compared.b):
        for key in side.facts:
            yield from (citation.source for citation in side.citations.get(key, ()))


def _side(publication: Publication, entity: Entity) -> schemas.ComparisonSide:
    return body(
        schemas.ComparisonSide,
        entity,
        id=entity.id,
        url=publication.page(entity),
        api_url=api_path(entity),
        facts=_claims(publication, entity),
    )


def calculator(publication: Publication, calculator: Calculator) -> schemas.Calculator:
    """A calculator with its formula and examples."""
    return body(
        schemas.Calculator,
        calculator,
        description=f"{calculator.description} {calculator.validity}",
        url=publication.calculator_page(calculator),
        keywords=calculator.keywords,
        informs=relationships(publication, (publication.graph.entities[id] for id in calculator.informs)),
        sources=[source(publication, id) for id in calculator.sources],
        alternatives=calculator.alternatives,
        requires=calculator.requires,
        drawings=drawings.of_calculator(publication, calculator) or UNSET,
    )


def calculator_list(publication: Publication) -> schemas.CalculatorList:
    return schemas.CalculatorList(data=[calculator(publication, item) for item in publication.knowledge.calculators])


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
            body(
                schemas.AtlasValue,
                value,
                count=len(value.entities),
                entities=relationships(publication, value.entities),
            )
            for value in atlas.values
        ],
    )


def recommendation_list(publication: Publication, recommended: GoalRecommendations) -> schemas.RecommendationList:
    """What is recommended for a goal, in order of score, each with its reasons."""
    return schemas.RecommendationList(
        goal=recommended.goal.slug,
        data=[_recommendation(publication, item) for item in recommended.items],
        safety=_safety(publication, [recommended.goal]) or UNSET,
    )


def _recommendation(publication: Publication, item: Recommendation) -> schemas.Recommendation:
    return schemas.Recommendation(
        entity=relationship(publication, item.entity),
        score=item.score,
        reasons=[schemas.Reason(text=reason.text, path=_path(publication, reason)) for reason in item.reasons],
        not_for=relationships(publication, item.not_for) or UNSET,
    )


def _safety(publication: Publication, entities: Iterable[Entity]) -> list[schemas.Safety]:
    """What the pages of a goal or of conditions say of limits, where they say something."""
    types = publication.vocabulary.types
    return [
        schemas.Safety(entity=relationship(publication, entity), sections=sections)
        for entity in entities
        if (sections := [body(schemas.Section, s) for s in entity.sections if s.title in types[entity.type].safety])
    ]


def stored_goal(publication: Publication, recommended: GoalRecommendations) -> StoredGoal:
    """All that serves a goal, from which a server chooses for somebody."""
    vocabulary, graph = publication.vocabulary, publication.graph
    named = {id for candidate in recommended.candidates for id in (candidate.group, *chain(*candidate.needs))}
    limiting = [entity for type in LIMITING_TYPES for entity in graph.of_type(type)]
    terms = {key: term.label for list in (PLACES, LEVELS) for key, term in vocabulary.terms.get(list, {}).items()}
    return StoredGoal(
        id=recommended.goal.id,
        candidates=recommended.candidates,
        bodies=tuple(Raw(schemas.encode(_recommendation(publication, item))) for item in recommended.serving),
        limits=recommended_types(vocabulary),
        names=terms
        | {entity.id: entity.inline_name for entity in (graph.entities[id] for id in sorted(named - {""}))}
        | {entity.id: entity.inline_name for entity in limiting},
        places=tuple(vocabulary.terms.get(PLACES, {})),
        safety={
            entity.id: Raw(schemas.encode(safety))
            for entity in (recommended.goal, *limiting)
            for safety in _safety(publication, [entity])
        },
    )


def _path(publication: Publication, reason: Reason) -> list[schemas.Relationship]:
    """The entities of a path, each with the relation by which the one before leads to it."""
    first, *rest = relationships(publication, reason.path)
    steps = zip(rest, reason.relations, strict=True)
    return [first, *(msgspec.structs.replace(item, relation=relation) for item, relation in steps)]
