"""Whether a snapshot is what its build wrote. Nothing is served of one that is not.

The files are compared with the manifest before the store is opened: a store that is cut off, or that is none, would end the
process by a signal. The manifest is compared with its own digest, which is the name of the generation.
"""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from isal.isal_zlib import crc32
from msgspec import Struct

from sportlore.snapshot.format import FILES, FORMAT, MANIFEST, STORE, Manifest, SnapshotError

CURE = "build the snapshot again with `sportlore build`"
_READ_AT_ONCE = 1 << 18


class Sums(Struct, frozen=True):
    """The SHA-256 and the CRC-32 of a file."""

    digest: str
    checksum: int


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a snapshot; SnapshotError says what is wrong with it and what to do."""
    path = folder / MANIFEST
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SnapshotError(f"{path} is not a file: {CURE}")
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise SnapshotError(f"no snapshot at {folder}/: build one with `sportlore build`") from None
    except OSError as error:
        raise SnapshotError(f"{path} cannot be read ({error.strerror}): {CURE}") from None
    try:
        format = msgspec.json.decode(raw, type=dict[str, msgspec.Raw]).get("format", msgspec.Raw(b"none"))
        if bytes(format) != str(FORMAT).encode():
            shown = bytes(format)[:20].decode("ascii", "replace")
            raise SnapshotError(
                f"{path} has format {shown}, and this version of sportlore reads format {FORMAT}: {CURE}"
            )
        manifest = msgspec.json.decode(raw, type=Manifest)
    except (ValueError, RecursionError):
        raise SnapshotError(f"{path} is damaged: {CURE}") from None
    names = {*manifest.named()}
    tables = manifest.digests, manifest.checksums, manifest.sizes
    if manifest.generation != generation(manifest) or any({*table} != names for table in tables):
        raise SnapshotError(f"{path} is damaged: {CURE}")
    return manifest


def generation(manifest: Manifest) -> str:
    """The digest of a manifest, its `generation` aside."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(manifest, generation=""))).hexdigest()[:16]


def problems(
    folder: Path, manifest: Manifest, whole: bool = True, files: Sequence[str] = FILES, digests: bool = False
) -> Iterator[str]:
    """What is wrong with some files of a generation: missing, not readable, of another size, or damaged.

    Damage shows in the checksums. With `digests`, these are compared instead: they take five times as long, and no change that is
    made on purpose has the same. If not `whole`, only the store is compared so, which is an eighth of the bytes or so.
    """
    for name in manifest.named(files):
        path = folder / name
        try:
            problem = _problem(path, manifest, whole=whole or name == STORE, digests=digests)
        except FileNotFoundError:
            problem = "is missing"
        except OSError as error:
            problem = f"cannot be read: {error.strerror}"
        if problem:
            yield f"{path} {problem}"


def _problem(path: Path, manifest: Manifest, *, whole: bool, digests: bool) -> str:
    """What is wrong with a file that is there; raises OSError."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        return "is not a file"
    if status.st_size != manifest.sizes[path.name]:
        return f"has {status.st_size:,} bytes, and the manifest says {manifest.sizes[path.name]:,}"
    if whole and digests and file_digest(path) != manifest.digests[path.name]:
        return "differs from its digest"
    if whole and not digests and file_checksum(path) != manifest.checksums[path.name]:
        return "differs from its checksum"
    return ""


def file_sums(path: Path) -> Sums:
    """The SHA-256 and the CRC-32 of a file."""
    return Sums(file_digest(path), file_checksum(path))


def file_digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def file_checksum(path: Path) -> int:
    """The CRC-32 of a file."""
    checksum, buffer = 0, memoryview(bytearray(_READ_AT_ONCE))
    with path.open("rb", buffering=0) as file:
        while size := file.readinto(buffer):
            checksum = crc32(buffer[:size], checksum)
    return checksum
