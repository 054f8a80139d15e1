"""A snapshot at another address says what one that is built for it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import WORLD, snapshot_of

from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.contract.record import IDENTITY
from sportlore.snapshot import Snapshot
from sportlore.snapshot.format import INFO, LOCATIONS, RANKED
from sportlore.snapshot.relocation import relocated

ELSEWHERE = "https://sport.example"


@pytest.fixture(scope="module")
def moved(world_snapshot: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("moved")
    opened = Snapshot(world_snapshot)
    relocated(opened, folder, ELSEWHERE)
    opened.close()
    return folder


def test_it_says_what_one_that_is_built_for_the_address_says(
    moved: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    built, other = Snapshot(snapshot_of(WORLD, tmp_path_factory.getbasetemp(), ELSEWHERE)), Snapshot(moved)
    paths = [key.decode() for key, _ in built.pairs_from(b"/")]
    assert [key.decode() for key, _ in other.pairs_from(b"/")] == paths
    for path in paths:
        assert other.get(path, IDENTITY) == built.get(path, IDENTITY), path
    places = (LOCATIONS, RANKED)  # the same, but for the size of items that are as long as their addresses
    held = [
        {key: bytes(value) for key, value in of.pairs_from(b"\0") if not key.startswith(places)}
        for of in (built, other)
    ]
    assert held[0] == held[1]
    assert INFO in held[0]
    for type in built.info.lists:
        total = range(built.info.lists[type].total)
        assert list(built.list_items(type, total).each()) == list(other.list_items(type, total).each())
    assert list(built.items(range(built.entities)).each()) == list(other.items(range(other.entities)).each())
    built.close()
    other.close()


def test_nothing_of_it_is_compressed_and_none_of_it_names_the_old_address(moved: Path) -> None:
    opened = Snapshot(moved)
    assert all(opened.best(key, (b"b", b"z", b"g")) is None for key, _ in opened.pairs_from(b"/"))
    assert b"localhost:8000" not in b"".join(path.read_bytes() for path in opened.folder.iterdir())
    opened.close()


def test_moving_it_back_makes_the_same_again(moved: Path, world_snapshot: Path, tmp_path: Path) -> None:
    first, second = Snapshot(world_snapshot), Snapshot(moved)
    names = {
        relocated(opened, tmp_path / str(i), first.info.site_url).generation for i, opened in enumerate((first, second))
    }
    assert len(names) == 1
    first.close()
    second.close()


def test_a_base_path_of_its_own_is_refused(tmp_path: Path) -> None:
    build(WORLD, tmp_path / "own", addresses(ELSEWHERE, "https://api.example/v1"))
    opened = Snapshot(tmp_path / "own")
    with pytest.raises(ValueError, match="has a base path of its own"):
        relocated(opened, tmp_path / "moved", "http://a.example")
    opened.close()
