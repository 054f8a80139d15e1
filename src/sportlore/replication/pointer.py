"""The pointer of a store: which generation is served, and which one from when on."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

POINTER = "current.json"

LONGEST_PAUSE = 60
"""Seconds for which replicas may be told to answer nothing."""

Generation = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Seconds = Annotated[float, Meta(ge=0, le=LONGEST_PAUSE)]
Instant = Annotated[datetime, Meta(tz=True)]


class PointerError(Exception):
    """A pointer that is damaged."""


class Pointer(Struct, frozen=True, omit_defaults=True):
    """What all replicas serve now, what they stage, and when they change.

    Old answers are given before `at` only, and new ones from `at` plus `pause` seconds on, both by the clock of the replica.
    As long as no two clocks differ by more than the pause, every old answer therefore precedes every new one.
    """

    active: Generation
    next: Generation | None = None
    at: Instant | None = None
    pause: Seconds = 0.1
    earlier: tuple[Generation, ...] = ()
    """Generations that the store keeps beside these, the latest first."""

    def current(self, now: float) -> str:
        """The generation that is to be served at a time (seconds since 1970)."""
        changed = self.next is not None and self.at is not None and self.at.timestamp() <= now
        return self.next if changed and self.next else self.active

    def upcoming(self, now: float) -> str | None:
        """The generation to be staged at a time, or None."""
        return self.next if self.next != self.current(now) else None

    def by_preference(self, now: float) -> tuple[str, ...]:
        """What to serve at a time, the best first: a replica that lacks the current generation has an earlier one perhaps."""
        return tuple(dict.fromkeys((self.current(now), self.active, *self.earlier)))

    def settled(self, now: float) -> Pointer:
        """The same without an exchange: what is served at a time is active, what was staged and never activated is put last."""
        current = self.current(now)
        earlier = dict.fromkeys((self.active, *self.earlier, *((self.next,) if self.next else ())))
        return Pointer(current, earlier=tuple(generation for generation in earlier if generation != current))

    def encoded(self) -> bytes:
        """The pointer as its file has it."""
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"


def decoded(raw: bytes) -> Pointer:
    """The pointer of a file; raises PointerError."""
    try:
        return msgspec.json.decode(raw, type=Pointer)
    except (ValueError, RecursionError) as error:
        raise PointerError(f"{POINTER} is damaged ({error}): publish again with `sportlore publish`") from None


def read_local(folder: Path) -> Pointer | None:
    """The pointer as it was fetched last, or None."""
    try:
        return decoded((folder / POINTER).read_bytes())
    except (OSError, PointerError):
        return None
