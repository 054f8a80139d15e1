"""What changed between two releases, as `/changes/{from}..{to}.json` says it."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from sportlore.contract.schemas.body import Body, Uri


class ReleaseName(Body, frozen=True, kw_only=True):
    """A release: its version and day, how many entities it has, and a digest of all of them."""

    version: str
    released: str
    entities: int
    digest: str


class NamedEntity(Body, frozen=True, kw_only=True):
    """An entity; without addresses if it is gone."""

    id: str
    name: str
    url: Uri | UnsetType = UNSET
    api_url: str | UnsetType = UNSET


class ChangedFact(Body, frozen=True, kw_only=True):
    """A fact that has another value, in the forms of `Fact.value`; it was, or is, not stated where one of them is absent."""

    key: str
    label: str
    unit: str | UnsetType = UNSET
    before: Any = UNSET
    after: Any = UNSET
    why: str | UnsetType = UNSET


class Touched(Body, frozen=True, kw_only=True):
    """What may have to be made again: courses that ask about an entity, its drawings, comparisons with it."""

    courses: list[str] | UnsetType = UNSET
    drawings: list[Uri] | UnsetType = UNSET
    comparisons: list[str] | UnsetType = UNSET


class ChangedEntity(NamedEntity, frozen=True, kw_only=True):
    """An entity that has changed: which parts of it, and each fact with both values."""

    parts: list[str]
    facts: list[ChangedFact] | UnsetType = UNSET
    why: str | UnsetType = UNSET
    touches: Touched | UnsetType = UNSET


class MovedEntity(NamedEntity, frozen=True, kw_only=True):
    """An id that is retired, and the ids to which it leads."""

    to: list[str]


class ReleaseChanges(Body, frozen=True, kw_only=True):
    """All that changed from one release to a later one; `removed` are ids that nothing has any more, and never again."""

    before: ReleaseName
    after: ReleaseName
    added: list[NamedEntity]
    changed: list[ChangedEntity]
    moved: list[MovedEntity]
    removed: list[NamedEntity]


class ChangesIndex(Body, frozen=True, kw_only=True):
    """The releases, and the addresses of what changed between them, the latest first."""

    releases: list[ReleaseName]
    changes: list[Uri]
