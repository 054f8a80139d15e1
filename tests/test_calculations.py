"""Calculations by address, on the miniature world."""

from __future__ import annotations

import gzip
import json

import pytest
from conftest import ask, body

from sportlore.server.answer import Responder

CALCULATOR = "/v1/calculators/one-rep-max?"


def test_a_result_follows_the_fields_of_the_calculator(responder: Responder) -> None:
    stored, calculated = body(responder, CALCULATOR), body(responder, CALCULATOR + "load=100&repetitions=5")
    assert "result" not in stored
    assert calculated.pop("result") == {
        "value": 116.7,
        "unit": "kg",
        "text": "116.7 kg",
        "inputs": {"load": 100, "repetitions": 5},
        "requires": ["repetitions == 1 or load <= 400"],
        "validity": "Sets of one to twelve repetitions carried to failure.",
        "drawing": "/drawings/calculator/one-rep-max.svg?load=100&repetitions=5",
    }
    assert calculated == stored


def test_a_curve_has_the_dot_of_its_reader(responder: Responder) -> None:
    (drawing,) = body(responder, CALCULATOR)["drawings"]
    assert (drawing["kind"], drawing["url"]) == ("curve", "http://localhost:8000/drawings/calculator/one-rep-max.svg")
    path = "/drawings/calculator/one-rep-max.svg"
    plain, own = (ask(responder, path + query).body.decode() for query in ("", "?load=150&repetitions=5"))
    assert "Other inputs at their defaults." in plain
    assert "The dot: Load lifted 150 kg; Repetitions 5." in own
    dots = [text.partition('class="dot"')[2].partition("/>")[0] for text in (plain, own)]
    assert all(dots)
    assert dots[0] != dots[1]
    refused = ask(responder, path + "?load=0&repetitions=5")
    assert refused.status == 400
    assert "`load` is 0; it takes 1 to 500 kg" in refused.body.decode()
    assert ask(responder, path + "?utm_source=x") == ask(responder, path)


@pytest.mark.parametrize(
    "query", ["load=220.4623lb&repetitions=5", "load=100,0%20kg&repetitions=5", "load=15st+10.4623lb&repetitions=5"]
)
def test_units_are_read_by_their_suffix(responder: Responder, query: str) -> None:
    assert body(responder, CALCULATOR + query)["result"]["text"] == "116.7 kg"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("load=100", "`repetitions` is missing"),
        ("load=0&repetitions=50", "`load` is 0; it takes 1 to 500 kg; `repetitions` is 50; it takes 1 to 12"),
        ("lode=100", "no input `lode`; did you mean `load`?"),
        ("load=100&load=90", "`load` is given twice; give it once"),
        ("load=990&repetitions=5", "`load` is 990: pounds? Give 449.1 or 990lb"),
        ("load=450&repetitions=5", "More than 400 kg is lifted only once: check the load."),
        ("load=" + "1" * 100, "`load` is `" + "1" * 60 + "…`; it takes a number in kg"),
    ],
)
def test_what_is_refused_on_the_page_is_a_400(responder: Responder, query: str, message: str) -> None:
    response = ask(responder, CALCULATOR + query)
    assert (response.status, json.loads(response.body)) == (400, {"error": message, "status": 400})


def test_parameters_of_trackers_calculate_nothing(responder: Responder) -> None:
    assert ask(responder, CALCULATOR + "utm_source=x&_=1") == ask(responder, CALCULATOR)


def test_a_result_has_a_tag_and_a_gzip_form(responder: Responder) -> None:
    plain, compressed = (
        ask(responder, CALCULATOR + "load=100&repetitions=5", **headers)
        for headers in ({}, {"accept-encoding": "gzip"})
    )
    assert gzip.decompress(compressed.body) == plain.body
    lines = dict(line.split(": ", 1) for line in plain.head.decode().split("\r\n") if line)
    assert lines["link"] == '<http://localhost:8000/calculators/one-rep-max>; rel="alternate"; type="text/html"'
    assert ask(responder, CALCULATOR + "load=100&repetitions=5", **{"if-none-match": lines["etag"]}).status == 304
    assert ask(responder, CALCULATOR + "load=101&repetitions=5", **{"if-none-match": lines["etag"]}).status == 200


def test_no_result_where_there_is_no_calculator(responder: Responder) -> None:
    assert ask(responder, "/v1/calculators/nothing?load=100").status == 404
