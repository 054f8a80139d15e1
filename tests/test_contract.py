"""The contract over real HTTP: all 11 endpoints, every row of the error table, and the rules of HTTP."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import brotli
import httpx
import msgspec
import pytest
import zstandard
from conftest import LONG_TIMEOUTS, PATIENCE, REFERENCE, SITE, free_port, publish, serve, stop

from sportlore.contract.operations import OPERATIONS, Operation
from sportlore.contract.routes import route
from sportlore.publication import Publication

TYPES = (
    "sport, category, knowledge, glossary, physical-quality, equipment, rule, scoring, skill, technique, tactic, "
    "position, facility, strategy, role, surface, officiating, exercise, training-method, muscle-group, recovery-method, "
    "training-plan, training-guide, goal, persona, lifestyle, barrier, motivation, experience-level, comparison, "
    "discipline, movement-pattern, coaching, healthy-lifestyle, sports-science, adaptive-sports, curriculum, "
    "decision-making, skill-collection, sports-communication, session-type, beginners, atlas, movement-comparison, "
    "recommendation"
).split(", ")
"""The entity types in the specification's order."""

RESOURCE = ("id", "type", "slug", "name", "description", "url", "apiUrl", "keywords", "relationships", "jsonLd", "meta")
ADDITIONS = {
    "facts",
    "drawings",
    "sections",
    "schedule",
    "serves",
    "evidence",
    "sources",
    "checked",
    "names",
    "sameAs",
    "identifiers",
}
"""What follows the declared fields: facts wherever a resource stands, the others in the answer for one entity."""
JSON_LD = ("@context", "@type", "@id", "name", "description", "url", "about")


