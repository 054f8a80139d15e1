"""Where the commands look for the catalogue and the snapshot."""

from __future__ import annotations

from pathlib import Path

SITE_URL = "http://localhost:8000"
STATUS = "specification-only"
SNAPSHOT = Path("build/snapshot")
EXPORT = Path("build/export")
FETCHED = Path("build/fetched")
"""Where what is fetched from a store is kept."""


def catalogue_at(folder: Path) -> Path:
    """The catalogue named."""
    if not folder.is_dir():
        raise SystemExit(
            f"sportlore: no catalogue at {folder}/; run in the project's folder, or name it with --catalogue"
        )
    return folder


def snapshot_at(folder: Path | None) -> Path:
    """The snapshot named, the one built here, or the bundled one of an installed package."""
    bundled = bundle() / "snapshot"
    return folder or (bundled if not SNAPSHOT.is_dir() and bundled.is_dir() else SNAPSHOT)


def bundle() -> Path:
    """The folder of the snapshot that the wheel carries."""
    return Path(__file__).parent.parent / "bundled"
