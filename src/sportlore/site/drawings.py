"""Drawings in pages: the first one inline, with its measures in words, and those of other rules as pictures beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec
from markupsafe import Markup
from msgspec import Struct

from sportlore import drawing
from sportlore.contract.addresses import DRAWINGS, PAIR, PORTRAIT, drawing_path, page_path
from sportlore.drawing import Drawing, Orientation
from sportlore.model import ADAPTS, OF_SPORT, PLAYED_AT, Entity, Span
from sportlore.publication import Publication
from sportlore.site.html import island, licence
from sportlore.site.page import Page, Planned, Ref, capital, refs
from sportlore.text import listed

_ENDINGS = ("svg", "geojson", "dxf")


class MeasureRow(Struct, frozen=True):
    """A mark in words; `citation` is the number of its source in the bibliography of the page."""

    number: int
    name: str
    text: str
    clause: str
    citation: int


class Picture(Struct, frozen=True):
    """A drawing as a file that the page shows: the upright one where there is one, whose words are read on a phone."""

    path: str
    title: str
    description: str
    width: int
    height: int


class DrawingView(Struct, frozen=True):
    """A drawing of a page, `upright` for phones where it is long; `home` is the page that has its measures, if another."""

    title: str
    caption: str
    inline: Markup
    upright: Markup | None
    rows: tuple[MeasureRow, ...]
    files: tuple[tuple[str, str], ...]
    others: tuple[Picture, ...]
    json_ld: Markup | None
    images: tuple[str, ...]
    """Paths of the pictures that are the page's own."""
    preview: str
    """The path of the picture that stands for the drawing beside a link."""
    home: str | None = None


def drawing_view(publication: Publication, entity: Entity, works: tuple[str, ...]) -> DrawingView | None:
    """What the page of an entity shows of its own drawings and of its venue; `works` is the page's bibliography."""
    drawn = publication.drawings(entity)
    if not drawn or drawn[0].kind == "object":
        venue = _venue_view(publication, entity, drawn)
        if venue is not None or not drawn:
            return venue
    first, *others = drawn
    rows = tuple(
        MeasureRow(row.number, row.name, row.text, row.citation.clause, works.index(row.citation.source) + 1)
        for row in drawing.measures(first)
        if first.kind != "pair"
    )
    return _view(publication, entity, first, rows, tuple(picture(item) for item in others))


def venues(publication: Publication, entity: Entity) -> Iterator[Entity]:
    """Where something is played that has no plan of its own: what its sport draws itself, else its venues."""
    graph = publication.graph
    if entity.plan is None and PLAYED_AT in publication.vocabulary.types[entity.type].links:
        yield from (sport for sport in graph.objects(entity.id, OF_SPORT) if sport.plan and not sport.plan.unfixed)
        for relation in (PLAYED_AT, OF_SPORT, ADAPTS):
            yield from graph.objects(entity.id, relation)


def _venue_view(publication: Publication, entity: Entity, things: tuple[Drawing, ...]) -> DrawingView | None:
    """What a page without a field of its own shows: the first one that is drawn, and the ball."""
    for venue in venues(publication, entity):
        if drawn := publication.drawings(venue):
            home = page_path(venue, publication.vocabulary)
            view = _view(publication, venue, drawn[0], others=tuple(picture(item) for item in things), home=home)
            described = (
                island(
                    image(
                        publication,
                        things[0].title,
                        things[0].description,
                        drawing_path(things[0].id),
                    )
                )
                if things
                else None
            )
            return msgspec.structs.replace(view, json_ld=described, images=tuple(other.path for other in view.others))
    return None


def _view(
    publication: Publication,
    entity: Entity,
    item: Drawing,
    rows: tuple[MeasureRow, ...] = (),
    others: tuple[Picture, ...] = (),
    home: str | None = None,
) -> DrawingView:
    alone = item.kind == "pair"
    return DrawingView(
        title=item.title,
        caption=_caption(entity, item),
        inline=pictured(item) if alone else _inline(item, "landscape"),
        upright=_inline(item, "portrait") if drawing.is_long(item) and not alone else None,
        rows=rows,
        files=tuple((ending.upper(), drawing_path(item.id, ending)) for ending in _ENDINGS),
        others=others,
        json_ld=island(image(publication, item.title, item.description, drawing_path(item.id))),
        images=(drawing_path(item.id), *(other.path for other in others)) if home is None else (),
        preview=drawing_path(item.id, "png"),
        home=home,
    )


