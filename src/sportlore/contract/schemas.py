"""The bodies of the interface: what an answer holds. Their docs and types become the OpenAPI schemas.

Fields that the specification does not declare required may be absent in principle; this service always sends them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Uri = Annotated[str, Meta(extra_json_schema={"format": "uri"})]


class Body(Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=False):
    """A JSON object of the interface."""


class Relationship(Body, frozen=True, kw_only=True):
    """Another entity that this one is linked with, in either direction."""

    type: Annotated[str, Meta(description="Entity type of the other entity.")]
    id: Annotated[str, Meta(description="`<type>/<slug>` of the other entity.")]
    name: str
    url: Annotated[Uri, Meta(description="Public page of the other entity.")]
    relation: (
        Annotated[
            str,
            Meta(
                description="Addition: the key of the relation that leads here (`targets`), or of its inverse where the other "
                "entity states the link (`targeted-by`). Absent where entities are listed without a link between them."
            ),
        ]
        | UnsetType
    ) = UNSET


class About(Body, frozen=True, kw_only=True):
    """What a page is about."""

    type: Annotated[Literal["Thing"], Meta(description="Schema.org type.")] = msgspec.field(
        name="@type", default="Thing"
    )
    name: str


class JsonLd(Body, frozen=True, kw_only=True):
    """Schema.org JSON-LD of an entity's page."""

    context: Literal["https://schema.org"] = msgspec.field(name="@context", default="https://schema.org")
    type: Annotated[str, Meta(description="A Schema.org type; `WebPage` for an entity page.")] = msgspec.field(
        name="@type", default="WebPage"
    )
    id: Annotated[str, Meta(description="The page address followed by a fragment.")] = msgspec.field(name="@id")
    name: str
    description: str
    url: Uri
    about: About


class ResourceMeta(Body, frozen=True, kw_only=True):
    """Where a resource comes from."""

    version: Annotated[str, Meta(description="Version of the catalogue.")]
    generated_from: Annotated[str, Meta(description="Registry file of the catalogue, relative to it.")]


class FactVariant(Body, frozen=True, kw_only=True):
    """The value of a fact in another scope (a body or competition, a sex, an age class) or at another time."""

    value: int | float | str | list[int | float | str] | dict[str, int | float | list[int | float]]
    unit: Annotated[str, Meta(description="UCUM unit of `value`.")] | UnsetType = UNSET
    text: str
    scope: Annotated[list[str], Meta(description="Where the value holds, in words: `NBA`, `under 12`.")] | UnsetType = (
        UNSET
    )
    since: Annotated[int, Meta(description="First year in force.")] | UnsetType = UNSET
    until: Annotated[int, Meta(description="Last year in force.")] | UnsetType = UNSET
    source: Annotated[str, Meta(description="`id` of a source.")]


class Fact(Body, frozen=True, kw_only=True):
    """A fact. `value` is a number, [low, high], {men, women}, a term's key or several, or text; `text` says it with its unit."""

    key: str
    label: str
    value: int | float | str | list[int | float | str] | dict[str, int | float | list[int | float]]
    unit: Annotated[str, Meta(description="UCUM unit of `value`.")] | UnsetType = UNSET
    text: str
    variants: (
        Annotated[list[FactVariant], Meta(description="The values of other scopes and times; `value` is in force now.")]
        | UnsetType
    ) = UNSET


class Section(Body, frozen=True, kw_only=True):
    """A titled part of an entity: running text, numbered steps or a list of items."""

    title: str
    text: str | UnsetType = UNSET
    steps: list[str] | UnsetType = UNSET
    items: list[str] | UnsetType = UNSET
    sources: Annotated[list[str], Meta(description="`id`s of the sources of this section.")] | UnsetType = UNSET


class Evidence(Body, frozen=True, kw_only=True):
    """What studies say of one outcome."""

    outcome: str
    grade: Literal["strong", "moderate", "limited", "conflicting", "none"]
    effect: str
    population: str | UnsetType = UNSET
    source: Annotated[str, Meta(description="`id` of a source.")]
    bears_on: (
        Annotated[list[str], Meta(description="Ids of the goals and physical qualities that the outcome is about.")]
        | UnsetType
    ) = UNSET


