"""Searches of six kinds, as people type them, from the names of a catalogue; no two are the same text."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from typing import NamedTuple

from benchmarks.load import BenchmarkError

_SEED = 2026
_TRIES = 50
"""How often a new query of a kind is sought, on average, before the names are found to be too few."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_QUESTIONS = (
    "what is {}",
    "how do I do a {}",
    "what are the rules of {}",
    "how many players in {}",
    "how to improve {}",
    "how long is a {}",
    "what equipment do you need for {}?",
    "can a beginner do {} every day",
    "difference between {} and {}",
    "is {} good for the {}",
)


class _Names(NamedTuple):
    """The names of a catalogue, and their words of three letters or more."""

    names: Sequence[str]
    words: Sequence[str]


def queries(names: Sequence[str], count: int, kinds: Sequence[str] = ()) -> list[str]:
    """So many distinct queries of some kinds, in turns; of all kinds, if none is named."""
    chance = random.Random(_SEED)
    known = _Names(names, sorted({word for name in names for word in split(name) if len(word) > 2}))
    found: dict[str, None] = {}
    for kind in islice(cycle(kinds or KINDS), _TRIES * count):
        found[KINDS[kind](chance, known)] = None
        if len(found) == count:
            return list(found)
    raise BenchmarkError(f"{len(names)} names give no more than {len(found)} distinct queries")


def split(name: str) -> list[str]:
    """The words of a name: "Back squat (low bar)" -> ["back", "squat", "low", "bar"]."""
    return "".join(c if c.isalnum() else " " for c in name.lower()).split()


def _name(chance: random.Random, known: _Names) -> str:
    """A whole name."""
    return _written(chance, split(chance.choice(known.names))) + chance.choice(" .?!")


def _written(chance: random.Random, words: Sequence[str]) -> str:
    """Words in capitals or not."""
    return " ".join(chance.choice((str.lower, str.title, str.upper))(word) for word in words)


def _two_words(chance: random.Random, known: _Names) -> str:
    return " ".join(chance.sample(known.words, 2))


def _prefix(chance: random.Random, known: _Names) -> str:
    """A name that is not typed to its end."""
    words = split(chance.choice(known.names))
    name = _written(chance, words[: chance.randint(1, len(words))])
    return name[: chance.randint(2, max(2, len(name) - 1))]


def _typo(chance: random.Random, known: _Names) -> str:
    """A name with one edit in a word of five letters or more, if it has one."""
    words = split(chance.choice(known.names))
    long = [place for place, word in enumerate(words) if len(word) > 4]
    if long:
        place = chance.choice(long)
        words[place] = _edited(chance, words[place])
    return " ".join(words)


def _edited(chance: random.Random, word: str) -> str:
    at, letter = chance.randrange(1, len(word)), chance.choice(_LETTERS)
    before, here, after = word[:at], word[at], word[at + 1 :]
    return chance.choice(
        (
            before + after,
            before + letter + after,
            before + letter + here + after,
            before[:-1] + here + before[-1] + after,
        )
    )


def _question(chance: random.Random, known: _Names) -> str:
    question = chance.choice(_QUESTIONS)
    return question.format(*(chance.choice(known.names).lower() for _ in range(question.count("{}"))))


def _no_hit(chance: random.Random, known: _Names) -> str:
    """One to three words that nobody knows."""
    words = ("".join(chance.choices(_LETTERS, k=chance.randint(5, 10))) for _ in range(chance.randint(1, 3)))
    return " ".join(words)


KINDS: Mapping[str, Callable[[random.Random, _Names], str]] = {
    "names": _name,
    "two words": _two_words,
    "unfinished": _prefix,
    "typos": _typo,
    "questions": _question,
    "no hit": _no_hit,
}
