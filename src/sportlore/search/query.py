"""A query against the index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from sportlore.search.bitmaps import add, add_constant, add_planes, at_least, best, equal, unpack
from sportlore.search.index import FAMILY, FIRST, LOOSE_PHRASE, NAME_LENGTHS, OTHERS, PHRASE, TYPE, WORD, Other, counted
from sportlore.search.matching import Index, Match, Scored, Store, calls, joined
from sportlore.search.words import exact, family, last_token, words

_WHOLE_NAME = 5
"""What each word of a name adds, times its rarity, if all words of the name stand in the query."""
_WHOLE_PHRASE = 4
"""What each word of a keyword adds, times its rarity, if the keyword stands in the query."""
_BEGINNING = 6
"""What a name that begins with the only word of a query adds, times the rarity, as long as that may be unfinished."""
_COVERAGE = 9, 20
"""The part of the weight of a query that a document must have, unless its name or a keyword stands in the query."""
_LONGEST_PART = 4
_MOST_WORDS = 24
"""Words of a query that count: more than anybody asks, and few enough to bound what one request costs."""
_MOST_COMPARED = 8_000
"""Known words that the unknown ones of a query are compared with, about: once there were as many, further ones match nothing."""


class Hits(Struct, frozen=True):
    """A page of the numbers of documents, best first, and how many match in all.

    `corrections` are the words that stand nowhere, each with the word that took its place: (("basketbal", "basketball"),).
    """

    numbers: tuple[int, ...]
    total: int
    corrections: tuple[tuple[str, str], ...] = ()


class Share(Struct, frozen=True):
    """What a word, or a whole name or keyword, adds to the score of a document, and by which place."""

    word: str
    place: str
    points: int


class _Ranking(NamedTuple):
    """A query compared with all documents: the candidates, and what they gain beside what the words add."""

    matches: tuple[Match, ...]
    candidates: int
    bonuses: tuple[Scored, ...]
    first: tuple[Scored, ...]
    """Sets that come before all others, the last one first."""


_NOTHING = _Ranking((), 0, (), ())


class Searcher:
    """An open index of so many entities, and of other documents beside them."""

    def __init__(self, terms: Store, count: int) -> None:
        self.others = tuple(msgspec.json.decode(bytes(terms.value(OTHERS) or b"[]"), type=list[Other]))
        """The documents that are no entities; their numbers follow those of the entities."""
        self.entities = count
        self._index = Index(terms, count + len(self.others))
        self._entities = (1 << count) - 1
        lengths = msgspec.msgpack.decode(bytes(terms.value(NAME_LENGTHS) or b"\x90"), type=list[bytes])
        self._name_lengths = tuple(map(unpack, lengths))

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
        corrections = tuple((match.word, match.read_as) for match in ranking.matches if match.read_as != match.word)
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
        typed = last_token(text) if unfinished else ""
        matches = self._matches(self._compounds(terms), typed)
        if sum(match.known for match in matches) < len(matches):
            return _NOTHING  # fewer than half of the words are known
        first = self._first(all_words, terms, [match.read_as for match in matches])
        parts = self._parts(matches)
        named = 0
        for scored in (*parts, *first):
            named |= scored.documents
        allowed = self._index.all if pages else self._entities
        if type is not None:
            allowed &= joined(self._index.term(TYPE, type))
        candidates = (self._covered(matches) | named) & allowed
        bonuses = (*self._whole_names(matches), *parts, *self._begun(matches, typed))
        return _Ranking(matches, candidates, bonuses, first)

    def _matches(self, terms: Sequence[str], typed: str) -> tuple[Match, ...]:
        """What each word matches; of a family that stands in the query several times, the last one alone.

        `typed` is what was typed of the last one, if it may be unfinished.
        """
        distinct = list({family(word): word for word in terms}.values())
        matches: list[Match] = []
        compared = 0
        for number, word in enumerate(distinct, 1):
            match = self._index.match(word, typed if number == len(distinct) else "", compared < _MOST_COMPARED)
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
        index = self._index
        together = index.called_by(first + second)
        apart = together and index.called_by(first) & index.called_by(second)
        return together != 0 and not together & apart and not index.term(PHRASE, f"{first} {second}")

    def _apart(self, word: str) -> tuple[str, ...]:
        """The two words that one is put together from, if something is called by both and nothing by the one; else the word."""
        if not (calls(self._index.term(WORD, word)) or calls(self._index.term(FAMILY, family(word)))):
            for cut in range(3, len(word) - 2):
                first, second = exact(word[:cut]), exact(word[cut:])
                if self._index.term(PHRASE, f"{first} {second}"):
                    return (first, second)
        return (word,)

    def _covered(self, matches: Sequence[Match]) -> int:
        """The documents that have enough of the words of a query, each by its rarity."""
        planes: list[int] = []
        weight = 0
        for match in matches:
            weight += 2 * match.rarity
            add_constant(planes, 2 * match.rarity, match.surely)
            add_constant(planes, match.rarity, match.perhaps)
        part, whole = _COVERAGE
        return at_least(planes, -(-weight * part // whole), self._index.all)

    def _parts(self, matches: Sequence[Match]) -> list[Scored]:
        """The documents of which a keyword or the name stands in the query, with what a keyword adds."""
        found: list[Scored] = []
        stems = [family(match.read_as) for match in matches]
        for length in range(1, min(_LONGEST_PART, len(stems)) + 1):
            for start in range(len(stems) - length + 1):
                named, keyed = self._index.phrase(LOOSE_PHRASE, " ".join(stems[start : start + length]))
                points = _WHOLE_PHRASE * sum(match.rarity for match in matches[start : start + length])
                found += (Scored("whole keyword", points, keyed), Scored("whole name", 0, named))
        return [scored for scored in found if scored.documents]

    def _whole_names(self, matches: Sequence[Match]) -> list[Scored]:
        """What the words of a name add if all of them stand in the query, in any order."""
        lengths: list[int] = []
        for match in matches:
            add(lengths, 0, match.named)
        whole = equal(lengths, self._name_lengths, self._index.all)
        named = ((match, match.named & whole) for match in matches)
        return [Scored("whole name", _WHOLE_NAME * match.rarity, members) for match, members in named if members]

    def _begun(self, matches: Sequence[Match], typed: str) -> list[Scored]:
        """What a name gains that begins with the only word, as long as it may be unfinished."""
        if len(matches) > 1 or not typed:
            return []
        return [
            Scored("beginning of the name", _BEGINNING * matches[0].rarity, joined(self._index.union(FIRST, typed)))
        ]

    def _first(self, all_words: Sequence[str], terms: Sequence[str], read: Sequence[str]) -> tuple[Scored, ...]:
        """Three sets above all others: an exact name outweighs any sum of words, then an exact keyword, then a corrected name."""
        named, keyed = self._index.phrase(PHRASE, " ".join(all_words))
        if not named and not keyed:
            named, keyed = self._index.phrase(PHRASE, " ".join(terms))
        guessed, _ = self._index.phrase(PHRASE, " ".join(read)) if list(read) != list(terms) else (0, 0)
        return (
            Scored("corrected name", 0, guessed),
            Scored("exact keyword", 0, keyed),
            Scored("exact name", 0, named),
        )
