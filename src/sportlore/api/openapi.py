"""The description (OpenAPI 3.1.0) and the schema registry (JSON Schema 2020-12), generated from the bodies and the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import Any

import msgspec

from sportlore.contract import schemas
from sportlore.contract.operations import ENTITY_LIST, OPERATIONS, TAGS, VERSION, FreeForm, Operation, Parameter
from sportlore.filters.fields import NONE, NOT, NUMBER, Field
from sportlore.filters.index import fields_of
from sportlore.kinds import fact_schema
from sportlore.model import SCOPES, Vocabulary
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


_VALUE: Mapping[str, Any] = {
    "anyOf": [
        {"type": "number"},
        {"type": "string"},
        {"type": "array", "items": {"type": "number"}},
        {"type": "array", "items": {"type": "string"}},
        {"type": "object"},
    ]
}
"""The value of a fact. It is declared flat, since code generators fail on unions within unions."""

_DOSE: Mapping[str, Any] = {"anyOf": [{"type": "number"}, {"type": "array", "items": {"type": "number"}}]}

_ANY_NUMBER = ([{"type": "number"}, {"type": "integer"}], [{"type": "integer"}, {"type": "number"}])

_IN_REGISTRY = {
    "Resource": {"boards": "Board", "stands": "Stand", "signals": "Signal", "tokens": "Token"},
    "CourseModule": {"drills": "Drill"},
    "Comparison": {"links": "ComparedLinks"},
    "RecommendationList": {"week": "Week"},
}
"""Additions whose inside only the schema registry describes: an agent pays for each byte of the description."""

_TYPED = ("Relationship", "Resource", "ComparisonSide", "TypeCount")
"""The schemas whose `type` is an entity type."""


def components(vocabulary: Vocabulary, template: str, further: Sequence[type[schemas.Body]] = ()) -> dict[str, Any]:
    """Every body shape under its name, and the entity types; `template` is where a reference to a name leads."""
    _, generated = msgspec.json.schema_components((*SCHEMAS, *further), ref_template=template)
    described = {name: _tidied(schema) for name, schema in generated.items()}
    entity_type = {"type": "string", "enum": list(vocabulary.types), "description": "One of the entity types."}
    for name in _TYPED:
        described[name]["properties"]["type"] = {"$ref": template.format(name="EntityType")}
    for name in ("Fact", "FactVariant"):
        described[name]["properties"]["value"] = {"$ref": template.format(name="FactValue")}
    for name, schema in described["SessionPart"]["properties"].items():
        if name not in ("text", "activity"):
            words = {"description": schema["description"]} if "description" in schema else {}
            described["SessionPart"]["properties"][name] = {"$ref": template.format(name="Dose"), **words}
    return dict(sorted({**described, "EntityType": entity_type, "FactValue": _VALUE, "Dose": _DOSE}.items()))


def _tidied(schema: Any) -> Any:
    """A schema of msgspec without titles, which repeat the names, and without defaults of constants, which are required instead.

    Descriptions are docstrings, and only Python 3.13 and later strip their indentation.
    """
    if isinstance(schema, dict):
        tidy = {key: _tidied(value) for key, value in schema.items() if key != "title" or not isinstance(value, str)}
        if tidy.get("anyOf") in _ANY_NUMBER:  # an integer is a number
            tidy = {"type": "number"} | {key: value for key, value in tidy.items() if key != "anyOf"}
        if isinstance(tidy.get("description"), str):
            tidy["description"] = cleandoc(tidy["description"])
        if isinstance(tidy.get("properties"), dict):
            _require_constants(tidy)
        return tidy
    return [_tidied(item) for item in schema] if isinstance(schema, list) else schema


def _require_constants(schema: dict[str, Any]) -> None:
    """Make the constants of an object required, in place of their defaults."""
    properties = schema["properties"]
    constants = [name for name in ("@context", "@type", "type") if "default" in properties.get(name, ())]
    for name in constants:
        properties[name].pop("default")
    if constants:
        schema["required"] = [name for name in properties if name in {*schema.get("required", ()), *constants}]


_ERRORS: Mapping[str, str] = {
    "400": "A parameter is missing, malformed or out of range.",
    "404": "Nothing is known under this path.",
}
"""What the errors of all operations say, by their status."""

_ADDITIONS = [p for operation in OPERATIONS for p in operation.parameters if p.is_addition]
_SHARED = [p for number, p in enumerate(_ADDITIONS) if _ADDITIONS.count(p) > 1 and p not in _ADDITIONS[:number]]
"""The additions that several operations take alike: they are described once."""


def _without_inside(described: dict[str, Any]) -> dict[str, Any]:
    """The schemas of the description: without the inside of some additions, and what only that refers to."""
    kept = dict(described)
    for body, additions in _IN_REGISTRY.items():
        properties = dict(described[body]["properties"])
        for name, schema in additions.items():
            inside = {"type": "object", "description": f"`{schema}` of `/api/schema`."}
            properties[name] = {**properties[name], "items": inside} if "items" in properties[name] else inside
        kept[body] = {**described[body], "properties": properties}
    named: set[str] = set()
    waiting = [schema.__name__ for schema in SCHEMAS]
    while waiting:
        name = waiting.pop()
        if name not in named:
            named.add(name)
            waiting += re.findall(r"#/components/schemas/(\w+)", msgspec.json.encode(kept[name]).decode())
    return {name: schema for name, schema in kept.items() if name in named}


def description(publication: Publication, examples: Mapping[str, Any]) -> dict[str, Any]:
    """The OpenAPI document; `examples` gives a true body for each operation id, whose long arrays are cut here."""
    paths = {operation.path: {"get": _operation(operation, examples.get(operation.id))} for operation in OPERATIONS}
    site = publication.addresses.site_url
    return {
        "openapi": "3.1.0",
        "info": {
            "title": publication.about.title,
            "version": VERSION,
            "summary": "A read-only catalogue of sports knowledge with Schema.org JSON-LD.",
            "description": f"{publication.about.description} Every operation is a GET; every resource carries JSON-LD.",
            "contact": {"name": publication.about.title, "url": f"{site}/about"},
            "license": {"name": publication.about.licence, "identifier": publication.about.licence},
            "x-status": publication.status,
        },
        "servers": [{"url": publication.addresses.base_url}],
        "security": [],
        "tags": [{"name": name, "description": words} for name, words in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": _without_inside(components(publication.vocabulary, "#/components/schemas/{name}")),
            "parameters": {parameter.name: _parameter(parameter, None) for parameter in _SHARED},
            "responses": {status: _error(words) for status, words in _ERRORS.items()},
        },
    }


def shortened(body: Any) -> Any:
    """The example with the shortest item of every array, of numbers with two in their order, since bytes count."""
    if isinstance(body, list):
        items = [shortened(item) for item in body]
        shortest = sorted(range(len(items)), key=lambda i: (len(msgspec.json.encode(items[i])), i))
        most = 2 if items and isinstance(items[0], int | float) else 1
        return [items[i] for i in sorted(shortest[:most])]
    return {key: shortened(value) for key, value in body.items()} if isinstance(body, dict) else body


def _operation(operation: Operation, example: Any) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{operation.body.__name__}"}}
    if example is not None:
        content["example"] = shortened(example["body"])
    responses = {"200": {"description": operation.answer, "content": {"application/json": content}}}
    asked = operation.free_form or any(parameter.location == "query" for parameter in operation.parameters)
    refused = {status: {"$ref": f"#/components/responses/{status}"} for status in _ERRORS if status != "400" or asked}
    described: dict[str, Any] = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
    }
    if operation.parameters:
        values = example["parameters"] if example else {}
        described["parameters"] = [
            {"$ref": f"#/components/parameters/{p.name}"} if p in _SHARED else _parameter(p, values.get(p.name))
            for p in operation.parameters
        ]
    if operation.free_form:
        described["parameters"].append(_free_form(operation.free_form))
    return described | {"responses": responses | refused}


def _free_form(parameters: FreeForm) -> dict[str, Any]:
    return {
        "name": parameters.name,
        "in": "query",
        "description": parameters.description,
        "style": "form",
        "explode": True,
        "schema": {"type": "object", "additionalProperties": {"type": "string"}},
    }


def _parameter(parameter: Parameter, example: str | None) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", **parameter.schema}
    if parameter.name == "type":
        schema["$ref"] = "#/components/schemas/EntityType"
    described = {
        "name": parameter.name,
        "in": parameter.location,
        "required": parameter.required,
        "description": parameter.description,
        "schema": schema,
    }
    if parameter.is_addition:
        del described["required"]
    return described | ({"example": example} if example is not None else {})


def _error(words: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": words, "content": {"application/json": {"schema": schema}}}


_PARTIAL = "A Resource of which a request names the `fields`: it has those that it names, and no others."


def registry_parts(whole: Mapping[str, Any], types: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the registry says of the facts, relations and filters of each type, with all that this refers to."""
    definitions = whole["$defs"]
    for entity_type in types:
        wanted = [f"{part}-{entity_type}" for part in ("facts", "relations", "filters")]
        for name in wanted:  # which grows meanwhile
            refers = re.findall(rb'"#/\$defs/([^"]+)"', msgspec.json.encode(definitions[name]))
            wanted += [other.decode() for other in dict.fromkeys(refers) if other.decode() not in wanted]
        yield (
            entity_type,
            {
                "$schema": whole["$schema"],
                "$id": f"{whole['$id']}/{entity_type}",
                "title": f"{whole['title']}, {entity_type}",
                "$defs": {name: definitions[name] for name in wanted},
            },
        )


