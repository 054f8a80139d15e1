"""What the catalogue recommends for a goal, each with reasons that one can act on.

Recommended is what states itself that it serves the goal (`[[serves]]`): only an author who knows both can sign it. Its score is

    0.80 * strength + 0.12 * strength * evidence + 0.08 * match

where strength is what the author signed (main 1, strong 0.8, moderate 0.55, slight 0.3), less 0.03 for each goal that the
entity names before this one; evidence is the best grade of what studies say of outcomes that bear on the goal (strong 1,
moderate 0.9, limited 0.8, conflicting 0.6, none 0.3, not stated 0.7; with one outcome graded strong and another limited, 1);
and match is how well a path through the graph leads from the entity to the goal: each step to the n-th of a ranked list counts
0.85 to the power of n - 1, each step beyond the first 0.9.
What scores below 0.26 has too thin a reason to be called a recommendation. docs/recommendations.md works one list through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from sportlore.effects import effect_text
from sportlore.graph import Graph
from sportlore.kinds import value_text
from sportlore.model import NOT_FOR, SERVES, Entity, Grade, Link, Service, Strength, Vocabulary
from sportlore.text import sentence

_STRENGTHS: Final[Mapping[Strength, float]] = {"main": 1.0, "strong": 0.8, "moderate": 0.55, "slight": 0.3}
_GRADES: Final[Mapping[Grade, float]] = {
    "strong": 1.0,
    "moderate": 0.9,
    "limited": 0.8,
    "conflicting": 0.6,
    "none": 0.3,
}
_UNSTATED = 0.7
_LATER_GOAL = 0.03
_RANK = 0.85
_STEP = 0.9
_LEAST = 0.26


class Reason(Struct, frozen=True):
    """Why an entity is recommended: the path from it to the goal, both ends included, and what to do or to expect."""

    text: str
    path: tuple[Entity, ...]
    relations: tuple[str, ...]
    """The key by which each entity of the path leads to the next."""


class Recommendation(Struct, frozen=True):
    """A recommended entity, its score (0-1, three decimals), its reasons, and for whom it is not."""

    entity: Entity
    score: float
    reasons: tuple[Reason, ...]
    not_for: tuple[Entity, ...] = ()


class GoalRecommendations(Struct, frozen=True):
    """What is recommended for a goal, best first."""

    goal: Entity
    items: tuple[Recommendation, ...]


def recommend(graph: Graph, goal: Entity) -> GoalRecommendations:
    """What serves a goal, best first (ties by id), no type beyond its `recommended` in vocabulary/types.toml."""
    paths = _best_paths(graph, goal)
    candidates = [
        _recommendation(graph, goal, entity, paths.get(entity.id)) for entity in graph.subjects(goal.id, SERVES)
    ]
    left = {type: described.recommended for type, described in graph.vocabulary.types.items()}
    chosen = []
    for recommendation in sorted(candidates, key=lambda r: (-r.score, r.entity.id)):
        if left[recommendation.entity.type] > 0 and recommendation.score >= _LEAST:
            left[recommendation.entity.type] -= 1
            chosen.append(recommendation)
    return GoalRecommendations(goal, tuple(chosen))


class _Path(Struct, frozen=True):
    """A path from an entity to the goal: its links in order, the entities that it passes, and how well it leads there."""

    links: tuple[Link, ...]
    entities: tuple[Entity, ...]
    match: float


def _recommendation(graph: Graph, goal: Entity, entity: Entity, path: _Path | None) -> Recommendation:
    service = next(service for service in entity.serves if service.goal == goal.id)
    strength = _STRENGTHS[service.strength] - _LATER_GOAL * entity.serves.index(service)
    grades = [_GRADES[item.grade] for item in entity.evidence if goal.id in item.bears_on]
    match = path.match if path else 0.0
    score = 0.80 * strength + 0.12 * strength * max(grades, default=_UNSTATED) + 0.08 * match
    reasons = tuple(_reasons(graph, goal, entity, service, path))
    return Recommendation(entity, round(score, 3), reasons, graph.objects(entity.id, NOT_FOR))


def _reasons(graph: Graph, goal: Entity, entity: Entity, service: Service, path: _Path | None) -> Iterator[Reason]:
    """What the author signed, what studies say of it, and the path that leads to the goal, with the dose that facts state."""
    yield Reason(service.text, (entity, goal), (SERVES,))
    for item in entity.evidence:
        if goal.id in item.bears_on:
            population = f" ({item.population})" if item.population else ""
            text = f"Evidence on {item.outcome}{population}: {item.grade}; {effect_text(item.effect)}"
            yield Reason(sentence(text), (entity, goal), (SERVES,))
    if path is not None:
        relations = tuple(_key(graph.vocabulary, *step) for step in zip(path.links, path.entities, strict=False))
        yield Reason(_words(graph.vocabulary, path) + _dose(entity, graph.vocabulary), path.entities, relations)


def _key(vocabulary: Vocabulary, link: Link, start: Entity) -> str:
    return link.relation if link.subject == start.id else vocabulary.relations[link.relation].inverse


def _dose(entity: Entity, vocabulary: Vocabulary) -> str:
    """How much of it to do, as its facts say: " Load: 80–100% of 1RM; sets: 2–6."."""
    facts = ((vocabulary.facts[key], value) for key, value in entity.facts.items() if vocabulary.facts[key].dose)
    doses = [f"{fact.label.lower()}: {value_text(value, fact, vocabulary)}" for fact, value in facts]
    return f" {sentence('; '.join(doses))}" if doses else ""


def _best_paths(graph: Graph, goal: Entity) -> dict[str, _Path]:
    """The best path to the goal from each entity that may be recommended; of equal ones the first by the ids it passes.

    A press that develops agility first and strength second, for a goal that rests on strength first and agility second: both
    paths count 0.85 * 0.9, and agility is told.
    """
    best: dict[str, _Path] = {}
    for form in graph.vocabulary.paths.values():
        for path in _walk(graph, _Path((), (goal,), 1.0), form.steps):
            start = path.entities[0]
            known = best.get(start.id)
            if graph.vocabulary.types[start.type].recommended and (known is None or _order(path) < _order(known)):
                best[start.id] = path
    return best


def _order(path: _Path) -> tuple[float, list[str]]:
    return -path.match, [entity.id for entity in path.entities]


def _walk(graph: Graph, path: _Path, steps: tuple[str, ...]) -> Iterator[_Path]:
    """The paths of a form that end in `path`; a step "-relation" runs against the direction of its links."""
    if not steps:
        yield path
        return
    against = steps[-1].startswith("-")
    here = path.entities[0].id
    for link in graph.out[here] if against else graph.into[here]:
        start = link.object if against else link.subject
        if link.relation == steps[-1].removeprefix("-") and all(start != entity.id for entity in path.entities):
            match = path.match * _ranked(graph, link) * (_STEP if path.links else 1.0)
            longer = _Path((link, *path.links), (graph.entities[start], *path.entities), match)
            yield from _walk(graph, longer, steps[:-1])


def _ranked(graph: Graph, link: Link) -> float:
    ranked = graph.vocabulary.relations[link.relation].ranked
    rank = graph.entities[link.subject].links[link.relation].index(link.object) if ranked else 0
    return float(_RANK**rank)


def _words(vocabulary: Vocabulary, path: _Path) -> str:
    """ "Back squat develops maximal strength, on which “Get stronger” rests."."""
    text = path.entities[0].name
    for i, (link, here, there) in enumerate(zip(path.links, path.entities, path.entities[1:], strict=False)):
        relation = vocabulary.relations[link.relation]
        name = f"“{there.name}”" if i == len(path.links) - 1 else there.inline_name
        clause = f"{relation.verb} {name}" if link.subject == here.id else relation.passive.replace("{a}", name)
        text += f"{',' if i else ''} {clause}"
    return f"{text}."
