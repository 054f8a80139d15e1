"""The page of an entity: what it states, what others state of it, and where that comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from markupsafe import Markup
from msgspec import Struct

from sportlore.contract.addresses import api_path, page_path
from sportlore.derive import VariantStatement
from sportlore.effects import effect_text
from sportlore.model import (
    COMPARES,
    INCLUDES,
    OF_SPORT,
    SCHEDULE,
    SERVES,
    Absent,
    Calculator,
    Entity,
    EntityType,
    Evidence,
    Relation,
    Role,
    Section,
    Source,
)
from sportlore.publication import Publication, json_ld
from sportlore.site.by_type import page_part, works_of_page
from sportlore.site.charts import ChartView, chart_views
from sportlore.site.drawings import DrawingView, drawing_view
from sportlore.site.figures import FigureView, figure_view
from sportlore.site.html import island
from sportlore.site.linked import structured
from sportlore.site.motion import SCRIPT, MotionView, motion_view
from sportlore.site.page import Page, Planned, Ref, calculator_ref, capital, ref, refs, type_ref
from sportlore.site.people import PeopleView, board_views, team_views
from sportlore.site.schedules import BlockRow, block_row


class FactRow(Struct, frozen=True):
    """A row of the table of facts; `atlas` is where the catalogue is sorted by this fact.

    `citations` are the numbers of its works in the bibliography of the page, with the clause; `variants` the values of other
    scopes: ("28.65 m", "NBA", 3); `former` those that no longer hold, the latest first: ("2–3 m", "until 2022", 4).
    """

    key: str
    label: str
    text: str
    atlas: str | None
    citations: tuple[tuple[int, str], ...] = ()
    doubt: str | None = None
    variants: tuple[tuple[str, str, int], ...] = ()
    former: tuple[tuple[str, str, int], ...] = ()


class KeyRow(Struct, frozen=True):
    """What matters most, for a glance: ("Players per side", "11 players")."""

    label: str
    text: str


class ServiceRow(Struct, frozen=True):
    """What an entity does for a goal."""

    goal: Ref
    strength: str
    text: str


class CitedSection(Struct, frozen=True):
    """A section, and the numbers of its sources in the bibliography of the page; `first` stands before a schedule: its limits."""

    section: Section
    citations: tuple[int, ...]
    doubt: str | None
    first: bool


class EvidenceRow(Struct, frozen=True):
    """What studies say of an outcome; `citation` is the number of the source in the bibliography of the page."""

    evidence: Evidence
    effect: str
    citation: int


class LinkGroup(Struct, frozen=True):
    """What one relation links to: `parts` maps the plural of a type to its entities, "" if there is one type only."""

    label: str
    ranked: bool
    parts: tuple[tuple[str, tuple[Ref, ...]], ...]


class EntityView(Struct, frozen=True):
    """What the template of an entity shows; `part` is what only its type has."""

    entity: Entity
    type: EntityType
    keys: tuple[KeyRow, ...]
    facts: tuple[FactRow, ...]
    sections: tuple[CitedSection, ...]
    schedule: tuple[BlockRow, ...]
    schedule_citations: tuple[int, ...]
    services: tuple[ServiceRow, ...]
    evidence: tuple[EvidenceRow, ...]
    groups: tuple[LinkGroup, ...]
    comparisons: tuple[Ref, ...]
    comparable: bool
    """Whether it can be compared with others of its type."""
    calculators: tuple[Ref, ...]
    recommendation: Ref | None
    sources: tuple[Source, ...]
    json_ld: Markup
    structured: Markup | None
    """What else the page is in Schema.org's terms."""
    drawing: DrawingView | None
    figure: FigureView | None
    motion: MotionView | None
    charts: tuple[ChartView, ...]
    teams: tuple[PeopleView, ...]
    boards: tuple[PeopleView, ...]
    part: object


def entity_pages(publication: Publication) -> Iterator[Planned]:
    """A page for every entity, in order of id."""
    informing = informed(publication.knowledge.calculators)

    def page(id: str) -> Page:
        return entity_page(publication, publication.graph.entities[id], informing.get(id, ()))

    for id, entity in publication.graph.entities.items():
        yield Planned(page_path(entity, publication.vocabulary), partial(page, id))


