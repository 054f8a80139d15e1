"""Which documents are linked with which: for each, the numbers of the others, as an array (`arrays.Rows`)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from sportlore.contract.record import Buffer
from sportlore.search.arrays import Rows, packed, row
from sportlore.search.document import Document

_MOST = 1_024
"""What is linked with more others says nothing of them, and would take long to look at."""


def pack(documents: Sequence[Document]) -> bytes:
    """What each document is linked with, as bytes."""
    numbers = {document.id: number for number, document in enumerate(documents)}
    rows = Rows()
    for document in documents:
        linked = document.linked if len(document.linked) <= _MOST else ()
        rows.add(packed(array("I", [numbers[id] for id in linked])))
    return rows.value()


def of(stored: Buffer, count: int, document: int) -> Sequence[int]:
    """The numbers of what one of so many documents is linked with."""
    return row(stored, count, document)
