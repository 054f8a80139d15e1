"""What a release of the catalogue held: for each entity its name, a digest, its facts, and a digest of each other part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

ReleasedPart = Literal["text", "facts", "variants", "links", "sources", "schedule", "drawings"]
"""What may differ between two releases of an entity."""

DAY = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
"""How a day is written: 2026-11-24."""


class ReleasedEntity(Struct, frozen=True, forbid_unknown_fields=True):
    """An entity of a release: facts as they are authored, the other parts as digests, where it has them."""

    name: str
    digest: str
    facts: Mapping[str, Any] = {}
    parts: Mapping[str, str] = {}


class Release(Struct, frozen=True, forbid_unknown_fields=True):
    """releases/<version>.toml: what a release held, by id. The version is the name of the file."""

    released: Annotated[str, Meta(pattern=DAY)]
    entities: Mapping[str, ReleasedEntity]
    version: str = ""


class ChangeNote(Struct, frozen=True, forbid_unknown_fields=True):
    """Why something changed in a release: an entity, one fact of it, or, without an entity, a fact wherever it changed."""

    release: str
    text: str
    entity: str | None = None
    fact: str | None = None
