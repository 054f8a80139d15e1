"""The canonical form: its order and spelling, and that nothing is lost by it."""

from __future__ import annotations

import json
import tomllib
from collections import Counter

import pytest
from conftest import CATALOGUE, WORLD
from hypothesis import given
from hypothesis import strategies as st

from sportlore import registry
from sportlore.registry import tree
from sportlore.registry.comments import text_of

VOCABULARY = registry.read(WORLD).vocabulary
ORDER = registry.entity_order(VOCABULARY)


def comments(text: str) -> Counter[str]:
    return Counter(map(text_of, tree.comments(tree.parse(text))))


def test_the_canonical_form_orders_and_keeps_comments() -> None:
    text = (
        "# About this file.\nkeywords = ['b']\n# The name.\nname='B' # short\n\n"
        "[links]\n# why\nuses=['equipment/x']\n[facts]\norigin='here'\n# at the end\n"
    )
    assert registry.canonical(text, ORDER) == (
        "# The name.\n"
        'name = "B" # short\n'
        "# About this file.\n"
        'keywords = ["b"]\n\n'
        '[facts]\norigin = "here"\n# at the end\n\n'
        '[links]\n# why\nuses = ["equipment/x"]\n'
    )


def test_comments_on_every_form_of_key_are_kept() -> None:
    text = (
        "# the dotted key\nfacts.contact = 1 # contact\n"
        "# the first\nfacts.length.men = 1 # men\nfacts.length.women = 2 # women\n"
        '"d\\u0065scription" = "x" # escaped\n'
        "[facts.sub] # the sub-table\nx = 1 # x\n# ends the sub-table\n\n"
        "# the sections\n[[sections]] # one\ntitle = 'a' # title\n"
    )
    assert registry.canonical(text, ORDER) == (
        'description = "x" # escaped\n\n'
        "[facts]\n"
        "# the dotted key\ncontact = 1 # contact\n"
        "# the first\n# women\nlength = { men = 1, women = 2 } # men\n"
        "# x\nsub = { x = 1 } # the sub-table\n"
        "# ends the sub-table\n\n"
        "# the sections\n[[sections]] # one\n"
        'title = "a" # title\n'
    )


def test_a_comment_that_a_blank_line_sets_apart_ends_its_table() -> None:
    text = "# the whole file\n\n[facts]\nx = 1\n# ends the facts\n\n# about the links\n[links]\ny = []\n"
    assert registry.canonical(text, ORDER) == text


def test_arrays_of_tables_stand_in_their_order() -> None:
    text = "[[variants]]\nsource = 's'\nfact = 'f'\n[[other]]\na = 1\n[[sections]]\ntitle = 't'\n[facts]\nx = 1\n"
    assert registry.canonical(text, ORDER) == (
        '[facts]\nx = 1\n\n[[variants]]\nfact = "f"\nsource = "s"\n\n[[sections]]\ntitle = "t"\n\n[[other]]\na = 1\n'
    )


def test_an_entity_opens_on_what_it_is() -> None:
    text = (
        "sources=['s']\nchecked='2026-11'\nkeywords=['k']\nverdict='v'\ndescription='d'\nproper=true\nname='n'\n"
        "[names]\nde=['N']\n[[evidence]]\ngrade='strong'\n[[sections]]\ntitle='t'\n[links]\nuses=[]\n[facts]\norigin='o'\n"
    )
    assert registry.canonical(text, ORDER) == (
        'name = "n"\nproper = true\ndescription = "d"\nverdict = "v"\nkeywords = ["k"]\nchecked = "2026-11"\nsources = ["s"]\n\n'
        '[facts]\norigin = "o"\n\n[links]\nuses = []\n\n[[sections]]\ntitle = "t"\n\n[[evidence]]\ngrade = "strong"\n\n'
        '[names]\nde = ["N"]\n'
    )


def test_a_source_has_an_order_of_its_own() -> None:
    text = (
        "supports='s'\nread='abstract' # the paper is paid for\n"
        "year=2020\nread_in='2026-11'\nurl='u'\npublisher='p'\ntitle='t'\nauthor='a'"
    )
    assert registry.canonical(text, registry.SOURCE_ORDER) == (
        'title = "t"\nauthor = "a"\npublisher = "p"\nyear = 2020\nurl = "u"\n'
        'read = "abstract" # the paper is paid for\nread_in = "2026-11"\nsupports = "s"\n'
    )


