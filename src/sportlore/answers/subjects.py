"""What a question may be about: the entities that its words name, and the tokens that are left beside their name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct

from sportlore.answers.index import (
    LEXICON,
    AskedFor,
    Known,
    Lexicon,
    Names,
    asking_key,
    first_key,
    joined,
    known_key,
)
from sportlore.answers.reading import Question, tokens
from sportlore.answers.values import Fact
from sportlore.contract.record import Buffer
from sportlore.contract.schemas import Relationship
from sportlore.model import Calculator

T = TypeVar("T")

OPTIONAL = tokens("match sport rule event maximum minimum international full good ideal optimal")
"""Tokens of a question that may be left out: the net of a volleyball match is that of volleyball."""
MEANING = tokens("mean means explain explained simple simply terms words")
DEFINITION = MEANING | tokens("rule law term position")
"""Tokens that may stand beside the name of what is to be defined."""
BESIDE = tokens(
    "differ vs between compare with from than which who choose what about similar key main or how better best harder easier "
    "good top list name example kind type all different common popular can some find show without no equipment kit bodyweight "
    "machine weights gym play"
)
"""Tokens that comparisons and lists may be asked for with."""
SCORING = tokens("score scoring judged")
EXPLAINING = SCORING | tokens("how work system rule explain point count calculate")
"""Tokens that ask how something works, or is scored."""
_WORDS = 2048
"""Words, questions and entities of which is remembered what the index holds of them."""
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
        self.scope_words = _all(self.scopes)
        self.begun = lru_cache(_WORDS)(self._begun)
        self.passages = lru_cache(_WORDS)(self._passages)
        self.known = lru_cache(_WORDS)(self._known)
        self.in_passages, self.bodies = frozenset(lexicon.passages), frozenset(lexicon.bodies)
        self.types, self.terms = _by_set(lexicon.types), _by_set(lexicon.terms)
        texts = {*lexicon.texts}
        in_words = ((of, tuple(key for key in keys if key in texts)) for of, keys in self.facts.items())
        self.in_words = {of: keys for of, keys in in_words if keys}
        """The facts whose values are texts."""
        self.telling = _all(self.in_words)
        self.formula_words = {name.partition(" ")[0] for name in lexicon.calculators}
        self.of_facts = _all(self.facts).union(self.scope_words, OPTIONAL)
        """All tokens that ask for facts."""
        self.parts = frozenset(lexicon.parts)
        self.grounds = ON_ICE | self.parts
        """All tokens that tell which of those with a name is meant: the rink of hockey."""
        self.type_words = _all(self.types)
        self.titles = frozenset(lexicon.titles)
        self.scopes_of: dict[str, list[tuple[frozenset[str], str]]] = {}
        for words, label in self.scopes.items():
            self.scopes_of.setdefault(min(words), []).append((words, label))
        asking = map(_all, (self.facts, self.relations, self.sections))
        self.asking = DEFINITION.union(
            EXPLAINING, self.bodies, self.in_passages, STANDING, OPTIONAL, self.titles, self.scope_words, *asking
        )
        """All tokens that ask for anything; others must be of a name, or of the text of a value."""
        self.listing = BESIDE.union(self.type_words, _all(self.terms))
        """All tokens of questions for lists, but for names."""
        self.meaning = self.asking | self.listing
        """All tokens that mean anything but a name."""

    def _begun(self, word: str) -> Names | None:
        """The names that begin with a word, perhaps none; None where the word stands in no name."""
        stored = self.source.value(first_key(word))
        return Names(self.source.value, word, stored) if stored is not None else None

    def _known(self, number: int) -> Known:
        """What is known of an entity before it is read."""
        stored = self.source.value(known_key(number))
        return _KNOWN.decode(stored) if stored is not None else Known()

    def _passages(self, rest: frozenset[str]) -> AskedFor:
        """The numbers of the passages that tokens ask for of a subject, and of those that they name."""
        stored = self.source.value(asking_key(joined(rest))) if rest and rest <= self.in_passages else None
        return _ASKED_FOR.decode(stored) if stored is not None else AskedFor()


def _by_set(by_text: Mapping[str, T]) -> dict[frozenset[str], T]:
    return {frozenset(words.split()): value for words, value in by_text.items()}


def _all(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


class Subject(NamedTuple):
    """Words that name entities, by their indices.

    `groups` are those that have them as their name, before those that have a keyword, and these before those whose longer name
    is shortened so: hypertrophy, olympic pool. `ending` are sports whose names end so: ice hockey and field hockey.
    """

    stretch: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    named: tuple[int, ...]
    ending: tuple[int, ...] = ()


class AskedFacts(NamedTuple):
    """The keys of facts that tokens ask for, in which scopes; `told` are tokens that the value must have in its text."""

    keys: tuple[str, ...]
    scopes: frozenset[str]
    told: frozenset[str] = frozenset()


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
