"""What documents gain beside what the words of a query add: by whole names and keywords, and by words that stand together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple, TypeVar

from sportlore.index.bitmaps import add, equal, intersection, union
from sportlore.search.document import neighbours
from sportlore.search.keys import FIRST_WORD, LOOSE_PHRASE, NEIGHBOURS, PHRASE
from sportlore.search.matching import Match, OpenIndex, Scored, joined
from sportlore.search.words import family

_WHOLE_NAME = 5
"""What each word of a name adds, times its rarity, if the query has all words of the name."""
_WHOLE_PHRASE = 4
"""What each word of a keyword adds, times its rarity, if the query has the keyword."""
_TOGETHER = 5
"""What two words of a query add, times the lower rarity of the two, if one of the document's `searches` has both."""
_BESIDE = 10
"""What two words side by side in the query add, times the lower rarity of the two, if a text has them side by side too."""
MOST_PAIRED = 8
"""The first words of a query, of which pairs (28 at most) and wordings are looked up."""
_BEGINNING = 6
"""What a name that begins with the only word of a query adds, times the rarity, as long as that may be unfinished."""
_LONGEST_PART = 4
_MANY = "many"

T = TypeVar("T")


class Query(NamedTuple):
    """A text, read: its words, those that count, and these as the catalogue writes them."""

    words: Sequence[str]
    terms: list[str]
    typed: str
    """What was typed of the last word, if that may be unfinished, else ""."""
    read: list[str]
    is_foreign: bool
    """Whether it is in another language than English."""


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


def bonuses_of(index: OpenIndex, query: Query, matches: Sequence[Match]) -> Bonuses:
    """What documents gain by the words of a query, which match so."""
    parts, named = _parts(index, matches)
    return Bonuses(
        tuple(parts),
        named,
        tuple(_whole_names(index, matches)),
        tuple(_together(index, matches)),
        tuple(_beside(index, matches)),
        _begun(index, query, matches),
        _more_than_type(index, matches),
        _first(index, query, matches),
    )


def stretches(words: Sequence[T]) -> Iterator[Sequence[T]]:
    """The parts of a query that may be a name or keyword: ["a", "b"] -> ["a"], ["b"], ["a", "b"]."""
    for length in range(1, min(_LONGEST_PART, len(words)) + 1):
        for start in range(len(words) - length + 1):
            yield words[start : start + length]


def _parts(index: OpenIndex, matches: Sequence[Match]) -> tuple[list[Scored], int]:
    """The documents with a keyword in the query, each with its score, and the set of those whose whole name is in it."""
    keywords: list[Scored] = []
    all_named = 0
    for part in stretches(matches):
        if len(part) == 1:
            named, keyed = part[0].holders.whole_name, part[0].holders.whole_keyword
        else:
            if not intersection(match.holders.called for match in part):
                continue  # a phrase stands in what documents are called by, so that each of its words does
            named, keyed = index.phrase(LOOSE_PHRASE, " ".join([family(match.read_as) for match in part]))
        if keyed:
            keywords.append(Scored("whole keyword", _WHOLE_PHRASE * sum([match.rarity for match in part]), keyed))
        all_named |= named
    return keywords, all_named


def _whole_names(index: OpenIndex, matches: Sequence[Match]) -> list[Scored]:
    """What the words of a name add if all of them stand in the query, in any order."""
    lengths: list[int] = []
    for match in matches:
        add(lengths, 1, match.holders.named)
    complete = equal(lengths, index.name_lengths, index.all)
    if not complete:
        return []
    named = ((match, match.holders.named & complete) for match in matches)
    return [Scored("whole name", _WHOLE_NAME * match.rarity, members) for match, members in named if members]


def _together(index: OpenIndex, matches: Sequence[Match]) -> Iterator[Scored]:
    """The documents with one of `searches` that has two words of the query, in whichever order.

    Each pair counts by the rarity of its commoner word: what the rare one alone is worth, it has added already. Of rarities 20
    (knee) and 10 (pain), "knee pain" in a search adds 5 * 10.
    """
    for first, second in combinations(matches[:MOST_PAIRED], 2):
        if first.holders.searched & second.holders.searched:
            documents = index.together(family(first.read_as), family(second.read_as))
            if documents:
                yield Scored("together", _TOGETHER * min(first.rarity, second.rarity), documents)


def _beside(index: OpenIndex, matches: Sequence[Match]) -> Iterator[Scored]:
    """The documents with two words of the query side by side in a text, as the query has them.

    A text about a thing that has no page of its own has them so, while other documents have one word here and one there. As
    above, the rarity of the commoner word counts: of rarities 20 and 10 the pair adds 10 * 10.
    """
    for first, second in pairwise(matches[:MOST_PAIRED]):
        if both := first.holders.anywhere & second.holders.anywhere:
            name = neighbours(family(first.read_as), family(second.read_as))
            if documents := both & dict(index.rare_term(NEIGHBOURS, name)).get(0, 0):
                yield Scored("side by side", _BESIDE * min(first.rarity, second.rarity), documents)


def _begun(index: OpenIndex, query: Query, matches: Sequence[Match]) -> tuple[Scored, ...]:
    """What a name gains that begins with the only word, as long as it may be unfinished."""
    if len(matches) > 1 or not query.typed:
        return ()
    begun = joined([(0, index.union(FIRST_WORD, query.typed))])
    return (Scored("beginning of the name", _BEGINNING * matches[0].rarity, begun),)


def _more_than_type(index: OpenIndex, matches: Sequence[Match]) -> tuple[Scored, ...]:
    """The documents that have another word than one for a type: "skills for goalkeepers" asks for no other skill.

    The word for a type may be meant otherwise: "steeplechase how many barriers" asks for no barrier to exercise. So the "many" of
    "how many" is not enough where there is another word, and for what is of the type a mention in a section is not.
    """
    others = [match for match in matches if not match.holders.types]
    if len(others) == len(matches):
        return ()
    telling = [match for match in others if match.asked.word != _MANY] or others
    of_type = union(match.holders.types for match in matches)
    documents = union(match.holders.anywhere & ~of_type | index.outside_texts(match) & of_type for match in telling)
    return (Scored("more than a type", 0, documents),) if documents else ()


def _first(index: OpenIndex, query: Query, matches: Sequence[Match]) -> tuple[Scored, ...]:
    """Four sets above all others: an exact name outweighs any sum of words, then an exact keyword, a corrected name, a search."""
    if query.read == query.terms and not intersection(
        match.holders.called | match.holders.searched for match in matches
    ):
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
