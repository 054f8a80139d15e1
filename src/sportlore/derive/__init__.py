"""What follows from the authored knowledge: comparisons, recommendations, the atlas and the entities that stand for them."""

from sportlore.derive.atlas import AtlasValue, atlas_values
from sportlore.derive.comparison import FactStatement, compare, fact_statements
from sportlore.derive.entities import complete
from sportlore.derive.recommendation import Reason, Recommendation, recommend

__all__ = [
    "AtlasValue",
    "FactStatement",
    "Reason",
    "Recommendation",
    "atlas_values",
    "compare",
    "complete",
    "fact_statements",
    "recommend",
]
