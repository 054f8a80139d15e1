"""How well searches find what people type: the judged sets, beside SQLite FTS5 and Tantivy over the same texts.

python -m benchmarks.relevance             the tuning set, by class
python -m benchmarks.relevance --held-back the other set: only before a release, so that nothing is tuned to it
"""

from __future__ import annotations

import argparse
import re
import sqlite3
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import tantivy
from msgspec import Struct

from benchmarks.machine import ROOT
from sportlore import search
from sportlore.derive import Documents, derive, foreign_words, typed_words
from sportlore.model import Vocabulary, fold
from sportlore.registry import read
from sportlore.search import FILLER, Document, Searcher

TUNING = ROOT / "tests" / "reference" / "searches.tsv"
HELD_BACK = ROOT / "tests" / "reference" / "held-back.tsv"
NOTHING = "none"
"""The class of the searches that should find nothing."""

Search = Callable[[str], Sequence[str]]
"""From what is typed to the ids found, best first, ten at least if there are as many."""

_FIELDS: Mapping[str, float] = {
    "name": 18,
    "keywords": 16,
    "searches": 14,
    "types": 13,
    "definition": 14,
    "description": 11,
    "facts": 11,
    "links": 9,
    "text": 6,
}
"""What a word counts for in each text, as near to the weights of sportlore.search as a peer can have it."""


class Judged(Struct, frozen=True):
    """What is typed, and the ids that answer it; any of them is a success."""

    group: str
    text: str
    ids: tuple[str, ...]


class Score(Struct, frozen=True):
    """Shares of some searches: with an answer first, among three, among ten; mean reciprocal rank; mean recall at ten."""

    searches: int
    first: float
    three: float
    ten: float
    reciprocal: float
    recall: float


class MemoryIndex:
    """The search index of a catalogue in memory."""

    def __init__(self, found: Iterable[Document], vocabulary: Vocabulary) -> None:
        ranked = search.ranked(found)
        self.ids = [document.id for document in ranked]
        self._entries = search.entries(ranked, typed_words(vocabulary), foreign_words(vocabulary))
        self._keys = sorted(self._entries)
        self.searcher = Searcher(self, sum(not document.page for document in ranked))

    def value(self, key: bytes) -> bytes | None:
        """What is at a key."""
        return self._entries.get(key)

    def values_from(self, start: bytes) -> Iterator[bytes]:
        """What is at the keys that begin so."""
        for position in range(bisect_left(self._keys, start), len(self._keys)):
            if not self._keys[position].startswith(start):
                return
            yield self._entries[self._keys[position]]

    def search(self, text: str) -> list[str]:
        """The first ten ids."""
        return [self.ids[number] for number in self.searcher.search(text, None, 0, 10).numbers]


def judged(path: Path) -> list[Judged]:
    """The judged searches of a file."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [Judged(group, text, tuple(ids.split())) for group, text, ids in (line.split("\t") for line in lines)]


def measure(find: Search, searches: Sequence[Judged]) -> Score:
    """How well an engine answers; of searches that should find nothing, the share that finds nothing stands everywhere."""
    ranks, recalls = [], []
    for one in searches:
        found = list(find(one.text))[:10]
        if one.group == NOTHING:
            ranks.append(0 if found else 1)
            recalls.append(float(not found))
            continue
        ranks.append(next((rank for rank, id in enumerate(found, 1) if id in one.ids), 0))
        recalls.append(len(set(found) & set(one.ids)) / min(10, len(one.ids)))

    def share(most: int) -> float:
        return sum(0 < rank <= most for rank in ranks) / len(searches)

    reciprocal = sum(1 / rank for rank in ranks if rank) / len(searches)
    return Score(len(searches), share(1), share(3), share(10), reciprocal, sum(recalls) / len(searches))


def by_class(find: Search, searches: Sequence[Judged]) -> dict[str, Score]:
    """The score of each class, and of all that should find something."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in searches:
        groups[one.group].append(one)
    whole = [one for one in searches if one.group != NOTHING]
    return {**{group: measure(find, members) for group, members in sorted(groups.items())}, "all": measure(find, whole)}


def texts(document: Document) -> dict[str, str]:
    """The texts of a document, folded, as the peers index them."""
    found = {
        "name": document.name,
        "keywords": ", ".join((*document.keywords, *document.names)),
        "searches": ", ".join(document.searches),
        "types": document.types,
        "definition": document.description.partition(". ")[0],
        "description": document.description,
        "facts": document.facts,
        "links": document.links,
        "text": document.text,
    }
    return {field: fold(text) for field, text in found.items()}


def asked(text: str) -> list[str]:
    """The words of a search without filler words, for the peers."""
    found = re.findall(r"[^\W_]+", fold(text))
    return [word for word in found if word not in FILLER] or found


