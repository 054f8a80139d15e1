"""Drawings as small pictures."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from sportlore.drawing import miniature
from sportlore.publication import Publication


def drawn(publication: Publication) -> list[str]:
    return [id for id, drawings in publication.knowledge.drawings.items() if drawings[0].kind in ("plan", "section")]


def test_every_field_fits_its_box_and_says_nothing(catalogue: Publication) -> None:
    fields = drawn(catalogue)
    assert len(fields) > 40
    for id in fields:
        picture = miniature(catalogue.knowledge.drawings[id][0])
        root = ElementTree.fromstring(picture)
        assert root.get("aria-hidden") == "true"
        assert "".join(root.itertext()).strip() == ""
        for x, y in re.findall(r"[ML] ?(-?[\d.]+) (-?[\d.]+)", picture):
            assert -1 <= float(x) <= 121, id
            assert -1 <= float(y) <= 77, id


@pytest.mark.parametrize("id", ["facility/tennis-court", "facility/football-pitch"])
def test_a_field_fills_its_box(catalogue: Publication, id: str) -> None:
    picture = miniature(catalogue.knowledge.drawings[id][0])
    xs = [float(x) for x, _ in re.findall(r"[ML] ?(-?[\d.]+) (-?[\d.]+)", picture)]
    assert max(xs) - min(xs) > 100
