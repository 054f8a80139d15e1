"""What a question may be about: the entities that its words name, and the tokens that are left beside their name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct

from sportlore.answers.index import (
    LEXICON,
    LONGEST_NAME,
    AskedFor,
    Known,
    Lexicon,
    Names,
    asking_key,
    first_key,
    joined,
    known_key,
    title_key,
)
from sportlore.answers.reading import Question, tokens
from sportlore.answers.values import Fact
from sportlore.contract.record import Buffer
from sportlore.contract.schemas import Relationship
from sportlore.model import Calculator

T = TypeVar("T")

OPTIONAL = tokens("match sport rule event maximum minimum international")
"""Tokens of a question that may be left out: the net of a volleyball match is that of volleyball."""
_BARE = tokens("when where who how why")
"""Words that ask for a type of value, but not of what."""
_LASTING, _OF_MATCH = tokens("length minute"), tokens("match")
"""How long a part lasts stands in the text of how long a match does."""
MEANING = tokens("mean means explain explained simple simply terms words")
DEFINITION = MEANING | tokens("rule law term position")
"""Tokens that may stand beside the name of what is to be defined."""
BESIDE = tokens(
    "differ vs between compare with from than which who choose what about similar key main or how better best harder easier "
    "good top list name example kind type all different common popular can some find show without no equipment kit bodyweight "
    "machine weights gym"
)
"""Tokens that comparisons and lists may be asked for with."""
SCORING = tokens("score scoring judged")
EXPLAINING = SCORING | tokens("how work system rule explain point count calculate")
"""Tokens that ask how something works, or is scored."""
ON_ICE = tokens("ice snow")
"""Tokens that say where a sport takes place, and so which of those with a name is meant: hockey on the ice."""
STANDING = tokens("stand")


class Link(Struct, frozen=True):
    """Another entity, and by which relation it is linked."""

    id: str
    name: str = ""
    relation: str = ""


_ASKED_FOR = msgspec.msgpack.Decoder(AskedFor)
_KNOWN = msgspec.msgpack.Decoder(Known)
_LINKS = msgspec.json.Decoder(list[Link])


class Item(Struct, frozen=True, rename="camel"):
    """An entity as lists state it, as far as answers read it."""

    id: str
    type: str
    name: str
    description: str
    url: str
    api_url: str
    relationships: msgspec.Raw = msgspec.Raw(b"[]")
    facts: tuple[Fact, ...] = ()

    @property
    def links(self) -> list[Link]:
        """What it is linked with; a sport with hundreds of entities, so that this is read only where it is needed."""
        return _LINKS.decode(self.relationships)

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

    def item(self, number: int) -> Item:
        """An entity by its number."""

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
    """The questions of an open index. Its mappings are by sets of tokens."""

    def __init__(self, source: Source) -> None:
        self.source = source
        stored = source.value(LEXICON)
        self.lexicon = lexicon = msgspec.json.decode(stored, type=Lexicon) if stored is not None else Lexicon()
        self.facts, self.relations = _by_set(lexicon.facts), _by_set(lexicon.relations)
        self.sections, self.scopes = _by_set(lexicon.sections), _by_set(lexicon.scopes)
        self.in_passages, self.bodies = frozenset(lexicon.passages), frozenset(lexicon.bodies)
        self.types, self.terms = _by_set(lexicon.types), _by_set(lexicon.terms)
        texts = {*lexicon.texts}
        in_words = ((of, tuple(key for key in keys if key in texts)) for of, keys in self.facts.items())
        self.in_words = {of: keys for of, keys in in_words if keys}
        """The facts whose values are texts."""
        self.telling = _all(self.in_words)
        self.formula_words = {name.partition(" ")[0] for name in lexicon.calculators}
        self.type_words = _all(self.types)
        self.titles = frozenset(lexicon.titles)
        self.scope_words = _all(self.scopes)
        self.scopes_of: dict[str, list[tuple[frozenset[str], str]]] = {}
        for words, label in self.scopes.items():
            self.scopes_of.setdefault(min(words), []).append((words, label))
        asking = map(_all, (self.facts, self.relations, self.sections))
        self.asking = DEFINITION.union(
            self.bodies, self.in_passages, STANDING, OPTIONAL, self.titles, self.scope_words, *asking
        )
        """All tokens that ask for anything; others must be of a name, or of the text of a value."""
        self.listing = BESIDE.union(self.type_words, _all(self.terms))
        """All tokens of questions for lists, but for names."""
        self.known = self.asking | self.listing
        """All tokens that mean anything but a name."""

    def passages(self, rest: frozenset[str]) -> AskedFor:
        """The numbers of the passages that tokens ask for of a subject, and of those that they name."""
        stored = self.source.value(asking_key(joined(rest))) if rest and rest <= self.in_passages else None
        return _ASKED_FOR.decode(stored) if stored is not None else AskedFor()


def _by_set(by_text: Mapping[str, T]) -> dict[frozenset[str], T]:
    return {frozenset(words.split()): value for words, value in by_text.items()}


def _all(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


class Subject(Struct, frozen=True):
    """Words that name entities, by their indices; and the entities that have them as their name, or as a keyword."""

    stretch: tuple[int, ...]
    named: tuple[int, ...]
    keyed: tuple[int, ...]
    training: tuple[int, ...] = ()
    """Those whose longer name is shortened so: hypertrophy, olympic pool."""
    ending: tuple[int, ...] = ()
    """The sports whose names end so: ice hockey and field hockey."""

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Those that are named so before those that have a keyword, and these before those with a longer name."""
        return tuple(group for group in (self.named, self.keyed, self.training) if group)


