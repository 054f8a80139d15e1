"""The formulas: what they mean, in Python and in JavaScript alike, how they print, and how they fail."""

import doctest
import json
import math
import pickle
import random
import re
import shutil
import subprocess
import sys
import tracemalloc
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import hypothesis.strategies as st
import pytest
from conftest import missing
from hypothesis import event, example, given, settings

from sportlore import formula
from sportlore.formula import (
    CALLABLE,
    FUNCTIONS,
    MAX_DEPTH,
    MAX_LENGTH,
    MAX_NODES,
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
    arity,
    choices,
    evaluate,
    evaluation,
    holds,
    names,
    parse,
    parse_condition,
    to_javascript,
    to_mathml,
    to_text,
    tree,
)
from sportlore.formula import text as printing

DOC = Path(__file__).parents[1] / "docs" / "formulas.md"
Values = dict[str, float | str]


def outcome(text: str, values: Values) -> float | FormulaError:
    """What comes of reading and evaluating a formula."""
    try:
        return evaluate(parse(text), values)
    except FormulaError as error:
        return error


def fault(text: str, values: Values | None = None) -> FormulaError:
    """The error of reading a formula or, where there are values, of evaluating it."""
    if values is not None:
        found = outcome(text, values)
        assert isinstance(found, FormulaError), f"{text} gives {found}"
        return found
    with pytest.raises(FormulaError) as caught:
        parse(text)
    return caught.value


# --- Meaning ---

EPLEY = "weight * (1 + reps / 30)"
MIFFLIN = '10 * mass + 6.25 * height - 5 * age + if(sex == "female", -161, 5)'
DOTS = (
    "total * 500 / (-0.0000010930 * mass^4 + 0.0007391293 * mass^3"
    " - 0.1918759221 * mass^2 + 24.0900756 * mass - 307.75076)"
)


@pytest.mark.parametrize(
    ("text", "values", "result"),
    [
        (EPLEY, {"weight": 90, "reps": 5}, 105),
        (MIFFLIN, {"mass": 60, "height": 165, "age": 30, "sex": "female"}, 1320.25),
        (MIFFLIN, {"mass": 80, "height": 180, "age": 40, "sex": "male"}, 1730),
        (
            DOTS,
            {"total": 600, "mass": 100},
            300000 / (-109.3 + 739.1293 - 1918.759221 + 2409.00756 - 307.75076),
        ),
        ("mass / height^2", {"mass": 70, "height": 1.75}, 22.857142857142858),
        ("t1 * (d2 / d1)^1.06", {"t1": 1200, "d1": 5, "d2": 10}, 1200 * 2**1.06),
    ],
)
def test_real_formulas(text: str, values: Values, result: float) -> None:
    assert evaluate(parse(text), values) == pytest.approx(result, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("-2^2", -4),
        ("(-2)^2", 4),
        ("2^-1", 0.5),
        ("2^-1^2", 0.5),
        ("2^3^2", 512),
        ("2^-1 * 6", 3),
        ("--3", 3),
        ("2 - -3 - 1", 4),
        ("8 / 4 / 2", 1),
        ("7 - 4 - 2", 1),
        ("-3 * -2", 6),
        ("0^0", 1),
        ("1.5e2 + 1E-1", 150.1),
        ("round(0.5) + round(1.5) + round(2.5)", 6),
        ("round(-0.5) + round(-1.5) + round(-2.5)", -6),
        ("round(0.49999999999999994)", 0),
        ("floor(1e308) / 1e308", 1),
        ("ceil(-0.5)", 0),
        ("if(1 < 2 or 1 < 1 and 1 < 1, 1, 0)", 1),
        ("if(not 1 < 2 and 2 < 1, 1, 0)", 0),
    ],
)
def test_operators(text: str, result: float) -> None:
    value = evaluate(parse(text), {})
    assert value == pytest.approx(result, rel=1e-15)
    assert isinstance(value, float)
    assert math.copysign(1, value) > 0 or value != 0, "the result is never -0"


