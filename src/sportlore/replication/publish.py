"""Publishing: put a generation into a store, then say in the pointer that it is there, and from when on it is served."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from sportlore.replication.pointer import Pointer, PointerError, decoded
from sportlore.replication.store import Missing, Target
from sportlore.snapshot import Manifest, SnapshotError, read_manifest
from sportlore.snapshot.soundness import problems

_KEPT_EARLIER = 2
"""Generations that a store keeps beside the active and the next one."""


class ExchangeUnderWay(Exception):
    """The pointer names an instant that is still to come."""


def upload(snapshot: Path, target: Target) -> Manifest:
    """Put what is missing of a snapshot into a store.

    Raises SnapshotError for a snapshot that is not sound, and StoreError.
    """
    manifest = read_manifest(snapshot)
    for problem in problems(snapshot / manifest.generation, manifest, digests=True):
        raise SnapshotError(f"{problem}: build the snapshot again with `sportlore build`")
    target.add(snapshot, manifest)
    return manifest


def published(target: Target) -> Pointer | None:
    """The pointer of a store, or None where nothing was published or the pointer is damaged, so that it is written again."""
    try:
        return decoded(target.pointer())
    except (Missing, PointerError):
        return None


def staged(before: Pointer | None, generation: str, now: float) -> Pointer:
    """The pointer that has replicas fetch a generation and go on with the one that they serve.

    Where nothing was published before, the generation is active at once. Raises ExchangeUnderWay.
    """
    if before is None:
        return Pointer(generation)
    if before.at is not None and before.upcoming(now):
        raise ExchangeUnderWay(
            f"the replicas change to generation {before.next} at {shown(before.at)}; publish after that"
        )
    settled = before.settled(now)
    return settled if settled.active == generation else msgspec.structs.replace(settled, next=generation)


def activated(pointer: Pointer, at: float, pause: float) -> Pointer:
    """The pointer that has all replicas change to the staged generation at an instant."""
    return msgspec.structs.replace(pointer, at=datetime.fromtimestamp(at, UTC), pause=pause)


def write_pointer(target: Target, pointer: Pointer) -> None:
    """Write the pointer, then remove the generations that it keeps no longer."""
    kept, dropped = pointer.earlier[:_KEPT_EARLIER], pointer.earlier[_KEPT_EARLIER:]
    target.write_pointer(msgspec.structs.replace(pointer, earlier=kept).encoded())
    for generation in dropped:
        if generation not in (pointer.active, pointer.next):
            target.remove(generation)


def shown(at: datetime) -> str:
    """An instant as people read it: "2026-11-22 04:00:00 UTC"."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
