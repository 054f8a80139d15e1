"""Every rule has fault documents that break it, and only it; the golden report beside each is what `check` says.

`rules.examples` says how a fault document is written. `BLESS=1` writes the reports.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import CATALOGUE, ROOT, WORLD, real_catalogue
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from sportlore import registry, rules
from sportlore.cli.authoring import rendered
from sportlore.diagnostics import Finding
from sportlore.memo import Memo
from sportlore.rules.fields import slug_cure
from sportlore.rules.phrases import AMERICAN
from sportlore.text import with_article

SOURCE = ROOT / "src" / "sportlore"
FAULTS = SOURCE / "rules" / "faults"
CASES = sorted(f"{path.parent.name}/{path.stem}" for path in FAULTS.glob("*/*.toml"))

MISTAKES = """
bad-slug/example unknown-fact/example unknown-fact/of-another-type wrong-type/unit-in-value value-out-of-range/example
syntax/missing-quote syntax/missing-comma missing-source/example duplicate-name/example unknown-relation/wrong-direction
link-type/example syntax/thousands-separator wrong-type/number-in-quotes description-length/too-long
wrong-type/reversed-range claimed-keyword/example unknown-reference/example misplaced-key/example
wrong-type/year-in-quotes unknown-type/plural comparison-pair/other-order comparison-pair/same-pair
american-spelling/without-full-stop syntax/duplicate-key stray-file/yaml syntax/byte-order-mark syntax/latin-1
wrong-type/steps-as-text wrong-type/terms-as-string bad-record/source-field near-duplicate/example praise/example
value-out-of-range/players duplicate-link/both-sides
""".split()
"""The mistakes that were tried on authors' behalf, in their order."""


class Checked(Struct, frozen=True):
    """What a check of the world with one fault said, and the source lines that constructed findings."""

    codes: frozenset[str]
    report: str
    sites: frozenset[tuple[str, int]]


def with_fault(case: str, folder: Path) -> Path:
    """The miniature world with a fault document applied to it."""
    world = folder / "world"
    shutil.copytree(WORLD, world)
    text = (FAULTS / f"{case}.toml").read_text(encoding="utf-8")
    title, *parts = re.split(r"^# (file|edit): (\S+)(.*)\n", text, flags=re.MULTILINE)
    assert re.fullmatch(r"# [A-Z].*\.\n", title), f"{case} begins with its title as a comment"
    assert parts, f"{case} changes nothing"
    for kind, name, forms, content in zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=True):
        path = world / name
        written = content.strip("\n") + "\n" if kind == "file" else edited(path.read_text(encoding="utf-8"), content)
        if written.strip():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(encoded(written, forms.split()))
        elif path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return world


def findings_of(world: Path, case: str) -> list[Finding]:
    """What `check` says of a world; of a case that a release alone must avoid, what a build for release says."""
    return rules.check(registry.read(world), release=case.startswith("size-differs/")).findings


def edited(text: str, changes: str) -> str:
    before, *pairs = re.split(r"^# (?:from|to)\n", changes, flags=re.MULTILINE)
    assert not before.strip()
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old.strip("\n") in text, old
        text = text.replace(old.strip("\n"), new.strip("\n"), 1)
    return text


def encoded(text: str, forms: list[str]) -> bytes:
    """The text in UTF-8, or as a header asks: "utf-8-sig crlf"."""
    if "crlf" in forms:
        text = text.replace("\n", "\r\n")
    return text.encode(next((form for form in forms if form != "crlf"), "utf-8"))


MODULES = {
    path: path.read_text(encoding="utf-8")
    for folder in ("rules", "registry")
    for path in sorted((SOURCE / folder).glob("*.py"))
}
"""The modules that construct findings, with their text as it is imported: an edit during a run would move its lines."""


def module_name(path: Path) -> str:
    """The name by which a file of the package is imported."""
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


