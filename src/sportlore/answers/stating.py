"""Whether a passage states what a question asks for, which names it by words that it need not have."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.answers.index import Passage
from sportlore.answers.reading import MEASURING, Question, tokens, value_tokens
from sportlore.answers.subjects import OPTIONAL, Answerer, Asked
from sportlore.answers.values import has_alternatives

_MANY = "MANY"
_POINTS = tokens("points")
_OF_POINTS = _POINTS | tokens("win score scoring worth")
_SPORTS = frozenset(["sport", "discipline", "adaptive-sports"])


def states(answerer: Answerer, asked: Asked, passage: Passage) -> bool:
    """Whether a passage says which of its values is for the scope that is asked for, and counts what is to be counted.

    Of "800 g and 600 g" neither is that of women, "five small targets" are no shots of a stage, and what a conversion is worth
    stands in no sentence without it.
    """
    name = answerer.source.item(passage.entity).name
    has = value_tokens(passage.text) | value_tokens(passage.key) | value_tokens(name)
    rest = asked.question.rest(())
    scopes = [words for token in rest for words, _ in answerer.scopes_of.get(token, ()) if words <= rest]
    if not all(words <= has for words in scopes) and has_alternatives(passage.text):
        return False
    named = frozenset(_named(answerer, asked, passage))
    missing = rest.difference(has, MEASURING, OPTIONAL, named, *scopes)
    if rest >= _POINTS:
        return missing <= _OF_POINTS
    return _counted(asked.question, named) not in missing or len(missing) == 1


def _named(answerer: Answerer, asked: Asked, passage: Passage) -> Iterator[str]:
    """The tokens of the names of sports and of what the passage is of."""
    for subject in asked.subjects:
        numbers = [number for group in subject.groups for number in group]
        if passage.entity in numbers or any(answerer.source.item(number).type in _SPORTS for number in numbers):
            yield from filter(None, (asked.question.tokens[index] for index in subject.stretch))


def _counted(question: Question, named: frozenset[str]) -> str | None:
    """What is to be counted: the token after "how many", but for names."""
    if _MANY not in question.tokens:
        return None
    following = question.tokens[question.tokens.index(_MANY) + 1 :]
    return next((token for token in following if token and token not in named), None)
