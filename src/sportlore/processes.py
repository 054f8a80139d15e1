"""Work in a process beside this one, so that a build uses more than one core for what Python itself does."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import msgspec

Entries = dict[bytes, bytes]


def beside(make: Callable[[], Entries]) -> Callable[[], Entries]:
    """Begin to make keys and values in a process beside this one; what is returned gives them when they are there.

    The process is a fork, which has all that was read and derived so far. Where that cannot be, since the system has none or
    this process has threads, and where there is one core alone, they are made here when they are asked for. So they are, too, if
    the other process ends without them: whatever was wrong is then reported from here.
    """
    if not hasattr(os, "fork") or threading.active_count() > 1 or (os.cpu_count() or 1) == 1:
        return make
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _give(make, reader, writer)
    os.close(writer)

    def made() -> Entries:
        with open(reader, "rb") as given:  # noqa: PTH123  # a pipe has no path
            packed = given.read()
        _, status = os.waitpid(child, 0)
        return msgspec.msgpack.decode(packed, type=Entries) if status == 0 else make()

    return made


def _give(make: Callable[[], Entries], reader: int, writer: int) -> None:
    """Make and write them, and end this process, whatever happens: it must do nothing else of what its parent does."""
    status = 1
    try:
        os.close(reader)
        packed = msgspec.msgpack.encode(make())
        with open(writer, "wb") as out:  # a pipe has no path
            out.write(packed)
        status = 0
    finally:
        os._exit(status)
