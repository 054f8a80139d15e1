"""Two entities side by side, computed from the facts and links of both.

Key by key in the vocabulary's order: equal values make a similarity, different ones a difference, with the ratio where
both are single numbers. Swapping the sides swaps the words and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sportlore.graph import Graph, list_order
from sportlore.model import Entity, FactKey, Relation, Span, plain
from sportlore.text import listed, number, sentence, value_text


class Comparison(Struct, frozen=True):
    """Two entities side by side: what tells them apart and what they share, in sentences."""

    a: Entity
    b: Entity
    differences: tuple[str, ...]
    similarities: tuple[str, ...]


class Contrast(Struct, frozen=True):
    """What the two sides say on one key: `same` holds for both, or `left`/`right` fill {a} and {b} of `template`."""

    key: str
    template: str
    left: str
    right: str
    same: bool
    addition: str = ""


def compare(graph: Graph, a: Entity, b: Entity) -> Comparison:
    """Two entities compared, key by key.

    Of tennis and badminton: "The court is 23.77 m long in tennis and 13.4 m in badminton (tennis: 1.8 times as long)."
    """
    contrasts = list(contrast(graph, a, b))
    return Comparison(
        a,
        b,
        tuple(_said(graph, c, a, b) for c in contrasts if not c.same),
        tuple(_said(graph, c, a, b) for c in contrasts if c.same),
    )


def contrast(graph: Graph, a: Entity, b: Entity) -> Iterator[Contrast]:
    """Every key on which both sides say something: facts first, then relations."""
    vocabulary = graph.vocabulary
    for key, fact in vocabulary.facts.items():
        if key in a.facts and key in b.facts:
            left, right = (value_text(side.facts[key], fact, vocabulary) for side in (a, b))
            same = plain(a.facts[key]) == plain(b.facts[key])
            template = fact.similarity if same else fact.difference
            yield Contrast(key, template, left, right, same, "" if same else _ratio(graph, fact, (a, b), key))
    for key, relation in vocabulary.relations.items():
        if relation.compared:
            yield from _linked(graph, key, relation, a, b)


def _linked(graph: Graph, key: str, relation: Relation, a: Entity, b: Entity) -> Iterator[Contrast]:
    left, right = graph.objects(a.id, key), graph.objects(b.id, key)
    shared = sorted((entity for entity in left if entity in right), key=list_order)
    only_left = [mention(graph, entity) for entity in left if entity not in shared and entity.id != b.id]
    only_right = [mention(graph, entity) for entity in right if entity not in shared and entity.id != a.id]
    if shared:
        names = listed([mention(graph, entity) for entity in shared])
        yield Contrast(key, relation.similarity.replace("{items}", "{a}"), names, names, True)
    if only_left and only_right:
        yield Contrast(key, relation.difference, listed(only_left), listed(only_right), False)
    elif only_left and right:
        yield Contrast(key, f"{{A}} {relation.verb} {{a}} as well", listed(only_left), "", False)
    elif only_right and left:
        yield Contrast(key, f"{{B}} {relation.verb} {{b}} as well", "", listed(only_right), False)


def mention(graph: Graph, entity: Entity) -> str:
    """An entity's name inside a sentence, with the article that its type asks for: "the back squat", "tennis"."""
    return f"the {entity.inline_name}" if graph.vocabulary.types[entity.type].article else entity.inline_name


def _ratio(graph: Graph, fact: FactKey, sides: tuple[Entity, Entity], key: str) -> str:
    """` (tennis: 1.8 times as long)`: how much the larger of two single numbers exceeds the smaller."""
    left, right = (side.facts[key] for side in sides)
    if fact.more is None or not isinstance(left, Span) or not isinstance(right, Span):
        return ""
    if left.low != left.high or right.low != right.high or min(left.low, right.low) <= 0:
        return ""
    larger = sides[0] if left.low > right.low else sides[1]
    ratio = max(left.low, right.low) / min(left.low, right.low)
    times = number(round(ratio, 1 if ratio < 10 else 0))
    words = "twice" if times == "2" else f"{times} times"
    return "" if times == "1" else f" ({mention(graph, larger)}: {words} {fact.more})"


def _said(graph: Graph, contrast: Contrast, a: Entity, b: Entity) -> str:
    words = {"{A}": mention(graph, a), "{B}": mention(graph, b), "{a}": contrast.left, "{b}": contrast.right}
    text = contrast.template
    for blank, word in words.items():
        text = text.replace(blank, word)
    return sentence(text.removesuffix(".") + contrast.addition)
