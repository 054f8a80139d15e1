"""Answers that are lists: what an entity names by a relation, and what meets all conditions of a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from sportlore.answers.reading import question, tokens
from sportlore.answers.readings import read
from sportlore.answers.subjects import Answerer, Asked, Item, Subject
from sportlore.contract.schemas import DirectAnswer
from sportlore.search.words import NUMBERS, exact

_MOST_NAMED = 8
"""Names in the text of a list; `value` has the ids, and the list all."""
_TYPES = frozenset(
    "sport discipline adaptive-sports exercise technique skill position tactic training-method training-plan muscle-group".split()
)
"""Types that are asked for by conditions: the rules of a sport are more than those that are entities."""
_FILLING = tokens(
    "best good top list name example kind type all different common popular can some find show which play"
)
"""Tokens that a list may be asked for with."""
_WITHOUT = frozenset(["without", "no"])
_EQUIPMENT = tokens("equipment gear kit weights machine gym bench barbell dumbbell band kettlebell bar")
"""What is done without any of these is done without all of them: an answer that is right, though others may be as well."""
_GAMES = re.compile(r"\b(?:(?:in|at|of)\s+the\s+)?(olympic|paralympic)(?:s|\s+games)?\b", re.IGNORECASE)
_AT_GAMES = tokens("olympic paralympic")
_NUMBER = r"(\d{1,2}|" + "|".join(NUMBERS) + ")"
_SIDES = re.compile(
    rf"\b(?:(?:with|have|has|having|of)\s+)?{_NUMBER}\s+(?:players|people)(?:\s+(?:(?:on|in|per)\s+)?(?:a|each|per)?\s*(?:side|team))?\b"
    rf"|\b{_NUMBER}[ -]a[ -]side\b",
    re.IGNORECASE,
)
"""How many play on each side."""
_COUNTED, _PLAYERS = tokens("player side"), "players-per-side"
_CURRENT = "current"
"""The term for what is on the programme of the Games."""
_CATEGORY = "category"
_MOST_SPORTS = 3
"""Something is "from" few sports: the Olympic Games are from none."""
_UNAIDED = "bodyweight"
_USES = "uses"
_OF_SPORT = "of-sport"
_TARGETS, _MUSCLE, _REGION = "targets", "muscle-group", "region"
_ASKED_BY = (_TARGETS, _USES, "of-sport", "played-on", "broader", "develops", "serves", "suits", "prepares-for")
"""The relations that are meant where an entity is named as a condition, the likeliest first."""
_LONGEST_TERM = 3
_FACTS = (
    "environment",
    "contact",
    "level",
    "mechanics",
    "force",
    "laterality",
    "contraction",
    "training-place",
    "region",
)
"""Facts by whose terms lists are asked for: what is played in winter is not a winter sport, nor in teams always a team sport."""
_LEAST_PARTS, _LEAST_LISTED = frozenset(["position", "technique", "skill", "tactic", "discipline"]), 3
"""Parts of a sport are listed from this number on: a catalogue with one position of it does not say what its positions are."""


class _Condition(NamedTuple):
    """What entities of a list must have: the key of a fact or relation, and its value."""

    key: str
    value: str
    item: Item | None = None


def relation(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """What the subject names by the relation that a question asks for. It gives a list of names."""
    for group, rest, *_ in asked.readings:
        keys = answerer.relations.get(rest) if not asked.question.unit else None
        if not keys or len(group) != 1:
            continue
        item = answerer.source.item(group[0])
        named = [relationship for relationship in item.links if relationship.relation in keys]
        # "Exercises for the biceps" asks for those alone, though techniques target it as well.
        linked = [r for r in named if tokens(r.id.partition("/")[0].replace("-", " ")) <= rest] or named
        if linked and (keys[0] != _OF_SPORT or len(linked) <= _MOST_SPORTS):
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
    if asked.question.unit or answerer.type_words.isdisjoint(asked.question.tokens):
        return None
    games = None if _AT_GAMES.isdisjoint(asked.question.tokens) else _GAMES.search(asked.text)
    if games:
        text = f"{asked.text[: games.start()]} {asked.text[games.end() :]}"
        asked = read(answerer, text, question(text))
    sides = None if _COUNTED.isdisjoint(asked.question.tokens) else _SIDES.search(asked.text)
    if sides:
        text = f"{asked.text[: sides.start()]} {asked.text[sides.end() :]}"
        asked = read(answerer, text, question(text))
    required = [_Condition(f"{games[1].lower()}-status", _CURRENT)] if games else []
    required += [_Condition(_PLAYERS, exact((sides[1] or sides[2]).lower()))] if sides else []
    tokens_asked = asked.question.tokens
    named = {index for subject in asked.subjects for index in subject.stretch}
    if any(token and token not in answerer.listing and index not in named for index, token in enumerate(tokens_asked)):
        return None
    for length in (2, 1):
        for start in range(len(tokens_asked) - length + 1):
            type = answerer.types.get(frozenset(filter(None, tokens_asked[start : start + length])))
            if type in _TYPES and tokens_asked[start]:
                conditions = _cover(_ListQuestion(answerer, asked, type, range(start, start + length)), 0)
                if conditions is not None and (required or conditions):
                    return _answer(answerer, type, [*conditions, *required])
    return None


class _ListQuestion(NamedTuple):
    """A question for entities of a type, which some of its words name."""

    answerer: Answerer
    asked: Asked
    type: str
    named: range


def _cover(asked: _ListQuestion, start: int) -> list[_Condition] | None:
    """The conditions that words from one on state. All must state one, but for those that only build the question."""
    question = asked.asked.question
    if start >= len(question.words):
        return []
    if start in asked.named:
        return _cover(asked, start + 1)
    for condition, length in _conditions(asked, start):
        taken = {*range(start, start + length)}
        named = {*asked.named}
        others = None if named & taken and not named <= taken else _cover(asked, start + length)
        if others is not None:
            return [condition, *others]
    token = question.tokens[start]
    builds = question.words[start] not in _WITHOUT if token is None else token in _FILLING
    return _cover(asked, start + 1) if builds else None


def _conditions(asked: _ListQuestion, start: int) -> Iterator[tuple[_Condition, int]]:
    """What words that begin somewhere may state: that nothing is used, an entity, a term; each with the number of words."""
    (answerer, (_, question, subjects, _), type, _) = asked
    following = question.tokens[start + 1 : start + 2]
    is_without = question.words[start] in _WITHOUT and _EQUIPMENT.issuperset(following) and following
    if is_without or question.words[start] == _UNAIDED:
        if _USES in _keys(answerer, type, "equipment"):
            yield _Condition(_USES, "none"), 2 if is_without else 1
        return
    for length in range(_LONGEST_TERM, 0, -1):
        meant = answerer.terms.get(frozenset(filter(None, question.tokens[start : start + length])), ())
        if condition := _of_terms(answerer, type, meant):
            yield condition, length
    for subject in subjects:
        if subject.stretch[0] == start and (condition := _linked(answerer, type, subject)):
            yield condition, len(subject.stretch)


def _of_terms(answerer: Answerer, type: str, meant: Sequence[tuple[str, str]]) -> _Condition | None:
    """The condition to have one of some terms; exercises of a region are those for its muscles."""
    known = answerer.source.terms(type)
    for fact in _FACTS:
        if terms := ",".join(term for key, term in meant if key == fact and (fact, term) in known):
            return _Condition(fact, terms)
    regions = ",".join(term for key, term in meant if key == _REGION)
    if regions and _TARGETS in answerer.source.relations(type, _MUSCLE):
        muscles = answerer.source.listed(_MUSCLE, [(_REGION, regions)], _MOST_NAMED).first
        return _Condition(_TARGETS, ",".join(muscle.id for muscle in muscles))
    return None


def _linked(answerer: Answerer, type: str, subject: Subject) -> _Condition | None:
    """The condition to be linked with the only entity of a name that entities of a type are linked with by a relation."""
    for group in subject.groups:
        items = [answerer.source.item(number) for number in group]
        of_type = ((item, _keys(answerer, type, item.type)) for item in items if _is_called(item, group, subject))
        linked = [(item, keys) for item, keys in of_type if keys]
        if len(linked) == 1:
            ((item, keys),) = linked
            return _Condition(keys[0], item.id, item)
    return None


def _is_called(item: Item, group: Sequence[int], subject: Subject) -> bool:
    """Whether a category has that name: not all that belongs to net and wall games is a racket sport, as they are also called."""
    return item.type != _CATEGORY or group is subject.named


def _keys(answerer: Answerer, type: str, target: str) -> list[str]:
    known = answerer.source.relations(type, target)
    return [key for key in _ASKED_BY if key in known]


def _answer(answerer: Answerer, type: str, conditions: Sequence[_Condition]) -> DirectAnswer | None:
    listed = answerer.source.listed(type, [(condition.key, condition.value) for condition in conditions], _MOST_NAMED)
    if listed.total < (_LEAST_LISTED if type in _LEAST_PARTS else 1):
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
