"""What officials show: signals of the arms, and tokens of fixed colours."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sportlore.contract.schemas.body import Body
from sportlore.model import Colour, Hand, Layout, Shown, TokenShape


class Arm(Body, frozen=True, kw_only=True):
    """An arm as seen from the front, in degrees: `shoulder` 0 hangs, 90 is level to the side, negative is across the body."""

    shoulder: float | int
    elbow: Annotated[float | int, Meta(description="How far the forearm turns on, in the same sense.")] | UnsetType = (
        UNSET
    )
    forward: Annotated[float | int, Meta(description="By how much the upper arm points to the viewer.")] | UnsetType = (
        UNSET
    )
    reach: Annotated[float | int, Meta(description="By how much the forearm points to the viewer.")] | UnsetType = UNSET
    hand: Hand
    holds: Shown | UnsetType = UNSET
    colour: Annotated[Colour, Meta(description="Of what is held.")] | UnsetType = UNSET
    behind: Annotated[bool, Meta(description="Whether the arm is behind the body.")] | UnsetType = UNSET


class Signal(Body, frozen=True, kw_only=True):
    """A signal of an official, whose left and right these are; an arm that is not stated hangs."""

    name: str
    meaning: str | UnsetType = UNSET
    pose: Annotated[str, Meta(description="The pose in words.")]
    left: Arm | UnsetType = UNSET
    right: Arm | UnsetType = UNSET
    left_to: Annotated[Arm, Meta(description="Where the left arm moves.")] | UnsetType = UNSET
    right_to: Annotated[Arm, Meta(description="Where the right arm moves.")] | UnsetType = UNSET
    source: Annotated[str, Meta(description="`id` of a source.")]
    clause: str


class Token(Body, frozen=True, kw_only=True):
    """A card, flag, paddle, light, disc or belt of fixed colours; `layout` says how they lie, `sign` what stands on it."""

    name: str
    shape: TokenShape
    colours: list[Colour]
    layout: Layout
    sign: str | UnsetType = UNSET
    meaning: str
    source: Annotated[str, Meta(description="`id` of a source.")]
    clause: str
