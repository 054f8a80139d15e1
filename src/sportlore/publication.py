"""What everything is rendered from: the complete graph, the tools, and the addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from sportlore.contract import schemas
from sportlore.contract.addresses import Addresses
from sportlore.derive import complete
from sportlore.graph import Graph
from sportlore.model import About, Calculator, Course, Entity, Redirect, Vocabulary, fold
from sportlore.registry import Registry

Tool = TypeVar("Tool")


class Publication(Struct, frozen=True):
    """A sound catalogue, ready to render."""

    about: About
    graph: Graph
    calculators: tuple[Calculator, ...]
    courses: tuple[Course, ...]
    redirects: tuple[Redirect, ...]
    addresses: Addresses
    status: str = "specification-only"
    """`info.x-status` of the description."""

    @property
    def vocabulary(self) -> Vocabulary:
        return self.graph.vocabulary

    def page(self, entity: Entity) -> str:
        """The address of an entity's public page."""
        return self.addresses.page(entity, self.vocabulary)

    def sport_name(self, course: Course) -> str:
        return self.graph.entities[f"sport/{course.sport}"].name


def publication_of(registry: Registry, addresses: Addresses, status: str) -> Publication:
    """The publication of a catalogue without findings."""
    if registry.about is None:
        raise ValueError("a catalogue with findings cannot be rendered: run `sportlore check`")
    graph = complete(registry)
    return Publication(
        about=registry.about,
        graph=graph,
        calculators=_ordered(registry.calculators, lambda c: c.title),
        courses=_ordered(registry.courses, lambda c: graph.entities[f"sport/{c.sport}"].name),
        redirects=registry.redirects,
        addresses=addresses,
        status=status,
    )


def json_ld(publication: Publication, entity: Entity) -> schemas.JsonLd:
    """What an entity's answer and its page say of the page in Schema.org's terms."""
    url = publication.page(entity)
    return schemas.JsonLd(
        id=f"{url}#webpage",
        name=entity.name,
        description=entity.description,
        url=url,
        about=schemas.About(name=entity.name),
    )


def _ordered(tools: Mapping[str, Tool], name: Callable[[Tool], str]) -> tuple[Tool, ...]:
    return tuple(tool for _, tool in sorted(tools.items(), key=lambda item: (fold(name(item[1])), item[0])))
