"""TOML's own errors, with what to write instead.

tomli says what it expected and where it stopped. What the author meant is read off the text around that position.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import tomli
from msgspec import Struct

from sportlore.diagnostics import Finding, Location
from sportlore.registry import tree

_STATEMENT = re.compile(r"""\s*(?:\[{1,2}[\w.\s"'-]+\]{1,2}|[\w."'-]+\s*=)""")
"""The beginning of a line that is a header or a pair."""


class SyntaxFault(Struct, frozen=True):
    """What is wrong and what to write instead; `position` where the caret belongs, if not where the parser stopped."""

    message: str
    help: str
    position: int | None = None


class Stop(Struct, frozen=True):
    """Where the parser stopped: the text, the position, and the parts of its line before and behind it."""

    text: str
    position: int
    message: str

    @property
    def before(self) -> str:
        return self.text[self.text.rfind("\n", 0, self.position) + 1 : self.position]

    @property
    def behind(self) -> str:
        return self.text[self.position :].partition("\n")[0]


def finding(file: str, error: tomli.TOMLDecodeError) -> Finding:
    """The finding for a file that is not valid TOML, at the location where it has to be changed."""
    stop = Stop(error.doc, error.pos, error.msg)
    explain = next((explain for start, explain in _EXPLANATIONS if error.msg.startswith(start)), _other)
    fault = explain(stop)
    position = stop.position if fault.position is None else fault.position
    location = Location(file, line=_line(stop.text, position), column=position - stop.text.rfind("\n", 0, position))
    return Finding("syntax", fault.message, location, fault.help)


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _other(stop: Stop) -> SyntaxFault:
    message = f"not valid TOML: {stop.message[0].lower()}{stop.message[1:]}"
    return SyntaxFault(message, "see https://toml.io for the form of TOML")


def _trailing(stop: Stop) -> SyntaxFault:
    """Something stands behind a value on its line."""
    if stop.behind.startswith("\r"):
        return SyntaxFault("a carriage return without a line feed", "save the file with the line ends of Unix (LF)")
    if stop.before.rstrip().endswith(('"', "'")):
        return _behind_a_string(stop)
    if _STATEMENT.match(stop.behind):
        return SyntaxFault("two statements on one line", "begin a new line here")
    return _behind_a_number(stop) or SyntaxFault(
        "a value is followed by something else", "end the line behind the value, or write # before a comment"
    )


def _behind_a_number(stop: Stop) -> SyntaxFault | None:
    number = re.search(r"(?<![\w.])[+-]?\d{1,3}$", stop.before)
    if number and (rest := re.match(r"(?:,\d{3})+(?:\.\d+)?", stop.behind)):
        written = number.group() + rest.group()
        start = stop.position - len(number.group())
        return SyntaxFault(
            f"`{written}` has a thousands separator", f"write {written.replace(',', '')} without it", start
        )
    if number and re.match(r",\d", stop.behind):
        return SyntaxFault("a decimal comma", f"write a point: {number.group()}.{stop.behind[1:].split()[0]}")
    if re.search(r"(?<!\w)[+-]?0$", stop.before) and (digits := re.match(r"\d+", stop.behind)):
        value = digits.group().lstrip("0") or "0"
        return SyntaxFault("a number does not begin with 0", f"write {value}", stop.position - 1)
    if re.search(r"\d$", stop.before) and re.match(r"\.(?!\d)", stop.behind):
        return SyntaxFault("no digit stands behind the point", "write a digit behind it, as in 1.0, or no point")
    if (unit := re.match(r"[^\W\d_]\w*|%|°\w*", stop.behind)) and re.search(r"\d\s*$", stop.before):
        value = stop.before.split()[-1]
        help = f"write {value} alone: the unit of a fact stands in vocabulary/facts.toml"
        return SyntaxFault(f"`{unit.group()}` behind a number", help)
    if (year := re.search(r"\b\d{4}$", stop.before)) and (rest := re.match(r"-[\d-]+", stop.behind)):
        written = year.group() + rest.group()
        return SyntaxFault("a date without quotation marks", f'write "{written}"', stop.position - 4)
    return None


def _behind_a_string(stop: Stop) -> SyntaxFault:
    if _STATEMENT.match(stop.behind):
        return SyntaxFault("two statements on one line", "begin a new line here")
    if stop.behind.startswith(","):
        return SyntaxFault("a comma behind a string", 'write several strings as an array: ["…", "…"]')
    quote = stop.before.rstrip()[-1]
    cure = (
        'write the whole string in double quotation marks: "it\'s"'
        if quote == "'"
        else 'write \\" for a " inside a string'
    )
    return SyntaxFault("the string ends before this", cure)


def _unclosed_array(stop: Stop) -> SyntaxFault:
    following = stop.text[stop.position :]
    opened = _opening(stop, "[")
    statement = _STATEMENT.match(following) and not stop.before.strip()
    if following and not statement and following[0] in "\"'{[0123456789+-tf":
        behind = len(stop.text[: stop.position].rstrip())
        message = "a comma is missing before this"
        if "\n" in stop.text[behind : stop.position]:
            return SyntaxFault(
                "a comma is missing behind this", "write a comma between two items of an array", behind - 1
            )
        return SyntaxFault(message, "write a comma between two items of an array")
    if following and not statement and stop.before.rstrip().endswith(('"', "'")):
        return SyntaxFault(
            "the string ends before this", "check the quotation marks of this line: one is missing or too many"
        )
    return SyntaxFault("the array is not closed", "write `]` behind its last item", opened)


def _unclosed_table(stop: Stop) -> SyntaxFault:
    opened = _opening(stop, "{")
    if stop.behind and not _STATEMENT.match(stop.behind):
        return SyntaxFault("a comma or `}` is missing before this", "write { men = 1, women = 2 } on one line")
    if stop.before.strip() and stop.behind:
        return SyntaxFault("a comma is missing before this", "write a comma between two keys of a table")
    return SyntaxFault("the table is not closed", "write `}` behind its last value", opened)


def _opening(stop: Stop, bracket: str) -> int:
    """The position of the bracket that the last `key = [` above opened; where the parser stopped, if there is none."""
    openings = [m.end() - 1 for m in re.finditer(rf"=\s*{re.escape(bracket)}", stop.text[: stop.position])]
    return openings[-1] if openings else stop.position


def _unclosed_string(stop: Stop) -> SyntaxFault:
    """A basic string ends on its line: either its quotation mark is missing, or the author went on below."""
    if stop.position == len(stop.text):
        opened = max(stop.text.rfind(quotes) for quotes in ('"', "'"))
        if stop.text.endswith(('"""', "'''"), 0, opened + 1):
            return SyntaxFault(
                "the string of several lines is not closed", "write the three quotation marks that end it", opened - 2
            )
        end = stop.text.find("\n", opened)
        stop = Stop(stop.text, stop.position if end < 0 else end, stop.message)
    below = next((line for line in stop.text[stop.position :].split("\n")[1:] if line.strip()), "")
    if not below or _STATEMENT.match(below) or re.match(r"\s*[\]\"'#]", below):
        quote = '"' if '"' in stop.before else "'"
        message = "a quotation mark is missing at the end of this line"
        return SyntaxFault(message, f"close the string with {quote}", stop.position)
    help = 'join the lines; write several steps as an array: steps = ["…", "…"]'
    return SyntaxFault("a string goes on in the next line", help, stop.position)


def _invalid_character(stop: Stop) -> SyntaxFault:
    character = stop.text[stop.position : stop.position + 1]
    if character == "\n":
        return _unclosed_string(stop)
    return _invisible(character)


def _invisible(character: str) -> SyntaxFault:
    return SyntaxFault(f"an invisible character (U+{ord(character):04X})", "delete it")


def _missing_value(stop: Stop) -> SyntaxFault:
    rest = stop.behind.strip()
    word = re.match(r"[^\s,\]}#]+", rest)
    if re.search(r"=\s*\[[^=]*$", stop.text[: stop.position]) and not stop.before.strip() and _STATEMENT.match(rest):
        return _unclosed_array(stop)
    if not word:
        what = "an item of the array" if rest.startswith(",") else "the value"
        return SyntaxFault(f"{what} is missing", "write a value, or leave the key out")
    text = word.group()
    if not text[0].isprintable():
        return _invisible(text[0])
    if text[0] in "“”„‟«»‘’‚":
        return SyntaxFault("curved quotation marks", 'write straight ones: "…"')
    if text.lower() in ("true", "yes", "on", "false", "no", "off"):
        value = "true" if text.lower() in ("true", "yes", "on") else "false"
        return SyntaxFault(f"`{text}` is not a value", f'write {value}, or "{text}" if it is a word')
    if re.match(r"[+-]?\.\d", text):
        return SyntaxFault("a number begins with a digit", f"write {text.replace('.', '0.', 1)}")
    if text.lower() in ("null", "none", "nil", "~"):
        return SyntaxFault(f"`{text}` is not a value", "leave the key out")
    words = re.split(r"[#,]", rest)[0].strip("]} \"'")
    return SyntaxFault("a text without quotation marks", f'write "{words}"')


def _missing_equals(stop: Stop) -> SyntaxFault:
    if stop.behind.lstrip().startswith(":"):
        return SyntaxFault("a colon for an equals sign", "write `=`")
    key = re.search(r"[\w.-]+\s*$", stop.before)
    if stop.behind.strip() and "=" in stop.behind:
        return SyntaxFault(
            "a key of several words", "write it with hyphens, as vocabulary/ has it, or join the line to the one above"
        )
    start = stop.position - len(key.group()) if key else None
    return SyntaxFault("a line without `=`", "write `key = value`, or close the string or array above", start)


def _invalid_statement(stop: Stop) -> SyntaxFault:
    character = stop.behind[:1]
    if character and not character.isprintable():
        return _invisible(character)
    if character in ("-", "*", "•"):
        return SyntaxFault("a list as in YAML or Markdown", 'write `key = ["…", "…"]`')
    if character == "=":
        return SyntaxFault("the key is missing", "write `key = value`")
    return SyntaxFault("not a key, a header or a comment", "write `key = value`, `[header]` or `# comment`")


def _header_end(stop: Stop) -> SyntaxFault:
    bracket = "]]" if "array" in stop.message else "]"
    return SyntaxFault("the header is not closed", f"write `{bracket}` behind its name")


def _escape(stop: Stop) -> SyntaxFault:
    start = stop.text.rfind("\\", 0, stop.position + 1)
    return SyntaxFault("a backslash in a string", r"write \\ for a backslash, \n for a new line", start)


def _twice(stop: Stop) -> SyntaxFault:
    """A key or table that is stated twice: the tree has both, since only the meaning is wrong."""
    first: dict[tree.Path, tree.Entry] = {}
    for entry in tree.entries(tree.parse(stop.text)):
        if entry.key is None or not (entry.declares or entry.path in first):
            continue
        earlier = first.setdefault(entry.path, entry)
        if earlier is not entry and entry.declares:
            name = ".".join(str(step) for step in entry.path if isinstance(step, str))
            row = (earlier.key or entry.key).start_point.row
            message = f"`{entry.path[-1] if entry.value else name}` is stated twice, first on line {row + 1}"
            start = len((stop.text.encode()[: entry.key.start_byte]).decode())
            return SyntaxFault(message, "keep one of them" if entry.value else "join them below one header", start)
    return SyntaxFault("a key or table is stated twice", "state it once: below its header, or with dotted keys")


_EXPLANATIONS: tuple[tuple[str, Callable[[Stop], SyntaxFault]], ...] = (
    ("Expected newline or end of document after a statement", _trailing),
    ("Unclosed array", _unclosed_array),
    ("Unclosed inline table", _unclosed_table),
    ("Unterminated string", _unclosed_string),
    ("Expected '\"'", _unclosed_string),
    ('Expected "\'"', _unclosed_string),
    ("Illegal character", _invalid_character),
    ("Found invalid character", _invalid_character),
    ("Invalid value", _missing_value),
    ("Expected '=' after a key", _missing_equals),
    ("Invalid initial character for a key part", _invalid_statement),
    ("Invalid statement", _invalid_statement),
    ("Expected ']", _header_end),
    ("Unescaped", _escape),
    ("Invalid hex", _escape),
    ("Escaped character", _escape),
    ("Cannot ", _twice),
    ("Duplicate inline table key", _twice),
)
"""What tomli's messages begin with, and who explains them."""
