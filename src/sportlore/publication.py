"""What is published and where: the knowledge, the addresses, and what both the interface and the pages say of an entity."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from sportlore.contract import schemas
from sportlore.contract.addresses import Addresses, calculator_path
from sportlore.derive import Knowledge
from sportlore.drawing import Drawing
from sportlore.graph import Graph
from sportlore.memo import Forgetful, Memo
from sportlore.model import About, Calculator, Entity, Plan, Vocabulary


class Publication(Struct, frozen=True):
    """The knowledge of a catalogue at its addresses; `status` is `info.x-status` of the description."""

    knowledge: Knowledge
    addresses: Addresses
    status: str = "specification-only"
    memo: Memo = field(default_factory=Forgetful)
    """What remembers the answers and pages of an earlier publication."""

    @property
    def about(self) -> About:
        return self.knowledge.about

    @property
    def graph(self) -> Graph:
        return self.knowledge.graph

    @property
    def vocabulary(self) -> Vocabulary:
        return self.knowledge.graph.vocabulary

    def page(self, entity: Entity) -> str:
        """The address of an entity's public page."""
        return self.addresses.page(entity, self.vocabulary)

    def drawings(self, entity: Entity) -> tuple[Drawing, ...]:
        """The drawings of an entity; most have none."""
        return self.knowledge.drawings.get(entity.id, ())

    def calculator_page(self, calculator: Calculator) -> str:
        """The address of a calculator's public page."""
        return f"{self.addresses.site_url}{calculator_path(calculator.slug)}"


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


def cited(entity: Entity) -> tuple[str, ...]:
    """The ids of all works that an entity cites anywhere, each once: first those that it names for the whole."""
    sections = (source for section in entity.sections for source in section.sources)
    evidence = (item.source for item in entity.evidence)
    facts = (citation.source for citations in entity.citations.values() for citation in citations)
    doubts = (doubt.source for doubt in entity.doubts if doubt.source is not None)
    variants = (variant.source for variant in entity.variants)
    contrasts = (contrast.source for contrast in entity.contrasts)
    similarities = (similarity.source for similarity in entity.similarities)
    plans = (*((entity.plan,) if entity.plan else ()), *(elevation.plan for elevation in entity.elevations))
    planned = (source for plan in plans for source in _planned(plan) if source)
    shaped = (entity.shape.source,) if entity.shape else ()
    stated = (*facts, *doubts, *sections, *evidence, *variants, *contrasts, *similarities, *shaped)
    return tuple(dict.fromkeys((*entity.sources, *stated, *planned)))


def _planned(plan: Plan) -> Iterator[str | None]:
    """The works that the markings of a plan are taken from."""
    yield plan.source
    yield from (mark.source for mark in plan.marks)
    yield from (scope.source for scope in plan.scopes)
