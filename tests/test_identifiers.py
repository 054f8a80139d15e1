"""Identifiers of others: their files, the members of an answer, and the filter that finds by them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import FilterIndex, real_catalogue

from sportlore import registry
from sportlore.contract.parameters import list_request
from sportlore.contract.queries import BadRequest
from sportlore.filters.index import entries
from sportlore.filters.query import Filters
from sportlore.graph import Graph
from sportlore.index.bitmaps import numbers
from sportlore.memo import Forgetful
from sportlore.model import Identifier, Scheme
from sportlore.publication import Publication


def test_identifiers_are_read_by_type_in_the_order_of_their_file(copy: Path) -> None:
    read = registry.read(copy)
    assert read.findings == ()
    assert read.entities["sport/badminton"].identifiers == (Identifier("osm-sport", "badminton", "exact", "name"),)
    assert [item.match for item in read.identifiers["sport/tennis"]] == ["exact", "exact", "broader"]


def test_an_edit_of_identifiers_is_an_edit_of_the_entities_that_it_changes(copy: Path) -> None:
    reader = registry.Reader(copy)
    before = reader.read()
    file = copy / "identifiers" / "sport.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("Q847", "Q848"), encoding="utf-8")
    after = reader.read()
    assert after.entities["sport/tennis"].identifiers[0].id == "Q848"
    assert after.entities["sport/badminton"] is before.entities["sport/badminton"]


@pytest.mark.parametrize(
    ("file", "text", "code", "help"),
    [
        ("sports.toml", "", "unknown-type", "did you mean `sport`?"),
        (
            "sport.toml",
            'tennis = [{ scheme = "wikidata", id = "Q847", match = "same", by = "name" }]',
            "bad-record",
            "",
        ),
        ("sport.toml", 'tennis = { scheme = "wikidata" }', "bad-record", ""),
    ],
)
def test_what_cannot_be_read_is_a_finding(copy: Path, file: str, text: str, code: str, help: str) -> None:
    (copy / "identifiers" / file).write_text(text + "\n", encoding="utf-8")
    findings = registry.read(copy).findings
    assert [finding.code for finding in findings] == [code]
    assert help in (findings[0].help or "")


def test_an_address_has_the_identifier_where_the_scheme_says() -> None:
    assert Scheme("Wikidata", "http://www.wikidata.org/entity/{id}", "Q[0-9]+").address("Q847").endswith("/Q847")


@pytest.fixture(scope="module")
def sports(world: Publication) -> Filters:
    """The filters of the miniature world."""
    graph = world.graph
    store = FilterIndex(entries(graph, Forgetful()))
    store.slugs = {type: [entity.slug for entity in graph.of_type(type)] for type in graph.vocabulary.types}
    return Filters(store, {type: len(slugs) for type, slugs in store.slugs.items()}, lambda name, types: [])


def found(filters: Filters, graph: Graph, value: str) -> list[str]:
    positions = filters.positions("sport", list_request(f"sameAs={value}".encode()).filters)
    return [graph.of_type("sport")[position].slug for position in numbers(positions, 2)]


@pytest.mark.parametrize(
    ("value", "slugs"),
    [
        ("Q847", "tennis"),
        ("wikidata:Q847", "tennis"),
        ("http://www.wikidata.org/entity/Q847", "tennis"),
        ("https%3A%2F%2Fwww.wikidata.org%2Fentity%2FQ847", "tennis"),
        ("tennis,osm-sport:badminton", "badminton tennis"),
        ("!tennis", "badminton"),
        ("none", ""),
        # A broader match is not the same thing, and what nobody stated is found nowhere.
        ("Q999999999", ""),
        ("osm-sport:Q847", ""),
        ("x" * 600, ""),
    ],
)
def test_an_exact_identifier_finds_in_every_spelling(
    sports: Filters, world: Publication, value: str, slugs: str
) -> None:
    assert found(sports, world.graph, value) == slugs.split()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "wikdata:Q847",
            "`sameAs` is `wikdata:Q847`; did you mean `wikidata`? It takes an identifier, alone, as a URL",
        ),
        ("isbn:1", "behind one of wikidata:, osm-sport:"),
        ("", "`sameAs` is ``; it takes an identifier"),
    ],
)
def test_a_scheme_that_is_not_known_is_refused(sports: Filters, world: Publication, value: str, message: str) -> None:
    with pytest.raises(BadRequest) as refused:
        found(sports, world.graph, value)
    assert message in str(refused.value)


def test_most_sports_can_be_joined_with_what_others_publish() -> None:
    identifiers: Mapping[str, tuple[Identifier, ...]] = real_catalogue().identifiers
    sports = [id for id in real_catalogue().entities if id.startswith("sport/")]
    joined = [id for id in sports if any(item.match == "exact" for item in identifiers.get(id, ()))]
    assert len(joined) >= 0.9 * len(sports)
