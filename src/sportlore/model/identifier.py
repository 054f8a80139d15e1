"""Identifiers that others have for what the catalogue describes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Match = Literal["exact", "close", "broader"]
"""What an identifier names: the same thing, nearly the same one, or one that includes it (skos:exactMatch and so on)."""


class Scheme(Struct, frozen=True, forbid_unknown_fields=True):
    """Where identifiers come from. `{id}` in `url` stands for one, `form` is a regular expression that all of it matches."""

    name: str
    url: str
    form: str

    def address(self, id: str) -> str:
        """The URL of an identifier: "Q847" -> "http://www.wikidata.org/entity/Q847"."""
        return self.url.replace("{id}", id)


class Identifier(Struct, frozen=True, forbid_unknown_fields=True):
    """An identifier in a scheme, and by what it was matched: names, definitions, or a mapping that somebody published."""

    scheme: str
    id: str
    match: Match
    by: Literal["name", "definition", "mapping"]
