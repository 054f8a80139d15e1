"""From a search to its answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Literal, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sportlore.answers.index import LEXICON, Lexicon, joined, title_key
from sportlore.answers.reading import Question, question, stretches, tokens
from sportlore.answers.values import Fact, Phrases, Value, converted, value_of
from sportlore.contract.record import Buffer
from sportlore.contract.schemas import DirectAnswer, Relationship
from sportlore.index.bitmaps import members

_LONGEST_NAME = 6
"""Words of the longest name or keyword that is looked for."""
_MOST_CALLED = 8
"""What more entities are called by names none of them."""
_OPTIONAL = tokens("match sport rule world worldwide international")
"""Tokens of a question that may be left out: the net of a volleyball match is that of volleyball."""
_ASKS_FOR_MEANING = re.compile(
    r"^\s*(what(?:'s|’s|s| is| are)\b|define\b|explain\b|definition of\b|meaning of\b)|\b(meaning|definition|mean)\W*$",
    re.IGNORECASE,
)
_MEANING = tokens("mean explain")
_DEFINING = frozenset("what is are s the a an define definition of meaning mean explain in do does".split())
"""Words of a question for the meaning of something; with any other it asks for more: what is the best racket."""
_TRAINING = "training"
_STANDING = tokens("stand")
_COMPARING = tokens("differ between vs compare from how")
_DIFFERENCE = tokens("differ vs")
_SIZE = tokens("size")
_SENTENCE = re.compile(r"(?<=[a-z0-9)])\. (?=[A-Z])")
_BELONGING = ("of-sport", "broader", "used-by", "venue-of")
"""Relations to what may be named beside an entity to tell which is meant: a let in tennis."""
_HAS_PART, _TOLD_BY = "has-part", ("scoring", "beginners")
"""A sport states some facts by what is part of it: how it is scored, and how to begin."""
_MOST_LISTED = 8
"""Names in the text of a list; `value` has all ids."""
_LONGEST_TEXT = 320
"""Characters of the longest text of a section that answers: a longer one is cut at the end of a sentence."""


class _Relationship(Struct, frozen=True):
    id: str
    name: str = ""
    relation: str = ""


class Item(Struct, frozen=True, rename="camel"):
    """An entity as lists state it, as far as answers read it."""

    id: str
    type: str
    name: str
    description: str
    url: str
    api_url: str
    relationships: tuple[_Relationship, ...] = ()
    facts: tuple[Fact, ...] = ()


class Section(Struct, frozen=True):
    """A titled part of an entity."""

    title: str
    text: str = ""
    steps: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class Source(Protocol):
    """Where answers are read from."""

    def value(self, key: bytes) -> Buffer | None:
        """What the index holds at a key."""

    def called(self, words: Sequence[str], most: int) -> tuple[list[int], list[int]]:
        """The numbers of the entities with these words as their name, and of those with them as a keyword; of many, none."""

    def item(self, number: int) -> Item:
        """An entity by its number."""

    def entity(self, id: str) -> Item:
        """An entity by its id."""

    def sections(self, item: Item) -> Sequence[Section]:
        """The sections of an entity."""


class Answerer:
    """The questions of an open index."""

    def __init__(self, source: Source) -> None:
        self.source = source
        stored = source.value(LEXICON)
        self.lexicon = msgspec.json.decode(stored, type=Lexicon) if stored is not None else Lexicon()
        self.scopes = [(frozenset(words.split()), label) for words, label in self.lexicon.scopes.items()]


class _Subject(Struct, frozen=True):
    """A stretch of words, and the entities that have it as their name, or as a keyword."""

    stretch: range
    named: tuple[int, ...]
    keyed: tuple[int, ...]
    training: tuple[int, ...] = ()
    """Those that are called so with "training" after it: hypertrophy, maximal strength."""

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Those that are named so before those that have a keyword, and these before those of a training."""
        return tuple(group for group in (self.named, self.keyed, self.training) if group)


class _Reading(NamedTuple):
    """What a question may mean: entities that it may be about, and the tokens beside their name."""

    group: tuple[int, ...]
    rest: frozenset[str]


class _Asked(NamedTuple):
    """A text, read as a question in all ways that ask for anything."""

    text: str
    question: Question
    subjects: Sequence[_Subject]
    readings: Sequence[_Reading]


def answers(answerer: Answerer, text: str, corrections: Iterable[tuple[str, str]] = ()) -> list[DirectAnswer]:
    """The answers to a text, of which words were corrected: one where it is sure, else none."""
    asked = question(text, corrections)
    subjects = list(_subjects(answerer, asked))
    read = _Asked(text, asked, subjects, list(_readings(answerer, asked, subjects)))
    for find in (_fact, _relation, _full_name, _section, _definition, _comparison):
        answer = find(answerer, read)
        if answer is not None:
            return [answer]
    return []


