"""From the data of a file to a frozen record; what does not fit is a finding with the fields that would."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import inspect

from sportlore.diagnostics import Finding, Place, did_you_mean
from sportlore.registry.toml import Unreadable, load

Record = TypeVar("Record")
Data = dict[str, object]

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


def table(root: Path, file: str, findings: list[Finding]) -> Data | None:
    """The data of a file; None, and a finding, if it cannot be read."""
    try:
        return load(root, file)
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
        findings.append(_finding(str(error), raw, form, file, path))
        return None


def _finding(said: str, raw: object, form: type, file: str, path: tuple[str | int, ...]) -> Finding:
    """msgspec says "Object contains unknown field `x` - at `$.inputs[0]`" and the like."""
    what, _, where = said.partition(" - at `$")
    inner = tuple(name or int(index) for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", where))
    place = Place(file, path + inner)
    fields = _fields(inspect.type_info(form), inner)
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        name = match.group(1)
        help = did_you_mean(name, fields, f"the fields are {', '.join(fields)}")
        return Finding("bad-record", f"no field `{name}`", Place(file, (*place.path, name), on_key=True), help)
    if match := re.fullmatch(r"Object missing required field `(.*)`", what):
        name = match.group(1)
        return Finding("bad-record", f"the field `{name}` is missing", place, f"add `{name} = …`")
    if match := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        return _wrong_type(match.group(1).split(" | "), match.group(2), _value_at(raw, inner), place)
    message = what[0].lower() + what[1:].replace("Object", "the table").replace("object", "the table")
    return Finding("bad-record", message, place, "write it as the other records of its kind do")


def _wrong_type(expected: list[str], got: str, value: object, place: Place) -> Finding:
    words = " or ".join(_WORDS.get(name, name) for name in expected if name != "null")
    if isinstance(value, str) and re.fullmatch(r"[+-]?\d+(\.\d+)?", value) and {"int", "float"} & set(expected):
        help = f"write {value} without quotation marks"
    elif expected == ["array"] and got == "object":
        help = f"write `[[{place.path[-1] if place.path else '…'}]]` for a table of an array"
    elif expected == ["array"]:
        help = 'write it in brackets: ["…"]'
    else:
        help = f"write {words}"
    return Finding("bad-record", f"takes {words}, not {_WORDS.get(got, got)}", place, help)


def _value_at(raw: object, path: tuple[str | int, ...]) -> object:
    for step in path:
        if isinstance(raw, dict):
            raw = raw.get(step)
        elif isinstance(raw, list) and isinstance(step, int) and step < len(raw):
            raw = raw[step]
    return raw


def _fields(form: inspect.Type, path: tuple[str | int, ...]) -> list[str]:
    """The fields of the table that a path leads to, below a record of a form."""
    for step in path:
        if isinstance(form, inspect.UnionType):
            form = next((one for one in form.types if isinstance(one, inspect.StructType)), form)
        if isinstance(form, inspect.StructType):
            form = next((field.type for field in form.fields if field.name == step), form)
        elif isinstance(form, inspect.VarTupleType | inspect.ListType):
            form = form.item_type
        elif isinstance(form, inspect.DictType):
            form = form.value_type
    if isinstance(form, inspect.UnionType):
        form = next((one for one in form.types if isinstance(one, inspect.StructType)), form)
    return [field.name for field in form.fields] if isinstance(form, inspect.StructType) else []
