"""Three rules and the derivation ask for each drawing: what was composed of the same objects is remembered with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

_MOST_REMEMBERED = 1_024

P = ParamSpec("P")
T = TypeVar("T")


def once(function: Callable[P, T]) -> Callable[P, T]:
    """The function with a memory for its results, by the identity of its arguments, which stay as long as the result does."""
    remembered: dict[tuple[object, ...], tuple[object, object, T]] = {}

    @wraps(function)
    def remembering(*arguments: P.args, **named: P.kwargs) -> T:
        key = (*map(id, arguments), *((name, id(value)) for name, value in named.items()))
        if key not in remembered:
            if len(remembered) == _MOST_REMEMBERED:
                remembered.clear()
            remembered[key] = (arguments, named, function(*arguments, **named))
        return remembered[key][2]

    return remembering
