"""Recommendations for somebody: those of a goal that fit level, time, equipment and conditions, and why others do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import Raw, Struct

from sportlore.contract.operations import ENTITY_LIST
from sportlore.contract.parameters import PersonRequest, person_request
from sportlore.contract.queries import BadRequest, shown
from sportlore.diagnostics import did_you_mean
from sportlore.model import slug_of
from sportlore.recommendation import (
    CONDITIONS,
    EQUIPMENT,
    EXPERIENCE,
    PLACES,
    Candidate,
    Person,
    PlannedPart,
    StoredGoal,
    Week,
    choose,
    stored,
    week,
)
from sportlore.snapshot import Generation
from sportlore.text import listed

_REMEMBERED = 32
"""Goals that are remembered as they were read from the snapshot."""


class _Item(Struct, frozen=True):
    """The entity of a recommendation, as it is encoded."""

    entity: Raw


_ITEM = msgspec.json.Decoder(_Item)


class Recommendations:
    """The recommendations of a snapshot."""

    def __init__(self, snapshot: Generation) -> None:
        self._snapshot = snapshot
        self._goal = lru_cache(_REMEMBERED)(self._read)

    def _read(self, slug: str) -> StoredGoal | None:
        return stored(self._snapshot.value, slug)

    def body(self, slug: str, query: bytes) -> bytes | None:
        """The body for a query; None without limits, or without the goal; raises BadRequest."""
        asked = person_request(query)
        return self._chosen(slug, asked) if asked != PersonRequest() else None

    def chosen(self, slug: str, query: bytes) -> bytes | None:
        """The body for a query, with limits or without; None without the goal; raises BadRequest."""
        return self._chosen(slug, person_request(query))

    def _chosen(self, slug: str, asked: PersonRequest) -> bytes | None:
        goal = self._goal(slug)
        if goal is None:
            return None
        person = _person(goal, asked)
        choice = choose(goal.candidates, goal.limits, goal.names, person)
        bodies = {candidate.id: body for candidate, body in zip(goal.candidates, goal.bodies, strict=True)}

        def groups(by_reason: Mapping[str, Iterable[str]]) -> list[dict[str, object]]:
            """Why entities are left out of something, and which."""
            return [
                {"reason": reason, "entities": [_ITEM.decode(bodies[id]).entity for id in ids]}
                for reason, ids in by_reason.items()
            ]

        planned = week(choice.chosen, asked.days, asked.minutes)
        return msgspec.json.encode(
            {
                "goal": slug,
                "data": [bodies[candidate.id] for candidate in choice.chosen],
                "safety": [goal.safety[id] for id in (goal.id, *person.conditions) if id in goal.safety],
                "leftOut": groups({why: [c.id for c in candidates] for why, candidates in choice.left_out.items()}),
                "week": _week(planned, asked) | {"notPlaced": groups(planned.not_placed)},
            }
        )


def _week(planned: Week, asked: PersonRequest) -> dict[str, object]:
    """A week as data, but for what is not placed in it."""
    repetitions = {part.id: dose.repetitions for part, _, dose in planned.totals}

    def shown(part: PlannedPart, times: int | None = None) -> dict[str, object]:
        stated = {
            "sets": part.sets,
            "repetitions": repetitions[part.id] if part.sets else None,
            "minutes": part.minutes,
            "times": times,
        }
        return {"id": part.id, **{name: value for name, value in stated.items() if value is not None}}

    return {
        "days": planned.days,
        **({"minutes": asked.minutes} if asked.minutes is not None else {}),
        "sessions": [
            {"day": session.day, "minutes": session.minutes, "parts": [shown(part) for part in session.parts]}
            for session in planned.sessions
        ],
        "totals": [shown(part, times) for part, times, _ in planned.totals],
        "rest": planned.rest,
    }


def _person(goal: StoredGoal, asked: PersonRequest) -> Person:
    """The request with ids for names; raises BadRequest for a name that is unknown."""
    equipment = asked.equipment
    return Person(
        level=next(_ids(goal, [asked.level], "level", [EXPERIENCE]), None) if asked.level else None,
        minutes=asked.minutes,
        days=asked.days,
        equipment=tuple(_ids(goal, equipment, "equipment", [EQUIPMENT])) if equipment is not None else None,
        place=_place(goal, asked.place) if asked.place else None,
        conditions=(
            *_ids(goal, asked.condition, "condition", CONDITIONS),
            *_ids(goal, asked.persona, "persona", CONDITIONS[1:]),
        ),
        exclude=tuple(_excluded(goal.candidates, asked.exclude)),
    )


def _ids(goal: StoredGoal, names: Iterable[str], parameter: str, types: Sequence[str]) -> Iterator[str]:
    """The ids of entities of some types by slug or id; raises BadRequest."""
    known = [id for id in goal.names if id.partition("/")[0] in types]
    for name in names:
        among = [id for id in known if name in (id, slug_of(id))]
        if not among:
            slugs = sorted(map(slug_of, known))
            there = f"see {ENTITY_LIST.path.format(type=types[0])} for all"
            raise BadRequest(f"no {parameter} `{shown(name)}`; {did_you_mean(name, slugs, there)}")
        yield from among


def _place(goal: StoredGoal, name: str) -> str:
    if name not in goal.places:
        there = f"there are {listed([f'`{term}`' for term in goal.places])}"
        raise BadRequest(f"no {PLACES} `{shown(name)}`; {did_you_mean(name, goal.places, there)}")
    return name


def _excluded(candidates: Iterable[Candidate], names: Iterable[str]) -> Iterator[str]:
    """The ids, types and movement patterns that are excluded by name; raises BadRequest."""
    known = dict.fromkeys(id for c in candidates for id in (c.id, c.type, c.group) if id)
    for name in names:
        among = [id for id in known if name in (id, slug_of(id))]
        if not among:
            there = "name what serves the goal, a type or a movement pattern"
            raise BadRequest(
                f"nothing is called `{shown(name)}` here; {did_you_mean(name, sorted(map(slug_of, known)), there)}"
            )
        yield from among
