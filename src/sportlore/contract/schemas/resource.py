"""The body of one entity, and of lists of entities."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from sportlore.contract.schemas.body import Body, Uri
from sportlore.contract.schemas.drawing import Drawing
from sportlore.contract.schemas.matched import Matched
from sportlore.contract.schemas.people import Board, Stand
from sportlore.contract.schemas.signs import Signal, Token
from sportlore.model import EffectMeasure


class FactVariant(Body, frozen=True, kw_only=True):
    """The value of a fact in another scope or at another time."""

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
    sources: Annotated[list[str], Meta(description="`id`s of the works that say it.")] | UnsetType = UNSET
    clause: Annotated[str, Meta(description="Where the first of these works says it: `rule 1`.")] | UnsetType = UNSET
    checked: Annotated[str, Meta(description="When it was compared with them, `YYYY-MM`.")] | UnsetType = UNSET
    basis: Annotated[Literal["practice"], Meta(description="The authors' own choice.")] | UnsetType = UNSET
    doubt: Annotated[str, Meta(description="Why the value is in doubt.")] | UnsetType = UNSET
    variants: (
        Annotated[list[FactVariant], Meta(description="The values of other scopes and times; `value` is in force now.")]
        | UnsetType
    ) = UNSET
    scope: Annotated[list[str], Meta(description="As in a variant, if the value is that of one.")] | UnsetType = UNSET
    since: int | UnsetType = UNSET
    until: int | UnsetType = UNSET


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
                description="Addition: the relation (`targets`), or its inverse where the other entity states the link "
                "(`targeted-by`)."
            ),
        ]
        | UnsetType
    ) = UNSET
    facts: Annotated[list[Fact], Meta(description="Addition: with `include=relationships.facts`.")] | UnsetType = UNSET


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


class UnknownFact(Body, frozen=True, kw_only=True):
    """A fact that is left out."""

    key: str
    since: Annotated[int, Meta(description="The first year after `asOf` of which it is known.")]


class ResourceMeta(Body, frozen=True, kw_only=True):
    """Where a resource comes from, and how far `scope` and `asOf` were met."""

    version: Annotated[str, Meta(description="Version of the catalogue.")]
    generated_from: Annotated[str, Meta(description="Registry file of the catalogue, relative to it.")]
    scope: list[str] | UnsetType = UNSET
    scoped: Annotated[list[str], Meta(description="Keys of the facts with values of this scope.")] | UnsetType = UNSET
    as_of: str | UnsetType = UNSET
    undated: (
        Annotated[list[str], Meta(description="Keys of the facts given that may have begun later.")] | UnsetType
    ) = UNSET
    unknown: list[UnknownFact] | UnsetType = UNSET


class Section(Body, frozen=True, kw_only=True):
    """A titled part of an entity: running text, numbered steps or a list of items."""

    title: str
    text: str | UnsetType = UNSET
    steps: list[str] | UnsetType = UNSET
    items: list[str] | UnsetType = UNSET
    sources: Annotated[list[str], Meta(description="`id`s of the works that it follows.")] | UnsetType = UNSET
    basis: (
        Annotated[
            Literal["practice"], Meta(description="As commonly taught, in our words; no work was seen to say it.")
        ]
        | UnsetType
    ) = UNSET
    doubt: str | UnsetType = UNSET


class EffectSize(Body, frozen=True, kw_only=True):
    """The size of an effect; `low` and `high` are its interval."""

    value: float | int | list[float | int]
    measure: Annotated[EffectMeasure, Meta(description="`percent` is a relative change; a `difference` has a `unit`.")]
    unit: str | UnsetType = UNSET
    low: float | int | UnsetType = UNSET
    high: float | int | UnsetType = UNSET


class Evidence(Body, frozen=True, kw_only=True):
    """What studies say of one outcome."""

    outcome: str
    grade: Literal["strong", "moderate", "limited", "conflicting", "none"]
    effect: str
    size: EffectSize | UnsetType = UNSET
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
    sources: list[str] | UnsetType = UNSET
    basis: Literal["practice"] | UnsetType = UNSET


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
    note: Annotated[str, Meta(description="Why a work of weak authority stands.")] | UnsetType = UNSET


class Identifier(Body, frozen=True, kw_only=True):
    """What others call it."""

    scheme: str
    id: str
    match: Literal["exact", "close", "broader"]
    by: Literal["name", "definition", "mapping"]
    url: Uri


class Resource(Body, frozen=True, kw_only=True):
    """One entity. What follows `meta` is an addition.

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
    names: (
        Annotated[dict[str, list[str]], Meta(description="Names in other languages, by language tag.")] | UnsetType
    ) = UNSET
    same_as: list[Uri] | UnsetType = UNSET
    identifiers: list[Identifier] | UnsetType = UNSET
    drawings: list[Drawing] | UnsetType = UNSET
    boards: list[Board] | UnsetType = UNSET
    stands: list[Stand] | UnsetType = UNSET
    signals: list[Signal] | UnsetType = UNSET
    tokens: list[Token] | UnsetType = UNSET
    matched: Annotated[Matched, Meta(description="Of a hit, where `fields` names it.")] | UnsetType = UNSET


