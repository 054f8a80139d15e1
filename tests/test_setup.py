"""Setting up: `.ci/setup` says what is missing, and does nothing when nothing has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

TOOLS = ["sh", "cat", "cksum", "dirname", "grep", "printf"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder to be the only one on PATH, with the tools that the script uses and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in TOOLS:
        if program := shutil.which(name):
            (folder / name).symlink_to(program)
    return folder


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def set_up(path: Path, purpose: str = "serving", **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {"PATH": str(path), "VENV": str(path.parent / "venv"), "PYTHON": "python3", **environment}
    command = [str(ROOT / ".ci" / "setup"), purpose]
    return subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60, check=False)


def test_a_missing_python_is_said(path: Path) -> None:
    run = set_up(path)
    assert run.returncode == 1
    assert run.stderr == (
        "Sportlore needs Python 3.11 or newer; found: there is no python3. "
        "Install it, or name it: make serve PYTHON=/path/to/python\n"
    )


def test_an_old_python_is_said_and_a_newer_one_proposed(path: Path) -> None:
    program(path / "python3", '[ "$1" = -V ] && echo "Python 3.9.2"')
    assert "3.11 or newer; found: Python 3.9.2. Install it" in set_up(path).stderr
    (path / "python3.12").symlink_to(sys.executable)
    run = set_up(path)
    assert run.returncode == 1
    assert run.stderr.endswith("Use the one that is installed: make serve PYTHON=python3.12\n")


def test_a_python_without_venv_is_said(path: Path) -> None:
    program(path / "python3", f'case "$*" in *ensurepip*) exit 1;; *) exec {sys.executable} "$@";; esac')
    run = set_up(path)
    assert run.returncode == 1
    assert "sudo apt install python3-venv" in run.stderr


def test_a_folder_that_is_no_environment_is_left_alone(path: Path, tmp_path: Path) -> None:
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "thesis.txt").write_text("years of work", encoding="utf-8")
    program(path / "python3", f'exec {sys.executable} "$@"')
    run = set_up(path)
    assert run.returncode == 1
    assert "is not a virtual environment" in run.stderr
    assert (tmp_path / "venv" / "thesis.txt").exists()


def test_the_installation_is_done_once_for_each_state(tmp_path: Path) -> None:
    """In a copy of the project, with a pip that only writes down what it was asked for."""
    project = tmp_path / "project"
    for name in (
        ".ci/setup",
        "pyproject.toml",
        "requirements.lock",
        "requirements-dev.lock",
        "src/sportlore/__init__.py",
    ):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, project / name)
    real, asked = Path(sys.executable).resolve(), tmp_path / "asked"
    program(
        python := tmp_path / "python",
        f"""case "$*" in
          *_base_executable*) echo "{tmp_path}/python" ;;
          "-m venv"*) mkdir -p .venv/bin && touch .venv/pyvenv.cfg && cp "$0" .venv/bin/python ;;
          "-m pip"*) echo "$*" >>"{asked}" ;;
          *) exec "{real}" "$@" ;;
        esac""",
    )

    def installs(purpose: str) -> int:
        asked.write_text("", encoding="utf-8")
        environment = {"PATH": os.environ["PATH"], "PYTHON": str(python)}
        subprocess.run(
            [project / ".ci" / "setup", purpose], env=environment, check=True, capture_output=True, timeout=60
        )
        return len(asked.read_text(encoding="utf-8").splitlines())

    assert [installs("serving"), installs("serving")] == [2, 0]
    assert [installs("testing"), installs("testing"), installs("serving")] == [2, 0, 0]
    with (project / "requirements-dev.lock").open("a", encoding="utf-8") as lock:
        lock.write("\n")
    assert [installs("serving"), installs("testing")] == [0, 2]
