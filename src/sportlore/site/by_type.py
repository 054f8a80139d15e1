"""The part of a page that only entities of its type have: comparisons, recommendations, the atlas, courses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from sportlore.comparison import Comparison, Statement, link_rows
from sportlore.contract.operations import ATLAS, COMPARISON, COURSE, RECOMMENDATIONS
from sportlore.derive import AtlasValue, Reason
from sportlore.model import GROUPS, Dimension, Entity, Role, cited
from sportlore.publication import Publication
from sportlore.site.courses import SCRIPT, course_view
from sportlore.site.drawings import CollectionView, collection
from sportlore.site.figures import atlas_map
from sportlore.site.page import Ref, capital, ref, refs


class PagePart(Struct, frozen=True):
    """The template of an entity's page, what it shows beside the common parts, and which answers say the same."""

    template: str
    view: object = None
    api: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


class ComparedFact(Struct, frozen=True):
    """A row of a comparison's table; a side that does not state the fact has None."""

    label: str
    a: str | None
    b: str | None


class ComparedLinks(Struct, frozen=True):
    """A row of a comparison's table of links: what both sides are linked with, and each alone."""

    label: str
    common: tuple[Ref, ...]
    a: tuple[Ref, ...]
    b: tuple[Ref, ...]


GroupedLines = tuple[tuple[str, tuple[tuple[str, tuple[int, ...]], ...]], ...]
"""What is said of two entities, by what it is about, each line with the numbers of its works."""


class ComparisonView(Struct, frozen=True):
    """Two entities side by side; statements stand under what they are about, with the numbers of their works:
    ("Playing area", (("A squash court is …", (2, 5)), …))."""

    a: Ref
    b: Ref
    descriptions: tuple[str, str]
    apart: tuple[ComparedFact, ...]
    alike: tuple[ComparedFact, ...]
    one_sided: tuple[ComparedFact, ...]
    links: tuple[ComparedLinks, ...]
    differences: GroupedLines
    similarities: GroupedLines


class RecommendedView(Struct, frozen=True):
    """A recommended entity, its score, its reasons as runs of text (text, path that it links or ""), and for whom it is not."""

    entity: Ref
    score: float
    reasons: tuple[tuple[tuple[str, str], ...], ...]
    not_for: tuple[Ref, ...]


class RecommendationView(Struct, frozen=True):
    """What is recommended for a goal, best first."""

    goal: Ref
    items: tuple[RecommendedView, ...]


class ValueView(Struct, frozen=True):
    """A value of a dimension: `anchor` is unique on the page, `page` is that of the value where it is an entity."""

    anchor: str
    label: str
    definition: str | None
    page: str | None
    entities: tuple[Ref, ...]


class DimensionView(Struct, frozen=True):
    """The values of a dimension; the body as a map of them where they are muscles, or many things at one scale."""

    values: tuple[ValueView, ...]
    map: Markup | None
    drawn: CollectionView | None


def page_part(publication: Publication, entity: Entity) -> PagePart:
    """The part of an entity's page that only its type has."""
    role = publication.vocabulary.role_of(entity.type)
    make = _BY_ROLE.get(role) if role else None
    return make(publication, entity) if make else PagePart("entity.html")


def _comparison(publication: Publication, entity: Entity) -> PagePart:
    compared, works = publication.knowledge.comparisons[entity.id], works_of_page(publication, entity)
    a, b = compared.a, compared.b
    facts = tuple(_compared(publication, a, b))
    stated = tuple(fact for fact in facts if None not in (fact.a, fact.b))
    view = ComparisonView(
        a=ref(publication, a),
        b=ref(publication, b),
        descriptions=(a.description, b.description),
        apart=tuple(fact for fact in stated if fact.a != fact.b),
        alike=tuple(fact for fact in stated if fact.a == fact.b),
        one_sided=tuple(fact for fact in facts if fact not in stated),
        links=tuple(
            ComparedLinks(row.label, *(refs(publication, side) for side in (row.common, *row.apart)))
            for row in link_rows(publication.graph, a, b)
        ),
        differences=_grouped(compared, compared.differences, works),
        similarities=_grouped(compared, compared.similarities, works),
    )
    return PagePart("comparison.html", view, (COMPARISON.at(slug=entity.slug),))