class Pagination(Body, frozen=True, kw_only=True):
    """Where a page stands in its list. `totalPages` is 0 when `total` is 0."""

    page: int
    page_size: int
    total: int
    total_pages: int


class DatedFact(Body, frozen=True, kw_only=True):
    """How far a fact of a list is known for a year."""

    key: str
    undated: Annotated[int, Meta(description="How many values may have begun later.")]
    unknown: Annotated[list[str], Meta(description="Slugs of the entities of which no value is known.")]


class ListMeta(Body, frozen=True, kw_only=True):
    """Where a list comes from, and its locale."""

    version: str
    generated_from: str
    lang: str
    as_of: str | UnsetType = UNSET
    dated: Annotated[list[DatedFact], Meta(description="With `asOf`.")] | UnsetType = UNSET


class FacetCount(Body, frozen=True, kw_only=True):
    """How many entities of a list have a value: as many as the list has that is filtered by it."""

    value: Annotated[str, Meta(description="A term, an id, or a range of numbers (`5..10`, ends included).")]
    count: int


class Facet(Body, frozen=True, kw_only=True):
    """Counts by a fact or relation: by terms and links the most first, or a histogram of numbers."""

    key: str
    label: str
    stated: Annotated[int, Meta(description="How many entities state it.")]
    unit: Annotated[str, Meta(description="UCUM unit of numbers.")] | UnsetType = UNSET
    counts: list[FacetCount]


class ResourceList(Body, frozen=True, kw_only=True):
    """A page of entities, ordered by name."""

    data: list[Resource]
    pagination: Pagination
    meta: ListMeta | UnsetType = UNSET
    facets: list[Facet] | UnsetType = UNSET


class TypeCount(Body, frozen=True, kw_only=True):
    """An entity type, the number of its entities, and the path below which their pages stand."""

    type: str | UnsetType = UNSET
    count: int | UnsetType = UNSET
    route_base: str | UnsetType = UNSET


class TypeList(Body, frozen=True, kw_only=True):
    """All entity types."""

    data: list[TypeCount] | UnsetType = UNSET


class DirectAnswer(Body, frozen=True, kw_only=True):
    """What a question asks for; a fact in the scope and unit asked for."""

    kind: Literal["fact", "section", "comparison", "list", "calculator"]
    text: str
    label: str | UnsetType = UNSET
    entity: Relationship | UnsetType = UNSET
    key: str | UnsetType = UNSET
    value: Any = UNSET
    unit: str | UnsetType = UNSET
    scope: list[str] | UnsetType = UNSET
    source: str | UnsetType = UNSET
    url: str
    api_url: str


class Correction(Body, frozen=True, kw_only=True):
    """A word, and how it was read."""

    typed: str
    read_as: str


class SearchAdditions(Body, frozen=True, kw_only=True):
    """What a search says beside its results; what there is none of is absent."""

    answers: list[DirectAnswer] | UnsetType = UNSET
    corrections: list[Correction] | UnsetType = UNSET
    not_found: Annotated[list[str], Meta(description="Words that nothing has.")] | UnsetType = UNSET
    facets: Annotated[list[Facet], Meta(description="By `type` and `sport`.")] | UnsetType = UNSET


class SearchResult(SearchAdditions, frozen=True, kw_only=True):
    """Additions: `answers`, `corrections`, `notFound`, `facets`."""

    query: Annotated[str, Meta(description="The submitted `q`.")] | UnsetType = UNSET
    data: list[Resource] | UnsetType = UNSET
    pagination: Pagination | UnsetType = UNSET
