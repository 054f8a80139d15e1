"""What gives entities their form: types, facts, relations, terms, and the sources that they cite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from sportlore.model.body import Body
from sportlore.model.motion import Skeleton

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
NOT_FOR, PLAYED_AT, ADAPTS = "not-for", "played-at", "adapts"
TARGETS, ASSISTS, STABILISES = "targets", "assists", "stabilises"
"""The relations that the code itself states or reads by name; a vocabulary may do without them."""


class EntityType(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 45 types: its words, its address, and what its entities may and must state.

    `recommended` is how many of its entities a goal's recommendations may hold. `article` puts "the" before a
    name inside a sentence: "the back squat", but "tennis". From an `entry` every entity can be reached. `navigation` is what
    the type is called in the head of every page, if it stands there; `key_facts` are the facts and relations that a page
    shows first. The page of its list is filtered by `filters`, facts of terms and relations in either direction, and sorted by
    `orders`, facts that are numbers.
    """

    singular: str
    plural: str
    route_base: str
    definition: str
    links: tuple[str, ...]
    facts: tuple[str, ...] = ()
    required_facts: tuple[str, ...] = ()
    key_facts: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    required_links: tuple[str, ...] = ()
    required_sections: tuple[str, ...] = ()
    minimum_links: int = 0
    due_months: Annotated[int, Meta(ge=1)] = 60
    """The months after which the facts of an entity are to be compared with their sources again."""
    recommended: int = 0
    moves: bool = False
    """Whether each of its entities states how it moves, or why that is not drawn."""
    is_done: bool = False
    """Whether its entities are done in a session of a week, such as exercises."""
    article: bool = False
    sources_required: bool = True
    safety: tuple[str, ...] = ()
    """The titles of sections that a recommendation to somebody repeats: limits, stop signs, whom to ask first."""
    role: Role | None = None
    entry: bool = False
    navigation: str | None = None
    keywords: tuple[str, ...] = ()
    """Other words by which a search asks for entities of the type: "workout" for exercises."""

    @property
    def is_comparable(self) -> bool:
        """Whether its entities can be compared: those that are derived from others share their slugs."""
        return self.role in (None, "sport", "goal")


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

    A comparison says in sentences only facts that cannot mislead, which have `difference`, and of what may be none `only`
    ({A} has {a}, {B} none); `similarity` where the same value is worth saying. All other facts stand in its table.
    `ranges` narrows `minimum` and `maximum` for a type, or for what belongs to an entity (`"category/combat-sports"`).
    """

    label: str
    kind: FactKind
    unit: str | None = None
    unit_text: str | None = None
    large: LargeUnit | None = None
    terms: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    ranges: Mapping[str, tuple[float, float]] = {}
    weight: Annotated[float, Meta(ge=0, le=1)] = 0.5
    """How telling a difference in it is."""
    absent: bool = False
    """Whether an entity may state that it has none."""
    difference: str | None = None
    similarity: str | None = None
    only: str | None = None
    beside: str | None = None
    """Another fact, such as the length for the width: what both sides state of both alike is said of that one only."""
    more: str | None = None
    group: Group = "play"
    questions: tuple[str, ...] = ()
    """How people ask for it, the entity left out: "how high is the net"; search answers such a question with the value."""
    practice: bool = False
    """Whether its values are the authors' classification ("of intermediate level"), unless an entity cites a work for it."""


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
    ranked: bool = False
    passive: str = "which {a} has to do with"
    """The clause of a reason that follows the link backwards: "which “Get stronger” rests on"."""
    compared: bool = True
    """Whether a comparison shows what its sides are linked with by it."""
    questions: tuple[str, ...] = ()
    inverse_questions: tuple[str, ...] = ()
    """How people ask for what it names, in either direction, the entity left out: "which muscles does it work"."""


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """One word of a closed list; `phrase` is how a scope follows a value: "2.43 m" "for men", "28.65 m" "in the NBA"."""

    label: str
    definition: str
    asked: tuple[str, ...] = ()
    """Other words for it in a question: "kids" for children, "easy" for beginner."""
    phrase: str | None = None


class Dimension(Struct, frozen=True, forbid_unknown_fields=True):
    """One dimension of the atlas: the entities of `types`, grouped by one fact or one relation.

    `drawing` names the drawing of many things at one scale that its page shows.
    """

    title: str
    description: str
    keywords: tuple[str, ...]
    types: tuple[str, ...]
    fact: str | None = None
    relation: str | None = None
    drawing: Literal["balls", "rackets-and-sticks", "goals", "fields"] | None = None


Extent = Literal["whole", "abstract", "excerpt", "not opened"]
"""How far a work was read by those who cite it."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """One work of the bibliography: `read` says how far it was read, `read_in` when ("2026-11"), `supports` what it supports.

    `year` is that of publication, and left out for a page that has no date. `note` is the reason why a weak work stands.
    """

    title: str
    publisher: str
    year: int | None = None
    author: str | None = None
    url: str | None = None
    read: Extent | None = None
    read_in: str | None = None
    supports: str | None = None
    note: str | None = None


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """Types that pages show together, in their order."""

    title: str
    types: tuple[str, ...]


class PathForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A form of the paths from an entity to a goal that a recommendation follows.

    Each step is a relation; "-develops" follows it against its direction, from the object to the subject.
    """

    steps: tuple[str, ...]


class Synonym(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the catalogue, and what people type when they mean it: `height`, and `tall`. It holds in this direction only.

    `language` is that of the typed words, if it is not English: `de` for `hoch`.
    """

    means: str
    typed: tuple[str, ...]
    language: str | None = None


class SectionQuestions(Struct, frozen=True, forbid_unknown_fields=True):
    """How people ask for a section with one of some titles, the entity left out: "how do you do it"."""

    titles: tuple[str, ...]
    questions: tuple[str, ...]


class Passage(Struct, frozen=True, forbid_unknown_fields=True):
    """How people ask for one sentence of an entity, or for the measures of one mark on its plan.

    `states` are words that a single sentence has; `measure` is one measure of the `mark` ("from the net"), all if it is left out.
    The questions leave the entity out; `alone` says that they name it well enough without ("how far is the penalty spot").
    `defines` are terms that the sentence explains: "what is a googly".
    """

    entity: str
    questions: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    states: str = ""
    mark: str = ""
    measure: str = ""
    alone: bool = False


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
    synonyms: tuple[Synonym, ...] = ()
    sections: tuple[SectionQuestions, ...] = ()
    passages: tuple[Passage, ...] = ()
    body: Body | None = None
    """The figure that muscles are drawn on."""
    skeleton: Skeleton | None = None
    """The figure that moves."""

    def with_role(self, *roles: Role) -> tuple[str, ...]:
        """The types that have one of the roles, in the vocabulary's order."""
        return tuple(type for type, described in self.types.items() if described.role in roles)

    def role_of(self, type: str) -> Role | None:
        """The role of a type, known or not."""
        return self.types[type].role if type in self.types else None
