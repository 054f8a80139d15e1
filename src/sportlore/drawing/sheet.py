"""A sheet of all drawings of a catalogue, to be looked at after a change of plans or of the layout."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from html import escape

from sportlore.drawing import charts, figure
from sportlore.drawing.boards import boards_of, steps, whole
from sportlore.drawing.charts import Chart
from sportlore.drawing.collections import collections
from sportlore.drawing.entities import charts as entity_charts
from sportlore.drawing.entities import drawings
from sportlore.drawing.figure import BodyMap
from sportlore.drawing.layout import NARROW, arranged, is_long
from sportlore.drawing.measures import measures
from sportlore.drawing.model import Drawing
from sportlore.drawing.motion import strip as motion
from sportlore.drawing.motion.compose import strip_of
from sportlore.drawing.motion.strip import Strip
from sportlore.drawing.muscles import muscle_map
from sportlore.drawing.positions import picture, teams_of
from sportlore.drawing.scene import SCENE_STYLE, Scene, scene_inline
from sportlore.drawing.vector import STYLE, inline
from sportlore.graph import Graph
from sportlore.model import Body, Entity

_STYLE = (
    ":root{color-scheme:light dark}body{font:14px sans-serif}figure{display:inline-block;margin:8px;vertical-align:top}"
    "svg{display:block;margin-block:4px}ol{max-width:700px}figure p{max-width:350px}"
)


def sheet(entities: Iterable[Entity]) -> str:
    """An HTML page: each drawing as on a phone, long ones as on a desk as well, with the table of measures as a list."""
    entities = tuple(entities)
    drawn = {entity.id: drawings(entity) for entity in entities}
    of_many = collections(entities, drawn, {})
    return _page(STYLE, (_figure(item) for item in (*of_many, *itertools.chain(*drawn.values()))))


def body_sheet(graph: Graph) -> str:
    """Such a sheet of the figures with muscles."""
    body = graph.vocabulary.body
    items = (muscle_map(graph, id) for id in graph.entities)
    return _page(figure.STYLE, (_body_figure(body, item) for item in items if body and item))


def people_sheet(graph: Graph) -> str:
    """Such a sheet of the boards, with their steps, and of the positions of each sport."""
    return _page(STYLE + SCENE_STYLE, map(_scene, _scenes(graph)))


def charts_sheet(graph: Graph) -> str:
    """Such a sheet of the charts of entities, and of their signals and tokens."""
    items = (item for id in graph.entities for item in entity_charts(graph, id))
    return _page(charts.STYLE, map(_chart, items))


def _chart(item: Chart) -> str:
    picture = f'<div style="width:350px">{charts.inline(item, item.id.replace("/", "-"))}</div>'
    return f"<figure><figcaption>{escape(item.id)}</figcaption>{picture}<p>{escape(item.description)}</p></figure>"


def motion_sheet(graph: Graph) -> str:
    """Such a sheet of the key poses of exercises, with the steps of their texts."""
    strips = ((entity, strip_of(entity, graph.entities, graph.vocabulary)) for entity in graph.entities.values())
    return _page(motion.STYLE, (_strip(entity, strip) for entity, strip in strips if strip))


def _strip(entity: Entity, strip: Strip) -> str:
    svg = f'<div style="width:350px">{motion.inline(strip, entity.slug)}</div>'
    steps = next((section.steps for section in entity.sections if section.steps), ())
    written = "".join(f"<li>{escape(step)}" for step in steps)
    words = f"<p>{escape(strip.description)}</p><ol>{written}</ol>"
    return f"<figure><figcaption>{escape(entity.name)}</figcaption>{svg}{words}</figure>"


def _scenes(graph: Graph) -> Iterator[Scene]:
    for id, entity in graph.entities.items():
        for board in boards_of(entity, graph.entities):
            yield from (whole(board), *steps(board))
        yield from (picture(team, id, entity.name, id) for team in teams_of(graph, id))


def _scene(scene: Scene) -> str:
    svg = f'<div style="width:350px">{scene_inline(scene, scene.id.replace("/", "-"))}</div>'
    return f"<figure><figcaption>{escape(scene.id)}</figcaption>{svg}<p>{escape(scene.description)}</p></figure>"


def _page(style: str, figures: Iterable[str]) -> str:
    head = f"<meta charset=utf-8><title>Drawings</title><style>{style}{_STYLE}</style>"
    return f"<!doctype html><html lang=en>{head}{''.join(figures)}"


def _body_figure(body: Body, item: BodyMap) -> str:
    picture = f'<div style="width:350px">{figure.inline(body, item, item.id)}</div>'
    return f"<figure><figcaption>{escape(item.id)}</figcaption>{picture}<p>{escape(item.description)}</p></figure>"


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
