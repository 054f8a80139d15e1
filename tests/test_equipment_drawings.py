"""Drawings of things, of many things at one scale, of two sides of a comparison, of rules one over the other; previews."""

from __future__ import annotations

import math
import struct
import xml.etree.ElementTree as ET
from functools import cache

import msgspec
import pytest
from conftest import real_catalogue

from sportlore import drawing
from sportlore.drawing.forms import FORMS
from sportlore.drawing.geometry import bounds
from sportlore.drawing.model import Circle, Drawing, Path
from sportlore.drawing.objects import HAND, UNITS, centimetres, hand, pieces
from sportlore.drawing.outlines import oval
from sportlore.drawing.overlays import overlays
from sportlore.model import ByScope, Entity, Mark, Overlay, Plan, PlanScope, Solid, Span, Variant
from sportlore.publication import Publication


def ball(**fields: object) -> Entity:
    solid = Solid("ball", {"diameter": "circumference / pi"}, "book", "2")
    entity = Entity(
        "equipment", "ball", "Ball", "A ball.", "ball.toml", facts={"circumference": Span(68, 70)}, shape=solid
    )
    return msgspec.structs.replace(entity, **fields)


def drawn(entity: Entity) -> Drawing:
    (item,) = drawing.drawings(entity)
    return item


@cache
def catalogue_drawings() -> dict[str, tuple[Drawing, ...]]:
    return {id: drawing.drawings(entity) for id, entity in real_catalogue().entities.items()}


@cache
def many() -> dict[str, Drawing]:
    entities = real_catalogue().entities.values()
    return {item.id: item for item in drawing.collections(entities, catalogue_drawings(), {})}


def test_a_ball_is_drawn_from_its_circumference_beside_a_hand() -> None:
    item = drawn(ball())
    assert (item.id, item.kind) == ("equipment/ball", "object")
    (circle,) = item.features[0].shapes
    assert isinstance(circle, Circle)
    assert circle.radius == pytest.approx(0.70 / math.pi / 2, abs=1e-6)
    (least,) = item.features[1].shapes
    assert isinstance(least, Circle)
    assert least.radius == pytest.approx(0.68 / math.pi / 2, abs=1e-6)
    assert item.description == "Ball to scale beside a hand of 19.3 cm: diameter 21.6 to 22.3 cm."
    assert bounds(item.background).height == pytest.approx(HAND)


def test_a_long_thing_stands_beside_a_person_and_says_what_is_schematic() -> None:
    racket = Solid("racket", {"length": 0.7, "string_length": 0.39, "string_width": 0.29}, "book", "2")
    item = drawn(ball(facts={}, shape=racket))
    assert bounds(item.background).height == pytest.approx(1.75)
    assert "Schematic, since nothing is stated: frame, strings, handle." in item.description
    assert [line.text for line in item.legend] == ["Beside a person of 1.75 m", "Schematic: frame, strings, handle"]


def test_each_scope_and_each_time_has_a_size_of_its_own() -> None:
    facts = {"circumference": ByScope((("men", Span(75, 77)), ("women", Span(71, 73))))}
    former = Variant("circumference", Span(80, 80), "history", until=1950)
    same = Variant("circumference", Span(75, 77), "history", since=1951)
    item = drawn(ball(facts=facts, variants=(former, same)))
    outlines = [feature for feature in item.features if feature.layer == "ground"]
    assert [feature.name for feature in outlines] == ["Ball, men", "Ball, women", "Ball, until 1950"]
    assert [feature.citation.source for feature in outlines] == ["book", "book", "history"]
    assert [line.text for line in item.legend[:3]] == [
        "men: diameter 23.9 to 24.5 cm",
        "women: diameter 22.6 to 23.2 cm",
        "until 1950: diameter 25.5 cm",
    ]


@pytest.mark.parametrize(
    ("measures", "path"),
    [
        ({}, ("measures",)),
        ({"diameter": 0.2, "length": 1}, ("measures", "length")),
        ({"diameter": "girth / pi"}, ("measures", "diameter")),
        ({"diameter": -0.2}, ("measures", "diameter")),
    ],
)
def test_faults_of_a_shape_stand_at_their_place(measures: dict[str, str | float], path: tuple[str, ...]) -> None:
    entity = ball(shape=Solid("ball", measures, "book", "2"))
    assert [fault.path for fault in drawing.faults(entity)] == [path]
    assert drawing.drawings(entity) == ()


