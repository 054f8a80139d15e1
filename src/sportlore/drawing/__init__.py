"""Drawings to scale from stated, sourced values: composed in metres, laid out on a page, written as SVG, GeoJSON or DXF.

>>> [drawing.id for drawing in drawings(entity)]
['facility/basketball-court', 'facility/basketball-court-nba']
"""

from sportlore.drawing.collections import collections, pair, side
from sportlore.drawing.composition import INDEX, Composed, Fault, compose, metres, values
from sportlore.drawing.entities import drawings
from sportlore.drawing.export import dxf, geojson
from sportlore.drawing.layout import Layout, Orientation, arranged, is_long, overlap
from sportlore.drawing.measures import Row, lengths, measures
from sportlore.drawing.model import Drawing
from sportlore.drawing.objects import UNITS, faults
from sportlore.drawing.pieces import Piece
from sportlore.drawing.preview import png
from sportlore.drawing.vector import file, inline

__all__ = [
    "INDEX",
    "UNITS",
    "Composed",
    "Drawing",
    "Fault",
    "Layout",
    "Orientation",
    "Piece",
    "Row",
    "arranged",
    "collections",
    "compose",
    "drawings",
    "dxf",
    "faults",
    "file",
    "geojson",
    "inline",
    "is_long",
    "lengths",
    "measures",
    "metres",
    "overlap",
    "pair",
    "png",
    "side",
    "values",
]
