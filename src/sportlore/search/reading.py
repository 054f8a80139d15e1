"""Which sets of the index stand behind a word of a query."""

from __future__ import annotations

from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from sportlore.contract.record import Buffer
from sportlore.index.bitmaps import of_group, split_fields, unpack
from sportlore.index.store import IndexStore
from sportlore.search.document import FIELDS, OTHER_LANGUAGE, SEARCH, pair
from sportlore.search.keys import (
    FAMILY,
    PAIR,
    SEARCHED,
    SYNONYM,
    WORD,
    group_of_pair,
    group_of_search,
    starting,
)
from sportlore.search.known_words import KnownWords
from sportlore.search.words import family

EXACT, _FAMILY, _SYNONYM, _BEGINNING, _COMPLETION, _ONE_EDIT, _TWO_EDITS = 8, 7, 6, 6, 2, 6, 4
"""Eighths that count: for the word, its family, what it means, what an unknown word begins or a known one, a corrected typo."""
CALLED = 4
"""How many of the fields, the first ones, hold what documents are called by: only a word of such a field counts as known."""
_UNSURE = FIELDS.index(OTHER_LANGUAGE), FIELDS.index(SEARCH)
"""A word that stands in these fields alone may be a typo all the same: tenis, gymnastiks."""
_WORDS_REMEMBERED = 1_024

S = TypeVar("S")
"""A set of documents, in the form in which a reader gives it."""


class QueryWord(NamedTuple):
    """A word of a query as it is looked up."""

    word: str
    typed: str
    """What was typed of it, if it may be unfinished, else ""."""
    correct: bool
    """Whether it may be a typo."""


class Sets(NamedTuple, Generic[S]):
    """The sets that a word matches: for certain, or loosely. Each source has its share, and its sets by the numbers of fields."""

    sure: tuple[tuple[int, tuple[tuple[int, S], ...]], ...]
    loose: tuple[tuple[int, tuple[tuple[int, S], ...]], ...]
    read_as: str
    compared: int
    """With how many known words it was compared."""

    @property
    def known(self) -> int:
        """2 if documents are called by the word, 1 if by what it may become, mean or be a typo of, else 0."""
        if any(field < CALLED for _, fields in self.sure for field, _ in fields):
            return 2
        return int(any(field < CALLED for _, fields in self.loose for field, _ in fields))


class Corrections:
    """What unknown words are read as."""

    def __init__(self, store: IndexStore) -> None:
        self._store = store
        self.known_words = KnownWords(store)
        self.of = lru_cache(_WORDS_REMEMBERED)(self._of)

    def _of(self, word: str) -> tuple[int, tuple[str, ...]]:
        """The share of its nearest known words, and which they are: first what most documents are called by."""
        edits, nearest = self.known_words.nearest(word)
        ordered = sorted(nearest, key=lambda known: (-self._called(known), known))
        return _ONE_EDIT if edits == 1 else _TWO_EDITS, tuple(ordered)

    def _called(self, word: str) -> int:
        called = 0
        for field, packed in split_fields(self._store.value(WORD + word.encode()) or b""):
            if field < CALLED:
                called |= unpack(packed)
        return called.bit_count()


class SetReader(Generic[S]):
    """Reads the sets of an index in one form."""

    def __init__(self, store: IndexStore, corrections: Corrections) -> None:
        self._store = store
        self.corrections = corrections

    def read(self, packed: Buffer) -> S:
        """A set, from its bytes."""
        raise NotImplementedError

    def _by_field(self, value: Buffer) -> tuple[tuple[int, S], ...]:
        """The sets of a value, by the numbers of their fields."""
        return tuple([(field, self.read(packed)) for field, packed in split_fields(value)])

    def rare_term(self, prefix: bytes, term: str) -> tuple[tuple[int, S], ...]:
        """The documents that have a term; not remembered, since the same is hardly asked for again."""
        value = self._store.value(prefix + term.encode())
        return self._by_field(value) if value is not None else ()

    def stands(self, prefix: bytes, term: str) -> bool:
        """Whether a term stands anywhere."""
        return self._store.value(prefix + term.encode()) is not None

    def calls(self, prefix: bytes, term: str) -> bool:
        """Whether anything is called by a term: it stands in a name, a keyword or the words for a type, in any language."""
        value = self._store.value(prefix + term.encode())
        return value is not None and split_fields(value)[0][0] < CALLED

    def term(self, prefix: bytes, term: str) -> tuple[tuple[int, S], ...]:
        """The documents that have a term."""
        return self.rare_term(prefix, term)

    def union(self, prefix: bytes, start: str) -> tuple[tuple[int, S], ...]:
        """The documents that have any term that begins so."""
        union = self._store.value(starting(prefix, start))
        if union is not None:
            return self._by_field(union)
        values = self._store.values_from(prefix + start.encode())
        return tuple(by_field for value in values for by_field in self._by_field(value))

    def together(self, first: str, second: str) -> S | None:
        """The documents of which a search has two families, in whichever order, or None."""
        return self._grouped(PAIR, *group_of_pair(pair(first, second)))

    def searched(self, words: str) -> S | None:
        """The documents with a search of these words, or None."""
        return self._grouped(SEARCHED, *group_of_search(words))

    def _grouped(self, prefix: bytes, group_name: str, name: str) -> S | None:
        group = self._store.value(prefix + group_name.encode())
        packed = of_group(group, name) if group is not None else None
        return self.read(packed) if packed is not None else None

    def sets(self, asked: QueryWord) -> Sets[S]:
        """What a word matches."""
        word, typed, correct = asked
        stem = family(word)
        sure = ((EXACT, self.term(WORD, word)), (_FAMILY, self.term(FAMILY, stem)))
        loose = [(_SYNONYM, self.term(SYNONYM, stem))]
        stands = any(fields for _, fields in sure)
        if typed:
            # A number in words is the beginning of others as well: ten, tennis.
            loose.append((_COMPLETION if stands and typed == word else _BEGINNING, self.union(WORD, typed)))
        read_as, compared = word, 0
        if correct and all(field in _UNSURE for _, fields in (*sure, *loose) for field, _ in fields):
            compared = self.corrections.known_words.near(word)
            share, nearest = self.corrections.of(word)
            if stands:  # then it is a typo only of what something is called by
                nearest = tuple(known for known in nearest[:1] if share == _ONE_EDIT and self.calls(WORD, known))
            loose += [(share, self.term(WORD, known)) for known in nearest]
            if nearest:
                loose.append((share - 1, self.term(FAMILY, family(nearest[0]))))
                read_as = word if stands else nearest[0]
        return Sets(sure, tuple(loose), read_as, compared)
