"""How exercises move: vectors, curves, kinematics, contacts, strips, and the motions of the catalogue."""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from functools import cache

import pytest
from conftest import CATALOGUE, WORLD, ask
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from sportlore import graph
from sportlore.drawing import Strip, strip_of
from sportlore.drawing.motion import checks, strip, vectors
from sportlore.drawing.motion.bvh import bvh
from sportlore.drawing.motion.curves import between
from sportlore.drawing.motion.export import json as motion_json
from sportlore.drawing.motion.poses import Mover, frames
from sportlore.drawing.motion.skeleton import COORDINATES, OF_TRUNK, SIDES, Frame, bent, complete, forward, frame
from sportlore.drawing.sheet import motion_sheet
from sportlore.graph import Graph
from sportlore.model import Body, Held, Motion, Pose, Skeleton
from sportlore.registry import read
from sportlore.server.answer import Responder

LARGEST = 8_000
"""Bytes of an inline strip before compression."""
ANGLE = st.floats(-80, 80)


@cache
def authored() -> Graph:
    registry = read(CATALOGUE)
    return graph.build(registry.vocabulary, registry.entities.values())


@cache
def figure() -> tuple[Body, Skeleton]:
    vocabulary = authored().vocabulary
    assert vocabulary.body is not None
    assert vocabulary.skeleton is not None
    return vocabulary.body, vocabulary.skeleton


def measures() -> Frame:
    return frame(*figure())


@cache
def strips() -> Mapping[str, Strip]:
    """The strips of exercises and techniques by their slugs."""
    entities = (*authored().of_type("exercise"), *authored().of_type("technique"))
    items = ((entity.slug, strip_of(entity, authored().entities, authored().vocabulary)) for entity in entities)
    return {slug: item for slug, item in items if item is not None}


def motion(*poses: Mapping[str, float], **fields: object) -> Motion:
    made = tuple(Pose(f"Pose {i}", 1, angles) for i, angles in enumerate(poses))
    return Motion(poses=made, **({"contact": {"feet": 0.0}} | fields))  # type: ignore[arg-type]


SQUAT = (
    {"hip_flexion": 10, "knee_angle": 5, "ankle_angle": 3},
    {"hip_flexion": 115, "knee_angle": 112, "ankle_angle": 30},
)

# Vectors and curves


@given(ANGLE, ANGLE, ANGLE)
def test_angles_of_a_rotation_are_those_that_made_it(z: float, x: float, y: float) -> None:
    assert vectors.angles(vectors.rotation(z, x, y)) == pytest.approx((z, x, y), abs=1e-6)


@given(ANGLE, ANGLE, ANGLE)
def test_a_rotation_keeps_lengths_and_is_undone(z: float, x: float, y: float) -> None:
    turn = vectors.rotation(z, x, y)
    moved = vectors.turned(turn, (1.0, 2.0, 3.0))
    assert vectors.length(moved) == pytest.approx(math.sqrt(14))
    assert vectors.turned(vectors.transposed(turn), moved) == pytest.approx((1.0, 2.0, 3.0))


@given(st.lists(st.floats(-180, 180), min_size=2, max_size=5), st.floats(0, 1))
def test_between_poses_an_angle_stays_between_its_neighbours(values: list[float], share: float) -> None:
    times = [i / (len(values) - 1) for i in range(len(values))]
    i = min(int(share * (len(values) - 1)), len(values) - 2)
    low, high = sorted(values[i : i + 2])
    assert low - 1e-6 <= between(times, values, share) <= high + 1e-6
    for time, value in zip(times, values, strict=True):
        assert between(times, values, time) == pytest.approx(value)


def test_a_motion_rests_at_its_ends() -> None:
    assert between((0, 1), (0, 100), 0.01) < 0.1
    assert between((0, 1), (0, 100), 0.5) == 50


# Kinematics


def test_a_figure_that_stands_has_the_heights_of_the_table() -> None:
    body, skeleton = figure()
    mover = Mover(measures(), motion({}, {}))
    standing = mover.key(0).figure
    share = skeleton.stature * 1000
    assert standing["thigh_r"].at[1] == pytest.approx(body.heights["hip"] * share, abs=5)
    assert standing["shank_r"].at[1] == pytest.approx(body.heights["knee"] * share, abs=5)
    assert standing["upper-arm_r"].at[1] == pytest.approx(body.heights["shoulder"] * share, abs=5)


