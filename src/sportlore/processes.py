"""Work in a second process, so that the Python code of a build uses two cores."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import msgspec

Entries = dict[bytes, bytes]


@contextmanager
def beside(make: Callable[[], Entries]) -> Iterator[Callable[[], Entries]]:
    """Begin to make keys and values in a second process; the function that is yielded waits for them and returns them.

    The process is a fork, which has all that was read and derived so far, and ends with the block. The function makes them in
    this process instead where there is no second core, where the system cannot fork or this process has threads, and where the
    other process ended without them: whatever was wrong is then reported from here.
    """
    if not hasattr(os, "fork") or threading.active_count() > 1 or (os.cpu_count() or 1) == 1:
        yield make
        return
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _give(make, reader, writer)
    os.close(writer)
    with open(reader, "rb") as given:  # noqa: PTH123  # a pipe has no path

        def result() -> Entries:
            try:
                return msgspec.msgpack.decode(given.read(), type=Entries)
            except msgspec.DecodeError:  # nothing, or a part
                return make()

        try:
            yield result
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _give(make: Callable[[], Entries], reader: int, writer: int) -> NoReturn:
    """Make and write them, and end this process, whatever happens: it must do nothing else of what its parent does."""
    try:
        os.close(reader)
        with open(writer, "wb") as out:
            out.write(msgspec.msgpack.encode(make()))
    finally:
        os._exit(0)