class Service(Body, frozen=True, kw_only=True):
    """What an entity does for a goal: how much, and what to do and to expect."""

    goal: Annotated[str, Meta(description="Id of the goal.")]
    strength: Literal["main", "strong", "moderate", "slight"]
    text: str


class SessionPart(Body, frozen=True, kw_only=True):
    """One part of a session; the doses that can be counted are numbers, or [low, high]."""

    text: str
    activity: Annotated[str, Meta(description="Id of what is done.")] | UnsetType = UNSET
    sets: float | int | list[float | int] | UnsetType = UNSET
    repetitions: float | int | list[float | int] | UnsetType = UNSET
    load: (
        Annotated[float | int | list[float | int], Meta(description="% of the one-repetition maximum.")] | UnsetType
    ) = UNSET
    effort: Annotated[float | int | list[float | int], Meta(description="Perceived effort of 10.")] | UnsetType = UNSET
    minutes: float | int | list[float | int] | UnsetType = UNSET
    distance: Annotated[float | int | list[float | int], Meta(description="Metres.")] | UnsetType = UNSET
    rest: Annotated[float | int | list[float | int], Meta(description="Seconds between efforts.")] | UnsetType = UNSET


class Session(Body, frozen=True, kw_only=True):
    """One session of a week."""

    day: Annotated[int, Meta(description="Ordinal of the session within the week.")]
    name: str
    session: Annotated[str, Meta(description="Id of the type of session.")] | UnsetType = UNSET
    parts: list[SessionPart]


class ScheduleBlock(Body, frozen=True, kw_only=True):
    """Weeks of a plan that have the same sessions."""

    weeks: Annotated[list[int], Meta(description="[first, last], both included.", min_length=2, max_length=2)]
    focus: str
    sessions: list[Session]


class Source(Body, frozen=True, kw_only=True):
    """One work that an entity rests on, and how far it was read."""

    id: str
    title: str
    author: str | UnsetType = UNSET
    publisher: str | UnsetType = UNSET
    year: int | UnsetType = UNSET
    url: Uri | UnsetType = UNSET
    read: Literal["whole", "abstract", "excerpt", "not opened"] | UnsetType = UNSET
    read_in: Annotated[str, Meta(description="The month in which it was read, `YYYY-MM`.")] | UnsetType = UNSET
    supports: Annotated[str, Meta(description="What it supports, in one line.")] | UnsetType = UNSET


class Resource(Body, frozen=True, kw_only=True):
    """One entity of the catalogue. What follows `meta` is an addition to the declared fields.

    `facts` stand wherever a Resource does; `sections` and all that follows only in the answer for one entity.
    """

    id: Annotated[str, Meta(description="`<type>/<slug>`.")]
    type: Annotated[str, Meta(description="One of the 45 entity types.")]
    slug: Annotated[str, Meta(description="Identifier of the entity within its type.")]
    name: str
    description: str | UnsetType = UNSET
    url: Annotated[Uri, Meta(description="Address of the public page of the entity.")]
    api_url: Annotated[str, Meta(description="Path of this resource: `/v1/entities/<type>/<slug>`.")] | UnsetType = (
        UNSET
    )
    keywords: Annotated[list[str], Meta(description="Search phrases.")] | UnsetType = UNSET
    relationships: list[Relationship]
    json_ld: JsonLd
    meta: ResourceMeta | UnsetType = UNSET
    facts: list[Fact] | UnsetType = UNSET
    sections: list[Section] | UnsetType = UNSET
    schedule: Annotated[list[ScheduleBlock], Meta(description="The weeks of a plan.")] | UnsetType = UNSET
    serves: (
        Annotated[list[Service], Meta(description="What it does for goals, the most important first.")] | UnsetType
    ) = UNSET
    evidence: list[Evidence] | UnsetType = UNSET
    sources: list[Source] | UnsetType = UNSET
    checked: (
        Annotated[
            str, Meta(description="The month in which the facts were last compared with their sources, `YYYY-MM`.")
        ]
        | UnsetType
    ) = UNSET


