"""The header lines of every kind of answer: records, errors, redirects, preflights, health."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

METHODS = "GET, HEAD, OPTIONS"
"""What every address answers to."""

BRIEFLY = "public, max-age=60"
"""The caching of what depends on the address alone, but may be another tomorrow: redirects, and errors of an address."""
NEVER = "no-store"
"""The caching of what says nothing about the address: refusals of a connection or a method, health."""

_VARY = {"vary": "Accept, Accept-Encoding"}
_ALWAYS = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Link, Content-Location",
    "x-content-type-options": "nosniff",
}


def header_lines(fields: Mapping[str, str]) -> bytes:
    """Header fields as they go over the wire: header_lines({"allow": "GET"}) -> b"allow: GET\\r\\n"."""
    return "".join([f"{name}: {value}\r\n" for name, value in fields.items()]).encode("latin-1")


def record_head(cache: str, tag: str, links: Sequence[str], content_type: str, coding: str, length: int) -> bytes:
    """The lines of a 200. Those that a 304 repeats come first, those of the body from `content-type` on."""
    link = {"link": ", ".join(links)} if links else {}
    encoding = {"content-encoding": coding} if coding != "identity" else {}
    repeated = {"cache-control": cache, **_VARY, "etag": tag, **_ALWAYS, **link}
    return header_lines({**repeated, "content-type": content_type, **encoding, "content-length": str(length)})


def error_head(cache: str, content_type: str, length: int, fields: Mapping[str, str]) -> bytes:
    """The lines of an error; `fields` are further ones, such as `allow`."""
    described = {"content-type": content_type, "content-length": str(length)}
    return header_lines({**fields, "cache-control": cache, **_VARY, **_ALWAYS, **described})


def redirect_head(location: str) -> bytes:
    """The lines of a 308."""
    return header_lines({"location": location, "cache-control": BRIEFLY, **_ALWAYS, "content-length": "0"})


def preflight_head() -> bytes:
    """The lines of the answer to OPTIONS, which is also the answer to a CORS preflight."""
    allowed = {"access-control-allow-methods": METHODS, "access-control-allow-headers": "*"}
    return header_lines({"allow": METHODS, **_ALWAYS, **allowed, "access-control-max-age": "86400"})


def health_head(length: int) -> bytes:
    """The lines of the answer to a health check."""
    described = {"content-type": "application/json", "content-length": str(length)}
    return header_lines({"cache-control": NEVER, **_ALWAYS, **described})


def alternate(address: str, media_type: str = "text/html") -> str:
    """The Link value that leads from an answer to what says the same in another form.

    alternate("http://a.example/sports") -> '<http://a.example/sports>; rel="alternate"; type="text/html"'
    """
    return f'<{address}>; rel="alternate"; type="{media_type}"'
