"""A builder that remembers gives, after any edits, the bytes and the findings of a build from nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from conftest import CATALOGUE, SITE, WORLD
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sportlore.build import Builder, CatalogueErrors, build
from sportlore.contract.addresses import addresses
from sportlore.contract.record import Resource, resource
from sportlore.diagnostics import Finding
from sportlore.snapshot import Index, Info, Manifest, Snapshot, contents, encoding
from sportlore.snapshot.writer import write

EXAMPLES = int(os.environ.get("TORTURE_EDITS", "8"))
Edit = Callable[[Path, Random], None]


def some(root: Path, chance: Random, pattern: str) -> Path | None:
    found = sorted(root.glob(pattern))
    return chance.choice(found) if found else None


def replaced(pattern: str, old: str, new: str) -> Edit:
    """An edit that replaces the first of some words in one file of a pattern."""

    def edit(root: Path, chance: Random) -> None:
        if (path := some(root, chance, pattern)) is not None:
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(old, new.format(chance.randrange(1_000)), 1), encoding="utf-8")

    return edit


def add(root: Path, chance: Random) -> None:
    """A further entity of a type, with words of its own, which links what another one does."""
    model, number = some(root, chance, "entities/[egp][qh]*/*.toml"), chance.randrange(1_000)
    if model is not None:
        lines = model.read_text(encoding="utf-8").splitlines()
        words = " ".join(f"w{number}x{place}" for place in range(30))
        new = {
            "name": f'name = "Thing {number}"',
            "description": f'description = "A {words}."',
            "keywords": f'keywords = ["first {number}", "second {number}"]',
        }
        content = "\n".join(new.get(line.partition(" =")[0], line) for line in lines)
        (model.parent / f"thing-{number}.toml").write_text(content + "\n", encoding="utf-8")


def remove(root: Path, chance: Random) -> None:
    if (path := some(root, chance, "entities/*/*.toml")) is not None:
        path.unlink()


def remove_added(root: Path, chance: Random) -> None:
    if (path := some(root, chance, "entities/*/thing-*.toml")) is not None:
        path.unlink()


def restore(root: Path, _: Random) -> None:
    """All files as they were at first."""
    shutil.rmtree(root)
    shutil.copytree(WORLD, root)


def swap_links(root: Path, chance: Random) -> None:
    """The first two ids of an array in the other order."""
    if (path := some(root, chance, "entities/*/*.toml")) is not None:
        text = path.read_text(encoding="utf-8")
        start, bracket, rest = text.partition('= ["')
        if (links := text.find("[links]")) >= 0:
            start, bracket, rest = text[:links], "", text[links:]
        lines = rest.split("\n")
        for place, line in enumerate(lines):
            inner = line.partition(" = [")[2].rstrip("]").split(", ")
            if "/" in line and len(inner) > 1:
                lines[place] = f"{line.partition(' = [')[0]} = [{', '.join([inner[1], inner[0], *inner[2:]])}]"
                break
        path.write_text(start + bracket + "\n".join(lines), encoding="utf-8")


EDITS: dict[str, Edit] = {
    "description": replaced("entities/*/*.toml", 'description = "A ', 'description = "A number {} '),
    "name": replaced("entities/*/*.toml", 'name = "', 'name = "N{} '),
    "keyword": replaced("entities/*/*.toml", 'keywords = ["', 'keywords = ["k{} '),
    "fact": replaced("entities/*/*.toml", "codified = 18", "codified = 19"),
    "text": replaced("entities/*/*.toml", 'text = "', 'text = "In {} cases '),
    "search": replaced("searches/*/*.toml", '["', '["s{} '),
    "no searches": replaced("searches/*/*.toml", "searches", "search"),
    "title of a source": replaced("sources/*.toml", 'title = "', 'title = "T{} '),
    "course": replaced("courses/*.toml", 'summary = "', 'summary = "S{} '),
    "calculator": replaced("calculators/*.toml", 'description = "', 'description = "D{} '),
    "vocabulary": replaced("vocabulary/[fr]*.toml", 'label = "', 'label = "L{} '),
    "order of facts": replaced("vocabulary/facts.toml", "weight = 0.", "weight = 0.1"),
    "redirect": replaced("redirects.toml", "# ", "# {} "),
    "broken": replaced("entities/*/*.toml", "name = ", "name = [{}"),
    "unknown link": replaced("entities/*/*.toml", "equipment/", "equipment/x{}-"),
    "order of links": swap_links,
    "add": add,
    "remove": remove,
    "remove what was added": remove_added,
    "restore": restore,
}


def outcome(make: Callable[[], Manifest]) -> Manifest | list[Finding]:
    """The manifest, which holds a digest of every byte, or the findings."""
    try:
        return make()
    except CatalogueErrors as errors:
        return errors.findings


@pytest.mark.slow
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=3, max_size=8), st.integers(0, 1_000))
def test_random_edits_of_the_world(edits: list[str], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root, chance = Path(folder) / "world", Random(seed)
        shutil.copytree(WORLD, root)
        builder = Builder(root, Path(folder) / "out", addresses(SITE))
        for name in ("restore", *edits):
            EDITS[name](root, chance)
            builder.read_again()
            remembered = outcome(lambda: builder.build().manifest)
            shutil.rmtree(Path(folder) / "whole", ignore_errors=True)
            assert remembered == outcome(lambda: build(root, Path(folder) / "whole", addresses(SITE)).manifest), name


@pytest.mark.parametrize("name", sorted(EDITS))
def test_one_edit_of_the_world(name: str, tmp_path: Path) -> None:
    root = tmp_path / "world"
    shutil.copytree(WORLD, root)
    builder = Builder(root, tmp_path / "out", addresses(SITE))
    builder.build()
    EDITS[name](root, Random(3))
    builder.read_again()
    remembered = outcome(lambda: builder.build().manifest)
    assert remembered == outcome(lambda: build(root, tmp_path / "whole", addresses(SITE)).manifest)


REAL = (
    (
        ("entities/sport/tennis.toml", 'name = "Tennis"', 'name = "Tennis on a lawn"'),
        ("entities/exercise/back-squat.toml", 'description = "', 'description = "Again: '),
    ),
    (
        ("entities/sport/basketball.toml", "codified = 1892", "codified = 1893"),
        ("sources/ainsworth-2011.toml", 'title = "', 'title = "The '),
    ),
    (
        ("entities/goal/get-stronger.toml", 'name = "', 'name = "Really '),
        ("entities/equipment/tennis-ball.toml", 'keywords = ["', 'keywords = ["yellow '),
    ),
    (
        ("courses/judo.toml", 'title = "', 'title = "A '),
        ("searches/sport/badminton.toml", 'searches = [\n  "', 'searches = [\n  "green '),
    ),
)
"""Edits of files that have little in common, so that none makes up for what was forgotten of one before: (file, old, new)."""


@pytest.mark.slow
def test_edits_of_the_real_catalogue(tmp_path: Path) -> None:
    root = tmp_path / "catalogue"
    shutil.copytree(CATALOGUE, root)
    builder = Builder(root, tmp_path / "out", addresses(SITE))
    remembered = builder.build().manifest
    for edits in REAL:
        for file, old, new in edits:
            path = root / file
            text = path.read_text(encoding="utf-8")
            assert old in text, file
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
        builder.read_again()
        remembered = builder.build().manifest
    assert remembered == build(root, tmp_path / "whole", addresses(SITE)).manifest


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that are rendered and encoded."""
    paths: list[str] = []
    records = encoding.records

    def noted(resource: Resource, body: bytes, compress: bool = True) -> list[tuple[bytes, bytes]]:
        paths.append(resource.path)
        return records(resource, body, compress)

    monkeypatch.setattr(contents, "records", noted)
    return paths


