"""A replica: a server that follows the pointer of a store, and changes to a new generation when all others do.

Every worker has a thread that looks at the copy of the pointer in the folder of this machine. One of them, whichever has
the lock, also reads the store and fetches from it, so that several workers ask no more of it than one. What comes next is
opened beside what is served. At the instant that the pointer names, the worker stops answering, for as long as the
clocks of replicas may differ, and goes on with the next generation: requests wait, and no connection is closed.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sportlore.replication.fetch import FetchError, drop_damaged, fetch, fetched, read_local
from sportlore.replication.lock import acquire
from sportlore.replication.pointer import Pointer
from sportlore.replication.signing import public_key
from sportlore.replication.store import Origin, StoreError
from sportlore.replication.stores import origin_at
from sportlore.replication.targets import is_remote, without_password
from sportlore.server.answer import Responder
from sportlore.server.inspection import Malformed, inspect
from sportlore.server.log import LOG
from sportlore.server.ports import Application, NotReady, Purpose
from sportlore.snapshot import SnapshotError
from sportlore.snapshot.format import FILES
from sportlore.snapshot.soundness import CURE

_LOOK = 0.25
"""Seconds between two looks at the copy of the pointer."""
_LONGEST_TIMER = 1.0
"""Seconds after which the time that is left is computed again, since the clock may have been set."""


class NothingToServe(Exception):
    """Nothing was fetched, now or before."""


class Replica:
    """The generations of a store, as the server asks for them (sportlore/server/ports.py).

    `folder` is where they are fetched to, `interval` the seconds between two looks at the store. `whole` is that of Snapshot,
    `files` those of a generation that are needed here. `key` is the file of a public key: with one, only signed pointers are
    followed. For `longest_pause` seconds at most does this replica answer nothing, whatever the pointer asks for.
    """

    def __init__(
        self,
        source: str,
        folder: Path,
        interval: float,
        whole: bool = True,
        files: Sequence[str] = FILES,
        key: Path | None = None,
        longest_pause: float = 2.0,
    ) -> None:
        """Raises KeyFileError."""
        self.source = source
        self.folder = folder
        self.interval = interval
        self.whole = whole
        self.files = files
        self.key_file = key
        self.key = public_key(key) if key is not None else None
        self.longest_pause = longest_pause
        self._inspected: dict[str, bool] = {}
        """Whether a generation was found readable."""

    def start(self) -> None:
        """Fetch what is to be served. Where that fails, what was fetched before is served; without any, raises NothingToServe.

        Another process fetches: a client of a store has threads, and workers are forked from this process.
        """
        if self.key is None and is_remote(self.source):
            LOG.warning(
                "what %s has is served unsigned: who can write there says what is answered here (--public-key)",
                without_password(self.source),
            )
        try:
            for problem in drop_damaged(self.folder, self.whole, self.files):
                LOG.warning(problem)
        except OSError as error:
            raise NothingToServe(f"{self.folder}: {error.strerror or error}") from None
        command = [sys.executable, "-m", "sportlore", "fetch", self.source, "--cache", str(self.folder)]
        if self.files != FILES:
            command.append("--without-records")
        if self.key_file is not None:
            command += ["--public-key", str(self.key_file)]
        failed = subprocess.run(command, check=False).returncode != 0
        try:
            snapshot = self._fetched()
        except SnapshotError as error:
            raise NothingToServe(str(error)) from None
        if snapshot is None:
            raise NothingToServe(
                f"nothing was fetched from {without_password(self.source)}, so there is nothing to serve"
            )
        if failed:
            LOG.warning("what was fetched from %s before is served", without_password(self.source))

    def current(self) -> Path:
        """The snapshot to serve now, of those that are here; waits while an exchange has all replicas wait."""
        snapshot = self._fetched()
        if snapshot is None:
            raise SnapshotError(
                f"no snapshot at {self.folder}/: fetch one with `sportlore fetch {without_password(self.source)}`"
            )
        return snapshot

    def _fetched(self) -> Path | None:
        pointer = read_local(self.folder, self.key)
        if pointer is None:
            return None
        now = time.time()
        if pointer.at is not None and pointer.at.timestamp() <= now:
            time.sleep(max(0.0, pointer.at.timestamp() + self.pause(pointer) - now))
        return next(filter(self.inspect_once, fetched(self.folder, pointer, now)), None)

    def inspect_once(self, snapshot: Path) -> bool:
        """Inspect a generation, unless it was; whether it can be opened without ending the process. If not, it is removed.

        A worker that starts again opens what its parent has inspected, or inspects it itself. Raises SnapshotError where nothing
        could be found out.
        """
        readable = self._inspected.get(snapshot.name)
        if readable is None:
            try:
                inspect(snapshot, store_alone=self.files != FILES)
                readable = True
            except Malformed as error:
                LOG.error("generation %s is malformed and not served: %s", snapshot.name, error)
                shutil.rmtree(snapshot, ignore_errors=True)
                readable = False
            self._inspected[snapshot.name] = readable
        return readable

    def is_refused(self, generation: str) -> bool:
        """Whether a generation was inspected and must not be opened, if it could not be removed."""
        return self._inspected.get(generation) is False

    def pause(self, pointer: Pointer) -> float:
        """The seconds for which this replica answers nothing at the exchange of a pointer."""
        return min(pointer.pause, self.longest_pause)

    def follow(self, loop: asyncio.AbstractEventLoop, app: Application) -> None:
        """Follow the store as long as the process lives. For a thread of its own, one in each worker."""
        follower = _Follower(self, loop, app)
        while True:
            time.sleep(_LOOK)
            try:
                follower.look()
            except Exception as error:  # whatever it is, it must be logged, and what is served is sound
                follower.report(repr(error))


class _Follower:
    """What one worker has done of what the pointer says. `_exchange` runs on the event loop, all else in the thread."""

    def __init__(self, replica: Replica, loop: asyncio.AbstractEventLoop, app: Application) -> None:
        self._replica = replica
        self._loop = loop
        self._app = app
        self._origin: Origin | None = None
        self._lock: int | None = None  # whether this worker is the one that reads the store
        self._due = time.monotonic() + replica.interval
        self._reported = ""
        self._armed: Pointer | None = None

    def look(self) -> None:
        """Read the store if it is time to, then the copy of the pointer, and do what it asks for."""
        if self._lock is None:
            self._lock = acquire(self._replica.folder / ".follower", wait=False)
        if self._lock is not None and time.monotonic() >= self._due:
            self._refresh()
            self._due = time.monotonic() + self._replica.interval
        pointer = read_local(self._replica.folder, self._replica.key)
        if pointer is not None:
            self._apply(pointer, time.time())

    def _refresh(self) -> None:
        """Fetch what is new; what fails is tried again the next time, and logged once."""
        try:
            self._origin = self._origin or origin_at(self._replica.source)
            replica = self._replica
            for line in fetch(self._origin, replica.folder, time.time(), replica.files, replica.key):
                LOG.info(line)
            self._reported = ""
        except (FetchError, StoreError) as error:
            self.report(str(error))

    def report(self, problem: str) -> None:
        """Log a problem, unless it was logged last."""
        if problem != self._reported:
            LOG.warning("%s; generation %s is still served", problem, self._app.responder.generation)
        self._reported = problem

    def _apply(self, pointer: Pointer, now: float) -> None:
        if pointer.at is not None and pointer.next == self._app.responder.generation:
            now = max(
                now, pointer.at.timestamp()
            )  # the exchange was made, and holds even if the clock was set back since
        current, upcoming = pointer.current(now), pointer.upcoming(now)
        if pointer != self._armed:
            self._armed = None
        if upcoming is not None and upcoming != self._app.responder.generation:
            if self._is_staged(upcoming) or self._stage(upcoming):
                self._arm(pointer)
        elif upcoming is None and self._app.staged is not None and self._armed is None and not self._is_staged(current):
            self._loop.call_soon_threadsafe(self._app.stage, None)  # it was withdrawn
        if self._armed is None and current != self._app.responder.generation:
            self._catch_up(pointer, current)
        elif current == self._app.responder.generation:
            self._app.behind = False

    def _is_staged(self, generation: str) -> bool:
        staged = self._app.staged
        return staged is not None and staged.generation == generation

    def _stage(self, generation: str) -> bool:
        """Open a generation beside the one that is served, and wait until the event loop has it; whether it could be."""
        responder = self._open(generation, Purpose.STAGE)
        if responder is not None:
            self._on_loop(lambda: self._app.stage(responder))
        return responder is not None

    def _catch_up(self, pointer: Pointer, generation: str) -> None:
        """Change at once, since the instant is past: this replica had been away, or read the pointer late."""
        responder = self._app.staged if self._is_staged(generation) else self._open(generation, Purpose.CHANGE)
        self._app.behind = responder is None
        if responder is not None:
            self._on_loop(lambda: self._change(pointer, responder))

    def _change(self, pointer: Pointer, responder: Responder) -> None:
        """Serve this if it is still what is to be served: an exchange may have come first."""
        if responder.generation == pointer.current(time.time()) != self._app.responder.generation:
            self._app.replace(responder)
            LOG.info("changed to generation %s, after the others perhaps", responder.generation)
        elif responder not in (self._app.responder, self._app.staged):
            responder.close()

    def _open(self, generation: str, purpose: Purpose) -> Responder | None:
        """Open what was fetched, or None. What is no longer as it was fetched is removed, so that it is fetched again."""
        snapshot = self._replica.folder / generation
        if not snapshot.is_dir() or self._replica.is_refused(generation):
            return None
        try:
            return self._app.opened(snapshot, purpose)
        except NotReady as error:
            self.report(str(error))
            return None
        except SnapshotError as error:
            shutil.rmtree(snapshot, ignore_errors=True)
            self.report(f"{str(error).removesuffix(f': {CURE}')}: generation {generation} is fetched again")
            return None

    def _on_loop(self, change: Callable[[], None]) -> None:
        """Have a change made on the thread of the event loop, between two requests, and wait for it."""

        async def run() -> None:
            change()

        asyncio.run_coroutine_threadsafe(run(), self._loop).result()

    def _arm(self, pointer: Pointer) -> None:
        """Have the exchange made at its instant, once that is known."""
        if pointer.at is None:
            self._armed = None
        elif pointer != self._armed:
            self._armed = pointer
            if self._replica.pause(pointer) < pointer.pause:
                words = "the pointer asks for a pause of %g seconds, and this replica pauses for %g at most (--longest-pause)"
                LOG.warning(words, pointer.pause, self._replica.longest_pause)
            self._loop.call_soon_threadsafe(self._exchange, pointer)

    def _exchange(self, pointer: Pointer) -> None:
        """At the instant: give no answer until the pause is over, then change.

        The event loop is held up on purpose: this takes no look at the clock for each request, and what clients send
        meanwhile waits in the system.
        """
        if pointer != self._armed or pointer.at is None:
            return
        start, now = pointer.at.timestamp(), time.time()
        if now < start:
            self._loop.call_later(min(start - now, _LONGEST_TIMER), self._exchange, pointer)
            return
        staged = self._app.staged
        if staged is not None and staged.generation == pointer.next:
            left = start + self._replica.pause(pointer) - now
            if left < 0:
                words = "changed %.3f seconds after the others, which may have answered from %s before"
                LOG.warning(words, -left, pointer.next)
            time.sleep(max(0.0, left))
            self._app.replace(staged)
        self._armed = None
