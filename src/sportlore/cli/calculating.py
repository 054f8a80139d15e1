"""The command that evaluates a calculator."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from sportlore import calculation
from sportlore.cli.paths import catalogue_at, snapshot_at
from sportlore.contract.operations import CALCULATOR_LIST
from sportlore.diagnostics import did_you_mean
from sportlore.model import Calculator, CalculatorInput
from sportlore.snapshot import Snapshot


def run_calculate(options: argparse.Namespace) -> int:
    """`sportlore calculate SLUG name=value …`: the result with its unit; bad input gets the list of inputs."""
    calculators = _calculators(options.catalogue)
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


def _calculators(catalogue: Path) -> Mapping[str, Calculator]:
    """The calculators of a catalogue as they are authored; where there is none, those of the snapshot of an installed package."""
    if catalogue.is_dir() or not snapshot_at(None).is_dir():
        from sportlore import registry

        return registry.read_calculators(catalogue_at(catalogue))
    with closing(Snapshot(snapshot_at(None), whole=False)) as opened:
        stored = {slug: calculation.stored(opened.value, slug) for slug in sorted(opened.names(CALCULATOR_LIST.path))}
        return {slug: calculator for slug, calculator in stored.items() if calculator is not None}


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