@pytest.mark.parametrize("form", FORMS)
def test_every_form_stands_on_the_ground_and_has_the_size_that_is_stated(form: str) -> None:
    taken = FORMS[form]  # type: ignore[index]
    sizes = {
        "length": 1.6,
        "height": 0.4,
        "disc": 0.45,
        "string_length": 0.35,
        "blade": 0.9,
        "apart": 0.5,
        "wheel": 0.35,
    }
    measures = {name: sizes.get(name, 0.1) for name in taken.required}
    outline = taken.draw(measures)
    box = bounds(outline.outline)
    assert box.bottom == pytest.approx(0, abs=0.012)
    for name, (start, end) in outline.across.items():
        assert math.dist(start, end) == pytest.approx(measures[name], rel=0.001), name
    assert set(outline.across) <= set(measures)


def test_an_oval_is_as_long_and_as_wide_as_stated_and_near_an_ellipse() -> None:
    shape = oval(0, 0, 0.3, 0.19)
    box = bounds([shape])
    assert (box.width, box.height) == pytest.approx((0.3, 0.19), abs=1e-6)
    assert isinstance(shape, Path)
    for corner in shape.vertices:
        assert (corner.x / 0.15) ** 2 + (corner.y / 0.095) ** 2 == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize(
    ("low", "high", "exact", "text"),
    [
        (0.04267, None, True, "4.267 cm"),
        (0.68 / math.pi, 0.70 / math.pi, False, "21.6 to 22.3 cm"),
        (18.9, 19.9, True, "18.90 to 19.90 m"),
        (0.2, 0.2, True, "20 cm"),
    ],
)
def test_sizes_in_words(low: float, high: float | None, exact: bool, text: str) -> None:
    assert centimetres(low, high, exact=exact) == text


def test_units_of_measures_are_those_of_the_vocabulary(catalogue: Publication) -> None:
    metres = {"cm": 0.01, "mm": 0.001, "m": 1.0}
    assert {key: metres[catalogue.vocabulary.facts[key].unit or ""] for key in UNITS} == UNITS


def test_a_hand_is_a_closed_outline_of_its_length() -> None:
    (outline,) = hand()
    assert isinstance(outline, Path)
    assert outline.closed
    assert bounds([outline]).height == pytest.approx(HAND)


def test_all_balls_stand_at_one_scale_the_largest_first_with_a_line_of_words_each() -> None:
    balls = many()["balls"]
    outlines = [feature for feature in balls.features if feature.layer == "ground"]
    widths = [max(bounds(feature.shapes).width, bounds(feature.shapes).height) for feature in outlines]
    assert len(outlines) >= 28
    assert widths == sorted(widths, reverse=True)
    by_name = dict(zip((feature.name for feature in outlines), widths, strict=True))
    assert by_name["Golf ball"] == pytest.approx(0.04267)
    assert by_name["Rugby ball"] == pytest.approx(0.30)
    assert len(balls.legend) == len(outlines)
    assert balls.narrow is not None
    assert {feature.name for feature in balls.narrow.features} == {feature.name for feature in balls.features}


def test_no_two_things_of_a_row_overlap() -> None:
    for item in many().values():
        for page in (item, item.narrow):
            assert page is not None
            boxes = [bounds(feature.shapes) for feature in page.features if feature.layer == "ground"]
            for i, box in enumerate(boxes):
                assert not any(drawing.overlap(box, other) for other in boxes[:i]), item.id


def test_goals_and_sticks_stand_beside_a_person_and_fields_are_all_there() -> None:
    assert set(many()) == {"balls", "rackets-and-sticks", "goals", "fields"}
    names = {feature.name for feature in many()["goals"].features}
    assert {"Football pitch", "Gaelic football", "Goalball", "Lacrosse"} <= names
    fields = [feature for feature in many()["fields"].features if feature.layer == "ground"]
    plans = [items[0] for items in catalogue_drawings().values() if items and items[0].kind == "plan"]
    assert len(fields) >= len(plans) - 2  # a rowing course and the like would make dots of all others


def test_two_sides_of_a_comparison_stand_at_one_scale(catalogue: Publication) -> None:
    (item,) = catalogue.knowledge.drawings["comparison/tennis-vs-badminton"]
    a, b = (feature for feature in item.features if feature.layer == "ground")
    assert (bounds(a.shapes).width, bounds(b.shapes).width) == pytest.approx((23.77, 13.4))
    assert item.kind == "pair"
    assert item.narrow is not None


def test_nothing_is_compared_with_itself_or_with_a_dot() -> None:
    (one,) = pieces(ball())
    other = msgspec.structs.replace(one, name="Other")
    (huge,) = pieces(ball(shape=Solid("ball", {"diameter": 50}, "book", "2")))
    assert drawing.pair("x", one, one) is None
    assert drawing.pair("x", one, huge) is None
    assert drawing.pair("x", one, other) is not None


