"""Answers by the facts of entities: the value that was asked for, in its scope and unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import UNSET

from sportlore.answers.reading import tokens
from sportlore.answers.subjects import Answerer, Asked, AskedFacts, Item
from sportlore.answers.values import Fact, Phrases, Value, converted, value_of
from sportlore.contract.schemas import DirectAnswer

_SIZE = tokens("size")
_HAS_PART, _TOLD_BY = "has-part", ("scoring", "beginners")
"""A sport states some facts by what is part of it: how it is scored, and how to begin."""
_VENUE_OF = "venue-of"
"""A court has the net of the sport that is played on it, if it is of one sport."""
_OF_SPORT, _OF_WHOLE_SPORT = "of-sport", frozenset(["governing-body", "governing-body-founded"])
"""What a discipline has from its sport."""


def fact(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """The fact that a question asks for of its subject. It gives the value of the fact, which the question states."""
    phrases = answerer.lexicon.phrases
    for group, rest, wanted_facts, *_ in asked.readings:
        items: list[Item] = []
        for wanted in wanted_facts:
            items = items or [answerer.source.item(number) for number in group]
            of_size = bool(_SIZE & rest)
            for stating in (items, _parts(answerer, items, wanted, rest)):
                results = list(_values(stating, wanted, asked.question.unit, of_size, phrases))
                if results:
                    return results[0] if len({answer.text for answer in results}) == 1 else None
    return None


def _parts(answerer: Answerer, items: Iterable[Item], wanted: AskedFacts, rest: frozenset[str]) -> Iterator[Item]:
    """What states facts for entities: the only scoring of a sport, the only sport of a court, the sport of a discipline."""
    for item in items:
        for part_type in _TOLD_BY:
            yield from _only(answerer, item, _HAS_PART, part_type)
        if len(rest) > 1:
            yield from _only(answerer, item, _VENUE_OF, "sport")
        if not _OF_WHOLE_SPORT.isdisjoint(wanted.keys):
            yield from _only(answerer, item, _OF_SPORT, "sport")


def _only(answerer: Answerer, item: Item, relation: str, type: str) -> Iterator[Item]:
    """What an entity is linked with by a relation, if it is the only one of a type."""
    ids = [r.id for r in item.links if r.relation == relation and r.id.startswith(f"{type}/")]
    if len(ids) == 1:
        yield answerer.source.entity(ids[0])


def _values(
    items: Iterable[Item], wanted: AskedFacts, unit: str, of_size: bool, phrases: Phrases
) -> Iterator[DirectAnswer]:
    """The value of the first of the keys that each entity states, if it states any in this scope and unit.

    A size is all of them: "length 13.4 m, width 6.1 m".
    """
    for item in items:
        by_key = {fact.key: fact for fact in item.facts}
        stated = [fact for key in wanted.keys if (fact := by_key.get(key)) is not None and fact.value != "none"]
        values = [value_of(fact, wanted.scopes, phrases) for fact in stated]
        if unit:
            values = [value and converted(value, unit, phrases) for value in values]
        if wanted.told:
            kept = [index for index, value in enumerate(values) if value and wanted.told in tokens(value.text)]
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
