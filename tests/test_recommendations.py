"""Recommendations for somebody, on the miniature world."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sportlore.server.answer import Request, Responder, Response
from sportlore.snapshot import Snapshot

PATH = "/v1/recommendations/get-stronger"


@pytest.fixture(scope="module")
def responder(world_snapshot: Path) -> Iterator[Responder]:
    opened = Responder(Snapshot(world_snapshot))
    yield opened
    opened.close()


def ask(responder: Responder, query: str, path: str = PATH) -> Response:
    return responder.answer(Request("GET", path, query.encode(), {}, path))


def body(response: Response) -> Any:
    assert response.status == 200, response.body
    return json.loads(response.body)


def names(answer: Any) -> list[str]:
    return [item["entity"]["name"] for item in answer["data"]]


def left_out(answer: Any) -> dict[str, list[str]]:
    return {group["reason"]: [entity["name"] for entity in group["entities"]] for group in answer["leftOut"]}


def test_for_nobody_in_particular_the_stored_list_is_the_answer(responder: Responder) -> None:
    answer = body(ask(responder, ""))
    assert "leftOut" not in answer
    assert body(ask(responder, "utm_source=x")) == answer


def test_limits_that_all_fit_leave_the_list_as_it_is(responder: Responder) -> None:
    stored, asked = body(ask(responder, "")), body(ask(responder, "minutes=999&days=7"))
    assert asked["data"] == stored["data"]


def test_what_is_excluded_is_named_with_the_reason(responder: Responder) -> None:
    answer = body(ask(responder, "exclude=back-squat,training-plan"))
    assert names(answer) == ["Front squat"]
    assert left_out(answer) == {"is excluded": ["Back squat", "Strength base"]}


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("lvel=beginner", "no parameter `lvel`; did you mean `level`?"),
        ("days=8", "`days` is `8`; it takes an integer from 1 to 7"),
        ("minutes=0", "`minutes` is `0`; it takes an integer from 1 to 999"),
        ("equipment=rackets", "no equipment `rackets`; did you mean `racket`?"),
        ("exclude=back-squad", "nothing is called `back-squad` here; did you mean `back-squat`?"),
        ("place=moon", "no training-place `moon`"),
        ("days=1&days=2", "`days` is given twice; give it once"),
    ],
)
def test_unknown_names_and_values_are_refused(responder: Responder, query: str, message: str) -> None:
    response = ask(responder, query)
    assert response.status == 400
    assert json.loads(response.body)["error"].startswith(message)


def test_an_unknown_goal_is_not_there(responder: Responder) -> None:
    assert ask(responder, "days=3", "/v1/recommendations/get-strongr").status == 404


def test_a_week_is_made_of_the_doses(responder: Responder) -> None:
    answer = body(ask(responder, "days=2&minutes=30"))
    part = {"id": "exercise/back-squat", "sets": 3, "repetitions": [5, 5], "minutes": 12}
    assert answer["week"] == {
        "days": 2,
        "minutes": 30,
        "sessions": [{"day": day, "minutes": 12, "parts": [part]} for day in (1, 4)],
        "totals": [part | {"sets": 6, "minutes": 24, "times": 2}],
        "rest": [2, 3, 5, 6, 7],
        "notPlaced": [
            {"reason": "is not done in a session", "entities": [entity(answer, "training-plan/strength-base")]},
            {"reason": "its dose says no times a week", "entities": [entity(answer, "exercise/front-squat")]},
        ],
    }
    short = body(ask(responder, "minutes=10"))["week"]
    assert (short["days"], short["sessions"], short["rest"]) == (3, [], [1, 2, 3, 4, 5, 6, 7])
    assert short["notPlaced"][0]["reason"] == "the days have no room for it"


def entity(answer: Any, id: str) -> Any:
    return next(item["entity"] for item in answer["data"] if item["entity"]["id"] == id)


def page(responder: Responder, query: str) -> str:
    response = ask(responder, query, "/recommended")
    assert response.status == 200
    return response.body.decode()


def test_the_page_keeps_what_was_asked_for_and_shows_both_lists(responder: Responder) -> None:
    html = page(responder, "goal=get-stronger&level=&days=3&equipment=none&equipment=racket&exclude=training-plan")
    assert '<option value="get-stronger" selected>' in html
    assert re.search(r'<input id="days"[^>]* value="3">', html)
    assert 'name="equipment" value="racket" checked' in html or 'value="racket"' not in html
    assert '<a href="/exercises/back-squat">Back squat</a>' in html
    assert "Is excluded (1)" in html
    assert "{" + "results}" not in html


def test_the_page_shows_the_week_and_what_it_adds_up_to(responder: Responder) -> None:
    html = page(responder, "goal=get-stronger&days=2&minutes=30")
    assert "2 sessions on 2 days of 30 minutes at most" in html
    assert '<p class="day">Day 4, 12 min</p>' in html
    assert '<li><a href="/exercises/back-squat">Back squat</a>: 3 sets of 5</li>' in html
    assert "2 times, 6 sets in 24 min. <q>Three sets of five, twice a week" in html
    assert "Its dose says no times a week (1)" in html
    assert "None of it states a dose" in page(responder, "goal=get-stronger&minutes=10")


def test_the_page_before_a_choice_is_the_form_alone(responder: Responder) -> None:
    assert "Choose a goal" in page(responder, "")


@pytest.mark.parametrize("query", ["goal=nothing", "goal=get-stronger&days=9", "goal=get-stronger&level=<b>"])
def test_the_page_refuses_what_the_interface_refuses(responder: Responder, query: str) -> None:
    assert ask(responder, query, "/recommended").status == 400
