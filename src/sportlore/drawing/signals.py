"""Signals of officials: a figure from the front for each, whose arms stand at the angles that are stated.

The segments are those of the body (vocabulary/body.toml). Left and right are those of the official, who faces the viewer.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sportlore.drawing.charts import ADVANCE, WIDTH, Chart, Mark, Shape, Style, Text
from sportlore.drawing.tokens import COLOURS, on_colour
from sportlore.model import Arm, Body, Colour, Entity, Shown, Signal

_COLUMNS, _EDGE, _LINE = 2, 8.0, 15.0
_CELL = (WIDTH - 2 * _EDGE) / _COLUMNS
_STATURE = 128.0
"""Pixels of the stature; of the figure is drawn what lies above the thighs."""
_BELOW = 0.47
"""How far the hands of hanging arms reach below the shoulders, as a share of the stature."""
_HEAD = 0.06
"""Half of the head's height, as a share of the stature."""
_TRUNK = (
    *((0.027, 0.06), (0.03, 0.012), (0.088, -0.006), (0.12, -0.03), (0.109, -0.09), (0.086, -0.19)),
    *((0.096, -0.288), (0.1, -0.42), (0.012, -0.42), (0.0, -0.34)),
)
"""Half of neck, trunk and thighs: from the middle line, and above the shoulders, as shares of the stature."""
_SPREAD = {"two fingers": (-16, 16), "three fingers": (-24, 0, 24), "four fingers": (-30, -10, 10, 30), "finger": (0,)}
"""The directions of stretched fingers, beside that of the forearm."""
_CARD, _FLAG = (6.5, 9.0), (15.0, 11.0)
"""Half of a card's width and height; a flag's width and height."""

MEASURES: Mapping[str, tuple[str, ...]] = {
    "heights": ("chin", "shoulder"),
    "lengths": ("upper-arm", "forearm", "hand"),
    "breadths": ("shoulders",),
}
"""The measures of the body that figures are drawn from, by their tables."""

Point = tuple[float, float]


@dataclass
class _Strokes:
    """What is drawn of all figures, by style and in the order in which it lies over one another."""

    behind: list[tuple[Point, ...]] = field(default_factory=list)
    trunks: list[tuple[Point, ...]] = field(default_factory=list)
    heads: list[tuple[float, float, float]] = field(default_factory=list)
    limbs: list[tuple[Point, ...]] = field(default_factory=list)
    moved: list[tuple[Point, ...]] = field(default_factory=list)
    hands: list[tuple[Point, ...]] = field(default_factory=list)
    fists: list[tuple[float, float, float]] = field(default_factory=list)
    fingers: list[tuple[Point, ...]] = field(default_factory=list)
    held: list[Mark] = field(default_factory=list)

    def marks(self) -> Iterator[Mark]:
        """The figures, with as few marks as there are styles."""
        layers: tuple[tuple[Style, list[tuple[Point, ...]]], ...] = (("limb", self.behind), ("sleeve", self.behind))
        yield from (Shape(style, lines=tuple(lines)) for style, lines in layers if lines)
        yield Shape("trunk", polygons=tuple(self.trunks), circles=tuple(self.heads))
        layers = (("moved", self.moved), ("limb", self.limbs), ("sleeve", self.limbs), ("finger", self.fingers))
        yield from (Shape(style, lines=tuple(lines)) for style, lines in layers if lines)
        yield Shape("hand", polygons=tuple(self.hands), circles=tuple(self.fists))
        yield from self.held


def signals_chart(entity: Entity, body: Body | None) -> Chart | None:
    """The signals of an entity as a grid of numbered figures; None where it states none."""
    if not entity.signals or body is None:
        return None
    marks: list[Mark] = []
    strokes = _Strokes()
    y = _EDGE
    for first in range(0, len(entity.signals), _COLUMNS):
        row = entity.signals[first : first + _COLUMNS]
        y += max(_above(signal, body) for signal in row) + 6
        captions = [_caption(first + i + 1, signal) for i, signal in enumerate(row)]
        for i, (signal, caption) in enumerate(zip(row, captions, strict=True)):
            middle = _EDGE + (i + 0.5) * _CELL
            _figure(strokes, signal, body, middle, y)
            below = y + _BELOW * _STATURE + 12
            marks += (Text(middle, below + j * _LINE, line, ("middle",)) for j, line in enumerate(caption))
        y += _BELOW * _STATURE + 12 + max(map(len, captions)) * _LINE
    words = " ".join(f"{number}. {in_words(signal)}" for number, signal in enumerate(entity.signals, 1))
    return Chart(f"{entity.id}-signals", "signals", f"{entity.name}: signals", words, y + 2, (*strokes.marks(), *marks))


def in_words(signal: Signal) -> str:
    """A signal as a sentence: "Six: both arms straight up." """
    meaning = f" ({signal.meaning})" if signal.meaning else ""
    return f"{signal.name}{meaning}: {signal.pose}."


def _caption(number: int, signal: Signal) -> list[str]:
    return textwrap.wrap(f"{number}. {signal.name}", int(_CELL / ADVANCE) - 1)


