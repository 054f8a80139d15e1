"""From the bytes of a file to its data; what cannot be read is a finding that says what to write instead."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from datetime import date, time

import tomli

from sportlore.diagnostics import Finding, Location
from sportlore.registry import syntax
from sportlore.registry.opening import LARGEST, Refused

_DEEPEST = 50
"""More levels of tables and arrays than any record has, and few enough for every function that walks them."""

_LARGEST = 2**63
"""TOML's integers have 64 bits."""


class Unreadable(Exception):
    """A file cannot be read; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.message}; {finding.help}")
        self.finding = finding


def unopened(file: str, error: OSError) -> Finding:
    """What the system says about a file or folder that it does not open; the name of a folder ends in a slash."""
    if isinstance(error, FileNotFoundError):
        what = "folder" if file.endswith("/") else "file"
        return Finding(
            "missing-file", f"no {what} `{file}`", Location(file), f"every catalogue has this {what}: create it"
        )
    if isinstance(error, Refused):
        what = "the folder itself" if file.endswith("/") else f"a file of at most {LARGEST:,} bytes"
        help = f"put {what} there, or take it out of the catalogue"
        return _finding(Location(file), f"`{file}` {error.strerror}", help)
    reason = (error.strerror or str(error)).lower()
    help = "put a file or folder there that can be read, or take it out of the catalogue"
    return _finding(Location(file), f"cannot be read: {reason}", help)


def parse(file: str, content: bytes) -> tuple[str, dict[str, object]]:
    """The text and the data of a file; raises Unreadable."""
    text = _decoded(file, content)
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise Unreadable(syntax.finding(file, error)) from None
    except RecursionError:
        raise Unreadable(_finding(Location(file), *_TOO_DEEP)) from None
    except ValueError:  # Python refuses to read integers of more than 4,300 digits
        raise Unreadable(_finding(_place_of_digits(file, text), *_TOO_LARGE)) from None
    for path, value in _values(data):
        if refusal := _refusal(path, value):
            raise Unreadable(_finding(Location(file, path), *refusal))
    return text, data


def _finding(location: Location, message: str, help: str) -> Finding:
    return Finding("syntax", message, location, help)


def _decoded(file: str, content: bytes) -> str:
    start = Location(file, line=1, column=1)
    if content.startswith(b"\xef\xbb\xbf"):
        help = "save the file as UTF-8 without byte order mark"
        raise Unreadable(_finding(start, "the file begins with a byte order mark", help))
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable(_finding(start, "the file is UTF-16", "save the file as UTF-8"))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line_start = before.rfind(b"\n") + 1
        location = Location(file, line=before.count(b"\n") + 1, column=len(before[line_start:].decode("utf-8")) + 1)
        byte = content[error.start : error.start + 1]
        meant = byte.decode("latin-1")
        help = (
            f"save the file as UTF-8 (in Latin-1 this byte is `{meant}`)" if meant.isprintable() else "save it as UTF-8"
        )
        raise Unreadable(_finding(location, f"not UTF-8: the byte 0x{byte.hex().upper()}", help)) from None


def _values(data: dict[str, object]) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Every table, array and value with its path, but strings, which are nearly all and never refused."""
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict | list) and len(path) <= _DEEPEST:
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            waiting.extend(((*path, step), item) for step, item in inner if not isinstance(item, str))


def _refusal(path: tuple[str | int, ...], value: object) -> tuple[str, str] | None:
    """Why a value that TOML has cannot be in a catalogue, and what to write: it would end in a traceback or in bad JSON."""
    match value:
        case dict() | list() if len(path) > _DEEPEST:
            return _TOO_DEEP
        case float() if not math.isfinite(value):
            return f"`{value}` is not a number that can be published", "write a number, or leave the key out"
        case int() if not -_LARGEST <= value < _LARGEST:
            return _TOO_LARGE
        case date() | time():
            return "no field takes a date or a time of TOML", f'write it in quotation marks: "{value}"'
        case _:
            return None


_TOO_DEEP = f"nested more than {_DEEPEST} levels deep", "write it with fewer levels of arrays and tables"
_TOO_LARGE = "an integer of more than 64 bits", "check the value: no fact is that large"


def _place_of_digits(file: str, text: str) -> Location:
    digits = re.search(r"\d[\d_]{4000,}", text)
    start = digits.start() if digits else 0
    return Location(file, line=text.count("\n", 0, start) + 1, column=start - text.rfind("\n", 0, start))
