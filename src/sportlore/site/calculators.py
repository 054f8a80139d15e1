"""The calculators: a list, and a page for each that calculates in the browser what `sportlore calculate` does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from markupsafe import Markup
from msgspec import Struct

from sportlore import calculation, curves, formula, units
from sportlore.contract.addresses import drawing_path
from sportlore.contract.operations import CALCULATOR, CALCULATOR_LIST
from sportlore.contract.record import Resource
from sportlore.diagnostics import counted
from sportlore.drawing import charts
from sportlore.model import Calculator, CalculatorInput, Example, Plot, Requirement, Source
from sportlore.publication import Publication
from sportlore.site.assets import asset
from sportlore.site.html import island
from sportlore.site.lists import ListItem, ListView, by_letter
from sportlore.site.page import CALCULATORS, Page, Planned, Ref, calculator_ref, refs
from sportlore.text import number


class InputView(Struct, frozen=True):
    """A field of the form: `default` as one types it, `takes` the range in words, `asked` whether the defaults need it."""

    input: CalculatorInput
    default: str
    takes: str
    asked: bool


class ExampleView(Struct, frozen=True):
    """A worked example: what stands in the table, and what a click puts into the fields."""

    shown: tuple[str, ...]
    values: dict[str, str]
    result: str
    source: str | None


class CalculatorView(Struct, frozen=True):
    """What the template of a calculator shows; `result` and `category` are those of the defaults, `unit` follows the result."""

    calculator: Calculator
    inputs: tuple[InputView, ...]
    mathml: Markup
    text: str
    result: str | None
    unit: str
    category: str
    requires: tuple[str, ...]
    alternatives: tuple[Ref, ...]
    examples: tuple[ExampleView, ...]
    informs: tuple[Ref, ...]
    sources: tuple[Source, ...]
    chart: Markup | None
    chart_path: str
    chart_words: str


def calculator_list(publication: Publication) -> Iterator[Planned]:
    """The list of all calculators."""
    yield Planned(CALCULATORS.path, lambda: _list(publication))


def _list(publication: Publication) -> Page:
    total = counted(len(publication.knowledge.calculators), "calculator")
    lead = "Published formulas that calculate in the browser, each with its source, its limits and worked examples."
    items = [ListItem(calculator_ref(calculator)) for calculator in publication.knowledge.calculators]
    view = ListView(CALCULATORS.name, lead, total, by_letter(items))
    return Page(CALCULATORS.path, "list.html", CALCULATORS.name, lead, view, api=(CALCULATOR_LIST.path,))


def calculator_pages(publication: Publication) -> Iterator[Planned]:
    """A page for each calculator."""
    for calculator in publication.knowledge.calculators:
        yield Planned(calculator_ref(calculator).path, partial(_page, publication, calculator))


def _page(publication: Publication, calculator: Calculator) -> Page:
    return Page(
        path=calculator_ref(calculator).path,
        template="calculator.html",
        title=f"{calculator.title} · Calculator",
        description=calculator.description,
        view=_view(publication, calculator),
        trail=(CALCULATORS,),
        api=(CALCULATOR.at(slug=calculator.slug),),
        scripts=(script_name(calculator),),
        images=(drawing_path(f"calculator/{calculator.slug}"),) if calculator.curve else (),
    )


def script_name(calculator: Calculator) -> str:
    """The name of a calculator's script among the static files."""
    return f"calculator/{calculator.slug}.js"


def scripts(publication: Publication, shared: Resource) -> dict[str, Resource]:
    """A module for each calculator: its formula as JavaScript, handed to the script that they share."""
    known = {calculator.slug: calculator for calculator in publication.knowledge.calculators}
    named = (
        (script_name(calculator), script(calculator, shared.path, curves.beside(calculator, known)))
        for calculator in known.values()
    )
    return {name: asset(name, script.encode()) for name, script in named}


def script(calculator: Calculator, shared: str, others: Sequence[Calculator] = ()) -> str:
    """The module of a calculator; `shared` is the address of the script that all have in common, `others` are drawn beside it."""
    output = calculator.output
    settings = {
        "evaluate": _function(formula.parse(calculator.formula.expression)),
        "output": island({"precision": output.precision, "format": output.format, "categories": output.categories}),
        "inputs": _array(map(_input_settings, calculator.inputs)),
        "requires": _array(map(_requirement_settings, calculator.requires)),
        **({"plot": _plot_settings(calculator, calculator.curve, others)} if calculator.curve else {}),
    }
    return f'import {{ calculator }} from "{shared}";\n\ncalculator({_object(settings)});\n'


def _input_settings(item: CalculatorInput) -> str:
    fields = {
        "name": item.name,
        "label": item.label,
        "type": item.type,
        "format": item.format,
        "minimum": item.minimum,
        "maximum": item.maximum,
        "takes": _takes(item),
        "units": units.accepted(item.unit),
        "smaller": {unit: below for unit, below in units.SMALLER.items() if unit in units.accepted(item.unit)},
        "names": {unit: name for unit, name in units.NAMES.items() if units.accepted(item.unit).get(unit, 1) != 1},
    }
    asked = _function(formula.parse_condition(item.when)) if item.when else "() => true"
    return _object({**{name: island(value) for name, value in fields.items()}, "applies": asked})


