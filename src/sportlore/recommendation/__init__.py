"""What is recommended for a goal, and for somebody: chosen from all that serves the goal, and made a week of."""

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
from sportlore.recommendation.dose import Dose, dose
from sportlore.recommendation.stored import StoredGoal, entries, stored
from sportlore.recommendation.week import PlannedDay, PlannedPart, Week, week

__all__ = [
    "CONDITIONS",
    "EQUIPMENT",
    "EXPERIENCE",
    "LEVELS",
    "LIMITING_TYPES",
    "PLACES",
    "Candidate",
    "Dose",
    "Person",
    "PlannedDay",
    "PlannedPart",
    "Shortlist",
    "StoredGoal",
    "Week",
    "choose",
    "dose",
    "entries",
    "stored",
    "week",
]
