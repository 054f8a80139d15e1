"""Authored catalogues of any size: copies of the real one with other names and other words, which pass every check.

`python -m benchmarks.authored 10 FOLDER` writes one of ten times the entities. Copy 0 is the real one. In the others the
letters of every word of three and more are exchanged, vowels for vowels and consonants for consonants, in another way in each
copy: names, words and links differ, lengths and structure stay, and the vocabulary grows with the catalogue. Vocabulary,
sources and calculators are those of the real one.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tomli

from benchmarks.machine import ROOT
from sportlore.model import fold

CATALOGUE = ROOT / "catalogue"
_VOWELS, _CONSONANTS = "aeiou", "bcdfghjklmnprstvwxz"
_WORD = re.compile(r"[A-Za-z]{3,}")
_KEPT = frozenset(
    (
        "title",
        "grade",
        "strength",
        "group",
        "source",
        "sources",
        "checked",
        "fact",
        "scope",
        "slug",
        "basis",
        "section",
        "part",
        "about",
    )
)
"""Keys whose texts are of closed lists, or asked for as they are."""
_WHOLE = frozenset(
    (
        "cite",
        "plan",
        "details",
        "shape",
        "board",
        "boards",
        "stands",
        "effect",
        "motion",
        "signals",
        "tokens",
        "equipment",
    )
)
"""Tables that stay as they are: they name facts, works, players and lengths."""
_SHORT = 8
"""Letters of a name that another copy may have as well."""
_SHARED = "experience-level"
"""A type that terms of the vocabulary are named after, so that its entities stay as they are."""


def write(copies: int, folder: Path) -> None:
    """Write a catalogue of so many copies into a folder that does not exist yet."""
    shutil.copytree(CATALOGUE, folder)
    facts = tomli.loads((CATALOGUE / "vocabulary" / "facts.toml").read_text(encoding="utf-8"))
    texts = frozenset(key for key, fact in facts.items() if fact["kind"] == "text")
    by_type = (*CATALOGUE.glob("entities/*/*.toml"), *CATALOGUE.glob("searches/*/*.toml"))
    originals = [path for path in sorted(by_type) if path.parent.name != _SHARED]
    originals += sorted(CATALOGUE.glob("courses/*.toml"))
    read = {path.relative_to(CATALOGUE): tomli.loads(path.read_text(encoding="utf-8")) for path in originals}
    for number in range(1, copies):
        for path, data in read.items():
            name = f"{_slug(path.stem, number)}.toml"
            content = _Copy(number, texts).table(data)
            (folder / path.parent / name).write_text(_toml(content), encoding="utf-8")


class _Copy:
    """One copy: what its ids, names and texts are."""

    def __init__(self, number: int, texts: frozenset[str]) -> None:
        self._number = number
        self._texts = texts
        self._letters = _exchange(number)

    def table(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """A table of the copy."""
        term = "value" in data and data.get("fact") not in self._texts
        return {key: value if key == "value" and term else self._value(key, value) for key, value in data.items()}

    def _value(self, key: str, value: Any) -> Any:
        if key == "facts" and isinstance(value, dict):
            return {name: self._words(fact) if name in self._texts else fact for name, fact in value.items()}
        if key in _WHOLE:
            return value
        if key == "links":
            return {relation: [self._id(id) for id in ids] for relation, ids in value.items()}
        if isinstance(value, dict):
            return self.table(value)
        if key == "searches":
            # Two may become one: a letter with an accent stays as it is, and another one may become its plain one.
            return list({fold(text): text for text in map(self._words, value)}.values())
        if isinstance(value, list):
            return [self._value(key, item) for item in value]
        if key in ("name", "keywords"):
            return self._name(value)
        if not isinstance(value, str) or key in _KEPT:
            return value
        if re.fullmatch(r"[a-z-]+/[a-z0-9-]+", value):
            return self._id(value)
        return self._words(value)

    def _id(self, id: str) -> str:
        type, _, slug = id.partition("/")
        return id if type == _SHARED else f"{type}/{_slug(slug, self._number)}"

    def _name(self, text: str) -> str:
        """A name that no other copy has; short ones, of which there are few, are numbered: "Par" -> "Par 003" (par 3 is one)."""
        words = self._words(text)
        return words if words != text and len(words) > _SHORT else f"{words} {self._number:03}"

    def _words(self, text: str) -> str:
        return _WORD.sub(lambda match: match[0].translate(self._letters), text)


def _slug(slug: str, number: int) -> str:
    """The slug of a copy; a comparison is named after both sides: "a-vs-b" -> "a-3-vs-b-3"."""
    return "-vs-".join(f"{part}-{number}" for part in slug.split("-vs-"))


def _exchange(number: int) -> dict[int, int]:
    """Another letter for each one, in both cases; none stays as it is."""
    chance = random.Random(number)
    found: dict[int, int] = {}
    for letters in (_VOWELS, _CONSONANTS):
        shuffled = chance.sample(letters, len(letters))
        for here, there in zip(shuffled, shuffled[1:] + shuffled[:1], strict=True):
            found |= {ord(here): ord(there), ord(here.upper()): ord(there.upper())}
    return found


def _toml(data: Mapping[str, Any]) -> str:
    """Data as TOML, one line a key; the form of files has no part in what is measured."""
    return "".join(f"{key} = {_inline(value)}\n" for key, value in data.items())


_INLINE: Mapping[type, Callable[[Any], str]] = {
    dict: lambda value: "{" + ", ".join(f"{key} = {_inline(item)}" for key, item in value.items()) + "}",
    list: lambda value: "[" + ", ".join(map(_inline, value)) + "]",
    str: lambda value: json.dumps(value, ensure_ascii=False),
    bool: lambda value: "true" if value else "false",
    int: str,
    float: repr,
}


def _inline(value: Any) -> str:
    return _INLINE[type(value)](value)


if __name__ == "__main__":
    write(int(sys.argv[1]), Path(sys.argv[2]))
