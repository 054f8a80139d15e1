"""What a question may mean: the entities that its words name, and what the tokens beside their name ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from sportlore.answers.index import Called, Names, title_key
from sportlore.answers.parts import PERIODS
from sportlore.answers.reading import MEASURING, Question, tokens
from sportlore.answers.subjects import (
    DEFINITION,
    EXPLAINING,
    MEANING,
    OPTIONAL,
    STANDING,
    Answerer,
    Asked,
    AskedFacts,
    Reading,
    Subject,
)

_BARE = tokens("when where who how why")
"""Words that ask for a type of value, but not of what."""
_LASTING, _OF_MATCH = tokens("length minute"), tokens("match")
"""How long a part lasts stands in the text of how long a match does."""


_COUNTED_WITH = tokens("how many match")
_PLAYERS, _HOW_MANY_PLAYERS = tokens("players"), tokens("how many players")
"""The players of a sport are asked for as how many there are."""
_FORMAT = "duration-format"
_SIZE = tokens("size")
_MEASURES = MEASURING - _SIZE
_MOST_TOLD = 2
"""Tokens of a question that stand in the text of a value."""
_BODY, _FOUNDED = tokens("body"), "governing-body-founded"


def read(answerer: Answerer, text: str, question: Question) -> Asked:
    """All that a text may ask for; nothing where two words mean nothing."""
    starts = [
        answerer.begun(word) if token else None for word, token in zip(question.words, question.tokens, strict=True)
    ]
    unknown = [
        token
        for token, start in zip(question.tokens, starts, strict=True)
        if token and start is None and token not in answerer.meaning
    ]
    if len(unknown) > 1:
        return Asked(text, question, (), ())
    subjects = tuple(_subjects(question, starts))
    readings: dict[tuple[tuple[int, ...], frozenset[str]], Reading] = {}
    for reading in _Readings(answerer, question, subjects, starts):
        readings.setdefault((reading.group, reading.rest), reading)
    return Asked(text, question, subjects, tuple(readings.values()))


def _subjects(asked: Question, starts: Sequence[Names | None]) -> Iterator[Subject]:
    """The names in a question, the longest first; none begins with a word that only builds a question."""
    begins: list[tuple[int, int]] = []
    end = len(starts)
    for start in range(len(starts) - 1, -1, -1):
        if starts[start] is None and asked.tokens[start]:
            end = start  # no name has this word
        elif names := starts[start]:
            begins.append((start, min(end - start, names.longest)))
    named = [
        (-length, start, called)
        for start, longest in begins
        for length in range(1, longest + 1)
        if (called := _called(starts[start], asked.words[start + 1 : start + length]))
    ]
    for length, start, called in sorted(named):
        yield _subject(called, tuple(range(start, start - length)))


def _called(names: Names | None, rest: Sequence[str]) -> Called | None:
    """Who is called by the first word of some names and some more, if anybody is."""
    if not names or not (rest or not names.word.isdecimal()):  # 7 is no name of sevens
        return None
    called = names.called(rest)
    return called if called and any(called) else None


def _subject(called: Called, stretch: tuple[int, ...]) -> Subject:
    return Subject(stretch, tuple([group for group in called[:3] if group]), called[0], called[3])


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
        self._names = [bits for subject, bits in self._subjects if subject.named and bits & (bits - 1)]
        self._starts = starts
        self._asks: dict[int, tuple[frozenset[str], tuple[AskedFacts, ...]] | None] = {}
        self._tokens = [(1 << index, token) for index, token in enumerate(asked.tokens) if token]
        self._foreign = sum(bit for bit, token in self._tokens if token not in answerer.asking)

    def __iter__(self) -> Iterator[Reading]:
        for subject, bits in self._subjects:
            if (left := self._left(bits)) is not None:
                for group in subject.groups:
                    yield Reading(group, *left, subject.stretch, group is subject.named)
                if subject.ending and not (subject.named or self._answerer.grounds.isdisjoint(left[0])):
                    yield Reading(subject.ending, *left)
        whole = [(subject, bits) for subject, bits in self._subjects if not self._is_split(bits)]
        for (subject, bits), (context, other) in permutations(whole, 2):
            if bits & other or self._is_foreign(bits | other) or not (groups := self._linked(subject, context)):
                continue
            if (left := self._left(bits | other)) is not None:
                stretch = subject.stretch + context.stretch
                yield from (Reading(group, *left, stretch, group == subject.named) for group in groups)
        for turned in self._turned():
            if (left := self._left(_bits(turned.stretch))) is not None:
                yield from (Reading(group, *left) for group in turned.groups)
        yield from self._of_scope()
        yield from self._of_body()

    def _left(self, bits: int) -> tuple[frozenset[str], tuple[AskedFacts, ...]] | None:
        """The tokens outside of some words and the facts that they ask for, if they ask for anything."""
        if bits not in self._asks:
            self._asks[bits] = self._beside(bits)
        return self._asks[bits]

    def _is_foreign(self, bits: int) -> bool:
        """Whether two foreign tokens stand outside of some words: one would be left over."""
        left = self._foreign & ~bits
        return bool(left & (left - 1))

    def _is_split(self, bits: int) -> bool:
        """Whether words are part of a longer name: no union is left over beside "rugby"."""
        return any(bits & name == bits != name for name in self._names)

    def _beside(self, bits: int) -> tuple[frozenset[str], tuple[AskedFacts, ...]] | None:
        if self._is_foreign(bits):
            return None
        left = self._foreign & ~bits
        rest = frozenset([token for bit, token in self._tokens if not bit & bits])
        if bits:  # values hold by the rules of the body that governs a sport
            rest -= self._answerer.bodies
        foreign = self._asked.tokens[left.bit_length() - 1] if left else None
        facts = tuple(asked_facts(self._answerer, rest, foreign))
        return (rest, facts) if facts or (not foreign and _asks_more(self._answerer, rest)) else None

    def _linked(self, subject: Subject, context: Subject) -> list[tuple[int, ...]]:
        """The entities of a subject that belong to its context, by its groups."""
        about = {*(context.groups[0] if context.groups else ()), *context.ending}
        groups = (
            tuple([n for n in group if not about.isdisjoint(self._answerer.known(n).within)])
            for group in subject.groups
        )
        return [group for group in groups if group]

    def _turned(self) -> Iterator[Subject]:
        """The names that a word and a name make apart: the racket in tennis is the tennis racket."""
        for subject, bits in self._subjects:
            foreign = self._foreign & ~bits
            if foreign.bit_count() > 2 or any(bits & other == bits != other for _, other in self._subjects):
                continue  # of "tennis" in "table tennis" nothing else is named
            others = foreign if foreign.bit_count() == 2 else ~bits
            stretch, words = subject.stretch, self._asked.words
            named = [words[index] for index in stretch]
            begun = self._starts[stretch[0]]
            begins = begun is not None and begun.longest > len(named)
            for index, starts in enumerate(self._starts):
                if starts is None or not others >> index & 1:
                    continue  # it stands in no name
                if begins and index != stretch[-1] + 1 and (called := _called(begun, [*named[1:], words[index]])):
                    yield _subject(called, (*stretch, index))
                if starts.longest > len(named) and index + 1 != stretch[0] and (called := _called(starts, named)):
                    yield _subject(called, (index, *stretch))

    def _of_scope(self) -> Iterator[Reading]:
        """The sport that the scopes in a question are of."""
        if self._answerer.scope_words.isdisjoint(self._asked.tokens):
            return
        rest, sports = self._asked.rest(()), self._answerer.lexicon.sports
        begun = [scope for token in rest for scope in self._answerer.scopes_of.get(token, ())]
        named = {sports[label] for words, label in begun if words <= rest and label in sports}
        if len(named) == 1 and (left := self._left(0)) is not None:
            yield Reading(tuple(named), *left)

    def _of_body(self) -> Iterator[Reading]:
        """The sport that a body governs, where its founding is asked for: when was FIBA founded."""
        rest = self._asked.rest(())
        governed = self._answerer.lexicon.bodies
        for body in rest & self._answerer.bodies:
            left = rest - {body} | _BODY
            sport = governed[body]
            if sport is not None and _FOUNDED in self._answerer.facts.get(left, ()):
                yield Reading((sport,), left, (AskedFacts((_FOUNDED,), frozenset()),))


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
    if len(rest - answerer.of_facts) > _MOST_TOLD:
        return
    taken: list[tuple[frozenset[str], frozenset[str]]] = [(rest, frozenset())]
    if not rest.isdisjoint(answerer.scope_words):
        begun = (answerer.scopes_of.get(token, ()) for token in rest)
        in_scope = [(words, label) for scopes in begun for words, label in scopes if words <= rest]
        taken += [(rest - words, frozenset([label])) for words, label in in_scope]
        if len(in_scope) > 1:
            left = rest.difference(*(words for words, _ in in_scope))
            taken.append((left, frozenset(label for _, label in in_scope)))
    if rest == _PLAYERS:
        yield AskedFacts(answerer.facts.get(_HOW_MANY_PLAYERS, ()), frozenset())
    whole = (
        [] if foreign else [AskedFacts(keys, scopes) for left, scopes in taken if (keys := answerer.facts.get(left))]
    )
    yield from whole
    if not foreign:
        yield from _shortened(answerer, taken, bool(whole))
    counted = rest - _COUNTED_WITH
    if len(counted) == 1 and counted <= PERIODS:
        yield AskedFacts((_FORMAT,), frozenset(), counted)
    for number in range(1, _MOST_TOLD + 1) if not whole else ():
        for left, scopes in taken:
            yield from _in_text(answerer, left, scopes, foreign, number)


def _shortened(
    answerer: Answerer, taken: Iterable[tuple[frozenset[str], frozenset[str]]], is_asked: bool
) -> Iterator[AskedFacts]:
    """What facts tokens ask for without those that may be left out; beside another measure the size says no more."""
    for left, scopes in taken:
        if not left.isdisjoint(OPTIONAL):
            shorter = left - OPTIONAL
            if not shorter <= _BARE and (keys := answerer.facts.get(shorter)):
                yield AskedFacts(keys, scopes)
        is_measure = not (is_asked or left.isdisjoint(_SIZE) or left.isdisjoint(_MEASURES))
        if is_measure and (keys := answerer.facts.get(left - _SIZE - OPTIONAL)):
            yield AskedFacts(keys, scopes)


def _in_text(
    answerer: Answerer, left: frozenset[str], scopes: frozenset[str], foreign: str | None, number: int
) -> Iterator[AskedFacts]:
    """What facts tokens ask for but for a number of them, which stand in the text of the value: the short program."""
    lasts = not left.isdisjoint(_LASTING)
    beyond = left - answerer.telling
    if foreign in left:
        beyond |= {foreign}
    if len(left) < (1 if lasts else 2) + number or not number - 1 <= len(beyond) <= number:
        return
    if number > 1 and not beyond.isdisjoint(answerer.scope_words):
        return
    others = sorted(left - beyond) if len(beyond) < number else [""]
    for said in dict.fromkeys(beyond | {token} - {""} for token in others):
        without = left - said
        for shorter in dict.fromkeys((without, without - OPTIONAL, without | _OF_MATCH if lasts else without)):
            if len(shorter) > 1 and (keys := answerer.in_words.get(shorter)):
                yield AskedFacts(keys, scopes, said)
