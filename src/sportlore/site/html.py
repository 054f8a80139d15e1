"""From a page to its HTML: the templates, compiled once, with everything escaped that is not a template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from sportlore.contract.headers import HTML, alternate
from sportlore.contract.operations import ROOT, SEARCH, TYPE_LIST
from sportlore.contract.record import Resource, digest
from sportlore.memo import Memo
from sportlore.model import About
from sportlore.publication import Publication
from sportlore.site.mathematics import mathematics
from sportlore.site.page import CALCULATORS, HOME, Page, Planned, Ref, capital, first_sentence

TEMPLATES = Path(__file__).parent / "templates"
LICENCES: Mapping[str, tuple[str, str]] = {
    "CC-BY-4.0": ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
}


class Shell(Struct, frozen=True, dict=True):
    """What is the same around every page."""

    about: About
    site_url: str
    navigation: tuple[Ref, ...]
    licence: tuple[str, str]
    static: Mapping[str, str]
    """Paths of the static files by name."""

    @cached_property
    def version(self) -> bytes:
        """A digest of all of it."""
        return digest(self)


def shell(publication: Publication, static: Mapping[str, Resource]) -> Shell:
    """The frame of a publication's pages."""
    types = publication.vocabulary.types.values()
    listed = tuple(Ref(described.navigation, described.route_base) for described in types if described.navigation)
    return Shell(
        about=publication.about,
        site_url=publication.addresses.site_url,
        navigation=(*listed, CALCULATORS),
        licence=licence(publication.about.licence),
        static={name: file.path for name, file in static.items()},
    )


def licence(identifier: str) -> tuple[str, str]:
    """Name and address of a licence by its SPDX identifier."""
    return LICENCES.get(identifier, (identifier, f"https://spdx.org/licenses/{identifier}.html"))


@cache
def environment() -> Environment:
    """The templates: autoescaped, and with an error for every name that a page lacks."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.filters |= {
        "capital": capital,
        "first_sentence": first_sentence,
        "island": island,
        "mathematics": mathematics,
        "stopped": stopped,
    }
    templates.globals |= {"ROOT": ROOT, "SEARCH": SEARCH, "TYPE_LIST": TYPE_LIST}
    templates.tests["linkable"] = linkable
    return templates


def rendered(page: Page, around: Shell) -> str:
    """The HTML of a page."""
    trail = (HOME, *page.trail) if page.path != HOME.path else ()
    here = Ref(page.title.partition(" · ")[0], page.path)
    names = [(ref.name, f"{around.site_url}{ref.path}") for ref in (*trail, here)]
    breadcrumbs = island(_breadcrumbs(names)) if page.trail and page.indexed else None
    template = environment().get_template(page.template)
    return template.render(page=page, view=page.view, shell=around, trail=trail, breadcrumbs=breadcrumbs)


def _breadcrumbs(trail: Sequence[tuple[str, str]]) -> dict[str, object]:
    """The pages above a page in Schema.org's terms, by name and address."""
    items = [{"@type": "ListItem", "position": i, "name": n, "item": url} for i, (n, url) in enumerate(trail, 1)]
    return {"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items}


class Listing(NamedTuple):
    """What the sitemap says of a page."""

    indexed: bool
    images: tuple[str, ...]
    modified: str | None


def page_resource(planned: Planned, around: Shell, memo: Memo) -> tuple[Resource, Listing]:
    """A page as it is served, with a link to the answers of the interface that say the same; and how it is listed.

    It is made once, and only if something that it states has changed.
    """
    make = cache(planned.make)

    def described() -> tuple[bytes, tuple[str, ...], Listing]:
        page = make()
        return digest(page), page.api, Listing(page.indexed, page.images, page.modified)

    def render() -> bytes:
        return rendered(make(), around).encode()

    of_page, api, listing = memo.result(planned.path, described)
    links = tuple(alternate(path, "application/json") for path in api)
    return Resource(planned.path, HTML, render, digest(of_page, around.version), links), listing


def island(value: object) -> Markup:
    """A value as JSON inside a script element or as a part of a script, whose end no text can reach."""
    text = msgspec.json.encode(value).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def linkable(address: str | None) -> bool:
    """Whether an address of the bibliography may become a link: no `javascript:`."""
    return address is not None and address.startswith(("https://", "http://"))


def stopped(text: str) -> str:
    """One full stop at the end: "Haskell WL, et al." stays, "FIFA" -> "FIFA."."""
    return text if text.endswith((".", "?", "!")) else f"{text}."
