"""What one word of a query matches in the index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from rapidfuzz import process
from rapidfuzz.distance import OSA

from sportlore.contract.record import Buffer
from sportlore.search.bitmaps import unpack
from sportlore.search.index import FAMILY, OTHER_LANGUAGE, PLACES, SYNONYM, VOCABULARY, WORD
from sportlore.search.words import family

_WEIGHTS: Mapping[str, int] = {
    "type": 26,
    "name": 18,
    "keyword": 16,
    OTHER_LANGUAGE: 16,
    "definition": 14,
    "description": 11,
    "fact": 11,
    "link": 9,
    "text": 6,
}
"""What a word adds in each place, times its rarity."""
_EXACT, _FAMILY, _SYNONYM, _BEGINNING, _COMPLETION, _ONE_EDIT, _TWO_EDITS = 8, 7, 6, 6, 2, 6, 4
"""Eighths of that: for the word, its family, what it means, what an unknown word begins or a known one, a corrected typo."""
_CALLED = 4
"""How many of the places, the first ones, hold what documents are called by: only a word of such a place counts as known."""
_MEMORY = 16_000_000
"""Bytes of sets that are remembered, about."""


class Terms(Protocol):
    """Where the index lies: byte strings by key, in the order of the keys."""

    def value(self, key: bytes) -> Buffer | None:
        """What is at a key."""

    def values_from(self, start: bytes) -> Iterator[Buffer]:
        """What is at the keys that begin so."""


class Scored(NamedTuple):
    """A set of documents that gains by a word, or by a whole name, for one reason."""

    place: str
    points: int
    documents: int


class Match(NamedTuple):
    """What one word of a query matches.

    `scored` has each document once, by the best place of the word; `planes` are the same points, added up. `surely` holds the
    documents that have the word or its family, `perhaps` those that have what it may become, mean or be a typo of, which
    counts half for coverage. `named` has those with the word in the name. `compared` is how many words it was compared with.
    """

    word: str
    read_as: str
    rarity: int
    scored: tuple[Scored, ...]
    planes: tuple[int, ...]
    surely: int
    perhaps: int
    named: int
    known: int
    """2 if documents are called by the word, 1 if by what it may become, mean or be a typo of, else 0."""
    compared: int


class Index:
    """The open index of so many documents. What words match is remembered, within a bound.

    A set that is "stacked" has its places one above the other, `count` bits each.
    """

    def __init__(self, terms: Terms, count: int) -> None:
        self._terms = terms
        self.count = count
        self.all = (1 << count) - 1
        self._called = (1 << _CALLED * count) - 1
        self._english = ~(self.all << PLACES.index(OTHER_LANGUAGE) * count)
        self.match = lru_cache(max(16, min(4_096, _MEMORY // (2 * count + 1))))(self._match)
        self._vocabulary = self._words_by_length()

    def _match(self, word: str, unfinished: bool, correct: bool) -> Match:
        sets = [(_EXACT, self.term(WORD, word)), (_FAMILY, self.term(FAMILY, family(word)))]
        loose = [(_SYNONYM, self.term(SYNONYM, family(word)))]
        surely = self.places_joined(*(bits for _, bits in sets))
        if unfinished:
            loose.append((_COMPLETION if surely else _BEGINNING, self.union(WORD, word)))
        near: list[list[str]] = []
        read_as = word
        # A word that is known in another language alone may be a typo all the same: tenis.
        if correct and not any(bits & self._english for _, bits in (*sets, *loose)):
            near = self._near(word)
            distance, corrections = self._corrections(word, near)
            share = _ONE_EDIT if distance == 1 else _TWO_EDITS
            loose += [(share, self.term(WORD, known)) for known in corrections]
            if corrections:
                loose.append((share - 1, self.term(FAMILY, family(corrections[0]))))
                read_as = word if surely else corrections[0]
        perhaps = self.places_joined(*(bits for _, bits in loose))
        rarity = _rarity(self.count, (surely or perhaps).bit_count())
        scored = tuple(self._by_best_place([*sets, *loose], rarity))
        return Match(
            word=word,
            read_as=read_as,
            rarity=rarity,
            scored=scored,
            planes=_planes(scored),
            surely=surely,
            perhaps=perhaps & ~surely,
            named=self.places_joined(*(bits & self.all for _, bits in (*sets, *loose))),
            known=2 if any(map(self.calls, (bits for _, bits in sets))) else any(self.calls(bits) for _, bits in loose),
            compared=sum(map(len, near)),
        )

    def _by_best_place(self, sets: Sequence[tuple[int, int]], rarity: int) -> Iterator[Scored]:
        """Each document once, with the points of the best place in which it has the word."""
        places = [
            (_WEIGHTS[place] * share * rarity // 8, place, bits >> position * self.count & self.all)
            for share, bits in sets
            if bits
            for position, place in enumerate(PLACES)
        ]
        taken = 0
        for points, place, bits in sorted(places, key=lambda scored: -scored[0]):
            if further := bits & ~taken:
                yield Scored(place, points, further)
                taken |= further

    def places_joined(self, *stacked: int) -> int:
        """The documents of stacked sets, whatever the place."""
        whole, found = 0, 0
        for bits in stacked:
            whole |= bits
        while whole:
            found |= whole & self.all
            whole >>= self.count
        return found

    def calls(self, stacked: int) -> bool:
        """Whether anything is called so: a stacked set has a name, a keyword or a word for a type."""
        return stacked & self._called != 0

    def called_by(self, word: str) -> int:
        """The documents with a word in what they are called by."""
        return self.places_joined(self.term(WORD, word) & self._called)

    def term(self, kind: bytes, term: str) -> int:
        """The documents that have a term, stacked."""
        value = self._terms.value(kind + term.encode())
        return unpack(value) if value is not None else 0

    def union(self, kind: bytes, start: str) -> int:
        """The same of all terms that begin so."""
        union = self._terms.value(kind.upper() + start.encode())
        if union is not None:
            return unpack(union)
        bits = 0
        for value in self._terms.values_from(kind + start.encode()):
            bits |= unpack(value)
        return bits

    def _near(self, word: str) -> list[list[str]]:
        """The known words of about the same length as an unknown one, those of each length together."""
        most = _most_edits(word)
        lengths = range(len(word) - most, len(word) + most + 1) if most else ()
        return [self._vocabulary[n] for n in lengths if n in self._vocabulary]

    def _corrections(self, word: str, near: Sequence[Sequence[str]]) -> tuple[int, list[str]]:
        """How far the nearest of `near` are from a word, and which they are: first what most documents are called by.

        An edit is a letter too many, too few or another one, or two neighbours exchanged (optimal string alignment).
        """
        least, nearest = _most_edits(word), list[str]()
        for known in near:
            found = process.extract(word, known, scorer=OSA.distance, score_cutoff=least, limit=None)
            others = [(int(distance), other) for other, distance, _ in found if other != word]
            distance = min((distance for distance, _ in others), default=least + 1)
            if distance < least:
                least, nearest = distance, []
            nearest += (other for distance, other in others if distance == least)
        return least, sorted(nearest, key=lambda known: (-self.called_by(known).bit_count(), known))

    def _words_by_length(self) -> dict[int, list[str]]:
        """All words of the index by their length."""
        known: dict[int, list[str]] = defaultdict(list)
        for word in bytes(self._terms.value(VOCABULARY) or b"").decode().split():
            known[len(word)].append(word)
        return known


def _planes(scored: Sequence[Scored]) -> tuple[int, ...]:
    """The points of disjoint sets as bit-sliced scores."""
    bits = max((points for _, points, _ in scored), default=0).bit_length()
    planes = [0] * bits
    for _, points, documents in scored:
        for bit in range(bits):
            if points >> bit & 1:
                planes[bit] |= documents
    return tuple(planes)


def _rarity(count: int, holders: int) -> int:
    """How telling a word is: 4, and twice the number of times that its holders could be doubled to be all documents.

    A whole number, so that scores are the same on every machine: 5 if all have the word, 25 if one of 1,300 has it, or none.
    """
    least = max(1, holders)
    return 4 + (count * count // (least * least)).bit_length()


def _most_edits(word: str) -> int:
    """How many edits are forgiven: one in words of 4 to 7 letters, two in longer ones."""
    return 0 if len(word) < 4 else 1 if len(word) <= 7 else 2
