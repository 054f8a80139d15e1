"""Making the index of the filters from the graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise

import msgspec

from sportlore.filters.fields import (
    DATED,
    FIELDS,
    INDEX,
    NUMBERS,
    POSITION,
    ROW,
    SAME_AS,
    SCOPED,
    STATED,
    TEXTS,
    VALUE,
    Field,
    Period,
    key,
    without_protocol,
)
from sportlore.graph import Graph
from sportlore.index.bitmaps import pack, unpack
from sportlore.kinds import KINDS
from sportlore.memo import Memo
from sportlore.model import (
    Absent,
    ByScope,
    Entity,
    FactKey,
    FactValue,
    Unknown,
    Version,
    Vocabulary,
    fold,
    in_year,
    of_scope,
    scopes_of,
    spans,
    versions,
)


def entries(graph: Graph, memo: Memo) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of the index, made only for types of which something has changed."""
    for entity_type in graph.vocabulary.types:
        yield from memo.result(("filters", entity_type), partial(_of_type, graph, entity_type))


def counts(graph: Graph, memo: Memo, type: str, names: Iterable[str]) -> dict[str, tuple[dict[str, int], int]]:
    """How many entities of a type have each value of facts of terms and relations, by term or id, and how many state any.

    counts(graph, memo, "exercise", ["level"]) -> {"level": ({"beginner": 70, "intermediate": 50}, 120)}
    """
    indexed = dict(memo.result(("filters", type), partial(_of_type, graph, type)))

    def counted(name: str) -> tuple[dict[str, int], int]:
        start, stated = key(VALUE, type, name, ""), indexed.get(key(STATED, type, name))
        values = {entry.removeprefix(start): bits for entry, bits in indexed.items() if entry.startswith(start)}
        by_value = {value.decode(): unpack(bits).bit_count() for value, bits in values.items()}
        return by_value, unpack(stated).bit_count() if stated is not None else 0

    return {name: counted(name) for name in names}


def _of_type(graph: Graph, type: str) -> tuple[tuple[bytes, bytes], ...]:
    return tuple(_entries(graph, type))


def _entries(graph: Graph, type: str) -> Iterator[tuple[bytes, bytes]]:
    fields = fields_of(graph.vocabulary, type)
    yield key(FIELDS, type), msgspec.json.encode(fields)
    entities = graph.of_type(type)
    for position, entity in enumerate(entities):
        yield key(POSITION, type, entity.slug), INDEX.pack(position)
    for name in graph.vocabulary.types[type].facts:
        yield from _fact_entries(type, name, graph.vocabulary.facts[name], entities)
    yield from _link_entries(graph, type, fields, entities)
    yield from _identifier_entries(graph.vocabulary, type, entities)


def fields_of(vocabulary: Vocabulary, type: str) -> dict[str, Field]:
    """What the list of a type can be filtered by: its facts, its relations, and the inverses of those that lead to it."""
    described = vocabulary.types[type]
    fields = {name: _fact_field(vocabulary.facts[name], vocabulary) for name in described.facts}
    for name, relation in vocabulary.relations.items():
        stating = tuple(t for t, other in vocabulary.types.items() if name in other.links)
        to = tuple(vocabulary.types) if "any" in relation.to else relation.to
        stated, received = name in described.links, type in to and bool(stating)
        if relation.inverse == name and (stated or received):
            both = tuple(t for t in vocabulary.types if (stated and t in to) or (received and t in stating))
            fields[name] = Field("relation", relation.label, types=both)
        else:
            if stated:
                fields[name] = Field("relation", relation.label, types=to)
            if received:
                fields[relation.inverse] = Field("relation", relation.inverse_label, types=stating)
    if vocabulary.schemes:
        fields[SAME_AS] = Field("identifier", "Same as", values=tuple(vocabulary.schemes))
    return fields


def _fact_field(fact: FactKey, vocabulary: Vocabulary) -> Field:
    match KINDS[fact.kind].filtered_by:
        case "term":
            return Field("term", fact.label, values=tuple(vocabulary.terms[fact.terms or ""]))
        case "number":
            return Field("number", fact.label, unit=fact.unit)
        case "text":
            return Field("text", fact.label)


def _fact_entries(type: str, name: str, fact: FactKey, entities: tuple[Entity, ...]) -> Iterator[tuple[bytes, bytes]]:
    # What an entity has none of counts as not stated, so that `none` finds both.
    values = [(position, entity.facts.get(name, Absent())) for position, entity in enumerate(entities)]
    stated = [(position, value) for position, value in values if not isinstance(value, Absent)]
    yield key(STATED, type, name), pack([position for position, _ in stated])
    for scope, periods in _periods(name, fact, entities).items():
        yield key(DATED, type, name, scope), msgspec.msgpack.encode(periods)
    match KINDS[fact.kind].filtered_by:
        case "term":
            holders: dict[str, list[int]] = defaultdict(list)
            for position, value in stated:
                for word in value if isinstance(value, tuple) else (str(value),):
                    holders[word].append(position)
            for word, positions in holders.items():
                yield key(VALUE, type, name, word), pack(positions)
        case "number":
            rows = (ROW.pack(span.low, span.high, position) for position, value in stated for span in spans(value))
            yield key(NUMBERS, type, name), b"".join(rows)
            for scope, scoped in _scoped_rows(name, entities).items():
                yield key(SCOPED, type, name, scope), b"".join(scoped)
        case "text":
            texts = [(fold(text), position) for position, value in stated for text in _texts(value)]
            yield key(TEXTS, type, name), msgspec.msgpack.encode(texts)


