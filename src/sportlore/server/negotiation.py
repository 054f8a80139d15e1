"""What the headers of a request admit: media types, content codings, conditions. Pure functions of strings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sportlore.contract.record import VARIANTS

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_MEDIA_RANGE = re.compile(r"\*|\*/\*|[^*/]+/(\*|[^*/]+)")
_LONGEST = 1_024
"""Bytes of an Accept-like header that are read: clients send a few hundred at most."""
_MOST_MEMBERS = 32
"""Members of it that are read."""
_WEIGHT = re.compile(r"[01]?(\.[0-9]*)?")


def _weighted(header: str) -> dict[str, float]:
    """The members of an Accept-like header with their q-values; the first counts where one is given twice.

    A malformed member is left out, and `.5` is read as 0.5: a client that is careless in its headers still gets an answer.
    What is beyond the largest size is left out as well.

    _weighted("br;q=.5, gzip, ?") -> {"br": 0.5, "gzip": 1.0}
    """
    members: dict[str, float] = {}
    if len(header) > _LONGEST:
        header = header[:_LONGEST].rpartition(",")[0]
    for part in header.split(",", _MOST_MEMBERS)[:_MOST_MEMBERS]:
        name, *attributes = (piece.strip() for piece in part.split(";"))
        weight = _weight(attributes)
        if weight is not None and all(_TOKEN.fullmatch(token) for token in name.split("/")):
            members.setdefault(name.lower(), weight)
    return members


def _weight(attributes: Iterable[str]) -> float | None:
    """The q-value among the attributes of a member, 1 without one, None for what is not a q-value."""
    for attribute in attributes:
        key, _, value = (piece.strip() for piece in attribute.partition("="))
        if key.lower() == "q":
            valid = _WEIGHT.fullmatch(value) and any(c.isdigit() for c in value) and float(value) <= 1
            return float(value) if valid else None
    return 1.0


def accepts(header: str | None, media_type: str) -> bool:
    """Whether an Accept header admits a media type; the most specific member decides.

    A header without any well-formed member admits everything, and `*` means `*/*`, as some clients write it.

    accepts("text/html, application/json;q=0.5", "application/json") -> True
    """
    return _weight_of(header, media_type) > 0


def preferred(header: str, usual: str, others: Sequence[str]) -> str:
    """The media type that an Accept header prefers: its own, or one of others that it names with a higher weight.

    preferred("text/turtle, */*;q=0.1", "text/html", ["text/turtle"]) -> "text/turtle"
    """
    named = _weighted(header)
    weights = {other: named[other] for other in others if other in named}
    best = max(weights, key=weights.__getitem__, default=usual)
    return best if best != usual and weights[best] > _weight_of(header, usual) else usual


def _weight_of(header: str | None, media_type: str) -> float:
    """The weight of a media type; 0 where it is not admitted."""
    weights = {name: weight for name, weight in _weighted(header or "").items() if _MEDIA_RANGE.fullmatch(name)}
    if not weights:
        return 1.0
    family = f"{media_type.partition('/')[0]}/*"
    return next((weights[name] for name in (media_type, family, "*/*", "*") if name in weights), 0.0)


def codings(header: str | None) -> list[str]:
    """The content codings that an Accept-Encoding header admits, the best first: by q-value, then smallest as a rule.

    codings("gzip, br;q=0.9") -> ["gzip", "br", "identity"]
    """
    if header is None:
        return ["identity"]
    weights = _weighted(header)
    other = weights.get("*", 0.0)
    weights.setdefault("identity", weights.get("*", 0.0001))
    scored = [(weights.get(coding, other), coding) for coding in VARIANTS]
    return [coding for weight, coding in sorted(scored, key=lambda item: -item[0]) if weight > 0]


def variants(header: str | None) -> tuple[bytes, ...]:
    """The same as the letters that they have in the store: variants("gzip") -> (b"g", b"i")."""
    return tuple(VARIANTS[coding] for coding in codings(header))


def combined(fields: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Header fields by lower-case name; repeated ones mean the same as one with commas (RFC 9110, 5.3).

    combined([(b"accept", b"a/b"), (b"Accept", b"c/d")]) -> {"accept": "a/b, c/d"}
    """
    headers: dict[str, str] = {}
    for raw_name, raw_value in fields:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def matches(header: str | None, tag: str) -> bool:
    """Whether If-None-Match names an entity tag (weak comparison, as RFC 9110 asks for).

    matches('W/"a", "b"', '"b"') -> True
    """
    if header is None:
        return False
    if header.strip() == "*":
        return True
    return tag in header and tag in re.findall(r'(?:W/)?("[^"]*")', header)
