"""What stands in the catalogue beside entities: calculators, courses, redirects, and what the catalogue is."""

from __future__ import annotations

from datetime import date
from typing import Literal

from msgspec import Struct

from sportlore.model.drill import Drill
from sportlore.model.entity import Basis


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


class Category(Struct, frozen=True, forbid_unknown_fields=True):
    """What results from `least` on are called, up to the next category: 25 -> overweight."""

    least: float
    label: str


class CalculatorOutput(Struct, frozen=True, forbid_unknown_fields=True):
    """What the formula answers; `precision` is the number of decimals that make sense.

    With `format = "duration"` the unit is `s`, or a pace such as `s/100 m`, and people read the seconds as 1:35.
    """

    label: str
    precision: int
    unit: str | None = None
    format: Literal["duration"] | None = None
    categories: tuple[Category, ...] = ()
    """In ascending order; what is below the first has none."""


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on the inputs, and on the result by the name `output`; without it there is no result but `message`."""

    expression: str
    message: str


class Plot(Struct, frozen=True, forbid_unknown_fields=True):
    """How a formula is drawn: over the input `x`, from and to the ends of `extent`.

    `valid` is the part of it for which the formula is meant, and `error` the published error of a single result, either way,
    both as the validity says them.
    """

    x: str
    extent: tuple[float, float]
    valid: tuple[float, float] | None = None
    error: float | None = None


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
    asked: tuple[str, ...] = ()
    """Words that ask for it rather than for its alternatives, beside its keywords: "1rm"."""
    curve: Plot | None = None
    slug: str = ""


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """One question of a quiz; `answer` is the index of the right option, `cites` the entity that answers it.

    `answered_by` are words of the sentence of the course that answers it; `sources` are the works behind that sentence.
    """

    question: str
    options: tuple[str, ...]
    answer: int
    explanation: str
    cites: str
    answered_by: str = ""
    sources: tuple[str, ...] = ()
    basis: Basis | None = None


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson and the entities that it draws on."""

    slug: str
    title: str
    text: str
    entities: tuple[str, ...]


class Module(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a course, in learning order. Its drills make a practice, which its minutes do not count."""

    slug: str
    title: str
    summary: str
    minutes: int
    lessons: tuple[Lesson, ...]
    quiz: tuple[Question, ...]
    drills: tuple[Drill, ...] = ()


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """A course on one sport of the catalogue; `sport` is its slug (the file name)."""

    title: str
    description: str
    keywords: tuple[str, ...]
    modules: tuple[Module, ...]
    sport: str = ""

    @property
    def drills(self) -> tuple[Drill, ...]:
        """All drills of the modules."""
        return tuple(drill for module in self.modules for drill in module.drills)


class Sizes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a release of the catalogue holds."""

    entities: int
    calculators: int
    comparisons: int
    courses: int


class Minimum(Struct, frozen=True, forbid_unknown_fields=True):
    """How much each comparison must say at least."""

    differences: int = 0
    similarities: int = 0


class Door(Struct, frozen=True, forbid_unknown_fields=True):
    """A way into the catalogue on the first page: ("Compare", "Any two, side by side.", path of a page, path of a drawing)."""

    name: str
    text: str
    path: str
    picture: str


class Home(Struct, frozen=True, forbid_unknown_fields=True):
    """What the first page offers: searches that are answered, and ways in."""

    examples: tuple[str, ...] = ()
    doors: tuple[Door, ...] = ()


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """catalogue.toml: what this catalogue is."""

    title: str
    description: str
    version: str
    licence: str
    sizes: Sizes
    minimum: Minimum = Minimum()
    home: Home = Home()
    released: date | None = None
    """The day of the release, from which all dates of what is published come; security.txt counts a year from it."""


class Redirect(Struct, frozen=True, forbid_unknown_fields=True):
    """A retired id: moved to one id, or split into several. Ids are never reused."""

    retired: str
    to: tuple[str, ...]
