"""Two entities side by side, computed from the facts and links of both.

Silence is not denial: a fact speaks only where both sides state it, be it as none. A relation makes differences item by item only
where its lists are complete for the type (`complete` in vocabulary/types.toml); other lists are selections, of which what is
shared makes a similarity and what stands first, where they are ranked, a difference. What no fact can say is authored in the file
of the comparison. The most telling statement comes first. Swapping the sides swaps the words and nothing else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec import UNSET, Struct

from sportlore.contract import schemas
from sportlore.diagnostics import counted
from sportlore.kinds import value_text
from sportlore.model import (
    COMPARES,
    Absent,
    ByScope,
    Entity,
    FactKey,
    Group,
    Relation,
    Span,
    Vocabulary,
    list_order,
    plain,
)
from sportlore.text import listed, number, sentence


class Links(Protocol):
    """What a comparison reads of the catalogue: the vocabulary, and the links of entities in both directions."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The types, facts, relations and terms."""

    def objects(self, id: str, relation: str) -> tuple[Entity, ...]:
        """What an entity is linked to by a relation, as authored."""

    def subjects(self, id: str, relation: str) -> tuple[Entity, ...]:
        """What is linked to an entity by a relation, by name."""


_AUTHORED = 0.97
"""The weight of an authored contrast: authors write what tells most, and only the plainest facts, such as contact, precede it."""
_LONGEST_LIST = 7
_CONVERSION = 1.002
"""Two numbers that lie closer together are one measure, converted or rounded twice (44 feet as 13.4 m and as 13.41 m), and tell
nothing apart; nor are they said to be the same."""


class Statement(Struct, frozen=True):
    """One thing that tells two entities apart, or that they share; `key` is that of the fact or relation, if it is of one."""

    text: str
    group: Group
    weight: float
    same: bool
    key: str | None = None
    source: str | None = None


class Comparison(Struct, frozen=True):
    """Two entities side by side: what tells them apart and what they share, the most telling first."""

    a: Entity
    b: Entity
    differences: tuple[Statement, ...]
    similarities: tuple[Statement, ...]


class KeyContrast(Struct, frozen=True):
    """What the two sides say on one key: `left` and `right` fill {a} and {b} of `template`; `same` holds for both.

    Where `turned`, the template speaks of the second side first: {A} and {a} are then those of the right.
    """

    key: str
    group: Group
    weight: float
    template: str
    left: str
    right: str
    same: bool
    addition: str = ""
    turned: bool = False


def compare(graph: Links, a: Entity, b: Entity, comparison: Entity | None = None) -> Comparison:
    """Two entities compared, key by key; `comparison` is the entity whose file holds what is authored of the pair.

    Of tennis and badminton: "The court is 23.77 m long in tennis and 13.4 m in badminton (tennis: 1.8 times as long)."
    """
    derived = [_said(graph, contrast, a, b) for contrast in contrasts(graph, a, b)]
    ranked = sorted([*_authored(graph, a, comparison), *derived], key=lambda statement: -statement.weight)
    return Comparison(
        a,
        b,
        tuple(statement for statement in ranked if not statement.same),
        tuple(statement for statement in ranked if statement.same),
    )


def statements(compared: Comparison) -> list[schemas.Statement]:
    """The differences, then the similarities, as answers state them."""
    return [
        schemas.Statement(
            text=statement.text,
            same=statement.same,
            group=statement.group,
            weight=round(statement.weight, 3),
            key=statement.key or UNSET,
            source=statement.source or UNSET,
        )
        for statement in (*compared.differences, *compared.similarities)
    ]


def _authored(graph: Links, a: Entity, comparison: Entity | None) -> Iterator[Statement]:
    if comparison is None:
        return
    in_order = graph.objects(comparison.id, COMPARES)[:1] == (a,)
    for contrast in comparison.contrasts:
        clauses = (contrast.a, contrast.b) if in_order else (contrast.b, contrast.a)
        yield Statement(sentence("; ".join(clauses)), contrast.group, _AUTHORED, False, source=contrast.source)
    for shared in comparison.similarities:
        yield Statement(sentence(shared.text), shared.group, _AUTHORED, True, source=shared.source)


