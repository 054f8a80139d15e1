"""What an entity states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from sportlore.model.board import Board, Stand
from sportlore.model.motion import Motion
from sportlore.model.plan import Detail, Plan
from sportlore.model.shape import Solid
from sportlore.model.sign import Signal, Token
from sportlore.model.values import FactValue, fold
from sportlore.model.vocabulary import Group

Basis = Literal["practice"]
"""What rests on no work: the authors' own choice, or what is commonly taught, as they put it."""


class Section(Struct, frozen=True):
    """A titled part of an entity: running text, numbered steps or a list of items, with the works that it follows."""

    title: str
    text: str | None = None
    steps: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    basis: Basis | None = None


Grade = Literal["strong", "moderate", "limited", "conflicting", "none"]


EffectMeasure = Literal[
    "standardised difference",
    "difference",
    "percent",
    "percentage points",
    "risk ratio",
    "rate ratio",
    "odds ratio",
    "hazard ratio",
    "correlation",
    "variance explained",
]
"""What the value of an effect is: `difference` has a unit, `percent` is a relative change, ratios are those of two groups."""


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of an effect with its interval, of 95 % unless the note says otherwise; negative where the outcome is lower.

    `direction` is what higher or lower mean of the outcome (`faster`), `note` what has to be said beside: against what, in whom.
    """

    value: float | tuple[float, float]
    measure: EffectMeasure
    unit: str | None = None
    low: float | None = None
    high: float | None = None
    direction: str | None = None
    note: str | None = None


class Evidence(Struct, frozen=True, forbid_unknown_fields=True):
    """What studies say of one outcome: `bears_on` are the goals and physical qualities that the outcome is about.

    The effect is in words where no study gave its size.
    """

    outcome: str
    grade: Grade
    effect: Effect | str
    source: str
    population: str | None = None
    bears_on: tuple[str, ...] = ()


Strength = Literal["main", "strong", "moderate", "slight"]
"""How much something does for a goal: `main` is what everyone would begin with, `slight` a small help."""


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


ChoiceAbout = Literal["time", "cost", "partner", "joint load", "place", "aim", "body", "level", "situation", "sign"]
"""What a condition of choice is about; a `sign` tells the two apart where nobody chooses, as with rules and injuries."""


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """When one would choose a side of a comparison, `a` the first: "there is no hall in reach"."""

    side: Literal["a", "b"]
    about: ChoiceAbout
    text: str


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


PRACTICE: Basis = "practice"
"""The key of [cite] below which facts stand that are the authors' own choice: the minutes of a session, a usual dose."""

SCHEDULE = "schedule"
"""What a row of [cite] names beside facts: all weeks of the plan."""


class Citation(Struct, frozen=True):
    """A work that says a value, and where in it: `clause` is "rule 1", "Diagram A", "p. 12", "code 15675"."""

    source: str
    clause: str | None = None


class Doubt(Struct, frozen=True, forbid_unknown_fields=True):
    """Why the value of a fact, or a section by its title, is in doubt: sources differ, or the text in force was not seen."""

    text: str
    fact: str | None = None
    section: str | None = None
    source: str | None = None


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
    searches: tuple[str, ...] = ()
    """What people type who look for it and do not know what it is called: for search alone, in no answer."""
    names: Mapping[str, tuple[str, ...]] = {}
    """Names in other languages by language tag, the usual one first: {"de": ("Fußball",)}."""
    sources: tuple[str, ...] = ()
    proper: bool = False
    article: bool | None = None
    """Whether the name takes "the" inside a sentence, where it differs from the names of its type: easy running does not."""
    facts: Mapping[str, FactValue] = {}
    links: Mapping[str, tuple[str, ...]] = {}
    sections: tuple[Section, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    citations: Mapping[str, tuple[Citation, ...]] = {}
    """The works that say each fact, and that the schedule follows, in the order of the file."""
    practice: tuple[str, ...] = ()
    """The facts that are the authors' own choice, and "schedule" where that is."""
    doubts: tuple[Doubt, ...] = ()
    variants: tuple[Variant, ...] = ()
    serves: tuple[Service, ...] = ()
    schedule: tuple[ScheduleBlock, ...] = ()
    contrasts: tuple[Contrast, ...] = ()
    similarities: tuple[Similarity, ...] = ()
    checked: str | None = None
    """The month in which the facts were last compared with their sources: "2026-11"."""
    verdict: str | None = None
    choose_if: tuple[Condition, ...] = ()
    """When to choose which side, as data."""
    plan: Plan | None = None
    """The markings of a facility, from which it is drawn."""
    details: tuple[Detail, ...] = ()
    """What is drawn apart: nets, goals and posts from the front, parts of the ground from above."""
    stands: tuple[Stand, ...] = ()
    """Where a position stands, by phase of play; on a sport, where those stand that are no entities."""
    boards: tuple[Board, ...] = ()
    """What it looks like on a field, step by step."""
    signals: tuple[Signal, ...] = ()
    """What an official shows with the arms."""
    tokens: tuple[Token, ...] = ()
    """Cards, flags, lights and belts of fixed colours, in their order where they have one."""
    shape: Solid | None = None
    """The form of a thing, from which it is drawn."""
    motion: Motion | None = None
    """How an exercise moves."""

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


def slug_of(id: str) -> str:
    """The slug of an id: "sport/tennis" -> "tennis"; what has no type is itself."""
    return id.rpartition("/")[2]


def list_order(entity: Entity) -> tuple[str, str]:
    """The order of lists: by name, case and accents folded, then slug."""
    return fold(entity.name), entity.slug


def cited(entity: Entity) -> tuple[str, ...]:
    """The ids of all works that an entity cites anywhere, each once: first those that it names for the whole."""
    sections = (source for section in entity.sections for source in section.sources)
    evidence = (item.source for item in entity.evidence)
    facts = (citation.source for citations in entity.citations.values() for citation in citations)
    doubts = (doubt.source for doubt in entity.doubts if doubt.source is not None)
    variants = (variant.source for variant in entity.variants)
    contrasts = (contrast.source for contrast in entity.contrasts)
    similarities = (similarity.source for similarity in entity.similarities)
    plans = (*((entity.plan,) if entity.plan else ()), *(detail.plan for detail in entity.details))
    planned = (source for plan in plans for source in _planned(plan) if source)
    stands = (stand.source for stand in entity.stands if stand.source is not None)
    boards = (board.source for board in entity.boards if board.source is not None)
    shaped = (entity.shape.source,) if entity.shape else ()
    stated = (*facts, *doubts, *sections, *evidence, *variants, *contrasts, *similarities, *shaped)
    signs = (*(signal.source for signal in entity.signals), *(token.source for token in entity.tokens))
    posed = entity.motion.sources if entity.motion else ()
    return tuple(dict.fromkeys((*entity.sources, *stated, *planned, *stands, *boards, *signs, *posed)))


def _planned(plan: Plan) -> Iterator[str | None]:
    """The works that the markings of a plan are taken from."""
    yield plan.source
    yield from (mark.source for mark in plan.marks)
    yield from (scope.source for scope in plan.scopes)
