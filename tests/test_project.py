"""The files around the code agree: versions, lock files, workflows, the container, the Makefile."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import CATALOGUE, ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from sportlore import __version__
from sportlore.api.openapi import description
from sportlore.publication import Publication

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
YAML = sorted(
    [*ROOT.glob(".github/**/*.yml"), ROOT / ".pre-commit-config.yaml", ROOT / "compose.yaml", ROOT / "CITATION.cff"]
)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def locked(name: str) -> dict[str, tuple[Version, frozenset[str]]]:
    """The packages of a lock file, each with its version and hashes."""
    entries = re.split(r"\n(?=\S)", text_of(name).strip())
    found = {}
    for entry in entries:
        head, *hashes = entry.split(" --hash=")
        requirement = Requirement(head.replace("\\\n", "").rstrip(" \\\n"))
        (pin,) = requirement.specifier
        found[requirement.name] = Version(pin.version), frozenset(line.strip(" \\\n") for line in hashes)
    return found


def test_the_version_of_the_software_stands_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/sportlore/__init__.py"
    assert yaml.safe_load(text_of("CITATION.cff"))["version"] == __version__
    assert re.findall(r"sportlore-([\d.]+)-py3-none-any\.whl", text_of("README.md")) == [__version__]


def test_software_catalogue_and_interface_have_versions_of_their_own(catalogue: Publication) -> None:
    """As docs/decisions/build.md says: the interface is 1.0.0 as long as its path is /v1; the catalogue's is authored."""
    info = description(catalogue, {})["info"]
    assert info["version"] == "1.0.0"
    assert catalogue.about.version == tomllib.loads((CATALOGUE / "catalogue.toml").read_text())["version"]
    assert "**Three versions**" in text_of("docs/decisions/build.md")


def test_the_lock_files_are_hashed_and_agree() -> None:
    serving, testing = locked("requirements.lock"), locked("requirements-dev.lock")
    assert all(hashes for _, hashes in (*serving.values(), *testing.values()))
    assert serving.items() <= testing.items()
    assert {"pytest", "mypy", "ruff"}.isdisjoint(serving)


def test_the_lock_files_hold_what_the_project_asks_for() -> None:
    serving, testing = locked("requirements.lock"), locked("requirements-dev.lock")
    groups = PROJECT["dependency-groups"]
    for asked, lock in (
        (PROJECT["project"]["dependencies"] + groups["setup"], serving),
        *((extra, serving) for extra in PROJECT["project"]["optional-dependencies"].values()),
        ([item for item in groups["dev"] if isinstance(item, str)], testing),
        (PROJECT["build-system"]["requires"], serving),
    ):
        for requirement in map(Requirement, asked):
            assert lock[canonicalize_name(requirement.name)][0] in requirement.specifier, (
                f"{requirement}: run `make lock`"
            )


def test_one_list_of_python_versions() -> None:
    (classified,) = {
        tuple(re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.MULTILINE))
    }
    workflow = yaml.safe_load(text_of(".github/workflows/test.yml"))
    assert tuple(workflow["jobs"]["gate"]["strategy"]["matrix"]["python"]) == classified
    assert PROJECT["project"]["requires-python"] == f">={classified[0]}"


@pytest.mark.parametrize("path", YAML, ids=lambda path: str(path.relative_to(ROOT)))
def test_yaml_is_well_formed(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def test_workflows_and_hooks_run_what_there_is() -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    for path in ROOT.glob(".github/workflows/*.yml"):
        for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
            for command in [step["run"] for step in job["steps"] if "run" in step]:
                assert set(re.findall(r"\bmake ([a-z]+)", command)) <= targets, command
                for name in re.findall(r"(?<!\S)(?:\.ci|tests)/\S+", command):
                    assert (ROOT / name).is_file(), name


def test_actions_are_pinned_by_digest_and_given_no_secret() -> None:
    for path in ROOT.glob(".github/workflows/*.yml"):
        text = path.read_text(encoding="utf-8")
        used = re.findall(r"uses: (.+)", text)
        assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action) for action in used), path
        assert "secrets." not in text
        assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


