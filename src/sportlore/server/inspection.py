"""Inspecting a generation in a process of its own: what a worker does when it opens one, and a walk over all of its store.

LMDB checks little of what it maps: a store that is malformed, although its digest is the one in the manifest, ends the
process that reads it. Here that is a child, and one line.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from sportlore.contract.composition import Items
from sportlore.contract.record import Buffer
from sportlore.server.answer import Responder
from sportlore.snapshot import Generation, MissingBytes, Snapshot, SnapshotError, read_manifest
from sportlore.snapshot import verify as verify_digests
from sportlore.snapshot.format import NAMES, STORE
from sportlore.snapshot.generation import Location
from sportlore.snapshot.soundness import CURE

_TIMEOUT = 300.0
"""Seconds that an inspection may take: one of 2.5 GB takes some ten."""
_STORE_ALONE = "--store-alone"
_MALFORMED = 3
"""The exit status that means that what was read is malformed, and not that reading it was impossible."""


class Malformed(SnapshotError):
    """A generation that cannot be read, whatever its digests are."""


def inspect(snapshot: Path, store_alone: bool = False) -> None:
    """Raise Malformed for a generation that cannot be read, and SnapshotError where that could not be found out.

    If `store_alone`, the bytes of its records are not here.
    """
    command = [sys.executable, "-m", __name__, str(snapshot), *([_STORE_ALONE] if store_alone else [])]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SnapshotError(f"{snapshot} could not be inspected: {error}") from None
    code = ended.returncode
    if code == -signal.SIGKILL:  # as the system does where memory is short
        raise SnapshotError(f"{snapshot} could not be inspected: the process that read it was killed")
    if code < 0:
        raise Malformed(
            f"{_store_of(snapshot)} ended the process that read it by signal {-code} ({signal.strsignal(-code)}): {CURE}"
        )
    if code:
        line = (ended.stderr.strip().splitlines() or [f"the process that read it ended with status {code}"])[-1]
        raise Malformed(line) if code == _MALFORMED else SnapshotError(f"{snapshot} could not be inspected: {line}")


def _store_of(snapshot: Path) -> Path:
    return snapshot / read_manifest(snapshot).generation / STORE


def verify(snapshot: Path) -> None:
    """Compare all files of a snapshot with their digests and inspect it; raises SnapshotError with all that is wrong."""
    if differences := list(verify_digests(snapshot)):
        raise SnapshotError("\n".join(differences))
    inspect(snapshot)


class _StoreAlone(Generation):
    """A generation of which only the store is on this machine."""

    mapped = False

    def best(self, path: bytes, variants: Sequence[bytes]) -> Buffer | None:
        """No record is here."""
        raise MissingBytes(self.generation, ())

    def stretch(self, type: str, first: int, count: int) -> Items:
        """No item is here."""
        raise MissingBytes(self.generation, ())

    def _pieces(self, locations: Sequence[Location]) -> tuple[list[Buffer], list[Buffer]]:
        raise MissingBytes(self.generation, ())


def _walk(snapshot: Path, store_alone: bool) -> None:
    """Open a generation as a worker does, and read all that its store holds; raises whatever comes of it."""
    generation = _StoreAlone(snapshot, files=(STORE,)) if store_alone else Snapshot(snapshot, whole=False)
    for value in generation.values_from(b""):
        bytes(value)
    for names in generation.values_from(NAMES):
        bytes(names).decode()
    responder = Responder(generation)
    responder.searcher.search("a", None, 0, 1)
    responder.close()


def main(arguments: Sequence[str]) -> int:
    """The child: exit status 0 if all is well."""
    snapshot = Path(arguments[0])
    _write_no_core()
    try:
        _walk(snapshot, _STORE_ALONE in arguments)
    except SnapshotError as error:
        print(error, file=sys.stderr)
        return _MALFORMED
    except (MemoryError, OSError) as error:
        print(repr(error), file=sys.stderr)
        return 1
    except Exception as error:  # whatever it is, a worker would end or fail by it
        print(f"{_store_of(snapshot)} is malformed ({error!r}): {CURE}", file=sys.stderr)
        return _MALFORMED
    return 0


def _write_no_core() -> None:
    """Leave no image of the memory behind where this is ended by a signal."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
