"""Drawings at their addresses, and what the answer for an entity says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import UNSET

from sportlore import drawing
from sportlore.contract import schemas
from sportlore.contract.addresses import DRAWINGS, PORTRAIT, drawing_path
from sportlore.contract.headers import alternate
from sportlore.contract.record import Resource, resource
from sportlore.drawing import Drawing
from sportlore.model import Entity
from sportlore.publication import Publication

FORMATS: Mapping[str, tuple[str, Callable[[Drawing], bytes]]] = {
    "svg": ("image/svg+xml", lambda item: drawing.file(drawing.arranged(item))),
    "geojson": ("application/geo+json", drawing.geojson),
    "dxf": ("image/vnd.dxf", drawing.dxf),
}
"""Media type and writer of each ending."""


def described(publication: Publication, entity: Entity) -> list[schemas.Drawing]:
    """The drawings of an entity, as its answer names them."""
    return [_described(publication, item) for item in publication.drawings(entity)]


def _described(publication: Publication, item: Drawing) -> schemas.Drawing:
    page = drawing.arranged(item)
    formats = {ending: f"{publication.addresses.site_url}{drawing_path(item.id, ending)}" for ending in FORMATS}
    return schemas.Drawing(
        kind=item.kind,
        title=item.title,
        description=item.description,
        url=formats["svg"],
        width=round(page.width),
        height=round(page.height),
        scope=item.scope or UNSET,
        formats=formats,
    )


def resources(publication: Publication) -> Iterator[Resource]:
    """Every drawing in every format, with a link to the page of its entity, or to that of all drawings."""
    knowledge = publication.knowledge

    def of_entity(id: str) -> tuple[File, ...]:
        return tuple(file for item in knowledge.drawings[id] for file in files(item))

    def of_many(id: str) -> tuple[File, ...]:
        return tuple(files(knowledge.collections[id]))

    for id in knowledge.drawings:
        link = alternate(publication.page(publication.graph.entities[id]))
        for path, media_type, body in publication.memo.result(("drawings", id), partial(of_entity, id)):
            yield resource(path, media_type, body, (link,))
    for id in knowledge.collections:
        link = alternate(f"{publication.addresses.site_url}{DRAWINGS}")
        for path, media_type, body in publication.memo.result(("collections", id), partial(of_many, id)):
            yield resource(path, media_type, body, (link,))


File = tuple[str, str, bytes]
"""The path, the media type and the content of a file."""


def files(item: Drawing) -> Iterator[File]:
    """A drawing in every format, and upright where it is long."""
    for ending, (media_type, write) in FORMATS.items():
        yield drawing_path(item.id, ending), media_type, write(item)
    if drawing.is_long(item):
        path = drawing_path(f"{item.id}{PORTRAIT}")
        yield path, FORMATS["svg"][0], drawing.file(drawing.arranged(item, "portrait"))
