"""The snapshot: the same bytes everywhere, all or nothing, and clear words about a damaged one."""

from __future__ import annotations

import filecmp
import json
import os
import resource
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import CATALOGUE, SITE, WORLD, command

from sportlore import snapshot
from sportlore.build import CatalogueErrors, build
from sportlore.contract.addresses import addresses
from sportlore.contract.record import Resource
from sportlore.snapshot import Snapshot, SnapshotError, contents, writer
from sportlore.snapshot import generation as opened_generation
from sportlore.snapshot.encoding import records
from sportlore.snapshot.format import part


@pytest.mark.slow
@pytest.mark.parametrize("name", ["world", "catalogue"])
def test_two_builds_are_the_same_bytes(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Whatever the hash seed, the working directory, the locale and the time zone: one build is that of the other tests."""
    environment = {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"}
    catalogue = {"world": WORLD, "catalogue": CATALOGUE}[name]
    here, out = request.getfixturevalue(f"{name}_snapshot"), tmp_path / "out"
    arguments = command("build", "--catalogue", str(catalogue), "--out", str(out))
    subprocess.run(arguments, cwd=tmp_path, env=os.environ | environment, check=True, capture_output=True)
    first, second = (folder / snapshot.read_manifest(folder).generation for folder in (here, out))
    files = sorted(path.name for path in first.iterdir())
    assert files == sorted(snapshot.read_manifest(out).named())
    assert filecmp.cmpfiles(first, second, files, shallow=False) == (files, [], [])


def test_the_addresses_are_all_that_changes_the_bytes(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    build(WORLD, here, addresses(SITE))
    build(WORLD, there, addresses("https://sport.example"))
    body = Snapshot(there).body("/v1/entities/sport/tennis")
    assert body is not None
    assert b"https://sport.example/sports/tennis" in body
    assert SITE.encode() not in body
    assert body.replace(b"https://sport.example", SITE.encode()) == Snapshot(here).body("/v1/entities/sport/tennis")


def test_a_catalogue_with_errors_is_not_built(tmp_path: Path) -> None:
    broken, out = tmp_path / "world", tmp_path / "out"
    shutil.copytree(WORLD, broken)
    build(broken, out, addresses(SITE))
    before = snapshot.read_manifest(out)
    (broken / "entities" / "sport" / "tennis.toml").write_text("name = ", encoding="utf-8")
    with pytest.raises(CatalogueErrors) as caught:
        build(broken, out, addresses(SITE))
    assert "syntax" in {finding.code for finding in caught.value.findings}
    assert snapshot.read_manifest(out) == before
    assert list(snapshot.verify(out)) == []


def test_a_crash_while_writing_leaves_the_old_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    build(WORLD, out, addresses(SITE))
    before = snapshot.read_manifest(out)

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(writer, "sync", crash)
    with pytest.raises(KeyboardInterrupt):
        build(WORLD, out, addresses("https://other.example"))
    assert snapshot.read_manifest(out) == before
    assert list(snapshot.verify(out)) == []
    assert sorted(path.name for path in out.iterdir()) == sorted([before.generation, "manifest.json"])


def test_a_full_disk_leaves_the_old_snapshot(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk: writing beyond it fails in the same place."""
    out = tmp_path / "out"
    build(WORLD, out, addresses(SITE))
    before = snapshot.read_manifest(out)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))

    arguments = command("build", "--catalogue", str(WORLD), "--out", str(out), "--site-url", "https://other.example")
    run = subprocess.run(arguments, preexec_fn=limit, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert "Traceback" not in run.stderr
    assert "the snapshot there is as it was" in run.stderr
    assert snapshot.read_manifest(out) == before
    assert list(snapshot.verify(out)) == []


def test_an_older_generation_is_kept_for_servers_that_have_it_open(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(WORLD, out, addresses(SITE))
    opened = Snapshot(out)
    for n in range(3):
        build(WORLD, out, addresses(f"https://other{n}.example"))
    assert len([path for path in out.iterdir() if path.is_dir()]) == 2
    assert opened.body("/v1/entities") is not None


def test_few_names_are_remembered_and_none_is_forgotten_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(WORLD, tmp_path, addresses(SITE))
    asked = [("/v1/entities", "sprot"), ("/v1/entities/sport", "tenis"), ("/v1/entities/sport", "x" * 900), ("/v1", "")]
    whole = Snapshot(tmp_path)
    found = [whole.near(*one) for one in asked]
    assert "sport" in found[0]
    assert "tennis" in found[1]
    assert found[2] == []
    whole.close()
    monkeypatch.setattr(opened_generation, "_NAMES", 3)
    small = Snapshot(tmp_path)
    for _ in range(2):
        assert [small.near(*one) for one in asked] == found
        assert sum(map(len, small._names.values())) == small._names_remembered <= 3


def test_what_did_not_change_is_reused_and_the_bytes_are_those_of_a_full_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited, out, whole = tmp_path / "world", tmp_path / "out", tmp_path / "whole"
    shutil.copytree(WORLD, edited)
    build(edited, out, addresses(SITE))
    tennis = edited / "entities" / "sport" / "tennis.toml"
    tennis.write_text(tennis.read_text(encoding="utf-8").replace("racket", "bat", 1), encoding="utf-8")
    rendered: list[str] = []

    def counting_records(resource: Resource, body: bytes, compress: bool = True) -> list[tuple[bytes, bytes]]:
        rendered.append(resource.path)
        return records(resource, body, compress)

    monkeypatch.setattr(contents, "records", counting_records)
    built = build(edited, out, addresses(SITE))
    assert "/v1/entities/sport/tennis" in rendered
    assert "/sports/tennis" in rendered
    assert "/v1/entities/equipment/tennis-racket" not in rendered
    assert len(rendered) < built.manifest.records / 8
    assert build(edited, whole, addresses(SITE)).manifest == built.manifest
    assert not list(snapshot.verify(out))


def test_nothing_is_reused_from_another_recipe_or_a_damaged_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    whole = build(WORLD, out, addresses(SITE)).manifest
    records_file = out / whole.generation / part(0)
    content = bytearray(records_file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    records_file.write_bytes(content)
    assert build(WORLD, out, addresses(SITE)).manifest == whole
    assert not list(snapshot.verify(out))
    rendered: list[str] = []

    def counting_records(resource: Resource, body: bytes, compress: bool = True) -> list[tuple[bytes, bytes]]:
        rendered.append(resource.path)
        return records(resource, body, compress)

    monkeypatch.setattr(contents, "records", counting_records)
    monkeypatch.setattr("sportlore.build.recipe", lambda: "another")
    other = build(WORLD, out, addresses(SITE)).manifest
    assert (other.recipe, other.digests) == ("another", whole.digests)
    assert len(rendered) > other.records / 4 - 1


def test_building_the_same_again_leaves_the_files_that_a_server_has_mapped(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(WORLD, out, addresses(SITE))
    store = out / snapshot.read_manifest(out).generation / "store.mdb"
    before = store.stat().st_ino
    build(WORLD, out, addresses(SITE))
    assert store.stat().st_ino == before
    store.write_bytes(b"damaged")
    build(WORLD, out, addresses(SITE))
    assert not list(snapshot.verify(out))
    assert sorted(path.name for path in out.iterdir()) == sorted(["manifest.json", store.parent.name])


def test_verify_says_what_is_damaged(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(WORLD, out, addresses(SITE))
    assert subprocess.run(command("verify", str(out)), capture_output=True, check=False).returncode == 0
    store = out / snapshot.read_manifest(out).generation / "store.mdb"
    content = bytearray(store.read_bytes())
    content[len(content) // 2] ^= 0xFF
    store.write_bytes(content)
    run = subprocess.run(command("verify", str(out)), capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "differs from its digest" in run.stderr
    store.unlink()
    assert "is missing" in next(snapshot.verify(out))


def test_opening_what_is_no_snapshot_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"no snapshot at .* `sportlore build`"):
        Snapshot(tmp_path)
    manifest = tmp_path / "manifest.json"
    manifest.write_text("{", encoding="utf-8")
    with pytest.raises(SnapshotError, match="damaged"):
        Snapshot(tmp_path)
    manifest.write_text(json.dumps({"format": snapshot.FORMAT - 1}), encoding="utf-8")
    with pytest.raises(SnapshotError, match=f"format {snapshot.FORMAT - 1}.*reads format {snapshot.FORMAT}"):
        Snapshot(tmp_path)


def test_opening_a_damaged_store_says_so(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(WORLD, out, addresses(SITE))
    store = out / snapshot.read_manifest(out).generation / "store.mdb"
    store.write_bytes(b"\0" * 8192)
    with pytest.raises(SnapshotError, match=r"store\.mdb has 8,192 bytes, and the manifest says"):
        Snapshot(out)


def test_serving_a_damaged_snapshot_ends_with_a_message(tmp_path: Path) -> None:
    run = subprocess.run(
        command("serve", "--snapshot", str(tmp_path)), capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 1
    assert "no snapshot at" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.slow
def test_bad_addresses_are_refused(tmp_path: Path) -> None:
    for arguments in (
        ["--site-url", "sport.example"],
        ["--site-url", "https://x.example/y"],
        ["--site-url", "https://user@x.example"],
        ["--site-url", "https://x.example:0"],
        ["--site-url", "https://x.example?y"],
        ["--site-url", "https://x .example"],
        ["--base-url", "https://sport.example/api"],
    ):
        run = subprocess.run(
            command("build", "--catalogue", str(WORLD), "--out", str(tmp_path / "out"), *arguments),
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 1
        assert "sportlore: " in run.stderr
        assert not (tmp_path / "out").exists()
