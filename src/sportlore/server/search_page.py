"""The page of a search: what the index finds, entities and others, as HTML that needs no scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import quote

import msgspec
from msgspec import Struct

from sportlore.answers import title_of
from sportlore.contract.addresses import SEARCH_PAGE
from sportlore.contract.composition import Items, composed
from sportlore.contract.headers import HTML, alternate
from sportlore.contract.operations import SEARCH
from sportlore.contract.paging import PAGE_SIZE
from sportlore.contract.queries import checked, split
from sportlore.contract.record import Record
from sportlore.contract.schemas import DirectAnswer
from sportlore.search import HighlightTerms, Hits, Marked, Searcher, marked, words
from sportlore.server.matched import matched
from sportlore.snapshot import Generation

_BLANK = re.compile(r"\{(query|status|answers|counts|results|more)\}")
"""What the HTML of the page leaves to be filled in."""


_MOST_COUNTS = 8
"""Types whose results are counted above the list; the form has all."""


class _Source(Struct, frozen=True):
    id: str
    title: str


class _Sources(Struct, frozen=True):
    """The works that an entity rests on."""

    sources: tuple[_Source, ...] = ()


class _Asked(NamedTuple):
    words: str
    type: str | None
    page: int


class SearchPage:
    """The page on an open generation.

    `search` is that of the searcher, perhaps with a cache; `answer` gives the direct answers, which the first page shows.
    """

    def __init__(
        self,
        snapshot: Generation,
        searcher: Searcher,
        search: Callable[..., Hits],
        answer: Callable[[str, Hits], Sequence[DirectAnswer]],
    ) -> None:
        self._snapshot = snapshot
        self._info = snapshot.info
        self._searcher = searcher
        self._search = search
        self._answer = answer

    def record(self, query: bytes, variants: Sequence[bytes]) -> Record | None:
        """The record for a query string with words, else None; raises BadRequest."""
        asked = _asked(query)
        if asked is None:
            return None
        type = asked.type if asked.type in self._info.lists else None
        first = (asked.page - 1) * PAGE_SIZE
        hits = self._search(asked.words, type, first, PAGE_SIZE, pages=True)
        address = f"q={quote(asked.words, safe='')}"
        typed = address + (f"&type={type}" if type else "")
        more = f'<a id="more" rel="next" href="{SEARCH_PAGE}?{escape(typed)}&amp;page={asked.page + 1}">Show more</a>'
        blanks = {
            "query": escape(asked.words),
            "status": escape(_status(asked.words, hits)),
            "answers": "".join(map(self._direct, self._answer(asked.words, hits))) if asked.page == 1 else "",
            "counts": "".join(self._counts(asked.words, type, address)) if hits.total else "",
            "results": "".join(self._lines(hits)),
            "more": more if first + len(hits.numbers) < hits.total else "",
        }
        page = _BLANK.sub(lambda blank: blanks[blank[1]], self._info.search_page)
        if type:
            page = page.replace(f'<option value="{type}"', f'<option value="{type}" selected')
        link = alternate(f"{SEARCH.path}?{typed}", "application/json")
        return composed(page.encode(), Items((), (), b""), b"", (link,), variants, HTML)

    def _direct(self, answer: DirectAnswer) -> str:
        """A direct answer: what it says, of what it says it, and the work that says so."""
        title, source = title_of(answer), self._title(answer)
        named = f'<a href="{escape(answer.url)}">{escape(title)}</a>: ' if title else ""
        cited = f" <cite>{escape(source)}</cite>" if source else ""
        return f'<p class="answer">{named}<strong>{escape(answer.text)}</strong>{cited}</p>\n'

    def _title(self, answer: DirectAnswer) -> str:
        """The title of the work that an answer rests on, if it names one."""
        body = self._snapshot.body(answer.api_url) if answer.source else None
        sources = msgspec.json.decode(body, type=_Sources).sources if body is not None else ()
        return next((source.title for source in sources if source.id == answer.source), "")

    def _counts(self, text: str, type: str | None, address: str) -> Iterator[str]:
        """How many results are of each type, the most first, each a link to these alone; nothing where all are of one type."""
        (by_type,) = (facet for facet in self._searcher.facets(text, None, pages=True) if facet.key == "type")
        if len(by_type.counts) < 2:
            return
        counts = by_type.counts[:_MOST_COUNTS]
        listed = [("All", "", 0), *((self._info.plural[c.value], f"&type={c.value}", c.count) for c in counts)]
        for name, parameter, count in listed:
            shown = escape(name[:1].upper() + name[1:])
            here = ' aria-current="true"' if parameter == (f"&type={type}" if type else "") else ""
            number = f' <span class="count">{count:,}</span>' if count else ""
            yield f'<a href="{SEARCH_PAGE}?{escape(address + parameter)}"{here}>{shown}{number}</a>\n'

    def _lines(self, hits: Hits) -> Iterator[str]:
        entities = [number for number in hits.numbers if number < self._searcher.entities]
        texts = matched(self._snapshot, self._searcher, hits.asked, entities, self._snapshot.items(entities))
        hit_texts = dict(zip(entities, texts, strict=True))
        for number in hits.numbers:
            if number in hit_texts:
                hit, best = hit_texts[number]
                path = hit.url.removeprefix(self._info.site_url)
                yield _line(
                    hits.asked, path, hit.name, self._info.singular.get(hit.type, hit.type), hit.description, best
                )
            else:
                other = self._searcher.others[number - self._searcher.entities]
                yield _line(hits.asked, other.page, other.name, other.type, other.description, None)


def _asked(query: bytes) -> _Asked | None:
    """The parameters of the page: those of the search that have a value. Others are ignored."""
    given, _ = split(query, SEARCH)
    filled = {name: value for name, value in given.items() if value.strip()}
    if "q" not in filled:
        return None
    values = checked(filled, SEARCH)
    return _Asked(values["q"], values.get("type"), int(values["page"]))


def _status(text: str, hits: Hits) -> str:
    """How much was found, for what, and what was not: "12 results for “tennis”; nothing is called “tenis”"."""
    is_said = not hits.not_found or hits.not_found == (text,)
    missing = "" if is_said else f" Nothing here has {_quoted(hits.not_found)}."
    if not hits.total:
        return f"Nothing found for “{text}”.{missing}"
    counted = f"{hits.total:,} {'result' if hits.total == 1 else 'results'}"
    if not hits.corrections:
        return f"{counted} for “{text}”.{missing}"
    corrections = dict(hits.corrections)

    def corrected(token: re.Match[str]) -> str:
        known = words(token[0])
        return corrections.get(known[0], token[0]) if len(known) == 1 else token[0]

    read_as = re.sub(r"\w+", corrected, text)
    return f"Showing {counted} for “{read_as}”: nothing here is called {_quoted(corrections)}.{missing}"


def _quoted(words: Iterable[str]) -> str:
    return " or ".join(f"“{word}”" for word in words)


def _line(asked: HighlightTerms, path: str, name: str, type: str, description: str, best: Marked | None) -> str:
    """One result: the name as a link, its type, its description, and the text that matched better than both."""
    shown = marked(asked, "name", name), marked(asked, "description", description)
    other = best is not None and best.weight > max(text.weight for text in shown)
    further = f'<p class="matched">{_html(best)}</p>' if best is not None and other else ""
    return (
        f'<li><a href="{escape(path)}">{_html(shown[0])}</a> <span class="kind">{escape(type)}</span>'
        f"<p>{_html(shown[1])}</p>{further}</li>\n"
    )


def _html(text: Marked) -> str:
    """A text as HTML, with its marks."""
    ends = [0, *(end for span in text.ranges for end in span), len(text.text)]
    parts = [escape(text.text[start:end]) for start, end in pairwise(ends)]
    return "".join(f"<mark>{part}</mark>" if number % 2 else part for number, part in enumerate(parts))
