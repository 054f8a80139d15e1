"""The types and operations of the interface. Written by clients/generate.py from the description of the interface: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict, cast, overload

Value = str | int | float
"""The value of a parameter."""
Dose = float | list[float]
EntityType = Literal["sport", "category", "knowledge", "glossary", "physical-quality", "equipment", "rule", "scoring", "skill", "technique", "tactic", "position", "facility", "strategy", "role", "surface", "officiating", "exercise", "training-method", "muscle-group", "recovery-method", "training-plan", "training-guide", "goal", "persona", "lifestyle", "barrier", "motivation", "experience-level", "comparison", "discipline", "movement-pattern", "coaching", "healthy-lifestyle", "sports-science", "adaptive-sports", "curriculum", "decision-making", "skill-collection", "sports-communication", "session-type", "beginners", "atlas", "movement-comparison", "recommendation"]
FactValue = float | str | list[float] | list[str] | dict[str, Any]
SportFilter = Literal["format", "players-per-side", "squad-size", "field-length", "field-width", "goal-width", "goal-height", "net-height", "duration", "periods", "possession-time", "three-point-distance", "substitutions", "weight-classes", "duration-format", "playing-object", "object-mass", "object-circumference", "object-girth", "object-diameter", "scoring-unit", "won-by", "contact", "environment", "season", "origin-place", "origin-period", "codified", "governing-body", "governing-body-founded", "olympic-status", "olympic-since", "paralympic-status", "paralympic-since", "met", "broader", "has-part", "played-on", "played-at", "uses", "develops", "distinct-from", "included-in", "adapted-as", "prepared-by", "serves", "explained-by", "compared-in", "related", "sameAs"]
CategoryFilter = Literal["unites", "broader", "narrower", "has-part", "played-on", "played-at", "develops", "distinct-from", "included-in", "explained-by", "compared-in", "related", "sameAs"]
KnowledgeFilter = Literal["domain", "of-sport", "distinct-from", "included-in", "involves", "explains", "explained-by", "compared-in", "related", "sameAs"]
GlossaryFilter = Literal["domain", "abbreviation", "of-sport", "distinct-from", "included-in", "explains", "explained-by", "compared-in", "related", "sameAs"]
PhysicalQualityFilter = Literal["quality-group", "test", "test-unit", "trainability", "broader", "narrower", "developed-by", "required-by", "improved-for", "distinct-from", "included-in", "explained-by", "compared-in", "related", "sameAs"]
EquipmentFilter = Literal["mass", "size-length", "size-width", "size-height", "diameter", "circumference", "material", "sharing", "regulated-by", "broader", "narrower", "of-sport", "uses", "used-by", "variation-of", "has-variation", "alternative-to", "distinct-from", "included-in", "involved-in", "explained-by", "compared-in", "related", "sameAs"]
RuleFilter = Literal["law", "provision", "edition", "in-force-since", "sanction", "of-sport", "distinct-from", "included-in", "involves", "involved-in", "explained-by", "compared-in", "related", "sameAs"]
ScoringFilter = Literal["unit", "points-to-win", "win-margin", "periods", "tie-break", "of-sport", "distinct-from", "included-in", "involves", "involved-in", "explains", "explained-by", "compared-in", "related", "sameAs"]
SkillFilter = Literal["openness", "grossness", "phase-of-play", "of-sport", "develops", "developed-by", "requires", "required-by", "improved-for", "variation-of", "has-variation", "progression-of", "has-progression", "distinct-from", "precedes", "follows", "counters", "countered-by", "included-in", "involves", "involved-in", "prepared-by", "explained-by", "compared-in", "related", "sameAs"]
TechniqueFilter = Literal["phases", "joint-action", "level", "purpose", "spin", "of-sport", "uses", "developed-by", "requires", "required-by", "targets", "assists", "stabilises", "pattern", "variation-of", "has-variation", "progression-of", "has-progression", "distinct-from", "precedes", "follows", "counters", "countered-by", "included-in", "involved-in", "prepared-by", "explained-by", "compared-in", "related", "sameAs"]
TacticFilter = Literal["tactic-side", "players-involved", "trigger", "space", "risk", "of-sport", "requires", "required-by", "variation-of", "has-variation", "distinct-from", "counters", "countered-by", "included-in", "involves", "involved-in", "explained-by", "compared-in", "related", "sameAs"]
PositionFilter = Literal["line", "number-on-field", "shirt-number", "distance-covered", "of-sport", "uses", "requires", "distinct-from", "included-in", "involved-in", "prepared-by", "explained-by", "compared-in", "related", "sameAs"]
FacilityFilter = Literal["length", "width", "height", "depth", "indoor", "broader", "narrower", "venue-of", "uses", "used-by", "distinct-from", "included-in", "involved-in", "explained-by", "compared-in", "related", "sameAs"]
StrategyFilter = Literal["strategy-horizon", "risk", "of-sport", "requires", "distinct-from", "counters", "countered-by", "includes", "included-in", "explained-by", "compared-in", "related", "sameAs"]
RoleFilter = Literal["role-place", "of-sport", "uses", "requires", "distinct-from", "included-in", "involves", "involved-in", "explained-by", "compared-in", "related", "sameAs"]
SurfaceFilter = Literal["surface-kind", "hardness", "friction", "bounce", "care", "ball-speed", "life", "broader", "surface-of", "used-by", "requires", "distinct-from", "included-in", "involved-in", "explained-by", "compared-in", "related", "sameAs"]
OfficiatingFilter = Literal["officiating-kind", "number-per-match", "introduced", "instrument", "of-sport", "uses", "distinct-from", "included-in", "involves", "involved-in", "explained-by", "compared-in", "related", "sameAs"]
ExerciseFilter = Literal["mechanics", "force", "laterality", "plane", "level", "met", "contraction", "spinal-load", "training-place", "uses", "develops", "targets", "assists", "stabilises", "pattern", "variation-of", "has-variation", "progression-of", "has-progression", "alternative-to", "distinct-from", "included-in", "prepares-for", "serves", "suits", "not-for", "explained-by", "compared-in", "related", "sameAs"]
TrainingMethodFilter = Literal["intensity", "load", "heart-rate", "effort", "repetitions", "sets", "volume", "rest", "sessions-per-week", "energy-system", "evidence", "work", "uses", "develops", "variation-of", "has-variation", "alternative-to", "distinct-from", "precedes", "follows", "includes", "included-in", "prepares-for", "serves", "overcomes", "suits", "not-for", "explained-by", "compared-in", "related", "sameAs"]
MuscleGroupFilter = Literal["region", "origin", "insertion", "actions", "nerve", "broader", "narrower", "targeted-by", "assists-in", "stabilises-in", "antagonist-of", "distinct-from", "included-in", "explained-by", "compared-in", "related", "sameAs"]
RecoveryMethodFilter = Literal["timing", "minutes", "evidence", "uses", "develops", "alternative-to", "distinct-from", "included-in", "prepares-for", "serves", "overcomes", "suits", "not-for", "explains", "explained-by", "compared-in", "related", "sameAs"]
TrainingPlanFilter = Literal["weeks", "sessions-per-week", "minutes", "level", "uses", "develops", "variation-of", "has-variation", "distinct-from", "precedes", "follows", "includes", "included-in", "prepares-for", "serves", "suits", "not-for", "explained-by", "compared-in", "related", "sameAs"]
TrainingGuideFilter = Literal["minutes", "level", "uses", "develops", "distinct-from", "includes", "included-in", "serves", "overcomes", "suits", "not-for", "explains", "explained-by", "compared-in", "related", "sameAs"]
GoalFilter = Literal["horizon", "measure", "expected-change", "improves", "distinct-from", "included-in", "served-by", "faces", "explained-by", "compared-in", "related", "sameAs"]
PersonaFilter = Literal["age", "constraints", "prevalence", "distinct-from", "included-in", "faces", "motivated-by", "suited-by", "leaves-out", "explained-by", "compared-in", "related", "sameAs"]
LifestyleFilter = Literal["weekly-hours", "constraints", "prevalence", "distinct-from", "included-in", "faces", "motivated-by", "suits", "suited-by", "explained-by", "compared-in", "related", "sameAs"]
BarrierFilter = Literal["barrier-kind", "prevalence", "distinct-from", "included-in", "overcome-by", "faced-by", "leaves-out", "explained-by", "compared-in", "related", "sameAs"]
MotivationFilter = Literal["motivation-kind", "prevalence", "distinct-from", "included-in", "motivates", "explained-by", "compared-in", "related", "sameAs"]
ExperienceLevelFilter = Literal["training-age", "expectations", "broader", "narrower", "distinct-from", "precedes", "follows", "included-in", "suited-by", "leaves-out", "explained-by", "compared-in", "related", "sameAs"]
ComparisonFilter = Literal["distinct-from", "included-in", "explained-by", "compares", "compared-in", "related", "sameAs"]
DisciplineFilter = Literal["format", "players-per-side", "squad-size", "field-length", "field-width", "goal-width", "goal-height", "net-height", "distance", "duration", "periods", "possession-time", "three-point-distance", "substitutions", "weight-classes", "duration-format", "playing-object", "object-mass", "object-circumference", "object-girth", "object-diameter", "scoring-unit", "won-by", "contact", "environment", "season", "origin-place", "origin-period", "codified", "governing-body", "olympic-status", "olympic-since", "paralympic-status", "paralympic-since", "met", "of-sport", "has-part", "played-on", "played-at", "uses", "develops", "requires", "distinct-from", "included-in", "adapted-as", "prepared-by", "explained-by", "compared-in", "related", "sameAs"]
MovementPatternFilter = Literal["plane", "joints", "targets", "pattern-of", "distinct-from", "included-in", "explained-by", "compared-in", "related", "sameAs"]
CoachingFilter = Literal["setting", "evidence", "develops", "distinct-from", "included-in", "serves", "overcomes", "suits", "explains", "explained-by", "compared-in", "related", "sameAs"]
HealthyLifestyleFilter = Literal["dose", "evidence", "develops", "distinct-from", "included-in", "serves", "overcomes", "suits", "not-for", "explains", "explained-by", "compared-in", "related", "sameAs"]
SportsScienceFilter = Literal["field", "evidence", "broader", "narrower", "distinct-from", "included-in", "explains", "explained-by", "compared-in", "related", "sameAs"]
AdaptiveSportsFilter = Literal["classification", "format", "players-per-side", "field-length", "field-width", "goal-width", "goal-height", "net-height", "duration", "periods", "possession-time", "three-point-distance", "substitutions", "weight-classes", "playing-object", "object-mass", "object-circumference", "object-diameter", "contact", "environment", "governing-body", "paralympic-status", "paralympic-since", "squad-size", "scoring-unit", "won-by", "classes", "has-part", "played-on", "played-at", "uses", "develops", "distinct-from", "included-in", "adapts", "serves", "explained-by", "compared-in", "related", "sameAs"]
CurriculumFilter = Literal["of-sport", "distinct-from", "includes", "included-in", "explained-by", "compared-in", "related", "sameAs"]
DecisionMakingFilter = Literal["time-available", "cues", "of-sport", "developed-by", "requires", "distinct-from", "included-in", "involves", "explained-by", "compared-in", "related", "sameAs"]
SkillCollectionFilter = Literal["level", "of-sport", "distinct-from", "follows", "includes", "included-in", "suits", "explained-by", "compared-in", "related", "sameAs"]
SportsCommunicationFilter = Literal["channel", "of-sport", "distinct-from", "included-in", "involves", "explains", "explained-by", "compared-in", "related", "sameAs"]
SessionTypeFilter = Literal["minutes", "intensity", "effort", "load", "heart-rate", "work", "rest", "uses", "develops", "variation-of", "has-variation", "alternative-to", "distinct-from", "precedes", "follows", "includes", "included-in", "prepares-for", "serves", "suits", "not-for", "explained-by", "compared-in", "related", "sameAs"]
BeginnersFilter = Literal["cost", "kit", "first-month", "youngest-age", "of-sport", "uses", "develops", "requires", "distinct-from", "included-in", "serves", "overcomes", "suits", "explained-by", "compared-in", "related", "sameAs"]
AtlasFilter = Literal["distinct-from", "includes", "included-in", "explained-by", "compared-in", "related", "sameAs"]
MovementComparisonFilter = Literal["distinct-from", "included-in", "explained-by", "compares", "compared-in", "related", "sameAs"]
RecommendationFilter = Literal["distinct-from", "includes", "included-in", "explained-by", "compared-in", "related", "sameAs"]


About = TypedDict("About", {"@type": "Literal[\"Thing\"]", "name": "str"})


class AtlasDimension(TypedDict):
    "One dimension along which the catalogue can be read."

    slug: str
    title: str
    description: str
    url: str
    values: list[AtlasValue]


class AtlasList(TypedDict):
    "All dimensions of the knowledge atlas."

    data: NotRequired[list[AtlasDimension]]


class AtlasValue(TypedDict):
    "One value of a dimension and the entities that have it."

    slug: str
    label: str
    count: int
    entities: list[Relationship]


class CalculationResult(TypedDict):
    "The result of the inputs of a request, rounded to the precision of the output."

    value: float
    unit: NotRequired[str]
    text: str
    category: NotRequired[str]
    inputs: dict[str, float | int | str]
    requires: list[str]
    validity: str
    drawing: NotRequired[str]


class Calculator(TypedDict):
    "An executable formula with its inputs and worked examples."

    slug: NotRequired[str]
    title: NotRequired[str]
    description: NotRequired[str]
    inputs: NotRequired[list[CalculatorInput]]
    formula: NotRequired[Formula]
    output: NotRequired[CalculatorOutput]
    examples: NotRequired[list[CalculatorExample]]
    url: NotRequired[str]
    keywords: NotRequired[list[str]]
    informs: NotRequired[list[Relationship]]
    sources: NotRequired[list[Source]]
    alternatives: NotRequired[list[str]]
    requires: NotRequired[list[Requirement]]
    drawings: NotRequired[list[Drawing]]
    result: NotRequired[CalculationResult]


class CalculatorExample(TypedDict):
    "A worked example; `result` is rounded to the output's precision."

    inputs: dict[str, float | int | str]
    result: float
    source: NotRequired[str]


class CalculatorInput(TypedDict):
    "One variable of a formula."

    name: str
    label: str
    type: Literal["choice", "integer", "number"]
    unit: NotRequired[str]
    minimum: NotRequired[float]
    maximum: NotRequired[float]
    default: NotRequired[float | int | str]
    choices: NotRequired[list[Choice]]
    description: NotRequired[str]
    format: NotRequired[Literal["duration"]]
    when: NotRequired[str]


class CalculatorList(TypedDict):
    "All calculators, ordered by title."

    data: NotRequired[list[Calculator]]


class CalculatorOutput(TypedDict):
    "What a formula answers; `precision` is the number of decimals that make sense."

    label: str
    unit: NotRequired[str]
    precision: int
    format: NotRequired[Literal["duration"]]
    categories: NotRequired[list[Category]]


class Category(TypedDict):
    "What results from `least` on are called."

    least: float
    label: str


class Choice(TypedDict):
    "One answer of an input of type `choice`."

    value: str
    label: str


class ComparedFact(TypedDict):
    "A row of the table of a comparison: what each side states, in their order, null for nothing."

    key: str
    label: str
    texts: list[str | None]


class Comparison(TypedDict):
    "Two entities side by side; differences and similarities are those of `statements`, the most telling first."

    slug: NotRequired[str]
    title: NotRequired[str]
    a: NotRequired[ComparisonSide]
    b: NotRequired[ComparisonSide]
    differences: NotRequired[list[str]]
    similarities: NotRequired[list[str]]
    description: NotRequired[str]
    verdict: NotRequired[str]
    chooseIf: NotRequired[list[Condition]]
    statements: NotRequired[list[Statement]]
    sources: NotRequired[list[Source]]
    drawings: NotRequired[list[Drawing]]
    signed: NotRequired[bool]
    sides: NotRequired[list[ComparisonSide]]
    table: NotRequired[list[ComparedFact]]
    links: NotRequired[list[dict[str, Any]]]


class ComparisonSide(TypedDict):
    "One of the two entities of a comparison."

    type: EntityType
    id: str
    name: str
    description: str
    url: str
    apiUrl: str
    facts: list[Fact]


class Condition(TypedDict):
    "When to choose a side: `id` is that of its entity."

    id: str
    about: Literal["aim", "body", "cost", "joint load", "level", "partner", "place", "sign", "situation", "time"]
    text: str


class Correction(TypedDict):
    "A word, and how it was read."

    typed: str
    readAs: str


class Course(TypedDict):
    "An interactive course on one sport."

    sportSlug: NotRequired[str]
    sportName: NotRequired[str]
    modules: NotRequired[list[CourseModule]]
    sources: NotRequired[list[Source]]


class CourseList(TypedDict):
    "All courses, ordered by sport."

    data: NotRequired[list[Course]]


class CourseModule(TypedDict):
    "One step of a course."

    slug: str
    title: str
    summary: str
    order: int
    minutes: int
    lessons: list[Lesson]
    quiz: list[Question]
    drills: NotRequired[list[dict[str, Any]]]


class DatedFact(TypedDict):
    "How far a fact of a list is known for a year."

    key: str
    undated: int
    unknown: list[str]


class DirectAnswer(TypedDict):
    "What a question asks for; a fact in the scope and unit asked for."

    kind: Literal["calculator", "comparison", "fact", "list", "section"]
    text: str
    label: NotRequired[str]
    entity: NotRequired[Relationship]
    key: NotRequired[str]
    value: NotRequired[Any]
    unit: NotRequired[str]
    scope: NotRequired[list[str]]
    source: NotRequired[str]
    url: str
    apiUrl: str


class Drawing(TypedDict):
    "A drawing that is computed from stated values."

    kind: str
    title: str
    description: str
    url: str
    width: int
    height: int
    scope: NotRequired[str]
    marks: NotRequired[list[DrawnMark]]
    formats: dict[str, str]


class DrawnMark(TypedDict):
    "A mark of a drawing with its measures in words, and where they are stated."

    name: str
    text: NotRequired[str]
    source: str
    clause: str


class EffectSize(TypedDict):
    "The size of an effect; `low` and `high` are its interval."

    value: float | int | list[float]
    measure: Literal["correlation", "difference", "hazard ratio", "odds ratio", "percent", "percentage points", "rate ratio", "risk ratio", "standardised difference", "variance explained"]
    unit: NotRequired[str]
    low: NotRequired[float]
    high: NotRequired[float]


class Error(TypedDict):
    "What was wrong, and what to do."

    error: str
    status: int


class Evidence(TypedDict):
    "What studies say of one outcome."

    outcome: str
    grade: Literal["conflicting", "limited", "moderate", "none", "strong"]
    effect: str
    size: NotRequired[EffectSize]
    population: NotRequired[str]
    source: str
    bearsOn: NotRequired[list[str]]


class Facet(TypedDict):
    "Counts by a fact or relation: by terms and links the most first, or a histogram of numbers."

    key: str
    label: str
    stated: int
    unit: NotRequired[str]
    counts: list[FacetCount]


class FacetCount(TypedDict):
    "How many entities of a list have a value: as many as the list has that is filtered by it."

    value: str
    count: int


class Fact(TypedDict):
    "A fact. `value` is a number, [low, high], {men, women}, a term's key or several, or text; `text` says it with its unit."

    key: str
    label: str
    value: FactValue
    unit: NotRequired[str]
    text: str
    sources: NotRequired[list[str]]
    clause: NotRequired[str]
    checked: NotRequired[str]
    basis: NotRequired[Literal["practice"]]
    doubt: NotRequired[str]
    variants: NotRequired[list[FactVariant]]
    scope: NotRequired[list[str]]
    since: NotRequired[int]
    until: NotRequired[int]


class FactVariant(TypedDict):
    "The value of a fact in another scope or at another time."

    value: FactValue
    unit: NotRequired[str]
    text: str
    scope: NotRequired[list[str]]
    since: NotRequired[int]
    until: NotRequired[int]
    source: str


class Formula(TypedDict):
    "A published formula."

    name: NotRequired[str]
    expression: NotRequired[str]
    source: NotRequired[str]


class Identifier(TypedDict):
    "What others call it."

    scheme: str
    id: str
    match: Literal["broader", "close", "exact"]
    by: Literal["definition", "mapping", "name"]
    url: str


JsonLd = TypedDict("JsonLd", {"@context": "Literal[\"https://schema.org\"]", "@type": "str", "@id": "str", "name": "str", "description": "str", "url": "str", "about": "About"})


class LeftOut(TypedDict):
    "What serves the goal and is not recommended to somebody, and why."

    reason: str
    entities: list[Relationship]


class Lesson(TypedDict):
    "One lesson of a module, and the entities that it draws on."

    slug: str
    title: str
    text: str
    entities: list[Relationship]


class ListMeta(TypedDict):
    "Where a list comes from, and its locale."

    version: str
    generatedFrom: str
    lang: str
    asOf: NotRequired[str]
    dated: NotRequired[list[DatedFact]]


class Matched(TypedDict):
    "The text of a hit that has most of the words of a search."

    field: str
    text: str
    ranges: list[list[int]]


class Pagination(TypedDict):
    "Where a page stands in its list. `totalPages` is 0 when `total` is 0."

    page: int
    pageSize: int
    total: int
    totalPages: int


class Question(TypedDict):
    "One question of a quiz; `answer` is the index of the right option."

    question: str
    options: list[str]
    answer: int
    explanation: str
    lesson: NotRequired[str]
    sentence: NotRequired[str]
    sources: NotRequired[list[str]]
    basis: NotRequired[Literal["practice"]]


class Reason(TypedDict):
    "Why something is recommended, in words and as the path of entities that it follows."

    text: str
    path: list[Relationship]


class Recommendation(TypedDict):
    "A recommended entity with its score and its reasons, the strongest first."

    entity: Relationship
    score: float
    reasons: list[Reason]
    notFor: NotRequired[list[Relationship]]


class RecommendationList(TypedDict):
    "What the catalogue recommends for a goal, in order of score."

    goal: NotRequired[str]
    data: NotRequired[list[Recommendation]]
    safety: NotRequired[list[Safety]]
    leftOut: NotRequired[list[LeftOut]]
    week: NotRequired[dict[str, Any]]


class Relationship(TypedDict):
    "Another entity that this one is linked with, in either direction."

    type: EntityType
    id: str
    name: str
    url: str
    relation: NotRequired[str]
    facts: NotRequired[list[Fact]]


class Requirement(TypedDict):
    "A condition in the grammar of `expression`, where `output` is the result; where it fails, `message` says why."

    expression: str
    message: str


class Resource(TypedDict):
    "One entity. What follows `meta` is an addition."

    id: str
    type: EntityType
    slug: str
    name: str
    description: NotRequired[str]
    url: str
    apiUrl: NotRequired[str]
    keywords: NotRequired[list[str]]
    relationships: list[Relationship]
    jsonLd: JsonLd
    meta: NotRequired[ResourceMeta]
    facts: NotRequired[list[Fact]]
    sections: NotRequired[list[Section]]
    schedule: NotRequired[list[ScheduleBlock]]
    serves: NotRequired[list[Service]]
    evidence: NotRequired[list[Evidence]]
    sources: NotRequired[list[Source]]
    checked: NotRequired[str]
    names: NotRequired[dict[str, list[str]]]
    sameAs: NotRequired[list[str]]
    identifiers: NotRequired[list[Identifier]]
    drawings: NotRequired[list[Drawing]]
    boards: NotRequired[list[dict[str, Any]]]
    stands: NotRequired[list[dict[str, Any]]]
    signals: NotRequired[list[dict[str, Any]]]
    tokens: NotRequired[list[dict[str, Any]]]
    matched: NotRequired[Matched]


class ResourceList(TypedDict):
    "A page of entities, ordered by name."

    data: list[Resource]
    pagination: Pagination
    meta: NotRequired[ListMeta]
    facets: NotRequired[list[Facet]]


class ResourceMeta(TypedDict):
    "Where a resource comes from, and how far `scope` and `asOf` were met."

    version: str
    generatedFrom: str
    scope: NotRequired[list[str]]
    scoped: NotRequired[list[str]]
    asOf: NotRequired[str]
    undated: NotRequired[list[str]]
    unknown: NotRequired[list[UnknownFact]]


class Safety(TypedDict):
    "Limits, stop signs and whom to ask first."

    entity: Relationship
    sections: list[Section]


class ScheduleBlock(TypedDict):
    "Weeks of a plan that have the same sessions."

    weeks: list[int]
    focus: str
    sessions: list[Session]
    sources: NotRequired[list[str]]
    basis: NotRequired[Literal["practice"]]


class SearchResult(TypedDict):
    "Additions: `answers`, `corrections`, `notFound`, `facets`."

    answers: NotRequired[list[DirectAnswer]]
    corrections: NotRequired[list[Correction]]
    notFound: NotRequired[list[str]]
    facets: NotRequired[list[Facet]]
    query: NotRequired[str]
    data: NotRequired[list[Resource]]
    pagination: NotRequired[Pagination]


class Section(TypedDict):
    "A titled part of an entity: running text, numbered steps or a list of items."

    title: str
    text: NotRequired[str]
    steps: NotRequired[list[str]]
    items: NotRequired[list[str]]
    sources: NotRequired[list[str]]
    basis: NotRequired[Literal["practice"]]
    doubt: NotRequired[str]


class Service(TypedDict):
    "What an entity does for a goal: how much, and what to do and to expect."

    goal: str
    strength: Literal["main", "moderate", "slight", "strong"]
    text: str


class Session(TypedDict):
    "One session of a week."

    day: int
    name: str
    session: NotRequired[str]
    parts: list[SessionPart]


class SessionPart(TypedDict):
    "One part of a session; the doses that can be counted are numbers, or [low, high]."

    text: str
    activity: NotRequired[str]
    sets: NotRequired[Dose]
    repetitions: NotRequired[Dose]
    load: NotRequired[Dose]
    effort: NotRequired[Dose]
    minutes: NotRequired[Dose]
    distance: NotRequired[Dose]
    rest: NotRequired[Dose]


class Source(TypedDict):
    "One work that an entity rests on, and how far it was read."

    id: str
    title: str
    author: NotRequired[str]
    publisher: NotRequired[str]
    year: NotRequired[int]
    url: NotRequired[str]
    read: NotRequired[Literal["abstract", "excerpt", "not opened", "whole"]]
    readIn: NotRequired[str]
    supports: NotRequired[str]
    note: NotRequired[str]


class Statement(TypedDict):
    "One of the differences or similarities, with what it is about and how telling it is."

    text: str
    same: bool
    group: str
    weight: float
    key: NotRequired[str]
    source: NotRequired[str]


class TypeCount(TypedDict):
    "An entity type, the number of its entities, and the path below which their pages stand."

    type: NotRequired[EntityType]
    count: NotRequired[int]
    routeBase: NotRequired[str]


class TypeList(TypedDict):
    "All entity types."

    data: NotRequired[list[TypeCount]]


class UnknownFact(TypedDict):
    "A fact that is left out."

    key: str
    since: int


class Operations:
    """Every operation; `get` asks for one."""

    def get(self, path: str, query: Mapping[str, Value | None]) -> Any:
        """The answer at a path."""
        raise NotImplementedError

    def list_entity_types(self) -> TypeList:
        """List all entity types with their counts."""
        return cast(TypeList, self.get("/v1/entities", {}))

    @overload
    def list_entities(self, type: Literal["sport"], *, filters: Mapping[SportFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["category"], *, filters: Mapping[CategoryFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["knowledge"], *, filters: Mapping[KnowledgeFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["glossary"], *, filters: Mapping[GlossaryFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["physical-quality"], *, filters: Mapping[PhysicalQualityFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["equipment"], *, filters: Mapping[EquipmentFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["rule"], *, filters: Mapping[RuleFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["scoring"], *, filters: Mapping[ScoringFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["skill"], *, filters: Mapping[SkillFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["technique"], *, filters: Mapping[TechniqueFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["tactic"], *, filters: Mapping[TacticFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["position"], *, filters: Mapping[PositionFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["facility"], *, filters: Mapping[FacilityFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["strategy"], *, filters: Mapping[StrategyFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["role"], *, filters: Mapping[RoleFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["surface"], *, filters: Mapping[SurfaceFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["officiating"], *, filters: Mapping[OfficiatingFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["exercise"], *, filters: Mapping[ExerciseFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["training-method"], *, filters: Mapping[TrainingMethodFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["muscle-group"], *, filters: Mapping[MuscleGroupFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["recovery-method"], *, filters: Mapping[RecoveryMethodFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["training-plan"], *, filters: Mapping[TrainingPlanFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["training-guide"], *, filters: Mapping[TrainingGuideFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["goal"], *, filters: Mapping[GoalFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["persona"], *, filters: Mapping[PersonaFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["lifestyle"], *, filters: Mapping[LifestyleFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["barrier"], *, filters: Mapping[BarrierFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["motivation"], *, filters: Mapping[MotivationFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["experience-level"], *, filters: Mapping[ExperienceLevelFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["comparison"], *, filters: Mapping[ComparisonFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["discipline"], *, filters: Mapping[DisciplineFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["movement-pattern"], *, filters: Mapping[MovementPatternFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["coaching"], *, filters: Mapping[CoachingFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["healthy-lifestyle"], *, filters: Mapping[HealthyLifestyleFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["sports-science"], *, filters: Mapping[SportsScienceFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["adaptive-sports"], *, filters: Mapping[AdaptiveSportsFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["curriculum"], *, filters: Mapping[CurriculumFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["decision-making"], *, filters: Mapping[DecisionMakingFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["skill-collection"], *, filters: Mapping[SkillCollectionFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["sports-communication"], *, filters: Mapping[SportsCommunicationFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["session-type"], *, filters: Mapping[SessionTypeFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["beginners"], *, filters: Mapping[BeginnersFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["atlas"], *, filters: Mapping[AtlasFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["movement-comparison"], *, filters: Mapping[MovementComparisonFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    @overload
    def list_entities(self, type: Literal["recommendation"], *, filters: Mapping[RecommendationFilter, Value] = ..., page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList: ...

    def list_entities(self, type: EntityType, *, filters: Mapping[Any, Value] = {}, page: Value | None = None, page_size: Value | None = None, lang: Value | None = None, fields: Value | None = None, sort: Value | None = None, facets: Value | None = None, include: Value | None = None, slug: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> ResourceList:
        """List entities of one type."""
        return cast(ResourceList, self.get(f"/v1/entities/{type}", {**filters, "page": page, "pageSize": page_size, "lang": lang, "fields": fields, "sort": sort, "facets": facets, "include": include, "slug": slug, "scope": scope, "asOf": as_of}))

    def get_entity(self, type: EntityType, slug: str, *, fields: Value | None = None, include: Value | None = None, scope: Value | None = None, as_of: Value | None = None) -> Resource:
        """Get one entity."""
        return cast(Resource, self.get(f"/v1/entities/{type}/{slug}", {"fields": fields, "include": include, "scope": scope, "asOf": as_of}))

    def search_entities(self, q: str, *, type: EntityType | None = None, page: Value | None = None, page_size: Value | None = None, fields: Value | None = None, include: Value | None = None, facets: Value | None = None) -> SearchResult:
        """Search across the catalogue."""
        return cast(SearchResult, self.get("/v1/search", {"q": q, "type": type, "page": page, "pageSize": page_size, "fields": fields, "include": include, "facets": facets}))

    def get_comparison(self, slug: str, *, type: EntityType | None = None, fields: Value | None = None) -> Comparison:
        """Get a head-to-head comparison."""
        return cast(Comparison, self.get(f"/v1/compare/{slug}", {"type": type, "fields": fields}))

    def list_calculators(self) -> CalculatorList:
        """List calculators."""
        return cast(CalculatorList, self.get("/v1/calculators", {}))

    def get_calculator(self, slug: str, *, inputs: Mapping[Any, Value] = {}) -> Calculator:
        """Get a calculator specification (inputs and formula)."""
        return cast(Calculator, self.get(f"/v1/calculators/{slug}", {**inputs}))

    def list_courses(self) -> CourseList:
        """List interactive courses."""
        return cast(CourseList, self.get("/v1/learning/courses", {}))

    def get_course(self, sport: str) -> Course:
        """Get a course with its modules."""
        return cast(Course, self.get(f"/v1/learning/courses/{sport}", {}))

    def list_atlas_dimensions(self) -> AtlasList:
        """List knowledge-atlas dimensions."""
        return cast(AtlasList, self.get("/v1/atlas", {}))

    def get_recommendations(self, goal: str, *, level: Value | None = None, minutes: Value | None = None, days: Value | None = None, equipment: Value | None = None, place: Value | None = None, condition: Value | None = None, persona: Value | None = None, exclude: Value | None = None) -> RecommendationList:
        """Get explainable recommendations for a goal."""
        return cast(RecommendationList, self.get(f"/v1/recommendations/{goal}", {"level": level, "minutes": minutes, "days": days, "equipment": equipment, "place": place, "condition": condition, "persona": persona, "exclude": exclude}))
