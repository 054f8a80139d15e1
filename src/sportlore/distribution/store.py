"""What a store is, wherever it is, and how it fails."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class StoreError(Exception):
    """A store that cannot be reached, or refuses: what happened, in one line."""


class Missing(StoreError):
    """There is nothing of that name in the store."""


class Store(Protocol):
    """What holds named bytes. Every method raises StoreError; reading raises Missing where nothing is."""

    def read(self, name: str) -> bytes:
        """All bytes at a name."""

    def read_part(self, name: str, start: int, length: int) -> bytes:
        """So many bytes from `start` on, or fewer at the end."""

    def size(self, name: str) -> int | None:
        """How many bytes there are at a name; None where nothing is."""

    def write(self, name: str, pieces: Iterable[bytes], cache: str) -> None:
        """Put bytes at a name, all or nothing; `cache` is the `Cache-Control` with which a store serves them."""

    def remove(self, name: str) -> None:
        """Take away what is at a name, if anything is."""