@pytest.mark.parametrize(
    ("angles", "segment", "ahead", "up"),
    [
        ({"hip_flexion": 90}, "shank_r", 428.75, 0.0),
        ({"hip_flexion": 90, "knee_angle": 90}, "foot_r", 428.75, -430.5),
        ({"knee_angle": 90}, "foot_r", -430.5, -428.75),
        ({"arm_flex": 90}, "forearm_r", 313.5, 504.0),
        ({"arm_flex": 180}, "forearm_r", -12.0, 829.5),
    ],
)
def test_flexion_is_positive(angles: dict[str, float], segment: str, ahead: float, up: float) -> None:
    placed = forward(measures(), complete(angles))[segment]
    assert placed.at[:2] == pytest.approx((ahead, up), abs=0.01)


def test_dorsiflexion_lifts_the_toes_and_extension_leans_back() -> None:
    figure = forward(measures(), complete({"ankle_angle": 20, "lumbar_extension": 20}))
    assert figure["toes_r"].at[1] > forward(measures(), complete({}))["toes_r"].at[1]
    assert figure["head"].at[0] < forward(measures(), complete({}))["head"].at[0]


def test_both_sides_mirror_one_another() -> None:
    figure = forward(measures(), complete({"hip_adduction": -20, "arm_add": -60, "arm_rot": 30, "elbow_flex": 50}))
    for name in ("shank", "foot", "forearm", "hand"):
        (x, y, z), left = figure[f"{name}_r"].at, figure[f"{name}_l"].at
        assert left == pytest.approx((x, y, -z))
        assert z > 0


@given(st.floats(-300, 400), st.floats(-500, -150), st.floats(-100, 250))
def test_a_bent_arm_reaches_what_is_within_reach(x: float, y: float, z: float) -> None:
    figure = forward(measures(), complete({"arm_flex": 20, "elbow_flex": 40}))
    for side in SIDES:
        shoulder = figure[f"upper-arm_{side}"].at
        target = (shoulder[0] + x, shoulder[1] + y, shoulder[2] + (z if side == "r" else -z))
        solved, reached = bent(measures(), "arm", side, figure, target)
        assert reached == (
            math.dist(shoulder, target) < measures().lengths["upper-arm"] + measures().lengths["forearm"] + 0.5
        )
        if reached:
            again = forward(measures(), {**complete({}), **solved})
            assert again[f"hand_{side}"].at == pytest.approx(target, abs=0.2)


@given(st.floats(0, 1))
def test_feet_stay_where_they_are_through_a_squat(share: float) -> None:
    mover = Mover(measures(), motion(*SQUAT))
    for side in SIDES:
        ((x, y, _),) = measures().landmark(mover.at(share).figure, f"feet_{side}")
        assert (x, y) == pytest.approx((0, 0), abs=0.5)


@given(st.floats(0, 1))
def test_hands_keep_their_bar(share: float) -> None:
    held = (Held("barbell", "shoulders", size=0.45, grip=0.34),)
    shown = Mover(measures(), motion(*SQUAT, held=held)).at(share)
    (x, y, _), _ = measures().landmark(shown.figure, "hands")
    (bar_x, bar_y, _), *_ = measures().landmark(shown.figure, "shoulders")
    assert (x, y) == pytest.approx((bar_x, bar_y), abs=1)


def test_a_motion_returns_the_way_it_went_unless_it_says_otherwise() -> None:
    there = list(frames(Mover(measures(), motion(*SQUAT, seconds=1.0))))
    assert [item.time for item in there] == [item.time for item in reversed(there)]
    once = list(frames(Mover(measures(), motion(*SQUAT, seconds=1.0, returns=False))))
    assert [item.time for item in once] == sorted(item.time for item in once)
    assert len(list(frames(Mover(measures(), motion(SQUAT[0], still=True))))) == 1


# The motions of the catalogue


def test_every_exercise_moves_or_says_why_not_and_techniques_have_stances() -> None:
    exercises = authored().of_type("exercise")
    moving = [e.slug for e in exercises if e.slug in strips()]
    silent = [e.slug for e in exercises if e.motion is not None and e.motion.none]
    assert len(moving) >= 100
    assert "turkish-get-up" in silent
    assert sorted((*moving, *silent)) == sorted(e.slug for e in exercises)
    stances = [e for e in authored().of_type("technique") if e.slug in strips()]
    assert len(stances) >= 12
    assert all(e.motion is not None and e.motion.sources for e in stances)


def test_a_stick_is_turned_against_the_hand_and_bounds_the_picture() -> None:
    held = (Held("stick", "hands_r", size=0.9),)
    ahead = motion({"arm_flex": 90}, still=True, held=held)
    boxes = []
    for angle in (0.0, 90.0):
        turned = structs.replace(ahead, held=(structs.replace(held[0], angle=angle),))
        boxes.append(strip.Page(Strip("a", "b", "c", measures(), turned)).boxes[0])
    straight, up = boxes
    assert straight.right - up.right > 700
    assert up.top > 2200 > straight.top