@pytest.mark.parametrize(
    "text",
    [
        "if(1 < 2, 1, 1 / 0)",
        "if(2 < 1, missing, 1)",
        "if(1 < 2 or 1 / 0 > 1, 1, 2)",
        "if(2 < 1 and ln(0) > 1, 2, 1)",
    ],
)
def test_only_what_decides_is_evaluated(text: str) -> None:
    assert evaluate(parse(text), {}) == 1


def test_names_and_choices() -> None:
    expression = parse('b * a + b + if(sex == "female", 1, if("male" != sex, 2, 3))')
    assert names(expression) == ("b", "a", "sex")
    assert [(text.value, text.column) for text in choices(expression)["sex"]] == [
        ("female", 23),
        ("male", 39),
    ]
    assert list(choices(expression)) == ["sex"]


def test_the_tree_is_frozen_and_ignores_columns() -> None:
    expression = parse("a+1")
    assert expression == parse(" a +  1.0")
    assert hash(expression) == hash(parse("(a + 1)"))
    with pytest.raises(AttributeError):
        expression.column = 5  # type: ignore[misc]


def test_every_function_has_a_value_everywhere() -> None:
    for name in CALLABLE:
        least, _ = arity(name)
        arguments = ["1 < 2", "3", "4"] if name == "if" else ["1"] * least
        expression = parse(f"{name}({', '.join(arguments)})")
        assert math.isfinite(evaluate(expression, {}))
        assert "number(" in to_javascript(expression) or name == "if"
        ET.fromstring(to_mathml(expression))


# --- Errors ---


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "ends too early"),
        ("1 +", 4, "ends too early"),
        ("(1 + 2", 7, "opens at column 1"),
        ("abs(1", 6, "opens at column 1"),
        ("1)", 2, "remove it"),
        ("1,5", 2, "point"),
        ("()", 2, "cannot stand here"),
        ("+1", 1, "cannot stand here"),
        ("a b", 3, "operator"),
        ("2x", 1, "2 * x"),
        ("1.", 1, "0.5"),
        ("1.2.3", 1, "0.5"),
        ("1_000", 1, "reads 12"),
        (".5", 1, "write 0.5"),
        ("1 + 1e999", 5, "too large"),
        ("Weight", 1, "snake_case"),
        ("a__b", 1, "snake_case"),
        ("a_", 1, "snake_case"),
        ("a = b", 3, "`==`"),
        ("a ** b", 3, "`^`"),
        ("a // b", 3, "floor"),
        ("a \N{MULTIPLICATION SIGN} b", 3, "`*`"),
        ("a \N{MINUS SIGN} b", 3, "`-`"),
        ("a²", 2, "`^2`"),
        ("if(a ≤ b, 1, 2)", 6, "`<=`"),
        ("if(a < b && b < c, 1, 2)", 10, "`and`"),
        ("if(s == 'x', 1, 2)", 9, "double quotes"),
        ("if(s == “x”, 1, 2)", 9, "straight quotes"),
        ('if(s == "x, 1, 2)', 9, "close it"),
        ('if(s == "", 1, 2)', 9, "not nothing"),
        ('if(s == "a\\b", 1, 2)', 9, "no backslash"),
        ("a\tb", 2, "U+0009"),
        ("a\n", 2, "U+000A"),
        ("a\N{NO-BREAK SPACE}+ b", 2, "NO-BREAK SPACE"),
        ("min", 1, "min(…)"),
        ("ln + 1", 1, "ln(…)"),
        ("sqr(4)", 1, "`sqrt`"),
        ("variance(4)", 1, "the functions are"),
        ("min(1)", 1, "2 or more"),
        ("ln(1, 2)", 1, "1 argument, not 2"),
        ("2 * if(a < b, 1)", 5, "3 arguments, not 2"),
        ("if(a, 1, 2)", 4, "the condition of `if` needs a comparison, not a number"),
        ("if(a < b, c < d, 2)", 13, "`if` needs a number, not a comparison"),
        ("a < b", 3, "a formula needs a number"),
        ("not a < b", 1, "a formula needs a number"),
        ("not a", 5, "needs a comparison"),
        ("if(a < b and c, 1, 2)", 14, "needs a comparison"),
        ("-(a < b)", 5, "needs a number"),
        ("1 + (a < b)", 8, "needs a number"),
        ("if((a < b) == (b < c), 1, 2)", 12, "do not chain"),
        ("if(a < b < c, 1, 2)", 10, "b < c"),
        ('"x"', 1, "needs a number, not a text"),
        ('a + "x"', 5, "only compared with an input"),
        ('if("x" == "x", 1, 2)', 4, "only compared with an input"),
        ('if(s < "x", 1, 2)', 6, "no order"),
        ('s + if(s == "x", 1, 2)', 8, "`s` is a number before and a text here"),
        ('if(s == "x", s, 2)', 14, "`s` is a text before and a number here"),
        ('__import__("os")', 1, "snake_case"),
        ('import("os")', 1, "no function `import`"),
        ("a.b", 2, "point"),
        ("a[0]", 2, "LEFT SQUARE BRACKET"),
        ("lambda: 1", 7, "COLON"),
        ("\N{FULLWIDTH LATIN SMALL LETTER A} + 1", 1, "FULLWIDTH LATIN SMALL LETTER A"),
        ("\N{CYRILLIC SMALL LETTER A} + 1", 1, "CYRILLIC SMALL LETTER A"),
        ("\N{ARABIC-INDIC DIGIT THREE} + 1", 1, "ARABIC-INDIC DIGIT THREE"),
        ("1\N{ARABIC-INDIC DIGIT THREE}", 1, "reads 12"),
        ("1 \N{RIGHT-TO-LEFT OVERRIDE}+ 2", 3, "RIGHT-TO-LEFT OVERRIDE"),
        ("\ud800", 1, "U+D800"),
        ("1\0", 2, "U+0000"),
    ],
)
def test_what_cannot_be_read(text: str, column: int, says: str) -> None:
    error = fault(text)
    assert says in error.message
    assert error.column == column
    assert str(error) == f"column {column}: {error.message}"


