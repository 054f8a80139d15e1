"""The nearest known words against a scan of all of them."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from sportlore.search.known_words import KnownWords, entries

WORD = st.text("abcd", min_size=1, max_size=11) | st.text("abé庭1", min_size=1, max_size=11)


class Memory(dict[bytes, bytes]):
    """An index in memory."""

    def value(self, key: bytes) -> bytes | None:
        return self.get(key)

    def values_from(self, start: bytes) -> Iterator[bytes]:
        return (value for key, value in sorted(self.items()) if key.startswith(start))


@given(st.sets(WORD, max_size=60), WORD)
def test_the_nearest_words_are_those_that_a_scan_finds(known: set[str], word: str) -> None:
    vocabulary = KnownWords(Memory(entries(known)))
    most = 0 if len(word) < 4 else 1 if len(word) <= 7 else 2
    distances = {other: OSA.distance(word, other) for other in known - {word}}
    least = min((distance for distance in distances.values() if distance <= most), default=most)
    expected = {other for other, distance in distances.items() if distance == least} if most else set()
    edits, nearest = vocabulary.nearest(word)
    assert (edits, set(nearest)) == (least, expected)
    assert len(nearest) == len(expected)
    assert vocabulary.near(word) == sum(abs(len(other) - len(word)) <= most for other in known) * bool(most)


@given(st.sets(WORD, max_size=60))
def test_a_vocabulary_gives_its_words(known: set[str]) -> None:
    assert set(KnownWords(Memory(entries(known)))) == known


def test_an_index_without_words_has_no_nearest() -> None:
    assert KnownWords(Memory()).nearest("tennis") == (1, [])
