"""What a store is, wherever it is, and how it fails: one protocol for who fetches from it, one for who publishes to it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sportlore.snapshot import Manifest


class StoreError(Exception):
    """A store that cannot be reached, or refuses: what happened, in one line."""


class Missing(StoreError):
    """What was asked for is not in the store."""


class Origin(Protocol):
    """What generations are fetched from. Every method raises StoreError, and Missing for what is not there."""

    def pointer(self) -> bytes:
        """The pointer (pointer.py)."""

    def manifest(self, generation: str) -> bytes:
        """The manifest of a generation."""

    def read(self, generation: str, file: str, start: int, length: int) -> bytes:
        """So many bytes of a file of a generation from `start` on, or fewer at its end."""


class Target(Origin, Protocol):
    """What generations are published to. Every method raises StoreError."""

    def write_pointer(self, content: bytes) -> None:
        """Replace the pointer, all or nothing."""

    def add(self, snapshot: Path, manifest: Manifest) -> None:
        """Add what is missing of the generation of a snapshot. Other generations are not touched."""

    def remove(self, generation: str) -> None:
        """Remove a generation, if it is there."""
