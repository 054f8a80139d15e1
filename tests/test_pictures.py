"""Every drawing of the catalogue, rendered, beside a small picture of it that is kept: what looks different is named.

To accept what is wanted, after a look at the sheets of `make drawings`: `BLESS=1 pytest tests/test_pictures.py`.
"""

from __future__ import annotations

import base64
import os
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
import pytest
import resvg_py
from conftest import CATALOGUE, ROOT

from sportlore import drawing, graph
from sportlore.drawing import Drawing, charts, figure, preview
from sportlore.drawing.geometry import bounds, moved
from sportlore.drawing.motion import strip
from sportlore.graph import Graph
from sportlore.registry import read

pytestmark = pytest.mark.slow

KEPT = ROOT / "tests" / "pictures.tsv"
WIDE = 32
"""Cells of a picture across; it is as much higher or lower as the drawing is."""
LEVELS = 31
TOLERANCE = 1
"""By how many levels a cell may differ: a renderer that smooths a little otherwise changes nothing."""

Picture = tuple[bytes, ...]
"""The rows of a picture, each cell a level of grey."""


@cache
def catalogue() -> Graph:
    authored = read(CATALOGUE)
    return graph.build(authored.vocabulary, authored.entities.values())


@cache
def drawn() -> dict[str, Drawing]:
    entities = catalogue().entities
    every = {id: drawing.drawings(entity) for id, entity in entities.items()}
    many = drawing.collections(entities.values(), every, {})
    return {item.id: item for item in (*many, *(item for items in every.values() for item in items))}


def plans() -> Iterator[tuple[str, bytes]]:
    """Areas, things and collections, long ones upright as well."""
    for id, item in drawn().items():
        yield id, drawing.file(drawing.arranged(item))
        if drawing.is_long(item):
            yield f"{id}-portrait", drawing.file(drawing.arranged(item, "portrait"))


def people() -> Iterator[tuple[str, bytes]]:
    """Boards, their steps, and positions."""
    for id, entity in catalogue().entities.items():
        for board in drawing.boards_of(entity, catalogue().entities):
            for scene in (drawing.whole(board), *drawing.steps(board)):
                yield scene.id, drawing.scene_file(scene)
        for team in drawing.teams_of(catalogue(), id):
            scene = drawing.picture(team, id, entity.name, id)
            yield scene.id, drawing.scene_file(scene)


def bodies() -> Iterator[tuple[str, bytes]]:
    """Figures with muscles."""
    body = catalogue().vocabulary.body
    assert body is not None
    for id in catalogue().entities:
        if (item := drawing.muscle_map(catalogue(), id)) is not None:
            yield item.id, figure.file(body, item)


def numbers() -> Iterator[tuple[str, bytes]]:
    """Charts of entities."""
    for id in catalogue().entities:
        for item in drawing.charts_of(catalogue(), id):
            yield item.id, charts.file(item)


def motions() -> Iterator[tuple[str, bytes]]:
    """Key poses of exercises."""
    for entity in catalogue().entities.values():
        if (item := drawing.strip_of(entity, catalogue().entities, catalogue().vocabulary)) is not None:
            yield item.id, strip.file(item)


def thumbnail(svg: bytes) -> Picture:
    """The drawing in light colours and in few cells; levels of grey are the lightness of the cells."""
    text = svg.decode()
    light, _, _ = text.partition("@media")
    colours = dict(re.findall(r"--(\w+):(#\w+)", light))
    text = re.sub(r"@media[^{]*\{.*?\}\}", "", text)
    text = re.sub(r"var\(--(\w+)\)", lambda name: colours[name[1]], text)
    family = "DejaVu Sans"
    png = resvg_py.svg_to_bytes(
        svg_string=text,
        width=WIDE,
        skip_system_fonts=True,
        font_files=[str(Path(preview.__file__).parent / "preview.ttf")],
        font_family=family,
        sans_serif_family=family,
    )
    return tuple(bytes(round(value * LEVELS / 255) for value in row) for row in greys(bytes(png)))


def greys(png: bytes) -> Iterator[list[int]]:
    """The rows of a PNG of eight bits in colour, with or without an alpha channel (ISO/IEC 15948), as lightness."""
    width, data, at = struct.unpack(">I", png[16:20])[0], b"", 8
    size_of_pixel = {2: 3, 6: 4}[png[25]]
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        data += png[at + 8 : at + 8 + size] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += size + 12
    data, span = zlib.decompress(data), size_of_pixel * width
    above = bytearray(span)
    for start in range(0, len(data), span + 1):
        row = bytearray(data[start + 1 : start + 1 + span])
        for x in range(span):
            left, corner = (row[x - size_of_pixel], above[x - size_of_pixel]) if x >= size_of_pixel else (0, 0)
            row[x] = (row[x] + predicted(data[start], left, above[x], corner)) & 255
        yield [(3 * row[x] + 6 * row[x + 1] + row[x + 2]) // 10 for x in range(0, span, size_of_pixel)]
        above = row


def predicted(method: int, left: int, above: int, corner: int) -> int:
    """What a filter of PNG takes a byte to be."""
    if method == 4:
        estimate = left + above - corner
        return min((left, above, corner), key=lambda value: abs(estimate - value))
    return (0, left, above, (left + above) // 2)[method]


def difference(kept: Picture, seen: Picture) -> str:
    """What differs, in words; empty where nothing does."""
    if len(kept) != len(seen):
        return f"{len(seen)} rows instead of {len(kept)}"
    cells = [
        (x, y)
        for y, (before, now) in enumerate(zip(kept, seen, strict=True))
        for x, (a, b) in enumerate(zip(before, now, strict=True))
        if abs(a - b) > TOLERANCE
    ]
    if not cells:
        return ""
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*cells, strict=True))
    return f"{len(cells)} cells, columns {left} to {right} of {WIDE}, rows {top} to {bottom} of {len(seen)}"