def _subjects(answerer: Answerer, asked: Question) -> Iterator[_Subject]:
    for stretch in stretches(asked, _LONGEST_NAME):
        words = asked.words[stretch.start : stretch.stop]
        named, keyed = answerer.source.called(words, _MOST_CALLED)
        training, _ = answerer.source.called((*words, _TRAINING), 1)
        if named or keyed or training:
            yield _Subject(stretch, tuple(named), tuple(keyed), tuple(training))


def _readings(answerer: Answerer, asked: Question, subjects: Sequence[_Subject]) -> Iterator[_Reading]:
    """First those with one subject, the longest first; then those with another entity that it belongs to.

    "What is a let in tennis" asks of those that are called let about the one of tennis.
    """
    for subject in subjects:
        rest = asked.rest([subject.stretch])
        if _asks(answerer, rest):
            yield from (_Reading(group, rest) for group in subject.groups)
    for subject, context in permutations(subjects, 2):
        rest = asked.rest([subject.stretch, context.stretch])
        if {*subject.stretch} & {*context.stretch} or not _asks(answerer, rest):
            continue
        about = {answerer.source.item(number).id for number in context.groups[0]}
        for group in subject.groups:
            if linked := tuple(number for number in group if about & _linked(answerer.source.item(number))):
                yield _Reading(linked, rest)


def _asks(answerer: Answerer, rest: frozenset[str]) -> bool:
    """Whether tokens ask for anything: looked at before entities are read, which takes longest."""
    return (
        rest <= _MEANING
        or rest == _STANDING
        or joined(rest) in answerer.lexicon.relations
        or any(_asked_facts(answerer, rest))
        or answerer.source.value(title_key(rest)) is not None
    )


def _linked(item: Item) -> set[str]:
    """What an entity belongs to."""
    return {relationship.id for relationship in item.relationships if relationship.relation in _BELONGING}


def _fact(answerer: Answerer, asked: _Asked) -> DirectAnswer | None:
    """The fact that a question asks for of its subject. It gives the value of the fact, which the question states."""
    for group, rest in asked.readings:
        for keys, scopes in _asked_facts(answerer, rest):
            items = [answerer.source.item(number) for number in group]
            wanted = _Wanted(keys, scopes, asked.question.unit, bool(_SIZE & rest), answerer.lexicon.phrases)
            results = list(_values(items, wanted)) or list(_values(_parts(answerer, items), wanted))
            if results:
                return results[0] if len({answer.text for answer in results}) == 1 else None
    return None


def _parts(answerer: Answerer, items: Sequence[Item]) -> Iterator[Item]:
    """The parts of sports that state facts for them, where a sport has one of a type: how many points win in badminton."""
    for item in items:
        for part_type in _TOLD_BY:
            ids = [r.id for r in item.relationships if r.relation == _HAS_PART and r.id.startswith(f"{part_type}/")]
            if len(ids) == 1:
                yield answerer.source.entity(ids[0])


def _asked_facts(answerer: Answerer, rest: frozenset[str]) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """The keys of facts that tokens ask for, and the scopes; first without taking a scope out of them."""
    facts = answerer.lexicon.facts
    in_scope = [(words, label) for words, label in answerer.scopes if words <= rest]
    parts = [*[(scope,) for scope in in_scope], tuple(in_scope)] if in_scope else []
    for taken in ((), *parts):
        left = rest.difference(*(words for words, _ in taken)) if taken else rest
        for wanted in (left, left - _OPTIONAL):
            if keys := facts.get(joined(wanted)):
                yield keys, frozenset(label for _, label in taken)


class _Wanted(NamedTuple):
    """What a question wants of its subject: one of some facts, in scopes and a unit, or all of them if it asks for the size."""

    keys: Sequence[str]
    scopes: frozenset[str]
    unit: str
    of_size: bool
    phrases: Phrases


def _values(items: Iterable[Item], wanted: _Wanted) -> Iterator[DirectAnswer]:
    """The value of the first of the keys that each entity states, if it states any in this scope and unit.

    A size is all of them: "length 13.4 m, width 6.1 m".
    """
    for item in items:
        by_key = {fact.key: fact for fact in item.facts}
        stated = [fact for key in wanted.keys if (fact := by_key.get(key)) is not None and fact.value != "none"]
        if not stated:
            continue
        values = [value_of(fact, wanted.scopes, wanted.phrases) for fact in stated]
        if wanted.unit:
            values = [value and converted(value, wanted.unit, wanted.phrases) for value in values]
        if values[0] is None:
            continue
        answer = _fact_answer(item, stated[0], values[0])
        if wanted.of_size and len(stated) > 1:
            pairs = zip(stated, values, strict=True)
            texts = [
                f"{fact.label[0].lower()}{fact.label[1:]} {value.text}" for fact, value in pairs if value is not None
            ]
            answer = msgspec.structs.replace(answer, text=", ".join(texts), value=UNSET, unit=UNSET, scope=UNSET)
        yield answer


