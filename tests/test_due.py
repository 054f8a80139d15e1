"""What is due to be compared with its sources again."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.derive import due
from sportlore.model import Entity, EntityType, Span, Vocabulary

RULE = EntityType("rule", "rules", "/rules", "A rule.", links=("related",), due_months=24)
BODY = EntityType("muscle", "muscles", "/muscles", "A muscle.", links=("related",))
VOCABULARY = Vocabulary(
    types={"rule": RULE, "muscle": BODY},
    facts={},
    relations={},
    terms={},
    dimensions={},
    themes={},
    paths={},
    sources={},
)


def entity(id: str, checked: str | None, *related: str) -> Entity:
    type, _, slug = id.partition("/")
    return Entity(
        type=type,
        slug=slug,
        name=slug,
        description="",
        origin="",
        checked=checked,
        facts={"length": Span(1, 1)},
        links={"related": related},
    )


def listed(month: str, *entities: Entity) -> list[str]:
    return [item.id for item in due({entity.id: entity for entity in entities}, VOCABULARY, month)]


@pytest.mark.parametrize(
    ("type", "checked", "month", "is_due"),
    [
        ("rule", "2024-12", "2026-11", False),
        ("rule", "2024-11", "2026-11", True),
        ("muscle", "2024-11", "2026-11", False),
        ("muscle", "2021-12", "2026-12", True),
        ("rule", "2026-11", "2025-01", False),
        ("rule", None, "2026-11", True),
    ],
)
def test_each_type_has_its_age(type: str, checked: str | None, month: str, is_due: bool) -> None:
    assert bool(listed(month, entity(f"{type}/a", checked))) == is_due


def test_what_most_link_to_comes_first_then_by_id() -> None:
    entities = [
        entity("rule/b", "2020-01", "rule/c"),
        entity("rule/a", None),
        entity("rule/c", "2020-01"),
        entity("muscle/d", "2026-01", "rule/c", "rule/e"),
    ]
    assert listed("2026-11", *entities) == ["rule/c", "rule/a", "rule/b"]
    links = due({entity.id: entity for entity in entities}, VOCABULARY, "2026-11")
    assert [item.links for item in links] == [2, 0, 0]


def test_what_states_no_fact_is_never_due() -> None:
    assert listed("2026-11", msgspec.structs.replace(entity("rule/a", None), facts={})) == []


def test_a_malformed_month_is_an_error() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        listed("2026-11", entity("rule/a", "November"))


MONTHS = st.builds("{:04d}-{:02d}".format, st.integers(1900, 2100), st.integers(1, 12))


@given(MONTHS, MONTHS, MONTHS)
def test_what_is_due_stays_due(checked: str, month: str, other: str) -> None:
    earlier, later = sorted((month, other))
    assert len(listed(earlier, entity("rule/a", checked))) <= len(listed(later, entity("rule/a", checked)))
