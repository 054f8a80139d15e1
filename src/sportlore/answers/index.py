"""What questions are looked up in, made at build: which fact each question asks for, scopes, and the titles of sections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from zlib import crc32

import msgspec
from msgspec import Struct

from sportlore.answers.reading import tokens
from sportlore.index.bitmaps import pack

LEXICON = b"\0questions"
"""Key of the questions and scopes."""
_TITLE = b"\0qt"
"""Keys of the documents with a section of a title begin so; a title is told by its tokens."""


class Lexicon(Struct, frozen=True):
    """What words ask for.

    `facts`: the keys of facts by the tokens of a question, joined in their order. `relations`: the keys of relations alike.
    `scopes`: the label of a scope by its tokens. `phrases`: its slug and how it follows a value, by its label.
    """

    facts: dict[str, tuple[str, ...]] = {}
    relations: dict[str, tuple[str, ...]] = {}
    scopes: dict[str, str] = {}
    phrases: dict[str, tuple[str, str]] = {}


def joined(question: Iterable[str]) -> str:
    """Tokens as one text, whatever their order: {"net", "high"} -> "high net"."""
    return " ".join(sorted(question))


def title_key(title: Iterable[str]) -> bytes:
    """The key of the documents with a section whose title has these tokens: of 2 ** 32, so that a reader must look itself."""
    return _TITLE + crc32(joined(title).encode()).to_bytes(4, "big")


def entries(
    facts: Mapping[str, Sequence[str]],
    relations: Mapping[str, Sequence[str]],
    scopes: Mapping[str, Sequence[str]],
    phrases: Mapping[str, tuple[str, str]],
    titles: Iterable[Sequence[str]],
) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index.

    `facts` and `relations` are the questions for each, by its key; `scopes` what each scope is called, by its label; `phrases`
    its slug and how it follows a value; `titles` those of the sections of each document, in the order of their numbers.
    """
    named = {joined(tokens(text)): label for label, texts in scopes.items() for text in texts}
    lexicon = Lexicon(_keys(facts), _keys(relations), dict(sorted(named.items())), dict(phrases))
    yield LEXICON, msgspec.json.encode(lexicon)
    holders: dict[bytes, list[int]] = defaultdict(list)
    for number, of_document in enumerate(titles):
        for title in sorted({title_key(tokens(title)) for title in of_document}):
            holders[title].append(number)
    for title, numbers in sorted(holders.items()):
        yield title, pack(numbers)


def _keys(questions: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The keys by the tokens of the questions for them."""
    keys: dict[str, list[str]] = defaultdict(list)
    for key, texts in questions.items():
        for question in dict.fromkeys(joined(tokens(text)) for text in texts):
            keys[question].append(key)
    keys.pop("", None)  # "what is it" asks for nothing of its own
    return {question: tuple(named) for question, named in sorted(keys.items())}
