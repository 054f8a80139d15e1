"""The page of a search: what the index finds, entities and others, as HTML that needs no scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

import msgspec
from msgspec import Struct

from sportlore.answers import title_of
from sportlore.contract.composition import Items, composed
from sportlore.contract.headers import alternate
from sportlore.contract.operations import SEARCH
from sportlore.contract.paging import PAGE_SIZE
from sportlore.contract.parameters import checked, split
from sportlore.contract.record import Record
from sportlore.contract.schemas import DirectAnswer
from sportlore.search import Hits, Searcher, words
from sportlore.snapshot import Generation

PATH = "/search"

_BLANK = re.compile(r"\{(query|status|answers|results|more)\}")
"""What the HTML of the page leaves to be filled in."""


class _Result(Struct, frozen=True):
    """What a line of the page says of an entity."""

    type: str
    name: str
    description: str
    url: str


class _Asked(NamedTuple):
    words: str
    type: str | None
    page: int


def search_page(
    snapshot: Generation,
    searcher: Searcher,
    search: Callable[..., Hits],
    answer: Callable[[str, Hits], Sequence[DirectAnswer]],
    query: bytes,
    variants: Sequence[bytes],
) -> Record | None:
    """The record of the page for a query string with words, else None; raises BadRequest.

    `search` is that of the searcher, perhaps with a cache; `answer` gives the direct answers, which the first page shows.
    """
    asked = _asked(query)
    if asked is None:
        return None
    type = asked.type if asked.type in snapshot.info.lists else None
    first = (asked.page - 1) * PAGE_SIZE
    hits = search(asked.words, type, first, PAGE_SIZE, pages=True)
    address = f"q={quote(asked.words, safe='')}" + (f"&type={type}" if type else "")
    more = first + len(hits.numbers) < hits.total
    blanks = {
        "query": escape(asked.words),
        "status": escape(_status(asked.words, hits)),
        "answers": "".join(map(_answer, answer(asked.words, hits))) if asked.page == 1 else "",
        "results": "".join(_lines(snapshot, searcher, hits.numbers)),
        "more": f'<a id="more" rel="next" href="{PATH}?{escape(address)}&amp;page={asked.page + 1}">Show more</a>'
        if more
        else "",
    }
    page = _BLANK.sub(lambda blank: blanks[blank[1]], snapshot.info.search_page)
    if type:
        page = page.replace(f'<option value="{type}"', f'<option value="{type}" selected')
    link = alternate(f"{SEARCH.path}?{address}", "application/json")
    return composed(page.encode(), Items((), (), b""), b"", (link,), variants, "text/html; charset=utf-8")


def _asked(query: bytes) -> _Asked | None:
    """The parameters of the page: those of the search that have a value. Others are ignored."""
    given, _ = split(query, SEARCH)
    filled = {name: value for name, value in given.items() if value.strip()}
    if "q" not in filled:
        return None
    values = checked(filled, SEARCH)
    return _Asked(values["q"], values.get("type"), int(values["page"]))


def _status(text: str, hits: Hits) -> str:
    """How much was found, and for what: "12 results for “tennis”; nothing is called “tenis”"."""
    if not hits.total:
        return f"Nothing found for “{text}”."
    counted = f"{hits.total:,} {'result' if hits.total == 1 else 'results'}"
    if not hits.corrections:
        return f"{counted} for “{text}”."
    corrections = dict(hits.corrections)

    def corrected(token: re.Match[str]) -> str:
        known = words(token[0])
        return corrections.get(known[0], token[0]) if len(known) == 1 else token[0]

    unknown = " or ".join(f"“{word}”" for word in corrections)
    read_as = re.sub(r"\w+", corrected, text)
    return f"Showing {counted} for “{read_as}”: nothing here is called {unknown}."


def _answer(answer: DirectAnswer) -> str:
    """A direct answer: what it says, and of what it says it."""
    title = title_of(answer)
    named = f'<a href="{escape(answer.url)}">{escape(title)}</a>: ' if title else ""
    return f'<p class="answer">{named}<strong>{escape(answer.text)}</strong></p>\n'


def _lines(snapshot: Generation, searcher: Searcher, numbers: Sequence[int]) -> Iterator[str]:
    entities = [number for number in numbers if number < searcher.entities]
    items = msgspec.json.decode(b"".join((b"[", *snapshot.items(entities).plain, b"]")), type=list[_Result])
    results = dict(zip(entities, items, strict=True))
    for number in numbers:
        result = results.get(number)
        if result is not None:
            path = result.url.removeprefix(snapshot.info.site_url)
            type = snapshot.info.singular.get(result.type, result.type)
            yield _line(path, result.name, type, result.description)
        else:
            other = searcher.others[number - searcher.entities]
            yield _line(other.page, other.name, other.type, other.description)


def _line(path: str, name: str, type: str, description: str) -> str:
    """One result: the name as a link, its type, its description."""
    return (
        f'<li><a href="{escape(path)}">{escape(name)}</a> <span class="kind">{escape(type)}</span>'
        f"<p>{escape(description)}</p></li>\n"
    )
