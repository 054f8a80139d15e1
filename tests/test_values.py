"""The values of facts."""

from __future__ import annotations

import pytest

from sportlore.model import Absent, ByScope, FactValue, Span, hull, slug_of, spans

MEN_AND_WOMEN = ByScope((("men", Span(2.43, 2.43)), ("women", Span(2.24, 2.3))))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Span(90, 120), (Span(90, 120),)),
        (MEN_AND_WOMEN, (Span(2.43, 2.43), Span(2.24, 2.3))),
        (1895, (Span(1895, 1895),)),
        (ByScope((("men", 1895), ("women", 1964))), (Span(1895, 1895), Span(1964, 1964))),
        (Absent(), ()),
        ("team", ()),
        (("indoors", "outdoors"), ()),
        (None, ()),
    ],
)
def test_spans_are_the_numbers_of_every_scope(value: FactValue | None, expected: tuple[Span, ...]) -> None:
    assert spans(value) == expected


def test_the_hull_reaches_from_the_least_to_the_greatest_number() -> None:
    assert hull(MEN_AND_WOMEN) == Span(2.24, 2.43)
    assert hull(Span(90, 120)) == Span(90, 120)
    assert hull("team") is None


def test_the_slug_of_an_id_or_of_a_type_alone() -> None:
    assert [slug_of(id) for id in ("sport/tennis", "tennis")] == ["tennis", "tennis"]
