"""The value of a formula for given inputs, in floats only, so that no power grows beyond bounds."""

import math
import operator
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from sportlore.formula.functions import FUNCTIONS
from sportlore.formula.text import number_text
from sportlore.formula.tree import (
    Binary,
    Call,
    Compare,
    Expression,
    FormulaError,
    Logic,
    Name,
    Number,
    Unary,
    compared,
)

Values = Mapping[str, float | str]


def rounded(value: float, precision: int) -> str:
    """A result as it is shown, halves away from zero, as JavaScript's `toFixed` does: rounded(4907.5, 0) -> "4908"."""
    return str(Decimal(value).quantize(Decimal(1).scaleb(-precision), ROUND_HALF_UP))


ARITHMETIC: Final[dict[str, Callable[[float, float], float]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": math.pow,
}
COMPARISON: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_POWER: Final = "has no value for 0 to a negative power nor for a negative number to a fractional one"
_CURE: Final = "check the inputs"


def evaluate(expression: Expression, values: Values) -> float:
    """The value of the formula: `2 * x` for `{"x": 3}` is 6.0.

    Only the chosen branch of `if` is evaluated, and `and` and `or` stop at the first condition that decides.
    Whatever has no finite value is a `FormulaError` at the column of the operator, function or input. Inputs
    that the formula does not use are ignored.
    """
    return _number(expression, values) + 0.0  # turns -0.0 into 0.0


def holds(condition: Expression, values: Values) -> bool:
    """Whether a condition holds: `a < 2` does for `{"a": 1}`. What has no finite value is an error, as in `evaluate`."""
    return _truth(condition, values)


def _number(node: Expression, values: Values) -> float:
    match node:
        case Number(value):
            return value
        case Name():
            return _number_input(node, values)
        case Unary("-", operand):
            return -_number(operand, values)
        case Binary(sign, left, right):
            return _apply(sign, ARITHMETIC[sign], node, _number(left, values), _number(right, values))
        case Call("if", (condition, then, otherwise)):
            return _number(then if _truth(condition, values) else otherwise, values)
        case Call(function, arguments):
            operands = [_number(argument, values) for argument in arguments]
            return _apply(function, FUNCTIONS[function].compute, node, *operands)
        case _:
            raise FormulaError("a number is needed here: wrap a condition, as in if(a < b, 1, 0)", node.column)


def _truth(node: Expression, values: Values) -> bool:
    match node:
        case Unary("not", operand):
            return not _truth(operand, values)
        case Logic("and", left, right):
            return _truth(left, values) and _truth(right, values)
        case Logic("or", left, right):
            return _truth(left, values) or _truth(right, values)
        case Compare(sign, left, right):
            if pair := compared(node):
                name, text = pair
                return COMPARISON[sign](_text_input(name, values), text.value)
            return COMPARISON[sign](_number(left, values), _number(right, values))
        case _:
            raise FormulaError("a comparison is needed here: compare it, as in x > 0", node.column)


def _apply(sign: str, compute: Callable[..., float], node: Expression, *operands: float) -> float:
    """The finite result of one operator or function, or what keeps it from having one."""
    try:
        result = compute(*operands)
    except ZeroDivisionError:
        raise FormulaError(f"division by zero: {_CURE}", node.column) from None
    except ValueError:
        domain = FUNCTIONS[sign].domain if sign in FUNCTIONS else _POWER
        shown = ", ".join(map(number_text, operands))
        raise FormulaError(f"`{sign}` {domain}, got {shown}: {_CURE}", node.column) from None
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise FormulaError(f"the result of `{sign}` is too large: {_CURE}", node.column)
    return result


def _given(node: Name, values: Values) -> float | str:
    if node.name not in values:
        raise FormulaError(f"no value for `{node.name}`: give {node.name}=…", node.column)
    return values[node.name]


def _number_input(node: Name, values: Values) -> float:
    value = _given(node, values)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FormulaError(f"`{node.name}` must be a number: give it as in {node.name}=2.5", node.column)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise FormulaError(f"`{node.name}` must be finite: give a smaller number", node.column)
    return number


def _text_input(node: Name, values: Values) -> str:
    value = _given(node, values)
    if not isinstance(value, str):
        raise FormulaError(f"`{node.name}` must be a text: give one of its choices", node.column)
    return value
