"""The domain: frozen records of the vocabulary, the catalogue and what an entity states.

Everything here is read once and never changed. Nothing here knows of files, HTTP or HTML.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

FactKind = Literal["integer", "number", "year", "term", "terms", "text"]

SCOPES = "scope"
"""The list of terms for the bodies, competitions, sexes and ages in which a variant of a fact holds."""

Role = Literal["sport", "goal", "comparison", "course", "dimension", "recommendation"]
"""What a type does beyond holding entities.

Entities of `comparison` are a Comparison each, named after their pair; those of `recommendation` a goal's list, named after
the goal of the same slug; those of `course` and `dimension` are derived from courses/ and from vocabulary/atlas.toml. Courses are
keyed by a `sport`.
"""

COMPARES, INCLUDES, OF_SPORT, SERVES, RELATED = "compares", "includes", "of-sport", "serves", "related"
NOT_FOR = "not-for"
"""The relations that the code itself states or reads by name; a vocabulary may do without them."""


class Span(Struct, frozen=True):
    """A quantity: exact when `low == high`, else a closed range. `[90, 120]` -> Span(90, 120)."""

    low: float
    high: float


class BySex(Struct, frozen=True):
    """A value that the rules set apart: `{ men = 2.43, women = 2.24 }`."""

    men: Span | int
    women: Span | int


class Absent(Struct, frozen=True):
    """The value of a fact that the entity states to have none of: `net-height = "none"`."""


NONE = "none"
"""How a fact that an entity has none of is written."""

FactValue = Span | BySex | Absent | int | str | tuple[str, ...]
"""integer/number -> Span or BySex of Spans; year -> int or BySex of ints; term, text -> str; terms -> tuple of
keys; "none" -> Absent."""


class EntityType(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 45 types: its words, its address, and what its entities may and must state.

    `recommended` is how many of its entities a goal's recommendations may hold. `article` puts "the" before a
    name inside a sentence: "the back squat", but "tennis". From an `entry` every entity can be reached. `navigation` is what
    the type is called in the head of every page, if it stands there.
    """

    singular: str
    plural: str
    route_base: str
    definition: str
    links: tuple[str, ...]
    facts: tuple[str, ...] = ()
    required_facts: tuple[str, ...] = ()
    required_links: tuple[str, ...] = ()
    complete: tuple[str, ...] = ()
    """Relations of which an entity of the type names all that there are, so that what it does not name is denied."""
    required_sections: tuple[str, ...] = ()
    minimum_links: int = 0
    recommended: int = 0
    article: bool = False
    sources_required: bool = True
    role: Role | None = None
    entry: bool = False
    navigation: str | None = None


class LargeUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """The unit in which values from `factor` on are shown: 7260 g -> 7.26 kg."""

    unit_text: str
    factor: float


Group = Literal["play", "playing area", "equipment", "body", "level and cost", "history"]
"""What a statement of a comparison is about."""

GROUPS: tuple[Group, ...] = ("play", "playing area", "equipment", "body", "level and cost", "history")
"""The groups in the order in which a page shows them."""


