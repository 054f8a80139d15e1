"""The syntax tree of a TOML file: where each key and value is written.

Values are read with tomli, which keeps no positions. tree-sitter keeps the extent of every node, and this module gives each
node the path that it has in the data: dotted keys, sub-tables and arrays of tables are resolved as TOML resolves them.
"""

from __future__ import annotations

from collections.abc import Iterator

import tomli
import tree_sitter_toml
from msgspec import Struct
from tree_sitter import Language, Node, Parser

_TOML = Language(tree_sitter_toml.language())

Path = tuple[str | int, ...]


class Entry(Struct, frozen=True):
    """One key, header or item of an array: the path of its data, the node of its key and that of its value.

    An item of an array has no key. A header, and each part of a dotted key but the last, has no value.
    `declares` is false for a part that only leads to another: `a` in `a.b = 1`.
    """

    path: Path
    key: Node | None
    value: Node | None = None
    declares: bool = True


class TomlStatement(Struct, frozen=True):
    """A line of the file, or several: `key = value` or a header; rows count from 0. `table` is the path of its table."""

    path: Path
    table: Path
    first_row: int
    last_row: int
    is_header: bool


def parse(text: str) -> Node:
    """The document node; where the text is not valid TOML, the tree holds nodes of the type ERROR."""
    return Parser(_TOML).parse(text.encode()).root_node


def entries(document: Node) -> Iterator[Entry]:
    """Every key, header and item in the order of the file.

    a.b = [1]  ->  the entries ("a",), ("a", "b") and ("a", "b", 0)
    """
    for _, header, pairs, path, leading in _tables(document):
        if header is not None:
            yield from leading
        for pair in pairs:
            yield from _in_pair(pair, path)


def statements(document: Node) -> Iterator[TomlStatement]:
    """Every header and every top pair of a table, in the order of the file."""
    for _, header, pairs, path, _ in _tables(document):
        if header is not None:
            yield TomlStatement(path, path, header.start_point.row, header.end_point.row, is_header=True)
        for pair in pairs:
            key, value = pair.named_children[:2]
            names = tuple(_name(part) for part in _parts(key))
            yield TomlStatement((*path, *names), path, pair.start_point.row, value.end_point.row, is_header=False)


def comments(document: Node) -> Iterator[Node]:
    """Every comment, in the order of the file."""
    waiting = [document]
    while waiting:
        node = waiting.pop()
        if node.type == "comment":
            yield node
        else:
            waiting.extend(reversed(node.named_children))


def _tables(document: Node) -> Iterator[tuple[Node, Node | None, list[Node], Path, list[Entry]]]:
    """(node, header, pairs, path, entries of the header) of the root table and of each table below a header."""
    lengths: dict[Path, int] = {}
    yield document, None, _pairs(document), (), []
    for node in document.named_children:
        if node.type in ("table", "table_array_element"):
            header = node.named_children[0]
            path, leading = _header(header, node.type == "table_array_element", lengths)
            yield node, header, _pairs(node), path, leading


def _header(header: Node, is_element: bool, lengths: dict[Path, int]) -> tuple[Path, list[Entry]]:
    """The path that a header opens. `lengths` counts the elements of each array of tables, and grows by `[[…]]`."""
    path: Path = ()
    declared: list[Entry] = []
    parts = _parts(header)
    for depth, part in enumerate(parts, 1):
        path = (*path, _name(part))
        last = depth == len(parts)
        declared.append(Entry(path, part, declares=last and not is_element))
        if last and is_element:
            lengths[path] = lengths.get(path, 0) + 1
        if path in lengths:
            path = (*path, lengths[path] - 1)
            declared.append(Entry(path, part, declares=last and is_element))
    return path, declared


def _in_pair(pair: Node, table: Path) -> Iterator[Entry]:
    """The entries of `key = value`; an explicit stack, since arrays may be nested deeper than Python calls."""
    waiting: list[tuple[Node, Path]] = [(pair, table)]
    while waiting:
        node, path = waiting.pop()
        value = node
        if node.type == "pair":
            key, value = node.named_children[:2]
            parts = _parts(key)
            for depth, part in enumerate(parts, 1):
                path = (*path, _name(part))
                last = depth == len(parts)
                yield Entry(path, part, value if last else None, declares=last)
        else:
            yield Entry(path, None, value)
        if value.type == "inline_table":
            waiting.extend((inner, path) for inner in reversed(_pairs(value)))
        elif value.type == "array":
            items = [item for item in value.named_children if item.type not in ("comment", "ERROR")]
            waiting.extend((item, (*path, i)) for i, item in reversed(list(enumerate(items))))


def _pairs(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type == "pair" and len(child.named_children) >= 2]


def _parts(key: Node) -> list[Node]:
    """The parts of a key: `a."b c".d` -> the nodes of a, "b c" and d."""
    parts: list[Node] = []
    while key.type == "dotted_key" and len(key.named_children) >= 2:
        parts.append(key.named_children[-1])
        key = key.named_children[0]
    return [key, *reversed(parts)]


def _name(part: Node) -> str:
    """The key as the data has it: `"\\u0061"` -> "a"."""
    text = (part.text or b"").decode()
    if part.type == "bare_key":
        return text
    try:
        return next(iter(tomli.loads(f"{text} = 0")))
    except (tomli.TOMLDecodeError, StopIteration):
        return text
