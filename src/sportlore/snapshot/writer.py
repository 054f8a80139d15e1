"""Writing a snapshot: a new generation beside the current one, then the manifest that makes it current."""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from sportlore.contract.record import Resource
from sportlore.snapshot.contents import write_files
from sportlore.snapshot.disk import sync
from sportlore.snapshot.format import FORMAT, MANIFEST, Index, Info, Manifest, SnapshotError
from sportlore.snapshot.reader import Snapshot
from sportlore.snapshot.soundness import generation, problems, read_manifest

_SCRATCH = ".writing-"
"""How the names of what is not complete begin."""
_LONGEST_WAIT = 60.0
"""Seconds for which another build is waited for."""


def write(
    folder: Path,
    resources: Iterable[Resource],
    info: Info,
    index: Index,
    item: Callable[[str], bytes],
    recipe: str = "",
    sound: Manifest | None = None,
    compress: bool = True,
) -> Manifest:
    """Write a snapshot below `folder` and make it the current one. `item` makes an entity as lists state it, from its id.
    If not `compress`, the records are as clients without content codings get them.

    The records that the snapshot there has of the same resources, made by the same recipe from the same inputs, are reused.
    Its files are compared with their checksums first; if it is the one of the manifest `sound`, which this process wrote, only
    the store is.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        scratch = folder / f"{_SCRATCH}{secrets.token_hex(8)}"
        scratch.mkdir()
        try:
            return _write(folder, scratch, resources, info, index, item, recipe, sound, compress)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)


def _write(
    folder: Path,
    scratch: Path,
    resources: Iterable[Resource],
    info: Info,
    index: Index,
    item: Callable[[str], bytes],
    recipe: str,
    sound: Manifest | None,
    compress: bool,
) -> Manifest:
    """Write the files into `scratch`, then make them the current generation.

    Each step is on the disk before the next begins, so that after a power cut the manifest names a whole generation.
    """
    earlier = _earlier(folder, recipe, sound)
    try:
        count, sums = write_files(scratch, resources, info, index, item, earlier, compress)
    finally:
        if earlier is not None:
            earlier.close()
    digests = {name: of_file.digest for name, of_file in sums.items()}
    checksums = {name: of_file.checksum for name, of_file in sums.items()}
    sizes = {name: (scratch / name).stat().st_size for name in sums}
    manifest = Manifest(
        FORMAT, "", info.version, info.site_url, info.base_url, recipe, count, digests, checksums, sizes
    )
    manifest = msgspec.structs.replace(manifest, generation=generation(manifest))
    target = folder / manifest.generation
    if target.exists() and any(problems(target, manifest)):
        shutil.rmtree(target)
    if not target.exists():  # the same catalogue again: a server may have it mapped, so it stays
        sync(scratch)
        scratch.rename(target)
        sync(folder)
    before = _current(folder)
    _replace(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    _tidy(folder, {manifest.generation, before})
    return manifest


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """The folder for this build alone; while another one writes there, it is waited for. The lock ends with the process.

    Windows locks no folders: there, builds at the same time are not kept apart.
    """
    if os.name == "nt":
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + _LONGEST_WAIT
        while not _lock(descriptor):
            if time.monotonic() > end:
                raise BlockingIOError(errno.EAGAIN, "another build is writing here")
            time.sleep(0.1)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    import fcntl  # noqa: PLC0415  # Windows has none

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _earlier(folder: Path, recipe: str, sound: Manifest | None) -> Snapshot | None:
    """The snapshot that is there, if it is whole and was made by the same recipe."""
    try:
        manifest = read_manifest(folder)
        return Snapshot(folder, whole=manifest != sound) if recipe and manifest.recipe == recipe else None
    except SnapshotError:
        return None


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(f"{_SCRATCH}{secrets.token_hex(8)}")
    temporary.write_bytes(content)
    sync(temporary)
    temporary.replace(path)
    sync(path.parent)


def _current(folder: Path) -> str:
    try:
        return str(json.loads((folder / MANIFEST).read_bytes())["generation"])
    except (OSError, ValueError, KeyError):
        return ""


def _tidy(folder: Path, kept: set[str]) -> None:
    """Take away older generations and what crashed builds left; no other build runs."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)
        elif path.name.startswith(_SCRATCH):
            path.unlink()