@pytest.mark.parametrize(
    ("text", "values", "column", "says"),
    [
        ("1 + a / b", {"a": 1, "b": 0}, 7, "division by zero"),
        ("2 * ln(a)", {"a": 0}, 5, "`ln` needs a number above 0, got 0"),
        ("log10(a)", {"a": -1}, 1, "got -1"),
        ("sqrt(a)", {"a": -0.25}, 1, "got -0.25"),
        ("a^-1", {"a": 0}, 2, "negative power"),
        ("a^0.5", {"a": -8}, 2, "fractional"),
        ("9^9^9^9", {}, 4, "too large"),
        ("exp(1000)", {}, 1, "too large"),
        ("1e308 * 10", {}, 7, "too large"),
        ("1e308 + 1e308", {}, 7, "too large"),
        ("1 / (1e308 * 10)", {}, 12, "too large"),
        ("min(1, 1 / 0)", {}, 10, "division by zero"),
        ("1 + a", {"b": 1}, 5, "give a=…"),
        ("1 + a", {"a": "1"}, 5, "must be a number"),
        ("1 + a", {"a": True}, 5, "must be a number"),
        ("1 + a", {"a": math.nan}, 5, "must be finite"),
        ("1 + a", {"a": math.inf}, 5, "must be finite"),
        ("1 + a", {"a": 10**400}, 5, "must be finite"),
        ('if(s == "x", 1, 2)', {"s": 1}, 4, "must be a text"),
        ('if("x" == s, 1, 2)', {}, 11, "give s=…"),
    ],
)
def test_what_has_no_value(text: str, values: Values, column: int, says: str) -> None:
    error = fault(text, values)
    assert says in error.message
    assert error.column == column


def test_trees_made_by_hand_fail_as_politely() -> None:
    comparison = Compare("<", Number(1), Number(2))
    for wrong in (comparison, StringLiteral("x"), Call("if", (Number(1), Number(1), Number(2)))):
        with pytest.raises(FormulaError, match=r"^a (number|comparison) is needed here"):
            evaluate(wrong, {})


