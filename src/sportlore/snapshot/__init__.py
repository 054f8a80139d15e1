"""The snapshot: everything that the server answers, as bytes, with a manifest of digests."""

from sportlore.snapshot.format import FORMAT, Index, Info, ListIndex, Manifest, SnapshotError
from sportlore.snapshot.generation import Generation, MissingBytes
from sportlore.snapshot.reader import Snapshot, verify
from sportlore.snapshot.soundness import read_manifest

__all__ = [
    "FORMAT",
    "Generation",
    "Index",
    "Info",
    "ListIndex",
    "Manifest",
    "MissingBytes",
    "Snapshot",
    "SnapshotError",
    "read_manifest",
    "verify",
]
