"""The pointer of a store: which generation is served, and which one from when on."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from sportlore.snapshot import Manifest

POINTER = "current.json"
LARGEST_POINTER = 64_000
"""Bytes of a pointer that are read at most."""

LONGEST_PAUSE = 60
"""Seconds for which replicas may be told to answer nothing."""

Generation = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
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
    earlier: Annotated[tuple[Generation, ...], Meta(max_length=16)] = ()
    """Generations that the store keeps beside these, the latest first."""
    serial: Annotated[int, Meta(ge=0, le=1 << 53)] = 0
    """Greater than that of every pointer before it, so that one that is put back is noticed."""
    digests: Annotated[dict[Generation, Digest], Meta(max_length=20)] = {}
    """The digest of each generation's manifest (`digest_of`). Manifests have those of files: one signature covers all."""
    signature: Annotated[str, Meta(max_length=200)] = ""
    """The publisher's (signing.py), or nothing."""

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
        return Pointer(
            current,
            earlier=tuple(generation for generation in earlier if generation != current),
            serial=self.serial,
            digests=self.digests,
        )

    def encoded(self) -> bytes:
        """The pointer as its file has it."""
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"


def digest_of(manifest: Manifest) -> str:
    """The SHA-256 of a manifest, whatever white space its file has."""
    return hashlib.sha256(msgspec.json.encode(manifest)).hexdigest()


def decoded(raw: bytes) -> Pointer:
    """The pointer of a file; raises PointerError."""
    try:
        return msgspec.json.decode(raw, type=Pointer)
    except (ValueError, RecursionError) as error:
        raise PointerError(f"{POINTER} is damaged ({error}): publish again with `sportlore publish`") from None
