"""Things of fixed colours that mean something: cards, flags, paddles, lights, belts.

No colour stands alone: each has the hatching of heraldry (Petra Sancta), and its name is written beside it.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping
from typing import Literal

from sportlore.drawing.charts import ADVANCE, WIDTH, Chart, Mark, Shape, Text
from sportlore.model import Colour, Entity, Token

COLOURS: Mapping[Colour, str] = {
    "white": "#ffffff",
    "yellow": "#ffd60a",
    "orange": "#f58a1f",
    "red": "#c8202f",
    "pink": "#f2a0b8",
    "purple": "#6f3a96",
    "blue": "#1f55b5",
    "green": "#197a35",
    "brown": "#7a4a24",
    "grey": "#8d9490",
    "black": "#16181a",
}
"""What a colour looks like, on screens and in print."""

_PALE: frozenset[Colour] = frozenset(("white", "yellow", "orange", "pink", "grey"))
"""Colours on which black is read better than white."""
_HATCHING: Mapping[Colour, tuple[int, ...]] = {
    "red": (90,),
    "blue": (0,),
    "green": (45,),
    "purple": (135,),
    "black": (0, 90),
    "orange": (45, 0),
    "brown": (45, 90),
    "pink": (135, 90),
    "grey": (45, 135),
}
"""The directions of the lines on a colour, in degrees down from level; yellow has dots, white nothing."""
_GAP, _DOTS = 5.0, 6.0

_EDGE, _LINE, _LEFT = 8.0, 16.0, 92.0
_LETTERS = int((WIDTH - _LEFT - _EDGE) / ADVANCE)
_MIDDLE = 46.0

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Painted = tuple[Polygon, Colour]


def on_colour(colour: Colour) -> Literal["black", "white"]:
    """The style of words on a colour."""
    return "black" if colour in _PALE else "white"


def tokens_chart(entity: Entity) -> Chart | None:
    """The tokens of an entity, each with its name and what it means; None where it states none."""
    if not entity.tokens:
        return None
    marks: list[Mark] = []
    y = _EDGE
    for token in entity.tokens:
        meaning = textwrap.wrap(token.meaning, _LETTERS)
        height = max(44.0, (1 + len(meaning)) * _LINE + 10)
        marks += _token(token, y + height / 2)
        top = y + height / 2 - len(meaning) * _LINE / 2
        marks.append(Text(_LEFT, top, token.name))
        marks += (Text(_LEFT, top + (i + 1) * _LINE, line, ("quiet",)) for i, line in enumerate(meaning))
        y += height
    words = " ".join(f"{token.name}: {token.meaning}." for token in entity.tokens)
    return Chart(f"{entity.id}-tokens", "tokens", f"{entity.name}: {_kinds(entity)}", words, y + _EDGE, tuple(marks))


def _kinds(entity: Entity) -> str:
    """What is drawn, in the plural: "cards", "flags and lights"."""
    return " and ".join(dict.fromkeys(f"{token.shape}s" for token in entity.tokens))


def _token(token: Token, y: float) -> Iterator[Mark]:
    """A token around the middle of its column, at the height y."""
    outline, pole = _form(token, y)
    if pole:
        yield Shape("pole", lines=(pole,))
    for polygon, colour in _areas(token, outline):
        yield Shape("swatch", polygons=(polygon,), fill=COLOURS[colour])
        lines, dots = _hatching(polygon, colour)
        if lines or dots:
            yield Shape("etched" if colour in _PALE else "scored", lines=lines, circles=dots)
    if token.sign:
        xs, ys = zip(*outline, strict=True)
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        yield Text(*middle, token.sign, ("sign", "middle", on_colour(token.colours[0])))


def _form(token: Token, y: float) -> tuple[Polygon, tuple[Point, ...]]:
    """The outline of a token, and its pole or handle."""
    x = _MIDDLE
    match token.shape:
        case "card":
            return _rectangle(x - 12, y - 17, 24, 34), ()
        case "flag":
            return _rectangle(x - 18, y - 17, 44, 28), ((x - 18, y - 17), (x - 18, y + 20))
        case "pennant":
            return ((x - 18, y - 17), (x + 28, y - 4), (x - 18, y + 9)), ((x - 18, y - 17), (x - 18, y + 20))
        case "belt":
            return _rectangle(x - 38, y - 6, 76, 12), ()
        case "paddle":
            return _circle(x, y - 5, 14), ((x, y + 9), (x, y + 21))
        case "light" | "disc":
            return _circle(x, y, 15), ()


def _rectangle(x: float, y: float, width: float, height: float) -> Polygon:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _circle(x: float, y: float, radius: float) -> Polygon:
    turns = (math.pi * i / 12 for i in range(24))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def _areas(token: Token, outline: Polygon) -> Iterator[Painted]:
    """The parts of a token, each with its colour."""
    first, second = token.colours[0], token.colours[-1]
    (left, top), (right, bottom) = (tuple(end(axis) for axis in zip(*outline, strict=True)) for end in (min, max))
    width, height = right - left, bottom - top
    match token.layout:
        case "halves" | "bands":
            count = len(token.colours)
            for i, colour in enumerate(token.colours):
                if token.layout == "halves":
                    yield _rectangle(left, top + i * height / count, width, height / count), colour
                else:
                    yield _rectangle(left + i * width / count, top, width / count, height), colour
        case "quarters" | "chequered":
            columns, rows = (2, 2) if token.layout == "quarters" else (4, 3)
            for i in range(columns):
                for j in range(rows):
                    part = _rectangle(
                        left + i * width / columns, top + j * height / rows, width / columns, height / rows
                    )
                    yield part, (first, second)[(i + j) % 2]
        case "diagonal":
            yield ((left, top), (right, top), (left, bottom)), first
            yield ((right, top), (right, bottom), (left, bottom)), second
        case "framed":
            yield outline, first
            yield _rectangle(left + width * 0.3, top + height * 0.3, width * 0.4, height * 0.4), second
        case "cross":
            yield outline, first
            yield _rectangle(left + width * 0.42, top, width * 0.16, height), second
            yield _rectangle(left, top + height * 0.38, width, height * 0.24), second
        case _:
            yield outline, first


def _hatching(polygon: Polygon, colour: Colour) -> tuple[tuple[Polygon, ...], tuple[tuple[float, float, float], ...]]:
    """The lines or dots of a colour, within a convex polygon."""
    if colour == "yellow":
        (left, top), (right, bottom) = (tuple(end(axis) for axis in zip(*polygon, strict=True)) for end in (min, max))
        columns, rows = int((right - left) / _DOTS), int((bottom - top) / _DOTS)
        points = (
            (left + (i + 0.5) * (right - left) / columns, top + (j + 0.5) * (bottom - top) / rows, 0.6)
            for i in range(columns)
            for j in range(rows)
        )
        return (), tuple(point for point in points if _contains(polygon, point[0], point[1]))
    return tuple(line for angle in _HATCHING.get(colour, ()) for line in _lines(polygon, angle)), ()


def _lines(polygon: Polygon, angle: int) -> Iterator[Polygon]:
    """Parallel lines across a convex polygon, in a direction."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    across = [-x * sin + y * cos for x, y in polygon]
    at = math.ceil(min(across) / _GAP) * _GAP
    while at < max(across):
        ends = []
        for (ax, ay), a, (bx, by), b in zip(
            polygon, across, (*polygon[1:], polygon[0]), (*across[1:], across[0]), strict=True
        ):
            if (a - at) * (b - at) < 0:
                share = (at - a) / (b - a)
                ends.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        if len(ends) == 2:
            yield tuple(ends)
        at += _GAP


def _contains(polygon: Polygon, x: float, y: float) -> bool:
    """Whether a convex polygon holds a point."""
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    signs = {(bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0 for (ax, ay), (bx, by) in pairs}
    return len(signs) == 1
