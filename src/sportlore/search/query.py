"""A query against the index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import msgspec
from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA

from sportlore.contract.record import Buffer
from sportlore.search.bitmaps import add, add_constant, add_planes, at_least, best, equal, unpack
from sportlore.search.index import (
    FAMILY,
    LOOSE_PHRASE,
    NAME_LENGTHS,
    OTHERS,
    PHRASE,
    PLACES,
    SYNONYM,
    TYPE,
    VOCABULARY,
    WORD,
    Other,
    counted,
)
from sportlore.search.words import exact, family, words

_WEIGHTS: Mapping[str, int] = {
    "type": 26,
    "name": 18,
    "keyword": 16,
    "definition": 14,
    "description": 11,
    "fact": 11,
    "link": 9,
    "text": 6,
}
"""What a word adds in each place, times its rarity."""
_EXACT, _FAMILY, _SYNONYM, _BEGINNING, _COMPLETION, _ONE_EDIT, _TWO_EDITS = 8, 7, 6, 6, 2, 6, 4
"""Eighths of that: for the word, its family, what it means, what an unknown word begins or a known one, a corrected typo."""
_WHOLE_NAME = 5
"""What each word of a name adds, times its rarity, if all words of the name stand in the query."""
_WHOLE_PHRASE = 4
"""What each word of a keyword adds, times its rarity, if the keyword stands in the query."""
_COVERAGE = 9, 20
"""The part of the weight of a query that an entity must have, unless its name or a keyword stands in the query."""
_CALLED = 3
"""How many of the places, the first ones, hold what documents are called by: only a word of such a place counts as known."""
_LONGEST_PART = 4
_MOST_WORDS = 32
"""Words of a query that count: more than anybody asks, and few enough to bound what one request costs."""
_MOST_COMPARED = 8_000
"""Known words that the unknown ones of a query are compared with, about: once there were as many, further ones match nothing."""
_MEMORY = 16_000_000
"""Bytes of sets that a searcher remembers, about."""


class Hits(Struct, frozen=True):
    """A page of the numbers of documents, best first, and how many match in all.

    `corrections` are the words that nothing is called by, each with the word that took its place: (("tenis", "tennis"),).
    """

    numbers: tuple[int, ...]
    total: int
    corrections: tuple[tuple[str, str], ...] = ()


class Share(Struct, frozen=True):
    """What a word, or a whole name or keyword, adds to the score of a document, and by which place."""

    word: str
    place: str
    points: int


class Terms(Protocol):
    """Where the index lies: byte strings by key, in the order of the keys."""

    def value(self, key: bytes) -> Buffer | None:
        """What is at a key."""

    def values_from(self, start: bytes) -> Iterator[Buffer]:
        """What is at the keys that begin so."""


class _Scored(NamedTuple):
    """A set of documents that gains by a word, for one reason."""

    place: str
    points: int
    documents: int


class _Match(NamedTuple):
    """What one word of a query matches.

    `scored` has each document once, by the best place of the word; `planes` are the same points, added up. `surely` holds the
    documents that have the word or its family, `perhaps` those that have what it may become or was corrected to, which counts
    half for coverage. `named` has those with the word in the name. `compared` is how many known words it was compared with.
    """

    word: str
    read_as: str
    rarity: int
    scored: tuple[_Scored, ...]
    planes: tuple[int, ...]
    surely: int
    perhaps: int
    named: int
    known: int
    """2 if documents are called by the word, 1 if by a correction or completion of it, else 0."""
    compared: int


class _Ranking(NamedTuple):
    """A query compared with all documents: the candidates, and what each of them gains beside its words."""

    matches: tuple[_Match, ...]
    candidates: int
    bonuses: tuple[_Scored, ...]
    first: tuple[_Scored, ...]
    """Sets that come before all others, the last one first."""


_NOTHING = _Ranking((), 0, (), ())


class Searcher:
    """An open index of so many documents. What words match is remembered, within a bound; answers are not."""

    def __init__(self, terms: Terms, count: int) -> None:
        self._terms = terms
        self.others = tuple(msgspec.json.decode(bytes(terms.value(OTHERS) or b"[]"), type=list[Other]))
        """The documents that are no entities; their numbers follow those of the entities."""
        self.entities = count
        self._count = count + len(self.others)
        self._all = (1 << self._count) - 1
        self._entities = (1 << count) - 1
        self._called = (1 << _CALLED * self._count) - 1
        lengths = msgspec.msgpack.decode(bytes(terms.value(NAME_LENGTHS) or b"\x90"), type=list[bytes])
        self._name_lengths = tuple(map(unpack, lengths))
        self._match = lru_cache(max(16, min(4_096, _MEMORY // (2 * self._count + 1))))(self._find_match)
        self._vocabulary = self._words_by_length()

    def search(self, text: str, type: str | None, offset: int, limit: int, pages: bool = False) -> Hits:
        """The numbers of the entities that match `text`, within a type if one is given, the most relevant first.

        With `pages`, documents that are no entities are found beside them.
        """
        ranking = self._rank(text, type, pages)
        if not ranking.candidates:
            return Hits((), 0)
        planes: list[int] = []
        for match in ranking.matches:
            add_planes(planes, match.planes)
        for bonus in ranking.bonuses:
            add_constant(planes, bonus.points, bonus.documents)
        planes += [scored.documents for scored in ranking.first]
        numbers = tuple(best(planes, ranking.candidates, offset, limit))
        corrections = tuple((m.word, m.read_as) for m in ranking.matches if m.read_as != m.word)
        return Hits(numbers, ranking.candidates.bit_count(), corrections)

    def explain(self, text: str, type: str | None, number: int, pages: bool = False) -> list[Share]:
        """Where the score of a document comes from: what each word of the query and each whole name adds."""
        ranking = self._rank(text, type, pages)
        words = [(match.word, scored) for match in ranking.matches for scored in match.scored]
        whole = [("", scored) for scored in (*ranking.bonuses, *ranking.first)]
        return [
            Share(word, scored.place, scored.points)
            for word, scored in (*words, *whole)
            if scored.documents >> number & 1
        ]

    def _rank(self, text: str, type: str | None, pages: bool) -> _Ranking:
        all_words = words(text)
        terms = counted(all_words)[:_MOST_WORDS]
        if not terms:
            return _NOTHING
        # The last word may be unfinished, unless what follows it shows that it is not: a space, or a filler word.
        unfinished = text[-1].isalnum() and terms[-1] == all_words[-1]
        matches = self._matches(self._compounds(terms), unfinished)
        if sum(match.known for match in matches) < len(matches):
            return _NOTHING  # fewer than half of the words are known
        parts = self._parts(matches)
        named = 0
        for part in parts:
            named |= part.documents
        allowed = self._all if pages else self._entities
        if type is not None:
            allowed &= self._term(TYPE, type)
        first = self._first(all_words, terms, [match.read_as for match in matches])
        for scored in first:
            named |= scored.documents
        candidates = (self._covered(matches) | named) & allowed
        return _Ranking(matches, candidates, (*self._whole_names(matches), *parts), first)

    def _matches(self, terms: Sequence[str], unfinished: bool) -> tuple[_Match, ...]:
        matches: list[_Match] = []
        compared = 0
        distinct = list({family(word): word for word in terms}.values())
        for number, word in enumerate(distinct, 1):
            match = self._match(word, unfinished and number == len(distinct), compared < _MOST_COMPARED)
            compared += match.compared
            matches.append(match)
        return tuple(matches)

    def _compounds(self, terms: Sequence[str]) -> list[str]:
        """The words as the catalogue writes them, as one or as two.

        ["back", "stroke"] -> ["backstroke"]; ["benchpress"] -> ["bench", "press"]
        """
        found: list[str] = []
        position = 0
        while position < len(terms):
            pair = terms[position : position + 2]
            if len(pair) == 2 and self._is_compound(*pair):
                found.append("".join(pair))
                position += 2
            else:
                found += self._apart(pair[0])
                position += 1
        return found

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether something is called by two words as one, and by the two nothing, nor the same thing."""
        if not (first.isalpha() and second.isalpha()):
            return False
        together = self._called_by(first + second)
        apart = together and self._called_by(first) & self._called_by(second)
        return together != 0 and not together & apart and not self._term(PHRASE, f"{first} {second}")

    def _called_by(self, word: str) -> int:
        """The documents with a word in what they are called by."""
        return self._any([self._term(WORD, word) & self._called])

    def _apart(self, word: str) -> tuple[str, ...]:
        """The two words that one is put together from, if something is called by both and nothing by the one; else the word."""
        if not self._calls(self._term(WORD, word) | self._term(FAMILY, family(word))):
            for cut in range(3, len(word) - 2):
                first, second = exact(word[:cut]), exact(word[cut:])
                if self._term(PHRASE, f"{first} {second}"):
                    return (first, second)
        return (word,)

    def _covered(self, matches: Sequence[_Match]) -> int:
        """The documents that have enough of the words of a query, each by its rarity."""
        planes: list[int] = []
        weight = 0
        for match in matches:
            weight += 2 * match.rarity
            add_constant(planes, 2 * match.rarity, match.surely)
            add_constant(planes, match.rarity, match.perhaps)
        part, whole = _COVERAGE
        return at_least(planes, -(-weight * part // whole), self._all)

    def _parts(self, matches: Sequence[_Match]) -> list[_Scored]:
        """The documents of which a keyword or the name stands in the query, with what a keyword adds."""
        found: list[_Scored] = []
        stems = [family(match.read_as) for match in matches]
        for length in range(1, min(_LONGEST_PART, len(stems)) + 1):
            for start in range(len(stems) - length + 1):
                phrase = self._term(LOOSE_PHRASE, " ".join(stems[start : start + length]))
                if phrase:
                    points = _WHOLE_PHRASE * sum(match.rarity for match in matches[start : start + length])
                    found.append(_Scored("whole keyword", points, phrase >> self._count))
                    found.append(_Scored("whole name", 0, phrase & self._all))
        return [scored for scored in found if scored.documents]

    def _whole_names(self, matches: Sequence[_Match]) -> list[_Scored]:
        """What the words of a name add if all of them stand in the query, in any order."""
        by_family = {family(match.read_as): match for match in matches}
        lengths: list[int] = []
        for match in by_family.values():
            add(lengths, 0, match.named)
        whole = equal(lengths, self._name_lengths, self._all)
        named = ((match, match.named & whole) for match in by_family.values())
        return [_Scored("whole name", _WHOLE_NAME * match.rarity, members) for match, members in named if members]

    def _first(self, all_words: Sequence[str], terms: Sequence[str], read: Sequence[str]) -> tuple[_Scored, ...]:
        """Three sets above all others: an exact name outweighs any sum of words, then an exact keyword, then a corrected name."""
        found = self._term(PHRASE, " ".join(all_words)) or self._term(PHRASE, " ".join(terms))
        guessed = self._term(PHRASE, " ".join(read)) if list(read) != list(terms) else 0
        return (
            _Scored("corrected name", 0, guessed & self._all),
            _Scored("exact keyword", 0, found >> self._count),
            _Scored("exact name", 0, found & self._all),
        )

    def _find_match(self, word: str, unfinished: bool, correct: bool) -> _Match:
        sets = [(_EXACT, self._term(WORD, word)), (_FAMILY, self._term(FAMILY, family(word)))]
        surely, near, read_as = self._any([bits for _, bits in sets]), list[list[str]](), word
        loose = [(_SYNONYM, self._term(SYNONYM, family(word)))]
        if unfinished:
            loose.append((_COMPLETION if surely else _BEGINNING, self._union(WORD, word)))
        if not surely and not self._any([bits for _, bits in loose]) and correct:
            near = self._near(word)
            distance, corrections = self._corrections(word, near)
            share = _ONE_EDIT if distance == 1 else _TWO_EDITS
            loose += [(share, self._term(WORD, known)) for known in corrections]
            if corrections:
                read_as = corrections[0]
                loose.append((share - 1, self._term(FAMILY, family(read_as))))
        perhaps = self._any([bits for _, bits in loose])
        holders = (surely or perhaps).bit_count()
        rarity = _rarity(self._count, holders)
        scored = tuple(self._by_best_place([*sets, *loose], rarity))
        return _Match(
            word=word,
            read_as=read_as,
            rarity=rarity,
            scored=scored,
            planes=_planes(scored),
            surely=surely,
            perhaps=perhaps & ~surely,
            named=self._any([bits & self._all for _, bits in [*sets, *loose]]),
            known=2 if any(self._calls(bits) for _, bits in sets) else any(self._calls(bits) for _, bits in loose),
            compared=sum(map(len, near)),
        )

    def _any(self, stacked: Sequence[int]) -> int:
        """The documents of sets of which each has its places one above the other."""
        whole = 0
        for bits in stacked:
            whole |= bits
        found = 0
        while whole:
            found |= whole & self._all
            whole >>= self._count
        return found

    def _calls(self, stacked: int) -> bool:
        """Whether anything is called so: a set with its places one above the other has a name, a keyword or a word for a type."""
        return stacked & self._called != 0

    def _by_best_place(self, sets: Sequence[tuple[int, int]], rarity: int) -> Iterator[_Scored]:
        """Each document once, with the points of the best place in which it has the word."""
        places = [
            (_WEIGHTS[place] * share * rarity // 8, place, bits >> position * self._count & self._all)
            for share, bits in sets
            if bits
            for position, place in enumerate(PLACES)
        ]
        taken = 0
        for points, place, bits in sorted(places, key=lambda scored: -scored[0]):
            if further := bits & ~taken:
                yield _Scored(place, points, further)
                taken |= further

    def _term(self, kind: bytes, term: str) -> int:
        """The documents that have a term, the sets of its places one above the other."""
        value = self._terms.value(kind + term.encode())
        return unpack(value) if value is not None else 0

    def _union(self, kind: bytes, start: str) -> int:
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
        """How far the nearest of `near` are from an unknown word, and which they are: first what most documents are called by.

        An edit is a letter too many, too few or another one, or two neighbours exchanged (optimal string alignment).
        """
        least, nearest = _most_edits(word), list[str]()
        for known in near:
            found = process.extract(word, known, scorer=OSA.distance, score_cutoff=least, limit=None)
            distance = min((int(distance) for _, distance, _ in found), default=least + 1)
            if distance < least:
                least, nearest = distance, []
            nearest += (known for known, distance, _ in found if distance == least)
        called = {known: self._term(WORD, known) & self._called for known in nearest}
        return least, sorted(nearest, key=lambda known: (-called[known].bit_count(), known))

    def _words_by_length(self) -> dict[int, list[str]]:
        """All words of the index by their length."""
        known: dict[int, list[str]] = defaultdict(list)
        for word in bytes(self._terms.value(VOCABULARY) or b"").decode().split():
            known[len(word)].append(word)
        return known


def _planes(scored: Sequence[_Scored]) -> tuple[int, ...]:
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
