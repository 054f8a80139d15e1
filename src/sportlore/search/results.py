"""The results of a search, and the words for which there were none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from sportlore.search.marks import NOTHING, HighlightTerms
from sportlore.search.matching import Match
from sportlore.search.words import words

_TOKEN = re.compile(r"\w[\w'’-]*")
"""A word as it was typed."""


class Hits(Struct, frozen=True):
    """A page of the numbers of documents, best first, and how many match in all.

    `corrections` are the words that stand nowhere, each with the word that took its place: (("basketbal", "basketball"),).
    """

    numbers: tuple[int, ...]
    total: int
    corrections: tuple[tuple[str, str], ...] = ()
    not_found: tuple[str, ...] = ()
    """The words that nothing has and nothing took the place of, as they were typed."""
    asked: HighlightTerms = NOTHING


class Share(Struct, frozen=True):
    """What a word, or a whole name or keyword, adds to the score of a document: the reason is the field with it, or the bonus."""

    word: str
    reason: str
    points: int


def not_found(matches: Sequence[Match], text: str) -> tuple[str, ...]:
    """The words that nothing has, as they were typed."""
    unknown = {match.asked.word for match in matches if not match.stands}
    if not unknown:
        return ()
    typed = [token for token in _TOKEN.findall(text) if not unknown.isdisjoint(words(token))]
    return tuple(dict.fromkeys(typed)) or tuple(sorted(unknown))


def corrections(matches: Sequence[Match]) -> tuple[tuple[str, str], ...]:
    """The words that stand nowhere, each with the word that took its place."""
    return tuple([(match.asked.word, match.read_as) for match in matches if match.read_as != match.asked.word])
