"""What one word of a query matches in the index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from rapidfuzz import process
from rapidfuzz.distance import OSA

from sportlore.contract.record import Buffer
from sportlore.search.bitmaps import unpack_places
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
_OTHER_LANGUAGE = PLACES.index(OTHER_LANGUAGE)
_MEMORY = 16_000_000
"""Bytes of sets that are remembered, about."""


class Store(Protocol):
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


Places = tuple[tuple[int, int], ...]
"""Sets of documents by the numbers of their places."""


class Index:
    """The open index of so many documents. What words match is remembered, within a bound."""

    def __init__(self, terms: Store, count: int) -> None:
        self._terms = terms
        self.count = count
        self.all = (1 << count) - 1
        remembered = max(16, min(4_096, _MEMORY // (2 * count + 1)))
        self.match = lru_cache(remembered)(self._match)
        self.term = lru_cache(remembered)(self._term)
        self._vocabulary = self._words_by_length()

    def _match(self, word: str, typed: str, correct: bool) -> Match:
        """What a word matches; `typed` is what was typed of it, if it may be unfinished, else ""."""
        sets = [(_EXACT, self.term(WORD, word)), (_FAMILY, self.term(FAMILY, family(word)))]
        loose = [(_SYNONYM, self.term(SYNONYM, family(word)))]
        surely = joined(*(places for _, places in sets))
        if typed:
            # A number in words is the beginning of others as well: ten, tennis.
            loose.append((_COMPLETION if surely and typed == word else _BEGINNING, self.union(WORD, typed)))
        near: list[list[str]] = []
        read_as = word
        # A word that is known in another language alone may be a typo all the same: tenis.
        if correct and all(place == _OTHER_LANGUAGE for _, places in (*sets, *loose) for place, _ in places):
            near = self._near(word)
            distance, corrections = self._corrections(word, near)
            share = _ONE_EDIT if distance == 1 else _TWO_EDITS
            loose += [(share, self.term(WORD, known)) for known in corrections]
            if corrections:
                loose.append((share - 1, self.term(FAMILY, family(corrections[0]))))
                read_as = word if surely else corrections[0]
        perhaps = joined(*(places for _, places in loose))
        rarity = _rarity(self.count, (surely or perhaps).bit_count())
        scored = tuple(_by_best_place([*sets, *loose], rarity))
        return Match(
            word=word,
            read_as=read_as,
            rarity=rarity,
            scored=scored,
            planes=_planes(scored),
            surely=surely,
            perhaps=perhaps & ~surely,
            named=joined(*(places[:1] for _, places in (*sets, *loose) if places and not places[0][0])),
            known=2 if any(map(calls, (places for _, places in sets))) else any(calls(places) for _, places in loose),
            compared=sum(map(len, near)),
        )

    def called_by(self, word: str) -> int:
        """The documents with a word in what they are called by."""
        return joined(tuple(one for one in self.term(WORD, word) if one[0] < _CALLED))

    def _term(self, kind: bytes, term: str) -> Places:
        """The documents that have a term."""
        value = self._terms.value(kind + term.encode())
        return unpack_places(value) if value is not None else ()

    def phrase(self, kind: bytes, phrase: str) -> tuple[int, int]:
        """The documents with a phrase as their name, and those with it as a keyword."""
        found = dict(self.term(kind, phrase))
        return found.get(0, 0), found.get(1, 0)

    def union(self, kind: bytes, start: str) -> Places:
        """The documents that have any term that begins so."""
        union = self._terms.value(kind.upper() + start.encode())
        if union is not None:
            return unpack_places(union)
        return tuple(one for value in self._terms.values_from(kind + start.encode()) for one in unpack_places(value))

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


def joined(*sets: Places) -> int:
    """The documents of sets, whatever the place."""
    found = 0
    for places in sets:
        for _, documents in places:
            found |= documents
    return found


def calls(places: Places) -> bool:
    """Whether anything is called so: it stands in a name, a keyword or the words for a type, in any language."""
    return any(place < _CALLED for place, _ in places)


def _by_best_place(sets: Iterable[tuple[int, Places]], rarity: int) -> Iterator[Scored]:
    """Each document once, with the points of the best place in which it has the word."""
    scored = [
        Scored(PLACES[place], _WEIGHTS[PLACES[place]] * share * rarity // 8, documents)
        for share, places in sets
        for place, documents in places
    ]
    taken = 0
    for place, points, documents in sorted(scored, key=lambda one: -one.points):
        if further := documents & ~taken:
            yield Scored(place, points, further)
            taken |= further


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
