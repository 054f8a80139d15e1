"""What browsers, search engines and agents ask for under names of their own: icons, the service worker, the sitemap, llms.txt."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from html import escape
from pathlib import Path

import msgspec
import resvg_py

from sportlore.contract.addresses import SEARCH_PAGE, SUGGESTIONS, SUGGESTIONS_TYPE
from sportlore.contract.headers import JAVASCRIPT
from sportlore.contract.record import Resource, digest, resource
from sportlore.publication import Publication
from sportlore.site.html import Listing

_OPENSEARCH_TYPE = "application/opensearchdescription+xml"
_TEXT = "text/plain; charset=utf-8"
_AGENTS = Path(__file__).parent / "agents.md"
"""The page for agents; docs/agents.md leads to it."""
_EXAMPLE = "http://localhost:8000"
"""The address in its examples."""
_VALID = timedelta(days=365)
_WORKER = Path(__file__).parent / "worker.js"
_ICON_SIZES = (192, 512)
_FAVICON = 32
"""Pixels on a side of the icon of a tab."""


def named_files(publication: Publication, static: Mapping[str, Resource]) -> Iterator[Resource]:
    """The files but for the sitemap."""
    icon = static["icon.svg"]
    site_url = publication.addresses.site_url
    yield resource("/opensearch.xml", _OPENSEARCH_TYPE, _opensearch(publication, icon.path).encode())
    yield resource("/robots.txt", _TEXT, _robots(site_url).encode())
    yield resource("/llms.txt", _TEXT, _AGENTS.read_text(encoding="utf-8").replace(_EXAMPLE, site_url).encode())
    if publication.about.released is not None:
        expires = publication.about.released + _VALID
        yield resource("/.well-known/security.txt", _TEXT, _security(site_url, expires).encode())
    drawn = icon.render().decode()
    yield resource("/favicon.ico", "image/x-icon", _ico(_png(drawn, _FAVICON)))
    for size in _ICON_SIZES:
        yield resource(_icon_path(size), "image/png", _png(drawn, size))
    manifest = msgspec.json.encode(_manifest(publication, icon.path))
    yield resource("/manifest.webmanifest", "application/manifest+json", manifest)
    yield resource("/worker.js", JAVASCRIPT, _worker(static).encode())


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


def _icon_path(size: int) -> str:
    return f"/icon-{size}.png"


def _png(icon: str, size: int) -> bytes:
    """A square drawing as points."""
    return bytes(resvg_py.svg_to_bytes(svg_string=icon, width=size, height=size, skip_system_fonts=True))


def _ico(png: bytes) -> bytes:
    """A picture of 32 by 32 points as an icon file: its directory of one entry, then the PNG."""
    directory = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", _FAVICON, _FAVICON, 0, 0, 1, 32, len(png), len(directory) + 16)
    return directory + entry + png


def _manifest(publication: Publication, icon: str) -> dict[str, object]:
    """The web app manifest (W3C), by which the site can be installed."""
    about = publication.about
    sizes = [{"src": _icon_path(size), "sizes": f"{size}x{size}", "type": "image/png"} for size in _ICON_SIZES]
    return {
        "name": about.title,
        "short_name": about.title,
        "description": about.description,
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#fdfdfb",
        "theme_color": "#0b5a3c",
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml"}, *sizes],
    }


def _worker(static: Mapping[str, Resource]) -> str:
    """The service worker, whose store has the version of the style and scripts."""
    version = digest([file.path for file in static.values()]).hex()[:10]
    return _WORKER.read_text(encoding="utf-8").replace("VERSION", version)


def _security(site_url: str, expires: date) -> str:
    """Whom to tell of a weakness (RFC 9116), a year from the release on: no clock is read."""
    address = f"{site_url}/.well-known/security.txt"
    return f"Contact: {site_url}/about\nExpires: {expires}T00:00:00Z\nPreferred-Languages: en\nCanonical: {address}\n"


def _robots(site_url: str) -> str:
    return f"User-agent: *\nAllow: /\n\nSitemap: {site_url}/sitemap.xml\n"


def sitemap(site_url: str, listed: Iterable[tuple[str, Listing]]) -> str:
    """The pages by path, each with its day and its pictures (sitemaps.org, with Google's extension for images)."""
    lines = "".join(
        f"<url><loc>{escape(site_url + path)}</loc>"
        + (f"<lastmod>{listing.modified}</lastmod>" if listing.modified else "")
        + "".join(
            f"<image:image><image:loc>{escape(site_url + image)}</image:loc></image:image>" for image in listing.images
        )
        + "</url>\n"
        for path, listing in listed
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n{lines}</urlset>\n'
    )
