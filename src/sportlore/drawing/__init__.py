"""Drawings to scale from stated, sourced values: composed in metres, laid out on a page, written as SVG, GeoJSON or DXF.

>>> [drawing.id for drawing in drawings(entity)]
['facility/basketball-court', 'facility/basketball-court-nba']
"""

from sportlore.drawing.beside import Side, side_entries
from sportlore.drawing.boards import ComposedBoard, Moment, boards_of, in_words, lines, sides, steps, whole, zones
from sportlore.drawing.boards import compose as compose_board
from sportlore.drawing.charts import Chart
from sportlore.drawing.collections import collections, pair, side
from sportlore.drawing.composition import INDEX, Composed, Fault, compose, distance, metres, values
from sportlore.drawing.entities import charts as charts_of
from sportlore.drawing.entities import drawings
from sportlore.drawing.export import dxf, geojson
from sportlore.drawing.figure import BodyMap, Layer, Muscle, body_map
from sportlore.drawing.layout import Layout, Orientation, arranged, is_long, overlap
from sportlore.drawing.lettered import Letter, lettered, letters
from sportlore.drawing.measures import MarkRow, lengths, measures
from sportlore.drawing.miniature import miniature, miniature_file
from sportlore.drawing.model import Drawing
from sportlore.drawing.motion.compose import strip_of
from sportlore.drawing.motion.strip import Strip
from sportlore.drawing.muscles import muscle_map
from sportlore.drawing.objects import UNITS, faults
from sportlore.drawing.pieces import Piece
from sportlore.drawing.positions import Team, key_of, picture, teams, teams_of
from sportlore.drawing.positions import compose as compose_stand
from sportlore.drawing.preview import png
from sportlore.drawing.scene import Scene, scene_file, scene_inline, scene_size
from sportlore.drawing.stored import entries
from sportlore.drawing.vector import file, inline

__all__ = [
    "INDEX",
    "UNITS",
    "BodyMap",
    "Chart",
    "Composed",
    "ComposedBoard",
    "Drawing",
    "Fault",
    "Layer",
    "Layout",
    "Letter",
    "MarkRow",
    "Moment",
    "Muscle",
    "Orientation",
    "Piece",
    "Scene",
    "Side",
    "Strip",
    "Team",
    "arranged",
    "boards_of",
    "body_map",
    "charts_of",
    "collections",
    "compose",
    "compose_board",
    "compose_stand",
    "distance",
    "drawings",
    "dxf",
    "entries",
    "faults",
    "file",
    "geojson",
    "in_words",
    "inline",
    "is_long",
    "key_of",
    "lengths",
    "lettered",
    "letters",
    "lines",
    "measures",
    "metres",
    "miniature",
    "miniature_file",
    "muscle_map",
    "overlap",
    "pair",
    "picture",
    "png",
    "scene_file",
    "scene_inline",
    "scene_size",
    "side",
    "side_entries",
    "sides",
    "steps",
    "strip_of",
    "teams",
    "teams_of",
    "values",
    "whole",
    "zones",
]
