"""The search index: for each word, name and type the set of documents that have it, as keys and values of the store."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from sys import intern
from typing import NamedTuple

import msgspec
from msgspec import Struct

from sportlore.search.bitmaps import pack, pack_places
from sportlore.search.words import FILLER, family, words, words_and_compounds

WORD, FAMILY, SYNONYM, PHRASE, LOOSE_PHRASE, TYPE = b"\0sw", b"\0sf", b"\0ss", b"\0sn", b"\0sl", b"\0st"
FIRST = b"\0sb"
"""Keys of the index begin so: words, families, families by synonyms, names and keywords in exact words and in families, types,
first words of names.

What stands there are sets by place (`pack_places`). Those of a word or family are numbered as in PLACES; those of a phrase are
of the documents with this name (0) and with this keyword (1). Unions of what many terms begin with have the capital letters.
"""
VOCABULARY, NAME_LENGTHS, OTHERS = b"\0vocabulary", b"\0lengths", b"\0others"
"""All exact words; how many families the name of each document has, bit by bit; the documents that are no entities."""

OTHER_LANGUAGE = "other language"
PLACES = ("name", "keyword", "type", OTHER_LANGUAGE, "definition", "description", "link", "fact", "text")
"""Where a word can stand. The first four are what documents are called by."""
_TYPE_PLACE = PLACES.index("type")

_COMPLETIONS = 3
"""A prefix of more terms than this has their union stored in the index; of fewer, the query joins them."""


class Document(Struct, frozen=True):
    """What the index knows of an entity, or of something else that has a page.

    `names` are those in other languages, `types` the words for its type, `links` the names of what it links to, `facts` their
    labels and values.
    """

    id: str
    type: str
    name: str
    keywords: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    description: str = ""
    types: str = ""
    links: str = ""
    facts: str = ""
    text: str = ""
    """What else it states: sections, evidence."""
    neighbours: int = 0
    """How well connected it is."""
    page: str = ""
    """The path of its page, if it is no entity: those are found on pages and not by the interface."""


class Other(Struct, frozen=True):
    """A document that is no entity, as a result shows it."""

    type: str
    name: str
    description: str
    page: str


def ranked(documents: Iterable[Document]) -> list[Document]:
    """The documents in the order of their numbers: entities first."""
    return sorted(documents, key=lambda document: (bool(document.page), -document.neighbours, document.id))


class Terms(NamedTuple):
    """What a document is found by: its words in each of the PLACES, and its name and keywords as phrases, each once.

    A name without what stands in brackets behind it is a keyword: "Offside (football)" is found as offside.
    """

    words: tuple[tuple[str, ...], ...]
    phrases: tuple[tuple[str, ...], ...]


def terms_of(document: Document) -> Terms:
    """The terms of a document."""
    places = {
        "name": words_and_compounds(document.name),
        "keyword": [word for keyword in document.keywords for word in words_and_compounds(keyword)],
        "type": words(document.types),
        OTHER_LANGUAGE: [word for name in document.names for word in words_and_compounds(name)],
        "definition": words_and_compounds(_definition(document)),
        "description": words_and_compounds(document.description),
        "link": words(document.links),
        "fact": words_and_compounds(document.facts),
        "text": words_and_compounds(document.text),
    }
    bare = document.name.partition(" (")[0]
    called = (*document.keywords, *document.names, *([bare] if bare != document.name else ()))
    keywords = (" ".join(words(keyword)) for keyword in called)
    return Terms(
        tuple(tuple(dict.fromkeys(map(intern, places[place]))) for place in PLACES),
        ((" ".join(words(document.name)),), tuple(dict.fromkeys(keywords))),
    )


def entries(documents: Sequence[Document], synonyms: Mapping[str, Sequence[str]] = {}) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index of ranked documents.

    `synonyms` are the words that the documents use, by what people type instead: {"tall": ("height",)}.
    """
    return Indexer().entries(documents, synonyms)


Holders = Mapping[str, "array[int]"]
"""The documents that have a term: place * number of documents + number of the document, in any order."""


