"""Two entities side by side: signed sentences, and of the facts of both those few that cannot mislead.

What authors wrote of a pair is stated with its source. A fact is stated in a sentence only where the vocabulary words one
(`difference`, `similarity`) and both sides state it, be it as none: silence is not denial. All else that the sides state, and
what they are linked with, is a table. The most telling statement comes first. Swapping the sides swaps the words, nothing else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from msgspec import UNSET, Struct

from sportlore.contract import schemas
from sportlore.kinds import KINDS, value_text
from sportlore.model import COMPARES, Absent, ByScope, Entity, FactKey, FactValue, Group, Span, Vocabulary
from sportlore.text import number, sentence

_AUTHORED = 0.97
"""The weight of an authored contrast: authors write what tells most, and no fact precedes it."""
_TOLERANCE = 0.02
"""Two numbers whose difference is a smaller part of the larger one are not said to differ."""
_LEAST_RATIO = 1.5
"""From which ratio of two numbers on it is said how many times the larger exceeds the smaller."""


class Statement(Struct, frozen=True):
    """One thing that tells two entities apart, or that they share; `key` is that of the fact, if it is of one."""

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


def compare(vocabulary: Vocabulary, a: Entity, b: Entity, comparison: Entity | None = None) -> Comparison:
    """Two entities compared; `comparison` is the entity whose file holds what is authored of the pair.

    Of tennis and badminton: "The court is 23.77 m long in tennis and 13.4 m in badminton (tennis: 1.8 times as long)."
    """
    ranked = sorted([*_authored(a, comparison), *_stated(vocabulary, a, b)], key=lambda statement: -statement.weight)
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


def mention(vocabulary: Vocabulary, entity: Entity) -> str:
    """An entity's name inside a sentence, with the article that it or its type asks for: "the back squat", "tennis"."""
    article = vocabulary.types[entity.type].article if entity.article is None else entity.article
    return f"the {entity.inline_name}" if article else entity.inline_name


def _authored(a: Entity, comparison: Entity | None) -> Iterator[Statement]:
    if comparison is None:
        return
    in_order = comparison.links.get(COMPARES, ())[:1] == (a.id,)
    for contrast in comparison.contrasts:
        clauses = (contrast.a, contrast.b) if in_order else (contrast.b, contrast.a)
        yield Statement(sentence("; ".join(clauses)), contrast.group, _AUTHORED, False, source=contrast.source)
    for shared in comparison.similarities:
        yield Statement(sentence(shared.text), shared.group, _AUTHORED, True, source=shared.source)


def _stated(vocabulary: Vocabulary, a: Entity, b: Entity) -> Iterator[Statement]:
    """What is said of the facts that both sides state, in the vocabulary's order."""
    for key, fact in vocabulary.facts.items():
        if fact.difference is None or key not in a.facts or key not in b.facts or _repeats(key, fact, a, b):
            continue
        compared = _comparable(fact, a.facts[key], b.facts[key])
        if compared is not None and (template := _template(fact, *compared)):
            here, there = compared
            # What a side has none of is said of the other one, which has some.
            is_turned = isinstance(here, Absent) and here != there
            sides = (b, there, a, here) if is_turned else (a, here, b, there)
            yield _worded(vocabulary, key, fact, template, *sides)


def _template(fact: FactKey, here: FactValue, there: FactValue) -> str | None:
    """The sentence for two values of a fact; None where there is nothing to say of them."""
    if isinstance(here, Absent) or isinstance(there, Absent):
        return fact.only if here != there else None
    if here == there:
        return fact.similarity
    return fact.difference if _differ(fact, here, there) else None


def _repeats(key: str, fact: FactKey, a: Entity, b: Entity) -> bool:
    """Whether both sides state what they state of another fact: a ring is as wide as it is long."""
    return fact.beside is not None and all(side.facts.get(fact.beside) == side.facts[key] for side in (a, b))


