"""The bodies of what stands beside entities: comparisons, calculators, courses, the atlas, recommendations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from sportlore.contract.schemas.body import Body, Uri
from sportlore.contract.schemas.drawing import Drawing
from sportlore.contract.schemas.people import Board
from sportlore.contract.schemas.resource import Fact, Relationship, Section, Source


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
    key: Annotated[str, Meta(description="Key of the fact that it follows from.")] | UnsetType = UNSET
    source: Annotated[str, Meta(description="`id` of the source of an authored statement.")] | UnsetType = UNSET


class ComparedFact(Body, frozen=True, kw_only=True):
    """A row of the table of a comparison: what each side states, in their order, null for nothing."""

    key: str
    label: str
    texts: list[str | None]


class ComparedLinks(Body, frozen=True, kw_only=True):
    """What the sides are linked with by a relation: all of them, and each apart, in their order."""

    relation: str
    label: str
    common: list[Relationship]
    apart: list[list[Relationship]]


class Condition(Body, frozen=True, kw_only=True):
    """When to choose a side: `id` is that of its entity."""

    id: str
    about: Literal["time", "cost", "partner", "joint load", "place", "aim", "body", "level", "situation", "sign"]
    text: str


class Comparison(Body, frozen=True, kw_only=True):
    """Two entities side by side; differences and similarities are those of `statements`, the most telling first.

    What follows `similarities` is an addition.
    """

    slug: Annotated[str, Meta(description="`<a>-vs-<b>`.")] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    a: ComparisonSide | UnsetType = UNSET
    b: ComparisonSide | UnsetType = UNSET
    differences: list[str] | UnsetType = UNSET
    similarities: list[str] | UnsetType = UNSET
    description: str | UnsetType = UNSET
    verdict: Annotated[str, Meta(description="Which one for whom.")] | UnsetType = UNSET
    choose_if: Annotated[list[Condition], Meta(description="The verdict as data.")] | UnsetType = UNSET
    statements: list[Statement] | UnsetType = UNSET
    sources: Annotated[list[Source], Meta(description="The works that authored statements rest on.")] | UnsetType = (
        UNSET
    )
    drawings: Annotated[list[Drawing], Meta(description="Both sides at one scale.")] | UnsetType = UNSET
    signed: (
        Annotated[
            bool, Meta(description="False where nobody wrote of these sides, and all follows from facts and links.")
        ]
        | UnsetType
    ) = UNSET
    sides: (
        Annotated[list[ComparisonSide], Meta(description="Instead of `a` and `b`, of three and more.")] | UnsetType
    ) = UNSET
    table: Annotated[list[ComparedFact], Meta(description="Where not signed.")] | UnsetType = UNSET
    links: list[ComparedLinks] | UnsetType = UNSET


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
    format: Annotated[Literal["duration"], Meta(description="Seconds that people write as h:mm:ss.")] | UnsetType = (
        UNSET
    )
    when: Annotated[str, Meta(description="The condition under which the input is needed.")] | UnsetType = UNSET


class Formula(Body, frozen=True, kw_only=True):
    """A published formula.

    `expression` is written with numbers, input names, `+ - * / ^`, comparisons, `and or not`, `if(condition, then, else)`
    and the functions ln, log10, exp, sqrt, abs, min, max, round, floor, ceil; choices are compared as strings
    (`sex == "female"`).
    """

    name: str | UnsetType = UNSET
    expression: str | UnsetType = UNSET
    source: Annotated[str, Meta(description="The publication in which the formula was published.")] | UnsetType = UNSET


class Category(Body, frozen=True, kw_only=True):
    """What results from `least` on are called."""

    least: float | int
    label: str


class CalculatorOutput(Body, frozen=True, kw_only=True):
    """What a formula answers; `precision` is the number of decimals that make sense."""

    label: str
    unit: str | UnsetType = UNSET
    precision: int
    format: Literal["duration"] | UnsetType = UNSET
    categories: list[Category] | UnsetType = UNSET


class Requirement(Body, frozen=True, kw_only=True):
    """A condition in the grammar of `expression`, where `output` is the result; where it fails, `message` says why."""

    expression: str
    message: str


class CalculatorExample(Body, frozen=True, kw_only=True):
    """A worked example; `result` is rounded to the output's precision."""

    inputs: dict[str, float | int | str]
    result: float | int
    source: Annotated[str, Meta(description="Where the example stands.")] | UnsetType = UNSET