class FactKey(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of fact: what it is called, what values it takes, and what a comparison says of it.

    `weight` (0-1) is how telling a difference in it is. A fact that may be stated as "none" has two sentences more: `only` where
    one side has it ({A} has {a}, {B} none), `neither` where no side does.
    `ranges` narrows `minimum` and `maximum` for a type, or for what belongs to an entity (`"category/combat-sports"`).
    """

    label: str
    kind: FactKind
    difference: str
    similarity: str
    unit: str | None = None
    unit_text: str | None = None
    large: LargeUnit | None = None
    terms: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    ranges: Mapping[str, tuple[float, float]] = {}
    by_sex: bool = False
    more: str | None = None
    group: Group = "play"
    weight: Annotated[float, Meta(ge=0, le=1)] = 0.5
    only: str | None = None
    neither: str | None = None
    dose: bool = False
    """Whether it says how much to do, so that a reason of a recommendation states it."""


class Relation(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of link between entities, with the words for both directions.

    `inverse` is the key of the other direction: what `targets` names is `targeted-by`. A symmetrical relation is its own
    inverse.
    """

    label: str
    inverse: str
    inverse_label: str
    verb: str
    to: tuple[str, ...]
    difference: str
    similarity: str
    ranked: bool = False
    passive: str = "which {a} has to do with"
    """The clause that leads a reason against the direction of the link: "which “Get stronger” rests on"."""
    compared: bool = True
    """Whether a comparison reads it."""
    group: Group = "play"
    telling: Annotated[float, Meta(ge=0, le=1)] = 0.5
    """How telling a difference in it is."""
    first: str | None = None
    """What a comparison says where the first of two ranked selections differ: "{a} in {A}, {b} in {B}"."""
    only: str | None = None
    """What a comparison says where {A} names {a}, and {B} states that it has none."""
    shared_by: str | None = None
    """What a comparison says of {items} that name both sides, if it reads the inverse."""


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """One word of a closed list."""

    label: str
    definition: str


class Dimension(Struct, frozen=True, forbid_unknown_fields=True):
    """One dimension of the atlas: the entities of `types`, grouped by one fact or one relation."""

    title: str
    description: str
    keywords: tuple[str, ...]
    types: tuple[str, ...]
    fact: str | None = None
    relation: str | None = None


Extent = Literal["whole", "abstract", "excerpt", "not opened"]
"""How far a work was read by those who cite it."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """One work of the bibliography: `read` says how far it was read, `read_in` when ("2026-11"), `supports` what it supports."""

    title: str
    publisher: str
    year: int
    author: str | None = None
    url: str | None = None
    read: Extent | None = None
    read_in: str | None = None
    supports: str | None = None


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """Types that pages show together, in their order."""

    title: str
    types: tuple[str, ...]


class PathForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A form of the paths from an entity to a goal that a recommendation follows.

    Each step is a relation; "-develops" follows it against its direction, from the object to the subject.
    """

    steps: tuple[str, ...]


class Vocabulary(Struct, frozen=True):
    """Everything that gives entities their form. The order of each mapping is the authored order."""

    types: Mapping[str, EntityType]
    facts: Mapping[str, FactKey]
    relations: Mapping[str, Relation]
    terms: Mapping[str, Mapping[str, Term]]
    dimensions: Mapping[str, Dimension]
    themes: Mapping[str, Theme]
    paths: Mapping[str, PathForm]
    sources: Mapping[str, Source]

    def with_role(self, *roles: Role) -> tuple[str, ...]:
        """The types that have one of the roles, in the vocabulary's order."""
        return tuple(type for type, described in self.types.items() if described.role in roles)

    def role_of(self, type: str) -> Role | None:
        """The role of a type, known or not."""
        return self.types[type].role if type in self.types else None


class Section(Struct, frozen=True):
    """A titled part of an entity: running text, numbered steps or a list of items."""

    title: str
    text: str | None = None
    steps: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


Grade = Literal["strong", "moderate", "limited", "conflicting", "none"]


class Evidence(Struct, frozen=True, forbid_unknown_fields=True):
    """What studies say of one outcome: `bears_on` are the goals and physical qualities that the outcome is about."""

    outcome: str
    grade: Grade
    effect: str
    source: str
    population: str | None = None
    bears_on: tuple[str, ...] = ()


Strength = Literal["main", "strong", "moderate", "slight"]
"""How much something does for a goal: `main` is what everyone would begin with, `slight` a help by the way."""


class Service(Struct, frozen=True, forbid_unknown_fields=True):
    """What an entity does for a goal: how much, and in words what to do and what to expect, with the dose."""

    goal: str
    strength: Strength
    text: str


class Contrast(Struct, frozen=True, forbid_unknown_fields=True):
    """What tells the two sides of a comparison apart and no fact can say: a clause on each, with its source."""

    about: str
    a: str
    b: str
    source: str
    group: Group = "play"


class Similarity(Struct, frozen=True, forbid_unknown_fields=True):
    """What the two sides of a comparison share and no fact can say."""

    about: str
    text: str
    source: str
    group: Group = "play"


Dose = float | tuple[float, float]
"""A number of something, or its range."""


class SessionPart(Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a session: load in % of the one-repetition maximum, effort of 10, distance in m, rest in s."""

    text: str
    activity: str | None = None
    sets: Dose | None = None
    repetitions: Dose | None = None
    load: Dose | None = None
    effort: Dose | None = None
    minutes: Dose | None = None
    distance: Dose | None = None
    rest: Dose | None = None


class Session(Struct, frozen=True, forbid_unknown_fields=True):
    """One session of a week; `day` is its ordinal within the week, `session` the id of its type."""

    day: int
    name: str
    parts: tuple[SessionPart, ...]
    session: str | None = None


class ScheduleBlock(Struct, frozen=True, forbid_unknown_fields=True):
    """Weeks of a plan that have the same sessions: the first and the last, both included."""

    weeks: tuple[int, int]
    focus: str
    sessions: tuple[Session, ...]


class Variant(Struct, frozen=True):
    """Another value of a fact: of one scope (a body, a sex, an age class), or of another time. Years are inclusive."""

    fact: str
    value: FactValue
    source: str
    scope: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None


class Link(Struct, frozen=True, order=True):
    """A directed statement: `subject` relation `object`, both entity ids."""

    subject: str
    relation: str
    object: str


class Entity(Struct, frozen=True):
    """One entity as authored (or derived); `origin` is the registry file, relative to the catalogue."""

    type: str
    slug: str
    name: str
    description: str
    origin: str
    keywords: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    proper: bool = False
    facts: Mapping[str, FactValue] = {}
    links: Mapping[str, tuple[str, ...]] = {}
    sections: tuple[Section, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    variants: tuple[Variant, ...] = ()
    serves: tuple[Service, ...] = ()
    schedule: tuple[ScheduleBlock, ...] = ()
    contrasts: tuple[Contrast, ...] = ()
    similarities: tuple[Similarity, ...] = ()
    checked: str | None = None
    """The month in which the facts were last compared with their sources: "2026-11"."""
    verdict: str | None = None

    @property
    def id(self) -> str:
        """`sport/tennis`."""
        return f"{self.type}/{self.slug}"

    @property
    def inline_name(self) -> str:
        """The name inside a sentence: `Back squat` -> `back squat`; `VO2max`, `T-bar row` and proper names stay."""
        if self.proper or len(self.name) < 2 or not self.name[1].islower():
            return self.name
        return self.name[0].lower() + self.name[1:]


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of an input of type `choice`."""

    value: str
    label: str


class CalculatorInput(Struct, frozen=True, forbid_unknown_fields=True):
    """One variable of a formula; `name` is how the expression calls it.

    `format = "duration"` has people write the seconds of the value as 3:59:35. `when` is a condition on choices, and an
    input without it is not asked for: the hip girth, `when = 'sex == "female"'`.
    """

    name: str
    label: str
    type: Literal["number", "integer", "choice"]
    unit: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    default: float | str | None = None
    choices: tuple[Choice, ...] = ()
    description: str | None = None
    format: Literal["duration"] | None = None
    when: str | None = None


class Formula(Struct, frozen=True, forbid_unknown_fields=True):
    """A formula as published; `source` names the publication, `expression` is in the grammar of docs/formulas.md."""

    name: str
    expression: str
    source: str


class CalculatorOutput(Struct, frozen=True, forbid_unknown_fields=True):
    """What the formula answers; `precision` is the number of decimals that make sense.

    With `format = "duration"` the unit is `s`, or a pace such as `s/100 m`, and people read the seconds as 1:35.
    """

    label: str
    precision: int
    unit: str | None = None
    format: Literal["duration"] | None = None


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on the inputs, and on the result by the name `output`; without it there is no result but `message`."""

    expression: str
    message: str


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example; `result` is compared after rounding to the output's precision, `source` says where it stands."""

    inputs: dict[str, float | str]
    result: float
    source: str | None = None


class Calculator(Struct, frozen=True, forbid_unknown_fields=True):
    """An executable formula with its inputs, validity and worked examples."""

    title: str
    description: str
    inputs: tuple[CalculatorInput, ...]
    formula: Formula
    output: CalculatorOutput
    examples: tuple[Example, ...]
    validity: str
    sources: tuple[str, ...]
    keywords: tuple[str, ...] = ()
    informs: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    """Slugs of calculators that estimate the same quantity in another way."""
    requires: tuple[Requirement, ...] = ()
    slug: str = ""


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """One question of a quiz; `answer` is the index of the right option, `cites` the entity that answers it."""

    question: str
    options: tuple[str, ...]
    answer: int
    explanation: str
    cites: str


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson and the entities that it draws on."""

    slug: str
    title: str
    text: str
    entities: tuple[str, ...]


class Module(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a course, in learning order."""

    slug: str
    title: str
    summary: str
    minutes: int
    lessons: tuple[Lesson, ...]
    quiz: tuple[Question, ...]


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """A course on one sport of the catalogue; `sport` is its slug (the file name)."""

    title: str
    description: str
    keywords: tuple[str, ...]
    modules: tuple[Module, ...]
    sport: str = ""


class Sizes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a released catalogue declares to hold."""

    entities: int
    calculators: int
    comparisons: int
    courses: int


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """catalogue.toml: what this catalogue is."""

    title: str
    description: str
    version: str
    licence: str
    released: bool
    sizes: Sizes


class Redirect(Struct, frozen=True, forbid_unknown_fields=True):
    """A retired id: moved to one id, or split into several. Ids are never reused."""

    retired: str
    to: tuple[str, ...]


def plain(value: FactValue) -> object:
    """A fact's value for JSON: Span(3, 3) -> 3, Span(90, 120) -> [90, 120], BySex -> {"men": ..., "women": ...}."""
    match value:
        case Span(low, high):
            return _number(low) if low == high else [_number(low), _number(high)]
        case BySex(men, women):
            return {"men": plain(men), "women": plain(women)}
        case tuple():
            return list(value)
        case Absent():
            return NONE
        case _:
            return value


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value


def fold(text: str) -> str:
    """Case- and accent-folded text for ordering and matching: `Pétanque` -> `petanque`."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join([c for c in decomposed if not unicodedata.combining(c)]).casefold()
