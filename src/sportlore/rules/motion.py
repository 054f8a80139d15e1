"""Rules about how exercises move."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.drawing.composition import Fault
from sportlore.drawing.motion import checks, skeleton
from sportlore.model import Entity, Motion
from sportlore.registry import Document
from sportlore.rules.context import Context, rule


class _Moving(Struct, frozen=True):
    """A motion, and where it is authored."""

    entity: Entity
    document: Document
    motion: Motion


def _moving(context: Context) -> Iterator[_Moving]:
    for document in context.documents:
        entity = context.registry.entities[document.id]
        if entity.motion is not None:
            yield _Moving(entity, document, entity.motion)


def _faults(context: Context, rule: str) -> Iterator[Finding]:
    """What the checks of motions say of a rule."""
    # Of the graph: rules of single entities are given a vocabulary without the body, whose own rule reports it once.
    body, figure = context.graph.vocabulary.body, context.graph.vocabulary.skeleton
    if body is None or figure is None or not skeleton.is_whole(body, figure):
        return
    for moving in _moving(context):
        steps = next((len(section.steps) for section in moving.entity.sections if section.steps), 0)
        for fault in checks.faults(body, figure, moving.motion, steps):
            if fault.rule == rule:
                yield _finding(moving.document, fault)


def _finding(document: Document, fault: Fault) -> Finding:
    return Finding(fault.rule, fault.message, document.location("motion", *fault.path), fault.help)


_FILE = "vocabulary/skeleton.toml"


@rule(reads="catalogue")
def bad_skeleton(context: Context) -> Iterator[Finding]:
    """The figure that moves has lengths, joints and outlines for all its segments, and its ranges cite known works."""
    figure, body = context.vocabulary.skeleton, context.vocabulary.body
    if figure is None:
        return
    missing = [f"lengths.{name}" for name in skeleton.BONES if body is None or name not in body.lengths]
    if missing:
        help = f"add {', '.join(missing)} to vocabulary/body.toml"
        yield Finding("bad-skeleton", "lengths of limbs are missing", Location(_FILE), help)
    needed = (("joints", skeleton.JOINTS, figure.joints), ("landmarks", skeleton.LANDMARKS, figure.landmarks))
    for table, names, stated in needed:
        for name in (name for name in names if name not in stated):
            message = f"no `{name}` among the {table}"
            yield Finding("bad-skeleton", message, Location(_FILE, (table,)), "say where it lies")
    for view in ("side", "front"):
        outlines = figure.outlines.get(view, {})
        for segment in (*skeleton.SEGMENTS, "fist"):
            if segment not in outlines:
                help = "add its outline"
                yield Finding("bad-skeleton", f"`{segment}` has no outline", Location(_FILE, ("outlines", view)), help)
    for name, mark in figure.landmarks.items():
        if mark.segment not in skeleton.SEGMENTS:
            help = f"the segments are {', '.join(skeleton.SEGMENTS)}"
            location = Location(_FILE, ("landmarks", name, "segment"))
            yield Finding("bad-skeleton", f"no segment `{mark.segment}`", location, help)
    for name, limits in figure.ranges.items():
        if limits.source not in context.vocabulary.sources:
            near = did_you_mean(limits.source, context.vocabulary.sources, "add the work to sources/")
            location = Location(_FILE, ("ranges", name, "source"))
            yield Finding("bad-skeleton", f"no work `{limits.source}`", location, near)


@rule()
def bad_motion(context: Context) -> Iterator[Finding]:
    """A motion has two to four poses, or one that is held; it names coordinates, landmarks, steps, and works of a stance."""
    yield from _faults(context, "bad-motion")
    for moving in _moving(context):
        if not context.vocabulary.types[moving.document.type].moves and not moving.motion.sources:
            help = "add `sources`: the works that say where feet, knees and hands are"
            yield Finding("bad-motion", "nothing says the stance", moving.document.location("motion"), help)
        if context.graph.vocabulary.skeleton is None or context.graph.vocabulary.body is None:
            help = "add vocabulary/skeleton.toml, and lengths to vocabulary/body.toml"
            yield Finding("bad-motion", "there is no figure to move", moving.document.location("motion"), help)


@rule()
def missing_motion(context: Context) -> Iterator[Finding]:
    """What moves, as an exercise does, says how; or `none` says why no motion is drawn."""
    if context.graph.vocabulary.skeleton is None:
        return
    for document in context.documents:
        about = context.vocabulary.types[document.type]
        if about.moves and "motion" not in document.data:
            message = f"the {about.singular} does not say how it moves"
            help = "add [motion] with its poses, or with `none`: why none is drawn"
            yield Finding("missing-motion", message, document.location(), help)


@rule()
def joint_out_of_range(context: Context) -> Iterator[Finding]:
    """The joints of a pose stay within the range that vocabulary/skeleton.toml states of them."""
    yield from _faults(context, "joint-out-of-range")


@rule()
def contact_slips(context: Context) -> Iterator[Finding]:
    """What is in contact moves less than 5 mm, and each pose states the angles that the contact asks for."""
    yield from _faults(context, "contact-slips")


@rule()
def below_floor(context: Context) -> Iterator[Finding]:
    """No part of the figure reaches below the floor."""
    yield from _faults(context, "below-floor")


@rule()
def load_off_path(context: Context) -> Iterator[Finding]:
    """A load that moves up and down keeps its line, and stays over the foot of who stands, within a hand's width."""
    yield from _faults(context, "load-off-path")


@rule()
def unlike_equipment(context: Context) -> Iterator[Finding]:
    """Equipment in a motion exists and has the size that its own entity states; where it states none, the motion does."""
    for moving in _moving(context):
        for i, held in enumerate(moving.motion.held):
            location = moving.document.location("motion", "held", i)
            yield from _unlike(context, held.of, location) if held.of else ()
            entity = context.graph.entities.get(held.of or "")
            stated = checks.stated_size(entity, held.form) if entity else None
            if stated is not None and held.size is not None:
                message = f"`{held.of}` states a size of {stated:g} m"
                yield Finding("unlike-equipment", message, _below(location, "size"), "take `size` out")
            elif stated is None and held.size is None and held.form not in ("handle", "band"):
                yield Finding("unlike-equipment", "nothing states how large it is", location, "add `size` in metres")
        for i, thing in enumerate(moving.motion.things):
            location = moving.document.location("motion", "things", i)
            yield from _unlike(context, thing.of, location) if thing.of else ()
            entity = context.graph.entities.get(thing.of or "")
            span = checks.stated_height(entity) if entity else None
            if span is not None and not span.low <= thing.at[1] <= span.high:
                message = f"`{thing.of}` is {span.low:g} to {span.high:g} m high, not {thing.at[1]:g} m"
                help = "write a height within the range"
                yield Finding("unlike-equipment", message, _below(location, "at"), help)


def _unlike(context: Context, of: str, location: Location) -> Iterator[Finding]:
    if of not in context.graph.entities:
        near = did_you_mean(of, context.graph.entities, "name the equipment that it is")
        yield Finding("unlike-equipment", f"no entity `{of}`", _below(location, "of"), near)


def _below(location: Location, field: str) -> Location:
    return Location(location.file, (*location.path, field))