@pytest.fixture(scope="session")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A function that checks the world with a fault, once for each; it notes which lines construct findings."""
    sites: set[tuple[str, int]] = set()

    class Noted(Finding, frozen=True):
        """A finding that notes its construction: `__post_init__` is called by the line that constructs it."""

        def __post_init__(self) -> None:
            frame = sys._getframe(1)
            sites.add((frame.f_globals["__name__"], frame.f_lineno))

    @cache
    def check(case: str) -> Checked:
        sites.clear()
        findings = findings_of(world := with_fault(case, tmp_path_factory.mktemp("fault")), case)
        report = "\n\n".join(rendered(world, finding) for finding in findings) + "\n"
        return Checked(frozenset(finding.code for finding in findings), report, frozenset(sites))

    with pytest.MonkeyPatch.context() as patch:
        for path in MODULES:
            module = importlib.import_module(module_name(path))
            if hasattr(module, "Finding"):
                patch.setattr(module, "Finding", Noted)
        yield check


def single_edits(world: Path) -> Iterator[tuple[Path, str | None]]:
    """(file, its text afterwards): each file gone, each line gone, and each line as its neighbour in the folder has it."""
    for path in sorted(world.rglob("*.toml")):
        yield path, None
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        others = [other.read_text(encoding="utf-8") for other in sorted(path.parent.glob("*.toml")) if other != path]
        theirs = {line.partition("=")[0]: line for line in "".join(others).splitlines(keepends=True) if "=" in line}
        for i, line in enumerate(lines):
            for new in ("", theirs.get(line.partition("=")[0], line)):
                if new != line:
                    yield path, "".join((*lines[:i], new, *lines[i + 1 :]))


@pytest.mark.slow
def test_a_memo_finds_what_is_found_without_one_after_every_fault(tmp_path: Path) -> None:
    """One fault after the other in the same folder, so that each check remembers the one before."""
    root, memo, derivation = tmp_path / "catalogue", Memo(), Memo()
    reader = registry.Reader(root)
    for number, case in enumerate(CASES):
        world = with_fault(case, tmp_path / str(number))
        shutil.rmtree(root, ignore_errors=True)
        world.rename(root)
        remembered = rules.check(reader.read(), memo, derivation)
        assert remembered.findings == rules.check(registry.read(root)).findings, case


@pytest.mark.slow
def test_a_memo_finds_what_is_found_without_one_after_every_single_edit(tmp_path: Path) -> None:
    root, memo, derivation = tmp_path / "catalogue", Memo(), Memo()
    shutil.copytree(WORLD, root)
    reader = registry.Reader(root)
    codes: set[str] = set()
    for path, text in list(single_edits(root)):
        before = path.read_bytes()
        path.unlink() if text is None else path.write_text(text, encoding="utf-8")
        remembered = rules.check(reader.read(), memo, derivation)
        assert remembered.findings == rules.check(registry.read(root)).findings, (path, text)
        codes.update(finding.code for finding in remembered.findings)
        path.write_bytes(before)
    assert len(codes) > 20


def test_no_rule_of_an_entity_reads_all_entities_or_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every edit has every entity checked again."""
    checked: set[object] = set()
    make = Memo.result

    def noted(self: Memo, key: Hashable, made: Callable[[], Any]) -> Any:
        if not (isinstance(key, tuple) and key[0] == "entity"):
            return make(self, key, made)
        assert self.reads is None
        result = make(self, key, made)
        checked.update(self._made[key].reads)
        return result

    monkeypatch.setattr(Memo, "result", noted)
    rules.check(registry.read(WORLD), Memo())
    assert ("documents", "sport/tennis") in checked
    assert not checked & {(name, None) for name in ("documents", "entities", "graph entities", "sources")}


def test_the_world_has_no_finding() -> None:
    assert rules.check(registry.read(WORLD)).findings == []


def test_the_catalogue_is_fit_for_release() -> None:
    findings = rules.check(real_catalogue(), release=True).findings
    assert "\n\n".join(rendered(CATALOGUE, finding) for finding in findings) == ""


def test_every_code_has_a_fault_document_and_an_example() -> None:
    assert sorted(rules.explanations()) == sorted({case.partition("/")[0] for case in CASES})
    for code in rules.explanations():
        assert (FAULTS / code / "example.toml").exists(), code
    assert {path.with_suffix(".toml") for path in FAULTS.glob("*/*.txt")} <= set(FAULTS.glob("*/*.toml"))


@pytest.mark.parametrize("case", CASES)
def test_a_fault_document_breaks_its_rule_and_nothing_else(case: str, checked: Any) -> None:
    said: Checked = checked(case)
    golden = FAULTS / f"{case}.txt"
    if os.environ.get("BLESS"):
        golden.write_text(said.report, encoding="utf-8")
    assert said.report == golden.read_text(encoding="utf-8")
    assert said.codes == {case.partition("/")[0]}


def test_every_place_that_constructs_a_finding_is_reached_by_a_fault_document(checked: Any) -> None:
    reached = {site for case in CASES for site in checked(case).sites}
    constructed = {
        (module_name(path), node.lineno)
        for path, text in MODULES.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding"
    }
    assert len(constructed) > 100
    assert reached <= constructed, "findings are constructed elsewhere"
    missed = [f"{name}:{line}" for name, line in sorted(constructed - reached)]
    assert not missed, "\n".join(missed)


def test_each_of_the_mistakes_of_authors_is_a_fault_document() -> None:
    assert len(MISTAKES) == 34
    assert set(MISTAKES) <= set(CASES)


