"""Drawings at their addresses, and what the answer for an entity says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import UNSET

from sportlore import drawing
from sportlore.contract import schemas
from sportlore.contract.addresses import drawing_path
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
    """Every drawing in every format, with a link to the page of its entity."""

    def files(id: str) -> tuple[tuple[str, str, bytes], ...]:
        return tuple(
            (drawing_path(item.id, ending), media_type, write(item))
            for item in publication.knowledge.drawings[id]
            for ending, (media_type, write) in FORMATS.items()
        )

    for id in publication.knowledge.drawings:
        link = alternate(publication.page(publication.graph.entities[id]))
        for path, media_type, body in publication.memo.result(("drawings", id), partial(files, id)):
            yield resource(path, media_type, body, (link,))
