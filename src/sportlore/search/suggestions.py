"""Suggestions while somebody types: the names, keywords and typed phrases that begin with what stands there so far.

All texts make a tree by their beginnings, in folded form. A node is kept under the longest beginning that its texts share: with
few texts it has all of them and no nodes below; with many it has those that come first, and the nodes below have them all.
So one lookup answers a short beginning, and a few a long one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from sportlore.index.store import IndexStore
from sportlore.model import fold
from sportlore.search.document import Document
from sportlore.search.keys import COMPLETED

MOST = 8
"""Suggestions for one beginning."""
_MOST_NAMES = 5
"""Of these names and keywords, where phrases could stand in their stead."""
_FEW = 24
"""This number of texts has no nodes below theirs."""
_LONGEST = 48
"""Characters of the longest beginning that is told apart."""


class Suggestion(NamedTuple):
    """A text, what it stands for ("sport", or the name of an entity for what people type), and the path of its page.

    What people type has no page: it is searched for.
    """

    text: str
    note: str
    path: str


class _Text(NamedTuple):
    """A text in folded form, by which it is sorted, and its rank among others: names, keywords, phrases, phrases of one word."""

    folded: str
    rank: tuple[int, int, int]
    suggestion: Suggestion


_NODE = msgspec.msgpack.Decoder(list[Suggestion])


class Completions:
    """Makes the tree of documents, or one after the other: then letters keep their nodes whose texts are as before."""

    def __init__(self) -> None:
        self._texts: dict[str, tuple[int, Document, tuple[_Text, ...]]] = {}
        self._nodes: dict[str, tuple[list[_Text], list[tuple[bytes, bytes]]]] = {}

    def entries(
        self, documents: Iterable[Document], types: Mapping[str, tuple[str, str]]
    ) -> Iterator[tuple[bytes, bytes]]:
        """The keys and values of ranked documents; `types` says what one of each type is called, and its route."""
        before, self._texts = self._texts, {}
        letters: dict[str, list[_Text]] = defaultdict(list)
        for number, document in enumerate(documents):
            known = before.get(document.id)
            if known is None or known[:2] != (number, document):
                known = (number, document, tuple(_texts(number, document, types)))
            self._texts[document.id] = known
            for text in known[2]:
                letters[text.folded[:1]].append(text)
        letters.pop("", None)
        for letter in self._nodes.keys() - letters.keys():
            del self._nodes[letter]
        for letter, texts in sorted(letters.items()):
            if letter not in self._nodes or self._nodes[letter][0] != texts:
                first: dict[str, _Text] = {}
                for text in sorted(texts):
                    first.setdefault(text.folded, text)
                self._nodes[letter] = texts, list(_nodes(list(first.values())))
            yield from self._nodes[letter][1]


def _texts(number: int, document: Document, types: Mapping[str, tuple[str, str]]) -> Iterator[_Text]:
    singular, route = types.get(document.type, (document.type, ""))
    path = document.page or f"{route}/{document.id.partition('/')[2]}"
    yield _Text(_folded(document.name), (0, number, 0), Suggestion(document.name, singular, path))
    for other in (*document.keywords, *document.names):
        yield _Text(_folded(other), (1, number, 0), Suggestion(other, document.name, path))
    for typed in document.searches:
        yield _Text(
            _folded(typed), (2 if " " in typed else 3, number, len(typed)), Suggestion(typed, document.name, "")
        )


def _nodes(texts: Sequence[_Text]) -> Iterator[tuple[bytes, bytes]]:
    """The nodes of sorted texts that begin with the same letter at least, and those below."""
    start = _common(texts[0].folded, texts[-1].folded)
    few = len(texts) <= _FEW or len(start) == _LONGEST
    ranked = sorted(texts, key=lambda text: (text.folded != start, text.rank))
    names = [text.suggestion for text in ranked if text.suggestion.path]
    phrases = _in_turns([text.suggestion for text in ranked if not text.suggestion.path])
    kept = (*names, *phrases) if few else (*names[:MOST], *phrases[:MOST])
    yield COMPLETED + start.encode(), msgspec.msgpack.encode(kept)
    first = 0
    while first < len(texts) and not few:
        letters = texts[first].folded[: len(start) + 1]
        end = _end(texts, first, letters)
        if len(letters) > len(start):  # the text that is the beginning itself stands in this node
            yield from _nodes(texts[first:end])
        first = end


def _in_turns(phrases: Sequence[Suggestion]) -> list[Suggestion]:
    """Phrases with the first of each entity before the others."""
    first = {phrase.note: phrase for phrase in reversed(phrases)}
    return [
        *(phrase for phrase in phrases if first[phrase.note] is phrase),
        *(p for p in phrases if first[p.note] is not p),
    ]


def _common(first: str, last: str) -> str:
    """What two texts begin with: ("tennis", "tent") -> "ten"."""
    length = next((n for n, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    return first[: min(length, _LONGEST)]


def _end(texts: Sequence[_Text], first: int, letters: str) -> int:
    """Where the texts end that begin with these letters."""
    low, high = first, len(texts)
    while low < high:
        middle = (low + high) // 2
        if texts[middle].folded.startswith(letters):
            low = middle + 1
        else:
            high = middle
    return low


def suggestions(store: IndexStore, text: str) -> list[Suggestion]:
    """What completes a text: names and keywords, first those of the best connected entities, then phrases alike.

    suggestions(store, "badm") -> [Suggestion("Badminton", "sport", "/sports/badminton"), …]
    """
    typed = _folded(text) + (" " if text[-1:].isspace() else "")
    if not typed.strip():
        return []
    node = next(store.values_from(COMPLETED + typed[:_LONGEST].encode()), None)
    shorter = (typed[:length] for length in range(min(len(typed), _LONGEST) - 1, 0, -1))
    node = node or next((value for start in shorter if (value := store.value(COMPLETED + start.encode()))), None)
    known = [] if node is None else [item for item in _NODE.decode(node) if _folded(item.text).startswith(typed)]
    names, phrases = [item for item in known if item.path], [item for item in known if not item.path]
    kept = max(_MOST_NAMES, MOST - len(phrases))
    return [*names[:kept], *phrases][:MOST]


def _folded(text: str) -> str:
    return " ".join(fold(text).split())