class AskedFacts(NamedTuple):
    """The keys of facts that tokens ask for, in which scopes; `told` is a token that the value must have in its text."""

    keys: tuple[str, ...]
    scopes: frozenset[str]
    told: str = ""


class Reading(NamedTuple):
    """What a question may mean: entities that it may be about, the tokens beside their name, and the facts that these ask for."""

    group: tuple[int, ...]
    rest: frozenset[str]
    facts: tuple[AskedFacts, ...]
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
    """All that a text may ask for; nothing where two words mean nothing."""
    starts = [
        _begun(answerer, word) if token else None for word, token in zip(question.words, question.tokens, strict=True)
    ]
    unknown = [
        token
        for token, start in zip(question.tokens, starts, strict=True)
        if token and start is None and token not in answerer.known
    ]
    if len(unknown) > 1:
        return Asked(text, question, (), ())
    subjects = tuple(_subjects(question, starts))
    return Asked(text, question, subjects, tuple(dict.fromkeys(_Readings(answerer, question, subjects, starts))))


def _begun(answerer: Answerer, word: str) -> Names | None:
    """The names that begin with a word, perhaps none; None where the word stands in no name."""
    stored = answerer.source.value(first_key(word))
    return Names(answerer.source.value, word, stored) if stored is not None else None


def _subjects(asked: Question, starts: Sequence[Names | None]) -> Iterator[Subject]:
    """The names in a question, the longest first; none begins with a word that only builds a question."""
    begins = [start for start, names in enumerate(starts) if names]
    for length in range(min(LONGEST_NAME, len(asked.words)), 0, -1):
        for start in begins:
            if start + length <= len(asked.words):
                yield from _called(starts[start], asked.words[start + 1 : start + length], range(start, start + length))


def _called(names: Names | None, rest: Sequence[str], stretch: Iterable[int]) -> Iterator[Subject]:
    called = names.called(rest) if names and (rest or not names.word.isdecimal()) else None  # 7 is no name of sevens
    if called and any(called):
        yield Subject(tuple(stretch), *called)


class _Readings:
    """First those with one subject, the longest first; then those with another entity that it belongs to.

    "What is a let in tennis" asks of those that are called let about the one of tennis, and "the racket in tennis" is called
    "tennis racket". Last comes the sport that a league or body plays: "NBA shot clock".
    """

    def __init__(
        self, answerer: Answerer, asked: Question, subjects: Sequence[Subject], starts: Sequence[Names | None]
    ) -> None:
        self._answerer = answerer
        self._asked = asked
        self._subjects = [(subject, _bits(subject.stretch)) for subject in subjects]
        self._starts = starts
        self._known: dict[int, tuple[int, ...]] = {}
        self._asks: dict[int, tuple[frozenset[str], tuple[AskedFacts, ...]] | None] = {}
        tokens = enumerate(asked.tokens)
        self._foreign = _bits([index for index, token in tokens if token and token not in answerer.asking])

    def __iter__(self) -> Iterator[Reading]:
        for subject, bits in self._subjects:
            if (left := self._left(subject.stretch, bits)) is not None:
                for group in subject.groups:
                    yield Reading(group, *left, subject.stretch, group is subject.named)
                if subject.ending and not ON_ICE.isdisjoint(left[0]):
                    yield Reading(subject.ending, *left)
        for (subject, bits), (context, other) in permutations(self._subjects, 2):
            if not bits & other and (self._foreign & ~(bits | other)).bit_count() <= 1:
                linked = self._linked(subject, context)
                both = subject.stretch + context.stretch
                if linked and (left := self._left(both, bits | other)) is not None:
                    for group in linked:
                        yield Reading(group, *left, both, group == subject.named)
        for whole in self._turned():
            if (left := self._left(whole.stretch, _bits(whole.stretch))) is not None:
                yield from (Reading(group, *left) for group in whole.groups)
        yield from self._of_scope()

    def _left(self, stretch: Sequence[int], bits: int) -> tuple[frozenset[str], tuple[AskedFacts, ...]] | None:
        """The tokens outside of a stretch of words and the facts that they ask for, if they ask for anything."""
        if bits not in self._asks:
            self._asks[bits] = self._beside(stretch, self._foreign & ~bits)
        return self._asks[bits]

    def _beside(self, stretch: Sequence[int], left: int) -> tuple[frozenset[str], tuple[AskedFacts, ...]] | None:
        if left & (left - 1):  # of two foreign tokens one would be left over
            return None
        rest = self._asked.rest(stretch)
        if stretch:  # values hold by the rules of the body that governs a sport
            rest -= self._answerer.bodies
        foreign = self._asked.tokens[left.bit_length() - 1] if left else None
        facts = tuple(asked_facts(self._answerer, rest, foreign))
        return (rest, facts) if facts or (not foreign and _asks_more(self._answerer, rest)) else None

    def _linked(self, subject: Subject, context: Subject) -> list[tuple[int, ...]]:
        """The entities of a subject that belong to its context, by its groups."""
        about = {*(context.groups[0] if context.groups else ()), *context.ending}
        groups = (tuple([n for n in group if not about.isdisjoint(self._within(n))]) for group in subject.groups)
        return [group for group in groups if group]

    def _within(self, number: int) -> tuple[int, ...]:
        if number not in self._known:
            self._known[number] = known(self._answerer, number).within
        return self._known[number]

    def _turned(self) -> Iterator[Subject]:
        """The names that a word and a name make apart: the racket in tennis is the tennis racket."""
        for subject, bits in self._subjects:
            foreign = self._foreign & ~bits
            if foreign.bit_count() > 2 or any(bits & other == bits != other for _, other in self._subjects):
                continue  # of "tennis" in "table tennis" nothing else is named
            others = foreign if foreign.bit_count() == 2 else ~bits
            for index, token in enumerate(self._asked.tokens):
                if token and others >> index & 1:
                    if index != subject.stretch[-1] + 1:
                        yield from self._name((*subject.stretch, index))
                    if index + 1 != subject.stretch[0]:
                        yield from self._name((index, *subject.stretch))

    def _name(self, stretch: tuple[int, ...]) -> Iterator[Subject]:
        """What words are the name of that do not stand side by side."""
        names = self._starts[stretch[0]]
        if names:
            yield from _called(names, [self._asked.words[index] for index in stretch[1:]], stretch)

    def _of_scope(self) -> Iterator[Reading]:
        """The sport that the scopes in a question are of."""
        if self._answerer.scope_words.isdisjoint(self._asked.tokens):
            return
        rest, sports = self._asked.rest(()), self._answerer.lexicon.sports
        named = {sports[label] for words, label in self._answerer.scopes.items() if words <= rest and label in sports}
        if len(named) == 1 and (left := self._left((), 0)) is not None:
            yield Reading(tuple(named), *left)


