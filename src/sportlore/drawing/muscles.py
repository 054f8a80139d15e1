"""Which muscles are drawn for an entity, and in which role."""

from __future__ import annotations

from collections.abc import Iterable

from sportlore.drawing.figure import BodyMap, Fill, Layer, Muscle, body_map
from sportlore.drawing.weeks import is_of_sets, muscle_sets
from sportlore.graph import Graph
from sportlore.model import ASSISTS, COMPARES, STABILISES, TARGETS, Body, Entity

_ANTAGONISTS = "antagonist-of"
_ROLES = (TARGETS, ASSISTS, STABILISES)


def muscle_map(graph: Graph, id: str) -> BodyMap | None:
    """The figure of an entity: a muscle, what works muscles, a plan, or a comparison; None where no muscle is stated."""
    body, entity = graph.vocabulary.body, graph.entities[id]
    if body is None:
        return None
    if graph.vocabulary.role_of(entity.type) == "comparison":
        return _apart(graph, body, entity)
    if entity.schedule:
        return _trained(graph, body, entity)
    if any(region.muscle == id for region in body.regions.values()):
        return _located(graph, body, entity)
    layers = (
        Layer("solid", "Target", _linked(graph, id, TARGETS)),
        Layer("hatched", "Assisting", _linked(graph, id, ASSISTS)),
        Layer("outlined", "Stabilising", _linked(graph, id, STABILISES)),
    )
    if not any(layer.muscles for layer in layers):
        return None
    return body_map(body, id, f"{entity.name}: muscles at work", layers)


def _located(graph: Graph, body: Body, muscle: Entity) -> BodyMap:
    """Where a muscle is, and what acts against it."""
    acting_against = (*graph.objects(muscle.id, _ANTAGONISTS), *graph.subjects(muscle.id, _ANTAGONISTS))
    layers = (
        Layer("solid", muscle.name, _muscles([muscle])),
        Layer("outlined", "Antagonist", _muscles({other.id: other for other in acting_against}.values())),
    )
    return body_map(body, muscle.id, f"{muscle.name}: location on the body", layers)


def _trained(graph: Graph, body: Body, plan: Entity) -> BodyMap | None:
    """The sets that each muscle gets in the weeks of a plan that have most; None for a plan of runs, walks and stretches."""
    if not is_of_sets(graph, plan):
        return None
    most = max(muscle_sets(graph, plan), key=lambda block: sum(item.high for item in block.sets.values()))
    first, last = most.weeks
    weeks = f"week {first}" if first == last else f"weeks {first} to {last}"
    by_fill = {fill: [id for id, item in most.sets.items() if item.high >= least] for fill, least, _ in _AMOUNTS}
    layers, above = list[Layer](), set[str]()
    for fill, _, label in _AMOUNTS:
        layers.append(Layer(fill, label, _muscles(graph.entities[id] for id in by_fill[fill] if id not in above)))
        above.update(by_fill[fill])
    return body_map(body, plan.id, f"{plan.name}: sets by muscle in {weeks}", layers)


_AMOUNTS: tuple[tuple[Fill, float, str], ...] = (
    ("solid", 10, "10 sets or more"),
    ("hatched", 5, "5 to 9 sets"),
    ("outlined", 0, "Fewer"),
)
"""How muscles are drawn by the sets that they get in a week, from the most on."""


def _apart(graph: Graph, body: Body, comparison: Entity) -> BodyMap | None:
    """Two muscles, or the muscles that two things work: in common, and each alone."""
    a, b = graph.objects(comparison.id, COMPARES)
    first, second = (_working(graph, body, side) for side in (a, b))
    if not first or not second:
        return None
    layers = (
        Layer("solid", f"Only {a.inline_name}", _muscles(m for id, m in first.items() if id not in second)),
        Layer("hatched", "Both", _muscles(m for id, m in first.items() if id in second)),
        Layer("outlined", f"Only {b.inline_name}", _muscles(m for id, m in second.items() if id not in first)),
    )
    return body_map(body, comparison.id, f"{a.name} and {b.inline_name}: muscles in common and apart", layers)


def _working(graph: Graph, body: Body, side: Entity) -> dict[str, Entity]:
    """A muscle itself, or the muscles that something works in any role."""
    if any(region.muscle == side.id for region in body.regions.values()):
        return {side.id: side}
    return {muscle.id: muscle for relation in _ROLES for muscle in graph.objects(side.id, relation)}


def _linked(graph: Graph, id: str, relation: str) -> tuple[Muscle, ...]:
    return _muscles(graph.objects(id, relation))


def _muscles(entities: Iterable[Entity]) -> tuple[Muscle, ...]:
    return tuple(Muscle(entity.id, entity.name) for entity in entities)
