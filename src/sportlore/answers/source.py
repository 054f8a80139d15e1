"""Where direct answers are read from, and the records that it gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec import Struct

from sportlore.answers.values import Fact
from sportlore.contract.record import Buffer
from sportlore.contract.schemas import Relationship
from sportlore.model import Calculator


class Link(Struct, frozen=True):
    """Another entity, and by which relation it is linked."""

    id: str
    name: str = ""
    relation: str = ""


_LINKS = msgspec.json.Decoder(list[Link])


class Item(Struct, frozen=True, rename="camel"):
    """An entity as lists state it, as far as answers read it."""

    id: str
    type: str
    name: str
    description: str
    url: str
    api_url: str
    relationships: msgspec.Raw = msgspec.Raw(b"[]")
    facts: tuple[Fact, ...] = ()

    @property
    def links(self) -> list[Link]:
        """What it is linked with; a sport with hundreds of entities, so that this is read only where it is needed."""
        return _LINKS.decode(self.relationships)

    @property
    def reference(self) -> Relationship:
        """The entity as other answers name it."""
        return Relationship(type=self.type, id=self.id, name=self.name, url=self.url)


class Section(Struct, frozen=True):
    """A titled part of an entity."""

    title: str
    text: str = ""
    steps: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class Listed(NamedTuple):
    """The entities of a type that meet some conditions: how many, the first ones, and the addresses of the list."""

    total: int
    first: Sequence[Relationship]
    url: str
    api_url: str


class Source(Protocol):
    """Where answers are read from."""

    site_url: str

    def value(self, key: bytes) -> Buffer | None:
        """What the index holds at a key."""

    def called(self, words: Sequence[str], most: int) -> tuple[list[int], list[int]]:
        """The numbers of the entities with these words as their name, and of those with them as a keyword; of many, none."""

    def item(self, number: int) -> Item:
        """An entity by its number."""

    def sections(self, item: Item) -> Sequence[Section]:
        """The sections of an entity."""

    def calculator(self, slug: str) -> Calculator:
        """A calculator by its slug."""

    def relations(self, type: str, target: str) -> Sequence[str]:
        """The relations by which lists of a type can be filtered with entities of another."""

    def terms(self, type: str) -> frozenset[tuple[str, str]]:
        """The facts and terms by which lists of a type can be filtered."""

    def listed(self, type: str, conditions: Sequence[tuple[str, str]], most: int) -> Listed:
        """The entities of a type that meet conditions, each the key of a fact or relation and its value."""
