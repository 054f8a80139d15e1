"""Rules about the figure of the body."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.model import Body, Curve
from sportlore.rules.context import Context, rule

_FILE = "vocabulary/body.toml"


@rule(reads="catalogue")
def bad_body(context: Context) -> Iterator[Finding]:
    """The figure has a region for each muscle group, each on a view that there is, with curves that lie within the figure."""
    body = context.vocabulary.body
    if body is None:
        return
    for id, region in body.regions.items():
        if region.muscle not in context.graph.entities:
            near = did_you_mean(region.muscle, context.graph.entities, "name the muscle group that it is part of")
            location = Location(_FILE, ("regions", id, "muscle"))
            yield Finding("bad-body", f"no entity `{region.muscle}`", location, near)
        if region.view not in body.views:
            location = Location(_FILE, ("regions", id, "view"))
            help = f"add `[views.{region.view}]`, or draw it on another view"
            yield Finding("bad-body", f"there is no view `{region.view}`", location, help)
        for i, curve in enumerate(region.shapes):
            location = Location(_FILE, ("regions", id, "shapes", i))
            if len(curve) < 3:
                yield Finding("bad-body", "a closed curve has at least three points", location, "add what is missing")
            if _leaves(body, curve):
                help = "points lie right of the middle line, at most half a stature away, and not above the crown"
                yield Finding("bad-body", f"`{id}` leaves the figure", location, help)
    yield from _undrawn(context, body)


def _leaves(body: Body, curve: Curve) -> bool:
    """Whether a point lies beyond the half of the figure; the sole reaches a little below the ground line."""
    return any(not (0 <= x <= body.stature / 2 and 0 <= y <= 1.02 * body.stature) for x, y in curve)


def _undrawn(context: Context, body: Body) -> Iterator[Finding]:
    """The entities of the types that are drawn that have no region."""
    drawn = {region.muscle for region in body.regions.values()}
    for type in sorted({id.partition("/")[0] for id in drawn}):
        for entity in context.graph.of_type(type):
            if entity.id not in drawn:
                help = "add a table to `[regions]` with its curves"
                yield Finding("bad-body", f"no region is part of `{entity.id}`", Location(_FILE, ("regions",)), help)
