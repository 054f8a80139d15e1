"""The wheel is built by what pyproject.toml asks for, and serves by itself: in a fresh environment, in an empty folder.

It is that of a checkout whose catalogue is the miniature world. That the real catalogue is fit for a release, and that a snapshot
of it serves, other tests have shown.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
import tomllib
import venv
import zipfile
from pathlib import Path

import httpx
import pytest
from conftest import PATIENCE, ROOT, WORLD, free_port

from sportlore import __version__


def checkout(folder: Path) -> Path:
    """What pyproject.toml puts into a source distribution, with the miniature world as its catalogue."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in (*project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"], "pyproject.toml"):
        source, target = WORLD if name == "catalogue" else ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, target)
    return folder


def test_the_wheel_serves_in_a_fresh_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)  # it would lead to the checkout, and to what is installed here
    (tmp_path / "checkout").mkdir()
    made = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(checkout(tmp_path / "checkout"))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "sportlore/bundled/snapshot/manifest.json" in names
    assert not any(name.startswith("sportlore/bundled/catalogue") for name in names)
    assert "sportlore/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    (materials,) = (name for name in names if name.endswith(".dist-info/sboms/sportlore.cdx.json"))
    parts = json.loads(zipfile.ZipFile(wheel).read(materials))["components"]
    assert {part["name"] for part in parts} >= {"brotli", "lmdb", "uvicorn"}
    (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
    assert f"Version: {__version__}" in zipfile.ZipFile(wheel).read(metadata).decode().splitlines()

    fresh, empty = tmp_path / "fresh", tmp_path / "empty"
    empty.mkdir()
    venv.create(fresh)
    pip = [sys.executable, "-m", "pip", "--python", str(fresh / "bin" / "python"), "--disable-pip-version-check"]
    install = [*pip, "install", "--quiet", "--no-compile", str(wheel)]
    installed = subprocess.run(install, capture_output=True, text=True, check=False, cwd=empty)
    assert installed.returncode == 0, installed.stderr

    sportlore = str(fresh / "bin" / "sportlore")
    port = free_port()
    process = subprocess.Popen([sportlore, "serve", "--port", str(port)], cwd=empty, stdout=subprocess.PIPE, text=True)
    try:
        body = answered(process, f"http://127.0.0.1:{port}/v1/entities/sport/tennis").json()
        assert body["id"] == "sport/tennis"
        assert body["url"] == f"http://localhost:{port}/sports/tennis"
        page = answered(process, f"http://127.0.0.1:{port}/sports/tennis")
        assert f"http://localhost:{port}/" in page.text
        assert "localhost:8000" not in page.text
        results = answered(process, f"http://127.0.0.1:{port}/v1/search?q=tennis").json()
        assert results["data"][0]["id"] == "sport/tennis"
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)

    def said(*arguments: str) -> str:
        run = subprocess.run([sportlore, *arguments], capture_output=True, text=True, cwd=empty, check=False)
        return run.stdout + run.stderr

    assert said("search", "tenis").startswith("sport/tennis\n")
    assert said("answer", "how high is a tennis net").startswith("Tennis, height of the net: 0.914 m\nSource: ")
    assert "badminton" in said("compare", "tennis", "badminton")
    assert said("calculate", "one-rep-max", "load=100", "repetitions=5").endswith(": 116.7 kg\n")
    assert "pip install 'sportlore[build]'" in said("check")
    assert "pip install 'sportlore[mcp]'" in said("mcp")
    subprocess.run([*install[:-1], f"{wheel}[build]"], check=True, cwd=empty, capture_output=True)
    assert "error[unknown-reference]" in said("explain", "unknown-reference")
    assert "16 entities" in said("build", "--catalogue", str(WORLD), "--out", str(tmp_path / "own"))
    assert list(empty.iterdir()) == []


def answered(process: subprocess.Popen[str], url: str) -> httpx.Response:
    deadline = time.monotonic() + 2 * PATIENCE
    while True:
        try:
            return httpx.get(url, timeout=PATIENCE).raise_for_status()
        except httpx.TransportError:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