UNPINNED = """FROM python:3.13-slim AS build
FROM --platform=linux/amd64 other/image:1
services:
  one:
    image: sportlore:1
  balancer:
    image: haproxy:3.2
"""


def pin(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`.ci/pin` in a folder, with a `docker` that knows a digest of every image but one."""
    docker = folder / "bin" / "docker"
    docker.parent.mkdir(exist_ok=True)
    docker.write_text(
        '#!/bin/sh\n[ "$4" != haproxy:0 ] || exit 1\nprintf "Name: x\\nDigest:    sha256:%064d\\n" "${#4}"\n',
        encoding="utf-8",
    )
    docker.chmod(0o755)
    environment = os.environ | {"PATH": f"{docker.parent}:{os.environ['PATH']}"}
    command = [str(ROOT / ".ci" / "pin"), *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_images_are_pinned_by_digest_for_a_release(tmp_path: Path) -> None:
    names = ("haproxy:3.2", "other/image:1", "python:3.13-slim")
    file = tmp_path / "file"
    file.write_text(UNPINNED, encoding="utf-8")
    refused = pin(tmp_path, "--check", "file")
    assert refused.returncode == 1
    assert refused.stderr == "".join(f"{name} has no digest: run .ci/pin\n" for name in names)
    assert pin(tmp_path, "file").returncode == 0
    pinned = file.read_text(encoding="utf-8")
    for name in names:
        assert re.findall(rf"{name}\S*", pinned) == [f"{name}@sha256:{len(name):064}"]
    assert re.sub(r"@sha256:\w+", "", pinned) == UNPINNED
    assert pin(tmp_path, "--check", "file").returncode == 0
    file.write_text("FROM haproxy:0\n", encoding="utf-8")
    assert pin(tmp_path, "file").returncode != 0
    assert file.read_text(encoding="utf-8") == "FROM haproxy:0\n"
    steps = yaml.safe_load(text_of(".github/workflows/release.yml"))["jobs"]["image"]["steps"]
    commands = [step.get("run", step.get("uses", "")) for step in steps]
    (built,) = (number for number, command in enumerate(commands) if command.startswith("docker/build-push-action@"))
    assert ".ci/pin Dockerfile && .ci/pin --check Dockerfile" in commands[:built]


def test_a_release_is_attested_and_only_its_last_step_may_publish() -> None:
    jobs = yaml.safe_load(text_of(".github/workflows/release.yml"))["jobs"]
    assert jobs["pypi"]["permissions"] == {"id-token": "write"}
    assert jobs["pypi"]["needs"] == "build"
    for name in ("build", "image"):
        assert jobs[name]["permissions"]["attestations"] == "write"
        assert any("attest-build-provenance" in step.get("uses", "") for step in jobs[name]["steps"])


def test_what_the_container_copies_exists_and_is_not_ignored() -> None:
    kept = {line[1:] for line in text_of(".dockerignore").splitlines() if line.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(\S+) ", text_of("Dockerfile"), re.MULTILINE)
    assert set(copied) == kept
    for name in copied:
        assert (ROOT / name).exists(), name
    made = {"/opt/venv", "/srv/src", "/srv/snapshot"}
    assert set(re.findall(r"^COPY --from=build (\S+) ", text_of("Dockerfile"), re.MULTILINE)) == made


def test_every_target_of_the_makefile_says_what_it_does() -> None:
    makefile = text_of("Makefile")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony is not None
    described = re.findall(r"^([a-z]+): ## \S", makefile, re.MULTILINE)
    assert phony[1].split() == described


def test_what_is_in_reference_has_its_licence_stated() -> None:
    folder = ROOT / "tests" / "reference"
    stated = (folder / "README.md").read_text(encoding="utf-8")
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "README.md"]
    assert files
    for path in files:
        assert f"| `{path.relative_to(folder)}` |" in stated
    assert "rdfs:comment" not in json.dumps(json.loads((folder / "schema.org" / "vocabulary.json").read_text()))
