"""One calculation, the same for the interface, the command line, the pages and the checks: inputs, refusals, the result.

>>> duration(6072.4), seconds("1:41:12")
('1:41:12', 6072.0)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from sportlore import formula, units
from sportlore.contract.record import Buffer
from sportlore.diagnostics import did_you_mean
from sportlore.model import Calculator, CalculatorInput, CalculatorOutput, Requirement, whole

OUTPUT = "output"
"""The name of the result in a requirement."""

_DURATION = re.compile(r"(?:(?P<hours>\d+):(?=[0-5]\d:))?(?P<minutes>\d{1,4}):(?P<seconds>[0-5]\d(?:\.\d+)?)", re.ASCII)

Values = Mapping[str, float | str]


_ENTRY = b"\0calculator\0"
"""How the key of a calculator in the store of a snapshot begins."""


def entries(calculators: Iterable[Calculator]) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the store from which a server calculates."""
    for calculator in calculators:
        yield _ENTRY + calculator.slug.encode(), msgspec.msgpack.encode(calculator)


def stored(value: Callable[[bytes], Buffer | None], slug: str) -> Calculator | None:
    """The calculator that a store holds; `value` reads the store."""
    entry = value(_ENTRY + slug.encode())
    return _DECODER.decode(entry) if entry is not None else None


_DECODER = msgspec.msgpack.Decoder(Calculator)


class Refusal(Struct, frozen=True):
    """One reason why a calculation has no result, and the inputs that it is about."""

    message: str
    inputs: tuple[str, ...]


