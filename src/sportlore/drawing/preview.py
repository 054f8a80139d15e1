"""A drawing as a picture of points, for previews of links: in light colours, its words in a font that is part of this package.

The font is a subset of DejaVu Sans (Latin letters, digits and a few signs; preview.LICENSE.txt). No other one is read, so that
the picture does not depend on what a machine has installed.
"""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

from sportlore.drawing.layout import arranged
from sportlore.drawing.model import Drawing
from sportlore.drawing.vector import STYLE, file

WIDTH, HEIGHT = 600, 315
"""The least size that is shown large beside a link (Open Graph images, 1.91 : 1)."""
_FONT = Path(__file__).parent / "preview.ttf"
_EDGE = 8
_COLOURS: dict[str, str] = dict(re.findall(r"--(\w+):(#\w+)", STYLE.partition("@media")[0]))


def png(drawing: Drawing) -> bytes:
    """The picture of a drawing, in the middle of a ground of its own colour."""
    style = re.sub(r"var\(--(\w+)\)", lambda name: _COLOURS[name[1]], STYLE)
    style = re.sub(r"@media.*?}}", "", style)
    picture = file(arranged(drawing)).decode().replace(STYLE, style)
    # To clip the picture within its ground takes as long as all the rest.
    within = (
        f'<svg overflow="visible" x="{_EDGE}" y="{_EDGE}" width="{WIDTH - 2 * _EDGE}" height="{HEIGHT - 2 * _EDGE}" '
    )
    framed = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="100%" height="100%" fill="{_COLOURS["ground"]}"/>{picture.replace("<svg ", within, 1)}</svg>'
    )
    family = "DejaVu Sans"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=framed,
            skip_system_fonts=True,
            font_files=[str(_FONT)],
            font_family=family,
            sans_serif_family=family,
        )
    )
