"""What changed between releases of the miniature world, as files and as a feed, and how a release is written down."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from conftest import ask

from sportlore import registry
from sportlore.api.changes import current, resources
from sportlore.cli import main
from sportlore.contract.headers import http_date
from sportlore.derive import released_entity, successive
from sportlore.model import Release
from sportlore.publication import Publication
from sportlore.server.answer import Responder

ATOM = "{http://www.w3.org/2005/Atom}"


def told(world: Publication, path: str) -> Any:
    return json.loads(next(item for item in resources(world) if item.path == path).render())


def test_the_index_names_releases_and_pairs(world: Publication) -> None:
    index = told(world, "/changes.json")
    assert [release["version"] for release in index["releases"]] == ["1.2.3", "1.2.0", "1.1.0"]
    assert [address.rpartition("/")[2] for address in index["changes"]] == [
        "1.2.0..1.2.3.json",
        "1.1.0..1.2.3.json",
        "1.1.0..1.2.0.json",
    ]


def test_a_change_of_a_fact_has_both_values_the_reason_and_what_it_touches(world: Publication) -> None:
    changes = told(world, "/changes/1.2.0..1.2.3.json")
    by_id = {change["id"]: change for change in changes["changed"]}
    assert by_id.keys() == {"sport/tennis", "exercise/back-squat"}
    tennis = by_id["sport/tennis"]
    assert tennis["parts"] == ["facts"]
    assert tennis["facts"] == [
        {
            "key": "net-height",
            "label": "Height of the net",
            "unit": "m",
            "before": 1.07,
            "after": 0.914,
            "why": "Measured at the centre, no longer at the posts.",
        }
    ]
    assert tennis["touches"]["courses"] == ["/v1/learning/courses/tennis"]
    assert tennis["touches"]["comparisons"] == ["comparison/tennis-vs-badminton"]
    assert by_id["exercise/back-squat"]["parts"] == ["text"]
    assert by_id["exercise/back-squat"]["why"] == "The steps were rewritten."


def test_what_is_gone_is_told_with_its_name_and_where_it_went(world: Publication) -> None:
    changes = told(world, "/changes/1.1.0..1.2.3.json")
    assert changes["moved"] == [{"id": "sport/lawn-tennis", "name": "Lawn tennis", "to": ["sport/tennis"]}]
    assert changes["removed"] == [
        {"id": "equipment/net", "name": "Net"},
        {"id": "equipment/stump", "name": "Stump"},
    ]
    assert [entity["id"] for entity in changes["added"]] == ["sport/badminton"]
    assert changes["added"][0]["apiUrl"] == "/v1/entities/sport/badminton"
    between = told(world, "/changes/1.1.0..1.2.0.json")
    assert (between["changed"], between["moved"], between["added"]) == ([], [], [])
    assert between["removed"] == [{"id": "equipment/net", "name": "Net"}]


def test_the_drawings_that_a_change_touches_are_those_that_are_served(world: Publication, responder: Responder) -> None:
    for change in told(world, "/changes/1.2.0..1.2.3.json")["changed"]:
        for address in change.get("touches", {}).get("drawings", ()):
            assert ask(responder, address.removeprefix("http://localhost:8000")).status == 200


def test_the_feed_has_an_entry_for_each_pair_with_dates_of_releases(responder: Responder) -> None:
    response = ask(responder, "/changes.atom")
    assert b"content-type: application/atom+xml\r\n" in response.head
    feed = ElementTree.fromstring(response.body)
    assert feed.findtext(f"{ATOM}updated") == "2026-11-24T00:00:00Z"
    entries = feed.findall(f"{ATOM}entry")
    assert entries[0].findtext(f"{ATOM}title") == "1.2.3, since 1.2.0"
    assert "Lawn" not in (summary := entries[0].findtext(f"{ATOM}summary") or "")
    assert "1 changed in their facts: Tennis." in summary
    assert "1 moved: sport/lawn-tennis." in summary
    for entry in entries:
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert ask(responder, str(link.get("href")).removeprefix("http://localhost:8000")).status == 200
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len({*ids}) == len(ids) == 3


def test_every_stored_answer_is_dated_by_the_release(responder: Responder) -> None:
    for target in ("/changes.json", "/v1/entities/sport/tennis", "/sports/tennis", "/"):
        assert b"\r\nlast-modified: Tue, 24 Nov 2026 00:00:00 GMT\r\n" in ask(responder, target).head, target
    page = ask(responder, "/").body
    assert b'<link rel="alternate" type="application/atom+xml"' in page
    assert b'href="/changes.json"' in page


def test_a_day_as_headers_write_it() -> None:
    assert http_date(datetime.date(2026, 11, 24)) == "Tue, 24 Nov 2026 00:00:00 GMT"


def test_a_digest_depends_on_what_is_stated_and_on_nothing_else(world: Publication) -> None:
    tennis = world.graph.entities["sport/tennis"]
    replaced = msgspec.structs.replace
    assert released_entity(replaced(tennis, origin="elsewhere", searches=("tenis",))) == released_entity(tennis)
    for fields, parts in (
        ({"description": "Another."}, {"text"}),
        ({"links": {}}, {"links"}),
        ({"variants": ()}, {"variants"}),
        ({"checked": "2026-12"}, {"sources"}),
        ({"boards": ()}, {"drawings"}),
        ({"facts": {}}, set()),
    ):
        changed, known = released_entity(replaced(tennis, **fields)), released_entity(tennis)
        assert changed.digest != known.digest
        assert {part for part in known.parts if changed.parts.get(part) != known.parts[part]} == parts


def test_a_release_is_followed_by_the_next_and_by_this_one() -> None:
    def release(version: str, day: str) -> Release:
        return Release(released=day, entities={}, version=version)

    this, first, second = release("3", "2026-03-01"), release("1", "2026-01-01"), release("2", "2026-02-01")
    pairs = [(a.version, b.version) for a, b in successive([second, first, this], this)]
    assert pairs == [("1", "2"), ("1", "3"), ("2", "3")]
    assert [*successive([this], this)] == []


def test_a_release_that_is_written_down_reads_as_it_was(
    world: Publication, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["release", "--catalogue", str(copy)]) == 0
    assert "of 1.2.3, 2026-11-24" in capsys.readouterr().out
    read = registry.read(copy)
    assert not read.findings
    assert {release.version: release for release in read.releases}["1.2.3"] == current(world)


def test_a_release_needs_a_day(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = copy / "catalogue.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('released = "2026-11-24"\n', ""), encoding="utf-8")
    assert main(["release", "--catalogue", str(copy)]) == 1
    assert "write `released" in capsys.readouterr().err


def test_a_catalogue_without_releases_says_so(world: Publication) -> None:
    alone = msgspec.structs.replace(world, knowledge=msgspec.structs.replace(world.knowledge, releases=()))
    paths = [item.path for item in resources(alone)]
    assert paths == ["/changes.json", "/changes.atom"]
    assert current(alone).version == "1.2.3"
