"""Rules about links: what they name, where they may point, and how well an entity is connected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sportlore.diagnostics import Finding, Location, counted, did_you_mean, nearest
from sportlore.model import RELATED, Role
from sportlore.registry import Document
from sportlore.rules.context import DERIVED, FIELDS, Context, meant, references, rule, strings, table
from sportlore.text import listed

_ENOUGH = 40
"""From how many links on the share of `related` means something."""

_BEARS_ON = ("goal", "physical-quality")
"""Types of what the outcome of evidence may bear on."""

_UNLINKED: tuple[Role, ...] = ("recommendation", *DERIVED)
"""Roles whose links are derived, so that their authored files need none."""


@rule(loses=True)
def unknown_relation(context: Context) -> Iterator[Finding]:
    """A relation is one that vocabulary/types.toml gives to the type."""
    vocabulary = context.vocabulary
    for document in context.documents:
        allowed = vocabulary.types[document.type].links
        for relation, targets in table(document, "links").items():
            if relation not in allowed and relation not in vocabulary.facts and relation not in FIELDS:
                known = relation in vocabulary.relations
                no_relation = f"`{relation}` is no relation of {context.a(document.type)}"
                message = no_relation if known else f"no relation `{relation}`"
                help = _from_the_other_side(context, document, relation, targets) or did_you_mean(
                    relation, allowed, f"its relations: {', '.join(allowed)}" if allowed else "it takes no links"
                )
                location = document.location("links", relation, on_key=True)
                yield Finding("unknown-relation", message, location, help)


def _from_the_other_side(context: Context, document: Document, relation: str, targets: object) -> str | None:
    """Where to state a link that runs the other way: `targets` is stated by the exercise, not by the muscle group."""
    for _, target in strings(targets):
        entity = context.graph.entities.get(target)
        if entity is not None and relation in _relations_between(context, entity.type, document.type):
            singular = context.vocabulary.types[entity.type].singular
            return f'state it from the {singular}: `{relation} = ["{document.id}"]` in {entity.origin}'
    return None


def _relations_between(context: Context, stating: str, target: str) -> list[str]:
    """The relations by which one type may point at another, without those that may point at anything."""
    relations = context.vocabulary.relations
    return [name for name in context.vocabulary.types[stating].links if target in relations[name].to]


@rule(loses=True)
def unknown_reference(context: Context) -> Iterator[Finding]:
    """A link names an entity that exists."""
    for document, relation, i, target in _links(context):
        if target not in context.graph.entities:
            yield reference_finding(context, target, document.location("links", relation, i))
    for location, target in references(context):
        if target not in context.graph.entities:
            yield reference_finding(context, target, location)


def reference_finding(context: Context, target: str, location: Location) -> Finding:
    """The finding for an id that names nothing: no type, no such slug, or retired."""
    type, _, slug = target.partition("/")
    retired = {redirect.retired: redirect.to for redirect in context.registry.redirects}
    if target in retired:
        message, help = f"`{target}` is retired", f"link to {' or '.join(f'`{id}`' for id in retired[target])}"
    elif type not in context.vocabulary.types:
        message = f"`{target}` is not an id" if not slug else f"no type `{type}`"
        help = _meant_or(_id_of_unknown_type(context, type, slug), "an id has the form `type/slug`")
    else:
        message = f"no {context.vocabulary.types[type].singular} `{slug}`"
        help = _meant_or(
            _id_of_unknown_slug(context, type, slug), f"write entities/{type}/{slug}.toml, or take the link out"
        )
    return Finding("unknown-reference", message, location, help)


def _meant_or(id: str | None, otherwise: str) -> str:
    return f"did you mean `{id}`?" if id else otherwise


def _id_of_unknown_type(context: Context, type: str, slug: str) -> str | None:
    """The id that is meant by one without a type, or with one that is misspelt."""
    if not slug:
        return min((id for id in context.graph.entities if id.endswith(f"/{type}")), default=None)
    near = nearest(type, context.vocabulary.types)
    return f"{near}/{slug}" if near else None


def _id_of_unknown_slug(context: Context, type: str, slug: str) -> str | None:
    """The id that is meant by one with a slug that the type has not: a slug like it, or the same slug of another type."""
    near = nearest(slug, [entity.slug for entity in context.graph.entities.values() if entity.type == type])
    if near:
        return f"{type}/{near}"
    return next((id for id in context.graph.entities if id.endswith(f"/{slug}")), None)


@rule(loses=True)
def link_type(context: Context) -> Iterator[Finding]:
    """A link points at a type that vocabulary/relations.toml allows for its relation."""
    relations, types = context.vocabulary.relations, context.vocabulary.types
    for document, relation, i, target in _links(context):
        to = relations[relation].to
        entity = context.graph.entities.get(target)
        if entity and relation in types[document.type].links and "any" not in to and entity.type not in to:
            message = f"`{relation}` does not point at {context.a(entity.type)}"
            location = document.location("links", relation, i)
            yield Finding("link-type", message, location, _fitting(context, document, relation, target))
    for location, target in references(context):
        entity = context.graph.entities.get(target)
        if "bears_on" in location.path and entity is not None and entity.type not in _BEARS_ON:
            message = f"`bears_on` does not point at {context.a(entity.type)}"
            yield Finding("link-type", message, location, "it points at goals and physical qualities")


def _fitting(context: Context, document: Document, relation: str, target: str) -> str:
    """The relation that fits a target, or from which side it may be linked."""
    types = context.vocabulary.types
    entity = context.graph.entities[target]
    if fitting := _relations_between(context, document.type, entity.type):
        points = "points" if len(fitting) == 1 else "point"
        return f"{listed([f'`{name}`' for name in fitting])} {points} at {types[entity.type].plural}"
    if back := _relations_between(context, entity.type, document.type):
        return f'state it from the {types[entity.type].singular}: `{back[0]} = ["{document.id}"]` in {entity.origin}'
    plurals = listed([types[name].plural for name in context.vocabulary.relations[relation].to])
    return f"it points at {plurals}: choose another target"


@rule()
def self_link(context: Context) -> Iterator[Finding]:
    """An entity does not link to itself."""
    for document, relation, i, target in _links(context):
        if target == document.id:
            help = "take it out"
            yield Finding("self-link", f"`{target}` links to itself", document.location("links", relation, i), help)


@rule()
def duplicate_link(context: Context) -> Iterator[Finding]:
    """A link is stated once, and from one side only."""
    for document in context.documents:
        stated: dict[tuple[str, str], int] = {}
        for relation, i, target in _stated(context, document):
            if relation not in context.vocabulary.types[document.type].links:
                continue
            first = stated.setdefault((relation, target), i)
            back = _back(context, document, relation, target)
            if first != i:
                related = ((document.location("links", relation, first), "the first one"),)
                message = f"`{relation}` names `{target}` twice"
                location = document.location("links", relation, i)
                yield Finding("duplicate-link", message, location, "take one of them out", related)
            elif back is not None:
                both = f"`{document.id}` and `{target}` both state that"
                message = f"{both} they are related" if relation == RELATED else f"{both} one `{relation}` the other"
                here = document.location("links", relation, i)
                known, fault = (
                    (here, back) if context.best_known((document.id, target)) == document.id else (back, here)
                )
                related = ((known, "the other side"),)
                help = "take one out: the other direction is derived"
                yield Finding("duplicate-link", message, fault, help, related)


def _back(context: Context, document: Document, relation: str, target: str) -> Location | None:
    """The location at which an earlier entity states the same link, from its side."""
    other = context.by_id.get(target)
    if other is None or (other.type, other.slug) >= (document.type, document.slug):
        return None
    if relation not in context.vocabulary.types[other.type].links:
        return None
    indexes = (i for i, id in strings(table(other, "links").get(relation)) if id == document.id)
    return next((other.location("links", relation, i) for i in indexes), None)


@rule()
def missing_link(context: Context) -> Iterator[Finding]:
    """An entity has every kind of link that its type requires."""
    vocabulary = context.vocabulary
    for document in context.documents:
        entity_type = vocabulary.types[document.type]
        stated = table(document, "links")
        linked = context.registry.entities[document.id].links
        elsewhere = {
            *document.data,
            *table(document, "facts"),
            *table(document, "cite"),
            *meant(stated, entity_type.links),
        }
        for relation in entity_type.required_links:
            if not stated.get(relation) and not linked.get(relation) and relation not in elsewhere:
                to = " or ".join(vocabulary.relations[relation].to)
                message = f"the {entity_type.singular} has no link `{relation}`"
                location = document.location("links", on_key=True)
                yield Finding("missing-link", message, location, f'add `{relation} = ["…"]` below [links] (to {to})')


@rule()
def too_few_links(context: Context) -> Iterator[Finding]:
    """An entity states as many links of its own as its type asks for."""
    for document in context.documents:
        entity_type = context.vocabulary.types[document.type]
        links = table(document, "links")
        stated = context.registry.entities[document.id].links
        count = sum(len(targets) for targets in stated.values())
        if count >= entity_type.minimum_links:
            continue
        lost = any(
            relation not in entity_type.links or not isinstance(targets, list) for relation, targets in links.items()
        )
        lost = lost or any(relation in entity_type.links for relation in (*document.data, *table(document, "facts")))
        wanting = any(not stated.get(relation) for relation in entity_type.required_links)
        if not lost and not wanting:
            message = f"{counted(count, 'link')} of its own; {context.a(document.type)} has at least {entity_type.minimum_links}"
            location = document.location("links", on_key=True)
            yield Finding("too-few-links", message, location, "link what it truly has to do with")


@rule(reads="complete catalogue")
def too_few_neighbours(context: Context) -> Iterator[Finding]:
    """An entity has at least three neighbours of at least two types, counting those that name it."""
    for document in context.documents:
        if context.vocabulary.role_of(document.type) in (*_UNLINKED, "comparison"):
            continue
        neighbours = context.graph.neighbours(document.id)
        types = {entity.type for entity in neighbours}
        if len(neighbours) < 3 or len(types) < 2:
            message = (
                f"{counted(len(neighbours), 'neighbour')} of {counted(len(types), 'type')}; at least 3 of 2 are needed"
            )
            help = "link it to what it has to do with, or link to it from there"
            yield Finding("too-few-neighbours", message, document.location("links", on_key=True), help)


@rule(reads="complete catalogue")
def orphan(context: Context) -> Iterator[Finding]:
    """An entity can be reached from a sport, a goal or a glossary term."""
    types = context.vocabulary.types
    seen = context.graph.reached_from(id for id, entity in context.graph.entities.items() if types[entity.type].entry)
    for document in context.documents:
        linked = types[document.type].role not in _UNLINKED and context.graph.is_linked(document.id)
        if not linked or document.id in seen:
            continue
        island = context.graph.reached_from([document.id])
        seen |= island
        others = listed([f"`{id}`" for id in sorted(island - {document.id})])
        message = "cannot be reached from any sport, goal or glossary term"
        help = f"link it to one of them; so {others} will be reached, too"
        yield Finding("orphan", message, document.location(), help)


@rule(reads="complete catalogue")
def overused_related(context: Context) -> Iterator[Finding]:
    """Fewer than one link in ten is the last resort `related`."""
    links = list(chain.from_iterable(context.graph.out.values()))
    vague = [link for link in links if link.relation == RELATED]
    if len(links) >= _ENOUGH and len(vague) * 10 >= len(links):
        worst = max(context.graph.entities, key=lambda id: (sum(link.subject == id for link in vague), id))
        message = f"{len(vague)} of {counted(len(links), 'link')} say no more than `related`"
        origin = context.graph.entities[worst].origin
        location = next(d for d in context.documents if d.file == origin).location("links", RELATED, on_key=True)
        yield Finding("overused-related", message, location, "begin here: name the relation that truly holds")


def _links(context: Context) -> Iterator[tuple[Document, str, int, str]]:
    """(document, relation, index, target) of every well-formed link."""
    for document in context.documents:
        for relation, i, target in _stated(context, document):
            yield document, relation, i, target


def _stated(context: Context, document: Document) -> Iterator[tuple[str, int, str]]:
    """(relation, index, target) of every well-formed link of a document."""
    for relation, targets in table(document, "links").items():
        if relation in context.vocabulary.relations:
            for i, target in strings(targets):
                yield relation, i, target
