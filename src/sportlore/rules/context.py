"""What a rule looks at, and the shape of a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from sportlore.derive import Knowledge
from sportlore.diagnostics import Finding, Location, nearest
from sportlore.graph import Graph
from sportlore.model import Drill, Role, Vocabulary
from sportlore.registry import Document, Registry
from sportlore.text import with_article

DERIVED: tuple[Role, ...] = ("course", "dimension")
"""Roles whose entities are derived whole: from courses/ and from vocabulary/atlas.toml."""

NAMED_BY_DERIVATION: tuple[Role, ...] = ("comparison", "recommendation")
"""Roles whose authored file gives no name: it follows from the pair or the goal."""

FIELDS: Mapping[str, type] = {
    "name": str,
    "description": str,
    "keywords": list,
    "sources": list,
    "proper": bool,
    "article": bool,
    "verdict": str,
    "checked": str,
    "names": dict,
    "facts": dict,
    "cite": dict,
    "links": dict,
    "sections": list,
    "choose_if": list,
    "contrasts": list,
    "similarities": list,
    "schedule": list,
    "serves": list,
    "evidence": list,
    "variants": list,
    "plan": dict,
    "details": list,
    "stands": list,
    "boards": list,
    "signals": list,
    "tokens": list,
    "shape": dict,
    "motion": dict,
    "doubts": list,
}
"""What an entity may state, and the type of each."""


Text = tuple[str, tuple[str | int, ...], str]
"""(file, path of keys and indexes in it, text)."""


class Context(Struct, frozen=True):
    """The catalogue under check: as authored, and as a graph of its well-formed parts."""

    registry: Registry
    graph: Graph
    documents: tuple[Document, ...]
    """The authored entities whose type exists, in order of type and slug."""
    by_id: Mapping[str, Document]
    texts: tuple[Text, ...]
    """Every text but keywords and titles of works."""
    citations: Mapping[str, int] = {}
    """How often each source is cited; empty for rules that look at one entity."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the catalogue."""
        return self.registry.vocabulary

    def a(self, type: str) -> str:
        """The name of one entity of a type, with its article: "exercise" -> "an exercise"."""
        return with_article(self.vocabulary.types[type].singular)

    def best_known(self, ids: Iterable[str]) -> str:
        """Of entities that claim the same thing, the one that most others link to; of equals, the first by id.

        The others are at fault: what is well connected has stood there for longer.
        """
        return min(ids, key=lambda id: (-len(self.graph.into.get(id, ())), id))


Reads = Literal["vocabulary", "entity", "type", "catalogue", "complete catalogue", "release"]
"""What a rule reads, which says when it is applied, and what it is applied to again after an edit.

`vocabulary`: what every other rule relies on; nothing else is checked until it is sound. `entity`: one entity, calculator,
course or dimension, and what that names. `type`: the entities of one type, compared with one another. `catalogue`: all of it.
`complete catalogue`: counts over all of it, which wait until nothing of it is lost. `release`: the same, for a release only.
"""


class Rule(Struct, frozen=True):
    """One check of the catalogue. Its code is the name of its function: unknown_reference -> "unknown-reference"."""

    code: str
    sentence: str
    """What the rule asks for."""
    find: Callable[[Context], Iterator[Finding]]
    reads: Reads
    loses: bool
    """Whether its findings mean that part of a file does not count: the cause of other findings, and shown before them."""

    def __call__(self, context: Context) -> Iterator[Finding]:
        """The defects of what is under check."""
        return self.find(context)


class DerivedRule(Struct, frozen=True):
    """One check of what is derived. It waits until nothing else is wrong: derivation takes no defects."""

    code: str
    sentence: str
    find: Callable[[Context, Knowledge], Iterator[Finding]]


def rule(*, reads: Reads = "entity", loses: bool = False) -> Callable[[Callable[[Context], Iterator[Finding]]], Rule]:
    """The decorator that makes a rule of a function, whose docstring is the sentence."""

    def stated(find: Callable[[Context], Iterator[Finding]]) -> Rule:
        return Rule(find.__name__.replace("_", "-"), (find.__doc__ or "").strip(), find, reads, loses)

    return stated


def derived_rule(find: Callable[[Context, Knowledge], Iterator[Finding]]) -> DerivedRule:
    """The decorator that makes a rule about what is derived."""
    return DerivedRule(find.__name__.replace("_", "-"), (find.__doc__ or "").strip(), find)