@pytest.mark.parametrize(
    ("text", "values", "holding"),
    [
        ("hits <= at_bats", {"hits": 5, "at_bats": 5}, True),
        ("hits <= at_bats", {"hits": 6, "at_bats": 5}, False),
        ('sex == "female" or mass >= 32', {"sex": "female", "mass": 28}, True),
        ('not (sex == "female") and mass >= 32', {"sex": "male", "mass": 28}, False),
    ],
)
def test_conditions(node: "Node", text: str, values: Values, holding: bool) -> None:
    condition = parse_condition(text)
    assert holds(condition, values) is holding
    assert node.truth(condition, values) is holding


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("a + b", 3, "a condition needs a comparison, not a number: compare it, as in x > 0"),
        ("a", 1, "a condition needs a comparison"),
        ("a < b < c", 7, "do not chain"),
        ("a <", 4, "ends too early"),
    ],
)
def test_what_is_no_condition(text: str, column: int, says: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_condition(text)
    assert caught.value.column == column
    assert says in caught.value.message


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(fault("1 +")))
    assert (error.column, str(error)) == (4, str(fault("1 +")))


def nested(text: str, times: int, before: str, after: str = "") -> str:
    return before * times + text + after * times


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1" * (MAX_LENGTH + 1), "characters"),
        ("(" * 10_000_000, "characters"),
        ("9" * MAX_LENGTH, "too large"),
        (" " * MAX_LENGTH, "ends too early"),
        ("(" * MAX_LENGTH, "rest on one another"),
        (nested("1", 999, "(", ")"), "rest on one another"),
        (nested("1", 399, "abs(", ")"), "rest on one another"),
        (nested("1", 1999, "-"), "rest on one another"),
        (f"if({nested('1 < 2', 400, 'not ')}, 1, 2)", "rest on one another"),
        ("1" + "^9" * 999, "rest on one another"),
        ("1" + "+1" * 999, "rest on one another"),
        ("1" + "<1" * 999, "chain"),
        (f"min({','.join('1' * 990)})", str(MAX_NODES)),
        ("if(" * 600, "rest on one another"),
        ('"' * MAX_LENGTH, "not nothing"),
        ("\N{COMBINING ACUTE ACCENT}" * MAX_LENGTH, "COMBINING ACUTE ACCENT"),
    ],
)
def test_hostile_formulas_are_refused_within_bounds(text: str, says: str) -> None:
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    tracemalloc.start()
    try:
        error = fault(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        sys.setprofile(None)
    assert says in error.message
    assert len(error.message) < 200
    assert calls < 500_000, "of functions, and returns from them"
    assert peak < 2_000_000


def test_the_limits_are_reached() -> None:
    """What is just within the limits goes through everything that descends a tree."""
    texts = [
        "1" + " + 1" * (MAX_DEPTH - 1),
        nested("1", MAX_DEPTH - 1, "-"),
        nested("1", MAX_DEPTH - 1, "2 - (", ")"),
        "1" + "^1" * (MAX_DEPTH - 1),
        f"min({', '.join('1' * (MAX_NODES - 1))})",
    ]
    for text in texts:
        expression = parse(text)
        evaluate(expression, {})
        to_javascript(expression)
        ET.fromstring(to_mathml(expression))
        assert parse(to_text(expression)) == expression


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1" + " + 1" * MAX_DEPTH, "rest on one another"),
        (nested("1", MAX_DEPTH, "-"), "rest on one another"),
        (nested("1", MAX_DEPTH, "2 - (", ")"), "rest on one another"),
        (f"min({', '.join('1' * MAX_NODES)})", str(MAX_NODES)),
    ],
)
def test_the_limits_are_not_passed(text: str, says: str) -> None:
    assert says in fault(text).message