def registry(publication: Publication) -> dict[str, Any]:
    """The schema registry: every body shape, and for every entity type its facts, its relations and its filters.

    What types have in common stands once: `fact-<key>`, `relation-<name>` and `filter-<name>`.
    """
    vocabulary = publication.vocabulary
    definitions = components(vocabulary, "#/$defs/{name}", [schemas.Week])
    definitions["PartialResource"] = definitions["Resource"] | {"required": [], "description": _PARTIAL}
    definitions["Scope"] = {
        "description": "A scope in which a value of a fact holds, and its label in variants.",
        "oneOf": [{"const": key, "title": term.label} for key, term in vocabulary.terms.get(SCOPES, {}).items()],
    }
    for key, fact in vocabulary.facts.items():
        definitions[f"fact-{key}"] = fact_schema(fact, vocabulary)
    for entity_type, described in vocabulary.types.items():
        fields = fields_of(vocabulary, entity_type)
        relations = {name: _relation_schema(field) for name, field in fields.items() if field.kind == "relation"}
        filters = {name: _filter_schema(field) for name, field in fields.items()}
        definitions[f"facts-{entity_type}"] = {
            "type": "object",
            "description": f"Facts of the type {entity_type}: {described.definition}",
            "properties": {key: {"$ref": f"#/$defs/fact-{key}"} for key in described.facts},
            "required": list(described.required_facts),
            "additionalProperties": False,
        }
        definitions[f"relations-{entity_type}"] = {
            "type": "object",
            "description": f"The relations by which entities of the type {entity_type} are linked, "
            "with the types at their other end.",
            "properties": {name: _shared(definitions, f"relation-{name}", item) for name, item in relations.items()},
            "additionalProperties": False,
        }
        definitions[f"filters-{entity_type}"] = {
            "type": "object",
            "description": f"Filters of {ENTITY_LIST.at(type=entity_type)}. `none` matches what states nothing; `!` excludes.",
            "properties": {name: _shared(definitions, f"filter-{name}", item) for name, item in filters.items()},
            "additionalProperties": False,
        }
        definitions[f"resource-{entity_type}"] = _resource_schema(entity_type, described.facts, list(relations))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{publication.addresses.site_url}/api/schema",
        "title": f"{publication.about.title}: schema registry",
        "$defs": definitions,
    }


