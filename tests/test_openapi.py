"""The description and the schema registry hold: for validators, for every body, for JSON-LD processors, for clients."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import jsonschema_rs
import msgspec
import pyld.jsonld
import pytest
import rdflib
import rdflib.compare
from conftest import PATIENCE, REFERENCE, ROOT
from hypothesis import given
from hypothesis import strategies as st

from sportlore.api.openapi import description, registry, shortened
from sportlore.api.resources import ROWS, resources
from sportlore.contract.operations import OPERATIONS, TAGS
from sportlore.contract.queries import BadRequest
from sportlore.filters.fields import Field
from sportlore.filters.query import read_range
from sportlore.kinds import fact_schema
from sportlore.publication import Publication

DECLARED = (
    "Resource, Relationship, Pagination, ResourceList, TypeList, SearchResult, Comparison, Calculator, CalculatorList, "
    "Course, CourseList, AtlasList, RecommendationList, Error"
).split(", ")


ASKED = (
    "/v1/entities/{type}",
    "/v1/entities/{type}/{slug}",
    "/v1/search",
    "/v1/compare/{slug}",
    "/v1/calculators/{slug}",
    "/v1/recommendations/{goal}",
)
"""The paths whose operations take parameters in the query."""


@pytest.fixture(scope="module")
def bodies(catalogue: Publication) -> dict[str, Any]:
    """Every JSON body of the real catalogue, by path."""
    return {
        r.path: json.loads(r.render())
        for r in resources(catalogue)
        if "json" in r.media_type and not r.path.startswith("/drawings/")
    }


@pytest.fixture(scope="module")
def document(bodies: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = bodies["/api/openapi.json"]
    return found


def validate_description(document: Mapping[str, Any]) -> None:
    """Raise an exception unless the document is a description of an interface."""
    from openapi_spec_validator import OpenAPIV31SpecValidator  # noqa: PLC0415  # three seconds, which two tests need

    OpenAPIV31SpecValidator(document).validate()


def test_the_description_is_valid_and_complete(document: dict[str, Any]) -> None:
    validate_description(document)
    assert document["openapi"] == "3.1.0"
    assert document["info"]["version"] == "1.0.0"
    assert document["info"]["x-status"] == "specification-only"
    assert document["servers"] == [{"url": "http://localhost:8000/v1"}]
    assert len(document["paths"]) == 11
    assert [tag["name"] for tag in document["tags"]] == list(TAGS)
    assert set(DECLARED) <= set(document["components"]["schemas"])
    ids = [item["get"]["operationId"] for item in document["paths"].values()]
    assert len(set(ids)) == 11
    for path, item in document["paths"].items():
        assert list(item) == ["get"]
        responses = item["get"]["responses"]
        assert {"200", "404"} <= set(responses)
        assert ("400" in responses) == (path in ASKED)
        for parameter in parameters(document, item["get"]):
            assert parameter["schema"]["type"] == ("object" if parameter["name"] in ("filters", "inputs") else "string")


def parameters(document: dict[str, Any], operation: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters of an operation, also those that are described once for several."""
    known = document["components"]["parameters"]
    return [
        known[item["$ref"].removeprefix("#/components/parameters/")] if "$ref" in item else item
        for item in operation.get("parameters", ())
    ]


def test_what_several_operations_share_is_described_once(document: dict[str, Any]) -> None:
    operations = [item["get"] for item in document["paths"].values()]
    shared = {"fields", "include"}
    assert set(document["components"]["parameters"]) == shared
    for name in shared:
        reference = {"$ref": f"#/components/parameters/{name}"}
        assert sum(reference in operation.get("parameters", ()) for operation in operations) > 1
    for status, response in document["components"]["responses"].items():
        assert response["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Error"}
        for operation in operations:
            assert operation["responses"].get(status) in (None, {"$ref": f"#/components/responses/{status}"})
    # What the specification declares stands where it is looked for.
    for path, names in {
        "/v1/search": ["q", "type", "page", "pageSize"],
        "/v1/entities/{type}": ["type", "page"],
    }.items():
        assert [p["name"] for p in document["paths"][path]["get"]["parameters"] if "$ref" not in p][
            : len(names)
        ] == names


def test_the_one_table_has_every_operation_once() -> None:
    assert sorted(row.operation.id for row in ROWS) == sorted(operation.id for operation in OPERATIONS)


