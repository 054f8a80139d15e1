"""Drawings: composed from plans, laid out without overlap, written as SVG, GeoJSON and DXF."""

from __future__ import annotations

import io
import json
import math
import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import pairwise

import msgspec
import pytest
from conftest import REFERENCE, real_catalogue
from ezdxf.filemanagement import read as read_dxf

from sportlore import drawing
from sportlore.drawing.composition import values
from sportlore.drawing.export import dxf, geojson
from sportlore.drawing.geometry import angle, bounds, centre, covers, length, mirrored, points, quartered
from sportlore.drawing.layout import arranged, is_long, overlap
from sportlore.drawing.model import Circle, Drawing, Path, Spot, Vertex
from sportlore.drawing.sheet import sheet
from sportlore.model import Detail, Entity, Mark, Plan, PlanScope, Span, Variant, cited
from sportlore.publication import Publication
from sportlore.site.drawings import drawing_view

LARGEST = 8_000
"""Bytes of an inline drawing before compression."""


@cache
def all_drawings() -> tuple[Drawing, ...]:
    entities = real_catalogue().entities
    drawn = {id: drawing.drawings(entity) for id, entity in entities.items()}
    many = drawing.collections(entities.values(), drawn, {})
    return (*many, *(item for items in drawn.values() for item in items))


def court(*marks: Mark, **fields: object) -> Entity:
    plan = msgspec.structs.replace(Plan(name="Lines", source="book", clause="1", marks=marks), **fields)
    facts = {"length": Span(20, 20), "width": Span(8, 10)}
    return Entity("facility", "court", "Court", "A court.", "court.toml", facts=facts, plan=plan)


def composed(entity: Entity, scope: PlanScope | None = None) -> drawing.Composed:
    assert entity.plan is not None
    return drawing.compose(entity, entity.plan, scope)


def shapes(mark: Mark, **fields: object) -> tuple[object, ...]:
    found = composed(court(mark, **fields))
    assert found.drawing is not None
    assert not found.faults
    return found.drawing.features[1].shapes


def test_facts_are_names_and_a_range_has_two() -> None:
    line = Mark("line", line=(("-length / 2", "least_width / 2"), ("length / 2", "width / 2")))
    assert shapes(line) == (Path((Vertex(-10, 4), Vertex(10, 5))),)


def test_a_changed_fact_changes_its_marks_and_nothing_else() -> None:
    entity = court(Mark("end", line=(("length / 2", -1), ("length / 2", 1))), Mark("centre", circle=(0, 0, 1.8)))
    longer = msgspec.structs.replace(entity, facts={**entity.facts, "length": Span(22, 22)})
    before, after = composed(entity).drawing, composed(longer).drawing
    assert before is not None
    assert after is not None
    assert bounds(before.features[1].shapes).right + 1 == bounds(after.features[1].shapes).right
    assert before.features[2] == after.features[2]


def test_a_drawing_is_composed_once_for_the_same_entity_and_again_for_a_changed_one() -> None:
    entity = court()
    first = composed(entity)
    assert composed(entity) is first
    assert composed(msgspec.structs.replace(entity, facts={**entity.facts, "length": Span(22, 22)})) != first
    assert composed(court(name="Edge")) != first


def test_marks_are_mirrored_and_the_same_image_counts_once() -> None:
    spot = Mark("spot", spot=(5, 2))
    assert len(shapes(msgspec.structs.replace(spot, mirror="both"))) == 4
    assert len(shapes(msgspec.structs.replace(spot, spot=(5, 0), mirror="both"))) == 2
    halfway = Mark("halfway", line=((0, -4), (0, 4)), mirror="both")
    assert len(shapes(halfway)) == 1


def test_marks_are_repeated_with_an_index() -> None:
    lanes = Mark("lanes", line=((-10, "i - 2"), (10, "i - 2")), repeat=5)
    assert [points(shape)[0][1] for shape in shapes(lanes) if isinstance(shape, Path)] == [-2, -1, 0, 1, 2]


def test_a_scope_replaces_constants_facts_and_citation() -> None:
    scope = PlanScope(scope="nba", source="rules", clause="2", constants={"near": 3})
    mark = Mark("line", line=(("near", "-width / 2"), ("near", "width / 2")))
    entity = court(mark, constants={"near": 2}, scopes=(scope,))
    entity = msgspec.structs.replace(entity, variants=(Variant("width", Span(12, 12), "rules", ("nba",)),))
    found = composed(entity, scope).drawing
    assert found is not None
    assert found.id == "facility/court-nba"
    assert found.features[1].shapes == (Path((Vertex(3, -6), Vertex(3, 6))),)
    assert {feature.citation.clause for feature in found.features} == {"2"}
    assert [item.scope for item in drawing.drawings(entity)] == [None, "nba"]


