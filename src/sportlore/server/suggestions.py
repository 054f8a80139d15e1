"""The answer with suggestions, as OpenSearch has it: the query, then completions, descriptions and addresses in one order."""

from __future__ import annotations

from urllib.parse import quote

import msgspec

from sportlore.contract.addresses import SEARCH_PAGE, SUGGESTIONS
from sportlore.contract.operations import SEARCH
from sportlore.contract.queries import BadRequest, checked, split
from sportlore.search import Suggestion, suggestions
from sportlore.snapshot import Generation

LARGEST = 2_000
"""Bytes of the largest answer."""


def suggestion_body(snapshot: Generation, query: bytes) -> bytes:
    """The answer for a query string, of which `q` alone is read; raises BadRequest.

    suggestion_body(snapshot, b"q=badm") -> b'["badm",["Badminton",…],["sport",…],["http://…/sports/badminton",…]]'
    """
    given, _ = split(query, SEARCH)
    if "q" not in given:
        raise BadRequest(f"`q` is missing; write {SUGGESTIONS}?q=WORDS")
    text = given["q"]
    if text.strip():
        checked({"q": text}, SEARCH)
    completions = suggestions(snapshot, text)
    site_url = snapshot.info.site_url
    pages = [f"{site_url}{path or f'{SEARCH_PAGE}?q={quote(text)}'}" for text, _, path in completions]
    body = _encoded(text, completions, pages)
    while len(body) > LARGEST and completions:
        completions, pages = completions[:-1], pages[:-1]
        body = _encoded(text, completions, pages)
    return body


def _encoded(text: str, completions: list[Suggestion], pages: list[str]) -> bytes:
    return msgspec.json.encode((text, [item.text for item in completions], [item.note for item in completions], pages))