def _fact_answer(item: Item, fact: Fact, value: Value) -> DirectAnswer:
    return DirectAnswer(
        kind="fact",
        text=value.text,
        entity=_reference(item),
        key=fact.key,
        value=value.value,
        unit=value.unit or UNSET,
        scope=list(value.scope) or UNSET,
        source=value.source or UNSET,
        url=item.url,
        api_url=item.api_url,
    )


def _relation(answerer: Answerer, asked: _Asked) -> DirectAnswer | None:
    """What the subject names by the relation that a question asks for. It gives a list of names."""
    for group, rest in asked.readings:
        keys = answerer.lexicon.relations.get(joined(rest)) if not asked.question.unit else None
        if not keys:
            continue
        for item in map(answerer.source.item, group):
            named = [relationship for relationship in item.relationships if relationship.relation in keys]
            # "Exercises for the biceps" asks for those alone, though techniques target it as well.
            linked = [r for r in named if tokens(r.id.partition("/")[0].replace("-", " ")) <= rest] or named
            if linked and len(group) == 1:
                ids: list[int | float | str] = [relationship.id for relationship in linked]
                names = [relationship.name for relationship in linked]
                return _answer("list", _listed(names), item, key=keys[0], value=ids)
    return None


def _full_name(answerer: Answerer, asked: _Asked) -> DirectAnswer | None:
    """What an abbreviation stands for. It gives the name of the one entity that has it as a keyword."""
    for group, rest in asked.readings:
        if rest == _STANDING and len(group) == 1:
            item = answerer.source.item(group[0])
            return _answer("section", item.name, item, key="name")
    return None


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_LISTED
    return ", ".join(names[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _section(answerer: Answerer, asked: _Asked) -> DirectAnswer | None:
    """The section of the subject whose title has all words of the question and no other. It gives a text."""
    for group, rest in asked.readings:
        stored = answerer.source.value(title_key(rest)) if rest and not asked.question.unit else None
        holders = set(group).intersection(members(stored)) if stored is not None else set()
        if len(holders) != 1:
            continue
        item = answerer.source.item(holders.pop())
        for section in answerer.source.sections(item):
            if tokens(section.title) == rest:
                return _answer("section", _text(section), item, key=section.title)
    return None


def _text(section: Section) -> str:
    listed = "; ".join(section.steps or section.items)
    return _cut(section.text or listed)


def _cut(text: str) -> str:
    if len(text) <= _LONGEST_TEXT:
        return text
    end = max(text.rfind(mark, 0, _LONGEST_TEXT) for mark in (". ", "; "))
    return text[: end + 1].rstrip(";") + ("" if text[end] == "." else " …") if end > 0 else text[:_LONGEST_TEXT] + " …"


def _definition(answerer: Answerer, asked: _Asked) -> DirectAnswer | None:
    """What the subject is, if only that is asked. It gives the first sentence of a description."""
    if not _ASKS_FOR_MEANING.search(asked.text) or asked.question.unit:
        return None
    for group, rest in asked.readings:
        if rest <= _MEANING:
            if len(group) != 1 or not _is_plain(asked):
                return None
            item = answerer.source.item(group[0])
            sentence = _SENTENCE.split(item.description)[0]
            ending = "" if sentence.endswith(".") else "."
            return _answer("section", sentence + ending, item, key="description")
    return None


def _is_plain(asked: _Asked) -> bool:
    """Whether a question has nothing but names and the words that ask for a meaning."""
    named = {index for subject in asked.subjects for index in subject.stretch}
    return all(word in _DEFINING for index, word in enumerate(asked.question.words) if index not in named)


def _comparison(answerer: Answerer, asked: _Asked) -> DirectAnswer | None:
    """The comparison of the two that are named. It gives its summary."""
    for first, second in permutations(asked.subjects, 2):
        if {*first.stretch} & {*second.stretch}:
            continue
        rest = asked.question.rest([first.stretch, second.stretch])
        if not (rest <= _COMPARING and rest & _DIFFERENCE):
            continue
        names = [answerer.source.item(number).name for number in (*first.groups[0], *second.groups[0])]
        if len(names) != 2:
            continue
        named, _ = answerer.source.called(question(f"{names[0]} vs {names[1]}").words, 1)
        if named:
            item = answerer.source.item(named[0])
            return _answer("comparison", item.description, item)
    return None


def _answer(
    form: Literal["section", "comparison", "list"],
    text: str,
    item: Item,
    key: str | UnsetType = UNSET,
    value: list[int | float | str] | UnsetType = UNSET,
) -> DirectAnswer:
    return DirectAnswer(
        kind=form, text=text, entity=_reference(item), key=key, value=value, url=item.url, api_url=item.api_url
    )


def _reference(item: Item) -> Relationship:
    return Relationship(type=item.type, id=item.id, name=item.name, url=item.url)