def test_every_url_stands_under_the_path_of_its_operation(world: Publication) -> None:
    rendered = set()
    for row in ROWS:
        for path, _, links in row.targets(world):
            assert operation_of(path) == row.operation.path
            assert any('rel="alternate"' in link for link in links)
            rendered.add(path)
    assert len(rendered) >= 30


def test_the_validator_rejects_what_is_no_description() -> None:
    with pytest.raises(Exception, match="openapi"):
        validate_description({})


def test_every_operation_has_a_true_example(document: dict[str, Any], catalogue_server: str) -> None:
    for path, item in document["paths"].items():
        operation = item["get"]
        given = {p["name"]: p["example"] for p in parameters(document, operation) if "example" in p}
        assert {p["name"] for p in parameters(document, operation) if p.get("required")} <= set(given), path
        url = path
        for name in re.findall(r"{(\w+)}", path):
            url = url.replace(f"{{{name}}}", given.pop(name))
        answer = httpx.get(catalogue_server + url, params=given or None, timeout=PATIENCE)
        example = operation["responses"]["200"]["content"]["application/json"]["example"]
        body = answer.json()
        body.pop("facets", None)  # counts over the whole catalogue, which no example states
        assert shortened(body) == example, path


def test_an_example_is_cut_to_the_shortest_items() -> None:
    """One object of an array; ranges keep both ends, and order stays."""
    items = [{"name": "long" * n, "parts": [{"a": 10}, {"b": 2}], "range": [5, 7, 9]} for n in (3, 1, 2)]
    assert shortened({"data": items, "total": 3}) == {
        "data": [
            {"name": "long", "parts": [{"b": 2}], "range": [5, 7]},
        ],
        "total": 3,
    }


def test_every_body_fits_its_schema(bodies: dict[str, Any], document: dict[str, Any]) -> None:
    schemas = {path: response_validator(document, path) for path in document["paths"]}
    checked = set()
    for path, body in bodies.items():
        operation = operation_of(path)
        if operation is not None:
            schemas[operation].validate(body)
            checked.add(operation)
    assert checked == {operation.path for operation in OPERATIONS} - {"/v1/search"}


def response_validator(document: dict[str, Any], path: str) -> jsonschema_rs.Draft202012Validator:
    """The compiled validator of what an operation answers."""
    schema = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    return jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]})


def test_the_schemas_reject_an_empty_object(document: dict[str, Any]) -> None:
    for name in ("Resource", "Relationship", "Pagination", "ResourceList", "Error"):
        schema = {"$ref": f"#/components/schemas/{name}"}
        assert not validator(document, schema).is_valid({}), name


def validator(document: dict[str, Any], schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]})


def operation_of(path: str) -> str | None:
    for operation in OPERATIONS:
        if re.fullmatch(re.sub(r"{\w+}", "[^/?]+", operation.path), path.partition("?")[0]):
            return operation.path
    return None


def test_the_description_stays_short(document: dict[str, Any]) -> None:
    """An agent pays for each byte of it."""
    assert len(msgspec.json.encode(document)) < 60_000


def test_the_registry_holds_every_shape_and_every_type(bodies: dict[str, Any], catalogue: Publication) -> None:
    document = bodies["/api/schema"]
    jsonschema_rs.meta.validate(document)
    assert set(references(document)) <= {f"#/$defs/{name}" for name in document["$defs"]}
    assert len(msgspec.json.encode(document)) < 300_000
    definitions = document["$defs"]
    assert set(DECLARED) <= set(definitions)
    assert definitions["EntityType"]["enum"] == list(catalogue.vocabulary.types)
    for type in catalogue.vocabulary.types:
        assert {f"facts-{type}", f"relations-{type}", f"filters-{type}", f"resource-{type}"} <= set(definitions)


def references(value: Any) -> Iterator[str]:
    """Where every `$ref` leads, at any depth."""
    if isinstance(value, dict):
        if isinstance(target := value.get("$ref"), str):
            yield target
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from references(item)


def of_registry(bodies: dict[str, Any], name: str) -> jsonschema_rs.Draft202012Validator:
    """The validator of a definition of the registry; compiled, since thousands of bodies are compared with it."""
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": bodies["/api/schema"]["$defs"]})


