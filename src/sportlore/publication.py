"""What is published and where: the knowledge, the addresses, and what both the interface and the pages say of an entity."""

from __future__ import annotations

from msgspec import Struct, field

from sportlore.contract import schemas
from sportlore.contract.addresses import Addresses, calculator_path
from sportlore.derive import Knowledge
from sportlore.drawing import BodyMap, Chart, ComposedBoard, Drawing, Scene, Strip, Team, picture
from sportlore.graph import Graph
from sportlore.memo import Forgetful, Memo
from sportlore.model import About, Calculator, Entity, Vocabulary


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

    def figure(self, entity: Entity) -> BodyMap | None:
        """The muscles that are drawn for an entity."""
        return self.knowledge.figures.get(entity.id)

    def charts(self, entity: Entity) -> tuple[Chart, ...]:
        """The charts of an entity; most have none."""
        return self.knowledge.charts.get(entity.id, ())

    def strip(self, entity: Entity) -> Strip | None:
        """The key poses of an exercise, if it has any."""
        return self.knowledge.strips.get(entity.id)

    def boards(self, entity: Entity) -> tuple[ComposedBoard, ...]:
        """The boards of an entity; most have none."""
        return self.knowledge.boards.get(entity.id, ())

    def teams(self, entity: Entity) -> tuple[tuple[Team, Scene], ...]:
        """Where a position stands among its team-mates, or all positions of a sport, each with its picture."""
        teams = self.knowledge.teams.get(entity.id, ())
        marked = None if self.vocabulary.role_of(entity.type) == "sport" else entity.id
        return tuple((team, picture(team, entity.id, entity.name, marked)) for team in teams)

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
