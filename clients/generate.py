"""Writes the types and operations of both clients from the description and the schema registry of a catalogue.

`python -m clients.generate` writes them; a test compares them with what it would write.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sportlore.api.openapi import description, registry
from sportlore.contract.addresses import addresses
from sportlore.derive import derive
from sportlore.publication import Publication
from sportlore.registry import read

CLIENTS = Path(__file__).parent
FILES = {
    "python": CLIENTS / "python" / "src" / "sportlore_client" / "generated.py",
    "typescript": CLIENTS / "typescript" / "src" / "generated.ts",
}
_NOTE = "Written by clients/generate.py from the description of the interface: do not edit."

Schema = Mapping[str, Any]


def written(publication: Publication) -> dict[str, str]:
    """The generated file of each language."""
    described = description(publication, {})
    definitions = registry(publication)["$defs"]
    types = list(publication.vocabulary.types)
    filters = {type: list(definitions[f"filters-{type}"]["properties"]) for type in types}
    return {
        "python": "\n".join(_python(described, filters)) + "\n",
        "typescript": "\n".join(_typescript(described, filters)) + "\n",
    }


class _Operation:
    """An operation of the description, as a client calls it."""

    def __init__(self, path: str, described: Schema, parameters: Mapping[str, Schema]) -> None:
        operation = described["get"]
        given = [
            parameters[p["$ref"].rpartition("/")[2]] if "$ref" in p else p for p in operation.get("parameters", [])
        ]
        self.path = path
        self.id: str = operation["operationId"]
        self.summary: str = operation["summary"]
        self.answer: str = _answer(operation["responses"]["200"]["content"]["application/json"]["schema"])
        self.in_path = [(p["name"], _is_type(p)) for p in given if p["in"] == "path"]
        self.required = [p["name"] for p in given if p["in"] == "query" and p.get("required")]
        self.free_form = next((p["name"] for p in given if p.get("explode")), None)
        optional = [p for p in given if p["in"] == "query" and not p.get("required") and not p.get("explode")]
        self.optional = [(p["name"], _is_type(p)) for p in optional]


def _answer(schema: Schema) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _is_type(parameter: Schema) -> bool:
    return str(parameter["schema"].get("$ref", "")).endswith("/EntityType")


def _operations(described: Schema) -> list[_Operation]:
    return [_Operation(path, item, described["components"]["parameters"]) for path, item in described["paths"].items()]


def _snake(name: str) -> str:
    """pageSize -> page_size"""
    return re.sub("([A-Z])", r"_\1", name).lower()


def _python(described: Schema, filters: Mapping[str, list[str]]) -> Iterator[str]:
    yield f'"""The types and operations of the interface. {_NOTE}"""\n'
    yield "from __future__ import annotations\n"
    yield "from collections.abc import Mapping"
    yield "from typing import Any, Literal, NotRequired, TypedDict, cast, overload\n"
    yield "Value = str | int | float"
    yield '"""The value of a parameter."""'
    schemas = described["components"]["schemas"]
    later = {name: schema for name, schema in schemas.items() if "properties" in schema}
    for name, schema in schemas.items():
        if name not in later:
            yield f"{name} = {_python_type(schema)}"
    for type, names in filters.items():
        yield f"{_class(type)}Filter = Literal[{', '.join(map(json.dumps, names))}]"
    for name, schema in later.items():
        yield from _typed_dict(name, schema)
    yield "\n\nclass Operations:"
    yield '    """Every operation; `get` asks for one."""\n'
    yield "    def get(self, path: str, query: Mapping[str, Value | None]) -> Any:"
    yield '        """The answer at a path."""'
    yield "        raise NotImplementedError"
    for operation in _operations(described):
        yield from _python_method(operation, filters)


def _class(type: str) -> str:
    return "".join(part.capitalize() for part in type.split("-"))


def _typed_dict(name: str, schema: Schema) -> Iterator[str]:
    required = {*schema.get("required", [])}
    fields = {
        key: f"{_python_type(item)}" if key in required else f"NotRequired[{_python_type(item)}]"
        for key, item in schema["properties"].items()
    }
    if all(key.isidentifier() and not keyword.iskeyword(key) for key in fields):
        yield f"\n\nclass {name}(TypedDict):"
        yield f"    {json.dumps(schema.get('description', name).splitlines()[0], ensure_ascii=False)}\n"
        yield from (f"    {key}: {type}" for key, type in fields.items())
    else:
        quoted = (f"{json.dumps(key)}: {json.dumps(type)}" for key, type in fields.items())
        yield f'\n\n{name} = TypedDict("{name}", {{{", ".join(quoted)}}})'


def _python_type(schema: Schema) -> str:
    if "$ref" in schema:
        return _answer(schema)
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema.get('enum', [schema.get('const')]))}]"
    if "anyOf" in schema or "oneOf" in schema:
        return " | ".join(dict.fromkeys(map(_python_type, schema.get("anyOf") or schema["oneOf"])))
    match schema.get("type"):
        case "string":
            return "str"
        case "integer":
            return "int"
        case "number":
            return "float"
        case "boolean":
            return "bool"
        case "null":
            return "None"
        case "array":
            return f"list[{_python_type(schema.get('items', {}))}]"
        case "object":
            return f"dict[str, {_python_type(schema.get('additionalProperties') or {})}]"
        case _:
            return "Any"


def _python_method(operation: _Operation, filters: Mapping[str, list[str]]) -> Iterator[str]:
    positional = [f"{name}: {'EntityType' if is_type else 'str'}" for name, is_type in operation.in_path]
    positional += [f"{name}: str" for name in operation.required]
    named = [
        f"{_snake(name)}: {'EntityType' if is_type else 'Value'} | None = None" for name, is_type in operation.optional
    ]
    name, free = _snake(operation.id), operation.free_form
    if free == "filters":
        for type in filters:
            typed = [f"type: Literal[{json.dumps(type)}]", "*", f"filters: Mapping[{_class(type)}Filter, Value] = ..."]
            yield "\n    @overload"
            yield f"    def {name}(self, {', '.join([*typed, *named])}) -> {operation.answer}: ..."
    given = [
        *positional,
        *(["*"] if named or free else []),
        *([f"{free}: Mapping[Any, Value] = {{}}"] if free else []),
        *named,
    ]
    query = [f'"{key}": {_snake(key)}' for key in (*operation.required, *(key for key, _ in operation.optional))]
    path = f'{"f" if operation.in_path else ""}"{operation.path}"'
    yield f"\n    def {name}({', '.join(['self', *given])}) -> {operation.answer}:"
    yield f'        """{operation.summary}."""'
    merged = [*([f"**{free}"] if free else []), *query]
    yield f"        return cast({operation.answer}, self.get({path}, {{{', '.join(merged)}}}))"


def _typescript(described: Schema, filters: Mapping[str, list[str]]) -> Iterator[str]:
    yield f"// The types and operations of the interface. {_NOTE}\n"
    yield "/** The value of a parameter. */"
    yield "export type Value = string | number;\n"
    for name, schema in described["components"]["schemas"].items():
        yield from _interface(name, schema)
    yield "/** What the lists of each type are filtered by. */"
    yield "export interface Filters {"
    for type, names in filters.items():
        yield f"  {json.dumps(type)}: {' | '.join(map(json.dumps, names))};"
    yield "}\n"
    yield "/** Every operation; `get` asks for one. */"
    yield "export abstract class Operations {"
    yield "  protected abstract get<T>(path: string, query: object): Promise<T>;"
    for operation in _operations(described):
        yield from _typescript_method(operation)
    yield "}"


def _interface(name: str, schema: Schema) -> Iterator[str]:
    yield f"/** {schema.get('description', name).splitlines()[0]} */"
    if "properties" not in schema:
        yield f"export type {name} = {_typescript_type(schema)};\n"
        return
    required = {*schema.get("required", [])}
    yield f"export interface {name} {{"
    for key, item in schema["properties"].items():
        shown = key if key.isidentifier() else json.dumps(key)
        yield f"  {shown}{'' if key in required else '?'}: {_typescript_type(item)};"
    yield "}\n"


def _typescript_type(schema: Schema) -> str:
    if "$ref" in schema:
        return _answer(schema)
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema or "oneOf" in schema:
        return " | ".join(dict.fromkeys(map(_typescript_type, schema.get("anyOf") or schema["oneOf"])))
    match schema.get("type"):
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case "integer" | "number":
            return "number"
        case "array":
            return f"Array<{_typescript_type(schema.get('items', {}))}>"
        case "object":
            return f"Record<string, {_typescript_type(schema.get('additionalProperties') or {})}>"
        case _:
            return "unknown"


def _typescript_method(operation: _Operation) -> Iterator[str]:
    generic = "<T extends EntityType>" if operation.free_form == "filters" else ""
    kinds = [(name, ("T" if generic else "EntityType") if is_type else "string") for name, is_type in operation.in_path]
    kinds += [(name, "string") for name in operation.required]
    fields = [f"{name}?: {'EntityType' if is_type else 'Value'}" for name, is_type in operation.optional]
    if operation.free_form:
        of = "Partial<Record<Filters[T], Value>>" if generic else "Record<string, Value>"
        fields.append(f"{operation.free_form}?: {of}")
    options = [f"options: {{ {'; '.join(fields)} }} = {{}}"] if fields else []
    given = ", ".join([*(f"{name}: {kind}" for name, kind in kinds), *options])
    path = re.sub(r"{(\w+)}", r"${encodeURIComponent(\1)}", operation.path)
    query = [*operation.required, *(["...options"] if fields else [])]
    yield f"\n  /** {operation.summary}. */"
    yield f"  {operation.id}{generic}({given}): Promise<{operation.answer}> {{"
    yield (
        f"    return this.get(`{path}`, {{ {', '.join(query)} }});"
        if query
        else f"    return this.get(`{path}`, {{}});"
    )
    yield "  }"


def main() -> None:
    """Write both files from the catalogue of the checkout."""
    publication = Publication(derive(read(CLIENTS.parent / "catalogue")), addresses("http://localhost:8000"))
    for language, text in written(publication).items():
        FILES[language].write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
