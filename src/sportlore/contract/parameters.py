"""The parameters of a query string, parsed by the rows that document them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from msgspec import Struct

from sportlore.contract.operations import ENTITY_LIST, OPERATIONS, SEARCH, TYPE_LIST, Operation, Parameter
from sportlore.diagnostics import did_you_mean

_DECLARED = {row.id: {p.name: p for p in row.parameters if p.location == "query"} for row in OPERATIONS}
"""The query parameters of each operation by name."""

_PATTERNS = {
    # `$` is the very end in JSON Schema; in Python it also matches before a last line break.
    pattern: re.compile(str(pattern).replace("$", r"\Z"))
    for declared in _DECLARED.values()
    for parameter in declared.values()
    if (pattern := parameter.schema.get("pattern")) is not None
}

_IGNORED = ("_", "utm_")
"""Prefixes of parameters that caches and trackers add; they are ignored."""


MOST_VALUES = 32
"""The most values of all filters of a request together: each may be compared with every entity of the type."""


class BadRequest(Exception):
    """A parameter is missing, malformed or out of range; the text says what to do."""


Filter = tuple[str, tuple[str, ...]]
"""A name and the values of which an entity must have one: ("contact", ("contact", "collision"))."""


class ListRequest(Struct, frozen=True):
    """The parameters of a list: its page, the items on a page, and its filters."""

    page: int
    size: int
    filters: tuple[Filter, ...] = ()


class SearchRequest(Struct, frozen=True):
    """The parameters of a search; `q` as submitted, `words` trimmed and in NFC."""

    q: str
    words: str
    type: str | None
    page: int
    size: int


@lru_cache(256)
def list_request(query: bytes) -> ListRequest:
    """The parameters of endpoint 2; raises BadRequest.

    list_request(b"page=3&contact=collision") -> ListRequest(page=3, size=20, filters=(("contact", ("collision",)),))
    """
    given, others = split(query, ENTITY_LIST)
    values = checked(given, ENTITY_LIST)
    return ListRequest(int(values["page"]), int(values["pageSize"]), tuple(_filters(others)))


def _filters(others: Iterable[tuple[str, bytes]]) -> Iterator[Filter]:
    """The filters among the parameters of a list; which names and values exist depends on the type."""
    seen: set[str] = set()
    values = 0
    for name, raw in others:
        if name.startswith(_IGNORED):
            continue
        if name in seen:
            raise BadRequest(
                f"`{shown(name)}` is given twice; give it once, with a comma between values that may be either"
            )
        seen.add(name)
        given = _text(name, raw).split(",")
        values += len(given)
        if values > MOST_VALUES:
            raise BadRequest(f"the filters have more than {MOST_VALUES} values in all; give fewer")
        yield name, tuple(value.strip() for value in given)


def search_request(query: bytes, types: Iterable[str]) -> SearchRequest:
    """The parameters of endpoint 4; raises BadRequest."""
    given, others = split(query, SEARCH)
    values = checked(given, SEARCH)
    refuse((name for name, _ in others), SEARCH)
    type = values.get("type")
    if type is not None and type not in (known := list(types)):
        raise BadRequest(f"no type `{shown(type)}`; {did_you_mean(type, known, f'see {TYPE_LIST.path} for all types')}")
    return SearchRequest(given["q"], values["q"], type, int(values["page"]), int(values["pageSize"]))


def split(query: bytes, operation: Operation) -> tuple[dict[str, str], list[tuple[str, bytes]]]:
    """The declared parameters that a query string gives, decoded, and the others with their raw values.

    split(b"page=2&contact=collision", ENTITY_LIST) -> ({"page": "2"}, [("contact", b"collision")])
    """
    declared = _DECLARED[operation.id]
    given: dict[str, str] = {}
    others: list[tuple[str, bytes]] = []
    for pair in filter(None, query.split(b"&")):
        raw_name, _, raw_value = pair.partition(b"=")
        name = _plain(raw_name).decode("utf-8", "replace")
        if name not in declared:
            others.append((name, raw_value))
            continue
        if name in given:
            raise BadRequest(f"`{name}` is given twice; give it once")
        given[name] = _text(name, raw_value)
    return given, others


def _text(name: str, raw: bytes) -> str:
    try:
        return _plain(raw).decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest(f"`{shown(name)}` is not UTF-8; percent-encode its text as UTF-8") from None


def _plain(raw: bytes) -> bytes:
    return unquote_to_bytes(raw.replace(b"+", b" ")) if b"%" in raw or b"+" in raw else raw


def checked(given: Mapping[str, str], operation: Operation) -> dict[str, str]:
    """The values of the declared parameters, each checked against its row, with defaults for those left out."""
    values: dict[str, str] = {}
    for name, parameter in _DECLARED[operation.id].items():
        if name in given:
            values[name] = _checked(given[name], parameter)
        elif parameter.required:
            raise BadRequest(f"`{name}` is missing; write {operation.path}?{name}=WORDS")
        elif "default" in parameter.schema:
            values[name] = str(parameter.schema["default"])
    return values


def _checked(text: str, parameter: Parameter) -> str:
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
    declared = list(_DECLARED[operation.id])
    for name in names:
        if not name.startswith(_IGNORED):
            there = " and ".join((", ".join(f"`{known}`" for known in declared[:-1]), f"`{declared[-1]}`"))
            raise BadRequest(f"no parameter `{shown(name)}`; {did_you_mean(name, declared, f'there are {there}')}")


def shown(text: str) -> str:
    """A submitted text in a message: printable, and not longer than a message should be."""
    printable = text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)
    return printable if len(printable) <= 60 else f"{printable[:60]}…"
