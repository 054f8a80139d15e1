"""Drawings to scale from stated, sourced values: composed in metres, laid out on a page, written as SVG, GeoJSON or DXF.

>>> [drawing.id for drawing in drawings(entity)]
['facility/basketball-court', 'facility/basketball-court-nba']
"""

from sportlore.drawing.bars import chart
from sportlore.drawing.charts import Chart
from sportlore.drawing.composition import INDEX, Composed, Fault, compose, drawings, metres, values
from sportlore.drawing.export import dxf, geojson
from sportlore.drawing.figure import BodyMap, Layer, Muscle, body_map
from sportlore.drawing.layout import Layout, Orientation, arranged, is_long, overlap
from sportlore.drawing.measures import Row, measures
from sportlore.drawing.model import Drawing
from sportlore.drawing.muscles import muscle_map
from sportlore.drawing.stored import entries
from sportlore.drawing.vector import file, inline

__all__ = [
    "INDEX",
    "BodyMap",
    "Chart",
    "Composed",
    "Drawing",
    "Fault",
    "Layer",
    "Layout",
    "Muscle",
    "Orientation",
    "Row",
    "arranged",
    "body_map",
    "chart",
    "compose",
    "drawings",
    "dxf",
    "entries",
    "file",
    "geojson",
    "inline",
    "is_long",
    "measures",
    "metres",
    "muscle_map",
    "overlap",
    "values",
]
