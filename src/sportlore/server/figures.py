"""Drawings of the body with any choice of muscles, composed at request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sportlore.contract.parameters import inputs_request
from sportlore.snapshot import Generation

if TYPE_CHECKING:
    from sportlore.drawing.stored import StoredBody


class Figures:
    """The figure of a snapshot. What draws is loaded when the first drawing is asked for: most servers never draw."""

    def __init__(self, snapshot: Generation) -> None:
        self._snapshot = snapshot
        self._stored: StoredBody | None = None

    def file(self, query: bytes) -> bytes | None:
        """The drawing that a query asks for; None without parameters, or without a figure; raises BadRequest."""
        texts = inputs_request(query)
        if not texts:
            return None
        from sportlore.drawing import choice, stored  # noqa: PLC0415

        self._stored = self._stored or stored.stored(self._snapshot.value)
        return choice.drawn(self._stored, texts) if self._stored is not None else None
