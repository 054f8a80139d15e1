"""Search: an index of words in the snapshot, and the queries that it answers.

One query, worked: "how high is a badmiton net", over all types. docs/search.md has the scores.

1. `words` folds case, accents and spellings: how, high, is, a, badmiton, net. Filler words ("how", "is", "a") do not count.
2. For each word the index has the documents with it in each field (name, keyword, …), as bitmaps: bit n stands for document
   n. "badmiton" is unknown, so the nearest known word takes its place: badminton. "net" is the last word and may be
   unfinished, so that words which begin with it count too.
3. A word adds to the score of a document once, by the best field in which it stands, times its rarity (`matching`); a name or
   keyword that stands whole in the query adds to it, and one that is the query comes first of all (`query`).
4. The candidates have words of nearly half of the weight of the query, or a name or keyword that stands in it.
5. The sums are kept bit-sliced (`bitmaps`), and the best candidates are read from the highest bit down. Documents are numbered by
   how well connected they are, then by id: of equal scores the lower number leads, on every machine.
"""

from sportlore.search.document import Document, Terms, ranked, terms_of
from sportlore.search.indexer import Indexer, Other, entries
from sportlore.search.marks import NOTHING, HighlightTerms, Marked, best, marked
from sportlore.search.names import Meant, NameIndex
from sportlore.search.query import Searcher
from sportlore.search.results import Hits, Share
from sportlore.search.suggestions import Completions, Suggestion, suggestions
from sportlore.search.words import FILLER, family, singular, words

__all__ = [
    "FILLER",
    "NOTHING",
    "Completions",
    "Document",
    "HighlightTerms",
    "Hits",
    "Indexer",
    "Marked",
    "Meant",
    "NameIndex",
    "Other",
    "Searcher",
    "Share",
    "Suggestion",
    "Terms",
    "best",
    "entries",
    "family",
    "marked",
    "ranked",
    "singular",
    "suggestions",
    "terms_of",
    "words",
]
