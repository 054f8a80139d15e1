"""Which comment belongs to what: to the key or header below it, to the line that it stands behind, or to the end of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from tree_sitter import Node

from sportlore.registry import tree
from sportlore.registry.tree import Path, TomlStatement


class UnkeptComment(Exception):
    """A comment stands where the canonical form has no place for it; `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the comment on line {line} stands inside a value: move it above the key, then format again")
        self.line = line


class Comments(Struct, frozen=True):
    """Comments by the path of the line that they stand above or behind, and of the table that they end."""

    before: Mapping[Path, tuple[str, ...]]
    behind: Mapping[Path, str]
    ending: Mapping[Path, tuple[str, ...]]


def comments_of(document: Node, written: Callable[[Path], Path], table_of: Callable[[Path], Path]) -> Comments:
    """The comments of a document, or UnkeptComment.

    A comment on its own line belongs to what follows it. At the end of a file, or before a blank line and a header, it belongs to
    the end of the table above it. `written` leads from a path of the file to that of the line
    which the canonical form writes for it, and `table_of` to that of its table: the form has no sub-tables and no dotted keys.
    """
    statements = list(tree.statements(document))
    lines = (document.text or b"").decode().split("\n")
    before: dict[Path, tuple[str, ...]] = {}
    behind: dict[Path, str] = {}
    ending: dict[Path, tuple[str, ...]] = {}
    for comment in tree.comments(document):
        row = comment.start_point.row
        words = text_of(comment)
        if comment.parent is not None and comment.parent.type in ("array", "inline_table"):
            raise UnkeptComment(row + 1)
        beside = next((statement for statement in statements if statement.last_row == row), None)
        if beside is not None:
            path = written(beside.path)
            if path in behind:
                before[path] = (*before.get(path, ()), words)
            else:
                behind[path] = words
            continue
        following = next((statement for statement in statements if statement.first_row > row), None)
        if following is None or (following.is_header and _is_apart(lines, row, following)):
            table = table_of(_last_before(statements, row))
            ending[table] = (*ending.get(table, ()), words)
        else:
            path = written(following.path)
            before[path] = (*before.get(path, ()), words)
    return Comments(before, behind, ending)


def text_of(comment: Node) -> str:
    """The words of a comment, without the blanks at its end and the carriage return of a Windows editor."""
    return (comment.text or b"").decode().rstrip(" \t\r")


def _is_apart(lines: list[str], row: int, following: TomlStatement) -> bool:
    return any(not line.strip() for line in lines[row : following.first_row])


def _last_before(statements: list[TomlStatement], row: int) -> Path:
    """The table of the last statement above a row; the root table above the first."""
    return next((statement.table for statement in reversed(statements) if statement.last_row < row), ())
