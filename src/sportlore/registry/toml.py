"""From the bytes of a file to its data; what cannot be read is a finding that says what to write instead."""

from __future__ import annotations

import math
import re
from datetime import date, time
from pathlib import Path

import tomli

from sportlore.diagnostics import Finding, Place
from sportlore.registry import syntax

_DEEPEST = 50
"""More levels of tables and arrays than any record has, and few enough for every function that walks them."""

_LARGEST = 2**63
"""TOML's integers have 64 bits."""


class Unreadable(Exception):
    """A file cannot be read; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.message}; {finding.help}")
        self.finding = finding


def load(root: Path, file: str) -> dict[str, object]:
    """The data of a file below `root`; raises Unreadable, also where the file does not exist or may not be read."""
    try:
        content = (root / file).read_bytes()
    except FileNotFoundError:
        help = "every catalogue has this file: write it"
        raise Unreadable(Finding("missing-file", f"no file `{file}`", Place(file), help)) from None
    except OSError as error:
        raise Unreadable(unreadable(file, error)) from None
    return parse(file, content)[1]


def unreadable(file: str, error: OSError) -> Finding:
    """What the system says about a file or folder that it does not open."""
    reason = (error.strerror or str(error)).lower()
    help = "put a file or folder there that can be read, or take it out of the catalogue"
    return Finding("syntax", f"cannot be read: {reason}", Place(file), help)


def parse(file: str, content: bytes) -> tuple[str, dict[str, object]]:
    """The text and the data of a file; raises Unreadable."""
    text = _decoded(file, content)
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise Unreadable(syntax.finding(file, error)) from None
    except RecursionError:
        raise Unreadable(_too_deep(Place(file))) from None
    except ValueError:  # Python refuses to read integers of more than 4,300 digits
        raise Unreadable(_too_large(_place_of_digits(file, text))) from None
    _refuse_values(file, data)
    return text, data


def _decoded(file: str, content: bytes) -> str:
    if content.startswith(b"\xef\xbb\xbf"):
        help = "save the file as UTF-8 without byte order mark"
        place = Place(file, line=1, column=1)
        raise Unreadable(Finding("syntax", "the file begins with a byte order mark", place, help))
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        place = Place(file, line=1, column=1)
        raise Unreadable(Finding("syntax", "the file is UTF-16", place, "save the file as UTF-8"))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line_start = before.rfind(b"\n") + 1
        place = Place(file, line=before.count(b"\n") + 1, column=len(before[line_start:].decode("utf-8")) + 1)
        byte = content[error.start : error.start + 1]
        meant = byte.decode("latin-1")
        help = (
            f"save the file as UTF-8 (in Latin-1 this byte is `{meant}`)" if meant.isprintable() else "save it as UTF-8"
        )
        raise Unreadable(Finding("syntax", f"not UTF-8: the byte 0x{byte.hex().upper()}", place, help)) from None


def _refuse_values(file: str, data: dict[str, object]) -> None:
    """Values that TOML has and a catalogue cannot: they would end in a traceback or in JSON that nobody reads."""
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str | bool):
            continue
        if isinstance(value, dict | list):
            if len(path) > _DEEPEST:
                raise Unreadable(_too_deep(Place(file, path[:1], on_key=True)))
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            waiting.extend(((*path, step), item) for step, item in inner if not isinstance(item, str))
        elif isinstance(value, float) and not math.isfinite(value):
            help = "write a number, or leave the key out"
            raise Unreadable(
                Finding("syntax", f"`{value}` is not a number that can be published", Place(file, path), help)
            )
        elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
            raise Unreadable(_too_large(Place(file, path)))
        elif isinstance(value, date | time):
            help = f'write it in quotation marks, "{value}", or as the number of a year'
            raise Unreadable(Finding("syntax", "no field takes a date or a time of TOML", Place(file, path), help))


def _too_deep(place: Place) -> Finding:
    help = "write it with fewer levels of arrays and tables"
    return Finding("syntax", f"nested more than {_DEEPEST} levels deep", place, help)


def _too_large(place: Place) -> Finding:
    return Finding("syntax", "an integer of more than 64 bits", place, "check the value: no fact is that large")


def _place_of_digits(file: str, text: str) -> Place:
    digits = re.search(r"\d[\d_]{4000,}", text)
    start = digits.start() if digits else 0
    return Place(file, line=text.count("\n", 0, start) + 1, column=start - text.rfind("\n", 0, start))
