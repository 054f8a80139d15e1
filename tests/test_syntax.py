"""TOML's own errors: what is said of each, where the caret stands, and what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore import registry
from sportlore.diagnostics import Finding
from sportlore.registry.files import Files


def fault(content: str | bytes) -> Finding:
    """The finding for a file that cannot be read."""
    with pytest.raises(registry.Unreadable) as caught:
        registry.parse("x.toml", content if isinstance(content, bytes) else content.encode())
    return caught.value.finding


CASES = {
    "missing quote": ('a = "x\nb = 1', 1, 7, "a quotation mark is missing at the end of this line", 'close the string with "'),
    "missing quote, the last line": ('a = "x', 1, 7, "a quotation mark is missing", 'close the string with "'),
    "missing single quote": ("a = 'x\nb = 1", 1, 7, "a quotation mark is missing", "close the string with '"),
    "missing quote in an array": ('a = [\n  "x,\n  "y",\n]', 2, 6, "a quotation mark is missing", "close the string"),
    "steps as text": ('steps = "One.\nTwo."', 1, 14, "a string goes on in the next line", 'steps = ["…", "…"]'),
    "missing comma": ('a = ["x" "y"]', 1, 10, "a comma is missing before this", "write a comma between two items"),
    "missing comma at a line's end": ('a = [\n  "x"\n  "y",\n]', 2, 5, "a comma is missing behind this", "write a comma"),
    "array not closed": ('a = ["x"\nb = 2', 1, 5, "the array is not closed", "write `]` behind its last item"),
    "array not closed, a comma last": ('a = ["x",\n\nb = 1', 1, 5, "the array is not closed", "write `]`"),
    "array not closed, a header": ('a = [\n"x"\n[facts]\n', 1, 5, "the array is not closed", "write `]`"),
    "array not closed, the end": ("a = [1", 1, 5, "the array is not closed", "write `]`"),
    "quote missing within an array": ('a = ["x, "y"]', 1, 11, "the string ends before this", "one is missing"),
    "opening quote missing": ('a = ["x", y"]', 1, 11, "a text without quotation marks", 'write "y"'),
    "inline table not closed": ("a = { men = 1\nb = 2", 1, 5, "the table is not closed", "write `}`"),
    "inline table without comma": ("a = { men = 1 women = 2 }", 1, 15, "a comma is missing before this", "two keys"),
    "inline table with nonsense": ("a = { men = 1 ; }", 1, 15, "a comma or `}` is missing", "{ men = 1, women = 2 }"),
    "thousands separator": ("a = 1,200", 1, 5, "`1,200` has a thousands separator", "write 1200 without it"),
    "two thousands separators": ("a = 1,200,300.5", 1, 5, "`1,200,300.5` has", "write 1200300.5 without it"),
    "decimal comma": ("a = 1,5", 1, 6, "a decimal comma", "write a point: 1.5"),
    "unit": ("a = 12 players", 1, 8, "`players` behind a number", "write 12 alone"),
    "unit without a space": ("a = 23.77m", 1, 10, "`m` behind a number", "write 23.77 alone"),
    "per cent": ("a = 5%", 1, 6, "`%` behind a number", "write 5 alone"),
    "leading zero": ("a = 012", 1, 5, "a number does not begin with 0", "write 12"),
    "no digit behind the point": ("a = 1.", 1, 6, "no digit stands behind the point", "1.0"),
    "no digit before the point": ("a = .5", 1, 5, "a number begins with a digit", "write 0.5"),
    "quote within a string": ('a = "the "big" one"', 1, 11, "the string ends before this", 'write \\" for a "'),
    "apostrophe within a string": ("a = 'it's'", 1, 9, "the string ends before this", "double quotation marks"),
    "strings without array": ('a = "x", "y"', 1, 8, "a comma behind a string", '["…", "…"]'),
    "two statements": ("a = 1 b = 2", 1, 7, "two statements on one line", "begin a new line"),
    "two statements, strings": ('a = "x" b = 2', 1, 9, "two statements on one line", "begin a new line"),
    "something behind": ("a = true ;", 1, 10, "a value is followed by something else", "end the line"),
    "old Mac line ends": ("a = 1\rb = 2", 1, 6, "a carriage return without a line feed", "LF"),
    "duplicate key": ("contact = 1\n\ncontact = 2", 3, 1, "`contact` is stated twice, first on line 1", "keep one"),
    "duplicate key in a table": ("[facts]\nu-x = 1\n'u-x' = 2", 3, 1, "`u-x` is stated twice, first on line 2", "keep"),
    "duplicate key in an inline table": ("a = { b = 1, b = 2 }", 1, 14, "`b` is stated twice, first on line 1", "keep one"),
    "duplicate header": ("[facts]\na = 1\n[facts]\nb = 1", 3, 2, "`facts` is stated twice, first on line 1", "join them"),
    "key and header": ("facts = 1\n[facts]\nb = 1", 2, 2, "`facts` is stated twice, first on line 1", "join them"),
    "dotted key and header": ("facts.a = 1\n[facts]\nb = 1", 2, 7, "stated twice", "below its header"),
    "text without quotes": ("a = outdoor sport # x", 1, 5, "a text without quotation marks", 'write "outdoor sport"'),
    "True": ("a = True", 1, 5, "`True` is not a value", "write true"),
    "no": ("a = no", 1, 5, "`no` is not a value", "write false"),
    "null": ("a = null", 1, 5, "`null` is not a value", "leave the key out"),
    "curved quotes": ("a = “x”", 1, 5, "curved quotation marks", "straight"),
    "no value": ("a =\nb = 1", 1, 4, "the value is missing", "leave the key out"),
    "two commas": ("a = [1,,2]", 1, 8, "an item of the array is missing", "write a value"),
    "colon": ("a: 1", 1, 2, "a colon for an equals sign", "write `=`"),
    "key of two words": ("net height = 1", 1, 5, "a key of several words", "hyphens"),
    "no equals sign": ("a = 1\nand so on", 2, 1, "a line without `=`", "write `key = value`"),
    "key missing": ("= 1", 1, 1, "the key is missing", "`key = value`"),
    "YAML list": ('- "x"', 1, 1, "a line without `=`", "key = value"),
    "Markdown list": ("* x", 1, 1, "a list as in YAML or Markdown", '["…", "…"]'),
    "curved quote first": ("“x” = 1", 1, 1, "not a key, a header or a comment", "`[header]`"),
    "header not closed": ("[facts\na = 1", 1, 7, "the header is not closed", "write `]`"),
    "array header not closed": ("[[sections]\na = 1", 1, 11, "the header is not closed", "write `]]`"),
    "backslash": (r'a = "C:\Users"', 1, 8, "a backslash in a string", r"\\"),
    "backslash q": (r'a = "\q"', 1, 6, "a backslash in a string", r"\\"),
    "NUL": ('a = "x\x00"', 1, 7, "an invisible character (U+0000)", "delete it"),
    "NUL as value": ("a = \x00", 1, 5, "an invisible character (U+0000)", "delete it"),
    "zero-width space": ("\u200ba = 1", 1, 1, "an invisible character (U+200B)", "delete it"),
    "month": ("checked = 2026-11", 1, 11, "a date without quotation marks", 'write "2026-11"'),
    "impossible date": ("a = 2026-02-30", 1, 5, "not valid TOML: invalid date or datetime", "toml.io"),
    "string of several lines": ('a = """x\ny', 1, 5, "the string of several lines is not closed", "three quotation marks"),
    "5,000 digits": ("b = 1\na = " + "1" * 5000, 2, 5, "an integer of more than 64 bits", "check the value"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_an_error_of_toml_says_what_to_write(case: str) -> None:
    content, line, column, message, help = CASES[case]
    said = fault(content)
    assert said.code == "syntax"
    assert message in said.message
    assert help in said.help
    assert (said.location.line, said.location.column) == (line, column)


@pytest.mark.parametrize(
    ("content", "position", "message", "help"),
    [
        (b"\xef\xbb\xbfa = 1", (1, 1), "begins with a byte order mark", "without byte order mark"),
        ("a = 1".encode("utf-16"), (1, 1), "UTF-16", "UTF-8"),
        ("a = 1\nb = 'ü' # é".encode()[:-2] + b"\xe9", (2, 11), "the byte 0xE9", "in Latin-1 this byte is `é`"),
        (b"\x80", (1, 1), "the byte 0x80", "UTF-8"),
    ],
)
def test_a_file_in_another_encoding_is_named_with_its_place(
    content: bytes, position: tuple[int, int], message: str, help: str
) -> None:
    said = fault(content)
    assert (said.location.line, said.location.column) == position
    assert message in said.message
    assert help in said.help


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("[facts]\na = [1, nan]", ("facts", "a", 1), "`nan` is not a number that can be published"),
        ("a = -inf", ("a",), "`-inf` is not a number"),
        ("a = 9223372036854775808", ("a",), "more than 64 bits"),
        ("a = 0x" + "f" * 5000, ("a",), "more than 64 bits"),
        ("checked = 2026-11-01", ("checked",), "takes a date"),
        ("a = 07:30:00", ("a",), "takes a date or a time"),
        ("a = " + "[" * 60 + "]" * 60, ("a",), "nested more than 50 levels"),
        (".".join("a" * 200) + " = 1", ("a",), "nested more than 50 levels"),
        ("a = " + "[" * 450 + "]" * 450, (), "nested more than 50 levels"),
        (".".join("a" * 2000) + " = 1", (), "nested more than 50 levels"),
    ],
)
def test_values_that_cannot_be_published_are_named(text: str, path: tuple[str | int, ...], message: str) -> None:
    said = fault(text)
    assert said.location.path[: len(path)] == path
    assert message in said.message


def test_line_ends_of_windows_are_read() -> None:
    assert registry.parse("x.toml", b'a = "x"\r\nb = 1\r\n')[1] == {"a": "x", "b": 1}


def test_what_cannot_be_opened_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "circle.toml").symlink_to(tmp_path / "circle.toml")
    for name, reason in (("folder.toml", "is a folder"), ("circle.toml", "is a link")):
        with pytest.raises(registry.Unreadable, match=reason):
            Files(tmp_path).load(name)
    with pytest.raises(registry.Unreadable, match="no file"):
        Files(tmp_path).load("nothing.toml")


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused_at_a_place_within_them(content: bytes) -> None:
    try:
        registry.parse("x.toml", content)
    except registry.Unreadable as error:
        place = error.finding.location
        lines = content.decode("utf-8", "replace").split("\n")
        extent = registry.locate("\n".join(lines), place)
        assert 1 <= extent.line <= len(lines)
        assert 1 <= extent.column <= len(lines[extent.line - 1]) + 1
