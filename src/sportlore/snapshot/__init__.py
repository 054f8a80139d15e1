"""The snapshot: everything that the server answers, as bytes, with a manifest of digests."""

from sportlore.snapshot.format import FORMAT, Index, Info, ListIndex, Manifest, SnapshotError
from sportlore.snapshot.reader import Snapshot, verify
from sportlore.snapshot.records import Absent, Records
from sportlore.snapshot.soundness import read_manifest

__all__ = [
    "FORMAT",
    "Absent",
    "Index",
    "Info",
    "ListIndex",
    "Manifest",
    "Records",
    "Snapshot",
    "SnapshotError",
    "read_manifest",
    "verify",
]
