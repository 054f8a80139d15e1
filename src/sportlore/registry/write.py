"""The canonical form of an entity file: one order, one spelling, comments kept.

Comments stand before a key or header, or behind it on its line. One that stands elsewhere (inside an array) has no
place in the canonical form: the file is refused rather than the comment lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import tomli
import tree_sitter_toml
from msgspec import Struct
from tree_sitter import Language, Node, Parser

from sportlore.model import Vocabulary

_TOML = Language(tree_sitter_toml.language())
_TOP = ("name", "description", "keywords", "sources", "checked", "proper", "verdict", "without")
_ELEMENTS: Mapping[str, tuple[str, ...]] = {
    "sections": ("title", "text", "steps", "items", "sources"),
    "serves": ("goal", "strength", "text"),
    "evidence": ("outcome", "bears_on", "grade", "effect", "population", "source"),
    "variants": ("fact", "value", "scope", "since", "until", "source"),
}
"""The order of the keys in the elements of each array of tables."""
_WIDTH = 118

Path = tuple[str | int, ...]


class UnkeptComment(Exception):
    """A comment stands where the canonical form has no place for it; `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the comment on line {line} stands inside a value: move it above the key, then format again")
        self.line = line


class Comments(Struct, frozen=True):
    """Comments by the path of the key or header that they belong to; those at the end of the file by ()."""

    before: Mapping[Path, tuple[str, ...]]
    behind: Mapping[Path, str]


def canonical(text: str, vocabulary: Vocabulary) -> str:
    """The file in canonical form; raises UnkeptComment, or tomli.TOMLDecodeError on bad syntax.

    canonical('keywords=["a"]\\nname="B"', vocabulary) -> 'name = "B"\\nkeywords = ["a"]\\n'
    """
    data = tomli.loads(text)
    comments = _comments(text)
    lines: list[str] = []
    scalars = {key: value for key, value in data.items() if not _is_table(value)}
    for key in _ordered(scalars, _TOP):
        lines += _pair((key,), scalars[key], comments)
    for name, order in (("facts", vocabulary.facts), ("links", vocabulary.relations)):
        if isinstance(data.get(name), dict):
            lines += _table((name,), data[name], order, comments)
    for name in (key for key, value in data.items() if isinstance(value, dict) and key not in ("facts", "links")):
        lines += _table((name,), data[name], (), comments)
    for name in (key for key in data if key not in scalars and isinstance(data[key], list)):
        for i, element in enumerate(data[name]):
            lines += _table((name, i), element, _ELEMENTS.get(name, ()), comments, header=f"[[{name}]]")
    lines += comments.before.get((), ())
    written = "\n".join(lines).strip("\n") + "\n"
    if tomli.loads(written) != data:
        raise AssertionError("the canonical form must hold the same data")
    return written


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)
    )


def _ordered(keys: Iterable[str], order: Iterable[str]) -> list[str]:
    """Known keys in their order, then the unknown ones as authored."""
    present = list(keys)
    known = [key for key in order if key in present]
    return known + [key for key in present if key not in known]


def _table(
    path: Path, table: Mapping[str, object], order: Iterable[str], comments: Comments, header: str | None = None
) -> list[str]:
    lines = ["", *comments.before.get(path, ()), _with(header or f"[{path[-1]}]", comments.behind.get(path))]
    for key in _ordered(table, order):
        lines += _pair((*path, key), table[key], comments)
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
    return key if bare else json.dumps(key, ensure_ascii=False)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # TOML's basic strings escape as JSON's do, and DEL besides.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}"
        case _:
            return str(value)


def _comments(text: str) -> Comments:
    source = text.encode()
    root = Parser(_TOML).parse(source).root_node
    anchors = _anchors(root, source)
    before: dict[Path, tuple[str, ...]] = {}
    behind: dict[Path, str] = {}
    lines = source.split(b"\n")
    for comment in _comment_nodes(root):
        row = comment.start_point.row
        words = source[comment.start_byte : comment.end_byte].decode().strip()
        if comment.parent is not None and comment.parent.type in ("array", "inline_table"):
            raise UnkeptComment(row + 1)
        if not lines[row][: comment.start_point.column].strip():
            following = next((path for start, _, path in anchors if start > row), ())
            before[following] = (*before.get(following, ()), words)
        else:
            owner = next((path for _, end, path in anchors if end == row), None)
            if owner is None:
                raise UnkeptComment(row + 1)
            behind[owner] = words
    return Comments(before, behind)


def _comment_nodes(node: Node) -> Iterable[Node]:
    for child in node.named_children:
        if child.type == "comment":
            yield child
        else:
            yield from _comment_nodes(child)


def _anchors(root: Node, source: bytes) -> Sequence[tuple[int, int, Path]]:
    """(first row, last row, path) of every key and header, in the order of the file."""
    anchors: list[tuple[int, int, Path]] = []
    counts: dict[str, int] = {}
    for node in root.named_children:
        if node.type == "pair":
            anchors.append(_anchor(node, (), source))
        elif node.type in ("table", "table_array_element"):
            header = node.named_children[0]
            name = source[header.start_byte : header.end_byte].decode()
            path: Path = (name,)
            if node.type == "table_array_element":
                path = (name, counts.get(name, 0))
                counts[name] = counts.get(name, 0) + 1
            anchors.append((header.start_point.row, header.end_point.row, path))
            anchors += [_anchor(pair, path, source) for pair in node.named_children if pair.type == "pair"]
    return anchors


def _anchor(pair: Node, path: Path, source: bytes) -> tuple[int, int, Path]:
    key, value = pair.named_children[:2]
    name = source[key.start_byte : key.end_byte].decode().strip("\"'")
    return pair.start_point.row, value.end_point.row, (*path, name)
