"""What the catalogue recommends for a goal, each with reasons that one can act on.

Recommended is what states itself that it serves the goal (`[[serves]]`): only an author who knows both can sign it. Its score is

    strength * (0.85 + 0.15 * evidence)

where strength is what the author signed for this goal (main 1, strong 0.8, moderate 0.55, slight 0.3), and evidence is the best
grade of what studies say of outcomes that bear on the goal (strong 1, moderate 0.9, limited 0.8, conflicting 0.6, none 0.3, not
stated 0.7; with one outcome graded strong and another limited, 1). What scores below 0.27 has too thin a reason to be called a
recommendation. Of equal scores the first is what leads best to the goal by a path through the graph (a step to the n-th of a
ranked list counts 0.85 to the power of n - 1), then what most of the catalogue leads to. `sportlore.recommendation` chooses from
them; docs/recommendations.md works one list through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from sportlore.effects import effect_text
from sportlore.graph import Graph
from sportlore.model import (
    INCLUDES,
    NOT_FOR,
    SERVES,
    TARGETS,
    Entity,
    Grade,
    Link,
    Service,
    Strength,
    Vocabulary,
    hull,
)
from sportlore.recommendation import Candidate, Dose, choose, dose
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
_SUITS, _USES, _PATTERN, _ALTERNATIVE_TO = "suits", "uses", "pattern", "alternative-to"
_LEVEL, _PLACE, _MINUTES, _DAYS, _LOAD = "level", "training-place", "minutes", "sessions-per-week", "load"
_SHARING, _WORN = "sharing", "worn"
"""The relations and facts on which a choice for somebody depends; a vocabulary may do without them."""
_OFTEN = 3
"""Days a week, at most, of what works muscles hard."""
_RANK = 0.85
_LEAST = 0.27
_TOLD = 0.85
"""How well a path must lead to the goal for a reason to tell it: by what the goal rests on first, and the entity develops
first or second."""


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
    """What serves a goal, best first, and what of it is recommended."""

    goal: Entity
    serving: tuple[Recommendation, ...]
    candidates: tuple[Candidate, ...]
    """What a choice depends on, of each that serves the goal."""
    items: tuple[Recommendation, ...]


def recommend(graph: Graph, goal: Entity) -> GoalRecommendations:
    """What serves a goal, best first, and the choice of it for everybody."""
    paths = _best_paths(graph, goal)
    scored = (_recommendation(graph, goal, entity, paths.get(entity.id)) for entity in graph.subjects(goal.id, SERVES))
    limits = recommended_types(graph.vocabulary)

    def order(item: Recommendation) -> tuple[float, float, int, str]:
        path = paths.get(item.entity.id)
        return -item.score, -path.match if path else 0.0, -len(graph.into[item.entity.id]), item.entity.id

    serving = tuple(sorted((item for item in scored if item.score >= _LEAST and item.entity.type in limits), key=order))
    candidates = tuple(_candidate(graph, goal, item) for item in serving)
    chosen = {candidate.id for candidate in choose(candidates, limits, {}).chosen}
    return GoalRecommendations(goal, serving, candidates, tuple(item for item in serving if item.entity.id in chosen))


def recommended_types(vocabulary: Vocabulary) -> dict[str, int]:
    """How many of a type a list may hold, of the types that are recommended at all."""
    return {type: described.recommended for type, described in vocabulary.types.items() if described.recommended}


def _candidate(graph: Graph, goal: Entity, item: Recommendation) -> Candidate:
    """What a choice and a week depend on, as the links, facts and the dose of an entity say it."""
    entity = item.entity
    stated = dose(_service(goal, entity).text)
    included = [graph.entities[id] for id in entity.links.get(INCLUDES, ())]
    is_strength = _LOAD in entity.facts
    patterns = entity.links.get(_PATTERN, ())
    level, settings = entity.facts.get(_LEVEL), entity.facts.get(_PLACE, ())
    return Candidate(
        id=entity.id,
        score=item.score,
        group=patterns[0] if patterns else "",
        level=level if isinstance(level, str) else None,
        suits=entity.links.get(_SUITS, ()),
        not_for=entity.links.get(NOT_FOR, ()),
        needs=_needs(graph, entity),
        places=settings if isinstance(settings, tuple) else (),
        minutes=_least(entity, _MINUTES),
        days=_least(entity, _DAYS),
        is_done=graph.vocabulary.types[entity.type].is_done,
        dose=stated,
        muscles=_hard_at_work([entity] if stated and stated.sets else included if is_strength else [], stated),
        includes=tuple(other.id for other in included),
        patterns=tuple(id for other in included if is_strength for id in other.links.get(_PATTERN, ())),
    )


def _hard_at_work(entities: Sequence[Entity], stated: Dose | None) -> tuple[str, ...]:
    """The muscles that exercises target; what is done on most days is no hard work."""
    if stated is None or stated.times[1] > _OFTEN:
        return ()
    return tuple(dict.fromkeys(id for entity in entities for id in entity.links.get(TARGETS, ())))


def _service(goal: Entity, entity: Entity) -> Service:
    return next(service for service in entity.serves if service.goal == goal.id)


def _needs(graph: Graph, entity: Entity) -> tuple[tuple[str, ...], ...]:
    """The equipment that it uses, clothing aside; what can stand in for each other is one need."""
    needs: list[list[str]] = []
    for id in entity.links.get(_USES, ()):
        if graph.entities[id].facts.get(_SHARING) == _WORN:
            continue
        alternatives = {other.id for of in (graph.objects, graph.subjects) for other in of(id, _ALTERNATIVE_TO)}
        need = next((need for need in needs if alternatives & {*need}), None)
        if need is None:
            needs.append([id])
        else:
            need.append(id)
    return tuple(tuple(need) for need in needs)


def _least(entity: Entity, key: str) -> float | None:
    """The least number that a fact states."""
    stated = hull(entity.facts.get(key))
    return stated.low if stated else None


class _Path(Struct, frozen=True):
    """A path from an entity to the goal: its links in order, the entities that it passes, and how well it leads there."""

    links: tuple[Link, ...]
    entities: tuple[Entity, ...]
    match: float


def _recommendation(graph: Graph, goal: Entity, entity: Entity, path: _Path | None) -> Recommendation:
    service = _service(goal, entity)
    grades = [_GRADES[item.grade] for item in entity.evidence if goal.id in item.bears_on]
    score = _STRENGTHS[service.strength] * (0.85 + 0.15 * max(grades, default=_UNSTATED))
    reasons = tuple(_reasons(graph, goal, entity, service, path))
    return Recommendation(entity, round(score, 3), reasons, graph.objects(entity.id, NOT_FOR))


def _reasons(graph: Graph, goal: Entity, entity: Entity, service: Service, path: _Path | None) -> Iterator[Reason]:
    """What the author signed, with the dose, what studies say of it, and the path to the goal, if it leads there well."""
    yield Reason(service.text, (entity, goal), (SERVES,))
    for item in entity.evidence:
        if goal.id in item.bears_on:
            population = f" ({item.population})" if item.population else ""
            text = f"Evidence on {item.outcome}{population}: {item.grade}; {effect_text(item.effect)}"
            yield Reason(sentence(text), (entity, goal), (SERVES,))
    if path is not None and path.match >= _TOLD and _ranked(graph, path.links[-1]) == 1:
        relations = tuple(_key(graph.vocabulary, *step) for step in zip(path.links, path.entities, strict=False))
        yield Reason(_words(graph.vocabulary, path), path.entities, relations)


def _key(vocabulary: Vocabulary, link: Link, start: Entity) -> str:
    return link.relation if link.subject == start.id else vocabulary.relations[link.relation].inverse


def _best_paths(graph: Graph, goal: Entity) -> dict[str, _Path]:
    """The best path to the goal from each entity that may be recommended; of equal ones that through what the goal names first.

    A press that develops agility first and strength second, for a goal that rests on strength first and agility second: both
    paths count 0.85, and strength is told.
    """
    best: dict[str, _Path] = {}
    for form in graph.vocabulary.paths.values():
        for path in _walk(graph, _Path((), (goal,), 1.0), form.steps):
            start = path.entities[0]
            known = best.get(start.id)
            if graph.vocabulary.types[start.type].recommended and (
                known is None or _order(graph, path) < _order(graph, known)
            ):
                best[start.id] = path
    return best


def _order(graph: Graph, path: _Path) -> tuple[float, float, list[str]]:
    return -path.match, -_ranked(graph, path.links[-1]), [entity.id for entity in path.entities]


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
            match = path.match * _ranked(graph, link)
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
