"""The commands between a build and the machines that serve it: publish, fetch."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sportlore.replication import publish
from sportlore.replication.fetch import INDEX_ALONE, FetchError, fetch
from sportlore.replication.pointer import Pointer, digest_of
from sportlore.replication.progress import megabytes
from sportlore.replication.replicas import ReplicaHealth, lacking
from sportlore.replication.signing import KeyFileError, private_key, public_key
from sportlore.replication.store import Destination, StoreError
from sportlore.replication.stores import origin_at, target_at
from sportlore.replication.targets import is_database, without_password
from sportlore.snapshot import SnapshotError
from sportlore.snapshot.format import FILES

if TYPE_CHECKING:  # optional (signing.py)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_LOOK = 0.5
"""Seconds between two questions to the replicas."""


def run_publish(options: argparse.Namespace) -> int:
    """`sportlore publish SNAPSHOT TARGET`: put the files there, and have the replicas change to them."""
    try:
        key = private_key(options.private_key) if options.private_key else None
        target = target_at(options.target)
        manifest = publish.upload(options.snapshot, target)
        size = megabytes(sum(manifest.sizes.values()))
        print(f"published generation {manifest.generation}, {size}, to {without_password(options.target)}", flush=True)
        pointer = publish.staged(_predecessor(target, key), manifest.generation, digest_of(manifest), time.time())
        if pointer.next is None:
            publish.write_pointer(target, pointer, time.time(), key)
            print(f"generation {manifest.generation} is active")
            return 0
        return _exchange(target, pointer, manifest.generation, options, key)
    except (StoreError, SnapshotError, KeyFileError, publish.ExchangeUnderWay) as error:
        print(error, file=sys.stderr)
        return 1


def _predecessor(target: Destination, key: Ed25519PrivateKey | None) -> Pointer | None:
    """The pointer to go on from. One that was not signed with the key is dropped: nothing that others wrote gets signed."""
    before = publish.published(target)
    if before is not None and key is None and before.signature:
        print("the pointer was signed, and is not now: replicas with a --public-key do not follow it", file=sys.stderr)
    if before is not None and key is not None and not publish.is_signed(before, key):
        print("the pointer was not signed with this key, so it is written anew, active at once", file=sys.stderr)
        return None
    return before


def _exchange(
    target: Destination, pointer: Pointer, generation: str, options: argparse.Namespace, key: Ed25519PrivateKey | None
) -> int:
    """Name the instant of the exchange; with `--replicas`, when all of these have staged it, and then see that all changed."""
    if options.replicas:
        pointer = publish.write_pointer(target, pointer, time.time(), key)
        if not _reached(options, "have staged", lambda health: generation in (health.snapshot, health.staged)):
            return 1
    at = time.time() + options.activate_in
    publish.write_pointer(target, publish.activated(pointer, at, options.pause), time.time(), key)
    print(f"generation {generation} is active from {publish.shown(datetime.fromtimestamp(at, UTC))} on", flush=True)
    if not options.replicas:
        return 0
    time.sleep(max(0.0, at + options.pause - time.time()))
    return 0 if _reached(options, "serve", lambda health: generation == health.snapshot) else 1


def _reached(options: argparse.Namespace, words: str, is_ready: Callable[[ReplicaHealth], bool]) -> bool:
    """Wait until all replicas say that they are so far; else say which are not."""
    deadline = time.monotonic() + options.wait
    while behind := list(lacking(options.replicas, is_ready)):
        if time.monotonic() >= deadline:
            print(f"not all replicas {words} it: {'; '.join(behind)}", file=sys.stderr)
            return False
        time.sleep(_LOOK)
    print(f"all replicas {words} it", flush=True)
    return True


def run_fetch(options: argparse.Namespace) -> int:
    """`sportlore fetch SOURCE`: what `serve --snapshot SOURCE` fetches when it starts."""
    try:
        files = INDEX_ALONE if options.without_records or is_database(options.source) else FILES
        key = public_key(options.public_key) if options.public_key else None
        for line in fetch(origin_at(options.source), options.cache, time.time(), files, key, options.go_back):
            print(line, flush=True)
    except (StoreError, FetchError, KeyFileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0
