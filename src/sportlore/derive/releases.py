"""What a release holds of each entity, and what changed between two releases."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct

from sportlore.model import ChangeNote, Entity, Redirect, Release, ReleasedEntity, ReleasedPart, plain

_PARTS: Mapping[ReleasedPart, tuple[str, ...]] = {
    "text": (
        *("name", "description", "keywords", "names", "sections", "serves"),
        *("contrasts", "similarities", "verdict", "choose_if"),
    ),
    "variants": ("variants",),
    "links": ("links",),
    "sources": ("sources", "citations", "practice", "doubts", "evidence", "checked"),
    "schedule": ("schedule",),
    "drawings": ("plan", "details", "stands", "boards", "signals", "tokens", "shape", "motion"),
}
"""The fields of an entity by part; its facts are kept themselves."""
_EMPTY: tuple[object, ...] = (None, "", (), [], {})


def released_entity(entity: Entity) -> ReleasedEntity:
    """What a release holds of an entity. A field that states nothing changes no digest, so that new fields may be added."""
    facts = {key: plain(value) for key, value in entity.facts.items()}
    parts: dict[str, str] = {}
    for part, fields in _PARTS.items():
        stated = {field: _stated(getattr(entity, field)) for field in fields}
        stated = {field: value for field, value in stated.items() if value not in _EMPTY}
        if stated:
            parts[part] = _digest(stated)[:8]
    return ReleasedEntity(name=entity.name, digest=_digest([facts, parts])[:16], facts=facts, parts=parts)


def _stated(value: Any) -> Any:
    """A value without what states nothing."""
    match value:
        case Struct():
            fields = ((name, _stated(getattr(value, name))) for name in value.__struct_fields__)
            return {name: field for name, field in fields if field not in _EMPTY}
        case Mapping():
            return {key: _stated(item) for key, item in value.items()}
        case tuple() | list():
            return [_stated(item) for item in value]
        case _:
            return value


def _digest(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


class FactChange(Struct, frozen=True):
    """A fact that has another value; `before` or `after` is None where it was not stated."""

    key: str
    before: Any
    after: Any
    why: str | None = None


class EntityChange(Struct, frozen=True):
    """An entity that has changed: its facts, and the other parts that differ."""

    id: str
    parts: tuple[str, ...]
    facts: tuple[FactChange, ...] = ()
    why: str | None = None


class Changes(Struct, frozen=True):
    """What changed from one release to a later one; `moved` are ids that lead to others now, `removed` those that do not."""

    before: Release
    after: Release
    added: tuple[str, ...]
    changed: tuple[EntityChange, ...]
    moved: tuple[Redirect, ...]
    removed: tuple[str, ...]


def changes(before: Release, after: Release, redirects: Sequence[Redirect], notes: Sequence[ChangeNote]) -> Changes:
    """What changed between two releases, by id."""
    gone = [id for id in before.entities if id not in after.entities]
    leads = {redirect.retired: redirect for redirect in redirects}
    both = (id for id in after.entities if id in before.entities)
    return Changes(
        before=before,
        after=after,
        added=tuple(id for id in after.entities if id not in before.entities),
        changed=tuple(
            _changed(id, before.entities[id], after.entities[id], notes)
            for id in both
            if before.entities[id].digest != after.entities[id].digest
        ),
        moved=tuple(leads[id] for id in gone if id in leads),
        removed=tuple(id for id in gone if id not in leads),
    )


def _changed(id: str, before: ReleasedEntity, after: ReleasedEntity, notes: Sequence[ChangeNote]) -> EntityChange:
    why: dict[str | None, str] = {note.fact: note.text for note in notes if note.entity is None and note.fact}
    why |= {note.fact: note.text for note in notes if note.entity == id}
    facts = tuple(
        FactChange(key, before.facts.get(key), after.facts.get(key), why.get(key))
        for key in sorted({*before.facts, *after.facts})
        if before.facts.get(key) != after.facts.get(key)
    )
    differing = [part for part in _PARTS if before.parts.get(part) != after.parts.get(part)]
    return EntityChange(id, (*(("facts",) if facts else ()), *differing), facts, why.get(None))


def successive(releases: Sequence[Release], current: Release) -> Iterator[tuple[Release, Release]]:
    """The pairs of releases of which it is told what changed: each with the next, and each with the current one."""
    listed = sorted(
        (item for item in releases if item.version != current.version), key=lambda r: (r.released, r.version)
    )
    for earlier, later in pairwise([*listed, current]):
        yield earlier, later
        if later is not current:
            yield earlier, current