def test_ranges_name_coordinates() -> None:
    known = {name if name in OF_TRUNK else name[:-2] for name in COORDINATES}
    assert set(figure()[1].ranges) <= known


@pytest.mark.parametrize("slug", sorted(strips()))
def test_no_motion_has_a_fault(slug: str) -> None:
    entity = authored().entities[strips()[slug].id.removesuffix("-motion")]
    steps = next(len(section.steps) for section in entity.sections if section.steps)
    assert entity.motion is not None
    assert checks.faults(*figure(), entity.motion, steps) == ()


@pytest.mark.parametrize("slug", sorted(strips()))
def test_a_strip_is_small_and_names_its_steps(slug: str) -> None:
    item = strips()[slug]
    inline = strip.inline(item, "m")
    assert len(inline.encode()) <= LARGEST
    root = ET.fromstring(inline)
    words = " ".join(root.itertext())
    for pose in item.motion.poses:
        assert f"Step {pose.step}" in words
    assert root.get("role") == "img"
    ids = re.findall(r' id="([^"]+)"', inline)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', inline)) <= set(ids)
    assert "style=" not in inline


def test_words_are_large_enough_and_lie_on_the_page() -> None:
    size = float(re.search(r"text\{font:(\d+)px", strip.STYLE)[1])  # type: ignore[index]
    assert size * 350 / strip.WIDTH >= 11
    for item in strips().values():
        page = strip.Page(item)
        for lines in page.labels:
            assert max(map(len, lines)) * 6.0 < strip.WIDTH / page.columns + 6


def test_loads_stay_over_the_foot() -> None:
    lifts = [item for item in strips().values() if item.motion.path == "vertical"]
    assert len(lifts) >= 6
    for item in lifts:
        for shown in frames(Mover(item.frame, item.motion)):
            points = item.frame.landmark(shown.figure, item.motion.held[0].at)
            assert abs(sum(x for x, _, _ in points) / len(points)) <= checks.HAND + 1


def test_a_disc_is_as_large_as_the_barbell_states() -> None:
    barbell = authored().entities["equipment/barbell"]
    assert checks.stated_size(barbell, "barbell") == 0.45
    assert strips()["back-squat"].motion.held[0].size == 0.45


# Data


def test_the_data_has_a_place_for_every_part_that_the_drawing_moves() -> None:
    for slug in ("back-squat", "seated-cable-row", "bird-dog", "lateral-raise"):
        data = json.loads(motion_json(strips()[slug], "CC-BY-4.0", ("rajagopal-2016",)))
        first = strip.inline(strips()[slug], "m").partition("data-figure")[2].partition('data-pose="1"')[0]
        assert len(re.findall(r"<(?:use|g)[^>]* transform=", first)) == len(data["parts"])
        assert {len(placed) for placed in data["figures"]} == {len(data["parts"])}
        assert data["poses"][0]["angles"].keys() == {*COORDINATES}
        assert data["figures"][0] == data["figures"][-1] or not strips()[slug].motion.returns


def test_a_bvh_file_has_a_row_of_all_its_channels_for_each_figure() -> None:
    text = bvh(strips()["back-squat"]).decode()
    head, _, rows = text.partition("MOTION\n")
    channels = sum(int(count) for count in re.findall(r"CHANNELS (\d+)", head))
    assert head.count("{") == head.count("}")
    count, interval, *lines = rows.splitlines()
    assert count == f"Frames: {len(lines)}"
    assert interval == "Frame Time: 0.083333"
    assert {len(line.split()) for line in lines} == {channels}
    # The hips rise from the bottom of the squat to where they began.
    heights = [float(line.split()[1]) for line in lines]
    assert heights[0] == heights[-1] == max(heights)


def test_every_format_has_its_address(responder: Responder) -> None:
    for ending, media_type in (
        ("svg", "image/svg+xml"),
        ("json", "application/json"),
        ("bvh", "text/plain; charset=utf-8"),
    ):
        response = ask(responder, f"/drawings/exercise/back-squat-motion.{ending}")
        assert response.status == 200
        assert f"content-type: {media_type}\r\n".encode() in response.head
    answer = json.loads(ask(responder, "/v1/entities/exercise/back-squat").body)
    drawn = next(item for item in answer["drawings"] if item["kind"] == "motion")
    assert set(drawn["formats"]) == {"svg", "json", "bvh"}
    page = ask(responder, "/exercises/back-squat").body.decode()
    assert 'data-motion="/drawings/exercise/back-squat-motion.json"' in page
    assert "<button" in page


def test_the_sheet_shows_every_motion_beside_its_steps() -> None:
    registry = read(WORLD)
    page = motion_sheet(graph.build(registry.vocabulary, registry.entities.values()))
    assert page.count("<figure>") == 1
    assert "Set the bar on the upper back." in page
