"""All drawings of an entity: its plans and their details, and itself as a thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from sportlore.drawing.composition import compose, in_words
from sportlore.drawing.geometry import bounds, moved
from sportlore.drawing.model import Drawing, Path, Vertex
from sportlore.drawing.objects import object_drawing
from sportlore.drawing.outlines import PERSON
from sportlore.drawing.overlays import overlays
from sportlore.model import Detail, Entity


def drawings(entity: Entity, labels: Mapping[str, str] | None = None) -> tuple[Drawing, ...]:
    """The drawings of a checked entity; `labels` are scopes in words."""
    thing = object_drawing(entity, labels)
    return (*_plans(entity, labels or {}), *overlays(entity, labels), *([thing] if thing else []))


def _plans(entity: Entity, labels: Mapping[str, str]) -> Iterator[Drawing]:
    """The plan, one for each scope that it states, and its details."""
    plan, composed = entity.plan, list[Drawing | None]()
    if plan is not None and not plan.unfixed:
        composed += (compose(entity, plan, scope).drawing for scope in (None, *plan.scopes))
    for detail in entity.details:
        drawing = compose(entity, detail.plan).drawing
        composed.append(drawing and _detailed(drawing, detail))
    named = {scope.key: in_words(scope, labels) for scope in plan.scopes} if plan is not None else {}
    yield from (_named(drawing, named) for drawing in composed if drawing is not None)


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
