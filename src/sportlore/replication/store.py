"""What a store is, wherever it is, and how it fails: one protocol for who fetches from it, one for who publishes to it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sportlore.snapshot import Manifest

LARGEST_MANIFEST = 1_000_000
"""Bytes of a manifest that are read at most; one of 150 files has 30,000."""


class StoreError(Exception):
    """A store that cannot be reached, or refuses: what happened, in one line."""


class Missing(StoreError):
    """What was asked for is not in the store."""


class TooLarge(StoreError):
    """The store has more, or answers more, than there may be."""

    def __init__(self, name: str, largest: int) -> None:
        super().__init__(f"{name} is larger than {largest:,} bytes: publish again with `sportlore publish`")


class Origin(Protocol):
    """What generations are fetched from. Every method raises StoreError, and Missing for what is not there."""

    def pointer(self) -> bytes:
        """The pointer (pointer.py), LARGEST_POINTER bytes at most."""

    def manifest(self, generation: str) -> bytes:
        """The manifest of a generation, LARGEST_MANIFEST bytes at most."""

    def read(self, generation: str, file: str, start: int, length: int) -> bytes:
        """Bytes of a file of a generation from `start` on: `length` of them, or fewer at its end."""


class Destination(Origin, Protocol):
    """What generations are published to. Every method raises StoreError."""

    def write_pointer(self, content: bytes) -> None:
        """Replace the pointer, all or nothing."""

    def add(self, snapshot: Path, manifest: Manifest) -> None:
        """Add what is missing of the generation of a snapshot. Other generations are not touched."""

    def remove(self, generation: str) -> None:
        """Remove a generation, if it is there."""
