"""The one table of the site's pages, and everything else that stands at the root: static files, robots and sitemap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from itertools import chain

from sportlore.contract.addresses import SEARCH_PAGE, SUGGESTIONS, SUGGESTIONS_TYPE
from sportlore.contract.record import Resource, resource
from sportlore.memo import Forgetful
from sportlore.publication import Publication
from sportlore.site.assets import assets
from sportlore.site.calculators import calculator_list, calculator_pages, scripts
from sportlore.site.drawings import drawing_list
from sportlore.site.entity import entity_pages
from sportlore.site.html import page_resource, rendered, shell
from sportlore.site.overviews import (
    Sample,
    about,
    compare_frame,
    home,
    search,
    search_frame,
    type_lists,
)
from sportlore.site.page import Page, Planned
from sportlore.site.somebody import somebody, somebody_frame

ROWS: tuple[tuple[str, Callable[[Publication], Iterator[Planned]]], ...] = (
    ("/{type's route}", type_lists),
    ("/{type's route}/{slug}", entity_pages),
    ("/calculators", calculator_list),
    ("/calculators/{slug}", calculator_pages),
    ("/drawings", drawing_list),
    ("/search", search),
    ("/recommended", somebody),
    ("/about", about),
)
"""Where pages stand, and what makes them; the home page, which shows a sample answer, comes before them."""

OPENSEARCH_TYPE = "application/opensearchdescription+xml"


def pages(publication: Publication, sample: Sample) -> Iterator[Resource]:
    """Every page, and the static files, robots.txt and sitemap.xml."""
    static = assets()
    static |= scripts(publication, static["calculator.js"])
    around = shell(publication, static)
    addresses: list[tuple[str, tuple[str, ...]]] = []
    first = Planned("/", lambda: home(publication, sample))
    for planned in chain([first], *(make(publication) for _, make in ROWS)):
        # The first page shows an answer, which no mapping holds.
        page, listing = page_resource(planned, around, publication.memo if planned is not first else Forgetful())
        if listing.indexed:
            images = tuple(f"{around.site_url}{path}" for path in listing.images)
            addresses.append((f"{around.site_url}{page.path}", images))
        yield page
    yield from static.values()
    yield resource("/opensearch.xml", OPENSEARCH_TYPE, _opensearch(publication, static["icon.svg"].path).encode())
    yield resource("/robots.txt", "text/plain; charset=utf-8", _robots(around.site_url).encode())
    yield resource("/sitemap.xml", "application/xml", _sitemap(addresses).encode())


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


def _opensearch(publication: Publication, icon: str) -> str:
    """How a browser searches here, and where it asks for suggestions (OpenSearch 1.1; a short name has 16 characters at most)."""
    title, site_url = escape(publication.about.title), publication.addresses.site_url
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"<ShortName>{escape(publication.about.title[:16])}</ShortName>\n<Description>Search {title}</Description>\n"
        f'<Image type="image/svg+xml">{site_url}{icon}</Image>\n'
        f'<Url type="text/html" template="{site_url}{SEARCH_PAGE}?q={{searchTerms}}"/>\n'
        f'<Url type="{SUGGESTIONS_TYPE}" rel="suggestions" template="{site_url}{SUGGESTIONS}?q={{searchTerms}}"/>\n'
        "<InputEncoding>UTF-8</InputEncoding>\n</OpenSearchDescription>\n"
    )


def recommended_page(publication: Publication) -> str:
    """The page of recommendations for somebody, in which the server fills in {status}, {safety}, {results} and {left_out}."""
    return rendered(somebody_frame(publication), shell(publication, assets()))


def _robots(site_url: str) -> str:
    return f"User-agent: *\nAllow: /\n\nSitemap: {site_url}/sitemap.xml\n"


def _sitemap(addresses: list[tuple[str, tuple[str, ...]]]) -> str:
    """The pages, each with its pictures (sitemaps.org, with Google's extension for images)."""
    lines = "".join(
        f"<url><loc>{escape(address)}</loc>"
        + "".join(f"<image:image><image:loc>{escape(image)}</image:loc></image:image>" for image in images)
        + "</url>\n"
        for address, images in addresses
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n{lines}</urlset>\n'
    )