def table(document: Document, name: str) -> Mapping[str, object]:
    """A table of a document (`facts`, `links`); an empty one where there is none."""
    value = document.data.get(name)
    return value if isinstance(value, dict) else {}


def elements(document: Document, name: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """(index, element) of each table of an array of tables: `sections`, `evidence`, `variants`."""
    return tables(document.data.get(name))


def strings(value: object) -> Iterator[tuple[int, str]]:
    """(index, string) of each string of an array."""
    if isinstance(value, list):
        yield from ((i, item) for i, item in enumerate(value) if isinstance(item, str))


def cited_rows(document: Document, vocabulary: Vocabulary) -> dict[str, object]:
    """The rows of [cite] by work, or `practice`; a field, fact or relation that stands there is misplaced, and no row."""
    misplaced = (FIELDS, vocabulary.facts, vocabulary.relations)
    return {key: row for key, row in table(document, "cite").items() if not any(key in keys for keys in misplaced)}


def meant(keys: Iterable[str], allowed: Sequence[str]) -> frozenset[str]:
    """The allowed keys that misspelt ones stand for, so that they are not called missing as well.

    meant(["contcat", "season"], ["contact", "season"]) -> {"contact"}
    """
    return frozenset(near for key in keys if key not in allowed and (near := nearest(key, allowed)))


def references(context: Context) -> Iterator[tuple[Location, str]]:
    """Every id that is named outside [links]: by evidence, calculators and courses."""
    for document in context.documents:
        for i, evidence in elements(document, "evidence"):
            for j, target in strings(evidence.get("bears_on")):
                yield document.location("evidence", i, "bears_on", j), target
        for i, service in elements(document, "serves"):
            if isinstance(goal := service.get("goal"), str):
                yield document.location("serves", i, "goal"), goal
        yield from _scheduled(document)
    for slug, calculator in context.registry.calculators.items():
        for i, target in enumerate(calculator.informs):
            yield Location(f"calculators/{slug}.toml", ("informs", i)), target
    yield from _taught(context)


def _taught(context: Context) -> Iterator[tuple[Location, str]]:
    """The ids that courses name: of their sports, and in lessons, quizzes and drills."""
    for sport, course in context.registry.courses.items():
        file = f"courses/{sport}.toml"
        sports = context.vocabulary.with_role("sport") or ("sport",)
        yield Location(file), f"{sports[0]}/{sport}"
        for m, module in enumerate(course.modules):
            for n, lesson in enumerate(module.lessons):
                for k, target in enumerate(lesson.entities):
                    yield Location(file, ("modules", m, "lessons", n, "entities", k)), target
            for n, question in enumerate(module.quiz):
                yield Location(file, ("modules", m, "quiz", n, "cites")), question.cites
    for location, drill in drills(context.registry):
        for i, target in enumerate(drill.trains):
            yield Location(location.file, (*location.path, "trains", i)), target
        for i, item in enumerate(drill.equipment):
            if item.is_entity:
                yield Location(location.file, (*location.path, "equipment", i)), item.item


def drills(registry: Registry) -> Iterator[tuple[Location, Drill]]:
    """Every drill of the courses with its location."""
    for sport, course in registry.courses.items():
        for m, module in enumerate(course.modules):
            for n, drill in enumerate(module.drills):
                yield Location(f"courses/{sport}.toml", ("modules", m, "drills", n)), drill


def _scheduled(document: Document) -> Iterator[tuple[Location, str]]:
    """The ids that the well-formed part of a schedule names: of types of session, and of activities."""
    for i, block in elements(document, "schedule"):
        for j, session in tables(block.get("sessions")):
            if isinstance(id := session.get("session"), str):
                yield document.location("schedule", i, "sessions", j, "session"), id
            for k, part in tables(session.get("parts")):
                if isinstance(id := part.get("activity"), str):
                    yield document.location("schedule", i, "sessions", j, "parts", k, "activity"), id


def tables(value: object) -> Iterator[tuple[int, Mapping[str, object]]]:
    """(index, table) of each table of an array."""
    for i, element in enumerate(value if isinstance(value, list) else ()):
        if isinstance(element, dict):
            yield i, element
