"""How values and lists read in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from sportlore.model import NONE, Absent, BySex, FactKey, FactValue, Span, Vocabulary


def listed(words: Sequence[str]) -> str:
    """listed(["a", "b", "c"]) -> "a, b and c"."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


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


def value_text(value: FactValue, fact: FactKey, vocabulary: Vocabulary) -> str:
    """A fact's value in words: Span(90, 120) in m -> "90–120 m"; BySex -> "2.43 m for men and 2.24 m for women"."""
    match value:
        case Span():
            return _span_text(value, fact)
        case BySex(men, women):
            return f"{value_text(men, fact, vocabulary)} for men and {value_text(women, fact, vocabulary)} for women"
        case Absent():
            return NONE
        case tuple():
            return listed([_term(word, fact, vocabulary) for word in value])
        case int():
            return str(value) if value >= 0 else f"{-value} BC"
        case _:
            return _term(value, fact, vocabulary)


def _term(word: str, fact: FactKey, vocabulary: Vocabulary) -> str:
    return vocabulary.terms[fact.terms][word].label if fact.terms else word


def _span_text(span: Span, fact: FactKey) -> str:
    factor, unit = 1.0, fact.unit_text
    if fact.large and span.low >= fact.large.factor:
        factor, unit = fact.large.factor, fact.large.unit_text
    low, high = number(span.low / factor), number(span.high / factor)
    return _with_unit(low if low == high else f"{low}–{high}", unit)


def _with_unit(amount: str, unit: str | None) -> str:
    if unit is None:
        return amount
    if unit.startswith("%"):
        return f"{amount}{unit}"
    first, space, rest = unit.partition(" ")
    if amount == "1" and first.endswith("s") and len(first) > 2:
        first = first[:-1]
    return f"{amount} {first}{space}{rest}"


def sentence(text: str) -> str:
    """A capital at the start, one full stop at the end."""
    text = text[0].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."
