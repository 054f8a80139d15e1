"""Rules about the vocabulary: what every other rule relies on, so that nothing else is checked until it is sound."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from sportlore.derive.passages import stated
from sportlore.diagnostics import Finding, Location
from sportlore.model import FactKey, Passage, Scheme
from sportlore.rules.context import Context, rule


@rule(reads="vocabulary")
def bad_vocabulary(context: Context) -> Iterator[Finding]:
    """Addresses of types are paths of their own, roles have those that they need, and limits are in order."""
    yield from _types(context)
    yield from _roles(context)
    for key, fact in context.vocabulary.facts.items():
        yield from _limits(key, fact)
        yield from _ranges(context, key, fact)
    for number, passage in enumerate(context.vocabulary.passages):
        yield from _passage(context, number, passage)
    for name, scheme in context.vocabulary.schemes.items():
        yield from _scheme(name, scheme)


def _types(context: Context) -> Iterator[Finding]:
    owners: dict[str, str] = {}
    for type, entity_type in context.vocabulary.types.items():
        location = Location("vocabulary/types.toml", (type, "route_base"))
        first = owners.setdefault(entity_type.route_base, type)
        if not re.fullmatch(r"(/[a-z0-9-]+)+", entity_type.route_base):
            help = "write `/` and lower-case words joined by hyphens, as in `/muscle-groups`"
            yield Finding("bad-vocabulary", f"`{entity_type.route_base}` is not a path", location, help)
        elif first != type:
            message = f"`{first}` has the route base `{entity_type.route_base}` too"
            related = ((Location("vocabulary/types.toml", (first, "route_base")), "the other one"),)
            yield Finding("bad-vocabulary", message, location, "choose another path", related)
        for field in ("minimum_links", "recommended"):
            if getattr(entity_type, field) < 0:
                at = Location("vocabulary/types.toml", (type, field))
                yield Finding("bad-vocabulary", f"`{field}` is below 0", at, "write 0 or more")


def _scheme(name: str, scheme: Scheme) -> Iterator[Finding]:
    if scheme.url.count("{id}") != 1 or not scheme.url.startswith(("https://", "http://")):
        location = Location("vocabulary/schemes.toml", (name, "url"))
        help = "write an address with `{id}` where an identifier stands"
        yield Finding("bad-vocabulary", f"`{scheme.url}` is no address of an identifier", location, help)
    try:
        re.compile(scheme.form)
    except re.error as error:
        location = Location("vocabulary/schemes.toml", (name, "form"))
        yield Finding("bad-vocabulary", f"`{scheme.form}` is no regular expression: {error}", location, "correct it")


def _roles(context: Context) -> Iterator[Finding]:
    vocabulary = context.vocabulary
    if context.registry.courses and not vocabulary.with_role("sport"):
        for type in vocabulary.with_role("course"):
            location = Location("vocabulary/types.toml", (type, "role"))
            help = 'write `role = "sport"` below the type of the sports'
            yield Finding("bad-vocabulary", "courses are on sports, and no type has that role", location, help)


def _limits(key: str, fact: FactKey) -> Iterator[Finding]:
    if fact.minimum is not None and fact.maximum is not None and fact.minimum > fact.maximum:
        message = f"minimum {fact.minimum:g} of `{key}` is above its maximum {fact.maximum:g}"
        yield Finding("bad-vocabulary", message, Location("vocabulary/facts.toml", (key, "minimum")), "swap them")
    if fact.large is not None and fact.large.factor <= 1:
        location = Location("vocabulary/facts.toml", (key, "large"))
        help = "write how many of the unit are one large unit"
        yield Finding("bad-vocabulary", f"the factor of the large unit of `{key}` is not above 1", location, help)


def _ranges(context: Context, key: str, fact: FactKey) -> Iterator[Finding]:
    minimum = -math.inf if fact.minimum is None else fact.minimum
    maximum = math.inf if fact.maximum is None else fact.maximum
    for group, (low, high) in fact.ranges.items():
        location = Location("vocabulary/facts.toml", (key, "ranges", group))
        if group not in context.vocabulary.types and group not in context.graph.entities:
            help = "name a type, or the id of an entity that others belong to"
            yield Finding(
                "bad-vocabulary", f"the range of `{key}` is for `{group}`, which does not exist", location, help
            )
        elif low > high:
            yield Finding("bad-vocabulary", f"[{low:g}, {high:g}] is not a range", location, "write [low, high]")
        elif low < minimum or high > maximum:
            message = f"[{low:g}, {high:g}] goes beyond the limits of `{key}`, {minimum:g} to {maximum:g}"
            yield Finding("bad-vocabulary", message, location, "a range narrows the limits of its fact")


def _passage(context: Context, number: int, passage: Passage) -> Iterator[Finding]:
    """A passage is one sentence of an entity that exists, or one mark of its plan."""
    location = Location("vocabulary/passages.toml", ("passage", number))
    entity = context.graph.entities.get(passage.entity)
    if entity is None:
        yield Finding("bad-vocabulary", f"`{passage.entity}` does not exist", location, "name the id of an entity")
    elif bool(passage.mark) == bool(passage.states):
        yield Finding("bad-vocabulary", "a passage has either `states` or a `mark`", location, "write one of the two")
    elif passage.mark:
        plans = [*([entity.plan] if entity.plan else ()), *entity.details]
        measured = {plan.name: {"long", "wide", "high"} for plan in plans}
        measured |= {mark.name: {measure[0] for measure in mark.measures} for plan in plans for mark in plan.marks}
        if not {passage.measure} - {""} <= measured.get(passage.mark, {passage.measure + "?"}):
            message = f"the plan of `{entity.id}` has no mark `{passage.mark}` with that measure"
            yield Finding("bad-vocabulary", message, location, "name a mark and a measure as the plan does")
    elif (count := len(stated(entity, passage.states))) != 1:
        message = f"{count} sentences of `{entity.id}` have the words `{passage.states}`"
        yield Finding("bad-vocabulary", message, location, "quote words that a single sentence has")
