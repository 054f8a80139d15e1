"""Words and lines of drawings can be read: on a phone, in both schemes, printed, and without lying over one another."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from test_figure import SITE_CSS, contrast, schemes

from sportlore import drawing
from sportlore.api import drawings as files_of_drawings
from sportlore.drawing import charts, figure
from sportlore.drawing.layout import overlap
from sportlore.drawing.model import Bounds
from sportlore.drawing.vector import STYLE
from sportlore.publication import Publication
from sportlore.site.drawings import picture

PHONE = 350
"""Pixels of the narrowest page that a drawing fills."""
LEAST = 11
"""Pixels that letters are high there."""


def shown(publication: Publication) -> Iterator[tuple[str, bytes]]:
    """The path and the content of every plan, thing and collection that a page shows on a phone as a file."""
    knowledge = publication.knowledge
    every = (*(item for items in knowledge.drawings.values() for item in items), *knowledge.collections.values())
    for item in every:
        path = picture(item).path
        yield path, next(body for where, _, body in files_of_drawings.files(item) if where == path)


def test_letters_of_every_file_that_a_page_shows_are_high_enough_on_a_phone(catalogue: Publication) -> None:
    found = dict(shown(catalogue))
    assert "/drawings/facility/ice-hockey-rink-nhl-portrait.svg" in found
    for path, svg in found.items():
        root = ET.fromstring(svg)
        width = float(root.get("viewBox", "").split()[2])
        assert not [text for text in root.findall(".//{*}text") if text.get("font-size") or text.get("style")], path
        sizes = [int(size) for size in re.findall(r"font(?:-size)?:(?:\d+ )?(\d+)px", svg.decode())]
        assert sizes, path
        assert min(sizes) * PHONE / width >= LEAST, path


def test_words_of_comparisons_lie_apart(catalogue: Publication) -> None:
    pairs = [item for items in catalogue.knowledge.drawings.values() for item in items if item.kind == "pair"]
    assert len(pairs) > 50
    for item in pairs:
        for orientation in ("landscape", "portrait"):
            page = drawing.arranged(item, orientation)
            boxes = [label.box for label in page.labels]
            for i, box in enumerate(boxes):
                assert not any(overlap(box, other) for other in boxes[:i]), (item.id, page.labels[i])
                assert box.bottom >= 0, (item.id, page.labels[i])
                assert box.top <= page.height, (item.id, page.labels[i])


ADVANCE = 0.5
"""The width of letters on average, in heights."""


def words(svg: bytes, size: float) -> Iterator[tuple[str, Bounds]]:
    """The words of a picture, and the room that they take; where an element has several places, each letter has its own."""
    for text in ET.fromstring(svg).findall(".//{*}text"):
        whole, styles = "".join(text.itertext()), (text.get("class") or "").split()
        across, down = ([float(place) for place in (text.get(name) or "0").split()] for name in ("x", "y"))
        for said, x, y in zip(whole if len(across) > 1 else [whole], across, down, strict=True):
            width = len(said) * ADVANCE * size
            left = x - (width if "end" in styles else width / 2 if "middle" in styles else 0)
            yield said, Bounds(left, y - size * 0.4, left + width, y + size * 0.4)


def test_words_of_charts_lie_apart(catalogue: Publication) -> None:
    for item in (item for items in catalogue.knowledge.charts.values() for item in items):
        boxes = list(words(charts.file(item), charts.TEXT))
        for i, (said, box) in enumerate(boxes):
            for other, there in boxes[:i]:
                assert not overlap(box, there), (item.id, said, other)


def test_words_of_figures_lie_apart(catalogue: Publication) -> None:
    body = catalogue.vocabulary.body
    assert body is not None
    size = float(re.search(r"text\{font:(\d+)px", figure.STYLE)[1])  # type: ignore[index]
    for item in catalogue.knowledge.figures.values():
        boxes = list(words(figure.file(body, item), size))
        for i, (said, box) in enumerate(boxes):
            for other, there in boxes[:i]:
                assert not overlap(box, there), (item.id, said, other)


@pytest.mark.parametrize(
    ("css", "line", "grounds", "accent", "quiet"),
    [
        (STYLE, "line", ("ground", "area"), "accent", "dimension"),
        (SITE_CSS, "ink", ("panel", "area"), "accent", "quiet"),
    ],
    ids=["file", "page"],
)
def test_lines_of_plans_stand_out_in_both_schemes(
    css: str, line: str, grounds: tuple[str, str], accent: str, quiet: str
) -> None:
    for scheme in schemes(css):
        for ground in grounds:
            assert contrast(scheme[line], scheme[ground]) >= 4.5, (scheme, line, ground)
            assert contrast(scheme[accent], scheme[ground]) >= 3, (scheme, accent, ground)
            assert contrast(scheme[quiet], scheme[ground]) >= 3, (scheme, quiet, ground)


def test_lines_of_plans_stand_out_in_print() -> None:
    (printed,) = re.findall(r"@media print \{ :root \{ --area: (#\w+); \} \}", SITE_CSS)
    light, _ = schemes(SITE_CSS)
    assert contrast(light["ink"], printed) >= 4.5
    assert contrast(light["accent"], printed) >= 3
