"""Drills: equipment that is counted, boards in their own space, and what the page and the answer of a course say of them."""

from __future__ import annotations

import pytest

from sportlore.api import courses
from sportlore.model import Drill, DrillItem
from sportlore.publication import Publication


def drill(publication: Publication, slug: str) -> Drill:
    (course,) = publication.knowledge.courses.values()
    return next(drill for drill in course.drills if drill.slug == slug)


@pytest.mark.parametrize(("per", "number"), [("player", 14), ("pair", 8), ("group", 2)])
def test_equipment_is_counted_for_players_pairs_or_the_group(per: str, number: int) -> None:
    assert DrillItem("equipment/football", 2, per).number(7) == number  # type: ignore[arg-type]


def test_an_item_is_an_entity_or_a_name() -> None:
    assert DrillItem("equipment/football", 1).is_entity
    assert not DrillItem("cone", 8).is_entity


def test_a_board_stands_in_the_space_of_its_drill(world: Publication) -> None:
    assert drill(world, "shadow-steps").drawn is None
    board = drill(world, "cross-court").drawn
    assert board is not None
    assert (board.key, board.space, board.source, board.usual) == ("cross-court", (12.0, 8.0), "itf-rules-2025", False)
    assert [item.id for item in world.boards(world.graph.entities["curriculum/tennis"])] == [
        "curriculum/tennis-cross-court"
    ]


def test_the_answer_of_a_course_has_the_drills_of_each_module(world: Publication) -> None:
    (course,) = world.knowledge.courses.values()
    modules = courses.course(world, course).modules or []
    first, second = modules[0], modules[1]
    assert [item.part for item in first.drills or ()] == ["warm-up", "skill", "game"]
    assert not second.drills
    rally = (first.drills or [])[1]
    assert rally.space == [12.0, 8.0]
    assert rally.players == [2, 4]
    assert [(item.name, item.count, item.per) for item in rally.equipment] == [
        ("Racket", 1, "player"),
        ("tennis ball", 6, "group"),
    ]
    assert rally.board
    assert rally.board.url.endswith("/drawings/curriculum/tennis-cross-court.svg")