def _requirement_settings(requirement: Requirement) -> str:
    names = calculation.names_of(requirement)
    return _object(
        {
            "holds": _function(formula.parse_condition(requirement.expression)),
            "message": island(requirement.message),
            "ofOutput": island(calculation.OUTPUT in names),
            "inputs": island([name for name in names if name != calculation.OUTPUT]),
        }
    )


def _plot_settings(calculator: Calculator, plot: Plot, others: Sequence[Calculator]) -> str:
    """What the script draws the curves again from."""
    item = next(item for item in calculator.inputs if item.name == plot.x)
    fields = {
        "x": plot.x,
        "extent": plot.extent,
        "samples": curves.samples(item, plot),
        "error": plot.error or 0,
        "box": (curves.LEFT, curves.RIGHT, curves.TOP, curves.BOTTOM),
        "steps": curves.STEPS,
        "seconds": curves.SECONDS if calculator.output.format == "duration" else None,
        "divisions": curves.DIVISIONS,
    }
    lines = _array(_line_settings(other, plot.x, style) for other, style in zip(others, curves.LINES[1:], strict=False))
    return _object({**{name: island(value) for name, value in fields.items()}, "lines": lines})


def _line_settings(other: Calculator, x: str, style: str) -> str:
    item = next(item for item in other.inputs if item.name == x)
    return _object(
        {
            "style": island(style),
            "evaluate": _function(formula.parse(other.formula.expression)),
            "least": island(item.minimum),
            "most": island(item.maximum),
        }
    )


def _function(expression: formula.Expression) -> str:
    return f"(v) => {formula.to_javascript(expression)}"


def _array(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _object(fields: Mapping[str, str]) -> str:
    """An object of JavaScript whose values are expressions already."""
    return f"{{{', '.join(f'{name}: {value}' for name, value in fields.items())}}}"


def _view(publication: Publication, calculator: Calculator) -> CalculatorView:
    expression = formula.parse(calculator.formula.expression)
    defaults = {item.name: item.default for item in calculator.inputs if item.default is not None}
    asked = set(calculation.needed(calculator, defaults))
    by_slug = {other.slug: other for other in publication.knowledge.calculators}
    drawn = curves.curve(calculator, by_slug)
    return CalculatorView(
        calculator=calculator,
        inputs=tuple(_input(item, item in asked) for item in calculator.inputs),
        mathml=Markup(formula.to_mathml(expression)),
        text=formula.to_text(expression),
        result=_result(calculator, defaults),
        unit=calculation.unit_of(calculator.output),
        category=_category(calculator, defaults),
        requires=tuple(requirement.message for requirement in calculator.requires),
        alternatives=tuple(calculator_ref(by_slug[slug]) for slug in calculator.alternatives),
        examples=tuple(_example(calculator, example) for example in calculator.examples),
        informs=refs(publication, (publication.graph.entities[id] for id in calculator.informs)),
        sources=tuple(publication.vocabulary.sources[id] for id in calculator.sources),
        chart=Markup(charts.inline(drawn, "chart")) if drawn else None,
        chart_path=drawing_path(drawn.id) if drawn else "",
        chart_words=drawn.description if drawn else "",
    )


def _result(calculator: Calculator, defaults: Mapping[str, float | str]) -> str | None:
    """What the defaults give, so that the page has its number before its script runs; None if they give none."""
    try:
        return calculation.rounded(calculator.output, calculation.result(calculator, defaults))
    except calculation.RefusedError:
        return None


def _category(calculator: Calculator, defaults: Mapping[str, float | str]) -> str:
    try:
        return calculation.category(calculator.output, calculation.result(calculator, defaults)) or ""
    except calculation.RefusedError:
        return ""


def _input(item: CalculatorInput, asked: bool) -> InputView:
    default = "" if item.default is None else calculation.written(item, item.default)
    return InputView(item, default, _takes(item), asked)


def _takes(item: CalculatorInput) -> str:
    """The range in words, with thousands set apart: "1 to 500 kg"; "" for a choice."""
    if item.type == "choice" or item.minimum is None or item.maximum is None:
        return ""
    if item.format == "duration":
        return f"{calculation.bounds(item)}, as minutes:seconds or hours:minutes:seconds"
    unit = f" {item.unit}" if item.unit else ""
    return f"{number(item.minimum)} to {number(item.maximum)}{unit}"


def _example(calculator: Calculator, example: Example) -> ExampleView:
    inputs = {item.name: item for item in calculator.inputs}
    return ExampleView(
        shown=tuple(_shown(item, example.inputs.get(item.name)) for item in calculator.inputs),
        values={name: calculation.written(inputs[name], value) for name, value in example.inputs.items()},
        result=calculation.rounded(calculator.output, example.result),
        source=example.source,
    )


def _shown(item: CalculatorInput, value: float | str | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return next((choice.label for choice in item.choices if choice.value == value), value)
    return calculation.written(item, value)