def test_only_what_reads_an_edit_is_rendered(tmp_path: Path, encoded: list[str]) -> None:
    root = tmp_path / "world"
    shutil.copytree(WORLD, root)
    builder = Builder(root, tmp_path / "out", addresses(SITE))
    builder.build()
    encoded.clear()
    replaced("entities/sport/tennis.toml", "racket sport", "bat sport")(root, Random(1))
    assert builder.read_again()
    builder.build()
    assert "/v1/entities/sport/tennis" in encoded
    assert "/v1/entities/equipment/racket" not in encoded
    assert len(encoded) < 40


def test_a_catalogue_that_is_as_it_was_has_not_changed(tmp_path: Path) -> None:
    root = tmp_path / "world"
    shutil.copytree(WORLD, root)
    builder = Builder(root, tmp_path / "out", addresses(SITE))
    assert builder.read_again()
    (root / "catalogue.toml").touch()
    assert not builder.read_again()
    (root / "entities" / "sport" / "stray.md").write_text("", encoding="utf-8")
    assert builder.read_again()


def test_a_snapshot_of_another_build_is_not_taken_for_the_own_one(tmp_path: Path) -> None:
    """Between two builds of a builder, another process may have written there, or taken everything away."""
    root, out = tmp_path / "world", tmp_path / "out"
    shutil.copytree(WORLD, root)
    builder = Builder(root, out, addresses(SITE))
    expected = builder.build().manifest
    build(root, out, addresses("https://other.example"))
    assert builder.build().manifest == expected
    shutil.rmtree(out)
    assert builder.build().manifest == expected
    opened = Snapshot(out)
    assert opened.body("/v1/entities/sport/tennis") is not None
    opened.close()


def test_two_resources_at_one_path_are_refused(tmp_path: Path) -> None:
    twice = [resource("/a", "text/plain", b"a"), resource("/a", "text/plain", b"b")]
    with pytest.raises(ValueError, match="two resources at /a"):
        write(tmp_path / "out", twice, Info("1", SITE, f"{SITE}/v1", {}, {}), Index(dict, []), lambda _: b"")
