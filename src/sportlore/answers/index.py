"""What questions are looked up in, made at build: which fact each question asks for, scopes, names, titles of sections."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Literal
from zlib import crc32

import msgspec
from msgspec import Struct

from sportlore.answers.reading import chunks, name_of, tokens
from sportlore.contract.record import Buffer
from sportlore.index.bitmaps import pack
from sportlore.search import words

LEXICON = b"\0questions"
"""Key of what words ask for."""
_TITLE = b"\0qt"
"""Keys of the documents with a section of a title begin so; a title is told by its tokens."""
_FIRST = b"\0qn"
"""Keys of how many words the names have that begin with a word begin so."""
_KNOWN = b"\0qe"
"""Keys of what is known of a document begin so."""
_PAIR = b"\0qc"
"""Keys of the comparison of two documents begin so."""
_MOST_NAMES = 256
"""Names that begin with one word of which each is told apart."""
LONGEST_NAME = 6
"""Words of the longest name or keyword that is looked for."""
TRAINING = "training"
"""A name is also called so without it: hypertrophy, maximal strength."""


Teller = Literal["part", "sport of venue", "sport"]
"""What states a fact of an entity: the only part of its type, the only sport of a venue, the sport of a discipline."""


class Lexicon(Struct, frozen=True):
    """What words ask for.

    `facts`: the keys of facts by the tokens of a question, joined in their order. `relations`, and `sections` for titles: alike.
    `scopes`: the label of a scope by its tokens. `phrases`: its slug and how it follows a value, by its label. `sports`: the
    number of the only sport that states anything in a scope, by its label. `types`: a type by its tokens. `terms`: the facts and
    terms that tokens mean. `calculators`: the slug by exact words.
    """

    facts: dict[str, tuple[str, ...]] = {}
    relations: dict[str, tuple[str, ...]] = {}
    sections: dict[str, tuple[str, ...]] = {}
    scopes: dict[str, str] = {}
    phrases: dict[str, tuple[str, str]] = {}
    sports: dict[str, int] = {}
    types: dict[str, str] = {}
    terms: dict[str, tuple[tuple[str, str], ...]] = {}
    calculators: dict[str, str] = {}
    texts: tuple[str, ...] = ()
    """The facts whose values are texts."""
    titles: tuple[str, ...] = ()
    """All tokens of the titles of sections."""


class Wordings(Struct, frozen=True):
    """The texts that the lexicon is made of: the questions for each fact, relation and title by its key, what scopes are called
    by their labels, types by their keys, terms by fact and term, calculators by their slugs."""

    facts: Mapping[str, Sequence[str]] = {}
    relations: Mapping[str, Sequence[str]] = {}
    sections: Mapping[str, Sequence[str]] = {}
    scopes: Mapping[str, Sequence[str]] = {}
    phrases: Mapping[str, tuple[str, str]] = {}
    sports: Mapping[str, int] = {}
    types: Mapping[str, Sequence[str]] = {}
    terms: Mapping[tuple[str, str], Sequence[str]] = {}
    calculators: Mapping[str, Sequence[str]] = {}
    texts: Sequence[str] = ()


class Named(Struct, frozen=True):
    """A document: what it is called, and the titles of its sections. A comparison has the numbers of the two that it compares."""

    names: Sequence[str] = ()
    titles: Sequence[str] = ()
    compares: tuple[int, int] | None = None
    within: Sequence[int] = ()
    """What may be named beside it to tell which is meant: a let in tennis."""
    facts: Sequence[str] = ()
    """The facts that it states a value of, in the order in which its type takes them."""
    tellers: Sequence[tuple[Teller, int]] = ()
    """What else states facts of it."""
    told: Sequence[str] = ()
    """The texts of its facts."""


class Known(Struct, frozen=True, array_like=True):
    """What is known of a document before it is read, from which it follows whether it can answer."""

    within: tuple[int, ...] = ()
    facts: tuple[str, ...] = ()
    tellers: tuple[tuple[Teller, int], ...] = ()
    told: bytes = b""
    """Hashes of the tokens in the texts of its facts, 16 bits each."""

    def may_tell(self, token: str) -> bool:
        """Whether a token may stand in the text of a fact."""
        return _hash([token]) in memoryview(self.told).cast("H")


def joined(question: Iterable[str]) -> str:
    """Tokens as one text, whatever their order: {"net", "high"} -> "high net"."""
    return " ".join(sorted(question))


def title_key(title: Iterable[str]) -> bytes:
    """The key of the documents with a section whose title has these tokens: of 2 ** 32, so that a reader must look itself."""
    return _TITLE + crc32(joined(title).encode()).to_bytes(4, "big")


def first_key(word: str) -> bytes:
    """The key of the lengths of the names that begin with a word: bit 3 of the first byte says that one has three words.

    The second byte has the lengths of names without the "training" at their end; then come 16 bits of a hash of each name.
    """
    return _FIRST + word.encode()


def pair_key(first: int, second: int) -> bytes:
    """The key of the number of the comparison of two documents."""
    low, high = sorted((first, second))
    return _PAIR + low.to_bytes(4, "big") + high.to_bytes(4, "big")


def known_key(number: int) -> bytes:
    """The key of what is known of a document."""
    return _KNOWN + number.to_bytes(4, "big")


def entries(wordings: Wordings, documents: Iterable[Named]) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index; `documents` in the order of their numbers."""
    holders: dict[bytes, list[int]] = defaultdict(list)
    in_titles: set[str] = set()
    names: dict[str, _Names] = defaultdict(_Names)
    for number, document in enumerate(documents):
        titles = {tokens(title) for title in document.titles}
        in_titles.update(*titles)
        for title in sorted(map(title_key, titles)):
            holders[title].append(number)
        for name in document.names:
            _count(names, words(name))
        hashes = sorted({_hash([token]) for text in document.told for token in tokens(text)})
        known = (document.within, tuple(document.facts), document.tellers, struct.pack(f"={len(hashes)}H", *hashes))
        yield known_key(number), msgspec.msgpack.encode(known)
        if document.compares:
            yield pair_key(*document.compares), number.to_bytes(4, "big")
    yield LEXICON, msgspec.json.encode(_lexicon(wordings, sorted(in_titles)))
    for title, numbers in sorted(holders.items()):
        yield title, pack(numbers)
    for word, begun in sorted(names.items()):
        hashes = sorted(begun.hashes) if len(begun.hashes) <= _MOST_NAMES else []
        yield first_key(word), bytes((begun.lengths, begun.short)) + struct.pack(f"={len(hashes)}H", *hashes)


