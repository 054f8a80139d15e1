"""All drawings of an entity: its plans and elevations, itself as a thing, and its charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sportlore.drawing import composition
from sportlore.drawing.bars import among_peers, paired
from sportlore.drawing.charts import Chart
from sportlore.drawing.evidence import evidence_chart
from sportlore.drawing.model import Drawing
from sportlore.drawing.objects import object_drawing
from sportlore.drawing.overlays import overlays
from sportlore.drawing.signals import signals_chart
from sportlore.drawing.tokens import tokens_chart
from sportlore.drawing.weeks import calendar
from sportlore.graph import Graph
from sportlore.model import Entity


def drawings(entity: Entity, labels: Mapping[str, str] | None = None) -> tuple[Drawing, ...]:
    """The drawings of a checked entity; `labels` are scopes in words."""
    thing = object_drawing(entity, labels)
    return (*composition.drawings(entity, labels), *overlays(entity, labels), *([thing] if thing else []))


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
