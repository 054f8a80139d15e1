"""The values of a fact by scope and year, and an entity with those that are asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.comparison import StoredComparisons, entries
from sportlore.contract.parameters import EntityRequest
from sportlore.contract.queries import BadRequest
from sportlore.memo import Forgetful
from sportlore.model import (
    ByScope,
    FactValue,
    Span,
    Unknown,
    Variant,
    Version,
    by_scope,
    in_year,
    of_scope,
    versions,
)
from sportlore.publication import Publication
from sportlore.server.versions import Versions


def exact(value: float) -> Span:
    return Span(value, value)


def variant(value: FactValue, *scope: str, since: int | None = None, until: int | None = None) -> Variant:
    return Variant("net-height", value, "a-source", scope, since, until)


def held(value: FactValue, variants: list[Variant], year: int, *scope: str) -> object:
    """The value that held in a year, or the first year of which one is known."""
    found = in_year(versions(value, variants), {*scope}, year)
    return found.since if isinstance(found, Unknown) else by_scope(found)


def stated(value: FactValue, variants: list[Variant], *scope: str, year: int | None = 2026) -> object:
    """The value for a scope, None where nothing is stated of it."""
    found = of_scope(versions(value, variants), {*scope}, year)
    return found.value if found else None


BOTH = ByScope((("men", exact(7)), ("women", exact(6))))


def test_a_value_by_scope_is_that_of_the_scope() -> None:
    assert stated(BOTH, [], "women") == exact(6)
    assert stated(BOTH, [], "juniors") is None
    assert stated(exact(7), [], "women") is None


def test_a_variant_in_force_is_the_value_of_its_scope() -> None:
    variants = [variant(exact(4), "women", until=2004), variant(exact(5), "women", since=2005)]
    assert stated(exact(7), variants, "women") == exact(5)
    assert stated(exact(7), variants[:1], "women") is None
    assert stated(exact(7), [variant(exact(5), "women", since=2028)], "women") is None
    assert stated(exact(7), variants, "women", year=None) == exact(5)


def test_what_is_stated_of_several_scopes_at_once() -> None:
    olympic = [variant(exact(5), "olympic-games", "men"), variant(exact(4), "ncaa", "women")]
    assert stated(exact(7), olympic, "men") == exact(5)
    assert stated(exact(7), [*olympic, variant(exact(3), "men")], "men") == exact(3)
    assert stated(exact(7), [*olympic, variant(exact(3), "ncaa", "men")], "men") is None, "which of the two is not said"
    assert stated(exact(7), olympic, "women", "ncaa") == exact(4)
    assert stated(exact(7), [variant(exact(2), "ncaa")], "ncaa", "women") == exact(2)
    in_the_games = [variant(BOTH, "olympic-games", since=2012)]
    assert stated(exact(8), in_the_games, "olympic-games", "women") == exact(6)


def test_each_year_has_the_value_that_held() -> None:
    former = [variant(exact(5), since=1990, until=1996), variant(exact(6), since=1997, until=2009)]
    assert [held(exact(7), former, year) for year in (1989, 1990, 1996, 1997, 2009, 2010, 2030)] == [
        1990,
        exact(5),
        exact(5),
        exact(6),
        exact(6),
        exact(7),
        exact(7),
    ]


def test_a_gap_is_not_known() -> None:
    former = [variant(exact(5), since=1990, until=1994), variant(exact(6), since=1997, until=2009)]
    assert held(exact(7), former, 1995) == 1997


def test_the_value_in_force_ends_where_one_to_come_begins() -> None:
    to_come = [variant(exact(15), since=2027)]
    assert held(exact(21), to_come, 2026) == exact(21)
    assert held(exact(21), to_come, 2027) == exact(15)


def test_a_scope_has_years_of_its_own() -> None:
    variants = [variant(exact(45), "ncaa", since=1985, until=1992), variant(exact(30), until=2000)]
    assert held(exact(24), variants, 1990, "ncaa") == exact(45)
    assert held(exact(24), variants, 1980, "ncaa") == 1985, "that of others need not have held"
    assert held(exact(24), variants, 1996, "ncaa") == exact(30), "nothing is said of it from then on"
    assert held(exact(24), variants, 1990) == exact(30)


def test_a_value_by_scope_is_put_together_from_the_years_of_its_scopes() -> None:
    assert held(BOTH, [variant(exact(8), "men", until=2017)], 2015) == ByScope((("men", exact(8)), ("women", exact(6))))
    assert held(BOTH, [variant(exact(8), "men", since=2010, until=2017)], 2005) == exact(6)
    assert held(BOTH, [variant(exact(8), until=2017)], 2015) == exact(8)
    assert held(BOTH, [variant(exact(8), until=2017)], 2015, "women") == exact(8)
    assert held(BOTH, [variant(exact(8), until=2017)], 2018, "women") == exact(6)
    assert held(BOTH, [variant(exact(8), since=2010, until=2017)], 2009, "juniors") == 2010
    assert held(BOTH, [], 2009, "juniors") == BOTH


YEARS = st.integers(1900, 2030)
VALUES: list[FactValue] = [exact(1), exact(2), BOTH]
SCOPES_OF = st.lists(st.sampled_from(["men", "women", "ncaa"]), max_size=2, unique=True).map(tuple)


@st.composite
def histories(draw: st.DrawFn) -> list[Variant]:
    """Variants as the rules of the catalogue admit them: those of one scope do not hold at the same time."""
    made: list[Variant] = []
    for scope in draw(st.lists(SCOPES_OF, max_size=4, unique_by=frozenset)):
        ends = sorted(draw(st.lists(YEARS, max_size=6, unique=True)))
        for since, until in zip(ends[::2], ends[1::2], strict=False):
            value = draw(st.sampled_from(VALUES))
            made.append(variant(value, *scope, since=since, until=until))
        if draw(st.booleans()) and len(ends) % 2:
            made.append(variant(exact(3), *scope, since=ends[-1]))
    return made


@given(st.sampled_from([exact(7), BOTH]), histories(), SCOPES_OF, YEARS)
def test_every_year_has_values_that_held_or_is_not_known(
    value: FactValue, variants: list[Variant], scope: tuple[str, ...], year: int
) -> None:
    found = in_year(versions(value, variants), {*scope}, year)
    if isinstance(found, Unknown):
        assert found.since > year
        assert any(v.since == found.since or v.until == found.since - 1 for v in variants)
    else:
        assert found
        for version in found:
            assert version.holds_in(year)
            assert version.variant is None or (version.variant in variants)
        assert len({version.scope for version in found}) == len(found)


@given(st.sampled_from([exact(7), BOTH]), histories(), SCOPES_OF, YEARS)
def test_what_is_stated_of_a_scope_has_to_do_with_it(
    value: FactValue, variants: list[Variant], scope: tuple[str, ...], year: int
) -> None:
    found = of_scope(versions(value, variants), {*scope}, year)
    assert found is None or (found.holds_in(year) and scope)
    if found and found.scope:
        assert {*found.scope} <= {*scope} or {*found.scope} >= {*scope}


def test_a_version_without_a_year_holds_as_long_as_no_end_is_known() -> None:
    assert Version(exact(1), since=2030).holds_in(None)
    assert not Version(exact(1), until=2030).holds_in(None)


@pytest.fixture(scope="module")
def service(world: Publication) -> Versions:
    return Versions(StoredComparisons(dict(entries(world.graph, Forgetful())).get))


WORDS = {"key": "net-height", "label": "Height of the net", "unit": "m"}
FORMER = {
    "value": 2.5,
    "unit": "m",
    "text": "2.5 m",
    "scope": ["men"],
    "since": 1990,
    "until": 1999,
    "source": "old-rules",
}


def answer(service: Versions, asked: EntityRequest, *facts: dict[str, Any], **others: Any) -> Any:
    stored = {
        "id": "sport/volleyball",
        "meta": {"version": "1", "generatedFrom": "a.toml"},
        "facts": [WORDS | {"sources": ["rules"], "clause": "rule 2", "checked": "2026-11"} | fact for fact in facts],
        "checked": "2026-11",
    }
    return json.loads(service.body(json.dumps(stored | others).encode(), asked))


BY_SCOPE = {"value": {"men": 2.43, "women": 2.24}, "text": "2.43 m for men and 2.24 m for women", "variants": [FORMER]}


def test_a_fact_has_the_value_of_the_scope_and_says_so(service: Versions) -> None:
    found = answer(
        service, EntityRequest(scope=("women",)), BY_SCOPE, {"key": "codified", "value": 1895, "text": "1895"}
    )
    net, codified = found["facts"]
    assert net == WORDS | {
        "value": 2.24,
        "text": "2.24 m",
        "sources": ["rules"],
        "clause": "rule 2",
        "checked": "2026-11",
        "scope": ["women"],
    }
    assert (codified["value"], "scope" in codified) == (1895, False)
    assert found["meta"] == {"version": "1", "generatedFrom": "a.toml", "scope": ["women"], "scoped": ["net-height"]}
    assert list(found) == ["id", "meta", "facts", "checked"]


def test_a_former_value_brings_its_years_and_source(service: Versions) -> None:
    (net,) = answer(service, EntityRequest(scope=("men",), as_of="1995"), BY_SCOPE)["facts"]
    assert net == WORDS | {
        "value": 2.5,
        "text": "2.5 m",
        "sources": ["old-rules"],
        "checked": "2026-11",
        "scope": ["men"],
        "since": 1990,
        "until": 1999,
    }


def test_a_value_of_a_year_by_scope(service: Versions) -> None:
    (net,) = answer(service, EntityRequest(as_of="1995"), BY_SCOPE)["facts"]
    assert (net["value"], net["text"]) == ({"men": 2.5, "women": 2.24}, "2.5 m for men and 2.24 m for women")
    assert net["sources"] == ["rules", "old-rules"]
    assert "scope" not in net


def test_what_is_not_known_of_a_year_is_left_out_and_named(service: Versions) -> None:
    former = {key: value for key, value in FORMER.items() if key != "scope"}
    plain = {"value": 2.43, "text": "2.43 m", "variants": [former]}
    found = answer(
        service, EntityRequest(as_of="1985-01-01"), plain, {"key": "codified", "value": 1895, "text": "1895"}
    )
    assert [fact["key"] for fact in found["facts"]] == ["codified"]
    assert found["meta"]["asOf"] == "1985-01-01"
    assert found["meta"]["unknown"] == [{"key": "net-height", "since": 1990}]
    assert found["meta"]["undated"] == ["codified"]
    later = answer(service, EntityRequest(as_of="2000"), plain)
    assert later["facts"] == answer(service, EntityRequest(scope=("women",)), plain)["facts"]
    assert (later["meta"]["unknown"], later["meta"]["undated"]) == ([], [])


def test_an_entity_that_says_nothing_of_a_scope_is_as_it_is(service: Versions) -> None:
    found = answer(service, EntityRequest(scope=("under-10",)), BY_SCOPE)
    assert found["facts"][0]["value"] == BY_SCOPE["value"]
    assert found["facts"][0]["variants"] == [FORMER]
    assert found["meta"]["scoped"] == []


@pytest.mark.parametrize(
    ("scope", "advice"),
    [
        ("wommen", "did you mean `women`?"),
        ("MEN", "did you mean `men`?"),
        ("colour", "see `Scope` in /api/schema for all"),
    ],
)
def test_an_unknown_scope_is_refused(service: Versions, scope: str, advice: str) -> None:
    with pytest.raises(BadRequest) as refused:
        service.body(b"{}", EntityRequest(scope=("men", scope)))
    assert str(refused.value) == f"no scope `{scope}`; {advice}"
