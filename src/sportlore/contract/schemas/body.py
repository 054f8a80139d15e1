"""What every body of the interface is: its base, the error, and the one encoder."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

Uri = Annotated[str, Meta(extra_json_schema={"format": "uri"})]


class Body(Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=False):
    """A JSON object of the interface."""


class Error(Body, frozen=True, kw_only=True):
    """What was wrong, and what to do."""

    error: str
    status: int


def encode(body: Body) -> bytes:
    """A body as JSON bytes: the one encoder of the service."""
    return msgspec.json.encode(body)
