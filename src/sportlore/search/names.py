"""Whom somebody may mean by a name at which nothing is: those that are called so, then what a search finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sportlore.contract.record import Buffer
from sportlore.search.document import Document
from sportlore.search.keys import NAMES
from sportlore.search.words import words

if TYPE_CHECKING:
    from sportlore.search.query import Searcher

_MOST_CALLED, _MOST = 8, 5
"""The most entities that may be called by a name, and the most that are named."""


class Meant(NamedTuple):
    """An entity that may be meant; it is `certain` where it is called so, or its name has all the words."""

    type: str
    slug: str
    name: str
    certain: bool


_NAME = msgspec.msgpack.Decoder(tuple[str, str])


def name_entries(documents: Sequence[Document]) -> Iterator[tuple[bytes, bytes]]:
    """The id and the name of each document that is an entity, by its number."""
    for number, document in enumerate(documents):
        if not document.page:
            yield NAMES + str(number).encode(), msgspec.msgpack.encode((document.id, document.name))


class NameIndex:
    """The names of an open index; `value` reads its store."""

    def __init__(self, searcher: Searcher, value: Callable[[bytes], Buffer | None]) -> None:
        self._searcher = searcher
        self._value = value

    def called(self, text: str, types: Sequence[str] = ()) -> list[Meant]:
        """The entities, of some types if any are given, that are called so, by name and then by keyword.

        called("soccer") -> [Meant("sport", "football", "Football", True)]
        """
        named, keyed = self._searcher.called(" ".join(words(text.replace("-", " "))), _MOST_CALLED)
        meant = (self._named(number, True, ()) for number in dict.fromkeys((*named, *keyed)))
        return [item for item in meant if not types or item.type in types]

    def meant(self, text: str, types: Sequence[str] = ()) -> list[Meant]:
        """The entities, of some types if any are given, that a name or slug may mean, the likeliest first.

        meant("soccer") -> [Meant("sport", "football", "Football", True), …]
        """
        asked = words(text.replace("-", " "))
        if not asked:
            return []
        named, keyed = self._searcher.called(" ".join(asked), _MOST_CALLED)
        ranked = [
            number
            for type in types or (None,)
            for number in self._searcher.search(" ".join(asked), type, 0, _MOST).numbers
        ]
        known = (self._named(number, number in named or number in keyed, asked) for number in (*named, *keyed, *ranked))
        of_types = {(item.type, item.slug): item for item in known if not types or item.type in types}
        return sorted(of_types.values(), key=lambda item: not item.certain)[:_MOST]

    def _named(self, number: int, called: bool, asked: Sequence[str]) -> Meant:
        entry = self._value(NAMES + str(number).encode())
        if entry is None:
            raise LookupError(f"no name of document {number}, which the index has")
        id, name = _NAME.decode(entry)
        type, _, slug = id.partition("/")
        return Meant(type, slug, name, called or set(asked) <= set(words(name)))
