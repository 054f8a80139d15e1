"""What a rule looks at, and the shape of a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from sportlore.diagnostics import Finding
from sportlore.graph import Graph
from sportlore.model import Role
from sportlore.registry import Document, Registry

DERIVED: tuple[Role, ...] = ("course", "dimension")
"""Roles whose entities are derived whole: from courses/ and from vocabulary/atlas.toml."""

NAMED_BY_DERIVATION: tuple[Role, ...] = ("comparison", "recommendation")
"""Roles whose authored file gives no name: it follows from the pair or the goal."""


class Context(Struct, frozen=True):
    """The catalogue under judgement: as authored, and as a graph of its well-formed parts."""

    registry: Registry
    graph: Graph

    def typed(self) -> Iterator[Document]:
        """The authored entities whose type exists, in order of id."""
        return iter(self.registry.documents)


Rule = Callable[[Context], Iterator[Finding]]


def code_of(rule: Rule) -> str:
    """The title of a rule is the name of its function: unknown_reference -> "unknown-reference"."""
    return rule.__name__.replace("_", "-")
