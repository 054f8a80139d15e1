"""Publishing: put a generation into a store, then say in the pointer that it is there, and from when on it is served."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sportlore.replication.pointer import Pointer, PointerError, decoded
from sportlore.replication.signing import check_signature, signed
from sportlore.replication.store import Destination, Missing, TooLarge
from sportlore.server.inspection import inspect
from sportlore.snapshot import Manifest, SnapshotError, read_manifest
from sportlore.snapshot.soundness import CURE, problems

if TYPE_CHECKING:  # optional (signing.py)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_KEPT_EARLIER = 2
"""Generations that a store keeps beside the active and the next one."""


class ExchangeUnderWay(Exception):
    """The pointer names an instant that is still to come."""


def upload(snapshot: Path, target: Destination) -> Manifest:
    """Put what is missing of a snapshot into a store.

    Raises SnapshotError for a snapshot that is not sound, and StoreError.
    """
    manifest = read_manifest(snapshot)
    for problem in problems(snapshot / manifest.generation, manifest, digests=True):
        raise SnapshotError(f"{problem}: {CURE}")
    inspect(snapshot)
    target.add(snapshot, manifest)
    return manifest


def published(target: Destination) -> Pointer | None:
    """The pointer of a store, or None where nothing was published or the pointer is damaged, so that it is written again."""
    try:
        return decoded(target.pointer())
    except (Missing, TooLarge, PointerError):
        return None


def is_signed(pointer: Pointer, key: Ed25519PrivateKey) -> bool:
    """Whether a pointer was signed with this key. One that was not must not be signed now: somebody else may have written it."""
    try:
        check_signature(pointer, key.public_key())
    except PointerError:
        return False
    return True


def staged(before: Pointer | None, generation: str, digest: str, now: float) -> Pointer:
    """The pointer that makes replicas fetch a generation, while they serve the active one; `digest` is that of its manifest.

    Where nothing was published before, the generation is active at once. Raises ExchangeUnderWay.
    """
    if before is None:
        return Pointer(generation, digests={generation: digest})
    if before.at is not None and before.upcoming(now):
        raise ExchangeUnderWay(
            f"the replicas change to generation {before.next} at {shown(before.at)}; publish after that"
        )
    settled = before.settled(now)
    staged = settled if settled.active == generation else msgspec.structs.replace(settled, next=generation)
    return msgspec.structs.replace(staged, digests={**staged.digests, generation: digest})


def activated(pointer: Pointer, at: float, pause: float) -> Pointer:
    """The pointer that has all replicas change to the staged generation at an instant."""
    return msgspec.structs.replace(pointer, at=datetime.fromtimestamp(at, UTC), pause=pause)


def write_pointer(target: Destination, pointer: Pointer, now: float, key: Ed25519PrivateKey | None = None) -> Pointer:
    """Write the pointer, then remove the generations that it keeps no longer; the pointer as it was written.

    Its serial number is greater than the one before, also where that is lost: the milliseconds since 1970 are, too.
    """
    kept, dropped = pointer.earlier[:_KEPT_EARLIER], pointer.earlier[_KEPT_EARLIER:]
    named = (pointer.active, pointer.next, *kept)
    written = msgspec.structs.replace(
        pointer,
        earlier=kept,
        serial=max(pointer.serial + 1, round(now * 1_000)),
        digests={generation: digest for generation, digest in pointer.digests.items() if generation in named},
        signature="",
    )
    if key is not None:
        written = signed(written, key)
    target.write_pointer(written.encoded())
    for generation in dropped:
        if generation not in named:
            target.remove(generation)
    return written


def shown(at: datetime) -> str:
    """An instant as people read it: "2026-11-22 04:00:00 UTC"."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
