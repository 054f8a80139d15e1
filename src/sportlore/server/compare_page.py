"""The page that compares any two or three entities of one type, as HTML that needs no scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import product

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sportlore.contract.addresses import COMPARED
from sportlore.contract.composition import composed_body
from sportlore.contract.headers import HTML, alternate
from sportlore.contract.operations import COMPARISON
from sportlore.contract.parameters import compared_names
from sportlore.contract.record import Record
from sportlore.contract.schemas import Comparison, ComparisonSide, Relationship
from sportlore.model import slug_of
from sportlore.search import Searcher, words
from sportlore.server.comparisons import BETWEEN, Comparisons
from sportlore.server.pairs import Pair, Pairs
from sportlore.snapshot import Generation
from sportlore.text import listed, with_article

_BLANK = re.compile(r"\{(title|a|b|c|status|compared)\}")
"""What the HTML of the page leaves to be filled in."""
_CALLED, _FOUND = 8, 5
"""The most entities that may be called by a name, and how many results of a search for it are taken for what it means."""


class _Named(Struct, frozen=True):
    """What an item says of what its entity is called."""

    id: str
    type: str
    name: str


_NAMED = msgspec.json.Decoder(_Named)


def compare_page(
    snapshot: Generation,
    searcher: Searcher,
    comparisons: Comparisons,
    pairs: Pairs,
    query: bytes,
    variants: Sequence[bytes],
) -> Record | None:
    """The record of the page for a query string that names something, else None; raises BadRequest."""
    asked = compared_names(query, COMPARED)
    if not asked:
        return None
    meant = {name: _meant(snapshot, searcher, comparisons, text) for name, text in asked.items()}
    chosen = _of_one_type(list(meant.values()))
    slugs = [slug_of(side.id) for side in chosen]
    comparison = comparisons.of(chosen[0].type, slugs) if chosen else None
    links: tuple[str, ...] = ()
    blanks = dict.fromkeys((*COMPARED, "compared"), "") | {name: escape(text) for name, text in asked.items()}
    if comparison is None:
        blanks |= {name: escape(sides[0].name) for name, sides in meant.items() if sides and sides[0].id == asked[name]}
        blanks |= {"title": "Compare", "status": escape(_refusal(snapshot.info.singular, asked, meant))}
    else:
        blanks |= {name: escape(side.name) for name, side in zip(asked, chosen, strict=True)}
        blanks |= {"title": escape(comparison.title or ""), "status": _status(comparisons.page(slugs))}
        drawn = pairs.of(*(side.id for side in chosen)) if len(chosen) == 2 else None
        blanks["compared"] = "".join(_compared(snapshot.info.site_url, comparison, drawn))
        address = f"{COMPARISON.at(slug=BETWEEN.join(slugs))}?type={chosen[0].type}"
        links = (alternate(address, "application/json"),)
    html = _BLANK.sub(lambda blank: blanks[blank[1]], snapshot.info.compare_page)
    return composed_body(html.encode(), links, variants, HTML)


def _meant(snapshot: Generation, searcher: Searcher, comparisons: Comparisons, text: str) -> list[_Named]:
    """The entities that a name or an id may mean and that can be compared, the likeliest first."""
    by_id = comparisons.item(*text.split("/")) if text.count("/") == 1 else None
    if by_id is not None:
        return [_NAMED.decode(by_id)]
    named, keyed = searcher.called(" ".join(words(text)), _CALLED)
    numbers = dict.fromkeys((*named, *keyed, *searcher.search(text, None, 0, _FOUND).numbers))
    known = [_NAMED.decode(item) for item in snapshot.items(list(numbers)).each()]
    return [item for item in known if item.type in comparisons.types]


def _of_one_type(meant: Sequence[Sequence[_Named]]) -> Sequence[_Named]:
    """The first of what may be meant that are two or three of one type, or none."""
    for sides in product(*meant) if len(meant) > 1 else ():
        if len({side.type for side in sides}) == 1 and len({side.id for side in sides}) == len(sides):
            return sides
    return ()


def _refusal(singular: Mapping[str, str], asked: Mapping[str, str], meant: Mapping[str, Sequence[_Named]]) -> str:
    """Why nothing is compared, and what to do."""
    unknown = [f"“{asked[name]}”" for name, sides in meant.items() if not sides]
    if unknown:
        return f"Nothing that can be compared is called {' or '.join(unknown)}."
    first = [sides[0] for sides in meant.values()]
    if len({side.id for side in first}) < 2:
        return f"Name what to compare {first[0].name} with."
    each = [f"{side.name} is {with_article(singular[side.type])}" for side in first]
    return f"{listed(each)}; compare what is of one type."


def _status(page: str | None) -> str:
    if page is None:
        return "By their facts and links alone: nobody has written of them."
    return f'By their facts and links. <a href="{escape(page)}">The catalogue has more on the two.</a>'


def _compared(site_url: str, comparison: Comparison, drawn: Pair | None = None) -> Iterator[str]:
    sides = [comparison.a, comparison.b] if comparison.sides is UNSET else comparison.sides
    known = [side for side in sides if side is not UNSET]
    yield f'<div class="sides">{"".join(_side(site_url, side) for side in known)}</div>'
    yield from _sentences("Differences", comparison.differences)
    yield from _sentences("Similarities", comparison.similarities)
    if drawn is not None:
        yield _drawing(drawn)
    names = [side.name for side in known]
    rows = [(row.label, [_stated(text) for text in row.texts]) for row in comparison.table or ()]
    yield from _table("Side by side", names, rows)
    linked = [
        (row.label, [_linked(site_url, part) for part in (row.common, *row.apart)]) for row in comparison.links or ()
    ]
    yield from _table("Links in common and apart", ["All" if len(names) > 2 else "Both", *names], linked)


def _drawing(pair: Pair) -> str:
    """Both at one scale; on phones the picture that is composed for them."""
    wide, narrow = pair.wide, pair.narrow
    return (
        f'<section class="drawing"><h2>Drawn to scale</h2><figure><picture><source media="(max-width: 40rem)" '
        f'srcset="{escape(narrow.path)}" width="{narrow.width}" height="{narrow.height}">'
        f'<img src="{escape(wide.path)}" alt="{escape(pair.description)}" width="{wide.width}" height="{wide.height}" '
        f'loading="lazy"></picture><figcaption>{escape(pair.description)} As a file: '
        f'<a href="{escape(wide.path)}">SVG</a></figcaption></figure></section>'
    )


def _side(site_url: str, side: ComparisonSide) -> str:
    return f"<section><h2>{_link(site_url, side.url, side.name)}</h2><p>{escape(side.description)}</p></section>"


def _sentences(heading: str, sentences: Sequence[str] | UnsetType) -> Iterator[str]:
    if sentences:
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
        yield f"<section><h2>{heading}</h2><ul>{items}</ul></section>"


def _table(heading: str, names: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """A table, if it has rows; labels and names are text, cells HTML."""
    lines = [
        f'<tr><th scope="row">{escape(label)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for label, cells in rows
    ]
    if lines:
        columns = f" by-{len(names)}" if len(names) > 2 else ""
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
        yield (
            f'<section><h2>{heading}</h2><div class="wide" tabindex="0" role="region" aria-label="{heading}">'
            f'<table class="versus{columns}"><thead><tr><td></td>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
            "</div></section>"
        )


def _stated(text: str | None) -> str:
    return '<span class="none">not stated</span>' if text is None else escape(text)


def _linked(site_url: str, links: Iterable[Relationship]) -> str:
    return ", ".join(_link(site_url, link.url, link.name) for link in links)


def _link(site_url: str, url: str, name: str) -> str:
    return f'<a href="{escape(url.removeprefix(site_url))}">{escape(name)}</a>'
