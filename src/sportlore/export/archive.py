"""Zip archives whose bytes depend on their files alone."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file: the first that a zip can have."""


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of files by their paths, in their order, without dates, owners and rights of a machine."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(path, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compresslevel=9)
    return written.getvalue()
