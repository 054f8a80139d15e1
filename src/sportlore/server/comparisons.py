"""Comparisons that nobody wrote: any two entities of one type, or up to six, by their facts and links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec
from msgspec import UNSET, Struct

from sportlore.comparison import StoredComparisons, compare, statements
from sportlore.contract.operations import COMPARISON
from sportlore.contract.parameters import comparison_request
from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.schemas import ComparedFact, ComparedLinks, Comparison, ComparisonSide, Relationship, encode
from sportlore.filters.query import Filters
from sportlore.server.pairs import Pairs
from sportlore.server.selections import cut
from sportlore.snapshot import Generation
from sportlore.text import listed, with_article

BETWEEN = "-vs-"
"""What separates the slugs of the sides in the slug of a comparison."""
MOST_SIDES = 6


class _Item(ComparisonSide, frozen=True, kw_only=True):
    """An entity as lists state it, as far as comparisons do."""

    relationships: list[Relationship]


class _Typed(Struct, frozen=True):
    type: str


class _Stored(Struct, frozen=True):
    """A comparison of the catalogue, as far as it says of which type its sides are."""

    a: _Typed


_ITEM = msgspec.json.Decoder(_Item)
_STORED = msgspec.json.Decoder(_Stored)


class Comparisons:
    """The comparisons of a snapshot: parts of those that it holds, and those that it does not."""

    def __init__(self, snapshot: Generation, filters: Filters, stored: StoredComparisons, pairs: Pairs) -> None:
        self._snapshot = snapshot
        self._pairs = pairs
        self._filters = filters
        self._stored = stored

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The types whose entities can be compared."""
        return tuple(name for name, type in self._stored.vocabulary.types.items() if type.is_comparable)

    def body(self, slug: str, query: bytes) -> bytes | None:
        """The body for a query; None where it is the stored one, or where there is none; raises BadRequest."""
        asked = comparison_request(query, self._snapshot.info.lists)
        body = self._snapshot.body(COMPARISON.at(slug=slug)) if query else None
        if body is not None and asked.type in (None, _STORED.decode(body).a.type):
            return cut(body, asked.fields) if asked.fields else None
        slugs = slug.split(BETWEEN)
        if len(slugs) == 1 or (asked.type is None and self._is_stored(slugs)):
            return None
        sides = self._sides(slugs, asked.type)
        if not sides:
            return None
        body = encode(self._composed(slug, sides))
        return cut(body, asked.fields) if asked.fields else body

    def of(self, type: str, slugs: Sequence[str]) -> Comparison | None:
        """Entities of a type compared by their facts and links; None where one of them is not known; raises BadRequest."""
        sides = self._sides(slugs, type)
        return self._composed(BETWEEN.join(slugs), sides) if sides else None

    def item(self, type: str, slug: str) -> bytes | None:
        """An entity of a type that is compared, as lists state it, or None."""
        position = self._filters.position(type, slug) if type in self.types else None
        return bytes(self._snapshot.list_items(type, [position]).plain[0]) if position is not None else None

    def page(self, slugs: Sequence[str]) -> str | None:
        """The path of the page of a comparison that the catalogue has, in either order, or None."""
        site_url = self._snapshot.info.site_url
        routes = [index.page.removeprefix(site_url) for index in self._snapshot.info.lists.values()]
        paths = [f"{route}/{BETWEEN.join(order)}" for order in (slugs, slugs[::-1]) for route in routes]
        return next((path for path in paths if self._snapshot.entry(path.encode())), None)

    def _is_stored(self, slugs: Sequence[str]) -> bool:
        """Whether the catalogue has the comparison, in this order or in the other one, which redirects to it."""
        orders = (BETWEEN.join(slugs), BETWEEN.join(reversed(slugs)))
        return any(self._snapshot.entry(COMPARISON.at(slug=slug).encode()) for slug in orders)

    def _sides(self, slugs: Sequence[str], type: str | None) -> list[_Item]:
        """The entities that have the slugs, all of one type; none where a slug is unknown; raises BadRequest."""
        if len(slugs) > MOST_SIDES:
            raise BadRequest(f"there are {len(slugs)} sides; compare {MOST_SIDES} at most")
        if len({*slugs}) < len(slugs):
            raise BadRequest("a side is given twice; compare different entities")
        positions = {
            name: [self._filters.position(name, slug) for slug in slugs] for name in ([type] if type else self.types)
        }
        common = [name for name, among in positions.items() if None not in among]
        if len(common) > 1:
            raise BadRequest(f"{listed(slugs)} are of the types {listed(common)}; choose one, as in type={common[0]}")
        if not common:
            self._refuse_mixed(slugs, positions)
            return []
        known = [position for position in positions[common[0]] if position is not None]
        return [_ITEM.decode(item) for item in self._snapshot.list_items(common[0], known).each()]

    def _refuse_mixed(self, slugs: Sequence[str], positions: dict[str, list[int | None]]) -> None:
        """Refuse entities that are not of one type."""
        types = [
            next((name for name, among in positions.items() if among[i] is not None), None) for i in range(len(slugs))
        ]
        if None not in types:
            singular = self._snapshot.info.singular
            each = [
                f"{shown(slug)} is {with_article(singular[type or ''])}"
                for slug, type in zip(slugs, types, strict=True)
            ]
            raise BadRequest(f"{listed(each)}; compare entities of one type")

    def _composed(self, slug: str, sides: Sequence[_Item]) -> Comparison:
        names = [side.name for side in sides]
        common = Comparison(
            slug=slug,
            title=" vs ".join(names),
            description=f"{listed(names)} side by side, by their facts and links. Nobody has signed a sentence on them.",
            signed=False,
            table=list(self._table(sides)),
            links=list(self._linked(sides)),
        )
        shown = [_side(side) for side in sides]
        if len(sides) > 2:
            return msgspec.structs.replace(common, sides=shown)
        a, b = (self._stored.entity(side.id) for side in sides)
        if a is None or b is None:
            return msgspec.structs.replace(common, sides=shown)
        compared = compare(self._stored.vocabulary, a, b)
        return msgspec.structs.replace(
            common,
            a=shown[0],
            b=shown[1],
            differences=[statement.text for statement in compared.differences],
            similarities=[statement.text for statement in compared.similarities],
            statements=statements(compared),
            drawings=self._pairs.described(a.id, b.id),
        )

    def _table(self, sides: Sequence[_Item]) -> Iterator[ComparedFact]:
        """A row for every fact that a side states, in the vocabulary's order."""
        stated = [{fact.key: fact for fact in side.facts} for side in sides]
        for key, fact in self._stored.vocabulary.facts.items():
            texts = [facts[key].text if key in facts else None for facts in stated]
            if any(texts):
                yield ComparedFact(key=key, label=fact.label, texts=texts)

    def _linked(self, sides: Sequence[_Item]) -> Iterator[ComparedLinks]:
        """What the sides are linked with by each relation that comparisons read: in common, and apart."""
        for key, relation in self._stored.vocabulary.relations.items():
            linked = [{link.id: link for link in side.relationships if link.relation == key} for side in sides]
            if relation.compared and any(linked):
                common = {*linked[0]}.intersection(*linked[1:])
                yield ComparedLinks(
                    relation=key,
                    label=relation.label,
                    common=[_bare(link) for id, link in linked[0].items() if id in common],
                    apart=[[_bare(link) for id, link in links.items() if id not in common] for links in linked],
                )


def _side(item: _Item) -> ComparisonSide:
    return ComparisonSide(
        type=item.type,
        id=item.id,
        name=item.name,
        description=item.description,
        url=item.url,
        api_url=item.api_url,
        facts=item.facts,
    )


def _bare(link: Relationship) -> Relationship:
    """A link without the key of its relation."""
    return msgspec.structs.replace(link, relation=UNSET)
