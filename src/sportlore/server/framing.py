"""What HTTP asks of the head of a request beside what the parser checks: version, Host, transfer coding, target."""

from __future__ import annotations

import re
from collections.abc import Sequence

import httptools

_HOST = re.compile(rb"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~%!$&'()*+,;=-]+)(?::([0-9]{0,5}))?")
"""A host and perhaps a port (RFC 3986, 3.2.2)."""


class RefusedRequest(Exception):
    """Raised inside the parser to stop it: the status and the words to answer with."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def check_version(version: str) -> None:
    """Refuse what is neither HTTP/1.0 nor HTTP/1.1, although it is written in their form."""
    if version not in ("1.0", "1.1"):
        raise RefusedRequest(400, f"HTTP/{version} is not spoken here; use HTTP/1.1")


def check_host(version: str, headers: Sequence[tuple[bytes, bytes]]) -> None:
    """Refuse a request without exactly one valid Host (RFC 9112, 3.2); one of HTTP/1.0 may have none."""
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) > 1 or (not hosts and version != "1.0"):
        raise RefusedRequest(
            400, f"there are {len(hosts)} Host fields; send one" if hosts else "there is no Host field; send one"
        )
    if hosts and not is_host(hosts[0]):
        raise RefusedRequest(
            400, "the Host field is not a host, or a host and a port; send one such as `Host: example.org:8000`"
        )


def is_host(value: bytes) -> bool:
    """Whether this is a host, perhaps with a port: is_host(b"[::1]:8000") -> True, is_host(b"a/b") -> False."""
    parts = _HOST.fullmatch(value)
    return parts is not None and int(parts[1] or 0) <= 65_535


def is_chunked(version: str, headers: Sequence[tuple[bytes, bytes]]) -> bool:
    """Whether the body comes in chunks; refuses any other transfer coding, with which nobody could tell where it ends."""
    codings = [value.strip().lower() for name, value in headers if name == b"transfer-encoding"]
    if codings and (codings != [b"chunked"] or version == "1.0"):
        raise RefusedRequest(400, "the only Transfer-Encoding is `chunked`, once, in HTTP/1.1; send no body at all")
    return bool(codings)


def origin_form(method: bytes, url: bytes) -> bytes:
    """The path and query of a target that is written otherwise: absolute, of OPTIONS *, or of CONNECT.

    origin_form(b"GET", b"http://sportlore.example?a=b") -> b"/?a=b"
    """
    if method == b"CONNECT" or (method == b"OPTIONS" and url == b"*"):
        return b"/"
    parsed = httptools.parse_url(url)
    if parsed.schema is None or parsed.schema.lower() not in (b"http", b"https"):
        raise RefusedRequest(
            400, "the request target is neither a path nor an address that begins with http:// or https://"
        )
    return (parsed.path or b"/") + (b"?" + parsed.query if parsed.query is not None else b"")
