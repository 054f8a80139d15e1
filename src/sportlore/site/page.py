"""A page before it is HTML, and the words that several pages share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from sportlore.contract import addresses
from sportlore.contract.addresses import calculator_path, page_path
from sportlore.model import Calculator, Entity
from sportlore.publication import Publication


class Ref(Struct, frozen=True):
    """A link to another page: `type_name` is that of its entity in the singular, `text` a sentence on it."""

    name: str
    path: str
    type_name: str = ""
    text: str = ""


class Page(Struct, frozen=True):
    """What a template shows.

    `title` is unique in the site; `trail` are the pages above it; `api` are the paths of the interface that say the
    same; `scripts` are names of static files. A page that is not `indexed` is left out of the sitemap.
    """

    path: str
    template: str
    title: str
    description: str
    view: object
    trail: tuple[Ref, ...] = ()
    api: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    indexed: bool = True
    images: tuple[str, ...] = ()
    """Paths of the pictures that the sitemap names."""
    modified: str | None = None
    """The day from which what it states is as it is, for the sitemap: "2026-11-01"."""
    preview: str | None = None
    """The path of the picture that is shown beside a link to the page."""


class Planned(NamedTuple):
    """A page that is made when it is asked for."""

    path: str
    make: Callable[[], Page]


HOME = Ref("Home", "/")
CALCULATORS = Ref("Calculators", addresses.CALCULATORS)


def ref(publication: Publication, entity: Entity) -> Ref:
    """The link to an entity: Ref("Tennis", "/sports/tennis", "sport", "A racket sport in which …")."""
    path = page_path(entity, publication.vocabulary)
    type_name = publication.vocabulary.types[entity.type].singular
    return Ref(entity.name, path, type_name, first_sentence(entity.description))


def refs(publication: Publication, entities: Iterable[Entity]) -> tuple[Ref, ...]:
    """The links to entities, in their order."""
    return tuple(ref(publication, entity) for entity in entities)


def type_ref(publication: Publication, type: str) -> Ref:
    """The link to the list of a type: Ref("Sports", "/sports", "sport", "An organised physical contest …")."""
    described = publication.vocabulary.types[type]
    name = described.navigation or capital(described.plural)
    return Ref(name, described.route_base, described.singular, described.definition)


def calculator_ref(calculator: Calculator) -> Ref:
    """The link to a calculator."""
    return Ref(calculator.title, calculator_path(calculator.slug), text=first_sentence(calculator.description))


def capital(text: str) -> str:
    """A capital at the start: "sports science" -> "Sports science"."""
    return text[:1].upper() + text[1:]


_SENTENCE = re.compile(r".*?(?<!\s[A-Z])(?<!\bSt)(?<!\bDr)(?<!\bNo)[.!?](?=\s+[A-Z“\"0-9]|$)", re.DOTALL)


@lru_cache(65_536)
def first_sentence(text: str) -> str:
    """Up to the first full stop before a capital, initials aside: "A sport. It is old." -> "A sport."."""
    match = _SENTENCE.match(text)
    return match[0] if match else text
