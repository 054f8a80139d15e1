"""The canonical form of an authored file: one order, one spelling, every comment kept.

A comment inside an array has no place in the canonical form: the file is refused rather than the comment lost.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import tomli
from msgspec import Struct
from tree_sitter import Node

from sportlore.model import Vocabulary
from sportlore.registry import tree
from sportlore.registry.comments import Comments, comments_of, text_of
from sportlore.registry.tree import Path

_ENTITY = ("name", "proper", "article", "description", "verdict", "keywords", "checked", "sources")
_SOURCE = ("title", "author", "publisher", "year", "url", "read", "read_in", "supports", "note")
_MARK = (
    *("name", "layer", "line", "polygon", "rectangle", "circle", "spot"),
    *("repeat", "mirror", "dashed", "outside", "scope", "measures", "source", "clause"),
)
_TABLES = (
    "facts",
    "cite",
    "links",
    "variants",
    "doubts",
    "choose_if",
    "contrasts",
    "similarities",
    "sections",
    "schedule",
    "schedule.sessions",
    "serves",
    "evidence",
    "plan",
    "plan.marks",
    "plan.scopes",
    "plan.overlays",
    "details",
    "details.marks",
    "stands",
    "boards",
    "boards.steps",
    "signals",
    "tokens",
    "shape",
    "motion",
    "motion.held",
    "motion.things",
    "motion.poses",
    "names",
)
"""What an entity is, then what is told of it: facts before texts, names in other languages last."""
_ELEMENTS: Mapping[str, tuple[str, ...]] = {
    "sections": ("title", "text", "steps", "items", "sources", "basis"),
    "schedule": ("weeks", "focus", "sessions"),
    "schedule.sessions": ("day", "name", "session", "parts"),
    "serves": ("goal", "strength", "text"),
    "choose_if": ("side", "about", "text"),
    "contrasts": ("about", "group", "a", "b", "source"),
    "similarities": ("about", "group", "text", "source"),
    "evidence": ("outcome", "bears_on", "grade", "effect", "population", "source"),
    "doubts": ("fact", "section", "text", "source"),
    "variants": ("fact", "value", "scope", "since", "until", "source"),
    "plan": (
        "unfixed",
        "name",
        "view",
        "shows",
        "outline",
        "over_all",
        "size",
        "constants",
        "source",
        "clause",
        "marks",
        "scopes",
        "overlays",
    ),
    "plan.marks": _MARK,
    "plan.scopes": ("scope", "until", "partial", "size", "constants", "without", "source", "clause"),
    "plan.overlays": ("key", "title", "own", "marks", "align", "without"),
    "details": ("key", "title", "name", "view", "outline", "over_all", "constants", "source", "clause", "marks"),
    "details.marks": _MARK,
    "stands": (
        *("label", "name", "phase", "situation", "field", "space"),
        *("at", "zone", "mirror", "outside", "usual", "source", "clause"),
    ),
    "boards": (
        *("key", "title", "allowed", "field", "space", "area", "upright", "outside"),
        *("ours", "theirs", "ball", "lines", "zones", "usual", "source", "clause", "steps"),
    ),
    "boards.steps": ("text", "moves"),
    "signals": ("name", "meaning", "pose", "right", "left", "right_to", "left_to", "source", "clause"),
    "tokens": ("name", "shape", "colours", "layout", "sign", "meaning", "source", "clause"),
    "shape": ("form", "name", "measures", "source", "clause"),
    "motion": (
        *("none", "sources", "view", "seconds", "returns", "still", "contact", "path", "angles"),
        *("held", "things", "poses"),
    ),
    "motion.held": ("form", "at", "of", "size", "along", "angle", "grip"),
    "motion.things": ("form", "of", "at", "size", "angle"),
    "motion.poses": ("name", "step", "share", "offset", "angles"),
}
"""The order of the keys in a table or in the elements of an array of tables, and in those of an array inside it."""
_WIDTH = 118


class Order(Struct, frozen=True):
    """The order of the keys of one kind of file: those at the top, the tables, and the keys in each of them."""

    top: Sequence[str]
    tables: Mapping[str, Sequence[str]]


class Unformattable(Exception):
    """The file cannot be brought into canonical form without a loss."""


def entity_order(vocabulary: Vocabulary) -> Order:
    """Facts and links of an entity stand in the order of the vocabulary."""
    keys = {"facts": tuple(vocabulary.facts), "links": tuple(vocabulary.relations), **_ELEMENTS}
    return Order(_ENTITY, {name: keys.get(name, ()) for name in _TABLES})


SOURCE_ORDER = Order(_SOURCE, {})
SEARCHES_ORDER = Order(("searches",), {})


def canonical(text: str, order: Order) -> str:
    """The file in canonical form; raises UnkeptComment, Unformattable, or tomli.TOMLDecodeError on bad syntax.

    canonical('keywords=["a"]\\nname="B"', entity_order(vocabulary)) -> 'name = "B"\\nkeywords = ["a"]\\n'
    """
    data = tomli.loads(text)
    document = tree.parse(text)
    if document.has_error:
        line = _first_error(document)
        raise Unformattable(
            f"line {line} holds what only TOML 1.1 has: write a table on one line, and no `\\e` or `\\x41`"
        )
    comments = comments_of(document, _written_for(data), _table_for(data))
    scalars = {key: value for key, value in data.items() if not _is_table(value)}
    lines = [line for key in _ordered(scalars, order.top) for line in _pair((key,), scalars[key], comments)]
    lines += comments.ending.get((), ())
    for name in _ordered((key for key in data if key not in scalars), order.tables):
        value = data[name]
        if isinstance(value, dict):
            lines += _outer((name,), value, order, comments, f"[{_key(name)}]")
        else:
            for i, element in enumerate(value):
                lines += _element((name, i), element, order, comments)
    written = "\n".join(lines).strip("\n") + "\n"
    _compare(written, data, document)
    return written


def _first_error(document: Node) -> int:
    """The line of the first node that the tree could not make sense of."""
    node = document
    while inner := next((child for child in node.children if child.has_error), None):
        node = inner
    return node.start_point.row + 1


def _compare(written: str, data: object, document: Node) -> None:
    """The canonical form holds the same data and the same comments, or is not written at all."""
    if tomli.loads(written) != data:
        raise Unformattable("its canonical form would not hold the same data")
    if Counter(map(text_of, tree.comments(tree.parse(written)))) != Counter(map(text_of, tree.comments(document))):
        raise Unformattable("its canonical form would not hold the same comments")


def _written_for(data: Mapping[str, object]) -> Callable[[Path], Path]:
    """From a path of the file to that of the line that the canonical form writes for it.

    Below the tables everything stands on one line: ("facts", "length", "men") -> ("facts", "length").
    """

    def written(path: Path) -> Path:
        value = data[str(path[0])]
        if isinstance(value, dict):
            inner = value.get(path[1]) if len(path) > 1 else None
            if isinstance(inner, list) and _is_table(inner):
                return path[:4] if len(path) > 2 else (*path, 0)
            return path[:2]
        if _is_table(value):
            if _is_inner_array(value, path):
                return path[:5] if len(path) > 3 else (*path, 0)
            return path[:3] if len(path) > 1 else (path[0], 0)
        return path[:1]

    return written


def _is_inner_array(value: object, path: Path) -> bool:
    """Whether a path of an array of tables leads into an array of tables inside one of its elements."""
    if len(path) < 3 or not isinstance(value, list):
        return False
    inner = value[int(path[1])].get(path[2])
    return isinstance(inner, list) and _is_table(inner)


def _table_for(data: Mapping[str, object]) -> Callable[[Path], Path]:
    """From the path of a table of the file to that of the table that the canonical form writes for it."""

    def table(path: Path) -> Path:
        value = data[str(path[0])] if path else None
        if isinstance(value, dict):
            inner = value.get(path[1]) if len(path) > 1 else None
            return path[:3] if isinstance(inner, list) and _is_table(inner) else path[:1]
        if not _is_table(value):
            return ()
        return path[:4] if len(path) > 3 and _is_inner_array(value, path) else path[:2]

    return table


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)
    )


def _ordered(keys: Iterable[str], order: Iterable[str]) -> list[str]:
    """Known keys in their order, then the unknown ones as authored."""
    present = list(keys)
    known = [key for key in order if key in present]
    return known + [key for key in present if key not in known]


def _table(path: Path, table: Mapping[str, object], order: Iterable[str], comments: Comments, header: str) -> list[str]:
    lines = ["", *comments.before.get(path, ()), _with(header, comments.behind.get(path))]
    for key in _ordered(table, order):
        lines += _pair((*path, key), table[key], comments)
    return [*lines, *comments.ending.get(path, ())]


def _element(path: Path, element: Mapping[str, object], order: Order, comments: Comments) -> list[str]:
    """An element of an array of tables."""
    return _outer(path, element, order, comments, f"[[{_key(str(path[0]))}]]")


def _outer(path: Path, table: Mapping[str, object], order: Order, comments: Comments, header: str) -> list[str]:
    """A table; the arrays of tables in it stand below it, under headers of their own."""
    name = str(path[0])
    inner = {key: value for key, value in table.items() if isinstance(value, list) and _is_table(value)}
    plain = {key: value for key, value in table.items() if key not in inner}
    lines = _table(path, plain, order.tables.get(name, ()), comments, header)
    for key in _ordered(inner, order.tables.get(name, ())):
        keys = order.tables.get(f"{name}.{key}", ())
        for i, element in enumerate(inner[key]):
            lines += _table((*path, key, i), element, keys, comments, f"[[{_key(name)}.{_key(key)}]]")
    return lines


def _pair(path: Path, value: object, comments: Comments) -> list[str]:
    key = str(path[-1])
    line = f"{_key(key)} = {_value(value)}"
    if len(line) > _WIDTH and isinstance(value, list):
        line = "\n".join((f"{_key(key)} = [", *(f"  {_value(item)}," for item in value), "]"))
    return [*comments.before.get(path, ()), _with(line, comments.behind.get(path))]


def _with(line: str, comment: str | None) -> str:
    return f"{line} {comment}" if comment else line


def _key(key: str) -> str:
    bare = key and all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if bare else _string(key)


def _string(text: str) -> str:
    """TOML's basic strings escape as JSON's do, and DEL besides."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _string(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}" if value else "{}"
        case _:
            return str(value)
