"""Parts of answers: the fields that a request wants, and the facts of what is linked, cut out of the bytes of the whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from sportlore.contract import schemas
from sportlore.contract.parameters import MATCHED, Selection
from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.record import Buffer
from sportlore.diagnostics import did_you_mean
from sportlore.filters.query import Filters
from sportlore.search import Marked
from sportlore.snapshot import Generation

MOST_INCLUDED = 200
"""The most entities whose facts an answer brings beside its own."""


class _Linked(Struct, frozen=True):
    id: str
    relation: str = ""


class _Keyed(Struct, frozen=True):
    key: str


class _WithFacts(Struct, frozen=True):
    facts: Raw = Raw(b"[]")


_ITEMS = msgspec.json.Decoder(list[Raw])
_LINKED = msgspec.json.Decoder(_Linked)
_KEYED = msgspec.json.Decoder(_Keyed)
_FACTS = msgspec.json.Decoder(_WithFacts)
_ALL = schemas.Resource.__struct_encode_fields__
_FIRST = _ALL[: _ALL.index("relationships")]
"""The fields before the links, which are most of an item: where these are wanted alone, the rest of it is not read."""


@lru_cache(256)
def _decoder(fields: tuple[str, ...]) -> msgspec.json.Decoder[Any]:
    """A decoder of some fields of a JSON object, whose values it leaves as they are."""
    return msgspec.json.Decoder(_part_type(fields))


@lru_cache(256)
def _list_decoder(fields: tuple[str, ...]) -> msgspec.json.Decoder[Any]:
    """A decoder of some fields of each object of a JSON array."""
    return msgspec.json.Decoder(list[_part_type(fields)])  # type: ignore[misc]


def _part_type(fields: tuple[str, ...]) -> type[Struct]:
    return msgspec.defstruct("Part", [(name, Raw | UnsetType, UNSET) for name in fields])


class Selections:
    """Cuts parts out of the answers of a snapshot."""

    def __init__(self, snapshot: Generation, filters: Filters) -> None:
        self._snapshot = snapshot
        self._filters = filters

    def check(self, selection: Selection, types: Sequence[str]) -> None:
        """Refuse keys of facts and relations that none of the types has, or no type where none is given: raises BadRequest."""
        for wanted, relations, noun in ((selection.facts, False, "fact"), (selection.relations, True, "relation")):
            if not wanted:
                continue
            # What is linked may be of any type.
            among = types if types and (relations or not selection.include) else self._snapshot.info.lists
            known = self._filters.keys(among, relations=relations)
            for key in wanted:
                if key not in known:
                    there = f"there are {', '.join(known)}" if among is types else "see /api/schema for all"
                    raise BadRequest(f"no {noun} `{shown(key)}`; {did_you_mean(key, known, there)}")

    def items(self, items: Sequence[Buffer], selection: Selection, marks: Iterable[Marked | None] = ()) -> bytes:
        """The parts of items as a JSON array, each with its mark, if any; raises BadRequest where too much would be included."""
        parts = _parts(items, selection)
        for part, text in zip(parts, marks, strict=False):
            if text is not None:
                part.matched = schemas.Matched(field=text.field, text=text.text, ranges=list(map(list, text.ranges)))
        if selection.facts or selection.relations or selection.include:
            linked = self._facts_of_linked(parts, selection) if selection.include else {}
            for part in parts:
                _narrow(part, selection, linked)
        return msgspec.json.encode(parts)

    def _facts_of_linked(self, parts: Iterable[Any], selection: Selection) -> dict[str, bytes]:
        """The facts of all entities that items are linked with, by id, as JSON."""
        slugs: dict[str, dict[str, None]] = defaultdict(dict)
        for part in parts:
            for _, link in _links(part.relationships, selection):
                type, _, slug = link.id.partition("/")
                slugs[type][slug] = None
        total = sum(map(len, slugs.values()))
        if total > MOST_INCLUDED:
            raise BadRequest(
                f"`include` would bring the facts of {total:,} entities, and brings at most {MOST_INCLUDED}; "
                "ask for fewer by `pageSize`, or for single relations by `fields=relationships.KEY`"
            )
        facts: dict[str, bytes] = {}
        for type, names in slugs.items():
            positions = {
                slug: position for slug in names if (position := self._filters.position(type, slug)) is not None
            }
            items = self._snapshot.list_items(type, list(positions.values())).each()
            for slug, item in zip(positions, items, strict=True):
                stated = _FACTS.decode(item).facts
                facts[f"{type}/{slug}"] = _facts(stated, selection.facts) if selection.facts else bytes(stated)
        return facts


def cut(body: bytes, fields: tuple[str, ...]) -> bytes:
    """A body with only some of its fields: cut(b'{"a":1,"b":2}', ("b",)) -> b'{"b":2}'."""
    return msgspec.json.encode(_decoder(fields).decode(body))


def with_fields(body: bytes, **values: bytes) -> bytes:
    """An entity with other values of some fields, as JSON: with_fields(b'{"id":"a","facts":[1]}', facts=b"[]")."""
    whole = _decoder(_ALL).decode(body)
    for name, value in values.items():
        setattr(whole, name, Raw(value))
    return msgspec.json.encode(whole)


def _parts(items: Iterable[Buffer], selection: Selection) -> list[Any]:
    """The wanted fields of items, which have commas between."""
    plain = [bytes(item) for item in items]
    if end := _behind(selection.fields):
        plain = [item[: item.find(end)] + b"}," for item in plain]
        plain[-1:] = [item[:-1] for item in plain[-1:]]
    parts: list[Any] = _list_decoder(selection.fields or _ALL).decode(b"[%b]" % b"".join(plain))
    return parts


@lru_cache(256)
def _behind(fields: tuple[str, ...]) -> bytes | None:
    """What stands in an item behind the last of some fields, which all stand before its links, else None.

    Every item has all of these fields.
    """
    stored = [name for name in fields if name != MATCHED]
    if not fields or not {*_FIRST}.issuperset(stored):
        return None
    last = max((_ALL.index(name) for name in stored), default=0)
    return b',"%b":' % _ALL[last + 1].encode()


def _narrow(part: Any, selection: Selection, linked: Mapping[str, bytes]) -> None:
    """Keep the wanted keys of the facts and links of a part, and add the facts of what is linked."""
    if selection.facts and "facts" in part.__struct_fields__ and part.facts is not UNSET:
        part.facts = Raw(_facts(part.facts, selection.facts))
    if "relationships" in part.__struct_fields__ and (selection.relations or selection.include):
        links = (_with_facts(raw, linked.get(link.id)) for raw, link in _links(part.relationships, selection))
        part.relationships = Raw(b"[%b]" % b",".join(links))


def _links(relationships: Raw, selection: Selection) -> list[tuple[bytes, _Linked]]:
    links = ((bytes(raw), _LINKED.decode(raw)) for raw in _ITEMS.decode(relationships))
    return [pair for pair in links if not selection.relations or pair[1].relation in selection.relations]


def _facts(facts: Raw, keys: Sequence[str]) -> bytes:
    wanted = (bytes(raw) for raw in _ITEMS.decode(facts) if _KEYED.decode(raw).key in keys)
    return b"[%b]" % b",".join(wanted)


def _with_facts(link: bytes, facts: bytes | None) -> bytes:
    return b'%b,"facts":%b}' % (link[:-1], facts) if facts is not None else link
