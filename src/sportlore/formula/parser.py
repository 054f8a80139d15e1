"""From the text of a formula to its tree, with the column and the cure of whatever is wrong.

The parser is our own, by operator precedence, since no existing one fits the grammar. Python's `ast` reads
`^` as a bitwise operator that binds looser than `+`, takes `if(a, b, c)` for a syntax error, folds look-alike
letters into ASCII, counts columns in bytes, and can run out of stack or memory before a whitelist sees
anything; rewriting the text for it would shift every column. `lark` would be a dependency for eight levels of
precedence, whose errors name terminals rather than cures and whose depth is not bounded.
"""

import math
import re
import unicodedata
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, NamedTuple

from sportlore.formula.functions import CALLABLE, IF, arity
from sportlore.formula.tree import (
    COMPARISONS,
    NEGATION,
    PRECEDENCE,
    Binary,
    Call,
    Compare,
    Expression,
    FormulaError,
    Logic,
    Name,
    Number,
    StringLiteral,
    Unary,
    compared,
    operand_levels,
    value_type,
    walk,
)

MAX_LENGTH: Final = 2000
"""The greatest number of characters of a formula."""
MAX_NODES: Final = 500
"""The greatest number of numbers, names, operators and calls of a formula."""
MAX_DEPTH: Final = 50
"""The greatest number of steps that rest on one another: `a + b + c` has three."""

# A step to the right in parentheses, `a - (b - …)`, takes two calls of the parser for one level of the tree.
_MAX_CALLS: Final = 2 * MAX_DEPTH + 1

_SNAKE_CASE: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_RESERVED: Final = frozenset({"and", "or", "not", *CALLABLE})
_CURES: Final = {
    "**": "write a power as `^`",
    "//": "write `floor(a / b)` for a whole quotient",
    "===": "write `==`",
    "!==": "write `!=`",
    "<>": "write `!=`",
    "=": "write `==` for equality",
    "&&": "write `and`",
    "||": "write `or`",
    "!": "write `not`",
    "%": "write per cent as `/ 100`",
    "'": 'write texts in double quotes: "female"',
    "\N{LEFT DOUBLE QUOTATION MARK}": 'write texts in straight quotes: "female"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": 'write texts in straight quotes: "female"',
    "\N{MULTIPLICATION SIGN}": "write `*`",
    "\N{MIDDLE DOT}": "write `*`",
    "\N{DIVISION SIGN}": "write `/`",
    "\N{MINUS SIGN}": "write `-`",
    "\N{EN DASH}": "write `-`",
    "\N{LESS-THAN OR EQUAL TO}": "write `<=`",
    "\N{GREATER-THAN OR EQUAL TO}": "write `>=`",
    "\N{NOT EQUAL TO}": "write `!=`",
    "\N{SUPERSCRIPT TWO}": "write `^2`",
    "\N{SUPERSCRIPT THREE}": "write `^3`",
    "\N{SQUARE ROOT}": "write `sqrt(x)`",
}
"""Signs that people write for an operator, each with what to write instead."""
_SYMBOLS: Final = sorted({*"+-*/^(),", *COMPARISONS, *_CURES}, key=len, reverse=True)  # `===` before `==`
_TOKEN: Final = re.compile(
    rf"""(?P<number>[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)
       | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
       | (?P<text>"[^"]*")
       | (?P<symbol>{"|".join(map(re.escape, _SYMBOLS))})""",
    re.VERBOSE,
)
_TYPES: Final = {"number": "a number", "truth": "a comparison", "text": "a text"}


class _Token(NamedTuple):
    type: str  # number, name, text, symbol, word (reserved) or end
    text: str
    column: int


@lru_cache(1_024)
def parse(text: str) -> Expression:
    """Read a formula: `2 * x` becomes `Binary("*", Number(2.0), Name("x"))`.

    Its value is a number. Whatever is wrong, types included, is a `FormulaError`; time and memory are bounded
    by `MAX_LENGTH`, `MAX_NODES` and `MAX_DEPTH`.
    """
    return _parsed(text, "number", "a formula")


@lru_cache(1_024)
def parse_condition(text: str) -> Expression:
    """Read a condition: `a < b` becomes `Compare("<", Name("a"), Name("b"))`; whatever is wrong, as in `parse`."""
    return _parsed(text, "truth", "a condition")


