"""Rules about calculators: their formula, inputs, output and worked examples."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sportlore import formula
from sportlore.diagnostics import Finding, Place, counted, did_you_mean
from sportlore.model import Calculator, CalculatorInput
from sportlore.rules.context import Context

_MOST_DECIMALS = 6


def bad_formula(context: Context) -> Iterator[Finding]:
    """An expression follows the grammar of docs/formulas.md, and names the inputs, all of them."""
    for slug, calculator in context.registry.calculators.items():
        place = Place(f"calculators/{slug}.toml", ("formula", "expression"))
        try:
            expression = formula.parse(calculator.formula.expression)
        except formula.FormulaError as error:
            yield Finding("bad-formula", str(error), place, "see docs/formulas.md for the grammar")
            continue
        used = formula.names(expression)
        yield from _unknown_choices(calculator, expression, place)
        inputs = [item.name for item in calculator.inputs]
        for name in used:
            if name not in inputs:
                help = did_you_mean(name, inputs, f"the inputs are {', '.join(inputs)}")
                yield Finding("bad-formula", f"no input `{name}`", place, help)
        for i, name in enumerate(inputs):
            at = Place(f"calculators/{slug}.toml", ("inputs", i, "name"))
            if name not in used:
                yield Finding("bad-formula", f"the formula does not use `{name}`", at, "take the input out, or use it")
            if name in inputs[:i]:
                yield Finding("bad-formula", f"two inputs are named `{name}`", at, "rename one of them")


def _unknown_choices(calculator: Calculator, expression: formula.Expression, place: Place) -> Iterator[Finding]:
    """Texts that an expression compares with an input and that are none of its choices, and numbers used as choices."""
    compared = formula.choices(expression)
    for item in calculator.inputs:
        values = [choice.value for choice in item.choices]
        for text in compared.get(item.name, ()):
            if text.value not in values:
                help = did_you_mean(
                    text.value, values, f"its choices are {', '.join(values)}" if values else "it is a number"
                )
                yield Finding("bad-formula", f"`{item.name}` is never `{text.value}`", place, help)
        if item.type == "choice" and values and item.name in formula.names(expression) and item.name not in compared:
            help = f'compare it: {item.name} == "{values[0]}"'
            yield Finding("bad-formula", f"`{item.name}` is a choice and is used as a number", place, help)


def bad_input(context: Context) -> Iterator[Finding]:
    """An input has a range, choices if and only if it is a choice, and a default that it accepts."""
    for slug, calculator in context.registry.calculators.items():
        for i, item in enumerate(calculator.inputs):
            place = Place(f"calculators/{slug}.toml", ("inputs", i, "name"))
            if item.type == "choice" and not item.choices:
                yield Finding("bad-input", f"`{item.name}` is a choice without choices", place, "add `choices`")
            elif item.type != "choice" and item.choices:
                help = 'write `type = "choice"`, or take the choices out'
                yield Finding("bad-input", f"`{item.name}` is a number, and has choices", place, help)
            elif problem := _bad_range(item):
                key, message, help = problem
                yield Finding("bad-input", message, Place(place.file, ("inputs", i, key)), help)
            elif item.default is not None and (refusal := refuse(item, item.default)):
                at = Place(place.file, ("inputs", i, "default"))
                help = "correct the default or the range"
                yield Finding("bad-input", f"the default is not accepted: {refusal}", at, help)


def _bad_range(item: CalculatorInput) -> tuple[str, str, str] | None:
    """(key, message, help) of what is wrong with the range of a number."""
    if item.type == "choice":
        return None
    if item.minimum is None or item.maximum is None:
        return "name", f"`{item.name}` has no range", "give minimum and maximum"
    if item.minimum > item.maximum:
        return "minimum", f"minimum {item.minimum:g} is above maximum {item.maximum:g}", "swap them"
    if item.minimum == item.maximum:
        return "minimum", f"`{item.name}` can only be {item.minimum:g}", "widen the range, or write it into the formula"
    return None


def bad_output(context: Context) -> Iterator[Finding]:
    """A result is given to 0 to 6 decimals."""
    for slug, calculator in context.registry.calculators.items():
        precision = calculator.output.precision
        if not 0 <= precision <= _MOST_DECIMALS:
            place = Place(f"calculators/{slug}.toml", ("output", "precision"))
            help = "write how many decimals make sense, 0 for whole numbers"
            yield Finding("bad-output", f"a result cannot be given to {precision} decimals", place, help)


def refuse(item: CalculatorInput, value: float | str) -> str | None:
    """Why an input does not accept a value, or None: refuse(reps, 0) -> "`reps` is 0; it takes 1 to 12"."""
    if item.type == "choice":
        values = [choice.value for choice in item.choices]
        return None if value in values else f"`{item.name}` is `{value}`; it takes {', '.join(values)}"
    if isinstance(value, str):
        return f"`{item.name}` is `{value}`; it takes a number"
    if not math.isfinite(value):
        return f"`{item.name}` is {value}; it takes a number"
    if item.type == "integer" and value != int(value):
        return f"`{item.name}` is {value:g}; it takes a whole number"
    if not (item.minimum or 0) <= value <= (item.maximum or 0):
        unit = f" {item.unit}" if item.unit else ""
        return f"`{item.name}` is {value:g}; it takes {item.minimum:g} to {item.maximum:g}{unit}"
    return None


def wrong_example(context: Context) -> Iterator[Finding]:
    """At least two worked examples hold, and one of them comes from a source other than the formula itself."""
    broken = {finding.place.file for rule in (bad_formula, bad_input, bad_output) for finding in rule(context)}
    for slug, calculator in context.registry.calculators.items():
        file = f"calculators/{slug}.toml"
        if file in broken:
            continue
        if len(calculator.examples) < 2:
            message = f"{counted(len(calculator.examples), 'worked example')}, not two or more"
            yield Finding(
                "wrong-example", message, Place(file, ("examples",)), "add [[examples]] with inputs and result"
            )
        if not any(example.source for example in calculator.examples):
            message = "no worked example names a source of its own"
            yield Finding(
                "wrong-example", message, Place(file, ("examples",)), 'add source = "…" to one that was published'
            )
        for i, example in enumerate(calculator.examples):
            if problem := _problem(calculator, example.inputs, example.result):
                key, message = problem
                place = Place(file, ("examples", i, key))
                yield Finding("wrong-example", message, place, "correct the example or the formula")


def _problem(calculator: Calculator, inputs: dict[str, float | str], result: float) -> tuple[str, str] | None:
    """(key, message) of what is wrong with an example, or None."""
    for item in calculator.inputs:
        if item.name not in inputs:
            return "inputs", f"the example gives no `{item.name}`"
        if refusal := refuse(item, inputs[item.name]):
            return "inputs", refusal
    if unknown := sorted(set(inputs) - {item.name for item in calculator.inputs}):
        return "inputs", f"no input `{unknown[0]}`"
    try:
        value = formula.evaluate(formula.parse(calculator.formula.expression), inputs)
    except formula.FormulaError as error:
        return "inputs", str(error)
    tolerance = 0.5 * 10.0**-calculator.output.precision
    if abs(value - result) > tolerance * 1.000001:
        return "result", f"the formula gives {value:.{calculator.output.precision + 2}f}, the example {result:g}"
    return None
