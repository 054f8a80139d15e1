"""`calculate`: the result of a published formula, with its limits and its source."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from msgspec import UNSET, Meta, Struct, UnsetType

from sportlore.agents.results import LISTED as _LISTED
from sportlore.agents.results import Drawn, Output, Result, ToolRefusal, drawn, fitted, read
from sportlore.contract import schemas
from sportlore.contract.operations import CALCULATOR, CALCULATOR_LIST
from sportlore.diagnostics import counted, did_you_mean
from sportlore.server.answer import Responder
from sportlore.text import listed, number


class CalculateInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A formula and its inputs."""

    calculator: (
        Annotated[str, Meta(description="Slug or name of a calculator: `body-mass-index`; without it, all of them.")]
        | None
    ) = None
    inputs: Annotated[
        dict[str, str | int | float],
        Meta(
            description="Inputs by name, in the units that people write: `{'body_mass': '154lb', 'height': '5ft11in'}`; "
            "without any, which ones there are."
        ),
    ] = {}


class CalculateOutput(Output, frozen=True):
    """A result, or the calculators or inputs that there are, with what each is."""

    calculator: str | UnsetType = UNSET
    value: float | int | UnsetType = UNSET
    unit: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    category: str | UnsetType = UNSET
    validity: Annotated[str, Meta(description="For whom, and in which range.")] | UnsetType = UNSET
    source: str | UnsetType = UNSET
    url: str | UnsetType = UNSET
    there: Annotated[dict[str, str], Meta(description="Calculators or inputs, where none is given.")] = {}


def calculate(responder: Responder, asked: CalculateInput) -> Result:
    """The result for some inputs; without them, which there are."""
    if asked.calculator is None:
        return _calculators(responder)
    slug = _slug(responder, asked.calculator)
    texts = {name: str(value) for name, value in asked.inputs.items()}
    try:
        calculator = read(responder, CALCULATOR.at(slug=slug), schemas.Calculator, urlencode(texts).encode())
    except ToolRefusal as refusal:
        known = read(responder, CALCULATOR.at(slug=slug), schemas.Calculator)
        raise ToolRefusal(f"{refusal}; inputs: {'; '.join(_inputs(known).values())}") from None
    source = calculator.formula.source if calculator.formula else UNSET
    data = CalculateOutput(calculator=slug, source=source, url=calculator.url)
    if not calculator.result:
        there = _inputs(calculator)
        lines = [f"{calculator.title} ({slug}): {calculator.description}", *there.values(), f"Source: {source}"]
        return Result(
            "\n".join(lines), CalculateOutput(calculator=slug, source=source, url=calculator.url, there=there)
        )
    result = calculator.result
    inputs = ", ".join(
        f"{name} {value if isinstance(value, str) else number(round(value, 2))}"
        for name, value in result.inputs.items()
    )
    category = f" ({result.category})" if result.category else ""
    lines = [
        f"{calculator.title}: {result.text}{category}, from {inputs}",
        f"Valid: {result.validity}",
        f"Source: {source}",
        str(calculator.url),
    ]
    data = CalculateOutput(
        calculator=slug,
        value=result.value,
        unit=result.unit,
        text=result.text,
        category=result.category,
        validity=result.validity,
        source=source,
        url=calculator.url,
    )
    address = f"{responder.info.site_url}{result.drawing}" if result.drawing else ""
    curve = (Drawn(title=f"{calculator.title}: the curve for these inputs", url=address),) if address else ()
    return Result("\n".join(lines), data, curve or drawn(UNSET))


def _inputs(calculator: schemas.Calculator) -> dict[str, str]:
    """What each input takes, by its name: "height: Height, 100 to 250 cm"."""
    lines: dict[str, str] = {}
    for item in calculator.inputs or []:
        choices = f", one of {', '.join(choice.value for choice in item.choices)}" if item.choices else ""
        bounds = f", {item.minimum} to {item.maximum}" if item.minimum is not UNSET else ""
        unit = f" {item.unit}" if item.unit else ""
        when = f", needed if {item.when}" if item.when else ""
        lines[item.name] = f"{item.name}: {item.label}{choices}{bounds}{unit}{when}"
    return lines


def _calculators(responder: Responder) -> Result:
    calculators = read(responder, CALCULATOR_LIST.path, schemas.CalculatorList).data or []
    there = {str(item.slug): str(item.title) for item in calculators}
    kept, _ = fitted([f"- {slug}: {title}" for slug, title in there.items()], _LISTED)
    return Result("\n".join([counted(len(there), "calculator"), *kept]), CalculateOutput(there=there))


def _slug(responder: Responder, name: str) -> str:
    """The slug of a calculator by it, or by a name; raises ToolRefusal."""
    known = [str(item.slug) for item in read(responder, CALCULATOR_LIST.path, schemas.CalculatorList).data or []]
    slug = name.removeprefix("calculator/").lower().replace(" ", "-")
    if slug in known:
        return slug
    called = responder.calculator_called(name)
    if called is None:
        raise ToolRefusal(f"no calculator `{name}`; {did_you_mean(slug, known, f'there are {listed(known)}')}")
    return called
