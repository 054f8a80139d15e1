"""Quantities as people write them."""

from __future__ import annotations

import doctest

import pytest

from sportlore import units
from sportlore.units import accepted, amount, normalized


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(units).failed == 0


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("70", "kg", 70),
        ("70 KG", "kg", 70),
        ("220lb", "kg", 99.7903214),
        ("11st 4", "kg", 71.66759446),
        ("5'11\"", "cm", 180.34),
        ("5\u203211\u2033", "m", 1.8034),
        ("5 ft 11", "cm", 180.34),
        ("1.75m", "cm", 175),
        ("10 mi", "km", 16.09344),
        ("1h30", "min", 90),
        ("90min", "s", 5400),
        ("10mph", "km/h", 16.09344),
        ("\u22123,5", "m", -3.5),
        ("12%", "%", 12),
        ("150 bpm", "bpm", 150),
        ("35y", "years", 35),
        (".5", None, 0.5),
    ],
)
def test_what_is_read(text: str, unit: str | None, value: float) -> None:
    assert amount(text, accepted(unit)) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("", "kg"),
        ("kg", "kg"),
        ("70cm", "kg"),
        ("70kg", None),
        ("1e3", "kg"),
        ("1.2.3", "kg"),
        ("1,500", "kg"),
        ("1 2", "cm"),
        ("10 20kg", "kg"),
        ("inf", "kg"),
        ("nan", "kg"),
        ("٣", "kg"),
        ("1:30", "min"),
    ],
)
def test_what_is_no_quantity_in_the_unit(text: str, unit: str | None) -> None:
    assert amount(text, accepted(unit)) is None


def test_a_decimal_comma_is_a_point_but_for_what_may_be_thousands() -> None:
    assert [normalized(text) for text in ("0,5", "0:06:00,5", "1,500", "1500,25", "0,250")] == [
        "0.5",
        "0:06:00.5",
        "1,500",
        "1500.25",
        "0.250",
    ]


def test_factors_are_relative_to_the_unit() -> None:
    assert accepted("cm")["m"] == 100
    assert accepted("AU") == {"au": 1}
    assert accepted(None) == {}