def contrasts(graph: Links, a: Entity, b: Entity) -> Iterator[KeyContrast]:
    """Every key on which the two sides say something that can be compared, in the vocabulary's order."""
    vocabulary = graph.vocabulary
    for key, fact in vocabulary.facts.items():
        if fact.compared and key in a.facts and key in b.facts and not 1 < _ratio(fact, a, b, key) < _CONVERSION:
            yield _of_fact(graph, key, fact, a, b)
    for key, relation in vocabulary.relations.items():
        if relation.compared:
            yield from _of_links(graph, key, relation, a, b)
            yield from _of_inverse(graph, key, relation, a, b)


def _of_fact(graph: Links, key: str, fact: FactKey, a: Entity, b: Entity) -> KeyContrast:
    here, there = a.facts[key], b.facts[key]
    if isinstance(here, tuple) and isinstance(there, tuple) and {*here} == {*there}:
        # The same words in another order say the same.
        here = there = tuple(sorted(here))
    left, right = (value_text(value, fact, graph.vocabulary) for value in (here, there))
    if isinstance(here, Absent) and isinstance(there, Absent):
        return KeyContrast(key, fact.group, fact.weight, fact.neither or "", "", "", True)
    if isinstance(here, Absent) or isinstance(there, Absent):
        turned = isinstance(here, Absent)
        return KeyContrast(key, fact.group, fact.weight, fact.only or "", left, right, False, turned=turned)
    same = plain(here) == plain(there)
    template = fact.similarity if same else fact.difference
    if isinstance(here, ByScope) or isinstance(there, ByScope):
        template = _by_scope(template, fact)
    ratio = _ratio(fact, a, b, key)
    # The same fact tells more where the values lie far apart: a quarter more from a ratio of two on, at most.
    weight = min(1.0, fact.weight * (1 + min(1.0, math.log2(ratio)) / 4))
    return KeyContrast(key, fact.group, weight, template, left, right, same, _times(graph, fact, a, b, key, ratio))


def _by_scope(template: str, fact: FactKey) -> str:
    """A sentence that values by scope fit; where none would be ("… 2.24 m for women high"), the label begins it."""
    if not re.search(r"\{[ab]\} (?!in\b|and\b|of\b)\w", template):
        return template
    return f"{fact.label}: {{a}} in both" if "{b}" not in template else f"{fact.label}: {{a}} in {{A}}; {{b}} in {{B}}"


def _ratio(fact: FactKey, a: Entity, b: Entity, key: str) -> float:
    """How much the larger of two single positive numbers exceeds the smaller; 1 for any other values."""
    here, there = a.facts[key], b.facts[key]
    if fact.more is None or not isinstance(here, Span) or not isinstance(there, Span):
        return 1.0
    if here.low != here.high or there.low != there.high or min(here.low, there.low) <= 0:
        return 1.0
    return max(here.low, there.low) / min(here.low, there.low)


def _times(graph: Links, fact: FactKey, a: Entity, b: Entity, key: str, ratio: float) -> str:
    """The ratio with one decimal below 10 and none from there: 1.774 -> " (tennis: 1.8 times as long)", 12.6 -> 13 times.

    2.04 is "twice", and a ratio that rounds to 1, such as 1.04, is not said.
    """
    times = number(round(ratio, 1 if ratio < 10 else 0))
    if times == "1":
        return ""
    here, there = a.facts[key], b.facts[key]
    larger = a if isinstance(here, Span) and isinstance(there, Span) and here.low > there.low else b
    return f" ({mention(graph, larger)}: {'twice' if times == '2' else f'{times} times'} {fact.more})"


