"""A query string, split and checked by the rows that document its parameters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from urllib.parse import unquote_to_bytes

from sportlore.contract.operations import OPERATIONS, Operation, Parameter
from sportlore.diagnostics import did_you_mean

DECLARED = {row.id: {p.name: p for p in row.parameters if p.location == "query"} for row in OPERATIONS}
"""The query parameters of each operation by name."""

_PATTERNS = {
    # `$` is the very end in JSON Schema; in Python it also matches before a last line break.
    pattern: re.compile(str(pattern).replace("$", r"\Z"))
    for declared in DECLARED.values()
    for parameter in declared.values()
    if (pattern := parameter.schema.get("pattern")) is not None
}

IGNORED = ("_", "utm_")
"""Prefixes of parameters that caches and trackers add; they are ignored."""


class BadRequest(Exception):
    """A parameter is missing, malformed or out of range; the text says what to do."""


def split(query: bytes, operation: Operation) -> tuple[dict[str, str], list[tuple[str, bytes]]]:
    """The declared parameters that a query string gives, decoded, and the others with their raw values.

    split(b"page=2&contact=collision", ENTITY_LIST) -> ({"page": "2"}, [("contact", b"collision")])

    What belongs to a free-form parameter is also read as many clients write it, in brackets behind its name:
    `filters[contact]=collision`.
    """
    declared = DECLARED[operation.id]
    group = f"{operation.free_form.name}[" if operation.free_form else "]"
    given: dict[str, str] = {}
    others: list[tuple[str, bytes]] = []
    for pair in filter(None, query.split(b"&")):
        raw_name, _, raw_value = pair.partition(b"=")
        name = _plain(raw_name).decode("utf-8", "replace")
        if name not in declared:
            in_brackets = name.startswith(group) and name.endswith("]")
            others.append((name[len(group) : -1] if in_brackets else name, raw_value))
            continue
        if name in given:
            raise BadRequest(f"`{name}` is given twice; give it once")
        given[name] = decoded(name, raw_value)
    return given, others


def decoded(name: str, raw: bytes) -> str:
    """A value as text; raises BadRequest where it is not UTF-8."""
    try:
        return _plain(raw).decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest(f"`{shown(name)}` is not UTF-8; percent-encode its text as UTF-8") from None


def _plain(raw: bytes) -> bytes:
    return unquote_to_bytes(raw.replace(b"+", b" ")) if b"%" in raw or b"+" in raw else raw


def checked(given: Mapping[str, str], operation: Operation) -> dict[str, str]:
    """The values of the declared parameters, each checked against its row, with defaults for those left out."""
    values: dict[str, str] = {}
    for name, parameter in DECLARED[operation.id].items():
        if name in given:
            values[name] = check_value(given[name], parameter)
        elif parameter.required:
            raise BadRequest(f"`{name}` is missing; write {operation.path}?{name}=WORDS")
        elif "default" in parameter.schema:
            values[name] = str(parameter.schema["default"])
    return values


def check_value(text: str, parameter: Parameter) -> str:
    """A value as its parameter takes it; raises BadRequest."""
    value = unicodedata.normalize("NFC", text.strip()) if parameter.free_text else text
    schema = parameter.schema
    shortest, longest = schema.get("minLength", 0), schema.get("maxLength", len(value))
    if not int(shortest) <= len(value) <= int(longest):
        raise BadRequest(f"`{parameter.name}` has {len(value)} characters; it takes {parameter.takes}")
    pattern = schema.get("pattern")
    if pattern is not None and not _PATTERNS[pattern].search(value):
        raise BadRequest(f"`{parameter.name}` is `{shown(value)}`; it takes {parameter.takes}")
    return value


def refuse(names: Iterable[str], operation: Operation) -> None:
    """Refuse unknown parameters: a misspelt name must not be ignored in silence."""
    declared = list(DECLARED[operation.id])
    for name in names:
        if not name.startswith(IGNORED):
            there = " and ".join((", ".join(f"`{known}`" for known in declared[:-1]), f"`{declared[-1]}`"))
            raise BadRequest(f"no parameter `{shown(name)}`; {did_you_mean(name, declared, f'there are {there}')}")


def shown(text: str) -> str:
    """A submitted text in a message: printable, and not longer than a message should be."""
    printable = text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)
    return printable if len(printable) <= 60 else f"{printable[:60]}…"