def test_every_entity_fits_the_schemas_of_its_type(bodies: dict[str, Any], catalogue: Publication) -> None:
    """Its facts, their variants, its relations and the whole of it."""
    checked = 0
    for type in catalogue.vocabulary.types:
        facts, relations, whole = (of_registry(bodies, f"{name}-{type}") for name in ("facts", "relations", "resource"))
        for entity in catalogue.graph.of_type(type):
            body = bodies[f"/v1/entities/{entity.id}"]
            facts.validate({fact["key"]: fact["value"] for fact in body["facts"]})
            relations.validate(linked(body))
            whole.validate(body)
            checked += 1
    assert checked > 700


def test_every_variant_fits_the_schema_of_its_fact(bodies: dict[str, Any], catalogue: Publication) -> None:
    values: dict[str, list[Any]] = {}
    for id in catalogue.graph.entities:
        for fact in bodies[f"/v1/entities/{id}"]["facts"]:
            values.setdefault(fact["key"], []).extend(variant["value"] for variant in fact.get("variants", ()))
    assert sum(map(len, values.values())) > 50
    for key, stated in values.items():
        schema = jsonschema_rs.Draft202012Validator(bodies["/api/schema"] | {"$ref": f"#/$defs/fact-{key}"})
        for value in stated:
            schema.validate(value)


def linked(body: dict[str, Any]) -> dict[str, list[str]]:
    """The ids of an entity's relationships by their relation."""
    found: dict[str, list[str]] = {}
    for item in body["relationships"]:
        found.setdefault(item["relation"], []).append(item["id"])
    return found


def test_the_schemas_of_a_type_reject_what_is_not_of_it(bodies: dict[str, Any]) -> None:
    body = bodies["/v1/entities/sport/tennis"]
    facts = {fact["key"]: fact["value"] for fact in body["facts"]}
    wrong_facts: list[dict[str, Any]] = [
        {},
        facts | {"mechanics": "compound"},
        facts | {"contact": "hugging"},
        facts | {"net-height": -1},
    ]
    wrong_links: list[dict[str, Any]] = [
        {"targets": ["muscle-group/calves"]},
        {"uses": ["sport/tennis"]},
        {"uses": "equipment/racket"},
    ]
    for wrong in wrong_facts:
        assert not of_registry(bodies, "facts-sport").is_valid(wrong), wrong
    for wrong in wrong_links:
        assert not of_registry(bodies, "relations-sport").is_valid(wrong), wrong
    for wrong in ({}, body | {"type": "exercise"}, body | {"facts": [{"key": "mechanics", "value": "compound"}]}):
        assert not of_registry(bodies, "resource-sport").is_valid(wrong)


@pytest.mark.parametrize("fact", ["net-height", "contact"])
def test_what_may_be_none_has_none_in_its_schema(bodies: dict[str, Any], catalogue: Publication, fact: str) -> None:
    described, definitions = catalogue.vocabulary.facts[fact], bodies["/api/schema"]["$defs"]
    with_none, without = (
        jsonschema_rs.Draft202012Validator(
            fact_schema(msgspec.structs.replace(described, absent=absent), catalogue.vocabulary)
            | {"$defs": definitions}
        )
        for absent in (True, False)
    )
    assert with_none.is_valid("none")
    assert not without.is_valid("none")
    assert not with_none.is_valid("nothing")


@given(st.from_regex(r"\A(none|[-0-9.,]{0,9})\Z") | st.text(max_size=6))
def test_the_published_form_of_a_number_is_the_one_that_is_read(bodies: dict[str, Any], value: str) -> None:
    """Beyond the form, the lower end of a range comes first."""
    filters = bodies["/api/schema"]["$defs"]["filter-players-per-side"]
    published = re.fullmatch(filters["pattern"].removeprefix("^").removesuffix("$"), value) is not None
    try:
        ranges = [
            read_range("players-per-side", Field("number", ""), part) for part in value.split(",") if part != "none"
        ]
    except BadRequest:
        backwards = [part.split("..") for part in value.split(",") if re.fullmatch(r"[-0-9.]*[0-9]\.\.[-0-9.]+", part)]
        assert not published or any(float(low) > float(high) for low, high in backwards)
    else:
        assert published
        assert all(low <= high for low, high in ranges)


def test_the_facts_of_comparisons_fit_the_registry(bodies: dict[str, Any]) -> None:
    compared = [body for path, body in bodies.items() if path.startswith("/v1/compare/")]
    sides = [side for body in compared for side in (body["a"], body["b"])]
    schemas = {type: of_registry(bodies, f"facts-{type}") for type in {side["type"] for side in sides}}
    for side in sides:
        schemas[side["type"]].validate({fact["key"]: fact["value"] for fact in side["facts"]})


