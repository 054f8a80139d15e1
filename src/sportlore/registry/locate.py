"""From a path inside a document to its line and column.

Reading needs values only, so positions are computed when a finding is shown and not before: the file is parsed
once more, with tree-sitter, which keeps the extent of every node.
"""

from __future__ import annotations

import json

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from sportlore.diagnostics import Extent, Place

_TOML = Language(tree_sitter_toml.language())
_VALUES = {"string", "integer", "float", "boolean", "array", "inline_table"}


def locate(text: str, place: Place) -> Extent:
    """Where `place` is in the text of its file; the nearest enclosing thing where it is not there at all.

    locate('[links]\\ntargets = ["a"]', Place("x.toml", ("links", "targets", 0))) -> Extent(2, 12, 3)
    """
    if place.column:
        return Extent(place.line, place.column, 1)
    if place.file.endswith(".jsonl"):
        return _in_json_line(text, place)
    source = text.encode()
    node: Node | None = None
    key: Node | None = None
    scope = Parser(_TOML).parse(source).root_node
    for depth, step in enumerate(place.path):
        found = _child(scope, step, place.path[:depth], source)
        if found is None:
            break
        key, node = found
        scope = node
    chosen = key if (place.on_key or _is_table(node)) and key is not None else node
    return _extent(chosen, source) if chosen is not None else Extent(1, 1, 1)


def _is_table(node: Node | None) -> bool:
    return node is not None and node.type in {"table", "table_array_element", "pair"}


def _child(scope: Node, step: str | int, before: tuple[str | int, ...], source: bytes) -> tuple[Node, Node] | None:
    """The (key node, value node) that `step` names below `scope`."""
    if isinstance(step, int):
        if scope.type == "array":
            values = [child for child in scope.named_children if child.type in _VALUES]
            return (values[step], values[step]) if step < len(values) else None
        return _table_element(scope, step, before, source)
    if scope.type == "table_array_element" and not before:
        return None
    for pair in scope.named_children:
        if pair.type == "pair" and _key_text(pair.named_children[0], source) == (step,):
            return pair.named_children[0], pair.named_children[1]
    return _table(_root(scope), (*(s for s in before if isinstance(s, str)), step), source)


def _table(root: Node, keys: tuple[str, ...], source: bytes) -> tuple[Node, Node] | None:
    """The table whose header is `keys`, or the first one below it."""
    for table in root.named_children:
        if table.type in {"table", "table_array_element"}:
            header = _key_text(table.named_children[0], source)
            if header[: len(keys)] == keys:
                return table.named_children[0], table
    return None


def _table_element(scope: Node, index: int, before: tuple[str | int, ...], source: bytes) -> tuple[Node, Node] | None:
    """Element `index` of the array of tables that `before` names (nested arrays count within their parent)."""
    names = tuple(step for step in before if isinstance(step, str))
    elements = [
        node
        for node in _root(scope).named_children
        if node.type == "table_array_element" and _key_text(node.named_children[0], source) == names
    ]
    if len(names) > 1:  # the elements between this parent's header and the next one's
        siblings = [
            node
            for node in _root(scope).named_children
            if node.type == "table_array_element" and _key_text(node.named_children[0], source) == names[:-1]
        ]
        parents = [step for step in before if isinstance(step, int)]
        start = siblings[parents[-1]].start_byte if parents[-1] < len(siblings) else 0
        later = [node.start_byte for node in siblings if node.start_byte > start]
        end = later[0] if later else len(source)
        elements = [node for node in elements if start < node.start_byte < end]
    return (elements[index].named_children[0], elements[index]) if index < len(elements) else None


def _root(node: Node) -> Node:
    while node.parent is not None:
        node = node.parent
    return node


def _key_text(key: Node, source: bytes) -> tuple[str, ...]:
    """The parts of a key: `a."b"` -> ("a", "b")."""
    if key.type == "dotted_key":
        return tuple(part for child in key.named_children for part in _key_text(child, source))
    text = source[key.start_byte : key.end_byte].decode()
    return (text.strip("\"'"),)


def _extent(node: Node, source: bytes) -> Extent:
    row = node.start_point.row
    line = source.split(b"\n")[row]
    start = node.start_point.column
    end = node.end_point.column if node.end_point.row == row else len(line)
    return Extent(row + 1, len(line[:start].decode()) + 1, max(1, len(line[start:end].decode())))


def _in_json_line(text: str, place: Place) -> Extent:
    """A JSON line is one entity: the line is known, the column is that of the named value or key where it is written out."""
    line = text.split("\n")[place.line - 1]
    value: object = json.loads(line)
    last: str | int | None = None
    for step in place.path:
        last = step
        try:
            value = value[step]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            break
    else:
        written = json.dumps(last if place.on_key else value, ensure_ascii=False)
        at = line.find(written)
        if place.path and at >= 0:
            return Extent(place.line, at + 1, len(written))
    at = line.find(json.dumps(last)) if isinstance(last, str) else -1
    return Extent(place.line, max(at, 0) + 1, 1)
