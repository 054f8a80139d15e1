"""Quadratic B-splines as paths of SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import svg

from sportlore.model import Curve


@dataclass
class Spline(svg.PathData):
    """A quadratic B-spline as a chain of smooth curves, in twice the units of the grid.

    The curve touches the polygon of its control points in the middle of each leg, and each control point is the mirror image of
    the one before at the middle between them, which is what the command `t` assumes. In twice the units all are whole numbers.
    """

    curve: Curve
    closed: bool

    def __str__(self) -> str:
        points = self.curve
        pairs = zip(points, (*points[1:], points[0]), strict=True)
        middles = [(ax + bx, ay + by) for (ax, ay), (bx, by) in pairs]
        if not self.closed:
            first, last = ((2 * x, 2 * y) for x, y in (points[0], points[-1]))
            if len(points) == 2:
                return f"M{_numbers(first)}L{_numbers(last)}"
            control = (2 * points[1][0], 2 * points[1][1])
            inner = _smooth(middles[1:-1])
            return f"M{_numbers(first)}L{_numbers(middles[0])}Q{_numbers(control, middles[1])}{inner}L{_numbers(last)}"
        control = (2 * points[0][0], 2 * points[0][1])
        return f"M{_numbers(middles[-1])}Q{_numbers(control, middles[0])}{_smooth(middles)}z"


def _smooth(middles: Sequence[tuple[int, int]]) -> str:
    """The command for the pieces from the first point to the last."""
    steps = [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(middles)]
    return f"t{_numbers(*steps)}" if steps else ""


def _numbers(*points: tuple[int, int]) -> str:
    """Numbers of a path, with the spaces that it needs: ((1, -2), (3, 4)) -> "1-2 3 4"."""
    text = " ".join(str(value) for point in points for value in point)
    return text.replace(" -", "-")
