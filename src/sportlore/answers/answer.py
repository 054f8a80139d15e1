"""From a search to its answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from msgspec import UNSET

from sportlore.answers.calculations import calculated
from sportlore.answers.facts import fact
from sportlore.answers.lists import filtered, relation
from sportlore.answers.reading import question
from sportlore.answers.readings import read
from sportlore.answers.subjects import Answerer, Asked
from sportlore.answers.texts import (
    comparison,
    definition,
    duties,
    explained,
    full_name,
    named_passage,
    part,
    passage,
    section,
    term,
)
from sportlore.answers.values import UNITS
from sportlore.contract.schemas import DirectAnswer

_Find = Callable[[Answerer, Asked], DirectAnswer | None]
_UNREAD: tuple[_Find, ...] = (named_passage, term, comparison, filtered)
"""The kinds of answers that need no reading, in the order in which they are looked for."""
_KINDS: tuple[_Find, ...] = (
    part,
    partial(definition, by_name=True),  # the shot clock is a rule before it is the question for its seconds
    named_passage,
    fact,
    passage,
    relation,
    full_name,
    section,
    duties,
    explained,
    definition,
    term,
    comparison,
    filtered,
)

_NAMES = "|".join(UNITS)
_CONVERSION = re.compile(
    rf"(?:how \w+ (?:is|are) |what(?:'s| is) )?\d[\d.,]* ?(?:{_NAMES}) (?:in|to|into) (?:{_NAMES})\W*", re.IGNORECASE
)
"""A quantity in another unit, which is about nothing of the catalogue, even if something is called so: 26.2 miles."""


def answers(answerer: Answerer, text: str, corrections: Iterable[tuple[str, str]] = ()) -> list[DirectAnswer]:
    """The answers to a text, of which words were corrected: one where it is sure, else none."""
    if result := calculated(answerer, text):
        return [result]
    if _CONVERSION.fullmatch(text.strip()):
        return []
    asked = read(answerer, text, question(text, corrections))
    for find in _KINDS if asked.readings else _UNREAD:
        if answer := find(answerer, asked):
            return [answer]
    return []


def title_of(answer: DirectAnswer) -> str:
    """What an answer is the value of, as pages and the command line say it before its text: "Badminton, net height"."""
    name = answer.entity.name if answer.entity is not UNSET else ""
    label = answer.label if answer.label is not UNSET else ""
    scope = f" ({', '.join(answer.scope)})" if answer.scope is not UNSET else ""
    title = f"{name}, {label}" if name and label else name or label
    return f"{title[:1].upper()}{title[1:]}{scope}"


def unknown_words(answerer: Answerer, text: str, corrections: Iterable[tuple[str, str]] = ()) -> tuple[str, ...]:
    """The words of a text that are in the name of nothing and mean nothing else: "how high is a korfball basket" -> korfball."""
    asked = read(answerer, text, question(text, corrections))
    named = {index for subject in asked.subjects for index in subject.stretch}
    words = zip(asked.question.words, asked.question.tokens, strict=True)
    return tuple(
        word
        for index, (word, token) in enumerate(words)
        if token and index not in named and token not in answerer.meaning and not token.isdigit()
    )


def explain(answerer: Answerer, text: str, corrections: Iterable[tuple[str, str]] = ()) -> list[str]:
    """Why a text is answered or not: how it is read, what it may be about, and what is left that nothing states."""
    asked = read(answerer, text, question(text, corrections))
    known = [token for token in asked.question.tokens if token]
    lines = [
        f"asks by {', '.join(known) or 'nothing'}" + (f", in {asked.question.unit}" if asked.question.unit else "")
    ]
    for subject in asked.subjects:
        name = " ".join(asked.question.words[index] for index in subject.stretch)
        ids = [answerer.source.item(number).id for group in subject.groups for number in group]
        rest = asked.question.rest(subject.stretch)
        lines.append(f"`{name}` is {', '.join(ids)}; beside it: {', '.join(sorted(rest)) or 'nothing'}")
    if not asked.subjects:
        lines.append("names nothing of the catalogue")
    if answers(answerer, text, corrections):
        return lines
    if not asked.readings:
        lines.append("no fact, relation or section is asked for by just the words beside a name")
    else:
        lines.append("what is asked for is not stated of it, or of several that differ")
    return lines
