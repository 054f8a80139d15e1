"""A formula in its canonical text: one spelling for one tree, with no parenthesis that could be left out."""

from sportlore.formula.tree import (
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


def to_text(expression: Expression) -> str:
    """The canonical text, which `parse` reads back as the same tree: `(2*x) ^(-y)` becomes `(2 * x)^-y`."""
    return _within(expression, 0)


def number_text(value: float) -> str:
    """The shortest text of a number that reads back as the same one, in Python and in JavaScript.

    >>> number_text(30.0), number_text(0.036), number_text(0.000001093)
    ('30', '0.036', '1.093e-06')
    """
    return repr(value).removesuffix(".0")


def _within(node: Expression, least: int) -> str:
    """The text of `node`, in parentheses where it binds looser than `least`."""
    text = _bare(node)
    return f"({text})" if precedence(node) < least else text


def _bare(node: Expression) -> str:
    match node:
        case Number(value):
            return number_text(value)
        case StringLiteral(value):
            return f'"{value}"'
        case Name(name):
            return name
        case Unary("-", operand):
            return f"-{_within(operand, NEGATION)}"
        case Unary(operator, operand):
            return f"{operator} {_within(operand, PRECEDENCE[operator])}"
        case Call(function, arguments):
            return f"{function}({', '.join(map(to_text, arguments))})"
        case Binary(operator) | Compare(operator) | Logic(operator):
            left, right = operands(node)
            sign = operator if operator == "^" else f" {operator} "
            return f"{_within(*left)}{sign}{_within(*right)}"
