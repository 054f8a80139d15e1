"""Rules about the catalogue as a whole: sources, redirects, sizes, and the pairs and goals behind derived entities."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.diagnostics import Finding, Place, counted, did_you_mean
from sportlore.model import COMPARES, Entity
from sportlore.registry import Document
from sportlore.rules.context import Context
from sportlore.rules.links import reference_finding


def missing_source(context: Context) -> Iterator[Finding]:
    """An entity names the works that its statements rest on, where its type needs them."""
    for document in context.typed():
        kind = context.registry.vocabulary.types[document.type]
        if kind.sources_required and not context.registry.entities[document.id].sources:
            help = 'add `sources = ["…"]` with the names of files in sources/'
            yield Finding("missing-source", f"the {kind.singular} names no source", document.place("sources"), help)


def unknown_source(context: Context) -> Iterator[Finding]:
    """A source has a file in sources/."""
    known = context.registry.vocabulary.sources
    for place, source in _cited(context):
        if source not in known:
            help = did_you_mean(
                source, known, f"write sources/{source}.toml with title, author, publisher, year and url"
            )
            yield Finding("unknown-source", f"no source `{source}`", place, help)


def unused_source(context: Context) -> Iterator[Finding]:
    """Every source is cited by something."""
    used = {source for _, source in _cited(context)}
    for source in context.registry.vocabulary.sources:
        if source not in used:
            place = Place(f"sources/{source}.toml")
            yield Finding(
                "unused-source", f"nothing cites `{source}`", place, "cite it where it belongs, or take it out"
            )


def _cited(context: Context) -> Iterator[tuple[Place, str]]:
    for document in context.typed():
        for i, source in enumerate(context.registry.entities[document.id].sources):
            yield document.place("sources", i), source
        yield from _cited_within(document, context.registry.entities[document.id])
    for slug, calculator in context.registry.calculators.items():
        for i, source in enumerate(calculator.sources):
            yield Place(f"calculators/{slug}.toml", ("sources", i)), source


def _cited_within(document: Document, entity: Entity) -> Iterator[tuple[Place, str]]:
    """The sources of an entity's sections, evidence and variants."""
    for i, section in enumerate(entity.sections):
        for j, source in enumerate(section.sources):
            yield document.place("sections", i, "sources", j), source
    for i, evidence in enumerate(entity.evidence):
        yield document.place("evidence", i, "source"), evidence.source
    for i, variant in enumerate(entity.variants):
        yield document.place("variants", i, "source"), variant.source


def comparison_pair(context: Context) -> Iterator[Finding]:
    """A comparison links two entities of one type, and its slug is `<a>-vs-<b>` of their slugs."""
    seen: dict[frozenset[str], str] = {}
    slugs: dict[str, str] = {}
    for document in context.typed():
        if context.registry.vocabulary.role_of(document.type) != "comparison":
            continue
        pair = context.registry.entities[document.id].links.get(COMPARES, ())
        place = document.place("links", COMPARES)
        slug = "-vs-".join(id.partition("/")[2] for id in pair)
        first = slugs.setdefault(document.slug, document.id)
        if len(pair) == 0:
            continue
        if len(pair) != 2 or len({id.partition("/")[0] for id in pair}) != 1:
            yield Finding(
                "comparison-pair", "not two ids of one type", place, 'write `compares = ["sport/a", "sport/b"]`'
            )
        elif document.slug != slug:
            yield Finding(
                "comparison-pair", f"the slug of this pair is `{slug}`", place, f"rename the file to `{slug}.toml`"
            )
        elif seen.setdefault(frozenset(pair), document.id) != document.id:
            other = seen[frozenset(pair)]
            yield Finding("comparison-pair", f"`{other}` compares this pair already", place, "keep one of them")
        elif first != document.id:
            yield Finding("comparison-pair", f"`{first}` has this slug already", place, "keep one of them")


