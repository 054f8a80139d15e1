"""The known words, and those of them that are nearest to an unknown one.

An edit is a letter too many, too few or another one, or two neighbours exchanged (optimal string alignment). Words that are two
edits apart have all letters of the longer one in common but two at most. So bitmaps of the words that have each letter leave a
few words to be compared, out of tens of thousands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA

from sportlore.index.bitmaps import numbers, pack, unpack
from sportlore.index.store import IndexStore

_VOCABULARY, _LETTER = b"\0vocabulary", b"\0sv"
"""Keys of the index: all words, those of each length one behind the other; which words have a letter how often, or more."""
_LETTERS_REMEMBERED = 256


def entries(words: Iterable[str]) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of known words."""
    ordered = sorted(words, key=lambda word: (len(word), word))
    by_length: dict[int, list[str]] = defaultdict(list)
    having: dict[bytes, list[int]] = defaultdict(list)
    for number, word in enumerate(ordered):
        by_length[len(word)].append(word)
        for letter, times in Counter(word).items():
            for time in range(times):
                having[_key(letter, time)].append(number)
    yield _VOCABULARY, msgspec.msgpack.encode([(length, "".join(alike)) for length, alike in by_length.items()])
    for key, members in having.items():
        yield key, pack(members)


def _key(letter: str, time: int) -> bytes:
    return _LETTER + time.to_bytes(2, "big") + letter.encode()


class KnownWords:
    """The words of an open index, numbered by length and then in their order."""

    def __init__(self, store: IndexStore) -> None:
        self._store = store
        stored = store.value(_VOCABULARY)
        self._words = dict(msgspec.msgpack.decode(stored, type=list[tuple[int, str]]) if stored is not None else ())
        self._spans: dict[int, tuple[int, int]] = {}
        """The number of the first word of each length, and how many there are."""
        start = 0
        for length, joined in self._words.items():
            self._spans[length] = (start, len(joined) // length)
            start += len(joined) // length
        self._all = (1 << start) - 1
        self._having = lru_cache(_LETTERS_REMEMBERED)(self._read)

    def __iter__(self) -> Iterator[str]:
        for length, joined in self._words.items():
            yield from (joined[start : start + length] for start in range(0, len(joined), length))

    def near(self, word: str) -> int:
        """How many words are of about the same length as an unknown one: those that it is compared with."""
        edits = _most_edits(word)
        lengths = range(len(word) - edits, len(word) + edits + 1) if edits else ()
        return sum(self._spans[length][1] for length in lengths if length in self._spans)

    def nearest(self, word: str) -> tuple[int, list[str]]:
        """How many edits the nearest other words are away, and which they are: as many edits as are forgiven, or fewer."""
        most = _most_edits(word)
        lacking = self._lacking(word, most)
        for edits in range(1, most + 1):
            candidates = list(self._candidates(len(word), edits, lacking))
            near = process.extract(word, candidates, scorer=OSA.distance, score_cutoff=edits, limit=None)
            if nearest := [other for other, _, _ in near if other != word]:
                return edits, nearest
        return most, []

    def _lacking(self, word: str, most: int) -> list[int]:
        """The words that lack no letter of a word, those that lack one at most, and so on."""
        lacking = [self._all] * (most + 1)
        seen: dict[str, int] = {}
        for letter in word:
            time = seen[letter] = seen.get(letter, -1) + 1
            having = self._having(letter, time)
            for count in range(most, 0, -1):
                lacking[count] = lacking[count] & having | lacking[count - 1]
            lacking[0] &= having
        return lacking

    def _candidates(self, size: int, edits: int, lacking: Sequence[int]) -> Iterator[str]:
        """The words that can be `edits` away from one of a size, by the letters that they lack."""
        for length in range(size - edits, size + edits + 1):
            # What is longer has further letters, each of them an edit: it must have more of the word's.
            span = self._spans.get(length)
            if span is not None:
                start, count = span
                members = lacking[edits - max(0, length - size)] >> start & (1 << count) - 1
                joined = self._words[length]
                yield from (joined[n * length : (n + 1) * length] for n in numbers(members, count))

    def _read(self, letter: str, time: int) -> int:
        stored = self._store.value(_key(letter, time))
        return unpack(stored) if stored is not None else 0


def _most_edits(word: str) -> int:
    """How many edits are forgiven: one in words of 4 to 7 letters, two in longer ones, none in figures."""
    if len(word) < 4 or not any(map(str.isalpha, word)):
        return 0
    return 1 if len(word) <= 7 else 2
