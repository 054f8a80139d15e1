"""Every address of the service, from its two settings."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from sportlore.model import Entity, Vocabulary


class Addresses(Struct, frozen=True):
    """`site_url` is the origin of the pages and artifacts, `base_url` the declared server base path, ending in /v1."""

    site_url: str
    base_url: str

    def page(self, entity: Entity, vocabulary: Vocabulary) -> str:
        """The public page of an entity: https://…/sports/tennis."""
        return f"{self.site_url}{page_path(entity, vocabulary)}"


def addresses(site_url: str, base_url: str | None = None) -> Addresses:
    """The addresses of a service; raises ValueError when a setting is not an http(s) URL of the right form."""
    site = site_url.rstrip("/")
    base = (base_url or f"{site}/v1").rstrip("/")
    for name, url in (("site_url", site), ("base_url", base)):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise ValueError(f"{name} `{url}` is not an address such as https://example.org")
    if urlsplit(site).path:
        raise ValueError(f"site_url `{site}` has a path; it is an origin, such as https://example.org")
    if not base.endswith("/v1"):
        raise ValueError(f"base_url `{base}` does not end in /v1")
    return Addresses(site, base)


def page_path(entity: Entity, vocabulary: Vocabulary) -> str:
    """`/sports/tennis`."""
    return f"{vocabulary.types[entity.type].route_base}/{entity.slug}"


def api_path(entity: Entity) -> str:
    """`/v1/entities/sport/tennis`."""
    return f"/v1/entities/{entity.type}/{entity.slug}"
