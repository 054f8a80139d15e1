"""The choice from what serves a goal: what fits somebody, covering before it repeats, no type beyond its limit.

A list of eight exercises holds a squat, a hinge, a push and a pull before a second squat. Only what scores at least half as
much as the best of its type may come before a second of something better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from sportlore.model import slug_of
from sportlore.recommendation.dose import Dose
from sportlore.text import listed

_COVERED = 0.5
"""The share of the best score of a type from which something is taken for the sake of coverage."""

_STAGES: Mapping[str, int] = {"newcomer": 0, "beginner": 0, "any": 0, "intermediate": 1, "advanced": 2, "elite": 2}
"""Levels by the experience that they ask for."""

LEVELS, PLACES = "level", "training-place"
"""The lists of terms for how hard something is and where it is done."""
EXPERIENCE, EQUIPMENT, CONDITIONS = "experience-level", "equipment", ("barrier", "persona")
LIMITING_TYPES = (EXPERIENCE, EQUIPMENT, *CONDITIONS)
"""The types of what sets limits to somebody."""

CROWDED = "others of its type come first"


class Candidate(Struct, frozen=True, array_like=True):
    """What serves a goal, as far as a choice depends on it.

    `group` is what a list should cover, such as its movement pattern. Of each of the `needs` one piece of equipment is enough: a
    kettlebell or a dumbbell. `minutes` is how long a session takes at least, `days` how many there are a week at least.

    For a week: whether it is done in a session at all, with which `dose`, the `muscles` that work hard, and of a session what it
    `includes`, with the movement `patterns` of these where it is one of strength.
    """

    id: str
    score: float
    group: str = ""
    level: str | None = None
    suits: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    needs: tuple[tuple[str, ...], ...] = ()
    places: tuple[str, ...] = ()
    minutes: float | None = None
    days: float | None = None
    is_done: bool = False
    dose: Dose | None = None
    muscles: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """The type of the entity."""
        return self.id.partition("/")[0]


class Person(Struct, frozen=True):
    """For whom a list is: what is None or empty sets no limit. Ids of entities, except `place`, a term.

    `equipment` is what there is; an empty one says that there is none. `conditions` are barriers and personas.
    """

    level: str | None = None
    minutes: float | None = None
    days: float | None = None
    equipment: tuple[str, ...] | None = None
    place: str | None = None
    conditions: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


ANYBODY = Person()
"""Somebody for whom nothing is left out."""


class Shortlist(Struct, frozen=True):
    """What is recommended, in order, and what is not, by the reason for it ("needs a barbell")."""

    chosen: tuple[Candidate, ...]
    left_out: Mapping[str, tuple[Candidate, ...]]


def choose(
    candidates: Sequence[Candidate], limits: Mapping[str, int], names: Mapping[str, str], person: Person = ANYBODY
) -> Shortlist:
    """The recommended among candidates that stand in order; `limits` are by type, `names` those of ids and terms in reasons."""
    left_out: dict[str, list[Candidate]] = {}
    fitting = []
    for candidate in candidates:
        obstacle = next(_obstacles(candidate, person, names), None)
        if obstacle is None:
            fitting.append(candidate)
        else:
            left_out.setdefault(obstacle, []).append(candidate)
    taken = {id for type in dict.fromkeys(c.type for c in fitting) for id in _covering(fitting, type, limits[type])}
    crowded = [candidate for candidate in fitting if candidate.id not in taken]
    if crowded:
        left_out[CROWDED] = crowded
    chosen = tuple(candidate for candidate in fitting if candidate.id in taken)
    return Shortlist(chosen, {reason: tuple(among) for reason, among in left_out.items()})


def _covering(candidates: Iterable[Candidate], type: str, limit: int) -> list[str]:
    """The ids that are taken of a type: the first of each group, then the others in order."""
    among = [candidate for candidate in candidates if candidate.type == type]
    least = _COVERED * among[0].score
    seen: set[str] = set()
    first: list[str] = []
    second: list[str] = []
    for candidate in among:
        covers = candidate.score >= least and (not candidate.group or candidate.group not in seen)
        (first if covers else second).append(candidate.id)
        seen.add(candidate.group)
    return [*first, *second][:limit]


def _obstacles(candidate: Candidate, person: Person, names: Mapping[str, str]) -> Iterator[str]:
    """Why a candidate does not fit somebody."""
    if {candidate.id, candidate.type, candidate.group} & {*person.exclude}:
        yield "is excluded"
    for id in (*person.conditions, *filter(None, [person.level])):
        if id in candidate.not_for:
            yield f"is not for {names[id]}"
    if person.level:
        yield from _too_hard(candidate, person.level, names)
    if person.equipment is not None:
        for need in candidate.needs:
            if not {*need} & {*person.equipment}:
                yield f"needs {listed([names[id] for id in need], 'or')}"
    if person.place and candidate.places and person.place not in candidate.places:
        yield f"is done {listed([names[term] for term in candidate.places], 'or')}"
    if person.minutes is not None and candidate.minutes is not None and candidate.minutes > person.minutes:
        yield f"takes {candidate.minutes:g} minutes or more"
    if person.days is not None and candidate.days is not None and candidate.days > person.days:
        yield f"takes {candidate.days:g} days a week or more"


def _too_hard(candidate: Candidate, level: str, names: Mapping[str, str]) -> Iterator[str]:
    """Whether a candidate asks for more experience: by the levels that it suits, else by its own."""
    stage = _STAGES[slug_of(level)]
    suited = [id for id in candidate.suits if slug_of(id) in _STAGES]
    if suited and min(_STAGES[slug_of(id)] for id in suited) > stage:
        yield f"suits {listed([names[id] for id in suited])}"
    elif not suited and candidate.level and _STAGES[candidate.level] > stage:
        yield f"is of {names[candidate.level]} level"
