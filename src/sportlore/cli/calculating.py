"""The command that evaluates a calculator."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from sportlore import calculation, registry
from sportlore.cli.paths import catalogue_at
from sportlore.diagnostics import did_you_mean
from sportlore.model import Calculator, CalculatorInput


def run_calculate(options: argparse.Namespace) -> int:
    """`sportlore calculate SLUG name=value …`: the result with its unit; bad input gets the list of inputs."""
    calculators = registry.read_calculators(catalogue_at(options.catalogue))
    calculator = calculators.get(options.slug)
    if calculator is None:
        help = did_you_mean(options.slug, calculators, f"the calculators are {', '.join(calculators)}")
        print(f"no calculator `{options.slug}`; {help}", file=sys.stderr)
        return 1
    try:
        values = calculation.read(calculator, _texts(calculator, options.values))
        if options.defaults:
            values = {item.name: item.default for item in calculator.inputs if item.default is not None} | values
        result = calculation.result(calculator, values)
    except ValueError as error:
        print(f"{error}\n\n{calculator.title} takes:\n{_inputs(calculator)}", file=sys.stderr)
        return 1
    category = calculation.category(calculator.output, result)
    shown = calculation.shown(calculator.output, result)
    print(f"{calculator.output.label}: {shown}{f' ({category})' if category else ''}")
    return 0


def _texts(calculator: Calculator, pairs: Sequence[str]) -> dict[str, str]:
    """The texts by name; ValueError says what is wrong with a pair."""
    inputs = {item.name: item for item in calculator.inputs}
    texts: dict[str, str] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if name in inputs and not (equals and text):
            raise ValueError(f"`{name}` has no value; write {name}={_example(inputs[name])}")
        if name in texts:
            raise ValueError(f"`{name}` is given twice")
        texts[name] = text
    return texts


def _example(item: CalculatorInput) -> str:
    """A value that the input accepts."""
    if item.default is not None:
        return calculation.written(item, item.default)
    return item.choices[0].value if item.choices else calculation.written(item, item.minimum or 0)


def _inputs(calculator: Calculator) -> str:
    """The inputs with units and ranges, a line each."""
    lines = []
    for item in calculator.inputs:
        default = f" (default {calculation.written(item, item.default)})" if item.default is not None else ""
        condition = f", when {item.when}" if item.when else ""
        lines.append(f"  {item.name}: {item.label}, {calculation.bounds(item)}{condition}{default}")
    return "\n".join(lines)
