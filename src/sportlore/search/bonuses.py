"""What documents gain beside what the words of a query add: by whole names and keywords, and by words that stand together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple, TypeVar

from sportlore.search.bitmaps import add, equal, intersection, union
from sportlore.search.document import neighbours
from sportlore.search.index import FIRST, LOOSE_PHRASE, NEIGHBOURS, PHRASE
from sportlore.search.matching import Index, Match, Scored, joined
from sportlore.search.words import family

_WHOLE_NAME = 5
"""What each word of a name adds, times its rarity, if all words of the name stand in the query."""
_WHOLE_PHRASE = 4
"""What each word of a keyword adds, times its rarity, if the keyword stands in the query."""
_TOGETHER = 5
"""What two words of a query add, times the rarity of the less telling one, if they stand together in a search of the document."""
_BESIDE = 10
"""What two words side by side in the query add, times the rarity of the commoner one, if they stand so in a text."""
MOST_PAIRED = 8
"""Words of which pairs are looked up, 28 at most, and wordings."""
_BEGINNING = 6
"""What a name that begins with the only word of a query adds, times the rarity, as long as that may be unfinished."""
_LONGEST_PART = 4

T = TypeVar("T")


class Query(NamedTuple):
    """A text, read: its words, those that count, and these as the catalogue writes them."""

    words: Sequence[str]
    terms: list[str]
    typed: str
    """What was typed of the last word, if that may be unfinished, else ""."""
    read: list[str]


class Bonuses(NamedTuple):
    """What documents gain beside what the words add, and the sets that come before all others in ascending order: that of
    `more_than_type`, then those of `first`."""

    parts: tuple[Scored, ...]
    named: int
    """The documents of which the whole name stands in the query."""
    whole_names: tuple[Scored, ...]
    together: tuple[Scored, ...]
    beside: tuple[Scored, ...]
    begun: tuple[Scored, ...]
    more_than_type: tuple[Scored, ...]
    first: tuple[Scored, ...]

    @property
    def adding(self) -> tuple[Scored, ...]:
        """All that adds to the scores."""
        return *self.whole_names, *self.parts, *self.together, *self.beside, *self.begun


def bonuses_of(index: Index, query: Query, matches: Sequence[Match]) -> Bonuses:
    """What documents gain by the words of a query, which match so."""
    parts, named = _parts(index, matches)
    return Bonuses(
        tuple(parts),
        named,
        tuple(_whole_names(index, matches)),
        tuple(_together(index, matches)),
        tuple(_beside(index, matches)),
        _begun(index, query, matches),
        _more_than_type(matches),
        _first(index, query, matches),
    )


def stretches(words: Sequence[T]) -> Iterator[Sequence[T]]:
    """The parts of a query that may be a name or keyword: ["a", "b"] -> ["a"], ["b"], ["a", "b"]."""
    for length in range(1, min(_LONGEST_PART, len(words)) + 1):
        for start in range(len(words) - length + 1):
            yield words[start : start + length]


def _parts(index: Index, matches: Sequence[Match]) -> tuple[list[Scored], int]:
    """The documents of which a keyword stands in the query, with what that adds, and those of which the whole name does."""
    found: list[Scored] = []
    all_named = 0
    for part in stretches(matches):
        if len(part) == 1:
            named, keyed = part[0].whole_name, part[0].whole_keyword
        else:
            if not intersection(match.called for match in part):
                continue  # a phrase stands in what documents are called by, so that each of its words does
            named, keyed = index.phrase(LOOSE_PHRASE, " ".join([family(match.read_as) for match in part]))
        if keyed:
            found.append(Scored("whole keyword", _WHOLE_PHRASE * sum([match.rarity for match in part]), keyed))
        all_named |= named
    return found, all_named


def _whole_names(index: Index, matches: Sequence[Match]) -> list[Scored]:
    """What the words of a name add if all of them stand in the query, in any order."""
    lengths: list[int] = []
    for match in matches:
        add(lengths, 1, match.named)
    whole = equal(lengths, index.name_lengths, index.all)
    if not whole:
        return []
    named = ((match, match.named & whole) for match in matches)
    return [Scored("whole name", _WHOLE_NAME * match.rarity, members) for match, members in named if members]


def _together(index: Index, matches: Sequence[Match]) -> Iterator[Scored]:
    """The documents of which a search has two words of the query."""
    for one, other in combinations(matches[:MOST_PAIRED], 2):
        if one.searched & other.searched:
            documents = index.together(family(one.read_as), family(other.read_as))
            if documents:
                yield Scored("together", _TOGETHER * min(one.rarity, other.rarity), documents)


def _beside(index: Index, matches: Sequence[Match]) -> Iterator[Scored]:
    """The documents with two words of the query side by side in a text, as the query has them.

    What tells of a thing that has no page of its own has its words so, and others may have one of them here and one there.
    """
    for one, other in pairwise(matches[:MOST_PAIRED]):
        if both := one.holders & other.holders:
            name = neighbours(family(one.read_as), family(other.read_as))
            if documents := both & dict(index.rare_term(NEIGHBOURS, name)).get(0, 0):
                yield Scored("side by side", _BESIDE * min(one.rarity, other.rarity), documents)


def _begun(index: Index, query: Query, matches: Sequence[Match]) -> tuple[Scored, ...]:
    """What a name gains that begins with the only word, as long as it may be unfinished."""
    if len(matches) > 1 or not query.typed:
        return ()
    begun = joined([(0, index.union(FIRST, query.typed))])
    return (Scored("beginning of the name", _BEGINNING * matches[0].rarity, begun),)


def _more_than_type(matches: Sequence[Match]) -> tuple[Scored, ...]:
    """The documents that have another word than one for a type: "skills for goalkeepers" asks for no other skill."""
    others = union(match.holders for match in matches if not match.types)
    return (Scored("more than a type", 0, others),) if others and any(match.types for match in matches) else ()


def _first(index: Index, query: Query, matches: Sequence[Match]) -> tuple[Scored, ...]:
    """Four sets above all others: an exact name outweighs any sum of words, then an exact keyword, a corrected name, a search."""
    if query.read == query.terms and not intersection(match.called | match.searched for match in matches):
        return ()  # nothing is called by all of the words, or asked for by them
    asked, terms = " ".join(query.words), " ".join(query.terms)
    named, keyed = index.phrase(PHRASE, asked)
    searched = index.searched(asked) or 0
    if not (named or keyed or searched) and terms != asked:
        named, keyed = index.phrase(PHRASE, terms)
    read = [match.read_as for match in matches]
    guessed = index.phrase(PHRASE, " ".join(read))[0] if read != query.terms else 0
    return (
        Scored("exact search", 0, searched),
        Scored("corrected name", 0, guessed),
        Scored("exact keyword", 0, keyed),
        Scored("exact name", 0, named),
    )