def test_powers_stay_floats() -> None:
    """A power of whole numbers would be computed to its last digit, which takes for ever."""
    assert evaluate(parse("9999999999^2"), {}) == 9999999999.0**2 != 9999999999**2
    assert "too large" in fault("9999999999^9999999999", {}).message
    assert "too large" in fault("a^a", {"a": 10**300}).message


# --- Random formulas ---

NUMBERS = ("a", "b", "body_mass")
CHOICES = ("female", "male", "18-29", "never <!-- </script>&'é\"".replace('"', "”"))

magnitudes = st.one_of(
    st.integers(0, 12).map(float),
    st.floats(0, 1000),
    st.sampled_from([0.5, 1.5, 2.5, 0.1, 1e-6, 1e16, 1e22, 1e300, 5e-324]),
    st.floats(0, allow_infinity=False, allow_nan=False),
)
inputs = st.fixed_dictionaries(
    {name: st.one_of(magnitudes, magnitudes.map(lambda x: -x)) for name in NUMBERS},
    optional={"sex": st.sampled_from([*CHOICES, "other"])},
)


def leaves() -> st.SearchStrategy[Expression]:
    return st.one_of(magnitudes.map(lambda x: Number(abs(x))), st.sampled_from(NUMBERS).map(Name))


@st.composite
def number_trees(draw: st.DrawFn, depth: int = 4) -> Expression:
    if depth == 0:
        return draw(leaves())
    deeper = number_trees(depth - 1)
    match draw(st.sampled_from(["leaf", "minus", "binary", "binary", "function", "if"])):
        case "leaf":
            return draw(leaves())
        case "minus":
            return Unary("-", draw(deeper))
        case "binary":
            return Binary(draw(st.sampled_from("+-*/^")), draw(deeper), draw(deeper))
        case "if":
            return Call("if", (draw(truth_trees(depth - 1)), draw(deeper), draw(deeper)))
        case _:
            function = draw(st.sampled_from(sorted(FUNCTIONS)))
            least, most = arity(function)
            arguments = draw(st.lists(deeper, min_size=least, max_size=most or 3))
            return Call(function, tuple(arguments))


@st.composite
def truth_trees(draw: st.DrawFn, depth: int) -> Expression:
    deeper = truth_trees(max(depth - 1, 0))
    kind = draw(st.sampled_from(["compare", "text", "not", "logic"])) if depth else "text"
    match kind:
        case "compare":
            numbers = number_trees(depth - 1)
            return Compare(draw(st.sampled_from(sorted(tree.COMPARISONS))), draw(numbers), draw(numbers))
        case "not":
            return Unary("not", draw(deeper))
        case "logic":
            return Logic(draw(st.sampled_from(["and", "or"])), draw(deeper), draw(deeper))
        case _:
            sides: list[Expression] = [Name("sex"), StringLiteral(draw(st.sampled_from(CHOICES)))]
            left, right = draw(st.permutations(sides))
            return Compare(draw(st.sampled_from(["==", "!="])), left, right)


@given(number_trees())
@settings(max_examples=400, deadline=None)
def test_reading_what_is_printed_gives_the_same_tree(expression: Expression) -> None:
    text = to_text(expression)
    assert parse(text) == expression
    assert to_text(parse(text)) == text


