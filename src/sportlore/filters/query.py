"""The conditions of a filtered list, read against the index of a snapshot."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, Protocol

import msgspec

from sportlore.contract.operations import ENTITY_LIST
from sportlore.contract.parameters import Filter
from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.record import Buffer
from sportlore.diagnostics import nearest
from sportlore.filters.fields import (
    DATED,
    FIELDS,
    INDEX,
    NONE,
    NOT,
    NUMBER,
    NUMBERS,
    POSITION,
    ROW,
    SCOPED,
    STATED,
    TEXTS,
    VALUE,
    Field,
    Period,
    key,
    without_protocol,
)
from sportlore.index.bitmaps import union, unpack
from sportlore.model import fold
from sportlore.search import Meant

_DECODER = msgspec.json.Decoder(dict[str, Field])
_PERIODS = msgspec.msgpack.Decoder(list[Period])
_PARAMETERS = tuple(parameter.name for parameter in ENTITY_LIST.parameters if parameter.location == "query")
_NUMBER = re.compile(NUMBER)
_LONGEST = 200
"""No identifier has as many characters; the store refuses keys that are much longer."""


class FilterStore(Protocol):
    """Where the index is: byte strings by key."""

    def value(self, key: bytes) -> Buffer | None:
        """What is at a key."""

    def pairs_from(self, start: bytes) -> Iterator[tuple[bytes, Buffer]]:
        """The keys that begin so, in their order, with what is at them."""

    def near(self, parent: str, name: str) -> list[str]:
        """The last segments of the paths below a path that are about as long as a name, and so perhaps the name meant."""


FindMeant = Callable[[str, Sequence[str]], Sequence[Meant]]
"""The entities of some types that a name may mean: find("soleus", ["muscle-group"]) -> [Meant("muscle-group", "calves", …)]."""


class Filters:
    """The filters of an open snapshot. `totals` are the numbers of entities of each type.

    With a `scope`, an entity that states numbers of it has these alone; with a `year`, one that states years has the values
    of that year, and none where these are not known.
    """

    def __init__(self, store: FilterStore, totals: Mapping[str, int], find_meant: FindMeant) -> None:
        self._store = store
        self._totals = totals
        self._find_meant = find_meant
        self._scope = ""
        self._year: int | None = None
        self.fields = lru_cache(64)(self._read_fields)

    def of(self, scope: str, year: int | None) -> Filters:
        """The same filters, by the numbers of a scope and the values of a year."""
        other = copy(self)
        other._scope, other._year = scope, year
        return other

    def positions(self, type: str, conditions: Iterable[Filter]) -> int:
        """The bitmap of the positions in the list of a type that meet all conditions; raises BadRequest.

        Of the values of a condition an entity has one, and none of those behind `!`: (("uses", ("!none", "!barbell")),).
        """
        matches = self._all(type)
        for name, values in conditions:
            field = self.fields(type).get(name)
            if field is None:
                raise BadRequest(self._no_field(type, name))
            denied = [value.removeprefix(NOT) for value in values if value.startswith(NOT)]
            allowed = [value for value in values if not value.startswith(NOT)]
            if allowed:
                matches &= self._any(type, name, field, allowed)
            if denied:
                matches &= ~self._any(type, name, field, denied)
        return matches

    def position(self, type: str, slug: str) -> int | None:
        """The position of an entity in the list of its type, or None."""
        value = self._store.value(key(POSITION, type, slug))
        return int(INDEX.unpack(value)[0]) if value is not None else None

    def named(self, type: str, slugs: Iterable[str]) -> int:
        """The bitmap of the positions of entities by their slugs; raises BadRequest."""
        matches = 0
        for slug in slugs:
            position = self.position(type, slug)
            if position is None:
                near = nearest(slug, self._store.near(ENTITY_LIST.at(type=type), slug))
                raise BadRequest(
                    f"no {type} `{shown(slug)}`; {_advice(near, f'see {ENTITY_LIST.at(type=type)} for all')}"
                )
            matches |= 1 << position
        return matches

    def ordered(self, type: str, positions: list[int], sort: str) -> list[int]:
        """Positions by `name` or by a number fact, `-` before it for descending; those that do not state it come last.

        A range stands at its low end, descending at its high end. Raises BadRequest.
        """
        name, descending = sort.removeprefix("-"), sort.startswith("-")
        if name == "name":
            return positions[::-1] if descending else positions
        field = self.fields(type).get(name)
        if field is None or field.kind != "number":
            known = ["name", *(other for other, described in self.fields(type).items() if described.kind == "number")]
            there = f"the type `{type}` is sorted by {', '.join(known)}"
            raise BadRequest(f"no order `{shown(sort)}`; {_advice(nearest(name, known), there)}")
        values: dict[int, float] = {}
        for low, high, position in self.rows(type, name):
            value = -high if descending else low
            values[position] = min(value, values.get(position, value))
        return sorted(positions, key=lambda position: (values.get(position, math.inf), position))

    def rows(self, type: str, name: str) -> Iterator[tuple[float, float, int]]:
        """The lowest and highest values of a number fact with the positions that state them."""
        stored = self._store.value(key(SCOPED, type, name, self._scope)) if self._scope else None
        dated = self.dated(type, name)
        scoped = [row for row in ROW.iter_unpack(stored or b"") if row[2] not in dated]
        stating = {position for _, _, position in scoped} | dated.keys()
        yield from scoped
        for position, values in dated.items():
            yield from ((low, high, position) for low, high in values or ())
        for row in ROW.iter_unpack(self._store.value(key(NUMBERS, type, name)) or b""):
            if row[2] not in stating:
                yield row

    def dated(self, type: str, name: str) -> dict[int, tuple[Any, ...] | None]:
        """The values of the year by position, of the entities that state when theirs held; None where they are not known."""
        held: dict[int, tuple[Any, ...] | None] = {}
        if self._year is not None:
            for scope in dict.fromkeys((self._scope, "")):
                stored = self._store.value(key(DATED, type, name, scope))
                periods = _PERIODS.decode(stored) if stored is not None else []
                of_scope = {period.position: period.values for period in periods if period.holds_in(self._year)}
                held = of_scope | held
        return held

    def stated(self, type: str, name: str) -> int:
        """The bitmap of the positions that state a field."""
        bits = self.bitmap(key(STATED, type, name))
        for position, values in self.dated(type, name).items():
            bits = bits | 1 << position if values else bits & ~(1 << position)
        return bits

    def by_value(self, type: str, name: str) -> dict[str, int]:
        """The bitmaps of the positions that have each term, or are linked with each entity."""
        start, dated = key(VALUE, type, name, ""), self.dated(type, name)
        undated = ~sum(1 << position for position in dated)
        bitmaps = {
            whole_key[len(start) :].decode(): unpack(value) & undated
            for whole_key, value in self._store.pairs_from(start)
        }
        for position, values in dated.items():
            for value in values or ():
                bitmaps[value] = bitmaps.get(value, 0) | 1 << position
        return bitmaps

    def is_fact(self, type: str, name: str) -> bool:
        """Whether a name is that of a fact of the type."""
        field = self.fields(type).get(name)
        return field is not None and field.is_fact

    def keys(self, types: Iterable[str], *, relations: bool) -> list[str]:
        """The relations of types, in both directions, or their facts; each once."""
        fields = (item for type in types for item in self.fields(type).items())
        return list(
            dict.fromkeys(name for name, field in fields if (field.kind == "relation" if relations else field.is_fact))
        )

    def _all(self, type: str) -> int:
        """The bitmap of the whole list of a type."""
        return (1 << self._totals[type]) - 1

    def _read_fields(self, type: str) -> dict[str, Field]:
        value = self._store.value(key(FIELDS, type))
        return _DECODER.decode(value) if value is not None else {}

    def _no_field(self, type: str, name: str) -> str:
        known = (*_PARAMETERS, *self.fields(type))
        listed = ", ".join(f"`{other}`" for other in known)
        return f"no filter `{shown(name)}` on the type `{type}`; {_advice(nearest(name, known), f'it takes {listed}')}"

    def _any(self, type: str, name: str, field: Field, values: Iterable[str]) -> int:
        return union(self._matching(type, name, field, value) for value in values)

    def _matching(self, type: str, name: str, field: Field, value: str) -> int:
        if value == NONE and NONE not in field.values:
            unknown = sum(1 << position for position, values in self.dated(type, name).items() if values is None)
            return self._all(type) & ~self.stated(type, name) & ~unknown
        match field.kind:
            case "term":
                if value not in field.values:
                    there = f"it takes {', '.join(dict.fromkeys((*field.values, NONE)))}"
                    raise BadRequest(f"no `{name}` `{shown(value)}`; {_advice(nearest(value, field.values), there)}")
                return self._having(type, name, value)
            case "number":
                return self._in_range(type, name, *read_range(name, field, value))
            case "text":
                return self._containing(type, name, value)
            case "relation":
                return self._linked(type, name, field, value)
            case "identifier":
                return self._identified(type, name, field, value)

    def bitmap(self, key: bytes) -> int:
        """The bitmap at a key of the index."""
        value = self._store.value(key)
        return unpack(value) if value is not None else 0

    def _having(self, type: str, name: str, value: str) -> int:
        bits = self.bitmap(key(VALUE, type, name, value))
        for position, values in self.dated(type, name).items():
            bits = bits | 1 << position if value in (values or ()) else bits & ~(1 << position)
        return bits

    def _in_range(self, type: str, name: str, low: float, high: float) -> int:
        matches = 0
        for lowest, highest, position in self.rows(type, name):
            if lowest <= high and highest >= low:
                matches |= 1 << position
        return matches

    def _containing(self, type: str, name: str, value: str) -> int:
        matches, wanted = 0, fold(value)
        if not wanted:
            raise BadRequest(f"`{name}` is empty; it takes words that the text contains, or {NONE}")
        dated = self.dated(type, name)
        for text, position in msgspec.msgpack.decode(self._store.value(key(TEXTS, type, name)) or b"\x90"):
            if wanted in text and position not in dated:
                matches |= 1 << position
        for position, texts in dated.items():
            if any(wanted in text for text in texts or ()):
                matches |= 1 << position
        return matches

    def _identified(self, type: str, name: str, field: Field, value: str) -> int:
        """The positions that an identifier names: by itself, with its scheme (`wikidata:Q847`), or as a URL."""
        scheme, colon, _ = value.partition(":")
        if not value or (colon and scheme not in (*field.values, "http", "https")):
            there = (
                f"it takes an identifier, alone, as a URL or behind one of {', '.join(f'{s}:' for s in field.values)}"
            )
            raise BadRequest(f"`{name}` is `{shown(value)}`; {_advice(nearest(scheme, field.values), there)}")
        return self.bitmap(key(VALUE, type, name, without_protocol(value))) if len(value) < _LONGEST else 0

    def _linked(self, type: str, name: str, field: Field, value: str) -> int:
        """The positions that are linked with an entity: by its id, or by its slug in any type that the relation leads to."""
        other, slash, slug = value.partition("/")
        wanted = slug if slash else value
        near = {target: self._store.near(ENTITY_LIST.path.format(type=target), wanted) for target in field.types}
        targets = [target for target in field.types if not slash or target == other]
        ids = [f"{target}/{wanted}" for target in targets if wanted in near[target]]
        if not ids:
            meant = self._find_meant(wanted, field.types)
            certain = next((item.slug for item in meant if item.certain), None)
            likely = certain or nearest(wanted, [slug for slugs in near.values() for slug in slugs])
            likely = likely or next((item.slug for item in meant), None)
            there = f"it takes slugs or ids of the types {', '.join(field.types)}"
            raise BadRequest(f"`{name}` names no entity `{shown(value)}`; {_advice(likely, there)}")
        matches = 0
        for id in ids:
            matches |= self.bitmap(key(VALUE, type, name, id))
        return matches


def _advice(near: str | None, there: str) -> str:
    """The nearest known word, if any, then all known ones: a client corrects its request in one step."""
    return f"did you mean `{near}`? {there[0].upper()}{there[1:]}" if near else there


def read_range(name: str, field: Field, value: str) -> tuple[float, float]:
    """The ends of a range: "5..7" -> (5, 7); "..10" -> (-inf, 10); "5" -> (5, 5); raises BadRequest."""
    low, dots, high = value.partition("..")
    ends = [end for end in (low, high) if end]
    if ends and all(map(_NUMBER.fullmatch, ends)):
        lowest = float(low) if low else float("-inf")
        highest = lowest if not dots else float(high) if high else float("inf")
        if lowest <= highest:
            return lowest, highest
    unit = f" in {field.unit}" if field.unit and not field.unit.startswith("{") else ""
    raise BadRequest(
        f"`{name}` is `{shown(value)}`; it takes a number{unit}, a range such as 5..7, 5.. or ..7, or {NONE}"
    )
