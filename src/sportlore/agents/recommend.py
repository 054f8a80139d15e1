"""`recommend`: what serves a goal, for somebody, with safety and what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal
from urllib.parse import urlencode

from msgspec import Meta, Struct

from sportlore.agents.results import (
    ORDINARY,
    Output,
    Reference,
    Result,
    ToolRefusal,
    cut,
    fitted,
    meant,
    named,
    not_known,
    read,
)
from sportlore.contract import schemas
from sportlore.contract.operations import RECOMMENDATIONS
from sportlore.server.answer import Responder
from sportlore.text import listed

_LONGEST_REASON, _LONGEST_LIMIT = 160, 190
"""Characters of a reason, and of a limit or stop sign."""
_MOST_LIMITS, _MOST_REASONS = 2, 4
_LIMIT = 3
_FOR_SAFETY = 160
"""Tokens that are kept for limits and for what is left out."""


class RecommendInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A goal, and for whom."""

    goal: Annotated[str, Meta(description="Slug or words of a goal, such as `build-muscle` or `lose weight`.")]
    level: Annotated[str, Meta(description="An experience level, such as `beginner`.")] | None = None
    minutes: Annotated[int, Meta(ge=1, le=999, description="Minutes for a session.")] | None = None
    days: Annotated[int, Meta(ge=1, le=7, description="Days in a week.")] | None = None
    equipment: Annotated[list[str], Meta(description="Slugs of all the equipment there is, or `['none']`.")] | None = (
        None
    )
    place: Literal["home", "gym", "outdoors", "pool"] | None = None
    condition: Annotated[list[str], Meta(description="Slugs of barriers and personas: `chronic-joint-pain`.")] = []
    exclude: Annotated[list[str], Meta(description="Slugs of entities, types or movement patterns to leave out.")] = []
    limit: Annotated[int, Meta(ge=1, le=20)] = _LIMIT


class Recommended(Reference, frozen=True):
    """What is recommended, and why."""

    reason: str
    not_for: Annotated[list[str], Meta(description="Who should leave it out.")] = []


class RecommendOutput(Output, frozen=True):
    """Recommendations in order, limits and stop signs, and how many were left out for each reason."""

    url: str
    goal: str
    recommended: list[Recommended]
    safety: list[str] = []
    left_out: dict[str, int] = {}


def recommend(responder: Responder, asked: RecommendInput) -> Result:
    """What the catalogue recommends for a goal, each with its strongest reason."""
    slug = _goal(responder, asked.goal)
    given = {
        "level": asked.level,
        "minutes": asked.minutes,
        "days": asked.days,
        "equipment": ",".join(asked.equipment) if asked.equipment else None,
        "place": asked.place,
        "condition": ",".join(asked.condition),
        "exclude": ",".join(asked.exclude),
    }
    query = urlencode({name: value for name, value in given.items() if value}, safe=",/")
    chosen = read(responder, RECOMMENDATIONS.at(goal=slug), schemas.RecommendationList, query.encode())
    recommended = [_item(item) for item in (chosen.data or [])[: asked.limit]]
    safety = [cut(limit, _LONGEST_LIMIT) for limit in _limits(chosen)][:_MOST_LIMITS]
    left_out = {item.reason: len(item.entities) for item in chosen.left_out or []}
    lines = [f"- {item.name} ({item.id}): {item.reason}{_not_for(item)}" for item in recommended]
    kept, left = fitted(lines, ORDINARY - _FOR_SAFETY if asked.limit <= _LIMIT else 4 * ORDINARY)
    below = [f"Safety: {limit}" for limit in safety]
    if left_out:
        reasons = [f"{reason} ({count})" for reason, count in list(left_out.items())[:_MOST_REASONS]]
        below.append(f"Left out: {'; '.join(reasons)}")
    url = f"{responder.info.site_url}{RECOMMENDATIONS.at(goal=slug)}{f'?{query}' if query else ''}"
    heading = f"For {slug.replace('-', ' ')}, the best first ({len(kept)} of {len(chosen.data or [])}):"
    data = RecommendOutput(
        goal=slug, recommended=recommended[: len(recommended) - left], safety=safety, left_out=left_out, url=url
    )
    return Result("\n".join([heading, *kept, *below, url]), data)


def _item(item: schemas.Recommendation) -> Recommended:
    entity = item.entity
    reason = cut(item.reasons[0].text, _LONGEST_REASON) if item.reasons else ""
    return Recommended(
        id=entity.id, name=entity.name, url=entity.url, reason=reason, not_for=[who.name for who in item.not_for or []]
    )


def _not_for(item: Recommended) -> str:
    return f" Not for: {listed(item.not_for)}." if item.not_for else ""


def _limits(chosen: schemas.RecommendationList) -> Iterator[str]:
    """The limits and stop signs, of each page the first ones before the second."""
    for of in chosen.safety or []:
        for section in of.sections:
            yield from section.items or section.steps or [section.text or ""]


def _goal(responder: Responder, name: str) -> str:
    """The slug of a goal by it or by words; raises ToolRefusal."""
    try:
        return meant(responder, name, "goal").rpartition("/")[2]
    except ToolRefusal:
        near = responder.meant(name, ("goal",))
        if not near:
            raise
        if len(near) == 1:
            return near[0].slug
        raise ToolRefusal(not_known([f"the goal {name}"], named(near))) from None
