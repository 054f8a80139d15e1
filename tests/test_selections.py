"""Parts of answers: fields, the facts of what is linked, order, facets and several slugs, on the miniature world."""

from __future__ import annotations

import gzip
import json

import pytest
from conftest import ask, body

from sportlore.server import selections
from sportlore.server.answer import Responder


def error(responder: Responder, target: str) -> str:
    response = ask(responder, target)
    assert response.status == 400, response.body
    return str(json.loads(response.body)["error"])


def test_an_entity_has_the_fields_that_are_asked_for_in_the_declared_order(responder: Responder) -> None:
    everything = body(responder, "/v1/entities/sport/tennis")
    for names in (["id"], ["name", "id"], ["jsonLd", "sources", "slug"], list(everything)):
        part = body(responder, f"/v1/entities/sport/tennis?fields={','.join(names)}")
        assert part == {name: everything[name] for name in names}
        assert list(part) == [name for name in everything if name in names]


def test_a_field_that_an_entity_does_not_have_is_left_out(responder: Responder) -> None:
    assert "schedule" not in body(responder, "/v1/entities/sport/tennis")
    assert body(responder, "/v1/entities/sport/tennis?fields=slug,schedule") == {"slug": "tennis"}


def test_single_facts_and_relations(responder: Responder) -> None:
    everything = body(responder, "/v1/entities/sport/tennis")
    part = body(responder, "/v1/entities/sport/tennis?fields=facts.codified,facts.net-height,relationships.uses")
    assert part == {
        "relationships": [link for link in everything["relationships"] if link["relation"] == "uses"],
        "facts": [fact for fact in everything["facts"] if fact["key"] in ("net-height", "codified")],
    }
    assert len(part["relationships"]) == 1
    assert len(part["facts"]) == 2


@pytest.mark.parametrize("path", ["/v1/entities/sport", "/v1/search?q=racket"])
def test_items_of_lists_and_searches_have_the_same_parts(responder: Responder, path: str) -> None:
    joined = "&" if "?" in path else "?"
    everything = body(responder, path)
    everything.pop("facets", None)  # which a search for some fields leaves out
    for names in ("id,name,description", "keywords", "slug,facts", "relationships,jsonLd"):
        part = body(responder, f"{path}{joined}fields={names}")
        items = [{name: item[name] for name in item if name in names.split(",")} for item in everything["data"]]
        assert part == everything | {"data": items}
        assert items


def test_facts_of_what_is_linked_stand_with_the_link(responder: Responder) -> None:
    (link,) = body(responder, "/v1/entities/sport/tennis?fields=relationships.uses&include=relationships.facts")[
        "relationships"
    ]
    (listed,) = body(responder, "/v1/entities/equipment?slug=racket")["data"]
    assert link["facts"] == listed["facts"]
    whole = body(responder, "/v1/entities/sport/tennis?include=relationships.facts")
    assert [list(item)[-1] for item in whole["relationships"]] == ["facts"] * len(whole["relationships"])
    for item in whole["relationships"]:
        del item["facts"]
    assert whole == body(responder, "/v1/entities/sport/tennis")


def test_facts_that_are_named_are_those_of_what_is_linked_too(responder: Responder) -> None:
    part = body(responder, "/v1/entities/sport/tennis?fields=relationships.uses,facts.mass&include=relationships.facts")
    assert [fact["key"] for link in part["relationships"] for fact in link["facts"]] == ["mass"]
    assert part["facts"] == []


def test_what_is_included_is_bounded(responder: Responder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selections, "MOST_INCLUDED", 3)
    message = error(responder, "/v1/entities/sport?include=relationships.facts")
    assert "and brings at most 3; ask for fewer by `pageSize`" in message
    assert body(responder, "/v1/entities/sport?fields=relationships.uses&include=relationships.facts")["data"]


