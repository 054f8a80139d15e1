"""The description (OpenAPI 3.1.0) and the schema registry (JSON Schema 2020-12), generated from the bodies and the table."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

import msgspec

from sportlore.contract import schemas
from sportlore.contract.operations import OPERATIONS, TAGS, Operation, Parameter
from sportlore.model import FactKey, Vocabulary
from sportlore.publication import Publication

SCHEMAS = (
    schemas.Resource,
    schemas.Relationship,
    schemas.Pagination,
    schemas.ResourceList,
    schemas.TypeList,
    schemas.SearchResult,
    schemas.Comparison,
    schemas.Calculator,
    schemas.CalculatorList,
    schemas.Course,
    schemas.CourseList,
    schemas.AtlasList,
    schemas.RecommendationList,
    schemas.Error,
)


def components(template: str) -> dict[str, Any]:
    """Every body shape under its name; `template` is where a reference to a name leads."""
    _, components = msgspec.json.schema_components(SCHEMAS, ref_template=template)
    return {name: _tidied(schema) for name, schema in sorted(components.items())}


def _tidied(schema: Any) -> Any:
    """msgspec's titles repeat the names, its defaults of discriminating constants are noise to a client generator.

    Its descriptions are docstrings, which only Python 3.13 and later keep without their indentation.
    """
    if isinstance(schema, dict):
        constants = {"@context", "@type", "type"}
        tidy = {key: _tidied(value) for key, value in schema.items() if key != "title" or not isinstance(value, str)}
        if isinstance(tidy.get("description"), str):
            tidy["description"] = cleandoc(tidy["description"])
        if isinstance(tidy.get("properties"), dict):
            required = [name for name, value in tidy["properties"].items() if name in constants and "default" in value]
            for name in required:
                tidy["properties"][name].pop("default")
            if required:
                tidy["required"] = [n for n in tidy["properties"] if n in {*tidy.get("required", ()), *required}]
        return tidy
    return [_tidied(item) for item in schema] if isinstance(schema, list) else schema


def description(publication: Publication, examples: Mapping[str, Any]) -> dict[str, Any]:
    """The OpenAPI document; `examples` gives a true body for each operation id."""
    paths = {
        operation.path: {"get": _operation(operation, publication.vocabulary, examples.get(operation.id))}
        for operation in OPERATIONS
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": publication.about.title,
            "version": "1.0.0",
            "summary": "A read-only catalogue of sports knowledge with Schema.org JSON-LD.",
            "description": f"{publication.about.description} Every operation is a GET; every resource carries JSON-LD.",
            "license": {"name": publication.about.licence, "identifier": publication.about.licence},
            "x-status": publication.status,
        },
        "servers": [{"url": publication.addresses.base_url}],
        "tags": [{"name": name, "description": words} for name, words in TAGS.items()],
        "paths": paths,
        "components": {"schemas": components("#/components/schemas/{name}")},
    }


def _operation(operation: Operation, vocabulary: Vocabulary, example: Any) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{operation.body.__name__}"}}
    if example is not None:
        content["example"] = example["body"]
    responses = {"200": {"description": operation.answer, "content": {"application/json": content}}}
    if any(parameter.location == "query" for parameter in operation.parameters):
        responses["400"] = _error("A parameter is missing, malformed or out of range.")
    responses["404"] = _error("Nothing is known under this path.")
    described: dict[str, Any] = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
    }
    if operation.parameters:
        values = example["parameters"] if example else {}
        described["parameters"] = [_parameter(p, vocabulary, values.get(p.name)) for p in operation.parameters]
    return described | {"responses": responses}


def _parameter(parameter: Parameter, vocabulary: Vocabulary, example: str | None) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", **parameter.schema}
    if parameter.name == "type":
        schema["enum"] = list(vocabulary.types)
    described = {
        "name": parameter.name,
        "in": parameter.location,
        "required": parameter.required,
        "description": parameter.description,
        "schema": schema,
    }
    return described | ({"example": example} if example is not None else {})


def _error(words: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def registry(publication: Publication) -> dict[str, Any]:
    """The schema registry: every body shape, the facts of every entity type, and the list of types."""
    vocabulary = publication.vocabulary
    definitions = components("#/$defs/{name}")
    definitions["EntityType"] = {"type": "string", "enum": list(vocabulary.types)}
    for type, kind in vocabulary.types.items():
        definitions[f"facts-{type}"] = {
            "type": "object",
            "description": f"Facts of the type {type}: {kind.definition}",
            "properties": {key: fact_schema(vocabulary.facts[key], vocabulary) for key in kind.facts},
            "required": list(kind.required_facts),
            "additionalProperties": False,
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{publication.addresses.site_url}/api/schema",
        "title": f"{publication.about.title}: schema registry",
        "$defs": definitions,
    }


def fact_schema(fact: FactKey, vocabulary: Vocabulary) -> dict[str, Any]:
    """The schema of a fact's value."""
    described: dict[str, Any] = {"title": fact.label}
    if fact.unit:
        described["x-unit"] = fact.unit
    match fact.kind:
        case "integer" | "number":
            one = {"type": fact.kind} | _bounds(fact)
            pair = {"type": "array", "items": one, "minItems": 2, "maxItems": 2}
            value: dict[str, Any] = {"anyOf": [one, pair]}
        case "year":
            value = {"type": "integer"} | _bounds(fact)
        case "term":
            value = {"enum": _terms(fact, vocabulary)}
        case "terms":
            value = {"type": "array", "items": {"enum": _terms(fact, vocabulary)}, "minItems": 1}
        case _:
            value = {"type": "string", "minLength": 1}
    if fact.by_sex:
        sexes = {"men": value, "women": value}
        split = {"type": "object", "properties": sexes, "required": ["men", "women"], "additionalProperties": False}
        value = {"anyOf": [value, split]}
    return described | value


def _bounds(fact: FactKey) -> dict[str, float]:
    bounds = {"minimum": fact.minimum, "maximum": fact.maximum}
    return {name: limit for name, limit in bounds.items() if limit is not None}


def _terms(fact: FactKey, vocabulary: Vocabulary) -> list[str]:
    return list(vocabulary.terms[fact.terms or ""])
