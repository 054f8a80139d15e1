"""The tree of a formula: what `parse` makes and all the rest reads.

`a < 2` is `Compare("<", Name("a"), Number(2.0))`. A node's column, its position in the text, takes no part in
equality: texts that mean the same are the same tree.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias


class FormulaError(Exception):
    """A formula that cannot be read or has no value: what is wrong, what to do, and where.

    >>> print(FormulaError("division by zero: check the inputs", 3))
    column 3: division by zero: check the inputs
    """

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message, column)
        self.message = message
        self.column = column

    def __str__(self) -> str:
        return self.message if self.column is None else f"column {self.column}: {self.message}"


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written, never negative: `-2` is a `Unary` of `2`."""

    value: float
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class StringLiteral:
    """A text in quotes, which only a `Compare` with a `Name` holds: `"female"`."""

    value: str
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    """An input: `body_mass`."""

    name: str
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """`-` before a number or `not` before a condition."""

    operator: str
    operand: "Expression"
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic of two numbers: `+ - * / ^`."""

    operator: str
    left: "Expression"
    right: "Expression"
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """A condition on two numbers, `< <= > >= == !=`, or on an input and a text, `== !=`."""

    operator: str
    left: "Expression"
    right: "Expression"
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Logic:
    """Two conditions joined by `and` or `or`."""

    operator: str
    left: "Expression"
    right: "Expression"
    column: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of its arguments, `if(condition, then, else)` among them."""

    function: str
    arguments: tuple["Expression", ...]
    column: int | None = field(default=None, compare=False)


Expression: TypeAlias = Number | StringLiteral | Name | Unary | Binary | Compare | Logic | Call

COMPARISONS: Final = frozenset({"<", "<=", ">", ">=", "==", "!="})
NEGATION: Final = 7  # binds tighter than `*` and looser than `^`: -2^2 is -4
ATOM: Final = 9
PRECEDENCE: Final = {
    "or": 1,
    "and": 2,
    "not": 3,
    **dict.fromkeys(COMPARISONS, 4),
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "^": 8,
}


def precedence(node: Expression) -> int:
    """How tightly the outermost operator of `node` binds; `ATOM` where there is none."""
    match node:
        case Unary("-"):
            return NEGATION
        case Unary(operator) | Binary(operator) | Compare(operator) | Logic(operator):
            return PRECEDENCE[operator]
        case _:
            return ATOM


def operand_levels(operator: str) -> tuple[int, int]:
    """The least precedence of the left and of the right operand that needs no parentheses.

    >>> operand_levels("-"), operand_levels("^")
    ((5, 6), (9, 7))
    """
    level = PRECEDENCE[operator]
    if operator == "^":  # to the right, and a minus may stand in the exponent: 2^-1
        return level + 1, NEGATION
    if operator in COMPARISONS:  # not chained
        return level + 1, level + 1
    return level, level + 1


def operands(node: Binary | Compare | Logic) -> tuple[tuple[Expression, int], tuple[Expression, int]]:
    """The operands of an operator, each with the least precedence that needs no parentheses there."""
    left_level, right_level = operand_levels(node.operator)
    return (node.left, left_level), (node.right, right_level)


def value_type(node: Expression) -> str:
    """What the value of `node` is: "number", "truth" (a condition) or "text"."""
    match node:
        case StringLiteral():
            return "text"
        case Compare() | Logic() | Unary("not"):
            return "truth"
        case _:
            return "number"


def children(node: Expression) -> tuple[Expression, ...]:
    """The parts of `node`, in the order of the text."""
    match node:
        case Unary(operand=operand):
            return (operand,)
        case Binary(left=left, right=right) | Compare(left=left, right=right) | Logic(left=left, right=right):
            return left, right
        case Call(arguments=arguments):
            return arguments
        case _:
            return ()


def walk(expression: Expression) -> Iterator[tuple[Expression, int]]:
    """Every node with its depth, parents first, in the order of the text; for a tree of any depth."""
    stack = [(expression, 1)]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        stack.extend((child, depth + 1) for child in reversed(children(node)))


def names(expression: Expression) -> tuple[str, ...]:
    """The inputs of the formula, in order of first use: `b * a + b` has `("b", "a")`."""
    return tuple(dict.fromkeys(node.name for node, _ in walk(expression) if isinstance(node, Name)))


def compared(node: Expression) -> tuple[Name, StringLiteral] | None:
    """The input and the text of a text comparison, in whichever order they stand; otherwise `None`."""
    match node:
        case (
            Compare(left=Name() as name, right=StringLiteral() as text)
            | Compare(left=StringLiteral() as text, right=Name() as name)
        ):
            return name, text
        case _:
            return None


def choices(expression: Expression) -> dict[str, tuple[StringLiteral, ...]]:
    """Each input that is a text, with the texts that it is compared with.

    With it the check of a calculator finds `sex == "femal"`, which is none of the declared choices, and its
    column. Inputs that are numbers do not occur.
    """
    texts: dict[str, tuple[StringLiteral, ...]] = {}
    for node, _ in walk(expression):
        if pair := compared(node):
            name, text = pair
            texts[name.name] = (*texts.get(name.name, ()), text)
    return texts