def _scoped_rows(name: str, entities: tuple[Entity, ...]) -> dict[str, list[bytes]]:
    """The numbers of a fact in each scope of which entities state a value, in force when they were last checked."""
    rows: dict[str, list[bytes]] = defaultdict(list)
    for position, entity in enumerate(entities):
        if name not in entity.facts:
            continue
        known = versions(entity.facts[name], [variant for variant in entity.variants if variant.fact == name])
        for scope in sorted(scopes_of(known)):
            held = of_scope(known, {scope}, int(entity.checked[:4]) if entity.checked else None)
            rows[scope] += [ROW.pack(span.low, span.high, position) for span in spans(held.value if held else None)]
    return {scope: packed for scope, packed in rows.items() if packed}


def _periods(name: str, fact: FactKey, entities: tuple[Entity, ...]) -> dict[str, list[Period]]:
    """The values of a fact by scope and year, of the entities that state any year for it."""
    periods: dict[str, list[Period]] = defaultdict(list)
    for position, entity in enumerate(entities):
        variants = [variant for variant in entity.variants if variant.fact == name]
        if name not in entity.facts or not variants:
            continue
        known = versions(entity.facts[name], variants)
        stretches = list(_stretches(known))
        for scope in ("", *sorted(scopes_of(known))) if stretches else ():
            for first, last, year in stretches:
                held = in_year(known, {scope} if scope else set(), year)
                periods[scope].append(Period(position, first, last, _values(held, fact)))
    return periods


def _stretches(known: Iterable[Version[FactValue]]) -> Iterator[tuple[int | None, int | None, int]]:
    """The years within which no value changes: the first, the last and one of them; None at the open ends."""
    begins = sorted(
        {version.since for version in known if version.since is not None}
        | {version.until + 1 for version in known if version.until is not None}
    )
    if begins:
        yield None, begins[0] - 1, begins[0] - 1
        yield from ((first, following - 1, first) for first, following in pairwise(begins))
        yield begins[-1], None, begins[-1]


def _values(
    held: tuple[Version[FactValue], ...] | Unknown, fact: FactKey
) -> tuple[tuple[float, float] | str, ...] | None:
    if isinstance(held, Unknown):
        return None
    values = [version.value for version in held if not isinstance(version.value, Absent)]
    match KINDS[fact.kind].filtered_by:
        case "number":
            return tuple((span.low, span.high) for value in values for span in spans(value))
        case "term":
            return tuple(word for value in values for word in (value if isinstance(value, tuple) else (str(value),)))
        case "text":
            return tuple(fold(text) for value in values for text in _texts(value))


def _texts(value: FactValue) -> Iterator[str]:
    match value:
        case ByScope(values):
            yield from (str(scoped) for _, scoped in values)
        case str():
            yield value


def _identifier_entries(
    vocabulary: Vocabulary, type: str, entities: tuple[Entity, ...]
) -> Iterator[tuple[bytes, bytes]]:
    """The positions that have each exact identifier: by itself, with its scheme, and as address."""
    holders: dict[str, set[int]] = defaultdict(set)
    for position, entity in enumerate(entities):
        for item in entity.identifiers:
            if item.match == "exact":
                address = without_protocol(vocabulary.schemes[item.scheme].address(item.id))
                for spelling in (item.id, f"{item.scheme}:{item.id}", address):
                    holders[spelling].add(position)
    yield key(STATED, type, SAME_AS), pack(sorted(set().union(*holders.values())))
    for spelling, positions in holders.items():
        yield key(VALUE, type, SAME_AS, spelling), pack(sorted(positions))


def _link_entries(
    graph: Graph, type: str, fields: Mapping[str, Field], entities: tuple[Entity, ...]
) -> Iterator[tuple[bytes, bytes]]:
    holders: dict[str, dict[str, list[int]]] = {
        name: defaultdict(list) for name, field in fields.items() if field.kind == "relation"
    }
    relations = graph.vocabulary.relations
    for position, entity in enumerate(entities):
        linked = [(link.relation, link.object) for link in graph.out[entity.id]]
        linked += [(relations[link.relation].inverse, link.subject) for link in graph.into[entity.id]]
        for name, other in dict.fromkeys(linked):
            if name in holders:
                holders[name][other].append(position)
    for name, others in holders.items():
        stated = sorted({position for positions in others.values() for position in positions})
        yield key(STATED, type, name), pack(stated)
        for other, positions in others.items():
            yield key(VALUE, type, name, other), pack(positions)
