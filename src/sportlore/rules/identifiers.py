"""Rules about the identifiers that others have for what the catalogue describes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.model import Identifier
from sportlore.registry import identifiers_file
from sportlore.rules.context import Context, rule
from sportlore.rules.links import reference_finding


@rule(reads="catalogue")
def bad_identifier(context: Context) -> Iterator[Finding]:
    """An identifier has an entity, a declared scheme and its form, stands once, and is exact for one entity of a type."""
    stated: dict[tuple[str, str, str], Location] = {}
    exact: dict[tuple[str, str, str], Location] = {}
    for entity, identifiers in context.registry.identifiers.items():
        type, _, slug = entity.partition("/")
        if entity not in context.graph.entities:
            location = Location(identifiers_file(type), (slug,), on_key=True)
            unknown = reference_finding(context, entity, location)
            yield Finding("bad-identifier", unknown.message, location, unknown.help)
        for i, item in enumerate(identifiers):
            location = Location(identifiers_file(type), (slug, i))
            yield from _malformed(context, item, location)
            first = stated.setdefault((entity, item.scheme, item.id), location)
            if first is not location:
                message = f"`{item.scheme}:{item.id}` is listed twice"
                yield Finding("bad-identifier", message, location, "take one out", ((first, "the first one"),))
            elif item.match == "exact":
                first = exact.setdefault((type, item.scheme, item.id), location)
                if first is not location:
                    message = f"`{item.scheme}:{item.id}` is exact for `{first.path[0]}` too"
                    help = "an exact identifier names one thing: write `close` or `broader` for the other"
                    yield Finding("bad-identifier", message, location, help, ((first, "the other one"),))


def _malformed(context: Context, item: Identifier, location: Location) -> Iterator[Finding]:
    schemes = context.vocabulary.schemes
    at = Location(location.file, (*location.path, "scheme"))
    scheme = schemes.get(item.scheme)
    if scheme is None:
        help = did_you_mean(item.scheme, schemes, "declare it in vocabulary/schemes.toml")
        yield Finding("bad-identifier", f"no scheme `{item.scheme}`", at, help)
    elif not re.fullmatch(scheme.form, item.id):
        at = Location(location.file, (*location.path, "id"))
        help = f"an identifier of {scheme.name} matches {scheme.form}"
        yield Finding("bad-identifier", f"`{item.id}` has not the form of its scheme", at, help)
