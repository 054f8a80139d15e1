"""The weeks of plans on their pages: no exercise is named twice, every session has its day, every block its anchor."""

from __future__ import annotations

import pytest

from sportlore.model import SessionPart
from sportlore.publication import Publication
from sportlore.site.assets import assets
from sportlore.site.entity import entity_page
from sportlore.site.html import rendered, shell
from sportlore.site.schedules import block_row, part_row


@pytest.mark.parametrize(
    ("text", "activity", "parts"),
    [
        ("bench press, 2 × 10", "bench-press", ("", "bench press", ", 2 × 10")),
        ("Three sets of back squats", "back-squat", ("Three sets of ", "back squat", "s")),
        ("one-arm row, 2 × 8", "dumbbell-row", ("", "one-arm row", ", 2 × 8")),
        ("farmer’s walk, 3 × 30 m", "farmers-walk", ("", "farmer’s walk", ", 3 × 30 m")),
        ("4 km, talking possible", "easy-running", ("", "Easy running", ": 4 km, talking possible")),
    ],
)
def test_a_part_links_what_it_calls_the_exercise(
    catalogue: Publication, text: str, activity: str, parts: tuple[str, str, str]
) -> None:
    row = part_row(catalogue, SessionPart(text, f"exercise/{activity}"))
    assert (row.before, row.linked, row.after) == parts
    assert row.activity is not None
    assert row.activity.path == f"/exercises/{activity}"


def test_no_part_names_its_exercise_twice(catalogue: Publication) -> None:
    parts = 0
    for plan in catalogue.graph.of_type("training-plan"):
        rows = [block_row(catalogue, block) for block in plan.schedule]
        assert len({row.anchor for row in rows}) == len(rows)
        for written, shown in zip(plan.schedule, rows, strict=True):
            for session, row in zip(written.sessions, shown.sessions, strict=True):
                assert row.day == session.day
                for part, seen in zip(session.parts, row.parts, strict=True):
                    text = f"{seen.before}{seen.linked}{seen.after}"
                    named = seen.activity is not None and seen.activity.name.lower() in part.text.lower().replace(
                        "’", "'"
                    )
                    assert text == part.text if named else text.endswith(part.text)
                    parts += seen.activity is not None
    assert parts > 1_500


def test_the_page_of_a_plan_shows_days_and_links_its_weeks(world: Publication) -> None:
    page = entity_page(world, world.graph.entities["training-plan/strength-base"], ())
    html = rendered(page, shell(world, assets()))
    for block in world.graph.entities["training-plan/strength-base"].schedule:
        assert f'href="#week-{block.weeks[0]}"' in html
        assert f'id="week-{block.weeks[0]}"' in html
        for session in block.sessions:
            assert f'<p class="day">Day {session.day}</p>' in html
