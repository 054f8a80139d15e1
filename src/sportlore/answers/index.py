"""What questions are looked up in, made at build: which fact each question asks for, scopes, names, titles of sections."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple
from zlib import crc32

import msgspec
from msgspec import Struct

from sportlore.answers.parts import PARTS, parts_of
from sportlore.answers.phrasings import phrasings
from sportlore.answers.reading import chunks, name_of, tokens, value_tokens
from sportlore.contract.record import Buffer
from sportlore.index.bitmaps import pack
from sportlore.search import words

LEXICON = b"\0questions"
"""Key of what words ask for."""
_TITLE = b"\0qt"
"""Keys of the documents with a section of a title begin so; a title is told by its tokens."""
_FIRST = b"\0qn"
"""Keys of the names that begin with a word begin so."""
_encode = msgspec.msgpack.encode
Called = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The numbers of those with a name, with a keyword, with a longer name that is shortened so, and of sports whose names end so."""
_CALLED = msgspec.msgpack.Decoder(dict[str, Called] | None)
_KNOWN = b"\0qe"
"""Keys of what is known of a document begin so."""
_PASSAGE = b"\0qp"
"""Keys of passages begin so."""
_ASKING = b"\0qa"
"""Keys of the questions for passages begin so."""
_FEW, _RARE = 2, 3
"""Words that may be too few to name a passage, and the most entities whose questions have a word that does."""
_PAIR = b"\0qc"
"""Keys of the comparison of two documents begin so."""
_MOST_NAMES = 256
"""Names that begin with one word and are stored together."""
_MOST_CALLED = 8
"""What more entities are called by names none of them."""
LONGEST_NAME = 6
"""Words of the longest name or keyword that is looked for."""
LEFT_OUT = ("training", "throw")
"""A name is also called so without its last word: hypertrophy, maximal strength, javelin."""
_SHORTENED = 3
"""A name of this many words is also called by the first and the last one: olympic pool."""


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
    bodies: dict[str, int | None] = {}
    """The numbers of the sports that bodies govern, by their tokens; none of a body that governs several."""
    passages: tuple[str, ...] = ()
    """All tokens of the questions for passages."""
    parts: dict[str, int] = {}
    """The bits of the parts that an entity may have, by their tokens."""


class Passage(Struct, frozen=True, array_like=True):
    """A sentence of an entity, or the measures of a mark on its plan: the number of the entity, the title of the section or the
    name of the mark, the text, and the numbers of what may be asked about; of one measure its value in metres, and its source."""

    entity: int
    key: str
    text: str
    about: tuple[int, ...]
    metres: float | None = None
    source: str | None = None


class AskedFor(NamedTuple):
    """The numbers of the passages that tokens ask for: of a subject, by themselves, and those that define them as a term."""

    of_subject: tuple[int, ...] = ()
    alone: tuple[int, ...] = ()
    defined: tuple[int, ...] = ()


class AskedPassage(NamedTuple):
    """A passage, the questions for it, which may name it without naming an entity, and the terms that it defines."""

    passage: Passage
    questions: Sequence[str]
    alone: bool = False
    defines: Sequence[str] = ()


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
    bodies: Mapping[str, int | None] = {}
    passages: Sequence[AskedPassage] = ()


class Named(Struct, frozen=True):
    """A document: what it is called, and the titles of its sections. A comparison has the numbers of the two that it compares."""

    name: str
    keywords: Sequence[str] = ()
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
    divided: Sequence[str] = ()
    """The texts that say how it is divided."""
    described: Sequence[str] = ()
    """Other texts that say which parts it has, but not how it is divided."""
    is_sport: bool = False


def _length(rest: str) -> int:
    """Words of a name by those after the first one."""
    return rest.count(" ") + 2 if rest else 1


class Names:
    """The names that begin with a word."""

    def __init__(self, value: Callable[[bytes], Buffer | None], word: str, stored: Buffer) -> None:
        self._value, self.word = value, word
        self._by_rest: dict[str, Called] | None = _CALLED.decode(stored)
        self.longest = LONGEST_NAME if self._by_rest is None else max(map(_length, self._by_rest), default=0)
        """Words of the longest of them."""

    def __bool__(self) -> bool:
        return self._by_rest is None or bool(self._by_rest)

    def called(self, rest: Sequence[str]) -> Called | None:
        """Who is called by the word and some more."""
        if self._by_rest is not None:
            return self._by_rest.get(" ".join(rest))
        stored = self._value(first_key(" ".join((self.word, *rest)))) if rest else None
        called = _CALLED.decode(stored) if stored is not None else None
        return called.get("") if called else None


