"""Rules about the catalogue as a whole: its redirects and its sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sportlore.diagnostics import Finding, Location, counted, did_you_mean
from sportlore.registry import Registry
from sportlore.rules.context import Context, rule
from sportlore.rules.fields import slug_cure
from sportlore.text import listed, with_article


@rule(reads="catalogue")
def bad_redirect(context: Context) -> Iterator[Finding]:
    """A retired id is not in use, is retired once, and leads to entities that exist without going round in a circle."""
    redirects = context.registry.redirects
    targets = {redirect.retired: redirect.to for redirect in redirects}
    for i, redirect in enumerate(redirects):
        location = Location("redirects.toml", ("redirect", i, "retired"))
        if not _is_id(redirect.retired):
            help = "write `type/slug`: lower-case words joined by hyphens"
            yield Finding("bad-redirect", f"`{redirect.retired}` is not an id", location, help)
            continue
        if redirect.retired in context.graph.entities:
            help = "ids are never reused: give the new entity another slug"
            yield Finding("bad-redirect", f"`{redirect.retired}` is retired and in use", location, help)
        if any(other.retired == redirect.retired for other in redirects[:i]):
            yield Finding("bad-redirect", f"`{redirect.retired}` is retired twice", location, "keep one of them")
        if not redirect.to:
            yield Finding("bad-redirect", f"`{redirect.retired}` leads nowhere", location, 'write `to = ["type/slug"]`')
        for j, target in enumerate(redirect.to):
            at = Location("redirects.toml", ("redirect", i, "to", j))
            yield from _bad_target(context, redirect.retired, target, targets, at)


def _bad_target(
    context: Context, retired: str, target: str, targets: Mapping[str, tuple[str, ...]], location: Location
) -> Iterator[Finding]:
    """What is wrong with where a retired id leads."""
    in_use = "redirect to an id that is in use"
    if _leads_back(target, retired, targets):
        yield Finding("bad-redirect", f"`{retired}` leads back to itself", location, in_use)
    elif target in targets:
        help = f"write {_quoted(targets[target])} instead"
        yield Finding("bad-redirect", f"`{target}` is retired itself", location, help)
    elif target not in context.graph.entities:
        yield Finding("bad-redirect", f"no entity `{target}`", location, in_use)


def _is_id(text: str) -> bool:
    type, slash, slug = text.partition("/")
    return bool(slash) and slug_cure(type) is None and slug_cure(slug) is None


def _quoted(ids: Iterable[str]) -> str:
    return listed([f"`{id}`" for id in ids])


def _leads_back(start: str, goal: str, targets: Mapping[str, tuple[str, ...]]) -> bool:
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


@rule(reads="catalogue")
def bad_note(context: Context) -> Iterator[Finding]:
    """A note on a change names a release that there is, and an entity and a fact that it has."""
    registry = context.registry
    if registry.about is None:
        return
    releases = {release.version: release for release in registry.releases}
    versions = [*releases, registry.about.version]
    known = {*context.graph.entities, *(id for release in releases.values() for id in release.entities)}
    for i, note in enumerate(registry.notes):
        for field, name, names in (
            ("release", note.release, versions),
            ("entity", note.entity, known),
            ("fact", note.fact, context.vocabulary.facts),
        ):
            if name is not None and name not in names:
                help = did_you_mean(name, names, f"name a {field} of the catalogue")
                yield Finding("bad-note", f"no {field} `{name}`", Location("changes.toml", ("note", i, field)), help)


def sizes(registry: Registry) -> dict[str, int]:
    """What the catalogue holds, by the names of catalogue.toml's declared sizes."""
    return {
        "entities": len(registry.entities) + len(registry.courses) + len(registry.vocabulary.dimensions),
        "calculators": len(registry.calculators),
        "comparisons": sum(registry.vocabulary.role_of(e.type) == "comparison" for e in registry.entities.values()),
        "courses": len(registry.courses),
    }


_SINGULAR = {"entities": "entity", "calculators": "calculator", "comparisons": "comparison", "courses": "course"}


@rule(reads="release")
def size_differs(context: Context) -> Iterator[Finding]:
    """A release holds what catalogue.toml declares, and something of every type."""
    for name, count, declared in _unlike_declared(context.registry):
        location = Location("catalogue.toml", ("sizes", name))
        help = f"write what is missing, take out what is too much, or declare {count}"
        yield Finding(
            "size-differs", f"{counted(count, _SINGULAR[name], name)}, and {declared:,} are declared", location, help
        )
    for type in _empty_types(context.registry):
        help = f"write one: sportlore new {type}/SLUG"
        yield Finding("size-differs", f"no entity of type `{type}`", Location("catalogue.toml", ("sizes",)), help)


def _unlike_declared(registry: Registry) -> Iterator[tuple[str, int, int]]:
    """(name, how many there are, how many are declared) of the sizes that differ."""
    for name, count in sizes(registry).items():
        declared = getattr(registry.about.sizes, name) if registry.about else count
        if count != declared:
            yield name, count, declared


def _empty_types(registry: Registry) -> Iterator[str]:
    vocabulary = registry.vocabulary
    present = {document.type for document in registry.documents} | {*vocabulary.with_role("course", "dimension")}
    return (type for type in vocabulary.types if type not in present)


def counts_line(registry: Registry) -> str:
    """What the catalogue holds: "1,493 entities, …, 903 sources; a release has 1,492 entities"."""
    counts = [counted(count, _SINGULAR[name], name) for name, count in sizes(registry).items()]
    return ", ".join((*counts, counted(len(registry.vocabulary.sources), "source"))) + unlike_release(registry)


def unlike_release(registry: Registry) -> str:
    """What a release has and this catalogue has not: "; a release has 1,492 entities and a surface". Empty where nothing is."""
    declared = [counted(declared, _SINGULAR[name], name) for name, _, declared in _unlike_declared(registry)]
    declared += (with_article(registry.vocabulary.types[type].singular) for type in _empty_types(registry))
    return f"; a release has {listed(declared)}" if declared else ""
