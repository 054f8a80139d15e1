"""All drawings of an entity: its plans and elevations, and itself as a thing."""

from __future__ import annotations

from collections.abc import Mapping

from sportlore.drawing import composition
from sportlore.drawing.model import Drawing
from sportlore.drawing.objects import object_drawing
from sportlore.drawing.overlays import overlays
from sportlore.model import Entity


def drawings(entity: Entity, labels: Mapping[str, str] | None = None) -> tuple[Drawing, ...]:
    """The drawings of a checked entity; `labels` are scopes in words."""
    thing = object_drawing(entity, labels)
    return (*composition.drawings(entity, labels), *overlays(entity, labels), *([thing] if thing else []))
