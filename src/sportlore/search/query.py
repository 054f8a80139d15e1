"""A query against the index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple, TypeVar

import msgspec

from sportlore.contract.schemas import Facet
from sportlore.index.bitmaps import add, add_planes, at_least, best, intersection, numbers, scores_of, union
from sportlore.index.store import IndexStore
from sportlore.search import facets, narrowing, wordings
from sportlore.search.bonuses import Bonuses, Query, bonuses_of, stretches
from sportlore.search.document import FIELDS, counted
from sportlore.search.indexer import Other
from sportlore.search.keys import FACETS, FAMILY, FOREIGN, LOOSE_PHRASE, OTHERS, PHRASE, SPORT, TYPE, WORD
from sportlore.search.languages import FUNCTION_WORDS, is_written_otherwise
from sportlore.search.leading import GAINS, MOST, Leading, in_order
from sportlore.search.marks import HighlightTerms
from sportlore.search.matching import Match, OpenIndex, Scored, called_by
from sportlore.search.narrowing import NarrowIndex, Postings, PostingsReader
from sportlore.search.reading import QueryWord
from sportlore.search.results import Hits, Share, corrections, not_found
from sportlore.search.words import exact, family, last_token, words

_COVERAGE = 2, 5
"""The part of the weight of a query that a document must have, unless its name or a keyword stands in the query."""
_FEW, _LESS_COVERAGE = 10, (3, 10)
"""Where fewer entities are found, this part suffices, unless queries are narrowed: a large catalogue has enough."""
_DOUBTED_WORDS, _DOUBTED_COVERAGE, _DOUBTED_WORDING = 3, (11, 20), (1, 4)
"""A query of at least three words asks for something else if all that it finds has less than the first of these parts of its
weight, the nearest wording less than the second, and no whole name stands in it."""
_MOST_WORDS = 16
"""Words of a query that count: more than anybody asks, and few enough to bound what one request costs."""
_MOST_TAKEN_APART = 8
"""Words of a query, the first ones, that may be two written as one: to try all cuts of each would take a millisecond."""
_MOST_COMPARED = 40_000
"""Known words that the unknown ones of a query are compared with, about: once there were as many, further ones match nothing."""


_RESULTS_MEMORY = 2_000_000
"""Bytes of whole results that are remembered, at most: who reads page after page asks the same again."""
_MOST_RESULTS = 64
_BITMAPS = 20
"""Bitmaps of a whole result, at most."""
_WORDS_REMEMBERED = 4_096


class _Ranking(NamedTuple):
    """All that a query finds: the candidates, with their scores bit by bit; `numbers` are theirs if only a few are numbered."""

    candidates: int
    total: int
    planes: tuple[int, ...]
    corrections: tuple[tuple[str, str], ...]
    numbers: Sequence[int] | None
    leading: Leading
    """The first ones."""
    any_type: int
    """The candidates of whatever type."""
    not_found: tuple[str, ...] = ()
    asked: HighlightTerms = HighlightTerms()


_NOTHING = _Ranking(0, 0, (), (), None, Leading((), {}), 0)

Compared = TypeVar("Compared", Match, Postings)
T = TypeVar("T")


class Searcher:
    """An open index, of which the first `count` documents are entities."""

    def __init__(self, store: IndexStore, count: int) -> None:
        self.others = tuple(msgspec.json.decode(bytes(store.value(OTHERS) or b"[]"), type=list[Other]))
        """The documents that are no entities; their numbers follow those of the entities."""
        self.entities = count
        self._store = store
        foreign = msgspec.json.decode(bytes(store.value(FOREIGN) or b"[]"), type=list[str])
        self._foreign = FUNCTION_WORDS.union(foreign)
        self._counted_by = msgspec.json.decode(bytes(store.value(FACETS) or b"{}"), type=facets.Counted)
        self._index = OpenIndex(store, count + len(self.others))
        self._postings = PostingsReader(store, self._index) if self._index.count >= narrowing.LEAST else None
        self._apart = lru_cache(_WORDS_REMEMBERED)(self._taken_apart)
        remembered = _RESULTS_MEMORY // (_BITMAPS * (self._index.count // 7 + 32))
        self._ranking = lru_cache(max(1, min(_MOST_RESULTS, remembered)))(self._rank)

    def search(self, text: str, type: str | None, offset: int, limit: int, pages: bool = False) -> Hits:
        """The numbers of the entities that match `text`, within a type if one is given, the most relevant first.

        With `pages`, documents that are no entities are found beside them.
        """
        ranking = self._ranking(text, type, pages)
        page = list(ranking.leading.numbers[offset : offset + limit])
        further = max(offset, len(ranking.leading.numbers))
        if len(page) < limit and further < ranking.total:
            positions = best(ranking.planes, ranking.candidates, further, limit - len(page))
            page += positions if ranking.numbers is None else [ranking.numbers[position] for position in positions]
        return Hits(tuple(page), ranking.total, ranking.corrections, ranking.not_found, ranking.asked)

    def called(self, words: str, most: int) -> tuple[list[int], list[int]]:
        """The numbers of the entities with these words as their name, and of those with them as a keyword.

        Each is empty where they are more than `most`.
        """
        if not self._index.stands(PHRASE, words):
            return [], []
        entities = self._index.below(self.entities)
        named, keyed = (
            numbers(documents, most) if documents.bit_count() <= most else []
            for documents in (documents & entities for documents in self._index.phrase(PHRASE, words))
        )
        return named, keyed

    def standing(self, asked: HighlightTerms, numbers: Sequence[int]) -> list[dict[str, int]]:
        """For each document the rarities of what was asked for that stands in each of its fields, together."""
        weights: list[dict[str, int]] = [{} for _ in numbers]
        for name, rarity in asked.families.items():
            for field, documents in self._index.term(FAMILY, name):
                for of_document, number in zip(weights, numbers, strict=True):
                    if documents >> number & 1:
                        of_document[FIELDS[field]] = of_document.get(FIELDS[field], 0) + rarity
        return weights

    def facets(self, text: str, type: str | None, pages: bool = False) -> list[Facet]:
        """How many of the results of a search are of each type and sport; types as if none had been asked for."""
        ranking = self._ranking(text, type, pages)
        numbers = ranking.numbers
        index = self._index if numbers is None else NarrowIndex(self._store, self._index, numbers, {})
        of_type, of_sport = partial(_with_term, index, TYPE), partial(_with_term, index, SPORT)
        return facets.counts(self._counted_by, of_type, of_sport, ranking.any_type, ranking.candidates)

    def explain(self, text: str, type: str | None, number: int, pages: bool = False) -> list[Share]:
        """Where the score of a document comes from: what each word of the query and each whole name adds."""
        ranking = self._ranking(text, type, pages)
        if not ranking.total:
            return []
        query, index = self._read(text), self._index
        matches = self._compared(query, index.match)
        words = [(match.asked.word, scored) for match in matches for scored in index.scored(match)]
        bonuses = bonuses_of(index, query, matches)
        sets = (*bonuses.adding, Scored("whole name", 0, bonuses.named), *bonuses.more_than_type, *bonuses.first)
        shares = [
            Share(word, scored.reason, scored.points)
            for word, scored in (*words, *(("", scored) for scored in sets))
            if scored.documents >> number & 1
        ]
        gained = ranking.leading.gained.get(number, (0, 0, 0))
        return [*shares, *(Share("", reason, points) for reason, points in zip(GAINS, gained, strict=True) if points)]

    def _rank(self, text: str, type: str | None, pages: bool) -> _Ranking:
        """All that a text finds: read it, match its words, collect the candidates, score them, put the first in order."""
        query = self._read(text)
        index = self._narrowed(query, self._postings) if self._postings is not None else self._index
        matches = self._compared(query, index.match)
        if not matches:
            return _NOTHING
        bonuses = bonuses_of(index, query, matches)
        if _are_known(matches, query.is_foreign):
            counted = _counted(matches, query.is_foreign)
            candidates = _found_by_known(index, counted, bonuses)
        else:
            counted, candidates = matches, _found_by_unknown(index, matches, bonuses)
        if self._postings is None and 0 < (candidates & index.below(self.entities)).bit_count() < _FEW:
            candidates |= _covered(counted, _LESS_COVERAGE, index.all)
        if bonuses.more_than_type:  # the word for a type may be meant otherwise: steeplechase how many barriers
            candidates = candidates & bonuses.more_than_type[0].documents or candidates
        nothing = _NOTHING._replace(not_found=not_found(matches, text))
        any_type = candidates if pages else candidates & index.below(self.entities)
        candidates = any_type if type is None else any_type & _with_term(index, TYPE, type)
        if not candidates:
            return nothing
        planes = _scores(matches, bonuses)
        ordering = (*planes, *[scored.documents for scored in (*bonuses.more_than_type, *bonuses.first)])
        is_named = bool(bonuses.first and bonuses.first[-1].documents)  # who types a whole name means what has it
        leading = self._leading(index, () if is_named else matches, candidates, ordering, len(planes))
        called = union(scored.documents for scored in bonuses.parts) if query.is_foreign else 0  # in that language
        if not (is_named or (bonuses.named | called) & candidates) and _asks_for_else(
            counted, candidates, leading.nearest
        ):
            return nothing
        return _Ranking(
            candidates,
            candidates.bit_count(),
            ordering,
            corrections(matches),
            index.numbers,
            leading,
            any_type,
            nothing.not_found,
            HighlightTerms({family(match.read_as): match.rarity for match in matches}, query.typed),
        )

    def _leading(
        self, index: OpenIndex, matches: Sequence[Match], candidates: int, ordering: Sequence[int], point_planes: int
    ) -> Leading:
        """The first of the candidates in order once more; the first planes of `ordering` are points, the others ranks."""
        positions = best(ordering, candidates, 0, MOST)
        numbers = positions if index.numbers is None else [index.numbers[position] for position in positions]
        scores = [divmod(score, 1 << point_planes) for score in scores_of(ordering, positions)]
        ranks, points = [rank for rank, _ in scores], [points for _, points in scores]
        return in_order(self._store, self._index.count, matches, numbers, ranks, points)

    def _read(self, text: str) -> Query:
        all_words = words(text)
        is_foreign = is_written_otherwise(text) or not self._foreign.isdisjoint(all_words)
        terms = self._without_unknown_formations(counted(all_words))[:_MOST_WORDS]
        # The last word may be unfinished, unless what follows it shows that it is not: a space, or a filler word.
        unfinished = bool(terms) and text[-1].isalnum() and terms[-1] == all_words[-1]
        read = self._compounds(terms, set(pairwise(all_words)), is_foreign)
        return Query(all_words, terms, last_token(text) if unfinished else "", read, is_foreign)

    def _without_unknown_formations(self, terms: list[str]) -> list[str]:
        """The words without formations and scores that stand nowhere, unless there are no others: 4-1-4-1, 6-4."""
        return [word for word in terms if "-" not in word or self._index.stands(WORD, word)] or terms

    @staticmethod
    def _compared(query: Query, of: Callable[[QueryWord], Compared]) -> list[Compared]:
        """Each word compared with the index; of a family that stands in the query several times, the last one alone."""
        distinct = list({family(word): word for word in query.read}.values())
        results: list[Compared] = []
        compared = 0
        for number, word in enumerate(distinct, 1):
            typed = query.typed if number == len(distinct) else ""
            may_be_typo = compared < _MOST_COMPARED and not query.is_foreign  # known words are mostly English
            result = of(QueryWord(word, typed, may_be_typo))
            compared += result.compared
            results.append(result)
        return results

    def _narrowed(self, query: Query, reader: PostingsReader) -> OpenIndex:
        """An index of those documents alone that the query can find, if they are few."""
        postings = self._compared(query, reader.of)
        numbers: list[int] | None = []
        if postings:
            read = [word.read_as for word in postings]
            phrases = [(PHRASE, " ".join(words)) for words in (query.words, query.terms, read)]
            phrases += [(LOOSE_PHRASE, " ".join(part)) for part in stretches(list(map(family, read)))]
            least = _part(_COVERAGE, [word.rarity for word in _counted(postings, query.is_foreign)])
            numbers = reader.candidates(postings, phrases, " ".join(query.words), least)
        if numbers is None:
            return self._index
        return NarrowIndex(self._store, self._index, numbers, {word.asked: word for word in postings})

    def _compounds(self, terms: Sequence[str], neighbours: Set[tuple[str, str]], is_foreign: bool) -> list[str]:
        """The words as the catalogue writes them, as one or as two; only `neighbours` in the text may be one.

        ["back", "stroke"] -> ["backstroke"]; ["benchpress"] -> ["bench", "press"]
        """
        compounds: list[str] = []
        position = 0
        while position < len(terms):
            word = terms[position]
            pair = tuple(terms[position : position + 2])
            if pair in neighbours and self._is_compound(*pair):
                compounds.append("".join(pair))
                position += 2
            else:
                compounds += self._apart(word, is_foreign) if position < _MOST_TAKEN_APART else (word,)
                position += 1
        return compounds

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether something is called by two words as one and not by the two, and nothing is called by the two together."""
        if not (first.isalpha() and second.isalpha()):
            return False
        index = self._index
        together = called_by(index.rare_term(WORD, first + second))
        if not together:
            return False
        apart = called_by(index.term(WORD, first)) & called_by(index.term(WORD, second))
        return bool(together & ~apart) and not index.calls_whole(f"{first} {second}")

    def _taken_apart(self, word: str, is_foreign: bool) -> tuple[str, ...]:
        """The two words that one is put together from, if something is called by both and nothing by the one; else the word.

        A word that stands nowhere may also be two that stand together in a search; in another language, a name and a known word.
        """
        index = self._index
        if index.calls(WORD, word) or index.calls(FAMILY, family(word)):
            return (word,)
        cuts = [
            (first, exact(word[cut:]))
            for cut in range(3, len(word) - 2)
            if index.stands(WORD, first := exact(word[:cut]))
        ]
        for first, second in cuts:
            if index.calls_whole(f"{first} {second}"):
                return (first, second)
        if not index.stands(FAMILY, family(word)):
            for first, second in cuts:
                if index.together(family(first), family(second)):
                    return (first, second)
            for first, second in cuts if is_foreign else ():
                if index.calls(WORD, first) and (second in self._foreign or index.calls(WORD, second)):
                    return (first, second)
        return (word,)


