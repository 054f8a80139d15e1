"""The one table of the site's pages, and the files beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from sportlore.contract.record import Resource, resource
from sportlore.memo import Forgetful
from sportlore.publication import Publication
from sportlore.site.assets import assets
from sportlore.site.calculators import calculator_list, calculator_pages, scripts
from sportlore.site.drawings import drawing_list
from sportlore.site.entity import entity_pages
from sportlore.site.files import named_files, sitemap
from sportlore.site.html import Listing, page_resource, rendered, shell
from sportlore.site.lessons import lesson_pages
from sportlore.site.lists import type_lists
from sportlore.site.overviews import (
    Sample,
    about,
    compare_frame,
    home,
    search,
    search_frame,
    topics,
)
from sportlore.site.page import Page, Planned
from sportlore.site.somebody import somebody, somebody_frame
from sportlore.site.terms import terms

ROWS: tuple[tuple[str, Callable[[Publication], Iterator[Planned]]], ...] = (
    ("/{type's route}", type_lists),
    ("/{type's route}/{slug}", entity_pages),
    ("/{course's route}/{slug}/{lesson}", lesson_pages),
    ("/calculators", calculator_list),
    ("/calculators/{slug}", calculator_pages),
    ("/topics", topics),
    ("/drawings", drawing_list),
    ("/search", search),
    ("/recommended", somebody),
    ("/about", about),
    ("/terms", terms),
)
"""Where pages stand, and what makes them; the home page, which shows a sample answer, comes before them."""


def pages(publication: Publication, sample: Sample) -> Iterator[Resource]:
    """Every page, and the static files, robots.txt and sitemap.xml."""
    static = assets()
    static |= scripts(publication, static["calculator.js"])
    around = shell(publication, static)
    listed: list[tuple[str, Listing]] = []
    first = Planned("/", lambda: home(publication, sample))
    for planned in chain([first], *(make(publication) for _, make in ROWS)):
        # The first page shows an answer, which no mapping holds.
        page, listing = page_resource(planned, around, publication.memo if planned is not first else Forgetful())
        if listing.indexed:
            listed.append((page.path, listing))
        yield page
    yield from static.values()
    yield from named_files(publication, static)
    yield resource("/sitemap.xml", "application/xml", sitemap(around.site_url, listed).encode())


def error_page(publication: Publication) -> str:
    """The page of an error, in which the server fills in {status}, {heading}, {message}, {advice}, {others} and {query}."""
    page = Page("", "error.html", "{status}", "{message}", None, indexed=False)
    return rendered(page, shell(publication, assets()))


def search_page(publication: Publication) -> str:
    """The page of a search, in which the server fills in {query}, {status}, {answers}, {counts}, {results} and {more}."""
    return rendered(search_frame(publication), shell(publication, assets()))


def compare_page(publication: Publication) -> str:
    """The page of a comparison, in which the server fills in {title}, {a}, {b}, {c}, {status} and {compared}."""
    return rendered(compare_frame(publication), shell(publication, assets()))


def recommended_page(publication: Publication) -> str:
    """The page of recommendations for somebody, in which the server fills in what it found, by name."""
    return rendered(somebody_frame(publication), shell(publication, assets()))
