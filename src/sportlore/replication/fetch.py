"""Fetching: bring the generations that a pointer names from a store into a folder of this machine.

The folder has a copy of the pointer and, for each generation, a snapshot: `<generation>/manifest.json` and
`<generation>/<generation>/store.mdb` and so on. What is not complete, or not compared yet, has a name that begins with a
dot; it is continued where it ended.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from sportlore.replication.lock import alone
from sportlore.replication.pointer import POINTER, Pointer, PointerError, decoded, digest_of
from sportlore.replication.progress import Step, megabytes, transfer
from sportlore.replication.signing import check_signature
from sportlore.replication.store import Missing, Origin, StoreError
from sportlore.server.inspection import Malformed, inspect
from sportlore.snapshot import Manifest, SnapshotError, read_manifest
from sportlore.snapshot.format import FILES, MANIFEST, STORE
from sportlore.snapshot.soundness import file_digest, problems

if TYPE_CHECKING:  # optional (signing.py)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_PART = 4_000_000
"""Bytes that are asked for at a time, and are lost at most when a connection is."""
_PARTIAL = ".fetching-"
_REFUSED = ".refused.json"
_GENERATION = re.compile(r"[0-9a-f]{16}")
"""The names of folders that fetching makes: whatever else there is belongs to somebody else."""
_MOST_FILES = 2_000
"""Files that a manifest may name; a snapshot has some 150."""
INDEX_ALONE = (STORE,)
"""The files of a generation that a server needs beside its manifest when the bytes of records are in a database."""
_KEPT_EARLIER = 1
"""Generations that are kept beside the current and the next one, for the way back."""


class FetchError(Exception):
    """Why a generation could not be fetched, in one line."""


class _Refused(Struct, frozen=True):
    """The generations that were fetched and turned out malformed, while the store had a pointer of this digest."""

    pointer: str
    problems: dict[str, str] = {}


def read_pointer(origin: Origin, key: Ed25519PublicKey | None = None) -> Pointer:
    """The pointer of a store, signed if there is a key; raises FetchError."""
    try:
        pointer = decoded(origin.pointer())
        if key is not None:
            check_signature(pointer, key)
    except Missing as error:
        raise FetchError(f"{error}; publish a snapshot there with `sportlore publish`") from None
    except (StoreError, PointerError) as error:
        raise FetchError(str(error)) from None
    return pointer


def read_local(folder: Path, key: Ed25519PublicKey | None = None) -> Pointer | None:
    """The pointer as it was fetched last into a folder, signed if there is a key; None without one."""
    try:
        pointer = decoded((folder / POINTER).read_bytes())
        if key is not None:
            check_signature(pointer, key)
    except (OSError, PointerError):
        return None
    return pointer


def fetch(
    origin: Origin,
    folder: Path,
    now: float,
    files: Sequence[str] = FILES,
    key: Ed25519PublicKey | None = None,
    go_back: bool = False,
) -> Iterator[str]:
    """Fetch what is served now, then what comes next, and copy the pointer; yields a line for each generation.

    Of each generation, these files and its manifest. With a key, the pointer must be signed with the private key that belongs to
    it. A pointer that is older than the last one is followed only if `go_back`.

    Raises FetchError; what is in the folder stays complete.
    """
    pointer = read_pointer(origin, key)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with alone(folder / ".lock"):
            if not go_back:
                _check_serial(pointer, read_local(folder, key))
            _copy_pointer(folder, pointer)
            # What cannot be fetched of the next one does not keep a replica that starts from the current one.
            for generation in (pointer.current(now), pointer.upcoming(now)):
                if generation and not (folder / generation).exists():
                    size = _fetch_generation(origin, folder, generation, pointer, files, signed=key is not None)
                    yield f"fetched generation {generation}, {megabytes(size)}"
            _tidy(folder, pointer, now)
    except (StoreError, SnapshotError) as error:
        raise FetchError(str(error)) from None
    except OSError as error:
        raise FetchError(f"{error.filename or folder}: {error.strerror or error}") from None


def _check_serial(pointer: Pointer, last: Pointer | None) -> None:
    if last is not None and pointer.serial < last.serial:
        raise FetchError(
            f"the pointer in the store has the serial number {pointer.serial}, and {last.serial} was there before: "
            "an older one was put back; publish again, or follow it with `sportlore fetch --go-back`"
        )


def _copy_pointer(folder: Path, pointer: Pointer) -> None:
    """Write the pointer into the folder, in one step, if it is not there already."""
    path, content = folder / POINTER, pointer.encoded()
    if path.is_file() and path.read_bytes() == content:
        return
    temporary = folder / f".{POINTER}"
    _write_through(temporary, content)
    temporary.replace(path)


def fetched(folder: Path, pointer: Pointer, now: float) -> list[Path]:
    """The snapshots that were fetched of those that may be served, the best first."""
    snapshots = (folder / generation for generation in pointer.by_preference(now))
    return [snapshot for snapshot in snapshots if snapshot.is_dir()]


def drop_damaged(folder: Path, whole: bool, files: Sequence[str] = FILES) -> list[str]:
    """Remove what is no longer as it was fetched, so that it is fetched again; says what was wrong."""
    lines = []
    for snapshot in folder.iterdir() if folder.is_dir() else ():
        if not _GENERATION.fullmatch(snapshot.name):
            continue
        try:
            problem = next(problems(snapshot / snapshot.name, read_manifest(snapshot), whole, files), None)
        except SnapshotError as error:
            problem = str(error)
        if problem:
            shutil.rmtree(snapshot, ignore_errors=True)
            lines.append(f"{problem}; generation {snapshot.name} is fetched again")
    return lines


def _fetch_generation(
    origin: Origin, folder: Path, generation: str, pointer: Pointer, needed: Sequence[str], signed: bool
) -> int:
    """Fetch the files of a generation, compare and inspect them, and give the folder its name; the number of bytes.

    One that was malformed is not fetched again until the pointer changes.
    """
    refused = _refused(folder, pointer)
    if generation in refused.problems:
        raise StoreError(refused.problems[generation])
    partial = folder / f"{_PARTIAL}{generation}"
    files = partial / generation
    files.mkdir(parents=True, exist_ok=True)
    _write_through(partial / MANIFEST, origin.manifest(generation))
    manifest = read_manifest(partial)
    _check_manifest(manifest, generation, pointer, signed)
    names = manifest.named(needed)
    total = sum(manifest.sizes[name] for name in names)
    done = sum(path.stat().st_size for path in files.iterdir())
    _check_space(folder, total - done)
    with transfer(f"fetching {generation}", total, done) as step:
        for name in names:
            try:
                _fetch_file(origin, files / name, manifest, step)
            except OSError:
                shutil.rmtree(partial, ignore_errors=True)  # a disk that is full is not left full
                raise
    try:
        inspect(partial, store_alone=needed == INDEX_ALONE)
    except Malformed as error:
        problem = f"generation {generation} in the store is malformed, and nothing of it is served: {error}"
        refused = _Refused(refused.pointer, {**refused.problems, generation: problem})
        _write_through(folder / _REFUSED, msgspec.json.encode(refused))
        shutil.rmtree(partial, ignore_errors=True)
        raise StoreError(problem) from None
    partial.rename(folder / generation)
    return total


def _check_manifest(manifest: Manifest, generation: str, pointer: Pointer, signed: bool) -> None:
    """Raise StoreError unless this is the manifest that the pointer means."""
    if manifest.generation != generation:
        raise StoreError(f"{generation}/{MANIFEST} in the store is of generation {manifest.generation}")
    digest = pointer.digests.get(generation)
    if digest is None and signed:
        raise StoreError(f"the pointer has no digest of {generation}/{MANIFEST}: publish that generation again")
    if digest is not None and digest != digest_of(manifest):
        raise StoreError(
            f"{generation}/{MANIFEST} in the store differs from its digest in the pointer: publish it again"
        )
    if len(manifest.sizes) > _MOST_FILES or min(manifest.sizes.values()) < 0:
        raise StoreError(f"{generation}/{MANIFEST} in the store names {len(manifest.sizes):,} files or sizes below 0")


def _refused(folder: Path, pointer: Pointer) -> _Refused:
    """What was refused since the store has this pointer."""
    digest = hashlib.sha256(pointer.encoded()).hexdigest()
    try:
        refused = msgspec.json.decode((folder / _REFUSED).read_bytes(), type=_Refused)
    except (OSError, ValueError):
        return _Refused(digest)
    return refused if refused.pointer == digest else _Refused(digest)


def _fetch_file(origin: Origin, path: Path, manifest: Manifest, step: Step) -> None:
    """Fetch what is missing of a file, and compare the whole."""
    generation, size = manifest.generation, manifest.sizes[path.name]
    with path.open("ab") as file:
        while (start := file.tell()) < size:
            part = origin.read(generation, path.name, start, min(_PART, size - start))
            if not part:
                raise StoreError(
                    f"{generation}/{path.name} in the store has {start:,} bytes of {size:,}: publish it again"
                )
            file.write(part)
            step(len(part))
        file.flush()
        os.fsync(file.fileno())
    if path.stat().st_size != size or file_digest(path) != manifest.digests[path.name]:
        path.unlink()
        raise StoreError(
            f"{generation}/{path.name} in the store differs from its digest: delete it there and publish again"
        )


def _check_space(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise StoreError(f"{folder} has {megabytes(free)} free, and {megabytes(needed)} are to be fetched")


def _tidy(folder: Path, pointer: Pointer, now: float) -> None:
    """Remove generations that are no longer needed, and what was begun of them."""
    kept = {pointer.current(now), pointer.upcoming(now), *pointer.settled(now).earlier[:_KEPT_EARLIER]}
    for path in folder.iterdir():
        generation = path.name.removeprefix(_PARTIAL)
        if _GENERATION.fullmatch(generation) and generation not in kept:
            shutil.rmtree(path, ignore_errors=True)


def _write_through(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
