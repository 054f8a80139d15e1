"""The two entities that the slug of a comparison names."""

from __future__ import annotations

from sportlore.diagnostics import did_you_mean
from sportlore.model import COMPARES
from sportlore.registry.read import Registry


class NoPair(Exception):
    """The slug names no two entities of one type, or the pair is compared already."""


def pair_of(registry: Registry, slug: str) -> tuple[str, str]:
    """The ids of a comparison's pair: "tennis-vs-badminton" -> ("sport/tennis", "sport/badminton"). Raises NoPair."""
    parts = slug.split("-vs-")
    splits = [("-vs-".join(parts[:i]), "-vs-".join(parts[i:])) for i in range(1, len(parts))]
    if not splits:
        raise NoPair(f"`{slug}` names no pair: write <a>-vs-<b> with the slugs of two entities of one type")
    ids = registry.entities.keys() | registry.unreadable
    pairs = [
        (f"{type}/{a}", f"{type}/{b}")
        for a, b in splits
        for type in registry.vocabulary.types
        if a != b and f"{type}/{a}" in ids and f"{type}/{b}" in ids
    ]
    if not pairs:
        raise NoPair(_missing(registry, *splits[0]))
    if len(pairs) > 1:
        both = " and ".join(pair[0].partition("/")[0] for pair in pairs)
        raise NoPair(f"`{slug}` names a pair of each of the types {both}: give one of them another slug")
    for entity in registry.entities.values():
        if set(entity.links.get(COMPARES, ())) == set(pairs[0]):
            raise NoPair(f"`{entity.id}` compares this pair already")
    return pairs[0]


def _missing(registry: Registry, a: str, b: str) -> str:
    """Why two slugs are no pair: one of them is unknown, or they are of different types."""
    by_slug: dict[str, list[str]] = {}
    for entity in registry.entities.values():
        by_slug.setdefault(entity.slug, []).append(entity.type)
    for slug in (a, b):
        if slug not in by_slug:
            return f"no entity `{slug}`; {did_you_mean(slug, by_slug, 'write it first')}"
    if a == b:
        return f"`{a}` stands on both sides: a comparison has two"
    return f"`{a}` is of type {', '.join(by_slug[a])} and `{b}` of type {', '.join(by_slug[b])}: compare like with like"
