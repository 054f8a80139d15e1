"""Addresses of stores: which kind of store each names, and how it may be shown."""

from __future__ import annotations

import re

BUCKET = re.compile(r"s3://[A-Za-z0-9][A-Za-z0-9._-]*(/.*)?")
SITE = re.compile(r"https?://[^/]+.*")
DATABASE = re.compile(r"(?P<scheme>postgres(?:ql)?://)(?P<user>[^/@?]*@)?(?P<hosts>[^/?]*)(?P<rest>.*)", re.DOTALL)


def is_database(target: str) -> bool:
    """Whether this is the address of a database."""
    return DATABASE.fullmatch(target) is not None


def without_password(target: str) -> str:
    """The address of a database as it may be shown: "postgresql://user:secret@a/b" -> "postgresql://user@a/b"."""
    parts = DATABASE.fullmatch(target)
    if parts is None:
        return target
    user = f"{parts['user'].rstrip('@').partition(':')[0]}@" if parts["user"] else ""
    return f"{parts['scheme']}{user}{parts['hosts']}{parts['rest'].partition('?')[0]}"