def informed(calculators: Sequence[Calculator]) -> dict[str, tuple[Calculator, ...]]:
    """The calculators that inform an entity, by its id."""
    informing: dict[str, tuple[Calculator, ...]] = {}
    for calculator in calculators:
        for id in calculator.informs:
            informing[id] = (*informing.get(id, ()), calculator)
    return informing


def entity_page(publication: Publication, entity: Entity, calculators: Sequence[Calculator]) -> Page:
    """The page of one entity."""
    described = publication.vocabulary.types[entity.type]
    part = page_part(publication, entity)
    works = works_of_page(publication, entity)
    drawn, figured = drawing_view(publication, entity, works), figure_view(publication, entity)
    charted, moved = chart_views(publication, entity), motion_view(publication, entity, works)
    teams, boards = team_views(publication, entity, works), board_views(publication, entity, works)
    images = tuple(_images(drawn, (figured, *charted, moved), (*teams, *boards)))
    return Page(
        path=page_path(entity, publication.vocabulary),
        template=part.template,
        title=f"{entity.name} · {capital(described.singular)}",
        description=entity.description,
        view=EntityView(
            entity=entity,
            type=described,
            keys=tuple(islice(_keys(publication, entity), _MOST_KEYS)),
            facts=tuple(_facts(publication, entity, works)),
            sections=tuple(_section(entity, described, section, works) for section in entity.sections),
            schedule=tuple(block_row(publication, block) for block in entity.schedule),
            schedule_citations=tuple(
                works.index(citation.source) + 1 for citation in entity.citations.get(SCHEDULE, ())
            ),
            services=tuple(
                ServiceRow(ref(publication, publication.graph.entities[service.goal]), service.strength, service.text)
                for service in entity.serves
            ),
            evidence=tuple(
                EvidenceRow(item, effect_text(item.effect), works.index(item.source) + 1) for item in entity.evidence
            ),
            groups=tuple(groups(publication, entity)),
            comparisons=refs(publication, publication.graph.subjects(entity.id, COMPARES)),
            comparable=described.is_comparable,
            calculators=tuple(calculator_ref(calculator) for calculator in calculators),
            recommendation=_recommendation(publication, entity),
            sources=tuple(publication.vocabulary.sources[id] for id in works),
            json_ld=island(json_ld(publication, entity)),
            structured=structured(publication, entity, images),
            drawing=drawn,
            figure=figured,
            motion=moved,
            charts=charted,
            teams=teams,
            boards=boards,
            part=part.view,
        ),
        trail=(type_ref(publication, entity.type),),
        api=(api_path(entity), *part.api),
        scripts=(*part.scripts, *((SCRIPT,) if moved and moved.data else ())),
        images=images,
        modified=f"{entity.checked}-01" if entity.checked else None,
        preview=drawn.preview if drawn else None,
    )


def _images(
    drawn: DrawingView | None,
    others: Iterable[FigureView | ChartView | MotionView | None],
    people: Iterable[PeopleView],
) -> Iterator[str]:
    """The paths of the pictures that the sitemap names."""
    yield from drawn.images if drawn else ()
    yield from (view.path for view in others if view)
    yield from (view.path for view in people)


def _section(entity: Entity, described: EntityType, section: Section, works: Sequence[str]) -> CitedSection:
    doubt = next((doubt.text for doubt in entity.doubts if doubt.section == section.title), None)
    first = bool(entity.schedule) and section.title in described.safety
    return CitedSection(section, tuple(works.index(id) + 1 for id in section.sources), doubt, first)


def _facts(publication: Publication, entity: Entity, works: Sequence[str]) -> Iterator[FactRow]:
    def rows(variants: Iterable[VariantStatement]) -> tuple[tuple[str, str, int], ...]:
        return tuple((variant.text, _where(variant), works.index(variant.source) + 1) for variant in variants)

    for fact in publication.knowledge.facts[entity.id]:
        yield FactRow(
            fact.key,
            fact.label,
            fact.text,
            _atlas(publication, entity.type, fact.key),
            tuple((works.index(citation.source) + 1, citation.clause or "") for citation in fact.citations),
            fact.doubt,
            rows(variant for variant in fact.variants if variant.until is None),
            rows(sorted((v for v in fact.variants if v.until is not None), key=_latest_first)),
        )


