"""A lock on a file, which ends with the process that has it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def acquire(path: Path, wait: bool) -> int | None:
    """The descriptor that holds the lock, or None where another process has it and is not to be waited for.

    Windows has no such locks: there, one process serves, and has what it asks for.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    if os.name == "nt":
        return descriptor
    import fcntl  # noqa: PLC0415  # Windows has none

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait for the lock, and hold it inside."""
    descriptor = acquire(path, wait=True)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)
