"""What a request asks for: parameters, acceptable media types and codings. Pure functions of strings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from msgspec import Struct

from sportlore.contract.paging import LARGEST_PAGE_SIZE, LAST_PAGE, PAGE_SIZE
from sportlore.contract.record import VARIANTS
from sportlore.diagnostics import did_you_mean

LONGEST_QUERY = 200

_INTEGER = re.compile(r"[1-9][0-9]{0,6}", re.ASCII)


class BadRequest(Exception):
    """A parameter is missing, malformed or out of range; the text says what to do."""


class ListRequest(Struct, frozen=True):
    """The parameters of a list."""

    page: int = 1
    size: int = PAGE_SIZE


class SearchRequest(Struct, frozen=True):
    """The parameters of a search; `q` as submitted, `words` trimmed and in NFC."""

    q: str
    words: str
    type: str | None
    page: int
    size: int


def parameters(query: bytes, declared: Sequence[str]) -> dict[str, str]:
    """The declared parameters of a query string; others are ignored, as caches and trackers add their own.

    parameters(b"page=2&utm=x", ("page",)) -> {"page": "2"}
    """
    found: dict[str, str] = {}
    for part in query.split(b"&"):
        raw_name, _, raw_value = part.partition(b"=")
        name = _decoded(raw_name, strict=False)
        if name not in declared:
            continue
        if name in found:
            raise BadRequest(f"`{name}` is given twice; give it once")
        found[name] = _decoded(raw_value, strict=True, name=name)
    return found


def _decoded(raw: bytes, strict: bool, name: str = "") -> str:
    try:
        plain = unquote_to_bytes(raw.replace(b"+", b" ")) if b"%" in raw or b"+" in raw else raw
        return plain.decode("utf-8", "strict" if strict else "replace")
    except UnicodeDecodeError:
        raise BadRequest(f"`{name}` is not UTF-8; percent-encode its text as UTF-8") from None


@lru_cache(1_024)
def list_request(query: bytes) -> ListRequest:
    """The parameters of endpoint 2; raises BadRequest."""
    given = parameters(query, ("page", "pageSize", "lang"))
    lang = given.get("lang", "en")
    if lang != "en" and not re.fullmatch(r"en(-[a-z0-9]{1,8})*", lang, re.IGNORECASE | re.ASCII):
        raise BadRequest(f"no locale `{shown(lang)}`; `en` is the only one")
    return ListRequest(_page(given), _size(given))


def search_request(query: bytes, types: Iterable[str]) -> SearchRequest:
    """The parameters of endpoint 4; raises BadRequest."""
    given = parameters(query, ("q", "type", "page", "pageSize"))
    if "q" not in given:
        raise BadRequest("`q` is missing; write /v1/search?q=WORDS")
    words = unicodedata.normalize("NFC", given["q"].strip())
    if not 1 <= len(words) <= LONGEST_QUERY:
        raise BadRequest(f"`q` has {len(words)} characters; it takes 1 to {LONGEST_QUERY}")
    type = given.get("type")
    if type is not None and type not in (known := list(types)):
        raise BadRequest(f"no type `{shown(type)}`; {did_you_mean(type, known, 'see /v1/entities for all types')}")
    return SearchRequest(given["q"], words, type, _page(given), _size(given))


def _page(given: dict[str, str]) -> int:
    return _integer(given, "page", 1, LAST_PAGE)


def _size(given: dict[str, str]) -> int:
    return _integer(given, "pageSize", PAGE_SIZE, LARGEST_PAGE_SIZE)


def _integer(given: dict[str, str], name: str, default: int, largest: int) -> int:
    text = given.get(name)
    if text is None:
        return default
    if not _INTEGER.fullmatch(text) or int(text) > largest:
        raise BadRequest(f"`{name}` is `{shown(text)}`; it takes an integer from 1 to {largest:,}")
    return int(text)


def shown(text: str) -> str:
    """A submitted text in a message: printable, and not longer than a message should be."""
    printable = "".join(c if c.isprintable() else "�" for c in text)
    return printable if len(printable) <= 60 else f"{printable[:60]}…"


def _weighted(header: str) -> list[tuple[str, float]]:
    """The members of an Accept-like header with their q-values; a malformed q-value counts as 0.

    _weighted("br;q=0.5, gzip") -> [("br", 0.5), ("gzip", 1.0)]
    """
    members = []
    for part in header.split(","):
        name, *attributes = (piece.strip() for piece in part.split(";"))
        weight = 1.0
        for attribute in attributes:
            key, _, value = attribute.partition("=")
            if key.strip().lower() == "q":
                weight = float(value) if re.fullmatch(r"\s*(0(\.\d{0,3})?|1(\.0{0,3})?)\s*", value, re.ASCII) else 0.0
        if name:
            members.append((name.lower(), weight))
    return members


def accepts(header: str | None, media_type: str) -> bool:
    """Whether an Accept header admits a media type; the most specific member decides.

    accepts("text/html, application/json;q=0.5", "application/json") -> True
    """
    if header is None or not header.strip():
        return True
    family = f"{media_type.partition('/')[0]}/*"
    weights = dict(reversed(_weighted(header)))
    for name in (media_type, family, "*/*"):
        if name in weights:
            return weights[name] > 0
    return False


def codings(header: str | None) -> list[str]:
    """The content codings that an Accept-Encoding header admits, the best first: by q-value, then smallest as a rule.

    codings("gzip, br;q=0.9") -> ["gzip", "br", "identity"]
    """
    if header is None:
        return ["identity"]
    weights = dict(reversed(_weighted(header)))
    other = weights.get("*", 0.0)
    weights.setdefault("identity", weights.get("*", 0.0001))
    scored = [(weights.get(coding, other), coding) for coding in VARIANTS]
    return [coding for weight, coding in sorted(scored, key=lambda item: -item[0]) if weight > 0]


def variants(header: str | None) -> tuple[bytes, ...]:
    """The same as the endings of their keys in the store: variants("gzip") -> (b"\\0g", b"\\0i")."""
    return tuple(b"\0" + VARIANTS[coding] for coding in codings(header))


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
    return tag in re.findall(r'(?:W/)?("[^"]*")', header)
