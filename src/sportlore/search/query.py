"""A query against the index."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import Struct

from sportlore.search.bitmaps import add, add_planes, at_least, best, equal, unpack
from sportlore.search.index import FAMILY, FIRST, LOOSE_PHRASE, NAME_LENGTHS, OTHERS, PHRASE, TYPE, WORD, Other, counted
from sportlore.search.matching import Index, Match, Scored, called_by, calls
from sportlore.search.store import Store
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


_RESULTS_MEMORY = 2_000_000
"""Bytes of whole results that are remembered, at most: who reads page after page asks the same again."""
_MOST_RESULTS = 64
_BITMAPS = 20
"""Bitmaps of a whole result, at most."""
_WORDS_REMEMBERED = 4_096


class _Query(NamedTuple):
    """A text, read: its words, those that count, and what each of these matches."""

    words: Sequence[str]
    terms: Sequence[str]
    typed: str
    """What was typed of the last word, if that may be unfinished, else ""."""
    matches: tuple[Match, ...]
    together: int
    """The documents that may be called by all of it: each of the words that count stands in what they are called by."""


class _Bonuses(NamedTuple):
    """What documents gain beside what the words add, and the sets that come before all others, the last one first."""

    parts: tuple[Scored, ...]
    whole_names: tuple[Scored, ...]
    begun: tuple[Scored, ...]
    first: tuple[Scored, ...]


class _Result(NamedTuple):
    """All that a query finds: the candidates, with their scores bit by bit."""

    candidates: int
    total: int
    planes: tuple[int, ...]
    corrections: tuple[tuple[str, str], ...]


_NOTHING = _Result(0, 0, (), ())


class Searcher:
    """An open index of so many entities, and of other documents beside them."""

    def __init__(self, store: Store, count: int) -> None:
        self.others = tuple(msgspec.json.decode(bytes(store.value(OTHERS) or b"[]"), type=list[Other]))
        """The documents that are no entities; their numbers follow those of the entities."""
        self.entities = count
        self._index = Index(store, count + len(self.others))
        self._entities = (1 << count) - 1
        lengths = msgspec.msgpack.decode(bytes(store.value(NAME_LENGTHS) or b"\x90"), type=list[bytes])
        self._name_lengths = tuple(map(unpack, lengths))
        self._apart = lru_cache(_WORDS_REMEMBERED)(self._taken_apart)
        remembered = _RESULTS_MEMORY // (_BITMAPS * (self._index.count // 7 + 32))
        self._result = lru_cache(max(1, min(_MOST_RESULTS, remembered)))(self._find)

    def search(self, text: str, type: str | None, offset: int, limit: int, pages: bool = False) -> Hits:
        """The numbers of the entities that match `text`, within a type if one is given, the most relevant first.

        With `pages`, documents that are no entities are found beside them.
        """
        found = self._result(text, type, pages)
        return Hits(tuple(best(found.planes, found.candidates, offset, limit)), found.total, found.corrections)

    def explain(self, text: str, type: str | None, number: int, pages: bool = False) -> list[Share]:
        """Where the score of a document comes from: what each word of the query and each whole name adds."""
        if not self._result(text, type, pages).total:
            return []
        query = self._read(text)
        last = len(query.matches) - 1
        words = [
            (match.word, scored)
            for place, match in enumerate(query.matches)
            for scored in self._index.scored(match, query.typed if place == last else "")
        ]
        bonuses = self._bonuses(query)
        whole = [("", scored) for scored in (*bonuses.whole_names, *bonuses.parts, *bonuses.begun, *bonuses.first)]
        return [
            Share(word, scored.place, scored.points)
            for word, scored in (*words, *whole)
            if scored.documents >> number & 1
        ]

    def _find(self, text: str, type: str | None, pages: bool) -> _Result:
        query = self._read(text)
        matches = query.matches
        if not matches or sum([match.known for match in matches]) < len(matches):
            return _NOTHING  # fewer than half of the words are known
        bonuses = self._bonuses(query)
        candidates = self._covered(matches)
        for scored in (*bonuses.parts, *bonuses.first):
            candidates |= scored.documents
        if not pages:
            candidates &= self._entities
        if type is not None:
            candidates &= dict(self._index.term(TYPE, type)).get(0, 0)
        if not candidates:
            return _NOTHING
        planes = list(matches[0].points)
        for match in matches[1:]:
            add_planes(planes, match.points)
        gains: dict[int, int] = {}
        for scored in (*bonuses.parts, *bonuses.whole_names, *bonuses.begun):
            gains[scored.documents] = gains.get(scored.documents, 0) + scored.points
        for documents, points in gains.items():
            add(planes, points, documents)
        planes += [scored.documents for scored in bonuses.first]
        corrections = tuple([(match.word, match.read_as) for match in matches if match.read_as != match.word])
        return _Result(candidates, candidates.bit_count(), tuple(planes), corrections)

    def _read(self, text: str) -> _Query:
        all_words = words(text)
        terms = counted(all_words)[:_MOST_WORDS]
        if not terms:
            return _Query(all_words, terms, "", (), 0)
        # The last word may be unfinished, unless what follows it shows that it is not: a space, or a filler word.
        unfinished = text[-1].isalnum() and terms[-1] == all_words[-1]
        typed = last_token(text) if unfinished else ""
        read = self._compounds(terms)
        matches = self._matches(read, typed)
        together = self._index.all
        if read == terms:  # else what the catalogue writes in another way may be called so all the same
            for match in matches:
                together &= match.called
        return _Query(all_words, terms, typed, matches, together)

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
            word = terms[position]
            if position + 1 < len(terms) and self._is_compound(word, terms[position + 1]):
                found.append(word + terms[position + 1])
                position += 2
            else:
                found += self._apart(word)
                position += 1
        return found

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether something is called by two words as one, and by the two nothing, nor the same thing."""
        if not (first.isalpha() and second.isalpha()):
            return False
        index = self._index
        together = called_by(index.rare_term(WORD, first + second))
        if not together:
            return False
        apart = called_by(index.term(WORD, first)) & called_by(index.term(WORD, second))
        return not together & apart and not index.rare_term(PHRASE, f"{first} {second}")

    def _taken_apart(self, word: str) -> tuple[str, ...]:
        """The two words that one is put together from, if something is called by both and nothing by the one; else the word."""
        index = self._index
        if not (calls(index.term(WORD, word)) or calls(index.term(FAMILY, family(word)))):
            for cut in range(3, len(word) - 2):
                first, second = exact(word[:cut]), exact(word[cut:])
                if index.rare_term(PHRASE, f"{first} {second}"):
                    return (first, second)
        return (word,)

    def _covered(self, matches: Sequence[Match]) -> int:
        """The documents that have enough of the words of a query, each by its rarity."""
        planes = list(matches[0].weights)
        for match in matches[1:]:
            add_planes(planes, match.weights)
        part, whole = _COVERAGE
        weight = 2 * sum([match.rarity for match in matches])
        return at_least(planes, -(-weight * part // whole), self._index.all)

    def _bonuses(self, query: _Query) -> _Bonuses:
        return _Bonuses(
            tuple(self._parts(query.matches)),
            tuple(self._whole_names(query.matches)),
            self._begun(query),
            self._first(query),
        )

    def _parts(self, matches: Sequence[Match]) -> list[Scored]:
        """The documents of which a keyword or the name stands in the query, with what a keyword adds."""
        found: list[Scored] = []
        for match in matches:
            self._add_part(found, match.rarity, match.whole_name, match.whole_keyword)
        stems = [family(match.read_as) for match in matches]
        # A phrase stands in what documents are called by, so that each of its words does.
        called = [match.called for match in matches]
        for length in range(2, min(_LONGEST_PART, len(matches)) + 1):
            called = [some & match.called for some, match in zip(called, matches[length - 1 :], strict=False)]
            for start, some in enumerate(called):
                if some:
                    phrase = self._index.phrase(LOOSE_PHRASE, " ".join(stems[start : start + length]))
                    rarity = sum([match.rarity for match in matches[start : start + length]])
                    self._add_part(found, rarity, *phrase)
        return found

    @staticmethod
    def _add_part(found: list[Scored], rarity: int, named: int, keyed: int) -> None:
        if keyed:
            found.append(Scored("whole keyword", _WHOLE_PHRASE * rarity, keyed))
        if named:
            found.append(Scored("whole name", 0, named))

    def _whole_names(self, matches: Sequence[Match]) -> list[Scored]:
        """What the words of a name add if all of them stand in the query, in any order."""
        lengths: list[int] = []
        for match in matches:
            add(lengths, 1, match.named)
        whole = equal(lengths, self._name_lengths, self._index.all)
        if not whole:
            return []
        named = ((match, match.named & whole) for match in matches)
        return [Scored("whole name", _WHOLE_NAME * match.rarity, members) for match, members in named if members]

    def _begun(self, query: _Query) -> tuple[Scored, ...]:
        """What a name gains that begins with the only word, as long as it may be unfinished."""
        if len(query.matches) > 1 or not query.typed:
            return ()
        begun = called_by(self._index.union(FIRST, query.typed))
        return (Scored("beginning of the name", _BEGINNING * query.matches[0].rarity, begun),)

    def _first(self, query: _Query) -> tuple[Scored, ...]:
        """Three sets above all others: an exact name outweighs any sum of words, then an exact keyword, then a corrected name."""
        if not query.together:
            return ()
        asked, terms = " ".join(query.words), " ".join(query.terms)
        named, keyed = self._index.phrase(PHRASE, asked)
        if not named and not keyed and terms != asked:
            named, keyed = self._index.phrase(PHRASE, terms)
        read = [match.read_as for match in query.matches]
        guessed = self._index.phrase(PHRASE, " ".join(read))[0] if read != list(query.terms) else 0
        return (
            Scored("corrected name", 0, guessed),
            Scored("exact keyword", 0, keyed),
            Scored("exact name", 0, named),
        )
