"""The machine: what it is, which of its cores runs what, and the tools that the benchmark needs on it."""

from __future__ import annotations

import compileall
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import distributions, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "bench"
PEERS = ROOT / "build" / "bench-venv"
LOCK = Path(__file__).with_name("requirements.lock")
DEBIAN = ("nginx", "wrk")

_SHOWN = ("fastapi", "pydantic", "starlette", "datasette", "django", "djangorestframework", "gunicorn")


def pinned(command: Sequence[str], core: int) -> list[str]:
    """The command on one core, where there are two: servers on 0, wrk on 1, so that they do not take turns."""
    cores = sorted(os.sched_getaffinity(0))
    return ["taskset", "-c", str(cores[core]), *command] if len(cores) > 1 else list(command)


def install() -> None:
    """Install nginx and wrk where they are missing, and the peers into a venv of their own.

    The sources are compiled to bytecode, as those of what pip installs are, so that no start compiles them.
    """
    missing = [name for name in DEBIAN if shutil.which(name) is None]
    if missing:
        if os.geteuid() != 0 or shutil.which("apt-get") is None:
            raise SystemExit(f"the benchmark needs {' and '.join(missing)}: sudo apt-get install {' '.join(missing)}")
        print(f"installing {' and '.join(missing)} (once)", flush=True)
        # Run level 1 keeps the package from starting a server of its own.
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        subprocess.run(["apt-get", "update", "-qq"], env=environment, check=False, timeout=300)
        command = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends", *missing]
        subprocess.run(command, env=environment, check=True, timeout=600)
    _install_peers()
    compileall.compile_dir(ROOT / "src", quiet=1)


def _install_peers() -> None:
    ready = PEERS / "ready"
    digest = sha256(LOCK.read_bytes()).hexdigest()
    if ready.is_file() and ready.read_text() == digest:
        return
    print("installing the peers into build/bench-venv (once)", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(PEERS)], check=True, timeout=120)
    quiet = ["--quiet", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    command = [str(PEERS / "bin" / "python"), "-m", "pip", "install", *quiet, "-r", str(LOCK)]
    subprocess.run(command, check=True, timeout=600)
    ready.write_text(digest)


def facts() -> dict[str, str]:
    """What the figures depend on: processor, kernel, versions."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text())
    return {
        "cores": str(len(os.sched_getaffinity(0))),
        "processor": cpu[1] if cpu else platform.machine(),
        "memory": f"{int(memory[1]) / 1e6:.0f} GB" if memory else "unknown",
        "kernel": platform.release(),
        "Python": platform.python_version(),
        "nginx": _said(["nginx", "-v"], r"nginx/(\S+)"),
        "wrk": _said(["wrk", "-v"], r"wrk (\S+)"),
        **{name: version(name) for name in ("uvicorn", "uvloop", "httptools", "lmdb", "rapidfuzz")},
        **_peer_versions(),
    }


def _said(command: Sequence[str], pattern: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    found = re.search(pattern, done.stdout + done.stderr)
    return found[1] if found else "unknown"


def _peer_versions() -> dict[str, str]:
    installed = {
        found.name.lower(): found.version
        for found in distributions(path=[str(next(PEERS.glob("lib/*/site-packages")))])
    }
    return {name: installed[name] for name in _SHOWN}
