"""What the index knows of a document, and the terms by which that is found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from sys import intern
from typing import NamedTuple
from zlib import crc32

from msgspec import Struct

from sportlore.search.languages import FUNCTION_WORDS
from sportlore.search.words import FILLER, family, words, words_and_compounds

OTHER_LANGUAGE, SEARCH = "other language", "search"
FIELDS = ("name", "keyword", "type", OTHER_LANGUAGE, SEARCH, "definition", "description", "link", "fact", "text")
"""The fields of a document in which a word can stand. The first four are what documents are called by."""
_UNCOUNTED = FILLER | FUNCTION_WORDS
_END = re.compile(r"[.;:()]")
"""Where words before and behind do not stand side by side."""


class Document(Struct, frozen=True):
    """What the index knows of an entity, or of something else that has a page.

    `names` are those in other languages, `searches` what people type for it, `wordings` what else it is asked for by as a whole,
    `types` the words for its type, `links` the names of what it links to, `facts` their labels and values.
    """

    id: str
    type: str
    name: str
    keywords: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    searches: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()
    description: str = ""
    types: str = ""
    links: str = ""
    facts: str = ""
    text: str = ""
    """What else it states: sections, evidence."""
    linked: tuple[str, ...] = ()
    """The ids of the documents that it is linked with, in either direction."""
    sports: tuple[str, ...] = ()
    """The ids of the sports that it belongs to."""
    page: str = ""
    """The path of its page, if it is no entity: those are found on pages and not by the interface."""


def ranked(documents: Iterable[Document]) -> list[Document]:
    """The documents in the order of their numbers: entities first."""
    return sorted(documents, key=lambda document: (bool(document.page), -len(document.linked), document.id))


ByField = tuple[tuple[str, ...], ...]
"""The terms of a document in each field, each once."""


class Terms(NamedTuple):
    """What a document is found by: its words and their families in each of the FIELDS; name, keywords and searches as phrases.

    A name without what stands in brackets behind it is a keyword: "Offside (football)" is found as offside.
    """

    words: ByField
    families: ByField
    phrases: ByField
    loose_phrases: ByField
    first_word: ByField
    pairs: ByField
    wordings: ByField
    """The families of each of its wordings: its name, keywords, names in other languages, further wordings, searches."""
    searches: ByField
    neighbours: ByField
    """The families that stand side by side in its texts, as `neighbours` has them."""
    sports: ByField
    length: int
    """How many families its name has among the words that count."""

    @property
    def by_prefix(self) -> tuple[ByField, ...]:
        """The terms of each prefix of the index, in the order in which the indexer has them."""
        phrases, pairs = (self.phrases, self.loose_phrases), (self.pairs, self.neighbours)
        return self.words, self.families, *phrases, self.first_word, *pairs, self.wordings, self.searches, self.sports


def terms_of(document: Document) -> Terms:
    """The terms of a document."""
    texts = {
        "name": words_and_compounds(document.name),
        "keyword": [word for keyword in document.keywords for word in words_and_compounds(keyword)],
        "type": words(document.types),
        OTHER_LANGUAGE: [word for name in document.names for word in words_and_compounds(name)],
        SEARCH: [word for search in document.searches for word in words_and_compounds(search)],
        "definition": words_and_compounds(_definition(document)),
        "description": words_and_compounds(document.description),
        "link": words(document.links),
        "fact": words_and_compounds(document.facts),
        "text": words_and_compounds(document.text),
    }
    by_field = tuple(_once(texts[field]) for field in FIELDS)
    name = words(document.name)
    bare = document.name.partition(" (")[0]
    called = (*document.keywords, *document.names, *([bare] if bare != document.name else ()))
    keywords = [words(keyword) for keyword in called]
    asked = [words(wording) for wording in document.wordings]
    typed = [words(search) for search in document.searches]
    searches = [_once(map(family, counted(search))) for search in typed]
    return Terms(
        words=by_field,
        # The words for a type count as they are: a player is no play.
        families=tuple(
            () if field == "type" else _once(map(family, terms)) for field, terms in zip(FIELDS, by_field, strict=True)
        ),
        phrases=((" ".join(name),), _once(map(" ".join, keywords))),
        loose_phrases=((families(name),), _once(map(families, keywords))),
        first_word=((name[0] if name else "",),),
        pairs=(_once(pair(*two) for search in searches for two in combinations(search, 2)),),
        wordings=(*(_once(map(family, counted(wording))) for wording in (name, *keywords, *asked)), *searches),
        searches=(_once(map(" ".join, typed)),),
        neighbours=(
            _once(
                neighbours(*two)
                for text in (name, *keywords, *map(words, _sentences(document)))
                for two in pairwise(map(family, counted(text)))
            ),
        ),
        sports=(document.sports,),
        length=len(set(map(family, counted(name)))),
    )


def _once(terms: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(intern, terms)))


def families(phrase: Iterable[str]) -> str:
    """The families of the words of a phrase, in their order: ["boxing", "glove"] -> "box glove"."""
    return " ".join(map(family, phrase))


def pair(first: str, second: str) -> str:
    """Two families that stand together, in whichever order: "run", "pain" -> "pain run"."""
    return " ".join(sorted((first, second)))


def neighbours(first: str, second: str) -> str:
    """Two families that stand side by side, in this order, as one of 65,536 names: "box", "kick" -> "e412".

    All pairs by their words would be most of the terms of an index. So one document in 400 or so is taken to have a pair that it
    has not.
    """
    return f"{crc32(f'{first} {second}'.encode()) & 0xFFFF:04x}"


def counted(phrase: Sequence[str]) -> list[str]:
    """The words of a phrase that count: all but filler and function words, unless there are no others."""
    return [word for word in phrase if word not in _UNCOUNTED] or list(phrase)


def _sentences(document: Document) -> Iterator[str]:
    """The parts of sentences of its texts, beside what it is called and what people type for it."""
    for text in (document.description, document.facts, document.text):
        yield from _END.split(text)


def _definition(document: Document) -> str:
    """The first sentence of the description, which says what the thing is."""
    return document.description.partition(". ")[0]