def test_no_description_depends_on_the_version_of_python(world: Publication) -> None:
    """Python 3.13 strips the indentation of docstrings, earlier versions keep it."""
    for document in (description(world, {}), registry(world)):
        texts = list(descriptions(document))
        assert len(texts) > 50
        assert [text for text in texts if text != inspect.cleandoc(text)] == []


def descriptions(value: Any) -> Iterator[str]:
    """Every string under the key `description`, at any depth."""
    if isinstance(value, dict):
        if isinstance(text := value.get("description"), str):
            yield text
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from descriptions(item)


def test_descriptions_follow_from_the_settings(world: Publication) -> None:
    assert description(world, {})["servers"][0]["url"].endswith("/v1")
    assert registry(world)["$id"] == "http://localhost:8000/api/schema"


def json_ld(bodies: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path, body in bodies.items():
        if path.startswith("/v1/entities/") and "?" not in path:
            yield body["jsonLd"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")  # rdflib's own use of its older classes
def test_two_processors_read_the_same_from_every_json_ld(bodies: dict[str, Any]) -> None:
    """pyld and rdflib, both offline with Schema.org's own context, make the same triples."""
    documents = list(json_ld(bodies))
    assert len(documents) >= 150
    context = context_of(documents)

    def load(url: str, options: object) -> dict[str, Any]:
        assert url.startswith("https://schema.org")
        return {"contentType": "application/ld+json", "contextUrl": None, "documentUrl": url, "document": context}

    pyld.jsonld.set_document_loader(load)
    for document in documents:
        quads = pyld.jsonld.to_rdf(document, {"format": "application/n-quads"})
        first = rdflib.Graph().parse(data=quads, format="nt")
        inline = {**document, "@context": context["@context"]}
        second = rdflib.Graph().parse(data=json.dumps(inline), format="json-ld")
        assert len(first) == 7
        assert rdflib.compare.isomorphic(first, second), document["@id"]


def context_of(documents: list[dict[str, Any]]) -> dict[str, Any]:
    """Schema.org's context without the 3,000 terms that no document uses: processors read it again for each document."""
    context = json.loads((REFERENCE / "schema.org" / "context.json").read_text(encoding="utf-8"))["@context"]
    words = set(re.findall(r"\w+", json.dumps(documents)))
    return {"@context": {k: v for k, v in context.items() if k in words or isinstance(v, str)}}


def test_types_and_properties_are_of_the_schema_org_vocabulary(bodies: dict[str, Any], catalogue: Publication) -> None:
    schema_org = json.loads((REFERENCE / "schema.org" / "vocabulary.json").read_text(encoding="utf-8"))
    classes, properties = schema_org["classes"], schema_org["properties"]
    for document in json_ld(bodies):
        for thing in (document, document["about"]):
            above = ancestors(thing["@type"], classes)
            for name in set(thing) - {"@context", "@type", "@id"}:
                assert above.intersection(properties[name]["domains"]), f"{thing['@type']} takes no {name}"


def ancestors(name: str, classes: dict[str, Any]) -> set[str]:
    """A class of Schema.org and all classes above it."""
    return {name}.union(*(ancestors(parent, classes) for parent in classes[name]["subClassOf"]))


def test_a_fuzzer_finds_no_answer_that_the_description_does_not_allow(catalogue_server: str) -> None:
    """A full run of schemathesis: every check, against the served description."""
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(ROOT / "tests/clients/schemathesis.toml")),
        *("run", f"{catalogue_server}/api/openapi.json", "--url", catalogue_server),
        *("--checks", "all", "--phases", "examples,coverage,fuzzing", "--max-examples", "40"),
        *("--seed", "1", "--workers", "1", "--no-color", "--generation-database", "none"),
        # Nothing here is about time: of the examples neither, which a slow machine is slow to make.
        *("--request-timeout", str(PATIENCE), "--suppress-health-check", "too_slow"),
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=1_800, check=False)
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
    told = {line.strip() for line in run.stdout.splitlines()}
    assert told >= {f"Selected: {len(OPERATIONS)}/{len(OPERATIONS)}", f"Tested: {len(OPERATIONS)}"}, run.stdout[-8000:]
