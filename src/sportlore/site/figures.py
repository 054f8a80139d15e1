"""The body in pages: which muscles are at work, as a drawing, in words, and in the atlas as a map that leads to its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from markupsafe import Markup
from msgspec import Struct

from sportlore.contract.addresses import BODY, drawing_path, page_path
from sportlore.drawing import BodyMap, body_map, figure
from sportlore.model import COMPARES, TARGETS, Body, Entity
from sportlore.publication import Publication
from sportlore.site.drawings import Picture, image
from sportlore.site.html import island
from sportlore.site.page import Ref, capital, ref


class MuscleRow(Struct, frozen=True):
    """A muscle in words: its role, and its parts as they are seen from the front and from the back."""

    muscle: Ref
    label: str
    front: str
    back: str


class FigureView(Struct, frozen=True):
    """The figure of a page; `sides` are those of the two that a comparison is about."""

    title: str
    inline: Markup
    layers: tuple[tuple[str, tuple[Ref, ...]], ...]
    rows: tuple[MuscleRow, ...]
    path: str
    sides: tuple[Picture, ...]
    json_ld: Markup


def figure_view(publication: Publication, entity: Entity) -> FigureView | None:
    """What the page of an entity shows of muscles."""
    body, item = publication.vocabulary.body, publication.figure(entity)
    if body is None or item is None:
        return None
    entities = publication.graph.entities
    return FigureView(
        title=_title(publication, entity, item),
        inline=Markup(figure.inline(body, item, "figure")),
        layers=tuple(
            (layer.label, tuple(ref(publication, entities[muscle.id]) for muscle in layer.muscles))
            for layer in item.layers
            if entity.id not in [muscle.id for muscle in layer.muscles]
        ),
        rows=tuple(_rows(publication, body, item)),
        path=drawing_path(item.id),
        sides=tuple(_sides(publication, entity)),
        json_ld=island(image(publication, item.title, item.description, drawing_path(item.id))),
    )


def _title(publication: Publication, entity: Entity, item: BodyMap) -> str:
    if entity.schedule:
        return capital(item.title.removeprefix(f"{entity.name}: "))
    if publication.vocabulary.role_of(entity.type) == "comparison":
        return "Muscles in common and apart"
    return "Muscles at work" if publication.graph.objects(entity.id, TARGETS) else "Where it is"


def _rows(publication: Publication, body: Body, item: BodyMap) -> Iterator[MuscleRow]:
    for layer in item.layers:
        for row in figure.rows(body, layer):
            muscle = ref(publication, publication.graph.entities[row.muscle.id])
            yield MuscleRow(muscle, row.label, row.parts["front"], row.parts["back"])


def _sides(publication: Publication, entity: Entity) -> Iterator[Picture]:
    """The figures of the two that a comparison is about."""
    for side in publication.graph.objects(entity.id, COMPARES):
        if (item := publication.figure(side)) is not None:
            yield Picture(drawing_path(item.id), side.name, item.description, *figure.size(item))


def atlas_map(publication: Publication, relation: str | None, anchors: Mapping[str, str]) -> Markup | None:
    """The figure as a map, if a dimension of the atlas sorts by muscles; `anchors` are those of its values by their pages."""
    body = publication.vocabulary.body
    if body is None or relation != TARGETS:
        return None
    muscles = (publication.graph.entities[region.muscle] for region in body.regions.values())
    pages = {muscle.id: (page_path(muscle, publication.vocabulary), muscle.name) for muscle in muscles}
    links = {id: (f"#{anchors[page]}" if page in anchors else page, name) for id, (page, name) in pages.items()}
    return Markup(figure.inline(body, body_map(body, BODY, "Muscles of the body", ()), "m", links))
