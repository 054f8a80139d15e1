"""The pages of lists with filters and an order, cut out of the whole list as it is rendered, so that they need no scripts.

The page of a list has every entity as a line, and every filter and order as a link (`site/templates/list.html`). What an
address asks for decides which lines stay, in which order, where each link leads and how many it leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape, unescape
from typing import NamedTuple
from urllib.parse import quote

from msgspec import Struct

from sportlore.contract.composition import composed_body
from sportlore.contract.headers import HTML, alternate
from sportlore.contract.operations import ENTITY_LIST
from sportlore.contract.parameters import Filter, list_page_request
from sportlore.contract.record import Record
from sportlore.filters import NONE
from sportlore.filters.query import Filters
from sportlore.index.bitmaps import numbers
from sportlore.snapshot import Generation
from sportlore.text import number

_ENTRIES = re.compile(r'(?<=<div id="entries">\n).*(?=</div><!-- entries -->)', re.DOTALL)
_LINE = re.compile(r'<li><a href="[^"]*/([a-z0-9-]+)">.*?</li>\n', re.DOTALL)
_CHIP = re.compile(
    r'<li><a rel="nofollow" href="[^"?]*\?([a-z-]+)=([^"]*)">([^<]*)( <span class="count">)?[^<]*(?:</span>)?</a></li>\n'
)
_GROUP = re.compile(r'<summary>([^<]*)</summary><ul>\n<li><a rel="nofollow" href="[^"?]*\?([a-z-]+)=')
_EMPTY = re.compile(r'<details name="chips"><summary>[^<]*</summary><ul>\s*</ul></details>\n')
_TOTAL = re.compile(r'(?<=<p class="count" id="total">)[^<]*(?=</p>)')
_SORT = "sort"


class _Whole(NamedTuple):
    """The page of a list without a query, and its lines by their positions in the list."""

    html: str
    lines: Mapping[int, str]


class _Asked(Struct, frozen=True):
    """What an address asks of a list; every link of its page is this with one value changed."""

    path: str
    filters: tuple[Filter, ...]
    sort: str

    def values(self, name: str) -> tuple[str, ...]:
        """What is asked for under a name."""
        return (self.sort,) if name == _SORT else dict(self.filters).get(name, ())

    def toggled(self, name: str, value: str) -> _Asked:
        """The same with a value taken away if it is there, else added; an order replaces the one before."""
        if name == _SORT:
            return _Asked(self.path, self.filters, "" if value == self.sort else value)
        before = self.values(name)
        after = tuple(v for v in before if v != value) if value in before else (*before, value)
        given = {**dict(self.filters), name: after}
        return _Asked(self.path, tuple((name, values) for name, values in given.items() if values), self.sort)

    @property
    def query(self) -> str:
        """The query of its address, empty where nothing is asked for."""
        given = [f"{quote(name)}={quote(','.join(values), safe='/,.!')}" for name, values in self.filters]
        return "&".join([*given, *([f"{_SORT}={self.sort}"] if self.sort else [])])

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"{self.path}?{self.query}" if self.query else self.path


class _Counts:
    """How many entities have a value among those that meet the filters of other names."""

    def __init__(self, filters: Filters, type: str, asked: tuple[Filter, ...]) -> None:
        self._filters, self._type, self._asked = filters, type, asked
        self._by_name: dict[str, tuple[int, dict[str, int]]] = {}

    def of(self, name: str, value: str) -> int:
        """The count of one value: a term, the slug or id of an entity, or none."""
        others, by_value = self._by_name.get(name) or self._read(name)
        if value == NONE:
            return (others & ~self._filters.stated(self._type, name)).bit_count()
        return (others & by_value.get(value, 0)).bit_count()

    def _read(self, name: str) -> tuple[int, dict[str, int]]:
        others = self._filters.positions(self._type, (item for item in self._asked if item[0] != name))
        by_value = self._filters.by_value(self._type, name)
        by_slug = {value.rpartition("/")[2]: bits for value, bits in by_value.items()}
        self._by_name[name] = others, by_slug | by_value
        return self._by_name[name]


class ListPages:
    """The pages of an open generation."""

    def __init__(self, snapshot: Generation, filters: Filters) -> None:
        self._snapshot = snapshot
        self._filters = filters
        pages = {type: index.page.removeprefix(snapshot.info.site_url) for type, index in snapshot.info.lists.items()}
        self._types = {path: type for type, path in pages.items()}
        self._whole = lru_cache(len(pages) or 1)(self._read)

    def record(self, path: str, query: bytes, variants: Sequence[bytes]) -> Record | None:
        """The record of a list's page for a query with a filter or an order, else None; raises BadRequest."""
        type = self._types.get(path)
        if type is None or not query:
            return None
        filters, sort = list_page_request(query, self._filters.fields(type))
        if not filters and not sort:
            return None
        whole, asked = self._whole(path), _Asked(path, filters, sort)
        if whole is None:
            return None
        total = self._snapshot.info.lists[type].total
        positions = numbers(self._filters.positions(type, filters), total)
        lines = self._lines(type, whole, self._filters.ordered(type, positions, sort) if sort else positions, sort)
        counts = _Counts(self._filters, type, filters)
        html = _CHIP.sub(lambda chip: self._chip(asked, counts, chip), whole.html)
        html = _EMPTY.sub("", html)
        html = _TOTAL.sub(lambda _: self._status(type, len(positions)), html, count=1)
        html = _ENTRIES.sub(lambda _: "".join((self._active(type, asked, whole.html), *lines)), html, count=1)
        data = ENTITY_LIST.at(type=type)
        html = html.replace(f'href="{data}"', f'href="{escape(f"{data}?{asked.query}")}"')
        return composed_body(html.encode(), (alternate(f"{data}?{asked.query}", "application/json"),), variants, HTML)

    def _read(self, path: str) -> _Whole | None:
        """The stored page, if it has a list in one."""
        body = self._snapshot.body(path)
        html = bytes(body).decode() if body is not None else ""
        entries = _ENTRIES.search(html)
        if entries is None:
            return None
        type = self._types[path]
        lines = ((self._filters.position(type, line[1]), line[0]) for line in _LINE.finditer(entries[0]))
        return _Whole(html, {position: line for position, line in lines if position is not None})

    def _lines(self, type: str, whole: _Whole, positions: Iterable[int], sort: str) -> Iterator[str]:
        """The lines that stay, each with its value where the list is in order of one."""
        name = sort.removeprefix("-")
        values: dict[int, tuple[float, float]] = {}
        for low, high, position in self._filters.rows(type, name) if name not in ("", "name") else ():
            before = values.get(position, (low, high))
            values[position] = min(low, before[0]), max(high, before[1])
        pictured = " pictured" if "<img" in whole.html else ""
        yield f'<ul class="entries{pictured}">\n'
        for position in positions:
            line = whole.lines[position]
            if position in values:
                line = line.replace("</a>", f'</a> <span class="count">{_range(*values[position])}</span>', 1)
            yield line
        yield "</ul>\n"

    def _status(self, type: str, count: int) -> str:
        info = self._snapshot.info
        total = info.lists[type].total
        if not count:
            return f"None of {total:,} {escape(info.plural[type])} has all of these. Take one away."
        return f"{count:,} of {total:,} {escape(info.plural[type])}"

    def _chip(self, asked: _Asked, counts: _Counts, chip: re.Match[str]) -> str:
        """A link of the page: where it leads from here, and how many are there; none where nothing would be."""
        name, value, label, counted = chip[1], unescape(chip[2]), chip[3], chip[4]
        is_active = value in asked.values(name)
        count = counts.of(name, value) if counted else None
        if count == 0 and not is_active:
            return ""
        current = ' aria-current="true"' if is_active else ""
        number = f"{counted}{count:,}</span>" if counted else ""
        href = escape(asked.toggled(name, value).address)
        return f'<li><a rel="nofollow" href="{href}"{current}>{label}{number}</a></li>\n'

    def _active(self, type: str, asked: _Asked, html: str) -> str:
        """What is asked for, each with a link that takes it away."""
        labels = {(chip[1], unescape(chip[2])): chip[3] for chip in _CHIP.finditer(html)}
        groups = {name: unescape(label) for label, name in _GROUP.findall(html)}
        fields = self._filters.fields(type)
        chosen = [(name, value) for name, values in asked.filters for value in values]
        items = [
            (
                f"{groups.get(name, fields[name].label)}: {unescape(labels.get((name, value), value))}",
                asked.toggled(name, value),
            )
            for name, value in chosen
        ]
        if asked.sort:
            items.append((unescape(labels.get((_SORT, asked.sort), asked.sort)), asked.toggled(_SORT, asked.sort)))
        links = "".join(
            f'<li><a rel="nofollow" href="{escape(without.address)}" aria-label="Take away {escape(text)}">'
            f"{escape(text)}</a></li>\n"
            for text, without in items
        )
        return f'<ul class="active" aria-label="Chosen">\n{links}</ul>\n'


def _range(low: float, high: float) -> str:
    return number(low) if low == high else f"{number(low)}–{number(high)}"
