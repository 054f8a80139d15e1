"""The page of an entity: what it states, what others state of it, and where that comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from sportlore.contract.addresses import api_path, page_path
from sportlore.derive import fact_statements
from sportlore.model import COMPARISON_TYPES, Calculator, Entity, EntityType, Relation, Source
from sportlore.publication import Publication, json_ld
from sportlore.site.by_type import special
from sportlore.site.html import island
from sportlore.site.page import Page, Ref, calculator_ref, capital, ref, refs, type_ref


class FactRow(Struct, frozen=True):
    """A row of the table of facts; `atlas` is where the catalogue is sorted by this fact."""

    label: str
    text: str
    atlas: str | None


class LinkGroup(Struct, frozen=True):
    """What one relation links to: `parts` maps the plural of a type to its entities, "" if there is one type only."""

    label: str
    ranked: bool
    parts: tuple[tuple[str, tuple[Ref, ...]], ...]


class EntityView(Struct, frozen=True):
    """What the template of an entity shows; `special` is the part that only its type has."""

    entity: Entity
    kind: EntityType
    facts: tuple[FactRow, ...]
    groups: tuple[LinkGroup, ...]
    comparisons: tuple[Ref, ...]
    calculators: tuple[Ref, ...]
    recommendation: Ref | None
    sources: tuple[Source, ...]
    json_ld: Markup
    special: object


def entity_pages(publication: Publication) -> Iterator[Page]:
    """A page for every entity, in order of id."""
    informing = informed(publication.calculators)
    for entity in publication.graph.entities.values():
        yield entity_page(publication, entity, informing.get(entity.id, ()))


def informed(calculators: Sequence[Calculator]) -> dict[str, tuple[Calculator, ...]]:
    """The calculators that inform an entity, by its id."""
    found: dict[str, tuple[Calculator, ...]] = {}
    for tool in calculators:
        for id in tool.informs:
            found[id] = (*found.get(id, ()), tool)
    return found


def entity_page(publication: Publication, entity: Entity, calculators: Sequence[Calculator]) -> Page:
    """The page of one entity."""
    kind = publication.vocabulary.types[entity.type]
    own = special(publication, entity)
    return Page(
        path=page_path(entity, publication.vocabulary),
        template=own.template,
        title=f"{entity.name} · {capital(kind.singular)}",
        description=entity.description,
        view=EntityView(
            entity=entity,
            kind=kind,
            facts=tuple(_facts(publication, entity)),
            groups=tuple(groups(publication, entity)),
            comparisons=refs(publication, publication.graph.subjects(entity.id, "compares")),
            calculators=tuple(calculator_ref(tool) for tool in calculators),
            recommendation=_recommendation(publication, entity),
            sources=tuple(publication.vocabulary.sources[id] for id in entity.sources),
            json_ld=island(json_ld(publication, entity)),
            special=own.view,
        ),
        trail=(type_ref(publication, entity.type),),
        api=(api_path(entity), *own.api),
        scripts=own.scripts,
    )


def _facts(publication: Publication, entity: Entity) -> Iterator[FactRow]:
    for fact in fact_statements(publication.graph, entity):
        yield FactRow(fact.label, fact.text, _atlas(publication, entity.type, fact.key))


def _atlas(publication: Publication, type: str, key: str) -> str | None:
    for slug, dimension in publication.vocabulary.dimensions.items():
        if dimension.fact == key and type in dimension.types:
            return page_path(publication.graph.entities[f"atlas/{slug}"], publication.vocabulary)
    return None


def _recommendation(publication: Publication, entity: Entity) -> Ref | None:
    """What is recommended for a goal stands on a page of its own."""
    found = publication.graph.entities.get(f"recommendation/{entity.slug}") if entity.type == "goal" else None
    return ref(publication, found) if found else None


_SHOWN_APART: Mapping[str, str] = {
    "curriculum": "includes",
    "atlas": "includes",
    "recommendation": "includes",
} | dict.fromkeys(COMPARISON_TYPES, "compares")
"""The relation whose links the type's own part of the page shows already."""


def groups(publication: Publication, entity: Entity) -> Iterator[LinkGroup]:
    """The links of an entity by relation: first what it states, then what others state of it.

    Where a relation reads the same in both directions ("Related"), both stand together.
    """
    graph = publication.graph
    for key, relation in publication.vocabulary.relations.items():
        stated: tuple[Entity, ...] = () if _SHOWN_APART.get(entity.type) == key else graph.objects(entity.id, key)
        if relation.label == relation.inverse_label:
            stated = tuple({other.id: other for other in (*stated, *graph.subjects(entity.id, key))}.values())
        if stated:
            yield _group(publication, relation.label, relation, stated)
    for key, relation in publication.vocabulary.relations.items():
        received = graph.subjects(entity.id, key)
        if received and key != "compares" and relation.label != relation.inverse_label:
            yield _group(publication, relation.inverse_label, None, received)


def _group(publication: Publication, label: str, stated: Relation | None, entities: Sequence[Entity]) -> LinkGroup:
    types: dict[str, list[Entity]] = {type: [] for type in publication.vocabulary.types}
    for entity in entities:
        types[entity.type].append(entity)
    several = len({entity.type for entity in entities}) > 1
    parts = tuple(
        (capital(publication.vocabulary.types[type].plural) if several else "", refs(publication, some))
        for type, some in types.items()
        if some
    )
    return LinkGroup(label, stated is not None and stated.ranked and len(entities) > 1, parts)