class Pagination(Body, frozen=True, kw_only=True):
    """Where a page stands in its list. `totalPages` is 0 when `total` is 0."""

    page: int
    page_size: int
    total: int
    total_pages: int


class ListMeta(Body, frozen=True, kw_only=True):
    """Where a list comes from, and its locale."""

    version: str
    generated_from: str
    lang: str


class ResourceList(Body, frozen=True, kw_only=True):
    """A page of entities, ordered by name."""

    data: list[Resource]
    pagination: Pagination
    meta: ListMeta | UnsetType = UNSET


class TypeCount(Body, frozen=True, kw_only=True):
    """An entity type, the number of its entities, and the path below which their pages stand."""

    type: str | UnsetType = UNSET
    count: int | UnsetType = UNSET
    route_base: str | UnsetType = UNSET


class TypeList(Body, frozen=True, kw_only=True):
    """All entity types."""

    data: list[TypeCount] | UnsetType = UNSET


class SearchResult(Body, frozen=True, kw_only=True):
    """Entities that match a query, the most relevant first."""

    query: Annotated[str, Meta(description="The submitted `q`.")] | UnsetType = UNSET
    data: list[Resource] | UnsetType = UNSET
    pagination: Pagination | UnsetType = UNSET


class ComparisonSide(Body, frozen=True, kw_only=True):
    """One of the two entities of a comparison."""

    type: str
    id: str
    name: str
    description: str
    url: Uri
    api_url: str
    facts: list[Fact]


class Statement(Body, frozen=True, kw_only=True):
    """One of the differences or similarities, with what it is about and how telling it is."""

    text: str
    same: Annotated[bool, Meta(description="True for a similarity.")]
    group: Annotated[
        str, Meta(description="What it is about: play, playing area, equipment, body, level and cost, history.")
    ]
    weight: Annotated[float, Meta(ge=0, le=1, description="How telling it is.")]
    key: Annotated[str, Meta(description="Key of the fact or relation that it follows from.")] | UnsetType = UNSET
    source: Annotated[str, Meta(description="`id` of the source of an authored statement.")] | UnsetType = UNSET


class Comparison(Body, frozen=True, kw_only=True):
    """Two entities side by side; differences and similarities are those of `statements`, the most telling first.

    What follows `similarities` is an addition to the declared fields.
    """

    slug: Annotated[str, Meta(description="`<a>-vs-<b>`.")] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    a: ComparisonSide | UnsetType = UNSET
    b: ComparisonSide | UnsetType = UNSET
    differences: list[str] | UnsetType = UNSET
    similarities: list[str] | UnsetType = UNSET
    description: str | UnsetType = UNSET
    verdict: Annotated[str, Meta(description="Which one for whom.")] | UnsetType = UNSET
    statements: list[Statement] | UnsetType = UNSET
    sources: Annotated[list[Source], Meta(description="The works that authored statements rest on.")] | UnsetType = (
        UNSET
    )


class Choice(Body, frozen=True, kw_only=True):
    """One answer of an input of type `choice`."""

    value: str
    label: str


class CalculatorInput(Body, frozen=True, kw_only=True):
    """One variable of a formula."""

    name: Annotated[str, Meta(description="The variable in the expression.")]
    label: str
    type: Literal["number", "integer", "choice"]
    unit: str | UnsetType = UNSET
    minimum: float | int | UnsetType = UNSET
    maximum: float | int | UnsetType = UNSET
    default: float | int | str | UnsetType = UNSET
    choices: list[Choice] | UnsetType = UNSET
    description: str | UnsetType = UNSET


class Formula(Body, frozen=True, kw_only=True):
    """A published formula.

    `expression` is written with numbers, input names, `+ - * / ^`, comparisons, `and or not`, `if(condition, then, else)`
    and the functions ln, log10, exp, sqrt, abs, min, max, round, floor, ceil; choices are compared as strings
    (`sex == "female"`).
    """

    name: str | UnsetType = UNSET
    expression: str | UnsetType = UNSET
    source: Annotated[str, Meta(description="The publication in which the formula was published.")] | UnsetType = UNSET


