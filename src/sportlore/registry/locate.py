"""From a path inside a document to its line and column.

Reading needs values only, so positions are computed when a finding is shown and not before.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from sportlore.diagnostics import Extent, Location
from sportlore.registry import tree


def locate(text: str, location: Location) -> Extent:
    """Where `location` is in the text of its file; the nearest enclosing thing where it is not there at all.

    locate('[links]\\ntargets = ["a"]', Location("x.toml", ("links", "targets", 0))) -> Extent(2, 12, 3)
    """
    lines = text.split("\n")
    if location.column:
        return Extent(location.line, location.column, _token_width(lines, location))
    if not location.path:
        return Extent(1, 1, 1)
    entries: dict[tree.Path, tree.Entry] = {}
    for written in tree.entries(tree.parse(text)):
        entries.setdefault(written.path, written)
    for end in range(len(location.path), 0, -1):
        if (entry := entries.get(location.path[:end])) is not None:
            on_key = (location.on_key or end < len(location.path)) and entry.key is not None
            node = entry.key if on_key else entry.value or entry.key
            return _extent(node, lines) if node is not None else Extent(1, 1, 1)
    return Extent(1, 1, 1)


def _token_width(lines: list[str], location: Location) -> int:
    """How long the word or string is that begins at a known column; 1 where none does."""
    line = lines[location.line - 1] if location.line <= len(lines) else ""
    token = re.compile(r'[\w.,-]*\w|"[^"\r]*"?|\'[^\'\r]*\'?').match(line, location.column - 1)
    return max(1, len(token.group())) if token else 1


def _extent(node: Node, lines: list[str]) -> Extent:
    """The node's part of its first line; tree-sitter counts columns in bytes, an extent in characters."""
    row = node.start_point.row
    line = lines[row].removesuffix("\r").encode()
    start = node.start_point.column
    end = node.end_point.column if node.end_point.row == row else len(line)
    return Extent(row + 1, len(line[:start].decode()) + 1, max(1, len(line[start:end].decode(errors="ignore"))))
