"""Rules about the figure of the body."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.drawing.signals import MEASURES
from sportlore.model import Body, Curve
from sportlore.rules.context import Context, rule

_FILE = "vocabulary/body.toml"


@rule(reads="catalogue")
def bad_body(context: Context) -> Iterator[Finding]:
    """The figure has the measures that are drawn, its regions are of muscle groups that there are, and lie within it."""
    body = context.vocabulary.body
    if body is None:
        return
    for table, names in MEASURES.items():
        for name in names:
            if name not in getattr(body, table):
                help = f"add `{name}` to [{table}], as a share of the stature"
                yield Finding("bad-body", f"the figure has no `{name}`", Location(_FILE, (table,)), help)
    for id, region in body.regions.items():
        if region.muscle not in context.graph.entities:
            near = did_you_mean(region.muscle, context.graph.entities, "name the muscle group that it is part of")
            location = Location(_FILE, ("regions", id, "muscle"))
            yield Finding("bad-body", f"no entity `{region.muscle}`", location, near)
        for i, curve in enumerate(region.shapes):
            location = Location(_FILE, ("regions", id, "shapes", i))
            if len(curve) < 3:
                yield Finding("bad-body", "a closed curve has at least three points", location, "add what is missing")
            if _leaves(body, curve):
                help = "points lie right of the middle line, at most half a stature away, and not above the crown"
                yield Finding("bad-body", f"`{id}` leaves the figure", location, help)


def _leaves(body: Body, curve: Curve) -> bool:
    """Whether a point lies beyond the half of the figure; the sole reaches a little below the ground line."""
    return any(not (0 <= x <= body.stature / 2 and 0 <= y <= 1.02 * body.stature) for x, y in curve)
