"""Parts that only some sports have: the innings of baseball, the puck of ice hockey."""

from __future__ import annotations

from collections.abc import Iterable

from sportlore.answers.reading import tokens, value_tokens

PERIODS = tokens("inning half quarter round set end over period third heat frame attempt dive")
"""What a match is divided into, and what is counted in it."""
PARTS = PERIODS | tokens(
    "puck ball shuttle shuttlecock stone rock disc javelin discus hammer arrow hoop ring lane rink pool oval "
    "track stage carpet sheet table board target mat piste"
)
"""What only some sports have: a value is no answer to a question for such a part of what has none, as the innings of tennis."""
_ANY_PERIOD = tokens("period")
_HOOP, _RING = "HOOP", "ring"
"""A ring that is a goal is a hoop as well."""


def parts_of(values: Iterable[str], described: Iterable[str], divided: Iterable[str]) -> frozenset[str]:
    """The parts that an entity has: by the tokens of its values, by texts that describe it, and by those that say how it is
    divided, which alone tell its periods."""
    has = frozenset(values).union(*map(value_tokens, described)) - PERIODS
    has = has.union(*map(value_tokens, divided), _ANY_PERIOD)
    return PARTS & (has | {_HOOP} if _RING in has else has)
