"""The files that browsers and search engines ask for under names of their own."""

from __future__ import annotations

import json
import re
import struct

import pytest

from sportlore.contract.record import Resource
from sportlore.publication import Publication
from sportlore.site.assets import assets
from sportlore.site.files import named_files


@pytest.fixture(scope="module")
def files(world: Publication) -> dict[str, Resource]:
    return {file.path: file for file in named_files(world, assets())}


def size(png: bytes) -> tuple[int, int]:
    """The width and height that a PNG states (ISO/IEC 15948, 11.2.2)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_the_icon_of_a_tab_is_a_png_in_an_icon_file(files: dict[str, Resource]) -> None:
    icon = files["/favicon.ico"].render()
    reserved, type, count = struct.unpack("<HHH", icon[:6])
    assert (reserved, type, count) == (0, 1, 1)
    width, height, *_, length, start = struct.unpack("<BBBBHHII", icon[6:22])
    assert len(icon) == start + length
    assert size(icon[start:]) == (width, height) == (32, 32)


def test_the_manifest_names_icons_of_the_sizes_that_it_states(files: dict[str, Resource]) -> None:
    manifest = json.loads(files["/manifest.webmanifest"].render())
    assert manifest["name"] == "The miniature world"
    assert manifest["icons"][0]["src"] in {file.path for file in assets().values()}
    for icon in manifest["icons"][1:]:
        assert "x".join(map(str, size(files[icon["src"]].render()))) == icon["sizes"]


def test_the_worker_keeps_under_the_version_of_the_static_files(files: dict[str, Resource]) -> None:
    worker = files["/worker.js"].render().decode()
    assert re.search(r'const STORE = "sportlore-[0-9a-f]{10}";', worker)
    assert "VERSION" not in worker


def test_a_style_sheet_loads_what_there_is() -> None:
    known = {file.path for file in assets().values()}
    loaded = re.findall(r'url\("([^"]+)"\)', assets()["site.css"].render().decode())
    assert loaded
    assert set(loaded) <= known