def encoded(picture: Picture) -> str:
    return base64.b85encode(zlib.compress(b"".join(picture), 9)).decode()


def decoded(text: str) -> Picture:
    cells = zlib.decompress(base64.b85decode(text))
    return tuple(cells[start : start + WIDE] for start in range(0, len(cells), WIDE))


@cache
def kept(file: Path = KEPT) -> Mapping[str, Mapping[str, Picture]]:
    """The pictures of a file by their sort and id."""
    found: dict[str, dict[str, Picture]] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        sort, id, text = line.split("\t")
        found.setdefault(sort, {})[id] = decoded(text)
    return found


def bless(sort: str, seen: Mapping[str, Picture], file: Path = KEPT) -> None:
    """Keep these instead of those of the sort that are kept."""
    before = file.read_text(encoding="utf-8").splitlines() if file.exists() else ()
    lines = [line for line in before if not line.startswith(f"{sort}\t")]
    lines += [f"{sort}\t{id}\t{encoded(picture)}" for id, picture in seen.items()]
    file.write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")


SORTS = {"plans": plans, "people": people, "bodies": bodies, "motions": motions, "numbers": numbers}


@pytest.mark.parametrize("name", SORTS)
def test_every_drawing_looks_as_it_did(name: str) -> None:
    seen = {id: thumbnail(svg) for id, svg in SORTS[name]()}
    if os.environ.get("BLESS"):
        bless(name, seen)
        return
    before = kept().get(name, {})
    changes = {id: difference(before[id], seen[id]) for id in seen.keys() & before.keys()}
    told = [f"{id}: {change}" for id, change in sorted(changes.items()) if change]
    told += [f"{id}: new" for id in sorted(seen.keys() - before.keys())]
    told += [f"{id}: gone" for id in sorted(before.keys() - seen.keys())]
    help = "look at them (`make drawings`), and accept them with BLESS=1 pytest tests/test_pictures.py"
    assert not told, "\n".join([*told, help])


def shifted(item: Drawing, number: int, across: float, up: float = 0.0) -> Drawing:
    """The drawing with one mark moved."""
    marks = list(item.features)
    shapes = tuple(moved(shape, across, up) for shape in marks[number].shapes)
    marks[number] = msgspec.structs.replace(marks[number], shapes=shapes)
    return msgspec.structs.replace(item, features=tuple(marks))


@pytest.mark.parametrize(
    ("id", "mark", "metres"),
    [
        ("facility/tennis-court", "Service lines", 0.5),
        ("facility/football-pitch", "Halfway line", 2.0),
        ("facility/football-pitch", "Penalty marks", 2.0),
        ("facility/basketball-court", "Three-point lines", 0.5),
        ("facility/badminton-court-net", "Posts", 0.15),
        ("sport/floorball", "Goalkeeper areas", 0.8),
    ],
)
def test_a_mark_that_moves_is_noticed(id: str, mark: str, metres: float) -> None:
    item = drawn()[id]
    (number,) = [i for i, feature in enumerate(item.features) if feature.name == mark]
    before = thumbnail(drawing.file(drawing.arranged(item)))
    after = thumbnail(drawing.file(drawing.arranged(shifted(item, number, metres))))
    assert not difference(before, thumbnail(drawing.file(drawing.arranged(item))))
    assert difference(before, after)


def test_almost_every_mark_that_moves_is_noticed() -> None:
    """A fiftieth of the length across and up, mark by mark."""
    noticed, all_marks = 0, 0
    for item in drawn().values():
        if item.kind not in ("plan", "elevation"):
            continue
        before = thumbnail(drawing.file(drawing.arranged(item)))
        step = bounds(item.features[0].shapes).width / 50
        for number in range(1, len(item.features)):
            after = thumbnail(drawing.file(drawing.arranged(shifted(item, number, step, step))))
            all_marks += 1
            noticed += bool(difference(before, after))
    # The others are points and short strokes on top of larger marks.
    assert noticed >= 0.95 * all_marks, (noticed, all_marks)


def test_a_picture_is_kept_and_read_again() -> None:
    picture = thumbnail(drawing.file(drawing.arranged(drawn()["facility/tennis-court"])))
    assert decoded(encoded(picture)) == picture
    assert {len(row) for row in picture} == {WIDE}
    assert difference(picture, picture[1:]).startswith(f"{len(picture) - 1} rows instead of")
