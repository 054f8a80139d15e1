"""Numbers side by side: of two entities as paired bars, and of one among its peers. Each fact has a scale of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from sportlore.drawing.charts import ADVANCE, WIDTH, Box, Chart, Dot, Line, Mark, Text
from sportlore.graph import Graph
from sportlore.kinds import KINDS, value_text
from sportlore.model import COMPARES, SCOPES, ByScope, Entity, FactKey, FactValue, Span, Vocabulary, hull

_EDGE = 8.0
_PAIR = 46
"""Height of the row of a fact, in pixels."""
_PEERS, _FACTS = 10, 5
"""The fewest entities among which one is shown, and the most facts."""
_STRIP = 58


class ComparedNumber(Struct, frozen=True):
    """A number that two entities state in the same scope: both values with their words, and the fact."""

    key: str
    label: str
    a: Span
    b: Span
    texts: tuple[str, str]


class Placement(Struct, frozen=True):
    """Where the number of an entity lies among those of its type.

    `peers` are the numbers of all in ascending order, `rank` that of the entity from their end, `least` and `greatest` the
    entities at the ends with their numbers: "Table tennis, 2.74 m".
    """

    key: str
    label: str
    value: float
    text: str
    rank: int
    peers: tuple[float, ...]
    least: str
    greatest: str


def pairs(vocabulary: Vocabulary, a: Entity, b: Entity) -> Iterator[ComparedNumber]:
    """The numbers that two entities state, each in the same scope."""
    for key, fact in vocabulary.facts.items():
        for scope, left, right in _both(a.facts.get(key), b.facts.get(key)):
            words = vocabulary.terms[SCOPES][scope].label if scope else ""
            texts = (value_text(left, fact, vocabulary), value_text(right, fact, vocabulary))
            yield ComparedNumber(key, f"{fact.label}, {words}" if words else fact.label, left, right, texts)


def _both(a: FactValue | None, b: FactValue | None) -> Iterator[tuple[str, Span, Span]]:
    match a, b:
        case Span(), Span():
            yield "", a, b
        case ByScope(), ByScope():
            others = dict(b.values)
            for scope, left in a.values:
                right = others.get(scope)
                if isinstance(left, Span) and isinstance(right, Span):
                    yield scope, left, right
        case _:
            return


def paired(graph: Graph, comparison: Entity) -> Chart | None:
    """The numbers in which two entities differ, as bars from a common zero, each fact on its own scale; None without one."""
    a, b = graph.objects(comparison.id, COMPARES)
    rows = [row for row in pairs(graph.vocabulary, a, b) if row.a != row.b]
    if not rows:
        return None
    beside = max(len(a.name), len(b.name)) <= 22
    x, y = (WIDTH / 2, 14) if beside else (_EDGE, 32)
    marks: list[Mark] = [Box(_EDGE, 9, 14, 10, "bar"), Text(_EDGE + 20, 14, a.name)]
    marks += [Box(x, y - 5, 14, 10, "other"), Text(x + 20, y, b.name)]
    y += 16
    for row in rows:
        marks += _pair(row, y)
        y += _PAIR
    words = " ".join(f"{row.label}: {a.inline_name} {row.texts[0]}, {b.inline_name} {row.texts[1]}." for row in rows)
    return Chart(
        f"{comparison.id}-numbers", "bars", f"{a.name} and {b.inline_name}: numbers", words, y + 4, tuple(marks)
    )


def _pair(row: ComparedNumber, y: float) -> Iterator[Mark]:
    """The fact, and below it a bar for each side; what is a range is open from its least to its greatest value."""
    room = WIDTH - 2 * _EDGE - 6 - max(map(len, row.texts)) * ADVANCE
    greatest = max(row.a.high, row.b.high) or 1
    yield Text(_EDGE, y + 6, row.label, ("quiet",))
    for span, text, top in ((row.a, row.texts[0], y + 15), (row.b, row.texts[1], y + 29)):
        low, high = (max(0.0, room * value / greatest) for value in (span.low, span.high))
        if low:
            yield Box(_EDGE, top, low, 10, "bar" if top == y + 15 else "other")
        if high > low:
            yield Box(_EDGE + low, top, high - low, 10, "span")
        yield Text(_EDGE + high + 6, top + 5, text)
    yield Line(((_EDGE, y + 13), (_EDGE, y + 41)), "axis")


def locations(graph: Graph, entity: Entity) -> Iterator[Placement]:
    """The numbers of an entity that enough others of its type state, those that tell most first; a range by its middle."""
    facts = graph.vocabulary.facts
    ranked = sorted(entity.facts, key=lambda key: -facts[key].weight)
    shown = 0
    for key in ranked:
        value = _middle(entity.facts[key], facts[key])
        if value is None or shown == _FACTS:
            continue
        stated = (
            (_middle(other.facts[key], facts[key]), other) for other in graph.of_type(entity.type) if key in other.facts
        )
        peers = sorted((number, other.name) for number, other in stated if number is not None)
        if len(peers) < _PEERS or peers[0][0] <= 0:
            continue
        shown += 1
        whole = hull(entity.facts[key])
        text = value_text(whole, facts[key], graph.vocabulary) if whole else ""
        ends = [
            f"{name}, {value_text(Span(number, number), facts[key], graph.vocabulary)}"
            for number, name in (peers[0], peers[-1])
        ]
        rank = 1 + sum(number > value for number, _ in peers)
        yield Placement(key, facts[key].label, value, text, rank, tuple(number for number, _ in peers), *ends)


def _middle(value: FactValue, fact: FactKey) -> float | None:
    """The number that a fact states, of a range or several scopes the middle; None for what is no quantity."""
    span = hull(value) if KINDS[fact.kind].is_amount else None
    return (span.low + span.high) / 2 if span else None


def among_peers(graph: Graph, entity: Entity) -> Chart | None:
    """An entity among the others of its type, by up to five numbers on logarithmic scales; None where there is none."""
    located = tuple(locations(graph, entity))
    if not located:
        return None
    plural = graph.vocabulary.types[entity.type].plural
    marks: list[Mark] = []
    y = 6.0
    for item in located:
        marks += _strip(item, y)
        y += _STRIP
    words = " ".join(_rank(item, plural) for item in located)
    title = f"{entity.name} among other {plural}"
    return Chart(f"{entity.id}-peers", "peers", title, words, y, tuple(marks))


def _strip(item: Placement, y: float) -> Iterator[Mark]:
    """A scale with a line for each peer and a dot for the entity, and the names of both ends."""
    least, greatest = item.peers[0], item.peers[-1]
    room = WIDTH - 2 * _EDGE - 10

    def across(value: float) -> float:
        return _EDGE + 5 + room * (math.log(value / least) / math.log(greatest / least) if greatest > least else 0.5)

    yield Text(_EDGE, y + 8, f"{item.label}: {item.text}")
    for value in dict.fromkeys(item.peers):
        yield Box(across(value), y + 19, 0.6, 14, "bar")
    yield Line(((across(least), y + 26), (across(greatest), y + 26)), "axis")
    yield Dot(across(item.value), y + 26)
    yield Text(_EDGE, y + 43, _cut(item.least), ("quiet",))
    yield Text(WIDTH - _EDGE, y + 43, _cut(item.greatest), ("quiet", "end"))


def _cut(name: str) -> str:
    """A name that leaves room for another on its line."""
    return name if len(name) <= 26 else f"{name[:25]}…"


def _rank(item: Placement, plural: str) -> str:
    rank = f"number {item.rank} of {len(item.peers)} {plural} from the greatest"
    return f"{item.label}: {item.text}, {rank} (least: {item.least}; greatest: {item.greatest})."