@pytest.mark.parametrize("text", ['keywords = [\n  "a", # why\n]\n', "a = { b = [\n1, # why\n] }\n"])
def test_a_comment_inside_a_value_is_refused_and_not_lost(text: str) -> None:
    with pytest.raises(registry.UnkeptComment, match="line 2"):
        registry.canonical(text, ORDER)


@pytest.mark.parametrize("text", ["a = nan", "a = [1.0, -nan]"])
def test_what_differs_from_itself_is_refused(text: str) -> None:
    with pytest.raises(registry.Unformattable, match="the same data"):
        registry.canonical(text, ORDER)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\na = {\n b = 1, # one\n c = 2,\n}", 2),
        ('x = "a"\n\ny = "\\e[0m" # colour', 3),
        ("a = { b = 1, }", 1),
        ("a = 07:30", 1),
    ],
)
def test_forms_of_a_newer_toml_are_refused(text: str, line: int) -> None:
    """tomli reads TOML 1.1, whose tree is incomplete: a comment must not be lost with it."""
    with pytest.raises(registry.Unformattable, match=f"line {line} holds what only TOML 1.1 has"):
        registry.canonical(text, ORDER)


@pytest.mark.slow
def test_every_authored_file_is_in_canonical_form() -> None:
    for root in (WORLD, CATALOGUE):
        order = registry.entity_order(registry.read(root).vocabulary)
        orders = {"entities/*/*": order, "searches/*/*": registry.SEARCHES_ORDER, "sources/*": registry.SOURCE_ORDER}
        for pattern, form in orders.items():
            paths = sorted(root.glob(f"{pattern}.toml"))
            assert paths
            for path in paths:
                text = path.read_text(encoding="utf-8")
                assert registry.canonical(text, form) == text, path


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)
WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8)
KEYS = st.one_of(st.sampled_from(["name", "keywords", "facts", "links", "sections", "title", "x"]), TEXTS)
SCALARS = st.one_of(TEXTS, st.integers(-(2**63), 2**63 - 1), st.booleans(), st.floats(allow_nan=False))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=2)),
    max_leaves=5,
)


def written(value: object) -> str:
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return f"{{{', '.join(f'{written(key)} = {written(inner)}' for key, inner in value.items())}}}"
        case _:
            return str(value)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A file with comments wherever TOML allows one outside values, and with every form of key and header."""

    def comment() -> str:
        return f"# {draw(WORDS)}"

    def key(parts: int) -> str:
        return ".".join(written(draw(KEYS)) for _ in range(draw(st.integers(1, parts))))

    lines: list[str] = []
    for _ in range(draw(st.integers(0, 8))):
        match draw(st.sampled_from(["pair", "pair", "pair", "header", "element", "comment", "blank"])):
            case "pair":
                lines.append(f"{key(3)} = {written(draw(VALUES))}")
            case "header":
                lines.append(f"[{key(2)}]")
            case "element":
                lines.append(f"[[{key(2)}]]")
            case "comment":
                lines.append(comment())
                continue
            case _:
                lines.append("")
                continue
        if draw(st.booleans()):
            lines[-1] += f" {comment()}"
    return draw(st.sampled_from(["\n", "\r\n"])).join([*lines, ""])


@given(documents())
def test_formatting_keeps_data_and_comments_and_settles(text: str) -> None:
    """For any file: the data stay, each comment stays, and formatting again changes nothing."""
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # a key stated twice
    after = registry.canonical(text, ORDER)
    assert tomllib.loads(after) == before
    assert comments(after) == Counter(said(text))
    assert registry.canonical(after, ORDER) == after


def said(text: str) -> list[str]:
    """The comments of a file without the help of a tree: what stands behind the first # that is outside quotation marks."""
    found = []
    for line in text.replace("\r\n", "\n").split("\n"):
        outside, escaped = True, False
        for i, character in enumerate(line):
            if character == "#" and outside:
                found.append(line[i:].rstrip(" \t\r"))
                break
            if character == '"' and not escaped:
                outside = not outside
            escaped = character == "\\" and not escaped
    return found
