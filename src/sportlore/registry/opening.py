"""Opening files of a catalogue that somebody else may have written: only regular files of bounded size inside its folder.

A link may lead out of the catalogue, to a file whose content a report would print; a pipe waits for a writer for ever; a device
may have no end. None of them is opened.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

LARGEST = 1_000_000
"""Bytes of the largest file that is read; authored ones have 45,000 at most."""


class Refused(OSError):
    """A file or folder of a catalogue that is not opened; `strerror` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(errno.EPERM, reason)


def state(root: Path, file: str) -> os.stat_result:
    """What the system says of a file of a catalogue, without following links; Refused if it is not to be read."""
    return _regular(os.lstat(os.path.join(root, file)))  # noqa: PTH118  # tens of thousands of times


def read_bytes(root: Path, file: str) -> bytes:
    """The content of a regular file; Refused for anything else, and where a folder on the way is a link.

    `file` is relative to the catalogue at `root`, which may itself be a link.
    """
    require_folder(root, file.rpartition("/")[0])
    state(root, file)  # some devices act on being opened
    path = os.path.join(root, file)  # noqa: PTH118
    # Whatever takes the place of the file meanwhile is not followed and not waited for.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as opened:  # noqa: PTH123  # a descriptor has no path
        _regular(os.fstat(descriptor))
        content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise Refused(_TOO_LARGE)
    return content


def require_folder(root: Path, folder: str) -> None:
    """Refused if a folder of a catalogue, or one on the way to it, is a link; "" is the catalogue itself."""
    path = os.fspath(root)
    for name in folder.split("/") if folder else ():
        path = os.path.join(path, name)  # noqa: PTH118
        if stat.S_ISLNK(os.lstat(path).st_mode):
            raise Refused("is reached through a link, which is not followed")


def _regular(status: os.stat_result) -> os.stat_result:
    if not stat.S_ISREG(status.st_mode):
        raise Refused(_KINDS.get(stat.S_IFMT(status.st_mode), "is a device"))
    if status.st_size > LARGEST:
        raise Refused(_TOO_LARGE)
    return status


_TOO_LARGE = f"is larger than {LARGEST:,} bytes"
_KINDS = {
    stat.S_IFLNK: "is a link, which is not followed",
    stat.S_IFDIR: "is a folder",
    stat.S_IFIFO: "is a pipe",
    stat.S_IFSOCK: "is a socket",
}