class _Names:
    """The names that begin with a word."""

    def __init__(self) -> None:
        self.lengths = self.short = 0
        self.hashes = set[int]()


def _hash(name: Sequence[str]) -> int:
    return crc32(" ".join(name).encode()) & 0xFFFF


def hashes_of(stored: Buffer) -> Set[int]:
    """The hashes of the names that begin with a word, of what is stored at its key."""
    return {*memoryview(stored)[2:].cast("H")}


def may_be_name(hashes: Set[int], name: Sequence[str]) -> bool:
    """Whether words may be one of the names with these hashes; of very many names there are none, and any may be."""
    return not hashes or _hash(name) in hashes


def _count(names: dict[str, _Names], name: Sequence[str]) -> None:
    if not name:
        return
    begun = names[name[0]]
    if len(name) <= LONGEST_NAME:
        begun.lengths |= 1 << len(name)
        begun.hashes.add(_hash(name))
    if name[-1] == TRAINING and 1 < len(name) <= LONGEST_NAME + 1:
        begun.short |= 1 << len(name) - 1
        begun.hashes.add(_hash(name[:-1]))
    for word in name[1:]:
        names[word]  # it stands in a name


def _lexicon(wordings: Wordings, titles: Sequence[str]) -> Lexicon:
    terms = {f"{fact}\n{term}": texts for (fact, term), texts in wordings.terms.items()}
    meant = {
        of: tuple((fact, term) for fact, _, term in (name.partition("\n") for name in names))
        for of, names in _keys(terms).items()
    }
    return Lexicon(
        facts=_keys(wordings.facts),
        relations=_keys(wordings.relations),
        sections=_keys(wordings.sections),
        scopes={of: labels[0] for of, labels in _keys(wordings.scopes).items()},
        phrases=dict(wordings.phrases),
        sports=dict(wordings.sports),
        types={of: types[0] for of, types in _keys(wordings.types).items()},
        terms=meant,
        calculators={
            name_of(chunks(text)): slug for slug, texts in sorted(wordings.calculators.items()) for text in texts
        },
        texts=tuple(wordings.texts),
        titles=tuple(titles),
    )


def _keys(questions: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The keys by the tokens of the questions for them."""
    keys: dict[str, list[str]] = defaultdict(list)
    for key, texts in questions.items():
        for question in dict.fromkeys(joined(tokens(text)) for text in texts):
            keys[question].append(key)
    keys.pop("", None)  # "what is it" asks for nothing of its own
    return {question: tuple(named) for question, named in sorted(keys.items())}