def _bits(indices: Iterable[int]) -> int:
    """Indices of words as a set of bits."""
    return sum(1 << index for index in indices)


def _asks_more(answerer: Answerer, rest: frozenset[str]) -> bool:
    """Whether tokens ask for anything but a fact: looked at before entities are read, which takes longest."""
    return (
        rest <= DEFINITION
        or rest <= EXPLAINING
        or rest == STANDING
        or rest in answerer.relations
        or rest in answerer.sections
        or any(answerer.passages(rest))
        or (not rest.isdisjoint(MEANING) and any(answerer.passages(rest - MEANING)))
        or (rest <= answerer.titles and answerer.source.value(title_key(rest)) is not None)
    )


def asked_facts(answerer: Answerer, rest: frozenset[str], foreign: str | None) -> Iterator[AskedFacts]:
    """What facts tokens ask for: first without taking a scope out of them, then without what may be left out.

    Last, one token may stand in the text of the value, which a foreign one must: "how long is a half" asks for "two halves of
    40 minutes".
    """
    taken: list[tuple[frozenset[str], frozenset[str]]] = [(rest, frozenset())]
    if not rest.isdisjoint(answerer.scope_words):
        begun = (answerer.scopes_of.get(token, ()) for token in rest)
        in_scope = [(words, label) for scopes in begun for words, label in scopes if words <= rest]
        taken += [(rest - words, frozenset([label])) for words, label in in_scope]
        if len(in_scope) > 1:
            left = rest.difference(*(words for words, _ in in_scope))
            taken.append((left, frozenset(label for _, label in in_scope)))
    whole = [AskedFacts(keys, scopes) for left, scopes in taken if not foreign and (keys := answerer.facts.get(left))]
    yield from whole
    for left, scopes in taken if not foreign and not rest.isdisjoint(OPTIONAL) else ():
        shorter = left - OPTIONAL
        if shorter != left and not shorter <= _BARE and (keys := answerer.facts.get(shorter)):
            yield AskedFacts(keys, scopes)
    for left, scopes in taken if not whole else ():
        lasts = not left.isdisjoint(_LASTING)
        beyond = left - answerer.telling
        if len(beyond) > 1 or len(left) < (2 if lasts else 3):
            continue
        for token in beyond or ([foreign] if foreign else sorted(left)):
            without = left - {token}
            for shorter in dict.fromkeys((without, without - OPTIONAL, without | _OF_MATCH if lasts else without)):
                if len(shorter) > 1 and (keys := answerer.in_words.get(shorter)):
                    yield AskedFacts(keys, scopes, token)


def known(answerer: Answerer, number: int) -> Known:
    """What is known of an entity before it is read."""
    stored = answerer.source.value(known_key(number))
    return _KNOWN.decode(stored) if stored is not None else Known()
