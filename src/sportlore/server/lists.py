"""The pages of lists and searches: stored ones, and those that are composed of items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import UNSET, Struct

from sportlore.contract.composition import Items, composed, composed_body
from sportlore.contract.headers import alternate
from sportlore.contract.operations import ENTITY_LIST
from sportlore.contract.paging import PAGE_SIZE, frame, page_links
from sportlore.contract.parameters import ListRequest, Selection
from sportlore.contract.record import Record
from sportlore.contract.schemas import DatedFact, ListMeta, encode
from sportlore.filters.facets import facets as counted
from sportlore.filters.query import Filters
from sportlore.index.bitmaps import numbers
from sportlore.search import Marked
from sportlore.server.selections import Selections
from sportlore.server.versions import Versions
from sportlore.snapshot import Generation


class ItemAddress(Struct, frozen=True):
    """What an item says of where its entity is."""

    type: str
    slug: str


class Lists:
    """The lists of a snapshot."""

    def __init__(self, snapshot: Generation, filters: Filters, selections: Selections, versions: Versions) -> None:
        self._snapshot = snapshot
        self._filters = filters
        self._selections = selections
        self._versions = versions

    def list_page(self, type: str, asked: ListRequest, variants: Sequence[bytes]) -> Record | None:
        """A page of a list. Without other parameters, at the default size, it is pre-rendered; else composed of its items."""
        index = self._snapshot.info.lists[type]
        path, total = ENTITY_LIST.path.format(type=type), index.total
        if not asked.others and asked.size == PAGE_SIZE and asked.page <= max(1, -(-total // PAGE_SIZE)):
            record = self._snapshot.best(f"{path}?page={asked.page}".encode(), variants)
            return (record,) if record is not None else None
        first, facets = (asked.page - 1) * asked.size, b""
        self._versions.check([asked.scope] if asked.scope else [])
        filters = self._filters.of(asked.scope, asked.year)
        if asked.filters or asked.slugs or asked.sort or asked.facets:
            matches = filters.positions(type, asked.filters)
            if asked.slugs:
                matches &= filters.named(type, asked.slugs)
            positions = numbers(matches, total)
            if asked.sort:
                positions = filters.ordered(type, positions, asked.sort)
            if asked.facets:
                facets = b',"facets":' + msgspec.json.encode(counted(filters, type, asked.facets, matches)) + b"}"
            total, items = len(positions), self._snapshot.list_items(type, positions[first : first + asked.size])
        elif asked.selection:
            items = self._snapshot.list_items(type, range(first, min(first + asked.size, total)))
        else:
            items = self._snapshot.stretch(type, first, asked.size)
        meta = self._dated_meta(filters, type, asked) if asked.as_of else index.meta
        before, after = frame(total, asked.page, asked.size, meta=meta)
        after = after[:-1] + facets if facets else after
        links = (*page_links(path, asked.others, total, asked.page, asked.size), alternate(index.page))
        return self.page((before, after), items, links, asked.selection, (type,), variants)

    def _dated_meta(self, filters: Filters, type: str, asked: ListRequest) -> str:
        """The `meta` of a list by the values of a year: how far these are known of each fact that it is made by."""
        names = (*(name for name, _ in asked.filters), asked.sort.removeprefix("-"), *asked.facets)
        facts = [name for name in dict.fromkeys(names) if filters.is_fact(type, name)]
        dated = []
        for name in facts:
            held = filters.dated(type, name)
            undated = filters.stated(type, name) & ~sum(1 << position for position in held)
            unknown = [position for position, values in held.items() if values is None]
            items = self._snapshot.list_items(type, unknown).each()
            slugs = [msgspec.json.decode(item, type=ItemAddress).slug for item in items]
            dated.append(DatedFact(key=name, undated=undated.bit_count(), unknown=slugs))
        meta = msgspec.json.decode(self._snapshot.info.lists[type].meta, type=ListMeta)
        return encode(msgspec.structs.replace(meta, as_of=asked.as_of or UNSET, dated=dated)).decode()

    def page(
        self,
        around: tuple[bytes, bytes],
        items: Items,
        links: Sequence[str],
        selection: Selection | None,
        types: Sequence[str],
        variants: Sequence[bytes],
        marks: Iterable[Marked | None] = (),
    ) -> Record | None:
        """The record of a page of items of some types, or of the parts of them that are asked for; raises BadRequest."""
        before, after = around
        if selection is None:
            return composed(before, items, after, links, variants)
        self._selections.check(selection, types)
        parts = self._selections.items(items.plain, selection, marks)
        return composed_body(b"".join((before[:-1], parts, after[1:])), links, variants)