@pytest.fixture(scope="module", params=["mapped", "postgres"])
def catalogue_server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a server on the real catalogue, with its records in mapped files and in a database."""
    snapshot: Path = request.getfixturevalue("catalogue_snapshot")
    records = []
    if request.param == "postgres":
        records = [
            "--records",
            request.getfixturevalue("database"),
            "--records-cache",
            "1",
            f"--records-timeout={PATIENCE}",
        ]
        publish(snapshot, records[1])
    port = free_port()
    process = serve("--snapshot", str(snapshot), *LONG_TIMEOUTS, *records, port=port)
    yield f"http://127.0.0.1:{port}"
    stop(process)


@pytest.fixture(scope="module")
def client(catalogue_server: str) -> Any:
    with httpx.Client(base_url=catalogue_server, timeout=PATIENCE) as client:
        yield client


def good(client: httpx.Client, path: str, **parameters: str) -> Any:
    answer = client.get(path, params=parameters or None)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def bad(
    client: httpx.Client,
    status: int,
    path: str,
    method: str = "GET",
    cache: str = "public, max-age=60",
    **headers: str,
) -> str:
    """The text of an error, whose body is exactly the declared Error."""
    answer = client.request(method, path, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == cache
    body = answer.json()
    assert list(body) == ["error", "status"]
    assert body["status"] == status
    return str(body["error"])


def test_1_entity_types(client: httpx.Client) -> None:
    body = good(client, "/v1/entities")
    assert [item["type"] for item in body["data"]] == TYPES
    assert list(body) == ["data"]
    for item in body["data"]:
        assert list(item) == ["type", "count", "routeBase"]
        assert item["count"] > 0
        assert good(client, f"/v1/entities/{item['type']}", pageSize="1")["pagination"]["total"] == item["count"]


def test_2_lists_page_through_everything_in_order(client: httpx.Client) -> None:
    first = good(client, "/v1/entities/sport")
    assert list(first) == ["data", "pagination", "meta"]
    assert first["pagination"] | {"total": 0, "totalPages": 0} == {
        "page": 1,
        "pageSize": 20,
        "total": 0,
        "totalPages": 0,
    }
    assert list(first["meta"]) == ["version", "generatedFrom", "lang"]
    total = first["pagination"]["total"]
    for size in (1, 7, 20, 100):
        pages = -(-total // size)
        seen = []
        for page in range(1, pages + 1):
            body = good(client, "/v1/entities/sport", page=str(page), pageSize=str(size))
            assert body["pagination"] == {"page": page, "pageSize": size, "total": total, "totalPages": pages}
            seen += [item["slug"] for item in body["data"]]
        assert len(seen) == total == len(set(seen))
        assert seen[:20] == [item["slug"] for item in first["data"]][: len(seen[:20])]
    names = [item["name"].casefold() for item in first["data"]]
    assert names == sorted(names)


def test_2_a_page_past_the_last_is_empty_with_the_true_total(client: httpx.Client) -> None:
    for size in ("20", "13"):
        body = good(client, "/v1/entities/sport", page="1000000", pageSize=size)
        assert body["data"] == []
        assert body["pagination"]["total"] == good(client, "/v1/entities/sport")["pagination"]["total"]


@pytest.mark.parametrize("lang", ["en", "EN", "en-GB", "en-us"])
def test_2_english_in_any_spelling(client: httpx.Client, lang: str) -> None:
    assert good(client, "/v1/entities/sport", lang=lang)["meta"]["lang"] == "en"


def test_3_an_entity_has_exactly_the_declared_fields(client: httpx.Client) -> None:
    body = good(client, "/v1/entities/sport/tennis")
    assert tuple(body)[: len(RESOURCE)] == RESOURCE
    assert set(tuple(body)[len(RESOURCE) :]) <= ADDITIONS
    assert {"facts", "sections", "sources"} <= set(body)
    assert body["id"] == "sport/tennis"
    assert body["apiUrl"] == "/v1/entities/sport/tennis"
    assert body["url"] == "http://localhost:8000/sports/tennis"
    assert tuple(body["jsonLd"]) == JSON_LD
    assert body["jsonLd"]["@context"] == "https://schema.org"
    assert body["jsonLd"]["@type"] == "WebPage"
    assert body["jsonLd"]["@id"] == f"{body['url']}#webpage"
    assert body["jsonLd"]["about"] == {"@type": "Thing", "name": body["name"]}
    assert body["meta"]["generatedFrom"] == "entities/sport/tennis.toml"
    for item in body["relationships"]:
        assert list(item) == ["type", "id", "name", "url", "relation"]
        assert item["id"].startswith(f"{item['type']}/")
    links = {(item["id"], item["relation"]) for item in body["relationships"]}
    assert len(links) == len(body["relationships"])


def test_3_relationships_run_both_ways(client: httpx.Client) -> None:
    for id in ("sport/tennis", "exercise/back-squat", "goal/get-stronger"):
        for item in good(client, f"/v1/entities/{id}")["relationships"]:
            back = good(client, f"/v1/entities/{item['id']}")["relationships"]
            assert id in {other["id"] for other in back}


def test_4_search(client: httpx.Client) -> None:
    body = good(client, "/v1/search", q="tennis")
    assert list(body) == ["query", "data", "pagination", "facets"]
    assert body["query"] == "tennis"
    assert body["data"][0]["id"] == "sport/tennis"
    assert tuple(body["data"][0]) == (*RESOURCE, "facts")
    only = good(client, "/v1/search", q="tennis", type="equipment")
    assert {item["type"] for item in only["data"]} == {"equipment"}
    assert good(client, "/v1/search", q="  tennis ")["query"] == "  tennis "
    assert good(client, "/v1/search", q="!!!")["pagination"] == {"page": 1, "pageSize": 20, "total": 0, "totalPages": 0}


def test_4_search_pages_join_into_one_list(client: httpx.Client) -> None:
    whole = good(client, "/v1/search", q="ball", pageSize="100")
    total = whole["pagination"]["total"]
    ids = [item["id"] for item in whole["data"]]
    parts: list[str] = []
    for page in range(1, 5):
        body = good(client, "/v1/search", q="ball", pageSize="7", page=str(page))
        assert body["pagination"]["total"] == total
        parts += [item["id"] for item in body["data"]]
    assert parts == ids[:28]


def test_5_compare(client: httpx.Client) -> None:
    body = good(client, "/v1/compare/tennis-vs-badminton")
    assert list(body)[:6] == ["slug", "title", "a", "b", "differences", "similarities"]
    assert set(list(body)[6:]) <= {"description", "verdict", "chooseIf", "statements", "sources", "links", "drawings"}
    texts = [[item["text"] for item in body["statements"] if item["same"] is same] for same in (False, True)]
    assert texts == [body["differences"], body["similarities"]]
    assert (body["a"]["id"], body["b"]["id"]) == ("sport/tennis", "sport/badminton")
    assert list(body["a"]) == ["type", "id", "name", "description", "url", "apiUrl", "facts"]
    assert any("23.77 m" in text and "13.4 m" in text for text in body["differences"])
    assert body["similarities"]
    for fact in body["a"]["facts"]:
        assert {"key", "label", "value", "text"} <= set(fact)


def test_5_every_comparison_entity_is_a_comparison(client: httpx.Client) -> None:
    for type in ("comparison", "movement-comparison"):
        for item in good(client, f"/v1/entities/{type}", pageSize="100")["data"]:
            assert good(client, f"/v1/compare/{item['slug']}")["title"] == item["name"]


def test_2_a_table_of_racket_courts_is_one_small_answer(client: httpx.Client) -> None:
    answer = client.get(
        "/v1/entities/sport",
        params={
            "slug": "tennis,badminton,squash,padel,pickleball,table-tennis",
            "fields": "name,facts.field-length,facts.field-width,facts.net-height",
            "sort": "-field-length",
        },
    )
    assert len(answer.content) < 5_000
    rows = {item["name"]: {fact["key"]: fact["value"] for fact in item["facts"]} for item in answer.json()["data"]}
    assert next(iter(rows)) == "Tennis"
    assert len(rows) == 6
    assert rows["Tennis"]["field-length"] == 23.77
    assert all(set(row) <= {"field-length", "field-width", "net-height"} for row in rows.values())


def test_2_what_is_included_is_what_the_other_entity_states(client: httpx.Client) -> None:
    body = good(
        client,
        "/v1/entities/facility",
        slug="tennis-court,squash-court",
        fields="slug,facts.length,relationships.venue-of",
        include="relationships.facts",
    )
    assert [item["slug"] for item in body["data"]] == ["squash-court", "tennis-court"]
    links = [link for item in body["data"] for link in item["relationships"]]
    assert "sport/tennis" in [link["id"] for link in links]
    for link in links:
        slug, type = link["id"].partition("/")[2], link["type"]
        (other,) = good(client, f"/v1/entities/{type}", slug=slug)["data"]
        assert link["facts"] == [fact for fact in other["facts"] if fact["key"] == "length"]


def test_2_facets_count_the_whole_list(client: httpx.Client) -> None:
    (facet,) = good(client, "/v1/entities/sport", facets="contact", pageSize="1")["facets"]
    for item in facet["counts"]:
        listed = good(client, "/v1/entities/sport", contact=item["value"], pageSize="1")
        assert listed["pagination"]["total"] == item["count"]


def test_3_fields_of_an_entity(client: httpx.Client) -> None:
    everything = good(client, "/v1/entities/sport/tennis")
    part = good(client, "/v1/entities/sport/tennis", fields="name,sources,facts.net-height")
    assert list(part) == ["name", "facts", "sources"]
    assert part["sources"] == everything["sources"]
    assert part["facts"] == [fact for fact in everything["facts"] if fact["key"] == "net-height"]


def test_3_an_entity_for_a_scope(client: httpx.Client) -> None:
    whole = good(client, "/v1/entities/sport/volleyball")
    by_scope = {fact["key"]: fact["value"] for fact in whole["facts"] if isinstance(fact["value"], dict)}
    assert {*by_scope["net-height"]} == {"men", "women"}
    for scope in ("men", "women"):
        body = good(client, "/v1/entities/sport/volleyball", scope=scope)
        net = next(fact for fact in body["facts"] if fact["key"] == "net-height")
        assert (net["value"], net["scope"]) == (by_scope["net-height"][scope], [scope])
        assert "net-height" in body["meta"]["scoped"]
        for fact in body["facts"]:
            assert (fact["key"] in body["meta"]["scoped"]) == ("scope" in fact)
            assert fact in whole["facts"] or "scope" in fact
    assert good(client, "/v1/entities/goal/get-stronger", scope="women")["meta"]["scoped"] == []


def test_2_filters_compare_the_numbers_of_a_scope(client: httpx.Client) -> None:
    """What a list finds by a number of a scope is what the entities state of it."""
    for key, scope in (("field-width", "singles"), ("field-width", "doubles"), ("net-height", "women")):
        stated = {}
        for item in good(client, "/v1/entities/sport", pageSize="100", fields=f"apiUrl,facts.{key}", **{key: "0.."})[
            "data"
        ]:
            (fact,) = good(client, item["apiUrl"], scope=scope, fields=f"facts.{key}")["facts"]
            stated[item["apiUrl"]] = fact
        scoped = {url: fact["value"] for url, fact in stated.items() if "scope" in fact}
        assert scoped
        for url, value in scoped.items():
            low, high = value if isinstance(value, list) else (value, value)
            asked = {key: f"{low}..{high}", "scope": scope, "fields": "apiUrl", "pageSize": "100"}
            assert url in [item["apiUrl"] for item in good(client, "/v1/entities/sport", **asked)["data"]]
            beyond = {"scope": scope, "fields": "apiUrl", "pageSize": "100", key: f"{high + 0.001}.."}
            assert url not in [item["apiUrl"] for item in good(client, "/v1/entities/sport", **beyond)["data"]]


def test_3_an_entity_at_a_date(client: httpx.Client) -> None:
    """Every dated variant of the catalogue that holds for all is the value of its years."""
    compared = 0
    for item in good(client, "/v1/entities/scoring", pageSize="100")["data"]:
        for fact in item["facts"]:
            for variant in fact.get("variants", ()):
                if "until" in variant and "scope" not in variant:
                    body = good(client, item["apiUrl"], asOf=str(variant["until"]), fields=f"facts.{fact['key']}")
                    assert body["facts"][0]["value"] == variant["value"]
                    assert body["facts"][0]["sources"] == [variant["source"]]
                    compared += 1
    assert compared > 10


def test_4_a_search_for_a_phone_is_small(client: httpx.Client) -> None:
    """On the wire, with the coding that every phone accepts; the kilobyte has 1,024 bytes."""
    typed = (REFERENCE / "searches.tsv").read_text(encoding="utf-8").splitlines()[1::60]
    typed = [line.split("\t")[1] for line in typed if not line.startswith("#")]
    for words in ("racket", "how high is the net in tennis", "exercises for calves", *typed):
        target = client.build_request("GET", "/v1/search", params={"q": words, "fields": "id,name,description"})
        target.headers["accept-encoding"] = "gzip"
        with client.stream(target.method, target.url, headers=dict(target.headers)) as answer:
            sent = b"".join(answer.iter_raw())
        assert len(sent) < 3 * 1_024, words
        items = json.loads(gzip.decompress(sent))["data"]
        whole = good(client, "/v1/search", q=words)["data"]
        assert items == [{name: item[name] for name in ("id", "name", "description")} for item in whole]


def test_4_each_hit_says_what_matched(client: httpx.Client) -> None:
    plain = good(client, "/v1/search", q="net height volleyball")["data"]
    asked = good(client, "/v1/search", q="net height volleyball", fields="id,matched")
    assert [item["id"] for item in asked["data"]] == [item["id"] for item in plain]
    assert not any("matched" in item for item in plain)
    assert "facets" not in asked
    texts = 0
    for item in asked["data"]:
        for start, end in item.get("matched", {"ranges": []})["ranges"]:
            word = item["matched"]["text"][start:end].lower()
            assert word.startswith(("net", "height", "high", "volley")), word
            texts += 1
    assert texts >= 20
    counted = good(client, "/v1/search", q="net height volleyball", fields="id", facets="type")
    assert counted["facets"] == good(client, "/v1/search", q="net height volleyball")["facets"][:1]


def test_2_filters_exclude(client: httpx.Client) -> None:
    for type, name, value in (
        ("exercise", "uses", "barbell"),
        ("sport", "contact", "collision"),
        ("sport", "net-height", "1..2"),
    ):
        every, having, lacking = (
            {
                item["id"]
                for item in good(client, f"/v1/entities/{type}", pageSize="100", fields="id", **parameters)["data"]
            }
            for parameters in ({}, {name: value}, {name: f"!{value}"})
        )
        if len(every) < 100:
            assert having
            assert having | lacking == every
        assert not having & lacking
    link = client.get("/v1/entities/exercise", params={"uses": "!none"}).links["next"]["url"]
    assert "uses=%21none" in link
    assert client.get(link).status_code == 200


def test_suggestions_are_small_quick_and_cacheable(client: httpx.Client) -> None:
    for typed in ("b", "badm", "how high ", "HOW MANY P", "éq", "5k", "野", "what is o"):
        answer = client.get("/suggest", params={"q": typed})
        asked, texts, notes, addresses = answer.json()
        assert asked == typed
        assert texts
        assert len(texts) == len(notes) == len(addresses)
        assert len(answer.content) < 2_000
        assert answer.headers["content-type"] == "application/x-suggestions+json"
        again = client.get("/suggest", params={"q": typed}, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
        assert all(client.get(address.removeprefix(SITE)).status_code == 200 for address in addresses)
    assert client.get("/suggest").json() == {"error": "`q` is missing; write /suggest?q=WORDS", "status": 400}
    assert client.post("/suggest?q=a").status_code == 405


def test_5_any_two_of_one_type_and_more(client: httpx.Client) -> None:
    slugs = [item["slug"] for item in good(client, "/v1/entities/equipment", pageSize="6", fields="slug")["data"]]
    for a, b in pairwise(slugs):
        answer = client.get(f"/v1/compare/{a}-vs-{b}", params={"type": "equipment"})
        body = answer.json()
        assert answer.status_code == 200
        assert (body["a"]["id"], body["b"]["id"]) in {
            (f"equipment/{a}", f"equipment/{b}"),
            (f"equipment/{b}", f"equipment/{a}"),
        }
        assert body.get("signed", True) == ("table" not in body)
    table = good(client, "/v1/compare/tennis-vs-squash-vs-padel")
    assert [side["id"] for side in table["sides"]] == ["sport/tennis", "sport/squash", "sport/padel"]
    assert table["signed"] is False
    assert all(len(row["texts"]) == 3 for row in table["table"])
    assert "a" not in table
    assert "differences" not in table


def test_6_and_7_calculators(client: httpx.Client) -> None:
    body = good(client, "/v1/calculators")
    assert list(body) == ["data"]
    for item in body["data"]:
        assert item == good(client, f"/v1/calculators/{item['slug']}")
        assert set(item["formula"]) == {"name", "expression", "source"}
        assert len(item["examples"]) >= 2


def test_7_every_worked_example_is_calculated_by_its_address(client: httpx.Client) -> None:
    for item in good(client, "/v1/calculators")["data"]:
        path, precision = f"/v1/calculators/{item['slug']}", item["output"]["precision"]
        for example in item["examples"]:
            answer = good(client, path, **{name: str(value) for name, value in example["inputs"].items()})
            result = answer.pop("result")
            assert result["value"] == pytest.approx(example["result"], abs=0.51 * 10.0**-precision), path
            assert answer == item
    walk = good(client, "/v1/calculators/body-mass-index", body_mass="154lb", height="5ft11in")
    assert (walk["result"]["text"], walk["result"]["category"]) == ("21.5 kg/m²", "normal range")


def test_8_and_9_courses(client: httpx.Client) -> None:
    body = good(client, "/v1/learning/courses")
    for item in body["data"]:
        one = good(client, f"/v1/learning/courses/{item['sportSlug']}")
        assert one == item
        assert list(one) == ["sportSlug", "sportName", "modules", "sources"]
        assert [module["order"] for module in one["modules"]] == list(range(1, len(one["modules"]) + 1))


def test_10_atlas(client: httpx.Client) -> None:
    body = good(client, "/v1/atlas")
    for dimension in body["data"]:
        assert list(dimension) == ["slug", "title", "description", "url", "values"]
        for value in dimension["values"]:
            assert value["count"] == len(value["entities"]) > 0


def test_11_recommendations(client: httpx.Client) -> None:
    body = good(client, "/v1/recommendations/get-stronger")
    assert list(body) == ["goal", "data", "safety"]
    assert body["goal"] == "get-stronger"
    scores = [item["score"] for item in body["data"]]
    assert scores == sorted(scores, reverse=True)
    assert len({item["entity"]["type"] for item in body["data"]}) >= 5
    for item in body["data"]:
        assert 0 < item["score"] <= 1
        assert item["reasons"]
        for reason in item["reasons"]:
            assert reason["path"][0] == item["entity"]
            assert reason["path"][-1]["id"] == "goal/get-stronger"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/v1/entities/sport?page=0", "`page`"),
        ("/v1/entities/sport?page=-1", "`page`"),
        ("/v1/entities/sport?page=1.5", "`page`"),
        ("/v1/entities/sport?page=", "`page`"),
        ("/v1/entities/sport?page=1000001", "1,000,000"),
        ("/v1/entities/sport?page=%D9%A1", "`page`"),
        ("/v1/entities/sport?pageSize=0", "`pageSize`"),
        ("/v1/entities/sport?pageSize=101", "1 to 100"),
        ("/v1/entities/sport?lang=de", "`en`"),
        ("/v1/entities/sport?lang=", "`en`"),
        ("/v1/entities/sport?page=1&page=2", "twice"),
        ("/v1/entities/sport?page=1&page=1", "twice"),
        ("/v1/search", "`q` is missing"),
        ("/v1/search?q=", "`q` has 0 characters"),
        ("/v1/search?q=%20%09", "`q` has 0 characters"),
        ("/v1/search?q=" + "a" * 201, "`q` has 201 characters"),
        ("/v1/search?q=a&q=b", "twice"),
        ("/v1/search?q=%FF", "UTF-8"),
        ("/v1/search?q=a&type=sprot", "did you mean `sport`?"),
        ("/v1/search?q=a&pageSize=1000", "`pageSize`"),
        ("/v1/search?q=a&lang=en", "no parameter `lang`"),
        ("/v1/calculators/body-mass-index?body_mass=70&height=1.75", "metres? Give 175 or 1.75m"),
        ("/v1/calculators/body-mass-index?mass=70", "no input `mass`"),
        ("/v1/entities/sport?fields=nmae", "did you mean `name`?"),
        ("/v1/entities/sport?sort=net-hight", "did you mean `net-height`?"),
        ("/v1/entities/sport?facets=contat", "did you mean `contact`?"),
        ("/v1/entities/sport?slug=tenis", "did you mean `tennis`?"),
        ("/v1/entities/sport?scope=single", "did you mean `singles`?"),
        ("/v1/entities/sport?include=facts", "it takes `relationships.facts`"),
        ("/v1/entities/sport/tennis?colour=red", "no parameter `colour`"),
        ("/v1/entities/sport/tennis?scope=womens", "did you mean `women`?"),
        ("/v1/entities/sport/tennis?asOf=1999-02-30", "which is not in the calendar"),
        ("/v1/search?q=a&fields=facts.colour", "no fact `colour`"),
        ("/v1/search?q=a&facets=colour", "it takes `type`, `sport` or `type,sport`"),
        ("/v1/entities/sport/tennis?fields=matched", "no field `matched`"),
        ("/v1/entities/exercise?uses=!barbel", "did you mean `barbell`?"),
        ("/v1/compare/tennis-vs-back-squat", "compare entities of one type"),
        ("/v1/compare/tennis-vs-badminton?fields=titel", "did you mean `title`?"),
        ("/v1/entities/sport?lang=en-a-b-c-d-e", "`en`"),
        ("/v1/entities/sport?pagesize=3", "did you mean `pageSize`?"),
        (
            "/v1/entities/sport?colour=red",
            "takes `page`, `pageSize`, `lang`, `fields`, `sort`, `facets`, `include`, `slug`, `scope`, `asOf`, `format`",
        ),
    ],
)
def test_400(client: httpx.Client, path: str, words: str) -> None:
    assert words in bad(client, 400, path)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/v1/entities/sprot", "did you mean `sport`?"),
        ("/v1/entities/sport/tenis", "no sport `tenis`; did you mean `tennis`?"),
        ("/v1/entities/nothing/tennis", "no type `nothing`"),
        ("/v1/entities/sport/tennis/more", "nothing at"),
        ("/v1/compare/tennis-vs-badmintn", "did you mean `tennis-vs-badminton`?"),
        ("/v1/compare/a-vs-b", "no comparison"),
        ("/v1/calculators/nothing", "no calculator"),
        ("/v1/learning/courses/nothing", "no course"),
        ("/v1/learning", "nothing at"),
        ("/v1/recommendations/get-strongr", "did you mean `get-stronger`?"),
        ("/v1/nothing", "nothing at"),
        ("/v1/v1/nothing", "nothing at"),
        ("/v1/entities/sport/%00", "no sport"),
        ("/v1/entities/sport/" + "a" * 700, "no sport"),
        ("/v1/entities/sport%3Fpage=1", "no type"),
    ],
)
def test_404(client: httpx.Client, path: str, words: str) -> None:
    assert words in bad(client, 404, path)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
def test_405_with_allow(client: httpx.Client, method: str) -> None:
    assert "GET, HEAD, OPTIONS" in bad(client, 405, "/v1/entities", method, cache="no-store")
    assert client.request(method, "/v1/entities").headers["allow"] == "GET, HEAD, OPTIONS"
    assert client.request(method, "/v1/entities").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/v1/entities", "/v1/entities/sport", "/v1/search?q=tennis"])
def test_406(client: httpx.Client, path: str) -> None:
    for accept in ("text/html", "application/json;q=0", "*/*;q=0", "application/json;q=0, */*"):
        assert "application/json" in bad(client, 406, path, accept=accept)
    for accept in (
        "application/json",
        "application/*",
        "*/*",
        "text/html, application/json;q=0.1",
        "text/html, */*;q=0.1",
        "*/*; q=.2",
        "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
        "nonsense",
        "application/json;q=nonsense",
    ):
        assert client.get(path, headers={"accept": accept}).status_code == 200


def test_414_and_431(client: httpx.Client) -> None:
    long = client.get("/v1/search?q=a&x=" + "y" * 9000)
    large = client.get("/v1/entities", headers={"x-large": "y" * 33000})
    assert (long.status_code, large.status_code) == (414, 431)
    assert long.headers["cache-control"] == large.headers["cache-control"] == "no-store"


def test_other_parameters_are_ignored(client: httpx.Client) -> None:
    assert good(client, "/v1/entities", utm_source="x") == good(client, "/v1/entities")
    assert good(client, "/v1/entities/sport/tennis", utm_source="x") == good(client, "/v1/entities/sport/tennis")
    assert good(client, "/v1/atlas", colour="red") == good(client, "/v1/atlas")
    assert good(client, "/v1/entities/sport", utm_source="x", _="1") == good(client, "/v1/entities/sport")
    assert good(client, "/v1/search", q="tennis", _ga="1") == good(client, "/v1/search", q="tennis")


@pytest.mark.parametrize(
    "path", ["/v1/entities", "/v1/entities/sport?pageSize=3&page=2", "/v1/search?q=tennis", "/v1/atlas"]
)
def test_the_declared_base_path_answers_the_same_bytes(client: httpx.Client, path: str) -> None:
    here, there = client.get(path), client.get(f"/v1{path}")
    assert there.content == here.content
    assert there.headers["etag"] == here.headers["etag"]
    assert there.headers["content-location"] == path
    assert "content-location" not in here.headers


def test_a_trailing_slash_leads_to_the_canonical_address(client: httpx.Client) -> None:
    answer = client.get("/v1/entities/")
    assert (answer.status_code, answer.headers["location"]) == (308, "/v1/entities")
    assert client.get("/v1/entities/sport/?page=2").headers["location"] == "/v1/entities/sport?page=2"
    for path in ("//example.org/", "/%2Fexample.org/", "/%5Cexample.org/"):
        location = client.get(path).headers.get("location", "/")
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/v1", "/v1/entities"),
        ("/v1/", "/v1/entities"),
        ("/v1/v1", "/v1/entities"),
        ("/v1/v1/", "/v1/entities"),
        ("/v1/compare/badminton-vs-tennis", "/v1/compare/tennis-vs-badminton"),
        ("/v1/v1/compare/badminton-vs-tennis", "/v1/compare/tennis-vs-badminton"),
    ],
)
def test_other_spellings_lead_to_the_canonical_address(client: httpx.Client, path: str, location: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (308, location)
    assert client.get(location).status_code == 200


def test_entity_tags_and_304(client: httpx.Client) -> None:
    for path in ("/v1/entities/sport/tennis", "/v1/entities/sport?page=2&pageSize=3", "/v1/search?q=tennis"):
        first = client.get(path, headers={"accept-encoding": "identity"})
        tag = first.headers["etag"]
        assert tag.startswith('"')
        for condition in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = client.get(path, headers={"if-none-match": condition, "accept-encoding": "identity"})
            assert again.status_code == 304
            assert again.content == b""
            for name in ("etag", "cache-control", "vary"):
                assert again.headers[name] == first.headers[name]
        assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200


def test_encodings(catalogue_server: str) -> None:
    plain = httpx.get(
        f"{catalogue_server}/v1/entities/sport/tennis", headers={"accept-encoding": "identity"}, timeout=PATIENCE
    )
    decoders = {"gzip": gzip.decompress, "br": brotli.decompress, "zstd": zstandard.ZstdDecompressor().decompress}
    tags = {plain.headers["etag"]}
    for coding, decode in decoders.items():
        url = f"{catalogue_server}/v1/entities/sport/tennis"
        with httpx.stream("GET", url, headers={"accept-encoding": coding}, timeout=PATIENCE) as streamed:
            raw = b"".join(streamed.iter_raw())
        assert len(raw) < len(plain.content) / 2
        assert decode(raw) == plain.content
        answer = httpx.get(
            f"{catalogue_server}/v1/entities/sport/tennis", headers={"accept-encoding": coding}, timeout=PATIENCE
        )
        assert answer.headers["content-encoding"] == coding
        tags.add(answer.headers["etag"])
    assert len(tags) == 4
    chosen = {"gzip;q=0, br;q=0.5, zstd;q=0.4": "br", "identity;q=1, gzip;q=0.5": None, "x-strange": None}
    for accepted, expected in chosen.items():
        url = f"{catalogue_server}/v1/entities/sport/tennis"
        answer = httpx.head(url, headers={"accept-encoding": accepted}, timeout=PATIENCE)
        assert answer.headers.get("content-encoding") == expected


def test_every_answer_carries_the_headers_of_the_contract(client: httpx.Client) -> None:
    for path in (
        "/v1/entities",
        "/v1/entities/sport",
        "/v1/entities/sport/tennis",
        "/v1/search?q=a",
        "/v1/calculators",
    ):
        answer = client.get(path)
        assert answer.headers["cache-control"] == "public, max-age=3600, stale-while-revalidate=86400"
        assert answer.headers["vary"] == "Accept, Accept-Encoding"
        assert answer.headers["access-control-allow-origin"] == "*"
        assert answer.headers["access-control-expose-headers"] == "ETag, Link, Content-Location"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert 'rel="alternate"; type="text/html"' in answer.headers["link"]


def test_list_links_lead_through_the_pages(client: httpx.Client) -> None:
    links = client.get("/v1/entities/sport?pageSize=10&page=2").links
    assert links["prev"]["url"] == "/v1/entities/sport?pageSize=10&page=1" == links["first"]["url"]
    assert links["next"]["url"] == "/v1/entities/sport?pageSize=10&page=3"
    assert client.get(links["last"]["url"]).status_code == 200
    assert "next" not in client.get(links["last"]["url"]).links
    search = client.get("/v1/search", params={"q": "ball & net", "pageSize": "1"}).links
    assert client.get(search["next"]["url"]).json()["query"] == "ball & net"


def test_every_answer_links_a_page_that_exists(client: httpx.Client) -> None:
    for path in (
        "/v1/entities",
        "/v1/entities/sport",
        "/v1/entities/sport/tennis",
        "/v1/search?q=a",
        "/v1/calculators",
        "/v1/compare/tennis-vs-badminton",
        "/v1/atlas",
        "/v1/learning/courses",
        "/v1/recommendations/get-stronger",
    ):
        page = client.get(path).links["alternate"]["url"].removeprefix("http://localhost:8000")
        assert client.get(page).headers["content-type"].startswith("text/html"), page


def test_head_and_options(client: httpx.Client) -> None:
    for path in ("/v1/entities/sport/tennis", "/v1/entities/sport?pageSize=3", "/v1/nothing"):
        get, head = client.get(path), client.head(path)
        assert head.content == b""
        assert head.status_code == get.status_code
        assert {k: v for k, v in head.headers.items() if k != "date"} == {
            k: v for k, v in get.headers.items() if k != "date"
        }
    options = client.options(
        "/v1/entities", headers={"origin": "https://example.org", "access-control-request-method": "GET"}
    )
    assert options.status_code == 204
    assert options.headers["access-control-allow-origin"] == "*"
    assert "GET" in options.headers["access-control-allow-methods"]


def test_pages_answer_errors_as_pages(client: httpx.Client) -> None:
    answer = client.get("/sports/<script>alert(1)</script>")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script>alert" not in answer.text
    assert answer.headers["cache-control"] == "public, max-age=60"


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/sports/tenis", 'no sport “tenis”; did you mean <a href="/sports/tennis">tennis</a>?'),
        ("/sport/tenis", 'no page at “/sport/tenis”; did you mean <a href="/sports/tennis">/sports/tennis</a>?'),
        ("/abuot", 'no page at “/abuot”; did you mean <a href="/about">/about</a>?'),
        ("/sports/nothing-like-it", "no sport “nothing-like-it”."),
        ("/nothing/like/it", "no page at “/nothing/like/it”."),
        ("/sports/{message}", "no sport “{message}”."),
        ("/sports/%3Cb%3Etennis", "no sport “&lt;b&gt;tennis”."),
    ],
)
def test_error_pages_suggest_a_page(client: httpx.Client, path: str, sentence: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert f'<p class="lead message">{sentence}</p>' in answer.text
    for link in re.findall(r"did you mean <a href=\"([^\"]+)\"", sentence):
        assert client.get(link).status_code == 200


def test_the_artifacts_stand_at_their_addresses(client: httpx.Client) -> None:
    assert client.get("/api/openapi.json").json()["openapi"] == "3.1.0"
    assert client.get("/api/schema").json()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_same_query_answers_the_same_bytes(client: httpx.Client) -> None:
    for q in ("ball", "how many players", "squat press jump", "tenis"):
        bodies = {client.get("/v1/search", params={"q": q}).content for _ in range(5)}
        assert len(bodies) == 1


ADDRESSES = {
    "listEntityTypes": "/v1/entities",
    "listEntities": "/v1/entities/sport",
    "getEntity": "/v1/entities/sport/tennis",
    "searchEntities": "/v1/search?q=tennis",
    "getComparison": "/v1/compare/tennis-vs-badminton",
    "listCalculators": "/v1/calculators",
    "getCalculator": "/v1/calculators/body-mass-index",
    "listCourses": "/v1/learning/courses",
    "getCourse": "/v1/learning/courses/tennis",
    "listAtlasDimensions": "/v1/atlas",
    "getRecommendations": "/v1/recommendations/get-stronger",
}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.id)
def test_every_operation_answers_with_its_body(operation: Operation, client: httpx.Client) -> None:
    """As the described type has it, and as the router reads its address."""
    address = ADDRESSES[operation.id]
    routed = route(address.partition("?")[0])
    assert routed is not None
    assert routed.operation is operation
    answer = client.get(address)
    assert answer.status_code == 200
    decoded = msgspec.json.decode(answer.content, type=operation.body, strict=True)
    assert msgspec.json.decode(msgspec.json.encode(decoded)) == answer.json(), "nothing but what is described"


def test_the_catalogue_has_the_types_of_the_specification(catalogue: Publication) -> None:
    assert list(catalogue.vocabulary.types) == TYPES
