"""Drills: what a group does to learn or practise one thing, organised so that a coach can run it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sportlore.model.board import Board, BoardStep, Named, Player
from sportlore.model.entity import PRACTICE, Basis
from sportlore.model.plan import Position

Part = Literal["warm-up", "skill", "game"]

PARTS: tuple[Part, ...] = ("warm-up", "skill", "game")
"""The parts of a practice, in their order."""

Per = Literal["player", "pair", "group"]


class DrillItem(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Equipment with its count: ["equipment/football", 1, "pair"], or by a name where no entity is it: ["cone", 8]."""

    item: str
    count: int
    per: Per = "group"

    @property
    def is_entity(self) -> bool:
        """Whether it is an id."""
        return "/" in self.item

    def number(self, players: int) -> int:
        """How many a group of that size needs; a pair that is not full needs what a pair does."""
        groups = {"player": players, "pair": (players + 1) // 2, "group": 1}
        return self.count * groups[self.per]


class DrillLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """Who stands where at the beginning of a drill and what moves, as on a board, in the drill's own space or on a `field`."""

    steps: tuple[BoardStep, ...]
    field: str | None = None
    area: tuple[Position, Position] | None = None
    upright: bool = False
    outside: bool = False
    ours: tuple[Player, ...] = ()
    theirs: tuple[Player, ...] = ()
    ball: str | Position | None = None
    lines: tuple[Named, ...] = ()
    zones: tuple[Named, ...] = ()


class Drill(Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise of a practice.

    `space` is the length and width in metres that one group of `players`, the fewest and the most, needs; several groups
    have one each. `trains` are the skills and rules that it is for. It rests on `sources`, or on practice.
    """

    slug: str
    name: str
    part: Part
    minutes: int
    space: tuple[float, float]
    players: tuple[int, int]
    organisation: str
    steps: tuple[str, ...]
    watch: tuple[str, ...]
    mistakes: tuple[str, ...]
    easier: str
    harder: str
    ask: tuple[str, ...]
    trains: tuple[str, ...]
    equipment: tuple[DrillItem, ...] = ()
    safety: str = ""
    sources: tuple[str, ...] = ()
    basis: Basis | None = None
    board: DrillLayout | None = None

    @property
    def drawn(self) -> Board | None:
        """The board of the drill, of which its slug is the key."""
        layout = self.board
        if layout is None:
            return None
        return Board(
            key=self.slug,
            title=self.name,
            steps=layout.steps,
            field=layout.field,
            space=None if layout.field else self.space,
            area=layout.area,
            upright=layout.upright,
            outside=layout.outside,
            ours=layout.ours,
            theirs=layout.theirs,
            ball=layout.ball,
            lines=layout.lines,
            zones=layout.zones,
            source=self.sources[0] if self.sources else None,
            usual=self.basis == PRACTICE,
        )
