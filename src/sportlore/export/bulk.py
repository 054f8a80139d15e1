"""What an export is made from: every answer for an entity, once, and what a file of it is."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from sportlore.api import bodies
from sportlore.contract.schemas import Resource
from sportlore.linked.terms import TermAddresses
from sportlore.publication import Publication

EPOCH = datetime.date(1980, 1, 1)
"""The date of files in archives, where the catalogue states none: the first that a zip can have."""


class File(Struct, frozen=True):
    """A file of an export: its path below the folder, its media type, and what stands in it."""

    path: str
    media_type: str
    content: bytes


class Bulk(Struct, frozen=True, dict=True):
    """A publication and the answers of all its entities; `start` is the Monday on which plans begin in a calendar."""

    publication: Publication
    start: datetime.date

    @cached_property
    def resources(self) -> tuple[Resource, ...]:
        """The answer for each entity, in the order of the types and their lists."""
        publication = self.publication
        return tuple(
            bodies.resource(publication, entity)
            for type in publication.vocabulary.types
            for entity in publication.graph.of_type(type)
        )

    @cached_property
    def terms(self) -> TermAddresses:
        """The addresses of the project's own terms."""
        return TermAddresses(self.publication.addresses.site_url)

    def of_type(self, type: str) -> Iterator[Resource]:
        """The answers for the entities of a type."""
        return (resource for resource in self.resources if resource.type == type)