def court() -> Entity:
    arc = Mark(
        "Arc",
        line=(("length / 2", "far"), ("length / 2", "-far", "far")),
        mirror="length",
        measures=(("radius", (0, 0), ("far", 0)),),
    )
    scopes = (
        PlanScope(source="rules", clause="2", scope="nba", constants={"far": 3}, size={"length": 22}),
        PlanScope(source="old", clause="3", until=1990, constants={"far": 1}),
    )
    overlay = Overlay("arcs", "Arcs", "Own", ("Arc",))
    plan = Plan("Lines", "book", "1", constants={"far": 2}, marks=(arc,), scopes=scopes, overlays=(overlay,))
    facts = {"length": Span(20, 22), "width": Span(10, 10)}
    return Entity("facility", "court", "Court", "A court.", "court.toml", facts=facts, plan=plan)


def test_rules_are_drawn_one_over_the_other_with_end_lines_that_coincide() -> None:
    (item,) = overlays(court(), {"nba": "NBA"})
    assert item.id == "facility/court-arcs"
    _ground, *versions = item.features
    assert [(version.name, version.size, version.variant) for version in versions] == [
        ("Own", "2 m radius", 0),
        ("NBA", "3 m radius", 1),
        ("until 1990", "1 m radius", 2),
    ]
    assert [bounds(version.shapes).left for version in versions] == pytest.approx([-2, -3, -1])
    assert [bounds(version.shapes).right for version in versions] == pytest.approx([0, 0, 0])
    assert [version.citation.source for version in versions] == ["book", "rules", "old"]


def test_marks_alone_coincide_at_their_right_and_rules_known_in_part_are_drawn_there_only() -> None:
    entity = court()
    assert entity.plan is not None
    scopes = tuple(msgspec.structs.replace(scope, partial=True) for scope in entity.plan.scopes)
    overlay = msgspec.structs.replace(entity.plan.overlays[0], align="marks")
    plan = msgspec.structs.replace(entity.plan, scopes=scopes, overlays=(overlay,))
    whole, item = drawing.drawings(msgspec.structs.replace(entity, plan=plan))
    assert (whole.id, item.id) == ("facility/court", "facility/court-arcs")
    ground, *versions = item.features
    assert [bounds(version.shapes).left for version in versions] == pytest.approx([-2, -3, -1])
    assert bounds(ground.shapes).width == pytest.approx(3.4)
    assert bounds(ground.shapes).height == pytest.approx(6.8)


def test_each_sample_of_a_line_stands_before_the_first_words_for_it() -> None:
    (item,) = overlays(court(), {"nba": "the league with a name that takes more than a line of the legend of a phone"})
    page = drawing.arranged(item)
    lines = [label for label in page.labels if label.style == "legend"]
    assert len(lines) == 4
    root = ET.fromstring(drawing.file(page))
    samples = [path.get("d") or "" for path in root.findall(".//{*}path")][-3:]
    starts = [float(sample.split()[2]) for sample in samples]
    assert starts == pytest.approx([lines[0].y, lines[1].y, lines[3].y], abs=0.1)


def test_rules_of_earlier_times_have_a_drawing_and_a_variant_of_a_fact_counts_there() -> None:
    entity = msgspec.structs.replace(court(), variants=(Variant("width", Span(8, 8), "old", until=1990),))
    (old,) = [item for item in drawing.drawings(entity) if item.id == "facility/court-until-1990"]
    assert old.title == "Court, until 1990"
    assert bounds(old.features[0].shapes).height == pytest.approx(8)


def test_the_words_of_a_drawing_are_escaped() -> None:
    item = drawn(ball(name="Ball of R&A"))
    root = ET.fromstring(drawing.file(drawing.arranged(item)))
    assert root.find("{http://www.w3.org/2000/svg}title").text == "Ball of R&A"  # type: ignore[union-attr]


def test_a_preview_is_a_picture_of_the_size_that_is_shown_beside_links_and_the_same_each_time() -> None:
    item = drawn(ball())
    picture = drawing.png(item)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (600, 315)
    assert picture == drawing.png(item)
    assert len(picture) < 60_000


def test_every_shape_of_the_catalogue_is_drawn() -> None:
    entities = real_catalogue().entities.values()
    shaped = [entity for entity in entities if entity.shape is not None]
    assert len(shaped) >= 45
    for entity in shaped:
        assert any(item.kind == "object" for item in catalogue_drawings()[entity.id]), entity.id
