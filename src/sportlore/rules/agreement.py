"""Rules about statements that must agree with one another, within an entity and between neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.diagnostics import Finding
from sportlore.model import SERVES, hull
from sportlore.rules.context import Context, elements, rule, table

_LEVEL, _SUITS, _LEVELS = "level", "suits", "experience-level"
_EVIDENCE = "evidence"
_TARGETS, _ASSISTS, _ANTAGONISTS = "targets", "assists", "antagonist-of"
_VENUES, _SIZES = "played-at", {"field-length": "length", "field-width": "width"}
_ROUNDING = 1.01


@rule()
def bare_service(context: Context) -> Iterator[Finding]:
    """What an entity does for a goal is stated as `[[serves]]`, and by types that vocabulary/types.toml lets serve goals."""
    for document in context.documents:
        if SERVES in table(document, "links"):
            help = 'write `[[serves]]` with `goal = "goal/…"`, `strength = "…"` and `text = "…"` instead'
            location = document.location("links", SERVES, on_key=True)
            yield Finding("bare-service", "a goal that is served needs how much and what to do", location, help)
        elif SERVES not in context.vocabulary.types[document.type].links:
            for i, _ in elements(document, SERVES):
                message = f"{context.a(document.type)} serves no goal"
                help = f"take it out, or let the type state `{SERVES}` in vocabulary/types.toml"
                yield Finding("bare-service", message, document.location(SERVES, i), help)


@rule()
def ungraded_claim(context: Context) -> Iterator[Finding]:
    """An entity that states how good the evidence is names the outcome and the source in `[[evidence]]`."""
    for document in context.documents:
        if _EVIDENCE in table(document, "facts") and not any(elements(document, _EVIDENCE)):
            help = "add `[[evidence]]` with outcome, grade, effect and source"
            yield Finding(
                "ungraded-claim", "a grade of evidence for no outcome", document.location("facts", _EVIDENCE), help
            )


@rule()
def unsuited_level(context: Context) -> Iterator[Finding]:
    """An entity with a level suits that level, if it says whom it suits."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        level = f"{_LEVELS}/{entity.facts.get(_LEVEL)}"
        suited = [id for id in entity.links.get(_SUITS, ()) if id.startswith(f"{_LEVELS}/")]
        if suited and level in context.graph.entities and level not in suited:
            message = f"it is of {entity.facts[_LEVEL]} level and does not suit `{level}`"
            related = ((document.location("links", _SUITS), "whom it suits"),)
            location = document.location("facts", _LEVEL)
            yield Finding("unsuited-level", message, location, "change the level, or whom it suits", related)


@rule()
def assisting_antagonist(context: Context) -> Iterator[Finding]:
    """No muscle assists where every muscle that is worked chiefly acts against it."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        targets = set(entity.links.get(_TARGETS, ()))
        for i, id in enumerate(entity.links.get(_ASSISTS, ())):
            if targets and targets <= _antagonists(context, id):
                message = f"`{id}` acts against what is worked chiefly"
                location = document.location("links", _ASSISTS, i)
                yield Finding("assisting-antagonist", message, location, "take it out, or state it as `stabilises`")


def _antagonists(context: Context, id: str) -> set[str]:
    out, into = context.graph.out.get(id, ()), context.graph.into.get(id, ())
    return {link.object for link in out if link.relation == _ANTAGONISTS} | {
        link.subject for link in into if link.relation == _ANTAGONISTS
    }


@rule()
def facility_too_small(context: Context) -> Iterator[Finding]:
    """The playing area of a sport fits into the facility where it is played."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        venues = [context.graph.entities[id] for id in entity.links.get(_VENUES, ()) if id in context.graph.entities]
        for fact, size in _SIZES.items():
            area, rooms = hull(entity.facts.get(fact)), [hull(venue.facts.get(size)) for venue in venues]
            room = rooms[0] if len(rooms) == 1 else None
            if area is not None and room is not None and area.low > room.high * _ROUNDING:
                message = f"`{fact}` is {area.low:g} m, and {venues[0].inline_name} has {room.high:g} m at most"
                help = "compare both with their sources"
                yield Finding("facility-too-small", message, document.location("facts", fact), help)
