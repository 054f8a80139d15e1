"""The 11 operations of the interface, in the specification's order: one row each.

The rows are documented (OpenAPI), parsed from (contract/parameters.py) and routed by (`route`), so that what is published
is what is enforced.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, structs

from sportlore.contract import schemas
from sportlore.contract.paging import LARGEST_PAGE_SIZE, LAST_PAGE, PAGE_SIZE

VERSION = "1.0.0"
"""The version of the interface, as the specification declares it; that of the catalogue and of the package are their own."""

ROOT = "/v1"
"""The prefix of every path of an operation."""

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
    """A parameter as the specification declares it; `schema` only tightens the declared type `string`.

    `takes` is what a message says is accepted. A `free_text` is trimmed and put in NFC before it is compared with the schema.
    """

    name: str
    location: Literal["path", "query"]
    required: bool
    description: str
    schema: Mapping[str, str | int] = {}
    takes: str = ""
    free_text: bool = False

    @property
    def is_addition(self) -> bool:
        """Whether the specification does not declare it."""
        return self.description.startswith("Addition: ")


class FreeForm(Struct, frozen=True):
    """Query parameters whose names depend on what is asked for: in OpenAPI an object whose members are parameters."""

    name: str
    description: str


class Operation(Struct, frozen=True):
    """One endpoint: its path, its parameters, its answer.

    `noun` names what is looked up, for the message of a 404 ("no calculator `bmo`"); it may name parameters of the path.
    """

    path: str
    id: str
    tag: str
    summary: str
    description: str
    answer: str
    body: type[schemas.Body]
    parameters: tuple[Parameter, ...] = ()
    noun: str = ""
    free_form: FreeForm | None = None

    def at(self, **values: str) -> str:
        """The path with the values of its parameters: OPERATION["getCalculator"].at(slug="bmi") -> "/v1/calculators/bmi"."""
        return self.path.format_map(values)


def _integer(name: str, words: str, default: int, largest: int) -> Parameter:
    """A decimal integer from 1 to a power of ten."""
    digits = len(str(largest)) - 2
    further = "[0-9]?" if digits == 1 else f"[0-9]{{0,{digits}}}"
    schema = {"pattern": f"^([1-9]{further}|{largest})$", "default": str(default)}
    description = f"{words}; the default is {default}."
    return Parameter(name, "query", False, description, schema, f"an integer from 1 to {largest:,}")


_SLUG = {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
_TYPE_PATH = Parameter("type", "path", True, "Entity type.")
_PAGE = _integer("page", "Page number, from 1", default=1, largest=LAST_PAGE)
_PAGE_SIZE = _integer(
    "pageSize", f"Items per page, 1 to {LARGEST_PAGE_SIZE}", default=PAGE_SIZE, largest=LARGEST_PAGE_SIZE
)
_LANG = Parameter(
    "lang",
    "query",
    False,
    "Locale; only `en` is available (and any `en-*` tag, which means the same).",
    {"pattern": "^[eE][nN](-[A-Za-z0-9]{1,8}){0,3}$", "default": "en"},
    "`en`, the only locale",
)
_LONGEST_QUERY = 200
_Q = Parameter(
    "q",
    "query",
    True,
    f"Query text, 1 to {_LONGEST_QUERY} characters.",
    {"pattern": r"[^\s\x1c-\x1f\x85\ufeff]", "minLength": 1, "maxLength": _LONGEST_QUERY},
    f"1 to {_LONGEST_QUERY} characters",
    free_text=True,
)
_TYPE_FILTER = Parameter("type", "query", False, "Limit the results to one entity type.", takes="an entity type")

_LIST_OF_NAMES = {"pattern": r"^[A-Za-z0-9]+([.-][A-Za-z0-9]+)*(,[A-Za-z0-9]+([.-][A-Za-z0-9]+)*)*$"}
_FIELDS = Parameter(
    "fields",
    "query",
    False,
    "Addition: only these fields, with commas: `name,facts.length,relationships.uses`, as PartialResource of `/api/schema`.",
    _LIST_OF_NAMES,
    "names of fields with commas between, such as `id,name,facts.length`",
)
_COMPARISON_FIELDS = Parameter(
    "fields",
    "query",
    False,
    "Addition: only these fields, with commas.",
    {"pattern": "^[A-Za-z]+(,[A-Za-z]+)*$"},
    "names of fields with commas between, such as `title,differences`",
)
_INCLUDE = Parameter(
    "include",
    "query",
    False,
    "Addition: `relationships.facts` brings the facts of what is linked.",
    {"pattern": r"^relationships\.facts$"},
    "`relationships.facts`",
)
_SCOPE = Parameter(
    "scope",
    "query",
    False,
    "Addition: the values of a `Scope` of `/api/schema`, or of several at once: `ncaa,women`.",
    {"pattern": "^[A-Za-z0-9,-]+$"},
    "scopes with commas between, such as `women`",
)
_LIST_SCOPE = Parameter(
    "scope",
    "query",
    False,
    "Addition: filters, order and facets take the numbers of this `Scope`.",
    {"pattern": "^[A-Za-z0-9-]+$"},
    "a scope such as `singles`",
)
_AS_OF = Parameter(
    "asOf",
    "query",
    False,
    "Addition: the values of this year, as far as they are known.",
    {"pattern": "^[12][0-9]{3}(-[0-9]{2}-[0-9]{2})?$"},
    "a year or a date from 1000 on, such as 1999 or 1999-07-01",
)
_LIST_AS_OF = structs.replace(
    _AS_OF, description="Addition: filters, order and facets take the values of this year, where they are known."
)
_SORT = Parameter(
    "sort",
    "query",
    False,
    "Addition: `name` or a number fact, `-` before it for descending.",
    {"pattern": "^-?[a-z0-9]+(-[a-z0-9]+)*$"},
    "`name` or a number fact, with `-` before it for descending",
)
_FACETS = Parameter(
    "facets",
    "query",
    False,
    "Addition: counts by these facts and relations, with commas.",
    _LIST_OF_NAMES,
    "facts and relations of the type with commas between",
)
_COUNTS = Parameter(
    "facets",
    "query",
    False,
    "Addition: `type,sport` or one of both; with `fields` there are no others.",
    {"pattern": "^(type|sport)(,(type|sport))?$"},
    "`type`, `sport` or `type,sport`",
)
_SLUGS = Parameter(
    "slug",
    "query",
    False,
    "Addition: only these entities, up to 100 slugs with commas.",
    {"pattern": "^[a-z0-9-]+(,[a-z0-9-]+){0,99}$"},
    "up to 100 slugs with commas between",
)

_SLUGS_OR_IDS = "^[a-z0-9/-]+(,[a-z0-9/-]+)*$"
_PERSON = tuple(
    Parameter(name, "query", False, f"Addition: {words}.", {"pattern": pattern}, takes)
    for name, words, pattern, takes in (
        ("level", "an experience level", _SLUG["pattern"], "an experience level such as `beginner`"),
        ("minutes", "minutes for a session", "^[1-9][0-9]{0,2}$", "an integer from 1 to 999"),
        ("days", "days in a week", "^[1-7]$", "an integer from 1 to 7"),
        ("equipment", "what equipment there is, or `none`", _SLUGS_OR_IDS, "names such as `dumbbell,weight-bench`"),
        ("place", "`home`, `gym`, `outdoors` or `pool`", _SLUG["pattern"], "a place such as `home`"),
        ("condition", "barriers and personas", _SLUGS_OR_IDS, "names such as `chronic-joint-pain`"),
        ("persona", "personas", _SLUGS_OR_IDS, "names such as `older-adult`"),
        ("exclude", "entities, types or movement patterns", _SLUGS_OR_IDS, "names such as `running,sport`"),
    )
)
"""For whom recommendations are."""

_FILTERS = FreeForm(
    "filters",
    "What the entities must state, by facts and relations of the type (`filters-<type>` of `/api/schema`): a term "
    "(`contact=collision`), a number or range (`players-per-side=5..7`, `weeks=..10`), a slug or id (`of-sport=tennis`), words "
    "of a text, or `none` for what states nothing. A comma means or, several names mean and, `!` excludes (`uses=!barbell`). "
    "Also read as `filters[contact]=`.",
)
_INPUTS = FreeForm(
    "inputs",
    "Addition: inputs by name, from which `result` is calculated: `load=100`, in another unit (`load=220lb`, "
    "`height=5ft11in`), as a time (`race_time=50:00`), a choice by its beginning (`sex=m`).",
)

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
        "The entities of a type ordered by name, a page at a time. A page past the last has no data and the true total. "
        "Every fact and relation of the type is a filter: `/v1/entities/exercise?targets=calves&uses=none`.",
        "A page of entities.",
        schemas.ResourceList,
        (_TYPE_PATH, _PAGE, _PAGE_SIZE, _LANG, _FIELDS, _SORT, _FACETS, _INCLUDE, _SLUGS, _LIST_SCOPE, _LIST_AS_OF),
        noun="type",
        free_form=_FILTERS,
    ),
    Operation(
        "/v1/entities/{type}/{slug}",
        "getEntity",
        "Entities",
        "Get one entity",
        "An entity with its keywords, its relationships in both directions and its JSON-LD.",
        "The entity.",
        schemas.Resource,
        (_TYPE_PATH, Parameter("slug", "path", True, "Entity slug.", _SLUG), _FIELDS, _INCLUDE, _SCOPE, _AS_OF),
        noun="{type}",
    ),
    Operation(
        "/v1/search",
        "searchEntities",
        "Search",
        "Search across the catalogue",
        "Entities that match the query, the most relevant first: an exact name, an exact keyword, then by how many of the "
        "words one has, where they stand and how rare they are. Case, accents, inflections, spellings and small "
        "typos do not matter; the last word may be unfinished.",
        "A page of matching entities.",
        schemas.SearchResult,
        (_Q, _TYPE_FILTER, _PAGE, _PAGE_SIZE, _FIELDS, _INCLUDE, _COUNTS),
    ),
    Operation(
        "/v1/compare/{slug}",
        "getComparison",
        "Compare",
        "Get a head-to-head comparison",
        "Two entities of one type with their facts, their differences and their similarities. Addition: any two of one type, or "
        "up to six (`a-vs-b-vs-c`), are compared by their facts and links, with `signed: false` where nobody wrote of them.",
        "The comparison.",
        schemas.Comparison,
        (
            Parameter("slug", "path", True, "Comparison slug, form `a-vs-b`.", _SLUG),
            Parameter("type", "query", False, "Addition: the type of the sides, where several have their slugs."),
            _COMPARISON_FIELDS,
        ),
        noun="comparison",
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
        noun="calculator",
        free_form=_INPUTS,
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
        noun="course",
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
        "What serves a goal, best first; each reason names the path that it follows. Addition: for "
        "somebody, by `level` and so on; `leftOut` says what does not fit, and why.",
        "The recommendations.",
        schemas.RecommendationList,
        (Parameter("goal", "path", True, "Goal slug.", _SLUG), *_PERSON),
        noun="goal",
    ),
)

OPERATION: Mapping[str, Operation] = {operation.id: operation for operation in OPERATIONS}
"""The operations by id."""

TYPE_LIST = OPERATION["listEntityTypes"]
ENTITY_LIST = OPERATION["listEntities"]
ENTITY = OPERATION["getEntity"]
SEARCH = OPERATION["searchEntities"]
COMPARISON = OPERATION["getComparison"]
CALCULATOR_LIST = OPERATION["listCalculators"]
CALCULATOR = OPERATION["getCalculator"]
COURSE_LIST = OPERATION["listCourses"]
COURSE = OPERATION["getCourse"]
ATLAS = OPERATION["listAtlasDimensions"]
RECOMMENDATIONS = OPERATION["getRecommendations"]
