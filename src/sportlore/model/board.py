"""What is stated of people on a field: where positions stand, and boards of players, ball and moves."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sportlore.model.plan import Position, Quantity

Phase = Literal["attack", "defence", "restart"]

Space = Annotated[tuple[float, float], Meta(description="Length and width in metres.")]


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a position stands in a phase of play: an ellipse around a point of a field, seen by a side that attacks to +x.

    `field` is the id of what has a plan; where there is none, `space` is the length and width of a plain area in metres.
    """

    label: str
    phase: Phase
    at: Position
    zone: tuple[float, float]
    """Half of the ellipse's length and of its width, in metres."""
    field: str | None = None
    space: Space | None = None
    mirror: bool = False
    """Whether another one stands on the other side: the right and the left winger."""
    situation: str = ""
    """What is shown, where that is not the phase at large: "scrum"."""
    name: str = ""
    """What stands there, where a sport states it since it has no entity: "Second baseman"."""
    source: str | None = None
    clause: str | None = None
    outside: bool = False
    """Whether it stands beside the field: the catcher behind home base."""
    usual: bool = False
    """Whether this is usual practice, and no rule or work states it."""


class Player(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A player of a board: ["GK", -50, 0], with a role where the label does not say it: ["A", 30, -10, "passer"]."""

    label: str
    x: Quantity
    y: Quantity
    role: str = ""


MoveKind = Literal["run", "pass", "dribble", "throw", "hit", "shot", "screen", "press"]
"""`hit` is a stroke, kick or serve that no team-mate is meant to receive; the others are words of coaches."""

BALL_MOVES = frozenset(("pass", "dribble", "throw", "hit", "shot"))
"""The moves that only the player who has the ball can make."""

BALL = "ball"
"""Where a run ends that fetches a ball which nobody has."""


class Move(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A move of a player: ["pass", "A", "B"], ["run", "A", [45, -4]], with a point on the way ["run", "A", [45, -4], [40, 0]]."""

    kind: MoveKind
    player: str
    to: str | Position
    via: Position | None = None


class BoardStep(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens at the same time: in words, and as moves."""

    text: str
    moves: tuple[Move, ...] = ()


Named = tuple[str, Position, Position]
"""What a line or a rectangle is, and its ends or corners: ["offside line", [30, -34], [30, 34]]."""


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """Players, ball and numbered moves on a field. Our side attacks to +x; `key` ends the address of the picture.

    `area` are two corners of what is drawn; `upright` turns it so that we attack up the page. A board of a rule
    is `allowed` or not.
    """

    key: str
    title: str
    steps: tuple[BoardStep, ...]
    allowed: bool | None = None
    field: str | None = None
    space: Space | None = None
    area: tuple[Position, Position] | None = None
    upright: bool = False
    ours: tuple[Player, ...] = ()
    theirs: tuple[Player, ...] = ()
    ball: str | Position | None = None
    """Who has the ball, or where it lies."""
    lines: tuple[Named, ...] = ()
    zones: tuple[Named, ...] = ()
    outside: bool = False
    """Whether somebody or something may leave the field, though not the area that is drawn."""
    source: str | None = None
    clause: str | None = None
    usual: bool = False