def unmatched_recommendation(context: Context) -> Iterator[Finding]:
    """Every goal has one recommendation of its slug, and every recommendation a goal."""
    ids, vocabulary = context.graph.entities, context.registry.vocabulary
    goals, recommendations = vocabulary.with_role("goal"), vocabulary.with_role("recommendation")
    for document in context.typed():
        if document.type in recommendations and not any(f"{goal}/{document.slug}" in ids for goal in goals):
            finding = reference_finding(context, f"{goals[0] if goals else 'goal'}/{document.slug}", document.place())
            yield Finding("unmatched-recommendation", finding.message, finding.place, finding.help)
        for recommendation in recommendations if document.type in goals else ():
            if f"{recommendation}/{document.slug}" not in ids:
                singular = vocabulary.types[document.type].singular
                message = f"the {singular} `{document.slug}` has no {recommendation} entity"
                help = f"write entities/{recommendation}/{document.slug}.toml with a description and keywords"
                yield Finding("unmatched-recommendation", message, document.place(), help)


def bad_redirect(context: Context) -> Iterator[Finding]:
    """A retired id is not in use, is retired once, and leads to entities that exist without going round in a circle."""
    redirects = context.registry.redirects
    targets = {redirect.retired: redirect.to for redirect in redirects}
    for i, redirect in enumerate(redirects):
        place = Place("redirects.toml", ("redirect", i, "retired"))
        if redirect.retired in context.graph.entities:
            help = "ids are never reused: give the new entity another slug"
            yield Finding("bad-redirect", f"`{redirect.retired}` is retired and in use", place, help)
        if any(other.retired == redirect.retired for other in redirects[:i]):
            yield Finding("bad-redirect", f"`{redirect.retired}` is retired twice", place, "keep one of them")
        if not redirect.to:
            yield Finding("bad-redirect", f"`{redirect.retired}` leads nowhere", place, 'write `to = ["type/slug"]`')
        for j, target in enumerate(redirect.to):
            at = Place("redirects.toml", ("redirect", i, "to", j))
            if _leads_back(target, redirect.retired, targets):
                message = f"`{redirect.retired}` leads back to itself"
                yield Finding("bad-redirect", message, at, "redirect to an id that is in use")
            elif target in targets:
                yield Finding("bad-redirect", f"`{target}` is retired itself", at, f"write {targets[target]} instead")
            elif target not in context.graph.entities:
                yield Finding("bad-redirect", f"no entity `{target}`", at, "redirect to an id that is in use")


def _leads_back(start: str, goal: str, targets: dict[str, tuple[str, ...]]) -> bool:
    seen: set[str] = set()
    stack = [start]
    while stack:
        here = stack.pop()
        if here == goal:
            return True
        if here not in seen:
            seen.add(here)
            stack.extend(targets.get(here, ()))
    return False


def sizes(context: Context) -> dict[str, int]:
    """What the catalogue holds, by the names of catalogue.toml's declared sizes."""
    registry = context.registry
    return {
        "entities": len(registry.entities) + len(registry.courses) + len(registry.vocabulary.dimensions),
        "calculators": len(registry.calculators),
        "comparisons": sum(registry.vocabulary.role_of(e.type) == "comparison" for e in registry.entities.values()),
        "courses": len(registry.courses),
    }


def size_differs(context: Context) -> Iterator[Finding]:
    """A released catalogue holds what catalogue.toml declares, and something of every type."""
    about = context.registry.about
    if about is None or not about.released:
        return
    for name, n in sizes(context).items():
        declared = getattr(about.sizes, name)
        if n != declared:
            place = Place("catalogue.toml", ("sizes", name))
            help = f"write what is missing, take out what is too much, or declare {n}"
            yield Finding("size-differs", f"{n} {name}, and {declared} are declared", place, help)
    present = {d.type for d in context.registry.documents} | {
        *context.registry.vocabulary.with_role("course", "dimension")
    }
    for type in context.registry.vocabulary.types:
        if type not in present:
            place = Place("catalogue.toml", ("released",))
            yield Finding("size-differs", f"no entity of type `{type}`", place, f"write one: sportlore new {type}/SLUG")


def counts_line(context: Context) -> str:
    """How far the catalogue has come: "212 of 1,492 entities, …"."""
    about = context.registry.about
    if about is None:
        return ""
    parts = (f"{n:,} of {getattr(about.sizes, name):,} {name}" for name, n in sizes(context).items())
    return ", ".join(parts) + f" ({counted(len(context.registry.vocabulary.sources), 'source')})"
