"""Marks under several rules, one over the other: the three-point lines of four bodies, the inbounds lines of three."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sportlore.drawing.composition import compose, distance, in_words
from sportlore.drawing.geometry import bounds, moved
from sportlore.drawing.model import Bounds, Drawing, Feature, Legend, Path, Shape, Vertex
from sportlore.model import Entity, Overlay, PlanScope

_MARGIN = 0.4
"""Metres of ground around marks that are drawn alone."""


def overlays(entity: Entity, labels: Mapping[str, str] | None = None) -> tuple[Drawing, ...]:
    """The drawings of a plan that lay rules over one another; `labels` are scopes in words."""
    plan = entity.plan
    if plan is None or plan.unfixed:
        return ()
    return tuple(_drawing(entity, overlay, labels or {}) for overlay in plan.overlays)


def _drawing(entity: Entity, overlay: Overlay, labels: Mapping[str, str]) -> Drawing:
    versions = tuple(_versions(entity, overlay, labels))
    first = versions[0][1]
    whole = bounds(first.features[0].shapes)
    laid = [_laid_over(i, name, drawing, overlay, whole) for i, (name, drawing) in enumerate(versions)]
    match overlay.align:
        case "centre":
            ground = first.features[0].shapes
        case "end":
            ground = (_end(whole.width / 2, whole.bottom, whole.top),)
        case "marks":
            box = bounds([shape for feature in laid for shape in feature.shapes])
            ground = (_end(box.width + _MARGIN, box.bottom - _MARGIN, box.top + _MARGIN),)
    features = [Feature(overlay.own, "area", ground, "", (), first.features[0].citation, listed=False), *laid]
    texts = [f"{feature.name}{_measure(feature)}" for feature in laid]
    title = f"{entity.name}: {overlay.title[:1].lower()}{overlay.title[1:]}"
    return Drawing(
        id=f"{entity.id}-{overlay.key}",
        title=title,
        description=f"{title}, to scale, one over the other: {'; '.join(texts)}.",
        kind="overlay",
        scope=None,
        features=tuple(features),
        legend=tuple(Legend(text) for text in texts),
    )


def _versions(entity: Entity, overlay: Overlay, labels: Mapping[str, str]) -> Iterator[tuple[str, Drawing]]:
    """The rules by name, each with its drawing."""
    plan = entity.plan
    if plan is None:
        return
    scopes: list[PlanScope | None] = [None, *(scope for scope in plan.scopes if scope.key not in overlay.without)]
    for scope in scopes:
        drawing = compose(entity, plan, scope).drawing
        if drawing is not None:
            yield (in_words(scope, labels) if scope else overlay.own), drawing


def _laid_over(i: int, name: str, drawing: Drawing, overlay: Overlay, ground: Bounds) -> Feature:
    """The marks of one version; at the end, those of the end to the right, moved so that its line is at x = 0."""
    outline, *marks = drawing.features
    chosen = [mark for mark in marks if mark.name in overlay.marks]
    shapes = tuple(shape for mark in chosen for shape in mark.shapes)
    if overlay.align != "centre":
        right = bounds(outline.shapes if overlay.align == "end" else shapes).right
        shapes = tuple(moved(shape, -right) for shape in shapes if bounds([shape]).left >= 0)
    elif not chosen or bounds(outline.shapes) != ground:
        shapes = (*outline.shapes, *shapes)
    stated = next((d for mark in chosen for d in mark.dimensions), None)
    over_all = " by ".join(distance(d) for d in outline.dimensions) if not chosen else ""
    size = f"{distance(stated)} {stated.text}" if stated else over_all
    citation = chosen[0].citation if chosen else outline.citation
    return Feature(name, "line", shapes, size, (), citation, variant=i)


def _measure(feature: Feature) -> str:
    return f", {feature.size}" if feature.size else ""


def _end(depth: float, bottom: float, top: float) -> Shape:
    """The ground before a line at x = 0."""
    corners = ((-depth, bottom), (0.0, bottom), (0.0, top), (-depth, top))
    return Path(tuple(Vertex(*corner) for corner in corners), closed=True)
