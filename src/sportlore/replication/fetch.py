"""Fetching: bring the generations that a pointer names from a store into a folder of this machine.

The folder has a copy of the pointer and, for each generation, a snapshot: `<generation>/manifest.json` and
`<generation>/<generation>/store.mdb` and so on. What is not complete, or not compared yet, has a name that begins with a
dot; it is continued where it ended.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from sportlore.replication.lock import alone
from sportlore.replication.pointer import POINTER, Pointer, PointerError, decoded
from sportlore.replication.progress import Step, megabytes, transfer
from sportlore.replication.store import Missing, Origin, StoreError
from sportlore.snapshot import Manifest, SnapshotError, read_manifest
from sportlore.snapshot.format import FILES, MANIFEST, STORE
from sportlore.snapshot.soundness import file_digest, problems

_PART = 4_000_000
"""Bytes that are asked for at a time: so many are lost at most when a connection is."""
_PARTIAL = ".fetching-"
_GENERATION = re.compile(r"[0-9a-f]{16}")
"""The names of folders that fetching makes: whatever else there is belongs to somebody else."""
INDEX_ALONE = (STORE,)
"""The files of a generation that a server needs beside its manifest when the bytes of records are in a database."""
_KEPT_EARLIER = 1
"""Generations that are kept beside the current and the next one, for the way back."""


class FetchError(Exception):
    """Why a generation could not be fetched, in one line."""


def read_pointer(origin: Origin) -> Pointer:
    """The pointer of a store; raises FetchError."""
    try:
        return decoded(origin.pointer())
    except Missing as error:
        raise FetchError(f"{error}; publish a snapshot there with `sportlore publish`") from None
    except (StoreError, PointerError) as error:
        raise FetchError(str(error)) from None


def fetch(origin: Origin, folder: Path, now: float, files: Sequence[str] = FILES) -> Iterator[str]:
    """Fetch what is served now, then what comes next, and copy the pointer; says which generations were fetched.

    Of each generation, these files and its manifest.

    Raises FetchError; what is in the folder stays whole.
    """
    pointer = read_pointer(origin)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with alone(folder / ".lock"):
            _copy_pointer(folder, pointer)
            # What cannot be fetched of the next one does not keep a replica that starts from the current one.
            for generation in (pointer.current(now), pointer.upcoming(now)):
                if generation and not (folder / generation).exists():
                    size = _fetch_generation(origin, folder, generation, files)
                    yield f"fetched generation {generation}, {megabytes(size)}"
            _tidy(folder, pointer, now)
    except (StoreError, SnapshotError) as error:
        raise FetchError(str(error)) from None
    except OSError as error:
        raise FetchError(f"{error.filename or folder}: {error.strerror or error}") from None


def _copy_pointer(folder: Path, pointer: Pointer) -> None:
    """Write the pointer into the folder, in one step, if it is not there already."""
    path, content = folder / POINTER, pointer.encoded()
    if path.is_file() and path.read_bytes() == content:
        return
    temporary = folder / f".{POINTER}"
    _write_through(temporary, content)
    temporary.replace(path)


def fetched(folder: Path, pointer: Pointer, now: float) -> Path | None:
    """The snapshot to serve of those that were fetched, or None."""
    snapshots = (folder / generation for generation in pointer.by_preference(now))
    return next((snapshot for snapshot in snapshots if snapshot.is_dir()), None)


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


def _fetch_generation(origin: Origin, folder: Path, generation: str, needed: Sequence[str]) -> int:
    """Fetch the files of a generation, compare them, and give the folder its name; the number of bytes."""
    partial = folder / f"{_PARTIAL}{generation}"
    files = partial / generation
    files.mkdir(parents=True, exist_ok=True)
    _write_through(partial / MANIFEST, origin.manifest(generation))
    manifest = read_manifest(partial)
    if manifest.generation != generation:
        raise StoreError(f"{generation}/{MANIFEST} in the store is of generation {manifest.generation}")
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
    partial.rename(folder / generation)
    return total


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
