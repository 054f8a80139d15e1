"""Which sets of the index stand behind a word of a query."""

from __future__ import annotations

from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from sportlore.contract.record import Buffer
from sportlore.search.bitmaps import of_group, split_places, unpack
from sportlore.search.document import OTHER_LANGUAGE, PLACES, SEARCH, pair
from sportlore.search.index import FAMILY, PAIR, SEARCHED, SYNONYM, WORD, group_of_pair, group_of_search
from sportlore.search.store import Store
from sportlore.search.vocabulary import Vocabulary
from sportlore.search.words import family

EXACT, _FAMILY, _SYNONYM, _BEGINNING, _COMPLETION, _ONE_EDIT, _TWO_EDITS = 8, 7, 6, 6, 2, 6, 4
"""Eighths that count: for the word, its family, what it means, what an unknown word begins or a known one, a corrected typo."""
CALLED = 4
"""How many of the places, the first ones, hold what documents are called by: only a word of such a place counts as known."""
_UNSURE = PLACES.index(OTHER_LANGUAGE), PLACES.index(SEARCH)
"""A word that stands in these places alone may be a typo all the same: tenis, gymnastiks."""
_WORDS_REMEMBERED = 1_024

S = TypeVar("S")
"""A set of documents, in the form in which a reader gives it."""


class Sets(NamedTuple, Generic[S]):
    """The sets that a word matches: for certain, or loosely. Each source has its share, and its sets by the numbers of places."""

    sure: tuple[tuple[int, tuple[tuple[int, S], ...]], ...]
    loose: tuple[tuple[int, tuple[tuple[int, S], ...]], ...]
    read_as: str
    compared: int
    """With how many known words it was compared."""

    @property
    def known(self) -> int:
        """2 if documents are called by the word, 1 if by what it may become, mean or be a typo of, else 0."""
        if any(place < CALLED for _, places in self.sure for place, _ in places):
            return 2
        return int(any(place < CALLED for _, places in self.loose for place, _ in places))


class Corrections:
    """What unknown words are read as."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.vocabulary = Vocabulary(store)
        self.of = lru_cache(_WORDS_REMEMBERED)(self._of)

    def _of(self, word: str) -> tuple[int, tuple[str, ...]]:
        """The share of its nearest known words, and which they are: first what most documents are called by."""
        edits, nearest = self.vocabulary.nearest(word)
        ordered = sorted(nearest, key=lambda known: (-self._called(known), known))
        return _ONE_EDIT if edits == 1 else _TWO_EDITS, tuple(ordered)

    def _called(self, word: str) -> int:
        found = 0
        for place, packed in split_places(self._store.value(WORD + word.encode()) or b""):
            if place < CALLED:
                found |= unpack(packed)
        return found.bit_count()


class Reader(Generic[S]):
    """Reads the sets of an index in one form."""

    def __init__(self, store: Store, corrections: Corrections) -> None:
        self._store = store
        self.corrections = corrections

    def read(self, packed: Buffer) -> S:
        """A set, from its bytes."""
        raise NotImplementedError

    def places(self, value: Buffer) -> tuple[tuple[int, S], ...]:
        """The sets of a value, by the numbers of their places."""
        return tuple([(place, self.read(packed)) for place, packed in split_places(value)])

    def rare_term(self, kind: bytes, term: str) -> tuple[tuple[int, S], ...]:
        """The documents that have a term; not remembered, since the same is hardly asked for again."""
        value = self._store.value(kind + term.encode())
        return self.places(value) if value is not None else ()

    def stands(self, kind: bytes, term: str) -> bool:
        """Whether a term stands anywhere."""
        return self._store.value(kind + term.encode()) is not None

    def calls(self, kind: bytes, term: str) -> bool:
        """Whether anything is called by a term: it stands in a name, a keyword or the words for a type, in any language."""
        value = self._store.value(kind + term.encode())
        return value is not None and split_places(value)[0][0] < CALLED

    def term(self, kind: bytes, term: str) -> tuple[tuple[int, S], ...]:
        """The documents that have a term."""
        return self.rare_term(kind, term)

    def union(self, kind: bytes, start: str) -> tuple[tuple[int, S], ...]:
        """The documents that have any term that begins so."""
        union = self._store.value(kind.upper() + start.encode())
        if union is not None:
            return self.places(union)
        return tuple(one for value in self._store.values_from(kind + start.encode()) for one in self.places(value))

    def together(self, one: str, other: str) -> S | None:
        """The documents of which a search has two families, or None."""
        return self._grouped(PAIR, *group_of_pair(pair(one, other)))

    def searched(self, words: str) -> S | None:
        """The documents with a search of these words, or None."""
        return self._grouped(SEARCHED, *group_of_search(words))

    def _grouped(self, kind: bytes, group_name: str, name: str) -> S | None:
        group = self._store.value(kind + group_name.encode())
        packed = of_group(group, name) if group is not None else None
        return self.read(packed) if packed is not None else None

    def sets(self, word: str, typed: str, correct: bool) -> Sets[S]:
        """What a word matches; `typed` is what was typed of it, if it may be unfinished, else ""; `correct`: it may be a typo."""
        stem = family(word)
        sure = ((EXACT, self.term(WORD, word)), (_FAMILY, self.term(FAMILY, stem)))
        loose = [(_SYNONYM, self.term(SYNONYM, stem))]
        found = any(places for _, places in sure)
        if typed:
            # A number in words is the beginning of others as well: ten, tennis.
            loose.append((_COMPLETION if found and typed == word else _BEGINNING, self.union(WORD, typed)))
        read_as, compared = word, 0
        if correct and all(place in _UNSURE for _, places in (*sure, *loose) for place, _ in places):
            compared = self.corrections.vocabulary.near(word)
            share, nearest = self.corrections.of(word)
            if found:  # then it is a typo only of what something is called by
                nearest = tuple(known for known in nearest[:1] if share == _ONE_EDIT and self.calls(WORD, known))
            loose += [(share, self.term(WORD, known)) for known in nearest]
            if nearest:
                loose.append((share - 1, self.term(FAMILY, family(nearest[0]))))
                read_as = word if found else nearest[0]
        return Sets(sure, tuple(loose), read_as, compared)
