"""What a question may be about: the entities that its words name, and the tokens that are left beside their name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import permutations
from typing import NamedTuple, Protocol

import msgspec
from msgspec import Struct

from sportlore.answers.index import LEXICON, LONGEST_NAME, TRAINING, Lexicon, first_key, joined, title_key
from sportlore.answers.reading import Question, tokens
from sportlore.answers.values import Fact
from sportlore.contract.record import Buffer
from sportlore.contract.schemas import Relationship
from sportlore.model import Calculator

_MOST_CALLED = 8
"""What more entities are called by names none of them."""
_BELONGING = ("of-sport", "broader", "used-by", "venue-of")
"""Relations to what may be named beside an entity to tell which is meant: a let in tennis."""
OPTIONAL = tokens("match sport rule event maximum minimum international")
"""Tokens of a question that may be left out: the net of a volleyball match is that of volleyball."""
_BARE = tokens("when where who how why")
"""Words that ask for a type of value, but not of what."""
_OF_MATCH = tokens("match")
MEANING = tokens("mean explain")
STANDING = tokens("stand")


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

    @property
    def reference(self) -> Relationship:
        """The entity as other answers name it."""
        return Relationship(type=self.type, id=self.id, name=self.name, url=self.url)


class Section(Struct, frozen=True):
    """A titled part of an entity."""

    title: str
    text: str = ""
    steps: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class Listed(NamedTuple):
    """The entities of a type that meet some conditions: how many, the first ones, and the addresses of the list."""

    total: int
    first: Sequence[Relationship]
    url: str
    api_url: str


class Source(Protocol):
    """Where answers are read from."""

    site_url: str

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

    def calculator(self, slug: str) -> Calculator:
        """A calculator by its slug."""

    def relations(self, type: str, target: str) -> Sequence[str]:
        """The relations by which lists of a type can be filtered with entities of another."""

    def terms(self, type: str) -> frozenset[tuple[str, str]]:
        """The facts and terms by which lists of a type can be filtered."""

    def listed(self, type: str, conditions: Sequence[tuple[str, str]], most: int) -> Listed:
        """The entities of a type that meet conditions, each the key of a fact or relation and its value."""


class Answerer:
    """The questions of an open index."""

    def __init__(self, source: Source) -> None:
        self.source = source
        stored = source.value(LEXICON)
        self.lexicon = msgspec.json.decode(stored, type=Lexicon) if stored is not None else Lexicon()
        self.scopes = [(frozenset(words.split()), label) for words, label in self.lexicon.scopes.items()]
        self.scope_words = frozenset[str]().union(*(words for words, _ in self.scopes))
        texts = {*self.lexicon.texts}
        in_words = ((of, tuple(key for key in keys if key in texts)) for of, keys in self.lexicon.facts.items())
        self.in_words = {of: keys for of, keys in in_words if keys}
        """The facts whose values are texts, by the tokens of a question."""
        lexicon = self.lexicon
        asking = (*lexicon.facts, *lexicon.relations, *lexicon.sections, *lexicon.scopes, *lexicon.titles)
        self.asking = MEANING | STANDING | OPTIONAL | {token for words in asking for token in words.split()}
        """All tokens that ask for anything; others must be of a name, or of the text of a value."""


class Subject(Struct, frozen=True):
    """Words that name entities, by their indices; and the entities that have them as their name, or as a keyword."""

    stretch: tuple[int, ...]
    named: tuple[int, ...]
    keyed: tuple[int, ...]
    training: tuple[int, ...] = ()
    """Those that are called so with "training" after it: hypertrophy, maximal strength."""

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Those that are named so before those that have a keyword, and these before those of a training."""
        return tuple(group for group in (self.named, self.keyed, self.training) if group)


class Reading(NamedTuple):
    """What a question may mean: entities that it may be about, and the tokens beside their name."""

    group: tuple[int, ...]
    rest: frozenset[str]
    stretch: tuple[int, ...] = ()
    """The words that name them, and what they belong to, if they stand so in the text."""
    is_name: bool = False
    """Whether these words are their name."""


class Asked(NamedTuple):
    """A text, read as a question in all ways that ask for anything."""

    text: str
    question: Question
    subjects: tuple[Subject, ...]
    readings: tuple[Reading, ...]


def read(answerer: Answerer, text: str, question: Question) -> Asked:
    """All that a text may ask for."""
    subjects = tuple(_subjects(answerer, question))
    return Asked(text, question, subjects, tuple(_readings(answerer, question, subjects)))


def _subjects(answerer: Answerer, asked: Question) -> Iterator[Subject]:
    """The names in a question, the longest first; none begins with a word that only builds a question."""
    spans: list[tuple[int, int, int, int]] = []
    value, count = answerer.source.value, len(asked.words)
    for start, word in enumerate(asked.words):
        lengths = value(first_key(word)) if asked.tokens[start] else None
        if lengths:
            longest = min(LONGEST_NAME, count - start)
            for length in range(1, longest + 1):
                whole, short = lengths[0] >> length & 1, lengths[1] >> length & 1
                if whole or short:
                    spans.append((-length, start, whole, short))
    for negative, start, whole, short in sorted(spans):
        words = asked.words[start : start - negative]
        subject = _called(answerer, words, range(start, start - negative), whole, short)
        if subject:
            yield subject


