"""The calculators' formulas: one small grammar, read once, used everywhere.

The same text is evaluated in Python, translated to JavaScript for the page and set as MathML for reading;
`docs/formulas.md` explains it to authors. Nothing is ever passed to `eval` or `exec`.

>>> epley = parse("weight * (1 + reps / 30)")
>>> names(epley)
('weight', 'reps')
>>> evaluate(epley, {"weight": 90, "reps": 5})
105.0
>>> to_text(epley)
'weight * (1 + reps / 30)'
>>> to_mathml(parse("a / 2")).partition("<mfrac>")[2]
'<mi>a</mi><mn>2</mn></mfrac></math>'
>>> [text.value for text in choices(parse('if(sex=="female", 0.8, 1)*mass'))["sex"]]
['female']
>>> holds(parse_condition("hits <= at_bats"), {"hits": 5, "at_bats": 4})
False
"""

from sportlore.formula.evaluation import evaluate, holds, rounded
from sportlore.formula.functions import CALLABLE, FUNCTIONS, arity
from sportlore.formula.javascript import to_javascript
from sportlore.formula.mathml import to_mathml
from sportlore.formula.parser import MAX_DEPTH, MAX_LENGTH, MAX_NODES, parse, parse_condition
from sportlore.formula.text import to_text
from sportlore.formula.tree import (
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
    choices,
    names,
)

__all__ = [
    "CALLABLE",
    "FUNCTIONS",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "MAX_NODES",
    "Binary",
    "Call",
    "Compare",
    "Expression",
    "FormulaError",
    "Logic",
    "Name",
    "Number",
    "StringLiteral",
    "Unary",
    "arity",
    "choices",
    "evaluate",
    "holds",
    "names",
    "parse",
    "parse_condition",
    "rounded",
    "to_javascript",
    "to_mathml",
    "to_text",
]
