"""Addresses of stores: which kind of store each names, and how it may be shown."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

BUCKET = re.compile(r"s3://[A-Za-z0-9][A-Za-z0-9._-]*(/.*)?")
SITE = re.compile(r"https?://(?P<host>[^/]+).*", re.DOTALL)
_LOOPBACK = re.compile(r"(127\.[0-9.]+|\[::1\]|localhost)(:[0-9]+)?")
DATABASE = re.compile(r"(?P<scheme>postgres(?:ql)?://)(?P<user>[^/@?]*@)?(?P<hosts>[^/?]*)(?P<rest>.*)", re.DOTALL)


def is_database(target: str) -> bool:
    """Whether this is the address of a database."""
    return DATABASE.fullmatch(target) is not None


def is_remote(target: str) -> bool:
    """Whether a store is beyond this machine: neither a folder nor all of its hosts a loopback address.

    is_remote("http://127.0.0.1:9000/a") -> False; is_remote("s3://bucket") -> True, whatever its endpoint is
    """
    if parts := DATABASE.fullmatch(target):
        named = parts["hosts"] or ",".join(parse_qs(parts["rest"].partition("?")[2]).get("host", ()))
        return any(not _LOOPBACK.fullmatch(host) for host in named.split(",") if host and not host.startswith("/"))
    if parts := SITE.fullmatch(target):
        return not _LOOPBACK.fullmatch(parts["host"])
    return BUCKET.fullmatch(target) is not None


def without_password(target: str) -> str:
    """The address of a database as it may be shown: "postgresql://user:secret@a/b" -> "postgresql://user@a/b"."""
    parts = DATABASE.fullmatch(target)
    if parts is None:
        return target
    user = f"{parts['user'].rstrip('@').partition(':')[0]}@" if parts["user"] else ""
    return f"{parts['scheme']}{user}{parts['hosts']}{parts['rest'].partition('?')[0]}"
