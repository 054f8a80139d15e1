"""Which words of a text a query matched: its own, words of their families, and what its unfinished last word begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from sportlore.model import fold
from sportlore.search.words import family, words

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\W?[A-Z0-9])")
_REMEMBERED = 16_384


class HighlightTerms(Struct, frozen=True):
    """What a query asked for: families with their rarities, and what was typed of the last word, if that may be unfinished."""

    families: dict[str, int] = {}
    typed: str = ""

    @property
    def weight(self) -> int:
        """The rarities of all families together."""
        return sum(self.families.values())


NOTHING = HighlightTerms()
"""What a list is asked for that is no search."""


class Marked(NamedTuple):
    """A text of a field, with the first character and the one behind the last of each word that a query matched."""

    field: str
    text: str
    ranges: Sequence[tuple[int, int]]
    weight: int
    """The rarities of the families that it has, together."""


def marked(asked: HighlightTerms, field: str, text: str) -> Marked:
    """A text with its marks.

    marked(HighlightTerms({"net": 11}), "facts", "Net height: 1.55 m") -> Marked("facts", "Net height: 1.55 m", [(0, 3)], 11)
    """
    ranges, stands = list[tuple[int, int]](), set[str]()
    wanted, typed = asked.families, asked.typed
    for token in _TOKEN.finditer(text):
        folded, families = _read(token[0])
        if not families.isdisjoint(wanted):
            stands |= families
        elif not (typed and folded.startswith(typed)):
            continue
        ranges.append(token.span())
    return Marked(field, text, ranges, sum([wanted[name] for name in stands if name in wanted]))


@lru_cache(_REMEMBERED)
def _read(token: str) -> tuple[str, frozenset[str]]:
    """A word in folded form, and its families."""
    return fold(token), frozenset(map(family, words(token)))


def best(asked: HighlightTerms, field: str, texts: Iterable[str]) -> Marked | None:
    """Of the texts of a field the first that has most of what was asked for, or None; a long one by its sentences."""
    leading, whole = None, asked.weight
    for text in texts:
        for sentence in _SENTENCE_END.split(text):
            candidate = marked(asked, field, sentence)
            if candidate.ranges and (leading is None or candidate.weight > leading.weight):
                leading = candidate
        if leading is not None and leading.weight == whole:
            break
    return leading
