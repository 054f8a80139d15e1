"""What follows from the authored knowledge, each thing computed once: comparisons, recommendations, the atlas."""

from sportlore.derive.atlas import AtlasDimension, AtlasValue
from sportlore.derive.documents import Documents, foreign_words, named, typed_words, wordings
from sportlore.derive.due import Due, due
from sportlore.derive.facts import FactStatement, VariantStatement
from sportlore.derive.knowledge import Knowledge, authored_graph, derive
from sportlore.derive.lessons import AskedMark, AskedQuestion, Step, asked_field, marks_asked, steps
from sportlore.derive.quizzes import Answering, answering, shared_words, works_of_course
from sportlore.derive.recommendation import GoalRecommendations, Reason, Recommendation, recommended_types
from sportlore.derive.releases import Changes, EntityChange, changes, released_entity, successive

__all__ = [
    "Answering",
    "AskedMark",
    "AskedQuestion",
    "AtlasDimension",
    "AtlasValue",
    "Changes",
    "Documents",
    "Due",
    "EntityChange",
    "FactStatement",
    "GoalRecommendations",
    "Knowledge",
    "Reason",
    "Recommendation",
    "Step",
    "VariantStatement",
    "answering",
    "asked_field",
    "authored_graph",
    "changes",
    "derive",
    "due",
    "foreign_words",
    "marks_asked",
    "named",
    "recommended_types",
    "released_entity",
    "shared_words",
    "steps",
    "successive",
    "typed_words",
    "wordings",
    "works_of_course",
]