def _parsed(text: str, needed: str, whose: str) -> Expression:
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"the formula has {len(text)} characters: shorten it to {MAX_LENGTH} or fewer")
    parser = _Parser(_tokens(text))
    expression = parser.expression(0)
    parser.finish()
    _need(needed, whose, expression)
    _check_size(expression)
    _check_names(expression)
    return expression


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    offset = 0
    while offset < len(text):
        if text[offset] == " ":
            offset += 1
            continue
        match = _TOKEN.match(text, offset)
        if match is None:
            raise FormulaError(_unreadable(text[offset]), offset + 1)
        token_type, word = str(match.lastgroup), match.group()
        token = _Token("word" if word in _RESERVED else token_type, word, offset + 1)
        offset = match.end()
        _check_token(token, text[offset : offset + 1])
        tokens.append(token)
    tokens.append(_Token("end", "", len(text) + 1))
    return tokens


def _unreadable(character: str) -> str:
    if character == '"':
        return 'the text has no end: close it with `"`'
    if character == ".":
        return "a number does not begin with a point: write 0.5"
    shown = unicodedata.name(character, f"U+{ord(character):04X}")
    return f"{shown} has no meaning in a formula: remove it"


def _check_token(token: _Token, following: str) -> None:
    """Refuse what looks like a token and is none: `a=b`, `Weight`, or `2x`, whose `following` is `x`."""
    token_type, text, column = token
    if token_type == "symbol" and text in _CURES:
        raise FormulaError(f"`{text}` is not an operator: {_CURES[text]}", column)
    if token_type == "name" and not _SNAKE_CASE.fullmatch(text):
        raise FormulaError(f"`{text}` is not a name: write names in snake_case, as in `body_mass`", column)
    if token_type == "text" and (not text.isprintable() or "\\" in text or text == '""'):
        raise FormulaError("a text holds letters, digits and the like, no backslash and not nothing", column)
    if token_type == "number" and re.match(r"[\w.]", following):
        raise FormulaError("a number reads 12, 0.5 or 1.2e-6, and a product 2 * x", column)
    if token_type == "number" and not math.isfinite(float(text)):
        raise FormulaError("the number is too large: keep it below 1e308", column)


