"""The rows of the interface: how a bounded integer is described, and which operation stands at a path."""

from __future__ import annotations

import re

import pytest

from sportlore.contract import operations
from sportlore.contract.operations import OPERATION, OPERATIONS, Parameter
from sportlore.contract.routes import Route, route


@pytest.mark.parametrize(
    ("largest", "pattern", "takes"),
    [
        (10, "^([1-9][0-9]{0,0}|10)$", "an integer from 1 to 10"),
        (100, "^([1-9][0-9]?|100)$", "an integer from 1 to 100"),
        (1_000_000, "^([1-9][0-9]{0,5}|1000000)$", "an integer from 1 to 1,000,000"),
    ],
)
def test_an_integer_is_described_as_it_is_parsed(largest: int, pattern: str, takes: str) -> None:
    described = operations._integer("page", "Page number", default=7, largest=largest)
    schema = {"pattern": pattern, "default": "7"}
    assert described == Parameter("page", "query", False, "Page number; the default is 7.", schema, takes)
    admitted = {n for n in [*range(-1, 200), *range(largest - 2, largest + 3)] if re.search(pattern, str(n))}
    assert admitted == {n for n in [*range(1, 200), *range(max(1, largest - 2), largest + 1)] if n <= largest}


@pytest.mark.parametrize(
    ("path", "id", "values"),
    [
        ("/v1/entities", "listEntityTypes", {}),
        ("/v1/entities/sport", "listEntities", {"type": "sport"}),
        ("/v1/entities/sport/tennis", "getEntity", {"type": "sport", "slug": "tennis"}),
        ("/v1/search", "searchEntities", {}),
        ("/v1/compare/a-vs-b", "getComparison", {"slug": "a-vs-b"}),
        ("/v1/calculators", "listCalculators", {}),
        ("/v1/calculators/bmi", "getCalculator", {"slug": "bmi"}),
        ("/v1/learning/courses", "listCourses", {}),
        ("/v1/learning/courses/tennis", "getCourse", {"sport": "tennis"}),
        ("/v1/atlas", "listAtlasDimensions", {}),
        ("/v1/recommendations/get-fit", "getRecommendations", {"goal": "get-fit"}),
    ],
)
def test_the_operation_at_a_path(path: str, id: str, values: dict[str, str]) -> None:
    assert route(path) == Route(OPERATION[id], values)


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/entities/", "/v1/entities/a/b/c", "/v1/atlas/a", "v1/atlas"])
def test_no_operation_stands_elsewhere(path: str) -> None:
    assert route(path) is None


def test_there_is_a_row_for_each_endpoint() -> None:
    assert len(OPERATIONS) == len(OPERATION) == 11


def test_an_operation_makes_its_addresses() -> None:
    assert OPERATION["getEntity"].at(type="sport", slug="tennis") == "/v1/entities/sport/tennis"
    with pytest.raises(KeyError):
        OPERATION["getEntity"].at(type="sport")