class RefusedError(ValueError):
    """Inputs that have no result; `refusals` are all the reasons of one stage: missing, out of range, contradictory."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__("\n".join(refusal.message for refusal in refusals))
        self.refusals = refusals


def result(calculator: Calculator, values: Values) -> float:
    """The result for these inputs; `RefusedError` says what they lack or how they contradict one another.

    Inputs that do not apply may be missing, and are not looked at.
    """
    given = {item.name: values[item.name] for item in needed(calculator, values) if item.name in values}
    _stop_at(_unfit(calculator, given))
    _stop_at(_unmet(calculator, given, of_output=False))
    try:
        value = formula.evaluate(formula.parse(calculator.formula.expression), given)
    except formula.FormulaError as error:
        raise RefusedError((Refusal(f"the formula has no result: {error.message}", ()),)) from None
    _stop_at(_unmet(calculator, {**given, OUTPUT: value}, of_output=True))
    return value


def read(calculator: Calculator, texts: Mapping[str, str]) -> dict[str, float | str]:
    """The values of inputs as people write them: "70kg", "70,5", "220lb", "1:30", "m" for a choice; raises RefusedError.

    A number without a unit that is out of range, and would not be in another unit, is answered with that unit.
    """
    items = {item.name: item for item in calculator.inputs}
    for name in texts:
        if name not in items:
            help = did_you_mean(name, items, f"the inputs are {', '.join(items)}")
            raise RefusedError((Refusal(f"no input `{name}`; {help}", ()),))
    values = {name: _value(items[name], text) for name, text in texts.items()}
    unread = (_unreadable(items[name], text) for name, text in texts.items() if values[name] is None)
    _stop_at(unread)
    known = {name: value for name, value in values.items() if value is not None}
    guesses = ((item, _guess(item, texts[item.name])) for item in needed(calculator, known) if item.name in texts)
    _stop_at(Refusal(guess, (item.name,)) for item, guess in guesses if guess)
    return known


def _value(item: CalculatorInput, text: str) -> float | str | None:
    if item.type == "choice":
        return _choice(item, text)
    time = seconds(units.normalized(text)) if item.format == "duration" else None
    return units.amount(text, units.accepted(item.unit)) if time is None else time


def _choice(item: CalculatorInput, text: str) -> str:
    """The only choice whose value or label begins with a text, in any case: "m" -> "male"; else the text."""
    values = [choice.value for choice in item.choices]
    start = text.strip().casefold()
    if start in values:
        return start
    matches = [c.value for c in item.choices if c.value.startswith(start) or c.label.casefold().startswith(start)]
    return matches[0] if start and len(matches) == 1 else text


def _unreadable(item: CalculatorInput, text: str) -> Refusal:
    takes = "a time such as 24:34 or 3:59:35, or seconds" if item.format == "duration" else "a number"
    if item.unit and not item.format:
        takes += f" in {item.unit}"
    help = "; write decimals with a point, and no thousands separator" if "," in text else ""
    return Refusal(f"`{item.name}` is `{text}`; it takes {takes}{help}", (item.name,))


def _guess(item: CalculatorInput, text: str) -> str | None:
    """What a number that is out of range may have meant: "`height` is 1.75: metres? Give 175 or 1.75m"."""
    number = units.amount(text, {})
    if number is None or item.type == "choice" or refusal(item, number) is None:
        return None
    for unit, size in units.accepted(item.unit).items():
        value = round(number * size, 1)
        if size != 1 and unit in units.NAMES and refusal(item, value) is None:
            bare = units.normalized(text)
            return f"`{item.name}` is {bare}: {units.NAMES[unit]}? Give {written(item, value)} or {bare}{unit}"
    return None


def needed(calculator: Calculator, values: Values) -> Iterator[CalculatorInput]:
    """The inputs that apply to these values: without a condition, or with one that holds."""
    for item in calculator.inputs:
        if item.when is None or _holds(item.when, values):
            yield item


def refusal(item: CalculatorInput, value: float | str) -> str | None:
    """Why an input does not accept a value, or None: refusal(reps, 0) -> "`reps` is 0; it takes 1 to 12"."""
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
        return f"`{item.name}` is {written(item, value)}; it takes {bounds(item)}"
    return None


def names_of(requirement: Requirement) -> tuple[str, ...]:
    """The inputs that a requirement is about, and `output` where it is about the result."""
    return formula.names(formula.parse_condition(requirement.expression))


def bounds(item: CalculatorInput) -> str:
    """The range of a number in words: "1 to 500 kg", "3:00 to 6:00:00"; the choices of a choice."""
    if item.type == "choice":
        return " | ".join(choice.value for choice in item.choices)
    if item.minimum is None or item.maximum is None:
        return "a number"
    unit = f" {item.unit}" if item.unit and not item.format else ""
    return f"{written(item, item.minimum)} to {written(item, item.maximum)}{unit}"


def written(item: CalculatorInput, value: float | str) -> str:
    """A value of an input as a person writes it: 100.0 -> "100", 1474 seconds of a duration -> "24:34"."""
    if isinstance(value, str):
        return value
    if item.format == "duration":
        return duration(value, 0 if value.is_integer() else 1)
    return str(whole(value))


def shown(output: CalculatorOutput, value: float) -> str:
    """A result with its unit as a person reads it: "116.7 kg", "1:41:12", "1:35 /100 m"."""
    number = rounded(output, value)
    return f"{number} {unit}" if (unit := unit_of(output)) else number


def rounded(output: CalculatorOutput, value: float) -> str:
    """A result to its precision, without the unit."""
    return (duration if output.format == "duration" else formula.rounded)(value, output.precision)


def number(output: CalculatorOutput, value: float) -> float | int:
    """A result to its precision as a number: seconds for a duration."""
    return whole(float(formula.rounded(value, output.precision)))


def category(output: CalculatorOutput, value: float) -> str | None:
    """What a result is called, to its precision: 24.96 with one decimal is 25.0, from which on it is overweight."""
    shown = float(formula.rounded(value, output.precision))
    return next((category.label for category in reversed(output.categories) if shown >= category.least), None)


def unit_of(output: CalculatorOutput) -> str:
    """The unit that follows a result: a duration shows no seconds, so that `s/100 m` leaves `/100 m`."""
    unit = output.unit or ""
    return unit.removeprefix("s") if output.format == "duration" else unit


def duration(value: float, precision: int = 0) -> str:
    """Seconds as a person writes them: 95 -> "1:35", 14375 -> "3:59:35", with one decimal 59.96 -> "1:00.0"."""
    integer, point, part = formula.rounded(value, precision).partition(".")
    minutes, rest = divmod(int(integer), 60)
    hours, minutes = divmod(minutes, 60)
    start = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{start}:{rest:02}{point}{part}"


def seconds(text: str) -> float | None:
    """What `duration` writes, in seconds; None for other texts."""
    match = _DURATION.fullmatch(text)
    if match is None:
        return None
    return int(match["hours"] or 0) * 3600 + int(match["minutes"]) * 60 + float(match["seconds"])


def _unfit(calculator: Calculator, given: Values) -> Iterator[Refusal]:
    """What is wrong with single inputs: those that are missing in one refusal, then each value that is not accepted."""
    missing = [item for item in needed(calculator, given) if item.name not in given]
    if missing:
        names = tuple(item.name for item in missing)
        each = ", ".join(f"`{name}`" for name in names)
        yield Refusal(f"{each} {'is' if len(names) == 1 else 'are'} missing", names)
    for item in needed(calculator, given):
        if item.name in given and (message := refusal(item, given[item.name])):
            yield Refusal(message, (item.name,))


def _unmet(calculator: Calculator, values: Values, *, of_output: bool) -> Iterator[Refusal]:
    """The requirements on the result (`of_output`) or on the inputs alone that do not hold."""
    for requirement in calculator.requires:
        names = names_of(requirement)
        if (OUTPUT in names) == of_output and not _holds(requirement.expression, values):
            yield Refusal(requirement.message, tuple(name for name in names if name != OUTPUT))


def _holds(expression: str, values: Values) -> bool:
    """Whether a condition holds; one that cannot be evaluated does not."""
    try:
        return formula.holds(formula.parse_condition(expression), values)
    except formula.FormulaError:
        return False


def _stop_at(refusals: Iterator[Refusal]) -> None:
    if reasons := tuple(refusals):
        raise RefusedError(reasons)
