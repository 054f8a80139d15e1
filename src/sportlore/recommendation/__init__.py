"""What is recommended for a goal, and for somebody: chosen from all that serves the goal."""

from sportlore.recommendation.choice import (
    CONDITIONS,
    EQUIPMENT,
    EXPERIENCE,
    LEVELS,
    LIMITING_TYPES,
    PLACES,
    Candidate,
    Person,
    Shortlist,
    choose,
)
from sportlore.recommendation.stored import StoredGoal, entries, stored

__all__ = [
    "CONDITIONS",
    "EQUIPMENT",
    "EXPERIENCE",
    "LEVELS",
    "LIMITING_TYPES",
    "PLACES",
    "Candidate",
    "Person",
    "Shortlist",
    "StoredGoal",
    "choose",
    "entries",
    "stored",
]
