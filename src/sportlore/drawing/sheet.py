"""A sheet of all drawings of a catalogue, to be looked at after a change of plans or of the layout."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape
from itertools import chain

from sportlore.drawing import figure
from sportlore.drawing.boards import boards_of, steps, whole
from sportlore.drawing.composition import drawings
from sportlore.drawing.figure import BodyMap
from sportlore.drawing.layout import NARROW, arranged, is_long
from sportlore.drawing.measures import measures
from sportlore.drawing.model import Drawing
from sportlore.drawing.muscles import muscle_map
from sportlore.drawing.positions import picture, teams
from sportlore.drawing.scene import SCENE_STYLE, Scene, scene_inline
from sportlore.drawing.vector import STYLE, inline
from sportlore.graph import Graph
from sportlore.model import OF_SPORT, Body, Entity

_STYLE = (
    ":root{color-scheme:light dark}body{font:14px sans-serif}figure{display:inline-block;margin:8px;vertical-align:top}"
    "svg{display:block;margin-block:4px}ol{max-width:700px}figure p{max-width:350px}"
)


def body_sheet(graph: Graph) -> str:
    """The same of the figures with muscles."""
    body = graph.vocabulary.body
    items = (muscle_map(graph, id) for id in graph.entities)
    return _page(figure.STYLE, (_body_figure(body, item) for item in items if body and item))


def _page(style: str, figures: Iterable[str]) -> str:
    head = f"<meta charset=utf-8><title>Drawings</title><style>{style}{_STYLE}</style>"
    return f"<!doctype html><html lang=en>{head}{''.join(figures)}"


def _body_figure(body: Body, item: BodyMap) -> str:
    picture = f'<div style="width:350px">{figure.inline(body, item, item.id)}</div>'
    return f"<figure><figcaption>{escape(item.id)}</figcaption>{picture}<p>{escape(item.description)}</p></figure>"


def sheet(entities: Collection[Entity]) -> str:
    """An HTML page: each drawing as on a phone, long ones as on a desk as well, with the table of measures as a list.

    Then the boards with their steps, and the positions of each sport.
    """
    figures = (_figure(drawing) for entity in entities for drawing in drawings(entity))
    return _page(STYLE + SCENE_STYLE, chain(figures, map(_scene, _scenes(entities))))


def _scenes(entities: Collection[Entity]) -> Iterator[Scene]:
    """All boards, each step of them, and the positions of each sport."""
    known = {entity.id: entity for entity in entities}
    for entity in entities:
        for board in boards_of(entity, known):
            yield from (whole(board), *steps(board))
    standing = [entity for entity in entities if entity.stands]
    for sport in dict.fromkeys(sport for entity in standing for sport in entity.links.get(OF_SPORT, ())):
        holders = [entity for entity in standing if sport in (entity.id, *entity.links.get(OF_SPORT, ()))]
        for team in teams(holders, known):
            yield picture(team, sport, known[sport].name)


def _scene(scene: Scene) -> str:
    svg = scene_inline(scene, scene.id.replace("/", "-"))
    return f'<figure style="width:350px"><figcaption>{escape(scene.id)}</figcaption>{svg}<p>{escape(scene.description)}</figure>'


def _figure(drawing: Drawing) -> str:
    pages = [arranged(drawing), *([arranged(drawing, "portrait")] if is_long(drawing) else [])]
    pictures = "".join(
        f'<div style="width:{350 if page.width == NARROW else 700}px">{inline(page, f"{drawing.id}-{page.orientation}")}</div>'
        for page in pages
    )
    rows = "".join(
        f"<li value={row.number}>{escape(row.name)}: {escape(row.text)} ({escape(row.citation.clause)})"
        for row in measures(drawing)
    )
    return f"<figure><figcaption>{escape(drawing.id)}</figcaption>{pictures}<ol>{rows}</ol></figure>"
