"""Answers by the facts of entities: the value that was asked for, in its scope and unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import UNSET

from sportlore.answers.reading import tells, tokens
from sportlore.answers.subjects import ON_ICE, Answerer, Asked, AskedFacts, Item
from sportlore.answers.values import Fact, Phrases, Value, converted, value_of
from sportlore.contract.schemas import DirectAnswer

_SIZE, _LONG_AND_WIDE = tokens("size"), tokens("length width")
_WORTH, _MANY = "unit", tokens("how many")
"""A unit of the score answers what a try is worth, since that is in its text, but not how many points there are."""
_SPORT = "sport"
_ENVIRONMENT = "environment"
_OF_ANY_SET = frozenset("points-to-win win-margin sets repetitions rest work volume load".split())
"""What ends a set, a game or a round, whatever the sport calls it, and sets of exercises."""
_GOAL, _FIELD = "goal-", "field-"
_PLAYED_AT = "played-at"
_COURSES = tokens("oval track circle")
"""What is the playing area of what is played at a venue of that name, and elsewhere lies inside of it."""
_OF_WHOLE_SPORT = frozenset(["governing-body", "governing-body-founded"])
"""What a discipline has from its sport."""


def fact(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """The fact that a question asks for of its subject. It gives the value of the fact, which the question states."""
    phrases = answerer.lexicon.phrases
    for group, rest, facts, *_ in asked.readings:
        parts = rest & answerer.parts if facts else frozenset()
        for each in facts:
            meant, wanted = _having(answerer, group, parts, each) if parts else (group, each)
            if _WORTH in wanted.keys and not wanted.told and rest & _MANY:
                wanted = wanted._replace(keys=tuple([key for key in wanted.keys if key != _WORTH]))
            of_size = bool(_SIZE & rest) or rest >= _LONG_AND_WIDE
            for stating in (_stating(answerer, meant, wanted), _tellers(answerer, meant, wanted, len(rest))):
                items = ((answerer.source.item(number), keys) for number, keys in stating)
                items = ((item, keys) for item, keys in items if _takes_place(item, ON_ICE & rest))
                items = ((item, keys) for item, keys in items if not _is_inside(item, keys, _COURSES & rest))
                results = list(_values(items, wanted, asked.question.unit, of_size, phrases))
                if len({answer.text for answer in results}) > 1:
                    results = [answer for answer in results if answer.entity and answer.entity.type == _SPORT]
                    return results[0] if len(results) == 1 else None  # football is the sport before it is the ball
                if results:
                    return results[0]
    return None


def _takes_place(item: Item, grounds: frozenset[str]) -> bool:
    """Whether a sport takes place on some grounds, if it states where it does: hockey on ice is no field hockey."""
    environment = next((fact.text for fact in item.facts if fact.key == _ENVIRONMENT), "") if grounds else ""
    return not environment or grounds <= tokens(environment)


def _is_inside(item: Item, keys: list[str], courses: frozenset[str]) -> bool:
    """Whether facts of the playing area are asked for by a course that lies inside of it: the oval on the ice of short track."""
    if not courses or not keys[0].startswith(_FIELD):
        return False
    venues = [link.name for link in item.links if link.relation == _PLAYED_AT]
    return bool(venues) and not courses <= tokens(" ".join(venues))


def _having(
    answerer: Answerer, group: tuple[int, ...], parts: Iterable[str], wanted: AskedFacts
) -> tuple[tuple[int, ...], AskedFacts]:
    """Those that have some parts, since in tennis there are no innings and no puck; if none has, what is asked of any set."""
    bits = sum(map(answerer.lexicon.parts.__getitem__, parts))
    if having := tuple([number for number in group if not bits & ~answerer.known(number).parts]):
        return having, wanted
    return group, wanted._replace(keys=tuple([key for key in wanted.keys if key in _OF_ANY_SET]))


def _stating(answerer: Answerer, numbers: Iterable[int], wanted: AskedFacts) -> list[tuple[int, list[str]]]:
    """Those that state any of the facts, each with these."""
    entities = ((number, answerer.known(number)) for number in numbers)
    return [
        (number, keys)
        for number, entity in entities
        if (keys := _of_goal([key for key in entity.facts if key in wanted.keys]))
        and all(map(entity.may_tell, wanted.told))
        and not any(_is_of_other(answerer, number, scope) for scope in wanted.scopes)
    ]


def _is_of_other(answerer: Answerer, number: int, scope: str) -> bool:
    """Whether a scope is a league of another sport."""
    sport = answerer.lexicon.sports.get(scope, number) if scope.isupper() else number
    return sport != number and sport not in answerer.known(number).within


def _of_goal(keys: list[str]) -> list[str]:
    """The facts but those of the playing area, where those of a goal are asked for as well: the ring of netball is a goal."""
    is_goal = len(keys) > 1 and any(key.startswith(_GOAL) for key in keys)
    return [key for key in keys if not key.startswith(_FIELD)] if is_goal else keys


def _tellers(
    answerer: Answerer, numbers: Iterable[int], wanted: AskedFacts, length: int
) -> list[tuple[int, list[str]]]:
    """What states facts of entities in their place: the net of a court is that of its sport, if its net is asked for."""
    tellers = (pair for number in numbers for pair in answerer.known(number).tellers)
    meant = {
        number
        for teller, number in tellers
        if teller == "part"
        or (teller == "sport of venue" and length > 1)
        or (teller == "sport" and not _OF_WHOLE_SPORT.isdisjoint(wanted.keys))
    }
    return _stating(answerer, sorted(meant), wanted)


def _values(
    items: Iterable[tuple[Item, list[str]]], wanted: AskedFacts, unit: str, of_size: bool, phrases: Phrases
) -> Iterator[DirectAnswer]:
    """The value of the first fact that each entity states, if it states it in this scope and unit.

    A size is all of them: "length 13.4 m, width 6.1 m".
    """
    for item, keys in items:
        by_key = {fact.key: fact for fact in item.facts}
        stated = [by_key[key] for key in keys]
        values = [value_of(fact, wanted.scopes, phrases) for fact in stated]
        if unit:
            values = [value and converted(value, unit, phrases) for value in values]
        if wanted.told:
            kept = [index for index, value in enumerate(values) if value and tells(value.text, wanted.told)]
            stated, values = [stated[index] for index in kept], [values[index] for index in kept]
        if not values or values[0] is None:
            continue
        answer = _answer(item, stated[0], values[0])
        if of_size and len(stated) > 1:
            pairs = zip(stated, values, strict=True)
            texts = [f"{_small(fact.label)} {value.text}" for fact, value in pairs if value is not None]
            answer = msgspec.structs.replace(
                answer, text=", ".join(texts), label="size", value=UNSET, unit=UNSET, scope=UNSET
            )
        yield answer


def _small(label: str) -> str:
    """A label inside of a sentence: "Net height" -> "net height"."""
    return f"{label[0].lower()}{label[1:]}"


def _answer(item: Item, fact: Fact, value: Value) -> DirectAnswer:
    return DirectAnswer(
        kind="fact",
        text=value.text,
        label=_small(fact.label),
        entity=item.reference,
        key=fact.key,
        value=value.value,
        unit=value.unit or UNSET,
        scope=list(value.scope) or UNSET,
        source=value.source or UNSET,
        url=item.url,
        api_url=item.api_url,
    )
