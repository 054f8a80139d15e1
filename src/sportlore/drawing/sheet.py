"""A sheet of all drawings of a catalogue, to be looked at after a change of plans or of the layout."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from html import escape

from sportlore.drawing.collections import collections
from sportlore.drawing.entities import drawings
from sportlore.drawing.layout import NARROW, arranged, is_long
from sportlore.drawing.measures import measures
from sportlore.drawing.model import Drawing
from sportlore.drawing.vector import STYLE, inline
from sportlore.model import Entity

_STYLE = (
    ":root{color-scheme:light dark}body{font:14px sans-serif}figure{display:inline-block;margin:8px;vertical-align:top}"
    "svg{display:block;margin-block:4px}ol{max-width:700px}"
)


def sheet(entities: Iterable[Entity]) -> str:
    """An HTML page: each drawing as on a phone, long ones as on a desk as well, with the table of measures as a list."""
    entities = tuple(entities)
    drawn = {entity.id: drawings(entity) for entity in entities}
    of_many = collections(entities, drawn, {})
    figures = "".join(_figure(item) for item in (*of_many, *itertools.chain(*drawn.values())))
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>Drawings</title><style>{STYLE}{_STYLE}</style>{figures}"


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
