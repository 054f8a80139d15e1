"""Publishing: put a generation into a store, then say in the pointer that it is there, and from when on it is served."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from sportlore.distribution.database import Database
from sportlore.distribution.pointer import POINTER, Pointer, PointerError, decoded
from sportlore.distribution.progress import Step, transfer
from sportlore.distribution.store import Missing, Store
from sportlore.distribution.stores import CHANGING, LASTING
from sportlore.snapshot import Manifest, SnapshotError, read_manifest
from sportlore.snapshot.format import MANIFEST
from sportlore.snapshot.soundness import problems

_PIECE = 1_000_000
_KEPT_EARLIER = 2
"""Generations that a store keeps beside the active and the next one."""


_FILE = re.compile(r"[a-z][a-z0-9.-]*")
"""Names of files, and of nothing outside their folder."""


class _Files(Struct, frozen=True):
    """What a manifest of any format says of its files."""

    sizes: dict[str, int] = {}


class ExchangeUnderWay(Exception):
    """The pointer names an instant that is still to come."""


def upload(snapshot: Path, store: Store) -> Manifest:
    """Put the files of a snapshot into a store, those that are not there yet, and its manifest last.

    Raises SnapshotError for a snapshot that is not sound, and StoreError.
    """
    manifest = read_manifest(snapshot)
    folder = snapshot / manifest.generation
    for problem in problems(folder, manifest, digests=True):
        raise SnapshotError(f"{problem}: build the snapshot again with `sportlore build`")
    if isinstance(store, Database):
        store.add(snapshot, manifest)
        return manifest
    generation = manifest.generation
    missing = [name for name in manifest.named() if store.size(f"{generation}/{name}") != manifest.sizes[name]]
    total = sum(manifest.sizes.values())
    done = total - sum(manifest.sizes[name] for name in missing)
    with transfer(f"publishing {generation}", total, done) as step:
        for name in missing:
            store.write(f"{generation}/{name}", _pieces(folder / name, step), LASTING)
    store.write(f"{generation}/{MANIFEST}", [(snapshot / MANIFEST).read_bytes()], LASTING)
    return manifest


def _pieces(path: Path, step: Step) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
            step(len(piece))


def published(store: Store) -> Pointer | None:
    """The pointer of a store, or None where nothing was published or the pointer is damaged, so that it is written again."""
    try:
        return decoded(store.read(POINTER))
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


def write_pointer(store: Store, pointer: Pointer) -> None:
    """Write the pointer, then remove the generations that it keeps no longer."""
    kept, dropped = pointer.earlier[:_KEPT_EARLIER], pointer.earlier[_KEPT_EARLIER:]
    store.write(POINTER, [msgspec.structs.replace(pointer, earlier=kept).encoded()], CHANGING)
    for generation in dropped:
        if generation not in (pointer.active, pointer.next):
            _remove(store, generation)


def _remove(store: Store, generation: str) -> None:
    """Take a generation out of a store, its manifest last: that names the files, also of a format that is no longer read."""
    manifest = f"{generation}/{MANIFEST}"
    try:
        names = msgspec.json.decode(store.read(manifest), type=_Files).sizes
    except (Missing, msgspec.DecodeError):
        names = {}
    for name in filter(_FILE.fullmatch, names):
        store.remove(f"{generation}/{name}")
    store.remove(manifest)


def shown(at: datetime) -> str:
    """An instant as people read it: "2026-11-22 04:00:00 UTC"."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
