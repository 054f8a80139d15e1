"""`serve --reload`: a process that builds the catalogue again on every change, beside the one that serves.

The builder has an interpreter of its own, so that a build delays no answer, and stays alive, so that it builds only what an edit
touches. For each attempt it writes a line to its output: what it built, or nothing if the catalogue has errors. It ends with its
input, which the serving process holds open.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

_IDLE = 30
"""While no change is reported, reading the files again takes at most one part in this many of the time."""
_STOPPED_WITHIN = 5.0
"""Seconds for a builder to end in."""


class BuildOrder(Struct, frozen=True):
    """What to build."""

    catalogue: str
    out: str
    site_url: str
    base_url: str | None
    status: str


@contextmanager
def builder(order: BuildOrder) -> Iterator[Iterator[bool]]:
    """Start a builder, and stop it in the end; yields for each of its attempts whether a new snapshot stands."""
    command = [sys.executable, "-m", __name__, msgspec.json.encode(order).decode()]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield _attempts(process)
    finally:
        process.terminate()
        try:
            process.wait(_STOPPED_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _attempts(process: subprocess.Popen[str]) -> Iterator[bool]:
    for line in process.stdout or ():
        if built := line.strip():
            print(built, flush=True)
        yield bool(built)


def main(order: BuildOrder) -> None:
    """The builder: build, and again after each change."""
    from sportlore.build import Builder
    from sportlore.cli.building import addresses_of, built

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the serving process says when to end
    threading.Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)  # readers come before builds
    gc.disable()  # a build makes few cycles; they are collected while nothing changes
    out = Path(order.out)
    addresses = addresses_of(Namespace(site_url=order.site_url, base_url=order.base_url))
    again = Builder(Path(order.catalogue), out, addresses, order.status)
    again.read_again()
    print(built(again.build, out) or "", flush=True)
    looked, took, collected = 0.0, 0.0, False
    # Notifications may be lost or merged, so the files are looked at without one, too.
    for reported in _watched(Path(order.catalogue)):
        if not (reported or collected):  # no edit waits meanwhile
            gc.collect()
            if not gc.get_freeze_count():
                gc.freeze()  # most of it stays, and need not be looked through again
            collected = True
        began = time.monotonic()
        if not reported and began - looked < _IDLE * took:
            continue
        changed = again.read_again()
        looked, took = time.monotonic(), time.monotonic() - began
        if changed:
            print(built(again.build, out) or "", flush=True)
            collected = False


def _watched(catalogue: Path) -> Iterator[bool]:
    """Whether a change was reported, again and again, at least once a second.

    The folders are watched one by one: a watcher of the whole tree would follow links out of it.
    """
    import watchfiles

    while True:
        folders = [folder for folder, _, _ in os.walk(catalogue)]
        try:
            for changes in watchfiles.watch(
                *folders, recursive=False, step=10, rust_timeout=1_000, yield_on_timeout=True
            ):
                yield bool(changes)
                if changes and folders != [folder for folder, _, _ in os.walk(catalogue)]:
                    break
        except FileNotFoundError:  # a folder that went meanwhile
            yield True


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main(msgspec.json.decode(sys.argv[1], type=BuildOrder))