class Known(Struct, frozen=True, array_like=True):
    """What is known of a document before it is read, from which it follows whether it can answer."""

    within: tuple[int, ...] = ()
    facts: tuple[str, ...] = ()
    tellers: tuple[tuple[Teller, int], ...] = ()
    told: bytes = b""
    """Hashes of the tokens in the texts of its facts, 16 bits each."""
    parts: int = 0
    """The parts that it has, by their bits in the lexicon."""

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
    """The key of the names that begin with a word, or with some; of very many each has a key of its own."""
    return _FIRST + word.encode()


def pair_key(first: int, second: int) -> bytes:
    """The key of the number of the comparison of two documents."""
    low, high = sorted((first, second))
    return _PAIR + low.to_bytes(4, "big") + high.to_bytes(4, "big")


def passage_key(number: int) -> bytes:
    """The key of a passage."""
    return _PASSAGE + number.to_bytes(4, "big")


def asking_key(question: str) -> bytes:
    """The key of the passages that a question asks for, its tokens joined."""
    return _ASKING + question.encode()


def known_key(number: int) -> bytes:
    """The key of what is known of a document."""
    return _KNOWN + number.to_bytes(4, "big")


def entries(wordings: Wordings, documents: Iterable[Named]) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index; `documents` in the order of their numbers."""
    holders: dict[bytes, list[int]] = defaultdict(list)
    in_titles: set[str] = set()
    names = _Names()
    bits = {part: 1 << index for index, part in enumerate(sorted(PARTS))}
    for number, document in enumerate(documents):
        titles = {tokens(title) for title in document.titles}
        in_titles.update(*titles)
        for title in sorted(map(title_key, titles)):
            holders[title].append(number)
        names.add(number, document.name, is_keyword=False)
        for keyword in document.keywords:
            names.add(number, keyword, is_keyword=True)
        if document.is_sport:
            names.add_ending(number, document.name)
        in_values = set().union(*map(value_tokens, document.told))
        hashes = sorted(_hash([token]) for token in in_values)
        has = parts_of(in_values, document.described, document.divided)
        known = (
            document.within,
            tuple(document.facts),
            document.tellers,
            struct.pack(f"={len(hashes)}H", *hashes),
            sum(bit for part, bit in bits.items() if part in has),
        )
        yield known_key(number), _encode(known)
        if document.compares:
            yield pair_key(*document.compares), number.to_bytes(4, "big")
    lexicon = _lexicon(wordings, sorted(in_titles))
    questions = _passages(wordings.passages, lexicon)
    for number, asked in enumerate(wordings.passages):
        yield passage_key(number), _encode(asked.passage)
    for question, asked_for in sorted(questions.items()):
        yield asking_key(question), _encode(asked_for)
    in_passages = tuple(sorted({token for question in questions for token in question.split()}))
    yield LEXICON, msgspec.json.encode(msgspec.structs.replace(lexicon, passages=in_passages, parts=bits))
    for title, numbers in sorted(holders.items()):
        yield title, pack(numbers)
    yield from names.entries()


@lru_cache(2048)
def _asked_by(questions: tuple[str, ...]) -> frozenset[str]:
    """The tokens of all that some questions stand for, joined."""
    return frozenset(joined(tokens(phrase)) for text in questions for phrase in phrasings(text)) - {""}


def _passages(passages: Sequence[AskedPassage], lexicon: Lexicon) -> dict[str, AskedFor]:
    """The passages that each question asks for, of the entities that it names and by all its words.

    Two words name a passage only if one of them is of few entities' questions, and hardly of any that asks for anything else:
    the mound, but not the bar.
    """
    questions = [_asked_by(tuple(asked.questions)) for asked in passages]
    owners: dict[str, set[int]] = defaultdict(set)
    for asked, phrases in zip(passages, questions, strict=True):
        for token in {token for phrase in phrases for token in phrase.split()}:
            owners[token].add(asked.passage.entity)
    asking: dict[str, set[str]] = defaultdict(set)
    for question, keys in (*lexicon.facts.items(), *lexicon.relations.items(), *lexicon.sections.items()):
        for word in question.split():
            asking[word].update(keys)
    naming = {word for word, entities in owners.items() if len(entities) <= _RARE and len(asking.get(word, ())) < _FEW}
    result: dict[str, tuple[list[int], list[int], list[int]]] = defaultdict(lambda: ([], [], []))
    for number, (asked, phrases) in enumerate(zip(passages, questions, strict=True)):
        for phrase in phrases:
            words = phrase.split()
            result[phrase][0].append(number)
            if asked.alone and len(words) > 1 and (len(words) > _FEW or not naming.isdisjoint(words)):
                result[phrase][1].append(number)
        for term in dict.fromkeys(joined(tokens(term)) for term in asked.defines):
            result[term][2].append(number)
    return {phrase: AskedFor(*map(tuple, numbers)) for phrase, numbers in result.items()}


def _hash(name: Sequence[str]) -> int:
    return crc32(" ".join(name).encode()) & 0xFFFF


class _Names:
    """What the documents are called, in exact words by the first of them."""

    def __init__(self) -> None:
        self._by_first: dict[str, dict[str, tuple[list[int], ...]]] = defaultdict(dict)

    def add(self, number: int, name: str, is_keyword: bool) -> None:
        """A name of a document, or a keyword."""
        exact = words(name)
        if not exact:
            return
        if len(exact) <= LONGEST_NAME:
            self._holders(exact)[1 if is_keyword else 0].append(number)
        if exact[-1] in LEFT_OUT and not is_keyword and 1 < len(exact) <= LONGEST_NAME + 1:
            self._holders(exact[:-1])[2].append(number)
        elif len(exact) == _SHORTENED and not is_keyword:
            self._holders((exact[0], exact[-1]))[2].append(number)
        for word in exact[1:]:
            self._by_first[word]  # it stands in a name

    def add_ending(self, number: int, name: str) -> None:
        """The last word of the name of a sport: hockey."""
        if len(exact := words(name)) > 1:
            self._holders(exact[-1:])[3].append(number)

    def _holders(self, name: Sequence[str]) -> tuple[list[int], ...]:
        return self._by_first[name[0]].setdefault(" ".join(name[1:]), ([], [], [], []))

    def entries(self) -> Iterator[tuple[bytes, bytes]]:
        """The keys and values of the index."""
        for word, named in sorted(self._by_first.items()):
            few = {rest: tuple(map(_few, holders)) for rest, holders in sorted(named.items())}
            many = len(few) > _MOST_NAMES
            yield first_key(word), _encode(None if many else few)
            for rest, holders in few.items() if many else ():
                yield first_key(f"{word} {rest}"), _encode({"": holders})


def _few(numbers: Iterable[int]) -> Sequence[int]:
    """Numbers, each once; of many none, since they have nothing in common but a name."""
    once = list(dict.fromkeys(numbers))
    return once if len(once) <= _MOST_CALLED else ()


def _lexicon(wordings: Wordings, titles: Sequence[str]) -> Lexicon:
    terms = {f"{fact}\n{term}": texts for (fact, term), texts in wordings.terms.items()}
    meant = {
        of: tuple((fact, term) for fact, _, term in (name.partition("\n") for name in names))
        for of, names in _keys(terms).items()
    }
    scopes = {of: labels[0] for of, labels in _keys(wordings.scopes).items()}
    return Lexicon(
        facts=_keys(wordings.facts),
        relations=_keys(wordings.relations),
        sections=_keys(wordings.sections),
        scopes=scopes,
        phrases=dict(wordings.phrases),
        sports=dict(wordings.sports),
        types={of: types[0] for of, types in _keys(wordings.types).items()},
        terms=meant,
        calculators={
            name_of(chunks(text)): slug for slug, texts in sorted(wordings.calculators.items()) for text in texts
        },
        texts=tuple(wordings.texts),
        titles=tuple(titles),
        bodies={
            token: sport
            for name, sport in wordings.bodies.items()
            for token in sorted(tokens(name))
            if token not in scopes
        },
    )


def _keys(questions: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The keys by the tokens of the questions for them."""
    keys: dict[str, list[str]] = defaultdict(list)
    for key, texts in questions.items():
        for question in dict.fromkeys(joined(tokens(phrase)) for text in texts for phrase in phrasings(text)):
            keys[question].append(key)
    keys.pop("", None)  # "what is it" asks for nothing of its own
    return {question: tuple(named) for question, named in sorted(keys.items())}