def _shared(definitions: dict[str, Any], name: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A reference to the definition of this name, or the schema itself where a type before has defined the name differently:
    the types at the other end of a symmetrical relation differ from type to type.
    """
    return {"$ref": f"#/$defs/{name}"} if definitions.setdefault(name, schema) == schema else schema


def _relation_schema(field: Field) -> dict[str, Any]:
    ids = {"type": "string", "pattern": f"^({'|'.join(field.types)})/"}
    return {"title": field.label, "type": "array", "items": ids}


def _filter_schema(field: Field) -> dict[str, Any]:
    described: dict[str, Any] = {"title": field.label, "type": "string"}
    match field.kind:
        case "term":
            described["examples"] = list(field.values)
        case "number":
            value = rf"{NOT}?({NONE}|{NUMBER}|({NUMBER})?\.\.{NUMBER}|{NUMBER}\.\.)"
            described["pattern"] = f"^{value}(,{value})*$"
            if field.unit:
                described["x-unit"] = field.unit
        case "relation":
            described["x-types"] = list(field.types)
        case "identifier":
            described["x-schemes"] = list(field.values)
        case "text":
            described["minLength"] = 1
    return described


def _resource_schema(type: str, facts: Sequence[str], relations: Sequence[str]) -> dict[str, Any]:
    """A Resource of one type, from which a client of that type can be generated."""
    values = [{"properties": {"key": {"const": key}, "value": {"$ref": f"#/$defs/fact-{key}"}}} for key in facts]
    return {
        "allOf": [{"$ref": "#/$defs/Resource"}],
        "properties": {
            "type": {"const": type},
            "relationships": {"items": {"properties": {"relation": {"enum": relations}}}},
            "facts": {"items": {"anyOf": values}} if values else {"maxItems": 0},
        },
    }
