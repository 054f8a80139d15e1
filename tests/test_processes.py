"""Work in a process beside this one."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from sportlore.processes import beside

OWN = """
import os
from sportlore.processes import beside

here = os.getpid()

def make():
    if os.getpid() != here and {fails}:
        raise MemoryError
    return {{b"made": str(os.getpid()).encode(), b"much": bytes(1_000_000)}}

os.cpu_count = lambda: 2
with beside(make) as made:
    given = made()
print(int(given[b"made"]) == here, len(given[b"much"]))
try:
    with beside(make):
        raise ValueError
except ValueError:
    try:
        os.waitpid(-1, 0)
    except ChildProcessError:
        print("no process is left")
"""


def run(fails: bool) -> subprocess.CompletedProcess[str]:
    """A process that has one thread: that of a test may have more."""
    return subprocess.run([sys.executable, "-c", OWN.format(fails=fails)], capture_output=True, text=True, check=True)


def made_by() -> dict[bytes, bytes]:
    return {b"pid": str(os.getpid()).encode()}


def test_another_process_makes_it() -> None:
    assert run(fails=False).stdout.splitlines() == ["False 1000000", "no process is left"]


def test_what_the_other_process_cannot_make_is_made_here() -> None:
    done = run(fails=True)
    assert done.stdout.splitlines()[0] == "True 1000000"
    assert done.stderr == ""


def test_a_process_with_threads_makes_it_itself() -> None:
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        with beside(made_by) as made:
            assert made is made_by
    finally:
        end.set()
        thread.join()


@pytest.mark.parametrize("lack", ["fork", "cores"])
def test_without_forks_or_with_one_core_it_is_made_here(lack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    if lack == "fork":
        monkeypatch.delattr(os, "fork")
    else:
        monkeypatch.setattr(os, "cpu_count", lambda: 1)
    with beside(made_by) as made:
        assert made is made_by
        assert made() == {b"pid": str(os.getpid()).encode()}
