"""People on a field: boards that are followed from step to step, positions, and their pictures."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from functools import cache

import msgspec
import pytest
from conftest import real_catalogue

from sportlore import drawing
from sportlore.drawing import ComposedBoard, Scene
from sportlore.drawing.arrows import Arrow, Way
from sportlore.drawing.scene import EDGE, RADIUS, TEXT, scene_file, scene_inline, scene_size
from sportlore.drawing.sheet import people_sheet
from sportlore.graph import build
from sportlore.model import Board, BoardStep, Entity, Move, Phase, Plan, Player, Position, Stand
from sportlore.registry import Registry

LARGEST = 8_000
"""Bytes of an inline picture before compression."""

COURT = Entity(
    "facility", "court", "Court", "A court.", "court.toml",
    plan=Plan("Lines", "book", "1", outline=((-20, -10), (20, -10), (20, 10), (-20, 10)), constants={"mark": 7}),
)  # fmt: skip
A, B, X = Player("A", 0, 0), Player("B", 5, 5, "runner"), Player("X", "mark", 0)


def board(*steps: tuple[Move, ...], **fields: object) -> Board:
    made = Board(
        "board", "Give and go", tuple(BoardStep(f"Step {i}.", moves) for i, moves in enumerate(steps, 1)),
        field="facility/court", ours=(A, B), theirs=(X,), ball="A", usual=True,
    )  # fmt: skip
    return msgspec.structs.replace(made, **fields)


def composed(made: Board) -> ComposedBoard:
    found, faults = drawing.compose_board("tactic/give-board", made, {COURT.id: COURT})
    assert not faults
    assert found is not None
    return found


def faults(made: Board) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(fault.rule, fault.path) for fault in drawing.compose_board("x", made, {COURT.id: COURT})[1]]


@cache
def catalogue() -> Registry:
    return real_catalogue()


@cache
def all_boards() -> tuple[ComposedBoard, ...]:
    entities = catalogue().entities
    return tuple(item for entity in entities.values() for item in drawing.boards_of(entity, entities))


@cache
def all_scenes() -> tuple[Scene, ...]:
    graph = build(catalogue().vocabulary, catalogue().entities.values())
    teams = [(team, id) for id in graph.entities for team in drawing.teams_of(graph, id)]
    pictures = [drawing.picture(team, id, graph.entities[id].name, id) for team, id in teams]
    return (*(scene for item in all_boards() for scene in (drawing.whole(item), *drawing.steps(item))), *pictures)


def test_a_pass_reaches_its_receiver_where_the_run_ends_and_the_next_step_begins_there() -> None:
    shots = composed(
        board(
            (Move("pass", "A", "B"), Move("run", "B", (10, 5)), Move("run", "A", (8, 0))), (Move("shot", "B", (20, 0)),)
        )
    ).moments
    passed = shots[0].moves[0]
    assert (passed.start, passed.end, passed.receiver) == ((0, 0), (10, 5), "B")
    assert shots[1].places == {"A": (8, 0), "B": (10, 5), "X": (7, 0)}
    assert (shots[1].holder, shots[1].ball) == ("B", (10, 5))
    assert shots[1].moves[0].start == (10, 5)


def test_a_dribble_takes_the_ball_along_and_a_free_ball_is_fetched() -> None:
    shots = composed(
        board((Move("dribble", "A", (3, 0)),), (Move("hit", "A", (6, 6)),), (Move("run", "X", "ball"),), ())
    ).moments
    assert [(shot.ball, shot.holder) for shot in shots] == [((0, 0), "A"), ((3, 0), "A"), ((6, 6), None), ((6, 6), "X")]
    assert shots[3].places["X"] == (6, 6)


def test_a_move_to_a_player_stops_before_him() -> None:
    (shot,) = composed(board((Move("press", "B", "X"),))).moments
    (press,) = shot.moves
    assert 0 < math.dist(press.end, (7, 0)) < math.dist((5, 5), (7, 0))


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (board((Move("pass", "B", "A"),)), ("inconsistent-moves", ("steps", 0, "moves", 0))),
        (board((Move("pass", "A", "X"),)), ("inconsistent-moves", ("steps", 0, "moves", 0, 2))),
        (board((Move("pass", "A", "A"),)), ("inconsistent-moves", ("steps", 0, "moves", 0, 2))),
        (board((Move("run", "B", (1, 1)), Move("press", "B", (2, 2)))), ("inconsistent-moves", ("steps", 0, "moves"))),
        (board((Move("dribble", "A", (1, 1)), Move("run", "A", (2, 2)))), ("inconsistent-moves", ("steps", 0, "moves"))),
        (board((Move("dribble", "A", (1, 1)), Move("shot", "A", (2, 2)))), ("inconsistent-moves", ("steps", 0, "moves"))),
        (board((Move("run", "B", "ball"),)), ("inconsistent-moves", ("steps", 0, "moves", 0))),
        (board((Move("hit", "A", (1, 1)),), (Move("hit", "A", (2, 2)),)), ("inconsistent-moves", ("steps", 1, "moves", 0))),
        (board((Move("run", "C", (1, 1)),)), ("bad-board", ("steps", 0, "moves", 0, 1))),
        (board((Move("pass", "A", "C"),)), ("bad-board", ("steps", 0, "moves", 0, 2))),
        (board((Move("run", "B", ("marks", 1)),)), ("bad-board", ("steps", 0, "moves", 0, 2))),
        (board((Move("run", "B", (25, 1)),)), ("outside-field", ("steps", 0, "moves", 0, 2))),
        (board((Move("hit", "A", (25, 1)),)), ("outside-field", ("steps", 0, "moves", 0, 2))),
        (board((), area=((0, -5), (10, 5)), ours=(A, B, Player("C", -3, 0))), ("outside-field", ("ours", 2))),
        (board((), ball=(21, 0)), ("outside-field", ("ball",))),
        (board((), ball="C"), ("bad-board", ("ball",))),
        (board((), ours=(A, Player("A", 1, 1))), ("bad-board", ("ours", 1))),
        (board((), ours=(A, Player("LCB", 1, 1))), ("bad-board", ("ours", 1))),
        (board((), ours=(A, Player("B", "nothing", 1))), ("bad-board", ("ours", 1))),
        (board((), zones=(("area", (0, 0), ("nothing", 1)),)), ("bad-board", ("zones", 0, 2))),
        (board((), area=((0, 0), (0, 5))), ("bad-board", ("area",))),
        (board((), area=((0, 0), ("nothing", 5))), ("bad-board", ("area", 1))),
        (board((), field=None), ("bad-board", ("field",))),
        (board((), field="facility/none"), ("bad-board", ("field",))),
        (board((), space=(10.0, 10.0)), ("bad-board", ("field",))),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_board_is_said_at_its_place(made: Board, fault: tuple[str, tuple[str | int, ...]]) -> None:
    assert faults(made)[0] == fault


def test_somebody_may_leave_the_field_but_not_what_is_drawn() -> None:
    leaving = board((Move("run", "B", (5, 11)),), area=((-20, -12), (20, 12)))
    assert faults(leaving) == [("outside-field", ("steps", 0, "moves", 0, 2))]
    assert not faults(msgspec.structs.replace(leaving, outside=True))


def test_a_step_has_a_picture_where_several_steps_have_moves() -> None:
    one = composed(board((), (Move("pass", "A", "B"),)))
    two = composed(board((Move("pass", "A", "B"),), (Move("run", "A", (9, 9)),)))
    assert drawing.steps(one) == ()
    assert [scene.id for scene in drawing.steps(two)] == ["tactic/give-board-step-1", "tactic/give-board-step-2"]
    assert [arrow.number for arrow in drawing.whole(two).arrows] == [1, 2]


def test_the_words_say_who_stands_where_and_what_moves() -> None:
    words = dict(drawing.in_words(composed(board((Move("pass", "A", "B"), Move("run", "B", (9, 8)))))))
    assert words == {
        "Our side": "A at (0, 0); B (runner) at (5, 5)",
        "Other side": "X at (7, 0)",
        "Ball": "with A",
        "Step 1": "A passes to B, 12 m; B runs to (9, 8), 5 m",
    }


def test_arrows_begin_and_end_beside_players() -> None:
    way = Way(Arrow(1, "pass", (0, 0), (100, 0)), lambda point: point, [(0, 0), (100, 0)], RADIUS)
    assert way.chain[0][0] == pytest.approx(RADIUS + 3)
    assert way.tip[0] == pytest.approx(100 - RADIUS - 3)
    assert way.direction == (1, 0)


def test_upright_what_is_attacked_is_at_the_top_and_left_stays_left() -> None:
    upright = drawing.whole(composed(board((), upright=True, ours=(Player("L", 15, 5),), ball=None)))
    root = ET.fromstring(scene_inline(upright, "x"))
    (disc,) = (element for element in root.iter("circle") if element.get("class") == "us")
    width, height = scene_size(upright)
    assert float(disc.attrib["cx"]) < width / 2
    assert float(disc.attrib["cy"]) < height / 2


def stand(label: str, at: Position, phase: Phase = "attack", **fields: object) -> Stand:
    made = Stand(label, phase, at, (2.0, 1.0), field="facility/court", usual=True)
    return msgspec.structs.replace(made, **fields)


def position(slug: str, *stands: Stand) -> Entity:
    return Entity("position", slug, slug.capitalize(), "A position.", f"{slug}.toml", stands=stands)


def test_positions_of_one_phase_and_field_are_shown_together() -> None:
    wing = position("wing", stand("W", (10, 8), mirror=True), stand("W", (-5, 8), "defence"))
    keeper = position("keeper", stand("K", (-19, 0), "defence"))
    attack, defence = drawing.teams((wing, keeper), {COURT.id: COURT})
    assert (attack.key, [s.places for s in attack.standing]) == ("positions-attack", [((10, 8), (10, -8))])
    assert [s.holder for s in defence.standing] == ["position/wing", "position/keeper"]
    scene = drawing.picture(defence, "position/keeper", "Keeper", "position/keeper")
    assert scene.title == "Keeper: defence"
    assert [zone.own for zone in scene.zones_of] == [False, True]
    assert scene.description == "Court, attacking to the right. W wing, K keeper."


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (stand("LONG", (0, 0)), ("bad-stand", ("label",))),
        (stand("W", (0, 0), zone=(0.0, 1.0)), ("bad-stand", ("zone",))),
        (stand("W", ("nothing", 0)), ("bad-stand", ("at",))),
        (stand("W", (0, 11)), ("outside-field", ("at",))),
        (stand("W", (0, 0), field="facility/none"), ("bad-stand", ("field",))),
    ],
)
def test_what_is_wrong_with_a_position_is_said_at_its_place(made: Stand, fault: tuple[str, tuple[str]]) -> None:
    *_, found = drawing.compose_stand(made, {COURT.id: COURT})
    assert [(item.rule, item.path) for item in found] == [fault]


def test_every_position_stands_somewhere_and_is_shown_among_others() -> None:
    graph = build(catalogue().vocabulary, catalogue().entities.values())
    positions = graph.of_type("position")
    assert len(positions) >= 56
    for entity in positions:
        assert entity.stands, entity.id
        assert any(
            len(team.standing) > 1 or entity.slug == "opening-batter" for team in drawing.teams_of(graph, entity.id)
        ) or (entity.slug in ALONE), entity.id


ALONE = ("kabaddi-raider", "kabaddi-defender", "opening-batter")
"""Positions whose side has no other in that phase: the raider goes alone, and all who defend are defenders."""


def test_as_many_boards_as_were_asked_for() -> None:
    entities = {item.id.rpartition(f"-{item.board.key}")[0] for item in all_boards()}
    assert len(entities) >= 45
    assert {id for id in catalogue().entities if id.startswith("tactic/")} <= entities


def test_every_picture_is_small_and_its_words_lie_apart_and_inside() -> None:
    assert len(all_scenes()) > 300
    for scene in all_scenes():
        inline = scene_inline(scene, "people-x")
        assert len(inline.encode()) <= LARGEST, scene.id
        width, height = scene_size(scene)
        root = ET.fromstring(inline)
        boxes = []
        for text in root.iter("text"):
            x, y, label = float(text.attrib["x"]), float(text.attrib["y"]), text.text or ""
            across = len(label) * 0.3 * TEXT
            assert x - across >= -1, (scene.id, label)
            assert x + across <= width + 1, (scene.id, label)
            assert 0 <= y <= height, (scene.id, label)
            if "in" not in text.attrib["class"].split() and "of" not in text.attrib["class"].split():
                boxes.append((x - across, y - TEXT / 2, x + across, y + TEXT / 2, label))
        for i, (left, top, right, bottom, label) in enumerate(boxes):
            for other in boxes[:i]:
                apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
                assert apart, (scene.id, label, other[4])


def test_every_zone_has_its_letters_and_every_token_its_place() -> None:
    for scene in all_scenes():
        texts = [text.text for text in ET.fromstring(scene_inline(scene, "x")).iter("text")]
        for zone in scene.zones_of:
            assert zone.label in texts, (scene.id, zone.label)
        width, height = scene.area.width, scene.area.height
        across, down = (height, width) if scene.upright else (width, height)
        scale = min((360 - 2 * EDGE) / across, (480 - 2 * EDGE) / down)
        for i, token in enumerate(scene.tokens):
            for other in scene.tokens[:i]:
                distance = math.dist(token.at, other.at) * scale
                assert distance >= 1.5 * RADIUS, (scene.id, token.label, other.label, round(distance, 1))


def test_the_sheet_shows_every_picture() -> None:
    page = people_sheet(build(catalogue().vocabulary, catalogue().entities.values()))
    assert page.count("<figure>") == len(all_scenes())


def test_a_file_stands_alone_and_is_the_same_twice() -> None:
    scene = all_scenes()[0]
    alone = scene_file(scene)
    assert alone == scene_file(scene)
    assert b"prefers-color-scheme:dark" in alone
    root = ET.fromstring(alone)
    assert root.attrib["role"] == "img"
    assert re.fullmatch(r"0 0 360 \d+", root.attrib["viewBox"])
