"""People on a field: where positions stand, and boards of players, ball and moves."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from sportlore.contract.schemas.body import Body, Uri

At = Annotated[
    list[float], Meta(description="[x, y] in metres from the centre of the field.", min_length=2, max_length=2)
]
Size = Annotated[list[float], Meta(min_length=2, max_length=2)]


class Stand(Body, frozen=True, kw_only=True):
    """Where a position stands in a phase of play: an ellipse around each of its places; its side attacks to greater x."""

    label: str
    name: Annotated[str, Meta(description="What stands there, where that has no entity.")] | UnsetType = UNSET
    phase: Literal["attack", "defence", "restart"]
    situation: str | UnsetType = UNSET
    field: Annotated[str, Meta(description="Id of the entity whose plan it stands on.")] | UnsetType = UNSET
    space: Annotated[Size, Meta(description="Length and width of a plain area in metres.")] | UnsetType = UNSET
    places: list[At]
    zone: Annotated[Size, Meta(description="Half of the ellipse's length and of its width in metres.")]
    source: Annotated[str, Meta(description="`id` of the source; without one it is usual practice.")] | UnsetType = (
        UNSET
    )
    clause: str | UnsetType = UNSET


class BoardPlayer(Body, frozen=True, kw_only=True):
    """A player, where the board begins."""

    label: str
    side: Literal["ours", "theirs"]
    role: str | UnsetType = UNSET
    at: At


class BoardMove(Body, frozen=True, kw_only=True):
    """A move from `start` to `end`; `receiver` has the ball after it."""

    kind: Literal["run", "pass", "dribble", "throw", "hit", "shot", "screen", "press"]
    player: str
    start: At
    end: At
    via: At | UnsetType = UNSET
    receiver: str | UnsetType = UNSET


class BoardStep(Body, frozen=True, kw_only=True):
    """What happens at the same time, in words and as moves, with a picture where there are several steps."""

    text: str
    moves: list[BoardMove]
    url: Uri | UnsetType = UNSET


class BoardLine(Body, frozen=True, kw_only=True):
    """A named line by its ends, or a named rectangle by its corners."""

    name: str
    start: At
    end: At


class Board(Body, frozen=True, kw_only=True):
    """Players, ball and numbered moves on a field. `allowed` says whether a rule permits what is shown."""

    key: str
    title: str
    url: Annotated[Uri, Meta(description="All moves in one picture, as SVG.")]
    allowed: bool | UnsetType = UNSET
    field: Annotated[str, Meta(description="Id of the entity whose plan it is played on.")] | UnsetType = UNSET
    space: Annotated[Size, Meta(description="Length and width of a plain area in metres.")] | UnsetType = UNSET
    area: Annotated[list[At], Meta(description="Two corners of what is drawn.", min_length=2, max_length=2)]
    players: list[BoardPlayer]
    ball: Annotated[At, Meta(description="Where the ball is at first.")] | UnsetType = UNSET
    holder: Annotated[str, Meta(description="Who has the ball at first.")] | UnsetType = UNSET
    lines: list[BoardLine] | UnsetType = UNSET
    zones: list[BoardLine] | UnsetType = UNSET
    steps: list[BoardStep]
    source: Annotated[str, Meta(description="`id` of the source; without one it is usual practice.")] | UnsetType = (
        UNSET
    )
    clause: str | UnsetType = UNSET