def works_of_page(publication: Publication, entity: Entity) -> tuple[str, ...]:
    """The works that a page cites in the order of its bibliography; a comparison cites those of the facts that it compares."""
    compared = publication.knowledge.comparisons.get(entity.id)
    lines = (*compared.differences, *compared.similarities) if compared else ()
    works = (work for line in lines for work in _works(compared, line)) if compared else ()
    return tuple(dict.fromkeys((*cited(entity), *works)))


def _works(compared: Comparison, line: Statement) -> tuple[str, ...]:
    """The works behind a line: its own, or those that say the fact of either side."""
    if line.source:
        return (line.source,)
    sides = (side.citations.get(line.key or "", ()) for side in (compared.a, compared.b))
    return tuple(dict.fromkeys(citation.source for citations in sides for citation in citations))


def _grouped(compared: Comparison, statements: Sequence[Statement], works: Sequence[str]) -> GroupedLines:
    """The sentences by what they are about, the groups in their order and the sentences in theirs."""
    lines = [(s.group, s.text, tuple(works.index(work) + 1 for work in _works(compared, s))) for s in statements]
    groups = ((group, tuple((text, numbers) for g, text, numbers in lines if g == group)) for group in GROUPS)
    return tuple((capital(group), texts) for group, texts in groups if texts)


def _compared(publication: Publication, a: Entity, b: Entity) -> Iterator[ComparedFact]:
    left, right = ({fact.key: fact.text for fact in publication.knowledge.facts[side.id]} for side in (a, b))
    for key, fact in publication.vocabulary.facts.items():
        if key in left or key in right:
            yield ComparedFact(fact.label, left.get(key), right.get(key))


def _recommendation(publication: Publication, entity: Entity) -> PagePart:
    recommended = publication.knowledge.recommendations[entity.id]
    items = tuple(
        RecommendedView(
            entity=ref(publication, item.entity),
            score=item.score,
            reasons=tuple(tuple(_linked(publication, reason)) for reason in item.reasons),
            not_for=refs(publication, item.not_for),
        )
        for item in recommended.items
    )
    view = RecommendationView(ref(publication, recommended.goal), items)
    return PagePart("recommendation.html", view, (RECOMMENDATIONS.at(goal=entity.slug),))


def _linked(publication: Publication, reason: Reason) -> Iterator[tuple[str, str]]:
    """The words of a reason, linking what it leads through: ("Squat develops ", ""), ("strength", "/…"), …"""
    rest = reason.text
    for entity in reason.path[1:-1]:
        before, name, rest = rest.partition(entity.inline_name)
        yield before, ""
        yield name, ref(publication, entity).path
    yield rest, ""


def _atlas(publication: Publication, entity: Entity) -> PagePart:
    dimension, values = publication.knowledge.atlas[entity.id].dimension, publication.knowledge.atlas[entity.id].values
    slugs = [value.slug for value in values]
    # Two values are namesakes where a relation leads to two types; the later ones are numbered.
    anchors = [slug if slug not in slugs[:i] else f"{slug}-{i + 1}" for i, slug in enumerate(slugs)]
    pairs = zip(anchors, values, strict=True)
    views = tuple(_value(publication, dimension, f"value-{anchor}", value) for anchor, value in pairs)
    by_page = {view.page: view.anchor for view in views if view.page}
    drawn = publication.knowledge.collections.get(dimension.drawing or "")
    map = atlas_map(publication, dimension.relation, by_page)
    return PagePart(
        "atlas.html", DimensionView(views, map, collection(publication, drawn) if drawn else None), (ATLAS.path,)
    )


def _value(publication: Publication, dimension: Dimension, anchor: str, value: AtlasValue) -> ValueView:
    vocabulary = publication.vocabulary
    definition, page = None, None
    if dimension.fact:
        definition = vocabulary.terms[vocabulary.facts[dimension.fact].terms or ""][value.slug].definition
    else:
        targets = publication.graph.objects(value.entities[0].id, dimension.relation or "")
        page = ref(publication, next(e for e in targets if (e.slug, e.name) == (value.slug, value.label))).path
    return ValueView(anchor, value.label, definition, page, refs(publication, value.entities))


def _curriculum(publication: Publication, entity: Entity) -> PagePart:
    course = publication.knowledge.courses[entity.id]
    view = course_view(publication, entity, course)
    return PagePart("course.html", view, (COURSE.at(sport=course.sport),), (SCRIPT,))


_BY_ROLE: Mapping[Role, Callable[[Publication, Entity], PagePart]] = {
    "comparison": _comparison,
    "recommendation": _recommendation,
    "dimension": _atlas,
    "course": _curriculum,
}
