"""From the data of a file to a frozen record; what does not fit is a finding with the fields that would."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec
from msgspec import inspect

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.registry.files import Data, Files
from sportlore.registry.toml import Unreadable

Record = TypeVar("Record")
_WORDS = {
    "str": "a string",
    "int": "an integer",
    "float": "a number",
    "bool": "true or false",
    "array": "an array",
    "object": "a table",
    "null": "nothing",
}
"""What msgspec calls a value, and what an author does."""


def table(files: Files, file: str, findings: list[Finding]) -> Data | None:
    """The data of a file; None, and a finding, if it cannot be read."""
    try:
        return files.load(file)
    except Unreadable as error:
        findings.append(error.finding)
        return None


def record(
    raw: object, form: type[Record], file: str, path: tuple[str | int, ...], findings: list[Finding]
) -> Record | None:
    """A record from its data; None, and a finding at the field that does not fit, if it has another form."""
    if raw is None:
        return None
    try:
        return msgspec.convert(raw, form, strict=True)
    except msgspec.ValidationError as error:
        location, message, help = _explained(str(error), raw, form, Location(file, path))
        findings.append(Finding("bad-record", message, location, help))
        return None


def _explained(said: str, raw: object, form: type, record: Location) -> tuple[Location, str, str]:
    """Location, message and help; msgspec says "Object contains unknown field `x` - at `$.inputs[0]`" and the like."""
    what, _, where = said.partition(" - at `$")
    inner = tuple(name or int(index) for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", where))
    location = Location(record.file, record.path + inner)
    expected = _form_at(inspect.type_info(form), inner)
    value = _value_at(raw, inner)
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        name = match.group(1)
        fields = [field.name for field in expected.fields] if isinstance(expected, inspect.StructType) else []
        help = did_you_mean(name, fields, f"the fields are {', '.join(fields)}")
        return Location(location.file, (*location.path, name), on_key=True), f"no field `{name}`", help
    if match := re.fullmatch(r"Object missing required field `(.*)`", what):
        return location, f"the field `{match.group(1)}` is missing", f"add `{match.group(1)} = …`"
    if match := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        return location, *_wrong_type(match.group(1).split(" | "), match.group(2), value, location.path)
    if isinstance(expected, inspect.LiteralType):
        values = [str(allowed) for allowed in expected.values]
        help = did_you_mean(str(value), values, f"the values are {', '.join(values)}")
        return location, f"`{location.path[-1]}` is not `{value}`", help
    message = what[0].lower() + what[1:].replace("Object", "the table").replace("object", "the table")
    return location, message, "write it as the other records of its kind do"


def _wrong_type(expected: list[str], got: str, value: object, path: tuple[str | int, ...]) -> tuple[str, str]:
    words = " or ".join(_WORDS.get(name, name) for name in expected if name != "null")
    field = next((f"`{step}` " for step in reversed(path) if isinstance(step, str)), "it ")
    if isinstance(value, str) and re.fullmatch(r"[+-]?\d+(\.\d+)?", value) and {"int", "float"} & set(expected):
        help = f"write {value} without quotation marks"
    elif expected == ["array"] and got == "object":
        help = f"write `[[{path[-1] if path else '…'}]]` for a table of an array"
    elif expected == ["array"]:
        help = 'write it in brackets: ["…"]'
    else:
        help = f"write {words}"
    return f"{field}takes {words}, not {_WORDS.get(got, got)}", help


def _value_at(raw: object, path: tuple[str | int, ...]) -> object:
    for step in path:
        if isinstance(raw, dict):
            raw = raw.get(step)
        elif isinstance(raw, list) and isinstance(step, int) and step < len(raw):
            raw = raw[step]
    return raw


def _form_at(form: inspect.Type, path: tuple[str | int, ...]) -> inspect.Type:
    """The type of the value that a path leads to, below a record of a form."""
    for step in path:
        form = _needed(form)
        if isinstance(form, inspect.StructType):
            form = next((field.type for field in form.fields if field.name == step), form)
        elif isinstance(form, inspect.VarTupleType):
            form = form.item_type
        elif isinstance(form, inspect.DictType):
            form = form.value_type
    return _needed(form)


def _needed(form: inspect.Type) -> inspect.Type:
    """The type of a field that may be left out, without the None."""
    if isinstance(form, inspect.UnionType):
        return next((member for member in form.types if not isinstance(member, inspect.NoneType)), form)
    return form
