"""The part of a page that only entities of its type have: comparisons, recommendations, the atlas, courses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from sportlore.comparison import Statement, link_rows
from sportlore.contract.operations import ATLAS, COMPARISON, COURSE, RECOMMENDATIONS
from sportlore.derive import AtlasValue, Reason
from sportlore.model import GROUPS, OF_SPORT, Course, Dimension, Entity, Module, Role
from sportlore.publication import Publication
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


class ComparisonView(Struct, frozen=True):
    """Two entities side by side; statements stand under what they are about: ("Playing area", (…))."""

    a: Ref
    b: Ref
    descriptions: tuple[str, str]
    facts: tuple[ComparedFact, ...]
    links: tuple[ComparedLinks, ...]
    differences: tuple[tuple[str, tuple[str, ...]], ...]
    similarities: tuple[tuple[str, tuple[str, ...]], ...]


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
    """The values of a dimension, and the body as a map of them where they are muscles."""

    values: tuple[ValueView, ...]
    map: Markup | None


class LessonView(Struct, frozen=True):
    """A lesson with links to what it draws on."""

    slug: str
    title: str
    text: str
    entities: tuple[Ref, ...]


class QuestionView(Struct, frozen=True):
    """A question of a quiz; `cites` is the entity that answers it."""

    question: str
    options: tuple[str, ...]
    answer: int
    explanation: str
    cites: Ref


class ModuleView(Struct, frozen=True):
    """A module of a course; the anchors of its lessons begin with its own."""

    anchor: str
    title: str
    summary: str
    minutes: int
    lessons: tuple[LessonView, ...]
    quiz: tuple[QuestionView, ...]


class CourseView(Struct, frozen=True):
    """A course in learning order."""

    sport: Ref
    minutes: int
    modules: tuple[ModuleView, ...]


def page_part(publication: Publication, entity: Entity) -> PagePart:
    """The part of an entity's page that only its type has."""
    role = publication.vocabulary.role_of(entity.type)
    make = _BY_ROLE.get(role) if role else None
    return make(publication, entity) if make else PagePart("entity.html")


def _comparison(publication: Publication, entity: Entity) -> PagePart:
    compared = publication.knowledge.comparisons[entity.id]
    a, b = compared.a, compared.b
    view = ComparisonView(
        a=ref(publication, a),
        b=ref(publication, b),
        descriptions=(a.description, b.description),
        facts=tuple(_compared(publication, a, b)),
        links=tuple(
            ComparedLinks(row.label, *(refs(publication, side) for side in (row.common, *row.apart)))
            for row in link_rows(publication.graph, a, b)
        ),
        differences=_grouped(compared.differences),
        similarities=_grouped(compared.similarities),
    )
    return PagePart("comparison.html", view, (COMPARISON.at(slug=entity.slug),))


def _grouped(statements: Sequence[Statement]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sentences by what they are about, the groups in their order and the sentences in theirs."""
    groups = ((group, tuple(s.text for s in statements if s.group == group)) for group in GROUPS)
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
    return PagePart(
        "atlas.html", DimensionView(views, atlas_map(publication, dimension.relation, by_page)), (ATLAS.path,)
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
    sport = publication.graph.objects(entity.id, OF_SPORT)[0]
    view = CourseView(
        sport=ref(publication, sport),
        minutes=minutes(course),
        modules=tuple(_module(publication, module) for module in course.modules),
    )
    return PagePart("course.html", view, (COURSE.at(sport=course.sport),), ("quiz.js",))


def minutes(course: Course) -> int:
    """How long a course takes."""
    return sum(module.minutes for module in course.modules)


def _module(publication: Publication, module: Module) -> ModuleView:
    entities = publication.graph.entities
    return ModuleView(
        anchor=f"module-{module.slug}",
        title=module.title,
        summary=module.summary,
        minutes=module.minutes,
        lessons=tuple(
            LessonView(
                lesson.slug, lesson.title, lesson.text, refs(publication, (entities[id] for id in lesson.entities))
            )
            for lesson in module.lessons
        ),
        quiz=tuple(
            QuestionView(q.question, q.options, q.answer, q.explanation, ref(publication, entities[q.cites]))
            for q in module.quiz
        ),
    )


_BY_ROLE: Mapping[Role, Callable[[Publication, Entity], PagePart]] = {
    "comparison": _comparison,
    "recommendation": _recommendation,
    "dimension": _atlas,
    "course": _curriculum,
}