def _above(signal: Signal, body: Body) -> float:
    """How far a figure reaches above its shoulders, in pixels."""
    reach = (1 - body.heights["shoulder"]) * _STATURE
    for arm in (signal.left, signal.right, signal.left_to, signal.right_to):
        if arm is not None:
            _, elbow, wrist = _joints(arm, 1, body)
            extent = body.lengths["hand"] * _STATURE * max(0.0, _direction(arm, 1)[1]) + (14 if arm.holds else 0)
            reach = max(reach, elbow[1], wrist[1] + extent)
    return reach


def _figure(strokes: _Strokes, signal: Signal, body: Body, x: float, y: float) -> None:
    """A figure around x, whose shoulders are at the height y of the page."""

    def placed(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((x + across, y - up) for across, up in points)

    half = [(across * _STATURE, down * _STATURE) for across, down in _TRUNK]
    strokes.trunks.append(placed([*half, *((-across, up) for across, up in reversed(half))]))
    chin = (body.heights["chin"] - body.heights["shoulder"]) * _STATURE
    strokes.heads.append((x, y - chin - _HEAD * _STATURE, _HEAD * _STATURE))
    sides = ((1, signal.left, signal.left_to), (-1, signal.right, signal.right_to))
    for side, arm, moved in sides:
        resting = arm or Arm(8.0)
        line = placed(_joints(resting, side, body))
        (strokes.behind if resting.behind else strokes.limbs).append(line)
        _hand(strokes, resting, side, line[2], body)
        if moved is not None:
            target = placed(_joints(moved, side, body))
            tip = _direction(moved, side)
            hand = body.lengths["hand"] * _STATURE * math.cos(math.radians(moved.reach))
            strokes.moved.append((*target, (target[2][0] + tip[0] * hand, target[2][1] - tip[1] * hand)))


def _joints(arm: Arm, side: int, body: Body) -> tuple[Point, Point, Point]:
    """Shoulder, elbow and wrist, in pixels from the middle of the shoulders, upwards."""
    x, y = side * (body.breadths["shoulders"] / 2 - 0.025) * _STATURE, -0.022 * _STATURE
    points = [(x, y)]
    segments = (("upper-arm", arm.shoulder, arm.forward), ("forearm", arm.shoulder + arm.elbow, arm.reach))
    for name, angle, towards in segments:
        length = body.lengths[name] * _STATURE * math.cos(math.radians(towards))
        x, y = x + side * length * math.sin(math.radians(angle)), y - length * math.cos(math.radians(angle))
        points.append((x, y))
    return points[0], points[1], points[2]


def _direction(arm: Arm, side: int) -> Point:
    """Where the forearm points, upwards."""
    angle = math.radians(arm.shoulder + arm.elbow)
    return side * math.sin(angle), -math.cos(angle)


def _hand(strokes: _Strokes, arm: Arm, side: int, wrist: Point, body: Body) -> None:
    """A hand at a wrist, along the forearm, and what it holds."""
    dx, dy = _direction(arm, side)
    dy = -dy

    def at(along: float, beside: float = 0.0, turn: float = 0.0) -> Point:
        """A point that lies some pixels along the hand, turned by some degrees, and beside it."""
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        tx, ty = dx * cos - dy * sin, dx * sin + dy * cos
        return wrist[0] + tx * along - ty * beside, wrist[1] + ty * along + tx * beside

    length = body.lengths["hand"] * _STATURE * max(0.45, math.cos(math.radians(arm.reach)))
    if arm.hand == "flat":
        strokes.hands.append((at(0, -3), at(length + 1, -2.4), at(length + 1, 2.4), at(0, 3)))
    elif arm.hand == "open":
        strokes.fists.append((*at(4), 3.8))
        strokes.fingers += ((at(4), at(length + 2, 0, turn)) for turn in (-32, -11, 11, 32))
        strokes.fingers.append((at(4), at(11, 0, -80 * side)))
    else:
        strokes.fists.append((*at(4), 4.4))
        strokes.fingers += ((at(4), at(length + 4, 0, turn)) for turn in _SPREAD.get(arm.hand, ()))
        if arm.hand == "thumb":
            base = at(4)
            strokes.fingers.append((base, (base[0], base[1] - 11)))
    if arm.holds and arm.colour:
        strokes.held += _held(arm.holds, arm.colour, at)


def _held(shape: Shown, colour: Colour, at: Callable[[float, float], Point]) -> Iterator[Mark]:
    """A card upright above the hand with the letter of its colour, or a flag on its pole."""
    if shape == "card":
        x, y = at(_CARD[1] + 8, 0)
        a, b = _CARD
        corners = ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
        yield Shape("swatch", polygons=(corners,), fill=COLOURS[colour])
        yield Text(x, y, colour[0].upper(), ("sign", "middle", on_colour(colour)))
        return
    length, (across, along) = 26.0, _FLAG
    yield Shape("pole", lines=((at(-3, 0), at(length, 0)),))
    cloth = (at(length, 0), at(length, across), at(length - along, across), at(length - along, 0))
    yield Shape("swatch", polygons=(cloth,), fill=COLOURS[colour])
