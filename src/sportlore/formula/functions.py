"""The functions of a formula: one row each, from which it is parsed, evaluated and written as JavaScript."""

import math
from collections.abc import Callable
from typing import Final, NamedTuple


class Function(NamedTuple):
    """A function: the least and the greatest number of its arguments (None: any), its value, its name in JavaScript.

    `domain` says what its argument must be, where not every number will do.
    """

    least: int
    most: int | None
    compute: Callable[..., float]
    javascript: str
    domain: str = ""


def _round(x: float) -> float:
    """The nearest whole number, halves away from zero: 2.5 gives 3, -2.5 gives -3.

    Not `floor(x + 0.5)`, whose sum rounds 0.49999999999999994 up.
    """
    fraction, whole = math.modf(x)
    return whole + math.copysign(1.0, x) if abs(fraction) >= 0.5 else whole


def _floor(x: float) -> float:
    """Not math.floor, which would make an int, of 309 digits for 1e308."""
    return x // 1.0


def _ceil(x: float) -> float:
    return -(-x // 1.0)


IF: Final = "if"
"""if(condition, then, else), of which only the chosen branch is evaluated."""

FUNCTIONS: Final[dict[str, Function]] = {
    "ln": Function(1, 1, math.log, "Math.log", "needs a number above 0"),
    "log10": Function(1, 1, math.log10, "Math.log10", "needs a number above 0"),
    "exp": Function(1, 1, math.exp, "Math.exp"),
    "sqrt": Function(1, 1, math.sqrt, "Math.sqrt", "needs 0 or a number above it"),
    "abs": Function(1, 1, abs, "Math.abs"),
    "min": Function(2, None, min, "Math.min"),
    "max": Function(2, None, max, "Math.max"),
    "round": Function(1, 1, _round, "round"),
    "floor": Function(1, 1, _floor, "Math.floor"),
    "ceil": Function(1, 1, _ceil, "Math.ceil"),
}
"""Every function of numbers."""

CALLABLE: Final = (IF, *FUNCTIONS)
"""Every name that can be called."""


def arity(name: str) -> tuple[int, int | None]:
    """The least and the greatest number of arguments: arity("if") -> (3, 3)."""
    return (3, 3) if name == IF else FUNCTIONS[name][:2]
