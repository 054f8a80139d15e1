"""Rules about calculators: their formula, inputs, requirements, output, worked examples and alternatives."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sportlore import calculation, formula
from sportlore.calculation import OUTPUT, refusal
from sportlore.diagnostics import Finding, Location, counted, did_you_mean
from sportlore.model import Calculator, CalculatorInput
from sportlore.rules.context import Context, rule

_MOST_DECIMALS = 6
_GRAMMAR = "see docs/formulas.md for the grammar"


@rule()
def bad_formula(context: Context) -> Iterator[Finding]:
    """An expression follows the grammar of docs/formulas.md, and names the inputs, all of them."""
    for slug, calculator in context.registry.calculators.items():
        location = Location(f"calculators/{slug}.toml", ("formula", "expression"))
        try:
            expression = formula.parse(calculator.formula.expression)
        except formula.FormulaError as error:
            yield Finding("bad-formula", str(error), location, _GRAMMAR)
            continue
        yield from _misused_names(calculator, expression, location, "bad-formula")
        used = formula.names(expression)
        inputs = [item.name for item in calculator.inputs]
        for i, name in enumerate(inputs):
            at = Location(f"calculators/{slug}.toml", ("inputs", i, "name"))
            if name not in used:
                yield Finding("bad-formula", f"the formula does not use `{name}`", at, "take the input out, or use it")
            if name in inputs[:i]:
                yield Finding("bad-formula", f"two inputs are named `{name}`", at, "rename one of them")
            if name == OUTPUT:
                message = f"`{OUTPUT}` is the name of the result in requirements"
                yield Finding("bad-formula", message, at, "rename the input")


@rule()
def bad_curve(context: Context) -> Iterator[Finding]:
    """A curve is drawn over an input that is a number, between values of it, the validity within them."""
    for slug, calculator in context.registry.calculators.items():
        plot = calculator.curve
        if plot is None:
            continue
        inputs = {item.name: item for item in calculator.inputs if item.type != "choice"}
        item = inputs.get(plot.x)
        if item is None:
            help = did_you_mean(plot.x, inputs, f"the numbers are {', '.join(inputs)}")
            location = Location(f"calculators/{slug}.toml", ("curve", "x"))
            yield Finding("bad-curve", f"no number `{plot.x}`", location, help)
            continue
        low, high = plot.extent
        for field, (least, most) in (("extent", plot.extent), ("valid", plot.valid or plot.extent)):
            if not low <= least < most <= high:
                location = Location(f"calculators/{slug}.toml", ("curve", field))
                help = "write the least and the greatest value, and of `valid` such as lie within `extent`"
                yield Finding("bad-curve", f"`{field}` is no part of the curve", location, help)


def _misused_names(
    calculator: Calculator, expression: formula.Expression, location: Location, code: str, *, result: bool = False
) -> Iterator[Finding]:
    """Names that are no input (nor, where it may stand, the result), texts that are no choice, choices used as numbers."""
    used, compared = formula.names(expression), formula.choices(expression)
    known = [item.name for item in calculator.inputs] + [OUTPUT] * result
    for name in used:
        if name not in known:
            help = did_you_mean(name, known, f"the inputs are {', '.join(known)}")
            yield Finding(code, f"no input `{name}`", location, help)
    for item in calculator.inputs:
        values = [choice.value for choice in item.choices]
        for text in compared.get(item.name, ()):
            if text.value not in values:
                otherwise = f"its choices are {', '.join(values)}" if values else "it is a number"
                help = did_you_mean(text.value, values, otherwise)
                yield Finding(code, f"`{item.name}` is never `{text.value}`", location, help)
        if item.type == "choice" and values and item.name in used and item.name not in compared:
            help = f'compare it: {item.name} == "{values[0]}"'
            yield Finding(code, f"`{item.name}` is a choice and is used as a number", location, help)


@rule()
def bad_input(context: Context) -> Iterator[Finding]:
    """An input has a range, choices if and only if it is a choice, a default that it accepts, and a condition on choices."""
    for slug, calculator in context.registry.calculators.items():
        for i, item in enumerate(calculator.inputs):
            location = Location(f"calculators/{slug}.toml", ("inputs", i, "name"))
            if item.type == "choice" and not item.choices:
                yield Finding("bad-input", f"`{item.name}` is a choice without choices", location, "add `choices`")
            elif item.type != "choice" and item.choices:
                help = 'write `type = "choice"`, or take the choices out'
                yield Finding("bad-input", f"`{item.name}` is a number, and has choices", location, help)
            elif problem := _bad_range(item):
                key, message, help = problem
                yield Finding("bad-input", message, Location(location.file, ("inputs", i, key)), help)
            elif item.default is not None and (message := refusal(item, item.default) or ""):
                at = Location(location.file, ("inputs", i, "default"))
                help = "correct the default or the range"
                yield Finding("bad-input", f"the default is not accepted: {message}", at, help)
            yield from _bad_condition(calculator, item, Location(location.file, ("inputs", i, "when")))


def _bad_range(item: CalculatorInput) -> tuple[str, str, str] | None:
    """(key, message, help) of what is wrong with the range of a number."""
    if item.format and (item.type != "number" or item.unit != "s"):
        return (
            "format",
            f"`{item.name}` is a duration, and no number of seconds",
            'write `type = "number"`, `unit = "s"`',
        )
    if item.type == "choice":
        return None
    if item.minimum is None or item.maximum is None:
        return "name", f"`{item.name}` has no range", "give minimum and maximum"
    if item.minimum > item.maximum:
        return "minimum", f"minimum {item.minimum:g} is above maximum {item.maximum:g}", "swap them"
    if item.minimum == item.maximum:
        return "minimum", f"`{item.name}` can only be {item.minimum:g}", "widen the range, or write it into the formula"
    return None


def _bad_condition(calculator: Calculator, item: CalculatorInput, location: Location) -> Iterator[Finding]:
    """What is wrong with the condition under which an input is asked for."""
    if item.when is None:
        return
    try:
        condition = formula.parse_condition(item.when)
    except formula.FormulaError as error:
        yield Finding("bad-input", str(error), location, _GRAMMAR)
        return
    yield from _misused_names(calculator, condition, location, "bad-input")
    asked = {other.name for other in calculator.inputs if other.type == "choice" and other.when is None}
    for name in formula.names(condition):
        if name in {other.name for other in calculator.inputs} - asked:
            help = "let it depend on a choice that is always asked for"
            yield Finding("bad-input", f"`{item.name}` depends on `{name}`, which is no such choice", location, help)


@rule()
def bad_requirement(context: Context) -> Iterator[Finding]:
    """A requirement is a condition on inputs or on `output`, with its message as a sentence; the defaults meet it."""
    broken = {finding.location.file for other in (bad_formula, bad_input) for finding in other(context)}
    for slug, calculator in context.registry.calculators.items():
        file = f"calculators/{slug}.toml"
        findings = list(_bad_requirements(calculator, file))
        yield from findings
        if not findings and file not in broken and (message := _refused_defaults(calculator)):
            help = "correct the defaults or the requirement"
            yield Finding(
                "bad-requirement", f"the defaults are refused: {message}", Location(file, ("requires",)), help
            )


def _bad_requirements(calculator: Calculator, file: str) -> Iterator[Finding]:
    for i, requirement in enumerate(calculator.requires):
        location = Location(file, ("requires", i, "expression"))
        try:
            condition = formula.parse_condition(requirement.expression)
        except formula.FormulaError as error:
            yield Finding("bad-requirement", str(error), location, _GRAMMAR)
            continue
        yield from _misused_names(calculator, condition, location, "bad-requirement", result=True)
        if not requirement.message.endswith("."):
            at = Location(file, ("requires", i, "message"))
            yield Finding("bad-requirement", "the message is no sentence", at, "end it with a full stop")


def _refused_defaults(calculator: Calculator) -> str | None:
    """Why the defaults have no result, where every input has one that it accepts."""
    defaults = {item.name: item.default for item in calculator.inputs if item.default is not None}
    if len(defaults) < len(calculator.inputs):
        return None
    try:
        calculation.result(calculator, defaults)
    except calculation.RefusedError as error:
        return error.refusals[0].message
    return None


@rule()
def bad_output(context: Context) -> Iterator[Finding]:
    """A result is given to 0 to 6 decimals, a duration in seconds; its categories begin each above the one before."""
    for slug, calculator in context.registry.calculators.items():
        file, output = f"calculators/{slug}.toml", calculator.output
        if not 0 <= output.precision <= _MOST_DECIMALS:
            location = Location(file, ("output", "precision"))
            help = "write how many decimals make sense, 0 for whole numbers"
            yield Finding("bad-output", f"a result cannot be given to {output.precision} decimals", location, help)
        if output.format and (output.unit or "").partition("/")[0] != "s":
            help = 'write `unit = "s"`, or a pace such as "s/100 m"'
            yield Finding("bad-output", "a duration is given in seconds", Location(file, ("output", "format")), help)
        for i, (category, following) in enumerate(pairwise(output.categories), 1):
            if category.least >= following.least:
                location = Location(file, ("output", "categories", i, "least"))
                message = f"`{following.label}` begins at {following.least:g}, `{category.label}` before it at {category.least:g}"
                yield Finding("bad-output", message, location, "order the categories by where they begin")


@rule()
def wrong_example(context: Context) -> Iterator[Finding]:
    """At least two worked examples hold, and one of them comes from a source other than the formula itself."""
    others = (bad_formula, bad_input, bad_requirement, bad_output)
    broken = {finding.location.file for other in others for finding in other(context)}
    for slug, calculator in context.registry.calculators.items():
        file = f"calculators/{slug}.toml"
        if file in broken:
            continue
        if len(calculator.examples) < 2:
            message = f"{counted(len(calculator.examples), 'worked example')}, not two or more"
            yield Finding(
                "wrong-example", message, Location(file, ("examples",)), "add [[examples]] with inputs and result"
            )
        if not any(example.source for example in calculator.examples):
            message = "no worked example names a source of its own"
            yield Finding(
                "wrong-example", message, Location(file, ("examples",)), 'add source = "…" to one that was published'
            )
        for i, example in enumerate(calculator.examples):
            if problem := _problem(calculator, example.inputs, example.result):
                key, message = problem
                location = Location(file, ("examples", i, key))
                yield Finding("wrong-example", message, location, "correct the example or the formula")


def _problem(calculator: Calculator, inputs: dict[str, float | str], result: float) -> tuple[str, str] | None:
    """(key, message) of what is wrong with an example, or None."""
    applying = {item.name for item in calculation.needed(calculator, inputs)}
    if unknown := sorted(set(inputs) - {item.name for item in calculator.inputs}):
        return "inputs", f"no input `{unknown[0]}`"
    if unneeded := sorted(set(inputs) - applying):
        return "inputs", f"`{unneeded[0]}` does not apply to the other inputs"
    try:
        value = calculation.result(calculator, inputs)
    except calculation.RefusedError as error:
        return "inputs", error.refusals[0].message
    tolerance = 0.5 * 10.0**-calculator.output.precision
    if abs(value - result) > tolerance * 1.000001:
        return "result", f"the formula gives {value:.{calculator.output.precision + 2}f}, the example {result:g}"
    return None


@rule()
def one_sided_alternative(context: Context) -> Iterator[Finding]:
    """Calculators of one quantity name each other as alternatives, each once."""
    calculators = context.registry.calculators
    for slug, calculator in calculators.items():
        for i, other in enumerate(calculator.alternatives):
            location = Location(f"calculators/{slug}.toml", ("alternatives", i))
            if other not in calculators:
                help = did_you_mean(other, calculators, f"the calculators are {', '.join(calculators)}")
                yield Finding("one-sided-alternative", f"no calculator `{other}`", location, help)
            elif other == slug or other in calculator.alternatives[:i]:
                message = f"`{other}` is {'this calculator itself' if other == slug else 'named twice'}"
                yield Finding("one-sided-alternative", message, location, "take it out")
            elif slug not in calculators[other].alternatives:
                help = f'add "{slug}" to the alternatives of calculators/{other}.toml, or take this one out'
                yield Finding("one-sided-alternative", f"`{other}` does not name `{slug}` in turn", location, help)