def _of_links(graph: Links, key: str, relation: Relation, a: Entity, b: Entity) -> Iterator[KeyContrast]:
    left, right = graph.objects(a.id, key), graph.objects(b.id, key)
    shared = sorted((entity for entity in left if entity in right), key=list_order)
    if shared:
        names = _names(graph, shared)
        yield _contrast(key, relation, relation.similarity.replace("{items}", "{a}"), names, names, True)
    if key in a.links and key in b.links and bool(left) != bool(right) and relation.only:
        template = relation.only
        yield _contrast(key, relation, template, _names(graph, left), _names(graph, right), False, turned=not left)
    elif key in _complete(graph, a) and key in _complete(graph, b) and left and right:
        yield from _item_by_item(graph, key, relation, a, b)
    elif left and right and left[0] != right[0] and relation.ranked and relation.first:
        yield _contrast(key, relation, relation.first, mention(graph, left[0]), mention(graph, right[0]), False)


def _item_by_item(graph: Links, key: str, relation: Relation, a: Entity, b: Entity) -> Iterator[KeyContrast]:
    """What only one side names, in complete lists. What the other side names by another complete relation is no difference
    in this one: a muscle that is a target here and an assistant there stands among the targets."""
    left, right = graph.objects(a.id, key), graph.objects(b.id, key)
    only_left = [entity for entity in left if entity.id != b.id and entity not in _named(graph, b)]
    only_right = [entity for entity in right if entity.id != a.id and entity not in _named(graph, a)]
    if only_left and only_right:
        yield _contrast(key, relation, relation.difference, _names(graph, only_left), _names(graph, only_right), False)
    elif only_left or only_right:
        template = f"Only {{A}} {relation.verb} {{a}}"
        names = _names(graph, only_left), _names(graph, only_right)
        yield _contrast(key, relation, template, *names, False, turned=not only_left)


def _named(graph: Links, entity: Entity) -> list[Entity]:
    """What an entity names by the complete relations of its type."""
    return [other for key in _complete(graph, entity) for other in graph.objects(entity.id, key)]


def _complete(graph: Links, entity: Entity) -> tuple[str, ...]:
    return graph.vocabulary.types[entity.type].complete


def _of_inverse(graph: Links, key: str, relation: Relation, a: Entity, b: Entity) -> Iterator[KeyContrast]:
    """What names both sides: the sports that are played on two surfaces."""
    if relation.shared_by:
        naming = graph.subjects(b.id, key)
        shared = [entity for entity in graph.subjects(a.id, key) if entity in naming]
        if shared:
            names = _names(graph, shared)
            yield _contrast(key, relation, relation.shared_by.replace("{items}", "{a}"), names, names, True)


def _contrast(
    key: str, relation: Relation, template: str, left: str, right: str, same: bool, turned: bool = False
) -> KeyContrast:
    return KeyContrast(key, relation.group, relation.telling, template, left, right, same, turned=turned)


def _names(graph: Links, entities: Sequence[Entity]) -> str:
    names = [mention(graph, entity) for entity in entities[:_LONGEST_LIST]]
    others = len(entities) - _LONGEST_LIST
    return listed([*names, f"{counted(others, 'other')}"] if others > 0 else names)


def mention(graph: Links, entity: Entity) -> str:
    """An entity's name inside a sentence, with the article that it or its type asks for: "the back squat", "tennis"."""
    article = graph.vocabulary.types[entity.type].article if entity.article is None else entity.article
    return f"the {entity.inline_name}" if article else entity.inline_name


def _said(graph: Links, contrast: KeyContrast, a: Entity, b: Entity) -> Statement:
    sides = [(a, contrast.left), (b, contrast.right)]
    (first, here), (second, there) = reversed(sides) if contrast.turned else sides
    words = {"{A}": mention(graph, first), "{B}": mention(graph, second), "{a}": here, "{b}": there}
    text = contrast.template
    for blank, word in words.items():
        text = text.replace(blank, word)
    text = sentence(text.removesuffix(".") + contrast.addition)
    return Statement(text, contrast.group, contrast.weight, contrast.same, contrast.key)
