"""All drawings in one archive."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.api import drawings, people
from sportlore.contract.addresses import DRAWINGS
from sportlore.export.archive import zipped
from sportlore.export.bulk import Bulk, File


def pictures(bulk: Bulk) -> Iterator[File]:
    """Every drawing that is served, at its path; without the previews, which each processor draws by other points."""
    served = [*drawings.resources(bulk.publication), *people.resources(bulk.publication)]
    files = {
        item.path: item for item in served if item.path.startswith(f"{DRAWINGS}/") and item.media_type != "image/png"
    }
    content = ((path.removeprefix("/"), files[path].render()) for path in sorted(files))
    yield File("drawings.zip", "application/zip", zipped(content))
