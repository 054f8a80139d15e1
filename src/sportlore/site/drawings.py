"""Drawings in pages: the first one inline, with its measures in words, and those of other rules as pictures beside it."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from sportlore import drawing
from sportlore.contract.addresses import drawing_path, page_path
from sportlore.drawing import Drawing, Orientation
from sportlore.model import PLAYED_AT, Entity, Span
from sportlore.publication import Publication
from sportlore.site.html import island, licence
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
    """A drawing as a file that the page shows."""

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
    json_ld: Markup
    home: str | None = None


def drawing_view(publication: Publication, entity: Entity, works: tuple[str, ...]) -> DrawingView | None:
    """What the page of an entity shows of its own drawings; `works` is the page's bibliography."""
    drawn = publication.drawings(entity)
    if not drawn:
        return None
    first, *others = drawn
    rows = tuple(
        MeasureRow(row.number, row.name, row.text, row.citation.clause, works.index(row.citation.source) + 1)
        for row in drawing.measures(first)
    )
    return _view(publication, entity, first, rows, tuple(_picture(item) for item in others))


def venue_view(publication: Publication, entity: Entity) -> DrawingView | None:
    """What the page of a sport shows of the first venue that is drawn."""
    for venue in publication.graph.objects(entity.id, PLAYED_AT):
        if drawn := publication.drawings(venue):
            return _view(publication, venue, drawn[0], home=page_path(venue, publication.vocabulary))
    return None


def _view(
    publication: Publication,
    entity: Entity,
    item: Drawing,
    rows: tuple[MeasureRow, ...] = (),
    others: tuple[Picture, ...] = (),
    home: str | None = None,
) -> DrawingView:
    return DrawingView(
        title=item.title,
        caption=_caption(entity, item),
        inline=_inline(item, "landscape"),
        upright=_inline(item, "portrait") if drawing.is_long(item) else None,
        rows=rows,
        files=tuple((ending.upper(), drawing_path(item.id, ending)) for ending in _ENDINGS),
        others=others,
        json_ld=island(image(publication, item.title, item.description, drawing_path(item.id))),
        home=home,
    )


def _inline(item: Drawing, orientation: Orientation) -> Markup:
    return Markup(drawing.inline(drawing.arranged(item, orientation), f"drawing-{orientation}"))


def _picture(item: Drawing) -> Picture:
    page = drawing.arranged(item)
    return Picture(drawing_path(item.id), item.title, item.description, round(page.width), round(page.height))


def _caption(entity: Entity, item: Drawing) -> str:
    """The key measures, what is drawn if that is not the whole, and what the rules leave open."""
    sentences = [item.description.partition(" Shown: ")[0]]
    plan = entity.plan
    if plan is not None and item.scope is None and item.kind == plan.view:
        sentences += [f"Drawn is {plan.shows}."] if plan.shows else []
        facts = {key.replace("-", "_"): value for key, value in entity.facts.items()}
        spans = [(name, facts.get(name)) for name in plan.size]
        ranges = [
            f"{name} {drawing.metres(v.low)} to {drawing.metres(v.high)}" for name, v in spans if isinstance(v, Span)
        ]
        sentences += [f"The rules allow other sizes: {listed(ranges)}."] if ranges else []
    return " ".join((*sentences, "The numbers are those of the table of measures."))


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