class _Parser:
    """One pass over the tokens; `calls` counts how deep it stands in itself."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.index = 0
        self.calls = 0

    def take(self) -> _Token:
        token = self.tokens[self.index]
        self.index += 1
        return token

    def take_if(self, symbol: str) -> bool:
        matches = self.tokens[self.index][:2] == ("symbol", symbol)
        self.index += matches
        return matches

    def expression(self, least: int) -> Expression:
        """An operand and all operators after it that bind at least as tightly as `least`."""
        self.calls += 1
        if self.calls > _MAX_CALLS:
            raise _too_deep(self.tokens[self.index].column)
        left = self.operand()
        while self.operator_level() >= least:
            operator = self.take()
            right = self.expression(operand_levels(operator.text)[1])
            left = _join(operator, left, right)
        self.calls -= 1
        return left

    def operator_level(self) -> int:
        """The precedence of the operator that comes next, or -1 where none does."""
        token_type, text, _ = self.tokens[self.index]
        return PRECEDENCE.get(text, -1) if token_type in ("symbol", "word") and text != "not" else -1

    def operand(self) -> Expression:
        token_type, text, column = token = self.take()
        match token_type, text:
            case "number", _:
                return Number(float(text), column)
            case "text", _:
                return StringLiteral(text[1:-1], column)
            case "symbol", "-":
                return Unary("-", _need("number", "`-`", self.expression(NEGATION)), column)
            case "word", "not":
                return Unary("not", _need("truth", "`not`", self.expression(PRECEDENCE["not"])), column)
            case "symbol", "(":
                inner = self.expression(0)
                self.close(column)
                return inner
            case "name" | "word", _ if self.take_if("("):
                return self.call(token)
            case "name", _:
                return Name(text, column)
            case _:
                raise FormulaError(_not_an_operand(token), column)

    def call(self, function: _Token) -> Call:
        """The arguments of a function whose name and parenthesis have been read."""
        if function.text not in CALLABLE:
            near = get_close_matches(function.text, CALLABLE, n=1)
            cure = f"did you mean `{near[0]}`?" if near else f"the functions are {', '.join(CALLABLE)}"
            raise FormulaError(f"no function `{function.text}`: {cure}", function.column)
        arguments = [self.expression(0)]
        while self.take_if(","):
            arguments.append(self.expression(0))
        self.close(function.column)
        return _call(function, arguments)

    def close(self, opened: int) -> None:
        """Take the parenthesis that closes the one at, or the function name at, the column `opened`."""
        if not self.take_if(")"):
            message = f"expected `,`, `)` or an operator in what opens at column {opened}"
            raise FormulaError(message, self.tokens[self.index].column)

    def finish(self) -> None:
        """Make sure that nothing is left."""
        token_type, text, column = self.tokens[self.index]
        if token_type != "end":
            cures = {")": "remove it, or open it before", ",": "write decimals with a point"}
            cure = cures.get(text, "write an operator before it, as in 2 * x")
            raise FormulaError(f"the formula ends before `{text}`: {cure}", column)


def _not_an_operand(token: _Token) -> str:
    if token.type == "end":
        return "the formula ends too early: a number, a name or `(` must follow"
    if token.text in CALLABLE:
        return f"`{token.text}` is a function: write {token.text}(…)"
    return f"`{token.text}` cannot stand here: expected a number, a name or `(`"


def _too_deep(column: int | None) -> FormulaError:
    return FormulaError(f"more than {MAX_DEPTH} steps rest on one another: write the formula more simply", column)


def _need(needed: str, whose: str, node: Expression) -> Expression:
    """`node`, if its value is of the type needed: `not` needs a comparison, `-` a number."""
    if (given := value_type(node)) == needed:
        return node
    cure = 'a text is only compared with an input, as in sex == "female"'
    if given == "truth":
        cure = "write if(…, 1, 0) around it"
    elif needed == "truth":
        cure = "compare it, as in x > 0"
    raise FormulaError(f"{whose} needs {_TYPES[needed]}, not {_TYPES[given]}: {cure}", node.column)


def _join(operator: _Token, left: Expression, right: Expression) -> Expression:
    """The two operands under their operator, if their values are of the type that it takes."""
    _, symbol, column = operator
    whose = f"`{symbol}`"
    if symbol in ("and", "or"):
        return Logic(symbol, _need("truth", whose, left), _need("truth", whose, right), column)
    if symbol not in COMPARISONS:
        return Binary(symbol, _need("number", whose, left), _need("number", whose, right), column)
    comparison = Compare(symbol, left, right, column)
    if compared(comparison):
        if symbol in ("==", "!="):
            return comparison
        raise FormulaError(f"a text has no order: compare it by `==` or `!=`, not {whose}", column)
    if isinstance(left, Compare):
        raise FormulaError("comparisons do not chain: write a < b and b < c", column)
    return Compare(symbol, _need("number", whose, left), _need("number", whose, right), column)


def _call(function: _Token, arguments: list[Expression]) -> Call:
    """The call, if the arguments are as many, and of the types, that the function takes."""
    _, name, column = function
    least, most = arity(name)
    if len(arguments) < least or (most is not None and len(arguments) > most):
        number = f"{least} or more" if most is None else str(least)
        example = f"{name}(condition, then, else)" if name == IF else f"{name}({', '.join('xyz'[:least])})"
        message = f"`{name}` takes {number} argument{'' if number == '1' else 's'}, not {len(arguments)}"
        raise FormulaError(f"{message}: write {example}", column)
    for index, argument in enumerate(arguments):
        if name == IF and index == 0:
            _need("truth", "the condition of `if`", argument)
        else:
            _need("number", f"`{name}`", argument)
    return Call(name, tuple(arguments), column)


def _check_size(expression: Expression) -> None:
    """Refuse a tree too deep or too large for what follows, all of which goes down it by recursion."""
    for count, (node, depth) in enumerate(walk(expression), 1):
        if depth > MAX_DEPTH:
            raise _too_deep(node.column)
        if count > MAX_NODES:
            message = f"the formula has more than {MAX_NODES} numbers, names and operators: shorten it"
            raise FormulaError(message, node.column)


def _check_names(expression: Expression) -> None:
    """Refuse an input that is compared with a text and also used as a number."""
    types: dict[str, str] = {}
    texts = {id(pair[0]) for node, _ in walk(expression) if (pair := compared(node))}
    for node, _ in walk(expression):
        if isinstance(node, Name):
            used_as = "text" if id(node) in texts else "number"
            if types.setdefault(node.name, used_as) != used_as:
                known = _TYPES[types[node.name]]
                message = f"`{node.name}` is {known} before and {_TYPES[used_as]} here: use two inputs"
                raise FormulaError(message, node.column)
