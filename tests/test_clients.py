"""The description as others read it: linters find nothing, and generated clients call every operation of a real server."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import PATIENCE, ROOT, missing

CLIENTS = ROOT / "tests" / "clients"
PACKAGES = CLIENTS / "node_modules"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}


def run(*command: str | Path, cwd: Path, environment: Mapping[str, str] = {}) -> subprocess.CompletedProcess[str]:
    """A program that ends within ten minutes, with what it wrote."""
    return subprocess.run(
        command, capture_output=True, text=True, timeout=600, check=False, cwd=cwd, env={**os.environ, **environment}
    )


def output(*command: str | Path, cwd: Path, environment: Mapping[str, str] = {}) -> str:
    """What a program writes that succeeds."""
    found = run(*command, cwd=cwd, environment=environment)
    assert found.returncode == 0, f"{command[0]}: {found.stdout[-4000:]}{found.stderr[-4000:]}"
    return found.stdout


@pytest.fixture(scope="module")
def document(catalogue_server: str) -> dict[str, Any]:
    """The description as it is served."""
    served: dict[str, Any] = httpx.get(f"{catalogue_server}/api/openapi.json", timeout=PATIENCE).json()
    return served


@pytest.fixture
def description(document: dict[str, Any], tmp_path: Path) -> Path:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def programs() -> Path:
    """The folder of the programs that package-lock.json pins."""
    lock, installed = CLIENTS / "package-lock.json", PACKAGES / ".package-lock.json"
    for name in ("node", "npm"):
        if shutil.which(name) is None:
            missing(f"{name} is not on PATH: install Node.js 20.19 or later; linters and TypeScript run on it")
    found = output("node", "--version", cwd=CLIENTS).strip()
    if tuple(map(int, found.removeprefix("v").split(".")[:2])) < (20, 19):
        missing(f"Node.js is {found}: install 20.19 or later; the linters need it")
    if not installed.exists() or versions(installed) != versions(lock):
        missing("the packages of tests/clients are not installed: npm ci --ignore-scripts --prefix tests/clients")
    return PACKAGES / ".bin"


def versions(lock: Path) -> dict[str, str]:
    """The packages of a lock file of npm with their versions, without those that other systems need."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {path: package["version"] for path, package in packages.items() if path and not package.get("optional")}


@pytest.fixture(scope="module")
def generator() -> tuple[str, ...]:
    """The command of openapi-generator, a Java program that a Python package carries."""
    java, package = shutil.which("java"), importlib.util.find_spec("openapi_generator_cli")
    if java is None:
        missing("java is not on PATH: install a Java runtime, 11 or later; openapi-generator runs on it")
    if package is None or package.origin is None:
        missing("openapi-generator-cli is not installed: `make test` installs it")
    jar = Path(package.origin).with_name("openapi-generator.jar")
    return java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(jar)  # quick to start, as for any short run


def flawed(document: dict[str, Any]) -> dict[str, Any]:
    """The same description with two operations of one id: what a linter must find."""
    copy: dict[str, Any] = json.loads(json.dumps(document))
    copy["paths"]["/v1/atlas"]["get"]["operationId"] = "listCourses"
    return copy


def test_redocly_finds_nothing(programs: Path, description: Path, document: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "flawed.json").write_text(json.dumps(flawed(document)), encoding="utf-8")
    # The server of the tests is on this machine; that of a public build is not.
    options = ("--format", "json", "--skip-rule", "no-server-example.com")
    found = run(programs / "redocly", "lint", "openapi.json", "flawed.json", *options, cwd=tmp_path, environment=QUIET)
    # It writes one JSON text after the other, a file each.
    first, end = json.JSONDecoder().raw_decode(found.stdout)
    assert first["problems"] == []
    assert [problem["ruleId"] for problem in json.loads(found.stdout[end:])["problems"]] == [
        "operation-operationId-unique"
    ]


