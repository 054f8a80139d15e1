"""Search: the words of a query against names, keywords and descriptions, on an index of Tantivy.

The index holds words as `words` folds them (case, accents, plurals), so that the index and the query agree. Queries are
built from query objects and never parsed, so that no text of a user can be misread. Scores are constants of the tier in
which a word matched, hence the order is the same on every machine; ties fall to the order of ids, which is the order in
which documents stand in the one segment of the index.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import tantivy
from msgspec import Struct
from tantivy import Occur, Query

from sportlore.model import fold

FILLER = frozenset(
    "a about an and are at be between by can could define definition did difference do does explain for from has have how "
    "i in is it its long many me mean meaning much my of often on or should tell that the there this to was we were what "
    "when where which who whose why with would you your".split()
)
"""Words of a question that do not count, unless nothing else is left."""

_FIELDS: Mapping[str, float] = {"name": 12.0, "keywords": 6.0, "description": 1.0, "text": 0.4}
"""The fields that hold words, with the score of a word found there."""

_EXACT_NAME = 1000.0
_EXACT_KEYWORD = 300.0
_SLIPPED_NAME = 100.0
_STARTED_NAME = 30.0
_PREFIX = 0.6
_TYPO = {1: 0.25, 2: 0.1}
_PROMINENT = 10_000

_HEAP = 800_000_000
"""Bytes that the writer may fill before it begins another segment: enough for 150,000 entities, and taken only as needed."""


class Document(Struct, frozen=True):
    """What the index knows of an entity."""

    id: str
    type: str
    name: str
    keywords: tuple[str, ...]
    description: str
    text: str = ""
    """What else the entity states: facts and sections."""
    neighbours: int = 0
    """How well connected it is; among equal matches the better connected one leads."""


class Hits(Struct, frozen=True):
    """A page of ids, best first, and how many entities match in all."""

    ids: tuple[str, ...]
    total: int


def words(text: str) -> list[str]:
    """The words of a text as index and query know them: "Players’ Press-Ups" -> ["player", "press", "up"]."""
    return [singular(word) for word in re.findall(r"[a-z0-9]+", fold(text).replace("’", "'").replace("'s", ""))]


def _with_compounds(text: str) -> str:
    """The words to index: hyphenated ones also as one word, so that "pressups" finds "press-up"."""
    compounds = [singular(fold(match).replace("-", "")) for match in re.findall(r"\w+(?:-\w+)+", text)]
    return " ".join([*words(text), *compounds])


def singular(word: str) -> str:
    """The word without a plural ending: "bodies" -> "body", "passes" -> "pass", "crosses" -> "cross", "tennis" stays."""
    if len(word) <= 2 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("type", tokenizer_name="raw")
    builder.add_text_field("exact_name", tokenizer_name="raw")
    builder.add_text_field("exact_keyword", tokenizer_name="raw")
    builder.add_float_field("prominence", fast=True)
    for field in _FIELDS:
        builder.add_text_field(field, tokenizer_name="whitespace")
    return builder.build()


def build(folder: Path, documents: Iterable[Document]) -> None:
    """Write the index of these documents, which come in order of id, into a new folder."""
    folder.mkdir(parents=True)
    index = tantivy.Index(_schema(), path=str(folder))
    # One thread: documents keep the order in which they were added, and equal scores that of their ids.
    writer = index.writer(heap_size=_HEAP, num_threads=1)
    for document in documents:
        entry = tantivy.Document()
        entry.add_text("id", document.id)
        entry.add_text("type", document.type)
        entry.add_text("exact_name", " ".join(words(document.name)))
        for keyword in document.keywords:
            entry.add_text("exact_keyword", " ".join(words(keyword)))
        entry.add_float("prominence", min(document.neighbours, 1000) / _PROMINENT)
        entry.add_text("name", _with_compounds(document.name))
        entry.add_text("keywords", " ".join(map(_with_compounds, document.keywords)))
        entry.add_text("description", _with_compounds(document.description))
        entry.add_text("text", _with_compounds(document.text))
        writer.add_document(entry)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    segments = index.searcher().num_segments
    if segments > 1:
        raise RuntimeError(f"the search index has {segments} segments; ties would not fall to the order of ids")


class Searcher:
    """An open index."""

    def __init__(self, folder: Path) -> None:
        self._schema = _schema()
        self._index = tantivy.Index(self._schema, path=str(folder), reuse=True)
        self._searcher = self._index.searcher()

    def search(self, text: str, type: str | None, offset: int, limit: int) -> Hits:
        """The ids that match `text`, within a type if one is given: all words, or else the best partial matches.

        Slips of the pen are forgiven first in words that the catalogue does not know, and in all words only when nothing
        matches otherwise.
        """
        found = words(text)
        asked = [word for word in found if word not in FILLER] or found
        if not asked:
            return Hits((), 0)
        phrases = list(dict.fromkeys((" ".join(found), " ".join(asked))))
        unfinished = asked[-1] if text[-1:].isalnum() and asked[-1] == found[-1] else None
        unknown = {word for word in asked if not self._known(word)}
        strict = [self._word(word, word == unfinished, word in unknown) for word in asked]
        hits = self._run(self._query(strict, Occur.Must, phrases, bool(unknown)), type, offset, limit)
        if hits.total:
            return hits
        lenient = [self._word(word, word == unfinished, True) for word in asked]
        hits = self._run(self._query(lenient, Occur.Must, phrases, True), type, offset, limit)
        if hits.total or len(asked) == 1:
            return hits
        return self._run(self._query(lenient, Occur.Should, phrases, True), type, offset, limit)

    def _known(self, word: str) -> bool:
        return any(self._searcher.doc_freq(field, word) for field in _FIELDS)

    def _run(self, query: Query, type: str | None, offset: int, limit: int) -> Hits:
        if type is not None:
            of_type = Query.const_score_query(Query.term_query(self._schema, "type", type), 0.0)
            query = Query.boolean_query([(Occur.Must, query), (Occur.Must, of_type)])
        result = self._searcher.search(query, limit=limit, offset=offset, count=True, weight_by_field="prominence")
        ids = tuple(str(self._searcher.doc(address).get_first("id")) for _, address in result.hits)
        return Hits(ids, int(result.count or 0))  # type: ignore[attr-defined]  # tantivy's stubs do not know it

    def _query(self, clauses: Sequence[Query], occur: Occur, phrases: Sequence[str], slipped: bool) -> Query:
        """The words' clauses, and a lead for an entity whose whole name or keyword the query is, or begins."""
        matched = Query.boolean_query([(occur, clause) for clause in clauses])
        leads = [(Occur.Should, lead) for phrase in phrases for lead in self._leads(phrase, slipped)]
        return Query.boolean_query([(Occur.Must, matched), *leads])

    def _leads(self, phrase: str, slipped: bool) -> Iterator[Query]:
        def scored(query: Query, score: float) -> Query:
            return Query.const_score_query(query, score)

        yield scored(Query.term_query(self._schema, "exact_name", phrase), _EXACT_NAME)
        yield scored(Query.term_query(self._schema, "exact_keyword", phrase), _EXACT_KEYWORD)
        yield scored(self._prefix("exact_name", phrase), _STARTED_NAME)
        for distance in _slips(phrase) if slipped else ():
            yield scored(
                Query.fuzzy_term_query(self._schema, "exact_name", phrase, distance=distance), _SLIPPED_NAME / distance
            )

    def _word(self, word: str, unfinished: bool, slipped: bool) -> Query:
        """One word: the best of its tiers (exact, unfinished, one slip, two slips) in the best of the fields."""

        def tier(make: Callable[[str], Query], factor: float) -> list[Query]:
            return [Query.const_score_query(make(field), weight * factor) for field, weight in _FIELDS.items()]

        tiers = tier(lambda field: Query.term_query(self._schema, field, word), 1.0)
        if unfinished:
            tiers += tier(lambda field: self._prefix(field, word), _PREFIX)
        for distance in _slips(word) if slipped else ():
            tiers += tier(self._fuzzy(word, distance), _TYPO[distance])
        return Query.disjunction_max_query(tiers)

    def _prefix(self, field: str, start: str) -> Query:
        """Terms that begin so: a fuzzy query without slips, as compiling a regular expression costs more than the search."""
        return Query.fuzzy_term_query(self._schema, field, start, distance=0, prefix=True)

    def _fuzzy(self, word: str, distance: int) -> Callable[[str], Query]:
        return lambda field: Query.fuzzy_term_query(self._schema, field, word, distance=distance)


def _slips(word: str) -> range:
    """How many slips of the pen are forgiven: none to 3 letters, one to 7, two beyond."""
    return range(1, 1 + (0 if len(word) < 4 else 1 if len(word) <= 7 else 2))
