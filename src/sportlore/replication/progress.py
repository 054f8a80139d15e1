"""How far a transfer is, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Step = Callable[[int], object]
"""Called with the number of bytes that came or went."""


@contextmanager
def transfer(words: str, total: int, done: int = 0) -> Iterator[Step]:
    """A bar on a terminal's standard error, for `total` bytes of which `done` are there already."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from tqdm import tqdm  # noqa: PLC0415  # a server in the background shows none

    with tqdm(total=total, initial=done, desc=words, unit="B", unit_scale=True, delay=1, leave=False) as bar:
        yield bar.update


def megabytes(count: int) -> str:
    """megabytes(38_000_000) -> "38.0 MB"."""
    return f"{count / 1e6:,.1f} MB"
