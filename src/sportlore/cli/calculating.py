"""The command that evaluates a calculator."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from sportlore import formula, registry
from sportlore.cli.paths import catalogue_at
from sportlore.diagnostics import did_you_mean
from sportlore.model import Calculator, CalculatorInput
from sportlore.rules.calculators import refuse


def run_calculate(options: argparse.Namespace) -> int:
    """`sportlore calculate SLUG name=value …`: the result with its unit; bad input gets the list of inputs."""
    calculators = registry.read_calculators(catalogue_at(options.catalogue))
    tool = calculators.get(options.slug)
    if tool is None:
        help = did_you_mean(options.slug, calculators, f"the calculators are {', '.join(calculators)}")
        print(f"no calculator `{options.slug}`; {help}", file=sys.stderr)
        return 1
    try:
        values = _values(tool, options.values)
        result = formula.evaluate(formula.parse(tool.formula.expression), values)
    except (ValueError, formula.FormulaError) as error:
        print(f"{error}\n\n{tool.title} takes:\n{_inputs(tool)}", file=sys.stderr)
        return 1
    unit = f" {tool.output.unit}" if tool.output.unit else ""
    print(f"{tool.output.label}: {formula.rounded(result, tool.output.precision)}{unit}")
    return 0


def _values(tool: Calculator, given: Sequence[str]) -> dict[str, float | str]:
    """The values of all inputs, defaults filled in; ValueError says what is wrong with one."""
    inputs = {item.name: item for item in tool.inputs}
    values: dict[str, float | str] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if not equals or name not in inputs:
            raise ValueError(f"no input `{name}`; {did_you_mean(name, inputs, 'write name=value')}")
        if name in values:
            raise ValueError(f"`{name}` is given twice")
        values[name] = _value(inputs[name], text)
    for item in tool.inputs:
        if item.name not in values and item.default is None:
            raise ValueError(f"`{item.name}` is missing")
        values.setdefault(item.name, item.default if item.default is not None else "")
        if refusal := refuse(item, values[item.name]):
            raise ValueError(refusal)
    return values


def _value(item: CalculatorInput, text: str) -> float | str:
    if item.type == "choice":
        return text
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"`{item.name}` is `{text}`; it takes a number") from None


def _inputs(tool: Calculator) -> str:
    """The inputs with units and ranges, a line each."""
    lines = []
    for item in tool.inputs:
        if item.type == "choice":
            takes = " | ".join(choice.value for choice in item.choices)
        else:
            takes = f"{item.minimum:g} to {item.maximum:g}" + (f" {item.unit}" if item.unit else "")
        shown = (
            item.default if isinstance(item.default, str) else f"{item.default:g}" if item.default is not None else ""
        )
        default = f" (default {shown})" if shown else ""
        lines.append(f"  {item.name}: {item.label}, {takes}{default}")
    return "\n".join(lines)
