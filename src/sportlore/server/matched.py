"""What a search matched in each of its hits: the text that has most of its words, with these marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from sportlore.contract.composition import Items
from sportlore.search import HighlightTerms, Marked, Searcher, best
from sportlore.snapshot import Generation

_FIELDS: Mapping[str, str] = {
    "name": "name",
    "keyword": "keywords",
    "description": "description",
    "fact": "facts",
    "text": "sections",
    "link": "relationships",
}
"""The fields of the index whose texts an answer has, and what they are called there; of equal ones the first is shown."""
_READ_WHOLE = 5
"""Hits of a page, the first ones, of which sections are read too: they are in no list, and so a lookup each."""


class _Fact(Struct, frozen=True):
    label: str
    text: str


class _Section(Struct, frozen=True):
    title: str
    text: str = ""
    steps: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class _Link(Struct, frozen=True):
    name: str


class Hit(Struct, frozen=True, rename="camel"):
    """The texts of an entity in lists, and where it is."""

    type: str
    name: str
    url: str
    api_url: str
    description: str = ""
    keywords: tuple[str, ...] = ()
    facts: tuple[_Fact, ...] = ()
    relationships: tuple[_Link, ...] = ()


class _Whole(Struct, frozen=True):
    sections: tuple[_Section, ...] = ()


_HIT, _WHOLE = msgspec.json.Decoder(Hit), msgspec.json.Decoder(_Whole)


def matched(
    snapshot: Generation, searcher: Searcher, asked: HighlightTerms, numbers: Sequence[int], items: Items
) -> Iterator[tuple[Hit, Marked | None]]:
    """Items by their numbers, each with its best text.

    None where just phrases that nobody reads have the words. The index says in which fields these stand, so that few are read.
    """
    standing = searcher.standing(asked, numbers)
    for position, (item, weights) in enumerate(zip(items.each(), standing, strict=True)):
        hit = _HIT.decode(item)
        if position >= _READ_WHOLE:
            weights.pop("text", None)
        yield hit, _best(snapshot, asked, hit, weights)


def _best(snapshot: Generation, asked: HighlightTerms, hit: Hit, weights: Mapping[str, int]) -> Marked | None:
    """The text that has most of what was asked for; no text of a field can have more than the whole field."""
    leading: Marked | None = None
    for field in sorted(_FIELDS, key=lambda field: -weights.get(field, 0)):
        most = weights.get(field, 0)
        if leading is not None and leading.weight >= most:
            break
        if most or field in ("name", "description"):  # what an unfinished word begins stands nowhere by itself
            candidate = best(asked, _FIELDS[field], _texts(snapshot, hit, field))
            if candidate is not None and (leading is None or candidate.weight > leading.weight):
                leading = candidate
    return leading


def _texts(snapshot: Generation, hit: Hit, field: str) -> Iterable[str]:
    match field:
        case "name":
            return (hit.name,)
        case "keyword":
            return hit.keywords
        case "fact":
            return [f"{fact.label}: {fact.text}" for fact in hit.facts]
        case "link":
            return [link.name for link in hit.relationships]
        case "text":
            sections = _WHOLE.decode(snapshot.body(hit.api_url) or b"{}").sections
            return [text for part in sections for text in (part.title, part.text, *part.steps, *part.items)]
        case _:
            return (hit.description,)