class Fts5:
    """SQLite FTS5 with Porter's stemmer and weights; unknown words are corrected by trigrams."""

    def __init__(self, found: Iterable[Document]) -> None:
        self._db = sqlite3.connect(":memory:")
        columns = ", ".join(_FIELDS)
        self._db.execute(f"CREATE VIRTUAL TABLE d USING fts5(id UNINDEXED, {columns}, tokenize='porter unicode61')")
        self._db.execute("CREATE VIRTUAL TABLE v USING fts5vocab(d, row)")
        self._db.execute("CREATE VIRTUAL TABLE t USING fts5(word, tokenize='trigram')")
        words: set[str] = set()
        for document in found:
            row = texts(document)
            self._db.execute(
                f"INSERT INTO d VALUES ({', '.join('?' * (len(_FIELDS) + 1))})", (document.id, *row.values())
            )
            words |= {word for text in row.values() for word in re.findall(r"[^\W_]+", text)}
        self._db.executemany("INSERT INTO t VALUES (?)", [(word,) for word in sorted(words)])
        self._words = words

    def search(self, text: str) -> list[str]:
        """The first ten ids."""
        words = asked(text)
        terms = [f'"{word if word in self._words else self._nearest(word)}"' for word in words]
        if not terms:
            return []
        query = " OR ".join([*terms, f'"{words[-1]}"*'])
        weights = ", ".join(map(str, _FIELDS.values()))
        rows = self._db.execute(
            f"SELECT id FROM d WHERE d MATCH ? ORDER BY bm25(d, 0, {weights}), id LIMIT 10", (query,)
        )
        return [id for (id,) in rows]

    def _nearest(self, word: str) -> str:
        trigrams = [f'"{word[i : i + 3]}"' for i in range(len(word) - 2)]
        query = "SELECT word FROM t WHERE t MATCH ? ORDER BY bm25(t), word LIMIT 1"
        row = self._db.execute(query, (" OR ".join(trigrams),)).fetchone() if trigrams else None
        return str(row[0]) if row else word


class Tantivy:
    """Tantivy with stems and boosts; unknown words match within one or two edits."""

    def __init__(self, found: Iterable[Document]) -> None:
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw")
        for field in _FIELDS:
            builder.add_text_field(field, tokenizer_name="en_stem")
        self._index = tantivy.Index(builder.build())
        writer = self._index.writer(num_threads=1)
        self._words: set[str] = set()
        for document in found:
            row = texts(document)
            writer.add_document(tantivy.Document(id=document.id, **row))
            self._words |= {word for text in row.values() for word in re.findall(r"[^\W_]+", text)}
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def search(self, text: str) -> list[str]:
        """The first ten ids."""
        queries = [self._word(word) for word in asked(text)]
        if not queries:
            return []
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, one) for one in queries])
        searcher = self._index.searcher()
        return [str(searcher.doc(address)["id"][0]) for _, address in searcher.search(query, 10).hits]

    def _word(self, word: str) -> tantivy.Query:
        fields, boosts = list(_FIELDS), dict(_FIELDS)
        if word in self._words or len(word) < 4:
            return self._index.parse_query(f'"{word}"', fields, field_boosts=boosts)
        edits = 1 if len(word) < 8 else 2
        fuzzy = dict.fromkeys(fields, (True, edits, True))
        return self._index.parse_query(word, fields, field_boosts=boosts, fuzzy_fields=fuzzy)


def main() -> None:
    """Print the table of one set."""
    parser = argparse.ArgumentParser(prog="relevance", description=__doc__)
    parser.add_argument("--held-back", action="store_true", help="the set that nothing is tuned to")
    path = HELD_BACK if parser.parse_args().held_back else TUNING
    searches = judged(path)
    knowledge = derive(read(ROOT / "catalogue"))
    found = list(Documents(knowledge))
    entities = [document for document in found if not document.page]
    own = MemoryIndex(found, knowledge.graph.vocabulary)
    engines: dict[str, Search] = {
        "sportlore": own.search,
        "FTS5 and trigrams": Fts5(entities).search,
        "Tantivy": Tantivy(entities).search,
    }
    print(f"{len(searches)} searches ({path.name}); success at 1, 3 and 10, mean reciprocal rank, recall at 10, in %\n")
    print("| class | searches |" + "".join(f" {name} |" for name in engines))
    print("|---|---:|" + "---:|" * len(engines))
    tables = {name: by_class(find, searches) for name, find in engines.items()}
    for group, score in tables["sportlore"].items():
        cells = (_cell(table[group]) for table in tables.values())
        print(f"| {group} | {score.searches} | {' | '.join(cells)} |")


def _cell(score: Score) -> str:
    shares = (score.first, score.three, score.ten, score.reciprocal, score.recall)
    return " ".join(f"{100 * share:.0f}" for share in shares)


if __name__ == "__main__":
    main()
