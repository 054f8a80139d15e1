"""The calculators: a list, and a page for each that calculates in the browser what `sportlore calculate` does."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from sportlore import formula
from sportlore.contract.record import Representation
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

    tool: Calculator
    inputs: tuple[InputView, ...]
    mathml: Markup
    text: str
    result: str | None
    examples: tuple[ExampleView, ...]
    informs: tuple[Ref, ...]
    sources: tuple[Source, ...]


def calculator_list(publication: Publication) -> Iterator[Page]:
    """The list of all calculators."""
    total = counted(len(publication.calculators), "calculator")
    lead = "Published formulas that calculate in the browser, each with its source, its limits and worked examples."
    items = [ListItem(calculator_ref(tool)) for tool in publication.calculators]
    view = ListView(CALCULATORS.name, lead, total, by_letter(items))
    yield Page(CALCULATORS.path, "list.html", CALCULATORS.name, lead, view, api=("/v1/calculators",))


def calculator_pages(publication: Publication) -> Iterator[Page]:
    """A page for each calculator."""
    for tool in publication.calculators:
        here = calculator_ref(tool)
        yield Page(
            path=here.path,
            template="calculator.html",
            title=f"{tool.title} · Calculator",
            description=tool.description,
            view=_view(publication, tool),
            trail=(CALCULATORS,),
            api=(f"/v1/calculators/{tool.slug}",),
            scripts=(script_name(tool),),
        )


def script_name(tool: Calculator) -> str:
    """The name of a calculator's script among the static files."""
    return f"calculator/{tool.slug}.js"


def scripts(publication: Publication, shared: Representation) -> dict[str, Representation]:
    """A module for each calculator: its formula as JavaScript, handed to the script that they share."""
    named = ((script_name(tool), _script(tool, shared.path)) for tool in publication.calculators)
    return {name: asset(name, script.encode()) for name, script in named}


def _script(tool: Calculator, shared: str) -> str:
    expression = formula.to_javascript(formula.parse(tool.formula.expression))
    inputs = [
        {
            "name": item.name,
            "label": item.label,
            "type": item.type,
            "minimum": item.minimum,
            "maximum": item.maximum,
            "takes": _takes(item),
        }
        for item in tool.inputs
    ]
    settings = island({"precision": tool.output.precision, "inputs": inputs})
    return f'import {{ calculator }} from "{shared}";\n\ncalculator((v) => {expression}, {settings});\n'


def _view(publication: Publication, tool: Calculator) -> CalculatorView:
    expression = formula.parse(tool.formula.expression)
    return CalculatorView(
        tool=tool,
        inputs=tuple(_input(item) for item in tool.inputs),
        mathml=Markup(formula.to_mathml(expression)),
        text=formula.to_text(expression),
        result=_result(tool, expression),
        examples=tuple(_example(tool, example) for example in tool.examples),
        informs=refs(publication, (publication.graph.entities[id] for id in tool.informs)),
        sources=tuple(publication.vocabulary.sources[id] for id in tool.sources),
    )


def _result(tool: Calculator, expression: formula.Expression) -> str | None:
    """What the defaults give, so that the page has its number before its script runs; None if they give none."""
    defaults = {item.name: item.default for item in tool.inputs if item.default is not None}
    try:
        return formula.rounded(formula.evaluate(expression, defaults), tool.output.precision)
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


def _example(tool: Calculator, example: Example) -> ExampleView:
    return ExampleView(
        shown=tuple(_shown(item, example.inputs[item.name]) for item in tool.inputs),
        values={name: _plain(value) for name, value in example.inputs.items()},
        result=formula.rounded(example.result, tool.output.precision),
        source=example.source,
    )


def _shown(item: CalculatorInput, value: float | str) -> str:
    if isinstance(value, str):
        return next((choice.label for choice in item.choices if choice.value == value), value)
    return _plain(value)
