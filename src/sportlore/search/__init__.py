"""Search: an index of words in the snapshot, and the queries that it answers.

One query, worked: "how high is a basketbal net", over all types.

1. `words` folds case and accents and takes plural endings off: how, high, is, a, basketbal, net. Filler words ("how", "is",
   "a") do not count, which leaves high, basketbal and net.
2. For each word the index has the entities with it in the name, in a keyword, in the description and elsewhere, as bitmaps: bit n
   stands for entity n. "basketbal" is unknown, so the known words within two edits take its place, with lower scores:
   basketball. "net" is the last word and may be unfinished, so that words which begin with it (netball, network) count too.
3. Each place of a word adds a power of two: 32 for the name, 16 for a keyword, 4 for the description, 1 elsewhere. One whose
   whole name or keyword stands in the query gains more by it, and one whose name is the query comes first of all.
4. Entities that have all words are the candidates; where none has, those that have any of them.
5. The sums are kept bit-sliced (`bitmaps`), and the best candidates are read from the highest bit down. Entities are numbered by
   how well connected they are, then by id: of equal scores the lower number leads, on every machine.
"""

from sportlore.search.index import Document, Indexer, Terms, entries, ranked, terms_of
from sportlore.search.query import Hits, Searcher
from sportlore.search.words import FILLER, singular, words

__all__ = [
    "FILLER",
    "Document",
    "Hits",
    "Indexer",
    "Searcher",
    "Terms",
    "entries",
    "ranked",
    "singular",
    "terms_of",
    "words",
]