class CalculationResult(Body, frozen=True, kw_only=True):
    """The result of the inputs of a request, rounded to the precision of the output."""

    value: Annotated[float | int, Meta(description="Seconds for a duration.")]
    unit: str | UnsetType = UNSET
    text: Annotated[str, Meta(description="`116.7 kg`, `1:50:19`.")]
    category: str | UnsetType = UNSET
    inputs: Annotated[dict[str, float | int | str], Meta(description="In the units of the calculator.")]
    requires: Annotated[list[str], Meta(description="The conditions that were checked: all hold.")]
    validity: Annotated[str, Meta(description="For whom, and in which range.")]
    drawing: (
        Annotated[str, Meta(description="Address of the curve for these inputs, its dot the result.")] | UnsetType
    ) = UNSET


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
    requires: Annotated[list[Requirement], Meta(description="What must hold, or there is no result.")] | UnsetType = (
        UNSET
    )
    drawings: Annotated[list[Drawing], Meta(description="The curve, with a dot at the default inputs.")] | UnsetType = (
        UNSET
    )
    result: Annotated[CalculationResult, Meta(description="Where inputs are given.")] | UnsetType = UNSET


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
    lesson: Annotated[str, Meta(description="Slug of the lesson that answers it.")] | UnsetType = UNSET
    sentence: str | UnsetType = UNSET
    sources: list[str] | UnsetType = UNSET
    basis: Literal["practice"] | UnsetType = UNSET


class DrillItem(Body, frozen=True, kw_only=True):
    """Equipment of a drill, with its count for each player, each pair or the whole group."""

    name: str
    count: int
    per: Literal["player", "pair", "group"]
    entity: Relationship | UnsetType = UNSET


class Drill(Body, frozen=True, kw_only=True):
    """A drill of a practice, organised so that a coach can run it."""

    slug: str
    name: str
    part: Literal["warm-up", "skill", "game"]
    minutes: int
    space: Annotated[list[float], Meta(description="Length and width in metres for one group.")]
    players: Annotated[list[int], Meta(description="The fewest and the most of one group.")]
    equipment: list[DrillItem]
    organisation: str
    steps: list[str]
    watch: Annotated[list[str], Meta(description="What the coach looks for.")]
    mistakes: list[str]
    easier: str
    harder: str
    ask: Annotated[list[str], Meta(description="Questions to the players.")]
    safety: str | UnsetType = UNSET
    trains: list[Relationship]
    board: Board | UnsetType = UNSET
    sources: list[str] | UnsetType = UNSET
    basis: Literal["practice"] | UnsetType = UNSET


class CourseModule(Body, frozen=True, kw_only=True):
    """One step of a course."""

    slug: str
    title: str
    summary: str
    order: int
    minutes: int
    lessons: list[Lesson]
    quiz: list[Question]
    drills: Annotated[list[Drill], Meta(description="A practice: warm-up, skill, game.")] | UnsetType = UNSET


class Course(Body, frozen=True, kw_only=True):
    """An interactive course on one sport."""

    sport_slug: str | UnsetType = UNSET
    sport_name: str | UnsetType = UNSET
    modules: list[CourseModule] | UnsetType = UNSET
    sources: list[Source] | UnsetType = UNSET


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
    not_for: Annotated[list[Relationship], Meta(description="Addition: who should leave it out.")] | UnsetType = UNSET


class Safety(Body, frozen=True, kw_only=True):
    """Limits, stop signs and whom to ask first."""

    entity: Relationship
    sections: list[Section]


class LeftOut(Body, frozen=True, kw_only=True):
    """What serves the goal and is not recommended to somebody, and why."""

    reason: str
    entities: list[Relationship]


class WeekPart(Body, frozen=True, kw_only=True):
    """What is done on a day of a week; of totals, in the whole week, with how often."""

    id: str
    sets: int | UnsetType = UNSET
    repetitions: Annotated[list[int], Meta(description="The least and the most in a set.")] | UnsetType = UNSET
    minutes: int
    times: int | UnsetType = UNSET


class WeekSession(Body, frozen=True, kw_only=True):
    """A day from 1 to 7."""

    day: int
    minutes: int
    parts: list[WeekPart]


class Week(Body, frozen=True, kw_only=True):
    """The least of each dose on the days there are; ids are those of `data`."""

    days: int
    minutes: int | UnsetType = UNSET
    sessions: list[WeekSession]
    totals: list[WeekPart]
    rest: list[int]
    not_placed: list[LeftOut]


class RecommendationList(Body, frozen=True, kw_only=True):
    """What the catalogue recommends for a goal, in order of score."""

    goal: Annotated[str, Meta(description="The submitted goal.")] | UnsetType = UNSET
    data: list[Recommendation] | UnsetType = UNSET
    safety: Annotated[list[Safety], Meta(description="Addition.")] | UnsetType = UNSET
    left_out: Annotated[list[LeftOut], Meta(description="Addition, if for somebody.")] | UnsetType = UNSET
    week: Annotated[dict[str, Any], Meta(description="Addition: a Week of `/api/schema`.")] | UnsetType = UNSET