@given(number_trees(), st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_no_pair_of_parentheses_can_be_left_out(expression: Expression, chance: random.Random) -> None:
    """Without any one pair that is not a function's, the text is no formula or another one."""
    text = to_text(expression)
    places = [
        match.start() for match in re.finditer(r"(?<![a-z0-9])\(", re.sub('"[^"]*"', lambda m: "_" * len(m[0]), text))
    ]
    if not places:
        return
    opening = chance.choice(places)
    closing = matching(text, opening)
    shorter = f"{text[:opening]} {text[opening + 1 : closing]} {text[closing + 1 :]}"
    try:
        assert parse(shorter) != expression, f"{text} needs no ( at column {opening + 1}"
    except FormulaError:
        event("cannot be read without them")


def matching(text: str, opening: int) -> int:
    """The place of the parenthesis that closes the one at `opening`; no choice holds an unmatched one."""
    depth = 0
    for place in range(opening, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    raise AssertionError(text)


@given(
    st.text()
    | st.text('ab1.e+-*/^()<>=!," ')
    | st.lists(
        st.sampled_from(
            [
                "if(",
                "min(",
                "a",
                "sex",
                "1",
                "(",
                ")",
                ",",
                "<",
                "==",
                '"male"',
                "+",
                "-",
                "^",
                "*",
                " and ",
                " or ",
                " not ",
            ]
        )
    ).map("".join)
)
@settings(max_examples=1000, deadline=None)
def test_any_text_is_read_or_refused_with_its_column(text: str) -> None:
    try:
        canonical = to_text(parse(text))
    except FormulaError as error:
        column = error.column or 0
        event("refused")
    else:
        assert parse(canonical) == parse(text)
        column = 1
    assert 1 <= column <= len(text) + 1


MATHML = {"math", "mrow", "mi", "mn", "mo", "mtext", "mfrac", "msup", "msub", "msqrt", "mtable", "mtr", "mtd"}
ARITY = {"mfrac": 2, "msup": 2, "msub": 2, "msqrt": 1}


@given(number_trees())
@settings(deadline=None)
def test_mathml_is_well_formed(expression: Expression) -> None:
    root = ET.fromstring(to_mathml(expression))
    assert root.get("alttext") == to_text(expression)
    assert root.tag == "{http://www.w3.org/1998/Math/MathML}math"
    for element in root.iter():
        tag = element.tag.partition("}")[2]
        assert tag in MATHML
        assert len(element) == ARITY.get(tag, len(element))
        assert tag not in {"mi", "mn", "mo", "mtext"} or (element.text or "").strip()


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("a / (b + 1)", "<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>"),
        ("body_mass^2", "<msup><mi>body mass</mi><mn>2</mn></msup>"),
        (
            "(a / b)^2",
            "<msup><mrow><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow><mn>2</mn></msup>",
        ),
        ("a^(b + 1)", "<msup><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></msup>"),
        ("sqrt(a)", "<msqrt><mi>a</mi></msqrt>"),
        ("exp(a)", "<msup><mi>e</mi><mi>a</mi></msup>"),
        ("abs(a)", "<mrow><mo>|</mo><mi>a</mi><mo>|</mo></mrow>"),
        ("floor(a)", "<mrow><mo>⌊</mo><mi>a</mi><mo>⌋</mo></mrow>"),
        (
            "a * -b",
            (
                "<mrow><mi>a</mi><mo>\N{MULTIPLICATION SIGN}</mo>"
                "<mrow><mo>(</mo><mrow><mo>\N{MINUS SIGN}</mo><mi>b</mi></mrow><mo>)</mo></mrow></mrow>"
            ),
        ),
        (
            "0.000001093",
            (
                "<mrow><mn>1.093</mn><mo>\N{MULTIPLICATION SIGN}</mo>"
                "<msup><mn>10</mn><mrow><mo>\N{MINUS SIGN}</mo><mn>6</mn></mrow></msup></mrow>"
            ),
        ),
        (
            "log10(a)",
            (
                "<mrow><msub><mi>log</mi><mn>10</mn></msub><mo>\u2061</mo>"
                "<mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow></mrow>"
            ),
        ),
        (
            'if(sex == "female", 1, if(a <= 2, 2, 3))',
            (
                "<mrow><mo>{</mo><mtable>"
                "<mtr><mtd><mn>1</mn></mtd><mtd><mrow><mtext>if\u00a0</mtext>"
                "<mrow><mi>sex</mi><mo>=</mo><mtext>female</mtext></mrow></mrow></mtd></mtr>"
                "<mtr><mtd><mn>2</mn></mtd><mtd><mrow><mtext>if\u00a0</mtext>"
                "<mrow><mi>a</mi><mo>≤</mo><mn>2</mn></mrow></mrow></mtd></mtr>"
                "<mtr><mtd><mn>3</mn></mtd><mtd><mrow><mtext>otherwise</mtext></mrow></mtd></mtr>"
                "</mtable></mrow>"
            ),
        ),
    ],
)
def test_mathml(text: str, inside: str) -> None:
    assert to_mathml(parse(text)).partition(">")[2] == f"{inside}</math>"


