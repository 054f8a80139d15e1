"""Answers that are lists: what an entity names by a relation, and what meets all conditions of a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from sportlore.answers.index import joined
from sportlore.answers.reading import tokens
from sportlore.answers.subjects import Answerer, Asked, Item, Subject
from sportlore.contract.schemas import DirectAnswer

_MOST_NAMED = 8
"""Names in the text of a list; `value` has the ids, and the list all."""
_TYPES = frozenset(
    "sport discipline adaptive-sports exercise technique skill position tactic training-method training-plan muscle-group".split()
)
"""Types that are asked for by conditions: the rules of a sport are more than those that are entities."""
_FILLING = tokens("best good top list name example kind type all different common popular can some find show which")
"""Tokens that a list may be asked for with."""
_WITHOUT, _EQUIPMENT = frozenset(["without", "no"]), tokens("equipment gear kit")
_UNAIDED = "bodyweight"
_USES = "uses"
_ASKED_BY = ("targets", _USES, "of-sport", "played-on", "broader", "develops", "serves", "suits")
"""The relations that are meant where an entity is named as a condition, the likeliest first."""
_LONGEST_TERM = 3


class _Condition(NamedTuple):
    """What entities of a list must have: the key of a fact or relation, and its value."""

    key: str
    value: str
    item: Item | None = None


def relation(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """What the subject names by the relation that a question asks for. It gives a list of names."""
    for group, rest, _ in asked.readings:
        keys = answerer.lexicon.relations.get(joined(rest)) if not asked.question.unit else None
        if not keys or len(group) != 1:
            continue
        item = answerer.source.item(group[0])
        named = [relationship for relationship in item.relationships if relationship.relation in keys]
        # "Exercises for the biceps" asks for those alone, though techniques target it as well.
        linked = [r for r in named if tokens(r.id.partition("/")[0].replace("-", " ")) <= rest] or named
        if linked:
            return DirectAnswer(
                kind="list",
                text=_listed([relationship.name for relationship in linked], len(linked)),
                entity=item.reference,
                key=keys[0],
                value=[relationship.id for relationship in linked],
                url=item.url,
                api_url=item.api_url,
            )
    return None


def filtered(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """The entities of a type that meet all conditions of a question. It gives a list of names, and where it is in full."""
    types = answerer.lexicon.types
    if asked.question.unit:
        return None
    for index, token in enumerate(asked.question.tokens):
        type = types.get(token) if token else None
        if type not in _TYPES:
            continue
        for conditions in _covers(answerer, asked, type, 0, index):
            if conditions:
                return _answer(answerer, type, conditions)
    return None


def _covers(answerer: Answerer, asked: Asked, type: str, start: int, of_type: int) -> Iterator[list[_Condition]]:
    """The conditions that words from one on state; all of them must, but those that only build the question."""
    question = asked.question
    if start >= len(question.words):
        yield []
        return
    if start == of_type:
        yield from _covers(answerer, asked, type, start + 1, of_type)
        return
    for condition, length in _conditions(answerer, asked, type, start):
        if not start <= of_type < start + length:
            for others in _covers(answerer, asked, type, start + length, of_type):
                yield [condition, *others]
                return
    token = question.tokens[start]
    if (token is None and question.words[start] not in _WITHOUT) or token in _FILLING:
        yield from _covers(answerer, asked, type, start + 1, of_type)


def _conditions(answerer: Answerer, asked: Asked, type: str, start: int) -> Iterator[tuple[_Condition, int]]:
    """What words that begin somewhere may state: that nothing is used, a term, an entity; each with the number of words."""
    words, all_tokens = asked.question.words, asked.question.tokens
    if words[start] in _WITHOUT:
        if start + 1 < len(words) and all_tokens[start + 1] in _EQUIPMENT and _USES in _keys(answerer, type, "equipment"):
            yield _Condition(_USES, "none"), 2
        return
    if words[start] == _UNAIDED and _USES in _keys(answerer, type, "equipment"):
        yield _Condition(_USES, "none"), 1
        return
    for subject in asked.subjects:
        if subject.stretch[0] == start:
            if condition := _linked(answerer, type, subject):
                yield condition, len(subject.stretch)
    known = answerer.source.terms(type)
    for length in range(_LONGEST_TERM, 0, -1):
        meant = answerer.lexicon.terms.get(joined(filter(None, all_tokens[start : start + length])), ())
        of_type = [pair for pair in meant if pair in known]
        if len(of_type) == 1:
            yield _Condition(*of_type[0]), length


def _linked(answerer: Answerer, type: str, subject: Subject) -> _Condition | None:
    """The condition to be linked with the only entity of a name that entities of a type are linked with by a relation."""
    for group in subject.groups:
        items = [answerer.source.item(number) for number in group]
        of_type = ((item, _keys(answerer, type, item.type)) for item in items)
        linked = [(item, keys) for item, keys in of_type if keys]
        if len(linked) == 1:
            ((item, keys),) = linked
            return _Condition(keys[0], item.id, item)
    return None


def _keys(answerer: Answerer, type: str, target: str) -> list[str]:
    known = answerer.source.relations(type, target)
    return [key for key in _ASKED_BY if key in known]


def _answer(answerer: Answerer, type: str, conditions: Sequence[_Condition]) -> DirectAnswer | None:
    listed = answerer.source.listed(type, [(condition.key, condition.value) for condition in conditions], _MOST_NAMED)
    if not listed.total:
        return None
    about = next((condition.item for condition in conditions if condition.item), None)
    return DirectAnswer(
        kind="list",
        text=_listed([reference.name for reference in listed.first], listed.total),
        entity=about.reference if about else UNSET,
        key=conditions[0].key,
        value=[reference.id for reference in listed.first],
        url=about.url if about else listed.url,
        api_url=listed.api_url,
    )


def _listed(names: Sequence[str], total: int) -> str:
    more = total - len(names[:_MOST_NAMED])
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
