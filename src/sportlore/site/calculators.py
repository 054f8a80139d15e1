"""The calculators: a list, and a page for each that calculates in the browser what `sportlore calculate` does."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from sportlore import formula
from sportlore.contract.record import Resource
from sportlore.diagnostics import counted
from sportlore.formula import FormulaError
from sportlore.model import Calculator, CalculatorInput, Example, Source
from sportlore.publication import Publication
from sportlore.site.assets import asset
from sportlore.site.html import island
from sportlore.site.overviews import ListItem, ListView, by_letter
from sportlore.site.page import CALCULATORS, Page, Ref, calculator_ref, refs
from sportlore.text import number


class InputView(Struct, frozen=True):
    """A field of the form: numbers as the field takes them, `takes` is the range in words."""

    input: CalculatorInput
    minimum: str
    maximum: str
    default: str
    takes: str


class ExampleView(Struct, frozen=True):
    """A worked example: what stands in the table, and what a click puts into the fields."""

    shown: tuple[str, ...]
    values: dict[str, str]
    result: str
    source: str | None


class CalculatorView(Struct, frozen=True):
    """What the template of a calculator shows; `result` is that of the defaults."""

    calculator: Calculator
    inputs: tuple[InputView, ...]
    mathml: Markup
    text: str
    result: str | None
    examples: tuple[ExampleView, ...]
    informs: tuple[Ref, ...]
    sources: tuple[Source, ...]


def calculator_list(publication: Publication) -> Iterator[Page]:
    """The list of all calculators."""
    total = counted(len(publication.knowledge.calculators), "calculator")
    lead = "Published formulas that calculate in the browser, each with its source, its limits and worked examples."
    items = [ListItem(calculator_ref(calculator)) for calculator in publication.knowledge.calculators]
    view = ListView(CALCULATORS.name, lead, total, by_letter(items))
    yield Page(CALCULATORS.path, "list.html", CALCULATORS.name, lead, view, api=("/v1/calculators",))


def calculator_pages(publication: Publication) -> Iterator[Page]:
    """A page for each calculator."""
    for calculator in publication.knowledge.calculators:
        here = calculator_ref(calculator)
        yield Page(
            path=here.path,
            template="calculator.html",
            title=f"{calculator.title} · Calculator",
            description=calculator.description,
            view=_view(publication, calculator),
            trail=(CALCULATORS,),
            api=(f"/v1/calculators/{calculator.slug}",),
            scripts=(script_name(calculator),),
        )


def script_name(calculator: Calculator) -> str:
    """The name of a calculator's script among the static files."""
    return f"calculator/{calculator.slug}.js"


def scripts(publication: Publication, shared: Resource) -> dict[str, Resource]:
    """A module for each calculator: its formula as JavaScript, handed to the script that they share."""
    named = (
        (script_name(calculator), _script(calculator, shared.path)) for calculator in publication.knowledge.calculators
    )
    return {name: asset(name, script.encode()) for name, script in named}


def _script(calculator: Calculator, shared: str) -> str:
    expression = formula.to_javascript(formula.parse(calculator.formula.expression))
    inputs = [
        {
            "name": item.name,
            "label": item.label,
            "type": item.type,
            "minimum": item.minimum,
            "maximum": item.maximum,
            "takes": _takes(item),
        }
        for item in calculator.inputs
    ]
    settings = island({"precision": calculator.output.precision, "inputs": inputs})
    return f'import {{ calculator }} from "{shared}";\n\ncalculator((v) => {expression}, {settings});\n'


def _view(publication: Publication, calculator: Calculator) -> CalculatorView:
    expression = formula.parse(calculator.formula.expression)
    return CalculatorView(
        calculator=calculator,
        inputs=tuple(_input(item) for item in calculator.inputs),
        mathml=Markup(formula.to_mathml(expression)),
        text=formula.to_text(expression),
        result=_result(calculator, expression),
        examples=tuple(_example(calculator, example) for example in calculator.examples),
        informs=refs(publication, (publication.graph.entities[id] for id in calculator.informs)),
        sources=tuple(publication.vocabulary.sources[id] for id in calculator.sources),
    )


def _result(calculator: Calculator, expression: formula.Expression) -> str | None:
    """What the defaults give, so that the page has its number before its script runs; None if they give none."""
    defaults = {item.name: item.default for item in calculator.inputs if item.default is not None}
    try:
        return formula.rounded(formula.evaluate(expression, defaults), calculator.output.precision)
    except FormulaError:
        return None


def _input(item: CalculatorInput) -> InputView:
    return InputView(item, _plain(item.minimum), _plain(item.maximum), _plain(item.default), _takes(item))


def _takes(item: CalculatorInput) -> str:
    """The range in words: "1 to 500 kg"; "" for a choice."""
    if item.minimum is None or item.maximum is None:
        return ""
    unit = f" {item.unit}" if item.unit else ""
    return f"{number(item.minimum)} to {number(item.maximum)}{unit}"


def _plain(value: float | str | None) -> str:
    """A value as a field of the form takes it: 100.0 -> "100", None -> ""."""
    if value is None or isinstance(value, str):
        return value or ""
    return str(int(value)) if value == int(value) else repr(value)


def _example(calculator: Calculator, example: Example) -> ExampleView:
    return ExampleView(
        shown=tuple(_shown(item, example.inputs[item.name]) for item in calculator.inputs),
        values={name: _plain(value) for name, value in example.inputs.items()},
        result=formula.rounded(example.result, calculator.output.precision),
        source=example.source,
    )


def _shown(item: CalculatorInput, value: float | str) -> str:
    if isinstance(value, str):
        return next((choice.label for choice in item.choices if choice.value == value), value)
    return _plain(value)
