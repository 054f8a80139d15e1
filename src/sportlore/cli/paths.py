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
    """The catalogue named, or the bundled one of an installed package when none is at hand."""
    if folder.is_dir():
        return folder
    bundled = bundle() / "catalogue"
    if folder == Path("catalogue") and bundled.is_dir():
        return bundled
    raise SystemExit(f"sportlore: no catalogue at {folder}/; run in the project's folder, or name it with --catalogue")


def writable_catalogue_at(folder: Path) -> Path:
    """The catalogue named, for a command that writes into it: never the one of an installed package."""
    root = catalogue_at(folder)
    if root.resolve().is_relative_to(bundle().resolve()):
        raise SystemExit(
            f"sportlore: {root}/ belongs to the installed package, which is not to be changed; "
            "run in the project's folder, or name a catalogue of your own with --catalogue"
        )
    return root


def bundle() -> Path:
    """The catalogue and snapshot that the wheel carries."""
    return Path(__file__).parent.parent / "bundled"