# --- JavaScript ---

NODE_PROGRAM = """
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { source, v } = JSON.parse(line);
  let answer;
  try {
    answer = { value: new Function("v", `"use strict"; return ${source};`)(v) };
  } catch (error) {
    answer = { error: error.name, column: error.column };
  }
  console.log(JSON.stringify(answer));
});
"""


class Node:
    """One node process that answers expressions, a line each, so that thousands of cases cost one start."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def answer(self, expression: Expression, values: Values) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"source": to_javascript(expression), "v": values}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert isinstance(answer, dict)
        return answer

    def truth(self, condition: Expression, values: Values) -> bool | FormulaError:
        """Whether a condition holds in JavaScript, or its error as Python's."""
        answer = self.answer(condition, values)
        if "value" in answer:
            assert isinstance(answer["value"], bool), answer
            return answer["value"]
        assert answer["error"] == "RangeError", answer
        return FormulaError("in JavaScript", answer["column"])

    def run(self, expression: Expression, values: Values) -> float | FormulaError:
        """The value in JavaScript, or its error as Python's."""
        answer = self.answer(expression, values)
        if "value" in answer:
            assert isinstance(answer["value"], int | float), answer
            return float(answer["value"])
        assert answer["error"] == "RangeError", answer
        return FormulaError("in JavaScript", answer["column"])


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    program = shutil.which("node")
    if program is None:
        missing("node is not on PATH: install Node.js 20 or later; the formulas are tested against it")
    command = [program, "-e", NODE_PROGRAM]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        yield Node(process)


def agree(one: float | FormulaError, other: float | FormulaError) -> bool:
    if isinstance(one, FormulaError) or isinstance(other, FormulaError):
        return isinstance(one, FormulaError) and isinstance(other, FormulaError) and one.column == other.column
    return math.isclose(one, other, rel_tol=1e-9)


def hangs_on_last_bits(text: str, values: Values) -> bool:
    """Whether a few units in the last place of ln, log10, exp and ^ change the outcome.

    IEEE 754 leaves those to each library. A formula such as `round(exp(ln(2.5)))` is ill-conditioned: Python
    and JavaScript may differ, and neither is wrong.
    """
    chance = random.Random(0)

    def nudged(compute: Callable[..., float]) -> Callable[..., float]:
        def near(*operands: float) -> float:
            value = compute(*operands)
            for _ in range(chance.randrange(3)):
                value = math.nextafter(value, chance.choice([-math.inf, math.inf]))
            return value

        return near

    inexact = {
        name: FUNCTIONS[name]._replace(compute=nudged(FUNCTIONS[name].compute)) for name in ("ln", "log10", "exp")
    }
    power = {"^": nudged(evaluation.ARITHMETIC["^"])}
    expected = outcome(text, values)
    with mock.patch.dict(FUNCTIONS, inexact), mock.patch.dict(evaluation.ARITHMETIC, power):
        return not all(agree(expected, outcome(text, values)) for _ in range(50))


@given(number_trees(), inputs)
@example(parse("round(a)"), {"a": 2.5})
@example(parse("round(a)"), {"a": -2.5})
@example(parse("round(a)"), {"a": 0.49999999999999994})
@example(parse("round(a)"), {"a": -4503599627370497.5})
@example(parse("ceil(a)"), {"a": -0.5})
@example(parse("a^b"), {"a": -8, "b": 1 / 3})
@example(parse("a^b"), {"a": 0, "b": -1})
@example(parse("a^b"), {"a": -2, "b": 1e300})
@example(parse("a^0"), {"a": 0})
@example(parse("--a - -b"), {"a": 1, "b": 2})
@example(parse("1 / (1 / a)"), {"a": 0})
@example(parse("min(1, 1 / a)"), {"a": 0})
@example(parse("if(sqrt(a) < 1, 1, 2)"), {"a": -1})
@example(parse('if(sex == "female", 1, 2)'), {"sex": 1})
@example(parse("constructor + 1"), {})
@example(parse("a + 1"), {"a": "1"})
@settings(max_examples=600, deadline=None)
def test_python_and_javascript_agree(node: Node, expression: Expression, values: Values) -> None:
    text = to_text(expression)
    python, javascript = outcome(text, values), node.run(parse(text), values)
    event("error" if isinstance(python, FormulaError) else "number")
    assert agree(python, javascript) or hangs_on_last_bits(text, values), (python, javascript)


