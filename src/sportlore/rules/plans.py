"""Rules about plans and their details: what drawings are composed from."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sportlore import drawing
from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.model import SCOPES, Entity, Plan, PlanScope, hull
from sportlore.registry import Document
from sportlore.rules.context import Context, rule
from sportlore.rules.fields import bad_keys


class PlacedPlan(Struct, frozen=True):
    """A plan, or a detail as a plan, and where it stands in the file of its entity."""

    entity: Entity
    document: Document
    plan: Plan
    path: tuple[str | int, ...]

    def location(self, *path: str | int | None, on_key: bool = False) -> Location:
        """A location below the plan."""
        return self.document.location(*self.path, *(step for step in path if step is not None), on_key=on_key)

    def composed(self) -> Iterator[drawing.Composed]:
        """The drawing without scope, and that of each scope."""
        if not self.plan.unfixed:
            yield from (drawing.compose(self.entity, self.plan, scope) for scope in (None, *self.plan.scopes))


@rule()
def bad_plan(context: Context) -> Iterator[Finding]:
    """What is drawn can be: expressions have values, paths corners, sizes lie within the facts, keys and scopes are known."""
    for planned in _plans(context):
        plan = planned.plan
        if plan.unfixed:
            if plan.marks or plan.outline:
                help = "take `unfixed` out, or the marks"
                yield Finding("bad-plan", "what has no fixed plan has no marks", planned.location("unfixed"), help)
            continue
        for field in ("name", "source", "clause"):
            if not getattr(plan, field):
                help = f'add `{field}`, which is said of the outline, or `unfixed = "…"` with the reason why there is no plan'
                yield Finding("bad-plan", f"the plan has no {field}", planned.location(), help)
        yield from _faults(planned, "bad-plan")
        for i, scope in ((None, None), *enumerate(plan.scopes)):
            yield from _unfit_size(planned, i, scope)
        yield from _unknown_scopes(context, planned)
    for document in context.documents:
        entity = context.registry.entities[document.id]
        scopes = (
            {scope.key for scope in entity.plan.scopes} if entity.plan else set[str]()
        )  # which end addresses as well
        yield from bad_keys(document, "details", (detail.key for detail in entity.details), "bad-plan", scopes)


@rule()
def mark_outside(context: Context) -> Iterator[Finding]:
    """A mark lies within the outline, or says that it lies outside."""
    for planned in _plans(context):
        yield from _faults(planned, "mark-outside")


@rule()
def unused_constant(context: Context) -> Iterator[Finding]:
    """Every constant of a plan is used by it, and none has the name of a fact."""
    for planned in _plans(context):
        plan = planned.plan
        if plan.unfixed:
            continue
        used = frozenset[str]().union(*(composed.names for composed in planned.composed()))
        facts = drawing.values(planned.entity, Plan())
        for name in plan.constants:
            location = planned.location("constants", name, on_key=True)
            if name in facts or name == drawing.INDEX:
                what = "the number of a repetition" if name == drawing.INDEX else "a fact"
                yield Finding("unused-constant", f"`{name}` is {what} already", location, "take it out, or rename it")
            elif name not in used:
                yield Finding("unused-constant", f"no mark uses `{name}`", location, "take it out, or use it")
        for i, scope in enumerate(plan.scopes):
            for name in scope.constants:
                if name not in plan.constants:
                    location = planned.location("scopes", i, "constants", name, on_key=True)
                    help = did_you_mean(name, plan.constants, f"the constants are {', '.join(plan.constants)}")
                    yield Finding("unused-constant", f"no constant `{name}` to replace", location, help)


@rule()
def uncited_mark(context: Context) -> Iterator[Finding]:
    """A mark, and a scope, cites a work that its entity names."""
    for planned in _plans(context):
        entity = planned.entity
        named = {*entity.sources, *(source for section in entity.sections for source in section.sources)}
        named |= {variant.source for variant in entity.variants}
        for path, source in _cited(planned.plan):
            if source not in named and source in context.vocabulary.sources:
                help = f'add "{source}" to its `sources`'
                message = f"the entity does not name `{source}`"
                yield Finding("uncited-mark", message, planned.location(*path), help)


def _plans(context: Context) -> Iterator[PlacedPlan]:
    """The plan of each entity, then its details."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        if entity.plan is not None:
            yield PlacedPlan(entity, document, entity.plan, ("plan",))
        for i, detail in enumerate(entity.details):
            yield PlacedPlan(entity, document, detail.plan, ("details", i))


def _cited(plan: Plan) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The sources that a plan names, and where."""
    if plan.source:
        yield ("source",), plan.source
    yield from ((("marks", i, "source"), mark.source) for i, mark in enumerate(plan.marks) if mark.source)
    yield from ((("scopes", i, "source"), scope.source) for i, scope in enumerate(plan.scopes))


def _faults(planned: PlacedPlan, code: str) -> Iterator[Finding]:
    """The faults of one rule; what several drawings have in common is reported once."""
    seen = set[tuple[str | int, ...]]()
    for composed in planned.composed():
        for fault in composed.faults:
            if fault.rule == code and fault.path not in seen:
                seen.add(fault.path)
                yield Finding(code, fault.message, planned.location(*fault.path), fault.help)


def _unknown_scopes(context: Context, planned: PlacedPlan) -> Iterator[Finding]:
    """Scopes that are no word of the list `scope`, marks of scopes that are not drawn, and marks to leave out that are none."""
    plan, words = planned.plan, context.vocabulary.terms.get(SCOPES, {})
    drawn = [scope.key for scope in plan.scopes]
    named = [(("scopes", i, "scope"), scope.scope, [*words]) for i, scope in enumerate(plan.scopes) if scope.scope]
    named += [(("marks", i, "scope"), name, drawn) for i, mark in enumerate(plan.marks) for name in mark.scope]
    for path, name, known in named:
        if name not in known:
            otherwise = f"the scopes are {', '.join(known)}" if known else "add [[plan.scopes]] with its values"
            help = did_you_mean(name, known, otherwise)
            yield Finding("bad-plan", f"no scope `{name}`", planned.location(*path), help)
    marks = [mark.name for mark in plan.marks]
    said = [("to leave out", "scopes", i, "without", scope.without) for i, scope in enumerate(plan.scopes)]
    said += [("to draw", "overlays", i, "marks", overlay.marks) for i, overlay in enumerate(plan.overlays)]
    for what, table, i, field, names in said:
        for j, name in enumerate(names):
            if name not in marks:
                help = did_you_mean(name, marks, f"the marks are {', '.join(marks)}")
                location = planned.location(table, i, field, j)
                yield Finding("bad-plan", f"no mark `{name}` {what}", location, help)


def _unfit_size(planned: PlacedPlan, i: int | None, scope: PlanScope | None) -> Iterator[Finding]:
    """Sizes that are no fact, or lie outside the range that the fact allows."""
    entity = planned.entity
    facts = {key.replace("-", "_"): value for key, value in entity.facts.items()}
    if scope is not None:
        facts |= {v.fact.replace("-", "_"): v.value for v in entity.variants if scope.scope in v.scope}
    for name, value in (planned.plan if scope is None else scope).size.items():
        span = hull(facts.get(name))
        location = planned.location("scopes" if scope else None, i, "size", name)
        if span is None:
            help = did_you_mean(name, facts, "a number that is no fact is a constant")
            yield Finding("bad-plan", f"`{name}` is no fact with a number", location, help)
        elif not span.low <= value <= span.high:
            help = f"choose {span.low:g} to {span.high:g}"
            yield Finding("bad-plan", f"{value:g} is not what the fact `{name}` allows", location, help)
