"""The conditions of a filtered list, read against the index of a snapshot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from sportlore.contract.operations import ENTITY_LIST
from sportlore.contract.parameters import BadRequest, Filter, shown
from sportlore.contract.record import Buffer
from sportlore.diagnostics import nearest
from sportlore.filters.fields import FIELDS, NONE, NUMBER, NUMBERS, ROW, STATED, TEXTS, VALUE, Field, key
from sportlore.index.bitmaps import unpack
from sportlore.model import fold

_DECODER = msgspec.json.Decoder(dict[str, Field])
_NUMBER = re.compile(NUMBER)


class FilterStore(Protocol):
    """Where the index is: byte strings by key."""

    def value(self, key: bytes) -> Buffer | None:
        """What is at a key."""

    def near(self, parent: str, name: str) -> list[str]:
        """The last segments of the paths below a path that are about as long as a name, and so perhaps the name meant."""


Suggest = Callable[[str, Sequence[str]], str | None]
"""The slug of the entity of some types that words may mean: suggest("soleus", ["muscle-group"]) -> "calves"."""


class Filters:
    """The filters of an open snapshot. `totals` are the numbers of entities of each type."""

    def __init__(self, store: FilterStore, totals: Mapping[str, int], suggest: Suggest) -> None:
        self._store = store
        self._totals = totals
        self._suggest = suggest
        self.fields = lru_cache(64)(self._read_fields)

    def positions(self, type: str, conditions: Iterable[Filter]) -> int:
        """The bitmap of the positions in the list of a type that meet all conditions; raises BadRequest."""
        matches = self._all(type)
        for name, values in conditions:
            field = self.fields(type).get(name)
            if field is None:
                raise BadRequest(self._no_field(type, name))
            union = 0
            for value in values:
                union |= self._matching(type, name, field, value)
            matches &= union
        return matches

    def _all(self, type: str) -> int:
        """The bitmap of the whole list of a type."""
        return (1 << self._totals[type]) - 1

    def _read_fields(self, type: str) -> dict[str, Field]:
        value = self._store.value(key(FIELDS, type))
        return _DECODER.decode(value) if value is not None else {}

    def _no_field(self, type: str, name: str) -> str:
        known = ("page", "pageSize", "lang", *self.fields(type))
        listed = ", ".join(f"`{other}`" for other in known)
        return f"no filter `{shown(name)}` on the type `{type}`; {_advice(nearest(name, known), f'it takes {listed}')}"

    def _matching(self, type: str, name: str, field: Field, value: str) -> int:
        if value == NONE and NONE not in field.values:
            return self._all(type) & ~self._bitmap(key(STATED, type, name))
        match field.kind:
            case "term":
                if value not in field.values:
                    there = f"it takes {', '.join(dict.fromkeys((*field.values, NONE)))}"
                    raise BadRequest(f"no `{name}` `{shown(value)}`; {_advice(nearest(value, field.values), there)}")
                return self._bitmap(key(VALUE, type, name, value))
            case "number":
                return self._in_range(type, name, *read_range(name, field, value))
            case "text":
                return self._containing(type, name, value)
            case "relation":
                return self._linked(type, name, field, value)

    def _bitmap(self, key: bytes) -> int:
        value = self._store.value(key)
        return unpack(value) if value is not None else 0

    def _in_range(self, type: str, name: str, low: float, high: float) -> int:
        matches = 0
        for lowest, highest, position in ROW.iter_unpack(self._store.value(key(NUMBERS, type, name)) or b""):
            if lowest <= high and highest >= low:
                matches |= 1 << position
        return matches

    def _containing(self, type: str, name: str, value: str) -> int:
        matches, wanted = 0, fold(value)
        if not wanted:
            raise BadRequest(f"`{name}` is empty; it takes words that the text contains, or {NONE}")
        for text, position in msgspec.msgpack.decode(self._store.value(key(TEXTS, type, name)) or b"\x90"):
            if wanted in text:
                matches |= 1 << position
        return matches

    def _linked(self, type: str, name: str, field: Field, value: str) -> int:
        """The positions that are linked with an entity: by its id, or by its slug in any type that the relation leads to."""
        other, slash, slug = value.partition("/")
        wanted = slug if slash else value
        near = {target: self._store.near(ENTITY_LIST.path.format(type=target), wanted) for target in field.types}
        targets = [target for target in field.types if not slash or target == other]
        ids = [f"{target}/{wanted}" for target in targets if wanted in near[target]]
        if not ids:
            likely = nearest(wanted, [slug for slugs in near.values() for slug in slugs])
            likely = likely or self._suggest(wanted.replace("-", " "), field.types)
            there = f"it takes slugs or ids of the types {', '.join(field.types)}"
            raise BadRequest(f"`{name}` names no entity `{shown(value)}`; {_advice(likely, there)}")
        matches = 0
        for id in ids:
            matches |= self._bitmap(key(VALUE, type, name, id))
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
