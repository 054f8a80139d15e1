"""The files of a catalogue, each parsed once for as long as it stays as it is."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from msgspec import Struct

from sportlore.diagnostics import Finding
from sportlore.registry import opening
from sportlore.registry.opening import read_bytes
from sportlore.registry.toml import Unreadable, parse, unopened

Data = dict[str, object]

_SETTLED = 50_000_000
"""Nanoseconds after which a further change of a file shows in its times, on systems that count them in ticks."""


class _Parsed(Struct, frozen=True):
    """What a file held: what the system says of it, a digest of its bytes, and its data or why it has none."""

    state: tuple[int, ...]
    version: bytes
    data: Data | None
    finding: Finding | None


class Files:
    """What was parsed below `root`. The data of a file is the same object until its bytes are others."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._parsed: dict[str, _Parsed] = {}
        self._loaded: set[str] = set()

    def load(self, file: str) -> Data:
        """The data of a file; raises Unreadable, also where the file does not exist or is not opened."""
        known = self._parsed.get(file)
        self._loaded.add(file)
        try:
            state = _state(self.root, file)
            if known is None or known.state != state:
                known = self._parsed[file] = _parsed(file, state, read_bytes(self.root, file), known)
        except OSError as error:
            self._parsed.pop(file, None)
            raise Unreadable(unopened(file, error)) from None
        if known.data is None:
            raise Unreadable(known.finding) if known.finding else ValueError(file)
        return known.data

    def version(self, file: str) -> bytes:
        """A digest of the bytes of a file as it was loaded; empty for one that could not be opened."""
        known = self._parsed.get(file)
        return known.version if known is not None else b""

    def versions(self) -> dict[str, bytes]:
        """The versions of the files that were loaded since this was asked last, in their order; others are forgotten."""
        self._parsed = {file: parsed for file, parsed in self._parsed.items() if file in self._loaded}
        self._loaded.clear()
        return {file: self._parsed[file].version for file in sorted(self._parsed)}


def _state(root: Path, file: str) -> tuple[int, ...]:
    """What differs after any change of a file; nothing that a later state equals, if it was changed only now."""
    status = opening.state(root, file)
    latest = max(status.st_mtime_ns, status.st_ctime_ns)
    settled = time.time_ns() - latest > _SETTLED
    return (
        (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns) if settled else (time.monotonic_ns(),)
    )


def _parsed(file: str, state: tuple[int, ...], content: bytes, known: _Parsed | None) -> _Parsed:
    version = hashlib.blake2b(content, digest_size=16).digest()
    if known is not None and known.version == version:
        return _Parsed(state, version, known.data, known.finding)
    try:
        return _Parsed(state, version, parse(file, content)[1], None)
    except Unreadable as error:
        return _Parsed(state, version, None, error.finding)
