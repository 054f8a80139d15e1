"""Every address of the service, from its two settings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from msgspec import Struct

from sportlore.contract.operations import ENTITY, ROOT
from sportlore.model import Entity, Vocabulary

_NAME = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?"
_ADDRESS = re.compile(rf"https?://(?:{_NAME}(?:\.{_NAME})*|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{{1,5}}))?", re.ASCII)
"""Scheme, host and port: names as the DNS has them (others as `xn--…`), addresses of IPv4 and IPv6."""
_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]+)*", re.ASCII)


class Addresses(Struct, frozen=True):
    """`site_url` is the origin of the pages and artifacts, `base_url` the declared server base path, ending in `ROOT`."""

    site_url: str
    base_url: str

    def page(self, entity: Entity, vocabulary: Vocabulary) -> str:
        """The public page of an entity: https://…/sports/tennis."""
        return f"{self.site_url}{page_path(entity, vocabulary)}"


def addresses(site_url: str, base_url: str | None = None) -> Addresses:
    """The addresses of a service; raises ValueError when a setting is not an http(s) URL of the right form."""
    site = site_url.removesuffix("/")
    base = (base_url or f"{site}{ROOT}").removesuffix("/")
    if not _is_origin(site):
        raise ValueError(
            f"site_url `{site_url}` is not an origin, such as https://example.org or http://localhost:8000"
        )
    origin, path = _ADDRESS.match(base), base.removesuffix(ROOT)
    if origin is None or not _is_origin(origin[0]) or not _PATH.fullmatch(path.removeprefix(origin[0])):
        raise ValueError(f"base_url `{base_url}` is not an address such as https://example.org{ROOT}")
    if path == base:
        raise ValueError(f"base_url `{base_url}` does not end in {ROOT}")
    return Addresses(site, base)


def _is_origin(url: str) -> bool:
    match = _ADDRESS.fullmatch(url)
    return match is not None and 0 < int(match["port"] or 80) <= 65_535


def page_path(entity: Entity, vocabulary: Vocabulary) -> str:
    """`/sports/tennis`."""
    return f"{vocabulary.types[entity.type].route_base}/{entity.slug}"


TOPICS = "/topics"
"""The page that leads to the list of each type."""


def lesson_path(course: str, slug: str) -> str:
    """`/courses/tennis/grips`, below the path of the page of its course."""
    return f"{course}/{slug}"


SEARCH_PAGE = "/search"
"""The page of searches."""
COMPARE_PAGE = "/compare"
"""The page that compares any two entities."""
COMPARED = ("a", "b", "c")
"""Its parameters: what is compared."""
SUGGESTIONS = "/suggest"
"""What completes the beginning of a search."""
SUGGESTIONS_TYPE = "application/x-suggestions+json"
"""The media type of suggestions, as OpenSearch has it."""

CALCULATORS = "/calculators"
"""The page that lists all calculators; theirs stand below it."""


def compare_path(names: Sequence[str]) -> str:
    """Where the page compares what is called so, of more the first: `/compare?a=tennis&b=golf`."""
    return f"{COMPARE_PAGE}?{'&'.join(f'{field}={quote(name)}' for field, name in zip(COMPARED, names, strict=False))}"


def calculator_path(slug: str) -> str:
    """`/calculators/bmi`."""
    return f"{CALCULATORS}/{slug}"


def api_path(entity: Entity) -> str:
    """`/v1/entities/sport/tennis`."""
    return ENTITY.at(type=entity.type, slug=entity.slug)


DRAWINGS = "/drawings"
"""The page that shows drawings of many things at one scale; the files of all drawings stand below it."""
PORTRAIT = "-portrait"
"""What ends the name of a drawing for phones, where there is one."""
MINIATURE = "-mini"
"""What ends the name of a drawing without words, for lists."""
PAIR = "pair"
"""The id of two entities at one scale, which its address takes as `a` and `b`."""
BODY = "body"
"""The id of the figure without an entity: its address takes any choice of muscles."""


def drawing_path(id: str, ending: str = "svg") -> str:
    """`/drawings/facility/tennis-court.svg`."""
    return f"{DRAWINGS}/{id}.{ending}"


BODY_PATH = drawing_path(BODY)
CURVES = f"{DRAWINGS}/calculator/"
"""How the addresses of the curves of calculators begin."""


def curve_path(slug: str) -> str:
    """`/drawings/calculator/bmi.svg`."""
    return f"{CURVES}{slug}.svg"


CHANGES = "/changes.json"
"""The releases, and where it stands what changed between them."""
FEED = "/changes.atom"
"""The same as a feed."""


def changes_path(before: str, after: str) -> str:
    """`/changes/1.0.0..1.1.0.json`."""
    return f"/changes/{before}..{after}.json"


TERMS = "/terms"
"""The page of the project's own terms; their triples stand at the same path with an ending."""
CONTEXT = f"{TERMS}/context.jsonld"
"""The context of JSON-LD."""
SHAPES = f"{TERMS}/shapes.ttl"
"""The shapes that all triples have (SHACL)."""