def test_spectral_finds_nothing(programs: Path, description: Path, document: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "flawed.json").write_text(json.dumps(flawed(document)), encoding="utf-8")
    options = ("--format", "json", "--ruleset", CLIENTS / "spectral.yaml", "--fail-severity", "hint", "--quiet")
    found = run(programs / "spectral", "lint", "openapi.json", "flawed.json", *options, cwd=tmp_path)
    problems = json.loads(found.stdout)
    assert [problem for problem in problems if problem["source"].endswith("openapi.json")] == []
    assert {problem["code"] for problem in problems} == {"operation-operationId-unique"}


def test_typescript_types_fit_the_answers(
    programs: Path, description: Path, document: dict[str, Any], catalogue_server: str, tmp_path: Path
) -> None:
    """openapi-typescript writes types, with which a program compiles that calls every operation."""
    output(programs / "openapi-typescript", description, "--output", "description.ts", cwd=tmp_path, environment=QUIET)
    called = json.loads(run_typescript(programs, tmp_path, "typed_calls.ts", catalogue_server))
    assert called == sorted(document["paths"])


def run_typescript(programs: Path, folder: Path, program: str, *arguments: str) -> str:
    """Compile a program of tests/clients in a folder, and run it."""
    shutil.copy(CLIENTS / program, folder)
    options = (
        *("--strict", "--target", "es2022", "--lib", "es2022,dom"),
        *("--module", "commonjs", "--moduleResolution", "node10", "--esModuleInterop", "--skipLibCheck"),
        *("--typeRoots", str(PACKAGES / "@types"), "--types", "node", "--outDir", "compiled"),
    )
    output(programs / "tsc", program, *options, cwd=folder)
    return output("node", Path("compiled") / program.replace(".ts", ".js"), *arguments, cwd=folder)


def run_python(folder: Path, program: str, *arguments: str) -> str:
    """Run a program of tests/clients beside the client that was generated into a folder."""
    shutil.copy(CLIENTS / program, folder)
    return output(sys.executable, folder / program, *arguments, cwd=folder)


def test_openapi_generator_writes_a_typescript_client(
    generator: tuple[str, ...],
    programs: Path,
    description: Path,
    document: dict[str, Any],
    catalogue_server: str,
    tmp_path: Path,
) -> None:
    output(*generator, *generate(description, "typescript-fetch", tmp_path / "client"), cwd=tmp_path)
    called = run_typescript(programs, tmp_path / "client", "generated_calls.ts", f"{catalogue_server}/v1")
    assert json.loads(called) == sorted(operations(document))


def test_openapi_generator_writes_a_python_client(
    generator: tuple[str, ...], description: Path, document: dict[str, Any], catalogue_server: str, tmp_path: Path
) -> None:
    output(*generator, *generate(description, "python", tmp_path / "client"), cwd=tmp_path)
    called = json.loads(run_python(tmp_path / "client", "generated_calls.py", f"{catalogue_server}/v1"))
    assert called == sorted(re.sub("([A-Z])", r"_\1", id).lower() for id in operations(document))


def generate(description: Path, language: str, folder: Path) -> tuple[str, ...]:
    """The arguments that write a client of the description into a folder."""
    parts = "apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"
    return "generate", "-i", str(description), "-g", language, "-o", str(folder), "--global-property", parts


def operations(document: dict[str, Any]) -> list[str]:
    return [item["get"]["operationId"] for item in document["paths"].values()]


def test_openapi_python_client_writes_a_client(description: Path, catalogue_server: str, tmp_path: Path) -> None:
    """It joins the declared server path and the paths, as OpenAPI says, and gets its answers."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # it formats with ruff
    options = ("--meta", "none", "--fail-on-warning", "--path", description, "--output-path", "generated_client")
    command = (sys.executable, "-m", "openapi_python_client", "generate", *options)
    output(*command, cwd=tmp_path, environment={"PATH": path})
    assert run_python(tmp_path, "python_client_calls.py", f"{catalogue_server}/v1").strip() == "11 operations answered"
