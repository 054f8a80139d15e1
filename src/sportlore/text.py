"""How numbers and lists read in a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """listed(["a", "b", "c"]) -> "a, b and c"."""
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}" if len(words) > 1 else "".join(words)


_SENTENCE = re.compile(r"(?<=[a-z0-9)])\. (?=[A-Z])")


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with its full stop."""
    return [sentence if sentence.endswith(".") else f"{sentence}." for sentence in _SENTENCE.split(text)]


def with_article(phrase: str) -> str:
    """The phrase with a or an, by its first sound: "an exercise", "a unit of training", "an hour", "a piece of equipment"."""
    word = phrase.lower()
    sounds_as_vowel = word.startswith(("hour", "honest", "honour", "heir"))
    sounds_as_consonant = word.startswith(("uni", "use", "usual", "eu", "one", "once"))
    vowel = sounds_as_vowel or (word.startswith(tuple("aeiou")) and not sounds_as_consonant)
    return f"{'an' if vowel else 'a'} {phrase}"


def number(value: float) -> str:
    """At most six significant decimals, thousands set apart from 10,000 on: 23.77, 0.5, 42,195."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return f"{int(text):,}" if "." not in text and abs(value) >= 10_000 else text


def sentence(text: str) -> str:
    """A capital at the start, one full stop at the end."""
    text = text[0].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."
