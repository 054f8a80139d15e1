"""A formula as presentation MathML, for reading: fractions, powers, roots and braces for cases."""

from html import escape
from typing import Final, Literal

from sportlore.formula.text import number_text, to_text
from sportlore.formula.tree import (
    ATOM,
    NEGATION,
    PRECEDENCE,
    Binary,
    Call,
    Compare,
    Expression,
    Logic,
    Name,
    Number,
    StringLiteral,
    Unary,
    operands,
    precedence,
)

_SIGNS: Final = {
    "-": "\N{MINUS SIGN}",
    "*": "\N{MULTIPLICATION SIGN}",
    "<=": "\N{LESS-THAN OR EQUAL TO}",
    ">=": "\N{GREATER-THAN OR EQUAL TO}",
    "==": "=",
    "!=": "\N{NOT EQUAL TO}",
}
_FENCES: Final = {"abs": ("|", "|"), "floor": ("⌊", "⌋"), "ceil": ("⌈", "⌉")}
_SPACE: Final = "\N{NO-BREAK SPACE}"  # browsers trim any other at the edge of an element
_APPLY: Final = "<mo>\N{FUNCTION APPLICATION}</mo>"


def to_mathml(expression: Expression, display: Literal["block", "inline"] = "block") -> str:
    """A `<math>` element: `a / 2` is a fraction `<mfrac><mi>a</mi><mn>2</mn></mfrac>` in it.

    It is well-formed as XML and in HTML; its `alttext` is the canonical text. In a line it is as high as in a block.
    """
    style = 'display="block"' if display == "block" else 'display="inline" displaystyle="true"'
    attributes = f'xmlns="http://www.w3.org/1998/Math/MathML" {style} alttext="{escape(to_text(expression))}"'
    return f"<math {attributes}>{_within(expression, 0)}</math>"


def _within(node: Expression, least: int) -> str:
    """One element for `node`, in parentheses where it binds looser than `least` to the eye."""
    return _fenced("(", _bare(node), ")") if _level(node) < least else _bare(node)


def _level(node: Expression) -> int:
    """How tightly `node` binds to the eye, which a fraction bar or a superscript changes."""
    match node:
        case Number(value) if "e" in number_text(value):
            return PRECEDENCE["*"]
        case Binary("/") | Call("exp"):
            return PRECEDENCE["^"]
        case Call("if"):
            return 0
        case _:
            return precedence(node)


def _bare(node: Expression) -> str:
    match node:
        case Number(value):
            return _number(value)
        case StringLiteral(value):
            return f"<mtext>{escape(value)}</mtext>"
        case Name(name):
            return f"<mi>{name.replace('_', ' ')}</mi>"
        case Unary("-", operand):
            return _row(_sign("-"), _within(operand, NEGATION))
        case Unary(_, operand):
            return _row(f"<mtext>not{_SPACE}</mtext>", _within(operand, PRECEDENCE["not"]))
        case Binary("/", left, right):
            return f"<mfrac>{_within(left, 0)}{_within(right, 0)}</mfrac>"
        case Binary("^", left, right):
            return f"<msup>{_within(left, ATOM)}{_within(right, 0)}</msup>"
        case Binary(operator) | Compare(operator) | Logic(operator):
            (left, left_level), (right, right_level) = operands(node)
            # 2 times (-a), since two signs side by side are hard to read
            right_level = ATOM if isinstance(node, Binary) and _starts_with_minus(right) else right_level
            return _row(_within(left, left_level), _operator(operator), _within(right, right_level))
        case Call():
            return _call(node)


def _call(node: Call) -> str:
    inside = "<mo>,</mo>".join(_within(argument, 0) for argument in node.arguments)
    match node.function:
        case "if":
            return _cases(node)
        case "sqrt":
            return f"<msqrt>{inside}</msqrt>"
        case "exp":
            return f"<msup><mi>e</mi>{inside}</msup>"
        case "abs" | "floor" | "ceil" as function:
            left, right = _FENCES[function]
            return _fenced(left, inside, right)
        case "log10":
            return _row("<msub><mi>log</mi><mn>10</mn></msub>", _APPLY, _fenced("(", inside, ")"))
        case function:
            return _row(f"<mi>{function}</mi>", _APPLY, _fenced("(", inside, ")"))


def _cases(node: Expression) -> str:
    """A brace with one row for each branch; an `if` in the last place adds its rows to the same brace."""
    rows = ""
    while isinstance(node, Call) and node.function == "if":
        condition, then, node = node.arguments
        rows += _case(_within(then, 0), f"<mtext>if{_SPACE}</mtext>{_within(condition, 0)}")
    rows += _case(_within(node, 0), "<mtext>otherwise</mtext>")
    return _row("<mo>{</mo>", f"<mtable>{rows}</mtable>")


def _case(value: str, when: str) -> str:
    return f"<mtr><mtd>{value}</mtd><mtd>{_row(when)}</mtd></mtr>"


def _number(value: float) -> str:
    """The digits as they are; a small or great number as a product with a power of ten."""
    digits, _, exponent = number_text(value).partition("e")
    if not exponent:
        return f"<mn>{digits}</mn>"
    power = _row(_sign("-") if exponent.startswith("-") else "", f"<mn>{abs(int(exponent))}</mn>")
    return _row(f"<mn>{digits}</mn>", _sign("*"), f"<msup><mn>10</mn>{power}</msup>")


def _starts_with_minus(node: Expression) -> bool:
    while isinstance(node, Binary) and node.operator in ("+", "-", "*"):
        node = node.left
    return isinstance(node, Unary)


def _operator(operator: str) -> str:
    """The sign of an operator, or its word with a space on either side."""
    return f"<mtext>{_SPACE}{operator}{_SPACE}</mtext>" if operator.isalpha() else _sign(operator)


def _sign(operator: str) -> str:
    return f"<mo>{escape(_SIGNS.get(operator, operator))}</mo>"


def _fenced(left: str, inside: str, right: str) -> str:
    return _row(f"<mo>{left}</mo>", inside, f"<mo>{right}</mo>")


def _row(*parts: str) -> str:
    return f"<mrow>{''.join(parts)}</mrow>"
