"""The records in parts: what did not change is linked or copied, and the bytes are those of a snapshot written from nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.contract.record import resource
from sportlore.snapshot import Index, Info, Manifest, Snapshot, contents, verify
from sportlore.snapshot.format import part
from sportlore.snapshot.writer import write

INFO = Info("1", "https://sport.example", "https://sport.example/v1", {}, {})
BODIES = st.dictionaries(st.sampled_from("abcdefghijkl"), st.sampled_from(["x", "y" * 400, "z" * 900]), max_size=12)


@pytest.fixture(scope="module", autouse=True)
def small_parts() -> Iterator[None]:
    """Parts of three resources."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contents, "resources_in_a_part", lambda _: 3)
        yield


def written(folder: Path, bodies: Mapping[str, str]) -> Manifest:
    """A snapshot of resources with these bodies, by their paths."""
    resources = [resource(f"/{name}", "text/plain", body.encode()) for name, body in bodies.items()]
    return write(folder, resources, INFO, Index(dict, []), lambda _: b"", recipe="r")


@given(BODIES, BODIES)
def test_any_edit_gives_the_bytes_of_a_snapshot_from_nothing(before: dict[str, str], after: dict[str, str]) -> None:
    with TemporaryDirectory() as folder:
        out = Path(folder, "out")
        written(out, before)
        assert written(out, after) == written(Path(folder, "new"), after)
        assert list(verify(out)) == []
        opened = Snapshot(out)
        found = {name: opened.body(f"/{name}") for name in after}
        opened.close()
        assert found == {name: body.encode() for name, body in after.items()}


def files(folder: Path, manifest: Manifest) -> list[int]:
    """Which file each part is."""
    return [(folder / manifest.generation / name).stat().st_ino for name in manifest.parts]


def test_a_part_that_is_the_same_is_the_same_file(tmp_path: Path) -> None:
    bodies = {name: name * 300 for name in "abcdefgh"}
    before = written(tmp_path, bodies)
    after = written(tmp_path, bodies | {"e": "other"})
    assert after.parts == [part(0), part(1), part(2)]
    assert [old == new for old, new in zip(files(tmp_path, before), files(tmp_path, after), strict=True)] == [
        True,
        False,
        True,
    ]


def test_where_a_file_can_have_one_name_only_its_bytes_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError("not supported")

    bodies = {name: name * 300 for name in "abcdefgh"}
    before = written(tmp_path, bodies)
    monkeypatch.setattr(Path, "hardlink_to", refused)
    after = written(tmp_path, bodies | {"e": "other"})
    assert set(files(tmp_path, before)).isdisjoint(files(tmp_path, after))
    assert list(verify(tmp_path)) == []
