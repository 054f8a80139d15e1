"""From a path to the operation that answers it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from sportlore.contract.operations import OPERATION, OPERATIONS, Operation


class Route(NamedTuple):
    """An operation and the values of the parameters in its path."""

    operation: Operation
    values: Mapping[str, str]


_IN_PATH = re.compile(r"{(\w+)}")
_PATHS = re.compile("|".join(f"(?P<{row.id}>{_IN_PATH.sub('([^/]+)', row.path)})" for row in OPERATIONS))
"""All paths as alternatives, each a group named after its operation: a single match tells the operation."""

_PARAMETERS = {row.id: _IN_PATH.findall(row.path) for row in OPERATIONS}
"""The parameters in the path of each operation, by its id."""


def route(path: str) -> Route | None:
    """The operation at a path, whether or not anything is known there.

    route("/v1/calculators/bmi") -> Route(OPERATION["getCalculator"], {"slug": "bmi"})
    """
    match = _PATHS.fullmatch(path)
    if match is None or match.lastgroup is None or match.lastindex is None:
        return None
    values = match.groups()[match.lastindex :]  # the groups inside the alternative come after it
    return Route(OPERATION[match.lastgroup], dict(zip(_PARAMETERS[match.lastgroup], values, strict=False)))
