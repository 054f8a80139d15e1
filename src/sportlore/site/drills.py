"""Drills in the page of a course: cards that a coach can print."""

from __future__ import annotations

from msgspec import Struct

from sportlore.derive import works_of_course
from sportlore.diagnostics import counted
from sportlore.model import Course, Drill, DrillItem, Module
from sportlore.publication import Publication
from sportlore.site.page import Ref, capital, ref, refs


class ItemView(Struct, frozen=True):
    """Equipment: its count, its name or link, and for whom: ("1", Ref("Football", …), "each pair")."""

    count: int
    name: str
    page: Ref | None
    whose: str


class DrillView(Struct, frozen=True):
    """A drill as a card; `board` is the key of its board on the page, `citations` are numbers of the bibliography."""

    anchor: str
    drill: Drill
    part: str
    space: str
    players: str
    equipment: tuple[ItemView, ...]
    trains: tuple[Ref, ...]
    citations: tuple[int, ...]


_WHOSE = {"player": "for each player", "pair": "for each pair", "group": ""}


def drill_views(publication: Publication, course: Course, module: Module, anchor: str) -> tuple[DrillView, ...]:
    """The drills of a module, whose anchor begins theirs."""
    entities, works = publication.graph.entities, works_of_course(course)
    return tuple(
        DrillView(
            anchor=f"{anchor}.practice.{drill.slug}",
            drill=drill,
            part=capital(drill.part),
            space=" × ".join(f"{side:g}" for side in drill.space) + " m",
            players=_players(*drill.players),
            equipment=tuple(_item(publication, item) for item in drill.equipment),
            trains=refs(publication, (entities[id] for id in drill.trains)),
            citations=tuple(works.index(id) + 1 for id in drill.sources),
        )
        for drill in module.drills
    )


def _players(least: int, most: int) -> str:
    return counted(most, "player") if least == most else f"{least} to {most}"


def _item(publication: Publication, item: DrillItem) -> ItemView:
    page = ref(publication, publication.graph.entities[item.item]) if item.is_entity else None
    return ItemView(item.count, item.item if page is None else page.name, page, _WHOSE[item.per])
