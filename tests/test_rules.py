"""Every rule has a fault document that breaks it, and only it; the golden report beside it is what `check` says."""

from __future__ import annotations

import os
import re
import shutil
from importlib import resources
from pathlib import Path

import pytest
from conftest import CATALOGUE, WORLD

from sportlore import registry, rules
from sportlore.cli.authoring import rendered
from sportlore.rules.context import code_of

FAULTS = Path(str(resources.files("sportlore.rules"))) / "faults"
CODES = sorted(path.stem for path in FAULTS.glob("*.toml"))


def with_fault(code: str, folder: Path) -> Path:
    """The miniature world with a fault document laid over it: each `# file: PATH` of the document replaces that file."""
    world = folder / "world"
    shutil.copytree(WORLD, world)
    parts = re.split(r"^# file: (\S+)\n", (FAULTS / f"{code}.toml").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for path, content in zip(parts[1::2], parts[2::2], strict=True):
        (world / path).parent.mkdir(parents=True, exist_ok=True)
        if content.strip():
            (world / path).write_text(content.strip("\n") + "\n", encoding="utf-8")
        else:
            (world / path).unlink()
    return world


def report(world: Path) -> str:
    authored = registry.read(world)
    return "\n\n".join(rendered(world, finding) for finding in rules.check(authored)) + "\n"


def test_the_world_has_no_finding() -> None:
    assert rules.check(registry.read(WORLD)) == []


def test_the_catalogue_has_no_finding() -> None:
    authored = registry.read(CATALOGUE)
    assert "\n\n".join(rendered(CATALOGUE, finding) for finding in rules.check(authored)) == ""


def test_every_code_has_a_fault_document() -> None:
    assert sorted(rules.explanations()) == CODES


@pytest.mark.parametrize("code", CODES)
def test_a_fault_document_breaks_its_rule_and_nothing_else(code: str, tmp_path: Path) -> None:
    world = with_fault(code, tmp_path)
    codes = {finding.code for finding in rules.check(registry.read(world))}
    assert codes == {code}
    golden = FAULTS / f"{code}.txt"
    said = report(world)
    if os.environ.get("BLESS"):
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", CODES)
def test_the_caret_points_at_the_defect(code: str, tmp_path: Path) -> None:
    """The line shown is the line of the file, and the caret lies within it."""
    world = with_fault(code, tmp_path)
    for finding in rules.check(registry.read(world)):
        path = world / finding.place.file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        extent = registry.locate(text, finding.place)
        lines = text.split("\n")
        assert 1 <= extent.line <= max(1, len(lines))
        assert 1 <= extent.column <= len(lines[extent.line - 1]) + 1


def test_every_rule_says_in_one_sentence_what_it_asks_for() -> None:
    for rule in rules.RULES:
        sentence = (rule.__doc__ or "").strip()
        assert re.fullmatch(r"[A-Z][^\n]*\.", sentence), code_of(rule)


def test_an_exception_silences_its_rule_only_in_its_file(tmp_path: Path) -> None:
    world = with_fault("claimed-keyword", tmp_path)
    exception = (
        '[[exception]]\nrule = "claimed-keyword"\nfile = "entities/exercise/front-squat.toml"\nreason = "A test."\n'
    )
    (world / "exceptions.toml").write_text(exception, encoding="utf-8")
    assert rules.check(registry.read(world)) == []


def test_all_problems_are_reported_in_one_run(tmp_path: Path) -> None:
    world = with_fault("claimed-keyword", tmp_path)
    squat = world / "entities" / "exercise" / "back-squat.toml"
    text = squat.read_text(encoding="utf-8")
    squat.write_text(text.replace('"compound"', '"compuond"').replace("quadriceps", "quadricep"), encoding="utf-8")
    codes = [finding.code for finding in rules.check(registry.read(world))]
    assert {"claimed-keyword", "unknown-term", "unknown-reference"} <= set(codes)
