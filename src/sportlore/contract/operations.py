"""The 11 operations of the interface, in the specification's order: one row each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from sportlore.contract import schemas

TAGS: Mapping[str, str] = {
    "Entities": "Everything that the catalogue knows, by type.",
    "Search": "Find entities by words.",
    "Compare": "Two entities side by side.",
    "Calculators": "Executable formulas with their sources.",
    "Learning": "Interactive courses, one a sport.",
    "Atlas": "Dimensions along which the catalogue can be read.",
    "Recommendations": "What serves a goal, and why.",
}


class Parameter(Struct, frozen=True):
    """A parameter as the specification declares it; `schema` only tightens the declared type `string`."""

    name: str
    location: Literal["path", "query"]
    required: bool
    description: str
    schema: Mapping[str, str | int] = {}


class Operation(Struct, frozen=True):
    """One endpoint: where it stands, what it takes, what it answers."""

    path: str
    id: str
    tag: str
    summary: str
    description: str
    answer: str
    body: type[schemas.Body]
    parameters: tuple[Parameter, ...] = ()


_SLUG = {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
_TYPE_PATH = Parameter("type", "path", True, "Entity type.")
_PAGE = Parameter(
    "page",
    "query",
    False,
    "Page number, from 1; the default is 1.",
    {"pattern": "^([1-9][0-9]{0,5}|1000000)$", "default": "1"},
)
_PAGE_SIZE = Parameter(
    "pageSize",
    "query",
    False,
    "Items per page, 1 to 100; the default is 20.",
    {"pattern": "^([1-9][0-9]?|100)$", "default": "20"},
)
_LANG = Parameter(
    "lang",
    "query",
    False,
    "Locale; only `en` is available (and any `en-*` tag, which means the same).",
    {"pattern": "^[eE][nN](-[A-Za-z0-9]{1,8}){0,3}$", "default": "en"},
)
_Q = Parameter(
    "q", "query", True, "Query text, 1 to 200 characters.", {"pattern": r"\S", "minLength": 1, "maxLength": 200}
)
_TYPE_FILTER = Parameter("type", "query", False, "Limit the results to one entity type.")

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "/v1/entities",
        "listEntityTypes",
        "Entities",
        "List all entity types with their counts",
        "Every entity type with the number of its entities and the path of its public pages.",
        "All entity types.",
        schemas.TypeList,
    ),
    Operation(
        "/v1/entities/{type}",
        "listEntities",
        "Entities",
        "List entities of one type",
        "The entities of a type ordered by name, a page at a time. A page past the last has no data and the true total.",
        "A page of entities.",
        schemas.ResourceList,
        (_TYPE_PATH, _PAGE, _PAGE_SIZE, _LANG),
    ),
    Operation(
        "/v1/entities/{type}/{slug}",
        "getEntity",
        "Entities",
        "Get one entity",
        "An entity with its keywords, its relationships in both directions and its JSON-LD.",
        "The entity.",
        schemas.Resource,
        (_TYPE_PATH, Parameter("slug", "path", True, "Entity slug.", _SLUG)),
    ),
    Operation(
        "/v1/search",
        "searchEntities",
        "Search",
        "Search across the catalogue",
        "Entities that match all words of the query (or as many as any entity matches), the most relevant first. Case, "
        "accents and plurals do not matter, the last word may be unfinished, and small slips of the pen are forgiven.",
        "A page of matching entities.",
        schemas.SearchResult,
        (_Q, _TYPE_FILTER, _PAGE, _PAGE_SIZE),
    ),
    Operation(
        "/v1/compare/{slug}",
        "getComparison",
        "Compare",
        "Get a head-to-head comparison",
        "Two entities of one type with their facts, their differences and their similarities.",
        "The comparison.",
        schemas.Comparison,
        (Parameter("slug", "path", True, "Comparison slug, form `a-vs-b`.", _SLUG),),
    ),
    Operation(
        "/v1/calculators",
        "listCalculators",
        "Calculators",
        "List calculators",
        "Every calculator with its inputs, formula and worked examples, ordered by title.",
        "All calculators.",
        schemas.CalculatorList,
    ),
    Operation(
        "/v1/calculators/{slug}",
        "getCalculator",
        "Calculators",
        "Get a calculator specification (inputs and formula)",
        "A published formula as an executable expression, with inputs, ranges, source and worked examples.",
        "The calculator.",
        schemas.Calculator,
        (Parameter("slug", "path", True, "Calculator slug.", _SLUG),),
    ),
    Operation(
        "/v1/learning/courses",
        "listCourses",
        "Learning",
        "List interactive courses",
        "Every course with its modules, ordered by sport.",
        "All courses.",
        schemas.CourseList,
    ),
    Operation(
        "/v1/learning/courses/{sport}",
        "getCourse",
        "Learning",
        "Get a course with its modules",
        "The course on a sport: modules in learning order, each with lessons and a quiz.",
        "The course.",
        schemas.Course,
        (Parameter("sport", "path", True, "Sport slug.", _SLUG),),
    ),
    Operation(
        "/v1/atlas",
        "listAtlasDimensions",
        "Atlas",
        "List knowledge-atlas dimensions",
        "Every dimension of the atlas with its values and the entities that have them.",
        "All dimensions.",
        schemas.AtlasList,
    ),
    Operation(
        "/v1/recommendations/{goal}",
        "getRecommendations",
        "Recommendations",
        "Get explainable recommendations for a goal",
        "What serves a goal, best first; each reason names the path through the catalogue that it follows.",
        "The recommendations.",
        schemas.RecommendationList,
        (Parameter("goal", "path", True, "Goal slug.", _SLUG),),
    ),
)

OPERATION: Mapping[str, Operation] = {operation.id: operation for operation in OPERATIONS}
"""The operations by id."""
