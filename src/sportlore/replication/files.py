"""A store of named bytes: `current.json` beside a folder for each generation, with its manifest and its files."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from sportlore.replication.pointer import LARGEST_POINTER, POINTER, PointerError, decoded
from sportlore.replication.progress import Step, transfer
from sportlore.replication.store import LARGEST_MANIFEST, Missing, TooLarge
from sportlore.snapshot import Manifest
from sportlore.snapshot.format import MANIFEST

LASTING = "public, max-age=31536000, immutable"
"""`Cache-Control` of the files of a generation."""
CHANGING = "no-cache"
"""`Cache-Control` of the pointer: a cache in front of the store asks again each time."""

_PIECE = 1_000_000
_FILE = re.compile(r"[a-z][a-z0-9.-]*")
"""Names of files, and of nothing outside their folder."""
_OF_GENERATION = re.compile(rf"[0-9a-f]{{16}}/{_FILE.pattern}")
UNFINISHED = re.compile(r"([0-9a-f]{16}/)?\.writing-[0-9a-f]{16}")
"""Names of files that were not written to their end."""
_ABANDONED = 3_600.0
"""Seconds after which nobody goes on with what was written last so long ago."""


class Readable(Protocol):
    """What holds bytes under names. Both methods raise StoreError, and Missing where nothing is.

    Whatever is there, and whatever it answers, no more bytes are taken than are asked for.
    """

    def read(self, name: str, largest: int) -> bytes:
        """All bytes under a name; raises TooLarge for more than `largest`."""

    def read_range(self, name: str, start: int, length: int) -> bytes:
        """Bytes from `start` on: `length` of them, or fewer at the end."""


class Writable(Readable, Protocol):
    """The same, to be changed. Every method raises StoreError."""

    def size(self, name: str) -> int | None:
        """How many bytes there are under a name; None where nothing is."""

    def write(self, name: str, pieces: Iterable[bytes], cache: str) -> None:
        """Put bytes under a name, all or nothing; `cache` is the `Cache-Control` with which a store serves them."""

    def remove(self, name: str) -> None:
        """Remove what is under a name, if anything is."""

    def listed(self) -> Iterator[tuple[str, float]]:
        """Every name, with the time at which it was written last (seconds since 1970)."""


class FileOrigin:
    """Generations in named bytes, to be fetched (store.Origin)."""

    def __init__(self, names: Readable) -> None:
        self._readable = names

    def pointer(self) -> bytes:
        """The bytes of `current.json`."""
        return self._readable.read(POINTER, LARGEST_POINTER)

    def manifest(self, generation: str) -> bytes:
        """The bytes of `<generation>/manifest.json`."""
        return self._readable.read(f"{generation}/{MANIFEST}", LARGEST_MANIFEST)

    def read(self, generation: str, file: str, start: int, length: int) -> bytes:
        """Some bytes of `<generation>/<file>`."""
        return self._readable.read_range(f"{generation}/{file}", start, length)


class FileTarget(FileOrigin):
    """Generations in named bytes, to be published (store.Destination)."""

    def __init__(self, names: Writable) -> None:
        super().__init__(names)
        self._names = names

    def write_pointer(self, content: bytes) -> None:
        """Replace `current.json`."""
        self._names.write(POINTER, [content], CHANGING)

    def add(self, snapshot: Path, manifest: Manifest) -> None:
        """Write the files that are missing or of another size, and the manifest last: it says that all others are there."""
        generation = manifest.generation
        self._remove_leftovers(generation, time.time())
        missing = [
            name for name in manifest.named() if self._names.size(f"{generation}/{name}") != manifest.sizes[name]
        ]
        total = sum(manifest.sizes.values())
        done = total - sum(manifest.sizes[name] for name in missing)
        with transfer(f"publishing {generation}", total, done) as step:
            for name in missing:
                self._names.write(f"{generation}/{name}", _pieces(snapshot / generation / name, step), LASTING)
        self._names.write(f"{generation}/{MANIFEST}", [(snapshot / MANIFEST).read_bytes()], LASTING)

    def remove(self, generation: str) -> None:
        """Remove the files that the manifest names, also one of a format that is no longer read, and the manifest last."""
        try:
            names = msgspec.json.decode(self.manifest(generation), type=_AnyManifest).sizes
        except (Missing, msgspec.DecodeError):
            names = {}
        for name in filter(_FILE.fullmatch, names):
            self._names.remove(f"{generation}/{name}")
        self._names.remove(f"{generation}/{MANIFEST}")

    def _remove_leftovers(self, added: str, now: float) -> None:
        """Remove what publishes that were killed have left: files of generations that the pointer does not name.

        Nothing is removed that was written within the last hour, since another publish may be under way, nor beside a pointer
        that cannot be read.
        """
        try:
            pointer = decoded(self.pointer())
            kept = {added, pointer.active, pointer.next, *pointer.earlier}
        except Missing:
            kept = {added}
        except (PointerError, TooLarge):
            return
        for name, written in list(self._names.listed()):
            unnamed = _OF_GENERATION.fullmatch(name) and name.partition("/")[0] not in kept
            if now - written > _ABANDONED and (unnamed or UNFINISHED.fullmatch(name)):
                self._names.remove(name)


class _AnyManifest(Struct, frozen=True):
    """What a manifest of any format says of its files."""

    sizes: dict[str, int] = {}


def _pieces(path: Path, step: Step) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
            step(len(piece))