def _found_by_known(index: OpenIndex, matches: Sequence[Match], bonuses: Bonuses) -> int:
    """The documents that a query of known words finds, of whatever type."""
    covered = _covered(matches, _COVERAGE, index.all)
    return covered | bonuses.named | union(scored.documents for scored in (*bonuses.parts, *bonuses.first))


def _found_by_unknown(index: OpenIndex, matches: Sequence[Match], bonuses: Bonuses) -> int:
    """What has all of the words, however loosely, or two of them together, or its whole name among them."""
    of_all = intersection(match.holders.anywhere for match in matches)
    together = union(scored.documents for scored in bonuses.together)
    return _covered(matches, _COVERAGE, index.all) & (of_all | together) | bonuses.named


def _scores(matches: Sequence[Match], bonuses: Bonuses) -> list[int]:
    """What the words and the bonuses add, as bit-sliced scores."""
    planes = list(matches[0].points)
    for match in matches[1:]:
        add_planes(planes, match.points)
    gains: dict[int, int] = {}
    for scored in bonuses.adding:
        gains[scored.documents] = gains.get(scored.documents, 0) + scored.points
    for documents, points in gains.items():
        add(planes, points, documents)
    return planes


def _asks_for_else(matches: Sequence[Match], candidates: int, gained: int) -> bool:
    """Whether a query is about something else: what it finds has little of it, and that in different wordings."""
    worded = wordings.TIMES * _part(_DOUBTED_WORDING, [match.rarity for match in matches])
    if len(matches) < _DOUBTED_WORDS or 2 * gained >= worded:  # a weight is twice the rarity, a gain once
        return False
    if any(map(_is_formation, matches)):
        return False
    return not _covered(matches, _DOUBTED_COVERAGE, candidates)


