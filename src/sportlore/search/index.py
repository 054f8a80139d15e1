"""The search index: for each word, name and type the set of documents that have it, as keys and values of the store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec import Struct

from sportlore.search.bitmaps import pack
from sportlore.search.words import FILLER, family, words, words_and_compounds

WORD, FAMILY, SYNONYM, PHRASE, LOOSE_PHRASE, TYPE = b"\0sw", b"\0sf", b"\0ss", b"\0sn", b"\0sl", b"\0st"
"""Keys of the index begin so: words, families, families by synonyms, names and keywords in exact words and in families, types.

A word or family has a set for each of the PLACES, one above the other; a phrase has two, of the documents with this name and of
those with this keyword. Unions of what many words or names begin with have the capital letter.
"""
VOCABULARY, NAME_LENGTHS, OTHERS = b"\0vocabulary", b"\0lengths", b"\0others"
"""All exact words; how many families the name of each document has, bit by bit; the documents that are no entities."""

OTHER_LANGUAGE = "other language"
PLACES = ("name", "keyword", "type", OTHER_LANGUAGE, "definition", "description", "link", "fact", "text")
"""Where a word can stand. The first four are what documents are called by."""

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


def entries(documents: Sequence[Document], synonyms: Mapping[str, Sequence[str]] = {}) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index of ranked documents. A set of place p holds p * count + number for each document.

    `synonyms` are the words that the documents use, by what people type instead: {"tall": ("height",)}.
    """
    names = [words(document.name) for document in documents]
    keywords = [[words(keyword) for keyword in (*document.keywords, *document.names)] for document in documents]
    places = (
        [words_and_compounds(document.name) for document in documents],
        [[word for keyword in document.keywords for word in words_and_compounds(keyword)] for document in documents],
        [words(document.types) for document in documents],
        [[word for name in document.names for word in words_and_compounds(name)] for document in documents],
        [words_and_compounds(_definition(document)) for document in documents],
        [words_and_compounds(document.description) for document in documents],
        [words(document.links) for document in documents],
        [words_and_compounds(document.facts) for document in documents],
        [words_and_compounds(document.text) for document in documents],
    )
    known = _holders(*places)
    yield from _with_unions(WORD, known)
    # The words for a type count as they are: a player is no play.
    loose = (
        [[family(word) for word in found if name != "type"] for found in place]
        for name, place in zip(PLACES, places, strict=True)
    )
    stems = _holders(*loose)
    yield from ((FAMILY + stem.encode(), pack(numbers)) for stem, numbers in stems.items())
    for typed, meant in _by_family(synonyms).items():
        yield SYNONYM + typed.encode(), pack(sorted({number for stem in meant for number in stems.get(stem, ())}))
    phrases = _holders([[" ".join(name)] for name in names], [[*map(" ".join, found)] for found in keywords])
    yield from _with_unions(PHRASE, phrases)
    loose_phrases = _holders([[families(name)] for name in names], [[*map(families, found)] for found in keywords])
    yield from ((LOOSE_PHRASE + phrase.encode(), pack(numbers)) for phrase, numbers in loose_phrases.items())
    for type, numbers in _holders([[document.type] for document in documents]).items():
        yield TYPE + type.encode(), pack(numbers)
    yield NAME_LENGTHS, msgspec.msgpack.encode(_name_lengths(names))
    yield VOCABULARY, " ".join(sorted(known)).encode()
    others = [Other(d.type, d.name, d.description, d.page) for d in documents if d.page]
    yield OTHERS, msgspec.json.encode(others)


def families(phrase: Iterable[str]) -> str:
    """The families of the words of a phrase, in their order: ["boxing", "glove"] -> "box glove"."""
    return " ".join(map(family, phrase))


def counted(phrase: Sequence[str]) -> list[str]:
    """The words of a phrase that count: all but filler words, unless there are no others."""
    return [word for word in phrase if word not in FILLER] or list(phrase)


def _by_family(synonyms: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """The same by families, of the words that are one family no more than once."""
    found: dict[str, set[str]] = defaultdict(set)
    for typed, meant in synonyms.items():
        for word in words(typed):
            found[family(word)] |= {family(one) for text in meant for one in words(text)} - {family(word)}
    return found


def _definition(document: Document) -> str:
    """The first sentence of the description, which says what the thing is."""
    return document.description.partition(". ")[0]


def _name_lengths(names: Sequence[Sequence[str]]) -> list[bytes]:
    """How many families each name has among the words that count, as packed planes."""
    lengths = [len(set(map(family, counted(name)))) for name in names]
    bits = max(lengths, default=0).bit_length()
    return [pack([number for number, length in enumerate(lengths) if length >> bit & 1]) for bit in range(bits)]


def _holders(*places: Iterable[Iterable[str]]) -> dict[str, list[int]]:
    """For each term that stands somewhere, where it does, in ascending order; a place has the terms of each document."""
    found: dict[str, list[int]] = defaultdict(list)
    position = 0
    for place in places:
        for terms in place:
            for term in dict.fromkeys(terms):
                found[term].append(position)
            position += 1
    return found


def _with_unions(kind: bytes, terms: Mapping[str, Sequence[int]]) -> Iterator[tuple[bytes, bytes]]:
    """Every term, and for the beginnings of many terms the union of these."""
    for term, members in terms.items():
        yield kind + term.encode(), pack(members)
    unions: dict[str, set[int]] = {}
    _unite(unions, terms, sorted(terms), 0)
    for start, union in unions.items():
        yield kind.upper() + start.encode(), pack(sorted(union))


def _unite(unions: dict[str, set[int]], terms: Mapping[str, Sequence[int]], found: list[str], length: int) -> set[int]:
    """The union of sorted terms that begin alike for `length` letters; those of longer beginnings are put into `unions`."""
    whole: set[int] = set()
    for start, some in groupby(found, key=lambda term: term[: length + 1]):
        alike = list(some)
        if len(alike) <= _COMPLETIONS:
            whole.update(*(terms[term] for term in alike))
            continue
        longer = alike[1:] if alike[0] == start else alike
        unions[start] = _unite(unions, terms, longer, length + 1) | set(terms.get(start, ()))
        whole |= unions[start]
    return whole