_MOST_KEYS, _LONGEST_KEY_TEXT = 6, 48
"""Rows in the strip above the text, and characters of one."""


def _keys(publication: Publication, entity: Entity) -> Iterator[KeyRow]:
    """What the type holds for the most telling, then the facts that weigh most in comparisons; nothing long."""
    vocabulary, graph = publication.vocabulary, publication.graph
    facts = {fact.key: fact for fact in publication.knowledge.facts[entity.id]}
    chosen = vocabulary.types[entity.type].key_facts
    further = sorted(facts.keys() - set(chosen), key=lambda key: (-vocabulary.facts[key].weight, key))
    for key in (*chosen, *further):
        if key in vocabulary.relations:
            row = KeyRow(vocabulary.relations[key].label, ", ".join(e.name for e in graph.objects(entity.id, key)))
        elif key in facts and not isinstance(entity.facts[key], Absent):
            row = KeyRow(facts[key].label, facts[key].text)
        else:
            continue
        if 0 < len(row.text) <= _LONGEST_KEY_TEXT:
            yield row


def _latest_first(variant: VariantStatement) -> tuple[int, int]:
    return -(variant.until or 0), -(variant.since or 0)


def _where(variant: VariantStatement) -> str:
    """Where and when a variant holds: "NBA", "until 2022", "NCAA, men, 1986–2007", "Olympic Games, 2008"."""
    match variant.since, variant.until:
        case None, None:
            return ", ".join(variant.scope)
        case since, None:
            years = f"since {since}"
        case None, until:
            years = f"until {until}"
        case since, until:
            years = f"{since}–{until}" if since != until else f"{since}"
    return ", ".join((*variant.scope, years))


def _atlas(publication: Publication, type: str, key: str) -> str | None:
    vocabulary = publication.vocabulary
    for role in vocabulary.with_role("dimension"):
        for slug, dimension in vocabulary.dimensions.items():
            if dimension.fact == key and type in dimension.types:
                return f"{vocabulary.types[role].route_base}/{slug}"
    return None


def _recommendation(publication: Publication, entity: Entity) -> Ref | None:
    """What is recommended for a goal stands on a page of its part."""
    vocabulary = publication.vocabulary
    if vocabulary.role_of(entity.type) == "goal":
        for name in vocabulary.with_role("recommendation"):
            return ref(publication, publication.graph.entities[f"{name}/{entity.slug}"])
    return None


_SHOWN_APART: Mapping[Role, tuple[str, ...]] = {
    "comparison": (COMPARES,),
    "course": (INCLUDES, OF_SPORT),
    "dimension": (INCLUDES,),
    "recommendation": (INCLUDES,),
}
"""The relations whose links the part of a page that belongs to a role shows already."""


def groups(publication: Publication, entity: Entity) -> Iterator[LinkGroup]:
    """The links of an entity by relation: first what it states, then what others state of it.

    Where a relation reads the same in both directions ("Related"), both stand together.
    """
    graph = publication.graph
    role = graph.vocabulary.role_of(entity.type)
    shown = _SHOWN_APART.get(role, ()) if role else ()
    for key, relation in publication.vocabulary.relations.items():
        stated: tuple[Entity, ...] = () if key in (*shown, SERVES) else graph.objects(entity.id, key)
        if relation.label == relation.inverse_label:
            stated = tuple({other.id: other for other in (*stated, *graph.subjects(entity.id, key))}.values())
        if stated:
            yield _group(publication, relation.label, relation, stated)
    for key, relation in publication.vocabulary.relations.items():
        received = graph.subjects(entity.id, key)
        if received and key != COMPARES and relation.label != relation.inverse_label:
            yield _group(publication, relation.inverse_label, None, received)


def _group(publication: Publication, label: str, stated: Relation | None, entities: Sequence[Entity]) -> LinkGroup:
    by_type: dict[str, list[Entity]] = {name: [] for name in publication.vocabulary.types}
    for entity in entities:
        by_type[entity.type].append(entity)
    several = len({entity.type for entity in entities}) > 1
    parts = tuple(
        (capital(publication.vocabulary.types[name].plural) if several else "", refs(publication, members))
        for name, members in by_type.items()
        if members
    )
    return LinkGroup(label, stated is not None and stated.ranked and len(entities) > 1, parts)
