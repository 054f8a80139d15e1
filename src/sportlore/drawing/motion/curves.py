"""Between poses: a curve through values that never leaves the range of two neighbours, and rests at both ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def between(times: Sequence[float], values: Sequence[float], at: float) -> float:
    """The value at a time, on cubic pieces whose slopes keep each piece monotonic (Fritsch and Butland 1984).

    between((0, 1), (0, 10), 0.5) -> 5.0
    """
    if len(values) == 1 or at <= times[0]:
        return values[0]
    if at >= times[-1]:
        return values[-1]
    i = next(i for i, end in enumerate(times[1:]) if at <= end)
    start, end = values[i], values[i + 1]
    if start == end:
        return start
    slopes = _slopes(times, values)
    h = times[i + 1] - times[i]
    t = (at - times[i]) / h
    return (
        start * (1 + 2 * t) * (1 - t) ** 2
        + end * t * t * (3 - 2 * t)
        + h * slopes[i] * t * (1 - t) ** 2
        - h * slopes[i + 1] * t * t * (1 - t)
    )


def _slopes(times: Sequence[float], values: Sequence[float]) -> list[float]:
    """At each value: zero at the ends and where the direction changes, else the harmonic mean of both sides."""
    sides = [(b - a) / (end - start) for (start, end), (a, b) in zip(pairwise(times), pairwise(values), strict=True)]
    inner = [2 * a * b / (a + b) if a * b > 0 else 0.0 for a, b in pairwise(sides)]
    return [0.0, *inner, 0.0]