@pytest.mark.parametrize("code", sorted(rules.explanations()))
def test_the_caret_points_at_the_defect(code: str, tmp_path: Path) -> None:
    """The line shown is the line of the file, and the caret lies within it."""
    world = with_fault(f"{code}/example", tmp_path)
    for finding in findings_of(world, f"{code}/example"):
        for location in (finding.location, *(location for location, _ in finding.related)):
            path = world / location.file
            lines = (path.read_text(encoding="utf-8") if path.is_file() else "").split("\n")
            extent = registry.locate("\n".join(lines), location)
            assert 1 <= extent.line <= max(1, len(lines))
            assert 1 <= extent.column <= len(lines[extent.line - 1]) + 1


def test_every_rule_says_in_one_sentence_what_it_asks_for() -> None:
    for rule in rules.RULES:
        assert re.fullmatch(r"[A-Z][^\n]*\.", rule.sentence), rule.code


def test_an_exception_silences_its_rule_only_in_its_file(tmp_path: Path) -> None:
    world = with_fault("claimed-keyword/example", tmp_path)
    exception = (
        '[[exception]]\nrule = "claimed-keyword"\nfile = "entities/exercise/front-squat.toml"\nreason = "A test."\n'
    )
    (world / "exceptions.toml").write_text(exception, encoding="utf-8")
    assert rules.check(registry.read(world)).findings == []


def test_an_exception_waits_with_its_rule(tmp_path: Path) -> None:
    """While a file cannot be read, nothing is counted, and no exception to counting is called unneeded."""
    world = with_fault("syntax/example", tmp_path)
    exception = '[[exception]]\nrule = "orphan"\nfile = "entities/exercise/front-squat.toml"\nreason = "A test."\n'
    (world / "exceptions.toml").write_text(exception, encoding="utf-8")
    assert {finding.code for finding in rules.check(registry.read(world)).findings} == {"syntax"}


def test_a_folder_that_is_misspelt_leaves_no_recommendation_unmatched(tmp_path: Path) -> None:
    """Its entities count as there, so that only the folder is reported."""
    world = tmp_path / "world"
    shutil.copytree(WORLD, world)
    (world / "entities" / "goal").rename(world / "entities" / "goals")
    codes = {finding.code for finding in rules.check(registry.read(world)).findings}
    assert "unknown-type" in codes
    assert "unmatched-recommendation" not in codes


def test_all_problems_are_reported_in_one_run(tmp_path: Path) -> None:
    world = with_fault("claimed-keyword/example", tmp_path)
    squat = world / "entities" / "exercise" / "back-squat.toml"
    text = squat.read_text(encoding="utf-8")
    squat.write_text(text.replace('"compound"', '"compuond"').replace("quadriceps", "quadricep"), encoding="utf-8")
    codes = [finding.code for finding in rules.check(registry.read(world)).findings]
    assert {"claimed-keyword", "unknown-term", "unknown-reference"} <= set(codes)


def test_causes_come_before_what_is_wrong_besides(tmp_path: Path) -> None:
    world = with_fault("wrong-type/terms-as-string", tmp_path)
    tennis = world / "entities" / "sport" / "tennis.toml"
    tennis.write_text(tennis.read_text(encoding="utf-8").replace("behind the baseline.", "behind"), encoding="utf-8")
    assert [finding.code for finding in rules.check(registry.read(world)).findings] == [
        "wrong-type",
        "description-stop",
    ]


def test_the_less_connected_entity_is_at_fault(tmp_path: Path) -> None:
    """Whichever of two sorts first: the front squat here, and the back squat once more is linked to the other."""
    world = with_fault("claimed-keyword/example", tmp_path)
    (finding,) = rules.check(registry.read(world)).findings
    assert finding.location.file == "entities/exercise/front-squat.toml"
    for path in (world / "entities").glob("goal/*.toml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('"exercise/back-squat"', '"exercise/front-squat"'), encoding="utf-8")
    found = [finding for finding in rules.check(registry.read(world)).findings if finding.code == "claimed-keyword"]
    assert [finding.location.file for finding in found] == ["entities/exercise/back-squat.toml"]


@given(st.text(max_size=120))
def test_the_cure_of_a_slug_is_a_slug(text: str) -> None:
    cure = slug_cure(text)
    assert cure is None or slug_cure(cure) is None


def test_no_american_spelling_is_offered_as_british() -> None:
    assert not set(AMERICAN) & set(AMERICAN.values())


def test_articles_follow_the_sound() -> None:
    assert with_article("exercise") == "an exercise"
    assert with_article("official or officiating aid") == "an official or officiating aid"
    assert with_article("unit of training") == "a unit of training"
    assert with_article("hour") == "an hour"
    assert with_article("piece of equipment") == "a piece of equipment"
