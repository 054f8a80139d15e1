"""The Markdown twins of pages: every page that has data has one, which says what the page does."""

from __future__ import annotations

import pytest
from conftest import ask

from sportlore.contract import schemas
from sportlore.contract.record import IDENTITY, media_type_of
from sportlore.markdown import markdown
from sportlore.server.answer import Responder

WITHOUT_DATA = ["/about", "/drawings", "/recommended", "/search", "/terms"]


def twin(responder: Responder, path: str) -> str:
    response = ask(responder, path)
    assert response.status == 200, path
    assert b"content-type: text/markdown; charset=utf-8\r\n" in response.head
    return response.body.decode()


def test_every_page_with_data_has_a_twin(responder: Responder) -> None:
    snapshot = responder.snapshot
    paths = [key.decode() for key, _ in snapshot.pairs_from(b"/")]
    pages = [path for path in paths if media_type_of(snapshot.get(path, IDENTITY) or b"") == "text/html"]
    assert len(pages) > 20
    twins = {path: ask(responder, f"{path}.md" if path != "/" else "/index.md") for path in pages}
    assert [path for path, response in twins.items() if response.status == 404] == WITHOUT_DATA
    assert all(
        response.body.startswith((b"#", b"-", b"\n## ")) for path, response in twins.items() if response.status == 200
    )


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        (
            "/sports/tennis.md",
            ["# Tennis\n", "| Height of the net | 0.914 m | itf-rules-2025, rule 1 |", "## Sources\n"],
        ),
        ("/sports.md", ["- [Badminton](http://localhost:8000/sports/badminton): ", "- [Tennis]"]),
        ("/training-plans/strength-base.md", ["## Weeks 1 to "]),
        ("/compare/tennis-vs-badminton.md", ["## Differences\n", "| Length of the court | 23.77 m | 13.4 m |"]),
        ("/calculators/one-rep-max.md", ["`load", "| load |", "Source: Epley"]),
        ("/calculators.md", ["- [One-repetition maximum (Epley)]"]),
        ("/courses/tennis.md", ["**Question 1 on the game?** first / second / third\nAnswer: second."]),
        ("/recommendations/get-stronger.md", ["## [Back squat](http://localhost:8000/exercises/back-squat)\n"]),
        ("/atlas/muscle.md", ["## Exercises by muscle group\n"]),
        ("/index.md", ["- sport: 2, at /sports"]),
    ],
)
def test_a_twin_says_what_the_page_says(responder: Responder, path: str, parts: list[str]) -> None:
    text = twin(responder, path)
    for part in parts:
        assert part in text


def test_where_no_page_is_there_is_no_twin(responder: Responder) -> None:
    assert ask(responder, "/sports/tenis.md").status == 404
    assert ask(responder, "/v1/entities/sport/tenis.md").status == 404


def test_what_would_end_a_cell_is_escaped_and_a_body_without_a_form_is_empty() -> None:
    fact = schemas.Fact(key="a", label="a|b", value="", text="line\nline")
    side = schemas.ComparisonSide(type="", id="", name="x", description="", url="", api_url="", facts=[fact])
    body = schemas.encode(schemas.Comparison(title="x", a=side, b=side))
    assert "| a\\|b | line line | line line |" in markdown(body, schemas.Comparison)
    assert markdown(schemas.encode(schemas.Error(error="", status=404)), schemas.Error) == ""
