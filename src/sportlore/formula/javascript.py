"""A formula as one JavaScript expression, with the results and the errors of `evaluate`."""

import json
from typing import Final

from sportlore.formula.functions import FUNCTIONS
from sportlore.formula.text import number_text
from sportlore.formula.tree import (
    Binary,
    Call,
    Compare,
    Expression,
    Logic,
    Name,
    Number,
    StringLiteral,
    Unary,
    compared,
    value_type,
)

# Every step is checked where it happens: later ones could swallow an infinity (1 / Infinity is 0) or a NaN
# (NaN < 1 is false), and the page would show a number where Python gives an error.
_FAIL: Final = "throw Object.assign(new RangeError(`column ${column}: no result, check the inputs`), { column });"
_HELPERS: Final = {
    "number": f"(x, column) => {{ if (Number.isFinite(x)) return x; {_FAIL} }}",
    "text": f'(x, column) => {{ if (typeof x === "string") return x; {_FAIL} }}',
    "round": "(x) => Math.trunc(x) + (Math.abs(x - Math.trunc(x)) < 0.5 ? 0 : Math.sign(x))",
}
_OPERATOR: Final = {"==": "===", "!=": "!==", "and": "&&", "or": "||"}


def to_javascript(expression: Expression) -> str:
    """One self-contained expression of the inputs, which are the properties of an object `v`.

    `2 * x` becomes `((number) => number(2 * number(v.x, 5), 3) + 0)(…)`, and a condition an expression of true or
    false. Where `evaluate` raises a
    `FormulaError`, it throws a `RangeError` with the same `column`, and never gives a number that is not
    finite. It may stand in a script of a page: no text of the formula can end the script.
    """
    body = _javascript(expression)
    if value_type(expression) == "number":
        body += " + 0"  # turns -0 into 0
    used = [name for name in _HELPERS if f"{name}(" in body]
    return f"(({', '.join(used)}) => {body})({', '.join(_HELPERS[name] for name in used)})"


def _javascript(node: Expression) -> str:
    match node:
        case Number(value):
            return number_text(value)
        case StringLiteral(value):
            return json.dumps(value).replace("<", "\\u003c")
        case Name():
            return _input("number", node)
        case Unary(operator, operand):
            return f"({'!' if operator == 'not' else '-'}{_javascript(operand)})"
        case Binary("^", left, right):
            return _checked(f"Math.pow({_javascript(left)}, {_javascript(right)})", node)
        case Binary(operator, left, right):
            return _checked(f"{_javascript(left)} {operator} {_javascript(right)}", node)
        case Compare(operator, left, right) | Logic(operator, left, right):
            sides = [_javascript(left), _javascript(right)]
            if pair := compared(node):
                sides = [_input("text", pair[0]), _javascript(pair[1])]
            return f"({sides[0]} {_OPERATOR.get(operator, operator)} {sides[1]})"
        case Call("if", (condition, then, otherwise)):
            return f"({_javascript(condition)} ? {_javascript(then)} : {_javascript(otherwise)})"
        case Call(function, arguments):
            return _checked(f"{FUNCTIONS[function].javascript}({', '.join(map(_javascript, arguments))})", node)


def _input(checker: str, node: Name) -> str:
    return f"{checker}(v.{node.name}, {json.dumps(node.column)})"


def _checked(source: str, node: Expression) -> str:
    return f"number({source}, {json.dumps(node.column)})"