def test_a_mark_of_a_scope_stands_in_its_drawing_only_and_others_are_left_out() -> None:
    scope = PlanScope(scope="nba", source="rules", clause="2", without=("circle",))
    line = Mark("line", line=((0, 0), (1, 1)), scope=("nba",), source="guide", clause="3")
    entity = court(line, Mark("circle", circle=(0, 0, 1)), Mark("spot", spot=(0, 0)), scopes=(scope,))
    names = [[feature.name for feature in item.features[1:]] for item in drawing.drawings(entity)]
    assert names == [["circle", "spot"], ["line", "spot"]]
    cited = [feature.citation.source for feature in drawing.drawings(entity)[1].features]
    assert cited == ["rules", "guide", "rules"]


@pytest.mark.parametrize(
    ("mark", "rule", "path"),
    [
        (Mark("a", line=((0, 0), ("nowhere", 1))), "bad-plan", ("marks", 0, "line", 1, 0)),
        (Mark("a", circle=(0, 0, "1 / 0")), "bad-plan", ("marks", 0, "circle", 2)),
        (Mark("a", line=((0, 0), (5, 0, 2))), "bad-plan", ("marks", 0, "line", 1)),
        (Mark("a", polygon=((0, 0), (1, 1))), "bad-plan", ("marks", 0, "polygon")),
        (Mark("a"), "bad-plan", ("marks", 0)),
        (Mark("a", spot=(0, "1 +")), "bad-plan", ("marks", 0, "spot", 1)),
        (Mark("a", spot=(0, 0), measures=(("off", (0, 0), ("x", 0)),)), "bad-plan", ("marks", 0, "measures", 0, 2, 0)),
        (Mark("a", rectangle=((9, 0), (11, 1))), "mark-outside", ("marks", 0)),
    ],
)
def test_faults_stand_at_their_place(mark: Mark, rule: str, path: tuple[str | int, ...]) -> None:
    faults = composed(court(mark)).faults
    assert [(fault.rule, fault.path) for fault in faults] == [(rule, path)]
    assert faults[0].help


def test_what_lies_outside_says_so() -> None:
    assert shapes(Mark("run-off", rectangle=((-12, -7), (12, 7)), outside=True))


def test_an_arc_has_its_centre_angle_and_length() -> None:
    start, end = Vertex(1, 0), Vertex(0, 1, 1)
    assert centre(start, end) == pytest.approx((0, 0))
    assert angle(start, end) == pytest.approx(math.pi / 2)
    assert centre(start, Vertex(0, 1, -1)) == pytest.approx((1, 1))
    assert centre(start, Vertex(4, 0, 1)) is None
    assert length(Path((start, end))) == pytest.approx(math.pi / 2)
    assert length(Path((Vertex(0, 0), Vertex(3, 4)))) == 5


def test_a_semicircle_is_halved_and_stays_as_long() -> None:
    semicircle = Path((Vertex(0, 2), Vertex(0, -2, 2)))
    halves = quartered(semicircle)
    assert [(round(v.x, 6), round(v.y, 6), v.radius) for v in halves.vertices] == [(0, 2, 0), (-2, 0, 2), (0, -2, 2)]
    assert length(halves) == pytest.approx(length(semicircle))
    closed = Path((Vertex(0, 2), Vertex(0, -2, 2)), closed=True)
    assert [round(v.y, 6) for v in quartered(closed).vertices] == [2, 0, -2]


def test_a_mirror_image_turns_the_arc_round() -> None:
    arc = Path((Vertex(1, 0), Vertex(0, 1, 1)))
    assert mirrored(arc, -1, 1) == Path((Vertex(-1, 0), Vertex(0, 1, -1)))
    assert mirrored(arc, -1, -1) == Path((Vertex(-1, 0), Vertex(0, -1, 1)))


def test_an_area_covers_what_lies_in_it_and_on_its_edge() -> None:
    oval = Path((Vertex(-1, -1), Vertex(1, -1), Vertex(1, 1, 1), Vertex(-1, 1), Vertex(-1, -1, 1)), closed=True)
    assert covers(points(oval), (0, 0))
    assert covers(points(oval), (0, 1))
    assert covers(points(oval), (1.9, 0))
    assert not covers(points(oval), (1.9, 0.9))
    assert not covers(points(oval), (0, 1.01))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (28, "28 m"),
        (13.4, "13.40 m"),
        (5.485, "5.485 m"),
        (30.5 / 3, "10.167 m"),
        (0.1525, "0.1525 m"),
        (2000, "2,000 m"),
    ],
)
def test_distances_in_words(value: float, text: str) -> None:
    assert drawing.metres(value) == text


