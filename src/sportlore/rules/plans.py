"""Rules about plans: the markings of facilities."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore import drawing
from sportlore.diagnostics import Finding, did_you_mean
from sportlore.model import SCOPES, Absent, BySex, Entity, FactValue, Plan, PlanScope, Span
from sportlore.rules.context import Context, code_of


def bad_plan(context: Context) -> Iterator[Finding]:
    """A plan can be drawn: its expressions have values, its paths corners, its size lies within what the facts allow."""
    for entity, plan in _plans(context):
        document = context.by_id[entity.id]
        if plan.unfixed:
            if plan.marks or plan.outline:
                help = "take `unfixed` out, or the marks"
                yield Finding(
                    "bad-plan", "what has no fixed plan has no marks", document.place("plan", "unfixed"), help
                )
            continue
        for field in ("name", "source", "clause"):
            if not getattr(plan, field):
                help = f'add `{field}`, which is said of the outline, or `unfixed = "…"` with the reason why there is no plan'
                yield Finding("bad-plan", f"the plan has no {field}", document.place("plan"), help)
        yield from _faults(context, entity, plan, code_of(bad_plan))
        for i, scope in ((None, None), *enumerate(plan.scopes)):
            yield from _unfit_size(context, entity, plan, i, scope)
        yield from _unknown_scopes(context, entity, plan)


def mark_outside(context: Context) -> Iterator[Finding]:
    """A mark lies within the area, or says that it lies outside."""
    for entity, plan in _plans(context):
        yield from _faults(context, entity, plan, code_of(mark_outside))


def unused_constant(context: Context) -> Iterator[Finding]:
    """Every constant of a plan is used by a mark, and none has the name of a fact."""
    for entity, plan in _plans(context):
        document = context.by_id[entity.id]
        if plan.unfixed:
            continue
        used = frozenset[str]().union(*(composed.names for _, composed in _composed(entity, plan)))
        facts = drawing.values(entity, Plan())
        for name in plan.constants:
            place = document.place("plan", "constants", name, on_key=True)
            if name in facts or name == drawing.INDEX:
                what = "the number of a repetition" if name == drawing.INDEX else "a fact"
                yield Finding("unused-constant", f"`{name}` is {what} already", place, "take it out, or rename it")
            elif name not in used:
                yield Finding("unused-constant", f"no mark uses `{name}`", place, "take it out, or use it")
        for i, scope in enumerate(plan.scopes):
            for name in scope.constants:
                if name not in plan.constants:
                    place = document.place("plan", "scopes", i, "constants", name, on_key=True)
                    help = did_you_mean(name, plan.constants, f"the constants are {', '.join(plan.constants)}")
                    yield Finding("unused-constant", f"no constant `{name}` to replace", place, help)


def uncited_mark(context: Context) -> Iterator[Finding]:
    """A mark, and a scope, cites a work that its entity names."""
    for entity, plan in _plans(context):
        named = {*entity.sources, *(source for section in entity.sections for source in section.sources)}
        named |= {variant.source for variant in entity.variants}
        for path, source in _cited(plan):
            if source not in named and source in context.vocabulary.sources:
                place = context.by_id[entity.id].place("plan", *path)
                help = f'add "{source}" to its `sources`'
                yield Finding("uncited-mark", f"the entity does not name `{source}`", place, help)


def _cited(plan: Plan) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The sources that a plan names, and where."""
    if plan.source:
        yield ("source",), plan.source
    yield from ((("marks", i, "source"), mark.source) for i, mark in enumerate(plan.marks) if mark.source)
    yield from ((("scopes", i, "source"), scope.source) for i, scope in enumerate(plan.scopes))


def _plans(context: Context) -> Iterator[tuple[Entity, Plan]]:
    for document in context.documents:
        entity = context.registry.entities[document.id]
        if entity.plan is not None:
            yield entity, entity.plan


def _composed(entity: Entity, plan: Plan) -> Iterator[tuple[int | None, drawing.Composed]]:
    """The drawing without scope, and that of each scope with its index."""
    if not plan.unfixed:
        yield None, drawing.compose(entity, plan)
        yield from ((i, drawing.compose(entity, plan, scope)) for i, scope in enumerate(plan.scopes))


def _faults(context: Context, entity: Entity, plan: Plan, code: str) -> Iterator[Finding]:
    """The faults of one rule; what several drawings have in common is told once."""
    seen = set[tuple[str | int, ...]]()
    for _, composed in _composed(entity, plan):
        for fault in composed.faults:
            if fault.rule == code and fault.path not in seen:
                seen.add(fault.path)
                place = context.by_id[entity.id].place("plan", *fault.path)
                yield Finding(code, fault.message, place, fault.help)


def _unknown_scopes(context: Context, entity: Entity, plan: Plan) -> Iterator[Finding]:
    """Scopes that are no word of the list `scope`, and marks of scopes that are not drawn."""
    words = context.vocabulary.terms.get(SCOPES, {})
    drawn = [scope.scope for scope in plan.scopes]
    named = [(("scopes", i, "scope"), name, [*words]) for i, name in enumerate(drawn)]
    marks = enumerate(plan.marks)
    named += [(("marks", i, "scope"), name, drawn) for i, mark in marks for name in mark.scope]
    for path, name, known in named:
        if name not in known:
            otherwise = f"the scopes are {', '.join(known)}" if known else "add [[plan.scopes]] with its values"
            help = did_you_mean(name, known, otherwise)
            yield Finding("bad-plan", f"no scope `{name}`", context.by_id[entity.id].place("plan", *path), help)


def _unfit_size(
    context: Context, entity: Entity, plan: Plan, i: int | None, scope: PlanScope | None
) -> Iterator[Finding]:
    """Sizes that are no fact, or lie outside the range that the fact allows."""
    sizes, path = (plan.size, ("plan", "size")) if scope is None else (scope.size, ("plan", "scopes", i or 0, "size"))
    facts = {key.replace("-", "_"): value for key, value in entity.facts.items()}
    if scope is not None:
        facts |= {v.fact.replace("-", "_"): v.value for v in entity.variants if v.scope == (scope.scope,)}
    for name, value in sizes.items():
        span = _span(facts.get(name, Absent()))
        place = context.by_id[entity.id].place(*path, name)
        if span is None:
            help = did_you_mean(name, facts, "a number that is no fact is a constant")
            yield Finding("bad-plan", f"`{name}` is no fact with a number", place, help)
        elif not span.low <= value <= span.high:
            help = f"choose {span.low:g} to {span.high:g}"
            yield Finding("bad-plan", f"{value:g} is not what the fact `{name}` allows", place, help)


def _span(value: FactValue) -> Span | None:
    match value:
        case Span():
            return value
        case BySex(Span() as men, Span() as women):
            return Span(min(men.low, women.low), max(men.high, women.high))
        case _:
            return None
