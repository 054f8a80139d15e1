"""Drawings at their addresses, and what the answer for an entity says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET

from sportlore import curves, drawing
from sportlore.contract import schemas
from sportlore.contract.addresses import BODY, DRAWINGS, MINIATURE, PORTRAIT, drawing_path
from sportlore.contract.headers import alternate
from sportlore.contract.record import Resource, digest, resource
from sportlore.drawing import BodyMap, Chart, Drawing, Strip, body_map, charts, figure
from sportlore.drawing.motion import strip as strips
from sportlore.drawing.motion.bvh import bvh
from sportlore.drawing.motion.export import json as motion_json
from sportlore.model import Calculator, Entity, Source
from sportlore.publication import Publication

FORMATS: Mapping[str, tuple[str, Callable[[Drawing], bytes]]] = {
    "svg": ("image/svg+xml", lambda item: drawing.file(drawing.arranged(item))),
    "geojson": ("application/geo+json", drawing.geojson),
    "dxf": ("image/vnd.dxf", drawing.dxf),
}
"""Media type and writer of each ending."""
MOTION_FORMATS: Mapping[str, str] = {
    "svg": "image/svg+xml",
    "json": "application/json",
    "bvh": "text/plain; charset=utf-8",
}
"""Media types of a motion by ending."""
PNG = "png"
"""The ending of a preview."""


File = tuple[str, str, bytes]
"""The path, the media type and the content of a file."""


def described(publication: Publication, entity: Entity) -> list[schemas.Drawing]:
    """The drawings of an entity, as its answer names them; the first one that is to scale has a preview."""
    drawn = publication.figure(entity)
    plans = [_described(publication, item, previewed=not i) for i, item in enumerate(publication.drawings(entity))]
    return [
        *plans,
        *([_moving(publication, strip)] if (strip := publication.strip(entity)) else []),
        *_of_dimension(publication, entity),
        *([_picture(publication, "body", drawn, figure.size(drawn))] if drawn else []),
        *(_charted(publication, chart) for chart in publication.charts(entity)),
    ]


def _of_dimension(publication: Publication, entity: Entity) -> Iterator[schemas.Drawing]:
    """The drawing of many things that a dimension of the atlas shows."""
    known = publication.knowledge.atlas.get(entity.id)
    drawn = publication.knowledge.collections.get(known.dimension.drawing or "") if known else None
    if drawn is not None:
        yield _described(publication, drawn, previewed=True)


def _moving(publication: Publication, strip: Strip) -> schemas.Drawing:
    """The key poses of an exercise, with its motion as data."""
    base = publication.addresses.site_url
    drawn = _picture(publication, "motion", strip, strips.size(strip))
    formats = {ending: f"{base}{drawing_path(strip.id, ending)}" for ending in MOTION_FORMATS}
    return msgspec.structs.replace(drawn, formats=formats)


def of_calculator(publication: Publication, calculator: Calculator) -> list[schemas.Drawing]:
    """The curve of a calculator, if it has one."""
    known = {other.slug: other for other in publication.knowledge.calculators}
    drawn = curves.curve(calculator, known)
    return [_charted(publication, drawn)] if drawn else []


def _charted(publication: Publication, chart: Chart) -> schemas.Drawing:
    return _picture(publication, chart.kind, chart, (charts.WIDTH, round(chart.height)))


def _picture(
    publication: Publication, drawing_kind: str, item: BodyMap | Chart | Strip, size: tuple[int, int]
) -> schemas.Drawing:
    """A drawing that is no plan: as SVG alone."""
    address = f"{publication.addresses.site_url}{drawing_path(item.id)}"
    return schemas.Drawing(
        kind=drawing_kind,
        title=item.title,
        description=item.description,
        url=address,
        width=size[0],
        height=size[1],
        formats={"svg": address},
    )


def _described(publication: Publication, item: Drawing, *, previewed: bool) -> schemas.Drawing:
    page = drawing.arranged(item)
    endings = (*FORMATS, PNG) if previewed else tuple(FORMATS)
    formats = {ending: f"{publication.addresses.site_url}{drawing_path(item.id, ending)}" for ending in endings}
    return schemas.Drawing(
        kind=item.kind,
        title=item.title,
        description=item.description,
        url=formats["svg"],
        width=round(page.width),
        height=round(page.height),
        scope=item.scope or UNSET,
        marks=list(_marks(item)) or UNSET,
        formats=formats,
    )


def _marks(item: Drawing) -> Iterator[schemas.DrawnMark]:
    """What is drawn, in words; what is drawn of both sides of a comparison stands in their own answers."""
    for row in drawing.measures(item) if item.kind != "pair" else ():
        yield schemas.DrawnMark(
            name=row.name, text=row.text or UNSET, source=row.citation.source, clause=row.citation.clause
        )


def resources(publication: Publication) -> Iterator[Resource]:
    """Every drawing in every format, with a link to the page of its entity, or to that of all drawings."""
    knowledge = publication.knowledge

    def of_entity(id: str) -> tuple[File, ...]:
        return (
            *(file for item in knowledge.drawings[id] for file in files(item)),
            *_miniature(knowledge.drawings[id][0]),
        )

    def of_many(id: str) -> tuple[File, ...]:
        return tuple(files(knowledge.collections[id]))

    yield from _figures(publication)
    yield from _charts(publication)
    yield from _motions(publication)
    for id in knowledge.drawings:
        link = alternate(publication.page(publication.graph.entities[id]))
        written = publication.memo.result(("drawings", id), partial(of_entity, id))
        yield from _resources(written, link, knowledge.drawings[id][0])
    for id in knowledge.collections:
        link = alternate(f"{publication.addresses.site_url}{DRAWINGS}")
        written = publication.memo.result(("collections", id), partial(of_many, id))
        yield from _resources(written, link, knowledge.collections[id])


def _resources(written: tuple[File, ...], link: str, first: Drawing) -> Iterator[Resource]:
    """Files, and the preview of the first drawing, which is made only where its SVG is another one than before."""
    for path, media_type, body in written:
        yield resource(path, media_type, body, (link,))
    path, _, body = written[0]
    preview = f"{path.removesuffix('svg')}{PNG}"
    inputs = digest(preview, body, link)
    yield Resource(preview, "image/png", partial(drawing.png, first), inputs, (link,))


def files(item: Drawing) -> Iterator[File]:
    """A drawing in every format, and upright where it is long."""
    for ending, (media_type, write) in FORMATS.items():
        yield drawing_path(item.id, ending), media_type, write(item)
    if drawing.is_long(item):
        path = drawing_path(f"{item.id}{PORTRAIT}")
        yield path, FORMATS["svg"][0], drawing.file(drawing.arranged(item, "portrait"))


def _miniature(item: Drawing) -> Iterator[File]:
    """The drawing for lists, if it is of one thing."""
    if item.kind != "pair":
        yield drawing_path(f"{item.id}{MINIATURE}"), FORMATS["svg"][0], drawing.miniature_file(item)


def _figures(publication: Publication) -> Iterator[Resource]:
    """The figure without a choice, as a drawing and as data, and that of each entity."""
    body = publication.vocabulary.body
    if body is None:
        return
    plain = body_map(body, BODY, "Muscles of the body", ())
    works = [_work(id, publication.vocabulary.sources[id]) for id in body.sources]
    stated = {"licence": publication.about.licence} | msgspec.to_builtins(body) | {"sources": works}
    data = msgspec.json.encode(stated)
    yield resource(drawing_path(BODY, "json"), "application/json", data)
    version = digest(msgspec.json.encode(body))
    for id, item in {BODY: plain, **publication.knowledge.figures}.items():
        path = drawing_path(id)
        entity = publication.graph.entities.get(id)
        links = (alternate(publication.page(entity)),) if entity else ()
        yield Resource(
            path, "image/svg+xml", partial(figure.file, body, item), digest(path, item, version, links), links
        )


def _work(id: str, source: Source) -> schemas.Source:
    stated: dict[str, Any] = {name: value for name, value in msgspec.structs.asdict(source).items() if value}
    return schemas.Source(id=id, **stated)


def _motions(publication: Publication) -> Iterator[Resource]:
    """Key poses as a drawing, the motion as data for scripts, and as BVH for programs that animate."""
    licence, skeleton = publication.about.licence, publication.vocabulary.skeleton
    cited = (*skeleton.sources, *(limits.source for limits in skeleton.ranges.values())) if skeleton else ()
    works = [_work(id, publication.vocabulary.sources[id]) for id in dict.fromkeys(cited)]
    for id, strip in publication.knowledge.strips.items():
        links = (alternate(publication.page(publication.graph.entities[id])),)
        writers: Mapping[str, Callable[[Strip], bytes]] = {
            "svg": strips.file,
            "json": partial(motion_json, licence=licence, sources=works),
            "bvh": bvh,
        }
        version = digest(msgspec.json.encode(strip), msgspec.json.encode((licence, works)))
        for ending, media_type in MOTION_FORMATS.items():
            path = drawing_path(strip.id, ending)
            yield Resource(path, media_type, partial(writers[ending], strip), digest(path, version, links), links)
        path = drawing_path(f"{strip.id}{MINIATURE}")
        yield Resource(path, "image/svg+xml", partial(strips.miniature, strip), digest(path, version, links), links)


def _charts(publication: Publication) -> Iterator[Resource]:
    known = {calculator.slug: calculator for calculator in publication.knowledge.calculators}
    for calculator in known.values():
        if (drawn := curves.curve(calculator, known)) is not None:
            yield _chart(drawn, publication.calculator_page(calculator))
    for id, drawn_charts in publication.knowledge.charts.items():
        for chart in drawn_charts:
            yield _chart(chart, publication.page(publication.graph.entities[id]))


def _chart(chart: Chart, page: str) -> Resource:
    path, links = drawing_path(chart.id), (alternate(page),)
    return Resource(path, "image/svg+xml", partial(charts.file, chart), digest(path, chart, links), links)
