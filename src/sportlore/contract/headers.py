"""The header lines of every kind of answer: records, errors, redirects, preflights, health."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from email.utils import format_datetime

HTML = "text/html; charset=utf-8"
JAVASCRIPT = "text/javascript; charset=utf-8"
"""The content type of pages."""

METHODS = "GET, HEAD, OPTIONS"
"""The methods of every address."""

BRIEFLY = "public, max-age=60"
"""Caching of redirects and of errors of an address: both may change with the next build."""
NEVER = "no-store"
"""Caching of what does not depend on the address: refusals of a connection or a method, health."""

_VARY = "vary: Accept, Accept-Encoding\r\n"
_ALWAYS = (
    "access-control-allow-origin: *\r\n"
    "access-control-expose-headers: ETag, Link, Content-Location\r\n"
    "x-content-type-options: nosniff\r\n"
)
_OF_PAGES = (
    "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n"
    "referrer-policy: strict-origin-when-cross-origin\r\n"
    "permissions-policy: camera=(), geolocation=(), microphone=()\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
)
"""Security headers of pages: resources of this origin only, and no framing by other sites."""
_OF_DATA = (
    "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n"
    "cross-origin-resource-policy: cross-origin\r\n"
)
"""Security headers of all else: readable from every origin, and inert when opened as a page."""
_OF_DRAWINGS = _OF_DATA.replace("frame-ancestors", "style-src 'unsafe-inline'; frame-ancestors")
"""The same for drawings, with the style that is part of their file."""
_OF_SCRIPTS = _OF_DATA.replace("frame-ancestors", "connect-src 'self'; frame-ancestors")
"""The same for scripts: a service worker fetches under the policy of its own file."""
_PROTECTION = {"image/svg+xml": _OF_DRAWINGS, JAVASCRIPT: _OF_SCRIPTS}


def _protection(content_type: str) -> str:
    """The security header lines of a body of this type."""
    if content_type.startswith("text/html"):
        return _ALWAYS + _OF_PAGES
    return _ALWAYS + _PROTECTION.get(content_type, _OF_DATA)


def header_lines(fields: Mapping[str, str]) -> str:
    """Header fields as lines: header_lines({"allow": "GET"}) -> "allow: GET\\r\\n"."""
    return "".join([f"{name}: {value}\r\n" for name, value in fields.items()])


def http_date(day: datetime.date) -> str:
    """The begin of a day (RFC 9110, 5.6.7): http_date(date(2026, 11, 24)) -> "Tue, 24 Nov 2026 00:00:00 GMT"."""
    return format_datetime(datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC), usegmt=True)


def record_head(
    cache: str, tag: str, links: Sequence[str], content_type: str, coding: str, length: int, modified: str = ""
) -> bytes:
    """The lines of a 200: first those that a 304 repeats, then those of the body, from `content-type` on."""
    link = f"link: {', '.join(links)}\r\n" if links else ""
    encoding = f"content-encoding: {coding}\r\n" if coding != "identity" else ""
    dated = f"last-modified: {modified}\r\n" if modified else ""
    return (
        f"cache-control: {cache}\r\n{_VARY}etag: {tag}\r\n{_protection(content_type)}{link}"
        f"content-type: {content_type}\r\n{dated}{encoding}content-length: {length}\r\n"
    ).encode("latin-1")


def error_head(cache: str, content_type: str, length: int, fields: Mapping[str, str]) -> bytes:
    """The lines of an error; `fields` are further ones, such as `allow`."""
    described = f"content-type: {content_type}\r\ncontent-length: {length}\r\n"
    lines = f"{header_lines(fields)}cache-control: {cache}\r\n{_VARY}{_protection(content_type)}{described}"
    return lines.encode("latin-1")


def redirect_head(location: str) -> bytes:
    """The lines of a 308."""
    lines = f"location: {location}\r\ncache-control: {BRIEFLY}\r\n{_ALWAYS}{_OF_DATA}content-length: 0\r\n"
    return lines.encode("latin-1")


def preflight_head() -> bytes:
    """The lines of the answer to OPTIONS, which is also the answer to a CORS preflight."""
    allowed = f"access-control-allow-methods: {METHODS}\r\naccess-control-allow-headers: *\r\n"
    return f"allow: {METHODS}\r\n{_ALWAYS}{allowed}access-control-max-age: 86400\r\n".encode("latin-1")


def health_head(length: int) -> bytes:
    """The lines of the answer to a health check."""
    described = f"content-type: application/json\r\ncontent-length: {length}\r\n"
    return f"cache-control: {NEVER}\r\n{_ALWAYS}{_OF_DATA}{described}".encode("latin-1")


def alternate(address: str, media_type: str = "text/html") -> str:
    """The Link value of an answer that leads to another form of it.

    alternate("http://a.example/sports") -> '<http://a.example/sports>; rel="alternate"; type="text/html"'
    """
    return f'<{address}>; rel="alternate"; type="{media_type}"'
