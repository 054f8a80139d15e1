"""Where an index lies, as those who read it see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from sportlore.contract.record import Buffer


class IndexStore(Protocol):
    """Byte strings by key, in the order of the keys."""

    def value(self, key: bytes) -> Buffer | None:
        """What is at a key."""

    def values_from(self, start: bytes) -> Iterator[Buffer]:
        """What is at the keys that begin so."""
