"""A sheet of all drawings of a catalogue, to be looked at: `python -m sportlore.drawing CATALOGUE FILE.html`."""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

from sportlore.drawing.composition import drawings
from sportlore.drawing.layout import arranged, is_long
from sportlore.drawing.measures import measures
from sportlore.drawing.vector import STYLE, inline
from sportlore.registry import read

_PAGE = (
    "<!doctype html><meta charset=utf-8><title>Drawings</title><style>{style}"
    ":root{{color-scheme:light dark}}body{{font:14px sans-serif}}figure{{display:inline-block;margin:8px;vertical-align:top}}"
    "figure>svg{{display:block;width:{width}px;margin-block:4px}}figure>.wide{{width:{wide}px}}</style>{body}"
)


def sheet(catalogue: Path, width: int = 350) -> str:
    """The page: each drawing in its orientations, `width` pixels wide, with its measures."""
    figures = []
    for entity in read(catalogue).entities.values():
        for drawing in drawings(entity):
            pages = [arranged(drawing), *([arranged(drawing, "portrait")] if is_long(drawing) else [])]
            pictures = "".join(inline(page, f"{drawing.id}-{page.orientation}") for page in pages)
            rows = "".join(
                f"<li value={row.number}>{escape(row.name)}: {escape(row.text)} ({escape(row.citation.clause)})"
                for row in measures(drawing)
            )
            figures.append(f"<figure><figcaption>{escape(drawing.id)}</figcaption>{pictures}<ol>{rows}</ol></figure>")
    return _PAGE.format(style=STYLE, width=width, body="".join(figures))


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(sheet(Path(sys.argv[1])), encoding="utf-8")