def _are_known(matches: Sequence[Match], is_foreign: bool) -> bool:
    """Whether half of these words and more are known.

    In another language what stands anywhere is known, since people type it. So is a formation: "4-3-3" is said of sport alone.
    """
    known = 0
    for match in matches:
        known += match.known or (2 if match.stands and (is_foreign or _is_formation(match)) else 0)
    return known >= len(matches)


def _is_formation(match: Match) -> bool:
    """Whether a word is a formation or score that stands anywhere: "4-3-3"."""
    return match.stands and "-" in match.asked.word


def _counted(words: Sequence[Compared], is_foreign: bool) -> Sequence[Compared]:
    """The words that count for what a document must have of a query: in another language, only what stands anywhere."""
    return (is_foreign and [word for word in words if word.stands]) or words


def _with_term(index: OpenIndex, prefix: bytes, term: str) -> int:
    """The documents with a term that has no fields: a type or a sport."""
    return dict(index.term(prefix, term)).get(0, 0)


def _part(part: tuple[int, int], rarities: Iterable[int]) -> int:
    """A part of the weight of words of these rarities, rounded up."""
    return -(-2 * sum(rarities) * part[0] // part[1])


def _covered(matches: Sequence[Match], part: tuple[int, int], everything: int) -> int:
    """Those of all that have such a part of the weight of a query, each word by its rarity."""
    planes = list(matches[0].weights)
    for match in matches[1:]:
        add_planes(planes, match.weights)
    return at_least(planes, _part(part, [match.rarity for match in matches]), everything)