class Indexer:
    """Makes an index again and again. What has the same members as before keeps its value."""

    def __init__(self) -> None:
        self._words, self._families, self._synonyms = _Kind(WORD), _Kind(FAMILY), _Kind(SYNONYM)
        self._phrases, self._loose_phrases, self._types = _Kind(PHRASE), _Kind(LOOSE_PHRASE), _Kind(TYPE)
        self._first_words = _Kind(FIRST)

    def entries(
        self,
        documents: Sequence[Document],
        synonyms: Mapping[str, Sequence[str]] = {},
        terms_of: Callable[[Document], Terms] = terms_of,
    ) -> Iterator[tuple[bytes, bytes]]:
        """The keys and values of the index of these documents; `terms_of` may be one that remembers."""
        count = len(documents)
        words, stems, phrases, loose, types, first = (_holders() for _ in range(6))
        lengths: list[int] = []
        for number, document in enumerate(documents):
            terms = terms_of(document)
            for place, some in enumerate(terms.words):
                position = place * count + number
                for word in some:
                    words[word].append(position)
                if place != _TYPE_PLACE:  # the words for a type count as they are: a player is no play
                    for stem in set(map(family, some)):
                        stems[stem].append(position)
            for place, some in enumerate(terms.phrases):
                position = place * count + number
                for phrase in some:
                    phrases[phrase].append(position)
                for phrase in {families(phrase.split()) for phrase in some}:
                    loose[phrase].append(position)
            types[document.type].append(number)
            first[terms.phrases[0][0].partition(" ")[0]].append(number)
            lengths.append(len(set(map(family, counted(terms.phrases[0][0].split())))))
        yield from self._words.entries(words, count, unions=True)
        yield from self._families.entries(stems, count)
        yield from self._synonyms.entries(_meant(synonyms, stems), count)
        yield from self._phrases.entries(phrases, count)
        yield from self._loose_phrases.entries(loose, count)
        yield from self._types.entries(types, count)
        yield from self._first_words.entries(first, count, unions=True)
        yield NAME_LENGTHS, msgspec.msgpack.encode(_name_lengths(lengths))
        yield VOCABULARY, " ".join(sorted(words)).encode()
        others = [Other(d.type, d.name, d.description, d.page) for d in documents if d.page]
        yield OTHERS, msgspec.json.encode(others)


def _holders() -> defaultdict[str, array[int]]:
    return defaultdict(lambda: array("I"))


def _meant(synonyms: Mapping[str, Sequence[str]], stems: Holders) -> dict[str, array[int]]:
    """Where what is meant stands, by the families of what is typed."""
    meant: dict[str, set[str]] = defaultdict(set)
    for typed, texts in synonyms.items():
        for word in words(typed):
            meant[family(word)] |= {family(one) for text in texts for one in words(text)} - {family(word)}
    return {
        typed: array("I", sorted({position for stem in found for position in stems.get(stem, ())}))
        for typed, found in meant.items()
    }


class _Kind:
    """The terms of one kind, and the unions of those that begin alike, as they were made last."""

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix
        self._count = 0
        self._holders: Holders = {}
        self._terms: dict[str, bytes] = {}
        self._unions: dict[str, bytes] = {}

    def entries(self, holders: Holders, count: int, unions: bool = False) -> Iterator[tuple[bytes, bytes]]:
        """The keys and values of all terms, and of the beginnings of many terms."""
        before, self._holders = self._holders if count == self._count else {}, holders
        self._count = count
        changed = {term for term in holders.keys() | before.keys() if holders.get(term) != before.get(term)}
        self._terms = {
            term: self._packed(members) if term in changed else self._terms[term] for term, members in holders.items()
        }
        yield from ((self._prefix + term.encode(), value) for term, value in self._terms.items())
        if unions:
            starts = {term[:length] for term in changed for length in range(1, len(term) + 1)}
            self._unions = {start: value for start, value in self._unions.items() if start not in starts}
            for _, some in groupby(sorted(holders), key=lambda term: term[:1]):
                self._unite(list(some), 1, starts)
            yield from ((self._prefix.upper() + start.encode(), value) for start, value in self._unions.items())

    def _packed(self, positions: Iterable[int]) -> bytes:
        found = sorted(positions)
        places: dict[int, list[int]] = {}
        start = 0
        while start < len(found):
            place = found[start] // self._count
            first = place * self._count
            end = bisect_left(found, first + self._count, start)
            places[place] = [position - first for position in found[start:end]] if place else found[:end]
            start = end
        return pack_places(places)

    def _unite(self, alike: Sequence[str], length: int, changed: Set[str]) -> set[int]:
        """The union of sorted terms that begin alike for so many letters; it is kept where they are many.

        So are the unions of those that begin alike for more letters, unless nothing has changed there.
        """
        start = alike[0][:length]
        if len(alike) <= _COMPLETIONS or start not in changed:
            return set().union(*(self._holders[term] for term in alike))
        longer = alike[1:] if alike[0] == start else alike
        groups = (list(some) for _, some in groupby(longer, key=lambda term: term[: length + 1]))
        union = set(self._holders.get(start, ())).union(*(self._unite(some, length + 1, changed) for some in groups))
        self._unions[start] = self._packed(union)
        return union


def families(phrase: Iterable[str]) -> str:
    """The families of the words of a phrase, in their order: ["boxing", "glove"] -> "box glove"."""
    return " ".join(map(family, phrase))


def counted(phrase: Sequence[str]) -> list[str]:
    """The words of a phrase that count: all but filler words, unless there are no others."""
    return [word for word in phrase if word not in FILLER] or list(phrase)


def _definition(document: Document) -> str:
    """The first sentence of the description, which says what the thing is."""
    return document.description.partition(". ")[0]


def _name_lengths(lengths: Sequence[int]) -> list[bytes]:
    """How many families each name has among the words that count, as packed planes."""
    bits = max(lengths, default=0).bit_length()
    return [pack([number for number, length in enumerate(lengths) if length >> bit & 1]) for bit in range(bits)]