def pictured(item: Drawing) -> Markup:
    """A drawing as a picture that is loaded: on phones the one that is composed for them."""
    wide, narrow = picture(item, "landscape"), picture(item)
    return Markup(
        '<picture><source media="(max-width: 40rem)" srcset="{}" width="{}" height="{}">'
        '<img src="{}" alt="{}" width="{}" height="{}" loading="lazy"></picture>'
    ).format(narrow.path, narrow.width, narrow.height, wide.path, wide.description, wide.width, wide.height)


def _inline(item: Drawing, orientation: Orientation) -> Markup:
    return Markup(drawing.inline(drawing.arranged(item, orientation), f"drawing-{orientation}"))


def picture(item: Drawing, orientation: Orientation = "portrait") -> Picture:
    """The file of a drawing; `orientation` counts where there are two."""
    upright = orientation == "portrait" and drawing.is_long(item)
    page = drawing.arranged(item, "portrait" if upright else "landscape")
    path = drawing_path(f"{item.id}{PORTRAIT}" if upright else item.id)
    return Picture(path, item.title, item.description, round(page.width), round(page.height))


def _caption(entity: Entity, item: Drawing) -> str:
    """The key measures, what is drawn if that is not the whole, and what the rules leave open."""
    sentences = [item.description.partition(" Shown: ")[0]]
    plan = entity.plan
    if plan is not None and item.scope is None and item.kind == plan.view:
        sentences += [f"Drawn is {plan.shows}."] if plan.shows else []
        facts = {key.replace("-", "_"): value for key, value in entity.facts.items()}
        spans = [(name, facts.get(name)) for name in plan.size]
        ranges = [
            f"{name.removeprefix('field_')} {drawing.metres(v.low)} to {drawing.metres(v.high)}"
            for name, v in spans
            if isinstance(v, Span)
        ]
        sentences += [f"The rules allow other sizes: {listed(ranges)}."] if ranges else []
    numbered = ["The numbers are those of the table of measures."] if not item.legend else []
    return " ".join((*sentences, *numbered))


def image(publication: Publication, title: str, description: str, path: str) -> dict[str, object]:
    """The drawing in Schema.org's terms, beside the declared object of the page."""
    about = publication.about
    return {
        "@context": "https://schema.org",
        "@type": "ImageObject",
        "name": title,
        "description": description,
        "contentUrl": f"{publication.addresses.site_url}{path}",
        "encodingFormat": "image/svg+xml",
        "license": licence(about.licence)[1],
        "creator": {"@type": "Organization", "name": about.title},
    }


class CollectionView(Struct, frozen=True):
    """Many things at one scale."""

    anchor: str
    title: str
    picture: Markup
    path: str
    json_ld: Markup


def collection(publication: Publication, item: Drawing) -> CollectionView:
    """A drawing of many things."""
    path = drawing_path(item.id)
    described = island(image(publication, item.title, item.description, path))
    return CollectionView(item.id, item.title, pictured(item), path, described)


class DrawingsView(Struct, frozen=True):
    """The drawings of many things; how to ask for two; then, by type, what has a drawing of its own."""

    collections: tuple[CollectionView, ...]
    pair: str
    upright: str
    """The addresses of two at one scale."""
    sides: tuple[tuple[str, str], ...]
    """The ids and names of what they take."""
    types: tuple[tuple[str, tuple[Ref, ...]], ...]


def drawing_list(publication: Publication) -> Iterator[Planned]:
    """The page of all drawings."""
    yield Planned(DRAWINGS, partial(_drawing_list, publication))


def _drawing_list(publication: Publication) -> Page:
    knowledge, vocabulary = publication.knowledge, publication.vocabulary
    drawn = [publication.graph.entities[id] for id in knowledge.drawings]
    types = ((name, tuple(entity for entity in drawn if entity.type == name)) for name in vocabulary.types)
    many = tuple(knowledge.collections.values())
    return Page(
        path=DRAWINGS,
        template="drawings.html",
        title="Drawn to scale",
        description="Balls, rackets, goals and fields at one scale, and every thing that is drawn from stated measures.",
        view=DrawingsView(
            tuple(collection(publication, item) for item in many),
            drawing_path(PAIR),
            drawing_path(f"{PAIR}{PORTRAIT}"),
            tuple((id, publication.graph.entities[id].name) for id in sorted(knowledge.sides)),
            tuple(
                (capital(vocabulary.types[name].plural), refs(publication, entities))
                for name, entities in types
                if entities and vocabulary.types[name].role != "comparison"
            ),
        ),
        images=tuple(drawing_path(item.id) for item in many),
        preview=drawing_path(many[0].id, "png") if many else None,
    )