@given(truth_trees(3), inputs)
@settings(max_examples=200, deadline=None)
def test_conditions_agree_in_python_and_javascript(node: Node, condition: Expression, values: Values) -> None:
    as_number = f"if({to_text(condition)}, 1, 0)"
    python = outcome(as_number, values)
    javascript = node.truth(parse_condition(to_text(condition)), values)
    if isinstance(javascript, FormulaError) or isinstance(python, FormulaError):
        same = isinstance(javascript, FormulaError) and isinstance(python, FormulaError)
    else:
        same = bool(python) is javascript
    assert same or hangs_on_last_bits(as_number, values), (python, javascript)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (EPLEY, {"weight": 100, "reps": 8}),
        (MIFFLIN, {"mass": 60.5, "height": 165, "age": 30, "sex": "female"}),
        (MIFFLIN, {"mass": 80, "height": 180, "age": 40, "sex": "male"}),
        (DOTS, {"total": 612.5, "mass": 92.3}),
        ("ln(a) + log10(a) + exp(a / 10) + sqrt(a) + a^1.06", {"a": 42.195}),
    ],
)
def test_real_formulas_in_javascript(node: Node, text: str, values: Values) -> None:
    expression = parse(text)
    assert node.run(expression, values) == pytest.approx(evaluate(expression, values), rel=1e-12)


def test_javascript_cannot_end_the_script_that_holds_it() -> None:
    source = to_javascript(parse('if(s == "</script><!--\u00e9", 1, 2)'))
    assert "</" not in source
    assert "<!" not in source
    assert source.isascii()


# --- The documentation ---

DOC_TEXT = DOC.read_text(encoding="utf-8")
EXAMPLES = [line for block in re.findall(r"```examples\n(.*?)```", DOC_TEXT, re.DOTALL) for line in block.splitlines()]
EXAMPLE_LINE = re.compile(r"(?P<text>.*?)(?:  +with (?P<values>.*?))?  +(?P<sign>[=!]) (?P<result>.*)")


def test_the_documentation_has_examples() -> None:
    assert len(EXAMPLES) > 15


@pytest.mark.parametrize("line", EXAMPLES)
def test_documented_examples(node: Node, line: str) -> None:
    match = EXAMPLE_LINE.fullmatch(line)
    assert match, line
    pairs = (pair.split("=") for pair in (match["values"] or "").split(", ") if pair)
    values: Values = {name: json.loads(value) for name, value in pairs}
    if match["sign"] == "!":
        assert str(fault(match["text"], values)) == match["result"]
    else:
        expression = parse(match["text"])
        assert evaluate(expression, values) == pytest.approx(float(match["result"]), rel=1e-15)
        assert agree(evaluate(expression, values), node.run(expression, values))


def test_the_documentation_names_every_function_operator_and_limit() -> None:
    table = DOC_TEXT.partition("## Functions")[2].partition("```")[0]
    assert set(re.findall(r"`([a-z0-9]+)\(", table)) == set(CALLABLE)
    for operator in tree.PRECEDENCE:
        assert operator in DOC_TEXT
    for limit in (f"{MAX_LENGTH} characters", f"{MAX_NODES} numbers", f"{MAX_DEPTH} steps"):
        assert limit in DOC_TEXT


def test_docstrings() -> None:
    for module in (formula, tree, printing):
        result = doctest.testmod(module)
        assert result.attempted > 0, module.__name__
        assert result.failed == 0
