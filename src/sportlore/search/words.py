"""The words of a text, as the index holds them and as a query asks for them."""

from __future__ import annotations

import re
from functools import lru_cache

from sportlore.model import fold

FILLER = frozenset(
    "a about an and are at be between by can could define definition did difference do does explain for from has have how "
    "i in is it its long many me mean meaning much my of often on or should tell that the there this to was we were what "
    "when where which who whose why with would you your".split()
)
"""Words of a question that do not count, unless nothing else is left."""


def words(text: str) -> list[str]:
    """The words of a text as index and query know them: "Players’ Press-Ups" -> ["player", "press", "up"]."""
    return [singular(word) for word in re.findall(r"[a-z0-9]+", fold(text).replace("’", "'").replace("'s", ""))]


def words_and_compounds(text: str) -> list[str]:
    """The words to index: hyphenated ones also as one word, so that "pressups" finds "press-up"."""
    if "-" not in text:
        return words(text)
    return [*words(text), *(singular(fold(match).replace("-", "")) for match in re.findall(r"\w+(?:-\w+)+", text))]


@lru_cache(8_192)
def singular(word: str) -> str:
    """The word without a plural ending: "bodies" -> "body", "passes" -> "pass", "crosses" -> "cross", "tennis" stays."""
    if len(word) <= 2 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word
