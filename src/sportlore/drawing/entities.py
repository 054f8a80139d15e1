"""All drawings of an entity: its plans and their details, itself as a thing, and its charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from sportlore.drawing.bars import among_peers, paired
from sportlore.drawing.charts import Chart
from sportlore.drawing.composition import compose, in_words
from sportlore.drawing.evidence import evidence_chart
from sportlore.drawing.geometry import bounds, moved
from sportlore.drawing.model import Drawing, Path, Vertex
from sportlore.drawing.objects import object_drawing
from sportlore.drawing.outlines import PERSON
from sportlore.drawing.overlays import overlays
from sportlore.drawing.signals import signals_chart
from sportlore.drawing.tokens import tokens_chart
from sportlore.drawing.weeks import calendar
from sportlore.graph import Graph
from sportlore.model import Detail, Entity, Plan, PlanScope


def drawings(entity: Entity, labels: Mapping[str, str] | None = None) -> tuple[Drawing, ...]:
    """The drawings of a checked entity; `labels` are scopes in words."""
    thing = object_drawing(entity, labels)
    return (*_plans(entity, labels or {}), *overlays(entity, labels), *([thing] if thing else []))


def _plans(entity: Entity, labels: Mapping[str, str]) -> Iterator[Drawing]:
    """The plan, one for each scope that it states, and its details."""
    plan, composed = entity.plan, list[Drawing | None]()
    if plan is not None and not plan.unfixed:
        composed += (compose(entity, plan, scope).drawing for scope in (None, *_drawn(plan)))
    for detail in entity.details:
        drawing = compose(entity, detail.plan).drawing
        composed.append(drawing and _detailed(drawing, detail))
    named = {scope.key: in_words(scope, labels) for scope in plan.scopes} if plan is not None else {}
    yield from (_named(drawing, named) for drawing in composed if drawing is not None)


def _drawn(plan: Plan) -> Iterator[PlanScope]:
    """The rules under which the whole is drawn."""
    return (scope for scope in plan.scopes if not scope.partial)


def _detailed(drawing: Drawing, detail: Detail) -> Drawing:
    """The drawing with the title of the detail; an elevation with the ground and a person for scale."""
    title = f"{drawing.title}: {detail.title}"
    named = msgspec.structs.replace(
        drawing,
        id=f"{drawing.id}-{detail.key}",
        title=title,
        description=drawing.description.replace(drawing.title, title, 1),
    )
    if detail.view == "plan":
        return named
    box = bounds(shape for feature in drawing.features for shape in feature.shapes)
    person = tuple(moved(shape, box.left - 0.6) for shape in PERSON)
    ground = Path((Vertex(box.left - 1.1, 0.0), Vertex(max(box.right, box.left + 1) + 0.3, 0.0)))
    description = f"{named.description} Beside it stands a person of 1.75 m."
    return msgspec.structs.replace(named, description=description, background=(ground, *person))


def _named(drawing: Drawing, labels: Mapping[str, str]) -> Drawing:
    """The drawing with its scope in the title: "Basketball court, NBA"."""
    if drawing.scope is None:
        return drawing
    return msgspec.structs.replace(drawing, title=f"{drawing.title}, {labels.get(drawing.scope, drawing.scope)}")


def charts(graph: Graph, id: str) -> tuple[Chart, ...]:
    """The charts of an entity: its weeks, the numbers of a comparison, its peers, its signals and tokens, its evidence."""
    return tuple(item for item in _charts(graph, graph.entities[id]) if item is not None)


def _charts(graph: Graph, entity: Entity) -> Iterator[Chart | None]:
    match graph.vocabulary.role_of(entity.type):
        case "comparison":
            yield paired(graph, entity)
        case "sport":
            yield among_peers(graph, entity)
        case _:
            yield calendar(entity)
    yield signals_chart(entity, graph.vocabulary.body)
    yield tokens_chart(entity)
    yield evidence_chart(entity)
