"""A query against the index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA

from sportlore.contract.record import Buffer
from sportlore.search.bitmaps import add, best, unpack
from sportlore.search.index import PHRASE, TYPE, VOCABULARY, WORD
from sportlore.search.words import FILLER, words

_EXACT = (5, 4, 2, 0)
"""The score of a word in a name, in a keyword, in the description, elsewhere; as powers of two: 32, 16, 4, 1."""
_PREFIX = (4, 3, 1, 0)
_CORRECTED = {1: (3, 2, 0, 0), 2: (2, 1, 0, 0)}
_NAMED = 4
"""The score of an entity named by n words of the query is 2 to the power of this and n: 32, 64, 128, …"""
_LONGEST_PART = 4
_NAME_PREFIX = 6
_MOST_WORDS = 32
"""Words of a query that count: more than anybody asks, and few enough to bound what one request costs."""
_MOST_COMPARED = 8_000
"""Known words that the unknown ones of a query are compared with, about: once there were as many, further ones match nothing."""
_MEMORY = 16_000_000
"""Bytes of sets that a searcher remembers, about."""


class Hits(Struct, frozen=True):
    """A page of the numbers of entities, best first, and how many entities match in all."""

    numbers: tuple[int, ...]
    total: int


class Terms(Protocol):
    """Where the index lies: byte strings by key, in the order of the keys."""

    def value(self, key: bytes) -> Buffer | None:
        """What is at a key."""

    def values_from(self, start: bytes) -> Iterator[Buffer]:
        """What is at the keys that begin so."""


class _Match(NamedTuple):
    """The entities that a word matches: sets with the score that each adds, their union, and the word as corrected.

    `compared` is how many known words the word was compared with, since it is not known itself.
    """

    scored: tuple[tuple[int, int], ...]
    matched: int
    corrected: str
    compared: int


class Searcher:
    """An open index of so many entities. What words match is remembered, within a bound; answers are not."""

    def __init__(self, terms: Terms, count: int) -> None:
        self._terms = terms
        self._count = count
        self._all = (1 << count) - 1
        self._match = lru_cache(max(16, min(4_096, _MEMORY // (count + 1))))(self._find_match)
        self._vocabulary = self._words_by_length()

    def search(self, text: str, type: str | None, offset: int, limit: int) -> Hits:
        """The numbers of the entities that match `text`, within a type if one is given: all words, or else any of them.

        Typos are corrected in words that the catalogue does not know.
        """
        all_words = words(text)
        terms = ([word for word in all_words if word not in FILLER] or all_words)[:_MOST_WORDS]
        if not terms:
            return Hits((), 0)
        # The last word may be unfinished, unless what follows it shows that it is not: a space, or a filler word.
        unfinished = text[-1].isalnum() and terms[-1] == all_words[-1]
        matches: list[_Match] = []
        every, some, compared = self._all, 0, 0
        for number, word in enumerate(terms, 1):
            match = self._match(word, unfinished and number == len(terms), compared < _MOST_COMPARED)
            compared += match.compared
            every &= match.matched
            some |= match.matched
            matches.append(match)
        of_type = self._all if type is None else self._term(TYPE, type)
        candidates = every & of_type or some & of_type
        if not candidates:
            return Hits((), 0)
        planes: list[int] = []
        for match in matches:
            for bit, bits in match.scored:
                add(planes, bit, bits)
        self._add_names(planes, all_words, terms, [match.corrected for match in matches])
        return Hits(tuple(best(planes, candidates, offset, limit)), candidates.bit_count())

    def _add_names(
        self, planes: list[int], all_words: Sequence[str], terms: Sequence[str], corrected: Sequence[str]
    ) -> None:
        """Add what an entity gains whose name or keyword stands in the query, begins with it, or is it.

        The sets of a phrase lie one above the other, `count` bits each: names, keywords, names in alphabetical order.
        """
        for length in range(2, min(_LONGEST_PART + 1, len(corrected))):
            for start in range(len(corrected) - length + 1):
                part = self._term(PHRASE, " ".join(corrected[start : start + length]))
                add(planes, _NAMED + length, part & self._all)
                add(planes, _NAMED + length - 1, part >> self._count & self._all)
        whole = " ".join(terms)
        add(planes, _NAME_PREFIX, self._union(PHRASE, whole) & self._all)
        if len(terms) > 1:
            add(planes, _NAMED + len(terms), self._term(PHRASE, " ".join(sorted(terms))) >> 2 * self._count)
        exact = self._term(PHRASE, whole)
        if len(all_words) > len(terms):
            exact |= self._term(PHRASE, " ".join(all_words))
        guessed = self._term(PHRASE, " ".join(corrected)) if corrected != terms else 0
        # Three planes above all others: an exact name outweighs any sum of words, then an exact keyword, then a corrected name.
        planes += (guessed & self._all, exact >> self._count & self._all, exact & self._all)

    def _find_match(self, word: str, unfinished: bool, correct: bool) -> _Match:
        places = self._places(_EXACT, self._term(WORD, word))
        if unfinished:
            places += self._places(_PREFIX, self._union(WORD, word))
        near = self._near(word) if correct and not places else []
        corrections = self._corrections(word, near) if near else []
        for distance, known in corrections:
            places += self._places(_CORRECTED[distance], self._term(WORD, known))
        # An entity counts for a word once, by the best place in which it stands.
        scored, matched = [], 0
        for bit, bits in sorted(places, reverse=True):
            if further := bits & ~matched:
                scored.append((bit, further))
                matched |= bits
        corrected = corrections[0][1] if corrections else word
        named = self._places((_NAMED + 1, _NAMED), self._term(PHRASE, corrected))
        return _Match((*scored, *named), matched, corrected, len(near))

    def _places(self, scores: Sequence[int], bits: int) -> list[tuple[int, int]]:
        """The sets of the fields that have any members, each with the score of its field."""
        fields = ((score, bits >> field * self._count & self._all) for field, score in enumerate(scores))
        return [(score, members) for score, members in fields if members]

    def _term(self, family: bytes, term: str) -> int:
        """The entities that have a term, the sets of its fields one above the other."""
        value = self._terms.value(family + term.encode())
        return unpack(value) if value is not None else 0

    def _union(self, family: bytes, start: str) -> int:
        """The same of all terms that begin so."""
        union = self._terms.value(family.upper() + start.encode())
        if union is not None:
            return unpack(union)
        bits = 0
        for value in self._terms.values_from(family + start.encode()):
            bits |= unpack(value)
        return bits

    def _near(self, word: str) -> list[str]:
        """The known words of about the same length as an unknown one."""
        most = _most_edits(word)
        lengths = range(len(word) - most, len(word) + most + 1) if most else ()
        return [known for n in lengths for known in self._vocabulary.get(n, ())]

    def _corrections(self, word: str, near: Sequence[str]) -> list[tuple[int, str]]:
        """The words among `near` that an unknown one may stand for, with their distance, the nearest first.

        An edit is a letter too many, too few or another one, or two neighbours exchanged (optimal string alignment).
        """
        found = process.extract(word, near, scorer=OSA.distance, score_cutoff=_most_edits(word), limit=None)
        return sorted((int(distance), known) for known, distance, _ in found)

    def _words_by_length(self) -> dict[int, list[str]]:
        """All words of the index by their length."""
        known: dict[int, list[str]] = defaultdict(list)
        for word in bytes(self._terms.value(VOCABULARY) or b"").decode().split():
            known[len(word)].append(word)
        return known


def _most_edits(word: str) -> int:
    """How many edits are forgiven: one in words of 4 to 7 letters, two in longer ones."""
    return 0 if len(word) < 4 else 1 if len(word) <= 7 else 2
