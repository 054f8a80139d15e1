"""Which documents are linked with which: for each, the numbers of the others.

All stand in one array: where the numbers of each document start and, of the last one, end; then all numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from sportlore.contract.record import Buffer
from sportlore.index.arrays import packed, unpacked
from sportlore.search.document import Document

_MOST = 1_024
"""What is linked with more others says nothing of them, and would take long to look at."""


def pack(documents: Sequence[Document]) -> bytes:
    """What each document is linked with, as bytes."""
    numbers = {document.id: number for number, document in enumerate(documents)}
    starts, others = array("I", [0]), array("I")
    for document in documents:
        if len(document.linked) <= _MOST:
            others.extend(numbers[id] for id in document.linked)
        starts.append(len(others))
    return packed(starts) + packed(others)


def of(stored: Buffer, count: int, document: int) -> Sequence[int]:
    """The numbers of what a document is linked with."""
    numbers = unpacked(stored)
    first = count + 1
    return numbers[first + numbers[document] : first + numbers[document + 1]]