class CalculatorOutput(Body, frozen=True, kw_only=True):
    """What a formula answers; `precision` is the number of decimals that make sense."""

    label: str
    unit: str | UnsetType = UNSET
    precision: int


class CalculatorExample(Body, frozen=True, kw_only=True):
    """A worked example; `result` is rounded to the output's precision."""

    inputs: dict[str, float | int | str]
    result: float | int


class Calculator(Body, frozen=True, kw_only=True):
    """An executable formula with its inputs and worked examples."""

    slug: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    inputs: list[CalculatorInput] | UnsetType = UNSET
    formula: Formula | UnsetType = UNSET
    output: CalculatorOutput | UnsetType = UNSET
    examples: list[CalculatorExample] | UnsetType = UNSET
    url: Uri | UnsetType = UNSET
    keywords: list[str] | UnsetType = UNSET
    informs: Annotated[list[Relationship], Meta(description="The entities that the result is about.")] | UnsetType = (
        UNSET
    )
    sources: list[Source] | UnsetType = UNSET
    alternatives: Annotated[list[str], Meta(description="Slugs of calculators of the same quantity.")] | UnsetType = (
        UNSET
    )


class CalculatorList(Body, frozen=True, kw_only=True):
    """All calculators, ordered by title."""

    data: list[Calculator] | UnsetType = UNSET


class Lesson(Body, frozen=True, kw_only=True):
    """One lesson of a module, and the entities that it draws on."""

    slug: str
    title: str
    text: str
    entities: list[Relationship]


class Question(Body, frozen=True, kw_only=True):
    """One question of a quiz; `answer` is the index of the right option."""

    question: str
    options: list[str]
    answer: int
    explanation: str


class CourseModule(Body, frozen=True, kw_only=True):
    """One step of a course."""

    slug: str
    title: str
    summary: str
    order: int
    minutes: int
    lessons: list[Lesson]
    quiz: list[Question]


class Course(Body, frozen=True, kw_only=True):
    """An interactive course on one sport."""

    sport_slug: str | UnsetType = UNSET
    sport_name: str | UnsetType = UNSET
    modules: list[CourseModule] | UnsetType = UNSET


class CourseList(Body, frozen=True, kw_only=True):
    """All courses, ordered by sport."""

    data: list[Course] | UnsetType = UNSET


class AtlasValue(Body, frozen=True, kw_only=True):
    """One value of a dimension and the entities that have it."""

    slug: str
    label: str
    count: int
    entities: list[Relationship]


class AtlasDimension(Body, frozen=True, kw_only=True):
    """One dimension along which the catalogue can be read."""

    slug: str
    title: str
    description: str
    url: Uri
    values: list[AtlasValue]


class AtlasList(Body, frozen=True, kw_only=True):
    """All dimensions of the knowledge atlas."""

    data: list[AtlasDimension] | UnsetType = UNSET


class Reason(Body, frozen=True, kw_only=True):
    """Why something is recommended, in words and as the path of entities that it follows."""

    text: str
    path: list[Relationship]


class Recommendation(Body, frozen=True, kw_only=True):
    """A recommended entity with its score and its reasons, the strongest first."""

    entity: Relationship
    score: Annotated[float, Meta(ge=0, le=1)]
    reasons: list[Reason]
    not_for: (
        Annotated[list[Relationship], Meta(description="Addition: who should leave it out, as guidance names them.")]
        | UnsetType
    ) = UNSET


class RecommendationList(Body, frozen=True, kw_only=True):
    """What the catalogue recommends for a goal, in order of score."""

    goal: Annotated[str, Meta(description="The submitted goal.")] | UnsetType = UNSET
    data: list[Recommendation] | UnsetType = UNSET


class Error(Body, frozen=True, kw_only=True):
    """What was wrong, and what to do."""

    error: str
    status: int


def encode(body: Body) -> bytes:
    """A body as JSON bytes: the one encoder of the service."""
    return msgspec.json.encode(body)