def test_an_entity_in_a_scope_and_year_has_the_fields_that_are_asked_for(responder: Responder) -> None:
    whole = body(responder, "/v1/entities/sport/tennis?scope=under-10")
    court = next(fact for fact in whole["facts"] if fact["key"] == "court-length")
    assert (court["value"], court["scope"], court["since"]) == (18.29, ["under 10"], 2012)
    part = body(responder, "/v1/entities/sport/tennis?fields=facts.court-length&scope=under-10")
    assert part == {"facts": [court]}
    linked = "fields=facts.court-length,relationships.uses&include=relationships.facts"
    asked = body(responder, f"/v1/entities/sport/tennis?{linked}&scope=under-10")
    assert asked["relationships"] == body(responder, f"/v1/entities/sport/tennis?{linked}")["relationships"]
    assert asked["facts"] == [court]
    former = body(responder, "/v1/entities/sport/tennis?asOf=1874-12-31&fields=facts.codified,meta")
    assert former["facts"][0]["value"] == 1873
    assert former["meta"]["unknown"] == []
    assert ask(responder, "/v1/entities/sport/tenis?scope=men").status == 404


def slugs(responder: Responder, query: str) -> list[str]:
    return [item["slug"] for item in body(responder, f"/v1/entities/sport?fields=slug&{query}")["data"]]


def test_lists_are_ordered_by_name_or_by_a_number(responder: Responder) -> None:
    assert slugs(responder, "sort=name") == ["badminton", "tennis"]
    assert slugs(responder, "sort=-name") == ["tennis", "badminton"]
    assert slugs(responder, "sort=net-height") == ["tennis", "badminton"]  # 0.914 m and 1.55 m
    assert slugs(responder, "sort=-net-height") == ["badminton", "tennis"]
    assert slugs(responder, "sort=net-height&pageSize=1&page=2") == ["badminton"]


def test_several_slugs(responder: Responder) -> None:
    assert slugs(responder, "slug=tennis") == ["tennis"]
    assert slugs(responder, "slug=tennis,badminton,tennis") == ["badminton", "tennis"]
    assert slugs(responder, "slug=tennis,badminton&codified=..1880") == ["tennis"]


def test_filters_order_and_facets_by_a_year(responder: Responder) -> None:
    """Tennis was codified in 1875, which some counted from 1873 until 1874; the court of those under 10 is of 2012."""
    assert slugs(responder, "codified=1873") == []
    assert slugs(responder, "codified=1873&asOf=1874-05-01") == ["tennis"]
    assert slugs(responder, "court-length=18.29&scope=under-10&asOf=2012") == ["tennis"]
    assert slugs(responder, "court-length=18.29&scope=under-10&asOf=2011") == []
    whole = body(responder, "/v1/entities/sport?sort=codified&asOf=1874&facets=court-length")
    assert whole["meta"]["asOf"] == "1874"
    dated = {fact["key"]: fact for fact in whole["meta"]["dated"]}
    assert set(dated) == {"codified", "court-length"}
    assert dated["codified"]["unknown"] == []
    unknown = body(responder, "/v1/entities/sport?court-length=1..99&scope=under-10&asOf=2011")["meta"]["dated"]
    assert unknown == [{"key": "court-length", "undated": 1, "unknown": ["tennis"]}]
    assert "asOf=1874" in ask(responder, "/v1/entities/sport?asOf=1874&pageSize=1").head.decode()
    assert "not in the calendar" in error(responder, "/v1/entities/sport?asOf=1999-02-30")


def test_filters_order_and_facets_by_a_scope(responder: Responder) -> None:
    """The court of tennis is 23.77 m long, and 18.29 m for those under 10."""
    assert slugs(responder, "court-length=18.29") == []
    assert slugs(responder, "court-length=18.29&scope=under-10") == ["tennis"]
    assert slugs(responder, "court-length=23.77&scope=under-10") == []
    assert slugs(responder, "court-length=23.77&scope=men") == ["tennis"]
    (facet,) = body(responder, "/v1/entities/sport?facets=court-length&scope=under-10&slug=tennis")["facets"]
    assert [count for count in facet["counts"] if count["count"]] == [{"value": "18..19", "count": 1}]
    head = ask(responder, "/v1/entities/sport?scope=under-10&pageSize=1").head.decode()
    assert "?scope=under-10&" in head


def test_facets_count_what_matches(responder: Responder) -> None:
    counted = body(responder, "/v1/entities/sport?facets=uses,codified&pageSize=1")["facets"]
    assert counted == [
        {
            "key": "uses",
            "label": "Uses",
            "stated": 2,
            "counts": [{"value": "equipment/racket", "count": 2}],
        },
        {
            "key": "codified",
            "label": "First codified",
            "stated": 2,
            "counts": [
                {"value": "1875..1879", "count": 1},
                {"value": "1880..1884", "count": 0},
                {"value": "1885..1889", "count": 0},
                {"value": "1890..1894", "count": 1},
            ],
        },
    ]


