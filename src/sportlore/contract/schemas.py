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


class Resource(Body, frozen=True, kw_only=True):
    """One entity of the catalogue."""

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


class Fact(Body, frozen=True, kw_only=True):
    """A fact. `value` is a number, [low, high], {men, women}, a term's key or several, or text; `text` says it with its unit."""

    key: str
    label: str
    value: int | float | str | list[int | float | str] | dict[str, int | float | list[int | float]]
    unit: Annotated[str, Meta(description="UCUM unit of `value`.")] | UnsetType = UNSET
    text: str


class ComparisonSide(Body, frozen=True, kw_only=True):
    """One of the two entities of a comparison."""

    type: str
    id: str
    name: str
    description: str
    url: Uri
    api_url: str
    facts: list[Fact]


class Comparison(Body, frozen=True, kw_only=True):
    """Two entities side by side; differences and similarities follow from the facts and links of both."""

    slug: Annotated[str, Meta(description="`<a>-vs-<b>`.")] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    a: ComparisonSide | UnsetType = UNSET
    b: ComparisonSide | UnsetType = UNSET
    differences: list[str] | UnsetType = UNSET
    similarities: list[str] | UnsetType = UNSET


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
