"""Rules about links: what they name, where they may point, and how well an entity is connected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sportlore.diagnostics import Finding, Place, counted, did_you_mean, nearest
from sportlore.model import RELATED, Role
from sportlore.registry import Document
from sportlore.rules.context import DERIVED, Context

_ENOUGH = 40
"""From how many links on the share of `related` means something."""

_UNLINKED: tuple[Role, ...] = ("recommendation", *DERIVED)
"""Roles whose links are derived, so that their authored files need none."""


def unknown_relation(context: Context) -> Iterator[Finding]:
    """A relation is one that vocabulary/types.toml gives to the type."""
    vocabulary = context.registry.vocabulary
    for document in context.typed():
        allowed = vocabulary.types[document.type].links
        for relation in _relations(document):
            if relation not in allowed:
                singular = vocabulary.types[document.type].singular
                what = "is no relation of" if relation in vocabulary.relations else "is no relation, and none of"
                help = did_you_mean(relation, allowed, f"its relations are {', '.join(allowed)}")
                place = document.place("links", relation, on_key=True)
                yield Finding("unknown-relation", f"`{relation}` {what} a {singular}", place, help)


def unknown_reference(context: Context) -> Iterator[Finding]:
    """A link names an entity that exists."""
    for document, relation, i, target in _links(context):
        if target not in context.graph.entities:
            yield reference_finding(context, target, document.place("links", relation, i))


def reference_finding(context: Context, target: str, place: Place) -> Finding:
    """The finding for an id that names nothing: no type, no such slug, or retired."""
    type, _, slug = target.partition("/")
    types = context.registry.vocabulary.types
    retired = {redirect.retired: redirect.to for redirect in context.registry.redirects}
    if target in retired:
        message, help = f"`{target}` is retired", f"link to {' or '.join(f'`{id}`' for id in retired[target])}"
    elif type not in types:
        message, help = f"no type `{type}`", did_you_mean(type, types, "an id has the form `type/slug`")
    else:
        same_type = [e.slug for e in context.graph.entities.values() if e.type == type]
        elsewhere = [id for id in context.graph.entities if id.endswith(f"/{slug}")]
        message = f"no {types[type].singular} `{slug}`"
        near = nearest(slug, same_type)
        found = f"{type}/{near}" if near else (elsewhere[0] if elsewhere else None)
        help = f"did you mean `{found}`?" if found else f"write entities/{type}/{slug}.toml, or take the link out"
    return Finding("unknown-reference", message, place, help)


def link_type(context: Context) -> Iterator[Finding]:
    """A link points at a type that vocabulary/relations.toml allows for its relation."""
    relations = context.registry.vocabulary.relations
    for document, relation, i, target in _links(context):
        allowed = relations[relation].to
        entity = context.graph.entities.get(target)
        if entity and "any" not in allowed and entity.type not in allowed:
            message = f"`{relation}` does not point at a {context.registry.vocabulary.types[entity.type].singular}"
            help = f"it points at {', '.join(allowed)}; choose another relation or another target"
            yield Finding("link-type", message, document.place("links", relation, i), help)


def self_link(context: Context) -> Iterator[Finding]:
    """An entity does not link to itself."""
    for document, relation, i, target in _links(context):
        if target == document.id:
            help = "take it out"
            yield Finding("self-link", f"`{target}` links to itself", document.place("links", relation, i), help)


def duplicate_link(context: Context) -> Iterator[Finding]:
    """A link is stated once, and from one side only."""
    stated: dict[tuple[str, str, str], Document] = {}
    for document, relation, i, target in _links(context):
        place = document.place("links", relation, i)
        if (document.id, relation, target) in stated:
            yield Finding("duplicate-link", f"`{relation}` names `{target}` twice", place, "take one of them out")
        elif (target, relation, document.id) in stated and target != document.id:
            message = f"`{target}` states this link already, from the other side"
            yield Finding("duplicate-link", message, place, "take one out: the inverse is derived")
        stated.setdefault((document.id, relation, target), document)


def missing_link(context: Context) -> Iterator[Finding]:
    """An entity has every kind of link that its type requires."""
    vocabulary = context.registry.vocabulary
    for document in context.typed():
        for relation in vocabulary.types[document.type].required_links:
            if not context.registry.entities[document.id].links.get(relation):
                to = " or ".join(vocabulary.relations[relation].to)
                message = f"the {vocabulary.types[document.type].singular} has no link `{relation}`"
                place = document.place("links", on_key=True)
                yield Finding("missing-link", message, place, f'add `{relation} = ["…"]` below [links] (to {to})')


def too_few_links(context: Context) -> Iterator[Finding]:
    """An entity states as many links of its own as its type asks for."""
    for document in context.typed():
        kind = context.registry.vocabulary.types[document.type]
        own = sum(len(targets) for targets in context.registry.entities[document.id].links.values())
        if 0 < own < kind.minimum_links or (own == 0 and kind.minimum_links and not kind.required_links):
            message = f"{counted(own, 'link')} of its own; a {kind.singular} has at least {kind.minimum_links}"
            yield Finding(
                "too-few-links", message, document.place("links", on_key=True), "link what it truly has to do with"
            )


def too_few_neighbours(context: Context) -> Iterator[Finding]:
    """An entity has at least three neighbours of at least two types, counting those that name it."""
    for document in context.typed():
        if context.registry.vocabulary.role_of(document.type) in (*_UNLINKED, "comparison"):
            continue
        neighbours = context.graph.neighbours(document.id)
        types = {entity.type for entity in neighbours}
        if len(neighbours) < 3 or len(types) < 2:
            message = (
                f"{counted(len(neighbours), 'neighbour')} of {counted(len(types), 'type')}; at least 3 of 2 are needed"
            )
            help = "link it to what it has to do with, or link to it from there"
            yield Finding("too-few-neighbours", message, document.place("links", on_key=True), help)


def orphan(context: Context) -> Iterator[Finding]:
    """An entity can be reached from a sport, a goal or a glossary term."""
    types = context.registry.vocabulary.types
    starts = (id for id, entity in context.graph.entities.items() if entity.type in types and types[entity.type].entry)
    reached = context.graph.reached_from(starts)
    for document in context.typed():
        linked = types[document.type].role not in _UNLINKED
        if linked and document.id not in reached and context.graph.neighbours(document.id):
            message = "cannot be reached from any sport, goal or glossary term"
            help = "link it, or something that it is linked with, to one of them"
            yield Finding("orphan", message, document.place(), help)


def overused_related(context: Context) -> Iterator[Finding]:
    """Fewer than one link in ten is the last resort `related`."""
    links = list(chain.from_iterable(context.graph.out.values()))
    vague = [link for link in links if link.relation == RELATED]
    if len(links) >= _ENOUGH and len(vague) * 10 >= len(links):
        worst = max(context.graph.entities, key=lambda id: (sum(link.subject == id for link in vague), id))
        message = f"{len(vague)} of {counted(len(links), 'link')} say no more than `related`"
        origin = context.graph.entities[worst].origin
        place = next(d for d in context.typed() if d.file == origin).place("links", RELATED, on_key=True)
        yield Finding("overused-related", message, place, "begin here: name the relation that truly holds")


def _relations(document: Document) -> dict[str, object]:
    links = document.data.get("links")
    return links if isinstance(links, dict) else {}


def _links(context: Context) -> Iterator[tuple[Document, str, int, str]]:
    """(document, relation, index, target) of every well-formed link."""
    for document in context.typed():
        for relation, targets in _relations(document).items():
            if relation in context.registry.vocabulary.relations and isinstance(targets, list):
                for i, target in enumerate(targets):
                    if isinstance(target, str):
                        yield document, relation, i, target
