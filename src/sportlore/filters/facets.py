"""Facets of a list: how many of its entities have each term or link, and how their numbers are spread.

Every count is that of the list filtered by the value beside it, so that a facet leads to what it counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from msgspec import UNSET

from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.schemas import Facet, FacetCount
from sportlore.diagnostics import did_you_mean
from sportlore.filters.query import Filters
from sportlore.model import whole

MOST_FACETS = 10
"""Facets of one request."""
MOST_COUNTS = 50
"""Values of a facet, those of most entities first."""
_BINS = 8
"""About how many ranges a histogram has."""


def facets(filters: Filters, type: str, names: Iterable[str], matches: int) -> list[Facet]:
    """The facets of the positions in a bitmap, in the order of their names; raises BadRequest."""
    known = {name: field for name, field in filters.fields(type).items() if field.kind not in ("text", "identifier")}
    wanted = list(names)
    if len(wanted) > MOST_FACETS:
        raise BadRequest(f"`facets` has {len(wanted)} names; it takes {MOST_FACETS} at most")
    for name in wanted:
        if name not in known:
            there = f"the type `{type}` has {', '.join(known)}"
            raise BadRequest(f"no facet `{shown(name)}`; {did_you_mean(name, known, there)}")
    return [
        Facet(
            key=name,
            label=known[name].label,
            stated=(filters.stated(type, name) & matches).bit_count(),
            unit=known[name].unit or UNSET,
            counts=list((_bins if known[name].kind == "number" else _values)(filters, type, name, matches)),
        )
        for name in wanted
    ]


def _values(filters: Filters, type: str, name: str, matches: int) -> Iterator[FacetCount]:
    """How many entities have each term, or are linked with each other entity: the most first, then by value."""
    counts = ((value, (bits & matches).bit_count()) for value, bits in filters.by_value(type, name).items())
    ranked = sorted(((count, value) for value, count in counts if count), key=lambda item: (-item[0], item[1]))
    for count, value in ranked[:MOST_COUNTS]:
        yield FacetCount(value=value, count=count)


def _bins(filters: Filters, type: str, name: str, matches: int) -> Iterator[FacetCount]:
    """A histogram: ranges of one width, ends included, each with the entities whose value or range meets it."""
    rows = [row for row in filters.rows(type, name) if matches >> row[2] & 1]
    if not rows:
        return
    lowest, highest = min(row[0] for row in rows), max(row[1] for row in rows)
    unit = 1 if all(low.is_integer() and high.is_integer() for low, high, _ in rows) else 0
    step = _step((highest - lowest) / _BINS, unit)
    low = math.floor(lowest / step) * step
    while low <= highest:
        end = round(low + step - unit, 9)  # ranges of whole numbers share no number
        positions = {position for least, most, position in rows if least <= end and most >= low}
        yield FacetCount(value=f"{whole(low)}..{whole(end)}", count=len(positions))
        low = round(low + step, 9)


def _step(least: float, unit: int) -> float:
    """The next of 1, 2, 5 and their powers of ten, and not less than the unit: _step(0.3, 0) -> 0.5; 1 where all is equal."""
    if least <= unit:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
