"""What officials show: signals of the arms, and tokens of a fixed colour: cards, flags, paddles, lights and belts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Colour = Literal[
    "white", "yellow", "orange", "red", "pink", "purple", "blue", "green", "brown", "grey", "black",
]  # fmt: skip
"""A colour by its name."""

Hand = Literal["flat", "open", "fist", "finger", "two fingers", "three fingers", "four fingers", "thumb"]
"""How a hand is held: `flat` with the fingers together, `open` with the fingers spread; a thumb points up."""

Shown = Literal["card", "flag"]
"""What an official holds up."""


class Arm(Struct, frozen=True, forbid_unknown_fields=True):
    """An arm as it is seen from the front, in degrees.

    `shoulder` is the upper arm: 0 hangs, 90 is level to the side, 180 straight up, and negative is across the body. `elbow` turns
    the forearm on in the same sense: an upper arm at 90 with an elbow of 90 has a forearm that points up. `forward` and `reach`
    are by how much the upper arm and the forearm point to the viewer, who sees them shorter.
    """

    shoulder: float
    elbow: float = 0.0
    forward: float = 0.0
    reach: float = 0.0
    hand: Hand = "flat"
    holds: Shown | None = None
    colour: Colour | None = None
    """Of what is held."""
    behind: bool = False
    """Whether the arm is behind the body or the head."""


class Signal(Struct, frozen=True, forbid_unknown_fields=True):
    """A signal of an official: what it means, the pose in words and as angles, and the work that says it.

    Left and right are those of the official; an arm that is not stated hangs. `left_to` and `right_to` are where an arm moves.
    """

    name: str
    pose: str
    source: str
    clause: str
    meaning: str = ""
    """What follows, where the name does not say it."""
    left: Arm | None = None
    right: Arm | None = None
    left_to: Arm | None = None
    right_to: Arm | None = None


Layout = Literal["plain", "halves", "bands", "quarters", "chequered", "diagonal", "framed", "cross"]
"""How colours lie: `halves` above one another, `bands` side by side, `diagonal` as two triangles, `framed` with a square and
`cross` with a cross of the second colour on the first."""

TokenShape = Literal["card", "flag", "pennant", "paddle", "light", "belt", "disc"]


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing of fixed colours that means something: a card, a flag, a light. `sign` is what stands on it: "<"."""

    name: str
    shape: TokenShape
    colours: tuple[Colour, ...]
    meaning: str
    source: str
    clause: str
    layout: Layout = "plain"
    sign: str = ""
