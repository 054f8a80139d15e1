"""What a list can be filtered by, and the keys under which the index holds it."""

from __future__ import annotations

import struct
from typing import Literal

from msgspec import Struct

NONE = "none"
"""The value that matches what states nothing, or states that there is none."""
SAME_AS = "sameAs"
"""The filter by identifiers of others."""
NOT = "!"
"""What stands before a value that an entity must not have."""

FIELDS = b"\0filters\0"
"""Keys of the fields that a type can be filtered by begin so."""
STATED = b"\0fs\0"
"""Keys of the positions that state a field."""
VALUE = b"\0fv\0"
"""Keys of the positions that have a value of a field."""
NUMBERS = b"\0fn\0"
"""Keys of the numbers of a field, each with its position."""
SCOPED = b"\0fc\0"
"""Keys of the numbers of a field in a scope, each with its position; others have in it the numbers that they have."""
TEXTS = b"\0ft\0"
"""Keys of the texts of a field, each with its position."""
DATED = b"\0fd\0"
"""Keys of the values that a field has had, by scope, "" for all: a list of `Period` of the entities that state when they held."""

POSITION = b"\0fp\0"
"""Keys begin so that hold the position of an entity in the list of its type, by its slug."""
INDEX = struct.Struct("<I")

NUMBER = r"-?[0-9]*\.?[0-9]+"
"""A number in a condition, as the schema registry publishes it and the query reads it: `5`, `0.914`, `-2`."""

ROW = struct.Struct("<ddI")
"""A number of a field: its lowest and highest value, and the position of the entity."""


class Period(Struct, frozen=True, array_like=True):
    """The values that an entity has in some years, both included, None for an open end; `values` is None where none is known.

    A number is a pair of its lowest and highest value, a text is folded.
    """

    position: int
    first: int | None
    last: int | None
    values: tuple[tuple[float, float] | str, ...] | None

    def holds_in(self, year: int) -> bool:
        """Whether these are the values of a year."""
        return (self.first is None or self.first <= year) and (self.last is None or year <= self.last)


class Field(Struct, frozen=True):
    """One name that a list can be filtered by.

    `values` are the terms of a term or the schemes of identifiers, `types` those that a relation leads to, `unit` that of a
    number.
    """

    kind: Literal["term", "number", "text", "relation", "identifier"]
    label: str
    values: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    unit: str | None = None

    @property
    def is_fact(self) -> bool:
        """Whether its values are those of a fact."""
        return self.kind not in ("relation", "identifier")


def without_protocol(url: str) -> str:
    """A URL as the index has it: "http://www.wikidata.org/entity/Q847" -> "//www.wikidata.org/entity/Q847"."""
    return url.removeprefix("https:").removeprefix("http:")


def key(family: bytes, type: str, *names: str) -> bytes:
    """A key of the index: key(VALUE, "sport", "contact", "collision")."""
    return family + "\0".join((type, *names)).encode()
