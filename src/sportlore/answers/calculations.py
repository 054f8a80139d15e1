"""Answers that are calculated: a formula that is named, and all its inputs, in one question: "1rm 100 kg 5 reps"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, takewhile
from operator import getitem
from typing import NamedTuple
from urllib.parse import urlencode

from msgspec import UNSET

from sportlore import calculation, units
from sportlore.answers.reading import chunks, name_of, tokens
from sportlore.answers.subjects import Answerer
from sportlore.answers.values import UNITS
from sportlore.contract.operations import CALCULATOR
from sportlore.contract.schemas import DirectAnswer, Relationship
from sportlore.model import Calculator, CalculatorInput

_DIGIT = re.compile(r"\d")
_LONGEST_NAME = 5
"""Chunks of the longest name of a formula."""
_MOST_NUMBERS = 5
_MEASURES = {
    **UNITS,
    **dict.fromkeys(["watt", "watts"], "w"),
    **dict.fromkeys(["percent", "pct"], "%"),
    **dict.fromkeys(["year", "yo", "yrs"], "years"),
    **dict.fromkeys(["litre", "litres", "liter", "liters"], "l"),
    **dict.fromkeys(["kgs", "kilo"], "kg"),
    **dict.fromkeys(["mins", "minute"], "min"),
    **dict.fromkeys(["hr", "hrs", "hour"], "h"),
    **dict.fromkeys(["secs", "sec", "second"], "s"),
    "k": "km",
    "cms": "cm",
    "stone": "st",
    "kph": "km/h",
} | {unit: unit for of in ("kg", "m", "s", "km/h", "l", "years", "w", "bpm", "%") for unit in units.accepted(of)}
"""Units as they are typed, and their signs."""
_DISTANCES = {("half", "marathon"): "21.0975", ("marathon",): "42.195"}
"""Distances that have names, in kilometres."""
_CHOICES = {"man": "male", "men": "male", "woman": "female", "women": "female"}
_BESIDE = tokens(
    "calculate calculator compute estimate formula equation work out much many how high fast what lift lifted run ran result "
    "score value test if when x times with old year predict person i am got do a be weigh tall set bench squat "
    "deadlift press bodyweight m s someone somebody weighing weighs aged based prediction estimated total activity marathon"
)
"""Tokens that may stand beside a formula and its inputs."""


_GIVING = ("from", "on")
"""Words before what is given: from 5k, based on 5k."""


class _Number(NamedTuple):
    """A number of a question with the sign of its unit, the tokens of the words before and after it, and whether it is given.

    "Predict 10k from 5k 25:00" gives the second distance, and asks for the first.
    """

    text: str
    unit: str
    beside: frozenset[str]
    is_given: bool = False


def calculated(answerer: Answerer, text: str) -> DirectAnswer | None:
    """The result of the formula that a question names, for the inputs in it. All must be there, and fit in one way only."""
    if not _DIGIT.search(text):
        return None
    chunked = chunks(text)
    begun = [start for start, chunk in enumerate(chunked) if name_of([chunk]) in answerer.formula_words]
    for length in range(min(_LONGEST_NAME, len(chunked)), 0, -1):
        for start in begun:
            slug = answerer.lexicon.calculators.get(name_of(chunked[start : start + length]))
            calculator = answerer.source.calculator(slug) if slug else None
            if calculator and (inputs := _inputs(calculator, [*chunked[:start], "", *chunked[start + length :]])):
                return _answer(calculator, inputs, answerer.source.site_url)
    return None


def _answer(calculator: Calculator, inputs: dict[str, str], site_url: str) -> DirectAnswer | None:
    try:
        value = calculation.result(calculator, calculation.read(calculator, inputs))
    except calculation.RefusedError:
        return None
    output = calculator.output
    category = calculation.category(output, value)
    page = f"{site_url}/calculators/{calculator.slug}"
    return DirectAnswer(
        kind="calculator",
        text=calculation.shown(output, value) + (f" ({category})" if category else ""),
        entity=Relationship(type="calculator", id=f"calculator/{calculator.slug}", name=calculator.title, url=page),
        value=calculation.number(output, value),
        unit=output.unit or UNSET,
        url=page,
        api_url=f"{CALCULATOR.at(slug=calculator.slug)}?{urlencode(inputs)}",
    )


def _inputs(calculator: Calculator, chunked: Sequence[str]) -> dict[str, str] | None:
    """The inputs that stand in a question, as people write them; None where any is missing or could be another."""
    numbers, others = _read(chunked)
    chosen = dict(_chosen(calculator, others))
    values = {item.name: text for item, text in chosen.values()}
    items = [item for item in calculation.needed(calculator, values) if item.type != "choice"]
    named = {item.name: tokens(f"{item.label} {item.name.replace('_', ' ')}") - _BESIDE for item in items}
    known = _BESIDE.union(*named.values(), *map(tokens, (calculator.title, *calculator.keywords, *calculator.asked)))
    if any(not tokens(word) <= known for word in others if word not in chosen):
        return None
    if len(numbers) != len(items) or len(numbers) > _MOST_NUMBERS:
        return None
    if any(item.type == "choice" and item.name not in values for item in calculation.needed(calculator, values)):
        return None
    fits = [[_fits(item, number) for number in numbers] for item in items]
    by_told: dict[int, list[tuple[int, ...]]] = {}
    for order in permutations(range(len(numbers))):
        if all(map(getitem, fits, order)):
            shared = (named[item.name] & numbers[index].beside for item, index in zip(items, order, strict=True))
            by_told.setdefault(sum(map(len, shared)), []).append(order)
    best = by_told[max(by_told)] if by_told else []
    # Inputs of one unit stand in their order: "10k 50:00 half marathon" predicts the time of the second distance.
    if len({tuple(sorted(zip(order, (item.unit or "" for item in items), strict=True))) for order in best}) != 1:
        return None
    return values | {item.name: numbers[index].text for item, index in zip(items, min(best), strict=True)}


def _fits(item: CalculatorInput, number: _Number) -> bool:
    """Whether an input takes a number: 70kg for a body mass, but neither 70 cm nor 700kg."""
    accepted = units.accepted(item.unit)
    if number.unit and number.unit not in accepted:
        return False
    time = calculation.seconds(number.text) if item.format == "duration" else None
    value = units.amount(number.text, accepted) if time is None else time
    return value is not None and calculation.refusal(item, value) is None


def _chosen(calculator: Calculator, others: Iterable[str]) -> Iterator[tuple[str, tuple[CalculatorInput, str]]]:
    """The words that choose, each with its input and the choice."""
    for word in others:
        for item in calculator.inputs:
            for choice in item.choices:
                if _CHOICES.get(word, word) in (choice.value, choice.label.lower()):
                    yield word, (item, choice.value)


def _read(chunked: Sequence[str]) -> tuple[list[_Number], list[str]]:
    """The numbers of a question with their units, each with the words up to the next one on either side, and all words."""
    parts = list(_joined(chunked))
    numbers: list[_Number] = []
    for index, (text, unit) in enumerate(parts):
        if unit is None:
            continue
        beside = (
            *takewhile(_is_word, parts[index - 1 :: -1] if index else ()),
            *takewhile(_is_word, parts[index + 1 :]),
        )
        is_given = index > 0 and parts[index - 1][0] in _GIVING
        numbers.append(_Number(text, unit, tokens(" ".join(word for word, _ in beside)), is_given))
    numbers.sort(key=lambda number: not number.is_given)
    return numbers, [word for word, unit in parts if unit is None and word]


def _is_word(part: tuple[str, str | None]) -> bool:
    return part[1] is None


def _joined(chunked: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Numbers with their units, which are empty where none follows, and words, which have none: 5, ft, 11 is "5ft11"."""
    index = 0
    while index < len(chunked):
        named = next((name for name in _DISTANCES if tuple(chunked[index : index + len(name)]) == name), None)
        if named:
            yield f"{_DISTANCES[named]}km", "km"
            index += len(named)
        elif chunked[index][0:1].isdigit():
            text, unit, index = chunked[index], "", index + 1
            if index < len(chunked) and chunked[index] in _MEASURES:
                unit, index = _MEASURES[chunked[index]], index + 1
            if unit in units.SMALLER and index < len(chunked) and chunked[index][0:1].isdigit():
                follows = _MEASURES.get(chunked[index + 1]) if index + 1 < len(chunked) else None
                if follows in (None, units.SMALLER[unit], '"'):
                    text, index = f"{text}{unit}{chunked[index]}", index + (1 if follows is None else 2)
                    yield text, unit
                    continue
            yield text + unit, unit
        else:
            yield chunked[index], None
            index += 1