def test_the_table_of_measures_says_sizes_and_distances() -> None:
    marks = (
        Mark("circle", circle=(0, 0, 1.8)),
        Mark("area", rectangle=((7, -2), (10, 2)), measures=(("deep", (7, 0), (10, 0)),), clause="2"),
        Mark("ring", circle=(0, 0, 0.9), measures=(("radius", (0, 0), (0.9, 0)),)),
    )
    found = composed(court(*marks)).drawing
    assert found is not None
    rows = drawing.measures(found)
    assert [(row.number, row.text) for row in rows] == [
        (0, "20 m long; 10 m wide"),
        (1, "radius 1.80 m"),
        (2, "3 m by 4 m; 3 m deep"),
        (3, "0.90 m radius"),
    ]
    assert [row.citation.clause for row in rows] == ["1", "1", "2", "1"]


def test_an_elevation_stands_on_the_ground_beside_a_person() -> None:
    goal = Detail("goal", "Goal", "Opening", "book", "1", ((-1.5, 0), (1.5, 0), (1.5, 2), (-1.5, 2)))
    entity = msgspec.structs.replace(court(Mark("a", spot=(0, 0))), details=(goal,))
    _plan, item = drawing.drawings(entity)
    assert (item.id, item.title, item.kind) == ("facility/court-goal", "Court: Goal", "elevation")
    assert item.description == "Court: Goal to scale, 3 m wide, 2 m high. Beside it stands a person of 1.75 m."
    person = bounds(item.background[1:])
    assert (person.bottom, person.top) == pytest.approx((0, 1.75))
    assert person.right < -1.5
    assert len(json.loads(geojson(item))["features"]) == 1


def test_what_has_no_fixed_plan_has_no_drawing() -> None:
    assert drawing.drawings(court(unfixed="Each differs.")) == ()


def test_svg_is_well_formed_and_escaped() -> None:
    found = composed(court(Mark("a < b", circle=(0, 0, 1)))).drawing
    assert found is not None
    root = ET.fromstring(drawing.file(arranged(found)))
    assert root.attrib["role"] == "img"
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["Court", "Lines · 1", "a < b · 1"]


def test_surfaces_have_an_area() -> None:
    """What is drawn there and back again is a line, and no polygon of GeoJSON."""
    for item in all_drawings():
        for feature in item.features:
            for shape in feature.shapes:
                if isinstance(shape, Path) and shape.closed:
                    ring = points(shape)
                    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]])) / 2
                    assert abs(area) > 1e-6, (item.id, feature.name)


def test_geojson_and_dxf_hold_the_lengths_in_metres() -> None:
    path = Mark("goal area", line=((10, -4), (4, -4, 6), (4, 4), (10, 4, 6)), mirror="length", outside=True)
    found = composed(court(path, Mark("spot", spot=(1.5, 0)), Mark("circle", circle=(0, 0, 3)))).drawing
    assert found is not None
    collection = json.loads(geojson(found))
    kinds = [feature["geometry"]["type"] for feature in collection["features"]]
    assert kinds == ["Polygon", "LineString", "LineString", "Point", "Polygon"]
    document = read_dxf(io.StringIO(dxf(found).decode()))
    model = document.modelspace()
    assert [entity.dxftype() for entity in model] == ["POLYLINE", "POLYLINE", "POLYLINE", "POINT", "CIRCLE"]
    assert {entity.dxf.layer for entity in model} == {"LINES", "GOAL_AREA", "SPOT", "CIRCLE"}
    pieces = [*model[1].virtual_entities()]
    assert [piece.dxftype() for piece in pieces] == ["ARC", "LINE", "ARC"]
    assert pieces[0].dxf.radius == pytest.approx(6, abs=0.001)


def test_every_drawing_of_the_catalogue_is_accepted_by_the_dxf_auditor() -> None:
    assert all_drawings()
    for item in all_drawings():
        document = read_dxf(io.StringIO(dxf(item).decode("ascii")))
        assert not document.audit().errors, item.id
        assert len(document.modelspace()) == sum(len(feature.shapes) for feature in item.features)


def test_every_inline_drawing_is_small_and_its_words_lie_apart() -> None:
    for item in all_drawings():
        for orientation in ("landscape", "portrait") if is_long(item) else ("landscape",):
            page = arranged(item, orientation)
            assert item.kind == "row" or len(drawing.inline(page, "d").encode()) <= LARGEST, item.id
            boxes = [label.box for label in page.labels]
            for i, box in enumerate(boxes):
                assert box.left >= 0, (item.id, page.labels[i])
                assert box.bottom >= 0, (item.id, page.labels[i])
                assert box.right <= page.width, (item.id, page.labels[i])
                assert box.top <= page.height, (item.id, page.labels[i])
                assert not any(overlap(box, other) for other in boxes[:i]), (item.id, page.labels[i])


