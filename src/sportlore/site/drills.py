"""Drills in the pages of a course: cards that a coach can print."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sportlore.diagnostics import counted
from sportlore.model import Drill, DrillItem, Entity
from sportlore.publication import Publication
from sportlore.site.page import Ref, capital, ref, refs
from sportlore.site.people import PeopleView, drill_boards


class ItemView(Struct, frozen=True):
    """Equipment: its count, its name or link, and for whom: ("1", Ref("Football", …), "each pair")."""

    count: int
    name: str
    page: Ref | None
    whose: str


class DrillView(Struct, frozen=True):
    """A drill as a card, with its board if it has one; `citations` are numbers of the bibliography."""

    anchor: str
    drill: Drill
    part: str
    space: str
    players: str
    equipment: tuple[ItemView, ...]
    trains: tuple[Ref, ...]
    citations: tuple[int, ...]
    board: PeopleView | None


_WHOSE = {"player": "for each player", "pair": "for each pair", "group": ""}


def drill_anchor(drill: Drill) -> str:
    """Where a drill stands on the page of its lesson."""
    return f"drill-{drill.slug}"


def drill_views(
    publication: Publication, course: Entity, drills: Sequence[Drill], works: Sequence[str]
) -> tuple[DrillView, ...]:
    """Drills of a course; `works` is the bibliography of the page."""
    entities, boards = publication.graph.entities, drill_boards(publication, course, drills, tuple(works))
    return tuple(
        DrillView(
            anchor=drill_anchor(drill),
            drill=drill,
            part=capital(drill.part),
            space=space_text(*drill.space),
            players=players_text(*drill.players),
            equipment=tuple(item_view(publication, item) for item in drill.equipment),
            trains=refs(publication, (entities[id] for id in drill.trains)),
            citations=tuple(works.index(id) + 1 for id in drill.sources),
            board=boards.get(drill.slug),
        )
        for drill in drills
    )


def space_text(*sides: float) -> str:
    """ "12 × 8 m"."""
    return " × ".join(f"{side:g}" for side in sides) + " m"


def players_text(least: int, most: int) -> str:
    """ "2 to 4"."""
    return counted(most, "player") if least == most else f"{least} to {most}"


def item_view(publication: Publication, item: DrillItem) -> ItemView:
    """A piece of equipment."""
    page = ref(publication, publication.graph.entities[item.item]) if item.is_entity else None
    return ItemView(item.count, item.item if page is None else page.name, page, _WHOSE[item.per])
