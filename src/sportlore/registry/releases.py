"""Writing what a release held: a line an entity, so that two releases can be compared by eye as well."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sportlore.model import Release


def releases_file(version: str) -> str:
    """Where a release stands: releases_file("1.0.0") -> "releases/1.0.0.toml"."""
    return f"releases/{version}.toml"


def release_text(release: Release) -> str:
    """The file of a release, as `sportlore release` writes it."""
    lines = [
        f'"{id}" = {_inline({"name": entity.name, "digest": entity.digest, "facts": entity.facts, "parts": entity.parts})}'
        for id, entity in sorted(release.entities.items())
    ]
    head = f"# What release {release.version} holds. Written by `sportlore release`.\nreleased = {_inline(release.released)}\n"
    return "\n".join((head, "[entities]", *lines)) + "\n"


def _inline(value: Any) -> str:
    """A value on one line of TOML: {"a": [1, 2.5]} -> { a = [1, 2.5] }."""
    match value:
        case Mapping():
            stated = ", ".join(f"{key} = {_inline(item)}" for key, item in value.items() if item not in ({}, None))
            return f"{{ {stated} }}"
        case list() | tuple():
            return f"[{', '.join(map(_inline, value))}]"
        case _:
            return json.dumps(value, ensure_ascii=False)