def _comparable(fact: FactKey, here: FactValue, there: FactValue) -> tuple[FactValue, FactValue] | None:
    """Two values as they can be compared: by those scopes only that both state, and in which they differ if they do in any.

    None where one side states a value by scope and the other one does not, or for other scopes.
    """
    if isinstance(here, ByScope) and isinstance(there, ByScope):
        left, right = dict(here.values), dict(there.values)
        common = sorted(scope for scope in left if scope in right)
        chosen = [scope for scope in common if _differ(fact, left[scope], right[scope])] or common
        if not chosen:
            return None
        return ByScope(tuple((key, left[key]) for key in chosen)), ByScope(tuple((key, right[key]) for key in chosen))
    return None if isinstance(here, ByScope) or isinstance(there, ByScope) else (here, there)


def _differ(fact: FactKey, here: FactValue, there: FactValue) -> bool:
    """Whether two values are told apart: ranges that overlap are not, nor numbers within their rounding or the tolerance."""
    if isinstance(here, ByScope) and isinstance(there, ByScope):
        return all(_differ(fact, x, y) for (_, x), (_, y) in zip(here.values, there.values, strict=True))
    if not isinstance(here, Span) or not isinstance(there, Span):
        return here != there
    low, high = min(here.high, there.high), max(here.low, there.low)
    rounding = max(_rounding(low), _rounding(high)) if KINDS[fact.kind].measured else 0.0
    return high - low > max(rounding, _TOLERANCE * high)


def _rounding(value: float) -> float:
    """Half a unit of the last digit stated: 13.4 -> 0.05."""
    return float(0.5 * 10 ** -len(number(value).partition(".")[2]))


def _worded(
    vocabulary: Vocabulary,
    key: str,
    fact: FactKey,
    template: str,
    a: Entity,
    here: FactValue,
    b: Entity,
    there: FactValue,
) -> Statement:
    """The sentence of a fact: {A} and {B} are the sides, {a} and {b} what they state."""
    same = here == there
    if isinstance(here, ByScope) or isinstance(there, ByScope):
        template = _by_scope(template, fact)
    ratio = _ratio(here, there) if fact.more else 1.0
    words = {
        "{A}": mention(vocabulary, a),
        "{B}": mention(vocabulary, b),
        "{a}": value_text(here, fact, vocabulary),
        "{b}": value_text(there, fact, vocabulary),
    }
    text = re.sub(r"\{[ABab]\}", lambda blank: words[blank[0]], template)
    larger = a if isinstance(here, Span) and isinstance(there, Span) and here.low > there.low else b
    text = sentence(text.removesuffix(".") + _times(ratio, mention(vocabulary, larger), fact))
    # The same fact tells more where the values lie far apart: a quarter more from a ratio of two on, at most.
    weight = min(_AUTHORED, fact.weight * (1 + min(1.0, math.log2(ratio)) / 4))
    return Statement(text, fact.group, weight, same, key)


def _by_scope(template: str, fact: FactKey) -> str:
    """A sentence that values by scope fit; where none would be ("… 2.24 m for women high"), the label begins it."""
    if not re.search(r"\{[ab]\} (?!in\b|and\b|of\b)\w", template):
        return template
    return f"{fact.label}: {{a}} in both" if "{b}" not in template else f"{fact.label}: {{a}} in {{A}}; {{b}} in {{B}}"


def _ratio(here: FactValue, there: FactValue) -> float:
    """How much the larger of two single positive numbers exceeds the smaller; 1 for any other values."""
    if not isinstance(here, Span) or not isinstance(there, Span):
        return 1.0
    if here.low != here.high or there.low != there.high or min(here.low, there.low) <= 0:
        return 1.0
    return max(here.low, there.low) / min(here.low, there.low)


def _times(ratio: float, larger: str, fact: FactKey) -> str:
    """The ratio with one decimal below 10 and none from there: 1.774 -> " (tennis: 1.8 times as long)", 12.6 -> 13 times.

    2.04 is "twice". Below 1.5 it is not said: of 5 players and 4 it tells nothing, and 1.06 rounds to twice the difference.
    """
    if ratio < _LEAST_RATIO:
        return ""
    times = number(round(ratio, 1 if ratio < 10 else 0))
    return f" ({larger}: {'twice' if times == '2' else f'{times} times'} {fact.more})"