def _called(answerer: Answerer, words: Sequence[str], stretch: Iterable[int], whole: int, short: int) -> Subject | None:
    named, keyed = answerer.source.called(words, _MOST_CALLED) if whole else ([], [])
    training, _ = answerer.source.called((*words, TRAINING), 1) if short else ([], [])
    if named or keyed or training:
        return Subject(tuple(stretch), tuple(named), tuple(keyed), tuple(training))
    return None


def _readings(answerer: Answerer, asked: Question, subjects: Sequence[Subject]) -> Iterator[Reading]:
    """First those with one subject, the longest first; then those with another entity that it belongs to.

    "What is a let in tennis" asks of those that are called let about the one of tennis, and "the racket in tennis" is called
    "tennis racket". Last comes the sport that a league or body plays: "NBA shot clock".
    """
    foreign = {index for index, token in enumerate(asked.tokens) if token and token not in answerer.asking}
    for subject in subjects:
        if (rest := _rest(answerer, asked, foreign, subject.stretch)) is not None:
            yield from (Reading(group, rest, subject.stretch, group is subject.named) for group in subject.groups)
    for subject, context in permutations(subjects, 2):
        both = subject.stretch + context.stretch
        if len({*both}) == len(both) and (rest := _rest(answerer, asked, foreign, both)) is not None:
            yield from _in_context(answerer, subject, context, rest)
    for whole in _turned(answerer, asked, subjects):
        if (rest := _rest(answerer, asked, foreign, whole.stretch)) is not None:
            yield from (Reading(group, rest) for group in whole.groups)
    if answerer.scope_words.intersection(filter(None, asked.tokens)):
        rest = asked.rest(())
        sports = {
            answerer.lexicon.sports[label]
            for words, label in answerer.scopes
            if words <= rest and label in answerer.lexicon.sports
        }
        if len(sports) == 1 and asks(answerer, rest):
            yield Reading(tuple(sports), rest)


def _rest(answerer: Answerer, asked: Question, foreign: Set[int], stretch: Sequence[int]) -> frozenset[str] | None:
    """The tokens outside of a stretch of words, if they ask for anything."""
    if len(foreign.difference(stretch)) > 1:
        return None
    rest = asked.rest([stretch])
    return rest if asks(answerer, rest) else None


def _in_context(answerer: Answerer, subject: Subject, context: Subject, rest: frozenset[str]) -> Iterator[Reading]:
    about = {answerer.source.item(number).id for number in context.groups[0]}
    for group in subject.groups:
        if linked := tuple(number for number in group if about & _linked(answerer.source.item(number))):
            yield Reading(linked, rest, subject.stretch + context.stretch, group is subject.named)


def _turned(answerer: Answerer, asked: Question, subjects: Sequence[Subject]) -> Iterator[Subject]:
    """The names that a word and a name make in the other order: the net in tennis is the tennis net."""
    for subject in subjects:
        last = subject.stretch[-1]
        lengths = answerer.source.value(first_key(asked.words[subject.stretch[0]]))
        length = len(subject.stretch) + 1
        if not lengths or not lengths[0] >> length & 1:
            continue
        words = [asked.words[index] for index in subject.stretch]
        for index, token in enumerate(asked.tokens):
            if token and index not in subject.stretch and index != last + 1:
                whole = _called(answerer, (*words, asked.words[index]), (*subject.stretch, index), 1, 0)
                if whole:
                    yield whole


def asks(answerer: Answerer, rest: frozenset[str]) -> bool:
    """Whether tokens ask for anything: looked at before entities are read, which takes longest."""
    return (
        rest <= MEANING
        or rest == STANDING
        or joined(rest) in answerer.lexicon.relations
        or joined(rest) in answerer.lexicon.sections
        or any(asked_facts(answerer, rest))
        or answerer.source.value(title_key(rest)) is not None
    )


class AskedFacts(NamedTuple):
    """The keys of facts that tokens ask for, in which scopes; `told` is a token that the value must have in its text."""

    keys: tuple[str, ...]
    scopes: frozenset[str]
    told: str = ""


def asked_facts(answerer: Answerer, rest: frozenset[str]) -> Iterator[AskedFacts]:
    """What facts tokens ask for: first without taking a scope out of them, then without what may be left out.

    Last, one token may stand in the text of the value: "how long is a half" asks for "two halves of 40 minutes".
    """
    facts = answerer.lexicon.facts
    taken: list[tuple[frozenset[str], frozenset[str]]] = [(rest, frozenset())]
    if rest & answerer.scope_words:
        in_scope = [(words, label) for words, label in answerer.scopes if words <= rest]
        taken += [(rest - words, frozenset([label])) for words, label in in_scope]
        if len(in_scope) > 1:
            left = rest.difference(*(words for words, _ in in_scope))
            taken.append((left, frozenset(label for _, label in in_scope)))
    for left, scopes in taken:
        if keys := facts.get(joined(left)):
            yield AskedFacts(keys, scopes)
    for left, scopes in taken:
        if (shorter := left - OPTIONAL) != left and not shorter <= _BARE and (keys := facts.get(joined(shorter))):
            yield AskedFacts(keys, scopes)
    for left, scopes in taken:
        for token in sorted(left):
            for shorter in dict.fromkeys((left - {token}, left - {token} - OPTIONAL, left - {token} | _OF_MATCH)):
                if not shorter <= _BARE and (keys := answerer.in_words.get(joined(shorter))):
                    yield AskedFacts(keys, scopes, token)


def _linked(item: Item) -> set[str]:
    """What an entity belongs to."""
    return {relationship.id for relationship in item.relationships if relationship.relation in _BELONGING}