def test_every_drawing_has_an_id_of_its_own_and_short_coordinates() -> None:
    assert len({item.id for item in all_drawings()}) == len(all_drawings())
    for item in all_drawings():
        paths = re.findall(r' d="([^"]*)"', drawing.inline(arranged(item), "d"))
        assert paths
        assert not re.search(r"\d\.\d{2}|e-", " ".join(paths)), item.id


def test_the_sheet_shows_every_drawing() -> None:
    page = sheet(real_catalogue().entities.values())
    assert page.count("<figure>") == len(all_drawings())
    assert page.count("<svg") == sum(2 if is_long(item) else 1 for item in all_drawings())


def test_layers_of_dxf_are_the_names_of_marks() -> None:
    found = composed(court(Mark("Free-throw lane's edge", spot=(0, 0)))).drawing
    assert found is not None
    assert b"FREE_THROW_LANE_S_EDGE" in dxf(found)


def test_circles_and_spots_are_mirrored() -> None:
    assert mirrored(Circle(1, 2, 3), -1, -1) == Circle(-1, -2, 3)
    assert mirrored(Spot(1, 0), 1, -1) == Spot(1, 0)


MEASURES = [row.split("\t") for row in (REFERENCE / "dimensions.tsv").read_text(encoding="utf-8").splitlines()[1:]]
"""Dimensions typed in from rule books and guides, and not from plans: drawing, mark, measure, metres, clause, address."""


def measured(item: Drawing, mark: str, measure: str) -> list[float]:
    """What a drawing makes of a measure: a dimension of that text, or the radius or length of the mark's shapes."""
    (feature,) = [feature for feature in item.features if feature.name == mark]
    found = [math.dist(d.start, d.end) for d in feature.dimensions if d.text == measure]
    if measure == "radius":
        found += [shape.radius for shape in feature.shapes if isinstance(shape, Circle)]
        paths = [shape for shape in feature.shapes if isinstance(shape, Path)]
        found += [abs(vertex.radius) for path in paths for vertex in path.vertices if vertex.radius]
    elif measure == "length":
        found += [length(shape) for shape in feature.shapes if isinstance(shape, Path)]
    return found


@pytest.mark.parametrize("row", MEASURES, ids=[f"{row[0]}: {row[1]}, {row[2]}" for row in MEASURES])
def test_drawings_agree_with_dimensions_from_rule_books(row: list[str]) -> None:
    """To a centimetre, or a thousandth of long distances: feet are rounded in both."""
    id, mark, measure, metres, _clause, _address = row
    (item,) = [item for item in all_drawings() if item.id == id]
    expected = float(metres)
    found = measured(item, mark, measure)
    assert any(value == pytest.approx(expected, rel=0.001, abs=0.005) for value in found), found


SECOND = [row.split("\t") for row in (REFERENCE / "second-opinion.tsv").read_text(encoding="utf-8").splitlines()[1:]]
"""What drawing libraries have for the same marks; where they differ, how that was settled."""


@pytest.mark.parametrize("row", SECOND, ids=[f"{row[0]}: {row[1]}, {row[2]}" for row in SECOND])
def test_drawings_agree_with_drawing_libraries_or_say_why_not(row: list[str]) -> None:
    """To a centimetre, or a thousandth: what is settled differs, and what differs is settled."""
    id, mark, measure, metres, _library, _there, settled = row
    (item,) = [item for item in all_drawings() if item.id == id]
    found = measured(item, mark, measure)
    expected = float(metres)
    agrees = any(abs(value - expected) <= max(0.01, 0.001 * expected) for value in found)
    assert agrees is (not settled), found


def test_every_drawing_of_an_area_has_reference_dimensions() -> None:
    of_areas = {item.id for item in all_drawings() if item.kind not in ("object", "overlay", "row")}
    assert of_areas <= {row[0] for row in MEASURES}


def test_a_scope_is_drawn_with_its_own_value_of_a_fact(catalogue: Publication) -> None:
    court = catalogue.graph.entities["facility/squash-court"]
    assert court.plan is not None
    (doubles,) = court.plan.scopes
    assert (values(court, court.plan)["width"], values(court, court.plan, doubles)["width"]) == (6.4, 7.62)


def test_every_playing_area_is_drawn_or_says_why_not(catalogue: Publication) -> None:
    """On its own page, or with the first venue or sport that its page shows."""
    for entity in catalogue.graph.entities.values():
        if entity.type in ("facility", "sport", "discipline", "adaptive-sports"):
            shown = drawing_view(catalogue, entity, cited(entity))
            area = shown is not None and not shown.preview.endswith("-object.png")
            assert area or (entity.plan is not None and entity.plan.unfixed), entity.id
