"""The search index: for each word, name and type the set of documents that have it, as keys and values of the store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec import Struct

from sportlore.search.bitmaps import pack, pack_places
from sportlore.search.words import FILLER, family, words, words_and_compounds

WORD, FAMILY, SYNONYM, PHRASE, LOOSE_PHRASE, TYPE = b"\0sw", b"\0sf", b"\0ss", b"\0sn", b"\0sl", b"\0st"
"""Keys of the index begin so: words, families, families by synonyms, names and keywords in exact words and in families, types.

What stands there are sets by place (`pack_places`). Those of a word or family are numbered as in PLACES; those of a phrase are
of the documents with this name (0) and with this keyword (1). Unions of what many terms begin with have the capital letters.
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
    """The keys and values of the index of ranked documents.

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
    yield from _packed(FAMILY, stems)
    yield from _packed(SYNONYM, {typed: _united(stems, meant) for typed, meant in _by_family(synonyms).items()})
    phrases = _holders([[" ".join(name)] for name in names], [[*map(" ".join, found)] for found in keywords])
    yield from _packed(PHRASE, phrases)
    yield from _packed(LOOSE_PHRASE, _holders([[families(n)] for n in names], [[*map(families, k)] for k in keywords]))
    yield from _packed(TYPE, _holders([[document.type] for document in documents]))
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


Holders = dict[int, list[int]]
"""The documents that have a term, by place, in ascending order."""


def _holders(*places: Iterable[Iterable[str]]) -> dict[str, Holders]:
    """For each term, where it stands; a place has the terms of each document."""
    found: dict[str, Holders] = defaultdict(lambda: defaultdict(list))
    for position, place in enumerate(places):
        for number, terms in enumerate(place):
            for term in dict.fromkeys(terms):
                found[term][position].append(number)
    return found


def _packed(kind: bytes, terms: Mapping[str, Holders]) -> Iterator[tuple[bytes, bytes]]:
    return ((kind + term.encode(), pack_places(holders)) for term, holders in terms.items())


def _united(terms: Mapping[str, Holders], some: Iterable[str]) -> Holders:
    """Where any of some terms stands."""
    found: dict[int, set[int]] = defaultdict(set)
    for term in some:
        for place, numbers in terms.get(term, {}).items():
            found[place].update(numbers)
    return {place: sorted(numbers) for place, numbers in found.items()}


def _with_unions(kind: bytes, terms: Mapping[str, Holders]) -> Iterator[tuple[bytes, bytes]]:
    """Every term, and for the beginnings of many terms the union of these."""
    yield from _packed(kind, terms)
    unions: dict[str, Holders] = {}
    _unite(unions, terms, sorted(terms), 0)
    yield from _packed(kind.upper(), unions)


def _unite(unions: dict[str, Holders], terms: Mapping[str, Holders], found: list[str], length: int) -> Holders:
    """Where any of the sorted terms stands, which begin alike for `length` letters; those of longer beginnings go to `unions`."""
    parts: dict[str, Holders] = {}
    for start, some in groupby(found, key=lambda term: term[: length + 1]):
        alike = list(some)
        if len(alike) <= _COMPLETIONS:
            parts |= {term: terms[term] for term in alike}
            continue
        longer = alike[1:] if alike[0] == start else alike
        beginning = {"": _unite(unions, terms, longer, length + 1), start: terms.get(start, {})}
        parts[start] = unions[start] = _united(beginning, beginning)
    return _united(parts, parts)
