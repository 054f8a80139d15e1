"""What a search matched in each of its hits: the text that has most of its words, with these marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from sportlore.contract.record import Buffer
from sportlore.search import Asked, Marked, best
from sportlore.snapshot import Generation

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


def matched(snapshot: Generation, asked: Asked, items: Iterable[Buffer]) -> Iterator[tuple[Hit, Marked | None]]:
    """Items, which may have a comma after them, each with its best text; None where only unpublished phrases have the words."""
    for number, item in enumerate(items):
        hit = _HIT.decode(bytes(item).removesuffix(b","))
        whole = _sections(snapshot, hit) if number < _READ_WHOLE else iter(())
        links = (("relationships", link.name) for link in hit.relationships)
        yield hit, best(asked, _texts(hit, whole)) or best(asked, links)


def _texts(hit: Hit, further: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    yield "name", hit.name
    yield from (("keywords", keyword) for keyword in hit.keywords)
    yield "description", hit.description
    yield from (("facts", f"{fact.label}: {fact.text}") for fact in hit.facts)
    yield from further


def _sections(snapshot: Generation, hit: Hit) -> Iterator[tuple[str, str]]:
    for section in _WHOLE.decode(snapshot.body(hit.api_url) or b"{}").sections:
        yield from (("sections", text) for text in (section.title, section.text, *section.steps, *section.items))
