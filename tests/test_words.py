"""One word for one thing: names and phrases that another word has replaced."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

SOURCE = ROOT / "src" / "sportlore"
NAMES = frozenset("found has_changed kind made one own place places some taught told tool".split())
PHRASES = (
    "as Store has it", "hold against", "holds it against", "lies ready", "lie ready", "look-up", "look-ups", "mend", "mended",
    "slip of the pen", "so many", "take up", "taken up", "taken over", "the same of", "told anew", "made anew",
)  # fmt: skip
PHRASE = re.compile(rf"\b({'|'.join(map(re.escape, PHRASES))})\b", re.IGNORECASE)
MODULES = sorted(SOURCE.rglob("*.py"))


def bound_names(module: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, name) of every variable, parameter, function and class; not of the fields of a record, which a file may name."""
    bodies = (node.body for node in ast.walk(module) if isinstance(node, ast.ClassDef))
    fields = {id(statement.target) for body in bodies for statement in body if isinstance(statement, ast.AnnAssign)}
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if id(node) not in fields:
                yield node.lineno, name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_word_stands_for_several_things(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [(line, name) for line, name in bound_names(ast.parse(text)) if name in NAMES] == []
    assert PHRASE.findall(" ".join(text.split())) == []


SHARED = {
    "Citation": "of a fact, and of a mark in a drawing",
    "Dimension": "of the atlas, and of a drawing: a distance that is stated",
    "Document": "as it was written, and as the index knows it",
    "Link": "of the graph, and as answers read it",
    "Page": "of the site, and where each pose stands on one",
    "Passage": "how people ask for one sentence, and the sentence as answers read it",
    "Picture": "that a page shows, and that is composed at request",
    "Question": "of a quiz, and what somebody asks",
    "Section": "of an entity, and as answers read it",
    "Source": "of the bibliography, and what answers are read from",
    "Variant": "of a fact, and as answers read it",
}
"""Class names that two modules have, since both things are called so in their fields."""


def test_a_class_name_is_defined_once() -> None:
    """Beside the bodies of the interface, which are named for what they state, and what a module reads of them for itself."""
    modules: dict[str, set[str]] = {}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and "schemas" not in path.parts:
                modules.setdefault(node.name, set()).add(str(path.relative_to(SOURCE)))
    assert {name: paths for name, paths in modules.items() if len(paths) > 1 and name not in SHARED} == {}
