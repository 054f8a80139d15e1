"""Formulas in sentences, set as mathematics: what stands on both sides of an equals sign."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

from sportlore import formula

_NAME = r"[A-Za-z][A-Za-z]*(?: [A-Za-z]+)*"
_EQUATION = re.compile(rf"(?P<left>{_NAME}) = (?P<right>[^=,;:.]*(?:\.\d[^=,;:.]*)*[\w)])(?=[,;:.]|$)")
_OPERATORS = {"×": "*", "−": "-", "·": "*"}
_PLAIN = re.compile("|".join(_OPERATORS))
_TWO_LINES = re.compile(r"[/^]")
"""What a line of text cannot show as it is written: fractions and powers."""
_LONGEST = 40
"""Characters of a formula that fits on a phone: browsers break none."""
_WORDS = re.compile(_NAME)
_NUMBERED = re.compile(r"\bn(\d+)\b")


def mathematics(text: str) -> Markup:
    """The text with its formulas as MathML: "BMI = mass / height^2" is a fraction; sums and products stay as they are."""
    return Markup("").join(_pieces(text)) if " = " in text else escape(text)


def _pieces(text: str) -> Iterator[Markup]:
    end = 0
    for equation in _EQUATION.finditer(text):
        mathml = _mathml(equation["right"])
        if mathml is not None:
            yield escape(text[end : equation.start("right")])
            yield mathml
            end = equation.end("right")
    yield escape(text[end:])


def _mathml(text: str) -> Markup | None:
    """The formula that a text is, if it has a fraction or a power and is not too long."""
    names: list[str] = []

    def numbered(name: re.Match[str]) -> str:
        """A name in the grammar, which has neither capitals nor spaces: "wet bulb" -> "n0"."""
        names.append(name[0])
        return f"n{len(names) - 1}"

    plain = _WORDS.sub(numbered, text)
    computed = _PLAIN.sub(lambda operator: _OPERATORS[operator[0]], plain)
    if not names or len(text) > _LONGEST or not _TWO_LINES.search(computed):
        return None
    try:
        mathml = formula.to_mathml(formula.parse(computed), "inline")
    except formula.FormulaError:
        return None
    return Markup(_NUMBERED.sub(lambda name: escape(names[int(name[1])]), mathml))
