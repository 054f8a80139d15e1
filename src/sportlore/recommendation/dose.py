"""The dose that the sentence of a goal states, as numbers: what is not stated in that many words is None.

"Two to three sets of three to six repetitions at 80 % of the maximum or more, twice a week, …"
-> Dose(times=(2, 2), sets=(2, 3), repetitions=(3, 6))
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

Range = tuple[int, int]
"""The least and the most."""

_ONES = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = {word: 10 * number for number, word in enumerate("twenty thirty forty fifty sixty".split(), 2)}
_NUMBERS = (
    {word: number for number, word in enumerate((*_ONES, *_TEENS), 1)}
    | _TENS
    | {f"{ten}-{unit}": _TENS[ten] + number for ten in _TENS for number, unit in enumerate(_ONES, 1)}
    | {"once": 1, "twice": 2}
)
_N = rf"(?:\d+|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_RANGE = rf"(?P<least>{_N})(?:(?: to | or |–)(?P<most>{_N}))?(?! (?:to|or) {_N})"
_UNITS = "(?:times|days|sessions|outings|rides|swims|runs|walks|games)"
_LONG = rf"(?: of {_N}(?: to {_N})? minutes)?"
_WEEK = "(?:a|per|each) week"
_WEEKLY = (
    re.compile(rf"\b(?P<least>once|twice)(?: or (?P<most>{_N}))?(?: times)? {_WEEK}\b"),
    re.compile(rf"\b{_RANGE}(?: or more)?(?: easy)? {_UNITS}{_LONG} {_WEEK}\b"),
    re.compile(rf"\b{_RANGE} times {_N}(?: to {_N})? minutes {_WEEK}\b"),
    re.compile(rf"^{_RANGE} {_WEEK}\b"),
    re.compile(rf"\bon {_RANGE} days\b"),
)
_OFTEN = ((re.compile(r"\bmost days\b"), (4, 7)), (re.compile(r"\b(?:every day|daily)\b"), (7, 7)))
_SETS = re.compile(
    rf"\b{_RANGE}(?: (?:hard|short|slow|heavy|maximal|fast))? "
    rf"(?:sets|holds|walks|rounds|bouts|climbs|tows|sprints|runs|lengths)\b(?! {_WEEK})(?! of {_N}(?: to {_N})? minutes {_WEEK})"
)
_REPETITIONS = re.compile(rf"\b(?:sets|rounds) of {_RANGE}\b(?! (?:minutes|metres|m|seconds)\b)")
_EACH = re.compile(rf"\b(?:sets|holds|rounds|bouts|climbs|runs) of {_RANGE} minutes\b")
_MINUTES = re.compile(rf"\b{_RANGE} minutes\b(?! of rest)")
_NOT_A_WEEK = re.compile(r"\b(?:every other week|every second|in (?:the )?place of|spread over|once, later)\b")
_CLAUSE = re.compile(r"; |: ")
"""What ends the dose: after it stands what to expect."""


class Dose(Struct, frozen=True, array_like=True):
    """How often a week, and how much at a time: in sets (of repetitions, or of minutes `each`), or in minutes."""

    times: Range
    sets: Range | None = None
    repetitions: Range | None = None
    each: Range | None = None
    minutes: Range | None = None


def dose(text: str) -> Dose | None:
    """The dose of a sentence; None where it does not say how often a week."""
    plain = _CLAUSE.split(text.lower().replace("half an hour", "30 minutes"))[0]
    times = None if _NOT_A_WEEK.search(plain) else next(_times(plain), None)
    if times is None or not 1 <= times[0] <= times[1] <= 7:
        return None
    sets = _found(_SETS, plain)
    if sets is None:
        return Dose(times, minutes=_found(_MINUTES, plain))
    return Dose(times, sets, _found(_REPETITIONS, plain), _found(_EACH, plain))


def _times(text: str) -> Iterator[Range]:
    """How often a week, by each of the forms that stand there."""
    yield from (dose for pattern in _WEEKLY if (dose := _found(pattern, text)))
    yield from (often for pattern, often in _OFTEN if pattern.search(text))


def _found(pattern: re.Pattern[str], text: str) -> Range | None:
    match = pattern.search(text)
    if match is None:
        return None
    least = _number(match["least"])
    most = _number(match["most"]) if match["most"] else least
    return (least, most) if least <= most else None


def _number(word: str) -> int:
    return _NUMBERS[word] if word in _NUMBERS else int(word)
