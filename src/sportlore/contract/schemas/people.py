"""People on a field: where positions stand, and boards of players, ball and moves. All numbers are metres."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from sportlore.contract.schemas.body import Body, Uri


class Stand(Body, frozen=True, kw_only=True):
    """Where a position stands on a `field` (an id) or in a `space`: ellipses of half axes `zone` around its places."""

    label: str
    name: str | UnsetType = UNSET
    phase: Literal["attack", "defence", "restart"]
    situation: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
    space: list[float] | UnsetType = UNSET
    places: list[list[float]]
    zone: list[float]
    source: Annotated[str, Meta(description="Without one it is usual practice.")] | UnsetType = UNSET
    clause: str | UnsetType = UNSET


class BoardPlayer(Body, frozen=True, kw_only=True):
    """A player, where the board begins."""

    label: str
    side: Literal["ours", "theirs"]
    role: str | UnsetType = UNSET
    at: list[float]


class BoardMove(Body, frozen=True, kw_only=True):
    """A move; `receiver` has the ball after it."""

    kind: Literal["run", "pass", "dribble", "throw", "hit", "shot", "screen", "press"]
    player: str
    start: list[float]
    end: list[float]
    via: list[float] | UnsetType = UNSET
    receiver: str | UnsetType = UNSET


class BoardStep(Body, frozen=True, kw_only=True):
    """What happens at the same time, with a picture where there are several steps."""

    text: str
    moves: list[BoardMove]
    url: Uri | UnsetType = UNSET


class BoardLine(Body, frozen=True, kw_only=True):
    """A named line by its ends, or a rectangle by its corners."""

    name: str
    start: list[float]
    end: list[float]


class Board(Body, frozen=True, kw_only=True):
    """Players, ball and moves on a `field` (an id) or in a `space`; our side attacks to greater x."""

    key: str
    title: str
    url: Uri
    allowed: Annotated[bool, Meta(description="Whether a rule permits it.")] | UnsetType = UNSET
    field: str | UnsetType = UNSET
    space: list[float] | UnsetType = UNSET
    area: list[list[float]]
    players: list[BoardPlayer]
    ball: list[float] | UnsetType = UNSET
    holder: str | UnsetType = UNSET
    lines: list[BoardLine] | UnsetType = UNSET
    zones: list[BoardLine] | UnsetType = UNSET
    steps: list[BoardStep]
    source: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