def test_links_to_other_pages_keep_what_is_asked_for(responder: Responder) -> None:
    query = "codified=..1900&slug=badminton,tennis&sort=-codified&facets=uses&fields=slug,facts.codified&pageSize=1"
    head = ask(responder, f"/v1/entities/sport?{query}").head.decode()
    target = head.partition("link: ")[2].partition('>; rel="next"')[0].rpartition("<")[2]
    answer = body(responder, target)
    assert [item["slug"] for item in answer["data"]] == ["tennis"]
    assert list(answer["data"][0]) == ["slug", "facts"]
    assert "facets" in answer
    assert answer["pagination"] == {"page": 2, "pageSize": 1, "total": 2, "totalPages": 2}


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("/v1/entities/sport?fields=nmae", "no field `nmae`; did you mean `name`?"),
        ("/v1/entities/sport?fields=sections", "no field `sections`; there are id, type, slug"),
        ("/v1/entities/sport?fields=name.first", "no field `name.first`; there are id, type, slug"),
        ("/v1/entities/sport?fields=", "`fields` is ``; it takes names of fields"),
        ("/v1/entities/sport?fields=facts.net-hight", "no fact `net-hight`; did you mean `net-height`?"),
        ("/v1/entities/sport?fields=facts.uses", "no fact `uses`; there are format, players"),
        ("/v1/entities/sport/tennis?fields=relationships.use", "no relation `use`; did you mean `uses`?"),
        ("/v1/search?q=tennis&fields=facts.colour", "no fact `colour`; see /api/schema for all"),
        ("/v1/entities/sport/tennis?include=sections", "`include` is `sections`; it takes `relationships.facts`"),
        ("/v1/entities/sport/tennis?field=name", "no parameter `field`; did you mean `fields`?"),
        ("/v1/entities/sport/tennis?scope=woman", "no scope `woman`; did you mean `women`?"),
        ("/v1/entities/sport/tennis?scope=", "`scope` is ``; it takes scopes with commas between"),
        ("/v1/entities/sport/tennis?asOf=1999-02-30", "`asOf` is `1999-02-30`, which is not in the calendar"),
        ("/v1/entities/sport/tennis?asof=1999", "no parameter `asof`; did you mean `asOf`?"),
        ("/v1/entities/sport?scope=woman", "no scope `woman`; did you mean `women`?"),
        ("/v1/entities/sport?scope=men,women", "`scope` is `men,women`; it takes a scope such as `singles`"),
        ("/v1/entities/sport?sort=net-hight", "no order `net-hight`; did you mean `net-height`?"),
        ("/v1/entities/sport?sort=format", "no order `format`; the type `sport` is sorted by name, players"),
        ("/v1/entities/sport?slug=tenis", "no sport `tenis`; did you mean `tennis`?"),
        ("/v1/entities/sport?facets=use", "no facet `use`; did you mean `uses`?"),
        ("/v1/entities/sport?facets=origin", "no facet `origin`; the type `sport` has format, players"),
        ("/v1/entities/sport?facets=" + ",".join(f"f{i}" for i in range(11)), "`facets` has 11 names; it takes 10"),
    ],
)
def test_what_is_not_known_is_refused_with_advice(responder: Responder, target: str, message: str) -> None:
    assert error(responder, target).startswith(message)


def test_a_part_has_a_tag_of_its_own_and_a_gzip_form(responder: Responder) -> None:
    target = "/v1/entities/sport?fields=slug"
    plain, compressed = ask(responder, target), ask(responder, target, **{"accept-encoding": "gzip"})
    assert gzip.decompress(compressed.body) == plain.body
    tag = plain.head.decode().partition("etag: ")[2].partition("\r\n")[0]
    assert ask(responder, target, **{"if-none-match": tag}).status == 304
    assert ask(responder, "/v1/entities/sport?fields=name", **{"if-none-match": tag}).status == 200


def test_no_part_of_what_is_not_there(responder: Responder) -> None:
    assert ask(responder, "/v1/entities/sport/tenis?fields=name").status == 404
    assert ask(responder, "/v1/entities/nothing/tennis?fields=name").status == 404
